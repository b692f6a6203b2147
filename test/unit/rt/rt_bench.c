// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Times of the runtime, in nanoseconds per task or wait: medians over rounds, with the range. Submitting and running
// are measured apart by a task that holds the graph back, and together without it. Not a test: it is built with them
// and run by hand, `unit_rt_bench [workers]`.
#include "support.h"

enum { ROUNDS = 15, MAX_IDS = 1 << 16 };

static int32_t empty(const uint64_t *words, const baton_rt_call *call) {
  (void)words;
  (void)call;
  return 0;
}

static int32_t hold(const uint64_t *words, const baton_rt_call *call) {
  (void)call;
  while (!atomic_load_explicit((_Atomic int *)pointer_of(words[0]), memory_order_acquire))
    ;
  return 0;
}

enum { EMPTY, HOLD, FENCE, WORDS4, READ_TILE, WRITE_TILE, ALLOC };

static program p;
static baton_rt *rt;
static const void *const *sites;
static baton_rt_storage *buffer;
static baton_task ids[2][MAX_IDS];

// One way to submit; returns how many units (tasks or waits) the time is to be divided by.
typedef uint64_t (*workload)(baton_task after);

static uint64_t independent(baton_task after) {
  for (uint32_t i = 0; i < 10000; i++)
    baton_rt_submit1(rt, sites[EMPTY], NULL, after);
  return 10000;
}

static uint64_t chain(baton_task after) {
  for (uint32_t i = 0; i < 10000; i++)
    after = baton_rt_submit1(rt, sites[EMPTY], NULL, after);
  return 10000;
}

static uint64_t four_words(baton_task after) {
  for (uint64_t i = 0; i < 10000; i++)
    after = baton_rt_submit1(rt, sites[WORDS4], (uint64_t[]){i, i, i, i}, after);
  return 10000;
}

static void fill(baton_task after, uint32_t num) {
  for (uint32_t i = 0; i < num; i++)
    ids[0][i] = baton_rt_submit1(rt, sites[EMPTY], NULL, after);
}

static uint64_t scattered64(baton_task after) { // the producers' time is small beside 64 waits each
  fill(after, 4096);
  for (uint32_t i = 0; i < 64; i++) {
    for (uint32_t k = 0; k < 64; k++)
      ids[1][k] = ids[0][(k * 1663 + i * 97) % 4096];
    baton_rt_submit(rt, sites[EMPTY], NULL, ids[1], 64);
  }
  for (uint32_t i = 0; i < 2000; i++) {
    ids[1][i % 64] = ids[0][(i * 2311) % 4096];
    baton_rt_submit(rt, sites[EMPTY], NULL, ids[1], 64);
  }
  return 2064 * 64;
}

static uint64_t neighbours64(baton_task after) {
  fill(after, 4096);
  for (uint32_t i = 0; i < 4000; i++)
    baton_rt_submit(rt, sites[EMPTY], NULL, ids[0] + i, 64);
  return 4000 * 64;
}

static uint64_t same64(baton_task after) {
  fill(after, 64);
  for (uint32_t i = 0; i < 4000; i++)
    baton_rt_submit(rt, sites[EMPTY], NULL, ids[0], 64);
  return 4000 * 64;
}

static uint64_t all_to_all(baton_task after, uint32_t width, uint32_t phases, bool is_fenced) {
  fill(after, width);
  for (uint32_t phase = 0; phase < phases; phase++) {
    baton_task fence = is_fenced ? baton_rt_fence(rt, sites[FENCE], ids[phase % 2], width) : 0;
    for (uint32_t i = 0; i < width; i++)
      ids[(phase + 1) % 2][i] = is_fenced ? baton_rt_submit1(rt, sites[EMPTY], NULL, fence)
                                          : baton_rt_submit(rt, sites[EMPTY], NULL, ids[phase % 2], width);
  }
  return (uint64_t)width * (phases + 1);
}

static uint64_t direct64(baton_task after) { return all_to_all(after, 64, 100, false); }
static uint64_t fenced64(baton_task after) { return all_to_all(after, 64, 100, true); }
static uint64_t direct256(baton_task after) { return all_to_all(after, 256, 20, false); }
static uint64_t direct512(baton_task after) { return all_to_all(after, 512, 1, false); }
static uint64_t fenced512(baton_task after) { return all_to_all(after, 512, 1, true); }

