// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenMP tasks with dependences on one byte per task: compiled by gcc for libgomp and by clang for libomp.
#include "contender.h"

#include <stdatomic.h>
#include <stdlib.h>

static uint32_t num_threads;
static _Atomic bool is_open;

#ifdef __clang__
// Read when the library starts: without throttling it does not run a task itself in the middle of submitting.
bool contender_can_gate(const bench_shape *shape, uint32_t workers) {
  (void)shape;
  (void)workers;
  return true;
}
#else
// Beyond this many tasks libgomp makes the submitting thread wait for a task's dependences.
bool contender_can_gate(const bench_shape *shape, uint32_t workers) {
  return (uint64_t)shape->width * shape->phases + 2 * shape->phases < 64 * (uint64_t)workers;
}
#endif

bool contender_start(uint32_t workers) {
  num_threads = workers;
  return setenv("KMP_ENABLE_TASK_THROTTLING", "0", 1) == 0;
}

static void submit_phase(const bench_shape *shape, const char *before, char *now, char *fence) {
  const uint32_t width = shape->width, radix = shape->radix;
  (void)fence; // names of dependences are not uses
  (void)before;
  (void)now;
  if (shape->is_fenced) {
#pragma omp task depend(iterator(uint32_t k = 0 : width), in : before[k]) depend(out : fence[0])
    ;
  }
  for (uint32_t i = 0; i < width; i++) {
    if (shape->is_fenced) {
#pragma omp task depend(in : fence[0]) depend(out : now[i])
      bench_body();
    } else {
#pragma omp task depend(iterator(uint32_t k = 0                                                                        \
                                 : radix),                                                                             \
                        in                                                                                             \
                        : before[(i + width - radix / 2 + k) % width]) depend(out                                      \
                                                                              : now[i])
      bench_body();
    }
  }
}

static void submit_all(const bench_shape *shape, char *cells, char *fences, char *gate) {
  (void)gate;
  for (uint32_t i = 0; i < shape->width; i++) {
#pragma omp task depend(in : gate[0]) depend(out : cells[i])
    bench_body();
  }
  for (uint32_t phase = 1; phase < shape->phases; phase++) {
    char *now = cells + (size_t)phase * shape->width;
    submit_phase(shape, now - shape->width, now, fences + phase);
  }
}

bool contender_run(const bench_shape *shape, bool is_gated, bench_times *out_times) {
  char *cells = calloc((size_t)shape->width * shape->phases, 1), *fences = calloc(shape->phases, 1), gate[1];
  if (!cells || !fences)
    return false;
  uint64_t begin = 0, middle = 0;
  atomic_store(&is_open, !is_gated);
#pragma omp parallel num_threads(num_threads)
#pragma omp single
  {
    if (is_gated) {
#pragma omp task depend(out : gate[0])
      while (!atomic_load_explicit(&is_open, memory_order_acquire))
        ;
    }
    begin = bench_now_ns();
    submit_all(shape, cells, fences, gate);
    middle = bench_now_ns();
    atomic_store_explicit(&is_open, true, memory_order_release);
#pragma omp taskwait
  }
  uint64_t end = bench_now_ns();
  *out_times = (bench_times){(double)(middle - begin), (double)(end - (is_gated ? middle : begin))};
  free(cells);
  free(fences);
  return true;
}

void contender_stop(void) {}
