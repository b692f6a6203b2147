// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The task graph: ids, lists, fences, order, windows, blocking. Kernels write plain data that only the edges order, so
// under the thread sanitizer a lost edge is a reported race.
#include "support.h"

#include <time.h>

// Words: address of a cell, value. The cell must hold value - 1 before.
static int32_t count_up(const uint64_t *words, const baton_rt_call *call) {
  (void)call;
  uint64_t *cell = pointer_of(words[0]);
  if (*cell != words[1] - 1)
    return 1;
  *cell = words[1];
  return 0;
}

// Words: address of a cell. Adds one, atomically: for tasks without an order.
static int32_t count_any(const uint64_t *words, const baton_rt_call *call) {
  (void)call;
  atomic_fetch_add_explicit((_Atomic uint64_t *)pointer_of(words[0]), 1, memory_order_relaxed);
  return 0;
}

// Words: address of a flag, 0. Ends when the flag is set.
static int32_t wait_here(const uint64_t *words, const baton_rt_call *call) {
  (void)call;
  return wait_for_flag(pointer_of(words[0])) ? 0 : 1;
}

enum { COUNT_UP, COUNT_ANY, WAIT_HERE, FENCE, WAIT, CHECK_ALL };

// Words: address of cells, how many: all must be 1, then the cell after them becomes 1.
static int32_t check_all(const uint64_t *words, const baton_rt_call *call) {
  (void)call;
  uint8_t *cells = pointer_of(words[0]);
  for (uint64_t i = 0; i < words[1]; i++)
    if (cells[i] != 1)
      return 1;
  cells[words[1]] = 1;
  return 0;
}

static int32_t set_cell(const uint64_t *words, const baton_rt_call *call) {
  (void)call;
  uint8_t *cell = pointer_of(words[0]);
  *cell = 1;
  return 0;
}

enum { SET_CELL = CHECK_ALL + 1 };

static void add_task(program *p, const char *name, invoke_fn invoke) {
  program_task(p, name, NULL, invoke);
  program_scalar(p, BATON_RT_U64);
  program_scalar(p, BATON_RT_U64);
}

static void make_program(program *p) {
  program_init(p);
  add_task(p, "count_up", count_up);
  add_task(p, "count_any", count_any);
  add_task(p, "wait_here", wait_here);
  program_site(p, BATON_RT_SITE_FENCE);
  program_site(p, BATON_RT_SITE_WAIT);
  add_task(p, "check_all", check_all);
  add_task(p, "set_cell", set_cell);
}

static void leave(baton_rt *rt, baton_rt_frame *frame) {
  if (baton_rt_leave(rt, frame) != 0)
    fail_msg("%s", baton_rt_last_error(rt)->text);
}

static void test_chain(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  uint64_t num = is_stress() ? 1000000 : 200000;
  for (uint32_t workers = 1; workers <= 8; workers *= 2) {
    baton_rt *rt = make_runtime(workers, workers == 4 ? 128 : 0);
    baton_rt_frame frame;
    const void *const *sites = enter(rt, &p, &frame);
    uint64_t cell = 0;
    baton_task last = 0;
    for (uint64_t i = 1; i <= num; i++) {
      last = baton_rt_submit1(rt, sites[COUNT_UP], (uint64_t[]){word_of(&cell), i}, last);
      assert_true(last != 0);
    }
    leave(rt, &frame);
    assert_int_equal(cell, num);
    assert_int_equal(stats_of(rt).num_run, num);
    baton_rt_destroy(rt);
  }
}

static void test_wait_for_each(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  baton_rt *rt = make_runtime(2, 128);
  baton_rt_frame frame;
  const void *const *sites = enter(rt, &p, &frame);
  uint64_t cell = 0;
  for (uint64_t i = 1; i <= 5000; i++) {
    baton_task task = baton_rt_submit1(rt, sites[COUNT_UP], (uint64_t[]){word_of(&cell), i}, 0);
    const baton_task twice[] = {task, 0, task};
    assert_int_equal(baton_rt_wait(rt, sites[WAIT], twice, 3), 0);
    assert_int_equal(cell, i);
  }
  leave(rt, &frame);
  baton_rt_destroy(rt);
}

