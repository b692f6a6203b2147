// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// report-deps: the numbers.
#include "analysis/trip.h"
#include "dialect/func.h"
#include "dialect/orch.h"
#include "ir/symbol.h"
#include "ir/walk.h"
#include "passes/report_impl.h"

#include <stdlib.h>

#define NOTHING UINT32_MAX

typedef struct collector {
  baton_report *report;
  const baton_module *module;
  // By op id.
  uint32_t *op_order, *op_region, *op_loop, *stamp; // op_region, op_loop: index or NOTHING
  // By block id.
  uint32_t *block_order, *block_region;
  uint64_t *block_runs;
  uint32_t num_submits, num_fences; // so far in this function
} collector;

// ---- numbers ----------------------------------------------------------------------------------------------------

static uint64_t multiply(uint64_t a, uint64_t b) { return b && a > UINT64_MAX / b ? UINT64_MAX : a * b; }

static void add(baton_report_number *to, baton_report_number number) {
  to->known = number.known > UINT64_MAX - to->known ? UINT64_MAX : to->known + number.known;
  to->has_unknown |= number.has_unknown;
}

static baton_report_number times(baton_report_number number, uint64_t factor) {
  return (baton_report_number){multiply(number.known, factor), number.has_unknown && factor};
}

static void add_sizes(baton_report_number *to, baton_operands list) {
  for (uint32_t i = 0; i < list.size; i++) {
    int64_t count = baton_type_task_count(list.data[i].value->type);
    bool is_unknown = count == BATON_DYNAMIC;
    add(to, (baton_report_number){is_unknown ? 0 : (uint64_t)count, is_unknown});
  }
}

// ---- blocks and regions -----------------------------------------------------------------------------------------

static bool is_static_loop(const baton_op *op) { return baton_op_is_loop(op) && baton_trip_count(op) != BATON_DYNAMIC; }

static uint32_t add_region(collector *c, const baton_op *op, const baton_op *func) {
  baton_report_region region = {.op = op, .func = func};
  baton_vec_push(&c->report->regions, region);
  return c->op_region[op->id] = (uint32_t)c->report->regions.size - 1;
}

static void add_loop(collector *c, const baton_op *op, uint32_t region) {
  baton_report_loop loop = {.op = op, .trips = (uint64_t)baton_trip_count(op)};
  c->op_loop[op->id] = (uint32_t)c->report->regions.data[region].loops.size;
  baton_vec_push(&c->report->regions.data[region].loops, loop);
}

static void enter_block(collector *c, const baton_block *block, uint32_t order) {
  const baton_op *parent = baton_block_parent(block);
  uint32_t around = parent->block ? c->block_region[parent->block->id] : NOTHING;
  uint64_t runs = parent->block ? c->block_runs[parent->block->id] : 1;
  c->block_order[block->id] = order;
  if (baton_op_is(parent, BATON_OP_FUNC_FUNC)) {
    c->num_submits = c->num_fences = 0;
    around = c->op_region[parent->id] == NOTHING ? add_region(c, parent, parent) : c->op_region[parent->id];
    runs = 1;
  } else if (is_static_loop(parent)) {
    runs = multiply(runs, (uint64_t)baton_trip_count(parent));
    if (around != NOTHING)
      add_loop(c, parent, around);
  } else if (baton_op_is_loop(parent) && around != NOTHING) {
    if (c->op_region[parent->id] == NOTHING)
      add_region(c, parent, c->report->regions.data[around].func);
    around = c->op_region[parent->id];
    runs = 1;
  }
  c->block_region[block->id] = around;
  c->block_runs[block->id] = runs;
}

// ---- tasks ------------------------------------------------------------------------------------------------------

static uint32_t definition_order(const collector *c, const baton_value *value) {
  const baton_op *op = baton_value_op(value);
  return op ? c->op_order[op->id] : c->block_order[value->block->id];
}

static void describe_submit(collector *c, const baton_op *op, baton_report_task *task) {
  task->number = c->num_submits++;
  add_sizes(&task->list, baton_orch_submit_after(op));
  add_sizes(&task->list, baton_orch_submit_derived(op));
  task->num_memrefs = baton_submit_num_tracked(op);
  for (uint32_t i = 0; i < task->num_memrefs; i++)
    task->num_tracked += baton_submit_tracking(op, i) != BATON_TRACKING_NONE;
}

static void describe_fence(collector *c, const baton_op *op, baton_report_task *task) {
  task->is_fence = true;
  task->number = c->num_fences++;
  add_sizes(&task->list, baton_orch_fence_after(op));
  add_sizes(&task->list, baton_orch_fence_derived(op));
  task->own_order = c->op_order[op->id];
  task->array_order = op->num_operands ? definition_order(c, baton_op_operand(op, 0)) : task->own_order;
}

static void add_task(collector *c, const baton_op *op) {
  uint32_t index = c->block_region[op->block->id];
  if (index == NOTHING)
    return;
  baton_report_region *region = &c->report->regions.data[index];
  baton_report_task task = {.op = op, .runs = c->block_runs[op->block->id]};
  if (baton_op_is(op, BATON_OP_ORCH_SUBMIT)) {
    describe_submit(c, op, &task);
  } else {
    describe_fence(c, op, &task);
    baton_vec_push(&region->fences, (uint32_t)region->tasks.size);
  }
  task.entries = times(task.list, task.runs);
  add(&region->entries, task.entries);
  region->num_memrefs += task.num_memrefs;
  region->num_tracked += task.num_tracked;
  baton_vec_push(&region->tasks, task);
}

