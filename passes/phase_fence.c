// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// phase-fence: M tasks that each wait for the same N tasks cost N*M entries at every run; a fence between them costs N
// + M.
//
//     %r = orch.parallel ... -> (!orch.tasks<136>) {...}        %r = orch.parallel ... -> (!orch.tasks<136>) {...}
//     scf.for ... 40 trips {                             =>     %f = orch.fence derived(%r : !orch.tasks<136>)
//       orch.submit @k() derived(%r : !orch.tasks<136>)         scf.for ... 40 trips {
//     }                                                           orch.submit @k() derived(%f : !orch.task)
//                                                               }
//
// mode=all (default). Tasks and arrays that the same submits and fences wait for, in the same way and defined inside
// the same loops, are a group of N slots (most often one array). A group gets one fence, before the first op that is or
// holds a use, in the outermost block where every run of the block saves entries:
//     (N-1)*(M-1) > 1 + ct     i.e.     N*M > N + M + ct
// with M uses per run of the block, nested trip counts multiplied. Only what is certain is counted: of the two arms of
// a branch the smaller number, for a loop with unknown trip count none; so a fence never runs where nothing is saved.
// Uses that were not counted still use a fence that dominates them. Where uses are certain only in
// each trip of a loop that runs an unknown number of times, a test in front of the loop decides when the program runs
// (fence_trips.c); uses that are certain nowhere stay direct. A fence that exists already and stands for exactly the
// group is used instead where it dominates. ct, the cost of a fence in entries, is 3 unless fence-cost says otherwise.
//
// Single tasks that tasks of the same block wait for (code that is written out) need not be the same for all: sets with
// common parts share fences for these, with at most max-depth fences in a row between two tasks
// (lib/analysis/task_cover.h). There, waits that others imply may be left out of a list that gets a fence.
//
// Tasks of a loop that wait for intervals of an array (windows, prefixes, suffixes) share fences for blocks of the
// array and for what groups of neighbours have in common (fence_family.h), made by loops in front of it.
//
// mode=loop. The original rule, array by array: a loop with a known number of trips, more than one, an array made
// outside of it, N*M - (N + M) > 0 (ct = 0) for N slots and M certain uses per run of the loop; the fence stands
// directly before the outermost such loop, and uses behind the loop use it too. Differences to the original: nested
// trip counts are multiplied, and two arms count as one.
//
// Never: wait for another version of an array (arrays are SSA values; a carried array that is renewed is a block
// argument, so its fence stands inside the loop), order tasks that were not (a fence holds only what each of its users
// lists or comes after anyway), touch lists inside ops with unknown regions, arrays of unknown size, empty arrays,
// orch.none. What a user wrote stays in `after`, derived waits stay in `derived`, in the lists and in the fences; a
// fence that serves both lists in `after`. Order of the rest of a list and all attributes are kept.
//
// Requires verified IR. Slices made inside a loop from things outside are first moved out of it, where they cannot
// fail; cse and licm before this pass show more that are the same. Keeps the order of tasks exactly. Repeats until
// nothing changes, in practice twice; a round is linear in the lists and in the nesting between definitions and uses.
//
// The idea is a factoring of complete bipartite subgraphs of a dependency graph through one vertex each (Feder and
// Motwani, "Clique partitions, graph compression and speeding-up algorithms", 1991), here on loops instead of expanded
// graphs.
#include "analysis/task_cover.h"
#include "dialect/orch.h"
#include "ir/walk.h"
#include "pass/pass.h"
#include "passes/fence_family.h"
#include "passes/report_impl.h"

typedef enum statistic { FENCES_ADDED, FENCES_REUSED, LISTS_CHANGED, NUM_STATISTICS } statistic;

typedef struct transform {
  baton_pass_run *run;
  baton_module *module;
  baton_op *root;
  baton_fence_options options;
  baton_arena arena;     // of one round
  uint32_t first_own_id; // ops from this id on are ours
  bool is_settled;       // nothing has changed since the last time that all was looked at
  uint64_t counts[NUM_STATISTICS];
} transform;

typedef struct rewriter {
  transform *transform;
  const baton_fence_scan *scan;
  const baton_fence_uses *uses;
  baton_fence_plan *plan;
  BATON_VEC(baton_value *) list;
} rewriter;

