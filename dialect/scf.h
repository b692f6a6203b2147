// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accessors of the scf dialect.
#ifndef BATON_DIALECT_SCF_H
#define BATON_DIALECT_SCF_H

#define BATON_DIALECT_FILE "dialect/scf.def"
#include "dialect/accessors.h"
#include "dialect/ops.h"

#endif
