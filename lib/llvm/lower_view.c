// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function that checks the descriptors of buffers that come from C: one for all entries and shapes of a module.
//
//     internal i64 @baton.check_view(ptr %rt, ptr %view, ptr %wanted, i64 %rank, i1 %is_identity, i32 %loc)
//
// It returns the elements from the first one to behind the last one, or -1 after it has ended the run with an error.
#include "llvm/lower_impl.h"

// The values of the function, and of one iteration over the dimensions, the last one first.
typedef struct view_check {
  baton_lowering *lw;
  LLVMValueRef rt, view, wanted, rank, is_identity, loc;
  LLVMValueRef dynamic, zero, one;
} view_check;

static LLVMValueRef load_at(const view_check *c, LLVMValueRef base, LLVMValueRef index) {
  return LLVMBuildLoad2(c->lw->b, c->lw->i64, baton_at(c->lw, c->lw->i64, base, index), "");
}

static LLVMValueRef plus(const view_check *c, LLVMValueRef a, LLVMValueRef b) {
  return LLVMBuildAdd(c->lw->b, a, b, "");
}

// Returns -1 with a fault unless ok.
static void check(const view_check *c, LLVMValueRef ok, int32_t fault, LLVMValueRef given, LLVMValueRef wanted) {
  baton_lowering *lw = c->lw;
  LLVMBasicBlockRef next = baton_new_block(lw, ""), wrong = baton_new_block(lw, "wrong");
  LLVMBuildCondBr(lw->b, ok, next, wrong);
  baton_go_to(lw, wrong);
  LLVMValueRef args[] = {c->rt, baton_i32(lw, fault), c->loc, given, wanted};
  baton_call(lw, BATON_CALL_FAIL, args, 5);
  LLVMBuildRet(lw->b, baton_i64(lw, -1));
  baton_go_to(lw, next);
}

static void check_wanted(const view_check *c, LLVMValueRef given, LLVMValueRef wanted, LLVMValueRef is_free) {
  LLVMValueRef ok =
      baton_or(c->lw, baton_cmp(c->lw, LLVMIntEQ, given, wanted), baton_cmp(c->lw, LLVMIntEQ, wanted, c->dynamic));
  check(c, is_free ? baton_or(c->lw, ok, is_free) : ok, BATON_RT_FAULT_SHAPE, given, wanted);
}

// The running product of sizes, the distance of the last element, and whether there are no elements.
typedef struct view_sums {
  LLVMValueRef row_major, last, is_empty;
} view_sums;

static view_sums check_dimension(const view_check *c, LLVMValueRef i, const view_sums *sums) {
  baton_lowering *lw = c->lw;
  LLVMValueRef size = load_at(c, c->view, plus(c, i, baton_i64(lw, 2)));
  check_wanted(c, size, load_at(c, c->wanted, plus(c, i, c->one)), NULL);
  check(c, baton_cmp(lw, LLVMIntSGE, size, c->zero), BATON_RT_FAULT_SIZE, size, c->zero);
  LLVMValueRef at = plus(c, i, c->rank), stride = load_at(c, c->view, plus(c, at, baton_i64(lw, 2)));
  LLVMValueRef stated = load_at(c, c->wanted, plus(c, at, c->one));
  LLVMValueRef wanted = LLVMBuildSelect(lw->b, c->is_identity, sums->row_major, stated, "");
  LLVMValueRef is_single = baton_cmp(lw, LLVMIntSLE, size, c->one); // its stride is never used
  check_wanted(c, stride, wanted, is_single);
  check(c, baton_or(lw, baton_cmp(lw, LLVMIntSGE, stride, c->zero), is_single), BATON_RT_FAULT_SHAPE, stride, c->zero);
  LLVMValueRef step = LLVMBuildMul(lw->b, LLVMBuildSub(lw->b, size, c->one, ""), stride, "");
  LLVMValueRef last = plus(c, sums->last, LLVMBuildSelect(lw->b, is_single, c->zero, step, ""));
  return (view_sums){LLVMBuildMul(lw->b, sums->row_major, size, ""), last,
                     baton_or(lw, sums->is_empty, baton_cmp(lw, LLVMIntEQ, size, c->zero))};
}

