// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps in their order. Between any two of them the graph is a plain list of lists again, reduced and in an order
// in which fences stand before their users.
#include "analysis/task_cover_impl.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_ROUNDS = 6 }; // programs need two or three

// ---- graphs -----------------------------------------------------------------------------------------------------

void baton_task_cover_deinit(baton_task_cover *cover) {
  baton_mem_free(cover->starts);
  baton_mem_free(cover->producers);
  baton_mem_free(cover->origins);
  baton_mem_free(cover->is_fence);
  *cover = (baton_task_cover){0};
}

static void graph_init(baton_task_cover *graph, uint32_t max_nodes, size_t max_entries) {
  *graph = (baton_task_cover){.starts = baton_mem_zeroed((size_t)max_nodes + 1, sizeof *graph->starts),
                              .producers = baton_mem_zeroed(max_entries + 1, sizeof *graph->producers),
                              .origins = baton_mem_zeroed((size_t)max_nodes + 1, sizeof *graph->origins),
                              .is_fence = baton_mem_zeroed((size_t)max_nodes + 1, sizeof *graph->is_fence)};
}

static int compare_numbers(const void *left, const void *right) {
  uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
  return (a > b) - (a < b);
}

static void sort_list(uint32_t *list, size_t size) {
  for (size_t i = 1; i < size; i++)
    if (list[i - 1] > list[i]) {
      qsort(list, size, sizeof *list, compare_numbers);
      return;
    }
}

static uint64_t cost_of(const baton_task_cover *graph, uint64_t fence_cost) {
  uint64_t num_new = 0;
  for (uint32_t v = 0; v < graph->num_nodes; v++)
    num_new += graph->origins[v] == BATON_COVER_NEW;
  return graph->starts[graph->num_nodes] + num_new * fence_cost;
}

// Takes out the entries that others imply.
static void reduce(baton_task_cover *graph) {
  uint32_t num_entries = graph->starts[graph->num_nodes], kept = 0, start = 0;
  bool *implied = baton_mem_zeroed((size_t)num_entries + 1, sizeof *implied);
  baton_task_reduce(&(baton_task_lists){graph->starts, graph->producers, graph->num_nodes}, implied);
  for (uint32_t v = 0; v < graph->num_nodes; v++) {
    uint32_t end = graph->starts[v + 1];
    for (uint32_t k = start; k < end; k++)
      if (!implied[k])
        graph->producers[kept++] = graph->producers[k];
    start = end;
    graph->starts[v + 1] = kept;
  }
  baton_mem_free(implied);
}

// ---- drafts -----------------------------------------------------------------------------------------------------

void baton_cover_set_list(baton_cover_draft *draft, uint32_t node, const uint32_t *list, size_t size) {
  draft->spans.data[node] = (baton_cover_span){(uint32_t)draft->pool.size, (uint32_t)size, true};
  for (size_t i = 0; i < size; i++)
    baton_vec_push(&draft->pool, list[i]);
}

uint32_t baton_cover_add_fence(baton_cover_draft *draft) {
  baton_cover_span empty = {0};
  baton_vec_push(&draft->spans, empty);
  return baton_cover_levels_add(draft->levels);
}

static void draft_init(baton_cover_draft *draft, const baton_task_cover *graph, baton_cover_levels *levels,
                       const baton_cover_options *options) {
  *draft = (baton_cover_draft){.graph = graph, .levels = levels, .fence_cost = options->fence_cost};
  baton_cover_levels_init(levels, graph, options->max_depth);
  for (uint32_t v = 0; v < graph->num_nodes; v++) {
    baton_cover_span span = {graph->starts[v], graph->starts[v + 1] - graph->starts[v], false};
    baton_vec_push(&draft->spans, span);
  }
}

static void draft_deinit(baton_cover_draft *draft) {
  baton_cover_levels_deinit(draft->levels);
  baton_vec_deinit(&draft->spans);
  baton_vec_deinit(&draft->pool);
}

typedef struct placer {
  const baton_cover_draft *draft;
  baton_task_cover *graph; // the one being filled
  uint32_t *place;         // by node of the draft: its node in the new graph, or NOTHING
} placer;

// New fences wander to their first user; what is in the program keeps its place.
static bool is_movable(const baton_cover_draft *draft, uint32_t node) {
  return node >= draft->graph->num_nodes || draft->graph->origins[node] == BATON_COVER_NEW;
}

// Places a node behind the new fences in its list. As deep as fences in a row.
static void place_node(placer *p, uint32_t node) {
  const baton_cover_draft *draft = p->draft;
  uint32_t size = draft->spans.data[node].size;
  for (uint32_t i = 0; i < size; i++) {
    uint32_t u = baton_cover_list(draft, node)[i];
    if (p->place[u] == BATON_COVER_NOTHING && is_movable(draft, u))
      place_node(p, u);
  }
  uint32_t at = p->graph->num_nodes++, start = p->graph->starts[at];
  p->place[node] = at;
  for (uint32_t i = 0; i < size; i++)
    p->graph->producers[start + i] = p->place[baton_cover_list(draft, node)[i]];
  sort_list(p->graph->producers + start, size);
  p->graph->starts[at + 1] = start + size;
  p->graph->origins[at] = node < draft->graph->num_nodes ? draft->graph->origins[node] : BATON_COVER_NEW;
  p->graph->is_fence[at] = baton_cover_is_fence(draft, node);
}

