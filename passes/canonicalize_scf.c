// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// canonicalize: loops and branches.
#include "analysis/affine.h"
#include "analysis/trip.h"
#include "dialect/arith.h"
#include "dialect/scf.h"
#include "passes/canonicalize_impl.h"
#include "passes/fold.h"

// Which parts of the ops belong to their results.
static const baton_result_parts for_parts = {3, {1, 0}, {0, 0}};
static const baton_result_parts branch_parts = {BATON_NO_PARTS, {BATON_NO_PARTS, BATON_NO_PARTS}, {0, 0}};
static const baton_result_parts while_parts = {BATON_NO_PARTS, {BATON_NO_PARTS, 0}, {1, BATON_NO_PARTS}};

// Puts the body of a region in the place of its op; arguments and results are replaced. False, with nothing done, where
// a constant cannot take the place of one of them.
static bool inline_region(baton_rewriter *r, baton_op *op, baton_block *block, baton_value *const *args,
                          baton_operands yielded) {
  for (uint32_t i = 0; i < block->num_args; i++)
    if (!baton_fold_can_replace(block->args[i], args[i]))
      return false;
  baton_value **results = baton_mem_resize_array(NULL, op->num_results, sizeof *results);
  bool can_replace = true;
  for (uint32_t i = 0; i < op->num_results && can_replace; i++) {
    baton_value *value = yielded.data[i].value;
    bool is_arg = value->kind == BATON_BLOCK_ARGUMENT && value->block == block;
    results[i] = is_arg ? args[value->index] : value;
    can_replace = baton_fold_can_replace(&op->results[i], results[i]);
  }
  if (can_replace) {
    for (uint32_t i = 0; i < block->num_args; i++)
      baton_rewriter_replace(r, block->args[i], args[i]);
    baton_fold_splice(block, op);
    baton_rewriter_replace_op(r, op, results);
  }
  baton_mem_free(results);
  return can_replace;
}

// ---- for --------------------------------------------------------------------------------------------------------

static int64_t count_trips(const baton_op *loop) {
  if (baton_scf_for_lower(loop) == baton_scf_for_upper(loop) && baton_loop_step(loop) > 0)
    return 0;
  return baton_trip_count(loop);
}

// Lower bound and initial values, in the order of the body's arguments.
static bool unroll_once(baton_rewriter *r, baton_op *loop) {
  baton_block *body = baton_op_body(loop);
  baton_value **args = baton_mem_resize_array(NULL, body->num_args, sizeof *args);
  args[0] = baton_scf_for_lower(loop);
  for (uint32_t i = 1; i < body->num_args; i++)
    args[i] = loop->operands[2 + i].value;
  bool done = inline_region(r, loop, body, args, baton_scf_yield_values(body->last));
  baton_mem_free(args);
  return done;
}

static bool never_runs(baton_rewriter *r, baton_op *loop) {
  baton_operands inits = baton_scf_for_inits(loop);
  baton_value **values = baton_mem_resize_array(NULL, inits.size, sizeof *values);
  for (uint32_t i = 0; i < inits.size; i++)
    values[i] = inits.data[i].value;
  bool done = baton_rewriter_replace_op(r, loop, values);
  baton_mem_free(values);
  return done;
}

// Whether a carry is always its initial value, or neither used inside nor outside, or gives the same value from
// outside after every iteration. Replaces what is left of its uses; it can then be dropped.
static bool dissolve_carry(baton_rewriter *r, baton_op *loop, uint32_t k, int64_t trips) {
  baton_block *body = baton_op_body(loop);
  baton_value *arg = body->args[1 + k], *init = loop->operands[3 + k].value, *result = &loop->results[k];
  baton_value *yielded = body->last->operands[k].value;
  if (yielded == arg || yielded == init) {
    if (!baton_fold_can_replace(arg, init) || !baton_fold_can_replace(result, init))
      return false;
    // The loop's own yield of the argument goes with the carry.
    baton_rewriter_replace(r, arg, init);
    baton_rewriter_replace(r, result, init);
    return true;
  }
  if (arg->first_use)
    return false;
  if (!result->first_use)
    return true;
  return trips > 0 && baton_value_is_outside(yielded, loop) && baton_rewriter_replace(r, result, yielded);
}

static bool drop_carries(baton_rewriter *r, baton_op *loop, int64_t trips) {
  bool *dropped = baton_mem_zeroed(loop->num_results + 1, sizeof *dropped), any = false;
  for (uint32_t k = 0; k < loop->num_results; k++) {
    dropped[k] = dissolve_carry(r, loop, k, trips);
    any = any || dropped[k];
  }
  if (any)
    baton_rewriter_drop_results(r, loop, dropped, for_parts);
  baton_mem_free(dropped);
  return any;
}

