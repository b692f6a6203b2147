// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// phase-fence, first step: positions, and versions of task arrays.
#include "analysis/trip.h"
#include "base/map.h"
#include "dialect/orch.h"
#include "dialect/scf.h"
#include "ir/walk.h"
#include "passes/fence_impl.h"

// ---- positions --------------------------------------------------------------------------------------------------

// Whether we know when and how often the regions of an op run.
static bool is_understood(const baton_op *op) {
  switch (baton_op_code(op)) {
  case BATON_OP_BUILTIN_MODULE:
  case BATON_OP_FUNC_FUNC:
  case BATON_OP_SCF_FOR:
  case BATON_OP_SCF_IF:
  case BATON_OP_SCF_WHILE:
  case BATON_OP_ORCH_PARALLEL:
  case BATON_OP_ORCH_SCOPE:
    return true;
  default:
    return false;
  }
}

static void enter_block(baton_fence_scan *scan, const baton_block *block, uint32_t order) {
  baton_op *parent = baton_block_parent(block);
  const baton_block *around = parent->block;
  bool is_root = !around || !scan->block_order[around->id];
  scan->block_order[block->id] = order;
  scan->block_depth[block->id] = is_root ? 0 : scan->block_depth[around->id] + 1;
  scan->block_loop[block->id] = baton_op_is_loop(parent) ? parent : is_root ? NULL : scan->block_loop[around->id];
  scan->block_is_opaque[block->id] =
      !is_understood(parent) || block->prev || block->next || (!is_root && scan->block_is_opaque[around->id]);
}

static void number_ops(baton_fence_scan *scan, const baton_op *root) {
  uint32_t order = 0;
  for (baton_op *op = baton_walk_first(root); op; op = baton_walk_next(op, root)) {
    if (op == op->block->first)
      enter_block(scan, op->block, ++order);
    scan->op_order[op->id] = ++order;
    scan->ops[scan->num_ops++] = op;
  }
}

uint32_t baton_fence_definition(const baton_fence_scan *scan, const baton_value *value) {
  const baton_op *op = baton_value_op(value);
  return op ? scan->op_order[op->id] : scan->block_order[value->block->id];
}

uint64_t baton_fence_region_runs(const baton_op *op, uint32_t region) {
  int64_t known;
  switch (baton_op_code(op)) {
  case BATON_OP_SCF_FOR:
  case BATON_OP_ORCH_PARALLEL:
    known = baton_trip_count(op);
    return known > 0 ? (uint64_t)known : 0;
  case BATON_OP_SCF_IF:
    return baton_constant_value(baton_scf_if_condition(op), &known) && (known != 0) == (region == 0);
  case BATON_OP_SCF_WHILE:
    return region == 0;
  case BATON_OP_ORCH_SCOPE:
    return 1;
  default:
    return 0;
  }
}

bool baton_fence_is_open_branch(const baton_op *op) {
  int64_t known;
  return baton_op_is(op, BATON_OP_SCF_IF) && !baton_constant_value(baton_scf_if_condition(op), &known);
}

// ---- versions ---------------------------------------------------------------------------------------------------

baton_value *baton_fence_version(const baton_fence_scan *scan, const baton_value *value) {
  while (scan->parent[value->id]) {
    baton_value *next = scan->parent[value->id], *after = scan->parent[next->id];
    if (after)
      scan->parent[value->id] = after; // keeps the chains short
    value = next;
  }
  return (baton_value *)value;
}

static bool is_tasks(const baton_value *value) {
  return baton_type_is_one_task(value->type) || baton_type_is_task_array(value->type);
}

static void fold(const baton_fence_scan *scan, const baton_value *value, const baton_value *into) {
  scan->parent[value->id] = baton_fence_version(scan, into);
}

// A carry that every iteration hands on as it came is its initial value, and so is the loop's result. Assumed of all
// carries until shown to be otherwise.
static void assume_carries(const baton_fence_scan *scan, const baton_op *loop) {
  const baton_block *body = baton_op_body(loop);
  baton_operands inits = baton_scf_for_inits(loop);
  for (uint32_t i = 0; i < inits.size; i++) {
    const baton_value *carry = body->args[i + 1];
    if (!is_tasks(carry) || scan->is_renewed[carry->id])
      continue;
    fold(scan, carry, inits.data[i].value);
    fold(scan, &loop->results[i], inits.data[i].value);
  }
}

