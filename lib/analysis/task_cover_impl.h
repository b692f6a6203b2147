// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inside of task_cover.h. A step reads a graph and writes a *draft*: new lists for some nodes, and new fences. The
// draft then becomes the next graph, in which each new fence stands directly before its first user.
//
//     task_cover.c         the steps in their order, drafts, tidying
//     task_cover_levels.c  how many fences are in a row
//     task_cover_exact.c   equal lists, equal sets of consumers
//     task_cover_pivot.c   sets that overlap
#ifndef BATON_ANALYSIS_TASK_COVER_IMPL_H
#define BATON_ANALYSIS_TASK_COVER_IMPL_H

#include "analysis/task_cover.h"
#include "base/vec.h"

#define BATON_COVER_NOTHING UINT32_MAX

typedef BATON_VEC(uint32_t) baton_cover_vec;

// ---- levels -----------------------------------------------------------------------------------------------------

typedef struct baton_cover_link {
  uint32_t fence, next;
} baton_cover_link;

// For fences: the most fences on a way from a task up to and including this one (in), and from this one on to a task
// (out). For tasks: 0.
typedef struct baton_cover_levels {
  uint32_t max_depth;
  baton_cover_vec in, out;
  // Fences that wait for fences, as two lists per fence.
  baton_cover_vec first_member, first_user;
  BATON_VEC(baton_cover_link) links;
} baton_cover_levels;

void baton_cover_levels_init(baton_cover_levels *levels, const baton_task_cover *graph, uint32_t max_depth);
void baton_cover_levels_deinit(baton_cover_levels *levels);
// Whether a fence between a producer (or the deepest of several) and a consumer stays within the budget.
bool baton_cover_levels_allow(const baton_cover_levels *levels, uint32_t deepest_in, uint32_t deepest_out);
// Numbers one more fence.
uint32_t baton_cover_levels_add(baton_cover_levels *levels);
// Notes that a fence has another fence in its list.
void baton_cover_levels_link(baton_cover_levels *levels, uint32_t member, uint32_t user);

// ---- drafts -----------------------------------------------------------------------------------------------------

// A list: in the graph's producers or in the draft's pool.
typedef struct baton_cover_span {
  uint32_t start, size;
  bool is_pooled;
} baton_cover_span;

typedef struct baton_cover_draft {
  const baton_task_cover *graph;
  baton_cover_levels *levels;
  BATON_VEC(baton_cover_span) spans; // by node; new fences behind the nodes of the graph
  baton_cover_vec pool;
  uint64_t fence_cost;
} baton_cover_draft;

static inline const uint32_t *baton_cover_list(const baton_cover_draft *draft, uint32_t node) {
  const baton_cover_span *span = &draft->spans.data[node];
  return (span->is_pooled ? draft->pool.data : draft->graph->producers) + span->start;
}

// Whether a node is a fence, new or old.
static inline bool baton_cover_is_fence(const baton_cover_draft *draft, uint32_t node) {
  return node >= draft->graph->num_nodes || draft->graph->is_fence[node];
}

// Gives a node another list, which is copied.
void baton_cover_set_list(baton_cover_draft *draft, uint32_t node, const uint32_t *list, size_t size);
// A new fence with an empty list.
uint32_t baton_cover_add_fence(baton_cover_draft *draft);

// The steps. Each reads the graph as it is reduced.
void baton_cover_rows(baton_cover_draft *draft);
void baton_cover_columns(baton_cover_draft *draft);
void baton_cover_pivot(baton_cover_draft *draft);

// Saved entries of one fence between producers and consumers, and whether that is more than it costs.
static inline bool baton_cover_pays(uint64_t producers, uint64_t consumers, uint64_t fence_cost) {
  if (producers < 2 || consumers < 2 || fence_cost == UINT64_MAX)
    return false;
  return consumers - 1 > (fence_cost + 1) / (producers - 1);
}

#endif
