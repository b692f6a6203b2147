// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers under another shape. What the types leave open is checked: that a size is the product of those it is divided
// into, and that dimensions taken for one have no space between them.
#include "llvm/lower_impl.h"

#include "dialect/memref.h"
#include "ir/dim_map.h"

static LLVMValueRef mul(baton_lowering *lw, LLVMValueRef a, LLVMValueRef b) {
  return baton_is_const_equal(a, 1) ? b : baton_is_const_equal(b, 1) ? a : LLVMBuildMul(lw->b, a, b, "");
}

// The parts of the result, with the source's storage and offset.
static LLVMValueRef *begin(baton_lowering *lw, const baton_op *op) {
  LLVMValueRef *from = baton_parts_of(lw, baton_op_operand(op, 0))->at, *to = baton_new_parts(lw, op->results[0].type);
  to[BATON_PART_STORAGE] = from[BATON_PART_STORAGE];
  to[BATON_PART_OFFSET] = from[BATON_PART_OFFSET];
  return to;
}

static void set_part(LLVMValueRef *part, LLVMValueRef value) {
  if (!*part)
    *part = value;
}

// ---- transpose --------------------------------------------------------------------------------------------------

bool baton_lower_memref_transpose(baton_lowering *lw, const baton_op *op) {
  const baton_type *source = baton_memref_transpose_in(op)->type, *result = op->results[0].type;
  LLVMValueRef *from = baton_parts_of(lw, baton_memref_transpose_in(op))->at, *to = begin(lw, op);
  baton_dim_map map;
  if (!baton_dim_map_of(baton_memref_transpose_permutation(op), &map))
    return baton_op_error(op, "has a permutation that cannot be lowered");
  for (uint32_t i = 0; i < map.num_results; i++) {
    baton_part_sizes(to)[i] = baton_part_sizes(from)[map.results[i]];
    baton_part_strides(result, to)[i] = baton_part_strides(source, from)[map.results[i]];
  }
  baton_dim_map_deinit(&map);
  baton_set_parts(lw, baton_op_result(op, 0), to);
  return true;
}

// ---- expand_shape -----------------------------------------------------------------------------------------------

// Ends the run unless the sizes are not negative and their product is the whole.
static void check_product(baton_lowering *lw, const baton_op *op, const LLVMValueRef *sizes, uint32_t num,
                          LLVMValueRef whole) {
  LLVMValueRef zero = baton_i64(lw, 0), product = baton_i64(lw, 1), no = LLVMConstInt(lw->i1, 0, 0);
  LLVMValueRef is_empty = no, is_too_large = no;
  for (uint32_t i = 0; i < num; i++) {
    baton_check(lw, op, baton_cmp(lw, LLVMIntSGE, sizes[i], zero), BATON_RT_FAULT_SIZE, sizes[i], zero);
    is_empty = baton_or(lw, is_empty, baton_cmp(lw, LLVMIntEQ, sizes[i], zero));
    LLVMValueRef args[] = {product, sizes[i]};
    LLVMValueRef pair = baton_any_intrinsic(lw, "llvm.umul.with.overflow", &lw->i64, 1, args, 2);
    product = LLVMBuildExtractValue(lw->b, pair, 0, "");
    is_too_large = baton_or(lw, is_too_large, LLVMBuildExtractValue(lw->b, pair, 1, ""));
  }
  LLVMValueRef is_equal =
      baton_and(lw, baton_cmp(lw, LLVMIntEQ, product, whole), LLVMBuildNot(lw->b, is_too_large, ""));
  LLVMValueRef ok = LLVMBuildSelect(lw->b, is_empty, baton_cmp(lw, LLVMIntEQ, whole, zero), is_equal, "");
  baton_check(lw, op, ok, BATON_RT_FAULT_SHAPE, product, whole);
}

