// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of values, their ranges and differences.
#include "analysis/affine.h"

#include "analysis/trip.h"
#include "dialect/arith.h"
#include "dialect/memref.h"
#include "dialect/orch.h"
#include "dialect/scf.h"

// Ops that one question may look at, since expressions are DAGs and are walked as trees.
enum { EXPRESSION_BUDGET = 64, RANGE_BUDGET = 16 };
// More iterations of one loop than any run gets through: months at nanoseconds each.
#define MAX_ITERATIONS (INT64_C(1) << 46)
#define MAX_DISTANCE   (INT64_C(1) << 62)

static const baton_range everything = {INT64_MIN, INT64_MAX};

// ---- loops ------------------------------------------------------------------------------------------------------

static bool is_counted(const baton_op *op) {
  return baton_op_is(op, BATON_OP_SCF_FOR) || baton_op_is(op, BATON_OP_ORCH_PARALLEL);
}

int64_t baton_loop_step(const baton_op *loop) {
  int64_t step;
  return is_counted(loop) && baton_constant_value(baton_op_operand(loop, 2), &step) && step > 0 ? step : 0;
}

const baton_value *baton_loop_variable(const baton_op *loop) {
  const baton_block *body = is_counted(loop) ? baton_op_body(loop) : NULL;
  return body && body->num_args ? body->args[0] : NULL;
}

const baton_op *baton_variable_loop(const baton_value *value) {
  if (value->kind != BATON_BLOCK_ARGUMENT || value->index != 0)
    return NULL;
  const baton_op *owner = baton_block_parent(value->block);
  return owner && is_counted(owner) ? owner : NULL;
}

// ---- ranges -----------------------------------------------------------------------------------------------------

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

// Adds factor * part. What overflows has no bound.
static void add_range(baton_range *sum, int64_t factor, baton_range part) {
  if (factor == 0)
    return;
  int64_t low = factor > 0 ? part.lo : part.hi, high = factor > 0 ? part.hi : part.lo;
  bool has_low = sum->lo != INT64_MIN && low != INT64_MIN && low != INT64_MAX;
  bool has_high = sum->hi != INT64_MAX && high != INT64_MIN && high != INT64_MAX;
  if (!has_low || __builtin_mul_overflow(factor, low, &low) || __builtin_add_overflow(sum->lo, low, &sum->lo))
    sum->lo = INT64_MIN;
  if (!has_high || __builtin_mul_overflow(factor, high, &high) || __builtin_add_overflow(sum->hi, high, &sum->hi))
    sum->hi = INT64_MAX;
}

static baton_range range_of(const baton_value *value, unsigned *budget);

static baton_range variable_range(const baton_op *loop, unsigned *budget) {
  baton_range lower = range_of(baton_op_operand(loop, 0), budget);
  baton_range upper = range_of(baton_op_operand(loop, 1), budget);
  baton_range result = {lower.lo, upper.hi == INT64_MAX ? INT64_MAX : upper.hi - 1};
  int64_t step = baton_loop_step(loop), trips = baton_trip_count(loop), reach;
  if (trips == BATON_DYNAMIC || trips > MAX_ITERATIONS)
    trips = MAX_ITERATIONS;
  bool is_bounded = step && trips > 0 && lower.hi != INT64_MAX && !__builtin_mul_overflow(step, trips - 1, &reach) &&
                    !__builtin_add_overflow(lower.hi, reach, &reach);
  if (is_bounded)
    result.hi = smaller(result.hi, reach);
  return result;
}

static baton_range type_range(const baton_type *type) {
  if (type->kind != BATON_TYPE_INTEGER || type->integer.width >= 64 || type->integer.width == 0)
    return everything;
  int64_t limit = INT64_C(1) << (type->integer.width - 1);
  return (baton_range){-limit, limit - 1};
}

// Remainders and quotients by a positive constant.
static baton_range division_range(const baton_op *op, unsigned *budget) {
  int64_t divisor;
  if (!baton_constant_value(baton_op_operand(op, 1), &divisor) || divisor <= 0)
    return everything;
  baton_range left = range_of(baton_op_operand(op, 0), budget);
  bool is_natural = left.lo >= 0;
  switch (baton_op_code(op)) {
  case BATON_OP_ARITH_REMUI:
    return (baton_range){0, divisor - 1};
  case BATON_OP_ARITH_REMSI:
    return (baton_range){is_natural ? 0 : 1 - divisor, divisor - 1};
  default: // quotients, rounded down or towards zero
    if (!is_natural)
      return everything;
    return (baton_range){left.lo / divisor, left.hi == INT64_MAX ? INT64_MAX : left.hi / divisor};
  }
}

