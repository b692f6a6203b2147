// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hash tables: 64-bit key to 64-bit value, and the hash functions that everything else uses (XXH3). Iterating over a
// table is deliberately impossible: output must never depend on addresses.
//
// Thread rule: one thread at a time.
#ifndef BATON_BASE_MAP_H
#define BATON_BASE_MAP_H

#include "base/str.h"

BATON_EXPORT uint64_t baton_hash_bytes(const void *data, size_t size);

// Mixes one more word into a running hash.
static inline uint64_t baton_hash_mix(uint64_t hash, uint64_t word) {
  uint64_t x = (hash ^ word) * 0x9e3779b97f4a7c15u;
  return x ^ (x >> 29);
}

static inline uint64_t baton_hash_pointer(uint64_t hash, const void *pointer) {
  return baton_hash_mix(hash, (uint64_t)(uintptr_t)pointer);
}

typedef struct baton_map_entry {
  uint64_t key, value;
  bool is_used;
} baton_map_entry;

// Open addressing; zero-initialised is empty.
typedef struct baton_map {
  baton_map_entry *entries;
  size_t size, capacity; // capacity is a power of two or 0
} baton_map;

// The value slot of a key, or NULL where the key is absent; valid until the next insertion.
BATON_EXPORT uint64_t *baton_map_find(const baton_map *map, uint64_t key);
// Inserts or overwrites.
BATON_EXPORT void baton_map_set(baton_map *map, uint64_t key, uint64_t value);
BATON_EXPORT void baton_map_deinit(baton_map *map);

static inline uint64_t baton_map_key(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

static inline void *baton_map_find_pointer(const baton_map *map, const void *key) {
  uint64_t *value = baton_map_find(map, baton_map_key(key));
  return value ? (void *)(uintptr_t)*value : NULL;
}

static inline void baton_map_set_pointer(baton_map *map, const void *key, const void *value) {
  baton_map_set(map, baton_map_key(key), baton_map_key(value));
}

#endif
