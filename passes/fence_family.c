// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Families of intervals: finding them, and choosing the shape of the star. The bounds of all members are computed, and
// each shape is counted exactly; loops of more than MAX_MEMBERS trips are left alone.
#include "passes/fence_family.h"

#include "analysis/affine.h"
#include "analysis/trip.h"
#include "dialect/orch.h"

#include <string.h>

enum { MAX_MEMBERS = 1 << 16, SLICE_STEP = 2 };

// ---- bounds of the members --------------------------------------------------------------------------------------

static const uint16_t bound_ops[] = {
    BATON_OP_ARITH_ADDI,  BATON_OP_ARITH_SUBI,       BATON_OP_ARITH_MULI,      BATON_OP_ARITH_MAXSI,
    BATON_OP_ARITH_MINSI, BATON_OP_ARITH_FLOORDIVSI, BATON_OP_ARITH_CEILDIVSI, BATON_OP_ARITH_DIVUI,
};

static bool is_index(const baton_value *value) {
  return value->type == baton_type_index(baton_op_context(baton_value_owner(value)));
}

static bool is_bound_op(const baton_op *op) {
  for (size_t i = 0; i < sizeof bound_ops / sizeof *bound_ops; i++)
    if (baton_op_is(op, bound_ops[i]))
      return is_index(&op->results[0]);
  return false;
}

static uint32_t find_op(const baton_family *family, const baton_op *op) {
  for (uint32_t i = 0; i < family->num_ops; i++)
    if (family->ops[i] == op)
      return i;
  return BATON_FENCE_NOTHING;
}

// Adds what a value of the body is computed from. Recursion ends at MAX_OPS ops.
static bool collect(baton_family *family, const baton_value *value, uint32_t depth) {
  int64_t constant;
  baton_op *op = baton_value_op(value);
  if (value == baton_loop_variable(family->loop) || baton_constant_value(value, &constant))
    return true;
  if (!op || op->block != baton_op_body(family->loop) || !is_bound_op(op) || depth == BATON_FAMILY_MAX_OPS)
    return false;
  if (find_op(family, op) != BATON_FENCE_NOTHING)
    return true;
  if (!collect(family, baton_op_operand(op, 0), depth + 1) || !collect(family, baton_op_operand(op, 1), depth + 1) ||
      family->num_ops == BATON_FAMILY_MAX_OPS)
    return false;
  family->ops[family->num_ops++] = op;
  return true;
}

// The bounds as a program on registers: constants and the variable first, then one per op.
typedef struct bounds_program {
  int64_t registers[3 * BATON_FAMILY_MAX_OPS + 3];
  struct {
    uint16_t code;
    uint8_t a, b, out;
  } steps[BATON_FAMILY_MAX_OPS];
  uint8_t num_registers, lo, count;
} bounds_program;

static uint8_t add_register(bounds_program *p, int64_t value) {
  p->registers[p->num_registers] = value;
  return p->num_registers++;
}

enum { VARIABLE = 0 };

static uint8_t register_of(const baton_family *family, bounds_program *p, const baton_value *value) {
  int64_t constant;
  if (value == baton_loop_variable(family->loop))
    return VARIABLE;
  if (baton_constant_value(value, &constant))
    return add_register(p, constant);
  return p->steps[find_op(family, baton_value_op(value))].out;
}

static uint8_t register_of_bound(const baton_family *family, bounds_program *p, uint32_t index) {
  const int64_t *fixed = baton_orch_slice_bounds(family->slice)->dense.items;
  if (fixed[index] != INT64_MIN)
    return add_register(p, fixed[index]);
  uint32_t place = 0;
  for (uint32_t i = 0; i < index; i++)
    place += fixed[i] == INT64_MIN;
  return register_of(family, p, baton_orch_slice_values(family->slice).data[place].value);
}

static void translate(const baton_family *family, bounds_program *p) {
  *p = (bounds_program){.num_registers = 1};
  for (uint32_t k = 0; k < family->num_ops; k++) {
    const baton_op *op = family->ops[k];
    p->steps[k].code = baton_op_code(op);
    p->steps[k].a = register_of(family, p, baton_op_operand(op, 0));
    p->steps[k].b = register_of(family, p, baton_op_operand(op, 1));
    p->steps[k].out = add_register(p, 0);
  }
  p->lo = register_of_bound(family, p, 0);
  p->count = register_of_bound(family, p, 1);
}

// The interval of member i; false where the slice would be out of range.
static bool member(const baton_family *family, bounds_program *p, int64_t i, int64_t *lo, int64_t *hi) {
  p->registers[VARIABLE] = family->lower + i * family->step;
  for (uint32_t k = 0; k < family->num_ops; k++)
    if (!baton_integer_op_value(p->steps[k].code, p->registers[p->steps[k].a], p->registers[p->steps[k].b],
                                &p->registers[p->steps[k].out]))
      return false;
  int64_t count = p->registers[p->count];
  *lo = p->registers[p->lo];
  if (*lo < 0 || *lo > family->num_producers || count < 0 || count > family->num_producers - *lo)
    return false;
  *hi = *lo + count;
  return true;
}

