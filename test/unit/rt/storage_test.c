// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers: how long they live, who holds them, limits. The allocator counts, and fills what is freed, so that a kernel
// that meets freed memory sees it.
#include "support.h"

typedef struct heap {
  uint64_t bytes, peak, num; // live
} heap;

typedef struct block {
  size_t bytes, padding[7];
} block;

static void *heap_alloc(void *user, size_t bytes, size_t alignment) {
  heap *h = user;
  size_t total = (sizeof(block) + bytes + 63) & ~(size_t)63;
  block *b = alignment <= 64 && bytes < (size_t)1 << 38 ? aligned_alloc(64, total) : NULL;
  if (!b)
    return NULL;
  b->bytes = bytes;
  h->bytes += bytes;
  h->num++;
  if (h->bytes > h->peak)
    h->peak = h->bytes;
  return b + 1;
}

static void heap_free(void *user, void *data) {
  heap *h = user;
  block *b = (block *)data - 1;
  h->bytes -= b->bytes;
  h->num--;
  memset(data, 0xdd, b->bytes);
  free(b);
}

// Words: storage, value: fills the buffer's 1024 numbers. read: they all have the value.
static int32_t fill(const uint64_t *words, const baton_rt_call *call) {
  (void)call;
  uint64_t *data = ((baton_rt_storage *)pointer_of(words[0]))->data;
  for (uint32_t i = 0; i < 1024; i++)
    data[i] = words[1];
  return 0;
}

static int32_t check(const uint64_t *words, const baton_rt_call *call) {
  (void)call;
  const uint64_t *data = ((baton_rt_storage *)pointer_of(words[0]))->data;
  for (uint32_t i = 0; i < 1024; i++)
    if (data[i] != words[1])
      return 1;
  return 0;
}

static int32_t wait_here(const uint64_t *words, const baton_rt_call *call) {
  (void)call;
  return wait_for_flag(pointer_of(words[0])) ? 0 : 1;
}

enum { FILL, CHECK, HOLD, ALLOC, ALLOC_DYNAMIC };

static void make_program(program *p) {
  const int64_t shape[] = {0, 1024, 1}, dynamic[] = {0, BATON_RT_DYNAMIC, 4, BATON_RT_DYNAMIC, 4, 1, 1};
  program_init(p);
  program_task(p, "fill", NULL, fill);
  program_view(p, BATON_RT_U64, 1, shape, BATON_RT_WRITE, BATON_RT_LOOKUP | BATON_RT_PUBLISH);
  program_scalar(p, BATON_RT_U64);
  program_task(p, "check", NULL, check);
  program_view(p, BATON_RT_U64, 1, shape, BATON_RT_READ, BATON_RT_LOOKUP | BATON_RT_PUBLISH);
  program_scalar(p, BATON_RT_U64);
  program_task(p, "hold", NULL, wait_here);
  program_scalar(p, BATON_RT_U64);
  program_site(p, BATON_RT_SITE_ALLOC);
  program_view(p, BATON_RT_U64, 1, shape, BATON_RT_WRITE, 0);
  program_site(p, BATON_RT_SITE_ALLOC);
  program_view(p, BATON_RT_F32, 3, dynamic, BATON_RT_WRITE, 0);
}

static baton_rt *make_counted(heap *h, uint64_t memory_limit) {
  *h = (heap){0};
  const baton_rt_allocator allocator = {heap_alloc, heap_free, h};
  const baton_rt_config config = {
      .size = sizeof config, .workers = "2", .window = 1024, .allocator = &allocator, .memory_limit = memory_limit};
  return make_runtime_with(&config);
}

