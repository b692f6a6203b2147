// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Covers of random lists, against full closures: every task comes after exactly the same tasks, the cost falls, no
// more fences are in a row than the budget allows or there were before, and a cover of the cover finds nothing.
// BATON_TEST_PROGRAMS=N tries N graphs instead.
#include "../cmocka_all.h"

#include "analysis/task_cover.h"
#include "base/vec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUM_GRAPHS = 600, MAX_TASKS = 90 };

typedef struct graph {
  BATON_VEC(uint32_t) starts;
  BATON_VEC(uint32_t) producers;
  BATON_VEC(bool) is_fence;
} graph;

static uint32_t next_random(uint64_t *state, uint32_t below) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return (uint32_t)((*state >> 20) % below);
}

static void deinit(graph *g) {
  baton_vec_deinit(&g->starts);
  baton_vec_deinit(&g->producers);
  baton_vec_deinit(&g->is_fence);
}

// Layers with windows, prefixes, random and equal lists, entries from further back, and fences among the tasks.
static void make_random(graph *g, uint64_t *state) {
  uint32_t num_tasks = 6 + next_random(state, MAX_TASKS - 6), width = 3 + next_random(state, 20);
  uint32_t shape = next_random(state, 4), density = 20 + next_random(state, 80), far = next_random(state, 3);
  bool has_fences = next_random(state, 2) != 0;
  g->starts.size = g->producers.size = g->is_fence.size = 0;
  for (uint32_t v = 0; v < num_tasks; v++) {
    baton_vec_push(&g->starts, (uint32_t)g->producers.size);
    baton_vec_push(&g->is_fence, has_fences && next_random(state, 8) == 0);
    uint32_t layer = v / width, i = v % width, base = layer ? (layer - 1) * width : 0;
    for (uint32_t j = 0; layer && j < width; j++) {
      bool is_in_shape = shape == 0   ? j <= i
                         : shape == 1 ? j + 3 >= i && j <= i + 3
                         : shape == 2 ? i % 2 == j % 2
                                      : true;
      if (is_in_shape && next_random(state, 100) < density)
        baton_vec_push(&g->producers, base + j);
    }
    for (uint32_t k = 0; v && k < far; k++)
      baton_vec_push(&g->producers, next_random(state, v));
  }
  baton_vec_push(&g->starts, (uint32_t)g->producers.size);
}

// ---- the closure of tasks, fences looked through ----------------------------------------------------------------

typedef struct closure {
  bool *before; // node by task: the task is before the node
  uint32_t *depth;
  uint32_t num_nodes, num_tasks, deepest;
} closure;

// task_of: the number of a task among the originals, by node; fences have none that counts.
static void closure_init(closure *c, uint32_t num_nodes, uint32_t num_tasks, const uint32_t *starts,
                         const uint32_t *producers, const bool *is_fence, const uint32_t *task_of) {
  *c = (closure){baton_mem_zeroed((size_t)num_nodes * num_tasks + 1, 1),
                 baton_mem_zeroed(num_nodes + 1, sizeof(uint32_t)), num_nodes, num_tasks, 0};
  for (uint32_t v = 0; v < num_nodes; v++) {
    for (uint32_t k = starts[v]; k < starts[v + 1]; k++) {
      uint32_t u = producers[k];
      assert_true(u < v);
      for (uint32_t t = 0; t < num_tasks; t++)
        c->before[(size_t)v * num_tasks + t] |= c->before[(size_t)u * num_tasks + t];
      if (!is_fence[u])
        c->before[(size_t)v * num_tasks + (task_of ? task_of[u] : u)] = true;
      if (is_fence[u] && c->depth[u] > c->depth[v])
        c->depth[v] = c->depth[u];
    }
    c->depth[v] += is_fence[v];
    c->deepest = c->depth[v] > c->deepest ? c->depth[v] : c->deepest;
  }
}

static void closure_deinit(closure *c) {
  baton_mem_free(c->before);
  baton_mem_free(c->depth);
}

static void check_order(const closure *old, const closure *new, const baton_task_cover *cover) {
  uint32_t next = 0;
  for (uint32_t node = 0; node < cover->num_nodes; node++) {
    if (cover->origins[node] == BATON_COVER_NEW)
      continue;
    assert_int_equal(cover->origins[node], next++);
    assert_memory_equal(old->before + (size_t)cover->origins[node] * old->num_tasks,
                        new->before + (size_t)node *new->num_tasks, old->num_tasks);
  }
  assert_int_equal(next, old->num_nodes);
}

// ---- one graph --------------------------------------------------------------------------------------------------

