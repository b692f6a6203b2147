// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transitive reduction with rows of bits for live tasks.
#include "analysis/task_reduce.h"

#include "base/vec.h"

#include <string.h>

enum {
  FAR = 256,          // submissions; entries that reach further back are tried through first consumers
  FIRST_CONSUMERS = 8 // of a producer, for that
};

typedef struct reducer {
  const baton_task_lists *lists;
  bool *implied;
  uint32_t *last;    // per task: its last consumer, or itself
  uint32_t *row;     // per task: its row in the current strip; 0 is the row of zeros
  uint32_t *visited; // per task: the last list that it was seen in, plus 1
  uint64_t *bits;    // num_rows rows of num_words
  BATON_VEC(uint32_t) free_rows;
  size_t num_rows, capacity, num_words;
} reducer;

static void find_last_consumers(reducer *r) {
  const baton_task_lists *lists = r->lists;
  for (uint32_t v = 0; v < lists->num_tasks; v++) {
    r->last[v] = v;
    for (uint32_t k = lists->starts[v]; k < lists->starts[v + 1]; k++)
      if (!r->implied[k])
        r->last[lists->producers[k]] = v;
  }
}

// Marks repeated entries, and far entries of which one of the first consumers is in the same list. The consumer is a
// later task than the producer, so chains of such reasons end.
static void drop_cheaply(reducer *r) {
  const baton_task_lists *lists = r->lists;
  uint32_t *consumers = baton_mem_zeroed((size_t)lists->num_tasks * FIRST_CONSUMERS, sizeof *consumers);
  uint8_t *num_consumers = baton_mem_zeroed(lists->num_tasks, 1);
  for (uint32_t v = 0; v < lists->num_tasks; v++) {
    for (uint32_t k = lists->starts[v]; k < lists->starts[v + 1]; k++) {
      uint32_t u = lists->producers[k];
      r->implied[k] = r->visited[u] == v + 1;
      r->visited[u] = v + 1;
    }
    for (uint32_t k = lists->starts[v]; k < lists->starts[v + 1]; k++) {
      uint32_t u = lists->producers[k];
      if (r->implied[k])
        continue;
      for (uint32_t c = 0; v - u > FAR && c < num_consumers[u] && !r->implied[k]; c++)
        r->implied[k] = r->visited[consumers[(size_t)u * FIRST_CONSUMERS + c]] == v + 1;
      if (num_consumers[u] < FIRST_CONSUMERS)
        consumers[(size_t)u * FIRST_CONSUMERS + num_consumers[u]++] = v;
    }
  }
  baton_mem_free(consumers);
  baton_mem_free(num_consumers);
}

// The last consumer of any producer in a strip.
static uint32_t strip_end(const reducer *r, uint32_t begin, uint32_t end) {
  uint32_t last = begin;
  for (uint32_t u = begin; u < end; u++)
    last = r->last[u] > last ? r->last[u] : last;
  return last;
}

static uint32_t strip_limit(const reducer *r, uint32_t begin, uint32_t width) {
  return r->lists->num_tasks - begin < width ? r->lists->num_tasks : begin + width;
}

static uint32_t choose_width(const reducer *r) {
  uint32_t best_width = 64;
  uint64_t best_cost = UINT64_MAX;
  for (uint32_t width = 64; width <= 4096; width *= 2) {
    uint64_t cost = 0;
    for (uint32_t begin = 0; begin < r->lists->num_tasks; begin = strip_limit(r, begin, width)) {
      uint32_t last = strip_end(r, begin, strip_limit(r, begin, width));
      // An entry costs its words and a fixed part, worth about four words.
      cost += (uint64_t)(r->lists->starts[last + 1] - r->lists->starts[begin] + (last - begin)) * (width / 64 + 4);
    }
    if (cost < best_cost) {
      best_cost = cost;
      best_width = width;
    }
  }
  return best_width;
}

static uint64_t *row_bits(const reducer *r, uint32_t row) { return r->bits + row * r->num_words; }

