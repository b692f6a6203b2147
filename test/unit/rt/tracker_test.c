// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tracker: the edges it makes, against sets of bytes and the closure over all edges. All tasks are held back by one
// that waits for the test, so that none retires meanwhile, and the list of each submit is read from the runtime.
#include "support.h"

#include "rt/rt_impl.h"

static int32_t wait_here(const uint64_t *words, const baton_rt_call *call) {
  (void)call;
  return wait_for_flag(pointer_of(words[0])) ? 0 : 1;
}

static int32_t do_nothing(const uint64_t *words, const baton_rt_call *call) {
  (void)words;
  (void)call;
  return 0;
}

enum { MAX_TASKS = 160, ROWS = 12, COLUMNS = 16, BYTES = ROWS * COLUMNS * 4 };

typedef struct access_record {
  uint8_t bytes[BYTES];
  bool is_write;
} access_record;

typedef struct task_record {
  baton_task id;
  access_record views[2];
  uint32_t num_views;
  bool before[MAX_TASKS]; // which of the earlier tasks it comes after, closed
} task_record;

typedef struct fixture {
  program p;
  baton_rt *rt;
  baton_rt_frame frame;
  const void *const *sites;
  baton_rt_storage *storage;
  _Atomic int gate;
  baton_task gate_task;
  task_record tasks[MAX_TASKS];
  uint32_t num_tasks;
  uint32_t hold, first, second, alloc; // sites
} fixture;

// first: kernels of one view; second: of two. Four accesses by tracking: see pick_site.
static const uint8_t trackings[] = {BATON_RT_LOOKUP | BATON_RT_PUBLISH, BATON_RT_PUBLISH, BATON_RT_LOOKUP, 0};
enum { NUM_TRACKINGS = 4 };

static const int64_t dynamic_2d[] = {BATON_RT_DYNAMIC, BATON_RT_DYNAMIC, BATON_RT_DYNAMIC, BATON_RT_DYNAMIC,
                                     BATON_RT_DYNAMIC};
static const uint8_t accesses[] = {BATON_RT_READ, BATON_RT_WRITE, BATON_RT_READ | BATON_RT_WRITE};

static void setup(fixture *f) {
  memset(f, 0, sizeof *f);
  program_init(&f->p);
  f->hold = program_task(&f->p, "hold", NULL, wait_here);
  program_scalar(&f->p, BATON_RT_U64);
  f->first = f->p.module.num_sites;
  for (uint32_t t = 0; t < NUM_TRACKINGS; t++)
    for (uint32_t a = 0; a < 3; a++) {
      program_task(&f->p, "one", NULL, do_nothing);
      program_view(&f->p, BATON_RT_F32, 2, dynamic_2d, accesses[a], trackings[t]);
    }
  f->second = f->p.module.num_sites;
  for (uint32_t a = 0; a < 3; a++) {
    program_task(&f->p, "two", NULL, do_nothing);
    program_view(&f->p, BATON_RT_F32, 2, dynamic_2d, accesses[a], trackings[0]);
    program_view(&f->p, BATON_RT_F32, 2, dynamic_2d, accesses[(a + 1) % 3], trackings[0]);
  }
  const int64_t shape[] = {0, ROWS, COLUMNS, COLUMNS, 1};
  f->alloc = program_site(&f->p, BATON_RT_SITE_ALLOC);
  program_view(&f->p, BATON_RT_F32, 2, shape, BATON_RT_WRITE, 0);
  program_site(&f->p, BATON_RT_SITE_ACCESS);
  program_view(&f->p, BATON_RT_F32, 2, dynamic_2d, BATON_RT_READ, 0);
  f->rt = make_runtime(2, 0);
  f->sites = enter(f->rt, &f->p, &f->frame);
  f->storage = baton_rt_alloc(f->rt, f->sites[f->alloc], NULL);
  assert_non_null(f->storage);
  f->gate_task = baton_rt_submit1(f->rt, f->sites[f->hold], (uint64_t[]){word_of(&f->gate)}, 0);
}

static void finish(fixture *f) {
  atomic_store(&f->gate, 1);
  assert_int_equal(baton_rt_leave(f->rt, &f->frame), 0);
  baton_rt_destroy(f->rt);
}

typedef struct view2 {
  int64_t offset, rows, columns, row_stride, column_stride;
} view2;

