// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Natural numbers.
#include "ir/natural.h"

static void trim(baton_natural *n) {
  while (n->size && n->limbs[n->size - 1] == 0)
    n->size--;
}

void baton_natural_multiply(baton_natural *n, uint32_t factor, uint32_t term) {
  uint64_t carry = term;
  for (uint32_t i = 0; i < n->size; i++) {
    carry += (uint64_t)n->limbs[i] * factor;
    n->limbs[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry)
    n->limbs[n->size++] = (uint32_t)carry;
}

uint32_t baton_natural_divide(baton_natural *n, uint32_t divisor) {
  uint64_t rest = 0;
  for (uint32_t i = n->size; i-- > 0;) {
    rest = rest << 32 | n->limbs[i];
    n->limbs[i] = (uint32_t)(rest / divisor);
    rest %= divisor;
  }
  trim(n);
  return (uint32_t)rest;
}

uint32_t baton_natural_bits(const baton_natural *n) {
  uint32_t bits = n->size ? (n->size - 1) * 32 : 0;
  for (uint32_t top = n->size ? n->limbs[n->size - 1] : 0; top; top >>= 1)
    bits++;
  return bits;
}

bool baton_natural_is_power(const baton_natural *n) {
  for (uint32_t i = 0; i + 1 < n->size; i++)
    if (n->limbs[i])
      return false;
  uint32_t top = n->size ? n->limbs[n->size - 1] : 0;
  return top && !(top & (top - 1));
}

void baton_natural_complement(baton_natural *n, uint32_t bits) {
  uint32_t size = bits / 32 + 1;
  int64_t borrow = 0;
  for (uint32_t i = 0; i < size; i++) {
    int64_t power = i == bits / 32 ? (int64_t)1 << bits % 32 : 0;
    int64_t limb = power - (i < n->size ? n->limbs[i] : 0) + borrow;
    n->limbs[i] = (uint32_t)limb;
    borrow = limb < 0 ? -1 : 0;
  }
  n->size = size;
  trim(n);
}

bool baton_natural_parse(baton_str text, baton_natural *out) {
  bool is_hex = text.size > 2 && text.data[1] == 'x';
  *out = (baton_natural){0};
  for (size_t i = is_hex ? 2 : 0; i < text.size; i++) {
    char c = text.data[i];
    uint32_t digit = (uint32_t)(c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
    baton_natural_multiply(out, is_hex ? 16 : 10, digit);
    if (baton_natural_bits(out) > BATON_NATURAL_BITS)
      return false;
  }
  return true;
}

void baton_natural_print(const baton_natural *n, baton_strbuf *out) {
  enum { CHUNK = 1000000000 };
  uint32_t chunks[BATON_NATURAL_LIMBS * 2], num = 0;
  baton_natural rest = *n;
  do
    chunks[num++] = baton_natural_divide(&rest, CHUNK);
  while (rest.size);
  baton_strbuf_printf(out, "%u", chunks[--num]);
  while (num)
    baton_strbuf_printf(out, "%09u", chunks[--num]);
}
