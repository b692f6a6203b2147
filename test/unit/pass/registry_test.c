// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The registry: tables of other versions and sizes, what is refused, and that a refusal leaves nothing behind.
#include "../cmocka_all.h"

#include "log.h"
#include "pass/manager.h"

static baton_pass_result do_nothing(baton_pass_run *run, struct baton_op *op) {
  (void)run;
  (void)op;
  return BATON_PASS_UNCHANGED;
}

typedef struct fixture {
  baton_diag *diag;
  baton_registry *registry;
  baton_strbuf log;
} fixture;

static int setup(void **state) {
  fixture *f = baton_mem_zeroed(1, sizeof *f);
  f->diag = baton_diag_create();
  baton_diag_set_handler(f->diag, log_diagnostic, &f->log);
  f->registry = baton_registry_create(f->diag);
  *state = f;
  return 0;
}

static int teardown(void **state) {
  fixture *f = *state;
  baton_registry_destroy(f->registry);
  baton_diag_destroy(f->diag);
  baton_strbuf_deinit(&f->log);
  baton_mem_free(f);
  return 0;
}

static baton_pass make_pass(const char *name) {
  return (baton_pass){.size = sizeof(baton_pass), .name = name, .anchor = "builtin.module", .run = do_nothing};
}

static baton_plugin make_plugin(const baton_pass *const *passes, uint32_t num_passes) {
  return (baton_plugin){.abi_major = BATON_PLUGIN_ABI_MAJOR,
                        .abi_minor = BATON_PLUGIN_ABI_MINOR,
                        .size = sizeof(baton_plugin),
                        .num_passes = num_passes,
                        .passes = passes};
}

static void test_finds_in_order(void **state) {
  fixture *f = *state;
  const baton_pass b = make_pass("b"), a = make_pass("a");
  const baton_pass *const list[] = {&b, &a};
  const baton_plugin plugin = make_plugin(list, 2), empty = make_plugin(NULL, 0);
  assert_true(baton_registry_add(f->registry, &plugin, "first"));
  assert_true(baton_registry_add(f->registry, &empty, "empty"));
  assert_int_equal(baton_registry_num_passes(f->registry), 2);
  assert_string_equal(baton_registry_pass(f->registry, 0)->name, "b");
  assert_string_equal(baton_registry_pass(f->registry, 1)->name, "a");
  assert_string_equal(baton_registry_find(f->registry, BATON_STR("a"))->name, "a");
  assert_null(baton_registry_find(f->registry, BATON_STR("c")));
  assert_null(baton_registry_find(f->registry, BATON_STR("")));
  assert_string_equal(baton_registry_find(f->registry, BATON_STR("a"))->summary, "");
}

static void test_names_both_origins_of_a_clash(void **state) {
  fixture *f = *state;
  const baton_pass a = make_pass("a"), b = make_pass("b"), again = make_pass("a");
  const baton_pass *const first[] = {&a}, *const second[] = {&b, &again};
  const baton_plugin one = make_plugin(first, 1), two = make_plugin(second, 2);
  assert_true(baton_registry_add(f->registry, &one, "one"));
  assert_false(baton_registry_add(f->registry, &two, "two"));
  assert_string_equal(f->log.data, "error: cannot load pass plugin 'two': pass 'a' is already defined by 'one'\n");
  assert_int_equal(baton_registry_num_passes(f->registry), 1); // not even b
}

static void test_checks_versions_first(void **state) {
  fixture *f = *state;
  const baton_pass *const *poison = (const baton_pass *const *)(uintptr_t)16;
  baton_plugin plugin = make_plugin(poison, 1000);
  plugin.abi_major = BATON_PLUGIN_ABI_MAJOR + 1;
  assert_false(baton_registry_add(f->registry, &plugin, "p"));
  assert_string_equal(
      f->log.data, "error: cannot load pass plugin 'p': it was built for plugin ABI 2.1, and this program has 1.1\n");
  plugin.abi_major = BATON_PLUGIN_ABI_MAJOR - 1;
  assert_false(baton_registry_add(f->registry, &plugin, "p"));
  plugin.abi_major = BATON_PLUGIN_ABI_MAJOR;
  plugin.abi_minor = BATON_PLUGIN_ABI_MINOR + 1;
  assert_false(baton_registry_add(f->registry, &plugin, "p"));
  plugin.abi_minor = BATON_PLUGIN_ABI_MINOR;
  f->log.size = 0;
  plugin.size = sizeof plugin - 1;
  assert_false(baton_registry_add(f->registry, &plugin, "p"));
  assert_string_equal(
      f->log.data,
      "error: cannot load pass plugin 'p': its table has 39 bytes, and one of plugin ABI 1.0 has 40 or more\n");
}