bool baton_canonicalize_for(baton_rewriter *r, baton_op *op) {
  int64_t trips = count_trips(op);
  if (trips == 0 && never_runs(r, op))
    return true;
  if (trips == 1 && unroll_once(r, op))
    return true;
  return drop_carries(r, op, trips);
}

// ---- if, index_switch -------------------------------------------------------------------------------------------

// Puts one arm in the place of the branch.
static bool decide(baton_rewriter *r, baton_op *op, uint32_t region) {
  baton_block *arm = op->regions[region].first;
  if (arm)
    return inline_region(r, op, arm, NULL, baton_scf_yield_values(arm->last));
  baton_rewriter_erase(r, op);
  return true;
}

static bool is_scalar(const baton_type *type) {
  return type->kind == BATON_TYPE_INDEX || type->kind == BATON_TYPE_INTEGER || type->kind == BATON_TYPE_FLOAT;
}

// Results that both arms take from outside: the same value, or for numbers a selection. Ids and buffers stay in the
// branch, where analyses see them best.
static bool take_out_results(baton_rewriter *r, baton_op *op) {
  bool changed = false;
  if (!op->regions[1].first)
    return false;
  for (uint32_t i = 0; i < op->num_results; i++) {
    baton_value *result = &op->results[i];
    baton_value *yes = op->regions[0].first->last->operands[i].value,
                *no = op->regions[1].first->last->operands[i].value;
    if (!result->first_use || !baton_value_is_outside(yes, op) || !baton_value_is_outside(no, op))
      continue;
    if (yes == no) {
      changed |= baton_rewriter_replace(r, result, yes);
    } else if (is_scalar(result->type)) {
      baton_value *operands[] = {baton_scf_if_condition(op), yes, no};
      changed |=
          baton_rewriter_replace(r, result, baton_rewriter_build(r, op, "arith.select", operands, 3, result->type));
    }
  }
  return changed;
}

static bool is_empty(const baton_block *arm) { return arm->first == arm->last; }

// An else without ops: the branch is made anew without it.
static bool drop_empty_else(baton_rewriter *r, baton_op *op) {
  if (op->num_results || !op->regions[1].first || !is_empty(op->regions[1].first))
    return false;
  baton_builder at = baton_builder_before(r->module, op);
  baton_value *condition = baton_scf_if_condition(op);
  baton_op *fresh = baton_build(&at, &(baton_op_state){.def = op->def,
                                                       .operands = &condition,
                                                       .num_operands = 1,
                                                       .num_regions = 2,
                                                       .regions = (baton_region *[]){&op->regions[0], NULL}});
  for (uint32_t i = 0; i < op->num_attrs; i++)
    baton_op_set_attr(r->module, fresh, op->attrs[i].name, op->attrs[i].value);
  baton_rewriter_visit(r, fresh);
  baton_rewriter_erase(r, op);
  return true;
}

bool baton_canonicalize_if(baton_rewriter *r, baton_op *op) {
  int64_t condition;
  if (baton_value_is_constant(baton_scf_if_condition(op), &condition) && decide(r, op, condition ? 0 : 1))
    return true;
  bool taken_out = take_out_results(r, op);
  return baton_rewriter_drop_unused(r, op, branch_parts) || drop_empty_else(r, op) || taken_out;
}

// Region 0 is the default one.
bool baton_canonicalize_index_switch(baton_rewriter *r, baton_op *op) {
  const baton_attr *cases = baton_scf_index_switch_cases(op);
  int64_t index;
  if (baton_value_is_constant(baton_scf_index_switch_arg(op), &index)) {
    uint32_t region = 0;
    for (uint32_t i = 0; i < cases->dense.num_items; i++)
      region = cases->dense.items[i] == index ? i + 1 : region;
    if (decide(r, op, region))
      return true;
  }
  return baton_rewriter_drop_unused(r, op, branch_parts);
}

// ---- while ------------------------------------------------------------------------------------------------------

bool baton_canonicalize_while(baton_rewriter *r, baton_op *op) {
  baton_block *before = op->regions[0].first;
  int64_t condition;
  if (baton_value_is_constant(baton_scf_condition_condition(before->last), &condition) && !condition) {
    baton_value **args = baton_mem_resize_array(NULL, op->num_operands, sizeof *args);
    for (uint32_t i = 0; i < op->num_operands; i++)
      args[i] = op->operands[i].value;
    bool done = inline_region(r, op, before, args, baton_scf_condition_args(before->last));
    baton_mem_free(args);
    if (done)
      return true;
  }
  return baton_rewriter_drop_unused(r, op, while_parts);
}
