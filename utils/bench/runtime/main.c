// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PROGRAM WORKERS SHAPE empty|count: prints nanoseconds per task to submit, to run, and for both together (without a
// gate), the medians of a few repeats; "-" for what the library cannot do. PROGRAM --shapes prints the shapes, the
// tasks and the waits that a user writes for them.
#include "contender.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { REPEATS = 5 };

static const bench_shape shapes[] = {
    {"chain", 1, 10000, 1, false},        {"independent", 10000, 1, 0, false},   {"64x100", 64, 100, 64, false},
    {"64x100-fenced", 64, 100, 64, true}, {"256x20", 256, 20, 256, false},       {"256x20-fenced", 256, 20, 256, true},
    {"512x512", 512, 2, 512, false},      {"512x512-fenced", 512, 2, 512, true}, {"nearest-1", 256, 40, 1, false},
    {"nearest-4", 256, 40, 4, false},     {"nearest-16", 256, 40, 16, false},    {"nearest-64", 256, 40, 64, false},
};
enum { NUM_SHAPES = sizeof shapes / sizeof *shapes };

static bool counts;
static _Atomic uint64_t counter;

void bench_body(void) {
  if (counts)
    atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
}

uint64_t bench_now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static double median(double *values) {
  qsort(values, REPEATS, sizeof *values, compare);
  return values[REPEATS / 2];
}

static void print_shapes(void) {
  for (int i = 0; i < NUM_SHAPES; i++) {
    const bench_shape *shape = &shapes[i];
    uint64_t tasks = (uint64_t)shape->width * shape->phases, later = tasks - shape->width;
    printf("%s %" PRIu64 " %" PRIu64 "\n", shape->name, tasks, shape->is_fenced ? 2 * later : later * shape->radix);
  }
}

static bool run_once(const bench_shape *shape, bool is_gated, bench_times *times) {
  atomic_store(&counter, 0);
  if (!contender_run(shape, is_gated, times))
    return false;
  return !counts || atomic_load(&counter) == (uint64_t)shape->width * shape->phases;
}

static bool measure(const bench_shape *shape, uint32_t workers) {
  double submit[REPEATS], run[REPEATS], together[REPEATS];
  double num_tasks = (double)shape->width * shape->phases;
  bool is_gated = contender_can_gate(shape, workers);
  bench_times times = {0, 0};
  if (!run_once(shape, false, &times)) // warms up
    return false;
  for (int i = 0; i < REPEATS; i++) {
    if (!run_once(shape, false, &times))
      return false;
    together[i] = times.run_ns / num_tasks;
    if (is_gated && !run_once(shape, true, &times))
      return false;
    submit[i] = times.submit_ns / num_tasks;
    run[i] = times.run_ns / num_tasks;
  }
  if (is_gated)
    printf("%.2f %.2f %.2f\n", median(submit), median(run), median(together));
  else
    printf("- - %.2f\n", median(together));
  return true;
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "--shapes") == 0) {
    print_shapes();
    return EXIT_SUCCESS;
  }
  uint32_t workers = argc == 4 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0;
  const bench_shape *shape = NULL;
  for (int i = 0; argc == 4 && i < NUM_SHAPES; i++)
    if (strcmp(shapes[i].name, argv[2]) == 0)
      shape = &shapes[i];
  if (workers < 2 || !shape) {
    fprintf(stderr, "usage: %s WORKERS(at least 2) SHAPE empty|count, or --shapes\n", argv[0]);
    return EXIT_FAILURE;
  }
  counts = strcmp(argv[3], "count") == 0;
  if (!contender_start(workers)) {
    fprintf(stderr, "%s: cannot start\n", argv[0]);
    return EXIT_FAILURE;
  }
  bool ok = measure(shape, workers);
  contender_stop();
  if (!ok)
    fprintf(stderr, "%s: the run of %s failed\n", argv[0], shape->name);
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
