// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The hash table.
#include "base/map.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t baton_hash_bytes(const void *data, size_t size) { return XXH3_64bits(data, size); }

// The entry that holds the key, or the free one where it would go.
static baton_map_entry *probe(const baton_map *map, uint64_t key) {
  size_t mask = map->capacity - 1;
  size_t at = (size_t)baton_hash_mix(0, key) & mask;
  while (map->entries[at].is_used && map->entries[at].key != key)
    at = (at + 1) & mask;
  return &map->entries[at];
}

uint64_t *baton_map_find(const baton_map *map, uint64_t key) {
  if (map->size == 0)
    return NULL;
  baton_map_entry *entry = probe(map, key);
  return entry->is_used ? &entry->value : NULL;
}

static void grow(baton_map *map) {
  baton_map old = *map;
  map->capacity = old.capacity ? old.capacity * 2 : 16;
  map->entries = baton_mem_zeroed(map->capacity, sizeof *map->entries);
  for (size_t i = 0; i < old.capacity; i++)
    if (old.entries[i].is_used)
      *probe(map, old.entries[i].key) = old.entries[i];
  baton_mem_free(old.entries);
}

void baton_map_set(baton_map *map, uint64_t key, uint64_t value) {
  if (map->size * 4 >= map->capacity * 3)
    grow(map);
  baton_map_entry *entry = probe(map, key);
  map->size += !entry->is_used;
  *entry = (baton_map_entry){key, value, true};
}

void baton_map_deinit(baton_map *map) {
  baton_mem_free(map->entries);
  *map = (baton_map){0};
}
