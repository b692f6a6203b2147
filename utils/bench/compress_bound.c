// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compress_bound.h"

#include "base/map.h"
#include "base/vec.h"

#include <string.h>

enum { WORD = 64 };

// The relation "v directly after u" between tasks, fences looked through.
typedef struct relation {
  uint32_t num_nodes;
  size_t num_words;
  uint64_t *before; // per node: all tasks before it
  BATON_VEC(uint32_t) starts;
  BATON_VEC(uint32_t) producers;
} relation;

static uint64_t *row_of(const relation *r, uint32_t v) { return r->before + v * r->num_words; }

static bool is_in(const uint64_t *bits, uint32_t u) { return bits[u / WORD] >> (u % WORD) & 1; }

// The tasks that are before v, but not before another task that is before v. Only tasks that v reaches through fences
// alone can be such: via marks them.
static void add_direct(relation *r, uint32_t v, const uint64_t *via) {
  uint64_t *implied = baton_mem_zeroed(r->num_words + 1, sizeof *implied);
  for (uint32_t u = 0; u < v; u++)
    for (size_t w = 0; is_in(via, u) && w < r->num_words; w++)
      implied[w] |= row_of(r, u)[w];
  for (uint32_t u = 0; u < v; u++)
    if (is_in(via, u) && !is_in(implied, u))
      baton_vec_push(&r->producers, u);
  baton_mem_free(implied);
}

static void relation_init(relation *r, uint32_t num_nodes, const uint32_t *starts, const uint32_t *producers,
                          const bool *is_fence) {
  *r = (relation){.num_nodes = num_nodes, .num_words = (num_nodes + WORD - 1) / WORD};
  r->before = baton_mem_zeroed(num_nodes * r->num_words + 1, sizeof *r->before);
  uint64_t *via = baton_mem_zeroed(num_nodes * r->num_words + 1, sizeof *via);
  for (uint32_t v = 0; v < num_nodes; v++) {
    baton_vec_push(&r->starts, (uint32_t)r->producers.size);
    uint64_t *own = via + v * r->num_words;
    for (uint32_t k = starts[v]; k < starts[v + 1]; k++) {
      uint32_t u = producers[k];
      for (size_t w = 0; w < r->num_words; w++) {
        row_of(r, v)[w] |= row_of(r, u)[w];
        own[w] |= is_fence[u] ? via[u * r->num_words + w] : 0;
      }
      if (!is_fence[u]) {
        row_of(r, v)[u / WORD] |= (uint64_t)1 << (u % WORD);
        own[u / WORD] |= (uint64_t)1 << (u % WORD);
      }
    }
    if (!is_fence[v])
      add_direct(r, v, own);
  }
  baton_vec_push(&r->starts, (uint32_t)r->producers.size);
  baton_mem_free(via);
}

static uint32_t root_of(uint32_t *parent, uint32_t at) {
  while (parent[at] != at)
    at = parent[at] = parent[parent[at]];
  return at;
}

// Least entries of m equal sets of n members.
static uint64_t class_bound(uint64_t n, uint64_t m) {
  if (n <= 1)
    return n * m;
  return m == 1 ? 2 : 2 * m < m + 2 ? 2 * m : m + 2;
}

typedef struct sums {
  uint64_t entries, producers, consumers, lists, columns;
} sums;

// Adds the bound of each class of equal sets to the part that `part` names; which: lists or columns.
static void add_classes(const relation *r, const uint32_t *starts, const uint32_t *items, uint32_t *parent,
                        uint32_t offset, sums *parts, bool is_columns) {
  baton_map counts = {0};
  for (int pass = 0; pass < 2; pass++)
    for (uint32_t s = 0; s < r->num_nodes; s++) {
      uint32_t size = starts[s + 1] - starts[s];
      if (size == 0)
        continue;
      uint64_t key = baton_hash_bytes(items + starts[s], size * sizeof *items);
      uint64_t *count = baton_map_find(&counts, key);
      if (pass == 0) {
        baton_map_set(&counts, key, count ? *count + 1 : 1);
      } else if (*count) {
        sums *part = &parts[root_of(parent, offset + s)];
        *(is_columns ? &part->columns : &part->lists) += class_bound(size, *count);
        *count = 0;
      }
    }
  baton_map_deinit(&counts);
}

static void transpose(const relation *r, uint32_t *starts, uint32_t *users) {
  for (size_t k = 0; k < r->producers.size; k++)
    starts[r->producers.data[k] + 2]++;
  for (uint32_t u = 0; u < r->num_nodes; u++)
    starts[u + 2] += starts[u + 1];
  for (uint32_t v = 0; v < r->num_nodes; v++)
    for (uint32_t k = r->starts.data[v]; k < r->starts.data[v + 1]; k++)
      users[starts[r->producers.data[k] + 1]++] = v;
}

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

static uint64_t sum_parts(const sums *parts, uint32_t num_parts) {
  uint64_t with_lists = 0, with_columns = 0;
  for (uint32_t i = 0; i < num_parts; i++) {
    uint64_t ends = parts[i].producers + parts[i].consumers;
    uint64_t connected = parts[i].entries < ends ? parts[i].entries : ends;
    with_lists += larger(connected, parts[i].lists);
    with_columns += larger(connected, parts[i].columns);
  }
  return larger(with_lists, with_columns);
}

uint64_t compress_bound(uint32_t num_nodes, const uint32_t *starts, const uint32_t *producers, const bool *is_fence) {
  relation r;
  relation_init(&r, num_nodes, starts, producers, is_fence);
  uint32_t *parent = baton_mem_zeroed((size_t)num_nodes * 2 + 1, sizeof *parent);
  for (uint32_t i = 0; i < num_nodes * 2; i++)
    parent[i] = i;
  for (uint32_t v = 0; v < num_nodes; v++)
    for (uint32_t k = r.starts.data[v]; k < r.starts.data[v + 1]; k++)
      parent[root_of(parent, r.producers.data[k])] = root_of(parent, num_nodes + v);
  uint32_t *user_starts = baton_mem_zeroed((size_t)num_nodes + 2, sizeof *user_starts);
  uint32_t *users = baton_mem_zeroed(r.producers.size + 1, sizeof *users);
  transpose(&r, user_starts, users);
  sums *parts = baton_mem_zeroed((size_t)num_nodes * 2 + 1, sizeof *parts);
  for (uint32_t v = 0; v < num_nodes; v++) {
    parts[root_of(parent, num_nodes + v)].entries += r.starts.data[v + 1] - r.starts.data[v];
    parts[root_of(parent, num_nodes + v)].consumers += r.starts.data[v + 1] > r.starts.data[v];
    parts[root_of(parent, v)].producers += user_starts[v + 1] > user_starts[v];
  }
  add_classes(&r, r.starts.data, r.producers.data, parent, num_nodes, parts, false);
  add_classes(&r, user_starts, users, parent, 0, parts, true);
  uint64_t bound = sum_parts(parts, num_nodes * 2);
  baton_mem_free(parts);
  baton_mem_free(users);
  baton_mem_free(user_starts);
  baton_mem_free(parent);
  baton_mem_free(r.before);
  baton_vec_deinit(&r.starts);
  baton_vec_deinit(&r.producers);
  return bound;
}
