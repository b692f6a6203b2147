// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that use up their time: the run ends in bounded time however the host waits, and the object stays in place
// until the kernel has come back.
#include "support.h"

#include <time.h>

#define TIMEOUT_NS UINT64_C(50000000)
#define BOUND_NS   UINT64_C(20000000000) // far beyond the timeout, for busy machines

// Words: storage of a flag that ends the kernel, 0. Ignores that a run may have failed.
static int32_t hang(const uint64_t *words, const baton_rt_call *call) {
  (void)call;
  _Atomic int *flag = ((baton_rt_storage *)pointer_of(words[0]))->data;
  while (!atomic_load(flag))
    nanosleep(&(struct timespec){0, 100000}, NULL);
  return 0;
}

static int32_t hang_in_block(const uint64_t *words, const baton_rt_call *call) {
  return call->block == 5 ? hang(words, call) : 0;
}

// Words: storage, milliseconds.
static int32_t nap(const uint64_t *words, const baton_rt_call *call) {
  (void)call;
  nanosleep(&(struct timespec){0, (long)words[1] * 1000000}, NULL);
  return 0;
}

// Words: storage. Counts in the second number.
static int32_t count(const uint64_t *words, const baton_rt_call *call) {
  (void)call;
  _Atomic int *numbers = ((baton_rt_storage *)pointer_of(words[0]))->data;
  atomic_fetch_add(&numbers[1], 1);
  return 0;
}

enum { HANG, HANG_IN_BLOCK, NAP, COUNT, FENCE, WAIT, ALLOC, ACCESS };

static void make_program(program *p) {
  const int64_t shape[] = {0, 16, 1};
  const uint8_t full = BATON_RT_LOOKUP | BATON_RT_PUBLISH, both = BATON_RT_READ | BATON_RT_WRITE;
  program_init(p);
  program_task(p, "hang", NULL, hang);
  program_view(p, BATON_RT_I32, 1, shape, both, full);
  program_scalar(p, BATON_RT_U64);
  program_task(p, "hang_in_block", NULL, hang_in_block);
  program_view(p, BATON_RT_I32, 1, shape, both, full);
  program_blocks(p);
  program_task(p, "nap", NULL, nap);
  program_view(p, BATON_RT_I32, 1, shape, BATON_RT_READ, 0);
  program_scalar(p, BATON_RT_U64);
  program_task(p, "count", NULL, count);
  program_view(p, BATON_RT_I32, 1, shape, both, full);
  program_site(p, BATON_RT_SITE_FENCE);
  program_site(p, BATON_RT_SITE_WAIT);
  program_site(p, BATON_RT_SITE_ALLOC);
  program_view(p, BATON_RT_I32, 1, shape, BATON_RT_WRITE, 0);
  program_site(p, BATON_RT_SITE_ACCESS);
  program_view(p, BATON_RT_I32, 1, shape, BATON_RT_READ, 0);
}

static baton_rt *make_watched(const char *workers, uint64_t timeout_ns) {
  const baton_rt_config config = {.size = sizeof config, .workers = workers, .window = 128, .timeout_ns = timeout_ns};
  return make_runtime_with(&config);
}

static _Atomic int *make_buffer(baton_rt *rt, const void *const *sites, baton_rt_storage **out_buffer) {
  *out_buffer = baton_rt_alloc(rt, sites[ALLOC], NULL);
  assert_non_null(*out_buffer);
  memset((*out_buffer)->data, 0, 64);
  return (*out_buffer)->data;
}

// A kernel may come back before the host has seen anything; the destroy that is tried again finds it so.
static void destroy_at_last(baton_rt *rt) {
  for (uint64_t end = now_ns() + BOUND_NS; baton_rt_destroy(rt);)
    assert_true(now_ns() < end);
}

typedef enum ways { BY_LEAVE, BY_WAIT, BY_FENCE, BY_ACCESS, BY_WINDOW, BY_GRID, NUM_WAYS } ways;

static void block_on(baton_rt *rt, const void *const *sites, baton_task task, baton_rt_storage *buffer, ways way) {
  const uint64_t words[] = {word_of(buffer), 0};
  baton_task last = task;
  if (way == BY_WAIT)
    assert_int_equal(baton_rt_wait(rt, sites[WAIT], &task, 1), BATON_RT_TIMEOUT);
  if (way == BY_FENCE) {
    const baton_task both[] = {baton_rt_fence(rt, sites[FENCE], &task, 1), task};
    assert_int_equal(baton_rt_wait(rt, sites[WAIT], both, 2), BATON_RT_TIMEOUT);
  }
  if (way == BY_ACCESS)
    assert_int_equal(baton_rt_access(rt, sites[ACCESS], words), BATON_RT_TIMEOUT);
  for (int i = 0; way == BY_WINDOW && last && i < 1000; i++)
    last = baton_rt_submit1(rt, sites[COUNT], words, task);
  assert_true(way != BY_WINDOW || last == 0);
}