// A loop that allocates, uses and releases: right contents, constant memory.
static void test_loop(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  for (int limited = 0; limited < 2; limited++) {
    heap h;
    baton_rt *rt = make_counted(&h, limited ? 10 * 8192 : 0);
    uint64_t before = h.bytes;
    baton_rt_frame frame;
    const void *const *sites = enter(rt, &p, &frame);
    for (uint64_t i = 0; i < 20000; i++) {
      baton_rt_storage *buffer = baton_rt_alloc(rt, sites[ALLOC], NULL);
      assert_non_null(buffer);
      assert_int_equal(buffer->bytes, 8192);
      const uint64_t words[] = {word_of(buffer), i};
      assert_true(baton_rt_submit1(rt, sites[FILL], words, 0) != 0);
      assert_true(baton_rt_submit1(rt, sites[CHECK], words, 0) != 0);
      assert_true(baton_rt_submit1(rt, sites[CHECK], words, 0) != 0);
      baton_rt_release(rt, buffer);
    }
    assert_int_equal(baton_rt_leave(rt, &frame), 0);
    baton_rt_stats stats = stats_of(rt);
    assert_int_equal(stats.num_allocs, 20000);
    // At most what tasks of the window can hold, plus what the host has in hand.
    assert_true(stats.peak_buffer_bytes <= (limited ? 11u : 1000u) * 8192);
    assert_true(h.peak - before < (limited ? 20u : 1100u) * 8192 + 1000000);
    baton_rt_destroy(rt);
    assert_int_equal(h.bytes, 0);
    assert_int_equal(h.num, 0);
  }
}

// A released buffer lives while a held task uses it; a retained one as long as it is held.
static void test_lifetime(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  heap h;
  baton_rt *rt = make_counted(&h, 0);
  baton_rt_frame frame;
  const void *const *sites = enter(rt, &p, &frame);
  _Atomic int gate = 0;
  baton_task hold = baton_rt_submit1(rt, sites[HOLD], (uint64_t[]){word_of(&gate)}, 0);
  baton_rt_storage *held = baton_rt_alloc(rt, sites[ALLOC], NULL), *kept = baton_rt_alloc(rt, sites[ALLOC], NULL);
  uint64_t with_both = h.bytes;
  baton_task filled = baton_rt_submit1(rt, sites[FILL], (uint64_t[]){word_of(held), 7}, hold);
  assert_true(baton_rt_submit1(rt, sites[CHECK], (uint64_t[]){word_of(held), 7}, filled) != 0);
  baton_rt_retain(rt, kept);
  baton_rt_release(rt, kept);
  baton_rt_release(rt, held);
  for (uint32_t i = 0; i < 100; i++)
    baton_rt_release(rt, baton_rt_alloc(rt, sites[ALLOC], NULL));
  assert_true(h.bytes >= with_both); // neither is gone
  assert_true(baton_rt_submit1(rt, sites[FILL], (uint64_t[]){word_of(kept), 8}, 0) != 0);
  assert_true(baton_rt_submit1(rt, sites[CHECK], (uint64_t[]){word_of(kept), 8}, 0) != 0);
  atomic_store(&gate, 1);
  baton_rt_release(rt, kept);
  baton_rt_release(rt, NULL);
  assert_int_equal(baton_rt_leave(rt, &frame), 0);
  baton_rt_destroy(rt);
  assert_int_equal(h.bytes, 0);
}

// What is never released goes with its frame, inner frames first.
static void test_frames(void **state) {
  (void)state;
  static program p, inner_program;
  make_program(&p);
  make_program(&inner_program);
  heap h;
  baton_rt *rt = make_counted(&h, 0);
  baton_rt_frame frame, inner;
  const void *const *sites = enter(rt, &p, &frame);
  baton_rt_storage *outer_buffer = baton_rt_alloc(rt, sites[ALLOC], NULL);
  baton_task *outer_ids = baton_rt_ids(rt, 100);
  for (uint32_t i = 0; i < 100; i++)
    assert_int_equal(outer_ids[i], 0);
  const void *const *inner_sites = enter(rt, &inner_program, &inner);
  uint64_t before = h.num;
  for (uint32_t i = 0; i < 10; i++) {
    assert_non_null(baton_rt_alloc(rt, inner_sites[ALLOC], NULL));
    assert_non_null(baton_rt_ids(rt, i));
  }
  assert_int_equal(h.num, before + 20);
  assert_int_equal(baton_rt_leave(rt, &inner), 0);
  assert_int_equal(h.num, before);
  baton_rt_ids_free(rt, outer_ids);
  baton_rt_ids_free(rt, NULL);
  assert_int_equal(h.num, before - 1);
  assert_true(baton_rt_submit1(rt, sites[FILL], (uint64_t[]){word_of(outer_buffer), 1}, 0) != 0);
  assert_int_equal(baton_rt_leave(rt, &frame), 0);
  baton_rt_destroy(rt);
  assert_int_equal(h.bytes, 0);
}

