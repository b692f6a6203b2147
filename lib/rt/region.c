// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions of memory: the normal form of strided views, and whether two of them share a byte.
#include "rt/rt_impl.h"

enum { MAX_DIMS = 256, MAX_TERMS = 2 * BATON_REGION_DIMS, MAX_STEPS = 4096 };

// The dimensions of a view in bytes, unit ones left out and negative strides turned round.
typedef struct view_dims {
  int64_t lo;
  uint32_t num;
  baton_dim dims[MAX_DIMS];
} view_dims;

// Descending strides; dimensions of equal stride become one, as x + y takes every value up to both bounds.
static bool insert_dim(view_dims *view, int64_t stride, int64_t count) {
  uint32_t at = view->num;
  while (at > 0 && view->dims[at - 1].stride < stride)
    at--;
  if (at > 0 && view->dims[at - 1].stride == stride)
    return !__builtin_add_overflow(view->dims[at - 1].count, count - 1, &view->dims[at - 1].count);
  memmove(&view->dims[at + 1], &view->dims[at], (view->num - at) * sizeof *view->dims);
  view->dims[at] = (baton_dim){stride, count};
  view->num++;
  return true;
}

static bool add_view_dim(view_dims *view, int64_t size, int64_t stride, uint32_t elem_bytes) {
  if (size == 1 || stride == 0)
    return true;
  int64_t stride_bytes, extent;
  if (__builtin_mul_overflow(stride, (int64_t)elem_bytes, &stride_bytes) || stride_bytes == INT64_MIN ||
      __builtin_mul_overflow(stride_bytes, size - 1, &extent))
    return false;
  if (stride < 0 && __builtin_add_overflow(view->lo, extent, &view->lo))
    return false;
  return insert_dim(view, stride_bytes < 0 ? -stride_bytes : stride_bytes, size);
}

// Joins dimensions whose elements follow each other without a gap, from the inside out.
static void merge_dims(view_dims *view) {
  baton_dim *dims = view->dims;
  uint32_t inner = view->num - 1; // dims[inner..] are final
  for (uint32_t i = view->num - 1; i-- > 0;) {
    int64_t reach;
    if (!__builtin_mul_overflow(dims[inner].stride, dims[inner].count, &reach) && reach == dims[i].stride)
      dims[inner].count *= dims[i].count;
    else
      dims[--inner] = dims[i];
  }
  view->num -= inner;
  memmove(dims, dims + inner, view->num * sizeof *dims);
}

static bool find_end(const view_dims *view, int64_t *out_hi) {
  int64_t hi = view->lo + 1;
  for (uint32_t i = 0; i < view->num; i++) {
    int64_t extent;
    if (__builtin_mul_overflow(view->dims[i].stride, view->dims[i].count - 1, &extent) ||
        __builtin_add_overflow(hi, extent, &hi))
      return false;
  }
  *out_hi = hi;
  return true;
}

bool baton_region_make(int64_t base, const int64_t *shape, uint32_t rank, uint32_t elem_bytes,
                       baton_region *out_region) {
  view_dims view;
  view.num = 0;
  int64_t offset;
  if (__builtin_mul_overflow(shape[0], (int64_t)elem_bytes, &offset) || __builtin_add_overflow(base, offset, &view.lo))
    return false;
  *out_region = (baton_region){.lo = view.lo, .hi = view.lo};
  bool is_empty = false;
  for (uint32_t i = 0; i < rank; i++) {
    int64_t size = shape[1 + i];
    if (size < 0)
      return false;
    is_empty = is_empty || size == 0;
  }
  if (is_empty)
    return true;
  for (uint32_t i = 0; i < rank; i++)
    if (!add_view_dim(&view, shape[1 + i], shape[1 + rank + i], elem_bytes))
      return false;
  int64_t hi;
  if (!insert_dim(&view, 1, elem_bytes) || !find_end(&view, &hi))
    return false;
  merge_dims(&view);
  out_region->lo = view.lo;
  out_region->hi = hi;
  if (view.num > BATON_REGION_DIMS) { // more than any layout needs: all bytes between its ends, which orders more
    out_region->num_dims = 1;
    out_region->dims[0] = (baton_dim){1, hi - view.lo};
    return true;
  }
  out_region->num_dims = view.num;
  memcpy(out_region->dims, view.dims, view.num * sizeof *view.dims);
  return true;
}

