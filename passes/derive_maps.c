// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// derive-deps: makes the maps that derive_tiles.c has planned. A map starts empty where its buffer does, and goes from
// op to op: a task waits for the slots of the tiles that it touches and sets that of the tile that it writes; loops
// carry it, and scopes hand it out.
#include "passes/derive_impl.h"

// Making one map.
typedef struct map_maker {
  derive_state *state;
  const derive_map *map;
  const baton_type *type;
  bool *is_filled, *is_read; // by block id: somewhere inside
  uint32_t num_blocks;
  uint64_t num_entries;
  // Of the last access whose slot was made: what build_slot gave.
  const derive_access *last_access;
  baton_value *last_slot;
} map_maker;

static baton_value *go_through(map_maker *m, baton_op *first, baton_value *current);

// ---- slots ------------------------------------------------------------------------------------------------------

static baton_value *build_product(const baton_builder *at, baton_value *value, int64_t factor) {
  return factor == 1 ? value : derive_build_binary(at, "arith.muli", value, derive_build_constant(at, factor));
}

// An exact quotient.
static baton_value *build_quotient(const baton_builder *at, baton_value *value, int64_t divisor) {
  return divisor == 1 ? value : derive_build_binary(at, "arith.divsi", value, derive_build_constant(at, divisor));
}

// sum may be NULL: 0.
static baton_value *build_sum(const baton_builder *at, baton_value *sum, baton_value *part) {
  return sum ? derive_build_binary(at, "arith.addi", sum, part) : part;
}

// A value of a sum, as index.
static baton_value *build_term(const baton_builder *at, const baton_affine_term *term) {
  baton_value *value = (baton_value *)(uintptr_t)term->value;
  const baton_type *index = baton_type_index(at->module->context);
  return value->type == index ? value : baton_op_result(derive_build(at, "arith.index_cast", &value, 1, index), 0);
}

// What a term contributes to the slot: coefficient * value / tile * step, where the quotient is exact.
static baton_value *build_part(const baton_builder *at, const baton_affine_term *term, int64_t tile, int64_t step) {
  baton_value *value = build_term(at, term);
  int64_t factor = term->coefficient;
  if (factor % tile == 0)
    return build_product(at, value, factor / tile * step);
  if (tile % factor == 0 && factor > 0)
    return build_product(at, build_quotient(at, value, tile / factor), step);
  return build_product(at, build_quotient(at, build_product(at, value, factor), tile), step);
}

// The slot of the first tile that an access touches, without constants; these are added up in *out_constant.
static baton_value *build_slot(map_maker *m, const baton_builder *at, const derive_access *access,
                               int64_t *out_constant) {
  baton_value *sum = NULL;
  bool is_there = access == m->last_access; // a task that reads and writes a tile needs its slot twice
  *out_constant = 0;
  for (uint32_t i = 0; i < m->map->rank; i++) {
    derive_span span;
    int64_t step = m->map->dims[i].step;
    if (!m->map->dims[i].is_split || !derive_span_of(m->map, access, i, &span))
      continue;
    *out_constant += span.first * step;
    for (uint32_t k = 0; !is_there && k < span.sum.num_terms; k++)
      sum = build_sum(at, sum, build_part(at, &span.sum.terms[k], span.tile, step));
  }
  if (!is_there)
    m->last_slot = sum;
  m->last_access = access;
  return m->last_slot;
}

static baton_value *add_constant(const baton_builder *at, baton_value *sum, int64_t constant) {
  if (sum && constant == 0)
    return sum;
  return build_sum(at, sum, derive_build_constant(at, constant));
}

// ---- lists ------------------------------------------------------------------------------------------------------

typedef BATON_VEC(baton_value *) value_list;

static void add_entry(value_list *list, baton_value *value) {
  for (size_t i = 0; i < list->size; i++)
    if (list->data[i] == value)
      return;
  baton_vec_push(list, value);
}

static bool covers_all(const derive_map *map, const derive_access *access) {
  for (uint32_t i = 0; i < map->rank; i++) {
    derive_span span;
    if (map->dims[i].is_split &&
        (!derive_span_of(map, access, i, &span) || span.last - span.first + 1 != map->dims[i].count))
      return false;
  }
  return true;
}

// Adds the slots of all tiles that an access touches, dimension by dimension.
static void add_tiles(map_maker *m, const baton_builder *at, const derive_access *access, baton_value *current,
                      value_list *list) {
  const derive_map *map = m->map;
  if (covers_all(map, access)) {
    add_entry(list, current);
    return;
  }
  int64_t constant;
  baton_value *sum = build_slot(m, at, access, &constant);
  int64_t *counter = BATON_ARENA_ARRAY(m->state->scratch, int64_t, map->rank);
  for (uint32_t i = 0; i < map->rank;) {
    int64_t offset = constant;
    for (uint32_t k = 0; k < map->rank; k++)
      offset += counter[k] * map->dims[k].step;
    add_entry(list, derive_build_get(at, current, add_constant(at, sum, offset)));
    for (i = 0; i < map->rank; i++) { // the next tile
      derive_span span;
      if (map->dims[i].is_split && derive_span_of(map, access, i, &span) && span.first + ++counter[i] <= span.last)
        break;
      counter[i] = 0;
    }
  }
}

