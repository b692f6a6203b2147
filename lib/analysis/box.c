// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Proofs about boxes.
#include "analysis/box.h"

#include "analysis/trip.h"

// ---- one dimension ----------------------------------------------------------------------------------------------

// The elements from lo up to hi (not included), where both are numbers; most boxes of unrolled programs are such.
typedef struct interval {
  int64_t lo, hi;
} interval;

static bool is_interval(const baton_box_dim *dim, interval *out) {
  int64_t last;
  if (!dim->is_known || dim->offset.num_terms || dim->size <= 0 ||
      __builtin_mul_overflow(dim->size - 1, dim->stride, &last) ||
      __builtin_add_overflow(last, dim->offset.constant, &last) || last == INT64_MAX)
    return false;
  *out = (interval){dim->offset.constant, last + 1};
  return true;
}

// How far the last element is behind the first one, plus one. False where it is not known as a sum.
static bool extent_of(const baton_box_dim *dim, baton_affine *out) {
  if (dim->size != BATON_DYNAMIC) {
    int64_t last;
    if (dim->size <= 0 || __builtin_mul_overflow(dim->size - 1, dim->stride, &last) || last == INT64_MAX)
      return false;
    *out = baton_affine_constant(last + 1);
    return true;
  }
  if (!dim->size_value)
    return false;
  const baton_affine first = baton_affine_constant(1 - dim->stride);
  const baton_affine size = baton_affine_of(dim->size_value);
  return baton_affine_add(&first, &size, dim->stride, out);
}

static bool end_of(const baton_box_dim *dim, baton_affine *out) {
  baton_affine extent;
  return extent_of(dim, &extent) && baton_affine_add(&dim->offset, &extent, 1, out);
}

// Bounds of a - b, where the sum a belongs to the first box iff a_is_first.
static baton_range difference(const baton_affine *a, const baton_affine *b, bool a_is_first, const baton_op *carried) {
  if (a_is_first || !carried)
    return baton_affine_difference(a, b, carried);
  baton_range range = baton_affine_difference(b, a, carried);
  if (range.lo == INT64_MIN || range.hi == INT64_MAX)
    return (baton_range){INT64_MIN, INT64_MAX};
  return (baton_range){-range.hi, -range.lo};
}

// Whether one dimension ends at or before the start of the other one.
static bool ends_before(const baton_box_dim *a, const baton_box_dim *b, bool a_is_first, const baton_op *carried) {
  baton_affine end;
  return end_of(a, &end) && difference(&end, &b->offset, a_is_first, carried).hi <= 0;
}

static uint64_t magnitude(int64_t value) { return value < 0 ? 0 - (uint64_t)value : (uint64_t)value; }

