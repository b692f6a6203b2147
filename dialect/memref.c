// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memref dialect: which views of a buffer are well-formed.
#include "dialect/memref.h"

#include "dialect/arith.h"
#include "dialect/dialects.h"
#include "dialect/memref_shape.h"

// ---- subview ----------------------------------------------------------------------------------------------------

// Product and sum that are dynamic as soon as a part is, or does not fit.
static int64_t multiply(int64_t a, int64_t b) {
  int64_t result;
  if (a == 0 || b == 0)
    return 0;
  return a == BATON_DYNAMIC || b == BATON_DYNAMIC || __builtin_mul_overflow(a, b, &result) ? BATON_DYNAMIC : result;
}

static int64_t add(int64_t a, int64_t b) {
  int64_t result;
  return a == BATON_DYNAMIC || b == BATON_DYNAMIC || __builtin_add_overflow(a, b, &result) ? BATON_DYNAMIC : result;
}

static uint32_t count_dynamic(const baton_attr *dense) {
  uint32_t num = 0;
  for (uint32_t i = 0; i < dense->dense.num_items; i++)
    num += dense->dense.items[i] == BATON_DYNAMIC;
  return num;
}

static bool check_list(const baton_op *op, const baton_attr *list, baton_operands values, uint32_t rank,
                       const char *what) {
  if (list->dense.num_items != rank)
    return baton_op_error(op, "expected %u %s values, got %u", rank, what, list->dense.num_items);
  uint32_t num = count_dynamic(list);
  if (num != values.size)
    return baton_op_error(op, "expected %u dynamic %s values, got %u", num, what, values.size);
  return true;
}

// What is known when compiling must lie inside the source: a part of size 0 may start at its end.
static bool check_dimension(const baton_op *op, uint32_t dim, int64_t whole, int64_t offset, int64_t size,
                            int64_t stride) {
  if (offset != BATON_DYNAMIC && offset < 0)
    return baton_op_error(op, "expected offsets to be non-negative, but got %lld", (long long)offset);
  if (size != BATON_DYNAMIC && size < 0)
    return baton_op_error(op, "expected sizes to be non-negative, but got %lld", (long long)size);
  if (stride != BATON_DYNAMIC && stride <= 0)
    return baton_op_error(op, "expected strides to be positive, but got %lld", (long long)stride);
  if (whole == BATON_DYNAMIC || offset == BATON_DYNAMIC || size == BATON_DYNAMIC || stride == BATON_DYNAMIC)
    return true;
  int64_t last = size == 0 ? offset - 1 : add(offset, multiply(size - 1, stride));
  if (last == BATON_DYNAMIC || last >= whole)
    return baton_op_error(
        op,
        "runs out-of-bounds along dimension %u: a part of size %lld with stride %lld at %lld does not fit "
        "into %lld",
        dim, (long long)size, (long long)stride, (long long)offset, (long long)whole);
  return true;
}

// Whether the result is the inferred view, perhaps without some of the dimensions of size 1.
static bool matches(const baton_type *result, uint32_t rank, const int64_t *sizes, const int64_t *strides,
                    int64_t offset) {
  if (offset != result->memref.offset)
    return false;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < rank; i++) {
    bool same = kept < result->memref.rank && sizes[i] == result->memref.sizes[kept] &&
                strides[i] == result->memref.strides[kept];
    if (same)
      kept++;
    else if (sizes[i] != 1)
      return false;
  }
  return kept == result->memref.rank;
}

