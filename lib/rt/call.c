// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calling kernels: from the words of a site to a C call through libffi, and predicates. Values are passed straight out
// of the words (little-endian); only addresses and tensors are built, in the worker's scratch.
#include "rt/rt_impl.h"

// The layout of a DLPack tensor (version 0.8 of the public specification, unchanged since).
typedef struct DLTensor {
  void *data;
  struct {
    int32_t device_type, device_id;
  } device;
  int32_t ndim;
  struct {
    uint8_t code, bits;
    uint16_t lanes;
  } dtype;
  int64_t *shape;
  int64_t *strides; // in elements
  uint64_t byte_offset;
} DLTensor;
_Static_assert(sizeof(DLTensor) == 48, "DLTensor");

enum { DL_CPU = 1, DL_INT = 0, DL_UINT = 1, DL_FLOAT = 2, DL_BFLOAT = 4, DL_BOOL = 6 };

typedef struct type_row {
  uint8_t bytes, dl_code, dl_bits;
  ffi_type *ffi;
} type_row;

// libffi has no 16-bit floats. A float whose low 16 bits hold the value arrives exactly, in registers and on the stack.
static const type_row type_rows[BATON_RT_NUM_TYPES] = {
    [BATON_RT_VIEW] = {0, 0, 0, &ffi_type_pointer},       [BATON_RT_I1] = {1, DL_BOOL, 8, &ffi_type_uint8},
    [BATON_RT_I8] = {1, DL_INT, 8, &ffi_type_sint8},      [BATON_RT_I16] = {2, DL_INT, 16, &ffi_type_sint16},
    [BATON_RT_I32] = {4, DL_INT, 32, &ffi_type_sint32},   [BATON_RT_I64] = {8, DL_INT, 64, &ffi_type_sint64},
    [BATON_RT_U8] = {1, DL_UINT, 8, &ffi_type_uint8},     [BATON_RT_U16] = {2, DL_UINT, 16, &ffi_type_uint16},
    [BATON_RT_U32] = {4, DL_UINT, 32, &ffi_type_uint32},  [BATON_RT_U64] = {8, DL_UINT, 64, &ffi_type_uint64},
    [BATON_RT_F16] = {2, DL_FLOAT, 16, &ffi_type_float},  [BATON_RT_BF16] = {2, DL_BFLOAT, 16, &ffi_type_float},
    [BATON_RT_F32] = {4, DL_FLOAT, 32, &ffi_type_float},  [BATON_RT_F64] = {8, DL_FLOAT, 64, &ffi_type_double},
    [BATON_RT_INDEX] = {8, DL_INT, 64, &ffi_type_sint64},
};

uint32_t baton_type_bytes(uint8_t type) { return type < BATON_RT_NUM_TYPES ? type_rows[type].bytes : 0; }

bool baton_call_prepare(baton_kernel *prepared, const char **out_reason) {
  const baton_rt_kernel *kernel = prepared->kernel;
  uint32_t num_types = kernel->num_params;
  for (uint32_t i = 0; i < kernel->num_params; i++)
    prepared->types[i] = type_rows[kernel->params[i].type].ffi;
  if (kernel->flags & BATON_RT_KERNEL_BLOCK_INDEX) {
    prepared->types[num_types++] = &ffi_type_sint64;
    prepared->types[num_types++] = &ffi_type_sint64;
  }
  ffi_type *result = kernel->result == BATON_RT_VOID ? &ffi_type_void : &ffi_type_sint32;
  if (ffi_prep_cif(&prepared->cif, FFI_DEFAULT_ABI, num_types, result, prepared->types) != FFI_OK) {
    *out_reason = "libffi refuses it";
    return false;
  }
  return true;
}

void baton_view_shape(const baton_rt_operand *operand, const uint64_t *words, int64_t *out_shape) {
  const uint64_t *word = words + operand->first_word + 1;
  for (uint32_t i = 0; i < 2u * operand->rank + 1; i++)
    out_shape[i] = operand->shape[i] == BATON_RT_DYNAMIC ? (int64_t)*word++ : operand->shape[i];
}

static int64_t view_offset(const baton_rt_operand *operand, const uint64_t *words) {
  return operand->shape[0] == BATON_RT_DYNAMIC ? (int64_t)words[operand->first_word + 1] : operand->shape[0];
}