static void put_view(fixture *f, const view2 *view, uint64_t *words) {
  words[0] = word_of(f->storage);
  words[1] = (uint64_t)view->offset;
  words[2] = (uint64_t)view->rows;
  words[3] = (uint64_t)view->columns;
  words[4] = (uint64_t)view->row_stride;
  words[5] = (uint64_t)view->column_stride;
}

static void record_view(task_record *task, const view2 *view, bool is_write) {
  access_record *record = &task->views[task->num_views++];
  memset(record, 0, sizeof *record);
  record->is_write = is_write;
  for (int64_t r = 0; r < view->rows; r++)
    for (int64_t c = 0; c < view->columns; c++) {
      int64_t at = view->offset + r * view->row_stride + c * view->column_stride;
      assert_in_range(at, 0, ROWS * COLUMNS - 1);
      memset(record->bytes + at * 4, 1, 4);
    }
}

static bool conflicts(const task_record *a, const task_record *b) {
  for (uint32_t i = 0; i < a->num_views; i++)
    for (uint32_t j = 0; j < b->num_views; j++) {
      if (!a->views[i].is_write && !b->views[j].is_write)
        continue;
      for (uint32_t k = 0; k < BYTES; k++)
        if (a->views[i].bytes[k] && b->views[j].bytes[k])
          return true;
    }
  return false;
}

// After a submit rt->list holds its waits. Reads them, checks that each is a conflict or in `expected`, closes the
// order.
static void read_edges(fixture *f, baton_task expected) {
  task_record *task = &f->tasks[f->num_tasks];
  memset(task->before, 0, sizeof task->before);
  for (uint32_t i = 0; i < f->rt->list.num; i++) {
    baton_wait wait = f->rt->list.items[i];
    for (uint64_t mask = wait.mask; mask; mask &= mask - 1) {
      baton_task on = wait.key | (uint64_t)__builtin_ctzll(mask);
      assert_true(on != task->id);
      if (on == f->gate_task)
        continue;
      uint32_t index = 0;
      while (index < f->num_tasks && f->tasks[index].id != on)
        index++;
      assert_true(index < f->num_tasks);
      assert_true(on == expected || conflicts(&f->tasks[index], task));
      task->before[index] = true;
      for (uint32_t k = 0; k < index; k++)
        task->before[k] |= f->tasks[index].before[k];
    }
  }
}

// Submits a task of `site` on one or two views; `expected`: an explicit wait.
static void submit(fixture *f, uint32_t site, const view2 *views, baton_task expected) {
  assert_true(f->num_tasks < MAX_TASKS);
  task_record *task = &f->tasks[f->num_tasks];
  const baton_rt_site *table = &f->p.sites[site];
  uint64_t words[12];
  task->num_views = 0;
  for (uint32_t i = 0; i < table->num_operands; i++) {
    put_view(f, &views[i], words + 6 * i);
    record_view(task, &views[i], table->operands[i].access & BATON_RT_WRITE);
  }
  const baton_task waits[] = {f->gate_task, expected};
  task->id = baton_rt_submit(f->rt, f->sites[site], words, waits, 2);
  assert_true(task->id != 0);
  read_edges(f, expected);
  f->num_tasks++;
}

static void random_view2(uint64_t *seed, view2 *view) {
  uint64_t kind = next_random(seed) % 8;
  int64_t row = (int64_t)(next_random(seed) % ROWS), column = (int64_t)(next_random(seed) % COLUMNS);
  *view = (view2){row / 3 * 3 * COLUMNS + column / 4 * 4, 3, 4, COLUMNS, 1}; // a tile
  if (kind == 0)                                                             // a band of rows
    *view = (view2){row / 3 * 3 * COLUMNS, 3, COLUMNS, COLUMNS, 1};
  if (kind == 1) // columns
    *view = (view2){column / 4 * 4, ROWS, 4, COLUMNS, 1};
  if (kind == 2) // all
    *view = (view2){0, ROWS, COLUMNS, COLUMNS, 1};
  if (kind == 3) // anywhere
    *view = (view2){row * COLUMNS + column, 1 + (int64_t)(next_random(seed) % (uint64_t)(ROWS - row)),
                    1 + (int64_t)(next_random(seed) % (uint64_t)(COLUMNS - column)), COLUMNS, 1};
  if (kind == 4) // a diagonal
    *view = (view2){column % 4, ROWS - 1, 1, COLUMNS + 1, 1};
  if (kind == 5) // backwards, every second
    *view = (view2){row * COLUMNS + COLUMNS - 1 - column % 2, 1, COLUMNS / 2, COLUMNS, -2};
}

