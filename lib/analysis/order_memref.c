// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Executing the host code of an entry: buffers and views.
#include "analysis/order_impl.h"

#include "dialect/memref.h"

// ---- buffers ----------------------------------------------------------------------------------------------------

static uint32_t add_storage(order_machine *m, uint32_t arg) {
  baton_vec_push(&m->x->storages, ((order_storage){.arg = arg}));
  return (uint32_t)m->x->storages.size - 1;
}

static uint32_t pick_storage(order_machine *m, uint32_t arg, bool may_alias) {
  // One alone has nothing to be the same as.
  bool is_first = may_alias && m->num_aliases++ == 0;
  bool was_used = m->symbols.is_used;
  if (!may_alias || !order_symbols_alias(&m->symbols, arg)) {
    m->symbols.is_used = is_first ? was_used : m->symbols.is_used;
    return add_storage(m, arg);
  }
  m->symbols.is_used = is_first ? was_used : true;
  if (!m->shared_storage)
    m->shared_storage = add_storage(m, arg) + 1;
  return m->shared_storage - 1;
}

static int64_t unknown_size(order_machine *m, uint32_t arg, uint32_t dim) {
  return arg == UINT32_MAX ? order_symbol_unknown(&m->symbols, m->num_unknown++)
                           : order_symbol_size(&m->symbols, arg, dim);
}

// Whether all elements have addresses that can be computed with.
static bool is_addressable(const order_view *view) {
  int64_t end = view->offset, reach;
  for (uint32_t i = 0; i < view->rank; i++) {
    int64_t size = order_view_sizes(view)[i] > 1 ? order_view_sizes(view)[i] : 1;
    if (order_view_strides(view)[i] < 0 || __builtin_mul_overflow(size, order_view_strides(view)[i], &reach) ||
        __builtin_add_overflow(end, reach, &end))
      return false;
  }
  return end >= 0 && end <= INT64_MAX / 16;
}

static void finish_storage(order_machine *m, const order_view *view) {
  order_storage *storage = &m->x->storages.data[view->storage];
  if (storage->sizes)
    return;
  storage->rank = view->rank;
  storage->sizes = order_view_sizes(view);
}

const order_view *order_make_buffer(order_machine *m, const baton_op *at, const baton_type *type, uint32_t arg,
                                    bool may_alias) {
  uint32_t rank = type->memref.rank;
  order_view *view = order_view_create(&m->x->arena, pick_storage(m, arg, may_alias), rank, type->memref.element);
  for (uint32_t i = 0; i < rank; i++)
    view->dims[i] = type->memref.sizes[i] == BATON_DYNAMIC ? unknown_size(m, arg, i) : type->memref.sizes[i];
  if (!order_view_pack(view))
    order_stop(m, at, "has a buffer that is too large");
  for (uint32_t i = 0; i < rank; i++)
    if (type->memref.layout == BATON_LAYOUT_STRIDED && type->memref.strides[i] != BATON_DYNAMIC)
      view->dims[rank + i] = type->memref.strides[i];
  view->offset = type->memref.offset == BATON_DYNAMIC ? 0 : type->memref.offset;
  if (!is_addressable(view))
    order_stop(m, at, "has a buffer that is too large or has negative strides");
  order_number_storage(m, view->storage);
  finish_storage(m, view);
  return view;
}

static void run_alloc(order_machine *m, const baton_op *op) {
  const baton_type *type = op->results[0].type;
  uint32_t next = 0;
  order_view *view =
      order_view_create(&m->x->arena, add_storage(m, UINT32_MAX), type->memref.rank, type->memref.element);
  for (uint32_t i = 0; i < view->rank; i++) {
    view->dims[i] =
        type->memref.sizes[i] == BATON_DYNAMIC ? order_operand(m, op, next++)->integer : type->memref.sizes[i];
    if (view->dims[i] < 0) {
      order_stop(m, op, "has a negative size (%lld)", (long long)view->dims[i]);
      return;
    }
  }
  if (!order_view_pack(view))
    order_stop(m, op, "makes a buffer that is too large");
  finish_storage(m, view);
  order_result(m, op, 0)->view = view;
}

// ---- views ------------------------------------------------------------------------------------------------------

// The numbers of one list of a subview: those that are written, and operands for the rest.
typedef struct index_list {
  const baton_attr *written;
  baton_operands values;
  uint32_t next;
} index_list;

static int64_t next_index(order_machine *m, index_list *list, uint32_t dim) {
  int64_t written = list->written->dense.items[dim];
  return written == BATON_DYNAMIC ? order_cell_of(m, list->values.data[list->next++].value)->integer : written;
}

static bool is_inside(int64_t offset, int64_t size, int64_t stride, int64_t whole) {
  int64_t last;
  if (offset < 0 || size < 0 || offset > whole)
    return false;
  return size == 0 || (!__builtin_mul_overflow(size - 1, stride, &last) &&
                       !__builtin_add_overflow(last, offset, &last) && last >= 0 && last < whole && offset < whole);
}

// Whether the next dimension is one of size 1 that the result type leaves out.
static bool is_dropped(const baton_type *result, uint32_t num_kept, uint32_t num_left, int64_t written_size) {
  uint32_t num_wanted = result->memref.rank - num_kept;
  return num_left > num_wanted && written_size == 1 && (num_wanted == 0 || result->memref.sizes[num_kept] != 1);
}

