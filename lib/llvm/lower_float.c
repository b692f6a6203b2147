// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floats. bf16 is an i16 that is widened and rounded with integer arithmetic. One operation in f32 rounded once more is
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

static const baton_type *type_of(const baton_op *op, uint32_t index) { return op->operands[index].value->type; }

static LLVMValueRef widen_bf16(baton_lowering *lw, LLVMValueRef value) {
  LLVMValueRef bits = LLVMBuildZExt(lw->b, value, lw->i32, "");
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
  return LLVMBuildTrunc(lw->b, LLVMBuildLShr(lw->b, chosen, baton_i32(lw, 16), ""), lw->i16, "");
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

// An operand as a value of LLVM's floats.
static LLVMValueRef wide_operand(baton_lowering *lw, const baton_op *op, uint32_t index) {
  LLVMValueRef value = operand(lw, op, index);
  return baton_is_bf16(type_of(op, index)) ? widen_bf16(lw, value) : value;
}

// A value of LLVM's floats in the type of the op's result.
static bool set_float(baton_lowering *lw, const baton_op *op, LLVMValueRef value) {
  const baton_type *type = op->results[0].type;
  if (baton_is_bf16(type)) {
    bool is_double = LLVMTypeOf(value) == lw->f64, is_half = LLVMTypeOf(value) == lw->f16;
    LLVMValueRef single = is_double ? narrow_to_odd(lw, value)
                          : is_half ? LLVMBuildFPExt(lw->b, value, lw->f32, "")
                                    : value;
    return set_result(lw, op, round_to_bf16(lw, single));
  }
  return set_result(lw, op, LLVMBuildFPCast(lw->b, value, baton_scalar_type(lw, type), ""));
}

static bool lower_binary(baton_lowering *lw, const baton_op *op, binary_fn build) {
  return set_float(lw, op, build(lw->b, wide_operand(lw, op, 0), wide_operand(lw, op, 1), ""));
}

bool baton_lower_arith_addf(baton_lowering *lw, const baton_op *op) { return lower_binary(lw, op, LLVMBuildFAdd); }
bool baton_lower_arith_subf(baton_lowering *lw, const baton_op *op) { return lower_binary(lw, op, LLVMBuildFSub); }
bool baton_lower_arith_mulf(baton_lowering *lw, const baton_op *op) { return lower_binary(lw, op, LLVMBuildFMul); }
bool baton_lower_arith_divf(baton_lowering *lw, const baton_op *op) { return lower_binary(lw, op, LLVMBuildFDiv); }

bool baton_lower_arith_remf(baton_lowering *lw, const baton_op *op) { return lower_binary(lw, op, LLVMBuildFRem); }

bool baton_lower_arith_negf(baton_lowering *lw, const baton_op *op) {
  return set_float(lw, op, LLVMBuildFNeg(lw->b, wide_operand(lw, op, 0), ""));
}

static bool lower_choice(baton_lowering *lw, const baton_op *op, const char *intrinsic) {
  LLVMValueRef args[] = {wide_operand(lw, op, 0), wide_operand(lw, op, 1)};
  LLVMTypeRef type = LLVMTypeOf(args[0]);
  return set_float(lw, op, baton_any_intrinsic(lw, intrinsic, &type, 1, args, 2));
}

bool baton_lower_arith_minimumf(baton_lowering *lw, const baton_op *op) { return lower_choice(lw, op, "llvm.minimum"); }
bool baton_lower_arith_maximumf(baton_lowering *lw, const baton_op *op) { return lower_choice(lw, op, "llvm.maximum"); }
bool baton_lower_arith_minnumf(baton_lowering *lw, const baton_op *op) { return lower_choice(lw, op, "llvm.minnum"); }
bool baton_lower_arith_maxnumf(baton_lowering *lw, const baton_op *op) { return lower_choice(lw, op, "llvm.maxnum"); }

bool baton_lower_arith_cmpf(baton_lowering *lw, const baton_op *op) {
  static const LLVMRealPredicate predicates[] = {LLVMRealPredicateFalse,
                                                 LLVMRealOEQ,
                                                 LLVMRealOGT,
                                                 LLVMRealOGE,
                                                 LLVMRealOLT,
                                                 LLVMRealOLE,
                                                 LLVMRealONE,
                                                 LLVMRealORD,
                                                 LLVMRealUEQ,
                                                 LLVMRealUGT,
                                                 LLVMRealUGE,
                                                 LLVMRealULT,
                                                 LLVMRealULE,
                                                 LLVMRealUNE,
                                                 LLVMRealUNO,
                                                 LLVMRealPredicateTrue};
  LLVMRealPredicate predicate = predicates[baton_arith_cmpf_predicate(op)->integer];
  LLVMValueRef a = wide_operand(lw, op, 0), b = wide_operand(lw, op, 1);
  return set_result(lw, op, LLVMBuildFCmp(lw->b, predicate, a, b, ""));
}

// bf16 is an integer already.
bool baton_lower_arith_bitcast(baton_lowering *lw, const baton_op *op) {
  return set_result(lw, op,
                    LLVMBuildBitCast(lw->b, operand(lw, op, 0), baton_scalar_type(lw, op->results[0].type), ""));
}

bool baton_lower_arith_extf(baton_lowering *lw, const baton_op *op) {
  return set_float(lw, op, wide_operand(lw, op, 0));
}

bool baton_lower_arith_truncf(baton_lowering *lw, const baton_op *op) {
  return set_float(lw, op, wide_operand(lw, op, 0));
}

// An integer that converts to f64 exactly and rounds to bf16 as the given one does: the low bits of one that is wider
// than 52 bits are merged into a single one.
static LLVMValueRef shorten(baton_lowering *lw, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMGetIntTypeWidth(type) <= 53)
    return value;
  LLVMValueRef low_bits = LLVMConstInt(type, 0xfff, 0), zero = LLVMConstInt(type, 0, 0);
  LLVMValueRef has_low = baton_cmp(lw, LLVMIntNE, baton_and(lw, value, low_bits), zero);
  LLVMValueRef merged = LLVMBuildShl(lw->b, LLVMBuildZExt(lw->b, has_low, type, ""), LLVMConstInt(type, 11, 0), "");
  LLVMValueRef high = baton_and(lw, value, LLVMConstNot(low_bits));
  LLVMValueRef moved = LLVMBuildAdd(lw->b, value, LLVMConstInt(type, UINT64_C(1) << 52, 0), "");
  LLVMValueRef is_short = baton_cmp(lw, LLVMIntULT, moved, LLVMConstInt(type, UINT64_C(1) << 53, 0));
  return LLVMBuildSelect(lw->b, is_short, value, baton_or(lw, high, merged), "");
}