static uint64_t tiles(baton_task after) { // 64 x 64 tiles of one buffer, written and read in turn
  (void)after;
  for (uint64_t i = 0; i < 8192; i++) {
    uint64_t tile = i * 2654435761u % 4096;
    const uint64_t words[] = {word_of(buffer), tile / 64 * 16 * 1024 + tile % 64 * 16};
    baton_rt_submit1(rt, sites[i % 3 ? READ_TILE : WRITE_TILE], words, 0);
  }
  return 8192;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static void print_times(const char *name, double *times) {
  qsort(times, ROUNDS, sizeof *times, compare);
  printf("  %s %8.1f (%.1f-%.1f)", name, times[ROUNDS / 2], times[1], times[ROUNDS - 2]);
}

static const char *wanted = "";

static void measure(const char *name, workload run) {
  if (!strstr(name, wanted))
    return;
  double submits[ROUNDS], runs[ROUNDS], together[ROUNDS];
  for (uint32_t round = 0; round < ROUNDS; round++) {
    baton_rt_frame frame;
    sites = enter(rt, &p, &frame);
    buffer = baton_rt_alloc(rt, sites[ALLOC], NULL);
    _Atomic int gate = 0;
    baton_task held = baton_rt_submit1(rt, sites[HOLD], (uint64_t[]){word_of(&gate)}, 0);
    uint64_t begin = now_ns();
    double num = (double)run(held);
    submits[round] = (double)(now_ns() - begin) / num;
    begin = now_ns();
    atomic_store(&gate, 1);
    if (baton_rt_leave(rt, &frame))
      printf("%s\n", baton_rt_last_error(rt)->text);
    runs[round] = (double)(now_ns() - begin) / num;
    sites = enter(rt, &p, &frame);
    buffer = baton_rt_alloc(rt, sites[ALLOC], NULL);
    begin = now_ns();
    num = (double)run(0);
    baton_rt_leave(rt, &frame);
    together[round] = (double)(now_ns() - begin) / num;
  }
  printf("%-14s", name);
  print_times("submit", submits);
  print_times("run", runs);
  print_times("together", together);
  printf("\n");
}

int main(int argc, char **argv) {
  const uint8_t full = BATON_RT_LOOKUP | BATON_RT_PUBLISH;
  const int64_t tile[] = {BATON_RT_DYNAMIC, 16, 16, 1024, 1}, whole[] = {0, 1024, 1024, 1024, 1};
  program_init(&p);
  program_task(&p, "empty", NULL, empty);
  program_task(&p, "hold", NULL, hold);
  program_scalar(&p, BATON_RT_U64);
  program_site(&p, BATON_RT_SITE_FENCE);
  program_task(&p, "words4", NULL, empty);
  for (int i = 0; i < 4; i++)
    program_scalar(&p, BATON_RT_U64);
  program_task(&p, "read", NULL, empty);
  program_view(&p, BATON_RT_F32, 2, tile, BATON_RT_READ, full);
  program_task(&p, "write", NULL, empty);
  program_view(&p, BATON_RT_F32, 2, tile, BATON_RT_WRITE, full);
  program_site(&p, BATON_RT_SITE_ALLOC);
  program_view(&p, BATON_RT_F32, 2, whole, BATON_RT_WRITE, 0);
  rt = make_runtime(argc > 1 ? (uint32_t)atoi(argv[1]) : 2, 0);
  if (argc > 2)
    wanted = argv[2];
  measure("independent", independent);
  measure("chain", chain);
  measure("four words", four_words);
  measure("scattered 64", scattered64);
  measure("neighbours 64", neighbours64);
  measure("same 64", same64);
  measure("64 x 100", direct64);
  measure("... fenced", fenced64);
  measure("256 x 20", direct256);
  measure("512 x 512", direct512);
  measure("... fenced", fenced512);
  measure("tiles", tiles);
  baton_rt_destroy(rt);
  return 0;
}