static void run_subview(order_machine *m, const baton_op *op) {
  const order_view *source = order_operand(m, op, 0)->view;
  const baton_type *type = op->results[0].type;
  index_list offsets = {baton_memref_subview_static_offsets(op), baton_memref_subview_offsets(op), 0};
  index_list sizes = {baton_memref_subview_static_sizes(op), baton_memref_subview_sizes(op), 0};
  index_list strides = {baton_memref_subview_static_strides(op), baton_memref_subview_strides(op), 0};
  order_view *view = order_view_create(&m->x->arena, source->storage, type->memref.rank, type->memref.element);
  view->offset = source->offset;
  uint32_t num_kept = 0;
  for (uint32_t i = 0; i < source->rank; i++) {
    int64_t offset = next_index(m, &offsets, i), size = next_index(m, &sizes, i), stride = next_index(m, &strides, i);
    if (!is_inside(offset, size, stride, order_view_sizes(source)[i])) {
      order_stop(m, op, "leaves its buffer in dimension %u: offset %lld, size %lld, stride %lld of %lld", i,
                 (long long)offset, (long long)size, (long long)stride, (long long)order_view_sizes(source)[i]);
      return;
    }
    view->offset += offset * order_view_strides(source)[i];
    if (is_dropped(type, num_kept, source->rank - i, sizes.written->dense.items[i]) || num_kept == view->rank)
      continue;
    view->dims[num_kept] = size;
    view->dims[view->rank + num_kept++] = (int64_t)((uint64_t)stride * (uint64_t)order_view_strides(source)[i]);
  }
  order_result(m, op, 0)->view = view;
}

static void run_dim(order_machine *m, const baton_op *op) {
  const order_view *source = order_operand(m, op, 0)->view;
  int64_t dim = order_operand(m, op, 1)->integer;
  if (dim < 0 || dim >= source->rank)
    order_stop(m, op, "asks for dimension %lld of %u", (long long)dim, source->rank);
  else
    order_result(m, op, 0)->integer = order_view_sizes(source)[dim];
}

// ---- elements ---------------------------------------------------------------------------------------------------

const order_view *order_element(order_machine *m, const baton_op *op, const baton_value *buffer,
                                baton_operands indices) {
  const order_view *source = order_cell_of(m, buffer)->view;
  order_view *element = order_view_create(&m->x->arena, source->storage, 0, buffer->type->memref.element);
  element->offset = source->offset;
  for (uint32_t i = 0; i < indices.size; i++) {
    int64_t index = order_cell_of(m, indices.data[i].value)->integer;
    if (index < 0 || index >= order_view_sizes(source)[i]) {
      order_stop(m, op, "has index %lld for a size of %lld", (long long)index, (long long)order_view_sizes(source)[i]);
      return NULL;
    }
    element->offset += index * order_view_strides(source)[i];
  }
  return element;
}

static uint64_t element_key(const order_storage *storage, const order_view *element, uint64_t writes) {
  uint64_t words[] = {storage->number, (uint64_t)element->offset, element->element_bytes, writes};
  return baton_hash_bytes(words, sizeof words);
}

static void run_load(order_machine *m, const baton_op *op) {
  const baton_value *buffer = baton_memref_load_memref(op);
  const order_view *element = order_element(m, op, buffer, baton_memref_load_indices(op));
  if (!element)
    return;
  order_run_host_access(m, op, element, BATON_ACCESS_READ);
  const order_storage *storage = &m->x->storages.data[element->storage];
  uint64_t *found = baton_map_find(&m->stored_of, element_key(storage, element, 0));
  const order_stored *stored = found ? &m->stored.data[*found - 1] : NULL;
  if (stored && stored->writes >= storage->writes) {
    *order_result(m, op, 0) = stored->value;
    return;
  }
  uint64_t key = element_key(storage, element, storage->writes);
  uint32_t arg = storage->writes ? UINT32_MAX : storage->arg;
  *order_result(m, op, 0) =
      order_scalar(buffer->type->memref.element, order_symbol_element(&m->symbols, arg, element->offset, key));
}

// Later loads give what was stored until a task may have written to the buffer.
static void run_store(order_machine *m, const baton_op *op) {
  const order_view *element = order_element(m, op, baton_memref_store_memref(op), baton_memref_store_indices(op));
  if (!element)
    return;
  order_run_host_access(m, op, element, BATON_ACCESS_WRITE);
  order_storage *storage = &m->x->storages.data[element->storage];
  order_stored stored = {storage->writes, *order_cell_of(m, baton_memref_store_value(op))};
  baton_vec_push(&m->stored, stored);
  baton_map_set(&m->stored_of, element_key(storage, element, 0), m->stored.size);
}

bool order_run_memref(order_machine *m, const baton_op *op) {
  switch (baton_op_code(op)) {
  case BATON_OP_ORCH_ALLOC:
    run_alloc(m, op);
    return true;
  case BATON_OP_MEMREF_SUBVIEW:
    run_subview(m, op);
    return true;
  case BATON_OP_MEMREF_CAST:
    *order_result(m, op, 0) = *order_operand(m, op, 0);
    return true;
  case BATON_OP_MEMREF_DIM:
    run_dim(m, op);
    return true;
  case BATON_OP_MEMREF_LOAD:
    run_load(m, op);
    return true;
  case BATON_OP_MEMREF_STORE:
    run_store(m, op);
    return true;
  default:
    return false;
  }
}