static void emit_body(const view_check *c) {
  baton_lowering *lw = c->lw;
  check_wanted(c, load_at(c, c->view, c->one), load_at(c, c->wanted, c->zero), NULL);
  LLVMBasicBlockRef before = baton_here(lw), loop = baton_new_block(lw, "loop"), body = baton_new_block(lw, "body"),
                    end = baton_new_block(lw, "end");
  LLVMBuildBr(lw->b, loop);
  baton_go_to(lw, loop);
  LLVMValueRef left = baton_phi(lw, lw->i64, c->rank, before);
  view_sums sums = {baton_phi(lw, lw->i64, c->one, before), baton_phi(lw, lw->i64, c->zero, before),
                    baton_phi(lw, lw->i1, LLVMConstInt(lw->i1, 0, 0), before)};
  LLVMBuildCondBr(lw->b, baton_cmp(lw, LLVMIntEQ, left, c->zero), end, body);
  baton_go_to(lw, body);
  LLVMValueRef i = LLVMBuildSub(lw->b, left, c->one, "");
  view_sums next = check_dimension(c, i, &sums);
  LLVMBasicBlockRef latch = baton_here(lw);
  LLVMAddIncoming(left, &i, &latch, 1);
  LLVMAddIncoming(sums.row_major, &next.row_major, &latch, 1);
  LLVMAddIncoming(sums.last, &next.last, &latch, 1);
  LLVMAddIncoming(sums.is_empty, &next.is_empty, &latch, 1);
  LLVMBuildBr(lw->b, loop);
  baton_go_to(lw, end);
  LLVMBuildRet(lw->b, LLVMBuildSelect(lw->b, sums.is_empty, c->zero, plus(c, sums.last, c->one), ""));
}

static void define(baton_lowering *lw) {
  LLVMTypeRef params[] = {lw->ptr, lw->ptr, lw->ptr, lw->i64, lw->i1, lw->i32};
  lw->check_view_type = LLVMFunctionType(lw->i64, params, 6, 0);
  lw->check_view = LLVMAddFunction(lw->out, "baton.check_view", lw->check_view_type);
  LLVMSetLinkage(lw->check_view, LLVMInternalLinkage);
  // Written while the entry is: its state is put aside.
  baton_fn outer = lw->fn;
  baton_debug_place here = baton_debug_leave(lw);
  lw->fn = (baton_fn){.value = lw->check_view};
  baton_go_to(lw, baton_new_block(lw, "entry"));
  view_check c = {
      .lw = lw,
      .rt = LLVMGetParam(lw->check_view, 0),
      .view = LLVMGetParam(lw->check_view, 1),
      .wanted = LLVMGetParam(lw->check_view, 2),
      .rank = LLVMGetParam(lw->check_view, 3),
      .is_identity = LLVMGetParam(lw->check_view, 4),
      .loc = LLVMGetParam(lw->check_view, 5),
      .dynamic = baton_i64(lw, BATON_RT_DYNAMIC),
      .zero = baton_i64(lw, 0),
      .one = baton_i64(lw, 1),
  };
  emit_body(&c);
  lw->fn = outer;
  baton_debug_return(lw, &here);
}

LLVMValueRef baton_check_view(baton_lowering *lw, const baton_op *func, LLVMValueRef descriptor, LLVMValueRef wanted,
                              uint32_t rank, bool is_identity) {
  if (!lw->check_view)
    define(lw);
  LLVMValueRef args[] = {lw->fn.rt,
                         descriptor,
                         wanted,
                         baton_i64(lw, rank),
                         LLVMConstInt(lw->i1, is_identity, 0),
                         baton_i32(lw, baton_loc_index(lw, func->loc))};
  LLVMValueRef extent = LLVMBuildCall2(lw->b, lw->check_view_type, lw->check_view, args, 6, "");
  baton_check_run(lw, baton_cmp(lw, LLVMIntSGE, extent, baton_i64(lw, 0)));
  return extent;
}
