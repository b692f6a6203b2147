// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparing order, against the plain way of doing it.
//
// - Random programs are changed in one place: a wait dropped, added or redirected, a bit of tracking flipped. Every
//   mutant whose order differs from the program's, by full closures, must be found different, and no other.
// - What must be ordered in a random program is what a pairwise comparison of all accesses says.
#include "../cmocka_all.h"

#include "analysis/order.h"
#include "base/vec.h"
#include "closure.h"
#include "dialect/dialects.h"
#include "dialect/func.h"
#include "dialect/memref.h"
#include "ir/symbol.h"
#include "ir/verify.h"
#include "ir/walk.h"
#include "random_buffers.h"
#include "random_program.h"
#include "text/parse.h"
#include "text/print.h"

#include <stdlib.h>

enum { NUM_PROGRAMS = 60, NUM_MUTANTS = 10, NUM_VALUATIONS = 4, MAX_SUBMITS = 4000 };

typedef void (*write_program)(uint64_t seed, baton_strbuf *out);

typedef struct fixture {
  baton_context *context;
  uint64_t state; // of the random numbers
} fixture;

static int set_up(void **state) {
  fixture *f = baton_mem_zeroed(1, sizeof *f);
  f->context = baton_context_create();
  assert_true(baton_register_dialects(f->context));
  f->state = 88172645463325252u;
  *state = f;
  return 0;
}

static int tear_down(void **state) {
  fixture *f = *state;
  baton_context_destroy(f->context);
  baton_mem_free(f);
  return 0;
}

