// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which bytes a region has, and the partition of all bytes into atoms: those that the same regions contain.
//
// Partition refinement over the segments between the ends of all intervals (R. Paige and R. Tarjan, "Three partition
// refinement algorithms", 1987).
#include "analysis/order_impl.h"

#include <stdlib.h>

// ---- intervals --------------------------------------------------------------------------------------------------

typedef struct stepping {
  int64_t stride, size; // positive
} stepping;

static int compare_steppings(const void *a, const void *b) {
  int64_t x = ((const stepping *)a)->stride, y = ((const stepping *)b)->stride;
  return (x > y) - (x < y);
}

static int compare_intervals(const void *a, const void *b) {
  int64_t x = ((const order_interval *)a)->lo, y = ((const order_interval *)b)->lo;
  return (x > y) - (x < y);
}

// Puts intervals in order and joins those that touch.
static void normalise(order_intervals *all, size_t first) {
  bool is_sorted = true;
  for (size_t k = first + 1; k < all->size && is_sorted; k++)
    is_sorted = all->data[k - 1].lo <= all->data[k].lo;
  if (!is_sorted)
    qsort(all->data + first, all->size - first, sizeof *all->data, compare_intervals);
  size_t kept = first;
  for (size_t k = first + 1; k < all->size; k++) {
    order_interval *last = &all->data[kept];
    const order_interval *next = &all->data[k];
    if (next->lo > last->hi)
      all->data[++kept] = *next;
    else if (next->hi > last->hi)
      last->hi = next->hi;
  }
  all->size = kept + 1;
}

// Appends one interval of the given length for each combination of steps, the last stepping moving fastest.
static void append_all(order_intervals *out, int64_t lo, int64_t length, const stepping *steps, uint32_t num) {
  int64_t *at = baton_mem_zeroed(num + 1, sizeof *at);
  for (;;) {
    baton_vec_push(out, ((order_interval){lo, lo + length}));
    uint32_t k = 0;
    for (; k < num; k++) {
      lo += steps[k].stride;
      if (++at[k] < steps[k].size)
        break;
      lo -= steps[k].stride * steps[k].size;
      at[k] = 0;
    }
    if (k == num)
      break;
  }
  baton_mem_free(at);
}

bool order_region_intervals(const baton_expansion *x, const order_region *region, order_intervals *out) {
  const int64_t *words = x->words.data + region->first_word;
  int64_t bytes = words[1], lo = words[2] * bytes, length = bytes;
  uint32_t num_dims = (region->num_words - 3) / 2;
  if (region->is_empty)
    return true;
  stepping *steps = baton_mem_zeroed(num_dims + 1, sizeof *steps);
  for (uint32_t i = 0; i < num_dims; i++) {
    int64_t size = words[3 + 2 * i], stride = words[4 + 2 * i] * bytes;
    lo += stride < 0 ? stride * (size - 1) : 0;
    steps[i] = (stepping){stride < 0 ? -stride : stride, size};
  }
  qsort(steps, num_dims, sizeof *steps, compare_steppings);
  // Steps that leave no gap make one longer interval.
  uint32_t num_folded = 0;
  for (; num_folded < num_dims && steps[num_folded].stride <= length; num_folded++)
    length += steps[num_folded].stride * (steps[num_folded].size - 1);
  int64_t count = 1;
  bool is_good = true;
  for (uint32_t i = num_folded; i < num_dims && is_good; i++)
    is_good = !__builtin_mul_overflow(count, steps[i].size, &count) && count <= ORDER_MAX_INTERVALS;
  if (is_good) {
    size_t first = out->size;
    append_all(out, lo, length, steps + num_folded, num_dims - num_folded);
    normalise(out, first);
  }
  baton_mem_free(steps);
  return is_good;
}

// ---- atoms ------------------------------------------------------------------------------------------------------