static bool int_to_float(baton_lowering *lw, const baton_op *op, bool is_signed) {
  const baton_type *type = op->results[0].type;
  LLVMValueRef value = operand(lw, op, 0);
  LLVMTypeRef target = baton_is_bf16(type) ? lw->f64 : baton_scalar_type(lw, type);
  if (baton_is_bf16(type))
    value = shorten(lw, value);
  value = is_signed ? LLVMBuildSIToFP(lw->b, value, target, "") : LLVMBuildUIToFP(lw->b, value, target, "");
  return set_float(lw, op, value);
}

bool baton_lower_arith_sitofp(baton_lowering *lw, const baton_op *op) { return int_to_float(lw, op, true); }
bool baton_lower_arith_uitofp(baton_lowering *lw, const baton_op *op) { return int_to_float(lw, op, false); }

static bool lower_to_int(baton_lowering *lw, const baton_op *op, const char *intrinsic) {
  LLVMValueRef value = wide_operand(lw, op, 0);
  LLVMTypeRef types[] = {baton_scalar_type(lw, op->results[0].type), LLVMTypeOf(value)};
  return set_result(lw, op, baton_any_intrinsic(lw, intrinsic, types, 2, &value, 1));
}

bool baton_lower_arith_fptosi(baton_lowering *lw, const baton_op *op) {
  return lower_to_int(lw, op, "llvm.fptosi.sat");
}
bool baton_lower_arith_fptoui(baton_lowering *lw, const baton_op *op) {
  return lower_to_int(lw, op, "llvm.fptoui.sat");
}
