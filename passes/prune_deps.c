// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// prune-deps: drops every wait that other waits of the same task imply.
//
//     %a = orch.submit @k(...)                              %a = orch.submit @k(...)
//     %b = orch.submit @k(...) after(%a : ...)         ->   %b = orch.submit @k(...) after(%a : ...)
//     %c = orch.submit @k(...) after(%a, %b : ...)          %c = orch.submit @k(...) after(%b : ...)
//
// A wait is one operand of `after` or `derived` of a submit or fence, an array as a whole; it is dropped or kept, never
// split. Only the explicit lists count, not what the runtime orders by itself, so manual code is pruned as well. What
// is left keeps its order and its list. Repeated operands and `orch.none` go too.
//
// Steps:
//   1. repeated operands and nones;
//   2. tasks of one block among each other: exact transitive reduction over the ids that they list (lib/analysis/
//      task_reduce.h);
//   3. all other waits one at a time, against the lists as they are then, until nothing changes: a proof for all trip
//      counts and branches (lib/analysis/task_graph.h). In one list the largest arrays are tried first, and among
//      equals the last one, so that derived waits go before the user's.
//
// Cost: step 2 is near linear; step 3 looks at a bounded number of atoms per operand, whatever the trip counts, and
// leaves out the waits that step 2 has settled.
#include "analysis/task_graph.h"
#include "analysis/task_reduce.h"
#include "base/vec.h"
#include "ir/walk.h"
#include "pass/pass.h"

#include <stdlib.h>

enum { MAX_HELPERS = 256 }; // waits of one task that a proof starts from

enum { NUM_WAITS, NUM_NONE, NUM_REPEATED, NUM_IMPLIED };

typedef struct pruner {
  baton_pass_run *run;
  baton_module *module;
  baton_arena *scratch;
  uint32_t *numbers; // by op id: 1 + the number among the tasks of the block
  uint32_t *places;  // by op id: place in the block, from 1
  uint32_t *reaches; // by op id, of tasks: see reduce_block
  uint32_t *seen;    // by value id: the last list it was seen in
  uint32_t num_seen; // lists
  bool *dropped;     // marks for the waits of one task
  size_t capacity;
  bool changed;
} pruner;

static bool is_none(const baton_value *value) {
  const baton_op *op = baton_value_op(value);
  return op && baton_op_is(op, BATON_OP_ORCH_NONE);
}

// ---- dropping ---------------------------------------------------------------------------------------------------

static void clear_marks(pruner *p, uint32_t num_waits) {
  if (num_waits > p->capacity) {
    p->capacity = num_waits;
    p->dropped = baton_mem_resize_array(p->dropped, p->capacity, sizeof *p->dropped);
  }
  for (uint32_t k = 0; k < num_waits; k++)
    p->dropped[k] = false;
}

static void keep_unmarked(pruner *p, baton_op *task, uint32_t group, baton_operands waits, const bool *dropped) {
  baton_value **kept = baton_arena_alloc(p->scratch, waits.size + 1, sizeof *kept);
  size_t num_kept = 0;
  for (uint32_t k = 0; k < waits.size; k++)
    if (!dropped[k])
      kept[num_kept++] = waits.data[k].value;
  if (num_kept != waits.size)
    baton_op_set_group(p->module, task, group, kept, num_kept);
}

// Takes the marked waits out of both lists of a task.
static void drop_marked(pruner *p, baton_op *task) {
  bool is_submit = baton_op_is(task, BATON_OP_ORCH_SUBMIT);
  uint32_t after_group = is_submit ? (uint32_t)baton_orch_submit_after_group : (uint32_t)baton_orch_fence_after_group;
  uint32_t derived_group =
      is_submit ? (uint32_t)baton_orch_submit_derived_group : (uint32_t)baton_orch_fence_derived_group;
  uint32_t num_after = baton_op_group(task, after_group).size;
  keep_unmarked(p, task, derived_group, baton_op_group(task, derived_group), p->dropped + num_after);
  keep_unmarked(p, task, after_group, baton_op_group(task, after_group), p->dropped);
  p->changed = true;
}

static void count_dropped(pruner *p, uint32_t reason, uint64_t amount) {
  baton_pass_count(p->run, reason, amount);
  baton_pass_count(p->run, NUM_WAITS, amount);
}

// ---- repeated operands and nones --------------------------------------------------------------------------------

