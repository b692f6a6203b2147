// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// orch.parallel: a loop that writes the ids which its iterations yield one behind the other into result arrays.
#include "llvm/lower_impl.h"

// One result. Where the iterations yield equally many ids, iteration k's begin at k times that number; else at `used`.
typedef struct gathered {
  const baton_value *result, *yielded;
  int64_t each; // ids per iteration; BATON_DYNAMIC
  baton_ids *ids;
  LLVMValueRef used, data, capacity; // phis, where each is dynamic; the last two where the result grows
} gathered;

static bool is_growing(const gathered *g) {
  return g->each == BATON_DYNAMIC && g->result->type->dialect.count == BATON_DYNAMIC;
}

// trips * each, or a number that no memory suffices for.
static LLVMValueRef total_of(baton_lowering *lw, LLVMValueRef trips, int64_t each) {
  if (each == 0)
    return baton_i64(lw, 0);
  LLVMValueRef limit = baton_i64(lw, (INT64_C(1) << 60) / each);
  LLVMValueRef product = LLVMBuildMul(lw->b, trips, baton_i64(lw, each), "");
  LLVMValueRef fits = baton_cmp(lw, LLVMIntULE, trips, limit);
  return LLVMBuildSelect(lw->b, fits, product, baton_i64(lw, INT64_C(1) << 60), "");
}

// Before the loop.
static void begin(baton_lowering *lw, const baton_op *op, gathered *g, LLVMValueRef trips) {
  int64_t count = g->result->type->dialect.count;
  LLVMValueRef size = baton_i64(lw, count == BATON_DYNAMIC ? 0 : count);
  if (g->each != BATON_DYNAMIC) {
    LLVMValueRef total = total_of(lw, trips, g->each);
    if (count != BATON_DYNAMIC)
      baton_check(lw, op, baton_cmp(lw, LLVMIntEQ, total, size), BATON_RT_FAULT_COUNT, total, size);
    else
      size = total;
  }
  g->used = baton_i64(lw, 0);
  if (!is_growing(g)) {
    g->ids = baton_ids_create(lw, count, size, false);
    baton_set_array(lw, g->result, g->ids->data, size, g->ids);
    return;
  }
  g->capacity = baton_i64(lw, 0);
  g->data = baton_call(lw, BATON_CALL_IDS, (LLVMValueRef[]){lw->fn.rt, g->capacity}, 2);
  baton_check_run(lw, baton_not_null(lw, g->data));
}

static void add_phis(baton_lowering *lw, gathered *g, LLVMBasicBlockRef preheader) {
  if (g->each != BATON_DYNAMIC)
    return;
  g->used = baton_phi(lw, lw->i64, g->used, preheader);
  if (is_growing(g)) {
    g->data = baton_phi(lw, lw->ptr, g->data, preheader);
    g->capacity = baton_phi(lw, lw->i64, g->capacity, preheader);
  }
}

// internal ptr @baton.grow(ptr %rt, ptr %old, i64 %used, i64 %capacity): a larger array with the same ids; null:
// failed.
static void define_grow(baton_lowering *lw) {
  LLVMTypeRef params[] = {lw->ptr, lw->ptr, lw->i64, lw->i64};
  lw->grow_type = LLVMFunctionType(lw->ptr, params, 4, 0);
  lw->grow = LLVMAddFunction(lw->out, "baton.grow", lw->grow_type);
  LLVMSetLinkage(lw->grow, LLVMInternalLinkage);
  baton_debug_place here = baton_debug_leave(lw);
  LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(lw->llvm, lw->grow, "entry"),
                    move = LLVMAppendBasicBlockInContext(lw->llvm, lw->grow, "move"),
                    end = LLVMAppendBasicBlockInContext(lw->llvm, lw->grow, "end");
  LLVMValueRef rt = LLVMGetParam(lw->grow, 0), old = LLVMGetParam(lw->grow, 1);
  baton_go_to(lw, entry);
  LLVMValueRef new = baton_call(lw, BATON_CALL_IDS, (LLVMValueRef[]){rt, LLVMGetParam(lw->grow, 3)}, 2);
  LLVMBuildCondBr(lw->b, baton_not_null(lw, new), move, end);
  baton_go_to(lw, move);
  baton_copy_ids(lw, new, old, LLVMGetParam(lw->grow, 2));
  baton_call(lw, BATON_CALL_IDS_FREE, (LLVMValueRef[]){rt, old}, 2);
  LLVMBuildBr(lw->b, end);
  baton_go_to(lw, end);
  LLVMBuildRet(lw->b, new);
  baton_debug_return(lw, &here);
}

// Makes room for `need` ids; *out_capacity is the new one.
static LLVMValueRef grow(baton_lowering *lw, const gathered *g, LLVMValueRef need, LLVMValueRef *out_capacity) {
  if (!lw->grow)
    define_grow(lw);
  LLVMBasicBlockRef from = baton_here(lw), more = baton_new_block(lw, "grow"), next = baton_new_block(lw, "");
  LLVMBuildCondBr(lw->b, baton_cmp(lw, LLVMIntUGT, need, g->capacity), more, next);
  baton_go_to(lw, more);
  LLVMValueRef twice = LLVMBuildShl(lw->b, g->capacity, baton_i64(lw, 1), "");
  LLVMValueRef capacity = LLVMBuildSelect(lw->b, baton_cmp(lw, LLVMIntUGT, need, twice), need, twice, "");
  LLVMValueRef args[] = {lw->fn.rt, g->data, g->used, capacity};
  LLVMValueRef data = LLVMBuildCall2(lw->b, lw->grow_type, lw->grow, args, 4, "");
  baton_check_run(lw, baton_not_null(lw, data));
  LLVMBasicBlockRef grown = baton_here(lw);
  LLVMBuildBr(lw->b, next);
  baton_go_to(lw, next);
  LLVMValueRef result = baton_phi(lw, lw->ptr, g->data, from);
  LLVMAddIncoming(result, &data, &grown, 1);
  *out_capacity = baton_phi(lw, lw->i64, g->capacity, from);
  LLVMAddIncoming(*out_capacity, &capacity, &grown, 1);
  return result;
}

