// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accessors of the arith dialect.
#ifndef BATON_DIALECT_ARITH_H
#define BATON_DIALECT_ARITH_H

#define BATON_DIALECT_FILE "dialect/arith.def"
#include "dialect/accessors.h"
#include "dialect/ops.h"

#endif
