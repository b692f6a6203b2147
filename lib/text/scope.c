// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables of names.
#include "text/scope.h"

#include "base/map.h"

// The slot of a name, or the free one where it would go.
static uint32_t *probe(const baton_scope *scope, baton_str text, uint32_t hash) {
  size_t mask = scope->capacity - 1, at = hash & mask;
  for (; scope->slots[at]; at = (at + 1) & mask) {
    const baton_name *name = &scope->names.data[scope->slots[at] - 1];
    if (name->hash == hash && name->size == text.size && memcmp(scope->text + name->start, text.data, text.size) == 0)
      break;
  }
  return &scope->slots[at];
}

// Names are mostly numbered, and used near where they are defined. Those that differ in the last character alone get
// neighbouring slots, so that few parts of a large table are in use at a time.
static uint32_t hash_of(baton_str text) {
  return (uint32_t)baton_hash_bytes(text.data, text.size - 1) << 4 | (text.data[text.size - 1] & 15);
}

static void set_capacity(baton_scope *scope, size_t capacity) {
  baton_mem_free(scope->slots);
  scope->capacity = capacity;
  scope->slots = baton_mem_zeroed(scope->capacity, sizeof *scope->slots);
  for (size_t i = 0; i < scope->names.size; i++) {
    size_t mask = scope->capacity - 1, at = scope->names.data[i].hash & mask;
    while (scope->slots[at])
      at = (at + 1) & mask;
    scope->slots[at] = (uint32_t)i + 1;
  }
}

void baton_scope_init(baton_scope *scope, baton_str text) {
  enum { BYTES_PER_SLOT = 32 };
  size_t capacity = 64;
  while (capacity < text.size / BYTES_PER_SLOT)
    capacity *= 2;
  *scope = (baton_scope){.text = text.data};
  set_capacity(scope, capacity);
}

uint32_t baton_scope_name(baton_scope *scope, baton_str text) {
  if (scope->names.size * 2 >= scope->capacity)
    set_capacity(scope, scope->capacity * 2);
  uint32_t hash = hash_of(text);
  uint32_t *slot = probe(scope, text, hash);
  if (!*slot) {
    baton_name name = {.hash = hash, .start = (uint32_t)(text.data - scope->text), .size = (uint32_t)text.size};
    baton_vec_push(&scope->names, name);
    *slot = (uint32_t)scope->names.size;
  }
  return *slot - 1;
}

static void set(baton_name *name, const baton_definition *definition) {
  name->value = definition->value;
  name->level = definition->level;
  name->position = definition->position;
  name->count = definition->count;
}

void baton_scope_define(baton_scope *scope, uint32_t name, const baton_definition *definition) {
  baton_name *entry = &scope->names.data[name];
  bool hides = entry->value != NULL;
  if (hides) {
    baton_definition before = {{entry->value}, entry->level, entry->position, entry->count};
    baton_vec_push(&scope->hidden, before);
  }
  baton_vec_push(&scope->undo, name * 2 + hides);
  set(entry, definition);
}

void baton_scope_leave(baton_scope *scope, size_t mark) {
  static const baton_definition none = {0};
  while (scope->undo.size > mark) {
    uint32_t undo = scope->undo.data[--scope->undo.size];
    set(&scope->names.data[undo / 2], undo % 2 ? &scope->hidden.data[--scope->hidden.size] : &none);
  }
}

void baton_scope_deinit(baton_scope *scope) {
  baton_mem_free(scope->slots);
  baton_vec_deinit(&scope->names);
  baton_vec_deinit(&scope->undo);
  baton_vec_deinit(&scope->hidden);
  *scope = (baton_scope){0};
}
