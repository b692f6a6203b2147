// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values are available where.
#ifndef BATON_IR_DOMINANCE_H
#define BATON_IR_DOMINANCE_H

#include "ir/ir.h"

// What is known about an op and everything in it, as it stood when this was made; later changes are not seen. Owned by
// the caller.
typedef struct baton_dominance baton_dominance;

// Linear in the ops, but for regions with several blocks (iterative dominators: quadratic at worst, linear in
// practice).
BATON_EXPORT baton_dominance *baton_dominance_create(const baton_op *root);
BATON_EXPORT void baton_dominance_destroy(baton_dominance *dominance);

// Whether the value may be used by an operand of the op: defined earlier in the same block, or in a block that
// dominates, or around it; never inside the op that defines it. Everything dominates what cannot be reached.
BATON_EXPORT bool baton_dominates(const baton_dominance *dominance, const baton_value *value, const baton_op *user);

#endif
