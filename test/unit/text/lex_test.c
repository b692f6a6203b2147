// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tokens: where they start and end, at the end of the text too.
#include "../cmocka_all.h"

#include "text/lex.h"

#include <stdlib.h>

// The text without anything behind it, so that a sanitizer sees every read outside.
typedef struct exact_text {
  char *data;
  baton_lexer lexer;
} exact_text;

static exact_text open_text(const char *text) {
  size_t size = strlen(text);
  exact_text exact = {.data = malloc(size ? size : 1)};
  assert_non_null(exact.data);
  memcpy(exact.data, text, size);
  exact.lexer.text = (baton_str){exact.data, size};
  return exact;
}

static void expect(const char *text, const int *kinds, const char *const *spellings, size_t num) {
  exact_text exact = open_text(text);
  for (size_t i = 0; i < num; i++) {
    baton_token token = baton_lex(&exact.lexer);
    assert_int_equal(token.kind, kinds[i]);
    baton_str spelling = baton_token_text(&exact.lexer, token);
    assert_int_equal(spelling.size, strlen(spellings[i]));
    assert_memory_equal(spelling.data, spellings[i], spelling.size);
  }
  for (int i = 0; i < 2; i++)
    assert_int_equal(baton_lex(&exact.lexer).kind, BATON_TOKEN_END);
  free(exact.data);
}

#define EXPECT(text, kinds, ...)                                                                                       \
  expect(text, (const int[])kinds, (const char *const[]){__VA_ARGS__},                                                 \
         sizeof(const char *[]){__VA_ARGS__} / sizeof(const char *))
#define KINDS(...)                                                                                                     \
  { __VA_ARGS__ }

static void test_words_and_sigils(void **state) {
  (void)state;
  EXPECT("a.b_$1 %x-y %0 #m !t.u<",
         KINDS(BATON_TOKEN_WORD, BATON_TOKEN_VALUE, BATON_TOKEN_VALUE, BATON_TOKEN_HASH, BATON_TOKEN_BANG, '<'),
         "a.b_$1", "%x-y", "%0", "#m", "!t.u", "<");
  EXPECT("%0x", KINDS(BATON_TOKEN_VALUE, BATON_TOKEN_WORD), "%0", "x");
  EXPECT("@f::@\"g h\"", KINDS(BATON_TOKEN_SYMBOL, BATON_TOKEN_COLONS, BATON_TOKEN_SYMBOL), "@f", "::", "@\"g h\"");
  EXPECT("^bb0:", KINDS(BATON_TOKEN_CARET, ':'), "^bb0", ":");
  EXPECT("_", KINDS(BATON_TOKEN_WORD), "_");
}

static void test_numbers(void **state) {
  (void)state;
  EXPECT("1 0x1F 0x 0xg",
         KINDS(BATON_TOKEN_INTEGER, BATON_TOKEN_INTEGER, BATON_TOKEN_INTEGER, BATON_TOKEN_WORD, BATON_TOKEN_INTEGER,
               BATON_TOKEN_WORD),
         "1", "0x1F", "0", "x", "0", "xg");
  EXPECT("1. 1.5e3 1.5e 1.e+7 1.5e-x",
         KINDS(BATON_TOKEN_FLOAT, BATON_TOKEN_FLOAT, BATON_TOKEN_FLOAT, BATON_TOKEN_WORD, BATON_TOKEN_FLOAT,
               BATON_TOKEN_FLOAT, BATON_TOKEN_WORD, '-', BATON_TOKEN_WORD),
         "1.", "1.5e3", "1.5", "e", "1.e+7", "1.5", "e", "-", "x");
  EXPECT("1e5", KINDS(BATON_TOKEN_INTEGER, BATON_TOKEN_WORD), "1", "e5");
  EXPECT("4x8xf32", KINDS(BATON_TOKEN_INTEGER, BATON_TOKEN_WORD), "4", "x8xf32");
  EXPECT("-1", KINDS('-', BATON_TOKEN_INTEGER), "-", "1");
}

static void test_punctuation_and_comments(void **state) {
  (void)state;
  EXPECT("->-:::,...?", KINDS(BATON_TOKEN_ARROW, '-', BATON_TOKEN_COLONS, ':', ',', BATON_TOKEN_ELLIPSIS, '?'), "->",
         "-", "::", ":", ",", "...", "?");
}

static void test_blanks(void **state) {
  (void)state;
  exact_text exact = open_text(" \t\r\n// c \"\n//\n");
  assert_int_equal(baton_lex(&exact.lexer).kind, BATON_TOKEN_END);
  free(exact.data);
}

// Every text that ends too early is an error at its end, and not read further.
static void test_ends(void **state) {
  (void)state;
  static const char *const texts[] = {"\"", "\"a", "\"\\", "\"\\4", "@",  "@\"", "@\"a\\",  "%",
                                      "#",  "!",   "^",    ".",     "..", "/",   "\"a\nb\""};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    exact_text exact = open_text(texts[i]);
    baton_token token = baton_lex(&exact.lexer);
    if (texts[i][0] == '/')
      assert_int_equal(token.kind, '/');
    else
      assert_int_equal(token.kind, BATON_TOKEN_ERROR);
    assert_true(token.end <= exact.lexer.text.size);
    assert_true(exact.lexer.error_at <= exact.lexer.text.size);
    free(exact.data);
  }
}

static void test_unquote(void **state) {
  (void)state;
  baton_arena arena = {0};
  baton_str plain = baton_unquote(BATON_STR("\"plain\""), &arena);
  assert_true(baton_str_is(plain, "plain"));
  baton_str escaped = baton_unquote(BATON_STR("\"a\\\"\\\\\\n\\t\\00\\fF\""), &arena);
  assert_int_equal(escaped.size, 7);
  assert_memory_equal(escaped.data, "a\"\\\n\t\0\xFF", 7);
  assert_int_equal(baton_unquote(BATON_STR("\"\""), &arena).size, 0);
  baton_arena_deinit(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_words_and_sigils),
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_punctuation_and_comments),
      cmocka_unit_test(test_blanks),
      cmocka_unit_test(test_ends),
      cmocka_unit_test(test_unquote),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
