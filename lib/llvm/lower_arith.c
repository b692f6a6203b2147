// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic of the host. Where MLIR leaves a result undefined, the program gets a defined one or ends with an error,
// so that no input makes the host misbehave: divisions by zero and overflowing divisions are errors, shifts by the
// width or more shift everything out, conversions of floats saturate.
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

// ---- constants --------------------------------------------------------------------------------------------------

static LLVMValueRef int_const(LLVMTypeRef type, uint64_t value) {
  unsigned width = LLVMGetIntTypeWidth(type);
  return LLVMConstInt(type, width < 64 ? value & ((UINT64_C(1) << width) - 1) : value, 0);
}

bool baton_lower_arith_constant(baton_lowering *lw, const baton_op *op) {
  const baton_attr *attr = baton_arith_constant_value(op);
  LLVMTypeRef type = result_type(lw, op);
  if (attr->kind == BATON_ATTR_INTEGER)
    return set_result(lw, op, int_const(type, (uint64_t)attr->integer));
  if (attr->kind != BATON_ATTR_FLOAT)
    return baton_op_error(op, "has a value that is not a number, which cannot be lowered");
  LLVMTypeRef bits = LLVMIntTypeInContext(lw->llvm, baton_type_bits(attr->type));
  LLVMValueRef number = int_const(bits, attr->float_bits);
  return set_result(lw, op, LLVMTypeOf(number) == type ? number : LLVMConstBitCast(number, type));
}

// ---- integers ---------------------------------------------------------------------------------------------------

#define BINARY(id, build)                                                                                              \
  bool baton_lower_##id(baton_lowering *lw, const baton_op *op) {                                                      \
    return set_result(lw, op, build(lw->b, operand(lw, op, 0), operand(lw, op, 1), ""));                               \
  }
BINARY(arith_addi, LLVMBuildAdd)
BINARY(arith_subi, LLVMBuildSub)
BINARY(arith_muli, LLVMBuildMul)
BINARY(arith_andi, LLVMBuildAnd)
BINARY(arith_ori, LLVMBuildOr)
BINARY(arith_xori, LLVMBuildXor)

static bool lower_choice(baton_lowering *lw, const baton_op *op, LLVMIntPredicate takes_first) {
  LLVMValueRef a = operand(lw, op, 0), b = operand(lw, op, 1);
  return set_result(lw, op, LLVMBuildSelect(lw->b, baton_cmp(lw, takes_first, a, b), a, b, ""));
}

bool baton_lower_arith_minsi(baton_lowering *lw, const baton_op *op) { return lower_choice(lw, op, LLVMIntSLT); }
bool baton_lower_arith_minui(baton_lowering *lw, const baton_op *op) { return lower_choice(lw, op, LLVMIntULT); }
bool baton_lower_arith_maxsi(baton_lowering *lw, const baton_op *op) { return lower_choice(lw, op, LLVMIntSGT); }
bool baton_lower_arith_maxui(baton_lowering *lw, const baton_op *op) { return lower_choice(lw, op, LLVMIntUGT); }

static LLVMValueRef to_i64(baton_lowering *lw, LLVMValueRef value, bool is_signed) {
  if (LLVMTypeOf(value) == lw->i64)
    return value;
  return is_signed ? LLVMBuildSExt(lw->b, value, lw->i64, "") : LLVMBuildZExt(lw->b, value, lw->i64, "");
}

// Ends the run unless b != 0 and, if signed, a / b fits.
static void check_division(baton_lowering *lw, const baton_op *op, LLVMValueRef a, LLVMValueRef b, bool is_signed) {
  LLVMTypeRef type = LLVMTypeOf(a);
  LLVMValueRef ok = baton_cmp(lw, LLVMIntNE, b, int_const(type, 0));
  if (is_signed) {
    LLVMValueRef least = int_const(type, UINT64_C(1) << (LLVMGetIntTypeWidth(type) - 1));
    LLVMValueRef fits =
        baton_or(lw, baton_cmp(lw, LLVMIntNE, b, int_const(type, UINT64_MAX)), baton_cmp(lw, LLVMIntNE, a, least));
    ok = baton_and(lw, ok, fits);
  }
  baton_check(lw, op, ok, BATON_RT_FAULT_DIVISION, to_i64(lw, a, is_signed), to_i64(lw, b, is_signed));
}

static bool lower_division(baton_lowering *lw, const baton_op *op, binary_fn build, bool is_signed) {
  LLVMValueRef a = operand(lw, op, 0), b = operand(lw, op, 1);
  check_division(lw, op, a, b, is_signed);
  return set_result(lw, op, build(lw->b, a, b, ""));
}

bool baton_lower_arith_divsi(baton_lowering *lw, const baton_op *op) {
  return lower_division(lw, op, LLVMBuildSDiv, true);
}
bool baton_lower_arith_divui(baton_lowering *lw, const baton_op *op) {
  return lower_division(lw, op, LLVMBuildUDiv, false);
}
bool baton_lower_arith_remsi(baton_lowering *lw, const baton_op *op) {
  return lower_division(lw, op, LLVMBuildSRem, true);
}
bool baton_lower_arith_remui(baton_lowering *lw, const baton_op *op) {
  return lower_division(lw, op, LLVMBuildURem, false);
}

bool baton_lower_arith_ceildivui(baton_lowering *lw, const baton_op *op) {
  LLVMValueRef a = operand(lw, op, 0), b = operand(lw, op, 1);
  check_division(lw, op, a, b, false);
  LLVMValueRef has_rest = baton_cmp(lw, LLVMIntNE, LLVMBuildURem(lw->b, a, b, ""), int_const(LLVMTypeOf(a), 0));
  LLVMValueRef one = LLVMBuildZExtOrBitCast(lw->b, has_rest, LLVMTypeOf(a), "");
  return set_result(lw, op, LLVMBuildAdd(lw->b, LLVMBuildUDiv(lw->b, a, b, ""), one, ""));
}

