// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accessors of the arith dialect, and constants.
#ifndef BATON_DIALECT_ARITH_H
#define BATON_DIALECT_ARITH_H

#define BATON_DIALECT_FILE "dialect/arith.def"
#include "dialect/accessors.h"
#include "dialect/ops.h"
#include "ir/build.h"

// Whether a value is the result of an arith.constant with an integer; out_value may be NULL. (For constants behind
// arithmetic see analysis/trip.h.)
BATON_EXPORT bool baton_value_is_constant(const baton_value *value, int64_t *out_value);

// An arith.constant of type index.
BATON_EXPORT baton_value *baton_build_index(const baton_builder *at, int64_t value);

#endif
