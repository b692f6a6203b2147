// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes that are written as words: one of a list, kept as an integer (predicates, the rounding mode), or a set of
// them, kept as an opaque attribute with the text that MLIR gives it (#arith.fastmath<nnan,ninf>), of which there is
// one per set. An empty set is mostly the default: it is the same as no attribute.
#ifndef BATON_IR_ENUM_H
#define BATON_IR_ENUM_H

#include "ir/op_def.h"

typedef struct baton_enum_def {
  const char *name;         // of a set's attribute, without '#'; NULL: one word, an integer
  const char *const *words; // by value; of sets by bit
  uint32_t num_words;
  uint32_t width;          // of the integer
  const char *between;     // two words of a set
  const char *all;         // a word for the whole set, or NULL; the empty one is "none"
  bool is_default_empty;   // no attribute is the empty set
  const char *description; // what an attribute must be, for errors
} baton_enum_def;

// NULL: attributes of the constraint are not written as words.
BATON_EXPORT const baton_enum_def *baton_enum_of(baton_attr_constraint constraint);
// The set whose attribute has this name, or NULL.
BATON_EXPORT const baton_enum_def *baton_enum_find(baton_str name);

// The number of a word, the bit or bits of one of a set; -1: no such word.
BATON_EXPORT int64_t baton_enum_from_word(const baton_enum_def *def, baton_str word);
// Appends the words of a value, which must be one.
BATON_EXPORT void baton_enum_print(const baton_enum_def *def, int64_t value, baton_strbuf *out);
// Appends all words that may stand, with commas, for errors.
BATON_EXPORT void baton_enum_print_choice(const baton_enum_def *def, baton_strbuf *out);

BATON_EXPORT const baton_attr *baton_enum_attr(baton_context *context, const baton_enum_def *def, int64_t value);
// Whether an attribute is one of these, and which.
BATON_EXPORT bool baton_enum_value(const baton_enum_def *def, const baton_attr *attr, int64_t *out_value);

// Whether an attribute says no more than its absence.
BATON_EXPORT bool baton_enum_is_default(baton_attr_constraint constraint, const baton_attr *attr);

#endif