typedef struct gathered_next {
  LLVMValueRef used, data, capacity;
} gathered_next;

// At the end of an iteration: the ids it yields.
static gathered_next append(baton_lowering *lw, const baton_op *op, const gathered *g, LLVMValueRef k) {
  gathered_next next = {0};
  const baton_parts *parts = baton_parts_of(lw, g->yielded);
  if (baton_type_is_one_task(g->yielded->type)) {
    LLVMBuildStore(lw->b, parts->at[0], baton_at(lw, lw->i64, g->ids->data, k));
    return next;
  }
  if (g->each != BATON_DYNAMIC) {
    LLVMValueRef at = LLVMBuildMul(lw->b, k, baton_i64(lw, g->each), "");
    if (g->each)
      baton_copy_ids(lw, baton_at(lw, lw->i64, g->ids->data, at), parts->at[0], parts->at[1]);
    return next;
  }
  next.used = LLVMBuildAdd(lw->b, g->used, parts->at[1], "");
  if (is_growing(g)) {
    next.data = grow(lw, g, next.used, &next.capacity);
  } else {
    LLVMValueRef size = baton_i64(lw, g->result->type->dialect.count);
    baton_check(lw, op, baton_cmp(lw, LLVMIntULE, next.used, size), BATON_RT_FAULT_COUNT, next.used, size);
    next.data = g->ids->data;
  }
  baton_copy_ids(lw, baton_at(lw, lw->i64, next.data, g->used), parts->at[0], parts->at[1]);
  return next;
}

static void close_phis(gathered *g, gathered_next *next, LLVMBasicBlockRef latch) {
  if (g->each != BATON_DYNAMIC)
    return;
  LLVMAddIncoming(g->used, &next->used, &latch, 1);
  if (is_growing(g)) {
    LLVMAddIncoming(g->data, &next->data, &latch, 1);
    LLVMAddIncoming(g->capacity, &next->capacity, &latch, 1);
  }
}

// Behind the loop.
static void end(baton_lowering *lw, const baton_op *op, gathered *g) {
  if (is_growing(g)) {
    g->ids = baton_ids_wrap(lw, g->data, true, true, lw->fn.body);
    baton_set_array(lw, g->result, g->data, g->used, g->ids);
  } else if (g->each == BATON_DYNAMIC) {
    LLVMValueRef size = baton_i64(lw, g->result->type->dialect.count);
    baton_check(lw, op, baton_cmp(lw, LLVMIntEQ, g->used, size), BATON_RT_FAULT_COUNT, g->used, size);
  }
}

bool baton_lower_orch_parallel(baton_lowering *lw, const baton_op *op) {
  const baton_block *block = baton_op_body(op);
  uint32_t num = op->num_results;
  gathered *all = BATON_ARENA_ARRAY(&lw->arena, gathered, num);
  gathered_next *next = BATON_ARENA_ARRAY(&lw->arena, gathered_next, num);
  baton_counted loop;
  baton_counted_prepare(lw, op, &loop);
  for (uint32_t i = 0; i < num; i++) {
    const baton_value *yielded = baton_op_operand(block->last, i);
    all[i] = (gathered){baton_op_result(op, i), yielded, .each = baton_type_task_count(yielded->type)};
    begin(lw, op, &all[i], loop.trips);
  }
  baton_counted_begin(lw, &loop);
  for (uint32_t i = 0; i < num; i++)
    add_phis(lw, &all[i], loop.preheader);
  baton_counted_enter(lw, &loop);

  baton_body body, *outer;
  baton_body_begin(lw, &body, &outer);
  baton_set_scalar(lw, block->args[0], loop.iv);
  if (!baton_lower_block(lw, block))
    return false;
  for (uint32_t i = 0; i < num; i++)
    next[i] = append(lw, op, &all[i], loop.k);
  baton_emit_releases(lw, block->last);
  baton_body_free(lw, &body);
  lw->fn.body = outer;
  baton_counted_end(lw, &loop);
  for (uint32_t i = 0; i < num; i++)
    close_phis(&all[i], &next[i], loop.latch);
  for (uint32_t i = 0; i < num; i++)
    end(lw, op, &all[i]);
  return true;
}

// ---- scope ------------------------------------------------------------------------------------------------------

// What a scope means stands in the sites inside; its results are what it yields.
bool baton_lower_orch_scope(baton_lowering *lw, const baton_op *op) {
  const baton_block *block = baton_op_body(op);
  if (!baton_lower_block(lw, block))
    return false;
  for (uint32_t i = 0; i < op->num_results; i++) {
    const baton_parts *parts = baton_parts_of(lw, baton_op_operand(block->last, i));
    const baton_value *result = baton_op_result(op, i);
    if (baton_type_is_task_array(result->type))
      baton_set_array(lw, result, parts->at[0], parts->at[1], parts->ids);
    else
      baton_set_parts(lw, result, parts->at);
  }
  baton_emit_releases(lw, block->last);
  return true;
}

// Its operands are used by the op around it.
bool baton_lower_orch_yield(baton_lowering *lw, const baton_op *op) {
  (void)lw;
  (void)op;
  return true;
}
