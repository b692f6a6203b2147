// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Failures: every allocation and every task in turn, missing kernels, cancellation, runs that cannot go on. Each ends
// with one error, all threads joined and nothing leaked.
#include "support.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

typedef struct counter {
  _Atomic int64_t live, total;
} counter;

static void *counted_alloc(void *user, size_t bytes, size_t alignment) {
  counter *c = user;
  void *data = aligned_alloc(alignment < 16 ? 16 : alignment, (bytes + 4095) & ~(size_t)4095);
  if (data) {
    memset(data, 0xcd, bytes < 65536 ? bytes : 65536);
    atomic_fetch_add(&c->live, 1);
    atomic_fetch_add(&c->total, 1);
  }
  return data;
}

static void counted_free(void *user, void *data) {
  counter *c = user;
  atomic_fetch_sub(&c->live, 1);
  free(data);
}

// Words: storage, value: all four numbers become the value, which they must be one short of.
static int32_t step(const uint64_t *words, const baton_rt_call *call) {
  (void)call;
  uint64_t *data = ((baton_rt_storage *)pointer_of(words[0]))->data;
  for (int i = 0; i < 4; i++) {
    if (words[1] > 1 && data[i] != words[1] - 1)
      return 1;
    data[i] = words[1];
  }
  return 0;
}

static void ffi_step(uint64_t *data, uint64_t value) {
  for (int i = 0; i < 4; i++)
    data[i] = value;
}

static int32_t never(const uint64_t *words, const baton_rt_call *call) {
  (void)call;
  atomic_store((_Atomic int *)pointer_of(words[0]), 1);
  return 0;
}

enum { STEP, FFI_STEP, NEVER, FENCE, WAIT, ALLOC, ACCESS, IMPORT };

static void make_program(program *p) {
  const int64_t shape[] = {0, 4, 1};
  const uint8_t full = BATON_RT_LOOKUP | BATON_RT_PUBLISH;
  program_init(p);
  program_task(p, "step", NULL, step);
  program_view(p, BATON_RT_U64, 1, shape, BATON_RT_READ | BATON_RT_WRITE, full);
  program_scalar(p, BATON_RT_U64);
  program_task(p, "ffi_step", (void (*)(void))ffi_step, NULL);
  program_view(p, BATON_RT_U64, 1, shape, BATON_RT_WRITE, full);
  program_scalar(p, BATON_RT_U64);
  program_task(p, "never", NULL, never);
  program_scalar(p, BATON_RT_U64);
  program_site(p, BATON_RT_SITE_FENCE);
  program_site(p, BATON_RT_SITE_WAIT);
  program_site(p, BATON_RT_SITE_ALLOC);
  program_view(p, BATON_RT_U64, 1, shape, BATON_RT_WRITE, 0);
  program_site(p, BATON_RT_SITE_ACCESS);
  program_view(p, BATON_RT_U64, 1, shape, BATON_RT_READ, 0);
  program_site(p, BATON_RT_SITE_IMPORT);
  program_view(p, BATON_RT_U64, 1, shape, BATON_RT_READ | BATON_RT_WRITE, 0);
}

enum { BUFFERS = 12, ROUNDS = 20 };

