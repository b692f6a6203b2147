// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The embedded runtime.
#include "contender.h"
#include "rt/rt.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static baton_rt *rt;
static _Atomic bool is_open;

static int32_t run_body(const uint64_t *words, const baton_rt_call *call) {
  (void)words;
  (void)call;
  bench_body();
  return 0;
}

static int32_t run_gate(const uint64_t *words, const baton_rt_call *call) {
  (void)words;
  (void)call;
  while (!atomic_load_explicit(&is_open, memory_order_acquire))
    ;
  return 0;
}

static void unused(void) {}

enum { BODY, GATE, FENCE, NUM_SITES };

static const baton_rt_kernel kernels[] = {
    {.size = sizeof(baton_rt_kernel), .result = BATON_RT_VOID, .name = "body", .core = "cpu", .address = unused},
    {.size = sizeof(baton_rt_kernel), .result = BATON_RT_VOID, .name = "gate", .core = "cpu", .address = unused},
};
static const baton_rt_site sites[NUM_SITES] = {
    {.size = sizeof(baton_rt_site), .kind = BATON_RT_SITE_TASK, .kernel = BODY, .invoke = run_body},
    {.size = sizeof(baton_rt_site), .kind = BATON_RT_SITE_TASK, .kernel = GATE, .invoke = run_gate},
    {.size = sizeof(baton_rt_site), .kind = BATON_RT_SITE_FENCE},
};
static const baton_rt_loc no_loc;
static const baton_rt_module module = {
    .size = sizeof module,
    .name = "bench",
    .locs = &no_loc,
    .kernels = kernels,
    .sites = sites,
    .num_locs = 1,
    .num_kernels = 2,
    .num_sites = NUM_SITES,
};

bool contender_can_gate(const bench_shape *shape, uint32_t workers) {
  (void)workers;
  return (uint64_t)shape->width * shape->phases < 16000; // the default window
}

bool contender_start(uint32_t workers) {
  char text[16];
  snprintf(text, sizeof text, "%u", workers);
  const baton_rt_config config = {.size = sizeof config, .workers = text};
  return baton_rt_create(&config, &rt) == BATON_RT_OK;
}

static baton_task submit(const bench_shape *shape, const void *const *site, uint32_t i, const baton_task *before,
                         baton_task *list) {
  if (shape->radix == shape->width && shape->radix > 1) // the phase before, as a user has it
    return baton_rt_submit(rt, site[BODY], NULL, before, shape->width);
  for (uint32_t k = 0; k < shape->radix; k++)
    list[k] = before[bench_neighbour(shape, i, k)];
  return baton_rt_submit(rt, site[BODY], NULL, list, shape->radix);
}

static void submit_all(const bench_shape *shape, const void *const *site, baton_task gate, baton_task *ids) {
  baton_task *before = ids, *now = ids + shape->width, *list = ids + 2 * (size_t)shape->width;
  for (uint32_t i = 0; i < shape->width; i++)
    before[i] = baton_rt_submit1(rt, site[BODY], NULL, gate);
  for (uint32_t phase = 1; phase < shape->phases; phase++) {
    baton_task fence = shape->is_fenced ? baton_rt_fence(rt, site[FENCE], before, shape->width) : 0;
    for (uint32_t i = 0; i < shape->width; i++)
      now[i] = fence ? baton_rt_submit1(rt, site[BODY], NULL, fence) : submit(shape, site, i, before, list);
    baton_task *other = before;
    before = now;
    now = other;
  }
}

bool contender_run(const bench_shape *shape, bool is_gated, bench_times *out_times) {
  baton_task *ids = calloc(3 * (size_t)shape->width, sizeof *ids);
  baton_rt_frame frame = {.size = sizeof frame};
  if (!ids || baton_rt_enter(rt, &module, &frame))
    return false;
  atomic_store(&is_open, !is_gated);
  baton_task gate = is_gated ? baton_rt_submit1(rt, frame.sites[GATE], NULL, 0) : 0;
  uint64_t begin = bench_now_ns();
  submit_all(shape, frame.sites, gate, ids);
  uint64_t middle = bench_now_ns();
  atomic_store_explicit(&is_open, true, memory_order_release);
  int32_t status = baton_rt_leave(rt, &frame);
  uint64_t end = bench_now_ns();
  *out_times = (bench_times){(double)(middle - begin), (double)(end - (is_gated ? middle : begin))};
  free(ids);
  return status == BATON_RT_OK;
}

void contender_stop(void) { baton_rt_destroy(rt); }
