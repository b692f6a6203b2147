// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tasks with equal lists, and producers with equal sets of consumers. Both are found by hashing, and compared, in time
// linear in the entries.
#include "analysis/task_cover_impl.h"

#include "base/map.h"

#include <string.h>

// Sets that are equal, each a list of ascending numbers. Members of a class are a linked list in ascending order.
typedef struct class {
  uint32_t first, last, size;
  uint32_t next_same_hash;
} class;

typedef struct classes {
  const uint32_t *starts, *items; // set s: items[starts[s]] to items[starts[s + 1] - 1]
  uint32_t *next;                 // by set
  BATON_VEC(class) all;           // in order of their first set
  baton_map by_hash;
} classes;

static uint32_t set_size(const classes *c, uint32_t set) { return c->starts[set + 1] - c->starts[set]; }

static bool are_equal(const classes *c, uint32_t a, uint32_t b) {
  return set_size(c, a) == set_size(c, b) &&
         memcmp(c->items + c->starts[a], c->items + c->starts[b], set_size(c, a) * sizeof *c->items) == 0;
}

static void classify(classes *c, uint32_t set) {
  uint64_t hash = baton_hash_bytes(c->items + c->starts[set], set_size(c, set) * sizeof *c->items);
  uint64_t *found = baton_map_find(&c->by_hash, hash);
  uint32_t head = found ? (uint32_t)*found : BATON_COVER_NOTHING;
  c->next[set] = BATON_COVER_NOTHING;
  for (uint32_t i = head; i != BATON_COVER_NOTHING; i = c->all.data[i].next_same_hash) {
    class *known = &c->all.data[i];
    if (!are_equal(c, known->first, set))
      continue;
    c->next[known->last] = set;
    known->last = set;
    known->size++;
    return;
  }
  class fresh = {set, set, 1, head};
  baton_map_set(&c->by_hash, hash, c->all.size);
  baton_vec_push(&c->all, fresh);
}

static void classes_init(classes *c, uint32_t num_sets, const uint32_t *starts, const uint32_t *items) {
  *c = (classes){.starts = starts, .items = items};
  c->next = baton_mem_zeroed((size_t)num_sets + 1, sizeof *c->next);
  for (uint32_t set = 0; set < num_sets; set++)
    if (set_size(c, set) >= 2)
      classify(c, set);
}

static void classes_deinit(classes *c) {
  baton_mem_free(c->next);
  baton_vec_deinit(&c->all);
  baton_map_deinit(&c->by_hash);
}

static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

// ---- rows -------------------------------------------------------------------------------------------------------

static uint32_t deepest_producer(const baton_cover_draft *draft, uint32_t row) {
  const baton_task_cover *graph = draft->graph;
  uint32_t deepest = 0;
  for (uint32_t k = graph->starts[row]; k < graph->starts[row + 1]; k++)
    deepest = larger(deepest, draft->levels->in.data[graph->producers[k]]);
  return deepest;
}

static void use_fence(baton_cover_draft *draft, uint32_t row, uint32_t fence) {
  baton_cover_set_list(draft, row, &fence, 1);
  if (draft->graph->is_fence[row])
    baton_cover_levels_link(draft->levels, fence, row);
}

// The rows behind a fence with the same list use it.
static void reuse_fence(baton_cover_draft *draft, const classes *c, uint32_t fence) {
  for (uint32_t row = c->next[fence]; row != BATON_COVER_NOTHING; row = c->next[row])
    if (baton_cover_levels_allow(draft->levels, draft->levels->in.data[fence] - 1, draft->levels->out.data[row]))
      use_fence(draft, row, fence);
}

static void share_new_fence(baton_cover_draft *draft, const classes *c, const class *rows, uint32_t deepest) {
  const baton_task_cover *graph = draft->graph;
  uint32_t fence = baton_cover_add_fence(draft);
  draft->spans.data[fence] = (baton_cover_span){graph->starts[rows->first], set_size(c, rows->first), false};
  for (uint32_t k = graph->starts[rows->first]; deepest && k < graph->starts[rows->first + 1]; k++)
    if (graph->is_fence[graph->producers[k]])
      baton_cover_levels_link(draft->levels, graph->producers[k], fence);
  for (uint32_t row = rows->first; row != BATON_COVER_NOTHING; row = c->next[row])
    if (baton_cover_levels_allow(draft->levels, deepest, draft->levels->out.data[row]))
      use_fence(draft, row, fence);
}

static void share_rows(baton_cover_draft *draft, const classes *c, const class *rows) {
  uint32_t deepest = deepest_producer(draft, rows->first), num_allowed = 0, old_fence = BATON_COVER_NOTHING;
  for (uint32_t row = rows->first; row != BATON_COVER_NOTHING; row = c->next[row]) {
    num_allowed += baton_cover_levels_allow(draft->levels, deepest, draft->levels->out.data[row]);
    if (draft->graph->is_fence[row] && old_fence == BATON_COVER_NOTHING)
      old_fence = row;
  }
  if (old_fence == rows->first ||
      (old_fence != BATON_COVER_NOTHING && !baton_cover_pays(set_size(c, rows->first), num_allowed, draft->fence_cost)))
    reuse_fence(draft, c, old_fence);
  else if (baton_cover_pays(set_size(c, rows->first), num_allowed, draft->fence_cost))
    share_new_fence(draft, c, rows, deepest);
}

