// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversion between float formats, against the compiler's own and against exhaustive round trips.
#include "../cmocka_all.h"

#include "ir/attr.h"

#include <math.h>

static void every_narrow_float_survives_the_way_through_f64(void **state) {
  (void)state;
  for (int kind = BATON_F16; kind <= BATON_BF16; kind++)
    for (uint32_t bits = 0; bits < 0x10000; bits++) {
      double value = baton_float_value((baton_float_kind)kind, bits);
      if (isnan(value))
        continue;
      assert_int_equal(baton_float_bits((baton_float_kind)kind, value), bits);
    }
}

// A spread of doubles: many exponents, halfway cases and their neighbours.
static void f32_rounds_as_the_machine_does(void **state) {
  (void)state;
  uint64_t random = 88172645463325252u;
  for (int i = 0; i < 200000; i++) {
    random ^= random << 13, random ^= random >> 7, random ^= random << 17;
    uint64_t bits = random;
    if (i % 3 == 0) // halfway between two f32
      bits = (bits & ~((1ull << 29) - 1)) | 1ull << 28;
    if (i % 5 == 0) // around the smallest f32
      bits = (bits & ~(0x7FFull << 52)) | (uint64_t)(860 + i % 60) << 52;
    double value;
    memcpy(&value, &bits, sizeof value);
    if (isnan(value))
      continue;
    float narrow = (float)value;
    uint32_t expected;
    memcpy(&expected, &narrow, sizeof expected);
    assert_int_equal(baton_float_bits(BATON_F32, value), expected);
    assert_true(baton_float_value(BATON_F32, expected) == (double)narrow);
  }
}

static void known_values(void **state) {
  (void)state;
  assert_int_equal(baton_float_bits(BATON_F16, 65504.0), 0x7BFF); // the largest
  assert_int_equal(baton_float_bits(BATON_F16, 65519.9), 0x7BFF);
  assert_int_equal(baton_float_bits(BATON_F16, 65520.0), 0x7C00); // rounds to infinity
  assert_int_equal(baton_float_bits(BATON_F16, 0x1p-24), 1);      // the smallest
  assert_int_equal(baton_float_bits(BATON_F16, 0x1p-25), 0);      // halfway, to even
  assert_int_equal(baton_float_bits(BATON_F16, -0.0), 0x8000);
  assert_int_equal(baton_float_bits(BATON_BF16, 1.0 + 0x1p-8), 0x3F80); // halfway, to even
  assert_int_equal(baton_float_bits(BATON_BF16, 1.0 + 3 * 0x1p-8), 0x3F82);
  assert_true(isnan(baton_float_value(BATON_BF16, baton_float_bits(BATON_BF16, NAN))));
  assert_true(isinf(baton_float_value(BATON_F16, 0xFC00)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_narrow_float_survives_the_way_through_f64),
      cmocka_unit_test(f32_rounds_as_the_machine_does),
      cmocka_unit_test(known_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