// A run that uses everything. Leaves at the first failure as generated code does; the status of the run.
static int32_t run_all(baton_rt *rt, program *p) {
  baton_rt_frame frame = {.size = sizeof frame};
  int32_t status = baton_rt_enter(rt, &p->module, &frame);
  if (status)
    return status;
  const void *const *sites = frame.sites;
  static uint64_t outside[8];
  baton_rt_storage *buffers[BUFFERS];
  baton_task *ids = baton_rt_ids(rt, 4 * BUFFERS);
  int64_t offset;
  if (!ids || baton_rt_import(rt, outside, 32, sites[IMPORT], &buffers[0], &offset) ||
      baton_rt_import(rt, outside + 2, 32, sites[IMPORT], &buffers[1], &offset))
    return baton_rt_leave(rt, &frame);
  memset(outside, 0, sizeof outside);
  for (int i = 2; i < BUFFERS; i++)
    if (!(buffers[i] = baton_rt_alloc(rt, sites[ALLOC], NULL)))
      return baton_rt_leave(rt, &frame);
  for (uint64_t round = 1; round <= ROUNDS; round++) {
    for (int i = 0; i < BUFFERS; i++) {
      const uint64_t words[] = {word_of(buffers[i]), round};
      bool is_imported = i < 2; // these two overlap
      ids[i] = baton_rt_submit(rt, sites[is_imported ? FFI_STEP : STEP], words, ids + BUFFERS, 3 * BUFFERS);
      if (!ids[i])
        return baton_rt_leave(rt, &frame);
    }
    const baton_span spans[] = {{ids, BUFFERS}, {ids + BUFFERS, 1}};
    baton_task fence = baton_rt_fence_spans(rt, sites[FENCE], spans, 2);
    if (!fence)
      return baton_rt_leave(rt, &frame);
    memcpy(ids + BUFFERS * (1 + round % 3), ids, BUFFERS * sizeof *ids);
    const uint64_t words[] = {word_of(buffers[2])};
    if ((round % 7 == 0 && baton_rt_wait(rt, sites[WAIT], &fence, 1)) ||
        (round % 5 == 0 && baton_rt_access(rt, sites[ACCESS], words)))
      return baton_rt_leave(rt, &frame);
  }
  for (int i = 2; i < BUFFERS; i += 2)
    baton_rt_release(rt, buffers[i]);
  return baton_rt_leave(rt, &frame);
}

static baton_rt_config counted_config(const baton_rt_allocator *allocator, const baton_rt_faults *faults) {
  return (baton_rt_config){
      .size = sizeof(baton_rt_config), .workers = "2", .window = 256, .allocator = allocator, .faults = faults};
}

static void test_every_allocation(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  counter c = {0};
  const baton_rt_allocator allocator = {counted_alloc, counted_free, &c};
  uint64_t num_created = 0, num_run = 0;
  for (uint64_t n = 1;; n++) {
    baton_rt_faults faults = {.fail_allocation = n};
    const baton_rt_config config = counted_config(&allocator, &faults);
    baton_rt *rt = NULL;
    atomic_store(&c.total, 0);
    int32_t status = baton_rt_create(&config, &rt);
    if (status) {
      assert_int_equal(status, BATON_RT_NO_MEMORY);
      assert_null(rt);
      num_created++;
    } else {
      status = run_all(rt, &p);
      bool is_over = atomic_load(&c.total) < (int64_t)n - 1 || status == 0;
      if (status) {
        assert_int_equal(status, BATON_RT_NO_MEMORY);
        assert_non_null(strstr(baton_rt_last_error(rt)->text, "memory"));
        assert_int_equal(run_all(rt, &p), 0); // the next run is a good one
        num_run++;
      }
      baton_rt_destroy(rt);
      // An allocation that was the last resort of nothing may be done without: the run is still right.
      if (is_over && atomic_load(&c.total) < (int64_t)n)
        break;
    }
    assert_int_equal(atomic_load(&c.live), 0);
  }
  assert_int_equal(atomic_load(&c.live), 0);
  assert_true(num_created >= 8 && num_run >= 20);
}

static void test_every_task(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  counter c = {0};
  const baton_rt_allocator allocator = {counted_alloc, counted_free, &c};
  uint64_t n = 1;
  for (;; n++) {
    const baton_rt_faults faults = {.fail_task = n};
    const baton_rt_config config = counted_config(&allocator, &faults);
    baton_rt *rt = make_runtime_with(&config);
    int32_t status = run_all(rt, &p);
    if (status) {
      assert_int_equal(status, BATON_RT_KERNEL_FAILED);
      const baton_rt_error *error = baton_rt_last_error(rt);
      assert_int_equal(error->detail, 1);
      assert_non_null(strstr(error->text, "step'"));
      baton_rt_stats stats = stats_of(rt);
      assert_true(stats.num_run < BUFFERS * ROUNDS && stats.num_skipped >= 1);
      assert_int_equal(stats.num_run + stats.num_skipped, stats.num_tasks);
    }
    baton_rt_destroy(rt);
    assert_int_equal(atomic_load(&c.live), 0);
    if (!status)
      break;
  }
  assert_int_equal(n, BUFFERS * ROUNDS + 1);
}