// The use by which an op names a version, or NULL. Columns of one op are found by their uses, which are consecutive.
static const baton_fence_use *use_of(const rewriter *r, const baton_op *op, const baton_value *value,
                                     const uint32_t *use_of_column) {
  if (value->id >= r->scan->num_values)
    return NULL;
  uint32_t column = r->uses->column_of[baton_fence_version(r->scan, value)->id];
  if (column == BATON_FENCE_NOTHING)
    return NULL;
  const baton_fence_use *use = &r->uses->uses[use_of_column[column]];
  return use->op == op && use->column == column ? use : NULL;
}

static void rewrite_list(rewriter *r, baton_op *op, uint32_t group, const uint32_t *use_of_column) {
  baton_operands old = baton_op_group(op, group);
  r->list.size = 0;
  for (uint32_t i = 0; i < old.size; i++) {
    const baton_fence_use *use = use_of(r, op, old.data[i].value, use_of_column);
    if (!use || use->fence == BATON_FENCE_NOTHING) {
      baton_vec_push(&r->list, old.data[i].value);
      continue;
    }
    baton_fence *fence = &r->plan->fences.data[use->fence];
    bool is_listed = fence->last_user == op->id + 1 || use_of(r, op, fence->task, use_of_column);
    fence->last_user = op->id + 1;
    if (is_listed)
      continue;
    baton_vec_push(&r->list, fence->task);
    if (fence->rest)
      baton_vec_push(&r->list, fence->rest);
  }
  baton_op_set_group(r->scan->module, op, group, r->list.data, r->list.size);
}

static bool has_served_use(const baton_fence_uses *uses, const baton_op *op) {
  for (uint32_t i = 0; i < uses->op_num_uses[op->id]; i++)
    if (uses->uses[uses->op_first_use[op->id] + i].fence != BATON_FENCE_NOTHING)
      return true;
  return false;
}

// The number of ops whose lists have changed.
static size_t rewrite_lists(rewriter *r) {
  size_t num_changed = 0;
  uint32_t *use_of_column = BATON_ARENA_ARRAY(r->scan->arena, uint32_t, r->uses->num_columns);
  for (size_t i = 0; i < r->scan->num_ops; i++) {
    baton_op *op = r->scan->ops[i];
    if (!has_served_use(r->uses, op))
      continue;
    for (uint32_t k = 0, use = r->uses->op_first_use[op->id]; k < r->uses->op_num_uses[op->id]; k++, use++)
      use_of_column[r->uses->uses[use].column] = use;
    rewrite_list(r, op, baton_fence_after_group(op), use_of_column);
    rewrite_list(r, op, baton_fence_derived_group(op), use_of_column);
    num_changed++;
  }
  return num_changed;
}

// ---- fences for one other fence ---------------------------------------------------------------------------------

// Appends a list of the inner fence to the same list of the outer one, in place of the inner fence itself.
static void take_list(rewriter *r, baton_op *outer, uint32_t group, const baton_op *inner) {
  baton_operands own = baton_op_group(outer, group), taken = baton_op_group(inner, group);
  r->list.size = 0;
  for (uint32_t i = 0; i < own.size; i++)
    if (own.data[i].value != &inner->results[0])
      baton_vec_push(&r->list, own.data[i].value);
  for (uint32_t i = 0; i < taken.size; i++)
    baton_vec_push(&r->list, taken.data[i].value);
  baton_op_set_group(r->scan->module, outer, group, r->list.data, r->list.size);
}

// A fence of ours in the list of a newer one, used nowhere else and renewed as often, is dissolved: it stood for a part
// of the group only because the other part is renewed more often than its definition.
static void dissolve_in(rewriter *r, baton_op *outer) {
  for (uint32_t i = 0; i < outer->num_operands;) {
    baton_op *inner = baton_value_op(baton_op_operand(outer, i));
    bool is_ours = inner && baton_op_is(inner, BATON_OP_ORCH_FENCE) && inner->id >= r->transform->first_own_id;
    if (!is_ours || r->scan->block_loop[inner->block->id] != r->scan->block_loop[outer->block->id] ||
        baton_value_num_uses(&inner->results[0]) != 1) {
      i++;
      continue;
    }
    take_list(r, outer, baton_orch_fence_after_group, inner);
    take_list(r, outer, baton_orch_fence_derived_group, inner);
    baton_op_erase(inner);
    r->transform->counts[FENCES_ADDED]--;
    i = 0;
  }
}

