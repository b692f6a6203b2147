// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants, trip counts, sums and ranges of values in text: each function returns the value in question.
#include "../cmocka_all.h"

#include "analysis/affine.h"
#include "analysis/trip.h"
#include "dialect/dialects.h"
#include "dialect/func.h"
#include "ir/walk.h"
#include "text/parse.h"

typedef struct fixture {
  baton_context *context;
  baton_module *module;
  const baton_value *value; // the last operand of the first op named "test.it", or the function's result
  const baton_op *loop;     // the first loop
} fixture;

static void load(fixture *f, const char *text) {
  f->context = baton_context_create();
  baton_register_dialects(f->context);
  baton_context_allow_unregistered(f->context, true);
  f->module = baton_parse(f->context, BATON_STR("test"), baton_str_from(text));
  assert_non_null(f->module);
  f->value = NULL;
  f->loop = NULL;
  for (baton_op *op = baton_walk_first(f->module->op); op; op = baton_walk_next(op, f->module->op)) {
    if (!f->loop && baton_op_is_loop(op))
      f->loop = op;
    if (!f->value && baton_str_is(baton_str_from(op->def->name), "test.it"))
      f->value = baton_op_operand(op, 0);
  }
}

static void unload(fixture *f) {
  baton_module_destroy(f->module);
  baton_context_destroy(f->context);
}

static bool constant_of(const char *text, int64_t *out) {
  fixture f;
  load(&f, text);
  bool is_known = baton_constant_value(f.value, out);
  unload(&f);
  return is_known;
}

static int64_t trips_of(const char *text) {
  fixture f;
  load(&f, text);
  int64_t trips = baton_trip_count(f.loop);
  unload(&f);
  return trips;
}

static baton_range range_of(const char *text) {
  fixture f;
  load(&f, text);
  baton_range range = baton_value_range(f.value);
  unload(&f);
  return range;
}

#define INT(name, value) "%" name " = arith.constant " value " : index\n"
#define OP(name, op, ab) "%" name " = arith." op " " ab " : index\n"
#define IT               "\"test.it\"(%x) : (index) -> ()\n"
#define LOOP(lo, hi, st) INT("lo", lo) INT("hi", hi) INT("st", st) "scf.for %i = %lo to %hi step %st {"

static void test_constants(void **state) {
  (void)state;
  int64_t value = 0;
  assert_true(constant_of(INT("a", "7") INT("b", "-2") OP("x", "floordivsi", "%a, %b") IT, &value));
  assert_int_equal(value, -4);
  assert_true(constant_of(INT("a", "-7") INT("b", "2") OP("x", "ceildivsi", "%a, %b") IT, &value));
  assert_int_equal(value, -3);
  assert_true(constant_of(INT("a", "5") INT("b", "3") OP("c", "muli", "%a, %b") OP("x", "subi", "%c, %a") IT, &value));
  assert_int_equal(value, 10);
  assert_true(constant_of("%t = arith.constant false\n" INT("a", "1") INT("b", "2") OP("x", "select %t,", "%a, %b") IT,
                          &value));
  assert_int_equal(value, 2);
}

static void test_unknown_constants(void **state) {
  (void)state;
  int64_t value;
  assert_false(constant_of(INT("a", "9223372036854775807") INT("b", "1") OP("x", "addi", "%a, %b") IT, &value));
  assert_false(constant_of(INT("a", "1") INT("b", "0") OP("x", "divsi", "%a, %b") IT, &value));
  assert_false(constant_of(INT("a", "-9223372036854775808") INT("b", "-1") OP("x", "divsi", "%a, %b") IT, &value));
  assert_false(constant_of(INT("a", "-8") INT("b", "2") OP("x", "divui", "%a, %b") IT, &value));
  assert_false(constant_of("%a = arith.constant 100 : i8\n%y = arith.addi %a, %a : i8\n"
                           "%x = arith.index_cast %y : i8 to index\n" IT,
                           &value));
  // 2^40 paths through 40 sums: not walked one by one.
  baton_strbuf text = {0};
  baton_strbuf_printf(&text, "%%v0 = arith.constant 1 : index\n");
  for (int i = 0; i < 40; i++)
    baton_strbuf_printf(&text, "%%v%d = arith.addi %%v%d, %%v%d : index\n", i + 1, i, i);
  baton_strbuf_printf(&text, "\"test.it\"(%%v40) : (index) -> ()\n");
  assert_false(constant_of(text.data, &value));
  baton_strbuf_deinit(&text);
}

