// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inside of phase-fence. The pass works in rounds; each of its steps has a file of
// its own:
//
//     scan   (fence_scan.c)   numbers ops and blocks, folds values that always hold the same tasks into one *version*
//     uses   (fence_uses.c)   one *column* per version that somebody waits for, with its uses in program order;
//                             columns with the same uses become one *group*
//     hoist  (fence_hoist.c)  pieces of arrays that do not change in a loop go in front of it
//     family (fence_family.h) loops whose tasks wait for intervals of an array
//     cover  (fence_cover.c)  the lists of single tasks in one block, which may overlap in any way
//     plan   (fence_plan.c)   per group: which uses an existing or a new fence serves, by the cost rule
//     rewrite (phase_fence.c) the lists of the served submits and fences
//
// Everything lives in one arena that is reset after each round. Side tables are indexed by the ids of ops, values and
// blocks. Nothing here looks at addresses for order.
#ifndef BATON_PASSES_FENCE_IMPL_H
#define BATON_PASSES_FENCE_IMPL_H

#include "base/vec.h"
#include "ir/ir.h"

#define BATON_FENCE_NOTHING UINT32_MAX

typedef struct baton_fence_options {
  bool is_loop_mode;
  uint64_t fence_cost; // ct: what a fence costs besides its list, in entries
  uint32_t max_depth;  // fences in a row between two tasks, where lists overlap
} baton_fence_options;

// ---- scan -------------------------------------------------------------------------------------------------------

typedef struct baton_fence_scan {
  baton_module *module;
  baton_arena *arena;
  baton_op **ops; // everything inside the root, in pre-order
  size_t num_ops;
  uint32_t num_values; // ids below are covered by the tables; later ones belong to fences made in this round
  // By op id and by block id: positions in one pre-order numbering, from 1.
  uint32_t *op_order, *block_order;
  uint32_t *block_depth; // number of blocks around
  baton_op **block_loop; // innermost loop around, or NULL
  bool *block_is_opaque; // inside a region whose execution we know nothing about
  baton_value **parent;  // by value id: a value that always holds the same tasks, or NULL
  bool *is_renewed;      // by value id: a carry that some iteration changes
} baton_fence_scan;

void baton_fence_scan_init(baton_fence_scan *scan, baton_module *module, baton_op *root, baton_arena *arena);

// The value that stands for all that hold the same tasks as this one: it looks through carries that are passed on
// unchanged, branches with equal arms, scopes, casts. It is defined wherever the value itself is.
baton_value *baton_fence_version(const baton_fence_scan *scan, const baton_value *value);

// Where a value is defined in the pre-order numbering. Values of one op or block share the number.
uint32_t baton_fence_definition(const baton_fence_scan *scan, const baton_value *value);

// How often a region of an op certainly runs when the op runs, whatever the unknown bounds and conditions are. For the
// arms of an scf.if with an unknown condition: 0; see baton_fence_is_open_branch.
uint64_t baton_fence_region_runs(const baton_op *op, uint32_t region);

// An scf.if of which exactly one of two arms runs, unknown which.
bool baton_fence_is_open_branch(const baton_op *op);

// Moves pieces of arrays that tasks wait for out of the loops that they do not change in. The scan is stale after a
// change.
bool baton_fence_hoist(const baton_fence_scan *scan);

// ---- uses -------------------------------------------------------------------------------------------------------

// Which operand groups of an op name a version; bits.
enum { BATON_FENCE_AFTER = 1, BATON_FENCE_DERIVED = 2 };

// One submit or fence that waits for one version, however often it names it.
typedef struct baton_fence_use {
  baton_op *op;
  uint32_t column;
  uint32_t next;  // use of the same column, in program order
  uint32_t fence; // index of the fence that is to take its place, or NOTHING
  uint32_t node;  // for the plan
  uint32_t kinds;
} baton_fence_use;

typedef struct baton_fence_column {
  baton_value *version;
  uint64_t num_slots; // 1 for a single task
  uint64_t hash;      // of the uses and the loop of the definition
  uint32_t definition;
  uint32_t first_use, last_use;
  uint32_t next; // column of the same group, in order of definition
} baton_fence_column;

