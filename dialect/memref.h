// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accessors of the memref dialect.
#ifndef BATON_DIALECT_MEMREF_H
#define BATON_DIALECT_MEMREF_H

#define BATON_DIALECT_FILE "dialect/memref.def"
#include "dialect/accessors.h"
#include "dialect/ops.h"

#endif