static void test_sizes(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  heap h;
  baton_rt *rt = make_counted(&h, 0);
  baton_rt_frame frame;
  const void *const *sites = enter(rt, &p, &frame);
  baton_rt_storage *buffer = baton_rt_alloc(rt, sites[ALLOC_DYNAMIC], (int64_t[]){3, 5});
  assert_int_equal(buffer->bytes, 3 * 4 * 5 * 4);
  buffer = baton_rt_alloc(rt, sites[ALLOC_DYNAMIC], (int64_t[]){0, INT64_MAX});
  assert_int_equal(buffer->bytes, 0);
  assert_int_equal(baton_rt_leave(rt, &frame), 0);
  static const int64_t bad[][2] = {{-1, 5}, {5, -3}, {INT64_MAX, 2}, {1 << 30, INT64_C(1) << 40}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    sites = enter(rt, &p, &frame);
    assert_null(baton_rt_alloc(rt, sites[ALLOC_DYNAMIC], bad[i]));
    assert_int_equal(baton_rt_leave(rt, &frame), BATON_RT_BAD_ARGUMENT);
    assert_non_null(strstr(baton_rt_last_error(rt)->text, "test.mlir:14:3: error: "));
  }
  sites = enter(rt, &p, &frame); // more than there is
  assert_null(baton_rt_alloc(rt, sites[ALLOC_DYNAMIC], (int64_t[]){INT64_C(1) << 28, INT64_C(1) << 28}));
  assert_int_equal(baton_rt_leave(rt, &frame), BATON_RT_NO_MEMORY);
  sites = enter(rt, &p, &frame);
  assert_null(baton_rt_ids(rt, UINT64_MAX / 4));
  assert_int_equal(baton_rt_leave(rt, &frame), BATON_RT_NO_MEMORY);
  baton_rt_destroy(rt);
  assert_int_equal(h.bytes, 0);
}

static void test_bad_imports(void **state) {
  (void)state;
  static program p;
  make_program(&p);
  heap h;
  baton_rt *rt = make_counted(&h, 0);
  baton_rt_frame frame;
  const void *const *sites = enter(rt, &p, &frame);
  baton_rt_storage *handle;
  int64_t offset;
  assert_int_equal(baton_rt_import(rt, NULL, 0, sites[ALLOC], &handle, &offset), 0);
  baton_rt_retain(rt, handle);
  for (uint32_t i = 0; i < 5; i++)
    baton_rt_release(rt, handle);
  assert_null(handle->data);
  assert_int_equal(baton_rt_import(rt, NULL, 4, sites[ALLOC], &handle, &offset), BATON_RT_BAD_ARGUMENT);
  assert_null(handle);
  assert_int_equal(baton_rt_leave(rt, &frame), BATON_RT_BAD_ARGUMENT);
  sites = enter(rt, &p, &frame);
  assert_int_equal(baton_rt_import(rt, &h, UINT64_MAX, sites[ALLOC], &handle, &offset), BATON_RT_BAD_ARGUMENT);
  assert_int_equal(baton_rt_leave(rt, &frame), BATON_RT_BAD_ARGUMENT);
  baton_rt_destroy(rt);
  assert_int_equal(h.bytes, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_loop),  cmocka_unit_test(test_lifetime),    cmocka_unit_test(test_frames),
      cmocka_unit_test(test_sizes), cmocka_unit_test(test_bad_imports),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
