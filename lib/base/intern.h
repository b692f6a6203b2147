// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uniquing: equal objects become one object, so that they can be compared by address. Used for strings, types,
// attributes and locations.
//
// Thread rule: one thread at a time.
#ifndef BATON_BASE_INTERN_H
#define BATON_BASE_INTERN_H

#include "base/str.h"

// A set of objects by hash. The caller compares candidates itself:
//
//     baton_intern_slot *slot = baton_intern_first(&set, hash);
//     for (; slot->object; slot = baton_intern_next(&set, slot))
//       if (slot->hash == hash && equal(slot->object, key)) return slot->object;
//     baton_intern_insert(&set, slot, hash, new_object);
typedef struct baton_intern_slot {
  uint64_t hash;
  const void *object; // NULL: free
} baton_intern_slot;

typedef struct baton_intern_set {
  baton_intern_slot *slots;
  size_t size, capacity;
} baton_intern_set;

// The first slot to look at; the set has room for one insertion afterwards.
BATON_EXPORT baton_intern_slot *baton_intern_first(baton_intern_set *set, uint64_t hash);
BATON_EXPORT baton_intern_slot *baton_intern_next(const baton_intern_set *set, baton_intern_slot *slot);
// Fills the free slot at which a search ended.
BATON_EXPORT void baton_intern_insert(baton_intern_set *set, baton_intern_slot *slot, uint64_t hash,
                                      const void *object);
BATON_EXPORT void baton_intern_set_deinit(baton_intern_set *set);

// The one copy of a string, in the arena, ending in 0; equal strings have equal data pointers. (Always the same arena.)
BATON_EXPORT baton_str baton_intern_str(baton_intern_set *set, baton_arena *arena, baton_str text);

#endif
