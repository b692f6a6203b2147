// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dominance: positions of ops in their blocks, and dominator trees of regions with more than one block, by the
// iterative algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm", 2001).
#include "ir/dominance.h"

#include "ir/walk.h"

static const uint32_t UNREACHABLE = UINT32_MAX;

typedef struct block_info {
  const baton_block *block;
  uint32_t postorder; // UNREACHABLE: not reached from the entry
  uint32_t idom;      // id of the immediate dominator's block; of the entry: itself
} block_info;

struct baton_dominance {
  uint32_t *order;    // by op id: position in the block
  block_info *blocks; // by block id; filled only for regions with several blocks
};

// ---- dominator trees --------------------------------------------------------------------------------------------

typedef struct visit {
  const baton_block *block;
  uint32_t next_successor;
} visit;

// Numbers the blocks reached from the entry in postorder; returns them in that order.
static uint32_t number_postorder(baton_dominance *d, const baton_region *region, uint32_t num_blocks,
                                 const baton_block **out_order) {
  visit *stack = baton_mem_resize_array(NULL, num_blocks, sizeof *stack);
  uint32_t depth = 0, num = 0;
  bool *seen = baton_mem_zeroed(region->first->region->op->module->num_block_ids, sizeof *seen);
  stack[depth++] = (visit){region->first, 0};
  seen[region->first->id] = true;
  while (depth) {
    visit *top = &stack[depth - 1];
    const baton_op *last = top->block->last;
    if (last && top->next_successor < last->num_successors) {
      const baton_block *to = baton_op_successors(last)[top->next_successor++];
      if (to->region == region && !seen[to->id]) {
        seen[to->id] = true;
        stack[depth++] = (visit){to, 0};
      }
      continue;
    }
    d->blocks[top->block->id].postorder = num;
    out_order[num++] = top->block;
    depth--;
  }
  baton_mem_free(seen);
  baton_mem_free(stack);
  return num;
}

static uint32_t intersect(const baton_dominance *d, uint32_t a, uint32_t b) {
  while (a != b) {
    while (d->blocks[a].postorder < d->blocks[b].postorder)
      a = d->blocks[a].idom;
    while (d->blocks[b].postorder < d->blocks[a].postorder)
      b = d->blocks[b].idom;
  }
  return a;
}

// Lets a block's dominator flow into its successors; whether something changed.
static bool update_successors(baton_dominance *d, const baton_block *block, const baton_block *entry) {
  bool changed = false;
  const baton_op *last = block->last;
  for (uint32_t i = 0; last && i < last->num_successors; i++) {
    const baton_block *to = baton_op_successors(last)[i];
    if (to == entry || to->region != entry->region)
      continue;
    block_info *info = &d->blocks[to->id];
    uint32_t idom = info->idom == UNREACHABLE ? block->id : intersect(d, info->idom, block->id);
    changed |= idom != info->idom;
    info->idom = idom;
  }
  return changed;
}

static void analyse_region(baton_dominance *d, const baton_region *region) {
  uint32_t num_blocks = 0;
  for (const baton_block *block = region->first; block; block = block->next, num_blocks++)
    d->blocks[block->id] = (block_info){block, UNREACHABLE, UNREACHABLE};
  const baton_block **postorder = baton_mem_resize_array(NULL, num_blocks, sizeof(void *));
  uint32_t num_reached = number_postorder(d, region, num_blocks, postorder);
  d->blocks[region->first->id].idom = region->first->id;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = num_reached; i-- > 0;)
      changed |= update_successors(d, postorder[i], region->first);
  }
  baton_mem_free(postorder);
}

static bool block_dominates(const baton_dominance *d, const baton_block *a, const baton_block *b) {
  if (d->blocks[b->id].postorder == UNREACHABLE)
    return true;
  if (d->blocks[a->id].postorder == UNREACHABLE)
    return false;
  uint32_t at = b->id;
  while (at != a->id && d->blocks[at].idom != at)
    at = d->blocks[at].idom;
  return at == a->id;
}

// ---- the whole --------------------------------------------------------------------------------------------------

static void analyse_op(baton_dominance *d, const baton_op *op) {
  for (uint32_t i = 0; i < op->num_regions; i++) {
    const baton_region *region = &op->regions[i];
    if (region->first && region->first->next)
      analyse_region(d, region);
    for (const baton_block *block = region->first; block; block = block->next) {
      uint32_t position = 0;
      for (const baton_op *inner = block->first; inner; inner = inner->next)
        d->order[inner->id] = position++;
    }
  }
}

baton_dominance *baton_dominance_create(const baton_op *root) {
  baton_dominance *d = baton_mem_zeroed(1, sizeof *d);
  d->order = baton_mem_zeroed(root->module->num_op_ids, sizeof *d->order);
  d->blocks = baton_mem_zeroed(root->module->num_block_ids, sizeof *d->blocks);
  analyse_op(d, root);
  for (const baton_op *op = baton_walk_first(root); op; op = baton_walk_next(op, root))
    analyse_op(d, op);
  return d;
}

void baton_dominance_destroy(baton_dominance *d) {
  if (!d)
    return;
  baton_mem_free(d->order);
  baton_mem_free(d->blocks);
  baton_mem_free(d);
}

bool baton_dominates(const baton_dominance *d, const baton_value *value, const baton_op *user) {
  const baton_block *block = baton_value_block(value);
  if (!block || !block->region)
    return false;
  const baton_op *at = user;
  while (at && !(at->block && at->block->region == block->region))
    at = baton_op_parent(at);
  if (!at)
    return false;
  if (at->block != block)
    return block_dominates(d, block, at->block);
  return value->kind == BATON_BLOCK_ARGUMENT || d->order[value->op->id] < d->order[at->id];
}