// Columns that the same ops wait for in the same way, defined inside the same loops.
typedef struct baton_fence_group {
  uint32_t first_column, last_column, num_columns;
  uint64_t num_slots;
  uint32_t next_same_hash;
  // After the plan: whether some use is served by no fence, and the greatest number of these that is certain in one run
  // of a block, with which a fence pays.
  bool is_direct, pays;
  uint64_t num_certain_uses;
} baton_fence_group;

typedef struct baton_fence_uses {
  baton_fence_use *uses; // of one op: consecutive; ops in program order
  baton_fence_column *columns;
  baton_fence_group *groups; // in order of definition of their first column
  uint32_t num_uses, num_columns, num_groups;
  uint32_t *column_of;    // by value id
  uint32_t *op_first_use; // by op id, NOTHING where none
  uint32_t *op_num_uses;  // by op id
  bool *op_has_more;      // by op id: its lists name something that is in no column
} baton_fence_uses;

void baton_fence_uses_init(baton_fence_uses *uses, const baton_fence_scan *scan, const baton_fence_options *options);

// The operand groups `after` and `derived` of a submit or a fence.
uint32_t baton_fence_after_group(const baton_op *op);
uint32_t baton_fence_derived_group(const baton_op *op);
// A submit or a fence.
bool baton_fence_is_consumer(const baton_op *op);

// ---- cover ------------------------------------------------------------------------------------------------------

// For the blocks of one scan.
typedef struct baton_fence_cover {
  baton_fence_scan *scan;
  const baton_fence_options *options;
  uint32_t *numbers, *stamps; // by value id: the number in the lists of the block that the stamp names
  uint32_t num_blocks;
} baton_fence_cover;

typedef struct baton_fence_cover_counts {
  size_t fences, lists; // made, changed
} baton_fence_cover_counts;

void baton_fence_cover_init(baton_fence_cover *cover, baton_fence_scan *scan, const baton_fence_options *options);

// Covers the lists of single tasks of one block, whether they are equal or overlap. Ops that it makes are not in the
// scan.
baton_fence_cover_counts baton_fence_cover_block(baton_fence_cover *cover, baton_block *block);

// ---- plan -------------------------------------------------------------------------------------------------------

// A fence, existing or made by the plan, that takes the place of a group in some lists.
typedef struct baton_fence {
  baton_value *task;
  baton_value *rest;  // where a test at run time decides: what is waited for besides the task; else NULL
  uint32_t last_user; // id + 1 of the op whose list got it last
  bool is_new;
} baton_fence;

typedef struct baton_fence_plan {
  baton_fence_scan *scan;
  baton_fence_uses *uses;
  const baton_fence_options *options;
  BATON_VEC(baton_fence) fences;
  BATON_VEC(struct baton_fence_node)
  nodes;                   // blocks between the definition and the uses of the group at hand, outer before inner
  uint32_t *node_of_block; // by block id, valid where node_group is the group at hand
  uint32_t *node_group;
} baton_fence_plan;

void baton_fence_plan_init(baton_fence_plan *plan, baton_fence_scan *scan, baton_fence_uses *uses,
                           const baton_fence_options *options);
void baton_fence_plan_deinit(baton_fence_plan *plan);

// Whether it can be tested in front of a loop with an unknown number of trips that it runs so often.
bool baton_fence_can_test(const baton_op *loop, uint64_t min_trips);
// Makes the test, and a fence of the values for the case that it holds; then the rest is empty. Otherwise the result is
// none, and the rest is all of the values, which are so many slots together.
baton_value *baton_fence_build_tested(baton_module *module, baton_op *loop, uint64_t min_trips,
                                      baton_value *const *values, size_t num_values, uint64_t num_slots, bool is_after,
                                      baton_value **out_rest);

// Decides for one group, makes its fences, and notes in the uses which fence serves them.
void baton_fence_plan_group(baton_fence_plan *plan, uint32_t group);

#endif
