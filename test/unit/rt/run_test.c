// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What runs are made of besides edges: predicates, grids, kinds of workers, traces, counts, several runtimes.
#include "support.h"

#include <pthread.h>
#include <sched.h>

// Words: flag, value of a scalar to add.
static int32_t add(const uint64_t *words, const baton_rt_call *call) {
  (void)call;
  atomic_fetch_add((_Atomic uint64_t *)pointer_of(words[0]), words[1]);
  return 0;
}

// Words: storage of i32s, offset, value.
static int32_t store_i32(const uint64_t *words, const baton_rt_call *call) {
  (void)call;
  ((int32_t *)((baton_rt_storage *)pointer_of(words[0]))->data)[words[1]] = (int32_t)words[2];
  return 0;
}

// Runs a task if `left predicate right` for elements of a type; true if it ran.
static bool runs_if(uint8_t elem, const void *left, size_t bytes, uint8_t predicate, uint64_t right) {
  static program p;
  program_init(&p);
  program_task(&p, "guarded", NULL, add);
  program_scalar(&p, BATON_RT_U64);
  program_scalar(&p, BATON_RT_U64);
  program_predicate(&p, elem, predicate, BATON_RT_LOOKUP | BATON_RT_PUBLISH);
  program_task(&p, "after", NULL, add);
  program_scalar(&p, BATON_RT_U64);
  program_scalar(&p, BATON_RT_U64);
  program_site(&p, BATON_RT_SITE_IMPORT);
  unsigned char memory[64] = {0};
  memcpy(memory + 3 * bytes, left, bytes);
  static baton_rt *rt; // kept for all cases of the process: creation would be most of the time
  if (!rt)
    rt = make_runtime(2, 0);
  baton_rt_frame frame;
  const void *const *sites = enter(rt, &p, &frame);
  baton_rt_storage *handle;
  int64_t offset;
  assert_int_equal(baton_rt_import(rt, memory, sizeof memory, sites[2], &handle, &offset), 0);
  _Atomic uint64_t cell = 0, after = 0;
  baton_task guarded = baton_rt_submit1(rt, sites[0], (uint64_t[]){word_of(&cell), 1, word_of(handle), 3, right}, 0);
  assert_true(baton_rt_submit1(rt, sites[1], (uint64_t[]){word_of(&after), 1}, guarded) != 0);
  assert_int_equal(baton_rt_leave(rt, &frame), 0);
  assert_int_equal(atomic_load(&after), 1); // consumers go on in either case
  assert_int_equal(stats_of(rt).num_skipped, 1 - atomic_load(&cell));
  assert_int_equal(baton_rt_forget(rt, &p.module), 0);
  return atomic_load(&cell) == 1;
}

static void test_predicates(void **state) {
  (void)state;
  static const int32_t values[] = {INT32_MIN, -1, 0, 1, INT32_MAX};
  for (int i = 0; i < 5; i++)
    for (int k = 0; k < 5; k++) {
      int32_t a = values[i], b = values[k];
      uint32_t ua = (uint32_t)a, ub = (uint32_t)b;
      const bool expected[] = {a == b, a != b, a<b, a <= b, a> b, a >= b, ua<ub, ua <= ub, ua> ub, ua >= ub};
      for (uint8_t predicate = 0; predicate < BATON_RT_NUM_PREDICATES; predicate++)
        assert_int_equal(runs_if(BATON_RT_I32, &a, 4, predicate, ub), expected[predicate]);
    }
  const int8_t minus8 = -8;
  const int64_t large = INT64_MIN;
  const uint16_t top16 = 0xffff;
  const uint8_t one = 1;
  assert_true(runs_if(BATON_RT_I8, &minus8, 1, BATON_RT_SLT, 0));
  assert_false(runs_if(BATON_RT_I8, &minus8, 1, BATON_RT_ULT, 0x70));
  assert_true(runs_if(BATON_RT_INDEX, &large, 8, BATON_RT_SLT, 0));
  assert_true(runs_if(BATON_RT_U16, &top16, 2, BATON_RT_UGT, 1));
  assert_true(runs_if(BATON_RT_I1, &one, 1, BATON_RT_EQ, 1));
  assert_true(runs_if(BATON_RT_I1, &one, 1, BATON_RT_SLT, 0)); // true is -1 as i1
}

