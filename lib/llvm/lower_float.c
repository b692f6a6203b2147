// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floats. bf16 is widened and rounded with integer arithmetic, since code generators turn its own operations into calls
// of compiler support functions that a runtime or a program need not have. One operation in f32 rounded once more is
// what the operation in bf16 gives: 24 bits are more than twice 8 and two.
#include "llvm/lower_impl.h"

#include "dialect/arith.h"

typedef LLVMValueRef (*binary_fn)(LLVMBuilderRef, LLVMValueRef, LLVMValueRef, const char *);

static LLVMValueRef operand(baton_lowering *lw, const baton_op *op, uint32_t index) {
  return baton_scalar(lw, baton_op_operand(op, index));
}

static bool set_result(baton_lowering *lw, const baton_op *op, LLVMValueRef value) {
  baton_set_scalar(lw, baton_op_result(op, 0), value);
  return true;
}

static LLVMTypeRef result_type(baton_lowering *lw, const baton_op *op) {
  return baton_scalar_type(lw, op->results[0].type);
}

static LLVMValueRef widen_bf16(baton_lowering *lw, LLVMValueRef value) {
  LLVMValueRef bits = LLVMBuildZExt(lw->b, LLVMBuildBitCast(lw->b, value, lw->i16, ""), lw->i32, "");
  return LLVMBuildBitCast(lw->b, LLVMBuildShl(lw->b, bits, baton_i32(lw, 16), ""), lw->f32, "");
}

// To the nearest, ties to even; a NaN stays one.
static LLVMValueRef round_to_bf16(baton_lowering *lw, LLVMValueRef value) {
  LLVMValueRef bits = LLVMBuildBitCast(lw->b, value, lw->i32, "");
  LLVMValueRef odd = LLVMBuildAnd(lw->b, LLVMBuildLShr(lw->b, bits, baton_i32(lw, 16), ""), baton_i32(lw, 1), "");
  LLVMValueRef rounded = LLVMBuildAdd(lw->b, bits, LLVMBuildAdd(lw->b, odd, baton_i32(lw, 0x7fff), ""), "");
  LLVMValueRef quiet = LLVMBuildOr(lw->b, bits, baton_i32(lw, 0x400000), "");
  LLVMValueRef is_nan = LLVMBuildFCmp(lw->b, LLVMRealUNO, value, value, "");
  LLVMValueRef chosen = LLVMBuildSelect(lw->b, is_nan, quiet, rounded, "");
  LLVMValueRef high = LLVMBuildTrunc(lw->b, LLVMBuildLShr(lw->b, chosen, baton_i32(lw, 16), ""), lw->i16, "");
  return LLVMBuildBitCast(lw->b, high, lw->bf16, "");
}

// A float in f32 that rounds to bf16 as the f64 value does: rounded to odd, so that nothing is rounded twice.
static LLVMValueRef narrow_to_odd(baton_lowering *lw, LLVMValueRef value) {
  LLVMValueRef narrow = LLVMBuildFPTrunc(lw->b, value, lw->f32, ""), back = LLVMBuildFPExt(lw->b, narrow, lw->f64, "");
  LLVMValueRef bits = LLVMBuildBitCast(lw->b, narrow, lw->i32, "");
  LLVMValueRef magnitude = baton_any_intrinsic(lw, "llvm.fabs", &lw->f64, 1, &value, 1);
  LLVMValueRef back_magnitude = baton_any_intrinsic(lw, "llvm.fabs", &lw->f64, 1, &back, 1);
  LLVMValueRef is_above = LLVMBuildFCmp(lw->b, LLVMRealOGT, back_magnitude, magnitude, "");
  LLVMValueRef is_exact = LLVMBuildFCmp(lw->b, LLVMRealUEQ, back_magnitude, magnitude, "");
  LLVMValueRef below = LLVMBuildSub(lw->b, bits, LLVMBuildZExt(lw->b, is_above, lw->i32, ""), "");
  LLVMValueRef odd = LLVMBuildSelect(lw->b, is_exact, bits, LLVMBuildOr(lw->b, below, baton_i32(lw, 1), ""), "");
  return LLVMBuildBitCast(lw->b, odd, lw->f32, "");
}

static LLVMValueRef to_type(baton_lowering *lw, LLVMValueRef value, LLVMTypeRef type) {
  LLVMTypeRef from = LLVMTypeOf(value);
  if (from == type)
    return value;
  if (from == lw->bf16)
    return to_type(lw, widen_bf16(lw, value), type);
  if (type == lw->bf16 && from == lw->f64)
    return round_to_bf16(lw, narrow_to_odd(lw, value));
  if (type == lw->bf16)
    return round_to_bf16(lw, to_type(lw, value, lw->f32));
  bool is_wider = LLVMABISizeOfType(LLVMGetModuleDataLayout(lw->out), type) >
                  LLVMABISizeOfType(LLVMGetModuleDataLayout(lw->out), from);
  return is_wider ? LLVMBuildFPExt(lw->b, value, type, "") : LLVMBuildFPTrunc(lw->b, value, type, "");
}

