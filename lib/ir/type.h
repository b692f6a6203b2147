// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types: immutable, uniqued by the context, compared by address.
//
// Thread rule: as the context (one thread at a time).
#ifndef BATON_IR_TYPE_H
#define BATON_IR_TYPE_H

#include "base/str.h"

typedef struct baton_context baton_context;
typedef struct baton_attr baton_attr;
typedef struct baton_type baton_type;
typedef struct baton_type_def baton_type_def;

// Stands for a size, stride, offset or count that is only known when the program runs ('?' in text).
#define BATON_DYNAMIC INT64_MIN

typedef enum baton_type_kind {
  BATON_TYPE_INDEX,
  BATON_TYPE_INTEGER,
  BATON_TYPE_FLOAT,
  BATON_TYPE_NONE,
  BATON_TYPE_FUNCTION,
  BATON_TYPE_MEMREF,
  BATON_TYPE_DIALECT, // of a registered dialect: !orch.task, !orch.tasks<8>
  BATON_TYPE_OPAQUE,  // one that is not looked into, kept as text: of an unregistered dialect, tensors, vectors, ...
} baton_type_kind;

typedef enum baton_signedness { BATON_SIGNLESS, BATON_SIGNED, BATON_UNSIGNED } baton_signedness;

typedef enum baton_float_kind { BATON_F16, BATON_BF16, BATON_F32, BATON_F64 } baton_float_kind;

typedef enum baton_layout_kind {
  BATON_LAYOUT_IDENTITY, // row-major, contiguous
  BATON_LAYOUT_STRIDED,  // strided<[strides], offset: o>
} baton_layout_kind;

// A type of a registered dialect: a name, and at most one number (a count, possibly dynamic).
struct baton_type_def {
  const char *dialect, *name; // "orch", "tasks"
  bool has_count;
};

struct baton_type {
  baton_type_kind kind;
  union {
    struct {
      uint32_t width; // 1 to 2^24 bits
      baton_signedness signedness;
    } integer;
    baton_float_kind float_kind;
    struct {
      const baton_type *const *inputs, *const *results;
      uint32_t num_inputs, num_results;
    } function;
    struct {
      const baton_type *element;
      const int64_t *sizes; // rank of them, in elements, or BATON_DYNAMIC
      const int64_t
          *strides;   // rank of them, in elements; also given for the identity layout, where they follow from sizes
      int64_t offset; // in elements, or BATON_DYNAMIC; 0 for the identity layout
      const baton_attr *memory_space; // NULL: none
      uint32_t rank;
      baton_layout_kind layout;
    } memref;
    struct {
      const baton_type_def *def;
      int64_t count; // 0 unless def->has_count
    } dialect;
    struct {
      baton_str text; // "!dialect.name<...>", "tensor<4xf32>"
    } opaque;
  };
};

BATON_EXPORT const baton_type *baton_type_index(baton_context *context);
BATON_EXPORT const baton_type *baton_type_none(baton_context *context);
BATON_EXPORT const baton_type *baton_type_integer(baton_context *context, uint32_t width);
BATON_EXPORT const baton_type *baton_type_signed_integer(baton_context *context, uint32_t width,
                                                         baton_signedness signedness);
BATON_EXPORT const baton_type *baton_type_float(baton_context *context, baton_float_kind kind);
BATON_EXPORT const baton_type *baton_type_function(baton_context *context, const baton_type *const *inputs,
                                                   size_t num_inputs, const baton_type *const *results,
                                                   size_t num_results);
// The identity layout.
BATON_EXPORT const baton_type *baton_type_memref(baton_context *context, const baton_type *element,
                                                 const int64_t *sizes, size_t rank, const baton_attr *memory_space);
// A strided layout that is written out; one that equals the identity layout gives the identity type, as in MLIR only if
// it is absent: strided<[1], offset: 0> stays what was written.
BATON_EXPORT const baton_type *baton_type_strided_memref(baton_context *context, const baton_type *element,
                                                         const int64_t *sizes, size_t rank, int64_t offset,
                                                         const int64_t *strides, const baton_attr *memory_space);
BATON_EXPORT const baton_type *baton_type_dialect(baton_context *context, const baton_type_def *def, int64_t count);
BATON_EXPORT const baton_type *baton_type_opaque(baton_context *context, baton_str text);

static inline bool baton_type_is(const baton_type *type, baton_type_kind kind) { return type->kind == kind; }
static inline bool baton_type_is_integer(const baton_type *type, uint32_t width) {
  return type->kind == BATON_TYPE_INTEGER && type->integer.width == width;
}
static inline bool baton_type_is_dialect(const baton_type *type, const baton_type_def *def) {
  return type->kind == BATON_TYPE_DIALECT && type->dialect.def == def;
}
// Bits of an element in memory: integers and floats; 64 for index; 0 for anything else.
BATON_EXPORT uint32_t baton_type_bits(const baton_type *type);

// Appends the text form.
BATON_EXPORT void baton_type_print(const baton_type *type, baton_strbuf *out);

#endif
