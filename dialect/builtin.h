// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accessors of the builtin dialect.
#ifndef BATON_DIALECT_BUILTIN_H
#define BATON_DIALECT_BUILTIN_H

#define BATON_DIALECT_FILE "dialect/builtin.def"
#include "dialect/accessors.h"
#include "dialect/ops.h"

#endif
