// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tracker: which unfinished tasks an access of a region conflicts with.
//
// A space is what is known of one range of memory: entries of one region each, with the tasks that wrote it last and
// those that have read it since. A read waits for the writers of overlapping entries, a write for their writers and
// readers. A write that is known to come after all of them takes the place of the entries that it covers. Entries
// without an unfinished task are dropped when they are met and before tables grow, so history costs nothing.
//
// Entries are found through a grid over the layout of the memory: rows of the first partial region's outer stride,
// cells of its size. Regions that touch many cells stand in a list of large ones. The host alone uses any of this.
#include "rt/rt_impl.h"

enum {
  MAX_CELLS = 64,
  MIN_LARGE = 64,
  KEPT_TASKS = 8, // of a list whose memory stays for the next entry at its place
};

typedef struct entry {
  baton_region region;
  baton_wait_list writers, readers;
  uint32_t serial; // tells the entry from earlier ones at this place
  uint32_t stamp;  // of the last visit
  uint32_t next_free;
  bool is_used, is_large;
} entry;

typedef struct node { // membership of an entry in a cell
  uint32_t entry, serial;
  uint32_t next; // index + 1, 0: the end
} node;

typedef struct divisor { // a positive number to divide addresses by, fast if it is a power of two
  int64_t value;
  int32_t shift; // -1: it is none
} divisor;

typedef struct cell_grid {
  bool is_set;
  int64_t origin;        // an address
  divisor pitch;         // bytes from row to row
  divisor height, width; // of a cell: rows, bytes
} cell_grid;

typedef struct cells { // a range of cells, both ends included
  bool is_large;       // too many: there is no range
  int64_t row0, row1, column0, column1;
} cells;

struct baton_space {
  uint32_t references;                                  // buffers
  uint32_t num_entries, capacity, free_entry, num_used; // free_entry: index + 1
  uint32_t stamp, next_serial;
  entry *entries;
  cell_grid grid;
  uint32_t *buckets; // index + 1 of the first node
  uint32_t num_buckets, num_nodes, node_capacity, free_node;
  node *nodes;
  uint32_t *large;
  uint32_t num_large, large_capacity;
};

// One access on its way through the space.
typedef struct visit {
  baton_rt *rt;
  baton_space *space;
  const baton_region *region;
  baton_task id;
  bool is_write, is_lookup, may_replace;
  uint32_t own; // index + 1 of the entry of this very region
  cells range;  // of the region
  bool is_out_of_memory;
} visit;

static divisor make_divisor(int64_t value) {
  bool is_power = (value & (value - 1)) == 0;
  return (divisor){value, is_power ? (int32_t)baton_low_bit((uint64_t)value) : -1};
}

static int64_t floor_div(int64_t a, const divisor *b) {
  if (b->shift >= 0) // of a negative number this rounds down as well, with the compilers we know
    return a >> b->shift;
  return a / b->value - (a % b->value != 0 && a < 0);
}

// The grid. -----------------------------------------------------------------------------------------------------------

// Bytes from the first to the last within a row, and whether all larger strides are whole rows.
static int64_t row_extent(const baton_region *region, int64_t pitch, bool *out_is_box) {
  int64_t extent = 1;
  *out_is_box = true;
  for (uint32_t i = 0; i < region->num_dims; i++) {
    const baton_dim *dim = &region->dims[i];
    if (dim->stride < pitch)
      extent += dim->stride * (dim->count - 1);
    else if (dim->stride != pitch && dim->stride % pitch)
      *out_is_box = false;
  }
  return extent;
}

static void set_grid(cell_grid *grid, const baton_region *region) {
  int64_t pitch = INT64_C(1) << 62, height = 1;
  if (region->num_dims > 1) {
    pitch = region->dims[0].stride;
    height = region->dims[0].count;
  }
  bool is_box;
  *grid = (cell_grid){true, region->lo, make_divisor(pitch), make_divisor(height),
                      make_divisor(row_extent(region, pitch, &is_box))};
}

