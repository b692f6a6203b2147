// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks.
#include "ir/walk.h"

static baton_walk_result walk(baton_op *op, baton_walk_fn visit, void *user, bool is_post);

static bool walk_inside(baton_op *op, baton_walk_fn visit, void *user, bool is_post) {
  for (uint32_t i = 0; i < op->num_regions; i++)
    for (baton_block *block = op->regions[i].first; block; block = block->next)
      for (baton_op *inner = block->first, *next; inner; inner = next) {
        next = inner->next;
        if (walk(inner, visit, user, is_post) == BATON_WALK_STOP)
          return false;
      }
  return true;
}

static baton_walk_result walk(baton_op *op, baton_walk_fn visit, void *user, bool is_post) {
  baton_walk_result result = is_post ? BATON_WALK_ON : visit(op, user);
  if (result == BATON_WALK_ON && !walk_inside(op, visit, user, is_post))
    return BATON_WALK_STOP;
  return is_post ? visit(op, user) : result;
}

bool baton_walk_preorder(baton_op *root, baton_walk_fn visit, void *user) {
  return walk(root, visit, user, false) != BATON_WALK_STOP;
}

bool baton_walk_postorder(baton_op *root, baton_walk_fn visit, void *user) {
  return walk(root, visit, user, true) != BATON_WALK_STOP;
}

// The first op in the regions of an op from a region on.
static baton_op *first_in_regions(const baton_op *op, uint32_t from) {
  for (uint32_t i = from; i < op->num_regions; i++)
    for (baton_block *block = op->regions[i].first; block; block = block->next)
      if (block->first)
        return block->first;
  return NULL;
}

baton_op *baton_walk_first(const baton_op *root) { return first_in_regions(root, 0); }

baton_op *baton_walk_next(const baton_op *op, const baton_op *root) {
  baton_op *inner = first_in_regions(op, 0);
  return inner ? inner : baton_walk_next_outside(op, root);
}

baton_op *baton_walk_next_outside(const baton_op *op, const baton_op *root) {
  while (op && op != root) {
    if (op->next)
      return op->next;
    for (const baton_block *block = op->block->next; block; block = block->next)
      if (block->first)
        return block->first;
    baton_op *parent = baton_op_parent(op);
    if (!parent)
      return NULL;
    baton_op *sibling = first_in_regions(parent, (uint32_t)(op->block->region - parent->regions) + 1);
    if (sibling)
      return sibling;
    op = parent;
  }
  return NULL;
}