// A plugin of a later version of the structs: what is behind the fields that the host knows is stepped over.
static void test_steps_over_longer_structs(void **state) {
  typedef struct longer_option {
    baton_pass_option base;
    uint64_t more;
  } longer_option;
  typedef struct longer_pass {
    baton_pass base;
    uint64_t more[4];
  } longer_pass;
  fixture *f = *state;
  const longer_option options[] = {
      {{.size = sizeof(longer_option), .kind = BATON_OPTION_INT, .name = "x", .default_text = "1"}, 77},
      {{.size = sizeof(longer_option), .kind = BATON_OPTION_BOOL, .name = "y", .default_text = "true"}, 78},
  };
  longer_pass pass = {.base = make_pass("long"), .more = {1, 2, 3, 4}};
  pass.base.size = sizeof pass;
  pass.base.num_options = 2;
  pass.base.options = &options[0].base;
  const baton_pass *const list[] = {&pass.base};
  const baton_plugin plugin = make_plugin(list, 1);
  assert_true(baton_registry_add(f->registry, &plugin, "p"));
  const baton_pass *seen = baton_registry_pass(f->registry, 0);
  assert_string_equal(seen->options[1].name, "y");
  assert_int_equal(seen->options[1].kind, BATON_OPTION_BOOL);
}

static void expect_refusal(fixture *f, const baton_pass *pass, const char *reason) {
  const baton_pass *const list[] = {pass};
  const baton_plugin plugin = make_plugin(list, 1);
  f->log.size = 0;
  assert_false(baton_registry_add(f->registry, &plugin, "p"));
  baton_strbuf expected = {0};
  baton_strbuf_printf(&expected, "error: cannot load pass plugin 'p': %s\n", reason);
  assert_string_equal(f->log.data, expected.data);
  baton_strbuf_deinit(&expected);
  assert_int_equal(baton_registry_num_passes(f->registry), 0);
}

static void test_refuses_malformed_passes(void **state) {
  fixture *f = *state;
  static const char *const no_names[] = {NULL};
  expect_refusal(f, NULL, "pass 0 is missing");
  baton_pass pass = make_pass("a");
  pass.size = 8;
  expect_refusal(f, &pass, "pass 0 has 8 bytes, and one of plugin ABI 1.0 has 80 or more");
  static const char *const bad_names[] = {NULL, "", "two words", "-a", "1a", "a=b", "a,b", "a(b", "\xc3\xa4"};
  for (size_t i = 0; i < sizeof bad_names / sizeof *bad_names; i++) {
    pass = make_pass(bad_names[i]);
    expect_refusal(f, &pass, "pass 0 has no name that could be written");
  }
  pass = make_pass("a");
  pass.run = NULL;
  expect_refusal(f, &pass, "pass 0 has no function to run");
  pass = make_pass("a");
  pass.anchor = "";
  expect_refusal(f, &pass, "pass 0 does not say on which op it runs");
  pass = make_pass("a");
  pass.num_options = 1;
  expect_refusal(f, &pass, "pass 0 has no table of options");
  pass = make_pass("a");
  pass.num_statistics = 1;
  expect_refusal(f, &pass, "pass 0 has no table of statistics");
  pass.statistics = no_names;
  expect_refusal(f, &pass, "pass 0 has a statistic without a name");
}

static void test_refuses_malformed_options(void **state) {
  static const struct {
    baton_pass_option option;
    const char *reason;
  } cases[] = {
      {{.size = 4}, "option 0 of pass 'a' has 4 bytes, and one of plugin ABI 1.0 has 40"},
      {{.size = sizeof(baton_pass_option)}, "option 0 of pass 'a' has no name that could be written"},
      {{.size = sizeof(baton_pass_option), .name = "x", .kind = 4}, "option 0 of pass 'a' is of an unknown kind"},
      {{.size = sizeof(baton_pass_option), .name = "x", .kind = BATON_OPTION_CHOICE},
       "option 0 of pass 'a' has no choices"},
      {{.size = sizeof(baton_pass_option),
        .name = "x",
        .kind = BATON_OPTION_CHOICE,
        .choices = "a|b",
        .default_text = "c"},
       "option 0 of pass 'a' has a default of another kind"},
      {{.size = sizeof(baton_pass_option), .name = "x", .kind = BATON_OPTION_BOOL, .default_text = "1"},
       "option 0 of pass 'a' has a default of another kind"},
  };
  fixture *f = *state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    baton_pass pass = make_pass("a");
    pass.num_options = 1;
    pass.options = &cases[i].option;
    expect_refusal(f, &pass, cases[i].reason);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_finds_in_order, setup, teardown),
      cmocka_unit_test_setup_teardown(test_names_both_origins_of_a_clash, setup, teardown),
      cmocka_unit_test_setup_teardown(test_checks_versions_first, setup, teardown),
      cmocka_unit_test_setup_teardown(test_steps_over_longer_structs, setup, teardown),
      cmocka_unit_test_setup_teardown(test_refuses_malformed_passes, setup, teardown),
      cmocka_unit_test_setup_teardown(test_refuses_malformed_options, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
