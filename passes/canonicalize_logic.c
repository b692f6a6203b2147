// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// canonicalize: comparisons, selections, casts of integers.
#include "dialect/arith.h"
#include "passes/canonicalize_impl.h"
#include "passes/fold.h"

static bool is_number(const baton_value *value, int64_t number) {
  int64_t found;
  return baton_value_is_constant(value, &found) && found == number;
}

static bool replace(baton_rewriter *r, baton_op *op, baton_value *with) {
  return baton_rewriter_replace_op(r, op, &with);
}

// ---- comparisons ------------------------------------------------------------------------------------------------

// slt and sgt, sle and sge, ...: what holds with the operands exchanged.
static int64_t mirrored(int64_t predicate) {
  static const uint8_t mirrors[] = {0, 1, 4, 5, 2, 3, 8, 9, 6, 7};
  return mirrors[predicate];
}

bool baton_canonicalize_cmpi(baton_rewriter *r, baton_op *op) {
  enum { EQ, NE };
  baton_value *lhs = op->operands[0].value, *rhs = op->operands[1].value;
  const baton_attr *attr = baton_arith_cmpi_predicate(op);
  int64_t predicate = attr->integer;
  if (lhs == rhs) {
    bool result = baton_fold_compare(predicate, 64, 0, 0);
    return replace(r, op, baton_rewriter_constant(r, op, baton_attr_bool(r->module->context, result)));
  }
  if (baton_value_is_constant(lhs, NULL) && !baton_value_is_constant(rhs, NULL)) {
    baton_arith_cmpi_set_predicate(op, baton_attr_integer(r->module->context, attr->type, mirrored(predicate)));
    baton_rewriter_set_operand(r, &op->operands[0], rhs);
    baton_rewriter_set_operand(r, &op->operands[1], lhs);
    return true;
  }
  bool is_same = (predicate == NE && is_number(rhs, 0)) || (predicate == EQ && is_number(rhs, -1));
  return is_same && baton_type_is_integer(lhs->type, 1) && replace(r, op, lhs);
}

// ---- selections -------------------------------------------------------------------------------------------------

// x == y ? x : y is y, and x != y ? x : y is x.
static baton_value *chosen_by_equality(const baton_op *test, baton_value *yes, baton_value *no) {
  enum { EQ, NE };
  if (!test)
    return NULL;
  const baton_value *a = test->operands[0].value, *b = test->operands[1].value;
  bool compares_them = (a == yes && b == no) || (a == no && b == yes);
  int64_t predicate = baton_arith_cmpi_predicate(test)->integer;
  return !compares_them ? NULL : predicate == EQ ? no : predicate == NE ? yes : NULL;
}

bool baton_canonicalize_select(baton_rewriter *r, baton_op *op) {
  baton_value *condition = baton_arith_select_condition(op), *yes = baton_arith_select_true_value(op),
              *no = baton_arith_select_false_value(op);
  int64_t decided;
  if (baton_value_is_constant(condition, &decided))
    return replace(r, op, decided ? yes : no);
  if (yes == no)
    return replace(r, op, yes);
  if (baton_type_is_integer(op->results[0].type, 1) && is_number(yes, -1) && is_number(no, 0))
    return replace(r, op, condition);
  if (baton_type_is_integer(op->results[0].type, 1) && is_number(yes, 0) && is_number(no, -1))
    return replace(r, op, baton_rewriter_build(r, op, "arith.xori", (baton_value *[]){condition, no}, 2, no->type));
  baton_value *equal = chosen_by_equality(baton_value_op_of(condition, BATON_OP_ARITH_CMPI), yes, no);
  if (equal)
    return replace(r, op, equal);
  const baton_op *inverse = baton_value_op_of(condition, BATON_OP_ARITH_XORI);
  if (inverse && is_number(inverse->operands[1].value, -1)) {
    baton_rewriter_set_operand(r, &op->operands[0], inverse->operands[0].value);
    baton_rewriter_set_operand(r, &op->operands[1], no);
    baton_rewriter_set_operand(r, &op->operands[2], yes);
    return true;
  }
  return false;
}

// ---- casts ------------------------------------------------------------------------------------------------------

static bool replace_by_cast(baton_rewriter *r, baton_op *op, const char *name, baton_value *from) {
  return replace(r, op, baton_rewriter_build(r, op, name, &from, 1, op->results[0].type));
}

// There and back again, where the type between holds all of it.
bool baton_canonicalize_index_cast(baton_rewriter *r, baton_op *op) {
  const baton_op *inner = baton_value_op_of(op->operands[0].value, baton_op_code(op));
  if (!inner)
    return false;
  baton_value *from = inner->operands[0].value;
  return from->type == op->results[0].type && baton_type_bits(from->type) <= baton_type_bits(inner->results[0].type) &&
         replace(r, op, from);
}

// What was zero-extended is not negative, so extending it by its sign adds zeros as well.
bool baton_canonicalize_extension(baton_rewriter *r, baton_op *op) {
  const baton_op *zeros = baton_value_op_of(op->operands[0].value, BATON_OP_ARITH_EXTUI);
  if (zeros)
    return replace_by_cast(r, op, "arith.extui", zeros->operands[0].value);
  const baton_op *signs = baton_value_op_of(op->operands[0].value, BATON_OP_ARITH_EXTSI);
  return signs && baton_op_is(op, BATON_OP_ARITH_EXTSI) &&
         replace_by_cast(r, op, "arith.extsi", signs->operands[0].value);
}

bool baton_canonicalize_trunci(baton_rewriter *r, baton_op *op) {
  const baton_op *inner = baton_value_op(op->operands[0].value);
  if (!inner)
    return false;
  uint16_t code = baton_op_code(inner);
  if (code == BATON_OP_ARITH_TRUNCI)
    return replace_by_cast(r, op, "arith.trunci", inner->operands[0].value);
  if (code != BATON_OP_ARITH_EXTSI && code != BATON_OP_ARITH_EXTUI)
    return false;
  baton_value *from = inner->operands[0].value;
  uint32_t given = baton_type_bits(from->type), wanted = baton_type_bits(op->results[0].type);
  if (given == wanted)
    return replace(r, op, from);
  return replace_by_cast(r, op, given > wanted ? "arith.trunci" : inner->def->name, from);
}