static baton_report_region *region_of(const collector *c, const baton_op *op) {
  return &c->report->regions.data[c->block_region[op->block->id]];
}

// ---- loops ------------------------------------------------------------------------------------------------------

static void add_to_loops(const collector *c, const baton_report_region *region, const baton_report_task *task) {
  uint64_t factor = 1;
  for (const baton_op *op = baton_op_parent(task->op); op != region->op; op = baton_op_parent(op)) {
    if (c->op_loop[op->id] == NOTHING)
      continue;
    baton_report_loop *loop = &region->loops.data[c->op_loop[op->id]];
    factor = multiply(factor, loop->trips);
    add(&loop->entries, times(task->list, factor));
  }
}

// Adds a fence's list to each loop that holds a wait for the fence but not the fence. mark is unique for the fence.
static void add_fence_to_served(const collector *c, const baton_report_task *fence, uint32_t mark) {
  for (const baton_op *op = baton_op_parent(fence->op); op; op = baton_op_parent(op))
    c->stamp[op->id] = mark;
  for (const baton_operand *use = fence->op->results[0].first_use; use; use = use->next) {
    if (!baton_op_is(use->owner, BATON_OP_ORCH_SUBMIT) && !baton_op_is(use->owner, BATON_OP_ORCH_FENCE))
      continue;
    for (const baton_op *op = baton_op_parent(use->owner); op && c->stamp[op->id] != mark; op = baton_op_parent(op)) {
      c->stamp[op->id] = mark;
      if (c->op_loop[op->id] != NOTHING)
        add(&region_of(c, op)->loops.data[c->op_loop[op->id]].entries, fence->list);
    }
  }
}

static void fill_loops(const collector *c) {
  uint32_t mark = 0;
  for (size_t i = 0; i < c->report->regions.size; i++) {
    const baton_report_region *region = &c->report->regions.data[i];
    for (size_t k = 0; k < region->tasks.size; k++) {
      add_to_loops(c, region, &region->tasks.data[k]);
      if (region->tasks.data[k].is_fence)
        add_fence_to_served(c, &region->tasks.data[k], ++mark);
    }
  }
}

// ---- all --------------------------------------------------------------------------------------------------------

typedef struct fence_key {
  uint32_t array_order, own_order, task;
} fence_key;

static int compare_fences(const void *left, const void *right) {
  const fence_key *a = left, *b = right;
  if (a->array_order != b->array_order)
    return a->array_order < b->array_order ? -1 : 1;
  return a->own_order < b->own_order ? -1 : a->own_order > b->own_order;
}

static void sort_fences(baton_report_region *region, baton_arena *arena) {
  size_t num = region->fences.size;
  if (num < 2)
    return;
  fence_key *keys = BATON_ARENA_ARRAY(arena, fence_key, num);
  for (size_t i = 0; i < num; i++) {
    const baton_report_task *task = &region->tasks.data[region->fences.data[i]];
    keys[i] = (fence_key){task->array_order, task->own_order, region->fences.data[i]};
  }
  qsort(keys, num, sizeof *keys, compare_fences);
  for (size_t i = 0; i < num; i++)
    region->fences.data[i] = keys[i].task;
}

static uint32_t *table_of_nothing(baton_arena *arena, size_t size) {
  uint32_t *table = baton_arena_alloc(arena, size, sizeof *table);
  memset(table, 0xFF, size * sizeof *table);
  return table;
}

void baton_report_collect(baton_report *report, const baton_module *module, const baton_op *root, baton_arena *arena) {
  collector c = {.report = report,
                 .module = module,
                 .op_order = BATON_ARENA_ARRAY(arena, uint32_t, module->num_op_ids),
                 .op_region = table_of_nothing(arena, module->num_op_ids),
                 .op_loop = table_of_nothing(arena, module->num_op_ids),
                 .stamp = BATON_ARENA_ARRAY(arena, uint32_t, module->num_op_ids),
                 .block_order = BATON_ARENA_ARRAY(arena, uint32_t, module->num_block_ids),
                 .block_region = table_of_nothing(arena, module->num_block_ids),
                 .block_runs = BATON_ARENA_ARRAY(arena, uint64_t, module->num_block_ids)};
  uint32_t order = 0;
  for (baton_op *op = baton_walk_first(root); op; op = baton_walk_next(op, root)) {
    if (op == op->block->first)
      enter_block(&c, op->block, ++order);
    c.op_order[op->id] = ++order;
    if (baton_op_is(op, BATON_OP_ORCH_SUBMIT) || baton_op_is(op, BATON_OP_ORCH_FENCE))
      add_task(&c, op);
  }
  fill_loops(&c);
  for (size_t i = 0; i < report->regions.size; i++)
    sort_fences(&report->regions.data[i], arena);
}

void baton_report_deinit(baton_report *report) {
  for (size_t i = 0; i < report->regions.size; i++) {
    baton_vec_deinit(&report->regions.data[i].tasks);
    baton_vec_deinit(&report->regions.data[i].fences);
    baton_vec_deinit(&report->regions.data[i].loops);
  }
  baton_vec_deinit(&report->regions);
}

baton_str baton_report_name(const baton_op *op) {
  if (!baton_op_is(op, BATON_OP_ORCH_SUBMIT))
    return baton_symbol_name(op);
  const baton_attr *callee = baton_orch_submit_callee(op);
  return callee->symbol.num_nested ? callee->symbol.nested[callee->symbol.num_nested - 1] : callee->symbol.root;
}
