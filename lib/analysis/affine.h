// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integers as sums: constant + coefficient * value + ..., and what is known about how far apart two of them are.
//
// A sum says what a value is modulo 2^64, the arithmetic of index and i64. Proofs about addresses use differences of
// offsets that are known to lie inside a buffer, at most 2^62 apart: if the difference of the sums is bounded to less
// than that, it is the difference of the offsets, wrapped or not. So a bound beyond 2^62 counts as not known, and
// nothing else needs to be said about overflow.
//
// Nothing here allocates; all results are plain values.
#ifndef BATON_ANALYSIS_AFFINE_H
#define BATON_ANALYSIS_AFFINE_H

#include "ir/ir.h"

enum { BATON_AFFINE_MAX_TERMS = 4 };

typedef struct baton_affine_term {
  const baton_value *value;
  int64_t coefficient; // not 0
} baton_affine_term;

// Terms are ordered by the ids of their values, which differ.
typedef struct baton_affine {
  int64_t constant;
  uint32_t num_terms;
  baton_affine_term terms[BATON_AFFINE_MAX_TERMS];
} baton_affine;

// All integers from lo to hi, both included; INT64_MIN and INT64_MAX stand for no bound.
typedef struct baton_range {
  int64_t lo, hi;
} baton_range;

static inline baton_affine baton_affine_constant(int64_t constant) { return (baton_affine){.constant = constant}; }

// A value of type index or integer as a sum, through sums, differences, products with constants and casts of at least
// 64 bits. Whatever else it depends on stays a value. The variable of a loop with one trip is its lower bound.
BATON_EXPORT baton_affine baton_affine_of(const baton_value *value);

// a + factor * b. False, leaving *out alone, if a number overflows or there are too many terms.
BATON_EXPORT bool baton_affine_add(const baton_affine *a, const baton_affine *b, int64_t factor, baton_affine *out);

// What a value can be: loop variables from their bounds, minima, maxima, remainders, quotients, sizes, narrow types. A
// loop of unknown trip count is taken to run at most 2^46 times.
BATON_EXPORT baton_range baton_value_range(const baton_value *value);

// Whether a sum is the value itself and not only equal modulo 2^64: the ranges of its values say that nothing wraps.
BATON_EXPORT bool baton_affine_is_exact(const baton_affine *sum);

// Bounds of a - b. Where `carried` is NULL, both are evaluated in the same iteration of all loops around both. Else
// they are evaluated in different iterations of that loop, a in an earlier one, and in the same iteration of the loops
// around it: every value defined inside of `carried` then stands for two. Infinite if a bound is beyond 2^62.
BATON_EXPORT baton_range baton_affine_difference(const baton_affine *a, const baton_affine *b, const baton_op *carried);

// The step of a loop where it is a positive constant, otherwise 0.
BATON_EXPORT int64_t baton_loop_step(const baton_op *loop);
// The variable of an scf.for or orch.parallel; NULL for other ops.
BATON_EXPORT const baton_value *baton_loop_variable(const baton_op *loop);
// The loop whose variable a value is, or NULL.
BATON_EXPORT const baton_op *baton_variable_loop(const baton_value *value);

#endif
