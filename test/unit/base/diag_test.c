// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Diagnostics: the default rendering, line look-up, handlers.
#include "../cmocka_all.h"

#include "base/diag.h"

static void keep_rendered(void *user, const baton_diag *diag, const baton_diagnostic *diagnostic) {
  baton_diag_render(diag, diagnostic, user);
}

static void check(const char *text, baton_position position, const char *expected) {
  baton_diag *diag = baton_diag_create();
  baton_strbuf out = {0};
  baton_diag_set_handler(diag, keep_rendered, &out);
  baton_diag_add_source(diag, BATON_STR("f.mlir"), baton_str_from(text));
  baton_diag_emit(diag, BATON_SEVERITY_ERROR, position, "bad %s", "thing");
  assert_string_equal(out.data, expected);
  assert_int_equal(baton_diag_num_errors(diag), 1);
  baton_strbuf_deinit(&out);
  baton_diag_destroy(diag);
}

static void shows_the_line_and_a_caret(void **state) {
  (void)state;
  check("one\ntwo three\nfour", (baton_position){BATON_STR("f.mlir"), 2, 5},
        "f.mlir:2:5: error: bad thing\n  two three\n      ^\n");
}

static void last_line_may_lack_its_end(void **state) {
  (void)state;
  check("one\ntwo", (baton_position){BATON_STR("f.mlir"), 2, 4}, "f.mlir:2:4: error: bad thing\n  two\n     ^\n");
}

static void carriage_returns_are_not_shown(void **state) {
  (void)state;
  check("one\r\ntwo\r\n", (baton_position){BATON_STR("f.mlir"), 1, 1}, "f.mlir:1:1: error: bad thing\n  one\n  ^\n");
}

static void carets_count_characters_and_keep_tabs(void **state) {
  (void)state;
  check("\t\xc3\xa4x", (baton_position){BATON_STR("f.mlir"), 1, 4},
        "f.mlir:1:4: error: bad thing\n  \t\xc3\xa4x\n  \t ^\n");
}

static void unknown_places_show_no_line(void **state) {
  (void)state;
  check("one", (baton_position){BATON_STR("other"), 1, 1}, "other:1:1: error: bad thing\n");
  check("one", (baton_position){BATON_STR("f.mlir"), 9, 1}, "f.mlir:9:1: error: bad thing\n");
  check("one", (baton_position){0}, "error: bad thing\n");
}

static void long_lines_are_cut_around_the_column(void **state) {
  (void)state;
  char text[4001];
  memset(text, 'a', 4000);
  text[4000] = 0;
  text[2999] = '!';
  baton_diag *diag = baton_diag_create();
  baton_strbuf out = {0};
  baton_diag_set_handler(diag, keep_rendered, &out);
  baton_diag_add_source(diag, BATON_STR("f"), baton_str_from(text));
  baton_diag_emit(diag, BATON_SEVERITY_ERROR, (baton_position){BATON_STR("f"), 1, 3000}, "x");
  assert_true(out.size < 500);
  const char *shown = strchr(out.data, '\n') + 1, *caret = strchr(shown, '\n') + 1;
  assert_int_equal(shown[strchr(caret, '^') - caret], '!');
  baton_strbuf_deinit(&out);
  baton_diag_destroy(diag);
}

static void only_errors_are_counted(void **state) {
  (void)state;
  baton_diag *diag = baton_diag_create();
  baton_strbuf out = {0};
  baton_diag_set_handler(diag, keep_rendered, &out);
  baton_diag_emit(diag, BATON_SEVERITY_WARNING, (baton_position){0}, "w");
  baton_diag_emit(diag, BATON_SEVERITY_NOTE, (baton_position){0}, "n");
  assert_int_equal(baton_diag_num_errors(diag), 0);
  assert_string_equal(out.data, "warning: w\nnote: n\n");
  baton_strbuf_deinit(&out);
  baton_diag_destroy(diag);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shows_the_line_and_a_caret),     cmocka_unit_test(last_line_may_lack_its_end),
      cmocka_unit_test(carriage_returns_are_not_shown), cmocka_unit_test(carets_count_characters_and_keep_tabs),
      cmocka_unit_test(unknown_places_show_no_line),    cmocka_unit_test(long_lines_are_cut_around_the_column),
      cmocka_unit_test(only_errors_are_counted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
