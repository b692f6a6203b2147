// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text to IR.
#ifndef BATON_TEXT_PARSE_H
#define BATON_TEXT_PARSE_H

#include "ir/ir.h"

// Parses a whole file: either one builtin.module, or ops that are put into one. The text is read until it ends, need
// not end in 0 and must outlive the call only; it is registered with the context's diagnostics under the given name for
// that time and after. Returns a module that the caller owns, or NULL after one located error. The result is not
// verified.
BATON_EXPORT baton_module *baton_parse(baton_context *context, baton_str file, baton_str text);

// Is told now and then up to which offset the text has been read. What lies before is looked at again only for names
// and errors, so whoever holds a large text may let go of its memory, as long as it can be read all the same.
typedef void (*baton_parse_watch)(void *user, size_t offset);

// Zero-initialised: a whole file that nobody watches.
typedef struct baton_parse_options {
  uint32_t first_line;     // the number of the text's first line, if it is a part of the file; 0 is 1
  baton_parse_watch watch; // or NULL
  void *user;              // of watch
} baton_parse_options;

// The same, with options.
BATON_EXPORT baton_module *baton_parse_with(baton_context *context, baton_str file, baton_str text,
                                            const baton_parse_options *options);

#endif
