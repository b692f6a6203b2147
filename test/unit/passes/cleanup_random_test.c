// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cleanup passes on random programs, against their expansions: with every combination of trip counts and conditions
// the same tasks are submitted in the same order, each after exactly the same tasks as before. A second run of
// a pass changes nothing. Fences only order and are left out of the comparison: unused ones may go.
#include "../cmocka_all.h"

#include "../analysis/expand_program.h"
#include "../analysis/random_program.h"
#include "dialect/dialects.h"
#include "ir/symbol.h"
#include "ir/verify.h"
#include "pass/manager.h"
#include "passes/passes.h"
#include "text/parse.h"
#include "text/print.h"

#include <stdio.h>
#include <stdlib.h>

enum { NUM_PROGRAMS = 120, LARGEST_COUNT = 3 };

static const char *const pipelines[] = {
    "builtin.module(canonicalize)",
    "builtin.module(cse)",
    "builtin.module(licm)",
    "builtin.module(loop-unroll{factor=2})",
    "builtin.module(loop-unroll{factor=4})",
    "builtin.module(inline)",
    "builtin.module(canonicalize,cse,licm,loop-unroll{factor=3},canonicalize,cse,licm,canonicalize)",
};
enum { NUM_PIPELINES = sizeof pipelines / sizeof *pipelines };

typedef struct totals {
  uint64_t expansions, compared, real_tasks, programs_changed;
} totals;

typedef struct fixture {
  baton_context *context;
  baton_registry *registry;
  expansion before, after;
} fixture;

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
  expansion_deinit(&f->before);
  expansion_deinit(&f->after);
  baton_registry_destroy(f->registry);
  baton_context_destroy(f->context);
  baton_mem_free(f);
  return 0;
}

// The next real task after t, or num_tasks.
static uint32_t next_real(const expansion *e, uint32_t t) {
  for (t++; t < e->num_tasks && e->tasks[t].is_fence;)
    t++;
  return t;
}

static bool is_before(const expansion *e, uint32_t earlier, uint32_t later) {
  return e->tasks[later].before[earlier / 64] >> (earlier % 64) & 1;
}

// Whether two real tasks come after the same real tasks.
static bool is_same_order(const expansion *before, uint32_t x, const expansion *after, uint32_t y) {
  uint32_t p = next_real(before, 0), q = next_real(after, 0);
  for (; p < x && q < y; p = next_real(before, p), q = next_real(after, q))
    if (is_before(before, p, x) != is_before(after, q, y))
      return false;
  return p == x && q == y;
}

static void compare(const fixture *f, totals *t) {
  uint32_t x = next_real(&f->before, 0), y = next_real(&f->after, 0);
  for (; x < f->before.num_tasks && y < f->after.num_tasks; x = next_real(&f->before, x), y = next_real(&f->after, y)) {
    if (!is_same_order(&f->before, x, &f->after, y))
      fail_msg("task %u is ordered in another way", x);
    t->real_tasks++;
  }
  assert_true(x >= f->before.num_tasks && y >= f->after.num_tasks);
}

static void compare_expansions(fixture *f, const baton_module *original, const baton_module *cleaned, totals *t) {
  const baton_op *old_func = baton_symbol_lookup(original->op, BATON_STR("f"));
  const baton_op *new_func = baton_symbol_lookup(cleaned->op, BATON_STR("g"));
  for (int64_t choice = 0; choice < 4 * (LARGEST_COUNT + 1) * (LARGEST_COUNT + 1); choice++) {
    int64_t args[] = {choice / 4 % (LARGEST_COUNT + 1), choice / 4 / (LARGEST_COUNT + 1), choice & 1, choice >> 1 & 1};
    expand_program(original, old_func, args, &f->before);
    t->expansions++;
    if (f->before.failed)
      continue;
    expand_program(cleaned, new_func, args, &f->after);
    assert_false(f->after.failed);
    t->compared++;
    compare(f, t);
  }
}

static void run_pipeline(fixture *f, const char *text, baton_module *module) {
  baton_pipeline *pipeline = baton_pipeline_parse(f->registry, baton_str_from(text));
  assert_non_null(pipeline);
  assert_true(baton_pipeline_run(pipeline, module, NULL));
  assert_true(baton_verify(module->op));
  baton_pipeline_destroy(pipeline);
}

// The program in a function @g, to be told from the original; for the inliner @g calls @f.
static void make_variant(const char *pipeline, const baton_strbuf *program, baton_strbuf *out) {
  const char *text = program->data, *func = strstr(text, "func.func @f(");
  assert_non_null(func);
  if (strstr(pipeline, "inline")) {
    baton_strbuf_append(out, baton_strbuf_view(program));
    baton_strbuf_printf(out, "func.func @g(%%a: index, %%b: index, %%c: i1, %%d: i1) {\n"
                             "  func.call @f(%%a, %%b, %%c, %%d) : (index, index, i1, i1) -> ()\n  return\n}\n");
  } else {
    baton_strbuf_printf(out, "%.*sfunc.func @g(%s", (int)(func - text), text, func + strlen("func.func @f("));
  }
}

static void check_program(fixture *f, uint64_t seed, const char *pipeline, totals *t) {
  baton_strbuf text = {0}, variant = {0}, plain = {0}, once = {0}, twice = {0};
  random_program(seed, &text);
  make_variant(pipeline, &text, &variant);
  baton_module *original = baton_parse(f->context, BATON_STR("random"), baton_strbuf_view(&text));
  baton_module *cleaned = baton_parse(f->context, BATON_STR("random"), baton_strbuf_view(&variant));
  assert_non_null(original);
  assert_non_null(cleaned);
  baton_print(cleaned->op, NULL, &plain);
  run_pipeline(f, pipeline, cleaned);
  baton_print(cleaned->op, NULL, &once);
  t->programs_changed += !baton_str_equal(baton_strbuf_view(&plain), baton_strbuf_view(&once));
  if (getenv("BATON_TEST_PRINT_PROGRAM") && strtoull(getenv("BATON_TEST_PRINT_PROGRAM"), NULL, 10) == seed)
    fprintf(stderr, "%s\n%s\n", plain.data, once.data);
  compare_expansions(f, original, cleaned, t);
  run_pipeline(f, pipeline, cleaned);
  baton_print(cleaned->op, NULL, &twice);
  if (!strchr(pipeline, ',')) // several passes may find new work for each other
    assert_string_equal(once.data, twice.data);
  baton_module_destroy(original);
  baton_module_destroy(cleaned);
  baton_strbuf_deinit(&text);
  baton_strbuf_deinit(&variant);
  baton_strbuf_deinit(&plain);
  baton_strbuf_deinit(&once);
  baton_strbuf_deinit(&twice);
}

static void test_order_is_kept(void **state) {
  fixture *f = *state;
  const char *more = getenv("BATON_TEST_PROGRAMS");
  uint64_t num_programs = more ? strtoull(more, NULL, 10) : NUM_PROGRAMS;
  for (size_t k = 0; k < NUM_PIPELINES; k++) {
    totals t = {0};
    for (uint64_t seed = 1; seed <= num_programs; seed++)
      check_program(f, seed, pipelines[k], &t);
    print_message("%s: %llu of %llu programs changed; %llu expansions, %llu compared, %llu tasks\n", pipelines[k],
                  (unsigned long long)t.programs_changed, (unsigned long long)num_programs,
                  (unsigned long long)t.expansions, (unsigned long long)t.compared, (unsigned long long)t.real_tasks);
    // The test means something: programs change, and most of them run to their end.
    assert_true(t.programs_changed > 0 && t.compared * 2 > t.expansions);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_order_is_kept)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