static uint32_t take_row(reducer *r) {
  if (r->free_rows.size)
    return r->free_rows.data[--r->free_rows.size];
  if (r->num_rows == r->capacity) {
    r->capacity *= 2;
    r->bits = baton_mem_resize_array(r->bits, r->capacity, r->num_words * sizeof *r->bits);
  }
  return (uint32_t)r->num_rows++;
}

// Fills acc with what the list of v reaches in the strip, and marks its implied entries. Returns whether any bit is
// set.
static bool reduce_list(reducer *r, uint32_t v, uint32_t begin, uint32_t end, uint64_t *acc) {
  const baton_task_lists *lists = r->lists;
  memset(acc, 0, r->num_words * sizeof *acc);
  bool any = false;
  for (uint32_t k = lists->starts[v]; k < lists->starts[v + 1]; k++) {
    uint32_t u = lists->producers[k];
    if (u < begin || r->row[u] == 0)
      continue;
    const uint64_t *row = row_bits(r, r->row[u]);
    for (size_t w = 0; w < r->num_words; w++)
      acc[w] |= row[w];
    any = true;
  }
  for (uint32_t k = lists->starts[v]; k < lists->starts[v + 1]; k++) {
    uint32_t u = lists->producers[k];
    if (u >= begin && u < end && (acc[(u - begin) / 64] >> ((u - begin) % 64) & 1))
      r->implied[k] = true;
  }
  for (uint32_t k = lists->starts[v]; k < lists->starts[v + 1]; k++) {
    uint32_t u = lists->producers[k];
    if (u >= begin && u < end) {
      acc[(u - begin) / 64] |= (uint64_t)1 << ((u - begin) % 64);
      any = true;
    }
  }
  return any;
}

static void reduce_strip(reducer *r, uint32_t begin, uint32_t end) {
  const baton_task_lists *lists = r->lists;
  uint32_t last = strip_end(r, begin, end);
  r->num_rows = 1;
  r->free_rows.size = 0;
  memset(r->bits, 0, r->num_words * sizeof *r->bits);
  uint64_t *acc = baton_mem_zeroed(r->num_words, sizeof *acc);
  for (uint32_t v = begin; v <= last; v++) {
    r->row[v] = 0;
    bool any = reduce_list(r, v, begin, end, acc);
    for (uint32_t k = lists->starts[v]; k < lists->starts[v + 1]; k++) {
      uint32_t u = lists->producers[k];
      if (u >= begin && r->last[u] == v && r->row[u]) {
        baton_vec_push(&r->free_rows, r->row[u]);
        r->row[u] = 0;
      }
    }
    if (any && r->last[v] > v) {
      r->row[v] = take_row(r);
      memcpy(row_bits(r, r->row[v]), acc, r->num_words * sizeof *acc);
    }
  }
  baton_mem_free(acc);
}

void baton_task_reduce(const baton_task_lists *lists, bool *out_implied) {
  if (lists->num_tasks == 0)
    return;
  reducer r = {.lists = lists, .implied = out_implied};
  r.last = baton_mem_zeroed(lists->num_tasks, sizeof *r.last);
  r.row = baton_mem_zeroed(lists->num_tasks, sizeof *r.row);
  r.visited = baton_mem_zeroed(lists->num_tasks, sizeof *r.visited);
  drop_cheaply(&r);
  find_last_consumers(&r);
  uint32_t width = choose_width(&r);
  r.num_words = width / 64;
  r.capacity = 64;
  r.bits = baton_mem_resize_array(NULL, r.capacity, r.num_words * sizeof *r.bits);
  for (uint32_t begin = 0; begin < lists->num_tasks; begin = strip_limit(&r, begin, width))
    reduce_strip(&r, begin, strip_limit(&r, begin, width));
  baton_mem_free(r.bits);
  baton_mem_free(r.visited);
  baton_mem_free(r.row);
  baton_mem_free(r.last);
  baton_vec_deinit(&r.free_rows);
}