// One consumer of `num` producers, of which the last or the first is slow.
static void check_list(baton_rt *rt, program *p, uint64_t num, bool last_is_slow) {
  baton_rt_frame frame;
  const void *const *sites = enter(rt, p, &frame);
  uint8_t *cells = calloc(num + 1, 1);
  baton_task *ids = baton_rt_ids(rt, num + 2);
  assert_non_null(ids);
  _Atomic int gate = 0;
  baton_task slow = baton_rt_submit1(rt, sites[WAIT_HERE], (uint64_t[]){word_of(&gate), 0}, 0);
  for (uint64_t i = 0; i < num; i++) {
    bool is_slow = last_is_slow ? i == num - 1 : i == 0;
    ids[i] = baton_rt_submit1(rt, sites[SET_CELL], (uint64_t[]){word_of(&cells[i]), 0}, is_slow ? slow : 0);
    assert_true(ids[i] != 0);
  }
  // The list ends with a none and a repetition.
  ids[num + 1] = num ? ids[num / 2] : 0;
  baton_task all = baton_rt_submit(rt, sites[CHECK_ALL], (uint64_t[]){word_of(cells), num}, ids, num + 2);
  assert_true(all != 0);
  atomic_store(&gate, 1);
  assert_int_equal(baton_rt_wait(rt, sites[WAIT], &all, 1), 0);
  assert_int_equal(cells[num], 1);
  leave(rt, &frame);
  free(cells);
}

static void test_lists(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  static const uint64_t nums[] = {0, 1, 2, 3, 4, 5, 6, 15, 16, 17, 24, 63, 64, 65, 127, 129, 1000, 100000};
  baton_rt *rt = make_runtime(2, 131072);
  for (size_t i = 0; i < sizeof nums / sizeof *nums; i++) {
    check_list(rt, &p, nums[i], true);
    check_list(rt, &p, nums[i], false);
  }
  baton_rt_destroy(rt);
  rt = make_runtime(2, 128); // producers leave while the list is made
  baton_rt_frame frame;
  const void *const *sites = enter(rt, &p, &frame);
  uint64_t num = 10000;
  uint8_t *cells = calloc(num + 1, 1);
  baton_task *ids = baton_rt_ids(rt, num);
  for (uint64_t i = 0; i < num; i++)
    ids[i] = baton_rt_submit1(rt, sites[SET_CELL], (uint64_t[]){word_of(&cells[i]), 0}, 0);
  assert_true(baton_rt_submit(rt, sites[CHECK_ALL], (uint64_t[]){word_of(cells), num}, ids, num) != 0);
  leave(rt, &frame);
  assert_int_equal(cells[num], 1);
  free(cells);
  baton_rt_destroy(rt);
}

// Scattered lists, backwards and in several spans: every cell of a step is counted only after the whole list.
static void test_scattered_lists(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  baton_rt *rt = make_runtime(2, 0);
  enum { NUM = 4096 };
  static uint64_t cells[NUM];
  static baton_task ids[NUM], picked[NUM];
  for (uint32_t step = 1; step < 200; step += 11) {
    baton_rt_frame frame;
    const void *const *sites = enter(rt, &p, &frame);
    memset(cells, 0, sizeof cells);
    _Atomic int gate = 0;
    baton_task slow = baton_rt_submit1(rt, sites[WAIT_HERE], (uint64_t[]){word_of(&gate), 0}, 0);
    for (uint32_t i = 0; i < NUM; i++)
      ids[i] = baton_rt_submit1(rt, sites[COUNT_UP], (uint64_t[]){word_of(&cells[i]), 1}, slow);
    uint64_t num = 0;
    for (uint32_t i = NUM; i > step; i -= step)
      picked[num++] = ids[i - 1];
    const baton_span spans[] = {{picked, num / 3}, {NULL, 0}, {picked + num / 3, num - num / 3}};
    baton_task all = baton_rt_fence_spans(rt, sites[FENCE], spans, 3);
    for (uint32_t i = NUM; i > step; i -= step) // fails unless the cell was counted before
      assert_true(baton_rt_submit1(rt, sites[COUNT_UP], (uint64_t[]){word_of(&cells[i - 1]), 2}, all) != 0);
    atomic_store(&gate, 1);
    leave(rt, &frame);
    for (uint32_t i = NUM; i > step; i -= step)
      assert_int_equal(cells[i - 1], 2);
  }
  baton_rt_destroy(rt);
}