// No dependent of a failed task runs, direct or not; later calls give the same error.
static int32_t fail_kernel(const uint64_t *words, const baton_rt_call *call) {
  (void)call;
  return wait_for_flag(pointer_of(words[0])) ? 42 : 1;
}

static void test_dependents(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  uint32_t site = program_task(&p, "failing", NULL, fail_kernel);
  program_scalar(&p, BATON_RT_U64);
  baton_rt *rt = make_runtime(2, 0);
  baton_rt_frame frame;
  const void *const *sites = enter(rt, &p, &frame);
  _Atomic int gate = 0, has_run = 0;
  baton_task failing = baton_rt_submit1(rt, sites[site], (uint64_t[]){word_of(&gate)}, 0);
  baton_task fence = baton_rt_fence(rt, sites[FENCE], &failing, 1), last = fence;
  for (int i = 0; i < 100; i++)
    last = baton_rt_submit1(rt, sites[NEVER], (uint64_t[]){word_of(&has_run)}, i % 2 ? last : failing);
  atomic_store(&gate, 1);
  assert_int_equal(baton_rt_wait(rt, sites[WAIT], &last, 1), BATON_RT_KERNEL_FAILED);
  assert_int_equal(baton_rt_submit1(rt, sites[NEVER], (uint64_t[]){word_of(&has_run)}, 0), 0);
  assert_int_equal(baton_rt_fence(rt, sites[FENCE], NULL, 0), 0);
  assert_int_equal(baton_rt_fail(rt, BATON_RT_FAULT_STEP, 0, 0, 0), BATON_RT_KERNEL_FAILED);
  assert_null(baton_rt_alloc(rt, sites[ALLOC], NULL));
  assert_int_equal(baton_rt_leave(rt, &frame), BATON_RT_KERNEL_FAILED);
  assert_int_equal(atomic_load(&has_run), 0);
  assert_int_equal(baton_rt_last_error(rt)->detail, 42);
  baton_rt_destroy(rt);
}

static void test_missing_kernels(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  for (uint32_t i = 0; i < 3; i++)
    p.kernels[i].address = NULL;
  p.kernels[0].symbol = "no_such_symbol_a";
  p.kernels[1].symbol = "malloc"; // there is one
  p.kernels[2].symbol = "no_such_symbol_b";
  // A kernel that no site uses need not exist.
  p.kernels[p.module.num_kernels] = p.kernels[0];
  p.kernels[p.module.num_kernels++].symbol = "no_such_symbol_c";
  baton_rt *rt = make_runtime(1, 0);
  baton_rt_frame frame = {.size = sizeof frame};
  for (int again = 0; again < 2; again++) {
    assert_int_equal(baton_rt_enter(rt, &p.module, &frame), BATON_RT_NO_KERNEL);
    assert_string_equal(baton_rt_last_error(rt)->text,
                        "test.mlir:100:3: error: kernel 'step': symbol 'no_such_symbol_a' is not defined\n"
                        "test.mlir:102:3: error: kernel 'never': symbol 'no_such_symbol_b' is not defined");
  }
  baton_rt_destroy(rt);
}

static void (*resolve(void *user, const char *symbol))(void) {
  ++*(int *)user;
  return strcmp(symbol, "step") == 0 ? (void (*)(void))step : NULL;
}

static void test_resolver(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  int num_calls = 0;
  p.kernels[0].address = NULL;
  const baton_rt_config config = {
      .size = sizeof config, .workers = "1", .resolve = resolve, .resolve_user = &num_calls};
  baton_rt *rt = make_runtime_with(&config);
  assert_int_equal(run_all(rt, &p), 0);
  assert_int_equal(run_all(rt, &p), 0);
  assert_int_equal(num_calls, 1); // entering again is a look-up
  assert_int_equal(baton_rt_forget(rt, &p.module), 0);
  assert_int_equal(run_all(rt, &p), 0);
  assert_int_equal(num_calls, 2);
  p.kernels[1].address = NULL;
  assert_int_equal(baton_rt_forget(rt, &p.module), 0);
  assert_int_equal(run_all(rt, &p), BATON_RT_NO_KERNEL);
  baton_rt_destroy(rt);
}