static void drop_trivial(pruner *p, baton_op *task) {
  baton_operands waits = baton_task_waits(task);
  uint64_t num_none = 0, num_repeated = 0;
  clear_marks(p, waits.size);
  p->num_seen++;
  for (uint32_t k = 0; k < waits.size; k++) {
    const baton_value *value = waits.data[k].value;
    bool none = is_none(value), repeated = !none && p->seen[value->id] == p->num_seen;
    p->seen[value->id] = p->num_seen;
    p->dropped[k] = none || repeated;
    num_none += none;
    num_repeated += repeated;
  }
  if (num_none + num_repeated == 0)
    return;
  drop_marked(p, task);
  count_dropped(p, NUM_NONE, num_none);
  count_dropped(p, NUM_REPEATED, num_repeated);
}

// ---- tasks of one block among each other ------------------------------------------------------------------------

// The number of the task that a value is the id of, if it stands in the same block; UINT32_MAX otherwise.
static uint32_t task_number(const pruner *p, const baton_value *value, const baton_block *block) {
  const baton_op *op = baton_value_op(value);
  return op && op->block == block && baton_op_is_task(op) ? p->numbers[op->id] - 1 : UINT32_MAX;
}

static void drop_reduced(pruner *p, baton_op *task, const bool **implied) {
  baton_operands waits = baton_task_waits(task);
  uint64_t num_implied = 0;
  clear_marks(p, waits.size);
  for (uint32_t k = 0; k < waits.size; k++) {
    if (task_number(p, waits.data[k].value, task->block) == UINT32_MAX)
      continue;
    p->dropped[k] = *(*implied)++;
    num_implied += p->dropped[k];
  }
  if (num_implied == 0)
    return;
  drop_marked(p, task);
  count_dropped(p, NUM_IMPLIED, num_implied);
}

// Besides ids of tasks of its block a list may hold other values, which the reduction does not look into. Such a value
// leads back to a task of the same block run only if it is defined behind that task in the block, and the task's answer
// is final unless reaches, the last place of such a value that the list leads to, is behind it.
static void reduce_block(pruner *p, const baton_block *block) {
  BATON_VEC(uint32_t) starts = {0};
  BATON_VEC(uint32_t) producers = {0};
  uint32_t num_tasks = 0, num_places = 0;
  for (const baton_op *op = block->first; op; op = op->next) {
    p->places[op->id] = ++num_places;
    if (!baton_op_is_task(op))
      continue;
    p->numbers[op->id] = ++num_tasks;
    baton_vec_push(&starts, (uint32_t)producers.size);
    baton_operands waits = baton_task_waits(op);
    for (uint32_t k = 0; k < waits.size; k++) {
      const baton_op *from = baton_value_op(waits.data[k].value);
      uint32_t producer = task_number(p, waits.data[k].value, block), reach = 0;
      if (producer != UINT32_MAX) {
        baton_vec_push(&producers, producer);
        reach = p->reaches[from->id];
      } else if (from && from->block == block) {
        reach = p->places[from->id];
      }
      p->reaches[op->id] = reach > p->reaches[op->id] ? reach : p->reaches[op->id];
    }
  }
  baton_vec_push(&starts, (uint32_t)producers.size);
  bool *implied = baton_mem_zeroed(producers.size + 1, sizeof *implied);
  baton_task_reduce(&(baton_task_lists){starts.data, producers.data, num_tasks}, implied);
  const bool *next = implied;
  for (baton_op *op = block->first; op; op = op->next)
    if (baton_op_is_task(op))
      drop_reduced(p, op, &next);
  baton_mem_free(implied);
  baton_vec_deinit(&producers);
  baton_vec_deinit(&starts);
}

// ---- all other waits --------------------------------------------------------------------------------------------

typedef struct candidate {
  uint64_t size;
  uint32_t index;
} candidate;

// Largest first, then the last one.
static int compare_candidates(const void *a, const void *b) {
  const candidate *x = a, *y = b;
  if (x->size != y->size)
    return x->size < y->size ? 1 : -1;
  return x->index < y->index ? 1 : -1;
}

static uint64_t list_size(const baton_value *value) {
  int64_t count = baton_type_task_count(value->type);
  return count == BATON_DYNAMIC ? UINT64_MAX : (uint64_t)count;
}

// Whether there is more to say about a wait than the reduction of the block has said: it is no id of the block, or
// values behind it may lead to it, or it is a fence, which may go as well where all that it waits for is waited for.
static bool is_open(const pruner *p, const baton_op *task, const baton_value *wait, uint32_t num_waits) {
  if (task_number(p, wait, task->block) == UINT32_MAX)
    return true;
  return num_waits <= MAX_HELPERS &&
         (baton_op_is(wait->op, BATON_OP_ORCH_FENCE) || p->reaches[task->id] > p->places[wait->op->id]);
}

