// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many fences are in a row. Kept exact for every added fence: entries between fences that are taken out later only
// make the true numbers smaller.
#include "analysis/task_cover_impl.h"

static uint32_t above(uint32_t level) { return level == UINT32_MAX ? level : level + 1; }

static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

static void link(baton_cover_levels *levels, uint32_t member, uint32_t user) {
  baton_cover_link as_member = {member, levels->first_member.data[user]};
  levels->first_member.data[user] = (uint32_t)levels->links.size;
  baton_vec_push(&levels->links, as_member);
  baton_cover_link as_user = {user, levels->first_user.data[member]};
  levels->first_user.data[member] = (uint32_t)levels->links.size;
  baton_vec_push(&levels->links, as_user);
}

static void add_task(baton_cover_levels *levels) {
  baton_vec_push(&levels->in, 0);
  baton_vec_push(&levels->out, 0);
  baton_vec_push(&levels->first_member, BATON_COVER_NOTHING);
  baton_vec_push(&levels->first_user, BATON_COVER_NOTHING);
}

void baton_cover_levels_init(baton_cover_levels *levels, const baton_task_cover *graph, uint32_t max_depth) {
  *levels = (baton_cover_levels){.max_depth = max_depth < BATON_COVER_MAX_DEPTH ? max_depth : BATON_COVER_MAX_DEPTH};
  for (uint32_t v = 0; v < graph->num_nodes; v++) {
    add_task(levels);
    if (!graph->is_fence[v])
      continue;
    levels->in.data[v] = levels->out.data[v] = 1;
    for (uint32_t k = graph->starts[v]; k < graph->starts[v + 1]; k++) {
      uint32_t u = graph->producers[k];
      if (!graph->is_fence[u])
        continue;
      link(levels, u, v);
      levels->in.data[v] = larger(levels->in.data[v], above(levels->in.data[u]));
    }
  }
  for (uint32_t v = graph->num_nodes; v-- > 0;)
    for (uint32_t l = levels->first_member.data[v]; l != BATON_COVER_NOTHING; l = levels->links.data[l].next) {
      uint32_t *out = &levels->out.data[levels->links.data[l].fence];
      *out = larger(*out, above(levels->out.data[v]));
    }
}

void baton_cover_levels_deinit(baton_cover_levels *levels) {
  baton_vec_deinit(&levels->in);
  baton_vec_deinit(&levels->out);
  baton_vec_deinit(&levels->first_member);
  baton_vec_deinit(&levels->first_user);
  baton_vec_deinit(&levels->links);
}

bool baton_cover_levels_allow(const baton_cover_levels *levels, uint32_t deepest_in, uint32_t deepest_out) {
  return deepest_in < levels->max_depth && deepest_out < levels->max_depth &&
         deepest_in + deepest_out < levels->max_depth;
}

uint32_t baton_cover_levels_add(baton_cover_levels *levels) {
  uint32_t fence = (uint32_t)levels->in.size;
  add_task(levels);
  levels->in.data[fence] = levels->out.data[fence] = 1;
  return fence;
}

// The recursion is as deep as there are fences in a row, which the budget bounds.
static void raise_in(baton_cover_levels *levels, uint32_t fence, uint32_t level) {
  if (levels->in.data[fence] >= level)
    return;
  levels->in.data[fence] = level;
  for (uint32_t l = levels->first_user.data[fence]; l != BATON_COVER_NOTHING; l = levels->links.data[l].next)
    raise_in(levels, levels->links.data[l].fence, level + 1);
}

static void raise_out(baton_cover_levels *levels, uint32_t fence, uint32_t level) {
  if (levels->out.data[fence] >= level)
    return;
  levels->out.data[fence] = level;
  for (uint32_t l = levels->first_member.data[fence]; l != BATON_COVER_NOTHING; l = levels->links.data[l].next)
    raise_out(levels, levels->links.data[l].fence, level + 1);
}

void baton_cover_levels_link(baton_cover_levels *levels, uint32_t member, uint32_t user) {
  link(levels, member, user);
  raise_in(levels, user, levels->in.data[member] + 1);
  raise_out(levels, member, levels->out.data[user] + 1);
}