static uint64_t common_divisor(uint64_t a, uint64_t b) {
  while (b) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static uint64_t divide_terms(uint64_t divisor, const baton_affine *sum) {
  for (uint32_t i = 0; i < sum->num_terms; i++)
    divisor = common_divisor(divisor, magnitude(sum->terms[i].coefficient));
  return divisor;
}

// Whether the elements lie on different rungs of a common ladder, as even and odd ones do. Values that both offsets
// share drop out of the difference if they mean the same in both.
static bool interleave(const baton_box_dim *a, const baton_box_dim *b, const baton_op *carried) {
  if ((a->stride == 1 && a->size != 1) || (b->stride == 1 && b->size != 1))
    return false;
  uint64_t divisor = common_divisor(a->size == 1 ? 0 : magnitude(a->stride), b->size == 1 ? 0 : magnitude(b->stride));
  baton_affine apart;
  if (divisor == 1 || !baton_affine_add(&a->offset, &b->offset, -1, &apart))
    return false;
  if (carried)
    divisor = divide_terms(divide_terms(divisor, &a->offset), &b->offset);
  else
    divisor = divide_terms(divisor, &apart);
  // 0: one element each at a constant distance, which the intervals have answered.
  if (divisor <= 1 || magnitude(apart.constant) % divisor == 0)
    return false;
  baton_range range = baton_affine_difference(&a->offset, &b->offset, carried);
  return range.lo != INT64_MIN && range.hi != INT64_MAX;
}

static bool is_disjoint_dim(const baton_box_dim *a, const baton_box_dim *b, const baton_op *carried) {
  interval in_a, in_b;
  if (is_interval(a, &in_a) && is_interval(b, &in_b))
    return in_a.hi <= in_b.lo || in_b.hi <= in_a.lo || interleave(a, b, carried);
  return a->is_known && b->is_known &&
         (ends_before(a, b, true, carried) || ends_before(b, a, false, carried) || interleave(a, b, carried));
}

static bool same_sum(const baton_affine *a, const baton_affine *b) {
  baton_affine apart;
  return baton_affine_add(a, b, -1, &apart) && apart.num_terms == 0 && apart.constant == 0;
}

// Equal in the same iteration.
static bool is_same_dim(const baton_box_dim *a, const baton_box_dim *b) {
  bool same_size =
      a->size == b->size && (a->size != BATON_DYNAMIC || (a->size_value && a->size_value == b->size_value));
  return (a->is_full && b->is_full) ||
         (a->is_known && b->is_known && same_size && a->stride == b->stride && same_sum(&a->offset, &b->offset));
}

// Whether a starts before b ends, taking sizes that are not known for 1.
static bool starts_before_end(const baton_box_dim *a, const baton_box_dim *b) {
  baton_affine end;
  if (end_of(b, &end) && baton_affine_difference(&a->offset, &end, NULL).hi < 0)
    return true;
  return b->size == BATON_DYNAMIC && baton_affine_difference(&a->offset, &b->offset, NULL).hi <= 0;
}

static bool is_overlapping_dim(const baton_box_dim *a, const baton_box_dim *b) {
  if (a->is_full || b->is_full || is_same_dim(a, b))
    return true;
  return a->is_known && b->is_known && a->stride == 1 && b->stride == 1 && starts_before_end(a, b) &&
         starts_before_end(b, a);
}

static bool is_covering_dim(const baton_box_dim *outer, const baton_box_dim *inner, bool outer_is_first,
                            const baton_op *carried) {
  if (outer->is_full || (!carried && is_same_dim(outer, inner)))
    return true;
  interval in_outer, in_inner;
  if (outer->stride == 1 && is_interval(outer, &in_outer) && is_interval(inner, &in_inner))
    return in_outer.lo <= in_inner.lo && in_inner.hi <= in_outer.hi;
  baton_affine outer_end, inner_end;
  return outer->is_known && inner->is_known && outer->stride == 1 && end_of(outer, &outer_end) &&
         end_of(inner, &inner_end) && difference(&outer->offset, &inner->offset, outer_is_first, carried).hi <= 0 &&
         difference(&inner_end, &outer_end, !outer_is_first, carried).hi <= 0;
}

// ---- all dimensions ---------------------------------------------------------------------------------------------

bool baton_boxes_are_disjoint(const baton_box *a, const baton_box *b, const baton_op *carried) {
  if (a->kind != BATON_BOX_DIMS || b->kind != BATON_BOX_DIMS || a->rank != b->rank)
    return false;
  for (uint32_t i = 0; i < a->rank; i++)
    if (is_disjoint_dim(&a->dims[i], &b->dims[i], carried))
      return true;
  return false;
}

bool baton_boxes_overlap(const baton_box *a, const baton_box *b) {
  if (a->kind == BATON_BOX_WHOLE || b->kind == BATON_BOX_WHOLE)
    return true;
  if (a->kind != BATON_BOX_DIMS || b->kind != BATON_BOX_DIMS || a->rank != b->rank)
    return false;
  for (uint32_t i = 0; i < a->rank; i++)
    if (!is_overlapping_dim(&a->dims[i], &b->dims[i]))
      return false;
  return true;
}

static bool covers(const baton_box *outer, const baton_box *inner, bool outer_is_first, const baton_op *carried) {
  if (outer->kind == BATON_BOX_WHOLE)
    return true;
  if (outer->kind != BATON_BOX_DIMS)
    return false;
  for (uint32_t i = 0; i < outer->rank; i++) {
    bool is_given = inner->kind == BATON_BOX_DIMS && inner->rank == outer->rank;
    bool is_covered =
        is_given ? is_covering_dim(&outer->dims[i], &inner->dims[i], outer_is_first, carried) : outer->dims[i].is_full;
    if (!is_covered)
      return false;
  }
  return true;
}

bool baton_box_covers(const baton_box *outer, const baton_box *inner, const baton_op *carried) {
  return covers(outer, inner, false, carried);
}

bool baton_box_covers_later(const baton_box *outer, const baton_box *inner, const baton_op *carried) {
  return covers(outer, inner, true, carried);
}

baton_range baton_box_hull(const baton_box_dim *dim) {
  const baton_range everything = {INT64_MIN, INT64_MAX};
  const baton_affine zero = {0};
  baton_affine end;
  if (!dim->is_known || !end_of(dim, &end))
    return everything;
  baton_range first = baton_affine_difference(&dim->offset, &zero, NULL);
  baton_range last = baton_affine_difference(&end, &zero, NULL);
  if (first.lo == INT64_MIN || last.hi == INT64_MAX)
    return everything;
  return (baton_range){first.lo, last.hi - 1};
}

// ---- unions -----------------------------------------------------------------------------------------------------

// Takes the loop's variable out of a sum. False if other values of the loop are in it.
static bool split(const baton_affine *sum, const baton_op *loop, int64_t *coefficient, baton_affine *rest) {
  *coefficient = 0;
  *rest = baton_affine_constant(sum->constant);
  for (uint32_t i = 0; i < sum->num_terms; i++) {
    if (!baton_value_is_inside(sum->terms[i].value, loop))
      rest->terms[rest->num_terms++] = sum->terms[i];
    else if (baton_variable_loop(sum->terms[i].value) == loop)
      *coefficient = sum->terms[i].coefficient;
    else
      return false;
  }
  return true;
}

// Whether a size is the same in all iterations.
static bool is_fixed_size(const baton_box_dim *dim, const baton_op *loop) {
  return dim->is_full || dim->size != BATON_DYNAMIC ||
         (dim->size_value && !baton_value_is_inside(dim->size_value, loop));
}

// The interval that the dimension moves over: neighbours must touch, and the whole must not overflow.
static bool sweep(baton_box_dim *dim, const baton_op *loop, int64_t coefficient, const baton_affine *rest) {
  int64_t trips = baton_trip_count(loop), step = baton_loop_step(loop), stride, reach, first;
  int64_t lower;
  if (trips == BATON_DYNAMIC || trips < 1 || !baton_constant_value(baton_op_operand(loop, 0), &lower) ||
      coefficient == INT64_MIN || __builtin_mul_overflow(coefficient, step, &stride) || stride == INT64_MIN)
    return false;
  int64_t width = stride < 0 ? -stride : stride;
  if (dim->size == BATON_DYNAMIC || dim->stride != 1 || (trips > 1 && width > dim->size) ||
      __builtin_mul_overflow(stride, trips - 1, &reach) || __builtin_mul_overflow(coefficient, lower, &first) ||
      (reach < 0 && __builtin_add_overflow(first, reach, &first)) ||
      __builtin_add_overflow(rest->constant, first, &first))
    return false;
  if (reach == INT64_MIN || __builtin_add_overflow(dim->size, reach < 0 ? -reach : reach, &dim->size))
    return false;
  dim->offset = *rest;
  dim->offset.constant = first;
  return true;
}

bool baton_box_union(const baton_box *box, const baton_op *loop, baton_box_dim *dims, baton_box *out) {
  *out = *box;
  if (box->kind != BATON_BOX_DIMS)
    return box->kind == BATON_BOX_WHOLE;
  uint32_t num_moving = 0;
  for (uint32_t i = 0; i < box->rank; i++) {
    int64_t coefficient;
    baton_affine rest;
    dims[i] = box->dims[i];
    if (dims[i].is_full)
      continue;
    if (!dims[i].is_known || !is_fixed_size(&dims[i], loop) || !split(&dims[i].offset, loop, &coefficient, &rest))
      return false;
    if (coefficient && (++num_moving > 1 || !sweep(&dims[i], loop, coefficient, &rest)))
      return false;
  }
  out->dims = dims;
  return true;
}
