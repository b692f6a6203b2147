// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views: composing subviews into boxes of their base.
#include "analysis/storage_impl.h"
#include "analysis/trip.h"
#include "dialect/memref.h"

// Row-major enough that no two index tuples share an address: every stride is larger than what the dimensions behind it
// span.
bool storage_type_has_box(const baton_type *type) {
  if (type->memref.layout == BATON_LAYOUT_IDENTITY)
    return true;
  int64_t span = 0;
  for (uint32_t i = type->memref.rank; i-- > 0;) {
    int64_t size = type->memref.sizes[i], stride = type->memref.strides[i], reach;
    if (size == 1)
      continue;
    if (span == INT64_MAX || stride == BATON_DYNAMIC || stride <= span)
      return false;
    if (size == BATON_DYNAMIC || size < 0 || __builtin_mul_overflow(size, stride, &reach) ||
        __builtin_add_overflow(span, reach - stride, &span))
      span = INT64_MAX;
  }
  return true;
}

const baton_view *storage_whole(baton_storage *storage, uint32_t index) {
  baton_view *view = BATON_ARENA_NEW(storage->arena, baton_view);
  view->base = index;
  view->box.kind = BATON_BOX_WHOLE;
  return view;
}

static const baton_view *somewhere(const baton_storage *storage, uint32_t index) {
  baton_view *view = BATON_ARENA_NEW(storage->arena, baton_view);
  view->base = index;
  view->box.kind = BATON_BOX_SOMEWHERE;
  return view;
}

static const baton_type *base_type(const baton_storage *storage, const baton_view *view) {
  const storage_base *base = &storage->bases.data[view->base];
  return base->value && base->has_box ? base->value->type : NULL;
}

// The dimensions of a view's box, written out; NULL where there are none.
static baton_box_dim *copy_dims(const baton_storage *storage, const baton_view *view, uint32_t *out_rank) {
  const baton_type *type = base_type(storage, view);
  if (!type || view->box.kind == BATON_BOX_SOMEWHERE)
    return NULL;
  *out_rank = type->memref.rank;
  if (view->box.kind == BATON_BOX_DIMS)
    return baton_arena_copy(storage->arena, view->box.dims, view->box.rank, sizeof *view->box.dims);
  baton_box_dim *dims = BATON_ARENA_ARRAY(storage->arena, baton_box_dim, type->memref.rank);
  for (uint32_t i = 0; i < type->memref.rank; i++)
    dims[i] = (baton_box_dim){.size = type->memref.sizes[i], .stride = 1, .is_known = true, .is_full = true};
  return dims;
}

// A number of a subview: a literal or a value.
typedef struct number {
  int64_t literal; // BATON_DYNAMIC: the value
  const baton_value *value;
} number;

static number next_number(const baton_attr *literals, uint32_t i, baton_operands values, uint32_t *num_used) {
  number result = {literals->dense.items[i], NULL};
  if (result.literal == BATON_DYNAMIC) {
    result.value = values.data[(*num_used)++].value;
    if (baton_constant_value(result.value, &result.literal))
      result.value = NULL;
  }
  return result;
}

// Whether a value is the size of a dimension of an allocation or argument: the operand that made it so, or memref.dim.
static bool is_size_of(const baton_storage *storage, const baton_value *value, uint32_t index, uint32_t dim) {
  const storage_base *base = &storage->bases.data[index];
  const baton_op *op = value ? baton_value_op(value) : NULL;
  int64_t wanted;
  if (op && baton_op_is(op, BATON_OP_MEMREF_DIM)) {
    const baton_view *view = storage->views[baton_memref_dim_source(op)->id];
    return view && view->base == index && view->box.kind == BATON_BOX_WHOLE &&
           baton_constant_value(baton_memref_dim_index(op), &wanted) && wanted == dim;
  }
  if (!value || base->kind != BASE_ALLOC)
    return false;
  uint32_t operand = 0;
  for (uint32_t i = 0; i < dim; i++)
    operand += base->value->type->memref.sizes[i] == BATON_DYNAMIC;
  return base->value->type->memref.sizes[dim] == BATON_DYNAMIC && baton_op_operand(base->value->op, operand) == value;
}

