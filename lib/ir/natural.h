// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Natural numbers beyond 64 bits, for numbers as text. Of a fixed size: callers know that what they compute fits.
#ifndef BATON_IR_NATURAL_H
#define BATON_IR_NATURAL_H

#include "base/str.h"

// The most that text may ask for.
enum { BATON_NATURAL_BITS = 4096, BATON_NATURAL_LIMBS = BATON_NATURAL_BITS / 32 + 2 };

// Least significant limb first. Zero-initialised is 0.
typedef struct baton_natural {
  uint32_t limbs[BATON_NATURAL_LIMBS];
  uint32_t size; // without zeros on top
} baton_natural;

// n = n * factor + term
BATON_EXPORT void baton_natural_multiply(baton_natural *n, uint32_t factor, uint32_t term);
// n = n / divisor; returns the remainder.
BATON_EXPORT uint32_t baton_natural_divide(baton_natural *n, uint32_t divisor);
BATON_EXPORT uint32_t baton_natural_bits(const baton_natural *n);
BATON_EXPORT bool baton_natural_is_power(const baton_natural *n); // of two
// n = 2^bits - n, for n up to that.
BATON_EXPORT void baton_natural_complement(baton_natural *n, uint32_t bits);
// Reads "123" or "0xFF"; false where it has more than BATON_NATURAL_BITS.
BATON_EXPORT bool baton_natural_parse(baton_str text, baton_natural *out);
BATON_EXPORT void baton_natural_print(const baton_natural *n, baton_strbuf *out);

#endif