// One storage at a time.
typedef struct refiner {
  const baton_expansion *x;
  order_atoms *out;
  bool grasps;
  order_intervals intervals;
  uint32_t *first_interval;    // by region
  BATON_VEC(int64_t) ends;     // of the intervals of a storage
  BATON_VEC(uint32_t) atom_of; // by segment
  BATON_VEC(uint32_t) stamp;   // by atom: 1 + the last region that has seen it
  BATON_VEC(uint32_t) split;   // by atom: what became of its part in that region; in the end, its number + 1
  uint64_t num_visits;
} refiner;

static int compare_numbers(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

static void find_ends(refiner *r, const uint32_t *regions, uint32_t num) {
  r->ends.size = 0;
  for (uint32_t k = 0; k < num; k++)
    for (uint32_t i = r->first_interval[regions[k]]; i < r->first_interval[regions[k] + 1]; i++) {
      baton_vec_push(&r->ends, r->intervals.data[i].lo);
      baton_vec_push(&r->ends, r->intervals.data[i].hi);
    }
  if (r->ends.size == 0)
    return;
  qsort(r->ends.data, r->ends.size, sizeof *r->ends.data, compare_numbers);
  size_t kept = 0;
  for (size_t k = 1; k < r->ends.size; k++)
    if (r->ends.data[k] != r->ends.data[kept])
      r->ends.data[++kept] = r->ends.data[k];
  r->ends.size = kept + 1;
}

static uint32_t find_end(const refiner *r, int64_t end) {
  size_t lo = 0, hi = r->ends.size;
  while (lo < hi) {
    size_t middle = (lo + hi) / 2;
    if (r->ends.data[middle] < end)
      lo = middle + 1;
    else
      hi = middle;
  }
  return (uint32_t)lo;
}

static uint32_t new_atom(refiner *r) {
  baton_vec_push(&r->stamp, 0);
  baton_vec_push(&r->split, 0);
  return (uint32_t)r->stamp.size - 1;
}

// Segment s lies between ends s and s + 1.
static void refine(refiner *r, uint32_t region) {
  for (uint32_t i = r->first_interval[region]; i < r->first_interval[region + 1]; i++) {
    uint32_t end = find_end(r, r->intervals.data[i].hi);
    for (uint32_t s = find_end(r, r->intervals.data[i].lo); s < end; s++) {
      uint32_t atom = r->atom_of.data[s];
      if (r->stamp.data[atom] != region + 1) {
        uint32_t fresh = new_atom(r);
        r->stamp.data[atom] = region + 1;
        r->split.data[atom] = fresh;
      }
      r->atom_of.data[s] = r->split.data[atom];
      r->num_visits++;
    }
  }
}

// The atoms of a region, each once, with numbers that have no gaps.
static void list_atoms(refiner *r, uint32_t region) {
  order_atoms *out = r->out;
  out->spans[region].first = (uint32_t)out->atoms.size;
  for (uint32_t i = r->first_interval[region]; i < r->first_interval[region + 1]; i++) {
    uint32_t end = find_end(r, r->intervals.data[i].hi);
    for (uint32_t s = find_end(r, r->intervals.data[i].lo); s < end; s++) {
      uint32_t atom = r->atom_of.data[s];
      if (r->stamp.data[atom] == region + 1)
        continue;
      r->stamp.data[atom] = region + 1;
      if (r->split.data[atom] == 0)
        r->split.data[atom] = ++out->num_atoms;
      baton_vec_push(&out->atoms, r->split.data[atom] - 1);
    }
  }
  out->spans[region].count = (uint32_t)out->atoms.size - out->spans[region].first;
}

// Regions without bytes have all atoms of the storage, from the given one on, and a new one.
static void grasp_all(refiner *r, const uint32_t *regions, uint32_t num, uint32_t first_atom) {
  order_atoms *out = r->out;
  uint32_t last_atom = UINT32_MAX;
  for (uint32_t k = 0; k < num; k++) {
    if (!r->x->regions.data[regions[k]].is_empty)
      continue;
    if (last_atom == UINT32_MAX)
      last_atom = out->num_atoms++;
    out->spans[regions[k]] = (order_span){(uint32_t)out->atoms.size, last_atom + 1 - first_atom};
    for (uint32_t atom = first_atom; atom <= last_atom; atom++)
      baton_vec_push(&out->atoms, atom);
  }
}

static void refine_storage(refiner *r, const uint32_t *regions, uint32_t num) {
  uint32_t first_atom = r->out->num_atoms;
  find_ends(r, regions, num);
  r->atom_of.size = r->stamp.size = r->split.size = 0;
  for (size_t s = 0; s < r->ends.size; s++)
    baton_vec_push(&r->atom_of, 0);
  new_atom(r);
  for (uint32_t k = 0; k < num && r->num_visits <= ORDER_MAX_VISITS; k++)
    refine(r, regions[k]);
  for (size_t a = 0; a < r->stamp.size; a++)
    r->stamp.data[a] = r->split.data[a] = 0;
  for (uint32_t k = 0; k < num && r->num_visits <= ORDER_MAX_VISITS; k++)
    list_atoms(r, regions[k]);
  if (r->grasps)
    grasp_all(r, regions, num, first_atom);
}

static uint32_t storage_of(const baton_expansion *x, uint32_t region) {
  return (uint32_t)x->words.data[x->regions.data[region].first_word];
}

static bool find_intervals(refiner *r) {
  const baton_expansion *x = r->x;
  bool is_good = true;
  r->first_interval = baton_mem_zeroed(x->regions.size + 1, sizeof *r->first_interval);
  for (uint32_t k = 0; k < x->regions.size && is_good; k++) {
    is_good = order_region_intervals(x, &x->regions.data[k], &r->intervals) && r->intervals.size <= ORDER_MAX_INTERVALS;
    r->first_interval[k + 1] = (uint32_t)r->intervals.size;
  }
  return is_good;
}

// Regions grouped by storage; storage s has those from out_starts[s] to out_starts[s + 1].
static uint32_t *group_regions(const baton_expansion *x, uint32_t *out_starts) {
  uint32_t *order = baton_mem_zeroed(x->regions.size + 1, sizeof *order);
  for (uint32_t k = 0; k < x->regions.size; k++)
    out_starts[storage_of(x, k) + 2]++;
  for (uint32_t s = 2; s < x->storages.size + 2; s++)
    out_starts[s] += out_starts[s - 1];
  for (uint32_t k = 0; k < x->regions.size; k++)
    order[out_starts[storage_of(x, k) + 1]++] = k;
  return order;
}

bool order_atoms_init(const baton_expansion *x, bool grasps, order_atoms *atoms) {
  *atoms = (order_atoms){.spans = baton_mem_zeroed(x->regions.size + 1, sizeof *atoms->spans)};
  refiner r = {.x = x, .out = atoms, .grasps = grasps};
  bool is_good = find_intervals(&r);
  if (is_good) {
    uint32_t *starts = baton_mem_zeroed(x->storages.size + 3, sizeof *starts), *order = group_regions(x, starts);
    for (uint32_t s = 0; s < x->storages.size; s++)
      refine_storage(&r, order + starts[s], starts[s + 1] - starts[s]);
    is_good = r.num_visits <= ORDER_MAX_VISITS;
    baton_mem_free(starts);
    baton_mem_free(order);
  }
  baton_mem_free(r.first_interval);
  baton_vec_deinit(&r.intervals);
  baton_vec_deinit(&r.ends);
  baton_vec_deinit(&r.atom_of);
  baton_vec_deinit(&r.stamp);
  baton_vec_deinit(&r.split);
  return is_good;
}

void order_atoms_deinit(order_atoms *atoms) {
  baton_mem_free(atoms->spans);
  baton_vec_deinit(&atoms->atoms);
}
