// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversion between the float formats, bit by bit and independent of the machine's rounding mode.
#include "ir/attr.h"

typedef struct format {
  int exponent_bits, fraction_bits;
} format;

static const format formats[] = {{5, 10}, {8, 7}, {8, 23}, {11, 52}};

// Divides by 2^shift, rounding to nearest, ties to even.
static uint64_t round_shift(uint64_t value, int shift) {
  if (shift <= 0)
    return value;
  if (shift > 63)
    return 0;
  uint64_t half = 1ull << (shift - 1), rest = value & ((half << 1) - 1), result = value >> shift;
  return result + (rest > half || (rest == half && (result & 1)));
}

uint64_t baton_float_bits(baton_float_kind kind, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  if (kind == BATON_F64)
    return bits;
  format to = formats[kind];
  uint64_t sign = bits >> 63 << (to.exponent_bits + to.fraction_bits);
  uint64_t infinity = ((1ull << to.exponent_bits) - 1) << to.fraction_bits;
  int exponent = (int)(bits >> 52 & 0x7FF);
  uint64_t fraction = bits & ((1ull << 52) - 1);
  if (exponent == 0x7FF) // a NaN stays one, quiet, with the leading bits of its payload
    return sign | infinity | (fraction ? 1ull << (to.fraction_bits - 1) | fraction >> (52 - to.fraction_bits) : 0);
  if (exponent == 0) // far below the smallest number of every narrower format
    return sign;
  int biased = exponent - 1023 + (1 << (to.exponent_bits - 1)) - 1;
  uint64_t significand = fraction | 1ull << 52;
  int shift = 52 - to.fraction_bits;
  if (biased <= 0) // subnormal: the exponent is fixed, the leading one is written out
    return sign | round_shift(significand, shift + 1 - biased);
  // The leading one adds 1 to the exponent field; a carry of the rounding goes into it too.
  uint64_t result = ((uint64_t)(biased - 1) << to.fraction_bits) + round_shift(significand, shift);
  return sign | (result > infinity ? infinity : result);
}

double baton_float_value(baton_float_kind kind, uint64_t bits) {
  uint64_t wide = bits;
  if (kind != BATON_F64) {
    format from = formats[kind];
    uint64_t sign = bits >> (from.exponent_bits + from.fraction_bits) & 1;
    uint64_t fraction = bits & ((1ull << from.fraction_bits) - 1);
    int exponent = (int)(bits >> from.fraction_bits & ((1ull << from.exponent_bits) - 1));
    int bias = (1 << (from.exponent_bits - 1)) - 1, wide_exponent = exponent - bias + 1023;
    if (exponent == (1 << from.exponent_bits) - 1)
      wide_exponent = 0x7FF;
    else if (exponent == 0 && fraction == 0)
      wide_exponent = 0;
    else if (exponent == 0) { // subnormal: normal in the wider format
      for (wide_exponent++; !(fraction >> from.fraction_bits); wide_exponent--)
        fraction <<= 1;
      fraction &= (1ull << from.fraction_bits) - 1;
    }
    wide = sign << 63 | (uint64_t)wide_exponent << 52 | fraction << (52 - from.fraction_bits);
  }
  double value;
  memcpy(&value, &wide, sizeof value);
  return value;
}