static void test_fences(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  baton_rt *rt = make_runtime(2, 0);
  baton_rt_frame frame;
  const void *const *sites = enter(rt, &p, &frame);
  const baton_task nones[3] = {0, 0, 0};
  baton_task empty = baton_rt_fence(rt, sites[FENCE], NULL, 0), none = baton_rt_fence(rt, sites[FENCE], nones, 3);
  assert_true(empty != 0 && none != 0 && empty != none);
  assert_int_equal(baton_rt_wait(rt, sites[WAIT], &empty, 1), 0);
  assert_int_equal(baton_rt_wait(rt, sites[WAIT], &none, 1), 0);
  baton_task done = baton_rt_fence(rt, sites[FENCE], &empty, 1);
  assert_true(done != 0);
  // A fence holds what waits for it until its own waits are over.
  _Atomic int gate = 0;
  uint64_t cell = 0;
  baton_task slow = baton_rt_submit1(rt, sites[WAIT_HERE], (uint64_t[]){word_of(&gate), 0}, 0);
  const baton_task mixed[] = {empty, slow, 0, done};
  baton_task held = baton_rt_fence(rt, sites[FENCE], mixed, 4);
  for (uint32_t i = 0; i < 100; i++)
    assert_true(baton_rt_submit1(rt, sites[COUNT_ANY], (uint64_t[]){word_of(&cell), 0}, held) != 0);
  nanosleep(&(struct timespec){0, 20000000}, NULL);
  assert_int_equal(atomic_load((_Atomic uint64_t *)&cell), 0);
  atomic_store(&gate, 1);
  leave(rt, &frame);
  assert_int_equal(cell, 100);
  assert_int_equal(stats_of(rt).num_fences, 4);
  baton_rt_destroy(rt);
}

// Fences are retired without recursion: a chain that hangs on one task uses no stack.
static void test_fence_chain(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  uint32_t num = is_stress() ? 1000000 : 200000;
  baton_rt *rt = make_runtime(2, 1048576);
  baton_rt_frame frame;
  const void *const *sites = enter(rt, &p, &frame);
  _Atomic int gate = 0;
  uint64_t cell = 0;
  baton_task last = baton_rt_submit1(rt, sites[WAIT_HERE], (uint64_t[]){word_of(&gate), 0}, 0);
  for (uint32_t i = 0; i < num; i++) {
    last = baton_rt_fence(rt, sites[FENCE], &last, 1);
    assert_true(last != 0);
  }
  baton_rt_submit1(rt, sites[COUNT_UP], (uint64_t[]){word_of(&cell), 1}, last);
  atomic_store(&gate, 1);
  leave(rt, &frame);
  assert_int_equal(cell, 1);
  baton_rt_destroy(rt);
}

// Two fences a level, each on both of the level before: shared ancestors.
static void test_fence_lattice(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  baton_rt *rt = make_runtime(2, 0);
  baton_rt_frame frame;
  const void *const *sites = enter(rt, &p, &frame);
  _Atomic int gate = 0;
  uint64_t cell = 0;
  baton_task level[2] = {baton_rt_submit1(rt, sites[WAIT_HERE], (uint64_t[]){word_of(&gate), 0}, 0), 0};
  for (uint32_t i = 0; i < 1000; i++) {
    baton_task next0 = baton_rt_fence(rt, sites[FENCE], level, 2);
    level[1] = baton_rt_fence(rt, sites[FENCE], level, 2);
    level[0] = next0;
  }
  baton_rt_submit(rt, sites[COUNT_UP], (uint64_t[]){word_of(&cell), 1}, level, 2);
  atomic_store(&gate, 1);
  leave(rt, &frame);
  assert_int_equal(cell, 1);
  baton_rt_destroy(rt);
}

// Random layered graphs. Task t of layer l adds up cells of the layer before that it waits for.
enum { WIDTH = 48, LAYERS = 120 };

typedef struct layered {
  uint64_t cells[LAYERS][WIDTH];
  uint64_t expected[LAYERS][WIDTH];
  uint64_t picks[LAYERS][WIDTH];
} layered;

