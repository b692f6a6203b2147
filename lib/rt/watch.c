// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that do not return: a thread that looks now and then whether a worker is still in the call that it was in.
// Workers read no clock for it: they number their calls, and the watchdog knows since when it has seen a number.
//
// Who ends a call is decided by one swap of the worker's word: from RUNNING to IDLE by the worker, or to CLAIMED by the
// watchdog, which then alone reads what is watched, reports it, and leaves the word at LOST until the worker comes
// back.
#include "rt/rt_impl.h"

#include <sched.h>

enum { LOOKS = 8 }; // per timeout

#define MIN_LOOK_NS UINT64_C(500000)
#define MAX_LOOK_NS UINT64_C(250000000)

void baton_watch_begin(baton_worker *worker, const baton_plan *plan, baton_task task) {
  worker->watched_plan = plan;
  worker->watched_task = task;
  uint64_t word = atomic_load_explicit(&worker->watch_word, memory_order_relaxed);
  // Release: who claims the call reads the two.
  atomic_store_explicit(&worker->watch_word, (word & ~UINT64_C(3)) + 4 + BATON_WATCH_RUNNING, memory_order_release);
}

void baton_watch_end(baton_worker *worker) {
  uint64_t word = atomic_load_explicit(&worker->watch_word, memory_order_relaxed);
  uint64_t running = (word & ~UINT64_C(3)) + BATON_WATCH_RUNNING;
  if (atomic_compare_exchange_strong(&worker->watch_word, &running, running - BATON_WATCH_RUNNING))
    return;
  while (atomic_load(&worker->watch_word) % 4 != BATON_WATCH_LOST)
    sched_yield();
  atomic_store(&worker->watch_word, word & ~UINT64_C(3));
}

static void give_up(baton_rt *rt, baton_worker *worker, uint64_t claimed) {
  const baton_blame blame = {.plan = worker->watched_plan, .task = worker->watched_task};
  baton_rt_raise(rt, BATON_RT_TIMEOUT, &blame, "the kernel has not returned within the timeout of %.9g s",
                 (double)rt->timeout_ns / 1e9);
  atomic_store(&rt->is_abandoned, 1);
  atomic_store(&worker->watch_word, claimed - BATON_WATCH_CLAIMED + BATON_WATCH_LOST);
  atomic_fetch_add(&rt->host_event, 1);
  baton_futex_wake(&rt->host_event);
}

static void look_at(baton_rt *rt, baton_worker *worker, uint64_t now) {
  uint64_t word = atomic_load_explicit(&worker->watch_word, memory_order_relaxed);
  if (word % 4 != BATON_WATCH_RUNNING || word != worker->watch_seen) {
    worker->watch_seen = word;
    worker->watch_since_ns = now;
    return;
  }
  uint64_t claimed = word - BATON_WATCH_RUNNING + BATON_WATCH_CLAIMED;
  if (now - worker->watch_since_ns >= rt->timeout_ns &&
      atomic_compare_exchange_strong(&worker->watch_word, &word, claimed))
    give_up(rt, worker, claimed);
}

static void *watchdog_main(void *argument) {
  baton_rt *rt = argument;
  uint64_t pause_ns = rt->timeout_ns / LOOKS;
  pause_ns = pause_ns < MIN_LOOK_NS ? MIN_LOOK_NS : pause_ns > MAX_LOOK_NS ? MAX_LOOK_NS : pause_ns;
  while (!atomic_load(&rt->watchdog_stop)) {
    baton_futex_wait(&rt->watchdog_stop, 0, pause_ns);
    uint64_t now = baton_now_ns();
    for (uint32_t i = 0; i < rt->num_workers; i++)
      look_at(rt, &rt->workers[i], now);
  }
  return NULL;
}

int32_t baton_watchdog_start(baton_rt *rt) {
  if (!rt->timeout_ns)
    return BATON_RT_OK;
  if (pthread_create(&rt->watchdog, NULL, watchdog_main, rt))
    return BATON_RT_NO_MEMORY;
  rt->has_watchdog = true;
  return BATON_RT_OK;
}

void baton_watchdog_stop(baton_rt *rt) {
  if (!rt->has_watchdog)
    return;
  atomic_store(&rt->watchdog_stop, 1);
  baton_futex_wake(&rt->watchdog_stop);
  pthread_join(rt->watchdog, NULL);
}
