// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making the ops that phase-fence puts into programs.
#ifndef BATON_PASSES_FENCE_BUILD_H
#define BATON_PASSES_FENCE_BUILD_H

#include "ir/build.h"

baton_value *baton_fence_build_constant(const baton_builder *at, int64_t value);
// An arith op on two indices, by name.
baton_value *baton_fence_build_arith(const baton_builder *at, const char *name, baton_value *a, baton_value *b);
// The same with a constant; a + 0, a - 0, a * 1 and a / 1 are a.
baton_value *baton_fence_build_arith_by(const baton_builder *at, const char *name, baton_value *a, int64_t b);
baton_value *baton_fence_build_is_less(const baton_builder *at, baton_value *a, baton_value *b);
baton_value *baton_fence_build_select(const baton_builder *at, baton_value *condition, baton_value *a, baton_value *b);

baton_value *baton_fence_build_get(const baton_builder *at, baton_value *array, baton_value *index);
// `count` slots from `start` on.
baton_value *baton_fence_build_slice(const baton_builder *at, baton_value *array, baton_value *start,
                                     baton_value *count);
// A fence with all values in one of its two lists.
baton_value *baton_fence_build_fence(const baton_builder *at, baton_value *const *values, size_t num_values,
                                     bool is_after);

// An orch.parallel of `trips` iterations that yields one task each, with an empty body: the terminator is made by
// baton_fence_build_yield. The body's argument is the number of the iteration.
baton_op *baton_fence_build_parallel(const baton_builder *at, int64_t trips);
// An scf.if that yields one task, with empty arms.
baton_op *baton_fence_build_if(const baton_builder *at, baton_value *condition);
// A builder at the end of a region's block.
baton_builder baton_fence_build_inside(const baton_builder *at, baton_op *op, uint32_t region);
void baton_fence_build_yield(const baton_builder *at, const char *name, baton_value *task);
baton_value *baton_fence_build_none(const baton_builder *at);

#endif