// Words: the graph, layer * WIDTH + index.
static int32_t sum_picked(const uint64_t *words, const baton_rt_call *call) {
  (void)call;
  layered *graph = pointer_of(words[0]);
  uint64_t layer = words[1] / WIDTH, index = words[1] % WIDTH, sum = words[1];
  for (uint64_t mask = graph->picks[layer][index]; mask; mask &= mask - 1)
    sum = sum * 31 + graph->cells[layer - 1][__builtin_ctzll(mask)];
  graph->cells[layer][index] = sum;
  return 0;
}

static void fill_layered(layered *graph, uint64_t *seed) {
  memset(graph, 0, sizeof *graph);
  for (uint32_t l = 0; l < LAYERS; l++)
    for (uint32_t i = 0; i < WIDTH; i++) {
      uint64_t mask = next_random(seed) & ((UINT64_C(1) << WIDTH) - 1);
      uint64_t kind = next_random(seed) % 4;
      if (kind == 0) // all of them
        mask = (UINT64_C(1) << WIDTH) - 1;
      if (kind == 1) // one
        mask = UINT64_C(1) << (next_random(seed) % WIDTH);
      graph->picks[l][i] = l ? mask : 0;
      uint64_t sum = l * WIDTH + i;
      for (mask = graph->picks[l][i]; mask; mask &= mask - 1)
        sum = sum * 31 + graph->expected[l - 1][__builtin_ctzll(mask)];
      graph->expected[l][i] = sum;
    }
}

static void run_layered(baton_rt *rt, program *p, uint32_t site, uint64_t *seed) {
  static layered graph;
  static baton_task ids[LAYERS][WIDTH];
  fill_layered(&graph, seed);
  baton_rt_frame frame;
  const void *const *sites = enter(rt, p, &frame);
  for (uint32_t l = 0; l < LAYERS; l++) {
    baton_task fence = l && next_random(seed) % 3 == 0 ? baton_rt_fence(rt, sites[FENCE], ids[l - 1], WIDTH) : 0;
    for (uint32_t i = 0; i < WIDTH; i++) {
      const uint64_t words[] = {word_of(&graph), l * WIDTH + i};
      uint64_t mask = graph.picks[l][i];
      baton_task list[2 * WIDTH];
      uint64_t num = 0;
      for (; mask; mask &= mask - 1)
        list[num++] = ids[l - 1][__builtin_ctzll(mask)];
      if (l > 2) // one that is most likely retired, and a repetition
        list[num++] = ids[l - 3][i], list[num++] = list[0];
      const baton_span spans[] = {{list, num / 2}, {list + num / 2, num - num / 2}};
      if (fence)
        ids[l][i] = baton_rt_submit1(rt, sites[site], words, fence);
      else if (i % 2)
        ids[l][i] = baton_rt_submit_spans(rt, sites[site], words, spans, 2);
      else
        ids[l][i] = baton_rt_submit(rt, sites[site], words, list, num);
      assert_true(ids[l][i] != 0);
    }
  }
  leave(rt, &frame);
  assert_memory_equal(graph.cells, graph.expected, sizeof graph.cells);
}

static void test_layered(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  uint32_t site = p.module.num_sites;
  add_task(&p, "sum_picked", sum_picked);
  uint64_t seed = 88172645463325252u;
  static const uint32_t windows[] = {128, 192, 1024, 65536}, searches[] = {0, UINT32_MAX};
  for (uint32_t round = 0; round < (is_stress() ? 200u : 16u); round++) {
    const char *workers[] = {"1", "2", "3", "8"};
    const baton_rt_config config = {.size = sizeof config,
                                    .workers = workers[round % 4],
                                    .window = windows[round / 2 % 4],
                                    .search_ns = searches[round / 3 % 2]};
    baton_rt *rt = make_runtime_with(&config);
    for (uint32_t i = 0; i < 3; i++)
      run_layered(rt, &p, site, &seed);
    baton_rt_destroy(rt);
  }
}