static void find_cells(const cell_grid *grid, const baton_region *region, cells *out) {
  out->is_large = true;
  if (!grid->is_set)
    return;
  int64_t pitch = grid->pitch.value;
  int64_t row0 = floor_div(region->lo - grid->origin, &grid->pitch);
  int64_t row1 = floor_div(region->hi - 1 - grid->origin, &grid->pitch);
  int64_t column = region->lo - grid->origin - row0 * pitch;
  bool is_box;
  int64_t extent = row_extent(region, pitch, &is_box);
  if (is_box && column + extent <= pitch) {
    out->column0 = floor_div(column, &grid->width);
    out->column1 = floor_div(column + extent - 1, &grid->width);
  } else {
    out->column0 = 0;
    out->column1 = floor_div(pitch - 1, &grid->width);
  }
  out->row0 = floor_div(row0, &grid->height);
  out->row1 = floor_div(row1, &grid->height);
  int64_t rows = out->row1 - out->row0 + 1, columns = out->column1 - out->column0 + 1;
  out->is_large = rows > MAX_CELLS || columns > MAX_CELLS || rows * columns > MAX_CELLS;
}

static uint32_t bucket_of(const baton_space *space, int64_t row, int64_t column) {
  uint64_t hash = (uint64_t)row * UINT64_C(0x9e3779b97f4a7c15) ^ (uint64_t)column * UINT64_C(0xc2b2ae3d27d4eb4f);
  return (uint32_t)(hash >> 32) & (space->num_buckets - 1);
}

// Growing tables. -----------------------------------------------------------------------------------------------------

static bool grow(baton_rt *rt, void **data, uint32_t *capacity, size_t size) {
  uint32_t larger = *capacity ? *capacity * 2 : 8;
  if (larger <= *capacity)
    return false;
  unsigned char *moved = baton_mem_get_array(rt, larger, size);
  if (!moved)
    return false;
  if (*capacity)
    memcpy(moved, *data, *capacity * size);
  baton_mem_put(rt, *data);
  *data = moved;
  *capacity = larger;
  return true;
}

static bool add_node(baton_rt *rt, baton_space *space, uint32_t bucket, uint32_t index) {
  uint32_t at = space->free_node;
  if (at) {
    space->free_node = space->nodes[at - 1].next;
  } else {
    if (space->num_nodes == space->node_capacity &&
        !grow(rt, (void **)&space->nodes, &space->node_capacity, sizeof *space->nodes))
      return false;
    at = ++space->num_nodes;
  }
  space->nodes[at - 1] = (node){index, space->entries[index].serial, space->buckets[bucket]};
  space->buckets[bucket] = at;
  return true;
}

static bool index_entry(baton_rt *rt, baton_space *space, uint32_t index, const cells *range) {
  entry *e = &space->entries[index];
  e->is_large = range->is_large;
  if (e->is_large) {
    if (space->num_large == space->large_capacity &&
        !grow(rt, (void **)&space->large, &space->large_capacity, sizeof *space->large))
      return false;
    space->large[space->num_large++] = index;
    return true;
  }
  for (int64_t row = range->row0; row <= range->row1; row++)
    for (int64_t column = range->column0; column <= range->column1; column++)
      if (!add_node(rt, space, bucket_of(space, row, column), index))
        return false;
  return true;
}

static void clear_tasks(baton_rt *rt, baton_wait_list *tasks) {
  tasks->num = 0;
  if (tasks->capacity > KEPT_TASKS)
    baton_waits_free(rt, tasks);
}

static void remove_entry(baton_rt *rt, baton_space *space, uint32_t index) {
  entry *e = &space->entries[index];
  clear_tasks(rt, &e->writers);
  clear_tasks(rt, &e->readers);
  e->is_used = false;
  e->serial = 0; // nodes that still name it are dropped when met
  if (e->is_large)
    for (uint32_t i = 0; i < space->num_large; i++)
      if (space->large[i] == index) {
        space->large[i] = space->large[--space->num_large];
        break;
      }
  e->next_free = space->free_entry;
  space->free_entry = index + 1;
  space->num_used--;
}

