// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Symbols: named ops inside a symbol table (functions in a module).
#ifndef BATON_IR_SYMBOL_H
#define BATON_IR_SYMBOL_H

#include "ir/ir.h"

// The symbol's name, or an empty string where the op defines none.
BATON_EXPORT baton_str baton_symbol_name(const baton_op *op);
// The op of a name directly inside a symbol table op, or NULL. Linear in the number of ops there.
BATON_EXPORT baton_op *baton_symbol_lookup(const baton_op *table, baton_str name);
// The op that a symbol attribute means when it stands on the given op: looked up in the nearest table around it and,
// where it is absent, in the ones further out. NULL: none.
BATON_EXPORT baton_op *baton_symbol_resolve(const baton_op *from, const baton_attr *symbol);

#endif
