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

// Sums, differences and multiples. Where both ends are known no sum in the range wraps; otherwise any may.
static baton_range sum_range(const baton_op *op, unsigned *budget) {
  baton_range a = range_of(baton_op_operand(op, 0), budget), b = range_of(baton_op_operand(op, 1), budget),
              sum = {0, 0};
  if (!baton_op_is(op, BATON_OP_ARITH_MULI)) {
    add_range(&sum, 1, a);
    add_range(&sum, baton_op_is(op, BATON_OP_ARITH_ADDI) ? 1 : -1, b);
  } else if (b.lo == b.hi) {
    add_range(&sum, b.lo, a);
  } else if (a.lo == a.hi) {
    add_range(&sum, a.lo, b);
  } else {
    return everything;
  }
  return sum.lo == INT64_MIN || sum.hi == INT64_MAX ? everything : sum;
}

static baton_range op_range(const baton_op *op, unsigned *budget) {
  switch (baton_op_code(op)) {
  case BATON_OP_ARITH_ADDI:
  case BATON_OP_ARITH_SUBI:
  case BATON_OP_ARITH_MULI:
    return sum_range(op, budget);
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

static baton_range plain_difference(const baton_affine *a, const baton_affine *b, const baton_op *carried) {
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
  return sum;
}

// ---- loops whose bounds depend on each other ----------------------------------------------------------------------
//
// An upper bound of a sum: the variable of the innermost loop is replaced by the last value that its bounds allow, a
// sum over variables further outside, and so on. One after the other, as in the elimination of J. Fourier and T.
// Motzkin, but without looking at combinations of bounds.

// Where a value is evaluated: in both iterations alike, in that of a, or in that of b.
typedef enum affine_side { SHARED, EARLIER, LATER } affine_side;

enum { MAX_PARTS = 2 * BATON_AFFINE_MAX_TERMS + 4, MAX_ELIMINATIONS = 16 };

typedef struct affine_part {
  const baton_value *value; // NULL: the distance between the two iterations
  int64_t coefficient;
  affine_side side;
} affine_part;

typedef struct affine_parts {
  const baton_op *carried;
  int64_t constant;
  uint32_t num;
  affine_part items[MAX_PARTS];
} affine_parts;

static bool add_one(affine_parts *parts, const baton_value *value, affine_side side, int64_t coefficient) {
  for (uint32_t i = 0; i < parts->num; i++)
    if (parts->items[i].value == value && parts->items[i].side == side)
      return !__builtin_add_overflow(parts->items[i].coefficient, coefficient, &parts->items[i].coefficient);
  if (parts->num == MAX_PARTS)
    return false;
  parts->items[parts->num++] = (affine_part){value, coefficient, side};
  return true;
}

// factor * sum, evaluated on one side. The variable of the carried loop is in the later iteration that of the earlier
// one plus the distance.
static bool add_sum(affine_parts *parts, const baton_affine *sum, affine_side side, int64_t factor) {
  int64_t part;
  if (__builtin_mul_overflow(factor, sum->constant, &part) ||
      __builtin_add_overflow(parts->constant, part, &parts->constant))
    return false;
  for (uint32_t i = 0; i < sum->num_terms; i++) {
    const baton_value *value = sum->terms[i].value;
    bool is_inside = parts->carried && baton_value_is_inside(value, parts->carried);
    affine_side own = is_inside ? side : SHARED;
    if (__builtin_mul_overflow(factor, sum->terms[i].coefficient, &part))
      return false;
    if (own == LATER && baton_variable_loop(value) == parts->carried) {
      if (!add_one(parts, NULL, SHARED, part))
        return false;
      own = EARLIER;
    }
    if (!add_one(parts, value, own, part))
      return false;
  }
  return true;
}

bool baton_affine_is_exact(const baton_affine *sum) {
  baton_range range = {sum->constant, sum->constant};
  for (uint32_t i = 0; i < sum->num_terms; i++)
    add_range(&range, sum->terms[i].coefficient, baton_value_range(sum->terms[i].value));
  return range.lo != INT64_MIN && range.hi != INT64_MAX;
}

// The sum that bounds a loop's variable from above (the last value below the upper bound) or below. False where only
// numbers are known.
static bool variable_bound(const baton_op *loop, bool is_upper, baton_affine *out) {
  const baton_affine one = baton_affine_constant(1), bound = baton_affine_of(baton_op_operand(loop, is_upper ? 1 : 0));
  return bound.num_terms && baton_affine_is_exact(&bound) && baton_affine_add(&bound, &one, is_upper ? -1 : 0, out);
}

static uint32_t depth_of(const baton_op *op) {
  uint32_t depth = 0;
  for (; op; op = baton_op_parent(op))
    depth++;
  return depth;
}

// Replaces the innermost variable that has a bound by it. False if there is none, or if a number overflows.
static bool eliminate(affine_parts *parts) {
  uint32_t deepest = 0, which = 0;
  baton_affine bound, found;
  for (uint32_t i = 0; i < parts->num; i++) {
    const affine_part *part = &parts->items[i];
    const baton_op *loop = part->value ? baton_variable_loop(part->value) : NULL;
    if (!loop || part->coefficient == 0 || depth_of(loop) <= deepest ||
        !variable_bound(loop, part->coefficient > 0, &found))
      continue;
    deepest = depth_of(loop);
    which = i;
    bound = found;
  }
  if (!deepest)
    return false;
  affine_part part = parts->items[which];
  parts->items[which] = parts->items[--parts->num];
  return add_sum(parts, &bound, part.side, part.coefficient);
}

static int64_t bound_above(const affine_parts *parts) {
  baton_range sum = {parts->constant, parts->constant};
  for (uint32_t i = 0; i < parts->num; i++) {
    const affine_part *part = &parts->items[i];
    add_range(&sum, part->coefficient, part->value ? baton_value_range(part->value) : distance_range(parts->carried));
  }
  return sum.hi;
}

// The least upper bound of sign * (a - b) that eliminations find.
static int64_t eliminated_bound(const baton_affine *a, const baton_affine *b, int64_t sign, const baton_op *carried) {
  affine_parts parts = {.carried = carried};
  int64_t least = INT64_MAX;
  if (!add_sum(&parts, a, EARLIER, sign) || !add_sum(&parts, b, LATER, -sign))
    return least;
  for (unsigned i = 0; i < MAX_ELIMINATIONS && eliminate(&parts); i++)
    least = smaller(least, bound_above(&parts));
  return least;
}

static bool has_variable(const baton_affine *sum) {
  for (uint32_t i = 0; i < sum->num_terms; i++)
    if (baton_variable_loop(sum->terms[i].value))
      return true;
  return false;
}

baton_range baton_affine_difference(const baton_affine *a, const baton_affine *b, const baton_op *carried) {
  baton_range sum = plain_difference(a, b, carried);
  if (has_variable(a) || has_variable(b)) {
    int64_t above = eliminated_bound(a, b, 1, carried), below = eliminated_bound(a, b, -1, carried);
    sum.hi = smaller(sum.hi, above);
    sum.lo = below == INT64_MAX ? sum.lo : larger(sum.lo, -below);
  }
  return sum.lo < -MAX_DISTANCE || sum.hi > MAX_DISTANCE ? everything : sum;
}
