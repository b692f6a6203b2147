// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ids and arrays of ids as values.
#include "llvm/lower_impl.h"

static LLVMValueRef count_of(baton_lowering *lw, const baton_value *value) {
  return baton_type_is_one_task(value->type) ? baton_i64(lw, 1) : baton_parts_of(lw, value)->at[1];
}

bool baton_lower_orch_none(baton_lowering *lw, const baton_op *op) {
  const baton_value *result = baton_op_result(op, 0), *size = baton_orch_none_size(op);
  if (baton_type_is_one_task(result->type)) {
    baton_set_scalar(lw, result, baton_i64(lw, 0));
    return true;
  }
  int64_t count = result->type->dialect.count;
  LLVMValueRef num = size ? baton_scalar(lw, size) : baton_i64(lw, count);
  baton_check(lw, op, baton_cmp(lw, LLVMIntSGE, num, baton_i64(lw, 0)), BATON_RT_FAULT_SIZE, num, baton_i64(lw, 0));
  baton_ids *ids = baton_ids_create(lw, count, num, true);
  baton_set_array(lw, result, ids->data, num, ids);
  return true;
}

bool baton_lower_orch_is_none(baton_lowering *lw, const baton_op *op) {
  LLVMValueRef task = baton_scalar(lw, baton_orch_is_none_task(op));
  baton_set_scalar(lw, baton_op_result(op, 0), baton_cmp(lw, LLVMIntEQ, task, baton_i64(lw, 0)));
  return true;
}

bool baton_lower_orch_size(baton_lowering *lw, const baton_op *op) {
  baton_set_scalar(lw, baton_op_result(op, 0), count_of(lw, baton_orch_size_array(op)));
  return true;
}

bool baton_lower_orch_get(baton_lowering *lw, const baton_op *op) {
  const baton_parts *array = baton_parts_of(lw, baton_orch_get_array(op));
  LLVMValueRef index = baton_scalar(lw, baton_orch_get_index(op));
  baton_check_index(lw, op, index, array->at[1]);
  LLVMValueRef slot = baton_at(lw, lw->i64, array->at[0], index);
  baton_set_scalar(lw, baton_op_result(op, 0), LLVMBuildLoad2(lw->b, lw->i64, slot, ""));
  return true;
}

// In place where nothing reads the old version any more.
bool baton_lower_orch_set(baton_lowering *lw, const baton_op *op) {
  const baton_operand *operand = &op->operands[baton_orch_set_array_group];
  const baton_parts *array = baton_parts_of(lw, operand->value);
  const baton_value *result = baton_op_result(op, 0);
  LLVMValueRef index = baton_scalar(lw, baton_orch_set_index(op)), data = array->at[0], count = array->at[1];
  baton_check_index(lw, op, index, count);
  baton_ids *ids = array->ids;
  if (!baton_ids_end_at(lw, ids, operand)) {
    ids = baton_ids_create(lw, result->type->dialect.count, count, false);
    baton_copy_ids(lw, ids->data, data, count);
    data = ids->data;
  }
  LLVMBuildStore(lw->b, baton_scalar(lw, baton_orch_set_task(op)), baton_at(lw, lw->i64, data, index));
  baton_set_array(lw, result, data, count, ids);
  return true;
}

// ---- concat -----------------------------------------------------------------------------------------------------

static bool lower_cast(baton_lowering *lw, const baton_op *op, LLVMValueRef count) {
  const baton_parts *parts = baton_parts_of(lw, baton_op_operand(op, 0));
  baton_set_array(lw, baton_op_result(op, 0), parts->at[0], count, parts->ids);
  return true;
}

bool baton_lower_orch_concat(baton_lowering *lw, const baton_op *op) {
  const baton_value *result = baton_op_result(op, 0);
  LLVMValueRef total = baton_i64(lw, 0);
  for (uint32_t i = 0; i < op->num_operands; i++)
    total = LLVMBuildAdd(lw->b, total, count_of(lw, baton_op_operand(op, i)), "");
  int64_t count = result->type->dialect.count;
  if (count != BATON_DYNAMIC) {
    LLVMValueRef wanted = baton_i64(lw, count);
    baton_check(lw, op, baton_cmp(lw, LLVMIntEQ, total, wanted), BATON_RT_FAULT_COUNT, total, wanted);
  }
  if (op->num_operands == 1 && baton_type_is_task_array(baton_op_operand(op, 0)->type))
    return lower_cast(lw, op, total);
  baton_ids *ids = baton_ids_create(lw, count, total, false);
  LLVMValueRef at = baton_i64(lw, 0);
  for (uint32_t i = 0; i < op->num_operands; i++) {
    const baton_value *item = baton_op_operand(op, i);
    LLVMValueRef slot = baton_at(lw, lw->i64, ids->data, at), num = count_of(lw, item);
    if (baton_type_is_one_task(item->type))
      LLVMBuildStore(lw->b, baton_scalar(lw, item), slot);
    else
      baton_copy_ids(lw, slot, baton_parts_of(lw, item)->at[0], num);
    at = LLVMBuildAdd(lw->b, at, num, "");
  }
  baton_set_array(lw, result, ids->data, total, ids);
  return true;
}

// ---- slice ------------------------------------------------------------------------------------------------------

typedef struct slice {
  LLVMValueRef start, count, step;
} slice;

static slice bounds_of(baton_lowering *lw, const baton_op *op) {
  const baton_attr *bounds = baton_orch_slice_bounds(op);
  baton_operands values = baton_orch_slice_values(op);
  LLVMValueRef all[3];
  for (uint32_t i = 0, next = 0; i < 3; i++) {
    int64_t item = bounds->dense.items[i];
    all[i] = item == BATON_DYNAMIC ? baton_scalar(lw, values.data[next++].value) : baton_i64(lw, item);
  }
  return (slice){all[0], all[1], all[2]};
}