// The waits that are not dropped, without one of them: arrays first, then ids, the latest first, since they lead to
// most.
static size_t list_helpers(const pruner *p, const baton_op *task, uint32_t left_out, const baton_value **out) {
  baton_operands waits = baton_task_waits(task);
  size_t size = 0;
  for (int ids = 0; ids < 2; ids++)
    for (uint32_t k = waits.size; k-- > 0 && size < MAX_HELPERS;)
      if (k != left_out && !p->dropped[k] && baton_type_is_one_task(waits.data[k].value->type) == (ids != 0))
        out[size++] = waits.data[k].value;
  return size;
}

static void prune_task(pruner *p, baton_task_graph *graph, baton_op *task) {
  baton_operands waits = baton_task_waits(task);
  uint32_t num_candidates = 0, num_open = 0;
  for (uint32_t k = 0; k < waits.size; k++)
    num_open += is_open(p, task, waits.data[k].value, waits.size);
  if (num_open == 0)
    return;
  candidate *candidates = baton_mem_zeroed(num_open, sizeof *candidates);
  for (uint32_t k = 0; k < waits.size; k++)
    if (is_open(p, task, waits.data[k].value, waits.size))
      candidates[num_candidates++] = (candidate){list_size(waits.data[k].value), k};
  qsort(candidates, num_candidates, sizeof *candidates, compare_candidates);
  uint64_t num_implied = 0;
  clear_marks(p, waits.size);
  for (uint32_t c = 0; c < num_candidates; c++) {
    const baton_value *helpers[MAX_HELPERS];
    uint32_t goal = candidates[c].index;
    size_t num_helpers = list_helpers(p, task, goal, helpers);
    p->dropped[goal] = baton_task_graph_implies(graph, task, helpers, num_helpers, waits.data[goal].value);
    num_implied += p->dropped[goal];
  }
  if (num_implied) {
    drop_marked(p, task);
    count_dropped(p, NUM_IMPLIED, num_implied);
  }
  baton_mem_free(candidates);
}

static void drop_all_trivial(pruner *p, const baton_op *root) {
  for (baton_op *op = baton_walk_first(root); op; op = baton_walk_next(op, root))
    if (baton_op_is_task(op))
      drop_trivial(p, op);
}

static void reduce_all_blocks(pruner *p, const baton_op *root) {
  for (baton_op *op = baton_walk_first(root); op; op = baton_walk_next(op, root))
    if (!op->prev)
      reduce_block(p, op->block);
}

static void prune_all_tasks(pruner *p, const baton_op *root) {
  baton_task_graph *graph = baton_task_graph_create(p->module, p->scratch);
  bool changed_before = p->changed, changed_now;
  do {
    p->changed = false;
    for (baton_op *op = baton_walk_first(root); op; op = baton_walk_next(op, root))
      if (baton_op_is_task(op))
        prune_task(p, graph, op);
    changed_now = p->changed;
    changed_before = changed_before || changed_now;
  } while (changed_now);
  p->changed = changed_before;
}

static baton_pass_result run(baton_pass_run *run, baton_op *root) {
  pruner p = {.run = run, .module = baton_pass_module(run), .scratch = baton_pass_scratch(run)};
  p.numbers = BATON_ARENA_ARRAY(p.scratch, uint32_t, p.module->num_op_ids);
  p.places = BATON_ARENA_ARRAY(p.scratch, uint32_t, p.module->num_op_ids);
  p.reaches = BATON_ARENA_ARRAY(p.scratch, uint32_t, p.module->num_op_ids);
  p.seen = BATON_ARENA_ARRAY(p.scratch, uint32_t, p.module->num_value_ids);
  drop_all_trivial(&p, root);
  reduce_all_blocks(&p, root);
  prune_all_tasks(&p, root);
  baton_mem_free(p.dropped);
  return p.changed ? BATON_PASS_CHANGED : BATON_PASS_UNCHANGED;
}

static const char *const statistics[] = {
    [NUM_WAITS] = "waits dropped",
    [NUM_NONE] = "of them none",
    [NUM_REPEATED] = "of them repeated",
    [NUM_IMPLIED] = "of them implied",
};

extern const baton_pass baton_prune_deps_pass;
const baton_pass baton_prune_deps_pass = {
    .size = sizeof(baton_pass),
    .name = "prune-deps",
    .summary = "drop waits that others of the same task imply",
    .anchor = "builtin.module",
    .requires = "nothing; after derive-deps it sees the derived waits too",
    .preserves = "the order of all tasks, the order within lists, arrays as a whole",
    .run = run,
    .statistics = statistics,
    .num_statistics = sizeof statistics / sizeof *statistics,
};
