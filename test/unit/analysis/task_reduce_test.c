// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The transitive reduction of written-out lists, against a full closure.
#include "../cmocka_all.h"

#include "analysis/task_reduce.h"
#include "base/vec.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

typedef struct graph {
  BATON_VEC(uint32_t) starts;
  BATON_VEC(uint32_t) producers;
  uint32_t num_tasks;
} graph;

static uint32_t next_random(uint64_t *state, uint32_t below) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return (uint32_t)((*state >> 20) % below);
}

static void begin_task(graph *g) {
  baton_vec_push(&g->starts, (uint32_t)g->producers.size);
  g->num_tasks++;
}

static bool *reduce(graph *g) {
  baton_vec_push(&g->starts, (uint32_t)g->producers.size);
  bool *implied = baton_mem_zeroed(g->producers.size + 1, sizeof *implied);
  baton_task_reduce(&(baton_task_lists){g->starts.data, g->producers.data, g->num_tasks}, implied);
  return implied;
}

static void deinit(graph *g) {
  baton_vec_deinit(&g->starts);
  baton_vec_deinit(&g->producers);
}

// Lists of up to `most` tasks out of the last `span`, some far ones, and some joins of everything.
static void make_random(graph *g, uint64_t *state, uint32_t num_tasks, uint32_t most, uint32_t span, uint32_t far) {
  for (uint32_t v = 0; v < num_tasks; v++) {
    begin_task(g);
    if (v == 0)
      continue;
    for (uint32_t k = next_random(state, most + 1); k > 0; k--) {
      uint32_t reach = next_random(state, 100) < far || v < span ? v : span;
      baton_vec_push(&g->producers, v - 1 - next_random(state, reach));
    }
    for (uint32_t u = 0; far && next_random(state, num_tasks) < 2 && u < v; u++)
      baton_vec_push(&g->producers, u);
  }
}

static bool has(const uint8_t *closure, uint32_t n, uint32_t v, uint32_t u) { return closure[(size_t)v * n + u]; }

static void check_against_closure(graph *g, const bool *implied) {
  uint32_t n = g->num_tasks;
  uint8_t *closure = baton_mem_zeroed((size_t)n * n + 1, 1);
  for (uint32_t v = 0; v < n; v++) {
    for (uint32_t k = g->starts.data[v]; k < g->starts.data[v + 1]; k++) {
      uint32_t u = g->producers.data[k];
      bool expected = false;
      for (uint32_t other = g->starts.data[v]; other < g->starts.data[v + 1] && !expected; other++) {
        uint32_t x = g->producers.data[other];
        expected = (x == u && other < k) || has(closure, n, x, u);
      }
      assert_int_equal(implied[k], expected);
    }
    for (uint32_t k = g->starts.data[v]; k < g->starts.data[v + 1]; k++) {
      uint32_t u = g->producers.data[k];
      closure[(size_t)v * n + u] = 1;
      for (uint32_t w = 0; w < u; w++)
        closure[(size_t)v * n + w] |= closure[(size_t)u * n + w];
    }
  }
  baton_mem_free(closure);
}

static void test_random_graphs(void **state) {
  (void)state;
  uint64_t seed = 7;
  for (uint32_t k = 0; k < 60; k++) {
    graph g = {0};
    make_random(&g, &seed, 20 + k * 8, 1 + k % 7, 3 + k * 5, k % 3 * 5);
    bool *implied = reduce(&g);
    check_against_closure(&g, implied);
    baton_mem_free(implied);
    deinit(&g);
  }
}

static void test_long_reach(void **state) {
  (void)state;
  uint64_t seed = 11;
  graph g = {0};
  make_random(&g, &seed, 1800, 3, 900, 10);
  bool *implied = reduce(&g);
  check_against_closure(&g, implied);
  baton_mem_free(implied);
  deinit(&g);
}

static void test_empty(void **state) {
  (void)state;
  graph g = {0};
  baton_mem_free(reduce(&g));
  begin_task(&g);
  begin_task(&g);
  g.starts.size--;
  g.num_tasks--;
  baton_mem_free(reduce(&g));
  deinit(&g);
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// Phases of all-to-all keep all entries; lanes with long-lived hubs and final joins lose most.
static void test_large(void **state) {
  (void)state;
  enum { WIDTH = 64, TASKS = 84032 };
  graph dense = {0}, lanes = {0};
  for (uint32_t v = 0; v < TASKS; v++) {
    begin_task(&dense);
    for (uint32_t u = 0; u < WIDTH && v >= WIDTH; u++)
      baton_vec_push(&dense.producers, v / WIDTH * WIDTH - WIDTH + u);
    begin_task(&lanes);
    for (uint32_t u = 0; u < v && v % 8400 == 8399; u++)
      baton_vec_push(&lanes.producers, u);
    if (v >= WIDTH)
      baton_vec_push(&lanes.producers, v - WIDTH);
    if (v >= 4000) {
      baton_vec_push(&lanes.producers, v % 4000);
      baton_vec_push(&lanes.producers, v - 4000);
    }
  }
  double start = seconds();
  bool *implied = reduce(&dense);
  double middle = seconds();
  bool *implied_lanes = reduce(&lanes);
  double end = seconds();
  size_t num_dense = 0, num_lanes = 0;
  for (size_t k = 0; k < dense.producers.size; k++)
    num_dense += implied[k];
  for (size_t k = 0; k < lanes.producers.size; k++)
    num_lanes += implied_lanes[k];
  print_message("all-to-all: %zu entries, %zu implied, %.0f ms; lanes: %zu entries, %zu implied, %.0f ms\n",
                dense.producers.size, num_dense, (middle - start) * 1e3, lanes.producers.size, num_lanes,
                (end - middle) * 1e3);
  assert_int_equal(num_dense, 0);
  assert_true(num_lanes > lanes.producers.size / 2);
  baton_mem_free(implied);
  baton_mem_free(implied_lanes);
  deinit(&dense);
  deinit(&lanes);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_graphs), cmocka_unit_test(test_long_reach),
                                     cmocka_unit_test(test_empty), cmocka_unit_test(test_large)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
