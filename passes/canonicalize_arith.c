// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// canonicalize: sums, products, quotients, bits. All of it holds with wrap-around, so no range needs to be known.
#include "dialect/arith.h"
#include "passes/canonicalize_impl.h"

static bool is_number(const baton_value *value, int64_t number) {
  int64_t found;
  return baton_value_is_constant(value, &found) && found == number;
}

static bool replace(baton_rewriter *r, baton_op *op, baton_value *with) {
  return baton_rewriter_replace_op(r, op, &with);
}

static bool replace_by_number(baton_rewriter *r, baton_op *op, int64_t number) {
  return replace(r, op, baton_rewriter_integer(r, op, op->results[0].type, number));
}

// a + b, a - b and so on in an op's place.
static bool replace_by(baton_rewriter *r, baton_op *op, const char *name, baton_value *a, baton_value *b) {
  return replace(r, op, baton_rewriter_build(r, op, name, (baton_value *[]){a, b}, 2, op->results[0].type));
}

// a + number, or number - a.
static bool replace_by_sum(baton_rewriter *r, baton_op *op, baton_value *a, uint64_t number) {
  return replace_by(r, op, "arith.addi", a, baton_rewriter_integer(r, op, a->type, (int64_t)number));
}

static bool replace_by_rest(baton_rewriter *r, baton_op *op, uint64_t number, baton_value *a) {
  return replace_by(r, op, "arith.subi", baton_rewriter_integer(r, op, a->type, (int64_t)number), a);
}

// A value as a + number, number - a; numbers are modulo 2^64, and so modulo any smaller width.
typedef struct linear {
  baton_value *a;
  uint64_t number;
  bool is_negated;
} linear;

static bool is_linear(const baton_value *value, linear *out) {
  const baton_op *op = baton_value_op(value);
  bool is_sum = op && baton_op_is(op, BATON_OP_ARITH_ADDI), is_rest = op && baton_op_is(op, BATON_OP_ARITH_SUBI);
  if (!is_sum && !is_rest)
    return false;
  baton_value *lhs = op->operands[0].value, *rhs = op->operands[1].value;
  int64_t number;
  bool lhs_is_number = baton_value_is_constant(lhs, &number);
  if (lhs_is_number == baton_value_is_constant(rhs, lhs_is_number ? NULL : &number))
    return false;
  if (lhs_is_number)
    *out = (linear){rhs, (uint64_t)number, is_rest};
  else
    *out = (linear){lhs, is_sum ? (uint64_t)number : 0 - (uint64_t)number, false};
  return true;
}

bool baton_canonicalize_addi(baton_rewriter *r, baton_op *op) {
  baton_value *lhs = op->operands[0].value, *rhs = op->operands[1].value;
  const baton_op *left = baton_value_op_of(lhs, BATON_OP_ARITH_SUBI),
                 *right = baton_value_op_of(rhs, BATON_OP_ARITH_SUBI);
  if (is_number(rhs, 0))
    return replace(r, op, lhs);
  if (left && left->operands[1].value == rhs)
    return replace(r, op, left->operands[0].value);
  if (right && right->operands[1].value == lhs)
    return replace(r, op, right->operands[0].value);
  int64_t number;
  linear l;
  if (!baton_value_is_constant(rhs, &number) || !is_linear(lhs, &l))
    return false;
  uint64_t sum = l.number + (uint64_t)number;
  return l.is_negated ? replace_by_rest(r, op, sum, l.a) : replace_by_sum(r, op, l.a, sum);
}

bool baton_canonicalize_subi(baton_rewriter *r, baton_op *op) {
  baton_value *lhs = op->operands[0].value, *rhs = op->operands[1].value;
  const baton_op *sum = baton_value_op_of(lhs, BATON_OP_ARITH_ADDI);
  if (lhs == rhs)
    return replace_by_number(r, op, 0);
  if (is_number(rhs, 0))
    return replace(r, op, lhs);
  if (sum && sum->operands[1].value == rhs)
    return replace(r, op, sum->operands[0].value);
  if (sum && sum->operands[0].value == rhs)
    return replace(r, op, sum->operands[1].value);
  int64_t number;
  linear l;
  if (baton_value_is_constant(rhs, &number) && is_linear(lhs, &l)) {
    uint64_t rest = l.number - (uint64_t)number;
    return l.is_negated ? replace_by_rest(r, op, rest, l.a) : replace_by_sum(r, op, l.a, rest);
  }
  if (baton_value_is_constant(lhs, &number) && is_linear(rhs, &l)) {
    uint64_t rest = (uint64_t)number - l.number;
    return l.is_negated ? replace_by_sum(r, op, l.a, rest) : replace_by_rest(r, op, rest, l.a);
  }
  return false;
}

bool baton_canonicalize_muli(baton_rewriter *r, baton_op *op) {
  baton_value *lhs = op->operands[0].value, *rhs = op->operands[1].value;
  if (is_number(rhs, 0))
    return replace(r, op, rhs);
  if (is_number(rhs, 1) || (baton_type_is_integer(op->results[0].type, 1) && is_number(rhs, -1)))
    return replace(r, op, lhs);
  const baton_op *product = baton_value_op_of(lhs, BATON_OP_ARITH_MULI);
  int64_t inner, outer;
  if (!product || !baton_value_is_constant(rhs, &outer) || !baton_value_is_constant(product->operands[1].value, &inner))
    return false;
  int64_t joined = (int64_t)((uint64_t)inner * (uint64_t)outer);
  return replace_by(r, op, "arith.muli", product->operands[0].value,
                    baton_rewriter_integer(r, op, op->results[0].type, joined));
}