static void check_all_ordered(const fixture *f) {
  for (uint32_t i = 0; i < f->num_tasks; i++)
    for (uint32_t k = 0; k < i; k++)
      if (conflicts(&f->tasks[k], &f->tasks[i]) && !f->tasks[i].before[k])
        fail_msg("task %u does not wait for task %u", i, k);
}

// Auto code: all conflicting pairs are ordered, and every edge is between two that conflict.
static void test_random_auto(void **state) {
  (void)state;
  static fixture f;
  uint64_t seed = 11;
  for (uint32_t round = 0; round < (is_stress() ? 400u : 40u); round++) {
    setup(&f);
    uint32_t num = 20 + (uint32_t)(next_random(&seed) % (MAX_TASKS - 20));
    for (uint32_t i = 0; i < num; i++) {
      view2 views[2];
      random_view2(&seed, &views[0]);
      random_view2(&seed, &views[1]);
      uint32_t a = (uint32_t)(next_random(&seed) % 3);
      submit(&f, (next_random(&seed) % 3 ? f.first : f.second) + a, views, 0);
    }
    check_all_ordered(&f);
    finish(&f);
  }
}

// Manual code publishes and looks nothing up: later auto code waits for all of it that conflicts, directly or through
// others.
static void test_random_mixed(void **state) {
  (void)state;
  static fixture f;
  uint64_t seed = 23;
  for (uint32_t round = 0; round < (is_stress() ? 400u : 40u); round++) {
    setup(&f);
    bool is_auto[MAX_TASKS];
    for (uint32_t i = 0; i < 100; i++) {
      view2 view;
      random_view2(&seed, &view);
      is_auto[i] = next_random(&seed) % 2;
      submit(&f, f.first + (is_auto[i] ? 0u : 3u) + (uint32_t)(next_random(&seed) % 3), &view, 0);
      if (!is_auto[i])
        for (uint32_t k = 0; k < i; k++)
          assert_false(f.tasks[i].before[k]);
    }
    for (uint32_t i = 0; i < f.num_tasks; i++)
      for (uint32_t k = 0; is_auto[i] && k < i; k++)
        if (conflicts(&f.tasks[k], &f.tasks[i]))
          assert_true(f.tasks[i].before[k]);
    finish(&f);
  }
}

static const view2 whole = {0, ROWS, COLUMNS, COLUMNS, 1};
static const view2 left = {0, ROWS, 4, COLUMNS, 1}, right = {4, ROWS, 12, COLUMNS, 1};

static uint32_t count_waits(const fixture *f) {
  uint32_t num = 0;
  for (uint32_t i = 0; i < f->rt->list.num; i++)
    num += baton_num_bits(f->rt->list.items[i].mask);
  return num - 1; // the gate
}

enum { READ = 0, WRITE = 1, BOTH = 2 }; // of a group of sites

// One buffer reused by writer and readers: write-after-read across rounds, none among readers.
static void test_reuse(void **state) {
  (void)state;
  static fixture f;
  setup(&f);
  for (uint32_t round = 0; round < 4; round++) {
    submit(&f, f.first + BOTH, &whole, 0);
    assert_int_equal(count_waits(&f), round ? 3 : 0); // the readers, and the writer that they read from
    submit(&f, f.first + READ, &whole, 0);
    assert_int_equal(count_waits(&f), 1);
    submit(&f, f.first + READ, &whole, 0);
    assert_int_equal(count_waits(&f), 1);
  }
  check_all_ordered(&f);
  assert_false(f.tasks[2].before[1]); // reads never order reads
  finish(&f);
}

static void test_disjoint(void **state) {
  (void)state;
  static fixture f;
  setup(&f);
  submit(&f, f.first + WRITE, &left, 0);
  submit(&f, f.first + WRITE, &right, 0);
  assert_int_equal(count_waits(&f), 0);
  submit(&f, f.first + READ, &whole, 0);
  assert_int_equal(count_waits(&f), 2);
  finish(&f);
}

// The tracking bits.
static void test_bits(void **state) {
  (void)state;
  static fixture f;
  setup(&f);
  const uint32_t publish = f.first + 3, lookup = f.first + 6, nothing = f.first + 9;
  submit(&f, publish + WRITE, &whole, 0);
  submit(&f, publish + WRITE, &whole, 0); // two manual writers without an order
  submit(&f, lookup + READ, &whole, 0);
  assert_int_equal(count_waits(&f), 2);
  submit(&f, nothing + WRITE, &whole, 0);
  assert_int_equal(count_waits(&f), 0);
  submit(&f, f.first + WRITE, &whole, 0); // the lookup before was not recorded, nor was the write without tracking
  assert_int_equal(count_waits(&f), 2);
  submit(&f, f.first + READ, &whole, 0);
  assert_int_equal(count_waits(&f), 1);
  finish(&f);
}

