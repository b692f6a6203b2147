// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to derive-deps: accesses, hazards between them, and edges. See derive_deps.c for what the pass does.
#ifndef BATON_PASSES_DERIVE_IMPL_H
#define BATON_PASSES_DERIVE_IMPL_H

#include "analysis/storage.h"
#include "base/map.h"
#include "base/vec.h"
#include "dialect/orch.h"
#include "ir/build.h"
#include "pass/pass.h"

// Who uses a buffer.
typedef enum derive_actor {
  DERIVE_TASK,   // a submit of auto code
  DERIVE_HOST,   // a memref.load or memref.store of auto code: over before anything later is submitted
  DERIVE_OPAQUE, // manual code, calls, foreign ops: nothing is known about its order, and nothing is changed
} derive_actor;

// One use of a buffer by one op.
typedef struct derive_access {
  baton_op *op;
  const baton_view *view;
  uint32_t group; // of its storage
  uint32_t slot;  // the how-manieth memref of a submit
  uint8_t kind;   // baton_access
  uint8_t actor;  // derive_actor
  // Whether the runtime still has to find earlier conflicts, and to make the access known to later ones.
  bool needs_lookup, needs_publish;
  // The same, by the map of its group.
  bool reads_map, fills_map;
} derive_access;

// A producer that a consumer has to list. Both stand in the block or in an op of it, at any depth.
typedef struct derive_edge {
  baton_op *producer, *consumer;
  const baton_block *block;
  uint32_t producer_order, consumer_order; // places in the program
} derive_edge;

// A pair of tasks with a conflict for which the tracker is needed unless an edge is found for another one of theirs.
typedef struct derive_pair {
  uint32_t earlier, later; // accesses
} derive_pair;

// One dimension of the buffer of a map.
typedef struct derive_map_dim {
  bool is_split;
  int64_t tile;  // elements of a tile
  int64_t count; // tiles
  int64_t step;  // of the map's slots from one tile to the next
} derive_map_dim;

// A map: an array of ids that is carried through the program, with the last task that wrote each tile of a buffer.
typedef struct derive_map {
  uint32_t group;
  const baton_value *root; // the buffer
  uint32_t rank;
  derive_map_dim *dims;
  int64_t num_tiles;
  size_t first_conflict, num_conflicts; // of the group
  bool is_good;
} derive_map;

// Which tiles an access touches in one dimension: from sum / tile + first to sum / tile + last. The sum is in elements,
// without a constant, and a multiple of the tile.
typedef struct derive_span {
  baton_affine sum;
  int64_t tile;
  int64_t first, last;
} derive_span;

typedef struct derive_state {
  baton_module *module;
  baton_arena *scratch;
  baton_storage *storage;
  BATON_VEC(derive_access) accesses; // of all functions, in program order
  uint32_t *first_access;            // by op id, where an op's accesses begin; they are consecutive
  bool *has_access;                  // by op id
  BATON_VEC(derive_edge) edges;
  BATON_VEC(derive_pair) pairs;
  BATON_VEC(derive_pair) conflicts; // of tasks that no edge orders
  BATON_VEC(derive_map) maps;
  baton_map map_of;          // groups to maps
  baton_map carried;         // groups with conflicts between iterations
  baton_map edge_of;         // producer and consumer to 1
  baton_map written;         // groups with a write: only these can conflict
  baton_map crowded;         // groups with too many accesses to compare them: all stays with the tracker
  baton_map result_of;       // of a value that an op's body defines: the result that hands it out
  baton_map num_results;     // by id of a body: results of its op before the pass
  uint32_t next_group;       // numbers for parts of buffers, behind those of the storage analysis
  uint64_t num_map_entries;  // added to lists
  uint64_t steps, max_steps; // comparisons made and allowed in the function at hand
} derive_state;

// derive_access.c. Appends the accesses of a function and gives the index of the first. is_entry: nothing runs before
// or after it. False where the function is not understood.
bool derive_accesses(derive_state *state, baton_op *func, bool is_entry, size_t *out_first);

// derive_split.c. Gives parts of a buffer that never meet groups of their own, from an access on.
void derive_split_groups(derive_state *state, size_t first);

// derive_hazards.c. Finds edges, and marks what the tracker is needed for.
void derive_hazards(derive_state *state, baton_op *func, bool is_entry);

// derive_tiles.c. Finds the groups whose conflicts a map can order, and leaves those of all others to the tracker.
void derive_plan_maps(derive_state *state);
// The tiles that an access touches in a dimension of a map that is split. False if these are not known.
bool derive_span_of(const derive_map *map, const derive_access *access, uint32_t dim, derive_span *out);

// derive_maps.c. Makes the maps. Returns how many entries lists have got.
uint64_t derive_write_maps(derive_state *state);

// derive_edges.c. Whether a list of the consumer holds the producer: itself, an array of its ids of all iterations, or
// a fence that waits for one of these.
bool derive_is_listed(const baton_op *producer, const baton_op *consumer);
// Writes state->edges to the lists of their consumers. Returns how many entries were added.
uint64_t derive_write_edges(derive_state *state);

// derive_build.c. Ops by name, with one result or none (NULL), and those that are needed more often.
baton_op *derive_build(const baton_builder *at, const char *name, baton_value *const *operands, size_t num_operands,
                       const baton_type *result);
baton_value *derive_build_binary(const baton_builder *at, const char *name, baton_value *a, baton_value *b);
baton_value *derive_build_constant(const baton_builder *at, int64_t value); // of type index
baton_value *derive_build_none(const baton_builder *at, const baton_type *type);
baton_value *derive_build_set(const baton_builder *at, baton_value *task, baton_value *array, baton_value *slot);
baton_value *derive_build_get(const baton_builder *at, baton_value *array, baton_value *slot);
// The op again with one more result and, if not NULL, one more operand; what was there before is gone.
baton_op *derive_widen(baton_module *module, baton_op *op, const baton_type *type, baton_value *operand);

static inline baton_op *derive_terminator(const baton_op *op) { return baton_op_body(op)->last; }
static inline bool derive_writes(const derive_access *access) { return (access->kind & BATON_ACCESS_WRITE) != 0; }
static inline void derive_keep_tracking(derive_access *earlier, derive_access *later) {
  earlier->needs_publish = true;
  later->needs_lookup = true;
}
static inline uint64_t derive_edge_key(const baton_op *producer, const baton_op *consumer) {
  return (uint64_t)producer->id << 32 | consumer->id;
}

#endif
