// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Families of intervals: a loop whose tasks wait for `slice %xs[lo(i)] [hi(i) - lo(i)]`, neither bound ever falling.
// Windows, prefixes, suffixes, clipped or not, are of this kind.
//
// *The star.* Consumers are taken in groups of `size`, and producers in blocks of as many. A group's *core* is what all
// of its members wait for, [max lo, min hi). A fence per block stands for the block, a fence per core for the core: it
// lists the blocks that lie in it, and single ids at its ends. A consumer lists the core and what is left of its
// interval on both sides. The blocks in the cores are such a family again, with fewer members: the next level.
//
//     producers   0 1 2 3 | 4 5 6 7 | 8 9 ...            level 0: N producers, M consumers
//     blocks         B0       B1       ...               level 1: N / size blocks, M / size cores
//
// A level without blocks lists single ids in its cores.
#ifndef BATON_PASSES_FENCE_FAMILY_H
#define BATON_PASSES_FENCE_FAMILY_H

#include "ir/ir.h"
#include "passes/fence_impl.h"

enum { BATON_FAMILY_MAX_LEVELS = 3, BATON_FAMILY_MAX_OPS = 32 };

// Members of level l + 1 are the cores of level l.
typedef struct baton_family_level {
  int64_t size;    // of groups and blocks
  int64_t shift;   // the first group has so many fewer; below size
  bool has_blocks; // only at the last level it may not
  int64_t num_producers, num_members;
  int64_t num_blocks, num_groups;
  bool has_empty_cores; // then a core may be none
} baton_family_level;

typedef struct baton_family {
  baton_op *loop, *slice;
  baton_value *array;
  bool is_after; // the list that its fences have
  int64_t lower, step, num_members, num_producers;
  // Pure ops of the loop's body that compute the bounds from its variable, in order.
  baton_op *ops[BATON_FAMILY_MAX_OPS];
  uint32_t num_ops;
  baton_family_level levels[BATON_FAMILY_MAX_LEVELS];
  uint32_t num_levels;
} baton_family;

// Fills levels by the cheapest of a number of shapes within the budget of depth. lo and hi: the intervals of all
// members; num_uses: in how many lists each of them stands. False where no shape is cheaper than the lists as they are.
bool baton_family_choose(baton_family *family, const int64_t *lo, const int64_t *hi, uint64_t num_uses,
                         const baton_fence_options *options, baton_arena *arena);

// Puts the fences in front of the loop, and new lists into its body. Returns the number of lists changed.
size_t baton_family_emit(const baton_family *family, baton_module *module);

// Both for all families in the program. Returns the number of lists changed; adds to *out_fences the fences written
// down.
size_t baton_fence_families(const baton_fence_scan *scan, const baton_fence_options *options, size_t *out_fences);

#endif