static void dissolve_fences(rewriter *r) {
  for (size_t i = 0; i < r->plan->fences.size; i++)
    if (r->plan->fences.data[i].is_new && r->plan->fences.data[i].last_user && !r->plan->fences.data[i].rest)
      dissolve_in(r, r->plan->fences.data[i].task->op);
}

// ---- remarks ----------------------------------------------------------------------------------------------------

// Why a group of waits stays as it is. A single list needs no fence.
static void remark_direct(const transform *t, const baton_fence_scan *scan, const baton_fence_uses *uses,
                          const baton_fence_group *group) {
  const baton_fence_column *column = &uses->columns[group->first_column];
  const baton_op *user = uses->uses[column->first_use].op;
  uint64_t slots = group->num_slots, waits = group->num_certain_uses;
  bool is_inside_loop = scan->block_loop[user->block->id] != scan->block_loop[baton_value_block(column->version)->id];
  if (waits < 2 && column->first_use == column->last_use && !is_inside_loop)
    return;
  if (waits < 2)
    baton_pass_remark(t->run, BATON_REMARK_MISSED, user,
                      "no fence for %llu tasks: it is not certain that more than one task waits for them",
                      (unsigned long long)slots);
  else if (!group->pays)
    baton_pass_remark(
        t->run, BATON_REMARK_MISSED, user,
        "no fence for %llu tasks: %llu waits for them have %llu entries, and with a fence, which costs %llu, %llu",
        (unsigned long long)slots, (unsigned long long)waits, (unsigned long long)(slots * waits),
        (unsigned long long)t->options.fence_cost, (unsigned long long)(slots + waits + t->options.fence_cost));
  else
    baton_pass_remark(t->run, BATON_REMARK_MISSED, user,
                      "no fence for %llu tasks: mode=loop makes one only before a static loop with more than one trip",
                      (unsigned long long)slots);
}

static void remark_all_direct(const transform *t, const baton_fence_scan *scan, const baton_fence_uses *uses) {
  for (uint32_t i = 0; i < uses->num_groups; i++)
    if (uses->groups[i].is_direct)
      remark_direct(t, scan, uses, &uses->groups[i]);
}

// The fences that are left at the end.
static void remark_fences(const transform *t) {
  for (baton_op *op = baton_walk_first(t->root); op; op = baton_walk_next(op, t->root)) {
    if (op->id < t->first_own_id || !baton_op_is(op, BATON_OP_ORCH_FENCE))
      continue;
    uint64_t num_tasks = 0, num_lists = baton_value_num_uses(&op->results[0]);
    bool is_known = true;
    for (uint32_t i = 0; i < op->num_operands; i++) {
      int64_t count = baton_type_task_count(baton_op_operand(op, i)->type);
      is_known &= count != BATON_DYNAMIC;
      num_tasks += (uint64_t)count;
    }
    if (!is_known)
      baton_pass_remark(t->run, BATON_REMARK_PASSED, op,
                        "a fence in each run stands for a part of what the tasks behind it wait for");
    else
      baton_pass_remark(t->run, BATON_REMARK_PASSED, op, "a fence stands for %llu tasks in %llu list%s",
                        (unsigned long long)num_tasks, (unsigned long long)num_lists, num_lists == 1 ? "" : "s");
  }
}

// ---- rounds -----------------------------------------------------------------------------------------------------

static void count_fences(transform *t, const baton_fence_plan *plan) {
  for (size_t i = 0; i < plan->fences.size; i++)
    if (plan->fences.data[i].last_user)
      t->counts[plan->fences.data[i].is_new ? FENCES_ADDED : FENCES_REUSED]++;
}

