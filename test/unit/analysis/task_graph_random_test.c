// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// prune-deps on random programs, against their expansions: with every combination of trip counts and conditions, every
// task must come after the same tasks as before. Fences only order and are left out of the comparison.
#include "../cmocka_all.h"

#include "analysis/task_graph.h"
#include "dialect/dialects.h"
#include "expand_program.h"
#include "ir/symbol.h"
#include "ir/verify.h"
#include "ir/walk.h"
#include "pass/manager.h"
#include "passes/passes.h"
#include "random_program.h"
#include "text/parse.h"

#include <stdio.h>
#include <stdlib.h>

enum { NUM_PROGRAMS = 400, LARGEST_COUNT = 3 };

typedef struct totals {
  uint64_t waits, dropped, missed, expansions, failed, real_tasks;
} totals;

typedef struct fixture {
  baton_context *context;
  baton_registry *registry;
  baton_pipeline *pipeline;
  expansion before, after;
} fixture;

static int set_up(void **state) {
  fixture *f = baton_mem_zeroed(1, sizeof *f);
  f->context = baton_context_create();
  assert_true(baton_register_dialects(f->context));
  f->registry = baton_registry_create(baton_context_diag(f->context));
  assert_true(baton_registry_add(f->registry, baton_passes_table(), "built in"));
  f->pipeline = baton_pipeline_parse(f->registry, BATON_STR("builtin.module(prune-deps)"));
  assert_non_null(f->pipeline);
  *state = f;
  return 0;
}

static int tear_down(void **state) {
  fixture *f = *state;
  expansion_deinit(&f->before);
  expansion_deinit(&f->after);
  baton_pipeline_destroy(f->pipeline);
  baton_registry_destroy(f->registry);
  baton_context_destroy(f->context);
  baton_mem_free(f);
  return 0;
}

static uint64_t count_waits(const baton_op *func) {
  uint64_t count = 0;
  for (baton_op *op = baton_walk_first(func); op; op = baton_walk_next(op, func))
    count += baton_task_waits(op).size;
  return count;
}

static void mask_fences(const expansion *e, uint64_t *mask) {
  for (uint32_t w = 0; w < TASK_WORDS; w++)
    mask[w] = 0;
  for (uint32_t t = 1; t < e->num_tasks; t++)
    if (!e->tasks[t].is_fence)
      mask[t / 64] |= (uint64_t)1 << (t % 64);
}

// The first task that is not ordered as it was, or 0.
static uint32_t find_difference(const expansion *before, const expansion *after) {
  uint64_t mask[TASK_WORDS];
  mask_fences(before, mask);
  for (uint32_t t = 1; t < before->num_tasks; t++)
    for (uint32_t w = 0; w < TASK_WORDS && !before->tasks[t].is_fence; w++)
      if ((before->tasks[t].before[w] ^ after->tasks[t].before[w]) & mask[w])
        return t;
  return 0;
}

// Waits that every expansion so far could do without, each alone: what an all-knowing pruner would still drop.
typedef struct verdict {
  bool seen, needed;
} verdict;

enum { MAX_WAITS_PER_TASK = 8 };

static void judge_waits(const expansion *e, verdict *verdicts) {
  uint64_t mask[TASK_WORDS];
  mask_fences(e, mask);
  for (size_t begin = 0, end; begin < e->num_waits; begin = end) {
    for (end = begin + 1; end < e->num_waits && e->waits[end].index > 0;)
      end++;
    for (size_t k = begin; k < end; k++) {
      uint64_t rest[TASK_WORDS] = {0};
      for (size_t other = begin; other < end; other++)
        for (uint32_t w = 0; w < TASK_WORDS && other != k; w++)
          rest[w] |= e->waits[other].closure[w];
      verdict *v = &verdicts[e->waits[k].op->id * MAX_WAITS_PER_TASK + e->waits[k].index];
      v->seen = true;
      for (uint32_t w = 0; w < TASK_WORDS; w++)
        v->needed = v->needed || (e->waits[k].closure[w] & mask[w] & ~rest[w]) != 0;
    }
  }
}

