// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes: immutable, uniqued by the context, compared by address.
//
// Thread rule: as the context (one thread at a time).
#ifndef BATON_IR_ATTR_H
#define BATON_IR_ATTR_H

#include "ir/type.h"

typedef enum baton_attr_kind {
  BATON_ATTR_UNIT,
  BATON_ATTR_INTEGER, // of an integer or index type; true and false are integers of type i1
  BATON_ATTR_WIDE,    // an integer that needs more than 64 bits, of a type that has them
  BATON_ATTR_FLOAT,
  BATON_ATTR_STRING,
  BATON_ATTR_ARRAY,
  BATON_ATTR_DENSE_ARRAY, // array<i64: 1, 2>
  BATON_ATTR_DICTIONARY,
  BATON_ATTR_SYMBOL, // @name, @name::@nested
  BATON_ATTR_TYPE,
  BATON_ATTR_OPAQUE, // a form that is kept as text: affine_map<...>, #dialect.attr<...>, dense<...>
} baton_attr_kind;

typedef struct baton_named_attr {
  baton_str name; // interned in the context
  const baton_attr *value;
} baton_named_attr;

struct baton_attr {
  baton_attr_kind kind;
  const baton_type *type; // of integers and floats, element type of dense arrays; otherwise NULL
  union {
    int64_t integer;     // sign-extended to 64 bits
    uint64_t float_bits; // in the format of the type, low bits
    baton_str string;    // contents without quotes and escapes; the text of the opaque kind, the digits of the wide one
    struct {
      const baton_attr *const *items;
      uint32_t num_items;
    } array;
    struct {
      const int64_t *items; // integers, or bits of floats
      uint32_t num_items;
    } dense;
    struct {
      const baton_named_attr *items; // ordered by name
      uint32_t num_items;
    } dictionary;
    struct {
      baton_str root; // without '@'
      const baton_str *nested;
      uint32_t num_nested;
    } symbol;
    const baton_type *type_value;
  };
};

BATON_EXPORT const baton_attr *baton_attr_unit(baton_context *context);
BATON_EXPORT const baton_attr *baton_attr_bool(baton_context *context, bool value);
// The value is truncated and sign-extended to the width of the type. Of wider types it must not be negative where they
// are unsigned.
BATON_EXPORT const baton_attr *baton_attr_integer(baton_context *context, const baton_type *type, int64_t value);
// An integer from its decimal digits, with '-' if it is negative; it must be in the range of the type and not in that
// of 64 bits.
BATON_EXPORT const baton_attr *baton_attr_wide(baton_context *context, const baton_type *type, baton_str digits);
BATON_EXPORT const baton_attr *baton_attr_float(baton_context *context, const baton_type *type, uint64_t bits);
BATON_EXPORT const baton_attr *baton_attr_string(baton_context *context, baton_str text);
BATON_EXPORT const baton_attr *baton_attr_array(baton_context *context, const baton_attr *const *items,
                                                size_t num_items);
BATON_EXPORT const baton_attr *baton_attr_dense(baton_context *context, const baton_type *element, const int64_t *items,
                                                size_t num_items);
BATON_EXPORT const baton_attr *baton_attr_dense_i32(baton_context *context, const int64_t *items, size_t num_items);
BATON_EXPORT const baton_attr *baton_attr_dense_i64(baton_context *context, const int64_t *items, size_t num_items);
// Items in any order; names must differ.
BATON_EXPORT const baton_attr *baton_attr_dictionary(baton_context *context, const baton_named_attr *items,
                                                     size_t num_items);
BATON_EXPORT const baton_attr *baton_attr_symbol(baton_context *context, baton_str root, const baton_str *nested,
                                                 size_t num_nested);
BATON_EXPORT const baton_attr *baton_attr_type(baton_context *context, const baton_type *type);
BATON_EXPORT const baton_attr *baton_attr_opaque(baton_context *context, baton_str text);

// The value of a name in a dictionary (NULL: an empty one), or NULL.
BATON_EXPORT const baton_attr *baton_attr_lookup(const baton_attr *dictionary, baton_str name);

static inline bool baton_attr_is_string(const baton_attr *attr, const char *text) {
  return attr && attr->kind == BATON_ATTR_STRING && baton_str_is(attr->string, text);
}

// Appends the text form, with ": type" where MLIR writes it.
BATON_EXPORT void baton_attr_print(const baton_attr *attr, baton_strbuf *out);
// The same for an item of an array: i64 and f64 are left out there.
BATON_EXPORT void baton_attr_print_item(const baton_attr *attr, baton_strbuf *out);

// Appends "name = value", or the name alone for a unit attribute.
BATON_EXPORT void baton_named_attr_print(baton_str name, const baton_attr *value, baton_strbuf *out);

// Appends a string in quotes with MLIR's escapes.
BATON_EXPORT void baton_print_quoted(baton_str text, baton_strbuf *out);
// A symbol name with '@', quoted where it needs to be.
BATON_EXPORT void baton_print_symbol(baton_str name, baton_strbuf *out);

// Appends a float as MLIR writes it: a decimal number that is read as the same float again, or its bits in hexadecimal.
BATON_EXPORT void baton_float_print(baton_float_kind kind, uint64_t bits, baton_strbuf *out);

// Conversion of a 64-bit float to the bits of another format (round to nearest even), and back (exact).
BATON_EXPORT uint64_t baton_float_bits(baton_float_kind kind, double value);
BATON_EXPORT double baton_float_value(baton_float_kind kind, uint64_t bits);

#endif
