// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Format strings: what they are read as, and those that are refused.
#include "../cmocka_all.h"

#include "base/diag.h"
#include "text/format.h"

static const baton_value_def operands[] = {{"a", &baton_type_any, BATON_ONE},
                                           {"rest", &baton_type_is_index, BATON_VARIADIC}};
static const baton_value_def results[] = {{"r", &baton_type_any, BATON_ONE}};
static const baton_attr_def attrs[] = {{"bounds", BATON_IS_DENSE_I64, false}, {"flag", BATON_IS_UNIT, true}};

static void ignore(void *user, const baton_diag *diag, const baton_diagnostic *diagnostic) {
  (void)user, (void)diag, (void)diagnostic;
}

static const baton_format *compile(const char *text, baton_arena *arena, uint64_t *out_num_errors) {
  baton_op_def def = {.name = "t.op",
                      .operands = operands,
                      .num_operands = 2,
                      .results = results,
                      .num_results = 1,
                      .attrs = attrs,
                      .num_attrs = 2,
                      .format = text};
  baton_diag *diag = baton_diag_create();
  baton_diag_set_handler(diag, ignore, NULL);
  const baton_format *format = baton_format_compile(diag, &def, arena);
  *out_num_errors = baton_diag_num_errors(diag);
  baton_diag_destroy(diag);
  return format;
}

static void test_elements(void **state) {
  (void)state;
  static const baton_format_kind kinds[] = {BATON_FORMAT_OPERANDS,    BATON_FORMAT_NO_BLANK, BATON_FORMAT_INDEX_LIST,
                                            BATON_FORMAT_OPTIONAL,    BATON_FORMAT_LITERAL,  BATON_FORMAT_ATTR,
                                            BATON_FORMAT_ATTR_DICT,   BATON_FORMAT_LITERAL,  BATON_FORMAT_OPERAND_TYPES,
                                            BATON_FORMAT_RESULT_TYPES};
  baton_arena arena = {0};
  uint64_t num_errors;
  const baton_format *format =
      compile("$a `` custom<DynamicIndexList>($rest, $bounds) (`flag` $flag^)? attr-dict `:` type($a) type($r)", &arena,
              &num_errors);
  assert_non_null(format);
  assert_int_equal(num_errors, 0);
  assert_int_equal(format->num_elements, sizeof kinds / sizeof *kinds);
  for (size_t i = 0; i < format->num_elements; i++)
    assert_int_equal(format->elements[i].kind, kinds[i]);
  assert_int_equal(format->elements[3].num_inside, 2);
  assert_int_equal(format->elements[3].anchor, 5);
  assert_int_equal(format->written_operand_types, 1);
  assert_int_equal(format->written_result_types, 1);
  assert_int_equal(format->written_attrs, 3);
  baton_arena_deinit(&arena);
}

static void test_refused(void **state) {
  (void)state;
  static const char *const texts[] = {"$nothing",
                                      "`open",
                                      "type($nothing)",
                                      "type($bounds)",
                                      "($a `,`)?",
                                      "(`x` $a)?",
                                      "($flag^)?",
                                      "(`x`",
                                      "word",
                                      "type($a",
                                      "custom<Other>($rest, $bounds)",
                                      "custom<Bounds>($bounds, $rest)",
                                      "functional-type($a)",
                                      "$",
                                      "(type($a)^)?"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    baton_arena arena = {0};
    uint64_t num_errors;
    assert_null(compile(texts[i], &arena, &num_errors));
    assert_int_equal(num_errors, 1);
    baton_arena_deinit(&arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_elements), cmocka_unit_test(test_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
