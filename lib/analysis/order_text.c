// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nodes, paths and shared elements as text.
#include "analysis/order_impl.h"

#include <inttypes.h>

static void print_short(const baton_expansion *x, uint32_t node, baton_strbuf *out) {
  const order_site *site = order_site_of(x, node);
  if (site->kind == BATON_ORDER_FENCE) {
    baton_strbuf_append(out, BATON_STR("fence"));
    return;
  }
  if (site->kind == BATON_ORDER_HOST) {
    baton_strbuf_printf(out, "host (%.*s)", BATON_STR_ARG(site->name));
    return;
  }
  uint32_t number = 0;
  for (uint32_t k = 0; k < node; k++)
    number += order_site_of(x, k)->kind == BATON_ORDER_SUBMIT;
  baton_strbuf_printf(out, "submit %u (@%.*s)", number, BATON_STR_ARG(site->name));
}

void baton_order_describe(const baton_expansion *x, uint32_t node, baton_strbuf *out) {
  if (node >= x->num_nodes) {
    baton_strbuf_append(out, BATON_STR("the end of the run"));
    return;
  }
  print_short(x, node, out);
  order_span span = x->iterations.data[x->nodes.data[node].iteration];
  for (uint32_t k = 0; k < span.count; k++)
    baton_strbuf_printf(out, "%s%" PRId64, k ? ", " : " in iteration (", x->iteration_values.data[span.first + k]);
  if (span.count)
    baton_strbuf_append_char(out, ')');
}

baton_position baton_order_position(const baton_expansion *x, uint32_t node) {
  return node < x->num_nodes ? order_site_of(x, node)->position : x->reason_position;
}

// ---- paths ------------------------------------------------------------------------------------------------------

bool baton_order_path(const baton_order_graph *graph, uint32_t earlier, uint32_t later, baton_strbuf *out) {
  // Breadth first from the later one; towards[n] is 1 + the node that waits for n.
  uint32_t *towards = baton_mem_zeroed((size_t)later + 1, sizeof *towards);
  uint32_t *queue = baton_mem_zeroed((size_t)later + 1, sizeof *queue), first = 0, num = 1;
  queue[0] = later;
  while (first < num && !towards[earlier]) {
    uint32_t node = queue[first++];
    for (uint32_t k = graph->starts[node]; k < graph->starts[node + 1]; k++) {
      uint32_t on = graph->waits.data[k];
      if (towards[on] || on < earlier)
        continue;
      towards[on] = node + 1;
      queue[num++] = on;
    }
  }
  bool has_path = towards[earlier] != 0;
  for (uint32_t node = earlier; has_path; node = towards[node] - 1) {
    print_short(graph->expansion, node, out);
    if (node == later)
      break;
    baton_strbuf_append(out, BATON_STR(" -> "));
  }
  baton_mem_free(towards);
  baton_mem_free(queue);
  return has_path;
}

// ---- elements ---------------------------------------------------------------------------------------------------

static bool first_common(const order_intervals *all, size_t split, int64_t *out) {
  for (size_t i = 0, j = split; i < split && j < all->size;) {
    const order_interval *a = &all->data[i], *b = &all->data[j];
    if (a->lo < b->hi && b->lo < a->hi) {
      *out = a->lo > b->lo ? a->lo : b->lo;
      return true;
    }
    if (a->hi < b->hi)
      i++;
    else
      j++;
  }
  return false;
}

// The first byte that both regions have.
static bool find_common(const baton_expansion *x, uint32_t p, uint32_t q, int64_t *out_byte) {
  const order_region *a = &x->regions.data[p], *b = &x->regions.data[q];
  if (x->words.data[a->first_word] != x->words.data[b->first_word])
    return false;
  order_intervals all = {0};
  order_region_intervals(x, a, &all);
  size_t split = all.size;
  order_region_intervals(x, b, &all);
  bool is_found = first_common(&all, split, out_byte);
  baton_vec_deinit(&all);
  return is_found;
}

static void print_element(const baton_expansion *x, uint32_t region, int64_t byte, baton_strbuf *out) {
  const int64_t *words = x->words.data + x->regions.data[region].first_word;
  const order_storage *storage = &x->storages.data[words[0]];
  int64_t element = byte / words[1], below = 1;
  baton_strbuf_append(out, BATON_STR("element ["));
  for (uint32_t i = 1; i < storage->rank; i++)
    below *= storage->sizes[i] > 0 ? storage->sizes[i] : 1;
  for (uint32_t i = 0; i < storage->rank; i++) {
    baton_strbuf_printf(out, "%s%" PRId64, i ? ", " : "", element / below);
    element %= below;
    below /= i + 1 < storage->rank && storage->sizes[i + 1] > 0 ? storage->sizes[i + 1] : 1;
  }
  if (storage->arg != UINT32_MAX)
    baton_strbuf_printf(out, "] of arg%u", storage->arg);
  else
    baton_strbuf_printf(out, "] of buffer %" PRId64, words[0]);
}

bool baton_order_shared_element(const baton_expansion *x, uint32_t earlier, uint32_t later, baton_strbuf *out) {
  const order_node *a = &x->nodes.data[earlier], *b = &x->nodes.data[later];
  for (uint32_t i = a->first_access; i < a[1].first_access; i++)
    for (uint32_t k = b->first_access; k < b[1].first_access; k++) {
      const order_access *p = &x->accesses.data[i], *q = &x->accesses.data[k];
      int64_t byte;
      if (!((p->access | q->access) & BATON_ACCESS_WRITE) || !find_common(x, p->region, q->region, &byte))
        continue;
      print_element(x, q->region, byte, out);
      return true;
    }
  return false;
}