static void *view_address(const baton_rt_operand *operand, const uint64_t *words) {
  const baton_buffer *buffer = baton_view_buffer(operand, words);
  return (char *)buffer->storage.data + view_offset(operand, words) * (int64_t)type_rows[operand->elem].bytes;
}

// Scratch of a call: an array of value pointers, an array of addresses, then tensors and their shapes.
size_t baton_call_scratch_bytes(const baton_plan *plan) {
  const baton_rt_site *site = plan->site;
  size_t bytes = (size_t)(site->num_operands + 2) * (sizeof(void *) + sizeof(void *)) + 64;
  for (uint32_t i = 0; i < site->num_operands; i++)
    if (site->operands[i].type == BATON_RT_VIEW)
      bytes += sizeof(DLTensor) + (2u * site->operands[i].rank + 1) * sizeof(int64_t);
  return bytes;
}

// Builds a tensor at `data` and returns what follows it.
static unsigned char *build_tensor(unsigned char *data, const baton_rt_operand *operand, const uint64_t *words) {
  DLTensor *tensor = (DLTensor *)(void *)data;
  int64_t *shape = (int64_t *)(void *)(data + sizeof *tensor);
  baton_view_shape(operand, words, shape);
  const type_row *row = &type_rows[operand->elem];
  *tensor = (DLTensor){
      .data = view_address(operand, words),
      .device = {DL_CPU, 0},
      .ndim = operand->rank,
      .dtype = {row->dl_code, row->dl_bits, 1},
      .shape = shape + 1,
      .strides = shape + 1 + operand->rank,
  };
  return (unsigned char *)(shape + 1 + 2 * operand->rank);
}

int32_t baton_call_kernel(baton_worker *worker, const baton_plan *plan, const uint64_t *words) {
  const baton_rt_site *site = plan->site;
  baton_kernel *kernel = plan->kernel;
  uint32_t num = site->num_operands;
  void **values = (void **)(void *)worker->scratch;
  void **addresses = values + num + 2;
  unsigned char *tensors = (unsigned char *)(addresses + num);
  for (uint32_t i = 0; i < num; i++) {
    const baton_rt_operand *operand = &site->operands[i];
    if (operand->type != BATON_RT_VIEW) {
      values[i] = (void *)(uintptr_t)&words[operand->first_word]; // libffi only reads it
      continue;
    }
    values[i] = &addresses[i];
    addresses[i] = tensors;
    if (kernel->kernel->abi == BATON_RT_ABI_DLPACK)
      tensors = build_tensor(tensors, operand, words);
    else
      addresses[i] = view_address(operand, words);
  }
  int64_t block[2] = {worker->call.block, worker->call.num_blocks};
  values[num] = &block[0];
  values[num + 1] = &block[1];
  ffi_arg result = 0;
  ffi_call(&kernel->cif, kernel->address, &result, values);
  return kernel->kernel->result == BATON_RT_VOID ? 0 : (int32_t)result;
}

bool baton_call_predicate(const baton_plan *plan, const uint64_t *words) {
  const baton_rt_site *site = plan->site;
  const baton_rt_operand *operand = &site->operands[site->num_operands];
  uint32_t bytes = type_rows[operand->elem].bytes;
  uint64_t left = 0, right = 0;
  memcpy(&left, view_address(operand, words), bytes);
  memcpy(&right, &words[site->value_word], bytes);
  // Shifted to the top, values of any width compare as 64-bit ones.
  uint32_t shift = operand->elem == BATON_RT_I1 ? 63 : 64 - 8 * bytes;
  left <<= shift;
  right <<= shift;
  int64_t signed_left = (int64_t)left, signed_right = (int64_t)right;
  switch (site->predicate) {
  case BATON_RT_EQ:
    return left == right;
  case BATON_RT_NE:
    return left != right;
  case BATON_RT_SLT:
    return signed_left < signed_right;
  case BATON_RT_SLE:
    return signed_left <= signed_right;
  case BATON_RT_SGT:
    return signed_left > signed_right;
  case BATON_RT_SGE:
    return signed_left >= signed_right;
  case BATON_RT_ULT:
    return left < right;
  case BATON_RT_ULE:
    return left <= right;
  case BATON_RT_UGT:
    return left > right;
  default: // UGE, the last: checked when the module was entered
    return left >= right;
  }
}