static void test_fail(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  p.locs[1].parent = 3; // inlined
  static const struct {
    int32_t code, status;
    int64_t a, b;
    const char *text;
  } cases[] = {
      {BATON_RT_FAULT_STEP, BATON_RT_BAD_ARGUMENT, -2, 0, "the loop step is -2 and must be positive"},
      {BATON_RT_FAULT_INDEX, BATON_RT_BAD_ARGUMENT, 8, 8, "index 8 is out of range for size 8"},
      {BATON_RT_FAULT_SLICE, BATON_RT_BAD_ARGUMENT, 9, 8, "the slice reaches 9, out of range for size 8"},
      {BATON_RT_FAULT_SIZE, BATON_RT_BAD_ARGUMENT, -1, 0, "the size is -1 and must not be negative"},
      {BATON_RT_FAULT_COUNT, BATON_RT_BAD_ARGUMENT, 7, 8, "there are 7 tasks where the type says 8"},
      {BATON_RT_FAULT_SHAPE, BATON_RT_BAD_ARGUMENT, 3, 4, "the shape has 3 where the type says 4"},
      {BATON_RT_FAULT_DIVISION, BATON_RT_BAD_ARGUMENT, 3, 0, "3 divided by 0 has no value"},
      {BATON_RT_UNSUPPORTED, BATON_RT_UNSUPPORTED, 0, 0, "unsupported"},
      {12345, BATON_RT_BAD_ARGUMENT, 0, 0, "bad argument"},
  };
  baton_rt *rt = make_runtime(1, 0);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    baton_rt_frame frame;
    enter(rt, &p, &frame);
    assert_int_equal(baton_rt_fail(rt, cases[i].code, 1, cases[i].a, cases[i].b), cases[i].status);
    assert_int_equal(baton_rt_leave(rt, &frame), cases[i].status);
    char expected[256];
    snprintf(expected, sizeof expected, "test.mlir:100:3: error: %s\ntest.mlir:101:3: note: called from here",
             cases[i].text);
    assert_string_equal(baton_rt_last_error(rt)->text, expected);
  }
  p.locs[3].parent = 1; // a cycle in the table ends
  baton_rt_frame frame;
  enter(rt, &p, &frame);
  baton_rt_fail(rt, BATON_RT_FAULT_STEP, 1, 0, 0);
  assert_int_equal(baton_rt_leave(rt, &frame), BATON_RT_BAD_ARGUMENT);
  baton_rt_destroy(rt);
}

static void *cancel_soon(void *rt) {
  nanosleep(&(struct timespec){0, 20000000}, NULL);
  baton_rt_cancel(rt, "the user has had enough");
  return NULL;
}

static void test_cancel(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  baton_rt *rt = make_runtime(2, 256);
  baton_rt_frame frame;
  const void *const *sites = enter(rt, &p, &frame);
  _Atomic int has_run = 0;
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, cancel_soon, rt), 0);
  baton_task last = 0;
  uint64_t end = now_ns() + UINT64_C(10000000000);
  do {
    last = baton_rt_submit1(rt, sites[NEVER], (uint64_t[]){word_of(&has_run)}, last);
    assert_true(now_ns() < end);
  } while (last);
  assert_int_equal(baton_rt_leave(rt, &frame), BATON_RT_CANCELLED);
  pthread_join(thread, NULL);
  assert_string_equal(baton_rt_last_error(rt)->text, "error: the user has had enough");
  assert_int_equal(run_all(rt, &p), 0);
  baton_rt_destroy(rt);
}

// A task that is ready and never reaches a worker: every way of waiting for it ends.
static void test_stuck(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  for (int how = 0; how < 4; how++) {
    const baton_rt_faults faults = {.lose_task = 3};
    const baton_rt_config config = {.size = sizeof config, .workers = "2", .window = 128, .faults = &faults};
    baton_rt *rt = make_runtime_with(&config);
    baton_rt_frame frame;
    const void *const *sites = enter(rt, &p, &frame);
    _Atomic int has_run = 0;
    baton_task lost = 0;
    for (int i = 0; i < 3; i++)
      lost = baton_rt_submit1(rt, sites[NEVER], (uint64_t[]){word_of(&has_run)}, 0);
    baton_task last = lost;
    if (how == 1)
      assert_int_equal(baton_rt_wait(rt, sites[WAIT], &lost, 1), BATON_RT_STUCK);
    for (int i = 0; how == 2 && last && i < 1000; i++) // until the window is full
      last = baton_rt_submit1(rt, sites[NEVER], (uint64_t[]){word_of(&has_run)}, lost);
    if (how == 2)
      assert_int_equal(last, 0);
    if (how == 3) {
      assert_non_null(baton_rt_alloc(rt, sites[ALLOC], NULL));
      assert_non_null(baton_rt_ids(rt, 10));
    }
    assert_int_equal(baton_rt_leave(rt, &frame), BATON_RT_STUCK);
    assert_non_null(strstr(baton_rt_last_error(rt)->text, "of kernel 'never'"));
    assert_int_equal(baton_rt_enter(rt, &p.module, &frame), BATON_RT_STUCK); // it is of no use any more
    baton_rt_destroy(rt);
  }
}