// Whether anything has changed.
static bool run_round(transform *t) {
  // 1. What holds the same tasks, and who waits for it.
  baton_fence_scan scan;
  baton_fence_scan_init(&scan, t->module, t->root, &t->arena);
  baton_fence_uses uses;
  baton_fence_uses_init(&uses, &scan, &t->options);

  // 2. Which fences pay, where, for whom.
  baton_fence_plan plan;
  baton_fence_plan_init(&plan, &scan, &uses, &t->options);
  for (uint32_t group = 0; group < uses.num_groups; group++)
    baton_fence_plan_group(&plan, group);

  // 3. The lists.
  rewriter r = {.transform = t, .scan = &scan, .uses = &uses, .plan = &plan};
  size_t num_changed = rewrite_lists(&r);
  t->counts[LISTS_CHANGED] += num_changed;
  if (num_changed == 0 && t->is_settled && baton_pass_wants_remark(t->run, BATON_REMARK_MISSED))
    remark_all_direct(t, &scan, &uses);
  count_fences(t, &plan);
  dissolve_fences(&r);
  baton_vec_deinit(&r.list);
  baton_fence_plan_deinit(&plan);
  return num_changed > 0;
}

// Blocks whose tasks wait for each other. Whether anything has changed.
static bool run_cover(transform *t) {
  baton_fence_scan scan;
  baton_fence_scan_init(&scan, t->module, t->root, &t->arena);
  baton_fence_cover cover;
  baton_fence_cover_init(&cover, &scan, &t->options);
  size_t num_changed = 0;
  for (size_t i = 0; i < scan.num_ops; i++) {
    if (scan.ops[i]->prev || scan.block_is_opaque[scan.ops[i]->block->id])
      continue;
    baton_fence_cover_counts counts = baton_fence_cover_block(&cover, scan.ops[i]->block);
    t->counts[FENCES_ADDED] += counts.fences;
    t->counts[LISTS_CHANGED] += counts.lists;
    num_changed += counts.lists;
  }
  return num_changed > 0;
}

static bool run_hoist(transform *t) {
  baton_fence_scan scan;
  baton_fence_scan_init(&scan, t->module, t->root, &t->arena);
  return baton_fence_hoist(&scan);
}

// Loops whose tasks wait for intervals of an array. Whether anything has changed.
static bool run_families(transform *t) {
  baton_fence_scan scan;
  baton_fence_scan_init(&scan, t->module, t->root, &t->arena);
  size_t num_fences = 0, num_changed = baton_fence_families(&scan, &t->options, &num_fences);
  t->counts[FENCES_ADDED] += num_fences;
  t->counts[LISTS_CHANGED] += num_changed;
  return num_changed > 0;
}

// ---- the budget -------------------------------------------------------------------------------------------------

static const baton_report_task *largest_task(const baton_report_region *region) {
  const baton_report_task *largest = &region->tasks.data[0];
  for (size_t i = 1; i < region->tasks.size; i++)
    if (region->tasks.data[i].entries.known > largest->entries.known)
      largest = &region->tasks.data[i];
  return largest;
}

// What would help a list that is still long.
static const char *advice_for(const baton_report_task *task) {
  if (task->list.known < 2)
    return "the lists are as short as they can be; submit fewer tasks";
  if (task->runs < 2)
    return "it is read once: let the tasks in it wait for each other in groups, or leave waits out";
  return "let its runs wait for one fence of what they have in common, made in front of them";
}

// An error for each function or loop of unknown trips whose lists have more entries per run than allowed.
static bool check_entries(transform *t, int64_t max_entries) {
  baton_report report = {0};
  bool is_within = true;
  baton_report_collect(&report, t->module, t->root, &t->arena);
  for (size_t i = 0; i < report.regions.size; i++) {
    const baton_report_region *region = &report.regions.data[i];
    if (!region->tasks.size || region->entries.known <= (uint64_t)max_entries)
      continue;
    const baton_report_task *task = largest_task(region);
    baton_op_error(region->op, "has lists of %llu entries per run, but max-entries of phase-fence is %lld",
                   (unsigned long long)region->entries.known, (long long)max_entries);
    baton_op_note(task->op, "most of them here: %llu runs of a list of %llu; %s", (unsigned long long)task->runs,
                  (unsigned long long)task->list.known, advice_for(task));
    is_within = false;
  }
  baton_report_deinit(&report);
  return is_within;
}