static bool lower_binary(baton_lowering *lw, const baton_op *op, binary_fn build) {
  LLVMTypeRef type = result_type(lw, op), wide = type == lw->bf16 ? lw->f32 : type;
  LLVMValueRef a = to_type(lw, operand(lw, op, 0), wide), b = to_type(lw, operand(lw, op, 1), wide);
  return set_result(lw, op, to_type(lw, build(lw->b, a, b, ""), type));
}

bool baton_lower_arith_addf(baton_lowering *lw, const baton_op *op) { return lower_binary(lw, op, LLVMBuildFAdd); }
bool baton_lower_arith_subf(baton_lowering *lw, const baton_op *op) { return lower_binary(lw, op, LLVMBuildFSub); }
bool baton_lower_arith_mulf(baton_lowering *lw, const baton_op *op) { return lower_binary(lw, op, LLVMBuildFMul); }
bool baton_lower_arith_divf(baton_lowering *lw, const baton_op *op) { return lower_binary(lw, op, LLVMBuildFDiv); }

bool baton_lower_arith_extf(baton_lowering *lw, const baton_op *op) {
  return set_result(lw, op, to_type(lw, operand(lw, op, 0), result_type(lw, op)));
}

bool baton_lower_arith_truncf(baton_lowering *lw, const baton_op *op) {
  return set_result(lw, op, to_type(lw, operand(lw, op, 0), result_type(lw, op)));
}

// Integers of up to 53 bits are exact in f64; wider ones are rounded to odd in their low bits first.
static LLVMValueRef int_to_float(baton_lowering *lw, LLVMValueRef value, LLVMTypeRef type, bool is_signed) {
  LLVMTypeRef direct = type == lw->bf16 ? lw->f64 : type;
  if (type == lw->bf16 && LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 53) {
    LLVMTypeRef from = LLVMTypeOf(value);
    LLVMValueRef mask = LLVMConstInt(from, 0xfff, 0), low = LLVMBuildAnd(lw->b, value, mask, "");
    LLVMValueRef has_low = LLVMBuildICmp(lw->b, LLVMIntNE, low, LLVMConstInt(from, 0, 0), "");
    LLVMValueRef high = LLVMBuildAnd(lw->b, value, LLVMConstNot(mask), "");
    LLVMValueRef sticky = LLVMBuildOr(
        lw->b, high, LLVMBuildShl(lw->b, LLVMBuildZExt(lw->b, has_low, from, ""), LLVMConstInt(from, 11, 0), ""), "");
    LLVMValueRef is_small =
        LLVMBuildICmp(lw->b, LLVMIntULT, LLVMBuildAdd(lw->b, value, LLVMConstInt(from, UINT64_C(1) << 52, 0), ""),
                      LLVMConstInt(from, UINT64_C(1) << 53, 0), "");
    value = LLVMBuildSelect(lw->b, is_small, value, sticky, "");
  }
  LLVMValueRef wide = is_signed ? LLVMBuildSIToFP(lw->b, value, direct, "") : LLVMBuildUIToFP(lw->b, value, direct, "");
  return to_type(lw, wide, type);
}

bool baton_lower_arith_sitofp(baton_lowering *lw, const baton_op *op) {
  return set_result(lw, op, int_to_float(lw, operand(lw, op, 0), result_type(lw, op), true));
}

bool baton_lower_arith_uitofp(baton_lowering *lw, const baton_op *op) {
  return set_result(lw, op, int_to_float(lw, operand(lw, op, 0), result_type(lw, op), false));
}

static bool lower_to_int(baton_lowering *lw, const baton_op *op, const char *intrinsic) {
  LLVMValueRef value = operand(lw, op, 0);
  if (LLVMTypeOf(value) == lw->bf16)
    value = widen_bf16(lw, value);
  LLVMTypeRef types[] = {result_type(lw, op), LLVMTypeOf(value)};
  return set_result(lw, op, baton_any_intrinsic(lw, intrinsic, types, 2, &value, 1));
}

bool baton_lower_arith_fptosi(baton_lowering *lw, const baton_op *op) {
  return lower_to_int(lw, op, "llvm.fptosi.sat");
}
bool baton_lower_arith_fptoui(baton_lowering *lw, const baton_op *op) {
  return lower_to_int(lw, op, "llvm.fptoui.sat");
}
