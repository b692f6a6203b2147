// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BATON_OP_ORCH_SUBMIT and so on: one number per op of our own dialects, for dense tables. 0 is any other op.
#ifndef BATON_DIALECT_OPS_H
#define BATON_DIALECT_OPS_H

enum {
  BATON_OP_OTHER,
#define BATON_OP(id, CODE, ...) BATON_OP_##CODE,
#include "dialect/builtin.def"

#include "dialect/func.def"

#include "dialect/arith.def"

#include "dialect/scf.def"

#include "dialect/memref.def"

#include "dialect/orch.def"
#undef BATON_OP
  BATON_NUM_OPS
};

#endif