static bool read_options(const baton_pass_run *run, const baton_op *op, baton_fence_options *out) {
  out->is_loop_mode = baton_str_is(baton_pass_string(run, "mode"), "loop");
  int64_t cost = baton_pass_int(run, "fence-cost");
  if (cost < -1)
    return baton_op_error(op, "option fence-cost of phase-fence must be -1 or more, but is %lld", (long long)cost);
  int64_t depth = baton_pass_int(run, "max-depth");
  if (depth < 1 || depth > BATON_COVER_MAX_DEPTH)
    return baton_op_error(op, "option max-depth of phase-fence must be from 1 to %d, but is %lld",
                          BATON_COVER_MAX_DEPTH, (long long)depth);
  out->max_depth = (uint32_t)depth;
  out->fence_cost = cost >= 0 ? (uint64_t)cost : out->is_loop_mode ? 0 : 3;
  return true;
}

static baton_pass_result run_phase_fence(baton_pass_run *run, baton_op *op) {
  baton_module *module = baton_pass_module(run);
  transform t = {.run = run, .module = module, .root = op, .first_own_id = module->num_op_ids};
  if (!read_options(run, op, &t.options))
    return BATON_PASS_FAILED;
  bool is_moved = !t.options.is_loop_mode && run_hoist(&t);
  baton_arena_reset(&t.arena);
  do {
    t.is_settled = true;
    if (!t.options.is_loop_mode) {
      t.is_settled = !run_families(&t);
      baton_arena_reset(&t.arena);
      t.is_settled &= !run_cover(&t);
    }
    for (baton_arena_reset(&t.arena); run_round(&t); baton_arena_reset(&t.arena))
      t.is_settled = false;
  } while (!t.is_settled);
  int64_t max_entries = baton_pass_int(run, "max-entries");
  bool is_within = max_entries < 0 || check_entries(&t, max_entries);
  baton_arena_deinit(&t.arena);
  if (!is_within)
    return BATON_PASS_FAILED;
  if (t.counts[FENCES_ADDED] && baton_pass_wants_remark(run, BATON_REMARK_PASSED))
    remark_fences(&t);
  for (uint32_t i = 0; i < NUM_STATISTICS; i++)
    baton_pass_count(run, i, t.counts[i]);
  return is_moved || t.counts[LISTS_CHANGED] ? BATON_PASS_CHANGED : BATON_PASS_UNCHANGED;
}

static const baton_pass_option options[] = {
    {.size = sizeof(baton_pass_option),
     .kind = BATON_OPTION_CHOICE,
     .name = "mode",
     .help = "all: every group of waits that pays; loop: only arrays from outside of a static loop, the original rule",
     .default_text = "all",
     .choices = "loop|all"},
    {.size = sizeof(baton_pass_option),
     .kind = BATON_OPTION_INT,
     .name = "fence-cost",
     .help = "what a fence costs besides its list, in entries; -1: 3 for mode=all, 0 for mode=loop",
     .default_text = "-1"},
    {.size = sizeof(baton_pass_option),
     .kind = BATON_OPTION_INT,
     .name = "max-depth",
     .help = "how many fences may be in a row between two tasks, those of the program included, where lists overlap",
     .default_text = "8"},
    {.size = sizeof(baton_pass_option),
     .kind = BATON_OPTION_INT,
     .name = "max-entries",
     .help = "an error where the lists of a function, or of a loop of unknown trips, still have more per run; -1: none",
     .default_text = "-1"},
};

static const char *const statistics[NUM_STATISTICS] = {
    [FENCES_ADDED] = "fences-added",
    [FENCES_REUSED] = "fences-reused",
    [LISTS_CHANGED] = "lists-changed",
};

extern const baton_pass baton_phase_fence_pass;
const baton_pass baton_phase_fence_pass = {
    .size = sizeof(baton_pass),
    .num_options = sizeof options / sizeof *options,
    .name = "phase-fence",
    .summary = "Put a fence between tasks that wait for the same tasks, where that saves waits",
    .anchor = "builtin.module",
    .requires =
        "lists as derive-deps and prune-deps leave them, loops not yet lowered; cse and licm show more equal slices",
    .preserves = "the order of tasks, exactly",
    .options = options,
    .run = run_phase_fence,
    .statistics = statistics,
    .num_statistics = NUM_STATISTICS,
};
