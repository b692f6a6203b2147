// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arenas, strings, growing arrays, hash tables, uniquing.
#include "../cmocka_all.h"

#include "base/intern.h"
#include "base/map.h"
#include "base/vec.h"

#include <stdio.h>

static void arena_hands_out_aligned_disjoint_memory(void **state) {
  (void)state;
  baton_arena arena = {0};
  unsigned char *previous_end = NULL;
  for (size_t size = 0; size < 3000; size += 7) {
    unsigned char *data = baton_arena_zeroed(&arena, 1, size);
    assert_int_equal((uintptr_t)data % 8, 0);
    for (size_t i = 0; i < size; i++)
      assert_int_equal(data[i], 0);
    memset(data, 0xAB, size); // would show in a later allocation if memory were shared
    previous_end = data + size;
  }
  assert_non_null(previous_end);
  void *large = baton_arena_alloc(&arena, 64, 1 << 20); // larger than any chunk
  assert_non_null(large);
  baton_arena_deinit(&arena);
}

static void arena_reset_reuses_memory(void **state) {
  (void)state;
  baton_arena arena = {0};
  void *first = baton_arena_alloc(&arena, 1, 100);
  baton_arena_reset(&arena);
  assert_int_equal(arena.total_bytes, 0);
  assert_ptr_equal(baton_arena_alloc(&arena, 1, 100), first);
  baton_arena_deinit(&arena);
}

static void arena_copy_of_nothing_is_null(void **state) {
  (void)state;
  baton_arena arena = {0};
  assert_null(baton_arena_copy(&arena, "x", 0, 1));
  const char *copy = baton_arena_copy(&arena, "xyz", 3, 1);
  assert_memory_equal(copy, "xyz", 3);
  baton_arena_deinit(&arena);
}

static void strings_compare_by_bytes(void **state) {
  (void)state;
  assert_true(baton_str_compare(BATON_STR("a"), BATON_STR("b")) < 0);
  assert_true(baton_str_compare(BATON_STR("ab"), BATON_STR("a")) > 0);
  assert_true(baton_str_compare(BATON_STR("\xff"), BATON_STR("a")) > 0);
  assert_int_equal(baton_str_compare(BATON_STR(""), BATON_STR("")), 0);
  assert_true(baton_str_equal(BATON_STR("a\0b"), BATON_STR("a\0b")));
  assert_false(baton_str_equal(BATON_STR("a\0b"), BATON_STR("a\0c")));
}

static void string_buffer_grows_and_ends_in_zero(void **state) {
  (void)state;
  baton_strbuf out = {0};
  for (int i = 0; i < 1000; i++)
    baton_strbuf_printf(&out, "%d,", i);
  baton_strbuf_append_int(&out, INT64_MIN);
  assert_int_equal(out.data[out.size], 0);
  assert_int_equal(strlen(out.data), out.size);
  assert_string_equal(out.data + out.size - 20, "-9223372036854775808");
  baton_strbuf_deinit(&out);
  assert_int_equal(baton_strbuf_view(&out).size, 0);
}

static void vectors_keep_their_elements(void **state) {
  (void)state;
  BATON_VEC(size_t) numbers = {0};
  for (size_t i = 0; i < 1000; i++)
    baton_vec_push(&numbers, i * i);
  assert_int_equal(numbers.size, 1000);
  for (size_t i = 0; i < 1000; i++)
    assert_int_equal(numbers.data[i], i * i);
  baton_vec_deinit(&numbers);
}

static void map_finds_what_was_set(void **state) {
  (void)state;
  baton_map map = {0};
  assert_null(baton_map_find(&map, 0));
  for (uint64_t key = 0; key < 5000; key++)
    baton_map_set(&map, key * 64, key);
  baton_map_set(&map, 64, 77);
  assert_int_equal(map.size, 5000);
  assert_int_equal(*baton_map_find(&map, 64), 77);
  for (uint64_t key = 2; key < 5000; key++)
    assert_int_equal(*baton_map_find(&map, key * 64), key);
  assert_null(baton_map_find(&map, 1));
  baton_map_deinit(&map);
}

static void equal_strings_are_interned_once(void **state) {
  (void)state;
  baton_arena arena = {0};
  baton_intern_set set = {0};
  char text[16];
  const char *first[500];
  for (int round = 0; round < 2; round++)
    for (int i = 0; i < 500; i++) {
      baton_str name = {text, (size_t)snprintf(text, sizeof text, "name%d", i)};
      const char *interned = baton_intern_str(&set, &arena, name).data;
      if (round == 0)
        first[i] = interned;
      assert_ptr_equal(interned, first[i]);
      assert_string_equal(interned, text);
    }
  baton_intern_set_deinit(&set);
  baton_arena_deinit(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(arena_hands_out_aligned_disjoint_memory),
      cmocka_unit_test(arena_reset_reuses_memory),
      cmocka_unit_test(arena_copy_of_nothing_is_null),
      cmocka_unit_test(strings_compare_by_bytes),
      cmocka_unit_test(string_buffer_grows_and_ends_in_zero),
      cmocka_unit_test(vectors_keep_their_elements),
      cmocka_unit_test(map_finds_what_was_set),
      cmocka_unit_test(equal_strings_are_interned_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
