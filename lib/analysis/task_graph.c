// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The task graph of a module: its loops and the order of its ops.
#include "analysis/task_graph_impl.h"
#include "analysis/trip.h"
#include "dialect/func.h"
#include "dialect/scf.h"
#include "ir/walk.h"

baton_operands baton_task_waits(const baton_op *task) {
  if (!baton_op_is_task(task))
    return (baton_operands){0};
  bool is_submit = baton_op_is(task, BATON_OP_ORCH_SUBMIT);
  baton_operands after = is_submit ? baton_orch_submit_after(task) : baton_orch_fence_after(task);
  baton_operands derived = is_submit ? baton_orch_submit_derived(task) : baton_orch_fence_derived(task);
  return (baton_operands){after.size ? after.data : derived.data, after.size + derived.size};
}

// ---- loops ------------------------------------------------------------------------------------------------------

static bool is_counted(const baton_op *op) {
  return baton_op_is(op, BATON_OP_SCF_FOR) || baton_op_is(op, BATON_OP_ORCH_PARALLEL);
}

// Whether the regions of an op may run any number of times. What is not known is taken for a loop.
static bool is_loop(const baton_op *op) {
  return op->num_regions && !baton_op_has_trait(op, BATON_TRAIT_ISOLATED) && !baton_op_is(op, BATON_OP_SCF_IF) &&
         !baton_op_is(op, BATON_OP_ORCH_SCOPE);
}

uint32_t graph_value_loop(const baton_task_graph *graph, const baton_value *value) {
  return graph->block_loops[baton_value_block(value)->id];
}

uint32_t graph_value_depth(const baton_task_graph *graph, const baton_value *value) {
  return graph->loops[graph_value_loop(graph, value)].depth;
}

uint32_t graph_loop_at(const baton_task_graph *graph, uint32_t loop, uint32_t depth) {
  while (graph->loops[loop].depth > depth)
    loop = graph->loops[loop].parent;
  return loop;
}

uint32_t graph_loop_of(const baton_task_graph *graph, const baton_op *op) {
  return graph->block_loops[op->regions[0].first->id];
}

static bool same_bound(const baton_value *a, const baton_value *b) {
  int64_t x, y;
  return a == b || (baton_constant_value(a, &x) && baton_constant_value(b, &y) && x == y);
}

static uint64_t hash_bound(uint64_t hash, const baton_value *value) {
  int64_t constant;
  return baton_constant_value(value, &constant) ? baton_hash_mix(hash, (uint64_t)constant)
                                                : baton_hash_mix(hash + 1, value->id);
}

// Finds the class of a counted loop whose trip count is not known, and what the count varies with.
static void classify_trip(baton_task_graph *graph, uint32_t index, baton_map *classes) {
  loop_info *loop = &graph->loops[index];
  uint64_t key = 0;
  for (uint32_t k = 0; k < 3; k++) {
    const baton_value *limit = baton_op_operand(loop->op, k);
    int64_t constant;
    if (!baton_constant_value(limit, &constant) && graph_value_depth(graph, limit) > loop->trip_depth)
      loop->trip_depth = graph_value_depth(graph, limit);
    key = hash_bound(key, limit);
  }
  for (uint64_t *found; (found = baton_map_find(classes, key)) != NULL; key++) {
    const loop_info *other = &graph->loops[*found];
    if (same_bound(baton_op_operand(loop->op, 0), baton_op_operand(other->op, 0)) &&
        same_bound(baton_op_operand(loop->op, 1), baton_op_operand(other->op, 1)) &&
        same_bound(baton_op_operand(loop->op, 2), baton_op_operand(other->op, 2))) {
      loop->trip_class = (uint32_t)*found;
      return;
    }
  }
  baton_map_set(classes, key, index);
}

static void add_loop(baton_task_graph *graph, const baton_op *op, uint32_t parent, baton_map *classes) {
  enum { LARGEST_BITS = 40 };
  uint32_t index = graph->num_loops++;
  loop_info *loop = &graph->loops[index];
  *loop = (loop_info){.op = op, .parent = parent, .depth = graph->loops[parent].depth + 1, .trip = BATON_DYNAMIC};
  loop->trip_class = index;
  if (is_counted(op)) {
    int64_t trip = baton_trip_count(op);
    if (trip != BATON_DYNAMIC && trip >> LARGEST_BITS == 0)
      loop->trip = trip;
    classify_trip(graph, index, classes);
  }
}

const baton_op *graph_parent(const baton_op *op) {
  const baton_op *parent = baton_op_parent(op);
  return parent && !baton_op_has_trait(parent, BATON_TRAIT_ISOLATED) ? parent : NULL;
}

// Takes back the places of what is in the function around an op, since it has more control flow than regions.
static void give_up(baton_task_graph *graph, const baton_op *op) {
  for (const baton_op *parent; (parent = graph_parent(op)) != NULL;)
    op = parent;
  const baton_op *func = baton_op_parent(op) ? baton_op_parent(op) : op;
  for (const baton_op *inside = baton_walk_first(func); inside; inside = baton_walk_next(inside, func))
    graph->order[inside->id] = 0;
}

static void number_ops(baton_task_graph *graph, const baton_op *root) {
  uint32_t order = 0;
  baton_map classes = {0};
  for (const baton_op *op = baton_walk_first(root); op; op = baton_walk_next(op, root)) {
    graph->order[op->id] = ++order;
    uint32_t loop = baton_op_has_trait(op, BATON_TRAIT_ISOLATED) ? 0 : graph->block_loops[op->block->id];
    if (is_loop(op)) {
      add_loop(graph, op, loop, &classes);
      loop = graph->num_loops - 1;
    }
    for (uint32_t k = 0; k < op->num_regions; k++)
      for (const baton_block *block = op->regions[k].first; block; block = block->next)
        graph->block_loops[block->id] = loop;
  }
  baton_map_deinit(&classes);
  for (const baton_op *op = baton_walk_first(root); op; op = baton_walk_next(op, root))
    for (uint32_t k = 0; k < op->num_regions; k++)
      if (op->regions[k].first && op->regions[k].first->next)
        give_up(graph, op->regions[k].first->first);
}

static uint32_t count_loops(const baton_op *root) {
  uint32_t count = 1;
  for (const baton_op *op = baton_walk_first(root); op; op = baton_walk_next(op, root))
    count += is_loop(op);
  return count;
}

baton_task_graph *baton_task_graph_create(const baton_module *module, baton_arena *arena) {
  baton_task_graph *graph = BATON_ARENA_NEW(arena, baton_task_graph);
  graph->loops = BATON_ARENA_ARRAY(arena, loop_info, count_loops(module->op));
  graph->num_loops = 1;
  graph->num_blocks = module->num_block_ids;
  graph->block_loops = BATON_ARENA_ARRAY(arena, uint32_t, graph->num_blocks);
  graph->num_ops = module->num_op_ids;
  graph->order = BATON_ARENA_ARRAY(arena, uint32_t, graph->num_ops);
  graph->chains = BATON_ARENA_ARRAY(arena, uint8_t, graph->num_ops);
  number_ops(graph, module->op);
  graph->searches[0] = BATON_ARENA_NEW(arena, search);
  graph->searches[1] = BATON_ARENA_NEW(arena, search);
  return graph;
}

uint64_t baton_task_graph_num_visited(const baton_task_graph *graph) { return graph->num_visited; }