// Two regions share a byte if sum x_t * stride_t = distance has a solution with 0 <= x_t <= bound_t, over the
// dimensions of both (those of the second counted from its end).
typedef struct equation {
  uint32_t num, steps;
  int64_t stride[MAX_TERMS], bound[MAX_TERMS];
  int64_t reach[MAX_TERMS + 1]; // the largest value of the terms from t on
  bool is_full[MAX_TERMS + 1];  // they take every value from 0 to it
} equation;

static void merge_terms(const baton_region *a, const baton_region *b, equation *out) {
  uint32_t i = 0, j = 0;
  out->num = out->steps = 0;
  while (i < a->num_dims || j < b->num_dims) {
    const baton_dim *dim;
    if (j == b->num_dims || (i < a->num_dims && a->dims[i].stride >= b->dims[j].stride))
      dim = &a->dims[i++];
    else
      dim = &b->dims[j++];
    if (out->num && out->stride[out->num - 1] == dim->stride) {
      out->bound[out->num - 1] += dim->count - 1;
    } else {
      out->stride[out->num] = dim->stride;
      out->bound[out->num++] = dim->count - 1;
    }
  }
  out->reach[out->num] = 0;
  out->is_full[out->num] = true;
  for (uint32_t t = out->num; t-- > 0;) {
    out->reach[t] = out->reach[t + 1] + out->bound[t] * out->stride[t];
    out->is_full[t] = out->is_full[t + 1] && out->stride[t] <= out->reach[t + 1] + 1;
  }
}

// From the largest stride on, with bounds from what the smaller ones reach. Out of steps, it says yes.
static bool has_solution(equation *eq, uint32_t t, int64_t distance) {
  if (distance < 0 || distance > eq->reach[t])
    return false;
  if (eq->is_full[t])
    return true;
  int64_t stride = eq->stride[t], rest = distance - eq->reach[t + 1];
  int64_t least = rest > 0 ? (rest + stride - 1) / stride : 0;
  int64_t most = distance / stride;
  if (most > eq->bound[t])
    most = eq->bound[t];
  for (int64_t x = most; x >= least; x--)
    if (++eq->steps > MAX_STEPS || has_solution(eq, t + 1, distance - x * stride))
      return true;
  return false;
}

bool baton_region_overlaps(const baton_region *a, const baton_region *b) {
  if (a->num_dims == 0 || b->num_dims == 0 || a->lo >= b->hi || b->lo >= a->hi)
    return false;
  if (a->num_dims == 1 && b->num_dims == 1)
    return a->dims[0].stride == 1 && b->dims[0].stride == 1;
  equation eq;
  merge_terms(a, b, &eq);
  return has_solution(&eq, 0, b->hi - 1 - a->lo);
}

bool baton_region_equals(const baton_region *a, const baton_region *b) {
  return a->lo == b->lo && a->hi == b->hi && a->num_dims == b->num_dims &&
         memcmp(a->dims, b->dims, a->num_dims * sizeof *a->dims) == 0;
}

bool baton_region_covers(const baton_region *a, const baton_region *b) {
  if (b->lo < a->lo || b->hi > a->hi)
    return false;
  if (a->num_dims == 1)
    return true;
  // A box in a box: each stride of b is one of a's, and b's first byte lies in a so that its counts fit from there.
  int64_t distance = b->lo - a->lo;
  uint32_t j = 0;
  for (uint32_t i = 0; i < a->num_dims; i++) {
    int64_t count = 1;
    if (j < b->num_dims && b->dims[j].stride == a->dims[i].stride)
      count = b->dims[j++].count;
    int64_t first = distance / a->dims[i].stride;
    if (first > a->dims[i].count - count)
      return false;
    distance -= first * a->dims[i].stride;
  }
  return j == b->num_dims && distance == 0;
}
