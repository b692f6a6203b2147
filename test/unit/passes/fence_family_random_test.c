// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops whose tasks wait for random intervals of an array, through phase-fence: the expansion has the same order, costs
// no more, stays within the budget of depth, and a second run changes nothing. BATON_TEST_PROGRAMS=N tries N programs.
#include "../cmocka_all.h"

#include "analysis/order.h"
#include "dialect/dialects.h"
#include "ir/symbol.h"
#include "ir/verify.h"
#include "pass/manager.h"
#include "passes/passes.h"
#include "text/parse.h"
#include "text/print.h"

#include <stdio.h>
#include <stdlib.h>

enum { NUM_PROGRAMS = 250 };

typedef struct fixture {
  baton_context *context;
  baton_registry *registry;
} fixture;

static uint32_t next_random(uint64_t *state, uint32_t below) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return (uint32_t)((*state >> 20) % below);
}

// A bound: factor * %i / divisor + offset, clipped to [0, n].
static void add_bound(baton_strbuf *out, const char *name, int factor, int divisor, int offset, int n) {
  baton_strbuf_printf(out, "    %%%s_f = arith.constant %d : index\n    %%%s_d = arith.constant %d : index\n", name,
                      factor, name, divisor);
  baton_strbuf_printf(out, "    %%%s_o = arith.constant %d : index\n    %%%s_n = arith.constant %d : index\n", name,
                      offset, name, n);
  baton_strbuf_printf(out, "    %%%s_1 = arith.muli %%i, %%%s_f : index\n", name, name);
  baton_strbuf_printf(out, "    %%%s_2 = arith.floordivsi %%%s_1, %%%s_d : index\n", name, name, name);
  baton_strbuf_printf(out, "    %%%s_3 = arith.addi %%%s_2, %%%s_o : index\n", name, name, name);
  baton_strbuf_printf(out, "    %%%s_4 = arith.maxsi %%%s_3, %%c0 : index\n", name, name);
  baton_strbuf_printf(out, "    %%%s = arith.minsi %%%s_4, %%%s_n : index\n", name, name, name);
}

static void random_family(uint64_t seed, baton_strbuf *out) {
  uint64_t state = seed * 0x9e3779b97f4a7c15u;
  int n = 2 + (int)next_random(&state, 90), trips = 2 + (int)next_random(&state, 90);
  int lower = (int)next_random(&state, 5) - 2, step = 1 + (int)next_random(&state, 3);
  int divisor = 1 + (int)next_random(&state, 3), factor = (int)next_random(&state, 4);
  int low = (int)next_random(&state, (uint32_t)n) - n / 2, size = (int)next_random(&state, (uint32_t)n);
  bool is_parallel = next_random(&state, 2) != 0;
  out->size = 0;
  baton_strbuf_printf(out, "func.func private @k() attributes {orch.kernel}\n"
                           "func.func @f() attributes {orch.scope = \"manual\"} {\n"
                           "  %%c0 = arith.constant 0 : index\n  %%c1 = arith.constant 1 : index\n");
  baton_strbuf_printf(out, "  %%n = arith.constant %d : index\n  %%lower = arith.constant %d : index\n", n, lower);
  baton_strbuf_printf(out, "  %%upper = arith.constant %d : index\n  %%step = arith.constant %d : index\n",
                      lower + trips * step, step);
  baton_strbuf_printf(out,
                      "  %%xs = orch.parallel %%j = %%c0 to %%n step %%c1 -> (!orch.tasks<%d>) {\n"
                      "    %%t = orch.submit @k()\n    orch.yield %%t : !orch.task\n  }\n",
                      n);
  baton_strbuf_printf(out, "  %s %%i = %%lower to %%upper step %%step {\n", is_parallel ? "orch.parallel" : "scf.for");
  add_bound(out, "lo", factor, divisor, low, n);
  if (next_random(&state, 2))
    add_bound(out, "hi", factor, divisor, low + size, n);
  else
    add_bound(out, "top", factor + 1, divisor, low + size, n);
  const char *hi = strstr(out->data, "%top = ") ? "top" : "hi";
  baton_strbuf_printf(out, "    %%end = arith.maxsi %%%s, %%lo : index\n    %%size = arith.subi %%end, %%lo : index\n",
                      hi);
  baton_strbuf_printf(out, "    %%w = orch.slice %%xs[%%lo] [%%size] [1] : !orch.tasks<%d> to !orch.tasks<?>\n", n);
  for (uint32_t k = 1 + next_random(&state, 2); k > 0; k--)
    baton_strbuf_printf(out, "    %%s%u = orch.submit @k() %s(%%w : !orch.tasks<?>)\n", k,
                        next_random(&state, 3) ? "after" : "derived");
  baton_strbuf_printf(out, "  }\n  return\n}\n");
}

