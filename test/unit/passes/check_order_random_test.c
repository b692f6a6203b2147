// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All passes in several orders on random programs with buffers, lists and arrays: after every pass, the order of all
// submits and host accesses is what it was before it. After derive-deps on code without derived waits, exactly what
// conflicts and the user ask for is ordered.
#include "../cmocka_all.h"

#include "../analysis/random_buffers.h"
#include "../analysis/random_program.h"
#include "analysis/order.h"
#include "dialect/dialects.h"
#include "ir/verify.h"
#include "pass/manager.h"
#include "passes/passes.h"
#include "text/parse.h"
#include "text/print.h"

#include <stdlib.h>

enum { NUM_PROGRAMS = 50, NUM_VALUATIONS = 9 };

typedef void (*write_program)(uint64_t seed, baton_strbuf *out);

static const char *const pipelines[] = {
    "derive-deps,prune-deps,phase-fence,derive-deps,canonicalize",
    "phase-fence{fence-cost=0},derive-deps,phase-fence{fence-cost=0},prune-deps,canonicalize,cse",
    "inline,canonicalize,cse,licm,prune-deps,derive-deps,phase-fence,symbol-dce",
    "loop-unroll{factor=2},licm,derive-deps,prune-deps,loop-unroll{factor=3},phase-fence,canonicalize,prune-deps",
    "cse,derive-deps,inline,derive-deps,canonicalize,phase-fence,licm",
};
enum { NUM_PIPELINES = sizeof pipelines / sizeof *pipelines };

typedef struct fixture {
  baton_context *context;
  baton_registry *registry;
  baton_order_snapshot *last;
  uint64_t num_runs, num_changed; // of passes
} fixture;

static const baton_order_settings settings = {.num_valuations = NUM_VALUATIONS};

static int set_up(void **state) {
  fixture *f = baton_mem_zeroed(1, sizeof *f);
  f->context = baton_context_create();
  assert_true(baton_register_dialects(f->context));
  f->registry = baton_registry_create(baton_context_diag(f->context));
  assert_true(baton_registry_add(f->registry, baton_passes_table(), "built in"));
  *state = f;
  return 0;
}

static int tear_down(void **state) {
  fixture *f = *state;
  baton_registry_destroy(f->registry);
  baton_context_destroy(f->context);
  baton_mem_free(f);
  return 0;
}

static void after_pass(void *user, const baton_pass *pass, const baton_op *op, baton_pass_result result) {
  fixture *f = user;
  assert_int_not_equal(result, BATON_PASS_FAILED);
  f->num_runs++;
  if (result == BATON_PASS_UNCHANGED)
    return;
  f->num_changed++;
  baton_order_snapshot *now = baton_order_snapshot_create(op->module, &settings);
  assert_non_null(now);
  assert_true(baton_order_snapshot_compare(op->module, f->last, now, baton_str_from(pass->name)));
  baton_order_snapshot_destroy(f->last);
  f->last = now;
}

static void run(fixture *f, baton_module *module, const char *passes) {
  baton_strbuf text = {0};
  baton_strbuf_printf(&text, "builtin.module(%s)", passes);
  baton_pipeline *pipeline = baton_pipeline_parse(f->registry, baton_strbuf_view(&text));
  assert_non_null(pipeline);
  baton_pipeline_hooks hooks = {.user = f, .after_pass = after_pass};
  f->last = baton_order_snapshot_create(module, &settings);
  assert_non_null(f->last);
  assert_true(baton_pipeline_run(pipeline, module, &(baton_pipeline_options){.verify_each = true, .hooks = &hooks}));
  baton_order_snapshot_destroy(f->last);
  baton_pipeline_destroy(pipeline);
  baton_strbuf_deinit(&text);
}

static baton_module *read_program(fixture *f, write_program write, uint64_t seed) {
  baton_strbuf text = {0};
  write(seed, &text);
  baton_module *module = baton_parse(f->context, BATON_STR("random"), baton_strbuf_view(&text));
  assert_non_null(module);
  assert_true(baton_verify(module->op));
  baton_strbuf_deinit(&text);
  return module;
}

static void check_programs(fixture *f, write_program write) {
  const char *more = getenv("BATON_TEST_PROGRAMS");
  uint64_t num_programs = more ? strtoull(more, NULL, 10) : (uint64_t)NUM_PROGRAMS;
  f->num_runs = f->num_changed = 0;
  for (uint64_t seed = 1; seed <= num_programs; seed++)
    for (size_t k = 0; k < NUM_PIPELINES; k++) {
      baton_module *module = read_program(f, write, seed);
      run(f, module, pipelines[k]);
      baton_module_destroy(module);
    }
  print_message("%llu runs of passes, %llu changed the program\n", (unsigned long long)f->num_runs,
                (unsigned long long)f->num_changed);
  assert_true(f->num_changed > 2 * num_programs);
}

static void test_lists(void **state) { check_programs(*state, random_program); }
static void test_buffers(void **state) { check_programs(*state, random_buffers); }

static void test_derived_waits_are_exact(void **state) {
  fixture *f = *state;
  for (uint64_t seed = 1; seed <= NUM_PROGRAMS; seed++) {
    uint64_t num_submits;
    baton_module *module = read_program(f, random_buffers, seed);
    run(f, module, "derive-deps");
    assert_true(baton_order_check_hazards(module, &settings, true, &num_submits));
    assert_true(num_submits > 0);
    baton_module_destroy(module);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lists),
      cmocka_unit_test(test_buffers),
      cmocka_unit_test(test_derived_waits_are_exact),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
