// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Symbols and their lookup.
#include "ir/symbol.h"

baton_str baton_symbol_name(const baton_op *op) {
  if (!baton_op_has_trait(op, BATON_TRAIT_SYMBOL))
    return (baton_str){"", 0};
  const baton_attr *name = baton_op_attr(op, BATON_STR("sym_name"));
  return name && name->kind == BATON_ATTR_STRING ? name->string : (baton_str){"", 0};
}

static bool defines(const baton_op *op, const baton_op *table, baton_str name) {
  return op->block && baton_op_parent(op) == table && baton_str_equal(baton_symbol_name(op), name);
}

// What was found before is kept in the module and checked again, so that ops may come, go and be renamed.
baton_op *baton_symbol_lookup(const baton_op *table, baton_str name) {
  baton_str interned = baton_context_intern(baton_op_context(table), name);
  uint64_t key = baton_hash_pointer(baton_hash_pointer(0, table), interned.data);
  uint64_t *known = baton_map_find(&table->module->symbols, key);
  if (known && defines((const baton_op *)(uintptr_t)*known, table, name))
    return (baton_op *)(uintptr_t)*known;
  for (baton_block *block = baton_op_body(table); block; block = block->next)
    for (baton_op *op = block->first; op; op = op->next)
      if (defines(op, table, name)) {
        baton_map_set(&table->module->symbols, key, baton_map_key(op));
        return op;
      }
  return NULL;
}

static baton_op *lookup_path(baton_op *table, const baton_attr *symbol) {
  baton_op *found = baton_symbol_lookup(table, symbol->symbol.root);
  for (uint32_t i = 0; found && i < symbol->symbol.num_nested; i++)
    found = baton_op_has_trait(found, BATON_TRAIT_SYMBOL_TABLE) ? baton_symbol_lookup(found, symbol->symbol.nested[i])
                                                                : NULL;
  return found;
}

baton_op *baton_symbol_resolve(const baton_op *from, const baton_attr *symbol) {
  if (!symbol || symbol->kind != BATON_ATTR_SYMBOL)
    return NULL;
  for (baton_op *table = (baton_op *)from; table; table = baton_op_parent(table)) {
    if (!baton_op_has_trait(table, BATON_TRAIT_SYMBOL_TABLE))
      continue;
    baton_op *found = lookup_path(table, symbol);
    if (found)
      return found;
  }
  return NULL;
}
