// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables of names.
#include "text/scope.h"

#include "base/map.h"

// The slot of a name, or the free one where it would go.
static baton_name **probe(const baton_scope *scope, baton_str text, uint64_t hash) {
  size_t mask = scope->capacity - 1, at = (size_t)hash & mask;
  while (scope->slots[at] && (scope->slots[at]->hash != hash || !baton_str_equal(scope->slots[at]->text, text)))
    at = (at + 1) & mask;
  return &scope->slots[at];
}

static void grow(baton_scope *scope) {
  baton_scope old = *scope;
  scope->capacity = old.capacity ? old.capacity * 2 : 64;
  scope->slots = baton_mem_zeroed(scope->capacity, sizeof *scope->slots);
  for (size_t i = 0; i < old.capacity; i++)
    if (old.slots[i])
      *probe(scope, old.slots[i]->text, old.slots[i]->hash) = old.slots[i];
  baton_mem_free(old.slots);
}

baton_name *baton_scope_name(baton_scope *scope, baton_arena *arena, baton_str text) {
  if (scope->size * 4 >= scope->capacity * 3)
    grow(scope);
  uint64_t hash = baton_hash_bytes(text.data, text.size);
  baton_name **slot = probe(scope, text, hash);
  if (!*slot) {
    *slot = BATON_ARENA_NEW(arena, baton_name);
    **slot = (baton_name){.text = text, .hash = hash};
    scope->size++;
  }
  return *slot;
}

void baton_scope_define(baton_scope *scope, baton_name *name, baton_definition definition) {
  baton_vec_push(&scope->undo, ((baton_hidden){name, name->now}));
  name->now = definition;
}

void baton_scope_leave(baton_scope *scope, size_t mark) {
  while (scope->undo.size > mark) {
    const baton_hidden *hidden = &scope->undo.data[--scope->undo.size];
    hidden->name->now = hidden->before;
  }
}

void baton_scope_deinit(baton_scope *scope) {
  baton_mem_free(scope->slots);
  baton_vec_deinit(&scope->undo);
  *scope = (baton_scope){0};
}