// A slow task at the head holds its own chunk only: many times the window passes behind it.
static void test_slow_head(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  baton_rt *rt = make_runtime(2, 1024);
  baton_rt_frame frame;
  const void *const *sites = enter(rt, &p, &frame);
  _Atomic int gate = 0;
  uint64_t cell = 0;
  baton_task slow = baton_rt_submit1(rt, sites[WAIT_HERE], (uint64_t[]){word_of(&gate), 0}, 0);
  baton_task last = 0;
  for (uint64_t i = 1; i <= 50000; i++)
    last = baton_rt_submit1(rt, sites[COUNT_UP], (uint64_t[]){word_of(&cell), i}, last);
  assert_int_equal(baton_rt_wait(rt, sites[WAIT], &last, 1), 0);
  assert_int_equal(cell, 50000);
  atomic_store(&gate, 1);
  assert_int_equal(baton_rt_wait(rt, sites[WAIT], &slow, 1), 0);
  leave(rt, &frame);
  baton_rt_destroy(rt);
}

// Slow tasks pinning many chunks: more than the host has waiters for at once.
static void test_many_pinned(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  baton_rt *rt = make_runtime(2, 8192);
  baton_rt_frame frame;
  const void *const *sites = enter(rt, &p, &frame);
  _Atomic int gate = 0;
  uint64_t cell = 0, held = 0;
  baton_task slow = baton_rt_submit1(rt, sites[WAIT_HERE], (uint64_t[]){word_of(&gate), 0}, 0), last = 0;
  uint64_t num = 0;
  for (uint32_t chunk = 0; chunk < 120; chunk++) // of 128: one task of each hangs on the slow one
    for (uint32_t i = 0; i < 64; i++) {
      if (i == 5)
        assert_true(baton_rt_submit1(rt, sites[COUNT_ANY], (uint64_t[]){word_of(&held), 0}, slow) != 0);
      else
        last = baton_rt_submit1(rt, sites[COUNT_UP], (uint64_t[]){word_of(&cell), ++num}, last);
    }
  for (uint32_t i = 0; i < 20000; i++)
    last = baton_rt_submit1(rt, sites[COUNT_UP], (uint64_t[]){word_of(&cell), ++num}, last);
  assert_int_equal(baton_rt_wait(rt, sites[WAIT], &last, 1), 0);
  assert_int_equal(cell, num);
  atomic_store(&gate, 1);
  leave(rt, &frame);
  assert_int_equal(held, 120);
  baton_rt_destroy(rt);
}

// All to all as a user writes it: the repeated list costs one fence a phase.
static void test_shared_lists(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  baton_rt *rt = make_runtime(2, 0);
  baton_rt_frame frame;
  const void *const *sites = enter(rt, &p, &frame);
  enum { W = 40, PHASES = 50 };
  uint64_t cells[W] = {0};
  baton_task ids[2][W] = {{0}};
  _Atomic int gate = 0;
  for (uint32_t i = 0; i < W; i++)
    ids[0][i] = baton_rt_submit1(rt, sites[WAIT_HERE], (uint64_t[]){word_of(&gate), 0}, 0);
  for (uint32_t phase = 0; phase < PHASES; phase++)
    for (uint32_t i = 0; i < W; i++) {
      const uint64_t words[] = {word_of(&cells[i]), phase + 1};
      ids[(phase + 1) % 2][i] = baton_rt_submit(rt, sites[COUNT_UP], words, ids[phase % 2], W);
      assert_true(ids[(phase + 1) % 2][i] != 0);
    }
  atomic_store(&gate, 1);
  leave(rt, &frame);
  for (uint32_t i = 0; i < W; i++)
    assert_int_equal(cells[i], PHASES);
  assert_int_equal(stats_of(rt).num_implicit_fences, PHASES);
  assert_int_equal(stats_of(rt).num_waits, W * W * PHASES);
  baton_rt_destroy(rt);
}