static bool is_dead(const baton_rt *rt, entry *e) {
  return !baton_waits_find_live(rt, &e->writers) && !baton_waits_find_live(rt, &e->readers);
}

// All entries into a grid of the size they need now.
static bool rebuild(baton_rt *rt, baton_space *space) {
  uint32_t wanted = 64;
  while (wanted < space->capacity)
    wanted *= 2;
  if (wanted > space->num_buckets) {
    uint32_t *buckets = baton_mem_get_array(rt, wanted, sizeof *buckets);
    if (!buckets)
      return false;
    baton_mem_put(rt, space->buckets);
    space->buckets = buckets;
    space->num_buckets = wanted;
  }
  memset(space->buckets, 0, space->num_buckets * sizeof *space->buckets);
  space->num_nodes = space->free_node = space->num_large = 0;
  for (uint32_t i = 0; i < space->num_entries; i++) {
    cells range;
    if (!space->entries[i].is_used)
      continue;
    find_cells(&space->grid, &space->entries[i].region, &range);
    if (!index_entry(rt, space, i, &range))
      return false;
  }
  return true;
}

// Before a table grows: drops what is finished, and takes a new grid if most entries do not fit the old one.
static bool make_room(baton_rt *rt, baton_space *space) {
  for (uint32_t i = 0; i < space->num_entries; i++)
    if (space->entries[i].is_used && is_dead(rt, &space->entries[i]))
      remove_entry(rt, space, i);
  if (space->num_used >= space->capacity / 2 &&
      !grow(rt, (void **)&space->entries, &space->capacity, sizeof *space->entries))
    return false;
  if (space->num_large >= MIN_LARGE && space->num_large > space->num_used / 2)
    set_grid(&space->grid, &space->entries[space->large[space->num_large - 1]].region);
  return rebuild(rt, space);
}

static uint32_t next_serial(baton_space *space) { // never 0, which is that of no entry
  if (++space->next_serial == 0)
    space->next_serial = 1;
  return space->next_serial;
}

// `range`: the cells of the region as they are; null if they are not known. Returns index + 1, 0: no memory.
static uint32_t add_entry(baton_rt *rt, baton_space *space, const baton_region *region, const cells *range) {
  cells found;
  if (!space->free_entry && space->num_entries == space->capacity) {
    if (!make_room(rt, space))
      return 0;
    range = NULL; // the grid may be another
  }
  if (!range) {
    find_cells(&space->grid, region, &found);
    range = &found;
  }
  uint32_t at = space->free_entry;
  if (at)
    space->free_entry = space->entries[at - 1].next_free;
  else
    at = ++space->num_entries;
  entry *e = &space->entries[at - 1];
  baton_region_copy(&e->region, region); // its lists are empty
  e->serial = next_serial(space);
  e->stamp = space->stamp;
  e->is_used = true;
  space->num_used++;
  return index_entry(rt, space, at - 1, range) ? at : 0;
}

// Visiting. -----------------------------------------------------------------------------------------------------------

static void wait_for(visit *v, const baton_wait_list *tasks) {
  for (uint32_t i = 0; i < tasks->num; i++) {
    baton_wait wait = tasks->items[i];
    if ((v->id ^ wait.key) <= BATON_CHUNK_MASK)
      wait.mask &= ~(UINT64_C(1) << (v->id & BATON_CHUNK_MASK)); // the task itself, through another of its views
    if (!wait.mask)
      continue;
    v->rt->stats.num_tracked_waits += baton_num_bits(wait.mask);
    if (!baton_waits_add(v->rt, &v->rt->list, wait.key, wait.mask))
      v->is_out_of_memory = true;
  }
}

