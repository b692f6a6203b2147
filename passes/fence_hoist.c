// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// phase-fence, slices and other pieces of arrays that tasks in a loop wait for, but that do not change in it: moved in
// front of it, so that a fence for them can stand there.
#include "dialect/orch.h"
#include "passes/fence_impl.h"
#include "passes/fold.h"

static bool is_piece(const baton_op *op) {
  return baton_op_is(op, BATON_OP_ORCH_SLICE) || baton_op_is(op, BATON_OP_ORCH_GET) ||
         baton_op_is(op, BATON_OP_ORCH_CONCAT);
}

static bool is_waited_for(const baton_op *op) {
  for (const baton_operand *use = op->results[0].first_use; use; use = use->next)
    if (baton_fence_is_consumer(use->owner))
      return true;
  return false;
}

static bool is_invariant(const baton_op *op, const baton_op *around) {
  for (uint32_t i = 0; i < op->num_operands; i++)
    if (baton_value_is_inside(op->operands[i].value, around))
      return false;
  return true;
}

// The outermost loop around an op that none of its operands changes in, or NULL.
static baton_op *find_loop(const baton_fence_scan *scan, baton_op *op) {
  baton_op *loop = NULL;
  for (baton_op *around = baton_op_parent(op); around && !scan->block_is_opaque[op->block->id];
       around = baton_op_parent(around)) {
    bool is_loop = baton_op_has_trait(around, BATON_TRAIT_LOOP);
    if (!(is_loop || baton_op_is(around, BATON_OP_ORCH_SCOPE)) || !is_invariant(op, around))
      break;
    loop = is_loop ? around : loop;
  }
  return loop;
}

bool baton_fence_hoist(const baton_fence_scan *scan) {
  bool is_changed = false;
  for (size_t i = 0; i < scan->num_ops; i++) {
    baton_op *op = scan->ops[i];
    if (!is_piece(op) || !baton_fold_cannot_fail(op) || !is_waited_for(op))
      continue;
    baton_op *loop = find_loop(scan, op);
    if (!loop)
      continue;
    baton_op_unlink(op);
    baton_op_insert_before(op, loop);
    is_changed = true;
  }
  return is_changed;
}
