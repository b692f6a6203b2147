// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pictures of the task graph of an instance: a program is expanded, and what waits for what becomes a graph for
// Graphviz, or a page of HTML that needs nothing else.
//
// Where there are many nodes, those that the same op makes at the same height of fences are one *spot* with a number;
// between spots stands the number of entries. Fences are diamonds; the more entries a node's list has, the darker it
// is; one longest way is red.
#ifndef BATON_UTILS_TRANSLATE_GRAPH_H
#define BATON_UTILS_TRANSLATE_GRAPH_H

#include "ir/ir.h"

typedef struct translate_picture translate_picture;

// Expands a function with a body: the named one, or the first public one. bind: values of its symbols, as
// check-order takes them. NULL after an error. Owned by the caller; it keeps nothing of the module.
translate_picture *translate_picture_create(const baton_module *module, baton_str entry, baton_str bind);
void translate_picture_destroy(translate_picture *picture);

void translate_picture_dot(const translate_picture *picture, baton_strbuf *out);
// Two pictures one above the other. Before may be NULL.
void translate_picture_html(const translate_picture *before, const translate_picture *after, baton_strbuf *out);

#endif