// A predicate is evaluated when the waits are over, and its element is a read argument.
static void test_predicate_order(void **state) {
  (void)state;
  static program p;
  program_init(&p);
  program_task(&p, "store", NULL, store_i32);
  program_row(&p, BATON_RT_I32, 1, BATON_RT_WRITE, BATON_RT_LOOKUP | BATON_RT_PUBLISH);
  program_scalar(&p, BATON_RT_I32);
  program_task(&p, "guarded", NULL, add);
  program_scalar(&p, BATON_RT_U64);
  program_scalar(&p, BATON_RT_U64);
  program_predicate(&p, BATON_RT_I32, BATON_RT_SGT, BATON_RT_LOOKUP | BATON_RT_PUBLISH);
  const int64_t shape[] = {0, 4, 1};
  program_site(&p, BATON_RT_SITE_ALLOC);
  program_view(&p, BATON_RT_I32, 1, shape, BATON_RT_WRITE, 0);
  baton_rt *rt = make_runtime(4, 0);
  baton_rt_frame frame;
  const void *const *sites = enter(rt, &p, &frame);
  _Atomic uint64_t sum = 0;
  uint64_t expected = 0;
  baton_rt_storage *buffer = baton_rt_alloc(rt, sites[2], NULL);
  for (uint64_t i = 0; i < 3000; i++) {
    uint64_t at = i % 4;
    assert_true(baton_rt_submit1(rt, sites[0], (uint64_t[]){word_of(buffer), at, i % 3}, 0) != 0);
    assert_true(baton_rt_submit1(rt, sites[1], (uint64_t[]){word_of(&sum), i, word_of(buffer), at, 0}, 0) != 0);
    expected += i % 3 ? i : 0;
  }
  assert_int_equal(baton_rt_leave(rt, &frame), 0);
  assert_int_equal(atomic_load(&sum), expected);
  assert_int_equal(stats_of(rt).num_skipped, 1000);
  baton_rt_destroy(rt);
}

// Grids.
typedef struct grid {
  _Atomic uint32_t runs[1000];
  _Atomic int inside, most_inside;
  uint32_t plain[1000]; // written by one block each, read after
} grid;

static int32_t run_block(const uint64_t *words, const baton_rt_call *call) {
  grid *g = pointer_of(words[0]);
  int inside = atomic_fetch_add(&g->inside, 1) + 1;
  if (inside > atomic_load(&g->most_inside))
    atomic_store(&g->most_inside, inside);
  atomic_fetch_add(&g->runs[call->block], 1);
  g->plain[call->block] = call->num_blocks;
  if (words[1] && call->block == 0) // wait for company
    for (uint64_t end = now_ns() + UINT64_C(10000000000); atomic_load(&g->most_inside) < 2 && now_ns() < end;)
      sched_yield();
  atomic_fetch_sub(&g->inside, 1);
  return 0;
}

static int32_t after_grid(const uint64_t *words, const baton_rt_call *call) {
  (void)call;
  const grid *g = pointer_of(words[0]);
  for (uint64_t i = 0; i < words[1]; i++)
    if (g->plain[i] != words[1])
      return 1;
  return 0;
}

static void ffi_block(grid *g, int64_t block, int64_t num_blocks) { g->plain[block] = (uint32_t)num_blocks; }

enum { GRID, AFTER, FFI_GRID };

static void make_grids(program *p) {
  program_init(p);
  program_task(p, "grid", NULL, run_block);
  program_scalar(p, BATON_RT_U64);
  program_scalar(p, BATON_RT_U64);
  program_blocks(p);
  program_task(p, "after", NULL, after_grid);
  program_scalar(p, BATON_RT_U64);
  program_scalar(p, BATON_RT_U64);
  program_task(p, "ffi_grid", (void (*)(void))ffi_block, NULL);
  program_scalar(p, BATON_RT_U64);
  program_blocks(p);
  p->kernels[2].flags = BATON_RT_KERNEL_BLOCK_INDEX;
}

