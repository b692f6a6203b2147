// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which buffer a memref value is, and which part of it.
//
// Every memref value is a view: a box (analysis/box.h) of a base. A base is a value behind which nothing more is known
// for certain: an orch.alloc, a function argument, a carried value, the result of a branch, of a loop or of a call.
// Subviews, casts, scopes, loops that run once and carries that never change are seen through.
//
// A base stands for one of several roots: allocations, arguments, or something unknown (what calls return). Allocations
// are fresh each time they run: two iterations of a loop around one never mean the same buffer, unless it was carried
// from one to the other. For each root of a base it is therefore known for how many of the loops around the allocation
// (outermost first) the base means the buffer of the current iteration; in the next loop inwards it means that of an
// earlier one.
//
// Roots that may be met together form a group; accesses of different groups never conflict.
//
// The analysis describes the module as it was when functions were added, and stays valid while ops are only added. Its
// memory belongs to the arena and to the heap (destroy).
#ifndef BATON_ANALYSIS_STORAGE_H
#define BATON_ANALYSIS_STORAGE_H

#include "analysis/box.h"

typedef struct baton_storage baton_storage;

typedef struct baton_view {
  uint32_t base;
  baton_box box;
  const uint32_t *dims; // for each dimension of the view, that of the base; NULL: the same
} baton_view;

typedef enum baton_alias {
  BATON_ALIAS_NEVER,
  BATON_ALIAS_PERHAPS,
  BATON_ALIAS_SAME, // the same base, so that the boxes can be compared
} baton_alias;

BATON_EXPORT baton_storage *baton_storage_create(baton_arena *arena, const baton_module *module);
BATON_EXPORT void baton_storage_destroy(baton_storage *storage);

// Analyses a function with a body. False, with nothing added, where its control flow is not understood: several blocks,
// or ops of other dialects with regions.
BATON_EXPORT bool baton_storage_add(baton_storage *storage, const baton_op *func);

// The view of a memref value of a function that was added.
BATON_EXPORT const baton_view *baton_storage_view(const baton_storage *storage, const baton_value *value);
// The view of one element, in the arena.
BATON_EXPORT const baton_view *baton_storage_element(const baton_storage *storage, const baton_value *buffer,
                                                     baton_operands indices);

// Dense numbers, below the number of groups so far.
BATON_EXPORT uint32_t baton_storage_group(const baton_storage *storage, const baton_view *view);
BATON_EXPORT uint32_t baton_storage_num_groups(const baton_storage *storage);

// Whether the base is an allocation or an argument itself, so that boxes of it can be compared at all times.
BATON_EXPORT bool baton_storage_is_root(const baton_storage *storage, const baton_view *view);
// The allocation's result or the argument, if the base is one; otherwise NULL.
BATON_EXPORT const baton_value *baton_storage_root(const baton_storage *storage, const baton_view *view);
// Whether the buffer may have been there before the function was called: arguments and unknown ones.
BATON_EXPORT bool baton_storage_is_incoming(const baton_storage *storage, const baton_view *view);
// Whether code outside of the function may reach the buffer: incoming ones, and what is passed on.
BATON_EXPORT bool baton_storage_is_shared(const baton_storage *storage, const baton_view *view);
// Whether the buffer is allocated inside of the given loop and never seen outside of the iteration that allocates it.
BATON_EXPORT bool baton_storage_is_private_to(const baton_storage *storage, const baton_view *view,
                                              const baton_op *loop);

// Whether two accesses inside of the op `place` may meet: with `carried` NULL in the same iteration of `place`, if it
// is a loop, and of all loops around it; otherwise `carried` is `place`, and a is of an earlier iteration of it than b.
BATON_EXPORT baton_alias baton_storage_alias(const baton_storage *storage, const baton_view *a, const baton_view *b,
                                             const baton_op *place, const baton_op *carried);

#endif
