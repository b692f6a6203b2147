// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops, without what they carry.
//
//     preheader:  trip count; br header
//     header:     k = phi [0, preheader], [k + 1, latch]; iv likewise; br k < trips, body, exit
//     body ...    latch: br header
//     exit:
#include "llvm/lower_impl.h"

LLVMValueRef baton_phi(baton_lowering *lw, LLVMTypeRef type, LLVMValueRef first, LLVMBasicBlockRef from) {
  LLVMValueRef phi = LLVMBuildPhi(lw->b, type, "");
  if (first)
    LLVMAddIncoming(phi, &first, &from, 1);
  return phi;
}

baton_loop *baton_loop_begin(baton_lowering *lw, LLVMBasicBlockRef *out_preheader, LLVMBasicBlockRef *out_header) {
  *out_preheader = baton_here(lw);
  baton_loop *loop = BATON_ARENA_NEW(&lw->arena, baton_loop);
  loop->parent = lw->fn.loop;
  lw->fn.loop = loop;
  *out_header = baton_new_block(lw, "loop");
  loop->preheader_end = LLVMBuildBr(lw->b, *out_header);
  baton_go_to(lw, *out_header);
  return loop;
}

void baton_loop_end(baton_lowering *lw, baton_loop *loop) {
  loop->is_over = true;
  lw->fn.loop = loop->parent;
}

static LLVMValueRef int_of(baton_counted *loop, uint64_t value) {
  return LLVMConstInt(LLVMTypeOf(loop->lower), value, 0);
}

static LLVMValueRef as_i64(baton_lowering *lw, LLVMValueRef value) {
  return LLVMBuildIntCast2(lw->b, value, lw->i64, 1, "");
}

// Below: (upper - lower - 1) / step + 1, unsigned, which cannot overflow as lower < upper; else 0.
void baton_counted_prepare(baton_lowering *lw, const baton_op *op, baton_counted *loop) {
  LLVMValueRef lower = baton_scalar(lw, baton_op_operand(op, 0)), upper = baton_scalar(lw, baton_op_operand(op, 1)),
               step = baton_scalar(lw, baton_op_operand(op, 2));
  *loop = (baton_counted){.lower = lower, .step = step};
  LLVMValueRef zero = int_of(loop, 0), one = int_of(loop, 1);
  baton_check(lw, op, baton_cmp(lw, LLVMIntSGT, step, zero), BATON_RT_FAULT_STEP, as_i64(lw, step), baton_i64(lw, 0));
  LLVMValueRef distance = LLVMBuildSub(lw->b, upper, lower, ""), trips = distance;
  if (!baton_is_const_equal(step, 1)) {
    LLVMValueRef last = LLVMBuildUDiv(lw->b, LLVMBuildSub(lw->b, distance, one, ""), step, "");
    trips = LLVMBuildAdd(lw->b, last, one, "");
  }
  loop->trips = LLVMBuildSelect(lw->b, baton_cmp(lw, LLVMIntSLT, lower, upper), trips, zero, "");
}

static bool counts_itself(const baton_counted *loop) {
  return baton_is_const_equal(loop->lower, 0) && baton_is_const_equal(loop->step, 1);
}

void baton_counted_begin(baton_lowering *lw, baton_counted *loop) {
  LLVMTypeRef type = LLVMTypeOf(loop->lower);
  loop->loop = baton_loop_begin(lw, &loop->preheader, &loop->header);
  loop->k = baton_phi(lw, type, int_of(loop, 0), loop->preheader);
  loop->iv = counts_itself(loop) ? loop->k : baton_phi(lw, type, loop->lower, loop->preheader);
}

void baton_counted_enter(baton_lowering *lw, baton_counted *loop) {
  loop->body = baton_new_block(lw, "body");
  lw->fn.loop = loop->loop->parent;
  loop->exit = baton_new_block(lw, "exit");
  lw->fn.loop = loop->loop;
  LLVMBuildCondBr(lw->b, baton_cmp(lw, LLVMIntULT, loop->k, loop->trips), loop->body, loop->exit);
  baton_go_to(lw, loop->body);
}

void baton_counted_end(baton_lowering *lw, baton_counted *loop) {
  loop->latch = baton_here(lw);
  LLVMValueRef next = LLVMBuildAdd(lw->b, loop->k, int_of(loop, 1), "");
  LLVMAddIncoming(loop->k, &next, &loop->latch, 1);
  if (loop->iv != loop->k) { // may wrap around after the last iteration, where it is not used
    next = LLVMBuildAdd(lw->b, loop->iv, loop->step, "");
    LLVMAddIncoming(loop->iv, &next, &loop->latch, 1);
  }
  LLVMBuildBr(lw->b, loop->header);
  baton_loop_end(lw, loop->loop);
  baton_go_to(lw, loop->exit);
}
