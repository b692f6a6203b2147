// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running pipelines on a module with two functions: order, options, counters, and what stops a run.
#include "../cmocka_all.h"

#include "dialect/dialects.h"
#include "dialect/ops.h"
#include "ir/build.h"
#include "ir/symbol.h"
#include "log.h"
#include "pass/manager.h"

typedef struct fixture {
  baton_context *context;
  baton_module *module;
  baton_registry *registry;
  baton_strbuf errors, events;
} fixture;

// ---- passes ----

static baton_pass_result report(baton_pass_run *run, baton_op *op) {
  baton_str name = op == baton_pass_module(run)->op ? BATON_STR("module") : baton_symbol_name(op);
  baton_pass_output(run, baton_str_format(baton_pass_scratch(run), "%.*s %lld %.*s;", BATON_STR_ARG(name),
                                          (long long)baton_pass_int(run, "number"),
                                          BATON_STR_ARG(baton_pass_string(run, "word"))));
  baton_pass_count(run, 0, baton_pass_bool(run, "double") ? 2 : 1);
  return BATON_PASS_UNCHANGED;
}

static baton_pass_result fail_silently(baton_pass_run *run, baton_op *op) {
  (void)run;
  (void)op;
  return BATON_PASS_FAILED;
}

static baton_pass_result err_but_succeed(baton_pass_run *run, baton_op *op) {
  (void)run;
  baton_op_error(op, "is bad");
  return BATON_PASS_CHANGED;
}

static baton_pass_result break_function(baton_pass_run *run, baton_op *op) {
  (void)run;
  baton_op_erase(baton_op_body(op)->last);
  return BATON_PASS_CHANGED;
}

static baton_pass_result ask_wrongly(baton_pass_run *run, baton_op *op) {
  (void)op;
  return baton_pass_bool(run, "number") ? BATON_PASS_CHANGED : BATON_PASS_UNCHANGED;
}

static const baton_pass_option options[] = {
    {.size = sizeof(baton_pass_option), .kind = BATON_OPTION_INT, .name = "number", .default_text = "7"},
    {.size = sizeof(baton_pass_option), .kind = BATON_OPTION_BOOL, .name = "double", .default_text = "false"},
    {.size = sizeof(baton_pass_option),
     .kind = BATON_OPTION_CHOICE,
     .name = "word",
     .default_text = "x",
     .choices = "x|y"},
};
static const char *const statistics[] = {"runs"};

#define PASS(id, pass_name, pass_anchor)                                                                               \
  static const baton_pass id##_pass = {.size = sizeof(baton_pass),                                                     \
                                       .num_options = 3,                                                               \
                                       .name = pass_name,                                                              \
                                       .anchor = pass_anchor,                                                          \
                                       .options = options,                                                             \
                                       .run = id,                                                                      \
                                       .statistics = statistics,                                                       \
                                       .num_statistics = 1};
PASS(report, "report", NULL)
PASS(fail_silently, "fail", "func.func")
PASS(err_but_succeed, "err", "func.func")
PASS(break_function, "break", "func.func")
PASS(ask_wrongly, "ask", "builtin.module")

static const baton_pass *const passes[] = {&report_pass, &fail_silently_pass, &err_but_succeed_pass,
                                           &break_function_pass, &ask_wrongly_pass};
static const baton_plugin plugin = {.abi_major = BATON_PLUGIN_ABI_MAJOR,
                                    .abi_minor = BATON_PLUGIN_ABI_MINOR,
                                    .size = sizeof(baton_plugin),
                                    .num_passes = sizeof passes / sizeof *passes,
                                    .passes = passes};

// ---- fixture ----

static void add_function(fixture *f, const char *name) {
  baton_builder at = baton_builder_at_end(f->module, baton_module_body(f->module));
  const baton_named_attr attrs[] = {
      {BATON_STR("sym_name"), baton_attr_string(f->context, baton_str_from(name))},
      {BATON_STR("function_type"), baton_attr_type(f->context, baton_type_function(f->context, NULL, 0, NULL, 0))},
  };
  baton_op *func =
      baton_build(&at, &(baton_op_state){.def = baton_context_find_op_def(f->context, BATON_STR("func.func")),
                                         .attrs = attrs,
                                         .num_attrs = 2,
                                         .num_regions = 1});
  baton_block *body = baton_block_create(f->module);
  baton_block_append(body, baton_op_region(func, 0));
  at = baton_builder_at_end(f->module, body);
  baton_build(&at, &(baton_op_state){.def = baton_context_find_op_def(f->context, BATON_STR("func.return"))});
}

static int setup(void **state) {
  fixture *f = baton_mem_zeroed(1, sizeof *f);
  f->context = baton_context_create();
  baton_register_dialects(f->context);
  baton_diag_set_handler(baton_context_diag(f->context), log_diagnostic, &f->errors);
  f->module = baton_module_create(f->context, NULL);
  add_function(f, "f");
  add_function(f, "g");
  f->registry = baton_registry_create(baton_context_diag(f->context));
  assert_true(baton_registry_add(f->registry, &plugin, "test"));
  *state = f;
  return 0;
}

static int teardown(void **state) {
  fixture *f = *state;
  baton_registry_destroy(f->registry);
  baton_module_destroy(f->module);
  baton_context_destroy(f->context);
  baton_strbuf_deinit(&f->errors);
  baton_strbuf_deinit(&f->events);
  baton_mem_free(f);
  return 0;
}

