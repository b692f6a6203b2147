// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bfloat16 numbers as stored: the upper 16 bits of a float. Pure functions.
#ifndef BATON_TEST_QWEN3_BF16_H
#define BATON_TEST_QWEN3_BF16_H

#include <stdint.h>
#include <string.h>

typedef uint16_t bf16;

static inline float bf16_to_float(bf16 x) {
  uint32_t bits = (uint32_t)x << 16;
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

// Rounds to nearest, ties to even; a NaN stays a (quiet) NaN.
static inline bf16 bf16_from_float(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  if ((bits & 0x7fffffffu) > 0x7f800000u)
    return (bf16)(bits >> 16 | 0x40u);
  return (bf16)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}

#endif
