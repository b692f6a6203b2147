// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All dialects of the project.
#ifndef BATON_DIALECT_DIALECTS_H
#define BATON_DIALECT_DIALECTS_H

#include "ir/context.h"

BATON_EXPORT extern const baton_dialect baton_builtin_dialect, baton_func_dialect, baton_arith_dialect,
    baton_scf_dialect, baton_memref_dialect, baton_orch_dialect;

// Registers them all; false only if one is registered already.
BATON_EXPORT bool baton_register_dialects(baton_context *context);

#endif
