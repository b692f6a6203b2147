// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// phase-fence, second step: who waits for which version, and which versions are always waited for together.
#include "base/map.h"
#include "dialect/orch.h"
#include "passes/fence_impl.h"

#include <stdlib.h>

uint32_t baton_fence_after_group(const baton_op *op) {
  return baton_op_is(op, BATON_OP_ORCH_SUBMIT) ? (uint32_t)baton_orch_submit_after_group
                                               : (uint32_t)baton_orch_fence_after_group;
}

uint32_t baton_fence_derived_group(const baton_op *op) {
  return baton_op_is(op, BATON_OP_ORCH_SUBMIT) ? (uint32_t)baton_orch_submit_derived_group
                                               : (uint32_t)baton_orch_fence_derived_group;
}

bool baton_fence_is_consumer(const baton_op *op) {
  return baton_op_is(op, BATON_OP_ORCH_SUBMIT) || baton_op_is(op, BATON_OP_ORCH_FENCE);
}

// The slots of a version that a fence may stand for; 0 where it is left alone: of unknown size, empty, or no tasks at
// all.
static uint64_t fenceable_slots(const baton_value *version, bool is_loop_mode) {
  const baton_op *op = baton_value_op(version);
  int64_t count = baton_type_task_count(version->type);
  if (count <= 0 || (op && baton_op_is(op, BATON_OP_ORCH_NONE)))
    return 0;
  return is_loop_mode && count == 1 ? 0 : (uint64_t)count;
}

// ---- columns ----------------------------------------------------------------------------------------------------

static uint32_t column_of_version(baton_fence_uses *uses, const baton_fence_scan *scan, baton_value *version,
                                  uint64_t num_slots) {
  uint32_t *column = &uses->column_of[version->id];
  if (*column == BATON_FENCE_NOTHING) {
    *column = uses->num_columns++;
    uses->columns[*column] = (baton_fence_column){.version = version,
                                                  .num_slots = num_slots,
                                                  .definition = baton_fence_definition(scan, version),
                                                  .first_use = BATON_FENCE_NOTHING,
                                                  .last_use = BATON_FENCE_NOTHING,
                                                  .next = BATON_FENCE_NOTHING};
  }
  return *column;
}

static void add_use(baton_fence_uses *uses, uint32_t column, baton_op *op, uint32_t kind) {
  baton_fence_column *c = &uses->columns[column];
  if (c->last_use != BATON_FENCE_NOTHING && uses->uses[c->last_use].op == op) {
    uses->uses[c->last_use].kinds |= kind;
    return;
  }
  uint32_t use = uses->num_uses++;
  uses->uses[use] = (baton_fence_use){
      .op = op, .column = column, .next = BATON_FENCE_NOTHING, .fence = BATON_FENCE_NOTHING, .kinds = kind};
  if (c->last_use == BATON_FENCE_NOTHING)
    c->first_use = use;
  else
    uses->uses[c->last_use].next = use;
  c->last_use = use;
  if (!uses->op_num_uses[op->id]++)
    uses->op_first_use[op->id] = use;
}

static void add_list(baton_fence_uses *uses, const baton_fence_scan *scan, baton_op *op, uint32_t kind,
                     bool is_loop_mode) {
  baton_operands list =
      baton_op_group(op, kind == BATON_FENCE_AFTER ? baton_fence_after_group(op) : baton_fence_derived_group(op));
  for (uint32_t i = 0; i < list.size; i++) {
    baton_value *version = baton_fence_version(scan, list.data[i].value);
    uint64_t num_slots = fenceable_slots(version, is_loop_mode);
    if (num_slots)
      add_use(uses, column_of_version(uses, scan, version, num_slots), op, kind);
    else
      uses->op_has_more[op->id] = true;
  }
}

// ---- groups -----------------------------------------------------------------------------------------------------

// Also the place of the definition counts, as the loops around it: a fence for things that are renewed less often is
// made less often.
static const baton_op *home_loop(const baton_fence_scan *scan, const baton_fence_column *column) {
  return scan->block_loop[baton_value_block(column->version)->id];
}

static uint64_t hash_column(const baton_fence_uses *uses, const baton_fence_scan *scan,
                            const baton_fence_column *column) {
  const baton_op *loop = home_loop(scan, column);
  uint64_t hash = loop ? loop->id + 1 : 0;
  for (uint32_t use = column->first_use; use != BATON_FENCE_NOTHING; use = uses->uses[use].next)
    hash = baton_hash_mix(baton_hash_mix(hash, uses->uses[use].op->id), uses->uses[use].kinds);
  return hash;
}

static bool are_together(const baton_fence_uses *uses, const baton_fence_scan *scan, const baton_fence_column *a,
                         const baton_fence_column *b) {
  if (a->hash != b->hash || home_loop(scan, a) != home_loop(scan, b))
    return false;
  uint32_t x = a->first_use, y = b->first_use;
  for (; x != BATON_FENCE_NOTHING && y != BATON_FENCE_NOTHING; x = uses->uses[x].next, y = uses->uses[y].next)
    if (uses->uses[x].op != uses->uses[y].op || uses->uses[x].kinds != uses->uses[y].kinds)
      return false;
  return x == y;
}

