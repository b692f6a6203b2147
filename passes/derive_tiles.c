// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// derive-deps: which conflicts a map of ids can order. A map belongs to a buffer that is written in whole tiles of one
// size. It holds for every tile the id of the last task that wrote it; who touches a tile waits for that id, and who
// writes one puts its own id there. So conflicts between any two iterations become exact edges, whatever their
// distance.
//
// What the last writer orders: reads and writes behind writes. A write behind a read (of task P by task Q) must follow
// from another map entry: P writes a tile that Q touches whenever Q writes what P has read. As in a wavefront, where
// each task reads its neighbour's tile and its neighbour reads its own. By induction over the distance in order of
// submission: between P and Q that tile is only written by tasks behind P, so that Q waits for P or for one of them.
//
// A map is only made for conflicts between iterations, and where the tracker is not needed for its accesses any more.
#include "analysis/trip.h"
#include "passes/derive_impl.h"

#include <stdlib.h>

// Slots of a map, and tiles that one access may touch, as a tile and its neighbours: a longer list costs more than the
// tracker.
enum { MAX_TILES = 1 << 16, MAX_SPAN = 9 };

// ---- tiles ------------------------------------------------------------------------------------------------------

static int64_t floor_divide(int64_t a, int64_t b) { return a / b - (a % b < 0); }

// Whether factor * value is always a multiple of a tile: by the factor, or by the steps of a loop.
static bool is_multiple(const baton_affine_term *term, int64_t tile) {
  const baton_op *loop = baton_variable_loop(term->value);
  int64_t lower, step = loop ? baton_loop_step(loop) : 0, product;
  if (term->coefficient % tile == 0)
    return true;
  return step && baton_constant_value(baton_op_operand(loop, 0), &lower) &&
         !__builtin_mul_overflow(term->coefficient, step, &product) && product % tile == 0 &&
         !__builtin_mul_overflow(term->coefficient, lower, &product) && product % tile == 0;
}

static bool has_multiples(const baton_affine *sum, int64_t tile) {
  for (uint32_t i = 0; i < sum->num_terms; i++)
    if (!is_multiple(&sum->terms[i], tile))
      return false;
  return true;
}

static bool is_full(const derive_access *access, uint32_t dim) {
  const baton_box *box = &access->view->box;
  return box->kind == BATON_BOX_WHOLE || (box->kind == BATON_BOX_DIMS && box->dims[dim].is_full);
}

bool derive_span_of(const derive_map *map, const derive_access *access, uint32_t dim, derive_span *out) {
  const baton_box *box = &access->view->box;
  const derive_map_dim *in_map = &map->dims[dim];
  if (is_full(access, dim)) {
    *out = (derive_span){.tile = in_map->tile, .last = in_map->count - 1};
    return true;
  }
  if (box->kind != BATON_BOX_DIMS || !box->dims[dim].is_known)
    return false;
  const baton_box_dim *in_box = &box->dims[dim];
  int64_t last;
  bool is_counted = in_box->size > 0 && !__builtin_mul_overflow(in_box->size - 1, in_box->stride, &last) &&
                    !__builtin_add_overflow(last, in_box->offset.constant, &last);
  // The sum must be the offset itself: a tile's number is its quotient.
  if (!is_counted || !baton_affine_is_exact(&in_box->offset) || !has_multiples(&in_box->offset, in_map->tile))
    return false;
  *out = (derive_span){.sum = in_box->offset, .tile = in_map->tile};
  out->sum.constant = 0;
  out->first = floor_divide(in_box->offset.constant, in_map->tile);
  out->last = floor_divide(last, in_map->tile);
  return true;
}

// Whether an access is to one whole tile.
static bool is_one_tile(const derive_map *map, const derive_access *access) {
  const baton_box *box = &access->view->box;
  for (uint32_t i = 0; i < map->rank; i++) {
    derive_span span;
    if (!map->dims[i].is_split && is_full(access, i))
      continue;
    if (!map->dims[i].is_split || box->kind != BATON_BOX_DIMS || box->dims[i].size != map->dims[i].tile ||
        box->dims[i].stride != 1 || box->dims[i].offset.constant % map->dims[i].tile ||
        !derive_span_of(map, access, i, &span) || span.first != span.last)
      return false;
  }
  return true;
}

