// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the driver of canonicalize shares with its rewriter: the states of ops.
#ifndef BATON_PASSES_CANONICALIZE_WORKLIST_H
#define BATON_PASSES_CANONICALIZE_WORKLIST_H

#include "passes/canonicalize_impl.h"

enum {
  BATON_OP_QUEUED = 1, // on one of the lists
  BATON_OP_GONE = 2,   // erased, perhaps still on a list
  BATON_OP_PLACED = 4, // a constant at its place
};

uint8_t *baton_rewriter_state(baton_rewriter *r, const baton_op *op);

// Moves a constant to the start of its isolated region, or lets the equal one there take its place. True if something
// changed. Constants with other attributes stay where they are.
bool baton_rewriter_place_constant(baton_rewriter *r, baton_op *op);

#endif