static baton_range op_range(const baton_op *op, unsigned *budget) {
  switch (baton_op_code(op)) {
  case BATON_OP_ARITH_MINSI: {
    baton_range a = range_of(baton_op_operand(op, 0), budget), b = range_of(baton_op_operand(op, 1), budget);
    return (baton_range){smaller(a.lo, b.lo), smaller(a.hi, b.hi)};
  }
  case BATON_OP_ARITH_MAXSI: {
    baton_range a = range_of(baton_op_operand(op, 0), budget), b = range_of(baton_op_operand(op, 1), budget);
    return (baton_range){larger(a.lo, b.lo), larger(a.hi, b.hi)};
  }
  case BATON_OP_ARITH_REMUI:
  case BATON_OP_ARITH_REMSI:
  case BATON_OP_ARITH_DIVUI:
  case BATON_OP_ARITH_DIVSI:
  case BATON_OP_ARITH_FLOORDIVSI:
    return division_range(op, budget);
  case BATON_OP_ARITH_INDEX_CAST:
  case BATON_OP_ARITH_EXTSI: {
    // A cast to a narrower type truncates; its range is that of the type.
    const baton_value *source = baton_op_operand(op, 0);
    bool is_narrower = type_range(op->results[0].type).lo > type_range(source->type).lo;
    return is_narrower ? everything : range_of(source, budget);
  }
  case BATON_OP_MEMREF_DIM:
    return (baton_range){0, INT64_MAX};
  default:
    return everything;
  }
}

static baton_range range_of(const baton_value *value, unsigned *budget) {
  int64_t constant;
  if (baton_constant_value(value, &constant))
    return (baton_range){constant, constant};
  baton_range own = type_range(value->type), found = everything;
  if (*budget == 0)
    return own;
  --*budget;
  const baton_op *loop = baton_variable_loop(value);
  if (loop)
    found = variable_range(loop, budget);
  else if (baton_value_op(value))
    found = op_range(baton_value_op(value), budget);
  return (baton_range){larger(own.lo, found.lo), smaller(own.hi, found.hi)};
}

baton_range baton_value_range(const baton_value *value) {
  unsigned budget = RANGE_BUDGET;
  return range_of(value, &budget);
}

// ---- sums -------------------------------------------------------------------------------------------------------

static baton_affine single(const baton_value *value) { return (baton_affine){.num_terms = 1, .terms = {{value, 1}}}; }

bool baton_affine_add(const baton_affine *a, const baton_affine *b, int64_t factor, baton_affine *out) {
  baton_affine sum = {0};
  if (__builtin_mul_overflow(factor, b->constant, &sum.constant) ||
      __builtin_add_overflow(a->constant, sum.constant, &sum.constant))
    return false;
  uint32_t i = 0, j = 0;
  while (i < a->num_terms || (factor && j < b->num_terms)) {
    bool take_a = i < a->num_terms, take_b = factor && j < b->num_terms;
    if (take_a && take_b) {
      uint32_t id_a = a->terms[i].value->id, id_b = b->terms[j].value->id;
      take_a = id_a <= id_b;
      take_b = id_b <= id_a;
    }
    int64_t coefficient = 0;
    const baton_value *value = take_a ? a->terms[i].value : b->terms[j].value;
    if (take_b && __builtin_mul_overflow(factor, b->terms[j].coefficient, &coefficient))
      return false;
    if (take_a && __builtin_add_overflow(coefficient, a->terms[i].coefficient, &coefficient))
      return false;
    i += take_a;
    j += take_b;
    if (coefficient == 0)
      continue;
    if (sum.num_terms == BATON_AFFINE_MAX_TERMS)
      return false;
    sum.terms[sum.num_terms++] = (baton_affine_term){value, coefficient};
  }
  *out = sum;
  return true;
}

static bool is_wide(const baton_type *type) {
  return type->kind == BATON_TYPE_INDEX || baton_type_is_integer(type, 64);
}

static baton_affine expand(const baton_value *value, unsigned *budget);

static bool expand_product(const baton_op *op, unsigned *budget, baton_affine *out) {
  baton_affine a = expand(baton_op_operand(op, 0), budget), b = expand(baton_op_operand(op, 1), budget);
  const baton_affine zero = {0};
  if (b.num_terms == 0)
    return baton_affine_add(&zero, &a, b.constant, out);
  return a.num_terms == 0 && baton_affine_add(&zero, &b, a.constant, out);
}