static bool has_few_tiles(const derive_map *map, const derive_access *access) {
  int64_t num_tiles = 1;
  for (uint32_t i = 0; i < map->rank; i++) {
    derive_span span;
    if (!map->dims[i].is_split)
      continue;
    if (!derive_span_of(map, access, i, &span) ||
        __builtin_mul_overflow(num_tiles, span.last - span.first + 1, &num_tiles))
      return false;
  }
  return num_tiles <= MAX_SPAN;
}

// ---- the shape of a map -----------------------------------------------------------------------------------------

// A dimension is divided as the writes of the group divide it.
static bool divide_dim(derive_map *map, uint32_t dim, int64_t size, const derive_access *write) {
  const baton_box *box = &write->view->box;
  derive_map_dim *in_map = &map->dims[dim];
  if (is_full(write, dim))
    return !in_map->is_split;
  if (box->kind != BATON_BOX_DIMS || size == BATON_DYNAMIC || box->dims[dim].size <= 0 || size % box->dims[dim].size)
    return false;
  *in_map = (derive_map_dim){.is_split = true, .tile = box->dims[dim].size, .count = size / box->dims[dim].size};
  return true;
}

// The first write decides; is_one_tile compares the others with it.
static bool divide(derive_state *state, derive_map *map, const derive_access *write) {
  const baton_type *type = map->root->type;
  map->rank = type->memref.rank;
  map->dims = BATON_ARENA_ARRAY(state->scratch, derive_map_dim, map->rank);
  for (uint32_t i = 0; i < map->rank; i++)
    if (!divide_dim(map, i, type->memref.sizes[i], write))
      return false;
  map->num_tiles = 1;
  for (uint32_t i = map->rank; i-- > 0;) {
    if (!map->dims[i].is_split)
      continue;
    map->dims[i].step = map->num_tiles;
    if (map->num_tiles > MAX_TILES / map->dims[i].count)
      return false;
    map->num_tiles *= map->dims[i].count;
  }
  return true;
}

// ---- where maps can be filled -----------------------------------------------------------------------------------

static const baton_block *home_of(const baton_value *root) { return baton_value_block(root); }

// Loops in order and scopes hand the map on; branches, parallel loops and loops of unknown form do not.
static bool is_reachable(const derive_map *map, const baton_op *op) {
  const baton_block *home = home_of(map->root);
  for (const baton_block *block = op->block; block != home; block = block->region->op->block) {
    const baton_op *parent = block->region->op;
    bool is_passage = baton_op_is(parent, BATON_OP_SCF_FOR) || baton_op_is(parent, BATON_OP_ORCH_SCOPE);
    if (!is_passage || !parent->block)
      return false;
  }
  return true;
}

static bool can_fill(const derive_map *map, const derive_access *access) {
  return derive_writes(access) && is_one_tile(map, access) && is_reachable(map, access->op);
}

static bool can_read(const derive_map *map, const derive_access *access) {
  return has_few_tiles(map, access) && !access->needs_lookup;
}

// ---- writes behind reads ----------------------------------------------------------------------------------------

// The constant distance in tiles from one access to another of the same task, in a dimension.
static bool distance(const derive_span *from, const derive_span *to, int64_t *out) {
  const baton_affine zero = {0};
  baton_affine apart; // of the quotients, times both tiles
  if (!baton_affine_add(&zero, &to->sum, from->tile, &apart) ||
      !baton_affine_add(&apart, &from->sum, -to->tile, &apart) || apart.num_terms)
    return false;
  *out = to->first - from->first;
  return true;
}