static void test_ways(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  for (ways way = 0; way < NUM_WAYS; way++) {
    baton_rt *rt = make_watched(way % 2 ? "1" : "3", TIMEOUT_NS);
    baton_rt_frame frame;
    const void *const *sites = enter(rt, &p, &frame);
    baton_rt_storage *buffer;
    _Atomic int *flag = make_buffer(rt, sites, &buffer);
    const uint64_t words[] = {word_of(buffer), 100};
    uint32_t site = way == BY_GRID ? HANG_IN_BLOCK : HANG;
    uint64_t begin = now_ns();
    baton_task task = baton_rt_submit1(rt, sites[site], words, 0);
    assert_true(task != 0 || baton_rt_status(rt) == BATON_RT_TIMEOUT); // the host may have been away
    block_on(rt, sites, task, buffer, way);
    assert_int_equal(baton_rt_leave(rt, &frame), BATON_RT_TIMEOUT);
    assert_in_range(now_ns() - begin, TIMEOUT_NS, BOUND_NS);
    char expected[256];
    snprintf(expected, sizeof expected,
             "test.mlir:%u:3: error: task 1 of kernel '%s': the kernel has not returned within the timeout of 0.05 s",
             10 + site, p.kernels[site].name);
    assert_string_equal(baton_rt_last_error(rt)->text, expected);
    assert_int_equal(baton_rt_enter(rt, &p.module, &frame), BATON_RT_TIMEOUT); // of no use any more
    assert_int_equal(baton_rt_destroy(rt), BATON_RT_TIMEOUT);
    assert_int_equal(atomic_load(flag), 0); // still in place
    assert_int_equal(baton_rt_destroy(rt), BATON_RT_TIMEOUT);
    atomic_store(flag, 1);
    destroy_at_last(rt);
  }
}

// Time is counted for each call alone: a run of many times the timeout is a good one, and so is one whose host is slow.
static void test_slow_run(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  const uint64_t timeout_ns = UINT64_C(1000000000);
  baton_rt *rt = make_watched("1", timeout_ns);
  baton_rt_frame frame;
  const void *const *sites = enter(rt, &p, &frame);
  baton_rt_storage *buffer;
  make_buffer(rt, sites, &buffer);
  uint64_t begin = now_ns();
  baton_task last = 0;
  for (uint32_t i = 0; i < 60; i++) {
    last = baton_rt_submit1(rt, sites[NAP], (uint64_t[]){word_of(buffer), 30}, last);
    assert_true(last != 0);
  }
  assert_int_equal(baton_rt_wait(rt, sites[WAIT], &last, 1), 0);
  nanosleep(&(struct timespec){1, 200000000}, NULL);
  assert_true(baton_rt_submit1(rt, sites[NAP], (uint64_t[]){word_of(buffer), 1}, last) != 0);
  assert_int_equal(baton_rt_leave(rt, &frame), 0);
  assert_true(now_ns() - begin > 2 * timeout_ns);
  assert_int_equal(baton_rt_destroy(rt), 0);
}

// A kernel that comes back late, before anybody waits for it: the run has failed, the object is a good one.
static void test_late(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  baton_rt *rt = make_watched("2", TIMEOUT_NS);
  for (int round = 0; round < 3; round++) {
    baton_rt_frame frame;
    const void *const *sites = enter(rt, &p, &frame);
    baton_rt_storage *buffer;
    _Atomic int *numbers = make_buffer(rt, sites, &buffer);
    const uint64_t words[] = {word_of(buffer), 0};
    baton_task task = baton_rt_submit1(rt, sites[HANG], words, 0);
    (void)baton_rt_submit1(rt, sites[COUNT], words, task);
    for (uint64_t end = now_ns() + BOUND_NS; !baton_rt_status(rt);)
      assert_true(now_ns() < end);
    atomic_store(&numbers[0], 1);
    nanosleep(&(struct timespec){0, 20000000}, NULL);
    assert_int_equal(baton_rt_leave(rt, &frame), BATON_RT_TIMEOUT);
    int32_t status = baton_rt_enter(rt, &p.module, &frame);
    if (status) { // a busy machine: the kernel had not come back when the host left
      assert_int_equal(status, BATON_RT_TIMEOUT);
      break;
    }
    sites = frame.sites;
    numbers = make_buffer(rt, sites, &buffer);
    for (int i = 0; i < 1000; i++)
      assert_true(baton_rt_submit1(rt, sites[COUNT], (uint64_t[]){word_of(buffer)}, 0) != 0);
    assert_int_equal(baton_rt_access(rt, sites[ACCESS], (uint64_t[]){word_of(buffer)}), 0);
    assert_int_equal(atomic_load(&numbers[1]), 1000);
    assert_int_equal(baton_rt_leave(rt, &frame), 0);
  }
  destroy_at_last(rt);
}

// Calls that end just when they are looked at: whoever is first, the run ends one way or the other.
static void test_close(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  static const uint64_t naps_ms[] = {0, 1, 2, 20};
  uint32_t num_late = 0, num_good = 0;
  for (int round = 0; round < 60; round++) {
    baton_rt *rt = make_watched("2", 2000000);
    baton_rt_frame frame;
    const void *const *sites = enter(rt, &p, &frame);
    baton_rt_storage *buffer;
    make_buffer(rt, sites, &buffer);
    for (int i = 0; i < 4; i++)
      (void)baton_rt_submit1(rt, sites[NAP], (uint64_t[]){word_of(buffer), naps_ms[round % 4]}, 0);
    int32_t status = baton_rt_leave(rt, &frame);
    num_late += status == BATON_RT_TIMEOUT;
    num_good += status == BATON_RT_OK;
    destroy_at_last(rt);
  }
  assert_int_equal(num_late + num_good, 60);
  assert_true(num_late > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ways),
      cmocka_unit_test(test_slow_run),
      cmocka_unit_test(test_late),
      cmocka_unit_test(test_close),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
