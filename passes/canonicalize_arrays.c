// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// canonicalize: arrays of tasks.
#include "analysis/trip.h"
#include "dialect/arith.h"
#include "dialect/orch.h"
#include "passes/canonicalize_impl.h"
#include "passes/fold.h"

enum { MAX_STEPS = 1024 }; // sets or parts that one slot is looked for in

static bool replace(baton_rewriter *r, baton_op *op, baton_value *with) {
  return baton_rewriter_replace_op(r, op, &with);
}

static bool replace_by_none(baton_rewriter *r, baton_op *op) {
  return replace(r, op, baton_rewriter_build(r, op, "orch.none", NULL, 0, op->results[0].type));
}

// A slot that surely exists. The array has a static size, which the verifier has checked a constant index against.
static bool is_slot(const baton_value *array, const baton_value *index, int64_t *out) {
  return array->type->dialect.count != BATON_DYNAMIC && baton_value_is_constant(index, out);
}

// ---- get --------------------------------------------------------------------------------------------------------

static bool get_from(baton_rewriter *r, baton_op *op, baton_value *array, int64_t index) {
  if (baton_type_is_one_task(array->type))
    return replace(r, op, array);
  baton_value *operands[] = {array, baton_rewriter_integer(r, op, op->operands[1].value->type, index)};
  return replace(r, op, baton_rewriter_build(r, op, "orch.get", operands, 2, op->results[0].type));
}

// Through the sets of other slots, to the task that was put into this one, or to the array in which it was before.
static bool get_of_set(baton_rewriter *r, baton_op *op) {
  const baton_value *index = baton_orch_get_index(op);
  baton_value *array = baton_orch_get_array(op);
  const baton_op *set = baton_value_op_of(array, BATON_OP_ORCH_SET);
  int64_t wanted, there;
  bool is_known = baton_value_is_constant(index, &wanted);
  for (uint32_t steps = 0; set; steps++) {
    const baton_value *set_index = baton_orch_set_index(set);
    bool is_constant = baton_value_is_constant(set_index, &there);
    if (set_index == index || (is_known && is_constant && wanted == there))
      return replace(r, op, baton_orch_set_task(set));
    if (steps == MAX_STEPS)
      return false;
    if (!is_known || !is_constant)
      break;
    array = baton_orch_set_array(set);
    set = baton_value_op_of(array, BATON_OP_ORCH_SET);
  }
  if (array == baton_orch_get_array(op))
    return false;
  baton_rewriter_set_operand(r, &op->operands[0], array);
  return true;
}

static bool get_of_concat(baton_rewriter *r, baton_op *op, const baton_op *concat, int64_t index) {
  for (uint32_t i = 0; i < concat->num_operands && i < MAX_STEPS; i++) {
    baton_value *part = concat->operands[i].value;
    int64_t count = baton_type_task_count(part->type);
    if (count == BATON_DYNAMIC)
      return false;
    if (index < count)
      return get_from(r, op, part, index);
    index -= count;
  }
  return false;
}

static bool get_of_slice(baton_rewriter *r, baton_op *op, const baton_op *slice, int64_t index) {
  const int64_t *bounds = baton_orch_slice_bounds(slice)->dense.items;
  if (baton_orch_slice_values(slice).size || !baton_fold_cannot_fail(slice))
    return false;
  return get_from(r, op, baton_orch_slice_array(slice), bounds[0] + index * bounds[2]);
}

// Each iteration gives the same task, from outside.
static bool get_of_parallel(baton_rewriter *r, baton_op *op, const baton_op *parallel, uint32_t result) {
  baton_value *yielded = baton_op_body(parallel)->last->operands[result].value;
  return baton_trip_count(parallel) > 0 && baton_type_is_one_task(yielded->type) &&
         baton_value_is_outside(yielded, parallel) && replace(r, op, yielded);
}

bool baton_canonicalize_get(baton_rewriter *r, baton_op *op) {
  baton_value *array = baton_orch_get_array(op);
  const baton_op *from = baton_value_op(array);
  int64_t index;
  if (!from)
    return false;
  if (baton_op_is(from, BATON_OP_ORCH_SET))
    return get_of_set(r, op);
  if (!is_slot(array, baton_orch_get_index(op), &index))
    return false;
  switch (baton_op_code(from)) {
  case BATON_OP_ORCH_NONE:
    return replace_by_none(r, op);
  case BATON_OP_ORCH_CONCAT:
    return get_of_concat(r, op, from, index);
  case BATON_OP_ORCH_SLICE:
    return get_of_slice(r, op, from, index);
  case BATON_OP_ORCH_PARALLEL:
    return get_of_parallel(r, op, from, array->index);
  default:
    return false;
  }
}

// ---- set --------------------------------------------------------------------------------------------------------

// A slot that was set and is set again, with nothing in between that has seen the first value.
bool baton_canonicalize_set(baton_rewriter *r, baton_op *op) {
  const baton_op *before = baton_value_op_of(baton_orch_set_array(op), BATON_OP_ORCH_SET);
  int64_t a, b;
  if (!before || (baton_orch_set_index(before) != baton_orch_set_index(op) &&
                  !(baton_value_is_constant(baton_orch_set_index(before), &a) &&
                    baton_value_is_constant(baton_orch_set_index(op), &b) && a == b)))
    return false;
  baton_rewriter_set_operand(r, &op->operands[1], baton_orch_set_array(before));
  return true;
}

