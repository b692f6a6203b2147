// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inside of symbol-dce and inline: which symbols are live.
#ifndef BATON_PASSES_SYMBOL_DCE_IMPL_H
#define BATON_PASSES_SYMBOL_DCE_IMPL_H

#include "base/vec.h"
#include "ir/ir.h"

typedef struct baton_live_symbols {
  const baton_op *root;
  bool *is_live;                         // by op id: symbols that are kept
  BATON_VEC(const baton_op *) unvisited; // live ones whose contents have not been looked at
} baton_live_symbols;

// Finds what is live in an op and everything in it, as symbol_dce.c explains. The arena holds the table.
void baton_live_symbols_init(baton_live_symbols *live, const baton_op *root, baton_arena *arena);
void baton_live_symbols_deinit(baton_live_symbols *live);

// Whether an op stays: no symbol, not private, or referred to.
bool baton_symbol_is_live(const baton_live_symbols *live, const baton_op *op);

#endif