static void check_slice(baton_lowering *lw, const baton_op *op, const slice *s, LLVMValueRef size) {
  LLVMValueRef zero = baton_i64(lw, 0), one = baton_i64(lw, 1);
  baton_check(lw, op, baton_cmp(lw, LLVMIntSGT, s->step, zero), BATON_RT_FAULT_STEP, s->step, zero);
  baton_check(lw, op, baton_cmp(lw, LLVMIntSGE, s->count, zero), BATON_RT_FAULT_SIZE, s->count, zero);
  baton_check(lw, op, baton_cmp(lw, LLVMIntULE, s->start, size), BATON_RT_FAULT_SLICE, s->start, size);
  LLVMValueRef rest = LLVMBuildSub(lw->b, size, s->start, ""), room = rest;
  if (!baton_is_const_equal(s->step, 1)) {
    LLVMValueRef up = LLVMBuildAdd(lw->b, rest, LLVMBuildSub(lw->b, s->step, one, ""), "");
    room = LLVMBuildUDiv(lw->b, up, s->step, "");
  }
  LLVMValueRef end = LLVMBuildAdd(lw->b, s->start, LLVMBuildMul(lw->b, s->count, s->step, ""), "");
  baton_check(lw, op, baton_cmp(lw, LLVMIntULE, s->count, room), BATON_RT_FAULT_SLICE, end, size);
}

static bool may_consume(const baton_op *op) {
  return baton_op_is(op, BATON_OP_ORCH_SET) || baton_op_is(op, BATON_OP_SCF_FOR) || baton_op_is(op, BATON_OP_SCF_WHILE);
}

// The ops that could take over an array's memory, found once per array.
static const baton_consumers *consumers_of(baton_lowering *lw, const baton_value *array) {
  baton_parts *parts = baton_parts_of(lw, array);
  if (parts->consumers)
    return parts->consumers;
  baton_consumers *found = BATON_ARENA_NEW(&lw->arena, baton_consumers);
  for (const baton_operand *use = array->first_use; use; use = use->next)
    found->num += may_consume(use->owner);
  found->ops = BATON_ARENA_ARRAY(&lw->arena, const baton_op *, found->num);
  uint32_t next = 0;
  for (const baton_operand *use = array->first_use; use; use = use->next)
    if (may_consume(use->owner))
      found->ops[next++] = use->owner;
  parts->consumers = found;
  return found;
}

// Whether the slice is still wanted when its array could be updated in place: then it gets a copy, so that the update,
// which there may be many of, need not copy the array.
static bool outlives_array(baton_lowering *lw, const baton_op *op) {
  const baton_value *array = baton_orch_slice_array(op), *result = baton_op_result(op, 0);
  if (!baton_parts_of(lw, array)->ids->is_owned)
    return false;
  const baton_consumers *consumers = consumers_of(lw, array);
  for (uint32_t i = 0; i < consumers->num; i++)
    if (baton_value_is_used_after(lw, result, consumers->ops[i]))
      return true;
  return false;
}

// Copies every step-th id in a loop.
static void gather(baton_lowering *lw, LLVMValueRef to, LLVMValueRef from, const slice *s) {
  LLVMBasicBlockRef preheader, header;
  baton_loop *loop = baton_loop_begin(lw, &preheader, &header);
  LLVMValueRef k = baton_phi(lw, lw->i64, baton_i64(lw, 0), preheader);
  LLVMBasicBlockRef body = baton_new_block(lw, "gather");
  LLVMBasicBlockRef exit = LLVMAppendBasicBlockInContext(lw->llvm, lw->fn.value, "exit");
  if (loop->parent)
    baton_map_set_pointer(&lw->fn.loops, exit, loop->parent);
  LLVMBuildCondBr(lw->b, baton_cmp(lw, LLVMIntULT, k, s->count), body, exit);
  baton_go_to(lw, body);
  LLVMValueRef at = LLVMBuildAdd(lw->b, s->start, LLVMBuildMul(lw->b, k, s->step, ""), "");
  LLVMValueRef id = LLVMBuildLoad2(lw->b, lw->i64, baton_at(lw, lw->i64, from, at), "");
  LLVMBuildStore(lw->b, id, baton_at(lw, lw->i64, to, k));
  LLVMValueRef next = LLVMBuildAdd(lw->b, k, baton_i64(lw, 1), "");
  LLVMAddIncoming(k, &next, &body, 1);
  LLVMBuildBr(lw->b, header);
  baton_loop_end(lw, loop);
  baton_go_to(lw, exit);
}

bool baton_lower_orch_slice(baton_lowering *lw, const baton_op *op) {
  const baton_value *result = baton_op_result(op, 0);
  const baton_parts *array = baton_parts_of(lw, baton_orch_slice_array(op));
  slice s = bounds_of(lw, op);
  check_slice(lw, op, &s, array->at[1]);
  bool is_plain = baton_is_const_equal(s.step, 1);
  LLVMValueRef from = baton_at(lw, lw->i64, array->at[0], s.start);
  if (is_plain && !outlives_array(lw, op)) {
    baton_set_array(lw, result, from, s.count, array->ids);
    return true;
  }
  baton_ids *ids = baton_ids_create(lw, result->type->dialect.count, s.count, false);
  if (is_plain)
    baton_copy_ids(lw, ids->data, from, s.count);
  else
    gather(lw, ids->data, array->at[0], &s);
  baton_set_array(lw, result, ids->data, s.count, ids);
  return true;
}
