// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floats as decimal text, digit for digit as MLIR writes them: six significant digits where these are read as the same
// number, else as many as the format needs at most, and in hexadecimal where even these are read as another number.
// Digits are those of the exact value, first cut off some digits behind the wanted ones and then rounded half up.
#include "ir/attr.h"
#include "ir/natural.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_DIGITS = 820 };

// value = digits * 10^exponent, the digits least significant first and without zeros there.
typedef struct decimal {
  char digits[MAX_DIGITS];
  int num_digits, exponent;
} decimal;

// The exact value of a positive float as a natural number times a power of ten.
static int to_natural(double value, baton_natural *out) {
  int exponent;
  uint64_t significand = (uint64_t)ldexp(frexp(value, &exponent), 53);
  for (exponent -= 53; !(significand & 1); exponent++)
    significand >>= 1;
  *out = (baton_natural){.limbs = {(uint32_t)significand, (uint32_t)(significand >> 32)},
                         .size = significand >> 32 ? 2 : 1};
  for (int i = 0; i < exponent; i++)
    baton_natural_multiply(out, 2, 0);
  for (int i = 0; i > exponent; i--)
    baton_natural_multiply(out, 5, 0);
  return exponent < 0 ? exponent : 0;
}

// Digits that are sure not to be wanted are cut off before there are digits.
static void cut_off(baton_natural *n, int wanted, int *exponent) {
  uint32_t bits = baton_natural_bits(n), needed = ((uint32_t)wanted * 196 + 58) / 59;
  for (uint32_t removable = bits > needed ? (bits - needed) * 59 / 196 : 0; removable; removable--) {
    baton_natural_divide(n, 10);
    ++*exponent;
  }
}

static void round_to(decimal *d, int wanted) {
  if (d->num_digits <= wanted)
    return;
  int first = d->num_digits - wanted;
  bool is_up = d->digits[first - 1] >= '5';
  while (first < d->num_digits && d->digits[first] == (is_up ? '9' : '0'))
    first++;
  d->exponent += first;
  d->num_digits -= first;
  memmove(d->digits, d->digits + first, (size_t)d->num_digits);
  if (d->num_digits == 0)
    d->digits[d->num_digits++] = '1';
  else if (is_up)
    d->digits[0]++;
}

static void to_decimal(double value, int wanted, decimal *out) {
  baton_natural n;
  out->exponent = to_natural(value, &n);
  out->num_digits = 0;
  cut_off(&n, wanted, &out->exponent);
  while (n.size) {
    char digit = (char)('0' + baton_natural_divide(&n, 10));
    if (digit == '0' && out->num_digits == 0)
      out->exponent++;
    else
      out->digits[out->num_digits++] = digit;
  }
  round_to(out, wanted);
}

// d.ddde+xx
static void print_scientific(const decimal *d, int num_decimals, baton_strbuf *out) {
  bool is_short = num_decimals < 0;
  int last = d->num_digits - 1, exponent = d->exponent + last;
  baton_strbuf_append_char(out, d->digits[last]);
  baton_strbuf_append_char(out, '.');
  if (is_short && last == 0)
    baton_strbuf_append_char(out, '0');
  for (int i = last - 1; i >= 0; i--)
    baton_strbuf_append_char(out, d->digits[i]);
  for (int i = last; i < num_decimals; i++)
    baton_strbuf_append_char(out, '0');
  baton_strbuf_printf(out, is_short ? "E%c%d" : "e%c%02d", exponent < 0 ? '-' : '+', abs(exponent));
}

// False for a number without a point, which would be read as an integer.
static bool print_plain(const decimal *d, baton_strbuf *out) {
  if (d->exponent >= 0)
    return false;
  int whole = d->num_digits + d->exponent, next = d->num_digits;
  if (whole <= 0)
    baton_strbuf_append(out, BATON_STR("0."));
  for (int i = whole; i < 0; i++)
    baton_strbuf_append_char(out, '0');
  while (next > 0) {
    baton_strbuf_append_char(out, d->digits[--next]);
    if (next == d->num_digits - whole)
      baton_strbuf_append_char(out, '.');
  }
  return true;
}

// As many digits as may be needed. Three zeros at most are written to do without an exponent.
static bool print_all_digits(double value, int precision, baton_strbuf *out) {
  enum { MAX_ZEROS = 3 };
  decimal d;
  int wanted = 2 + precision * 59 / 196;
  to_decimal(value, wanted, &d);
  int top = d.exponent + d.num_digits - 1;
  bool is_scientific =
      d.exponent >= 0 ? d.exponent > MAX_ZEROS || d.num_digits + d.exponent > wanted : top < 0 && -top > MAX_ZEROS;
  if (!is_scientific)
    return print_plain(&d, out);
  print_scientific(&d, -1, out);
  return true;
}

static bool print_finite(baton_float_kind kind, uint64_t bits, double value, baton_strbuf *out) {
  static const int precisions[] = {[BATON_F16] = 11, [BATON_BF16] = 8, [BATON_F32] = 24, [BATON_F64] = 53};
  enum { NUM_DECIMALS = 6 };
  size_t start = out->size;
  if (signbit(value))
    baton_strbuf_append_char(out, '-');
  if (value == 0) {
    baton_strbuf_append(out, BATON_STR("0.000000e+00"));
    return true;
  }
  size_t number = out->size;
  decimal d;
  to_decimal(fabs(value), NUM_DECIMALS, &d);
  print_scientific(&d, NUM_DECIMALS, out);
  if (baton_float_bits(kind, strtod(out->data + start, NULL)) == bits)
    return true;
  out->size = number;
  // Rounding twice may miss the float by one: then there is no text that MLIR and we both write.
  if (print_all_digits(fabs(value), precisions[kind], out) &&
      baton_float_bits(kind, strtod(out->data + start, NULL)) == bits)
    return true;
  out->size = start;
  return false;
}

void baton_float_print(baton_float_kind kind, uint64_t bits, baton_strbuf *out) {
  static const int widths[] = {[BATON_F16] = 4, [BATON_BF16] = 4, [BATON_F32] = 8, [BATON_F64] = 16};
  double value = baton_float_value(kind, bits);
  if (!isfinite(value) || !print_finite(kind, bits, value, out))
    baton_strbuf_printf(out, "0x%0*llX", widths[kind], (unsigned long long)bits);
}
