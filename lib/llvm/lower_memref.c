// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views, and host reads and writes of buffers.
#include "llvm/lower_impl.h"

#include "dialect/memref.h"

static LLVMValueRef mul(baton_lowering *lw, LLVMValueRef a, LLVMValueRef b) {
  return baton_is_const_equal(a, 1) ? b : baton_is_const_equal(b, 1) ? a : LLVMBuildMul(lw->b, a, b, "");
}

static LLVMValueRef add(baton_lowering *lw, LLVMValueRef a, LLVMValueRef b) {
  return baton_is_const_equal(a, 0) ? b : baton_is_const_equal(b, 0) ? a : LLVMBuildAdd(lw->b, a, b, "");
}

static LLVMValueRef sub(baton_lowering *lw, LLVMValueRef a, LLVMValueRef b) {
  return baton_is_const_equal(b, 0) ? a : LLVMBuildSub(lw->b, a, b, "");
}

// ---- subview ----------------------------------------------------------------------------------------------------

// Values of a mixed list: the static ones as constants, each marked place the next operand.
static LLVMValueRef *mixed_list(baton_lowering *lw, const baton_attr *list, baton_operands values) {
  LLVMValueRef *all = BATON_ARENA_ARRAY(&lw->arena, LLVMValueRef, list->dense.num_items);
  for (uint32_t i = 0, next = 0; i < list->dense.num_items; i++) {
    int64_t item = list->dense.items[i];
    all[i] = item == BATON_DYNAMIC ? baton_scalar(lw, values.data[next++].value) : baton_i64(lw, item);
  }
  return all;
}

// 0 <= offset, 0 <= size, 0 < step, and the last element before the end of the source.
static void check_part(baton_lowering *lw, const baton_op *op, LLVMValueRef whole, LLVMValueRef offset,
                       LLVMValueRef size, LLVMValueRef step) {
  LLVMValueRef zero = baton_i64(lw, 0), one = baton_i64(lw, 1);
  baton_check(lw, op, baton_cmp(lw, LLVMIntSGT, step, zero), BATON_RT_FAULT_STEP, step, zero);
  baton_check(lw, op, baton_cmp(lw, LLVMIntSGE, size, zero), BATON_RT_FAULT_SIZE, size, zero);
  baton_check(lw, op, baton_cmp(lw, LLVMIntULE, offset, whole), BATON_RT_FAULT_SLICE, offset, whole);
  LLVMValueRef rest = sub(lw, whole, offset), fits;
  if (baton_is_const_equal(step, 1)) {
    fits = baton_cmp(lw, LLVMIntULE, size, rest);
  } else { // size - 1 steps from the offset, in the rest - 1 elements behind it; no elements fit anywhere
    LLVMValueRef room = LLVMBuildUDiv(lw->b, add(lw, rest, sub(lw, step, one)), step, "");
    fits = baton_cmp(lw, LLVMIntULE, size, room);
  }
  LLVMValueRef end = add(lw, offset, mul(lw, size, step));
  baton_check(lw, op, fits, BATON_RT_FAULT_SLICE, end, whole);
}

static int64_t static_product(int64_t a, int64_t b) {
  int64_t result;
  if (a == 0 || b == 0)
    return 0;
  return a == BATON_DYNAMIC || b == BATON_DYNAMIC || __builtin_mul_overflow(a, b, &result) ? BATON_DYNAMIC : result;
}

bool baton_lower_memref_subview(baton_lowering *lw, const baton_op *op) {
  const baton_value *source = baton_memref_subview_source(op), *result = baton_op_result(op, 0);
  const baton_attr *static_sizes = baton_memref_subview_static_sizes(op),
                   *static_steps = baton_memref_subview_static_strides(op);
  LLVMValueRef *from = baton_parts_of(lw, source)->at, *to = baton_new_parts(lw, result->type);
  LLVMValueRef *offsets = mixed_list(lw, baton_memref_subview_static_offsets(op), baton_memref_subview_offsets(op));
  LLVMValueRef *sizes = mixed_list(lw, static_sizes, baton_memref_subview_sizes(op));
  LLVMValueRef *steps = mixed_list(lw, static_steps, baton_memref_subview_strides(op));
  LLVMValueRef offset = from[BATON_PART_OFFSET], *strides = baton_part_strides(source->type, from);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < source->type->memref.rank; i++) {
    check_part(lw, op, baton_part_sizes(from)[i], offsets[i], sizes[i], steps[i]);
    offset = add(lw, offset, mul(lw, offsets[i], strides[i]));
    // Dimensions of size 1 that the result's type does not have are left out, as the verifier matches them.
    int64_t stride = static_product(source->type->memref.strides[i], static_steps->dense.items[i]);
    if (kept < result->type->memref.rank && static_sizes->dense.items[i] == result->type->memref.sizes[kept] &&
        stride == result->type->memref.strides[kept]) {
      baton_part_sizes(to)[kept] = sizes[i];
      baton_part_strides(result->type, to)[kept++] = mul(lw, strides[i], steps[i]);
    }
  }
  to[BATON_PART_STORAGE] = from[BATON_PART_STORAGE];
  to[BATON_PART_OFFSET] = offset;
  baton_set_parts(lw, result, to);
  return true;
}

// ---- cast, dim --------------------------------------------------------------------------------------------------

