// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// StarPU: tasks whose dependences are declared one by one, without data.
#include "contender.h"

#include <starpu.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic bool is_open;

static void run_body(void *buffers[], void *argument) {
  (void)buffers;
  (void)argument;
  bench_body();
}

static void run_gate(void *buffers[], void *argument) {
  (void)buffers;
  (void)argument;
  while (!atomic_load_explicit(&is_open, memory_order_acquire))
    ;
}

static void run_nothing(void *buffers[], void *argument) {
  (void)buffers;
  (void)argument;
}

static struct starpu_codelet body = {.cpu_funcs = {run_body}, .name = "body"};
static struct starpu_codelet gate_codelet = {.cpu_funcs = {run_gate}, .name = "gate"};
static struct starpu_codelet nothing = {.cpu_funcs = {run_nothing}, .name = "fence"};

bool contender_can_gate(const bench_shape *shape, uint32_t workers) {
  (void)shape;
  (void)workers;
  return true;
}

bool contender_start(uint32_t workers) {
  struct starpu_conf conf;
  starpu_conf_init(&conf);
  conf.ncpus = (int)workers;
  conf.ncuda = conf.nopencl = 0;
  return starpu_init(&conf) == 0;
}

static struct starpu_task *submit(struct starpu_codelet *codelet, unsigned num, struct starpu_task **waits) {
  struct starpu_task *task = starpu_task_create();
  task->cl = codelet;
  task->destroy = 0; // later tasks may still name it
  if (num)
    starpu_task_declare_deps_array(task, num, waits);
  return starpu_task_submit(task) == 0 ? task : NULL;
}

// `tasks` has room for all tasks and fences. Returns how many there are, 0 after a failure.
static size_t submit_all(const bench_shape *shape, struct starpu_task *gate, struct starpu_task **tasks,
                         struct starpu_task **list) {
  size_t num = 0, before = 0;
  for (uint32_t phase = 0; phase < shape->phases; phase++) {
    struct starpu_task *fence = NULL;
    if (phase && shape->is_fenced && !(fence = tasks[num++] = submit(&nothing, shape->width, tasks + before)))
      return 0;
    size_t first = num;
    for (uint32_t i = 0; i < shape->width; i++) {
      struct starpu_task *one = fence ? fence : gate;
      unsigned num_waits = one && (fence || !phase) ? 1 : 0;
      list[0] = one;
      for (uint32_t k = 0; phase && !fence && k < shape->radix; k++)
        list[num_waits++] = tasks[before + bench_neighbour(shape, i, k)];
      if (!(tasks[num++] = submit(&body, num_waits, list)))
        return 0;
    }
    before = first;
  }
  return num;
}

bool contender_run(const bench_shape *shape, bool is_gated, bench_times *out_times) {
  size_t most = (size_t)shape->width * shape->phases + shape->phases;
  struct starpu_task **tasks = calloc(most + shape->width + 1, sizeof *tasks);
  if (!tasks)
    return false;
  atomic_store(&is_open, !is_gated);
  struct starpu_task *gate = is_gated ? submit(&gate_codelet, 0, NULL) : NULL;
  uint64_t begin = bench_now_ns();
  size_t num = submit_all(shape, gate, tasks, tasks + most);
  uint64_t middle = bench_now_ns();
  atomic_store_explicit(&is_open, true, memory_order_release);
  starpu_task_wait_for_all();
  uint64_t end = bench_now_ns();
  *out_times = (bench_times){(double)(middle - begin), (double)(end - (is_gated ? middle : begin))};
  for (size_t i = 0; i < num; i++)
    starpu_task_destroy(tasks[i]);
  if (gate)
    starpu_task_destroy(gate);
  free(tasks);
  return num != 0;
}

void contender_stop(void) { starpu_shutdown(); }