static bool check_subview_type(const baton_op *op, const int64_t *offsets, const int64_t *sizes, const int64_t *steps) {
  const baton_type *source = baton_memref_subview_source(op)->type, *result = op->results[0].type;
  uint32_t rank = source->memref.rank;
  int64_t *strides = baton_mem_resize_array(NULL, rank, sizeof *strides), offset = source->memref.offset;
  for (uint32_t i = 0; i < rank; i++) {
    strides[i] = multiply(source->memref.strides[i], steps[i]);
    offset = add(offset, multiply(source->memref.strides[i], offsets[i]));
  }
  bool ok = result->memref.element == source->memref.element && matches(result, rank, sizes, strides, offset);
  if (!ok) {
    const baton_type *expected = baton_type_strided_memref(baton_op_context(op), source->memref.element, sizes, rank,
                                                           offset, strides, source->memref.memory_space);
    baton_strbuf wanted = {0}, given = {0};
    baton_type_print(expected, &wanted);
    baton_type_print(result, &given);
    baton_op_error(op, "expected result type to be '%s' or a rank-reduced version, but got '%s'", wanted.data,
                   given.data);
    baton_strbuf_deinit(&wanted);
    baton_strbuf_deinit(&given);
  }
  baton_mem_free(strides);
  return ok;
}

static bool verify_subview(const baton_op *op) {
  const baton_type *source = baton_memref_subview_source(op)->type;
  const baton_attr *offsets = baton_memref_subview_static_offsets(op), *sizes = baton_memref_subview_static_sizes(op),
                   *strides = baton_memref_subview_static_strides(op);
  uint32_t rank = source->memref.rank;
  if (!check_list(op, offsets, baton_memref_subview_offsets(op), rank, "offset") ||
      !check_list(op, sizes, baton_memref_subview_sizes(op), rank, "size") ||
      !check_list(op, strides, baton_memref_subview_strides(op), rank, "stride"))
    return false;
  for (uint32_t i = 0; i < rank; i++)
    if (!check_dimension(op, i, source->memref.sizes[i], offsets->dense.items[i], sizes->dense.items[i],
                         strides->dense.items[i]))
      return false;
  return check_subview_type(op, offsets->dense.items, sizes->dense.items, strides->dense.items);
}

// ---- cast, load, store ------------------------------------------------------------------------------------------

static bool compatible(int64_t a, int64_t b) { return a == b || a == BATON_DYNAMIC || b == BATON_DYNAMIC; }

static bool can_cast(const baton_type *a, const baton_type *b) {
  if (a->memref.element != b->memref.element || a->memref.rank != b->memref.rank ||
      a->memref.memory_space != b->memref.memory_space || !compatible(a->memref.offset, b->memref.offset))
    return false;
  for (uint32_t i = 0; i < a->memref.rank; i++)
    if (!compatible(a->memref.sizes[i], b->memref.sizes[i]) || !compatible(a->memref.strides[i], b->memref.strides[i]))
      return false;
  return true;
}

static bool verify_cast(const baton_op *op) {
  const baton_type *from = op->operands[0].value->type, *to = op->results[0].type;
  if (can_cast(from, to))
    return true;
  baton_strbuf a = {0}, b = {0};
  baton_type_print(from, &a);
  baton_type_print(to, &b);
  baton_op_error(op, "operand type '%s' and result type '%s' are cast incompatible", a.data, b.data);
  baton_strbuf_deinit(&a);
  baton_strbuf_deinit(&b);
  return false;
}

static bool verify_indices(const baton_op *op) {
  bool is_load = baton_op_is(op, BATON_OP_MEMREF_LOAD);
  baton_operands indices = is_load ? baton_memref_load_indices(op) : baton_memref_store_indices(op);
  const baton_type *type = (is_load ? baton_memref_load_memref(op) : baton_memref_store_memref(op))->type;
  if (indices.size != type->memref.rank)
    return baton_op_error(op, "incorrect number of indices for %s, expected %u but got %u", is_load ? "load" : "store",
                          type->memref.rank, indices.size);
  for (uint32_t i = 0; i < indices.size; i++) {
    int64_t index, size = type->memref.sizes[i];
    if (baton_value_is_constant(indices.data[i].value, &index) &&
        (index < 0 || (size != BATON_DYNAMIC && index >= size)))
      return baton_op_error(op, "index %lld is out of range along dimension %u", (long long)index, i);
  }
  return true;
}

#define BATON_DIALECT_FILE "dialect/memref.def"
#include "dialect/tables.h"

const baton_dialect baton_memref_dialect = {
    .name = "memref", .ops = op_table, .num_ops = sizeof op_table / sizeof *op_table};