// False if the assumption was wrong of a carry.
static bool check_carries(const baton_fence_scan *scan, const baton_op *loop) {
  const baton_block *body = baton_op_body(loop);
  baton_operands inits = baton_scf_for_inits(loop);
  bool is_right = true;
  for (uint32_t i = 0; i < inits.size; i++) {
    const baton_value *carry = body->args[i + 1];
    if (!is_tasks(carry) || scan->is_renewed[carry->id] ||
        baton_fence_version(scan, baton_op_operand(body->last, i)) == baton_fence_version(scan, carry))
      continue;
    scan->is_renewed[carry->id] = true;
    is_right = false;
  }
  return is_right;
}

static void fold_branch(const baton_fence_scan *scan, const baton_op *branch) {
  for (uint32_t i = 0; i < branch->num_results; i++) {
    if (!is_tasks(&branch->results[i]))
      continue;
    const baton_value *left = baton_fence_version(scan, baton_op_operand(branch->regions[0].first->last, i));
    const baton_value *right = baton_fence_version(scan, baton_op_operand(branch->regions[1].first->last, i));
    if (left == right)
      fold(scan, &branch->results[i], left);
  }
}

// Only for values from outside of the scope: the others are not visible where the result is used.
static void fold_scope(const baton_fence_scan *scan, const baton_op *scope) {
  for (uint32_t i = 0; i < scope->num_results; i++) {
    if (!is_tasks(&scope->results[i]))
      continue;
    const baton_value *inner = baton_fence_version(scan, baton_op_operand(baton_op_body(scope)->last, i));
    if (baton_fence_definition(scan, inner) < scan->op_order[scope->id])
      fold(scan, &scope->results[i], inner);
  }
}

static void fold_select(const baton_fence_scan *scan, const baton_op *select) {
  const baton_value *left = baton_fence_version(scan, baton_op_operand(select, 1));
  if (is_tasks(&select->results[0]) && left == baton_fence_version(scan, baton_op_operand(select, 2)))
    fold(scan, &select->results[0], left);
}

static bool is_known_size(const baton_value *value) { return baton_type_task_count(value->type) != BATON_DYNAMIC; }

// A concatenation of one thing is a cast.
static void fold_concat(const baton_fence_scan *scan, const baton_op *concat) {
  if (concat->num_operands == 1 && is_known_size(baton_op_operand(concat, 0)))
    fold(scan, &concat->results[0], baton_op_operand(concat, 0));
}

// All slots of an array, one by one.
static void fold_slice(const baton_fence_scan *scan, const baton_op *slice) {
  const baton_attr *bounds = baton_orch_slice_bounds(slice);
  const baton_value *array = baton_orch_slice_array(slice);
  if (is_known_size(array) && bounds->dense.num_items == 3 && bounds->dense.items[0] == 0 &&
      bounds->dense.items[1] == baton_type_task_count(array->type) && bounds->dense.items[2] == 1)
    fold(scan, &slice->results[0], array);
}

// Whether a value that is defined before an op in program order is also visible there.
static bool is_visible(const baton_value *value, const baton_op *at) {
  const baton_block *block = baton_value_block(value);
  for (; at && at->block != block; at = baton_op_parent(at)) {
  }
  return at != NULL;
}

// The same slots of the same array as an earlier slice: only the numbers and the number of slots that are known.
static void fold_equal_slice(const baton_fence_scan *scan, const baton_op *slice, baton_map *slices) {
  const baton_attr *bounds = baton_orch_slice_bounds(slice);
  if (baton_orch_slice_values(slice).size || !is_known_size(&slice->results[0]) || scan->parent[slice->results[0].id])
    return;
  const baton_value *array = baton_fence_version(scan, baton_orch_slice_array(slice));
  uint64_t key = baton_hash_pointer(baton_hash_mix(0, array->id), bounds);
  const baton_op *known = baton_map_find_pointer(slices, (void *)(uintptr_t)key);
  bool is_equal = known && baton_orch_slice_bounds(known) == bounds &&
                  known->results[0].type == slice->results[0].type &&
                  baton_fence_version(scan, baton_orch_slice_array(known)) == array;
  if (is_equal && is_visible(&known->results[0], slice))
    fold(scan, &slice->results[0], &known->results[0]);
  else
    baton_map_set_pointer(slices, (void *)(uintptr_t)key, slice);
}

