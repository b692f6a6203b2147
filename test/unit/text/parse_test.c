// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The Qwen3 program: print, parse, print is a fixed point, and no damaged copy of it does worse than one error.
// Floats: each bit pattern is read back from its text.
#include "../cmocka_all.h"

#include "dialect/dialects.h"
#include "text/parse.h"
#include "text/print.h"

#include <stdio.h>
#include <stdlib.h>

static baton_strbuf read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  baton_strbuf text = {0};
  char part[4096];
  size_t size;
  while ((size = fread(part, 1, sizeof part, file)) > 0)
    baton_strbuf_append(&text, (baton_str){part, size});
  fclose(file);
  return text;
}

static void ignore(void *user, const baton_diag *diag, const baton_diagnostic *diagnostic) {
  (void)user, (void)diag, (void)diagnostic;
}

// The printed form of a text, empty where it does not parse; *out_num_errors counts errors.
static baton_strbuf reprint(baton_str text, bool generic, uint64_t *out_num_errors) {
  baton_context *context = baton_context_create();
  baton_register_dialects(context);
  baton_diag_set_handler(baton_context_diag(context), ignore, NULL);
  baton_module *module = baton_parse(context, BATON_STR("test.mlir"), text);
  baton_strbuf out = {0};
  if (module)
    baton_print(module->op, &(baton_print_options){.generic = generic}, &out);
  *out_num_errors = baton_diag_num_errors(baton_context_diag(context));
  baton_module_destroy(module);
  baton_context_destroy(context);
  return out;
}

static baton_strbuf reprint_good(const baton_strbuf *text, bool generic) {
  uint64_t num_errors;
  baton_strbuf out = reprint(baton_strbuf_view(text), generic, &num_errors);
  assert_int_equal(num_errors, 0);
  assert_true(out.size > 0);
  return out;
}

static void test_qwen3_is_a_fixed_point(void **state) {
  (void)state;
  baton_strbuf text = read_file(BATON_TEST_MODELS "qwen3_14b_prefill.mlir");
  baton_strbuf custom = reprint_good(&text, false), generic = reprint_good(&text, true);
  baton_strbuf custom_again = reprint_good(&custom, false), generic_again = reprint_good(&generic, true);
  baton_strbuf from_generic = reprint_good(&generic, false);
  assert_string_equal(custom.data, custom_again.data);
  assert_string_equal(generic.data, generic_again.data);
  assert_string_equal(custom.data, from_generic.data);
  assert_non_null(strstr(custom.data, "orch.submit @lm_head("));
  assert_non_null(strstr(generic.data, "\"orch.submit\"("));
  baton_strbuf_deinit(&text);
  baton_strbuf_deinit(&custom);
  baton_strbuf_deinit(&generic);
  baton_strbuf_deinit(&custom_again);
  baton_strbuf_deinit(&generic_again);
  baton_strbuf_deinit(&from_generic);
}

// Parses a copy that ends where the text does; what parses must print to a fixed point, what does not gives one error.
static void check_damaged(const char *data, size_t size) {
  char *exact = malloc(size ? size : 1);
  assert_non_null(exact);
  memcpy(exact, data, size);
  uint64_t num_errors;
  baton_strbuf first = reprint((baton_str){exact, size}, false, &num_errors);
  assert_int_equal(num_errors, first.size ? 0 : 1);
  if (first.size) {
    baton_strbuf second = reprint_good(&first, false);
    assert_string_equal(first.data, second.data);
    baton_strbuf_deinit(&second);
  }
  baton_strbuf_deinit(&first);
  free(exact);
}

static void test_every_kind_of_truncation(void **state) {
  (void)state;
  baton_strbuf text = read_file(BATON_TEST_MODELS "qwen3_14b_prefill_small.mlir");
  for (size_t size = 0; size < text.size; size += 97)
    check_damaged(text.data, size);
  baton_strbuf_deinit(&text);
}

static uint64_t next_random(uint64_t *seed) {
  *seed ^= *seed << 13;
  *seed ^= *seed >> 7;
  *seed ^= *seed << 17;
  return *seed;
}

static void test_damaged_bytes(void **state) {
  (void)state;
  static const char bytes[] = "()[]{}<>,:=%@#!^\"\\-?.0x1 \n";
  baton_strbuf text = read_file(BATON_TEST_MODELS "qwen3_14b_prefill_small.mlir");
  uint64_t seed = 0x5EED;
  for (int i = 0; i < 400; i++) {
    size_t at = next_random(&seed) % text.size;
    char before = text.data[at];
    text.data[at] = bytes[next_random(&seed) % (sizeof bytes - 1)];
    check_damaged(text.data, text.size);
    text.data[at] = before;
  }
  baton_strbuf_deinit(&text);
}

static const char *const type_names[] = {
    [BATON_F16] = "f16", [BATON_BF16] = "bf16", [BATON_F32] = "f32", [BATON_F64] = "f64"};