// Computes all intervals; whether neither bound ever falls and one of them moves.
static bool compute_members(const baton_family *family, int64_t *lo, int64_t *hi) {
  bounds_program program;
  translate(family, &program);
  for (int64_t i = 0; i < family->num_members; i++)
    if (!member(family, &program, i, &lo[i], &hi[i]) || (i > 0 && (lo[i] < lo[i - 1] || hi[i] < hi[i - 1])))
      return false;
  return lo[0] != lo[family->num_members - 1] || hi[0] != hi[family->num_members - 1];
}

// ---- the cost of a shape ----------------------------------------------------------------------------------------

typedef struct shape {
  uint8_t sizes[BATON_FAMILY_MAX_LEVELS]; // 0: no more levels
  bool has_blocks;                        // at the last level; the others have
} shape;

// Found by searches over windows and prefixes of many sizes.
static const shape shapes[] = {
    {{3}, false}, {{4}, false},   {{4}, true},    {{6}, true},       {{8}, true},
    {{12}, true}, {{4, 4}, true}, {{6, 8}, true}, {{4, 4, 4}, true}, {{6, 6, 6}, true},
};

typedef struct price {
  int64_t entries, fences;
} price;

// Of the members of a level. before[i]: the sizes of all in front of i together.
typedef struct intervals {
  int64_t *lo, *hi, *before;
} intervals;

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

static void add_up(const intervals *members, int64_t num_members) {
  members->before[0] = 0;
  for (int64_t i = 0; i < num_members; i++)
    members->before[i + 1] = members->before[i] + members->hi[i] - members->lo[i];
}

// Prices the lists of the members of a level, and fills the intervals of the next: the blocks in each core.
static void price_level(baton_family_level *level, const intervals *members, const intervals *next, int64_t num_uses,
                        price *sum) {
  sum->entries += level->num_blocks * level->size;
  sum->fences += level->num_blocks;
  for (int64_t k = 0; k < level->num_groups; k++) {
    int64_t first = larger(0, k * level->size - level->shift);
    int64_t end = smaller((k + 1) * level->size - level->shift, level->num_members);
    int64_t a = members->lo[end - 1], c = larger(a, members->hi[first]);
    int64_t p = level->has_blocks ? smaller((a + level->size - 1) / level->size, level->num_blocks) : 0;
    int64_t q = level->has_blocks ? larger(p, c / level->size) : 0;
    next->lo[k] = p;
    next->hi[k] = q;
    sum->entries += c - a - (q - p) * level->size;
    sum->fences += c > a;
    level->has_empty_cores |= c <= a;
    // Each member lists its interval without the core, and the core's fence if there is one.
    sum->entries += num_uses * (members->before[end] - members->before[first] - (end - first) * (c - a - (c > a)));
  }
  add_up(next, level->num_groups);
}

// Fills the levels of the family as the shape says, and prices it. members: one table per level. Shifted groups begin
// where an interval of the first one ends at the end of a block.
static price price_shape(baton_family *family, const shape *s, bool is_shifted, const intervals *members,
                         int64_t num_uses) {
  price sum = {0};
  int64_t num_producers = family->num_producers, num_members = family->num_members;
  family->num_levels = 0;
  for (uint32_t l = 0; l < BATON_FAMILY_MAX_LEVELS && s->sizes[l]; l++) {
    bool is_last = l + 1 == BATON_FAMILY_MAX_LEVELS || !s->sizes[l + 1];
    baton_family_level *level = &family->levels[family->num_levels++];
    *level = (baton_family_level){.size = s->sizes[l],
                                  .shift = is_shifted ? members[l].hi[0] % s->sizes[l] : 0,
                                  .has_blocks = !is_last || s->has_blocks,
                                  .num_producers = num_producers,
                                  .num_members = num_members};
    level->num_blocks = level->has_blocks ? num_producers / level->size : 0;
    level->num_groups = (num_members + level->shift + level->size - 1) / level->size;
    price_level(level, &members[l], &members[l + 1], l == 0 ? num_uses : 1, &sum);
    num_producers = level->num_blocks;
    num_members = level->num_groups;
  }
  sum.entries += members[family->num_levels].before[num_members];
  return sum;
}

static uint32_t depth_of(const shape *s) {
  uint32_t depth = 0;
  for (uint32_t l = 0; l < BATON_FAMILY_MAX_LEVELS && s->sizes[l]; l++)
    depth += 2;
  return s->has_blocks ? depth : depth - 1;
}