static void enter_op(const baton_fence_scan *scan, const baton_op *op) {
  if (baton_op_is(op, BATON_OP_SCF_FOR) && !scan->block_is_opaque[op->block->id])
    assume_carries(scan, op);
}

// False if an assumption made at its start was wrong.
static bool leave_op(const baton_fence_scan *scan, const baton_op *op) {
  if (scan->block_is_opaque[op->block->id])
    return true;
  switch (baton_op_code(op)) {
  case BATON_OP_SCF_FOR:
    return check_carries(scan, op);
  case BATON_OP_SCF_IF:
    if (op->num_results)
      fold_branch(scan, op);
    return true;
  case BATON_OP_ORCH_SCOPE:
    fold_scope(scan, op);
    return true;
  case BATON_OP_ARITH_SELECT:
    fold_select(scan, op);
    return true;
  case BATON_OP_ORCH_CONCAT:
    fold_concat(scan, op);
    return true;
  case BATON_OP_ORCH_SLICE:
    fold_slice(scan, op);
    return true;
  default:
    return true;
  }
}

// One pass in program order; what a region yields is folded before the op around it is left.
static bool fold_all(const baton_fence_scan *scan, baton_op **open) {
  bool is_right = true;
  size_t num_open = 0;
  memset(scan->parent, 0, scan->num_values * sizeof(baton_value *));
  baton_map slices = {0};
  for (size_t i = 0; i < scan->num_ops; i++) {
    while (num_open && open[num_open - 1] != baton_op_parent(scan->ops[i]))
      is_right &= leave_op(scan, open[--num_open]);
    open[num_open++] = scan->ops[i];
    enter_op(scan, scan->ops[i]);
    if (baton_op_is(scan->ops[i], BATON_OP_ORCH_SLICE) && !scan->block_is_opaque[scan->ops[i]->block->id])
      fold_equal_slice(scan, scan->ops[i], &slices);
  }
  while (num_open)
    is_right &= leave_op(scan, open[--num_open]);
  baton_map_deinit(&slices);
  return is_right;
}

// Optimistic, hence repeated until no assumption fails; each time fewer are left. Programs need two or three passes;
// after MAX_PASSES nothing is assumed any more, which is always right.
static void fold_versions(const baton_fence_scan *scan) {
  enum { MAX_PASSES = 16 };
  baton_op **open = BATON_ARENA_ARRAY(scan->arena, baton_op *, scan->num_ops);
  for (int i = 0; i < MAX_PASSES; i++)
    if (fold_all(scan, open))
      return;
  memset(scan->is_renewed, true, scan->num_values * sizeof(bool));
  fold_all(scan, open);
}

void baton_fence_scan_init(baton_fence_scan *scan, baton_module *module, baton_op *root, baton_arena *arena) {
  *scan = (baton_fence_scan){.module = module, .arena = arena, .num_values = module->num_value_ids};
  scan->ops = BATON_ARENA_ARRAY(arena, baton_op *, module->num_op_ids);
  scan->op_order = BATON_ARENA_ARRAY(arena, uint32_t, module->num_op_ids);
  scan->block_order = BATON_ARENA_ARRAY(arena, uint32_t, module->num_block_ids);
  scan->block_depth = BATON_ARENA_ARRAY(arena, uint32_t, module->num_block_ids);
  scan->block_loop = BATON_ARENA_ARRAY(arena, baton_op *, module->num_block_ids);
  scan->block_is_opaque = BATON_ARENA_ARRAY(arena, bool, module->num_block_ids);
  scan->parent = BATON_ARENA_ARRAY(arena, baton_value *, module->num_value_ids);
  scan->is_renewed = BATON_ARENA_ARRAY(arena, bool, module->num_value_ids);
  number_ops(scan, root);
  fold_versions(scan);
}
