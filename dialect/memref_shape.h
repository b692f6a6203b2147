// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verify hooks of the ops that give a buffer another shape. Private to dialect/.
#ifndef BATON_DIALECT_MEMREF_SHAPE_H
#define BATON_DIALECT_MEMREF_SHAPE_H

#include "ir/ir.h"

bool baton_verify_collapse_shape(const baton_op *op);
bool baton_verify_expand_shape(const baton_op *op);
bool baton_verify_transpose(const baton_op *op);

#endif
