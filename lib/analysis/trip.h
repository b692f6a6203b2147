// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants and trip counts.
#ifndef BATON_ANALYSIS_TRIP_H
#define BATON_ANALYSIS_TRIP_H

#include "ir/ir.h"

// The integer that a value always is, through arith ops on constants; false where it is not known. Never overflows
// silently: an intermediate result that does not fit its type in 64 bits counts as not known.
BATON_EXPORT bool baton_constant_value(const baton_value *value, int64_t *out_value);

// What an integer op of arith (by its code) gives for two numbers of 64 bits: the true result. False, with *out of no
// meaning, for other ops, where the result is undefined or does not fit, and for unsigned ops on negative numbers.
BATON_EXPORT bool baton_integer_op_value(uint16_t code, int64_t a, int64_t b, int64_t *out);

// How often the body of an scf.for or orch.parallel runs, when its bounds and its (positive) step are known; 0 where
// lower >= upper. BATON_DYNAMIC for unknown bounds and for scf.while. A count beyond INT64_MAX counts as unknown.
BATON_EXPORT int64_t baton_trip_count(const baton_op *loop);

// Whether an op is a loop: scf.for, scf.while, orch.parallel (ops with BATON_TRAIT_LOOP).
BATON_EXPORT bool baton_op_is_loop(const baton_op *op);

#endif