static bool expand_op(const baton_op *op, unsigned *budget, baton_affine *out) {
  uint16_t code = baton_op_code(op);
  if (code == BATON_OP_ARITH_INDEX_CAST || code == BATON_OP_ARITH_EXTSI) {
    // Arithmetic of narrower types wraps earlier, so their values are not looked into.
    const baton_value *source = baton_op_operand(op, 0);
    *out = is_wide(source->type) ? expand(source, budget) : single(source);
    return true;
  }
  if (code == BATON_OP_ARITH_MULI)
    return expand_product(op, budget, out);
  if (code != BATON_OP_ARITH_ADDI && code != BATON_OP_ARITH_SUBI)
    return false;
  baton_affine a = expand(baton_op_operand(op, 0), budget), b = expand(baton_op_operand(op, 1), budget);
  return baton_affine_add(&a, &b, code == BATON_OP_ARITH_ADDI ? 1 : -1, out);
}

static baton_affine expand(const baton_value *value, unsigned *budget) {
  int64_t constant;
  if (baton_constant_value(value, &constant))
    return baton_affine_constant(constant);
  const baton_op *loop = baton_variable_loop(value), *op = baton_value_op(value);
  if (loop && baton_trip_count(loop) == 1 && baton_constant_value(baton_op_operand(loop, 0), &constant))
    return baton_affine_constant(constant);
  baton_affine result;
  if (!op || *budget == 0 || !is_wide(value->type))
    return single(value);
  --*budget;
  return expand_op(op, budget, &result) ? result : single(value);
}

baton_affine baton_affine_of(const baton_value *value) {
  unsigned budget = EXPRESSION_BUDGET;
  return expand(value, &budget);
}

// ---- differences ------------------------------------------------------------------------------------------------

// How much larger the variable of a loop is in a later iteration.
static baton_range distance_range(const baton_op *loop) {
  int64_t step = baton_loop_step(loop), trips = baton_trip_count(loop);
  baton_range result = {step ? step : 1, INT64_MAX};
  if (trips == BATON_DYNAMIC || trips > MAX_ITERATIONS)
    trips = MAX_ITERATIONS;
  int64_t reach;
  if (step && !__builtin_mul_overflow(step, trips - 1, &reach))
    result.hi = larger(reach, step);
  return result;
}

// Adds the part of a - b that one value contributes.
static void add_part(baton_range *sum, const baton_value *value, int64_t in_a, int64_t in_b, const baton_op *carried) {
  int64_t both;
  bool is_shared = !carried || !baton_value_is_inside(value, carried);
  bool is_variable = !is_shared && baton_variable_loop(value) == carried;
  if (in_a == INT64_MIN || in_b == INT64_MIN || __builtin_sub_overflow(in_a, in_b, &both)) {
    *sum = everything;
  } else if (is_shared) {
    add_range(sum, both, baton_value_range(value));
  } else if (is_variable) {
    // The later one is the earlier one plus a distance.
    add_range(sum, both, baton_value_range(value));
    add_range(sum, -in_b, distance_range(carried));
  } else {
    add_range(sum, in_a, baton_value_range(value));
    add_range(sum, -in_b, baton_value_range(value));
  }
}

baton_range baton_affine_difference(const baton_affine *a, const baton_affine *b, const baton_op *carried) {
  baton_range sum = {0, 0};
  add_range(&sum, 1, (baton_range){a->constant, a->constant});
  add_range(&sum, -1, (baton_range){b->constant, b->constant});
  uint32_t i = 0, j = 0;
  while (i < a->num_terms || j < b->num_terms) {
    bool take_a = i < a->num_terms, take_b = j < b->num_terms;
    if (take_a && take_b) {
      uint32_t id_a = a->terms[i].value->id, id_b = b->terms[j].value->id;
      take_a = id_a <= id_b;
      take_b = id_b <= id_a;
    }
    const baton_value *value = take_a ? a->terms[i].value : b->terms[j].value;
    add_part(&sum, value, take_a ? a->terms[i].coefficient : 0, take_b ? b->terms[j].coefficient : 0, carried);
    i += take_a;
    j += take_b;
  }
  return sum.lo < -MAX_DISTANCE || sum.hi > MAX_DISTANCE ? everything : sum;
}