void baton_cover_rows(baton_cover_draft *draft) {
  classes c;
  classes_init(&c, draft->graph->num_nodes, draft->graph->starts, draft->graph->producers);
  for (size_t i = 0; i < c.all.size; i++)
    if (c.all.data[i].size >= 2)
      share_rows(draft, &c, &c.all.data[i]);
  classes_deinit(&c);
}

// ---- columns ----------------------------------------------------------------------------------------------------

// The consumers of each node.
static void transpose(const baton_task_cover *graph, uint32_t **out_starts, uint32_t **out_users) {
  uint32_t num_entries = graph->starts[graph->num_nodes];
  uint32_t *starts = baton_mem_zeroed((size_t)graph->num_nodes + 2, sizeof *starts);
  uint32_t *users = baton_mem_zeroed((size_t)num_entries + 1, sizeof *users);
  for (uint32_t k = 0; k < num_entries; k++)
    starts[graph->producers[k] + 2]++;
  for (uint32_t u = 0; u < graph->num_nodes; u++)
    starts[u + 2] += starts[u + 1];
  for (uint32_t v = 0; v < graph->num_nodes; v++)
    for (uint32_t k = graph->starts[v]; k < graph->starts[v + 1]; k++)
      users[starts[graph->producers[k] + 1]++] = v;
  *out_starts = starts;
  *out_users = users;
}

static uint32_t deepest_user(const baton_cover_draft *draft, const classes *c, uint32_t column) {
  uint32_t deepest = 0;
  for (uint32_t k = c->starts[column]; k < c->starts[column + 1]; k++)
    deepest = larger(deepest, draft->levels->out.data[c->items[k]]);
  return deepest;
}

// A fence for the producers of a class. It is noted for each of them; lists are rewritten when all are known.
static void join_columns(baton_cover_draft *draft, const classes *c, const class *columns, uint32_t *fence_of) {
  baton_cover_levels *levels = draft->levels;
  uint32_t deepest = deepest_user(draft, c, columns->first);
  baton_cover_vec members = {0};
  for (uint32_t u = columns->first; u != BATON_COVER_NOTHING; u = c->next[u])
    if (baton_cover_levels_allow(levels, levels->in.data[u], deepest))
      baton_vec_push(&members, u);
  if (baton_cover_pays(members.size, set_size(c, columns->first), draft->fence_cost)) {
    uint32_t fence = baton_cover_add_fence(draft);
    baton_cover_set_list(draft, fence, members.data, members.size);
    for (size_t i = 0; i < members.size; i++) {
      fence_of[members.data[i]] = fence;
      if (draft->graph->is_fence[members.data[i]])
        baton_cover_levels_link(levels, members.data[i], fence);
    }
    for (uint32_t k = c->starts[columns->first]; k < c->starts[columns->first + 1]; k++)
      if (draft->graph->is_fence[c->items[k]])
        baton_cover_levels_link(levels, fence, c->items[k]);
  }
  baton_vec_deinit(&members);
}

static void rewrite_row(baton_cover_draft *draft, uint32_t row, const uint32_t *fence_of, baton_cover_vec *list) {
  const baton_task_cover *graph = draft->graph;
  bool is_changed = false;
  list->size = 0;
  for (uint32_t k = graph->starts[row]; k < graph->starts[row + 1]; k++) {
    uint32_t u = graph->producers[k], fence = fence_of[u];
    is_changed |= fence != BATON_COVER_NOTHING;
    bool is_listed = false;
    for (size_t i = list->size; fence != BATON_COVER_NOTHING && !is_listed && i-- > 0;)
      is_listed = list->data[i] == fence;
    if (!is_listed)
      baton_vec_push(list, fence != BATON_COVER_NOTHING ? fence : u);
  }
  if (is_changed)
    baton_cover_set_list(draft, row, list->data, list->size);
}

void baton_cover_columns(baton_cover_draft *draft) {
  uint32_t num_nodes = draft->graph->num_nodes, *starts, *users;
  transpose(draft->graph, &starts, &users);
  classes c;
  classes_init(&c, num_nodes, starts, users);
  uint32_t *fence_of = baton_mem_resize_array(NULL, (size_t)num_nodes + 1, sizeof *fence_of);
  memset(fence_of, 0xFF, num_nodes * sizeof *fence_of);
  for (size_t i = 0; i < c.all.size; i++)
    if (c.all.data[i].size >= 2)
      join_columns(draft, &c, &c.all.data[i], fence_of);
  baton_cover_vec list = {0};
  if (draft->spans.size > num_nodes)
    for (uint32_t v = 0; v < num_nodes; v++)
      rewrite_row(draft, v, fence_of, &list);
  baton_vec_deinit(&list);
  baton_mem_free(fence_of);
  classes_deinit(&c);
  baton_mem_free(starts);
  baton_mem_free(users);
}