static void visit_entry(visit *v, uint32_t index) {
  baton_space *space = v->space;
  entry *e = &space->entries[index];
  if (e->stamp == space->stamp)
    return;
  e->stamp = space->stamp;
  if (e->region.lo >= v->region->hi || v->region->lo >= e->region.hi)
    return;
  bool is_own = baton_region_equals(&e->region, v->region);
  if (is_dead(v->rt, e)) { // both sets are empty now
    if (is_own)
      v->own = index + 1;
    else
      remove_entry(v->rt, space, index);
    return;
  }
  if (is_own)
    v->own = index + 1;
  else if (!baton_region_overlaps(&e->region, v->region))
    return;
  if (v->is_lookup) {
    wait_for(v, &e->writers);
    if (v->is_write)
      wait_for(v, &e->readers);
  }
  if (v->may_replace && !is_own && baton_region_covers(v->region, &e->region))
    remove_entry(v->rt, space, index);
}

static void visit_bucket(visit *v, uint32_t bucket) {
  baton_space *space = v->space;
  uint32_t *link = &space->buckets[bucket];
  while (*link) {
    node *n = &space->nodes[*link - 1];
    if (space->entries[n->entry].serial == n->serial)
      visit_entry(v, n->entry);
    if (space->entries[n->entry].serial == n->serial) {
      link = &n->next;
      continue;
    }
    uint32_t at = *link; // the entry is gone
    *link = n->next;
    n->next = space->free_node;
    space->free_node = at;
  }
}

static void visit_space(visit *v) {
  baton_space *space = v->space;
  const cells *range = &v->range;
  space->stamp++;
  find_cells(&space->grid, v->region, &v->range);
  if (range->is_large) {
    for (uint32_t i = 0; i < space->num_entries; i++)
      if (space->entries[i].is_used)
        visit_entry(v, i);
    return;
  }
  for (uint32_t i = space->num_large; i-- > 0;)
    visit_entry(v, space->large[i]);
  for (int64_t row = range->row0; row <= range->row1; row++)
    for (int64_t column = range->column0; column <= range->column1; column++)
      visit_bucket(v, bucket_of(space, row, column));
}

// Adds the task to a set of an entry. A full set first drops what has retired.
static bool add_task(baton_rt *rt, baton_wait_list *tasks, baton_task id) {
  if (tasks->num && tasks->num == tasks->capacity) {
    baton_waits_prune(rt, tasks);
    if (tasks->num > tasks->capacity / 2 && !baton_waits_reserve(rt, tasks, tasks->capacity * 2))
      return false;
  }
  return baton_waits_add(rt, tasks, id & ~BATON_CHUNK_MASK, UINT64_C(1) << (id & BATON_CHUNK_MASK));
}

static bool publish(visit *v) {
  if (!v->own)
    v->own = add_entry(v->rt, v->space, v->region, &v->range);
  if (!v->own)
    return false;
  entry *e = &v->space->entries[v->own - 1];
  if (!v->is_write)
    return add_task(v->rt, &e->readers, v->id);
  if (v->may_replace)
    e->writers.num = e->readers.num = 0;
  return add_task(v->rt, &e->writers, v->id);
}

// Spaces. -------------------------------------------------------------------------------------------------------------

static baton_space *create_space(baton_rt *rt) {
  baton_space *space = baton_mem_get_array(rt, 1, sizeof *space);
  if (space)
    space->references = 1;
  return space;
}

void baton_space_destroy(baton_rt *rt, baton_space *space) {
  if (!space || --space->references)
    return;
  for (uint32_t i = 0; i < space->num_entries; i++) {
    baton_waits_free(rt, &space->entries[i].writers);
    baton_waits_free(rt, &space->entries[i].readers);
  }
  baton_mem_put(rt, space->entries);
  baton_mem_put(rt, space->buckets);
  baton_mem_put(rt, space->nodes);
  baton_mem_put(rt, space->large);
  baton_mem_put(rt, space);
}