static uint32_t next_random(fixture *f, size_t below) {
  f->state ^= f->state << 13;
  f->state ^= f->state >> 7;
  f->state ^= f->state << 17;
  return (uint32_t)((f->state >> 20) % below);
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

// ---- expanded programs ----

typedef struct expanded {
  baton_expansion *expansion;
  baton_order_graph *graph;
  closure order;
} expanded;

static void expand(expanded *e, const baton_module *module, uint32_t valuation, baton_order_rule rule) {
  baton_expansion_options options = {.valuation = valuation, .max_submits = MAX_SUBMITS};
  e->expansion = baton_expansion_create(module, baton_symbol_lookup(module->op, BATON_STR("f")), &options);
  assert_non_null(e->expansion);
  e->graph = baton_order_graph_create(e->expansion, rule, false);
  assert_non_null(e->graph);
  closure_init(&e->order, baton_expansion_num_nodes(e->expansion));
  for (uint32_t node = 0; node < e->order.num_nodes; node++)
    closure_add_waits(&e->order, e->graph, node);
}

static void expanded_deinit(expanded *e) {
  closure_deinit(&e->order);
  baton_order_graph_destroy(e->graph);
  baton_expansion_destroy(e->expansion);
}

// ---- mutants ----

typedef BATON_VEC(baton_op *) op_list;
typedef BATON_VEC(baton_value *) value_list;

static void list_ops(const baton_module *module, op_list *tasks, op_list *accesses) {
  for (baton_op *op = baton_walk_first(module->op); op; op = baton_walk_next(op, module->op)) {
    if (baton_op_is(op, BATON_OP_ORCH_SUBMIT) || baton_op_is(op, BATON_OP_ORCH_FENCE) ||
        baton_op_is(op, BATON_OP_ORCH_WAIT))
      baton_vec_push(tasks, op);
    bool has_tracking = baton_op_is(op, BATON_OP_ORCH_SUBMIT) && baton_submit_num_tracked(op) > 0;
    if (has_tracking || baton_op_is(op, BATON_OP_MEMREF_LOAD) || baton_op_is(op, BATON_OP_MEMREF_STORE))
      baton_vec_push(accesses, op);
  }
}

static bool is_wait(const baton_value *value) {
  return baton_type_is_one_task(value->type) || baton_type_is_task_array(value->type);
}

// Ids and arrays that are visible at an op.
static void list_visible(baton_op *op, value_list *out) {
  for (baton_op *at = op; at && at->block; at = baton_op_parent(at)) {
    for (baton_op *before = at->block->first; before != at; before = before->next)
      for (uint32_t k = 0; k < before->num_results; k++)
        if (is_wait(&before->results[k]))
          baton_vec_push(out, &before->results[k]);
    for (uint32_t k = 0; k < at->block->num_args; k++)
      if (is_wait(at->block->args[k]))
        baton_vec_push(out, at->block->args[k]);
  }
}

static uint32_t pick_group(fixture *f, const baton_op *op) {
  if (baton_op_is(op, BATON_OP_ORCH_WAIT))
    return baton_orch_wait_tasks_group;
  bool is_derived = next_random(f, 3) == 0;
  if (baton_op_is(op, BATON_OP_ORCH_FENCE))
    return is_derived ? (uint32_t)baton_orch_fence_derived_group : (uint32_t)baton_orch_fence_after_group;
  return is_derived ? (uint32_t)baton_orch_submit_derived_group : (uint32_t)baton_orch_submit_after_group;
}

// Drops one wait, adds one, or both. False if the op has none to drop, or nothing is visible.
static bool change_list(fixture *f, baton_module *module, baton_op *op) {
  uint32_t group = pick_group(f, op), kind = next_random(f, 3);
  baton_operands old = baton_op_group(op, group);
  value_list waits = {0}, visible = {0};
  for (uint32_t k = 0; k < old.size; k++)
    baton_vec_push(&waits, old.data[k].value);
  list_visible(op, &visible);
  bool drops = kind != 1, adds = kind != 0;
  // A wait of the host keeps at least one.
  size_t fewest = !adds && baton_op_is(op, BATON_OP_ORCH_WAIT) ? 2 : 1;
  bool is_possible = (!drops || waits.size >= fewest) && (!adds || visible.size);
  if (is_possible && drops) {
    waits.data[next_random(f, waits.size)] = waits.data[waits.size - 1];
    waits.size--;
  }
  if (is_possible && adds)
    baton_vec_push(&waits, visible.data[next_random(f, visible.size)]);
  if (is_possible)
    baton_op_set_group(module, op, group, waits.data, waits.size);
  baton_vec_deinit(&waits);
  baton_vec_deinit(&visible);
  return is_possible;
}

static void change_tracking(fixture *f, baton_module *module, baton_op *op) {
  const baton_attr *none = baton_attr_string(f->context, BATON_STR("none")), *names[8];
  if (!baton_op_is(op, BATON_OP_ORCH_SUBMIT)) {
    baton_op_set_attr(module, op, BATON_STR("orch.tracking"), none);
    return;
  }
  uint32_t num = baton_submit_num_tracked(op), changed = next_random(f, num);
  for (uint32_t k = 0; k < num; k++) {
    unsigned tracking = baton_submit_tracking(op, k);
    if (k == changed)
      tracking ^= next_random(f, 2) ? BATON_TRACKING_LOOKUP : BATON_TRACKING_PUBLISH;
    names[k] = baton_attr_string(f->context, baton_str_from(baton_tracking_name((baton_tracking)tracking)));
  }
  baton_orch_submit_set_tracking(op, baton_attr_array(f->context, names, num));
}

static bool mutate(fixture *f, baton_module *module) {
  op_list tasks = {0}, accesses = {0};
  list_ops(module, &tasks, &accesses);
  bool is_changed = false;
  if (accesses.size && next_random(f, 2)) {
    change_tracking(f, module, accesses.data[next_random(f, accesses.size)]);
    is_changed = true;
  } else if (tasks.size) {
    is_changed = change_list(f, module, tasks.data[next_random(f, tasks.size)]);
  }
  baton_vec_deinit(&tasks);
  baton_vec_deinit(&accesses);
  return is_changed && baton_verify(module->op);
}

// Many tasks, which reach back over fewer or more of those before: more live tasks at once than the programs above
// have.
static void long_program(uint64_t seed, baton_strbuf *out) {
  fixture random = {.state = seed * 0x9e3779b97f4a7c15u + 1};
  static const uint32_t reaches[] = {4, 40, 150, 600};
  uint32_t num_tasks = 500 + next_random(&random, 500), reach = reaches[seed % 4], most = 1 + next_random(&random, 5);
  baton_strbuf_printf(out, "func.func private @k() attributes {orch.kernel}\nfunc.func @f() {\n");
  for (uint32_t task = 0; task < num_tasks; task++) {
    uint32_t num_waits = task > 0 ? next_random(&random, most + 1) : 0;
    baton_strbuf_printf(out, "%%t%u = orch.%s", task, next_random(&random, 8) ? "submit @k()" : "fence");
    for (uint32_t k = 0; k < num_waits; k++) {
      uint32_t back = 1 + next_random(&random, reach);
      baton_strbuf_printf(out, "%s%%t%u", k ? ", " : " after(", back > task ? 0 : task - back);
    }
    for (uint32_t k = 0; k < num_waits; k++)
      baton_strbuf_printf(out, k ? ", !orch.task" : " : !orch.task");
    baton_strbuf_printf(out, num_waits ? ")\n" : "\n");
  }
  baton_strbuf_printf(out, "return\n}\n");
}

typedef struct totals {
  uint64_t num_changed, num_neutral, num_lost, num_added;
} totals;

// Each difference must be one, by the closures.
static void check_differences(const expanded *before, const expanded *after, const baton_order_result *result) {
  for (uint32_t k = 0; k < result->num_differences; k++) {
    const baton_order_difference *d = &result->differences[k];
    baton_strbuf path = {0};
    assert_int_equal(closure_has(&before->order, d->earlier[0], d->later[0]), d->is_lost);
    assert_int_equal(closure_has(&after->order, d->earlier[1], d->later[1]), !d->is_lost);
    assert_int_equal(baton_order_path(before->graph, d->earlier[0], d->later[0], &path), d->is_lost);
    baton_strbuf_deinit(&path);
  }
}

// Whether other values may give something else.
static bool compare_mutant(const baton_module *original, const baton_module *mutant, uint32_t valuation, uint64_t seed,
                           totals *t) {
  expanded before, after;
  baton_order_result result;
  expand(&before, original, valuation, BATON_ORDER_ACTUAL);
  expand(&after, mutant, valuation, BATON_ORDER_ACTUAL);
  baton_order_compare(before.graph, after.graph, &result);
  bool is_equal = closures_are_equal(&before.order, before.expansion, &after.order, after.expansion);
  if (result.is_equal != is_equal) {
    baton_strbuf text = {0};
    baton_print(original->op, NULL, &text);
    baton_print(mutant->op, NULL, &text);
    print_message("%s", text.data);
    baton_strbuf_deinit(&text);
    fail_msg("seed %llu, valuation %u: the order is %s", (unsigned long long)seed, valuation,
             is_equal ? "the same, but found different" : "another one, but found the same");
  }
  check_differences(&before, &after, &result);
  t->num_changed += !is_equal;
  t->num_neutral += is_equal;
  t->num_lost += result.num_lost > 0;
  t->num_added += result.num_added > 0;
  bool depends = baton_expansion_used_valuation(before.expansion);
  expanded_deinit(&before);
  expanded_deinit(&after);
  return depends;
}

static void check_mutants(fixture *f, write_program write, uint64_t num_programs) {
  const char *more = getenv("BATON_TEST_PROGRAMS");
  num_programs = more ? strtoull(more, NULL, 10) : num_programs;
  totals t = {0};
  for (uint64_t seed = 1; seed <= num_programs; seed++)
    for (int k = 0; k < NUM_MUTANTS; k++) {
      baton_module *original = read_program(f, write, seed), *mutant = read_program(f, write, seed);
      bool is_mutant = mutate(f, mutant);
      for (uint32_t valuation = 0; is_mutant && valuation < NUM_VALUATIONS; valuation++)
        is_mutant = compare_mutant(original, mutant, valuation, seed, &t);
      baton_module_destroy(original);
      baton_module_destroy(mutant);
    }
  print_message("%llu mutants of another order, %llu of the same; %llu lose some, %llu add some\n",
                (unsigned long long)t.num_changed, (unsigned long long)t.num_neutral, (unsigned long long)t.num_lost,
                (unsigned long long)t.num_added);
  assert_true(t.num_changed > num_programs && t.num_neutral > num_programs);
  assert_true(t.num_lost > num_programs / 2 && t.num_added > num_programs / 2);
}

static void test_mutants_of_lists(void **state) { check_mutants(*state, random_program, NUM_PROGRAMS); }
static void test_mutants_of_buffers(void **state) { check_mutants(*state, random_buffers, NUM_PROGRAMS); }
static void test_mutants_of_long_programs(void **state) { check_mutants(*state, long_program, 12); }

// ---- what must be ordered ----

static void stop_tracking(fixture *f, baton_module *module) {
  const baton_attr *none = baton_attr_string(f->context, BATON_STR("none")), *names[8];
  for (uint32_t k = 0; k < 8; k++)
    names[k] = none;
  for (baton_op *op = baton_walk_first(module->op); op; op = baton_walk_next(op, module->op)) {
    if (baton_op_is(op, BATON_OP_ORCH_SUBMIT))
      baton_orch_submit_set_tracking(op, baton_attr_array(f->context, names, baton_submit_num_tracked(op)));
    if (baton_op_is(op, BATON_OP_MEMREF_LOAD) || baton_op_is(op, BATON_OP_MEMREF_STORE) ||
        baton_op_is(op, BATON_OP_FUNC_CALL))
      baton_op_set_attr(module, op, BATON_STR("orch.tracking"), none);
  }
}

// Adds every conflict that the tracker or the host has to see.
static uint64_t add_conflicts(closure *c, const baton_expansion *x, uint32_t later) {
  uint64_t num = 0;
  if (baton_expansion_kind(x, later) == BATON_ORDER_FENCE ||
      (baton_expansion_kind(x, later) == BATON_ORDER_SUBMIT && baton_expansion_is_manual(x, later)))
    return 0;
  for (uint32_t earlier = 0; earlier < later; earlier++) {
    baton_strbuf element = {0};
    if (baton_expansion_kind(x, earlier) == BATON_ORDER_SUBMIT &&
        baton_order_shared_element(x, earlier, later, &element)) {
      closure_add(c, earlier, later);
      num++;
    }
    baton_strbuf_deinit(&element);
  }
  return num;
}

static void test_conflicts(void **state) {
  fixture *f = *state;
  uint64_t num_conflicts = 0;
  for (uint64_t seed = 1; seed <= NUM_PROGRAMS; seed++)
    for (uint32_t valuation = 0; valuation < 12; valuation += 5) {
      baton_module *module = read_program(f, random_buffers, seed);
      expanded required, lists;
      expand(&required, module, valuation, BATON_ORDER_REQUIRED);
      stop_tracking(f, module);
      expand(&lists, module, valuation, BATON_ORDER_ACTUAL);
      closure plain;
      closure_init(&plain, lists.order.num_nodes);
      for (uint32_t node = 0; node < plain.num_nodes; node++) {
        closure_add_waits(&plain, lists.graph, node);
        num_conflicts += add_conflicts(&plain, lists.expansion, node);
      }
      if (!closures_are_equal(&plain, lists.expansion, &required.order, required.expansion))
        fail_msg("seed %llu, valuation %u: conflicts are not what is required", (unsigned long long)seed, valuation);
      closure_deinit(&plain);
      expanded_deinit(&required);
      expanded_deinit(&lists);
      baton_module_destroy(module);
    }
  assert_true(num_conflicts > 10 * NUM_PROGRAMS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_mutants_of_lists),
      cmocka_unit_test(test_mutants_of_buffers),
      cmocka_unit_test(test_mutants_of_long_programs),
      cmocka_unit_test(test_conflicts),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