// In one dimension: whether, for each tile that P reads, Q touches P's written tile when Q writes that tile.
static bool is_implied_in(const derive_map *map, const derive_access *read, const derive_access *write,
                          const derive_map *by, const derive_access *filled, const derive_access *touched,
                          uint32_t dim) {
  derive_span r, w, f, t;
  int64_t to_filled, to_touched;
  if (!derive_span_of(map, read, dim, &r) || !derive_span_of(map, write, dim, &w) ||
      !derive_span_of(by, filled, dim, &f) || !derive_span_of(by, touched, dim, &t) || !distance(&r, &f, &to_filled) ||
      !distance(&w, &t, &to_touched))
    return false;
  // Q writes the tile r.first + k: P's is to_filled - k behind it, Q's first one to_touched.
  int64_t num_read = r.last - r.first, num_touched = t.last - t.first;
  return to_filled - num_read >= to_touched && to_filled <= to_touched + num_touched;
}

static bool is_implied_by(const derive_map *map, const derive_access *read, const derive_access *write,
                          const derive_map *by, const derive_access *filled, const derive_access *touched) {
  if (!can_fill(by, filled) || !can_read(by, touched))
    return false;
  if (by->num_tiles == 1)
    return true;
  if (by->rank != map->rank)
    return false;
  for (uint32_t i = 0; i < map->rank; i++)
    if (by->dims[i].is_split && (!map->dims[i].is_split || !is_implied_in(map, read, write, by, filled, touched, i)))
      return false;
  return true;
}

static derive_map *map_of(const derive_state *state, uint32_t group) {
  uint64_t *index = baton_map_find(&state->map_of, group);
  return index ? &state->maps.data[*index] : NULL;
}

static bool is_of(const derive_state *state, uint32_t access, const baton_op *op) {
  return access < state->accesses.size && state->accesses.data[access].op == op;
}

// Finds what orders a write of one task behind a read of another; marks it if asked to.
static bool find_implication(derive_state *state, const derive_map *map, const derive_pair *pair, bool marks) {
  const derive_access *read = &state->accesses.data[pair->earlier], *write = &state->accesses.data[pair->later];
  for (uint32_t f = state->first_access[read->op->id]; is_of(state, f, read->op); f++) {
    derive_access *filled = &state->accesses.data[f];
    const derive_map *by = map_of(state, filled->group);
    if (!by || !by->is_good || !derive_writes(filled))
      continue;
    for (uint32_t t = state->first_access[write->op->id]; is_of(state, t, write->op); t++) {
      derive_access *touched = &state->accesses.data[t];
      if (touched->group != filled->group || !is_implied_by(map, read, write, by, filled, touched))
        continue;
      filled->fills_map |= marks;
      touched->reads_map |= marks;
      return true;
    }
  }
  return false;
}

// ---- the plan ---------------------------------------------------------------------------------------------------

static bool is_tracked_already(const derive_access *access, baton_tracking needed) {
  return baton_submit_tracking(access->op, access->slot) & needed;
}

// What the tracker does not order now needs no other order either: it was ordered by an earlier run, or is taken to be.
static bool is_open(derive_state *state, const derive_pair *pair) {
  derive_access *early = &state->accesses.data[pair->earlier], *late = &state->accesses.data[pair->later];
  if (is_tracked_already(early, BATON_TRACKING_PUBLISH) && is_tracked_already(late, BATON_TRACKING_LOOKUP))
    return true;
  derive_keep_tracking(early, late);
  return false;
}

static int compare_keys(const void *left, const void *right) {
  const uint64_t *a = left, *b = right;
  if (a[0] != b[0])
    return a[0] < b[0] ? -1 : 1;
  return (a[1] > b[1]) - (a[1] < b[1]);
}