static void compare_expansions(fixture *f, uint64_t seed, const baton_module *original, const baton_module *pruned,
                               totals *t) {
  const baton_op *old_func = baton_symbol_lookup(original->op, BATON_STR("f"));
  const baton_op *new_func = baton_symbol_lookup(pruned->op, BATON_STR("f"));
  verdict *verdicts = baton_mem_zeroed((size_t)pruned->num_op_ids * MAX_WAITS_PER_TASK, sizeof *verdicts);
  for (int64_t choice = 0; choice < 4 * (LARGEST_COUNT + 1) * (LARGEST_COUNT + 1); choice++) {
    int64_t args[] = {choice / 4 % (LARGEST_COUNT + 1), choice / 4 / (LARGEST_COUNT + 1), choice & 1, choice >> 1 & 1};
    expand_program(original, old_func, args, &f->before);
    expand_program(pruned, new_func, args, &f->after);
    t->expansions++;
    assert_int_equal(f->before.failed, f->after.failed);
    if (f->before.failed) {
      t->failed++;
      continue;
    }
    assert_int_equal(f->before.num_tasks, f->after.num_tasks);
    t->real_tasks += f->before.num_tasks - 1;
    uint32_t different = find_difference(&f->before, &f->after);
    if (different)
      fail_msg("program %llu, arguments %d %d %d %d: task %u lost order", (unsigned long long)seed, (int)args[0],
               (int)args[1], (int)args[2], (int)args[3], different);
    judge_waits(&f->after, verdicts);
  }
  for (size_t k = 0; k < (size_t)pruned->num_op_ids * MAX_WAITS_PER_TASK; k++)
    t->missed += verdicts[k].seen && !verdicts[k].needed;
  baton_mem_free(verdicts);
}

static void check_program(fixture *f, uint64_t seed, totals *t) {
  baton_strbuf text = {0};
  random_program(seed, &text);
  if (getenv("BATON_TEST_PRINT_PROGRAM") && strtoull(getenv("BATON_TEST_PRINT_PROGRAM"), NULL, 10) == seed)
    fputs(text.data, stderr);
  baton_module *original = baton_parse(f->context, BATON_STR("random"), baton_strbuf_view(&text));
  baton_module *pruned = baton_parse(f->context, BATON_STR("random"), baton_strbuf_view(&text));
  assert_non_null(original);
  assert_non_null(pruned);
  assert_true(baton_verify(original->op));
  assert_true(baton_pipeline_run(f->pipeline, pruned, NULL));
  assert_true(baton_verify(pruned->op));
  uint64_t old_waits = count_waits(original->op), new_waits = count_waits(pruned->op);
  t->waits += old_waits;
  t->dropped += old_waits - new_waits;
  compare_expansions(f, seed, original, pruned, t);
  assert_true(baton_pipeline_run(f->pipeline, pruned, NULL));
  assert_int_equal(count_waits(pruned->op), new_waits);
  baton_module_destroy(original);
  baton_module_destroy(pruned);
  baton_strbuf_deinit(&text);
}

static void test_order_is_kept(void **state) {
  fixture *f = *state;
  totals t = {0};
  const char *more = getenv("BATON_TEST_PROGRAMS");
  uint64_t num_programs = more ? strtoull(more, NULL, 10) : NUM_PROGRAMS;
  for (uint64_t seed = 1; seed <= num_programs; seed++)
    check_program(f, seed, &t);
  print_message("%llu programs, %llu expansions (%llu ended early), %llu tasks; %llu waits, %llu dropped, %llu of the "
                "rest could go\n",
                (unsigned long long)num_programs, (unsigned long long)t.expansions, (unsigned long long)t.failed,
                (unsigned long long)t.real_tasks, (unsigned long long)t.waits, (unsigned long long)t.dropped,
                (unsigned long long)t.missed);
  // The test means something: much is dropped, most of what can be, and most programs run to their end.
  assert_true(t.dropped * 5 > t.waits);
  assert_true(t.missed * 4 < t.dropped);
  assert_true(t.failed * 4 < t.expansions);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_order_is_kept)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