bool baton_family_choose(baton_family *family, const int64_t *lo, const int64_t *hi, uint64_t num_uses,
                         const baton_fence_options *options, baton_arena *arena) {
  enum { NUM_SHAPES = sizeof shapes / sizeof *shapes };
  if (options->fence_cost > INT32_MAX || num_uses > INT32_MAX)
    return false;
  intervals members[BATON_FAMILY_MAX_LEVELS + 1];
  size_t size = (size_t)family->num_members + 1;
  for (int l = 0; l <= BATON_FAMILY_MAX_LEVELS; l++)
    members[l] = (intervals){BATON_ARENA_ARRAY(arena, int64_t, size), BATON_ARENA_ARRAY(arena, int64_t, size),
                             BATON_ARENA_ARRAY(arena, int64_t, size)};
  memcpy(members[0].lo, lo, (size - 1) * sizeof *lo);
  memcpy(members[0].hi, hi, (size - 1) * sizeof *hi);
  add_up(&members[0], family->num_members);
  int64_t uses = (int64_t)num_uses, best_cost = uses * members[0].before[family->num_members];
  int best = -1;
  for (int i = 0; i < 2 * NUM_SHAPES; i++) {
    if (depth_of(&shapes[i / 2]) > options->max_depth)
      continue;
    price p = price_shape(family, &shapes[i / 2], i % 2 != 0, members, uses);
    int64_t cost = p.entries + p.fences * (int64_t)options->fence_cost;
    if (cost < best_cost) {
      best_cost = cost;
      best = i;
    }
  }
  if (best >= 0)
    price_shape(family, &shapes[best / 2], best % 2 != 0, members, uses);
  return best >= 0;
}

// ---- finding ----------------------------------------------------------------------------------------------------

// Whether all uses of a slice are in lists of submits beside it. Counts them. Fences have their place in the budget of
// depth, those of a star too, and are left alone.
static bool count_uses(const baton_op *slice, uint64_t *out_uses, bool *out_is_after) {
  *out_uses = 0;
  *out_is_after = false;
  for (const baton_operand *use = slice->results[0].first_use; use; use = use->next) {
    const baton_op *op = use->owner;
    if (op->block != slice->block || !baton_op_is(op, BATON_OP_ORCH_SUBMIT))
      return false;
    baton_operands after = baton_op_group(op, baton_fence_after_group(op));
    *out_is_after |= use >= after.data && use < after.data + after.size;
    ++*out_uses;
  }
  return *out_uses > 0;
}

// Reads a slice in the body of a loop with a known number of trips, of an array from outside.
static bool read_family(const baton_fence_scan *scan, baton_op *slice, baton_family *out) {
  baton_op *loop = baton_op_parent(slice);
  if (!loop || !(baton_op_is(loop, BATON_OP_SCF_FOR) || baton_op_is(loop, BATON_OP_ORCH_PARALLEL)) ||
      scan->block_is_opaque[slice->block->id])
    return false;
  int64_t trips = baton_trip_count(loop);
  baton_value *array = baton_orch_slice_array(slice);
  *out = (baton_family){.loop = loop,
                        .slice = slice,
                        .array = array,
                        .step = baton_loop_step(loop),
                        .num_members = trips,
                        .num_producers = baton_type_task_count(array->type)};
  const baton_attr *bounds = baton_orch_slice_bounds(slice);
  if (trips < 2 || trips > MAX_MEMBERS || out->num_producers < 2 || bounds->dense.items[SLICE_STEP] != 1 ||
      baton_value_is_inside(array, loop) || !baton_constant_value(baton_op_operand(loop, 0), &out->lower) ||
      out->lower < INT32_MIN || out->lower > INT32_MAX || out->step > INT32_MAX || !is_index(baton_loop_variable(loop)))
    return false;
  baton_operands values = baton_orch_slice_values(slice);
  for (uint32_t i = 0; i < values.size; i++)
    if (!collect(out, values.data[i].value, 0))
      return false;
  return values.size > 0;
}

static int64_t count_fences(const baton_family *family) {
  int64_t sum = 0;
  for (uint32_t l = 0; l < family->num_levels; l++)
    sum += 1 + family->levels[l].has_blocks;
  return sum;
}

size_t baton_fence_families(const baton_fence_scan *scan, const baton_fence_options *options, size_t *out_fences) {
  size_t num_lists = 0;
  for (size_t i = 0; i < scan->num_ops; i++) {
    baton_family family;
    uint64_t num_uses;
    if (!baton_op_is(scan->ops[i], BATON_OP_ORCH_SLICE) || !read_family(scan, scan->ops[i], &family) ||
        !count_uses(scan->ops[i], &num_uses, &family.is_after))
      continue;
    int64_t *lo = BATON_ARENA_ARRAY(scan->arena, int64_t, (size_t)family.num_members);
    int64_t *hi = BATON_ARENA_ARRAY(scan->arena, int64_t, (size_t)family.num_members);
    if (!compute_members(&family, lo, hi) || !baton_family_choose(&family, lo, hi, num_uses, options, scan->arena))
      continue;
    num_lists += baton_family_emit(&family, scan->module);
    *out_fences += (size_t)count_fences(&family);
  }
  return num_lists;
}
