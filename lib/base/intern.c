// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The uniquing set.
#include "base/intern.h"
#include "base/map.h"

static baton_intern_slot *slot_of(const baton_intern_set *set, uint64_t hash) {
  return &set->slots[(size_t)hash & (set->capacity - 1)];
}

baton_intern_slot *baton_intern_next(const baton_intern_set *set, baton_intern_slot *slot) {
  return ++slot == set->slots + set->capacity ? set->slots : slot;
}

static void grow(baton_intern_set *set) {
  baton_intern_set old = *set;
  set->capacity = old.capacity ? old.capacity * 2 : 64;
  set->slots = baton_mem_zeroed(set->capacity, sizeof *set->slots);
  for (size_t i = 0; i < old.capacity; i++) {
    if (!old.slots[i].object)
      continue;
    baton_intern_slot *slot = slot_of(set, old.slots[i].hash);
    while (slot->object)
      slot = baton_intern_next(set, slot);
    *slot = old.slots[i];
  }
  baton_mem_free(old.slots);
}

baton_intern_slot *baton_intern_first(baton_intern_set *set, uint64_t hash) {
  if (set->size * 4 >= set->capacity * 3)
    grow(set);
  return slot_of(set, hash);
}

void baton_intern_insert(baton_intern_set *set, baton_intern_slot *slot, uint64_t hash, const void *object) {
  *slot = (baton_intern_slot){hash, object};
  set->size++;
}

void baton_intern_set_deinit(baton_intern_set *set) {
  baton_mem_free(set->slots);
  *set = (baton_intern_set){0};
}

baton_str baton_intern_str(baton_intern_set *set, baton_arena *arena, baton_str text) {
  uint64_t hash = baton_hash_bytes(text.data, text.size);
  baton_intern_slot *slot = baton_intern_first(set, hash);
  for (; slot->object; slot = baton_intern_next(set, slot))
    if (slot->hash == hash && baton_str_equal(*(const baton_str *)slot->object, text))
      return *(const baton_str *)slot->object;
  baton_str *copy = baton_arena_alloc(arena, 1, sizeof *copy);
  *copy = baton_str_copy(arena, text);
  baton_intern_insert(set, slot, hash, copy);
  return *copy;
}
