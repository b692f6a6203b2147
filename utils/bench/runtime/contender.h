// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the benchmark of the runtime asks of each library that it compares. One program per library links main.c and one
// file that defines the functions below; measure.py runs the programs in turn.
#ifndef BATON_BENCH_RUNTIME_CONTENDER_H
#define BATON_BENCH_RUNTIME_CONTENDER_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Phases of `width` tasks. Task i of a phase waits for `radix` neighbours of the phase before: those from
// i - radix / 2 on, modulo the width. Fenced: for one empty task that waits for the whole phase before.
typedef struct bench_shape {
  const char *name;
  uint32_t width, phases, radix;
  bool is_fenced;
} bench_shape;

static inline uint32_t bench_neighbour(const bench_shape *shape, uint32_t i, uint32_t k) {
  return (i + shape->width - shape->radix / 2 + k) % shape->width;
}

// Nanoseconds of a whole graph. Gated: a first task, which all of the first phase wait for, holds the graph until
// everything is submitted. Else there is only `run_ns`, from the first submit to the end of the last task.
typedef struct bench_times {
  double submit_ns, run_ns;
} bench_times;

// The body of every task. Any thread.
void bench_body(void);
uint64_t bench_now_ns(void);

// False: this library cannot hold a graph of this size back while it is submitted.
bool contender_can_gate(const bench_shape *shape, uint32_t workers);
// False: it cannot be started.
bool contender_start(uint32_t workers);
bool contender_run(const bench_shape *shape, bool is_gated, bench_times *out_times);
void contender_stop(void);

#ifdef __cplusplus
}
#endif

#endif
