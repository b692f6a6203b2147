// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// derive-deps: parts of one buffer that never meet count as storage of their own, so that programs that are unrolled
// over thousands of tiles are not compared tile by tile. The hull of a box is an interval per dimension that holds it
// at all times; buffers fall apart into the connected components of overlapping hulls, found by a sweep along one
// dimension.
#include "passes/derive_impl.h"

#include <stdlib.h>

typedef struct split_hull {
  const baton_range *dims; // lo up to hi, both included
  uint32_t parent;         // of the union of overlapping hulls
  uint32_t group;          // 0: not numbered yet
} split_hull;

// A hull in one dimension.
typedef struct split_side {
  baton_range range;
  uint32_t hull;
} split_side;

typedef struct split_member {
  uint32_t group, access, hull;
} split_member;

typedef struct split_state {
  derive_state *state;
  BATON_VEC(split_hull) hulls;
  baton_map known; // hash of a hull to its index plus one
  uint32_t rank;
} split_state;

static int compare_members(const void *left, const void *right) {
  const split_member *a = left, *b = right;
  if (a->group != b->group)
    return a->group < b->group ? -1 : 1;
  return (a->access > b->access) - (a->access < b->access);
}

static int compare_sides(const void *left, const void *right) {
  const split_side *a = left, *b = right;
  if (a->range.lo != b->range.lo)
    return a->range.lo < b->range.lo ? -1 : 1;
  return (a->hull > b->hull) - (a->hull < b->hull);
}

// ---- hulls ------------------------------------------------------------------------------------------------------

static bool equals(const split_state *splitter, uint32_t index, const baton_range *dims) {
  return memcmp(splitter->hulls.data[index].dims, dims, splitter->rank * sizeof *dims) == 0;
}

// The number of a hull, the same for equal ones (but for collisions of hashes, which only cost time).
static uint32_t add_hull(split_state *splitter, const baton_range *dims) {
  uint64_t hash = baton_hash_bytes(dims, splitter->rank * sizeof *dims);
  uint64_t *known = baton_map_find(&splitter->known, hash);
  if (known && equals(splitter, (uint32_t)*known, dims))
    return (uint32_t)*known;
  uint32_t index = (uint32_t)splitter->hulls.size;
  baton_vec_push(&splitter->hulls, ((split_hull){dims, index, 0}));
  baton_map_set(&splitter->known, hash, index);
  return index;
}

static uint32_t find(const split_state *splitter, uint32_t index) {
  split_hull *hulls = splitter->hulls.data;
  while (hulls[index].parent != index) {
    hulls[index].parent = hulls[hulls[index].parent].parent;
    index = hulls[index].parent;
  }
  return index;
}

static bool overlaps(const split_state *splitter, uint32_t a, uint32_t b) {
  const baton_range *in_a = splitter->hulls.data[a].dims, *in_b = splitter->hulls.data[b].dims;
  for (uint32_t d = 0; d < splitter->rank; d++)
    if (in_a[d].hi < in_b[d].lo || in_b[d].hi < in_a[d].lo)
      return false;
  return true;
}

// The sides of all hulls along a dimension, in order; returns how many different starts there are.
static size_t sort_sides(const split_state *splitter, uint32_t dim, split_side *out) {
  size_t num = splitter->hulls.size, num_starts = 1;
  for (size_t i = 0; i < num; i++)
    out[i] = (split_side){splitter->hulls.data[i].dims[dim], (uint32_t)i};
  qsort(out, num, sizeof *out, compare_sides);
  for (size_t i = 1; i < num; i++)
    num_starts += out[i].range.lo != out[i - 1].range.lo;
  return num_starts;
}

// Unites hulls that overlap. False if there are too many to compare.
static bool sweep(split_state *splitter) {
  size_t num = splitter->hulls.size, most = 0, num_active = 0, num_steps = 0;
  split_side *sides = BATON_ARENA_ARRAY(splitter->state->scratch, split_side, num);
  uint32_t *active = BATON_ARENA_ARRAY(splitter->state->scratch, uint32_t, num), best = 0;
  for (uint32_t d = 0; d < splitter->rank; d++) {
    size_t num_starts = sort_sides(splitter, d, sides);
    best = num_starts > most ? d : best;
    most = num_starts > most ? num_starts : most;
  }
  sort_sides(splitter, best, sides);
  for (size_t i = 0; i < num; i++) {
    size_t num_kept = 0;
    for (size_t k = 0; k < num_active; k++) {
      if (splitter->hulls.data[active[k]].dims[best].hi < sides[i].range.lo)
        continue;
      active[num_kept++] = active[k];
      if (overlaps(splitter, active[k], sides[i].hull))
        splitter->hulls.data[find(splitter, active[k])].parent = find(splitter, sides[i].hull);
    }
    num_steps += num_active;
    num_active = num_kept;
    active[num_active++] = sides[i].hull;
    if (num_steps > 256 * num + (1 << 16))
      return false;
  }
  return true;
}

// ---- groups -----------------------------------------------------------------------------------------------------

static const derive_access *access_of(const split_state *splitter, const split_member *member) {
  return &splitter->state->accesses.data[member->access];
}

// Whether all accesses of a group are boxes of one buffer.
static bool can_split(const split_state *splitter, const split_member *members, size_t num) {
  const baton_view *first = access_of(splitter, members)->view;
  bool is_split = baton_storage_is_root(splitter->state->storage, first) && num > 1;
  for (size_t i = 0; is_split && i < num; i++) {
    const baton_view *view = access_of(splitter, &members[i])->view;
    is_split = view->base == first->base && view->box.kind == BATON_BOX_DIMS && view->box.rank == first->box.rank &&
               view->box.rank > 0;
  }
  return is_split;
}

static void split(split_state *splitter, split_member *members, size_t num) {
  if (!can_split(splitter, members, num))
    return;
  splitter->hulls.size = 0;
  splitter->rank = access_of(splitter, members)->view->box.rank;
  for (size_t i = 0; i < num; i++) {
    baton_range *dims = BATON_ARENA_ARRAY(splitter->state->scratch, baton_range, splitter->rank);
    for (uint32_t d = 0; d < splitter->rank; d++)
      dims[d] = baton_box_hull(&access_of(splitter, &members[i])->view->box.dims[d]);
    members[i].hull = add_hull(splitter, dims);
  }
  baton_map_deinit(&splitter->known);
  if (!sweep(splitter))
    return;
  for (size_t i = 0; i < num; i++) {
    split_hull *hull = &splitter->hulls.data[find(splitter, members[i].hull)];
    if (!hull->group)
      hull->group = splitter->state->next_group++;
    splitter->state->accesses.data[members[i].access].group = hull->group;
  }
}

void derive_split_groups(derive_state *state, size_t first) {
  size_t num = state->accesses.size - first;
  if (num == 0)
    return;
  split_state splitter = {.state = state};
  split_member *members = BATON_ARENA_ARRAY(state->scratch, split_member, num);
  for (size_t i = 0; i < num; i++)
    members[i] = (split_member){state->accesses.data[first + i].group, (uint32_t)(first + i), 0};
  qsort(members, num, sizeof *members, compare_members);
  for (size_t i = 0, end; i < num; i = end) {
    for (end = i; end < num && members[end].group == members[i].group;)
      end++;
    split(&splitter, &members[i], end - i);
  }
  baton_vec_deinit(&splitter.hulls);
}