static uint64_t reduced_entries(const baton_task_lists *lists) {
  uint64_t kept = 0;
  bool *implied = baton_mem_zeroed((size_t)lists->starts[lists->num_tasks] + 1, sizeof *implied);
  baton_task_reduce(lists, implied);
  for (uint32_t k = 0; k < lists->starts[lists->num_tasks]; k++)
    kept += !implied[k];
  baton_mem_free(implied);
  return kept;
}

static uint64_t cost_of(const baton_task_cover *cover, uint64_t fence_cost) {
  uint64_t cost = cover->starts[cover->num_nodes];
  for (uint32_t node = 0; node < cover->num_nodes; node++)
    cost += cover->origins[node] == BATON_COVER_NEW ? fence_cost : 0;
  return cost;
}

static void check_again(const baton_task_cover *cover, const baton_cover_options *options) {
  baton_task_cover again;
  baton_task_lists lists = {cover->starts, cover->producers, cover->num_nodes};
  if (baton_task_cover_find(&lists, cover->is_fence, options, &again))
    fail_msg("a second run found more");
}

// Returns the entries and fences saved.
static uint64_t check_graph(const graph *g, const baton_cover_options *options, bool is_repeated) {
  baton_task_lists lists = {g->starts.data, g->producers.data, (uint32_t)g->is_fence.size};
  baton_task_cover cover;
  if (!baton_task_cover_find(&lists, g->is_fence.data, options, &cover))
    return 0;
  uint64_t old_cost = reduced_entries(&lists), new_cost = cost_of(&cover, options->fence_cost);
  assert_true(new_cost < old_cost);
  closure old, new;
  closure_init(&old, lists.num_tasks, lists.num_tasks, lists.starts, lists.producers, g->is_fence.data, NULL);
  closure_init(&new, cover.num_nodes, lists.num_tasks, cover.starts, cover.producers, cover.is_fence, cover.origins);
  check_order(&old, &new, &cover);
  assert_true(new.deepest <= (options->max_depth > old.deepest ? options->max_depth : old.deepest));
  if (is_repeated)
    check_again(&cover, options);
  closure_deinit(&old);
  closure_deinit(&new);
  baton_task_cover_deinit(&cover);
  return old_cost - new_cost;
}

static void test_random_graphs(void **unused) {
  (void)unused;
  const char *more = getenv("BATON_TEST_PROGRAMS");
  uint64_t num_graphs = more ? strtoull(more, NULL, 10) : NUM_GRAPHS, saved = 0, num_saved = 0;
  graph g = {0};
  for (uint64_t seed = 1; seed <= num_graphs; seed++) {
    uint64_t state = seed * 0x9e3779b97f4a7c15u;
    make_random(&g, &state);
    baton_cover_options options = {next_random(&state, 2) * 3, 1 + next_random(&state, 6)};
    uint64_t gain = check_graph(&g, &options, true);
    saved += gain;
    num_saved += gain > 0;
  }
  print_message("%llu of %llu graphs covered, %llu saved\n", (unsigned long long)num_saved,
                (unsigned long long)num_graphs, (unsigned long long)saved);
  assert_true(num_saved * 4 > num_graphs);
  deinit(&g);
}

// All but one of 16, and each task also waits for a task behind the one that it leaves out: reduced lists are all
// different, but one fence stands for all.
static void test_hidden_equal_lists(void **unused) {
  (void)unused;
  enum { N = 16 };
  graph g = {0};
  for (uint32_t v = 0; v < 3 * N; v++) {
    baton_vec_push(&g.starts, (uint32_t)g.producers.size);
    baton_vec_push(&g.is_fence, false);
    if (v >= N && v < 2 * N)
      baton_vec_push(&g.producers, v - N);
    for (uint32_t u = 0; v >= 2 * N && u < N; u++)
      if (u != v - 2 * N)
        baton_vec_push(&g.producers, u);
    if (v >= 2 * N)
      baton_vec_push(&g.producers, v - N);
  }
  baton_vec_push(&g.starts, (uint32_t)g.producers.size);
  baton_task_lists lists = {g.starts.data, g.producers.data, 3 * N};
  baton_task_cover cover;
  assert_true(baton_task_cover_find(&lists, g.is_fence.data, &(baton_cover_options){3, 8}, &cover));
  // N in the fence, N tasks of the second layer, two entries for each of the third.
  assert_int_equal(cover.starts[cover.num_nodes], 4 * N);
  assert_int_equal(cover.num_nodes, 3 * N + 1);
  baton_task_cover_deinit(&cover);
  deinit(&g);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_graphs), cmocka_unit_test(test_hidden_equal_lists)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