static void expect_bad_id(baton_rt *rt, program *p, baton_task id, bool in_list) {
  baton_rt_frame frame;
  const void *const *sites = enter(rt, p, &frame);
  uint64_t cell = 0;
  baton_task good = baton_rt_submit1(rt, sites[COUNT_ANY], (uint64_t[]){word_of(&cell), 0}, 0);
  const baton_task ids[] = {good, id};
  baton_task bad = in_list ? baton_rt_submit(rt, sites[COUNT_ANY], (uint64_t[]){word_of(&cell), 0}, ids, 2)
                           : baton_rt_submit1(rt, sites[COUNT_ANY], (uint64_t[]){word_of(&cell), 0}, id);
  assert_int_equal(bad, 0);
  assert_int_equal(baton_rt_status(rt), BATON_RT_BAD_ID);
  assert_int_equal(((const baton_rt_prefix *)(const void *)rt)->status, BATON_RT_BAD_ID);
  // Later submits and waits give the same.
  assert_int_equal(baton_rt_submit1(rt, sites[COUNT_ANY], (uint64_t[]){word_of(&cell), 0}, 0), 0);
  assert_int_equal(baton_rt_wait(rt, sites[WAIT], &good, 1), BATON_RT_BAD_ID);
  assert_int_equal(baton_rt_leave(rt, &frame), BATON_RT_BAD_ID);
  const baton_rt_error *error = baton_rt_last_error(rt);
  assert_non_null(error);
  assert_non_null(strstr(error->text, "test.mlir:11:3: error: "));
  assert_non_null(strstr(error->text, "count_any"));
  assert_true(cell <= 1);
}

static void test_bad_ids(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  baton_rt *rt = make_runtime(2, 128), *other = make_runtime(1, 128);
  baton_rt_frame frame, other_frame;
  const void *const *sites = enter(rt, &p, &frame), *const *other_sites = enter(other, &p, &other_frame);
  uint64_t cell = 0;
  baton_task mine = baton_rt_submit1(rt, sites[COUNT_ANY], (uint64_t[]){word_of(&cell), 0}, 0);
  baton_task foreign = baton_rt_submit1(other, other_sites[COUNT_ANY], (uint64_t[]){word_of(&cell), 0}, 0);
  // Retired ones of this run, also long reused, add nothing.
  for (uint32_t i = 0; i < 2000; i++)
    assert_true(baton_rt_submit1(rt, sites[COUNT_ANY], (uint64_t[]){word_of(&cell), 0}, mine) != 0);
  leave(rt, &frame);
  leave(other, &other_frame);
  assert_int_equal(cell, 2002);
  for (int in_list = 0; in_list < 2; in_list++) {
    expect_bad_id(rt, &p, foreign, in_list);
    expect_bad_id(rt, &p, mine, in_list);                       // of an earlier run
    expect_bad_id(rt, &p, mine + (UINT64_C(1) << 40), in_list); // a later generation
    expect_bad_id(rt, &p, mine | (UINT64_C(1) << 22), in_list); // an odd one
    expect_bad_id(rt, &p, (mine & ~UINT64_C(63)) | 63, in_list);
    expect_bad_id(rt, &p, (mine & ~UINT64_C(0x3fffff)) | 1, in_list); // a waiter's slot
    expect_bad_id(rt, &p, mine | 0x3fffff, in_list);
    expect_bad_id(rt, &p, 1, in_list);
    expect_bad_id(rt, &p, 63, in_list);
    expect_bad_id(rt, &p, UINT64_MAX, in_list);
  }
  // And a run after all that is a good one.
  sites = enter(rt, &p, &frame);
  assert_int_equal(baton_rt_status(rt), 0);
  assert_null(baton_rt_last_error(rt));
  // The next slot of the current chunk was never submitted.
  mine = baton_rt_submit1(rt, sites[COUNT_ANY], (uint64_t[]){word_of(&cell), 0}, 0);
  assert_int_equal(baton_rt_submit1(rt, sites[COUNT_ANY], (uint64_t[]){word_of(&cell), 0}, mine + 1), 0);
  assert_int_equal(baton_rt_leave(rt, &frame), BATON_RT_BAD_ID);
  baton_rt_destroy(rt);
  baton_rt_destroy(other);
}