static void extend_list(map_maker *m, baton_op *op, baton_value *current) {
  baton_operands derived = baton_orch_submit_derived(op);
  baton_builder at = baton_builder_before(m->state->module, op);
  at.loc = op->loc;
  value_list list = {0};
  for (uint32_t i = 0; i < derived.size; i++)
    baton_vec_push(&list, derived.data[i].value);
  for (uint32_t i = m->state->first_access[op->id]; i < m->state->accesses.size && m->state->accesses.data[i].op == op;
       i++)
    if (m->state->accesses.data[i].reads_map && m->state->accesses.data[i].group == m->map->group)
      add_tiles(m, &at, &m->state->accesses.data[i], current, &list);
  m->num_entries += list.size - derived.size;
  if (list.size > derived.size)
    baton_op_set_group(m->state->module, op, baton_orch_submit_derived_group, list.data, list.size);
  baton_vec_deinit(&list);
}

static baton_value *fill(map_maker *m, baton_op *op, baton_value *current) {
  baton_builder at = baton_builder_after(m->state->module, op);
  at.loc = op->loc;
  for (uint32_t i = m->state->first_access[op->id]; i < m->state->accesses.size && m->state->accesses.data[i].op == op;
       i++) {
    const derive_access *access = &m->state->accesses.data[i];
    if (!access->fills_map || access->group != m->map->group)
      continue;
    if (m->map->num_tiles == 1)
      return baton_op_result(op, 0);
    int64_t constant;
    baton_value *sum = build_slot(m, &at, access, &constant);
    current = derive_build_set(&at, baton_op_result(op, 0), current, add_constant(&at, sum, constant));
  }
  return current;
}

// ---- ops --------------------------------------------------------------------------------------------------------

static bool is_marked(const map_maker *m, const bool *marks, const baton_block *block) {
  return block && block->id < m->num_blocks && marks[block->id];
}

static baton_value *go_through_filling(map_maker *m, baton_op *op, baton_value *current) {
  baton_module *module = m->state->module;
  baton_block *body = baton_op_body(op);
  bool is_loop = baton_op_is(op, BATON_OP_SCF_FOR);
  baton_op *first = body->first;
  baton_value *end = go_through(m, first, is_loop ? baton_block_add_arg(module, body, m->type) : current);
  baton_op_add_operand(module, derive_terminator(op), end);
  baton_op *wide = derive_widen(module, op, m->type, is_loop ? current : NULL);
  return baton_op_result(wide, wide->num_results - 1);
}

static baton_value *go_through_op(map_maker *m, baton_op *op, baton_value *current) {
  if (baton_op_is(op, BATON_OP_ORCH_SUBMIT)) {
    extend_list(m, op, current);
    return fill(m, op, current);
  }
  for (uint32_t i = 0; i < op->num_regions; i++) {
    baton_block *body = op->regions[i].first;
    if (is_marked(m, m->is_filled, body))
      return go_through_filling(m, op, current);
    if (is_marked(m, m->is_read, body))
      go_through(m, body->first, current);
  }
  return current;
}

// From an op to the end of its block.
static baton_value *go_through(map_maker *m, baton_op *first, baton_value *current) {
  for (baton_op *op = first, *next; op; op = next) {
    next = op->next; // before anything is made behind the op
    current = go_through_op(m, op, current);
  }
  return current;
}

// ---- maps -------------------------------------------------------------------------------------------------------

static void mark(const map_maker *m, bool *marks, const baton_op *op) {
  const baton_block *home = baton_value_block(m->map->root);
  for (const baton_block *block = op->block; block; block = block->region->op->block) {
    marks[block->id] = true;
    if (block == home)
      break;
  }
}

static void make_map(derive_state *state, const derive_map *map) {
  baton_module *module = state->module;
  map_maker m = {.state = state, .map = map, .num_blocks = module->num_block_ids};
  m.is_filled = BATON_ARENA_ARRAY(state->scratch, bool, m.num_blocks);
  m.is_read = BATON_ARENA_ARRAY(state->scratch, bool, m.num_blocks);
  bool is_used = false;
  for (size_t i = 0; i < state->accesses.size; i++) {
    const derive_access *access = &state->accesses.data[i];
    if (access->group != map->group)
      continue;
    is_used |= access->fills_map;
    if (access->fills_map)
      mark(&m, m.is_filled, access->op);
    if (access->reads_map)
      mark(&m, m.is_read, access->op);
  }
  if (!is_used) // there are only writes behind reads, which the maps of other buffers order
    return;
  m.type = map->num_tiles == 1 ? baton_type_task(module->context) : baton_type_tasks(module->context, map->num_tiles);
  baton_op *alloc = baton_value_op(map->root);
  baton_builder at = alloc ? baton_builder_after(module, alloc) : baton_builder_at_start(module, map->root->block);
  baton_op *first = alloc ? alloc->next : map->root->block->first;
  at.loc = first->loc;
  go_through(&m, first, derive_build_none(&at, m.type));
  state->num_map_entries += m.num_entries;
}

uint64_t derive_write_maps(derive_state *state) {
  for (size_t i = 0; i < state->maps.size; i++)
    if (state->maps.data[i].is_good)
      make_map(state, &state->maps.data[i]);
  return state->num_map_entries;
}