static uint32_t new_group(baton_fence_uses *uses, uint32_t column, uint32_t next_same_hash) {
  uses->groups[uses->num_groups] = (baton_fence_group){.first_column = column,
                                                       .last_column = column,
                                                       .num_columns = 1,
                                                       .num_slots = uses->columns[column].num_slots,
                                                       .next_same_hash = next_same_hash};
  return uses->num_groups++;
}

static void join_group(baton_fence_uses *uses, baton_fence_group *group, uint32_t column) {
  uses->columns[group->last_column].next = column;
  group->last_column = column;
  group->num_columns++;
  uint64_t slots = uses->columns[column].num_slots;
  group->num_slots = slots > UINT64_MAX - group->num_slots ? UINT64_MAX : group->num_slots + slots;
}

static void add_to_group(baton_fence_uses *uses, const baton_fence_scan *scan, baton_map *groups, uint32_t column) {
  baton_fence_column *c = &uses->columns[column];
  uint64_t *found = baton_map_find(groups, c->hash);
  uint32_t head = found ? (uint32_t)*found : BATON_FENCE_NOTHING;
  for (uint32_t group = head; group != BATON_FENCE_NOTHING; group = uses->groups[group].next_same_hash)
    if (are_together(uses, scan, &uses->columns[uses->groups[group].first_column], c)) {
      join_group(uses, &uses->groups[group], column);
      return;
    }
  baton_map_set(groups, c->hash, new_group(uses, column, head));
}

typedef struct sort_key {
  uint32_t definition, index, column;
} sort_key;

static int compare_keys(const void *left, const void *right) {
  const sort_key *a = left, *b = right;
  if (a->definition != b->definition)
    return a->definition < b->definition ? -1 : 1;
  return a->index < b->index ? -1 : a->index > b->index;
}

static sort_key *columns_by_definition(const baton_fence_uses *uses, baton_arena *arena) {
  sort_key *keys = BATON_ARENA_ARRAY(arena, sort_key, uses->num_columns);
  for (uint32_t i = 0; i < uses->num_columns; i++)
    keys[i] = (sort_key){uses->columns[i].definition, uses->columns[i].version->index, i};
  if (uses->num_columns)
    qsort(keys, uses->num_columns, sizeof *keys, compare_keys);
  return keys;
}

// In loop mode each array is a group of its own, as in the original rule.
static void make_groups(baton_fence_uses *uses, const baton_fence_scan *scan, bool is_loop_mode) {
  const sort_key *keys = columns_by_definition(uses, scan->arena);
  baton_map groups = {0};
  for (uint32_t i = 0; i < uses->num_columns; i++) {
    baton_fence_column *column = &uses->columns[keys[i].column];
    column->hash = hash_column(uses, scan, column);
    if (is_loop_mode)
      new_group(uses, keys[i].column, BATON_FENCE_NOTHING);
    else
      add_to_group(uses, scan, &groups, keys[i].column);
  }
  baton_map_deinit(&groups);
}

static uint32_t *table_of_nothing(baton_arena *arena, size_t size) {
  uint32_t *table = baton_arena_alloc(arena, size, sizeof *table);
  memset(table, 0xFF, size * sizeof *table);
  return table;
}

void baton_fence_uses_init(baton_fence_uses *uses, const baton_fence_scan *scan, const baton_fence_options *options) {
  baton_arena *arena = scan->arena;
  size_t num_op_ids = scan->module->num_op_ids, num_operands = 0;
  for (size_t i = 0; i < scan->num_ops; i++)
    if (baton_fence_is_consumer(scan->ops[i]))
      num_operands += scan->ops[i]->num_operands;
  *uses = (baton_fence_uses){.uses = BATON_ARENA_ARRAY(arena, baton_fence_use, num_operands),
                             .columns = BATON_ARENA_ARRAY(arena, baton_fence_column, num_operands),
                             .groups = BATON_ARENA_ARRAY(arena, baton_fence_group, num_operands),
                             .column_of = table_of_nothing(arena, scan->num_values),
                             .op_first_use = table_of_nothing(arena, num_op_ids),
                             .op_num_uses = BATON_ARENA_ARRAY(arena, uint32_t, num_op_ids),
                             .op_has_more = BATON_ARENA_ARRAY(arena, bool, num_op_ids)};
  for (size_t i = 0; i < scan->num_ops; i++) {
    baton_op *op = scan->ops[i];
    if (!baton_fence_is_consumer(op) || scan->block_is_opaque[op->block->id])
      continue;
    add_list(uses, scan, op, BATON_FENCE_AFTER, options->is_loop_mode);
    add_list(uses, scan, op, BATON_FENCE_DERIVED, options->is_loop_mode);
  }
  make_groups(uses, scan, options->is_loop_mode);
}
