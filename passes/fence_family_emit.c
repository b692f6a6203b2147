// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Families of intervals: the loops that make the fences, and the new lists. Bounds of members are computed where they
// are needed, by copies of the ops that compute them in the program; empty slices start at or before the array's end.
#include "analysis/trip.h"
#include "dialect/orch.h"
#include "passes/fence_build.h"
#include "passes/fence_family.h"

typedef struct emitter {
  const baton_family *family;
  baton_module *module;
  // By level: what its blocks and cores are made of, and the arrays of their fences.
  baton_value *producers[BATON_FAMILY_MAX_LEVELS + 1];
  baton_value *cores[BATON_FAMILY_MAX_LEVELS];
} emitter;

typedef struct interval {
  baton_value *lo, *hi;
} interval;

typedef struct waits {
  baton_value *items[2 + 3 * BATON_FAMILY_MAX_LEVELS];
  size_t size;
} waits;

#define constant baton_fence_build_constant
#define arith    baton_fence_build_arith
#define by       baton_fence_build_arith_by

// ---- bounds -----------------------------------------------------------------------------------------------------

// The value that takes the place of one of the program's, where an iteration is another one.
static baton_value *find_copy(const emitter *e, const baton_builder *at, const baton_value *value,
                              baton_value *variable, baton_value *const *copies) {
  int64_t number;
  if (value == baton_op_body(e->family->loop)->args[0])
    return variable;
  for (uint32_t i = 0; i < e->family->num_ops; i++)
    if (value == &e->family->ops[i]->results[0])
      return copies[i];
  return constant(at, baton_constant_value(value, &number) ? number : 0);
}

static baton_value *copy_bound(const emitter *e, const baton_builder *at, uint32_t index, baton_value *variable,
                               baton_value *const *copies) {
  const baton_op *slice = e->family->slice;
  const int64_t *fixed = baton_orch_slice_bounds(slice)->dense.items;
  if (fixed[index] != INT64_MIN)
    return constant(at, fixed[index]);
  uint32_t place = 0;
  for (uint32_t i = 0; i < index; i++)
    place += fixed[i] == INT64_MIN;
  return find_copy(e, at, baton_orch_slice_values(slice).data[place].value, variable, copies);
}

// The interval of a member of the program.
static interval program_interval(const emitter *e, const baton_builder *at, baton_value *i) {
  const baton_family *f = e->family;
  baton_value *copies[BATON_FAMILY_MAX_OPS];
  baton_value *variable = by(at, "arith.addi", by(at, "arith.muli", i, f->step), f->lower);
  for (uint32_t k = 0; k < f->num_ops; k++) {
    const baton_op *op = f->ops[k];
    baton_value *operands[2];
    for (uint32_t n = 0; n < 2; n++)
      operands[n] = find_copy(e, at, baton_op_operand(op, n), variable, copies);
    const baton_op_state state = {.def = op->def,
                                  .operands = operands,
                                  .num_operands = 2,
                                  .result_types = &op->results[0].type,
                                  .num_results = 1};
    copies[k] = baton_op_result(baton_build(at, &state), 0);
  }
  baton_value *lo = copy_bound(e, at, 0, variable, copies);
  return (interval){lo, arith(at, "arith.addi", lo, copy_bound(e, at, 1, variable, copies))};
}

static interval core_interval(const emitter *e, const baton_builder *at, uint32_t level, baton_value *k);

// The blocks in a core: whole ones only.
static interval blocks_of(const emitter *e, const baton_builder *at, uint32_t level, interval core) {
  const baton_family_level *l = &e->family->levels[level];
  baton_value *up = by(at, "arith.divui", by(at, "arith.addi", core.lo, l->size - 1), l->size);
  baton_value *p = arith(at, "arith.minsi", up, constant(at, l->num_blocks));
  return (interval){p, arith(at, "arith.maxsi", p, by(at, "arith.divui", core.hi, l->size))};
}

static interval member_interval(const emitter *e, const baton_builder *at, uint32_t level, baton_value *i) {
  if (level == 0)
    return program_interval(e, at, i);
  return blocks_of(e, at, level - 1, core_interval(e, at, level - 1, i));
}

// What all members of group k have in common. The recursion is as deep as there are levels.
static interval core_interval(const emitter *e, const baton_builder *at, uint32_t level, baton_value *k) {
  const baton_family_level *l = &e->family->levels[level];
  baton_value *start = by(at, "arith.subi", by(at, "arith.muli", k, l->size), l->shift);
  baton_value *first = l->shift ? arith(at, "arith.maxsi", start, constant(at, 0)) : start;
  baton_value *end = by(at, "arith.addi", start, l->size - 1);
  baton_value *last = arith(at, "arith.minsi", end, constant(at, l->num_members - 1));
  baton_value *lo = member_interval(e, at, level, last).lo;
  return (interval){lo, arith(at, "arith.maxsi", lo, member_interval(e, at, level, first).hi)};
}

// ---- lists ------------------------------------------------------------------------------------------------------

static void add_slice(const baton_builder *at, waits *list, baton_value *array, baton_value *start, baton_value *end) {
  list->items[list->size++] = baton_fence_build_slice(at, array, start, arith(at, "arith.subi", end, start));
}

// What a member lists: its core, and what the core leaves on both sides.
static void add_member(const emitter *e, const baton_builder *at, uint32_t level, baton_value *i, interval own,
                       waits *list) {
  const baton_family_level *l = &e->family->levels[level];
  baton_value *k = by(at, "arith.divui", by(at, "arith.addi", i, l->shift), l->size);
  interval core = core_interval(e, at, level, k);
  add_slice(at, list, e->producers[level], own.lo, arith(at, "arith.minsi", core.lo, own.hi));
  list->items[list->size++] = baton_fence_build_get(at, e->cores[level], k);
  add_slice(at, list, e->producers[level], arith(at, "arith.minsi", core.hi, own.hi), own.hi);
}