static void test_grids(void **state) {
  (void)state;
  static program p;
  static grid g;
  make_grids(&p);
  static const uint64_t nums[] = {0, 1, 2, 3, 64, 1000};
  for (uint32_t workers = 1; workers <= 4; workers++) {
    baton_rt *rt = make_runtime(workers, 0);
    for (size_t i = 0; i < sizeof nums / sizeof *nums; i++)
      for (int ffi = 0; ffi < 2; ffi++) {
        memset(&g, 0, sizeof g);
        baton_rt_frame frame;
        const void *const *sites = enter(rt, &p, &frame);
        const uint64_t words[] = {word_of(&g), ffi ? nums[i] : 0, nums[i]};
        baton_task id = baton_rt_submit1(rt, sites[ffi ? FFI_GRID : GRID], words, 0);
        assert_true(id != 0);
        assert_true(baton_rt_submit1(rt, sites[AFTER], (uint64_t[]){word_of(&g), nums[i]}, id) != 0);
        assert_int_equal(baton_rt_leave(rt, &frame), 0);
        for (uint64_t k = 0; k < nums[i] && !ffi; k++)
          assert_int_equal(atomic_load(&g.runs[k]), 1);
        assert_int_equal(stats_of(rt).num_run, nums[i] + 1);
      }
    baton_rt_destroy(rt);
  }
}

static void test_grid_spreads(void **state) {
  (void)state;
  static program p;
  static grid g;
  make_grids(&p);
  baton_rt *rt = make_runtime(2, 0);
  baton_rt_frame frame;
  const void *const *sites = enter(rt, &p, &frame);
  memset(&g, 0, sizeof g);
  assert_true(baton_rt_submit1(rt, sites[GRID], (uint64_t[]){word_of(&g), 1, 1000}, 0) != 0);
  assert_int_equal(baton_rt_leave(rt, &frame), 0);
  assert_int_equal(atomic_load(&g.most_inside), 2);
  // Bad counts.
  static const int64_t bad[] = {-1, INT64_MIN, INT64_C(1) << 32, INT64_MAX};
  for (int i = 0; i < 4; i++) {
    sites = enter(rt, &p, &frame);
    assert_int_equal(baton_rt_submit1(rt, sites[GRID], (uint64_t[]){word_of(&g), 1, (uint64_t)bad[i]}, 0), 0);
    assert_int_equal(baton_rt_leave(rt, &frame), BATON_RT_BAD_ARGUMENT);
    assert_non_null(strstr(baton_rt_last_error(rt)->text, "number of blocks"));
  }
  baton_rt_destroy(rt);
}

static int32_t fail_block(const uint64_t *words, const baton_rt_call *call) {
  atomic_fetch_add((_Atomic uint64_t *)pointer_of(words[0]), 1);
  return call->block == 3 ? 5 : 0;
}

static void test_grid_fails(void **state) {
  (void)state;
  static program p;
  program_init(&p);
  program_task(&p, "grid", NULL, fail_block);
  program_scalar(&p, BATON_RT_U64);
  program_blocks(&p);
  for (uint32_t round = 0; round < 100; round++) {
    baton_rt *rt = make_runtime(1 + round % 3, 0);
    baton_rt_frame frame;
    const void *const *sites = enter(rt, &p, &frame);
    _Atomic uint64_t num = 0;
    // So many that the others cannot run them all between the kernel's end and the report of its failure.
    const uint64_t num_blocks = UINT32_MAX;
    (void)baton_rt_submit1(rt, sites[0], (uint64_t[]){word_of(&num), num_blocks}, 0);
    assert_int_equal(baton_rt_leave(rt, &frame), BATON_RT_KERNEL_FAILED);
    assert_in_range(atomic_load(&num), 4, num_blocks - 1);
    baton_rt_destroy(rt);
  }
}

// Kinds.
static int32_t note_worker(const uint64_t *words, const baton_rt_call *call) {
  _Atomic uint64_t *workers = pointer_of(words[0]);
  atomic_fetch_or(workers, UINT64_C(1) << call->worker);
  return 0;
}

static void make_kinds(program *p) {
  static const char *const kinds[] = {"cpu", "vector", "cube"};
  program_init(p);
  for (int i = 0; i < 3; i++) {
    program_task(p, kinds[i], NULL, note_worker);
    program_scalar(p, BATON_RT_U64);
    p->kernels[i].core = kinds[i];
  }
}

