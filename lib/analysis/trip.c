// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constant folding of integers, and trip counts.
#include "analysis/trip.h"

#include "dialect/arith.h"
#include "dialect/orch.h"
#include "dialect/scf.h"

// Ops that one question may look at: expressions are DAGs, and walking one as a tree can take exponential time.
enum { FOLD_BUDGET = 64 };

static bool fold(const baton_value *value, unsigned *budget, int64_t *out);

static bool fits(const baton_type *type, int64_t value) {
  if (type->kind != BATON_TYPE_INTEGER || type->integer.width >= 64)
    return true;
  int64_t limit = INT64_C(1) << (type->integer.width - 1);
  return value >= -limit && value < limit;
}

static int64_t round_down(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
static int64_t round_up(int64_t a, int64_t b) { return a / b + (a % b != 0 && (a < 0) == (b < 0)); }

// a is any number, b not 0; the one quotient that overflows is refused. Unsigned ops agree with the signed ones where
// neither operand is negative, and are not known otherwise.
static bool fold_division(uint16_t code, int64_t a, int64_t b, int64_t *out) {
  if (b == 0 || (a == INT64_MIN && b == -1))
    return false;
  switch (code) {
  case BATON_OP_ARITH_DIVUI:
    *out = a / b;
    return a >= 0 && b > 0;
  case BATON_OP_ARITH_REMUI:
    *out = a % b;
    return a >= 0 && b > 0;
  case BATON_OP_ARITH_CEILDIVUI:
    *out = round_up(a, b);
    return a >= 0 && b > 0;
  case BATON_OP_ARITH_DIVSI:
    *out = a / b;
    return true;
  case BATON_OP_ARITH_REMSI:
    *out = a % b;
    return true;
  case BATON_OP_ARITH_CEILDIVSI:
    *out = round_up(a, b);
    return true;
  case BATON_OP_ARITH_FLOORDIVSI:
    *out = round_down(a, b);
    return true;
  default:
    return false;
  }
}

bool baton_integer_op_value(uint16_t code, int64_t a, int64_t b, int64_t *out) {
  bool natural = a >= 0 && b >= 0;
  switch (code) {
  case BATON_OP_ARITH_ADDI:
    return !__builtin_add_overflow(a, b, out);
  case BATON_OP_ARITH_SUBI:
    return !__builtin_sub_overflow(a, b, out);
  case BATON_OP_ARITH_MULI:
    return !__builtin_mul_overflow(a, b, out);
  case BATON_OP_ARITH_MINSI:
    *out = a < b ? a : b;
    return true;
  case BATON_OP_ARITH_MAXSI:
    *out = a > b ? a : b;
    return true;
  case BATON_OP_ARITH_MINUI:
    *out = a < b ? a : b;
    return natural;
  case BATON_OP_ARITH_MAXUI:
    *out = a > b ? a : b;
    return natural;
  default:
    return fold_division(code, a, b, out);
  }
}

static bool is_cast(uint16_t code) {
  return code == BATON_OP_ARITH_INDEX_CAST || code == BATON_OP_ARITH_EXTSI || code == BATON_OP_ARITH_INDEX_CASTUI ||
         code == BATON_OP_ARITH_EXTUI || code == BATON_OP_ARITH_TRUNCI;
}

static bool fold_op(const baton_op *op, unsigned *budget, int64_t *out) {
  uint16_t code = baton_op_code(op);
  if (code == BATON_OP_ARITH_CONSTANT) {
    const baton_attr *attr = baton_arith_constant_value(op);
    if (!attr || attr->kind != BATON_ATTR_INTEGER)
      return false;
    *out = attr->integer;
    return true;
  }
  if (is_cast(code)) {
    bool is_unsigned = code == BATON_OP_ARITH_INDEX_CASTUI || code == BATON_OP_ARITH_EXTUI;
    return fold(baton_op_operand(op, 0), budget, out) && (!is_unsigned || *out >= 0);
  }
  if (code == BATON_OP_ARITH_SELECT) {
    int64_t condition;
    return fold(baton_op_operand(op, 0), budget, &condition) &&
           fold(baton_op_operand(op, condition ? 1 : 2), budget, out);
  }
  int64_t a, b;
  return code >= BATON_OP_ARITH_ADDI && code <= BATON_OP_ARITH_MAXUI && fold(baton_op_operand(op, 0), budget, &a) &&
         fold(baton_op_operand(op, 1), budget, &b) && baton_integer_op_value(code, a, b, out);
}

static bool fold(const baton_value *value, unsigned *budget, int64_t *out) {
  const baton_op *op = baton_value_op(value);
  if (!op || *budget == 0 || (value->type->kind != BATON_TYPE_INDEX && value->type->kind != BATON_TYPE_INTEGER))
    return false;
  --*budget;
  return fold_op(op, budget, out) && fits(value->type, *out);
}

bool baton_constant_value(const baton_value *value, int64_t *out_value) {
  unsigned budget = FOLD_BUDGET;
  int64_t result;
  if (!fold(value, &budget, &result))
    return false;
  *out_value = result;
  return true;
}

bool baton_op_is_loop(const baton_op *op) { return baton_op_has_trait(op, BATON_TRAIT_LOOP); }

int64_t baton_trip_count(const baton_op *loop) {
  if (!baton_op_is(loop, BATON_OP_SCF_FOR) && !baton_op_is(loop, BATON_OP_ORCH_PARALLEL))
    return BATON_DYNAMIC;
  // Both ops begin with their lower bound, upper bound and step.
  int64_t lower, upper, step;
  if (!baton_constant_value(baton_op_operand(loop, 0), &lower) ||
      !baton_constant_value(baton_op_operand(loop, 1), &upper) ||
      !baton_constant_value(baton_op_operand(loop, 2), &step) || step <= 0)
    return BATON_DYNAMIC;
  if (lower >= upper)
    return 0;
  uint64_t trips = ((uint64_t)upper - (uint64_t)lower - 1) / (uint64_t)step + 1;
  return trips > INT64_MAX ? BATON_DYNAMIC : (int64_t)trips;
}