// A worker that goes to sleep finds a task with its last look and is then away for longer than the host waits between
// two looks for a run that is stuck: slow, but not stuck.
typedef struct slow_look {
  _Atomic int is_tired, is_submitted;
  bool was_late; // [worker]
} slow_look;

static void delay_last_look(void *user, uint32_t point) {
  slow_look *look = user;
  if ((point != BATON_RT_POINT_TIRED && point != BATON_RT_POINT_LOOKED) || look->was_late)
    return;
  if (point == BATON_RT_POINT_TIRED) { // still counted as searching: nobody wakes it
    atomic_store(&look->is_tired, 1);
    wait_for_flag(&look->is_submitted);
  } else {
    look->was_late = true;
    nanosleep(&(struct timespec){0, 300000000}, NULL);
  }
}

static void test_slow_is_not_stuck(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  slow_look look = {0};
  const baton_rt_faults faults = {.delay = delay_last_look, .user = &look};
  const baton_rt_config config = {.size = sizeof config, .workers = "1", .search_ns = UINT32_MAX, .faults = &faults};
  baton_rt *rt = make_runtime_with(&config);
  baton_rt_frame frame;
  const void *const *sites = enter(rt, &p, &frame);
  _Atomic int has_run = 0;
  assert_true(wait_for_flag(&look.is_tired));
  baton_task task = baton_rt_submit1(rt, sites[NEVER], (uint64_t[]){word_of(&has_run)}, 0);
  atomic_store(&look.is_submitted, 1);
  assert_int_equal(baton_rt_wait(rt, sites[WAIT], &task, 1), 0);
  assert_int_equal(baton_rt_leave(rt, &frame), 0);
  assert_int_equal(atomic_load(&has_run), 1);
  baton_rt_destroy(rt);
}

static void test_bad_configs(void **state) {
  (void)state;
  static const char *const workers[] = {"0",    "-1",     "x",     "",       "4x",          "257",
                                        "cpu:", ":4",     "cpu:0", "cpu:1,", "cpu:1,cpu:2", "cpu:200,vector:100",
                                        "4,4",  "cpu:4x", ",cpu:1"};
  for (size_t i = 0; i < sizeof workers / sizeof *workers; i++) {
    const baton_rt_config config = {.size = sizeof config, .workers = workers[i]};
    baton_rt *rt = NULL;
    if (baton_rt_create(&config, &rt) != BATON_RT_BAD_ARGUMENT)
      fail_msg("'%s' is accepted", workers[i]);
    assert_null(rt);
  }
  static const uint32_t windows[] = {1, 127, 1u << 22, UINT32_MAX};
  for (size_t i = 0; i < sizeof windows / sizeof *windows; i++) {
    const baton_rt_config config = {.size = sizeof config, .workers = "1", .window = windows[i]};
    baton_rt *rt = NULL;
    assert_int_equal(baton_rt_create(&config, &rt), BATON_RT_BAD_ARGUMENT);
  }
  baton_rt_destroy(NULL);
  assert_string_equal(baton_rt_status_text(BATON_RT_STUCK), "stuck");
  assert_string_equal(baton_rt_status_text(-1), "unknown status");
}

// Kernels that crash end their task and the run, not the process. Not under sanitizers, which have handlers of their
// own.
#if !IS_SANITIZED
static int32_t overflow_stack(volatile char *above, uint64_t depth) {
  volatile char here[4096];
  here[0] = above ? above[0] : 0;
  return depth ? overflow_stack(here, depth - 1) + here[0] : 0;
}