// PUBLISH | ORDERED takes the place of what it covers; PUBLISH alone does not.
static void test_ordered(void **state) {
  (void)state;
  static fixture f;
  setup(&f);
  submit(&f, f.first + WRITE, &left, 0);
  baton_task first = f.tasks[0].id;
  f.p.operands[f.p.sites[f.first + 3 + WRITE].operands - f.p.operands].tracking = BATON_RT_PUBLISH | BATON_RT_ORDERED;
  submit(&f, f.first + 3 + WRITE, &whole, first);
  submit(&f, f.first + READ, &left, 0);
  assert_int_equal(count_waits(&f), 1);
  assert_true(f.tasks[2].before[1]);
  f.p.operands[f.p.sites[f.first + 3 + WRITE].operands - f.p.operands].tracking = BATON_RT_PUBLISH;
  submit(&f, f.first + 3 + WRITE, &whole, 0);
  submit(&f, f.first + READ, &left, 0);
  assert_int_equal(count_waits(&f), 2);
  finish(&f);
}

// A list of its own and the tracker's waits are one.
static void test_empty_views(void **state) {
  (void)state;
  static fixture f;
  setup(&f);
  const view2 none = {0, 0, COLUMNS, COLUMNS, 1};
  submit(&f, f.first + WRITE, &whole, 0);
  submit(&f, f.first + WRITE, &none, 0);
  assert_int_equal(count_waits(&f), 0);
  finish(&f);
}

static void test_bad_views(void **state) {
  (void)state;
  static fixture f;
  const view2 bad[] = {{0, -1, 1, COLUMNS, 1}, {0, INT64_MAX, 2, COLUMNS, 1}, {INT64_MAX / 2, 1, 1, 1, 1}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    setup(&f);
    uint64_t words[6];
    put_view(&f, &bad[i], words);
    assert_int_equal(baton_rt_submit1(f.rt, f.sites[f.first], words, 0), 0);
    assert_int_equal(baton_rt_status(f.rt), BATON_RT_BAD_ARGUMENT);
    atomic_store(&f.gate, 1);
    assert_int_equal(baton_rt_leave(f.rt, &f.frame), BATON_RT_BAD_ARGUMENT);
    assert_non_null(strstr(baton_rt_last_error(f.rt)->text, "test.mlir:"));
    baton_rt_destroy(f.rt);
  }
}

// Imports that overlap are tracked by address; those that do not are not.
static void test_imports(void **state) {
  (void)state;
  static fixture f;
  setup(&f);
  static float memory[ROWS * COLUMNS * 4];
  unsigned char *base = (unsigned char *)memory;
  // a: [0, 100), b: [200, 300), c bridges both, at an address that no f32 offset from a reaches; d: apart
  static const struct { uint32_t at, bytes; } ranges[] = {{0, 100}, {200, 100}, {50, 200}, {1000, 100}};
  baton_rt_storage *handles[4];
  const void *site = f.sites[f.alloc];
  for (int i = 0; i < 2; i++) {
    int64_t offset;
    assert_int_equal(baton_rt_import(f.rt, base + ranges[i].at, ranges[i].bytes, site, &handles[i], &offset), 0);
  }
  uint64_t words[6];
  baton_task writers[2];
  const view2 row = {0, 1, 24, 24, 1};
  for (int i = 0; i < 2; i++) {
    put_view(&f, &row, words);
    words[0] = word_of(handles[i]);
    writers[i] = baton_rt_submit1(f.rt, f.sites[f.first + WRITE], words, f.gate_task);
    assert_int_equal(count_waits(&f), 0);
  }
  for (int i = 2; i < 4; i++) {
    int64_t offset;
    assert_int_equal(baton_rt_import(f.rt, base + ranges[i].at, ranges[i].bytes, site, &handles[i], &offset), 0);
    assert_ptr_equal((unsigned char *)handles[i]->data + offset, base + ranges[i].at);
  }
  const view2 long_row = {0, 1, 50, 50, 1};
  put_view(&f, &long_row, words);
  words[0] = word_of(handles[2]);
  assert_true(baton_rt_submit1(f.rt, f.sites[f.first + READ], words, f.gate_task) != 0);
  assert_int_equal(count_waits(&f), 2);
  put_view(&f, &row, words);
  words[0] = word_of(handles[3]);
  assert_true(baton_rt_submit1(f.rt, f.sites[f.first + WRITE], words, f.gate_task) != 0);
  assert_int_equal(count_waits(&f), 0);
  // What was written through a is seen through b's handle after the merge, and within a buffer of ours as well.
  put_view(&f, &row, words);
  words[0] = word_of(handles[0]);
  assert_true(baton_rt_submit1(f.rt, f.sites[f.first + WRITE], words, f.gate_task) != 0);
  assert_int_equal(count_waits(&f), 2); // the first writer and the reader
  baton_rt_storage *inner;
  int64_t offset;
  submit(&f, f.first + WRITE, &whole, 0);
  assert_int_equal(baton_rt_import(f.rt, (float *)f.storage->data + 20, 96, site, &inner, &offset), 0);
  words[0] = word_of(inner);
  assert_true(baton_rt_submit1(f.rt, f.sites[f.first + READ], words, f.gate_task) != 0);
  assert_int_equal(count_waits(&f), 1);
  assert_true(writers[0] != writers[1]);
  finish(&f);
}