// 1 of type i1 is the number -1 here; dividing by it is left alone.
bool baton_canonicalize_quotient(baton_rewriter *r, baton_op *op) {
  return is_number(op->operands[1].value, 1) && replace(r, op, op->operands[0].value);
}

bool baton_canonicalize_remainder(baton_rewriter *r, baton_op *op) {
  return is_number(op->operands[1].value, 1) && replace_by_number(r, op, 0);
}

// The smallest and the largest number of a type, in the order that an op compares in.
static bool is_limit(const baton_value *value, bool is_signed, bool is_largest) {
  uint32_t width = baton_type_bits(value->type);
  if (width == 0 || width > 64)
    return false;
  int64_t largest = (int64_t)((UINT64_C(1) << (width - 1)) - 1);
  if (is_signed)
    return is_number(value, is_largest ? largest : -largest - 1);
  return is_number(value, is_largest ? -1 : 0);
}

bool baton_canonicalize_extremum(baton_rewriter *r, baton_op *op) {
  baton_value *lhs = op->operands[0].value, *rhs = op->operands[1].value;
  bool is_signed = baton_op_is(op, BATON_OP_ARITH_MINSI) || baton_op_is(op, BATON_OP_ARITH_MAXSI);
  bool is_max = baton_op_is(op, BATON_OP_ARITH_MAXSI) || baton_op_is(op, BATON_OP_ARITH_MAXUI);
  if (lhs == rhs || is_limit(rhs, is_signed, !is_max))
    return replace(r, op, lhs);
  return is_limit(rhs, is_signed, is_max) && replace(r, op, rhs);
}

// x & y, which a further x & changes nothing of.
static bool is_masked_by(const baton_value *value, const baton_value *mask) {
  const baton_op *inner = baton_value_op_of(value, BATON_OP_ARITH_ANDI);
  return inner && (inner->operands[0].value == mask || inner->operands[1].value == mask);
}

// The complement of a value: what it is combined with by xor and all ones.
static bool is_complement(const baton_value *value, const baton_value *of) {
  const baton_op *inner = baton_value_op_of(value, BATON_OP_ARITH_XORI);
  return inner && inner->operands[0].value == of && is_number(inner->operands[1].value, -1);
}

bool baton_canonicalize_andi(baton_rewriter *r, baton_op *op) {
  baton_value *lhs = op->operands[0].value, *rhs = op->operands[1].value;
  if (lhs == rhs || is_number(rhs, -1) || is_masked_by(lhs, rhs))
    return replace(r, op, lhs);
  if (is_number(rhs, 0) || is_masked_by(rhs, lhs))
    return replace(r, op, rhs);
  return (is_complement(lhs, rhs) || is_complement(rhs, lhs)) && replace_by_number(r, op, 0);
}

bool baton_canonicalize_ori(baton_rewriter *r, baton_op *op) {
  baton_value *lhs = op->operands[0].value, *rhs = op->operands[1].value;
  if (lhs == rhs || is_number(rhs, 0))
    return replace(r, op, lhs);
  if (is_number(rhs, -1))
    return replace(r, op, rhs);
  return (is_complement(lhs, rhs) || is_complement(rhs, lhs)) && replace_by_number(r, op, -1);
}

// eq and ne, slt and sge, sle and sgt, ...
static int64_t opposite(int64_t predicate) {
  static const uint8_t opposites[] = {1, 0, 5, 4, 3, 2, 9, 8, 7, 6};
  return opposites[predicate];
}

static bool replace_by_comparison(baton_rewriter *r, baton_op *op, int64_t predicate, baton_value *a, baton_value *b) {
  baton_value *result = baton_rewriter_build(r, op, "arith.cmpi", (baton_value *[]){a, b}, 2, op->results[0].type);
  const baton_type *i64 = baton_type_integer(r->module->context, 64);
  baton_arith_cmpi_set_predicate(result->op, baton_attr_integer(r->module->context, i64, predicate));
  return replace(r, op, result);
}

bool baton_canonicalize_xori(baton_rewriter *r, baton_op *op) {
  baton_value *lhs = op->operands[0].value, *rhs = op->operands[1].value;
  if (is_number(rhs, 0))
    return replace(r, op, lhs);
  if (lhs == rhs)
    return replace_by_number(r, op, 0);
  const baton_op *inner = baton_value_op_of(lhs, BATON_OP_ARITH_XORI),
                 *test = baton_value_op_of(lhs, BATON_OP_ARITH_CMPI);
  if (inner && inner->operands[1].value == rhs)
    return replace(r, op, inner->operands[0].value);
  if (inner && inner->operands[0].value == rhs)
    return replace(r, op, inner->operands[1].value);
  return test && is_number(rhs, -1) &&
         replace_by_comparison(r, op, opposite(baton_arith_cmpi_predicate(test)->integer), test->operands[0].value,
                               test->operands[1].value);
}

bool baton_canonicalize_shift(baton_rewriter *r, baton_op *op) {
  return is_number(op->operands[1].value, 0) && replace(r, op, op->operands[0].value);
}