// What the fence of a core lists: blocks, or the core of the level above, and single ids on both sides.
static void add_core(const emitter *e, const baton_builder *at, uint32_t level, baton_value *k, interval core,
                     waits *list) {
  const baton_family_level *l = &e->family->levels[level];
  if (!l->has_blocks) {
    add_slice(at, list, e->producers[level], core.lo, core.hi);
    return;
  }
  interval blocks = blocks_of(e, at, level, core);
  baton_value *has_block = baton_fence_build_is_less(at, blocks.lo, blocks.hi);
  baton_value *first = baton_fence_build_select(at, has_block, by(at, "arith.muli", blocks.lo, l->size), core.hi);
  baton_value *behind = baton_fence_build_select(at, has_block, by(at, "arith.muli", blocks.hi, l->size), core.hi);
  add_slice(at, list, e->producers[level], core.lo, first);
  if (level + 1 < e->family->num_levels)
    add_member(e, at, level + 1, k, blocks, list);
  else
    add_slice(at, list, e->producers[level + 1], blocks.lo, blocks.hi);
  add_slice(at, list, e->producers[level], behind, core.hi);
}

// ---- fences -----------------------------------------------------------------------------------------------------

static baton_value *emit_blocks(const emitter *e, const baton_builder *at, uint32_t level) {
  const baton_family_level *l = &e->family->levels[level];
  baton_op *parallel = baton_fence_build_parallel(at, l->num_blocks);
  baton_builder in = baton_fence_build_inside(at, parallel, 0);
  baton_value *start = by(&in, "arith.muli", baton_op_body(parallel)->args[0], l->size);
  baton_value *ids = baton_fence_build_slice(&in, e->producers[level], start, constant(&in, l->size));
  baton_fence_build_yield(&in, "orch.yield", baton_fence_build_fence(&in, &ids, 1, e->family->is_after));
  return &parallel->results[0];
}

static baton_value *emit_core_fence(const emitter *e, const baton_builder *at, uint32_t level, baton_value *k,
                                    interval core) {
  waits list = {.size = 0};
  add_core(e, at, level, k, core, &list);
  return baton_fence_build_fence(at, list.items, list.size, e->family->is_after);
}

static baton_value *emit_cores(const emitter *e, const baton_builder *at, uint32_t level) {
  const baton_family_level *l = &e->family->levels[level];
  baton_op *parallel = baton_fence_build_parallel(at, l->num_groups);
  baton_builder in = baton_fence_build_inside(at, parallel, 0);
  baton_value *k = baton_op_body(parallel)->args[0];
  interval core = core_interval(e, &in, level, k);
  baton_value *fence;
  if (l->has_empty_cores) {
    baton_op *branch = baton_fence_build_if(&in, baton_fence_build_is_less(&in, core.lo, core.hi));
    baton_builder some = baton_fence_build_inside(&in, branch, 0), none = baton_fence_build_inside(&in, branch, 1);
    baton_fence_build_yield(&some, "scf.yield", emit_core_fence(e, &some, level, k, core));
    baton_fence_build_yield(&none, "scf.yield", baton_fence_build_none(&none));
    fence = &branch->results[0];
  } else {
    fence = emit_core_fence(e, &in, level, k, core);
  }
  baton_fence_build_yield(&in, "orch.yield", fence);
  return &parallel->results[0];
}

// ---- the consumers ----------------------------------------------------------------------------------------------

static void replace_wait(const emitter *e, baton_op *op, uint32_t group, const baton_value *old, const waits *list) {
  baton_operands waits_before = baton_op_group(op, group);
  size_t size = 0;
  baton_value **items = baton_mem_resize_array(NULL, waits_before.size * 3 + 1, sizeof *items);
  for (uint32_t i = 0; i < waits_before.size; i++)
    if (waits_before.data[i].value != old)
      items[size++] = waits_before.data[i].value;
    else
      for (size_t k = 0; k < list->size; k++)
        items[size++] = list->items[k];
  baton_op_set_group(e->module, op, group, items, size);
  baton_mem_free(items);
}

static size_t rewrite_consumers(const emitter *e) {
  const baton_family *f = e->family;
  baton_builder at = baton_builder_after(e->module, f->slice);
  baton_value *variable = baton_op_body(f->loop)->args[0];
  baton_value *i = by(&at, "arith.divui", by(&at, "arith.subi", variable, f->lower), f->step);
  waits list = {.size = 0};
  add_member(e, &at, 0, i, program_interval(e, &at, i), &list);
  size_t num_changed = 0;
  for (const baton_operand *use; (use = f->slice->results[0].first_use); num_changed++) {
    baton_op *op = use->owner;
    replace_wait(e, op, baton_fence_after_group(op), &f->slice->results[0], &list);
    replace_wait(e, op, baton_fence_derived_group(op), &f->slice->results[0], &list);
  }
  baton_op_erase(f->slice);
  return num_changed;
}

size_t baton_family_emit(const baton_family *family, baton_module *module) {
  emitter e = {.family = family, .module = module};
  baton_builder at = baton_builder_before(module, family->loop);
  e.producers[0] = family->array;
  for (uint32_t l = 0; l < family->num_levels; l++)
    if (family->levels[l].has_blocks)
      e.producers[l + 1] = emit_blocks(&e, &at, l);
  for (uint32_t l = family->num_levels; l-- > 0;)
    e.cores[l] = emit_cores(&e, &at, l);
  return rewrite_consumers(&e);
}
