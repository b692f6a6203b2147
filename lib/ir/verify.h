// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The verifier: structure, the op tables' rows, symbols, dominance.
#ifndef BATON_IR_VERIFY_H
#define BATON_IR_VERIFY_H

#include "ir/ir.h"

// Checks an op and everything in it, the innermost ops first. False after an error at each function (or other isolated
// op) that is wrong, one error each.
BATON_EXPORT bool baton_verify(const baton_op *op);

#endif