typedef struct instance {
  baton_expansion *expansion;
  baton_order_graph *graph;
  uint64_t entries, fences;
  uint32_t depth;
} instance;

static void instance_init(instance *i, const baton_module *module) {
  const baton_op *func = baton_symbol_lookup(module->op, BATON_STR("f"));
  const baton_expansion_options options = {.valuation = 0};
  *i = (instance){.expansion = baton_expansion_create(module, func, &options)};
  assert_non_null(i->expansion);
  assert_int_equal(baton_expansion_status_of(i->expansion), BATON_EXPANSION_COMPLETE);
  i->graph = baton_order_graph_create(i->expansion, BATON_ORDER_ACTUAL, false);
  i->entries = baton_order_graph_num_entries(i->graph);
  uint32_t num_nodes = baton_expansion_num_nodes(i->expansion);
  uint32_t *depth = baton_mem_zeroed(num_nodes + 1, sizeof *depth);
  for (uint32_t v = 0; v < num_nodes; v++) {
    if (baton_expansion_kind(i->expansion, v) != BATON_ORDER_FENCE)
      continue;
    uint32_t num_waits;
    const uint32_t *waits = baton_order_graph_waits(i->graph, v, &num_waits);
    for (uint32_t k = 0; k < num_waits; k++)
      depth[v] = depth[waits[k]] > depth[v] ? depth[waits[k]] : depth[v];
    i->depth = ++depth[v] > i->depth ? depth[v] : i->depth;
    i->fences++;
  }
  baton_mem_free(depth);
}

static void instance_deinit(instance *i) {
  baton_order_graph_destroy(i->graph);
  baton_expansion_destroy(i->expansion);
}

static void run(fixture *f, const char *text, baton_module *module) {
  baton_pipeline *pipeline = baton_pipeline_parse(f->registry, baton_str_from(text));
  assert_non_null(pipeline);
  assert_true(baton_pipeline_run(pipeline, module, NULL));
  assert_true(baton_verify(module->op));
  baton_pipeline_destroy(pipeline);
}

// Returns what is saved, in entries.
static uint64_t check_program(fixture *f, uint64_t seed) {
  baton_strbuf text = {0}, once = {0}, twice = {0};
  char pipeline[96];
  uint32_t cost = seed % 2 ? 3 : 0, depth = 1 + (uint32_t)(seed / 2 % 6);
  snprintf(pipeline, sizeof pipeline, "builtin.module(phase-fence{fence-cost=%u max-depth=%u})", cost, depth);
  random_family(seed, &text);
  baton_module *module = baton_parse(f->context, BATON_STR("random"), baton_strbuf_view(&text));
  assert_non_null(module);
  instance before, after;
  instance_init(&before, module);
  run(f, pipeline, module);
  instance_init(&after, module);
  baton_order_result result;
  baton_order_compare(before.graph, after.graph, &result);
  if (!result.is_equal)
    fail_msg("program %llu is ordered in another way", (unsigned long long)seed);
  assert_true(after.depth <= depth);
  assert_true(after.entries + after.fences * cost <= before.entries);
  uint64_t saved = before.entries - after.entries;
  baton_print(module->op, NULL, &once);
  run(f, pipeline, module);
  baton_print(module->op, NULL, &twice);
  if (strcmp(once.data, twice.data) != 0)
    fail_msg("a second run changes program %llu", (unsigned long long)seed);
  instance_deinit(&before);
  instance_deinit(&after);
  baton_module_destroy(module);
  baton_strbuf_deinit(&text);
  baton_strbuf_deinit(&once);
  baton_strbuf_deinit(&twice);
  return saved;
}

static void test_families(void **state) {
  const char *more = getenv("BATON_TEST_PROGRAMS");
  uint64_t num_programs = more ? strtoull(more, NULL, 10) : NUM_PROGRAMS, num_saved = 0;
  for (uint64_t seed = 1; seed <= num_programs; seed++)
    num_saved += check_program(*state, seed) > 0;
  print_message("%llu of %llu programs have fewer entries\n", (unsigned long long)num_saved,
                (unsigned long long)num_programs);
  assert_true(num_saved * 4 > num_programs);
}

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

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_families)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