bool baton_lower_memref_cast(baton_lowering *lw, const baton_op *op) {
  const baton_value *source = baton_memref_cast_source(op), *result = baton_op_result(op, 0);
  LLVMValueRef *from = baton_parts_of(lw, source)->at, *to = baton_new_parts(lw, result->type);
  for (uint32_t i = 0; i < baton_num_parts(result->type); i++) {
    if (to[i]) {
      LLVMValueRef same = baton_cmp(lw, LLVMIntEQ, from[i], to[i]);
      baton_check(lw, op, same, BATON_RT_FAULT_SHAPE, from[i], to[i]);
    } else {
      to[i] = from[i];
    }
  }
  baton_set_parts(lw, result, to);
  return true;
}

bool baton_lower_memref_dim(baton_lowering *lw, const baton_op *op) {
  const baton_value *source = baton_memref_dim_source(op);
  LLVMValueRef *sizes = baton_part_sizes(baton_parts_of(lw, source)->at);
  LLVMValueRef index = baton_scalar(lw, baton_memref_dim_index(op));
  uint32_t rank = source->type->memref.rank;
  baton_check_index(lw, op, index, baton_i64(lw, rank));
  LLVMValueRef size = rank ? sizes[rank - 1] : baton_i64(lw, 0);
  for (uint32_t i = rank; i-- > 1;) {
    LLVMValueRef is_here = baton_cmp(lw, LLVMIntEQ, index, baton_i64(lw, i - 1));
    size = LLVMBuildSelect(lw->b, is_here, sizes[i - 1], size, "");
  }
  baton_set_scalar(lw, baton_op_result(op, 0), size);
  return true;
}

// ---- host access ------------------------------------------------------------------------------------------------

LLVMValueRef baton_element_offset(baton_lowering *lw, const baton_op *op, const baton_value *buffer,
                                  baton_operands indices) {
  LLVMValueRef *at = baton_parts_of(lw, buffer)->at, *strides = baton_part_strides(buffer->type, at);
  LLVMValueRef offset = at[BATON_PART_OFFSET];
  for (uint32_t i = 0; i < indices.size; i++) {
    LLVMValueRef index = baton_scalar(lw, indices.data[i].value);
    baton_check_index(lw, op, index, baton_part_sizes(at)[i]);
    offset = add(lw, offset, mul(lw, index, strides[i]));
  }
  return offset;
}

bool baton_access_is_tracked(const baton_op *op) {
  return !baton_attr_is_string(baton_op_attr(op, BATON_STR("orch.tracking")), "none") && !baton_op_is_manual(op);
}

bool baton_emit_access(baton_lowering *lw, const baton_op *op, baton_site *site) {
  LLVMValueRef site_pointer, words;
  site->kind = BATON_RT_SITE_ACCESS;
  site->num_operands = 1;
  lw->needs |= BATON_RT_FEATURE_HOST_ACCESS;
  if (!baton_site_finish(lw, op, site, &site_pointer, &words))
    return false;
  LLVMValueRef args[] = {lw->fn.rt, site_pointer, words};
  LLVMValueRef status = baton_call(lw, BATON_CALL_ACCESS, args, 3);
  baton_check_run(lw, baton_cmp(lw, LLVMIntEQ, status, baton_i32(lw, 0)));
  return true;
}

// Waits if need be; *out_address is the element's.
static bool access_element(baton_lowering *lw, const baton_op *op, const baton_value *buffer, baton_operands indices,
                           uint8_t access, LLVMValueRef *out_address) {
  const baton_type *element = buffer->type->memref.element;
  LLVMValueRef storage = baton_parts_of(lw, buffer)->at[BATON_PART_STORAGE];
  LLVMValueRef offset = baton_element_offset(lw, op, buffer, indices);
  if (baton_access_is_tracked(op)) {
    baton_site site = {0};
    baton_site_add_element(lw, &site, element, storage, offset, access, BATON_RT_LOOKUP);
    if (!baton_emit_access(lw, op, &site))
      return false;
  }
  LLVMValueRef data = LLVMBuildLoad2(lw->b, lw->ptr, storage, "");
  *out_address = baton_at(lw, baton_element_type(lw, element), data, offset);
  return true;
}

bool baton_lower_memref_load(baton_lowering *lw, const baton_op *op) {
  const baton_value *buffer = baton_memref_load_memref(op);
  const baton_type *element = buffer->type->memref.element;
  LLVMValueRef address;
  if (!access_element(lw, op, buffer, baton_memref_load_indices(op), BATON_RT_READ, &address))
    return false;
  LLVMValueRef value = LLVMBuildLoad2(lw->b, baton_element_type(lw, element), address, "");
  LLVMSetAlignment(value, baton_element_bytes(element));
  if (baton_type_is_integer(element, 1))
    value = LLVMBuildTrunc(lw->b, value, lw->i1, "");
  baton_set_scalar(lw, baton_op_result(op, 0), value);
  return true;
}

bool baton_lower_memref_store(baton_lowering *lw, const baton_op *op) {
  const baton_value *buffer = baton_memref_store_memref(op);
  const baton_type *element = buffer->type->memref.element;
  LLVMValueRef address, value = baton_scalar(lw, baton_memref_store_value(op));
  if (!access_element(lw, op, buffer, baton_memref_store_indices(op), BATON_RT_WRITE, &address))
    return false;
  if (baton_type_is_integer(element, 1))
    value = LLVMBuildZExt(lw->b, value, lw->i8, "");
  LLVMSetAlignment(LLVMBuildStore(lw->b, value, address), baton_element_bytes(element));
  return true;
}
