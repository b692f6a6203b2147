// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Executing the host code of an entry: buffers under another shape.
#include "analysis/order_impl.h"

#include "dialect/memref.h"
#include "ir/dim_map.h"

static order_view *begin(order_machine *m, const baton_op *op) {
  const order_view *source = order_operand(m, op, 0)->view;
  const baton_type *type = op->results[0].type;
  order_view *view = order_view_create(&m->x->arena, source->storage, type->memref.rank, type->memref.element);
  view->offset = source->offset;
  order_result(m, op, 0)->view = view;
  return view;
}

static void run_transpose(order_machine *m, const baton_op *op) {
  const order_view *source = order_operand(m, op, 0)->view;
  order_view *view = begin(m, op);
  baton_dim_map map;
  if (!baton_dim_map_of(baton_memref_transpose_permutation(op), &map)) {
    order_refuse(m, op, "has a permutation that is none");
    return;
  }
  for (uint32_t i = 0; i < map.num_results; i++) {
    view->dims[i] = order_view_sizes(source)[map.results[i]];
    view->dims[view->rank + i] = order_view_strides(source)[map.results[i]];
  }
  baton_dim_map_deinit(&map);
}

static bool product_is(const int64_t *sizes, uint32_t num, int64_t whole) {
  int64_t product = 1;
  for (uint32_t i = 0; i < num; i++)
    if (sizes[i] < 0 || __builtin_mul_overflow(product, sizes[i], &product))
      return false;
  return product == whole;
}

static void run_expand(order_machine *m, const baton_op *op) {
  const order_view *source = order_operand(m, op, 0)->view;
  const baton_attr *groups = baton_memref_expand_shape_reassociation(op),
                   *shape = baton_memref_expand_shape_static_output_shape(op);
  baton_operands values = baton_memref_expand_shape_output_shape(op);
  order_view *view = begin(m, op);
  for (uint32_t i = 0, next = 0; i < view->rank; i++) {
    int64_t size = shape->dense.items[i];
    view->dims[i] = size == BATON_DYNAMIC ? order_cell_of(m, values.data[next++].value)->integer : size;
  }
  uint32_t dim = view->rank;
  for (uint32_t i = groups->array.num_items; i-- > 0;) {
    uint32_t num = groups->array.items[i]->array.num_items;
    uint64_t stride = (uint64_t)order_view_strides(source)[i];
    if (!product_is(view->dims + dim - num, num, order_view_sizes(source)[i])) {
      order_stop(m, op, "does not divide dimension %u of size %lld", i, (long long)order_view_sizes(source)[i]);
      return;
    }
    for (uint32_t k = 0; k < num; k++) {
      view->dims[view->rank + --dim] = (int64_t)stride;
      stride *= (uint64_t)view->dims[dim];
    }
  }
}

// The size of some dimensions taken for one, and its stride: that of the last one with more or less than one element.
// False: there is space between them.
static bool collapse(const int64_t *sizes, const int64_t *strides, uint32_t num, int64_t *out_size,
                     int64_t *out_stride) {
  *out_size = *out_stride = 1;
  bool is_set = false;
  for (uint32_t k = num; k-- > 0;) {
    int64_t reach;
    if (sizes[k] == 1)
      continue;
    if (!is_set)
      *out_stride = strides[k];
    else if (__builtin_mul_overflow(*out_stride, *out_size, &reach) || reach != strides[k])
      return false;
    is_set = true;
    if (__builtin_mul_overflow(*out_size, sizes[k], out_size))
      return false;
  }
  return true;
}

static bool is_empty(const order_view *view) {
  for (uint32_t i = 0; i < view->rank; i++)
    if (order_view_sizes(view)[i] == 0)
      return true;
  return false;
}

static void run_collapse(order_machine *m, const baton_op *op) {
  const order_view *source = order_operand(m, op, 0)->view;
  const baton_attr *groups = baton_memref_collapse_shape_reassociation(op);
  order_view *view = begin(m, op);
  for (uint32_t i = 0, dim = 0; i < groups->array.num_items; i++) {
    uint32_t num = groups->array.items[i]->array.num_items;
    if (!collapse(order_view_sizes(source) + dim, order_view_strides(source) + dim, num, &view->dims[i],
                  &view->dims[view->rank + i]) &&
        !is_empty(source)) {
      order_stop(m, op, "takes dimensions for one that have space between them");
      return;
    }
    dim += num;
  }
  for (uint32_t i = 0; is_empty(source) && i < view->rank; i++)
    view->dims[i] = 0;
}

bool order_run_shape(order_machine *m, const baton_op *op) {
  switch (baton_op_code(op)) {
  case BATON_OP_MEMREF_TRANSPOSE:
    run_transpose(m, op);
    return true;
  case BATON_OP_MEMREF_EXPAND_SHAPE:
    run_expand(m, op);
    return true;
  case BATON_OP_MEMREF_COLLAPSE_SHAPE:
    run_collapse(m, op);
    return true;
  default:
    return false;
  }
}