bool baton_space_merge(baton_rt *rt, baton_buffer *a, baton_buffer *b) {
  if (!a->space && !(a->space = create_space(rt)))
    return false;
  if (a->space == b->space)
    return true;
  baton_space *from = b->space;
  b->space = a->space;
  a->space->references++;
  if (!from)
    return true;
  for (baton_buffer *buffer = rt->buffers; buffer; buffer = buffer->next)
    if (buffer->space == from) {
      buffer->space = a->space;
      a->space->references++;
      from->references--;
    }
  bool is_fine = true;
  for (uint32_t i = 0; i < from->num_entries && is_fine; i++) {
    entry *e = &from->entries[i];
    if (!e->is_used)
      continue;
    uint32_t at = add_entry(rt, a->space, &e->region, NULL);
    is_fine = at != 0;
    if (is_fine) {
      baton_waits_free(rt, &a->space->entries[at - 1].writers); // memory of an earlier entry
      baton_waits_free(rt, &a->space->entries[at - 1].readers);
      a->space->entries[at - 1].writers = e->writers;
      a->space->entries[at - 1].readers = e->readers;
      e->writers = e->readers = (baton_wait_list){0};
    }
  }
  from->references = 1;
  baton_space_destroy(rt, from);
  return is_fine;
}

// The region of a view. False: it is none.
static bool find_region(const baton_view_plan *view, const uint64_t *words, baton_region *out_region) {
  const baton_rt_operand *operand = view->operand;
  const baton_buffer *buffer = baton_view_buffer(operand, words);
  int64_t base = (int64_t)(intptr_t)buffer->storage.data;
  if (!view->is_static) {
    int64_t shape[2 * UINT8_MAX + 1];
    baton_view_shape(operand, words, shape);
    return baton_region_make(base, shape, operand->rank, view->elem_bytes, out_region);
  }
  int64_t offset = operand->shape[0] == BATON_RT_DYNAMIC ? (int64_t)words[operand->first_word + 1] : operand->shape[0];
  int64_t bytes, lo, hi;
  if (__builtin_mul_overflow(offset, (int64_t)view->elem_bytes, &bytes) || __builtin_add_overflow(base, bytes, &base) ||
      __builtin_add_overflow(base, view->region.lo, &lo) || __builtin_add_overflow(base, view->region.hi, &hi))
    return false;
  baton_region_copy(out_region, &view->region);
  out_region->lo = lo;
  out_region->hi = hi;
  return true;
}

bool baton_track(baton_rt *rt, const baton_plan *plan, const baton_view_plan *view, const uint64_t *words,
                 uint32_t tracking, baton_task id) {
  baton_buffer *buffer = baton_view_buffer(view->operand, words);
  baton_region region;
  if (!find_region(view, words, &region)) {
    baton_rt_raise(rt, BATON_RT_BAD_ARGUMENT, &(baton_blame){.plan = plan},
                   "operand %u has a negative size or is too large", (unsigned)(view - plan->views));
    return false;
  }
  bool is_lookup = tracking & BATON_RT_LOOKUP, is_published = tracking & BATON_RT_PUBLISH;
  rt->stats.num_tracked_lookups += is_lookup;
  rt->stats.num_tracked_publishes += is_published;
  if (region.num_dims == 0 || (!buffer->space && !is_published))
    return true;
  if (!buffer->space && !(buffer->space = create_space(rt)))
    return baton_rt_raise_memory(rt, plan) == 0;
  bool is_write = view->operand->access & BATON_RT_WRITE;
  visit v = {
      .rt = rt,
      .space = buffer->space,
      .region = &region,
      .id = id,
      .is_write = is_write,
      .is_lookup = is_lookup,
      .may_replace = is_published && is_write && (is_lookup || (tracking & BATON_RT_ORDERED)),
  };
  bool is_partial = (uint64_t)(region.hi - region.lo) < buffer->storage.bytes;
  if (!v.space->grid.is_set && is_partial) {
    set_grid(&v.space->grid, &region);
    if (!rebuild(rt, v.space))
      return baton_rt_raise_memory(rt, plan) == 0;
  }
  visit_space(&v);
  if (v.is_out_of_memory || (is_published && !publish(&v)))
    return baton_rt_raise_memory(rt, plan) == 0;
  return true;
}
