// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The JIT: several modules in one process, symbols that exist or not, ends in the middle. Leaks show under a sanitizer.
#include "../cmocka_all.h"

#include "dialect/dialects.h"
#include "ir/verify.h"
#include "rt/rt.h"
#include "text/parse.h"
#include "llvm/jit.h"

typedef struct fixture {
  baton_context *context;
  baton_diag *diag;
  baton_jit *jit;
  baton_rt *runtime;
  baton_strbuf errors;
} fixture;

static void log_error(void *user, const baton_diag *diag, const baton_diagnostic *diagnostic) {
  (void)diag;
  baton_strbuf_printf(user, "%.*s\n", BATON_STR_ARG(diagnostic->text));
}

static void add_one(int64_t *x, int64_t amount) { *x += amount; }
static void twice(int64_t *x, int64_t amount) { *x = 2 * *x + amount; }
static int64_t seven(void) { return 7; }

static baton_jit_address find_kernel(void *user, const char *symbol) {
  (void)user;
  return strcmp(symbol, "add_one") == 0 ? (baton_jit_address)add_one
         : strcmp(symbol, "twice") == 0 ? (baton_jit_address)twice
                                        : NULL;
}

static baton_jit_address find_host(void *user, const char *symbol) {
  (void)user;
  return strcmp(symbol, "seven") == 0 ? (baton_jit_address)seven : NULL;
}

static int setup(void **state) {
  fixture *f = baton_mem_zeroed(1, sizeof *f);
  f->context = baton_context_create();
  baton_register_dialects(f->context);
  f->diag = baton_context_diag(f->context);
  baton_diag_set_handler(f->diag, log_error, &f->errors);
  f->jit = baton_jit_create(f->diag);
  assert_non_null(f->jit);
#define DEFINE(call) baton_jit_define(f->jit, "baton_rt_" #call, (baton_jit_address)baton_rt_##call);
  DEFINE(enter)
  DEFINE(leave)
  DEFINE(fail)
  DEFINE(submit1)
  DEFINE(import)
#undef DEFINE
  baton_jit_define_data(f->jit, "baton_rt_abi_1", &baton_rt_abi_1);
  baton_rt_config config = {.size = sizeof config, .resolve = find_kernel};
  assert_int_equal(baton_rt_create(&config, &f->runtime), 0);
  *state = f;
  return 0;
}

static int teardown(void **state) {
  fixture *f = *state;
  baton_rt_destroy(f->runtime);
  baton_jit_destroy(f->jit);
  baton_context_destroy(f->context);
  baton_strbuf_deinit(&f->errors);
  baton_mem_free(f);
  return 0;
}

static baton_jit_module *add(fixture *f, const char *text) {
  baton_module *module = baton_parse(f->context, BATON_STR("test.mlir"), baton_str_from(text));
  assert_non_null(module);
  assert_true(baton_verify(module->op));
  baton_lowered *lowered = baton_lower(module, &(baton_lower_options){.packed_entries = true});
  assert_non_null(lowered);
  baton_module_destroy(module); // the lowered module stands alone
  return baton_jit_add(f->jit, lowered, find_host, NULL);
}

#define PROGRAM(kernel)                                                                                                \
  "func.func private @k(memref<1xi64>, index) attributes {orch.kernel, orch.symbol = \"" kernel "\"}\n"                \
  "func.func @main(%a: memref<1xi64>, %n: index) -> index {\n"                                                         \
  "  orch.submit @k(%a, %n : memref<1xi64>, index)\n"                                                                  \
  "  return %n : index\n"                                                                                              \
  "}\n"

static int64_t run(fixture *f, baton_jit_entry *entry, int64_t value, int64_t amount) {
  int64_t descriptor[4] = {0, 0, 1, 1}, result = 0, *data = &value;
  memcpy(descriptor, &data, sizeof data);
  const void *args[] = {descriptor, &amount, &result};
  assert_int_equal(entry(f->runtime, args), 0);
  assert_int_equal(result, amount);
  return value;
}

static void test_modules_with_equal_names(void **state) {
  fixture *f = *state;
  baton_jit_module *one = add(f, PROGRAM("add_one")), *two = add(f, PROGRAM("twice"));
  assert_non_null(one);
  assert_non_null(two);
  baton_jit_entry *first = baton_jit_find_entry(one, "main"), *second = baton_jit_find_entry(two, "main");
  assert_non_null(first);
  assert_non_null(second);
  for (int i = 0; i < 3; i++) {
    assert_int_equal(run(f, first, 10, 5), 15);
    assert_int_equal(run(f, second, 10, 5), 25);
  }
}

static void test_missing_entry(void **state) {
  fixture *f = *state;
  baton_jit_module *module = add(f, PROGRAM("add_one"));
  assert_non_null(module);
  assert_null(baton_jit_find_entry(module, "nobody"));
  assert_non_null(strstr(f->errors.data, "nobody"));
  assert_non_null(baton_jit_find_entry(module, "main"));
}

static void test_missing_symbols_are_all_named(void **state) {
  fixture *f = *state;
  assert_null(add(f, "func.func private @seven() -> i64\n"
                     "func.func private @nowhere() -> i64\n"
                     "func.func private @neither(i64)\n"
                     "func.func @main() {\n"
                     "  %x = func.call @seven() : () -> i64\n"
                     "  %y = func.call @nowhere() : () -> i64\n"
                     "  func.call @neither(%y) : (i64) -> ()\n"
                     "  return\n"
                     "}\n"));
  assert_non_null(strstr(f->errors.data, "symbol 'nowhere'"));
  assert_non_null(strstr(f->errors.data, "symbol 'neither'"));
  assert_null(strstr(f->errors.data, "'seven'"));
  // The jit goes on after a refusal.
  baton_jit_module *module = add(f, PROGRAM("add_one"));
  assert_non_null(module);
  assert_int_equal(run(f, baton_jit_find_entry(module, "main"), 1, 2), 3);
}

static void test_kernel_that_the_runtime_does_not_find(void **state) {
  fixture *f = *state;
  baton_jit_module *module = add(f, PROGRAM("nowhere"));
  assert_non_null(module);
  int64_t descriptor[4] = {0, 0, 1, 1}, amount = 3, result = 0, value = 4, *data = &value;
  memcpy(descriptor, &data, sizeof data);
  const void *args[] = {descriptor, &amount, &result};
  baton_jit_entry *entry = baton_jit_find_entry(module, "main");
  assert_int_equal(entry(f->runtime, args), BATON_RT_NO_KERNEL);
  assert_int_equal(value, 4);
  assert_non_null(strstr(baton_rt_last_error(f->runtime)->text, "nowhere"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_modules_with_equal_names, setup, teardown),
      cmocka_unit_test_setup_teardown(test_missing_entry, setup, teardown),
      cmocka_unit_test_setup_teardown(test_missing_symbols_are_all_named, setup, teardown),
      cmocka_unit_test_setup_teardown(test_kernel_that_the_runtime_does_not_find, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