// The bits of a float constant in hexadecimal must print, and read back, to the same constant.
static void check_floats(baton_float_kind kind, const uint64_t *bits, size_t num) {
  baton_strbuf text = {0};
  baton_strbuf_printf(&text, "func.func private @f() attributes {a = [");
  for (size_t i = 0; i < num; i++)
    baton_strbuf_printf(&text, "%s0x%llX : %s", i ? ", " : "", (unsigned long long)bits[i], type_names[kind]);
  baton_strbuf_printf(&text, "]}");
  baton_context *context = baton_context_create();
  baton_register_dialects(context);
  baton_module *module = baton_parse(context, BATON_STR("hex"), baton_strbuf_view(&text));
  assert_non_null(module);
  baton_strbuf printed = {0};
  baton_print(module->op, NULL, &printed);
  baton_module *again = baton_parse(context, BATON_STR("decimal"), baton_strbuf_view(&printed));
  assert_non_null(again);
  const baton_attr *a = baton_op_attr(baton_module_body(module)->first, BATON_STR("a"));
  const baton_attr *b = baton_op_attr(baton_module_body(again)->first, BATON_STR("a"));
  assert_int_equal(a->array.num_items, num);
  for (size_t i = 0; i < num; i++)
    assert_int_equal(a->array.items[i]->float_bits, bits[i]);
  assert_ptr_equal(a, b);
  baton_module_destroy(module);
  baton_module_destroy(again);
  baton_context_destroy(context);
  baton_strbuf_deinit(&printed);
  baton_strbuf_deinit(&text);
}

static void test_all_small_floats(void **state) {
  (void)state;
  enum { NUM = 1 << 16 };
  uint64_t *bits = malloc(NUM * sizeof *bits);
  assert_non_null(bits);
  for (size_t i = 0; i < NUM; i++)
    bits[i] = i;
  check_floats(BATON_F16, bits, NUM);
  check_floats(BATON_BF16, bits, NUM);
  free(bits);
}

static void test_some_large_floats(void **state) {
  (void)state;
  enum { NUM = 4096 };
  uint64_t bits[NUM], seed = 0xF10A7;
  for (size_t i = 0; i < NUM; i++)
    bits[i] = next_random(&seed);
  bits[0] = 1, bits[1] = 0x7FEFFFFFFFFFFFFF, bits[2] = 0x8000000000000000, bits[3] = 0x7FF0000000000000;
  check_floats(BATON_F64, bits, NUM);
  for (size_t i = 0; i < NUM; i++)
    bits[i] &= 0xFFFFFFFF;
  bits[0] = 1, bits[1] = 0x7F7FFFFF, bits[2] = 0x80000000, bits[3] = 0x7F800000, bits[4] = 0x7FC00001;
  check_floats(BATON_F32, bits, NUM);
}

// The ops of the text benchmark, in one function.
static baton_strbuf straight_line(int num_groups) {
  baton_strbuf text = {0};
  baton_strbuf_append(&text, BATON_STR("func.func @main(%n: index, %t: !orch.task) {\n"));
  for (int i = 0; i < num_groups; i++)
    baton_strbuf_printf(&text,
                        "  %%c%d = arith.constant %d : index\n"
                        "  %%x%d = arith.addi %%c%d, %%n : index\n"
                        "  %%t%d = \"orch.submit\"(%%c%d, %%x%d, %%t, %%t) {callee = @kernel, operandSegmentSizes = "
                        "array<i32: 2, 2, 0, 0, 0, 0>} : (index, index, !orch.task, !orch.task) -> !orch.task\n"
                        "  %%f%d = \"orch.fence\"(%%t%d, %%t) {operandSegmentSizes = array<i32: 2, 0>} : "
                        "(!orch.task, !orch.task) -> !orch.task\n",
                        i, i % 100, i, i, i, i, i, i, i);
  baton_strbuf_append(&text, BATON_STR("  return\n}\n"));
  return text;
}

// What the arena of the ops has handed out.
static size_t module_bytes(int num_groups) {
  baton_context *context = baton_context_create();
  baton_register_dialects(context);
  baton_strbuf text = straight_line(num_groups);
  baton_module *module = baton_parse(context, BATON_STR("test.mlir"), baton_strbuf_view(&text));
  assert_non_null(module);
  size_t bytes = module->arena.total_bytes;
  baton_module_destroy(module);
  baton_context_destroy(context);
  baton_strbuf_deinit(&text);
  return bytes;
}

// How large programs can be depends on what an op takes, with its operands, results, attributes and place in the file.
static void test_memory_per_op(void **state) {
  (void)state;
  enum { FEW = 100, MANY = 1100, BYTES_PER_GROUP = 912 };
  assert_true(module_bytes(MANY) - module_bytes(FEW) <= (size_t)(MANY - FEW) * BYTES_PER_GROUP);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_qwen3_is_a_fixed_point), cmocka_unit_test(test_every_kind_of_truncation),
      cmocka_unit_test(test_damaged_bytes),          cmocka_unit_test(test_all_small_floats),
      cmocka_unit_test(test_some_large_floats),      cmocka_unit_test(test_memory_per_op),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