static void test_kinds(void **state) {
  (void)state;
  static program p;
  make_kinds(&p);
  const baton_rt_config config = {.size = sizeof config, .workers = "cpu:2,vector:1,cube:2", .window = 128};
  baton_rt *rt = make_runtime_with(&config);
  baton_rt_frame frame;
  const void *const *sites = enter(rt, &p, &frame);
  _Atomic uint64_t workers[3] = {0, 0, 0};
  baton_task ids[3] = {0, 0, 0};
  uint64_t seed = 3;
  for (uint32_t i = 0; i < 30000; i++) {
    uint64_t kind = next_random(&seed) % 3;
    uint64_t num = next_random(&seed) % 4; // waits lead from kind to kind
    ids[kind] = baton_rt_submit(rt, sites[kind], (uint64_t[]){word_of(&workers[kind])}, ids, num);
    assert_true(ids[kind] != 0);
  }
  assert_int_equal(baton_rt_leave(rt, &frame), 0);
  assert_int_equal(atomic_load(&workers[0]) & ~UINT64_C(3), 0);
  assert_int_equal(atomic_load(&workers[1]), 4);
  assert_int_equal(atomic_load(&workers[2]) & ~UINT64_C(24), 0);
  assert_int_equal(stats_of(rt).num_run, 30000);
  baton_rt_caps caps = {.size = sizeof caps};
  baton_rt_get_caps(rt, &caps);
  assert_int_equal(caps.num_kinds, 3);
  assert_string_equal(caps.kinds[2], "cube");
  assert_int_equal(caps.workers[2], 2);
  assert_int_equal(caps.num_workers, 5);
  assert_int_equal(caps.window, 128);
  // A kind that nobody serves.
  p.kernels[1].core = "tensor";
  assert_int_equal(baton_rt_forget(rt, &p.module), 0);
  assert_int_equal(baton_rt_enter(rt, &p.module, &frame), BATON_RT_NO_KERNEL);
  assert_string_equal(baton_rt_last_error(rt)->text,
                      "test.mlir:101:3: error: kernel 'vector' needs a worker of kind 'tensor', and there is none");
  baton_rt_destroy(rt);
  // A plain number of workers serves all kinds.
  rt = make_runtime(1, 0);
  sites = enter(rt, &p, &frame);
  for (int i = 0; i < 3; i++)
    assert_true(baton_rt_submit1(rt, sites[i], (uint64_t[]){word_of(&workers[0])}, 0) != 0);
  assert_int_equal(baton_rt_leave(rt, &frame), 0);
  baton_rt_destroy(rt);
}

// Nested frames, and two runtimes that share one module, driven by two threads.
typedef struct driver {
  program *p;
  uint64_t num;
} driver;

static void *drive(void *user) {
  driver *d = user;
  baton_rt *rt = make_runtime(2, 256);
  for (uint32_t run = 0; run < 20; run++) {
    baton_rt_frame frame, inner;
    const void *const *sites = enter(rt, d->p, &frame);
    _Atomic uint64_t sum = 0;
    baton_task last = 0;
    for (uint32_t i = 0; i < 1000; i++)
      last = baton_rt_submit1(rt, sites[0], (uint64_t[]){word_of(&sum), 1}, last);
    sites = enter(rt, d->p, &inner);
    for (uint32_t i = 0; i < 1000; i++)
      last = baton_rt_submit1(rt, sites[0], (uint64_t[]){word_of(&sum), 1}, last);
    if (baton_rt_leave(rt, &inner) || baton_rt_leave(rt, &frame))
      break;
    d->num += atomic_load(&sum);
    if (baton_rt_get_kernel_count(rt, &d->p->module, 0) != 2000 || stats_of(rt).num_tasks != 2000)
      break;
  }
  baton_rt_destroy(rt);
  return NULL;
}

static void test_two_runtimes(void **state) {
  (void)state;
  static program p;
  program_init(&p);
  program_task(&p, "add", NULL, add);
  program_scalar(&p, BATON_RT_U64);
  program_scalar(&p, BATON_RT_U64);
  driver drivers[2] = {{&p, 0}, {&p, 0}};
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    assert_int_equal(pthread_create(&threads[i], NULL, drive, &drivers[i]), 0);
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
    assert_int_equal(drivers[i].num, 40000);
  }
}

static char *read_file(const char *path) {
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  char *text = calloc(1, 1 << 22);
  assert_true(fread(text, 1, (1 << 22) - 1, file) > 0);
  fclose(file);
  return text;
}