// ---- size, concat, slice, is_none -------------------------------------------------------------------------------

bool baton_canonicalize_size(baton_rewriter *r, baton_op *op) {
  const baton_value *array = baton_orch_size_array(op);
  const baton_op *from = baton_value_op(array);
  int64_t count = array->type->dialect.count;
  if (count != BATON_DYNAMIC)
    return replace(r, op, baton_rewriter_integer(r, op, op->results[0].type, count));
  if (!from)
    return false;
  if (baton_op_is(from, BATON_OP_ORCH_NONE) && baton_fold_cannot_fail(from))
    return replace(r, op, baton_orch_none_size(from));
  if (baton_op_is(from, BATON_OP_ORCH_SET)) {
    baton_rewriter_set_operand(r, &op->operands[0], baton_orch_set_array(from));
    return true;
  }
  if (!baton_op_is(from, BATON_OP_ORCH_CONCAT))
    return false;
  int64_t total = 0;
  for (uint32_t i = 0; i < from->num_operands; i++) {
    count = baton_type_task_count(from->operands[i].value->type);
    if (count == BATON_DYNAMIC || __builtin_add_overflow(total, count, &total))
      return false;
  }
  return replace(r, op, baton_rewriter_integer(r, op, op->results[0].type, total));
}

static bool are_all_none(const baton_op *op) {
  for (uint32_t i = 0; i < op->num_operands; i++)
    if (!baton_value_op_of(op->operands[i].value, BATON_OP_ORCH_NONE))
      return false;
  return true;
}

// Parts without slots go, as long as one part is left.
static bool drop_empty_parts(baton_rewriter *r, baton_op *op) {
  baton_value **kept = baton_mem_resize_array(NULL, op->num_operands, sizeof *kept);
  size_t num_kept = 0;
  for (uint32_t i = 0; i < op->num_operands; i++)
    if (baton_type_task_count(op->operands[i].value->type) != 0)
      kept[num_kept++] = op->operands[i].value;
  bool changed = num_kept > 0 && num_kept < op->num_operands;
  if (changed)
    baton_rewriter_set_group(r, op, baton_orch_concat_items_group, kept, num_kept);
  baton_mem_free(kept);
  return changed;
}

bool baton_canonicalize_concat(baton_rewriter *r, baton_op *op) {
  const baton_type *type = op->results[0].type;
  if (op->num_operands == 1 && op->operands[0].value->type == type)
    return replace(r, op, op->operands[0].value);
  if (type->dialect.count != BATON_DYNAMIC && are_all_none(op))
    return replace_by_none(r, op);
  return drop_empty_parts(r, op);
}

// The bounds with constants written out; a count only where the result's type says it as well.
static bool write_out_bounds(baton_rewriter *r, baton_op *op) {
  baton_operands values = baton_orch_slice_values(op);
  const int64_t *old = baton_orch_slice_bounds(op)->dense.items;
  int64_t bounds[3], number;
  baton_value *kept[3];
  size_t num_kept = 0;
  for (uint32_t i = 0, next = 0; i < 3; i++) {
    bounds[i] = old[i];
    if (old[i] != BATON_DYNAMIC)
      continue;
    baton_value *value = values.data[next++].value;
    if (i != 1 && baton_value_is_constant(value, &number))
      bounds[i] = number;
    else
      kept[num_kept++] = value;
  }
  if (num_kept == values.size)
    return false;
  baton_orch_slice_set_bounds(op, baton_attr_dense_i64(r->module->context, bounds, 3));
  baton_rewriter_set_group(r, op, baton_orch_slice_values_group, kept, num_kept);
  return true;
}

bool baton_canonicalize_slice(baton_rewriter *r, baton_op *op) {
  baton_value *array = baton_orch_slice_array(op);
  const int64_t *bounds = baton_orch_slice_bounds(op)->dense.items;
  int64_t count = array->type->dialect.count;
  if (count != BATON_DYNAMIC && bounds[0] == 0 && bounds[1] == count && bounds[2] == 1)
    return replace(r, op, array);
  bool is_certain = baton_orch_slice_values(op).size == 0 && count != BATON_DYNAMIC;
  if (is_certain && baton_value_op_of(array, BATON_OP_ORCH_NONE))
    return replace_by_none(r, op);
  return write_out_bounds(r, op);
}

bool baton_canonicalize_is_none(baton_rewriter *r, baton_op *op) {
  const baton_op *from = baton_value_op(baton_orch_is_none_task(op));
  if (!from || !(baton_op_is(from, BATON_OP_ORCH_NONE) || baton_op_is(from, BATON_OP_ORCH_SUBMIT) ||
                 baton_op_is(from, BATON_OP_ORCH_FENCE)))
    return false;
  bool result = baton_op_is(from, BATON_OP_ORCH_NONE);
  return replace(r, op, baton_rewriter_constant(r, op, baton_attr_bool(r->module->context, result)));
}
