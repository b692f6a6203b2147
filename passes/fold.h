// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the cleanup passes (canonicalize, cse, licm, inline, loop-unroll) know about single ops: what they give on
// constants, whether they may be dropped or run at another time, and where a constant may stand. None of it belongs to
// an analysis: the answers license rewrites, and the rewrites are here.
//
// An error that ends the run (an index out of range, a bad shape) is not an effect: as the trait `pure` says, an op
// whose results nobody uses may be dropped even if it would fail. But no such error may be made: an op that can fail is
// only moved to places from which it is surely reached, and a value only becomes a constant where the verifier takes
// it, since the code may be one that never runs.
#ifndef BATON_PASSES_FOLD_H
#define BATON_PASSES_FOLD_H

#include "ir/ir.h"

// The constant that an arith op on integers gives, or NULL: an operand is no constant, the result is undefined
// (division by 0, a quotient that overflows, a shift by the width or more), or a type is wider than 64 bits.
const baton_attr *baton_fold_constants(const baton_op *op);

// The result of arith.cmpi on two numbers of a width; both sign-extended to 64 bits.
bool baton_fold_compare(int64_t predicate, uint32_t width, int64_t lhs, int64_t rhs);

// Whether an op may be dropped when nobody uses its results: pure ops, fences, buffers of static size, and branches,
// scopes and loops that end and hold nothing else. Looks into all of its regions.
bool baton_fold_is_droppable(const baton_op *op);
// The same, and nobody uses its results.
bool baton_fold_is_dead(const baton_op *op);

// Whether a pure op can neither fail nor be undefined, whatever its operands turn out to be where they are defined.
bool baton_fold_cannot_fail(const baton_op *op);

// Whether a value may take the place of another one everywhere: false only where it is a constant that the verifier
// would refuse as an index, size or step of some user.
bool baton_fold_can_replace(const baton_value *value, const baton_value *with);
// The same for a number that is about to become a constant.
bool baton_fold_can_be(const baton_value *value, int64_t number);

// Moves all ops of a block but the terminator to the place before an op.
void baton_fold_splice(baton_block *from, baton_op *before);

#endif