// Generations that run out: ids stay exact, and when none is left the run ends with an error.
static void test_last_generation(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  const baton_rt_faults faults = {.first_generation = UINT32_MAX - 9};
  const baton_rt_config config = {.size = sizeof config, .workers = "2", .window = 256, .faults = &faults};
  baton_rt *rt = make_runtime_with(&config);
  baton_rt_frame frame;
  const void *const *sites = enter(rt, &p, &frame);
  uint64_t cell = 0, num = 0;
  baton_task first = 0, last = 0;
  for (; num < 100000; num++) {
    baton_task id = baton_rt_submit1(rt, sites[COUNT_UP], (uint64_t[]){word_of(&cell), num + 1}, last);
    if (!id)
      break;
    first = first ? first : id;
    last = id;
    assert_true(baton_rt_wait(rt, sites[WAIT], &first, 1) == 0);
  }
  assert_in_range(num, 256, 4 * 64 * 6);
  assert_int_equal(baton_rt_leave(rt, &frame), BATON_RT_NO_MEMORY);
  assert_non_null(strstr(baton_rt_last_error(rt)->text, "ids"));
  assert_int_equal(cell, num);
  baton_rt_destroy(rt);
}

static void test_start_and_stop(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  for (uint32_t round = 0; round < 100; round++) {
    baton_rt *rt = make_runtime(1 + round % 4, 128);
    for (uint32_t run = 0; run < 3; run++) {
      baton_rt_frame frame;
      const void *const *sites = enter(rt, &p, &frame);
      uint64_t cell = 0;
      for (uint32_t i = 0; i < round; i++)
        assert_true(baton_rt_submit1(rt, sites[COUNT_ANY], (uint64_t[]){word_of(&cell), 0}, 0) != 0);
      leave(rt, &frame);
      assert_int_equal(cell, round);
    }
    baton_rt_destroy(rt);
  }
}

// Tasks that need each other to make progress at once: a worker is awake for each of them.
static int32_t meet(const uint64_t *words, const baton_rt_call *call) {
  (void)call;
  _Atomic int *here = pointer_of(words[0]);
  uint64_t end = now_ns() + UINT64_C(10000000000);
  atomic_fetch_add(here, 1);
  while (atomic_load(here) < (int)words[1]) {
    if (now_ns() > end)
      return 1;
    nanosleep(&(struct timespec){0, 20000}, NULL);
  }
  return 0;
}

static void test_all_workers_wake(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  uint32_t site = p.module.num_sites;
  add_task(&p, "meet", meet);
  baton_rt *rt = make_runtime(4, 0);
  for (uint32_t round = 0; round < 50; round++) {
    baton_rt_frame frame;
    const void *const *sites = enter(rt, &p, &frame);
    _Atomic int direct = 0, released = 0;
    uint64_t cell = 0;
    baton_task root = 0;
    if (round % 2) { // tiny tasks before, so that workers take the next ones for tiny as well
      for (uint64_t i = 1; i <= 1000; i++)
        root = baton_rt_submit1(rt, sites[COUNT_UP], (uint64_t[]){word_of(&cell), i}, root);
      nanosleep(&(struct timespec){0, (long)(round * 10000)}, NULL);
    }
    baton_task met[5] = {root};
    for (uint32_t i = 0; i < 4; i++)
      met[1 + i] = baton_rt_submit1(rt, sites[site], (uint64_t[]){word_of(&direct), 4}, 0);
    root = baton_rt_fence(rt, sites[FENCE], met, 5);
    for (uint32_t i = 0; i < 4; i++)
      baton_rt_submit1(rt, sites[site], (uint64_t[]){word_of(&released), 4}, root);
    // The host does not block, it is busy: nothing here pays wake-ups.
    uint64_t end = now_ns() + UINT64_C(10000000000);
    while (atomic_load(&direct) < 4 || atomic_load(&released) < 4)
      assert_true(now_ns() < end);
    leave(rt, &frame);
  }
  baton_rt_destroy(rt);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_chain),
      cmocka_unit_test(test_wait_for_each),
      cmocka_unit_test(test_lists),
      cmocka_unit_test(test_scattered_lists),
      cmocka_unit_test(test_fences),
      cmocka_unit_test(test_fence_chain),
      cmocka_unit_test(test_fence_lattice),
      cmocka_unit_test(test_layered),
      cmocka_unit_test(test_slow_head),
      cmocka_unit_test(test_many_pinned),
      cmocka_unit_test(test_shared_lists),
      cmocka_unit_test(test_bad_ids),
      cmocka_unit_test(test_last_generation),
      cmocka_unit_test(test_start_and_stop),
      cmocka_unit_test(test_all_workers_wake),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
