// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "closure.h"

void closure_init(closure *c, uint32_t num_nodes) {
  c->num_nodes = num_nodes;
  c->num_words = num_nodes / 64 + 1;
  c->rows = baton_mem_zeroed((size_t)num_nodes * c->num_words + 1, sizeof *c->rows);
}

void closure_deinit(closure *c) { baton_mem_free(c->rows); }

static uint64_t *row(const closure *c, uint32_t node) { return c->rows + (size_t)node * c->num_words; }

bool closure_has(const closure *c, uint32_t earlier, uint32_t later) {
  return row(c, later)[earlier / 64] >> (earlier % 64) & 1;
}

void closure_add(closure *c, uint32_t earlier, uint32_t later) {
  row(c, later)[earlier / 64] |= UINT64_C(1) << (earlier % 64);
  for (uint32_t w = 0; w < c->num_words; w++)
    row(c, later)[w] |= row(c, earlier)[w];
}

void closure_add_waits(closure *c, const baton_order_graph *graph, uint32_t node) {
  uint32_t num;
  const uint32_t *waits = baton_order_graph_waits(graph, node, &num);
  for (uint32_t k = 0; k < num; k++)
    closure_add(c, waits[k], node);
}

static uint32_t skip_fences(const baton_expansion *x, uint32_t node) {
  while (node < baton_expansion_num_nodes(x) && baton_expansion_kind(x, node) == BATON_ORDER_FENCE)
    node++;
  return node;
}

static bool are_rows_equal(const closure *a, const baton_expansion *x, uint32_t p, const closure *b,
                           const baton_expansion *y, uint32_t q) {
  uint32_t i = skip_fences(x, 0), k = skip_fences(y, 0);
  for (; i < p && k < q; i = skip_fences(x, i + 1), k = skip_fences(y, k + 1))
    if (baton_expansion_kind(x, i) == BATON_ORDER_SUBMIT && closure_has(a, i, p) != closure_has(b, k, q))
      return false;
  return true;
}

bool closures_are_equal(const closure *a, const baton_expansion *x, const closure *b, const baton_expansion *y) {
  uint32_t p = skip_fences(x, 0), q = skip_fences(y, 0);
  for (; p < a->num_nodes && q < b->num_nodes; p = skip_fences(x, p + 1), q = skip_fences(y, q + 1))
    if (baton_expansion_kind(x, p) != baton_expansion_kind(y, q) || !are_rows_equal(a, x, p, b, y, q))
      return false;
  return p >= a->num_nodes && q >= b->num_nodes;
}
