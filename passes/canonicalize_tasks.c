// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// canonicalize: lists of waits, parallels and scopes. What a list waits for stays as it is written, but for nones.
#include "analysis/affine.h"
#include "analysis/trip.h"
#include "dialect/arith.h"
#include "dialect/orch.h"
#include "passes/canonicalize_impl.h"
#include "passes/fold.h"

static const baton_result_parts region_parts = {BATON_NO_PARTS, {BATON_NO_PARTS, BATON_NO_PARTS}, {0, BATON_NO_PARTS}};

// ---- lists ------------------------------------------------------------------------------------------------------

// A value in which no slot is a task.
static bool is_none(const baton_value *value) {
  return baton_value_op_of(value, BATON_OP_ORCH_NONE) || baton_type_task_count(value->type) == 0;
}

static bool drop_nones(baton_rewriter *r, baton_op *op, uint32_t group) {
  baton_operands list = baton_op_group(op, group);
  baton_value **kept = baton_mem_resize_array(NULL, list.size, sizeof *kept);
  size_t num_kept = 0;
  for (uint32_t i = 0; i < list.size; i++)
    if (!is_none(list.data[i].value))
      kept[num_kept++] = list.data[i].value;
  bool any = num_kept < list.size;
  if (any)
    baton_rewriter_set_group(r, op, group, kept, num_kept);
  baton_mem_free(kept);
  return any;
}

bool baton_canonicalize_submit(baton_rewriter *r, baton_op *op) {
  bool after = drop_nones(r, op, baton_orch_submit_after_group);
  return drop_nones(r, op, baton_orch_submit_derived_group) || after;
}

bool baton_canonicalize_fence(baton_rewriter *r, baton_op *op) {
  bool after = drop_nones(r, op, baton_orch_fence_after_group);
  return drop_nones(r, op, baton_orch_fence_derived_group) || after;
}

bool baton_canonicalize_wait(baton_rewriter *r, baton_op *op) {
  bool changed = drop_nones(r, op, baton_orch_wait_tasks_group);
  if (op->num_operands == 0)
    baton_rewriter_erase(r, op);
  return changed;
}

// ---- parallel ---------------------------------------------------------------------------------------------------

static baton_value *empty_array(baton_rewriter *r, baton_op *before, const baton_type *type) {
  if (type->dialect.count != BATON_DYNAMIC)
    return baton_rewriter_build(r, before, "orch.none", NULL, 0, type);
  baton_value *zero = baton_rewriter_integer(r, before, baton_type_index(r->module->context), 0);
  return baton_rewriter_build(r, before, "orch.none", &zero, 1, type);
}

// A result that must have slots is an error when the program runs, which stays.
static bool never_runs(baton_rewriter *r, baton_op *op) {
  for (uint32_t i = 0; i < op->num_results; i++)
    if (op->results[i].type->dialect.count > 0)
      return false;
  for (uint32_t i = 0; i < op->num_results; i++)
    if (op->results[i].first_use)
      baton_rewriter_replace(r, &op->results[i], empty_array(r, op, op->results[i].type));
  baton_rewriter_erase(r, op);
  return true;
}

// What one iteration gives, as the array that a result is. A size that is checked when the program runs stays.
static bool can_be_result(const baton_value *yielded, const baton_type *type) {
  int64_t count = type->dialect.count;
  return count == BATON_DYNAMIC || count == baton_type_task_count(yielded->type);
}

static bool runs_once(baton_rewriter *r, baton_op *op) {
  baton_block *body = baton_op_body(op);
  baton_operands yielded = baton_orch_yield_values(body->last);
  for (uint32_t i = 0; i < op->num_results; i++)
    if (!can_be_result(yielded.data[i].value, op->results[i].type))
      return false;
  if (!baton_fold_can_replace(body->args[0], baton_orch_parallel_lower(op)))
    return false;
  baton_rewriter_replace(r, body->args[0], baton_orch_parallel_lower(op));
  baton_fold_splice(body, op);
  for (uint32_t i = 0; i < op->num_results; i++) {
    baton_value *value = yielded.data[i].value;
    if (value->type != op->results[i].type)
      value = baton_rewriter_build(r, op, "orch.concat", &value, 1, op->results[i].type);
    baton_rewriter_replace(r, &op->results[i], value);
  }
  baton_rewriter_erase(r, op);
  return true;
}

bool baton_canonicalize_parallel(baton_rewriter *r, baton_op *op) {
  bool is_empty = baton_orch_parallel_lower(op) == baton_orch_parallel_upper(op) && baton_loop_step(op) > 0;
  int64_t trips = is_empty ? 0 : baton_trip_count(op);
  if (trips == 0 && never_runs(r, op))
    return true;
  if (trips == 1 && runs_once(r, op))
    return true;
  return baton_rewriter_drop_unused(r, op, region_parts);
}

// ---- scope ------------------------------------------------------------------------------------------------------

// Whether something that depends on the kind of the scope stands directly in it, not in a scope further in.
static bool kind_matters(const baton_op *op) {
  for (uint32_t i = 0; i < op->num_regions; i++)
    for (const baton_block *block = op->regions[i].first; block; block = block->next)
      for (const baton_op *inner = block->first; inner; inner = inner->next)
        switch (baton_op_code(inner)) {
        case BATON_OP_ORCH_SUBMIT:
        case BATON_OP_MEMREF_LOAD:
        case BATON_OP_MEMREF_STORE:
        case BATON_OP_FUNC_CALL:
          return true;
        case BATON_OP_ORCH_SCOPE:
          break;
        default:
          if (!inner->def->is_registered || kind_matters(inner))
            return true;
        }
  return false;
}

static bool dissolve_scope(baton_rewriter *r, baton_op *op) {
  baton_block *body = baton_op_body(op);
  baton_operands yielded = baton_orch_yield_values(body->last);
  for (uint32_t i = 0; i < op->num_results; i++)
    if (!baton_fold_can_replace(&op->results[i], yielded.data[i].value))
      return false;
  baton_fold_splice(body, op);
  for (uint32_t i = 0; i < op->num_results; i++)
    baton_rewriter_replace(r, &op->results[i], yielded.data[i].value);
  baton_rewriter_erase(r, op);
  return true;
}

bool baton_canonicalize_scope(baton_rewriter *r, baton_op *op) {
  if (!kind_matters(op) && dissolve_scope(r, op))
    return true;
  bool changed = false;
  const baton_op *yield = baton_op_body(op)->last;
  for (uint32_t i = 0; i < op->num_results; i++) {
    baton_value *value = yield->operands[i].value;
    if (op->results[i].first_use && baton_value_is_outside(value, op))
      changed |= baton_rewriter_replace(r, &op->results[i], value);
  }
  return baton_rewriter_drop_unused(r, op, region_parts) || changed;
}
