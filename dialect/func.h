// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accessors of the func dialect.
#ifndef BATON_DIALECT_FUNC_H
#define BATON_DIALECT_FUNC_H

#define BATON_DIALECT_FILE "dialect/func.def"
#include "dialect/accessors.h"
#include "dialect/ops.h"

#endif
