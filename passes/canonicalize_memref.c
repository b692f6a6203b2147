// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// canonicalize: buffers and views.
#include "dialect/arith.h"
#include "dialect/memref.h"
#include "dialect/orch.h"
#include "passes/canonicalize_impl.h"
#include "passes/fold.h"

static bool replace(baton_rewriter *r, baton_op *op, baton_value *with) {
  return baton_rewriter_replace_op(r, op, &with);
}

// The source of a cast that only forgets what is known about a buffer; such a cast cannot fail, and an op that takes
// its result may as well take its source. NULL for other values.
static baton_value *behind_cast(const baton_value *buffer) {
  const baton_op *cast = baton_value_op_of(buffer, BATON_OP_MEMREF_CAST);
  return cast && baton_fold_cannot_fail(cast) ? baton_memref_cast_source(cast) : NULL;
}

// ---- sizes ------------------------------------------------------------------------------------------------------

// The operand that gives a dynamic size of a new buffer.
static baton_value *allocated_size(const baton_op *alloc, int64_t dim) {
  const baton_type *type = alloc->results[0].type;
  uint32_t operand = 0;
  for (int64_t i = 0; i < dim; i++)
    operand += type->memref.sizes[i] == BATON_DYNAMIC;
  return alloc->operands[operand].value;
}

bool baton_canonicalize_dim(baton_rewriter *r, baton_op *op) {
  baton_value *source = baton_memref_dim_source(op);
  int64_t dim;
  if (!baton_value_is_constant(baton_memref_dim_index(op), &dim) || dim < 0 || dim >= source->type->memref.rank)
    return false;
  int64_t size = source->type->memref.sizes[dim];
  if (size != BATON_DYNAMIC)
    return replace(r, op, baton_rewriter_integer(r, op, op->results[0].type, size));
  const baton_op *alloc = baton_value_op_of(source, BATON_OP_ORCH_ALLOC);
  if (alloc)
    return replace(r, op, allocated_size(alloc, dim));
  baton_value *behind = behind_cast(source);
  if (behind)
    baton_rewriter_set_operand(r, &op->operands[0], behind);
  return behind != NULL;
}

// ---- casts ------------------------------------------------------------------------------------------------------

static bool are_compatible(int64_t a, int64_t b) { return a == b || a == BATON_DYNAMIC || b == BATON_DYNAMIC; }

static bool can_cast(const baton_type *a, const baton_type *b) {
  if (a->memref.element != b->memref.element || a->memref.rank != b->memref.rank ||
      a->memref.memory_space != b->memref.memory_space || !are_compatible(a->memref.offset, b->memref.offset))
    return false;
  for (uint32_t i = 0; i < a->memref.rank; i++)
    if (!are_compatible(a->memref.sizes[i], b->memref.sizes[i]) ||
        !are_compatible(a->memref.strides[i], b->memref.strides[i]))
      return false;
  return true;
}

bool baton_canonicalize_cast(baton_rewriter *r, baton_op *op) {
  baton_value *source = baton_memref_cast_source(op), *behind = behind_cast(source);
  if (source->type == op->results[0].type)
    return replace(r, op, source);
  if (!behind || !can_cast(behind->type, op->results[0].type))
    return false;
  baton_rewriter_set_operand(r, &op->operands[0], behind);
  return true;
}

// ---- views ------------------------------------------------------------------------------------------------------

// From the start, in full size, without steps.
static bool is_whole(const baton_op *view) {
  const baton_type *source = baton_memref_subview_source(view)->type;
  const int64_t *offsets = baton_memref_subview_static_offsets(view)->dense.items,
                *sizes = baton_memref_subview_static_sizes(view)->dense.items,
                *strides = baton_memref_subview_static_strides(view)->dense.items;
  for (uint32_t i = 0; i < source->memref.rank; i++)
    if (offsets[i] != 0 || strides[i] != 1 || sizes[i] == BATON_DYNAMIC || sizes[i] != source->memref.sizes[i])
      return false;
  return true;
}

bool baton_canonicalize_subview(baton_rewriter *r, baton_op *op) {
  baton_value *source = baton_memref_subview_source(op);
  const baton_type *type = op->results[0].type;
  if (!is_whole(op))
    return false;
  if (source->type == type)
    return replace(r, op, source);
  return can_cast(source->type, type) && replace(r, op, baton_rewriter_build(r, op, "memref.cast", &source, 1, type));
}

// ---- host accesses ----------------------------------------------------------------------------------------------

static bool indices_fit(const baton_value *buffer, baton_operands indices) {
  for (uint32_t i = 0; i < indices.size; i++) {
    int64_t index, size = buffer->type->memref.sizes[i];
    if (size != BATON_DYNAMIC && baton_value_is_constant(indices.data[i].value, &index) && (index < 0 || index >= size))
      return false;
  }
  return true;
}

bool baton_canonicalize_access(baton_rewriter *r, baton_op *op) {
  bool is_load = baton_op_is(op, BATON_OP_MEMREF_LOAD);
  baton_operand *buffer = &op->operands[is_load ? 0 : 1];
  baton_operands indices = is_load ? baton_memref_load_indices(op) : baton_memref_store_indices(op);
  baton_value *behind = behind_cast(buffer->value);
  if (!behind || !indices_fit(behind, indices))
    return false;
  baton_rewriter_set_operand(r, buffer, behind);
  return true;
}
