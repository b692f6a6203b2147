// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What comes before what in a graph of lib/analysis/order.h, found the plain way: one row of bits per node over all
// nodes.
#ifndef BATON_TEST_CLOSURE_H
#define BATON_TEST_CLOSURE_H

#include "analysis/order.h"

typedef struct closure {
  uint32_t num_nodes, num_words;
  uint64_t *rows;
} closure;

void closure_init(closure *c, uint32_t num_nodes);
void closure_deinit(closure *c);
// Node `later` waits for node `earlier`, whose own waits have all been added.
void closure_add(closure *c, uint32_t earlier, uint32_t later);
// Adds all waits of one node of a graph.
void closure_add_waits(closure *c, const baton_order_graph *graph, uint32_t node);
bool closure_has(const closure *c, uint32_t earlier, uint32_t later);
// Whether two expansions have the same submits and host accesses, as far as their kinds go, and each comes after the
// same submits.
bool closures_are_equal(const closure *a, const baton_expansion *x, const closure *b, const baton_expansion *y);

#endif
