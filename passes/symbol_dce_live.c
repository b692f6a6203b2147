// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which symbols are live: a graph search from the symbols that others may know.
#include "ir/symbol.h"
#include "passes/symbol_dce_impl.h"

static bool is_private_symbol(const baton_live_symbols *live, const baton_op *op) {
  const baton_op *table = baton_op_parent(op);
  if (op == live->root || !table || !baton_op_has_trait(table, BATON_TRAIT_SYMBOL_TABLE) || !baton_symbol_name(op).size)
    return false;
  return baton_attr_is_string(baton_op_attr(op, BATON_STR("sym_visibility")), "private");
}

static void mark(baton_live_symbols *live, const baton_op *symbol) {
  if (!symbol || live->is_live[symbol->id] || !is_private_symbol(live, symbol))
    return;
  live->is_live[symbol->id] = true;
  baton_vec_push(&live->unvisited, symbol);
}

// Every op that a reference names on its way: @outer::@inner keeps both.
static void mark_path(baton_live_symbols *live, const baton_op *from, const baton_attr *symbol) {
  const baton_op *at = NULL;
  for (const baton_op *table = from; table && !at; table = baton_op_parent(table))
    if (baton_op_has_trait(table, BATON_TRAIT_SYMBOL_TABLE))
      at = baton_symbol_lookup(table, symbol->symbol.root);
  mark(live, at);
  for (uint32_t i = 0; at && i < symbol->symbol.num_nested; i++) {
    at = baton_op_has_trait(at, BATON_TRAIT_SYMBOL_TABLE) ? baton_symbol_lookup(at, symbol->symbol.nested[i]) : NULL;
    mark(live, at);
  }
}

static bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
         c == '.' || c == '-';
}

// Everything of the form @name or @"name" in a text. A name may be found in more than one table: all of them count.
static void mark_text(baton_live_symbols *live, const baton_op *from, baton_str text) {
  for (size_t i = 0; i + 1 < text.size; i++) {
    if (text.data[i] != '@')
      continue;
    bool is_quoted = text.data[i + 1] == '"';
    size_t start = i + (is_quoted ? 2 : 1), end = start;
    while (end < text.size && (is_quoted ? text.data[end] != '"' : is_name_char(text.data[end])))
      end++;
    baton_str name = {text.data + start, end - start};
    for (const baton_op *table = from; table; table = baton_op_parent(table))
      if (baton_op_has_trait(table, BATON_TRAIT_SYMBOL_TABLE))
        mark(live, baton_symbol_lookup(table, name));
  }
}

static void mark_attr(baton_live_symbols *live, const baton_op *from, const baton_attr *attr) {
  if (!attr)
    return;
  switch (attr->kind) {
  case BATON_ATTR_SYMBOL:
    mark_path(live, from, attr);
    return;
  case BATON_ATTR_ARRAY:
    for (uint32_t i = 0; i < attr->array.num_items; i++)
      mark_attr(live, from, attr->array.items[i]);
    return;
  case BATON_ATTR_DICTIONARY:
    for (uint32_t i = 0; i < attr->dictionary.num_items; i++)
      mark_attr(live, from, attr->dictionary.items[i].value);
    return;
  case BATON_ATTR_OPAQUE:
    mark_text(live, from, attr->string);
    return;
  default:
    return;
  }
}

static void visit(baton_live_symbols *live, const baton_op *op) {
  for (uint32_t i = 0; i < op->def->num_attrs; i++)
    mark_attr(live, op, baton_op_slot(op, i));
  for (uint32_t i = 0; i < op->num_attrs; i++)
    mark_attr(live, op, op->attrs[i].value);
  for (uint32_t i = 0; i < op->num_regions; i++)
    for (const baton_block *block = op->regions[i].first; block; block = block->next)
      for (const baton_op *inner = block->first; inner; inner = inner->next)
        if (!is_private_symbol(live, inner))
          visit(live, inner);
}

void baton_live_symbols_init(baton_live_symbols *live, const baton_op *root, baton_arena *arena) {
  *live = (baton_live_symbols){.root = root, .is_live = BATON_ARENA_ARRAY(arena, bool, root->module->num_op_ids)};
  visit(live, root);
  while (live->unvisited.size)
    visit(live, live->unvisited.data[--live->unvisited.size]);
}

void baton_live_symbols_deinit(baton_live_symbols *live) { baton_vec_deinit(&live->unvisited); }

bool baton_symbol_is_live(const baton_live_symbols *live, const baton_op *op) {
  return live->is_live[op->id] || !is_private_symbol(live, op);
}