// The quotient towards zero, corrected by `correction` where there is a rest and the signs are as asked.
static bool lower_rounded(baton_lowering *lw, const baton_op *op, bool is_up) {
  LLVMValueRef a = operand(lw, op, 0), b = operand(lw, op, 1);
  check_division(lw, op, a, b, true);
  LLVMTypeRef type = LLVMTypeOf(a);
  LLVMValueRef zero = int_const(type, 0);
  LLVMValueRef has_rest = baton_cmp(lw, LLVMIntNE, LLVMBuildSRem(lw->b, a, b, ""), zero);
  LLVMValueRef signs = LLVMBuildXor(lw->b, a, b, "");
  LLVMValueRef wants = baton_and(lw, has_rest, baton_cmp(lw, is_up ? LLVMIntSGE : LLVMIntSLT, signs, zero));
  LLVMValueRef quotient = LLVMBuildSDiv(lw->b, a, b, ""), one = LLVMBuildZExtOrBitCast(lw->b, wants, type, "");
  return set_result(lw, op, is_up ? LLVMBuildAdd(lw->b, quotient, one, "") : LLVMBuildSub(lw->b, quotient, one, ""));
}

bool baton_lower_arith_ceildivsi(baton_lowering *lw, const baton_op *op) { return lower_rounded(lw, op, true); }
bool baton_lower_arith_floordivsi(baton_lowering *lw, const baton_op *op) { return lower_rounded(lw, op, false); }

static bool lower_shift(baton_lowering *lw, const baton_op *op, binary_fn build, bool keeps_sign) {
  LLVMValueRef value = operand(lw, op, 0), amount = operand(lw, op, 1);
  LLVMTypeRef type = LLVMTypeOf(value);
  uint64_t width = LLVMGetIntTypeWidth(type);
  LLVMValueRef last = int_const(type, width - 1), fits = baton_cmp(lw, LLVMIntULE, amount, last);
  LLVMValueRef shifted = build(lw->b, value, LLVMBuildSelect(lw->b, fits, amount, last, ""), "");
  if (!keeps_sign)
    shifted = LLVMBuildSelect(lw->b, fits, shifted, int_const(type, 0), "");
  return set_result(lw, op, shifted);
}

bool baton_lower_arith_shli(baton_lowering *lw, const baton_op *op) { return lower_shift(lw, op, LLVMBuildShl, false); }
bool baton_lower_arith_shrui(baton_lowering *lw, const baton_op *op) {
  return lower_shift(lw, op, LLVMBuildLShr, false);
}
bool baton_lower_arith_shrsi(baton_lowering *lw, const baton_op *op) {
  return lower_shift(lw, op, LLVMBuildAShr, true);
}

bool baton_lower_arith_cmpi(baton_lowering *lw, const baton_op *op) {
  static const LLVMIntPredicate predicates[] = {LLVMIntEQ,  LLVMIntNE,  LLVMIntSLT, LLVMIntSLE, LLVMIntSGT,
                                                LLVMIntSGE, LLVMIntULT, LLVMIntULE, LLVMIntUGT, LLVMIntUGE};
  LLVMIntPredicate predicate = predicates[baton_arith_cmpi_predicate(op)->integer];
  return set_result(lw, op, baton_cmp(lw, predicate, operand(lw, op, 0), operand(lw, op, 1)));
}

// ---- select -----------------------------------------------------------------------------------------------------

// Of arrays: a copy, since the two must stay what they are while the result may be changed.
static bool select_array(baton_lowering *lw, const baton_op *op, const LLVMValueRef *at) {
  const baton_value *result = baton_op_result(op, 0);
  baton_ids *ids = baton_ids_create(lw, result->type->dialect.count, at[1], false);
  baton_copy_ids(lw, ids->data, at[0], at[1]);
  baton_set_array(lw, result, ids->data, at[1], ids);
  return true;
}

bool baton_lower_arith_select(baton_lowering *lw, const baton_op *op) {
  const baton_value *result = baton_op_result(op, 0);
  LLVMValueRef condition = operand(lw, op, 0), *at = baton_new_parts(lw, result->type);
  const LLVMValueRef *a = baton_parts_of(lw, baton_op_operand(op, 1))->at,
                     *b = baton_parts_of(lw, baton_op_operand(op, 2))->at;
  for (uint32_t i = 0; i < baton_num_parts(result->type); i++)
    if (!at[i])
      at[i] = LLVMBuildSelect(lw->b, condition, a[i], b[i], "");
  if (baton_type_is_task_array(result->type))
    return select_array(lw, op, at);
  baton_set_parts(lw, result, at);
  return true;
}

// ---- conversions of integers ------------------------------------------------------------------------------------

static bool lower_int_cast(baton_lowering *lw, const baton_op *op, bool is_signed) {
  return set_result(lw, op, LLVMBuildIntCast2(lw->b, operand(lw, op, 0), result_type(lw, op), is_signed, ""));
}

bool baton_lower_arith_index_cast(baton_lowering *lw, const baton_op *op) { return lower_int_cast(lw, op, true); }
bool baton_lower_arith_index_castui(baton_lowering *lw, const baton_op *op) { return lower_int_cast(lw, op, false); }
bool baton_lower_arith_extsi(baton_lowering *lw, const baton_op *op) { return lower_int_cast(lw, op, true); }
bool baton_lower_arith_extui(baton_lowering *lw, const baton_op *op) { return lower_int_cast(lw, op, false); }
bool baton_lower_arith_trunci(baton_lowering *lw, const baton_op *op) { return lower_int_cast(lw, op, true); }