bool baton_lower_memref_expand_shape(baton_lowering *lw, const baton_op *op) {
  const baton_type *source = baton_memref_expand_shape_src(op)->type, *result = op->results[0].type;
  const baton_attr *groups = baton_memref_expand_shape_reassociation(op),
                   *shape = baton_memref_expand_shape_static_output_shape(op);
  baton_operands values = baton_memref_expand_shape_output_shape(op);
  LLVMValueRef *from = baton_parts_of(lw, baton_memref_expand_shape_src(op))->at, *to = begin(lw, op);
  LLVMValueRef *sizes = baton_part_sizes(to), *strides = baton_part_strides(result, to);
  for (uint32_t i = 0, next = 0; i < shape->dense.num_items; i++) {
    int64_t size = shape->dense.items[i];
    set_part(&sizes[i], size == BATON_DYNAMIC ? baton_scalar(lw, values.data[next].value) : baton_i64(lw, size));
    next += size == BATON_DYNAMIC;
  }
  uint32_t dim = result->memref.rank;
  for (uint32_t i = groups->array.num_items; i-- > 0;) {
    LLVMValueRef stride = baton_part_strides(source, from)[i];
    uint32_t num = groups->array.items[i]->array.num_items;
    if (source->memref.sizes[i] == BATON_DYNAMIC)
      check_product(lw, op, sizes + dim - num, num, baton_part_sizes(from)[i]);
    for (uint32_t k = 0; k < num; k++) {
      set_part(&strides[--dim], stride);
      stride = mul(lw, stride, sizes[dim]);
    }
  }
  baton_set_parts(lw, baton_op_result(op, 0), to);
  return true;
}

// ---- collapse_shape ---------------------------------------------------------------------------------------------

// The stride of the last of some dimensions whose size is not 1; of the first one where all are.
static LLVMValueRef group_stride(baton_lowering *lw, const LLVMValueRef *sizes, const LLVMValueRef *strides,
                                 uint32_t num) {
  LLVMValueRef stride = strides[0];
  for (uint32_t i = 1; i < num; i++) {
    LLVMValueRef is_used = baton_cmp(lw, LLVMIntNE, sizes[i], baton_i64(lw, 1));
    stride = LLVMBuildSelect(lw->b, is_used, strides[i], stride, "");
  }
  return stride;
}

static void check_contiguous(baton_lowering *lw, const baton_op *op, const LLVMValueRef *sizes,
                             const LLVMValueRef *strides, uint32_t num, LLVMValueRef stride) {
  for (uint32_t i = num; i-- > 1;) {
    stride = mul(lw, stride, sizes[i]);
    LLVMValueRef is_unused = baton_cmp(lw, LLVMIntEQ, sizes[i - 1], baton_i64(lw, 1));
    LLVMValueRef ok = baton_or(lw, is_unused, baton_cmp(lw, LLVMIntEQ, stride, strides[i - 1]));
    baton_check(lw, op, ok, BATON_RT_FAULT_SHAPE, strides[i - 1], stride);
  }
}

bool baton_lower_memref_collapse_shape(baton_lowering *lw, const baton_op *op) {
  const baton_type *source = baton_memref_collapse_shape_src(op)->type, *result = op->results[0].type;
  const baton_attr *groups = baton_memref_collapse_shape_reassociation(op);
  LLVMValueRef *from = baton_parts_of(lw, baton_memref_collapse_shape_src(op))->at, *to = begin(lw, op);
  LLVMValueRef *sizes = baton_part_sizes(from), *strides = baton_part_strides(source, from);
  for (uint32_t i = 0, dim = 0; i < groups->array.num_items; i++) {
    uint32_t num = groups->array.items[i]->array.num_items;
    LLVMValueRef size = baton_i64(lw, 1), stride = num ? group_stride(lw, sizes + dim, strides + dim, num) : size;
    for (uint32_t k = 0; k < num; k++)
      size = mul(lw, size, sizes[dim + k]);
    if (source->memref.layout != BATON_LAYOUT_IDENTITY)
      check_contiguous(lw, op, sizes + dim, strides + dim, num, stride);
    set_part(&baton_part_sizes(to)[i], size);
    set_part(&baton_part_strides(result, to)[i], stride);
    dim += num;
  }
  baton_set_parts(lw, baton_op_result(op, 0), to);
  return true;
}