// Orders conflicts by group, each once, without those that need no order.
static void sort_conflicts(derive_state *state) {
  size_t num = 0;
  uint64_t *keys = baton_mem_resize_array(NULL, state->conflicts.size, 2 * sizeof *keys);
  for (size_t i = 0; i < state->conflicts.size; i++) {
    const derive_pair *pair = &state->conflicts.data[i];
    if (!is_open(state, pair))
      continue;
    keys[2 * num] = state->accesses.data[pair->earlier].group;
    keys[2 * num++ + 1] = (uint64_t)pair->earlier << 32 | pair->later;
  }
  qsort(keys, num, 2 * sizeof *keys, compare_keys);
  state->conflicts.size = 0;
  for (size_t i = 0; i < num; i++)
    if (i == 0 || compare_keys(&keys[2 * i], &keys[2 * i - 2]))
      baton_vec_push(&state->conflicts, ((derive_pair){(uint32_t)(keys[2 * i + 1] >> 32), (uint32_t)keys[2 * i + 1]}));
  baton_mem_free(keys);
}

// Of the writes that the map holds, if there are any: writes behind reads alone need none, but have to be of its form.
static const derive_access *first_write(const derive_state *state, const derive_map *map) {
  for (size_t i = 0; i < map->num_conflicts; i++) {
    const derive_access *early = &state->accesses.data[state->conflicts.data[map->first_conflict + i].earlier];
    if (derive_writes(early))
      return early;
  }
  return &state->accesses.data[state->conflicts.data[map->first_conflict].later];
}

// Whether all accesses in conflicts are of one buffer, in tiles of one size.
static bool has_form(derive_state *state, derive_map *map) {
  const derive_access *write = first_write(state, map);
  map->root = baton_storage_root(state->storage, write->view);
  if (!map->root || !divide(state, map, write))
    return false;
  for (size_t i = 0; i < map->num_conflicts; i++) {
    const derive_pair *pair = &state->conflicts.data[map->first_conflict + i];
    const derive_access *early = &state->accesses.data[pair->earlier], *late = &state->accesses.data[pair->later];
    if (early->view->base != write->view->base || late->view->base != write->view->base)
      return false;
    if (derive_writes(early) && (!can_fill(map, early) || !can_read(map, late)))
      return false;
  }
  return true;
}

static bool has_order(derive_state *state, const derive_map *map, bool marks) {
  for (size_t i = 0; i < map->num_conflicts; i++) {
    const derive_pair *pair = &state->conflicts.data[map->first_conflict + i];
    derive_access *early = &state->accesses.data[pair->earlier], *late = &state->accesses.data[pair->later];
    if (!derive_writes(early) && !find_implication(state, map, pair, marks))
      return false;
    if (derive_writes(early) && marks)
      early->fills_map = late->reads_map = true;
  }
  return true;
}

static uint32_t group_of(const derive_state *state, size_t conflict) {
  return state->accesses.data[state->conflicts.data[conflict].earlier].group;
}

static void add_maps(derive_state *state) {
  for (size_t first = 0, end; first < state->conflicts.size; first = end) {
    uint32_t group = group_of(state, first);
    for (end = first; end < state->conflicts.size && group_of(state, end) == group;)
      end++;
    derive_map map = {.group = group, .first_conflict = first, .num_conflicts = end - first};
    map.is_good = baton_map_find(&state->carried, group) && has_form(state, &map);
    baton_map_set(&state->map_of, group, state->maps.size);
    baton_vec_push(&state->maps, map);
  }
}

// Maps rely on each other, so those that cannot order their conflicts go until all can.
static void drop_bad_maps(derive_state *state) {
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (size_t i = 0; i < state->maps.size; i++) {
      derive_map *map = &state->maps.data[i];
      if (!map->is_good || has_order(state, map, false))
        continue;
      map->is_good = false;
      is_changed = true;
    }
  }
}

void derive_plan_maps(derive_state *state) {
  sort_conflicts(state);
  add_maps(state);
  drop_bad_maps(state);
  for (size_t i = 0; i < state->maps.size; i++) {
    derive_map *map = &state->maps.data[i];
    if (map->is_good) {
      has_order(state, map, true);
      continue;
    }
    for (size_t k = 0; k < map->num_conflicts; k++) {
      const derive_pair *pair = &state->conflicts.data[map->first_conflict + k];
      derive_keep_tracking(&state->accesses.data[pair->earlier], &state->accesses.data[pair->later]);
    }
  }
}