static void on_output(void *user, baton_str text) { baton_strbuf_append(&((fixture *)user)->events, text); }

static void on_before(void *user, const baton_pass *pass, const baton_op *op) {
  (void)op;
  baton_strbuf_printf(&((fixture *)user)->events, "<%s ", pass->name);
}

static void on_after(void *user, const baton_pass *pass, const baton_op *op, baton_pass_result result) {
  (void)pass;
  (void)op;
  baton_strbuf_printf(&((fixture *)user)->events, "%d> ", (int)result);
}

static bool run(fixture *f, baton_pipeline *pipeline) {
  const baton_pipeline_hooks hooks = {.user = f, .before_pass = on_before, .after_pass = on_after, .output = on_output};
  return baton_pipeline_run(pipeline, f->module, &(baton_pipeline_options){.verify_each = true, .hooks = &hooks});
}

static bool run_text(fixture *f, const char *text) {
  baton_pipeline *pipeline = baton_pipeline_parse(f->registry, baton_str_from(text));
  assert_non_null(pipeline);
  bool is_good = run(f, pipeline);
  baton_pipeline_destroy(pipeline);
  return is_good;
}

// ---- tests ----

static void test_runs_in_order(void **state) {
  fixture *f = *state;
  assert_true(run_text(f, "builtin.module(report,func.func(report{number=1},report{word=y}))"));
  assert_string_equal(f->events.data, "<report module 7 x;1> "
                                      "<report f 1 x;1> <report f 7 y;1> <report g 1 x;1> <report g 7 y;1> ");
}

static void test_runs_nothing(void **state) {
  fixture *f = *state;
  assert_true(run_text(f, "builtin.module()"));
  assert_true(run_text(f, "builtin.module(builtin.module(report))")); // there is no module in the module
  assert_int_equal(f->events.size, 0);
}

static void test_refuses_unknown_anchor(void **state) {
  fixture *f = *state;
  assert_false(run_text(f, "builtin.module(report,fun.func(report))"));
  assert_string_equal(f->errors.data,
                      "error: the pass pipeline has a group for 'fun.func', which is not a registered op\n");
  assert_int_equal(f->events.size, 0);
}

static void test_silent_failure_is_an_error(void **state) {
  fixture *f = *state;
  assert_false(run_text(f, "builtin.module(fail,report)"));
  assert_string_equal(f->errors.data, "error: pass 'fail' failed and gave no reason\n");
  assert_string_equal(f->events.data, "<fail 0> "); // neither the other function nor the next pass
}

static void test_an_error_is_a_failure(void **state) {
  fixture *f = *state;
  assert_false(run_text(f, "builtin.module(err,report)"));
  assert_string_equal(f->errors.data, "error: 'func.func' op is bad\nnote: reported by pass 'err'\n");
  assert_string_equal(f->events.data, "<err 0> ");
}

static void test_verifier_names_the_pass(void **state) {
  fixture *f = *state;
  assert_false(run_text(f, "builtin.module(break,report)"));
  assert_non_null(strstr(f->errors.data, "error: "));
  assert_non_null(strstr(f->errors.data, "\nnote: this is the result of pass 'break'\n"));
  assert_string_equal(f->events.data, "<break 0> ");
}

static void test_undeclared_option_is_an_error(void **state) {
  fixture *f = *state;
  assert_false(run_text(f, "builtin.module(ask)"));
  assert_string_equal(f->errors.data, "error: pass 'ask' asks for an option 'number' that it has not declared, or with "
                                      "another kind\nnote: reported by pass 'ask'\n");
}

static void test_counts_the_last_run(void **state) {
  fixture *f = *state;
  baton_pipeline *pipeline = baton_pipeline_parse(f->registry, BATON_STR("builtin.module(func.func(report{double}))"));
  assert_true(run(f, pipeline));
  assert_true(run(f, pipeline));
  baton_strbuf out = {0};
  baton_pipeline_print_statistics(pipeline, &out);
  assert_non_null(strstr(out.data, "\nreport\n  (S)        4 runs\n")); // two functions, two each
  out.size = 0;
  baton_pipeline_print_timing(pipeline, &out);
  assert_non_null(strstr(out.data, "  'func.func' pipeline\n"));
  assert_non_null(strstr(out.data, "    report\n"));
  assert_non_null(strstr(out.data, "(100.0%)  Total\n"));
  baton_strbuf_deinit(&out);
  baton_pipeline_destroy(pipeline);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_runs_in_order, setup, teardown),
      cmocka_unit_test_setup_teardown(test_runs_nothing, setup, teardown),
      cmocka_unit_test_setup_teardown(test_refuses_unknown_anchor, setup, teardown),
      cmocka_unit_test_setup_teardown(test_silent_failure_is_an_error, setup, teardown),
      cmocka_unit_test_setup_teardown(test_an_error_is_a_failure, setup, teardown),
      cmocka_unit_test_setup_teardown(test_verifier_names_the_pass, setup, teardown),
      cmocka_unit_test_setup_teardown(test_undeclared_option_is_an_error, setup, teardown),
      cmocka_unit_test_setup_teardown(test_counts_the_last_run, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