// The graph of a draft, without new fences that nobody uses.
static void place_all(const baton_cover_draft *draft, baton_task_cover *out) {
  size_t num_entries = 0;
  for (size_t i = 0; i < draft->spans.size; i++)
    num_entries += draft->spans.data[i].size;
  graph_init(out, (uint32_t)draft->spans.size, num_entries);
  placer p = {draft, out, baton_mem_resize_array(NULL, draft->spans.size + 1, sizeof *p.place)};
  memset(p.place, 0xFF, draft->spans.size * sizeof *p.place);
  for (uint32_t v = 0; v < draft->graph->num_nodes; v++)
    if (!is_movable(draft, v))
      place_node(&p, v);
  baton_mem_free(p.place);
}

typedef void step(baton_cover_draft *draft);

// Replaces the graph by what a step makes of it.
static void take_step(baton_task_cover *graph, const baton_cover_options *options, step *run) {
  baton_cover_levels levels;
  baton_cover_draft draft;
  baton_task_cover next;
  draft_init(&draft, graph, &levels, options);
  size_t num_nodes = draft.spans.size;
  run(&draft);
  bool is_changed = draft.spans.size > num_nodes || draft.pool.size > 0;
  if (is_changed)
    place_all(&draft, &next);
  draft_deinit(&draft);
  if (!is_changed)
    return;
  baton_task_cover_deinit(graph);
  *graph = next;
  reduce(graph);
}

// ---- tidying ----------------------------------------------------------------------------------------------------

// New fences that do not pay give their lists to their users.
static void dissolve(baton_cover_draft *draft) {
  const baton_task_cover *graph = draft->graph;
  uint32_t *num_users = baton_mem_zeroed((size_t)graph->num_nodes + 1, sizeof *num_users);
  bool *is_gone = baton_mem_zeroed((size_t)graph->num_nodes + 1, sizeof *is_gone);
  for (uint32_t k = 0; k < graph->starts[graph->num_nodes]; k++)
    num_users[graph->producers[k]]++;
  baton_cover_vec list = {0};
  for (uint32_t v = 0; v < graph->num_nodes; v++) {
    list.size = 0;
    bool is_changed = false;
    for (uint32_t k = graph->starts[v]; k < graph->starts[v + 1]; k++) {
      uint32_t u = graph->producers[k];
      if (!is_gone[u]) {
        baton_vec_push(&list, u);
        continue;
      }
      is_changed = true;
      for (uint32_t i = 0; i < draft->spans.data[u].size; i++)
        baton_vec_push(&list, baton_cover_list(draft, u)[i]);
    }
    if (is_changed)
      baton_cover_set_list(draft, v, list.data, list.size);
    is_gone[v] = graph->origins[v] == BATON_COVER_NEW &&
                 !baton_cover_pays(draft->spans.data[v].size, num_users[v], draft->fence_cost);
  }
  baton_vec_deinit(&list);
  baton_mem_free(is_gone);
  baton_mem_free(num_users);
}

static void tidy(baton_task_cover *graph, const baton_cover_options *options) {
  uint64_t before, after = cost_of(graph, options->fence_cost);
  do {
    before = after;
    take_step(graph, options, dissolve);
    after = cost_of(graph, options->fence_cost);
  } while (after < before);
}

// ---- all together -----------------------------------------------------------------------------------------------

static void copy_graph(const baton_task_cover *from, baton_task_cover *to) {
  uint32_t num_entries = from->starts[from->num_nodes];
  graph_init(to, from->num_nodes, num_entries);
  to->num_nodes = from->num_nodes;
  memcpy(to->starts, from->starts, ((size_t)from->num_nodes + 1) * sizeof *to->starts);
  memcpy(to->producers, from->producers, num_entries * sizeof *to->producers);
  memcpy(to->origins, from->origins, from->num_nodes * sizeof *to->origins);
  memcpy(to->is_fence, from->is_fence, from->num_nodes * sizeof *to->is_fence);
}

static void read_lists(baton_task_cover *graph, const baton_task_lists *lists, const bool *is_fence) {
  uint32_t num_entries = lists->starts[lists->num_tasks];
  graph_init(graph, lists->num_tasks, num_entries);
  graph->num_nodes = lists->num_tasks;
  memcpy(graph->starts, lists->starts, ((size_t)lists->num_tasks + 1) * sizeof *graph->starts);
  memcpy(graph->producers, lists->producers, num_entries * sizeof *graph->producers);
  memcpy(graph->is_fence, is_fence, lists->num_tasks * sizeof *graph->is_fence);
  for (uint32_t v = 0; v < lists->num_tasks; v++) {
    graph->origins[v] = v;
    sort_list(graph->producers + graph->starts[v], graph->starts[v + 1] - graph->starts[v]);
  }
  reduce(graph);
}

static void run_round(baton_task_cover *graph, const baton_cover_options *options) {
  static step *const steps[] = {baton_cover_rows, baton_cover_columns, baton_cover_rows, baton_cover_pivot};
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
    take_step(graph, options, steps[i]);
  tidy(graph, options);
}

bool baton_task_cover_find(const baton_task_lists *lists, const bool *is_fence, const baton_cover_options *options,
                           baton_task_cover *out) {
  *out = (baton_task_cover){0};
  if (lists->num_tasks == 0)
    return false;
  baton_task_cover best, next;
  read_lists(&best, lists, is_fence);
  uint64_t first_cost = cost_of(&best, options->fence_cost), cost = first_cost;
  for (int round = 0; round < MAX_ROUNDS; round++) {
    copy_graph(&best, &next);
    run_round(&next, options);
    uint64_t next_cost = cost_of(&next, options->fence_cost);
    bool is_better = next_cost < cost;
    baton_task_cover_deinit(is_better ? &best : &next);
    if (!is_better)
      break;
    best = next;
    cost = next_cost;
  }
  if (cost < first_cost)
    *out = best;
  else
    baton_task_cover_deinit(&best);
  return cost < first_cost;
}