static int32_t crash(const uint64_t *words, const baton_rt_call *call) {
  if (call->num_blocks > 1 && call->block != 2)
    return 0;
  switch (words[0]) {
  case 0:
    return overflow_stack(NULL, 1000000);
  case SIGSEGV:
    return *(volatile int32_t *)pointer_of(words[1]);
  default:
    return raise((int)words[0]);
  }
}

static void test_crashes(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  uint32_t site = program_task(&p, "crashing", NULL, crash);
  program_scalar(&p, BATON_RT_U64);
  program_scalar(&p, BATON_RT_U64);
  uint32_t blocks_site = program_task(&p, "crashing", NULL, crash);
  program_scalar(&p, BATON_RT_U64);
  program_scalar(&p, BATON_RT_U64);
  program_blocks(&p);
  struct sigaction before, after;
  sigaction(SIGSEGV, NULL, &before);
  const baton_rt_config config = {.size = sizeof config, .workers = "2", .catch_crashes = 1};
  baton_rt *rt = make_runtime_with(&config);
  static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, 0};
  for (uint32_t round = 0; round < 60; round++) {
    int number = signals[round % 6];
    baton_rt_frame frame;
    const void *const *sites = enter(rt, &p, &frame);
    _Atomic int has_run = 0;
    const uint64_t words[] = {(uint64_t)number, 8, 10};
    baton_task id = baton_rt_submit1(rt, sites[round % 2 ? site : blocks_site], words, 0);
    if (!id) // the worker was faster: the run has failed before the submit returned
      assert_int_equal(baton_rt_status(rt), BATON_RT_KERNEL_CRASHED);
    (void)baton_rt_submit1(rt, sites[NEVER], (uint64_t[]){word_of(&has_run)}, id);
    assert_int_equal(baton_rt_leave(rt, &frame), BATON_RT_KERNEL_CRASHED);
    assert_int_equal(atomic_load(&has_run), 0);
    const baton_rt_error *error = baton_rt_last_error(rt);
    assert_int_equal(error->detail, number ? number : SIGSEGV);
    assert_non_null(strstr(error->text, "of kernel 'crashing': the kernel crashed with signal"));
  }
  assert_int_equal(run_all(rt, &p), 0);
  baton_rt_destroy(rt);
  sigaction(SIGSEGV, NULL, &after);
  assert_ptr_equal((void *)(uintptr_t)before.sa_handler, (void *)(uintptr_t)after.sa_handler);
}
#endif

// Delays at the places where threads meet.
typedef struct delays {
  uint32_t points; // a mask
  _Atomic uint64_t num;
} delays;

static void delay(void *user, uint32_t point) {
  delays *d = user;
  if (!(d->points & (1u << point)))
    return;
  if (atomic_fetch_add(&d->num, 1) % 13 == 0)
    nanosleep(&(struct timespec){0, 20000}, NULL);
}

static void test_delays(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  for (uint32_t a = 0; a <= BATON_RT_POINT_LOOKED; a++)
    for (uint32_t b = a; b <= BATON_RT_POINT_LOOKED; b++) {
      delays d = {.points = (1u << a) | (1u << b)};
      const baton_rt_faults faults = {.delay = delay, .user = &d};
      const baton_rt_config config = {
          .size = sizeof config, .workers = "2", .window = 128, .search_ns = 1000, .faults = &faults};
      baton_rt *rt = make_runtime_with(&config);
      for (int i = 0; i < 5; i++)
        assert_int_equal(run_all(rt, &p), 0);
      baton_rt_destroy(rt);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_every_allocation),
    cmocka_unit_test(test_every_task),
    cmocka_unit_test(test_dependents),
    cmocka_unit_test(test_missing_kernels),
    cmocka_unit_test(test_resolver),
    cmocka_unit_test(test_fail),
    cmocka_unit_test(test_cancel),
    cmocka_unit_test(test_stuck),
    cmocka_unit_test(test_slow_is_not_stuck),
    cmocka_unit_test(test_bad_configs),
    cmocka_unit_test(test_delays),
#if !IS_SANITIZED
    cmocka_unit_test(test_crashes),
#endif
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