// What is remembered is bounded by what is unfinished: the cost of an access does not grow with history.
static void test_history(void **state) {
  (void)state;
  static program p;
  program_init(&p);
  uint32_t task = program_task(&p, "write", NULL, do_nothing);
  program_row(&p, BATON_RT_F32, 7, BATON_RT_WRITE, BATON_RT_LOOKUP | BATON_RT_PUBLISH);
  uint32_t reader = program_task(&p, "read", NULL, do_nothing);
  program_row(&p, BATON_RT_F32, 7, BATON_RT_READ, BATON_RT_LOOKUP | BATON_RT_PUBLISH);
  uint32_t access = program_site(&p, BATON_RT_SITE_ACCESS);
  program_row(&p, BATON_RT_F32, 7, BATON_RT_READ, 0);
  const int64_t shape[] = {0, 1 << 22, 1};
  uint32_t alloc = program_site(&p, BATON_RT_SITE_ALLOC);
  program_view(&p, BATON_RT_F32, 1, shape, BATON_RT_WRITE, 0);
  baton_rt *rt = make_runtime(2, 512);
  baton_rt_frame frame;
  const void *const *sites = enter(rt, &p, &frame);
  baton_rt_storage *storage = baton_rt_alloc(rt, sites[alloc], NULL);
  for (uint32_t i = 0; i < 200000; i++) {
    uint64_t words[] = {word_of(storage), (i * 8191u) % ((1 << 22) - 8)};
    assert_true(baton_rt_submit1(rt, sites[i % 3 ? reader : task], words, 0) != 0);
    if (i % 1000 == 0)
      assert_int_equal(baton_rt_access(rt, sites[access], words), 0);
  }
  baton_rt_stats stats = stats_of(rt);
  assert_int_equal(stats.num_tracked_publishes, 200000);
  assert_int_equal(stats.num_host_accesses, 200);
  assert_int_equal(baton_rt_leave(rt, &frame), 0);
  baton_rt_destroy(rt);
}

// The host waits for what conflicts with its own access, and only for that.
static void test_host_access(void **state) {
  (void)state;
  static fixture f;
  setup(&f);
  uint64_t words[6];
  uint32_t access = f.alloc + 1;
  submit(&f, f.first + READ, &whole, 0);
  put_view(&f, &left, words);
  assert_int_equal(baton_rt_access(f.rt, f.sites[access], words), 0); // a read after a read, which is still held
  submit(&f, f.first + WRITE, &right, 0);
  assert_int_equal(baton_rt_access(f.rt, f.sites[access], words), 0);
  atomic_store(&f.gate, 1);
  put_view(&f, &whole, words);
  assert_int_equal(baton_rt_access(f.rt, f.sites[access], words), 0);
  assert_false(baton_task_is_live(f.rt, f.tasks[1].id));
  finish(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_auto), cmocka_unit_test(test_random_mixed), cmocka_unit_test(test_reuse),
      cmocka_unit_test(test_disjoint),    cmocka_unit_test(test_bits),         cmocka_unit_test(test_ordered),
      cmocka_unit_test(test_empty_views), cmocka_unit_test(test_bad_views),    cmocka_unit_test(test_imports),
      cmocka_unit_test(test_history),     cmocka_unit_test(test_host_access),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