static void test_trips(void **state) {
  (void)state;
  assert_int_equal(trips_of(LOOP("0", "7", "3") "}"), 3);
  assert_int_equal(trips_of(LOOP("-4", "4", "2") "}"), 4);
  assert_int_equal(trips_of(LOOP("5", "5", "1") "}"), 0);
  assert_int_equal(trips_of(LOOP("6", "5", "1") "}"), 0);
  assert_int_equal(trips_of(LOOP("0", "1", "9223372036854775807") "}"), 1);
  assert_int_equal(trips_of(LOOP("-9223372036854775808", "9223372036854775807", "1") "}"), BATON_DYNAMIC);
  assert_int_equal(trips_of(LOOP("-9223372036854775808", "9223372036854775807", "3") "}"), 6148914691236517205);
  assert_int_equal(trips_of("func.func @f(%n: index) {\n" INT("c", "1") "scf.for %i = %c to %n step %c {}\nreturn\n}"),
                   BATON_DYNAMIC);
}

static void test_ranges(void **state) {
  (void)state;
  baton_range range = range_of(LOOP("2", "9", "3") OP("x", "addi", "%i, %lo") "\"test.it\"(%i) : (index) -> ()\n}");
  assert_int_equal(range.lo, 2);
  assert_int_equal(range.hi, 8);
  range = range_of("func.func @f(%n: index) {\n" INT("c", "5") OP("x", "remsi", "%n, %c") IT "return\n}");
  assert_int_equal(range.lo, -4);
  assert_int_equal(range.hi, 4);
  range = range_of("func.func @f(%n: index) {\n" INT("c", "64") OP("x", "minsi", "%n, %c") IT "return\n}");
  assert_int_equal(range.lo, INT64_MIN);
  assert_int_equal(range.hi, 64);
  range = range_of("func.func @f(%n: i16) {\n%x = arith.index_cast %n : i16 to index\n" IT "return\n}");
  assert_int_equal(range.lo, -32768);
  assert_int_equal(range.hi, 32767);
}

static void test_sums(void **state) {
  (void)state;
  fixture f;
  load(&f, "func.func @f(%n: index, %m: index) {\n" INT("c", "3") OP("a", "muli", "%n, %c") OP("b", "addi", "%a, %m")
               OP("d", "subi", "%b, %n") OP("x", "subi", "%d, %c") IT "return\n}");
  baton_affine sum = baton_affine_of(f.value);
  assert_int_equal(sum.constant, -3);
  assert_int_equal(sum.num_terms, 2);
  assert_int_equal(sum.terms[0].coefficient, 2);
  assert_int_equal(sum.terms[1].coefficient, 1);
  unload(&f);
  // Arithmetic of narrow types wraps: it is not taken apart.
  load(&f, "func.func @f(%n: i32) {\n%c = arith.constant 3 : i32\n%y = arith.addi %n, %c : i32\n"
           "%x = arith.index_cast %y : i32 to index\n" IT "return\n}");
  sum = baton_affine_of(f.value);
  assert_int_equal(sum.constant, 0);
  assert_int_equal(sum.num_terms, 1);
  unload(&f);
  // The variable of a loop that runs once is known.
  load(&f, LOOP("5", "9", "40") OP("x", "addi", "%i, %lo") IT "}");
  sum = baton_affine_of(f.value);
  assert_int_equal(sum.constant, 10);
  assert_int_equal(sum.num_terms, 0);
  unload(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_constants), cmocka_unit_test(test_unknown_constants),
      cmocka_unit_test(test_trips),     cmocka_unit_test(test_ranges),
      cmocka_unit_test(test_sums),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