// The part [offset, size, step] of a dimension. What cannot be said makes it unknown.
static void narrow(baton_box_dim *dim, number offset, number size, number step, bool is_whole_size) {
  baton_affine start = offset.value ? baton_affine_of(offset.value) : baton_affine_constant(offset.literal);
  bool starts_at_zero = start.num_terms == 0 && start.constant == 0;
  int64_t stride = size.literal == 1 ? 1 : step.literal;
  is_whole_size |= !size.value && size.literal == dim->size;
  bool keeps_all = dim->is_full && starts_at_zero && stride == 1 && is_whole_size;
  if (keeps_all)
    return;
  dim->is_full = false;
  dim->is_known = dim->is_known && stride != BATON_DYNAMIC && stride > 0 &&
                  baton_affine_add(&dim->offset, &start, dim->stride, &dim->offset);
  dim->size = size.value ? BATON_DYNAMIC : size.literal;
  dim->size_value = size.value;
  if (size.literal == 1)
    dim->stride = 1;
  else if (__builtin_mul_overflow(dim->stride, stride, &dim->stride) || dim->stride <= 0)
    dim->is_known = false, dim->stride = 1;
}

// For each dimension of the result of a subview, the one of the source: some of size 1 may be left out. False if they
// do not match (or the type is not one).
static bool match_dims(const baton_op *op, const baton_view *source, uint32_t *dims) {
  const baton_type *from = baton_memref_subview_source(op)->type, *to = op->results[0].type;
  const baton_attr *sizes = baton_memref_subview_static_sizes(op), *steps = baton_memref_subview_static_strides(op);
  uint32_t num = 0;
  for (uint32_t i = 0; i < from->memref.rank; i++) {
    int64_t stride = from->memref.strides[i];
    if (stride != BATON_DYNAMIC &&
        (steps->dense.items[i] == BATON_DYNAMIC || __builtin_mul_overflow(stride, steps->dense.items[i], &stride)))
      stride = BATON_DYNAMIC;
    bool is_same = num < to->memref.rank && to->memref.sizes[num] == sizes->dense.items[i] &&
                   (to->memref.rank == from->memref.rank || to->memref.strides[num] == stride);
    if (is_same)
      dims[num++] = source->dims ? source->dims[i] : i;
    else if (sizes->dense.items[i] != 1)
      return false;
  }
  return num == to->memref.rank;
}

const baton_view *storage_subview(const baton_storage *storage, const baton_view *source, const baton_op *op) {
  const baton_type *from = baton_memref_subview_source(op)->type, *to = op->results[0].type;
  uint32_t rank = 0, num_offsets = 0, num_sizes = 0, num_steps = 0;
  uint32_t *map = BATON_ARENA_ARRAY(storage->arena, uint32_t, from->memref.rank + 1);
  baton_box_dim *dims = copy_dims(storage, source, &rank);
  if (!dims || !match_dims(op, source, map) || (!source->dims && from->memref.rank != rank))
    return somewhere(storage, source->base);
  for (uint32_t i = 0; i < from->memref.rank; i++) {
    number offset =
        next_number(baton_memref_subview_static_offsets(op), i, baton_memref_subview_offsets(op), &num_offsets);
    number size = next_number(baton_memref_subview_static_sizes(op), i, baton_memref_subview_sizes(op), &num_sizes);
    number step = next_number(baton_memref_subview_static_strides(op), i, baton_memref_subview_strides(op), &num_steps);
    uint32_t dim = source->dims ? source->dims[i] : i;
    narrow(&dims[dim], offset, size, step, is_size_of(storage, size.value, source->base, dim));
  }
  baton_view *view = BATON_ARENA_NEW(storage->arena, baton_view);
  view->base = source->base;
  view->box = (baton_box){.kind = BATON_BOX_DIMS, .rank = rank, .dims = dims};
  view->dims = to->memref.rank == rank ? NULL : map;
  return view;
}

const baton_view *baton_storage_element(const baton_storage *storage, const baton_value *buffer,
                                        baton_operands indices) {
  const baton_view *source = baton_storage_view(storage, buffer);
  uint32_t rank = 0;
  baton_box_dim *dims = copy_dims(storage, source, &rank);
  if (!dims || (!source->dims && indices.size != rank))
    return somewhere(storage, source->base);
  for (uint32_t i = 0; i < indices.size; i++) {
    number offset = {BATON_DYNAMIC, indices.data[i].value};
    if (baton_constant_value(offset.value, &offset.literal))
      offset.value = NULL;
    narrow(&dims[source->dims ? source->dims[i] : i], offset, (number){1, NULL}, (number){1, NULL}, false);
  }
  baton_view *view = BATON_ARENA_NEW(storage->arena, baton_view);
  view->base = source->base;
  view->box = (baton_box){.kind = BATON_BOX_DIMS, .rank = rank, .dims = dims};
  return view;
}
