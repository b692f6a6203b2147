// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values as LLVM values.
#include "llvm/lower_impl.h"

#include <assert.h>

// ---- types ------------------------------------------------------------------------------------------------------

static bool is_array(const baton_type *type) { return baton_type_is_task_array(type); }

uint8_t baton_rt_type_of(const baton_type *type) {
  static const uint8_t floats[] = {
      [BATON_F16] = BATON_RT_F16, [BATON_BF16] = BATON_RT_BF16, [BATON_F32] = BATON_RT_F32, [BATON_F64] = BATON_RT_F64};
  switch (type->kind) {
  case BATON_TYPE_INDEX:
    return BATON_RT_INDEX;
  case BATON_TYPE_FLOAT:
    return floats[type->float_kind];
  case BATON_TYPE_MEMREF:
    return BATON_RT_VIEW;
  case BATON_TYPE_INTEGER: {
    bool is_unsigned = type->integer.signedness == BATON_UNSIGNED;
    switch (type->integer.width) {
    case 1:
      return BATON_RT_I1;
    case 8:
      return is_unsigned ? BATON_RT_U8 : BATON_RT_I8;
    case 16:
      return is_unsigned ? BATON_RT_U16 : BATON_RT_I16;
    case 32:
      return is_unsigned ? BATON_RT_U32 : BATON_RT_I32;
    case 64:
      return is_unsigned ? BATON_RT_U64 : BATON_RT_I64;
    default:
      return BATON_RT_NUM_TYPES;
    }
  }
  default:
    return BATON_RT_NUM_TYPES;
  }
}

static bool has_lowering(const baton_type *type) {
  switch (type->kind) {
  case BATON_TYPE_INDEX:
  case BATON_TYPE_FLOAT:
    return true;
  case BATON_TYPE_INTEGER:
    return type->integer.width <= 64;
  case BATON_TYPE_MEMREF: {
    uint8_t element = baton_rt_type_of(type->memref.element);
    return element != BATON_RT_NUM_TYPES && element != BATON_RT_VIEW && type->memref.rank <= UINT8_MAX;
  }
  default:
    return baton_type_is_one_task(type) || is_array(type);
  }
}

bool baton_check_type(const baton_op *op, const baton_type *type) {
  if (has_lowering(type))
    return true;
  baton_strbuf text = {0};
  baton_type_print(type, &text);
  baton_op_error(op, "has a value of type '%s', which cannot be lowered", text.data);
  baton_strbuf_deinit(&text);
  return false;
}

uint32_t baton_element_bytes(const baton_type *element) { return (baton_type_bits(element) + 7) / 8; }

LLVMTypeRef baton_scalar_type(baton_lowering *lw, const baton_type *type) {
  if (type->kind == BATON_TYPE_INTEGER)
    return LLVMIntTypeInContext(lw->llvm, type->integer.width);
  if (type->kind != BATON_TYPE_FLOAT)
    return lw->i64; // index, tasks
  switch (type->float_kind) {
  case BATON_F16:
    return lw->f16;
  case BATON_BF16:
    return lw->i16;
  case BATON_F32:
    return lw->f32;
  case BATON_F64:
    return lw->f64;
  }
  return NULL;
}

LLVMTypeRef baton_c_type(baton_lowering *lw, const baton_type *type) {
  if (type->kind == BATON_TYPE_MEMREF)
    return lw->ptr;
  return baton_is_bf16(type) ? lw->f16 : baton_scalar_type(lw, type);
}

LLVMValueRef baton_to_c(baton_lowering *lw, const baton_type *type, LLVMValueRef value) {
  return baton_is_bf16(type) ? LLVMBuildBitCast(lw->b, value, lw->f16, "") : value;
}

LLVMValueRef baton_from_c(baton_lowering *lw, const baton_type *type, LLVMValueRef value) {
  return baton_is_bf16(type) ? LLVMBuildBitCast(lw->b, value, lw->i16, "") : value;
}

LLVMTypeRef baton_element_type(baton_lowering *lw, const baton_type *type) {
  return baton_type_is_integer(type, 1) ? lw->i8 : baton_scalar_type(lw, type);
}

uint32_t baton_num_parts(const baton_type *type) {
  if (type->kind == BATON_TYPE_MEMREF)
    return BATON_PART_SIZES + 2 * type->memref.rank;
  return is_array(type) ? 2 : 1;
}

LLVMTypeRef baton_part_type(baton_lowering *lw, const baton_type *type, uint32_t part) {
  if (type->kind == BATON_TYPE_MEMREF || is_array(type))
    return part == 0 ? lw->ptr : lw->i64;
  return baton_scalar_type(lw, type);
}

// The number that the type gives for a part; BATON_DYNAMIC where it gives none.
static int64_t static_part(const baton_type *type, uint32_t part) {
  if (is_array(type))
    return part == 1 ? type->dialect.count : BATON_DYNAMIC;
  if (type->kind != BATON_TYPE_MEMREF || part < BATON_PART_SIZES)
    return BATON_DYNAMIC;
  uint32_t i = part - BATON_PART_SIZES, rank = type->memref.rank;
  return i < rank ? type->memref.sizes[i] : type->memref.strides[i - rank];
}

bool baton_part_is_dynamic(const baton_type *type, uint32_t part) { return static_part(type, part) == BATON_DYNAMIC; }

LLVMValueRef *baton_new_parts(baton_lowering *lw, const baton_type *type) {
  uint32_t num = baton_num_parts(type);
  LLVMValueRef *at = BATON_ARENA_ARRAY(&lw->arena, LLVMValueRef, num);
  for (uint32_t i = 0; i < num; i++)
    if (!baton_part_is_dynamic(type, i))
      at[i] = baton_i64(lw, static_part(type, i));
  return at;
}

// ---- values -----------------------------------------------------------------------------------------------------

baton_parts *baton_parts_of(baton_lowering *lw, const baton_value *value) {
  assert(lw->parts[value->id].at && "operands are lowered before their uses");
  return &lw->parts[value->id];
}

void baton_set_parts(baton_lowering *lw, const baton_value *value, LLVMValueRef *at) { lw->parts[value->id].at = at; }

void baton_set_scalar(baton_lowering *lw, const baton_value *value, LLVMValueRef scalar) {
  LLVMValueRef *at = BATON_ARENA_ARRAY(&lw->arena, LLVMValueRef, 1);
  at[0] = scalar;
  lw->parts[value->id].at = at;
}

LLVMValueRef baton_scalar(baton_lowering *lw, const baton_value *value) { return baton_parts_of(lw, value)->at[0]; }