static void test_trace(void **state) {
  (void)state;
  static program p;
  program_init(&p);
  program_task(&p, "add \"quoted\"", NULL, add);
  program_scalar(&p, BATON_RT_U64);
  program_scalar(&p, BATON_RT_U64);
  char path[] = "/tmp/baton-trace-XXXXXX";
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  const baton_rt_config config = {.size = sizeof config, .workers = "cpu:2", .trace_path = path, .trace_events = 4096};
  baton_rt *rt = make_runtime_with(&config);
  for (uint32_t num = 10; num <= 10000; num *= 1000) {
    baton_rt_frame frame;
    const void *const *sites = enter(rt, &p, &frame);
    _Atomic uint64_t sum = 0;
    for (uint32_t i = 0; i < num; i++)
      assert_true(baton_rt_submit1(rt, sites[0], (uint64_t[]){word_of(&sum), 1}, 0) != 0);
    assert_int_equal(baton_rt_leave(rt, &frame), 0);
    char *text = read_file(path);
    uint32_t num_tasks = 0, num_submits = 0, num_waits = 0;
    for (const char *at = text; (at = strstr(at, "\"cat\":\"task\"")); at++)
      num_tasks++;
    for (const char *at = text; (at = strstr(at, "\"cat\":\"submit\"")); at++)
      num_submits++;
    for (const char *at = text; (at = strstr(at, "\"cat\":\"wait\"")); at++)
      num_waits++;
    if (num == 10) {
      assert_int_equal(num_tasks, 10);
      assert_int_equal(num_submits, 10);
    } else { // the latest are kept
      assert_in_range(num_tasks, 4096, 8192);
      assert_int_equal(num_submits + num_waits, 4096);
    }
    assert_non_null(strstr(text, "\"name\":\"add \\\"quoted\\\"\""));
    assert_non_null(strstr(text, "\"loc\":\"test.mlir:10:3\""));
    assert_non_null(strstr(text, "worker 1 cpu"));
    assert_string_equal(text + strlen(text) - 4, "\n]}\n");
    free(text);
  }
  baton_rt_destroy(rt);
  assert_int_equal(remove(path), 0);
}

static void test_trace_fails(void **state) {
  (void)state;
  static program p;
  program_init(&p);
  const baton_rt_config config = {.size = sizeof config, .workers = "1", .trace_path = "/no/such/folder/trace.json"};
  baton_rt *rt = make_runtime_with(&config);
  baton_rt_frame frame;
  enter(rt, &p, &frame);
  assert_int_equal(baton_rt_leave(rt, &frame), BATON_RT_BAD_ARGUMENT);
  assert_string_equal(baton_rt_last_error(rt)->text, "error: the trace '/no/such/folder/trace.json' cannot be written");
  baton_rt_destroy(rt);
}

// Words beyond what a record holds, and waits beside them.
static int32_t check_words(const uint64_t *words, const baton_rt_call *call) {
  (void)call;
  _Atomic uint64_t *sum = pointer_of(words[0]);
  for (uint64_t i = 1; i < words[1]; i++)
    if (words[i + 1] != words[1] * 1000 + i)
      return 1;
  atomic_fetch_add(sum, 1);
  return 0;
}

static void test_words(void **state) {
  (void)state;
  static program p;
  program_init(&p);
  for (uint32_t num = 2; num < 30; num++) {
    program_task(&p, "words", NULL, check_words);
    for (uint32_t i = 0; i < num; i++)
      program_scalar(&p, BATON_RT_U64);
  }
  baton_rt *rt = make_runtime(2, 256);
  baton_rt_frame frame;
  const void *const *sites = enter(rt, &p, &frame);
  _Atomic uint64_t sum = 0;
  static baton_task ids[10000];
  for (uint32_t i = 0; i < 10000; i++) {
    uint64_t num = 2 + i % 28, words[32] = {word_of(&sum), num - 1};
    for (uint64_t k = 1; k < num - 1; k++)
      words[k + 1] = (num - 1) * 1000 + k;
    uint64_t waits = i % 5 * 3;
    ids[i] = baton_rt_submit(rt, sites[num - 2], words, i < 100 ? NULL : ids + i - 90, i < 100 ? 0 : waits);
    memset(words, 0xee, sizeof words); // they were copied
    assert_true(ids[i] != 0);
  }
  assert_int_equal(baton_rt_leave(rt, &frame), 0);
  assert_int_equal(atomic_load(&sum), 10000);
  baton_rt_destroy(rt);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_predicates),   cmocka_unit_test(test_predicate_order), cmocka_unit_test(test_grids),
      cmocka_unit_test(test_grid_spreads), cmocka_unit_test(test_grid_fails),      cmocka_unit_test(test_kinds),
      cmocka_unit_test(test_two_runtimes), cmocka_unit_test(test_trace),           cmocka_unit_test(test_words),
      cmocka_unit_test(test_trace_fails),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
