// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Worker threads: rings, stealing, sleeping.
//
// Rings are first in first out, with one producer and any number of consumers. The producer stores the slot and then
// the tail (release); a consumer reads head and tail (acquire) and the entries and then swaps the head. A ring holds as
// many entries as there are slots and a ready task is in one ring once, so an entry is not overwritten before the head
// has passed it, and one swap may take several.
//
// No wake-up is lost: who pushes stores the tail and then reads `sleepers`; who goes to sleep counts itself among the
// sleepers, leaves `searching`, and then looks at all tails once more; all four are sequentially consistent. A pusher
// that sees somebody searching may leave it to him, since he looks again after he has stopped to count as searching.
#include "rt/rt_impl.h"

#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
  HOST_BATCH = 32,   // taken at once from a ring of the host
  STEAL_BATCH = 128, // at most, and half of what there is
  GRAIN_TASKS = 64,  // between two looks at the clock
};

// Between two wake-ups by one pusher while somebody is awake. A worker's own gap grows while its wake-ups bring no
// thief.
#define WAKE_GAP_NS     UINT64_C(20000)
#define MAX_WAKE_GAP_NS UINT64_C(1000000)
#define STEAL_WORTH_NS  UINT64_C(4000) // of work in a ring that is worth a steal
// How long a worker sleeps before it looks again by itself: with work in sight that was not worth a steal, and while
// others are awake, who may have become busy for long after they judged a wake-up not worth it. Doubles up to the last.
#define SEEN_NAP_NS  UINT64_C(200000)
#define FIRST_NAP_NS UINT64_C(1000000)
#define MAX_NAP_NS   UINT64_C(8000000)

uint64_t baton_now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

void baton_futex_wait(_Atomic uint32_t *word, uint32_t value, uint64_t timeout_ns) {
  struct timespec timeout = {(time_t)(timeout_ns / 1000000000), (long)(timeout_ns % 1000000000)};
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, timeout_ns ? &timeout : NULL, NULL, 0);
}

void baton_futex_wake(_Atomic uint32_t *word) { syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0); }

// Rings. --------------------------------------------------------------------------------------------------------------

static bool ring_init(baton_rt *rt, baton_ring *ring, uint32_t num_slots) {
  uint64_t capacity = 64;
  while (capacity < num_slots)
    capacity *= 2;
  ring->slots = baton_mem_get_aligned(rt, capacity * sizeof *ring->slots, 64);
  ring->mask = capacity - 1;
  atomic_init(&ring->head, 0);
  atomic_init(&ring->tail, 0);
  return ring->slots != NULL;
}

static void ring_store(baton_ring *ring, uint64_t at, uint32_t slot) {
  atomic_store_explicit(&ring->slots[at & ring->mask], slot, memory_order_relaxed);
}

static uint64_t ring_length(baton_ring *ring, memory_order order) {
  uint64_t head = atomic_load_explicit(&ring->head, order);
  uint64_t tail = atomic_load_explicit(&ring->tail, order);
  return tail > head ? tail - head : 0;
}

// Takes up to `max` of the oldest entries, at most half of them if `half`.
static uint32_t ring_take(baton_ring *ring, uint32_t *slots, uint32_t max, bool half) {
  uint64_t head = atomic_load_explicit(&ring->head, memory_order_acquire);
  for (;;) {
    uint64_t tail = atomic_load_explicit(&ring->tail, memory_order_acquire);
    if (tail <= head)
      return 0;
    uint64_t num = half ? (tail - head + 1) / 2 : tail - head;
    if (num > max)
      num = max;
    for (uint64_t i = 0; i < num; i++)
      slots[i] = atomic_load_explicit(&ring->slots[(head + i) & ring->mask], memory_order_relaxed);
    if (atomic_compare_exchange_weak_explicit(&ring->head, &head, head + num, memory_order_acq_rel,
                                              memory_order_acquire))
      return (uint32_t)num;
  }
}

// Waking. -------------------------------------------------------------------------------------------------------------

// Wakes one worker of the class and counts it as searching on its behalf. False: nobody was asleep.
static bool wake_one(baton_rt *rt, baton_class *class, baton_counts counts) {
  for (uint32_t i = 0; i < class->num_workers; i++) {
    baton_worker *worker = &rt->workers[class->first_worker + i];
    uint32_t asleep = 1;
    if (atomic_load_explicit(&worker->sleep_word, memory_order_seq_cst) != 1 ||
        !atomic_compare_exchange_strong(&worker->sleep_word, &asleep, 2))
      continue;
    atomic_fetch_add(&class->searching, 1);
    atomic_fetch_sub(&class->sleepers, 1);
    baton_futex_wake(&worker->sleep_word);
    baton_count(counts, BATON_COUNT_WAKES);
    return true;
  }
  return false;
}

static bool is_wake_wanted(baton_class *class) {
  return atomic_load_explicit(&class->sleepers, memory_order_seq_cst) > 0 &&
         atomic_load_explicit(&class->searching, memory_order_seq_cst) == 0;
}

void baton_host_push(baton_rt *rt, uint32_t slot) {
  if (rt->faults.lose_task && ++rt->ready_for_fault == rt->faults.lose_task)
    return;
  baton_class *class = &rt->classes[rt->slots[slot].flags >> BATON_SLOT_CLASS_SHIFT];
  uint64_t tail = atomic_load_explicit(&class->host_ring.tail, memory_order_relaxed);
  ring_store(&class->host_ring, tail, slot);
  atomic_store_explicit(&class->host_ring.tail, tail + 1, memory_order_seq_cst);
  if (!is_wake_wanted(class))
    return;
  // Waking costs more than many tasks. Somebody who is awake comes to this task in the end, so he may have company, but
  // not more often than now and then. The clock costs as well: it is looked at for the first and every 16th wake-up
  // that is owed.
  bool nobody_is_awake = atomic_load_explicit(&class->sleepers, memory_order_relaxed) >= class->num_workers;
  if (!nobody_is_awake) {
    if (class->owed_wakes++ % 16 != 0)
      return;
    uint64_t now = baton_now_ns();
    if (now - class->last_wake_ns < WAKE_GAP_NS)
      return;
    class->last_wake_ns = now;
  }
  class->owed_wakes = 0;
  wake_one(rt, class, rt->counts);
}

void baton_pay_wakes(baton_rt *rt) {
  for (uint32_t i = 0; i < rt->num_classes; i++) {
    baton_class *class = &rt->classes[i];
    if (!class->owed_wakes)
      continue;
    class->owed_wakes = 0;
    if (is_wake_wanted(class) && ring_length(&class->host_ring, memory_order_acquire))
      wake_one(rt, class, rt->counts);
  }
}

void baton_worker_push(baton_worker *worker, uint32_t slot) {
  baton_rt *rt = worker->rt;
  uint32_t index = rt->slots[slot].flags >> BATON_SLOT_CLASS_SHIFT;
  if (index == worker->class_index) {
    uint64_t tail = atomic_load_explicit(&worker->ring.tail, memory_order_relaxed);
    ring_store(&worker->ring, tail, slot);
    atomic_store_explicit(&worker->ring.tail, tail + 1, memory_order_release);
    return;
  }
  baton_class *class = &rt->classes[index];
  pthread_mutex_lock(&class->shared_lock);
  uint64_t tail = atomic_load_explicit(&class->shared_ring.tail, memory_order_relaxed);
  ring_store(&class->shared_ring, tail, slot);
  atomic_store_explicit(&class->shared_ring.tail, tail + 1, memory_order_seq_cst);
  pthread_mutex_unlock(&class->shared_lock);
  if (is_wake_wanted(class))
    wake_one(rt, class, worker->counts);
}

void baton_worker_publish(baton_worker *worker) {
  baton_class *class = &worker->rt->classes[worker->class_index];
  // Sequentially consistent, so that who is about to sleep sees the tail or we see the sleeper.
  uint64_t tail = atomic_load_explicit(&worker->ring.tail, memory_order_relaxed);
  atomic_store_explicit(&worker->ring.tail, tail, memory_order_seq_cst);
  if (!is_wake_wanted(class) || !ring_length(&worker->ring, memory_order_relaxed))
    return;
  uint64_t now = baton_now_ns();
  if (now - worker->last_wake_ns < worker->wake_gap_ns)
    return;
  uint32_t stolen = atomic_load_explicit(&worker->times_robbed, memory_order_relaxed);
  if (stolen != worker->times_robbed_seen)
    worker->wake_gap_ns = WAKE_GAP_NS;
  else if (worker->wake_gap_ns < MAX_WAKE_GAP_NS)
    worker->wake_gap_ns *= 2;
  worker->times_robbed_seen = stolen;
  worker->last_wake_ns = now;
  wake_one(worker->rt, class, worker->counts);
}

void baton_host_signal(baton_rt *rt, uint32_t waiter) {
  atomic_store_explicit(&rt->waiters[waiter].is_parked, 0, memory_order_release);
  atomic_fetch_add_explicit(&rt->host_event, 1, memory_order_seq_cst);
  if (atomic_load_explicit(&rt->host_sleeping, memory_order_seq_cst))
    baton_futex_wake(&rt->host_event);
}

// Looking for work. ---------------------------------------------------------------------------------------------------

// Keeps all but the first of the slots for later.
static uint32_t keep_rest(baton_worker *worker, const uint32_t *slots, uint32_t num) {
  uint64_t tail = atomic_load_explicit(&worker->ring.tail, memory_order_relaxed);
  for (uint32_t i = 1; i < num; i++)
    ring_store(&worker->ring, tail + i - 1, slots[i]);
  if (num > 1)
    atomic_store_explicit(&worker->ring.tail, tail + num - 1, memory_order_seq_cst);
  return slots[0];
}

// Takes from another worker of the class. Tiny tasks are left to him, since each stolen one drags cache lines along;
// but if his head has not moved since the last look, he is in a long kernel. *out_seen: there was something.
static uint32_t steal(baton_worker *thief, bool *out_seen) {
  baton_rt *rt = thief->rt;
  const baton_class *class = &rt->classes[thief->class_index];
  uint32_t slots[STEAL_BATCH];
  for (uint32_t i = 1; i < class->num_workers; i++) {
    uint32_t index = class->first_worker + (thief->index - class->first_worker + i) % class->num_workers;
    baton_worker *victim = &rt->workers[index];
    uint64_t head = atomic_load_explicit(&victim->ring.head, memory_order_seq_cst);
    uint64_t tail = atomic_load_explicit(&victim->ring.tail, memory_order_seq_cst);
    if (tail <= head)
      continue;
    *out_seen = true;
    bool has_moved = thief->seen_head[index] != head;
    thief->seen_head[index] = head;
    if (has_moved && (tail - head) * thief->grain_ns < STEAL_WORTH_NS)
      continue;
    uint32_t num = ring_take(&victim->ring, slots, STEAL_BATCH, true);
    if (num) {
      baton_count(thief->counts, BATON_COUNT_STEALS);
      atomic_fetch_add_explicit(&victim->times_robbed, 1, memory_order_relaxed);
      return keep_rest(thief, slots, num);
    }
  }
  return 0;
}

static uint32_t take_own(baton_worker *worker) {
  uint32_t slot;
  return ring_take(&worker->ring, &slot, 1, false) ? slot : 0;
}

static uint32_t look(baton_worker *worker, bool *out_seen) {
  baton_class *class = &worker->rt->classes[worker->class_index];
  uint32_t slots[HOST_BATCH];
  uint32_t num = ring_take(&class->host_ring, slots, HOST_BATCH, class->num_workers > 1);
  if (!num)
    num = ring_take(&class->shared_ring, slots, HOST_BATCH, class->num_workers > 1);
  if (num)
    return keep_rest(worker, slots, num);
  return steal(worker, out_seen);
}

// For how long a worker may sleep; 0: until somebody wakes it.
static uint64_t nap_ns(baton_worker *worker, bool seen) {
  baton_class *class = &worker->rt->classes[worker->class_index];
  if (seen)
    return SEEN_NAP_NS;
  if (atomic_load(&class->sleepers) >= class->num_workers)
    return 0;
  uint64_t nap = worker->nap_ns;
  if (nap < MAX_NAP_NS)
    worker->nap_ns *= 2;
  return nap;
}

// Sleeps unless a last look finds a task. The caller counts as searching, and does so again on return.
static uint32_t sleep_or_look(baton_worker *worker) {
  baton_rt *rt = worker->rt;
  baton_class *class = &rt->classes[worker->class_index];
  bool seen = false;
  baton_delay(rt, BATON_RT_POINT_TIRED);
  atomic_fetch_add(&class->sleepers, 1);
  atomic_store_explicit(&worker->sleep_word, 1, memory_order_seq_cst);
  atomic_fetch_sub(&class->searching, 1);
  baton_delay(rt, BATON_RT_POINT_SLEEP);
  uint32_t slot = look(worker, &seen);
  baton_delay(rt, BATON_RT_POINT_LOOKED);
  if (!slot && !atomic_load(&rt->is_stopping)) {
    baton_count(worker->counts, BATON_COUNT_SLEEPS);
    uint64_t nap = nap_ns(worker, seen);
    atomic_fetch_add(&class->nappers, nap != 0);
    atomic_fetch_add(&worker->sleep_count, 1);
    baton_futex_wait(&worker->sleep_word, 1, nap);
    atomic_fetch_add(&worker->sleep_count, 1);
    atomic_fetch_sub(&class->nappers, nap != 0);
  }
  uint32_t asleep = 1;
  if (atomic_compare_exchange_strong(&worker->sleep_word, &asleep, 0)) {
    atomic_fetch_add(&class->searching, 1); // nobody has woken us
    atomic_fetch_sub(&class->sleepers, 1);
  } else {
    atomic_store(&worker->sleep_word, 0);
  }
  return slot;
}

static void end_grain(baton_worker *worker, uint64_t now) {
  if (worker->grain_tasks)
    worker->grain_ns = (now - worker->grain_start_ns) / worker->grain_tasks;
  worker->grain_tasks = 0;
  worker->grain_start_ns = now;
}

static bool is_work_left(baton_rt *rt, baton_class *class) {
  if (ring_length(&class->host_ring, memory_order_seq_cst) || ring_length(&class->shared_ring, memory_order_seq_cst))
    return true;
  for (uint32_t i = 0; i < class->num_workers; i++)
    if (ring_length(&rt->workers[class->first_worker + i].ring, memory_order_seq_cst))
      return true;
  return false;
}

// 0: the runtime is being destroyed.
static uint32_t search(baton_worker *worker) {
  baton_rt *rt = worker->rt;
  baton_class *class = &rt->classes[worker->class_index];
  uint32_t slot = 0;
  bool seen = false;
  uint64_t begin_ns = baton_now_ns();
  end_grain(worker, begin_ns);
  atomic_fetch_add(&class->searching, 1);
  while (!atomic_load_explicit(&rt->is_stopping, memory_order_relaxed)) {
    slot = look(worker, &seen);
    if (slot)
      break;
    if (baton_now_ns() - begin_ns >= rt->search_ns) {
      slot = sleep_or_look(worker);
      if (slot)
        break;
      begin_ns = baton_now_ns();
    } else {
      sched_yield();
    }
  }
  bool was_last = atomic_fetch_sub(&class->searching, 1) == 1;
  // Others may have left it to us to find the rest. And somebody has to be napping, not sleeping, while we are busy: a
  // pusher that takes us for quick may be wrong.
  if (slot && was_last && is_wake_wanted(class) && (atomic_load(&class->nappers) == 0 || is_work_left(rt, class)))
    wake_one(rt, class, worker->counts);
  worker->nap_ns = FIRST_NAP_NS;
  worker->grain_start_ns = baton_now_ns();
  return slot;
}

static void run_tasks(baton_worker *worker, uint32_t slot) {
  for (;;) {
    if (!slot)
      slot = take_own(worker);
    if (!slot)
      slot = search(worker);
    if (!slot)
      return;
    slot = baton_worker_run(worker, slot);
    if (++worker->grain_tasks == GRAIN_TASKS)
      end_grain(worker, baton_now_ns());
  }
}

static void *worker_main(void *argument) {
  baton_worker *worker = argument;
  if (worker->rt->catches_crashes) {
    baton_crash_enter_thread(worker);
    // Comes back here from a kernel that crashed, as often as that happens.
    if (sigsetjmp(worker->crash_jump, 1) == 0)
      run_tasks(worker, 0);
    else
      run_tasks(worker, baton_worker_end_crashed(worker));
    baton_crash_leave_thread();
  } else {
    run_tasks(worker, 0);
  }
  atomic_store(&worker->has_ended, 1);
  baton_futex_wake(&worker->has_ended);
  return NULL;
}

// A worker's announcement does not count, since its last look may have found a task: only the sleep itself does. And
// one that has woken and slept again meanwhile may have had a task in hand that was in no ring.
bool baton_workers_are_idle(baton_rt *rt) {
  uint32_t counts[BATON_MAX_WORKERS];
  for (uint32_t i = 0; i < rt->num_workers; i++) {
    counts[i] = atomic_load(&rt->workers[i].sleep_count);
    if (counts[i] % 2 == 0)
      return false;
  }
  for (uint32_t i = 0; i < rt->num_classes; i++)
    if (is_work_left(rt, &rt->classes[i]))
      return false;
  for (uint32_t i = 0; i < rt->num_workers; i++)
    if (atomic_load(&rt->workers[i].sleep_count) != counts[i])
      return false;
  return true;
}

// Starting and stopping. ----------------------------------------------------------------------------------------------

static int32_t init_worker(baton_rt *rt, uint32_t index) {
  baton_worker *worker = &rt->workers[index];
  worker->rt = rt;
  worker->index = index;
  worker->grain_ns = 1000;
  worker->wake_gap_ns = WAKE_GAP_NS;
  worker->nap_ns = FIRST_NAP_NS;
  worker->call = (baton_rt_call){.size = sizeof worker->call, .num_blocks = 1, .worker = index};
  if (!ring_init(rt, &worker->ring, rt->num_chunks * BATON_CHUNK_SLOTS))
    return BATON_RT_NO_MEMORY;
  return rt->catches_crashes && !baton_crash_init_worker(worker) ? BATON_RT_NO_MEMORY : BATON_RT_OK;
}

int32_t baton_workers_start(baton_rt *rt) {
  for (uint32_t i = 0; i < rt->num_classes; i++) {
    baton_class *class = &rt->classes[i];
    if (!ring_init(rt, &class->host_ring, rt->num_chunks * BATON_CHUNK_SLOTS) ||
        !ring_init(rt, &class->shared_ring, rt->num_chunks * BATON_CHUNK_SLOTS))
      return BATON_RT_NO_MEMORY;
    for (uint32_t w = 0; w < class->num_workers; w++) {
      rt->workers[class->first_worker + w].class_index = i;
      int32_t status = init_worker(rt, class->first_worker + w);
      if (status)
        return status;
    }
  }
  // Threads last: they look at each other's rings.
  for (uint32_t i = 0; i < rt->num_workers; i++) {
    if (pthread_create(&rt->workers[i].thread, NULL, worker_main, &rt->workers[i]))
      return BATON_RT_NO_MEMORY;
    rt->num_threads++;
  }
  return baton_watchdog_start(rt);
}

// Kernels that run may use up their time; those that have, are not waited for.
static bool await_end(baton_worker *worker, uint64_t deadline_ns) {
  while (!atomic_load(&worker->has_ended)) {
    uint64_t now = baton_now_ns();
    if (now >= deadline_ns || atomic_load(&worker->watch_word) % 4 == BATON_WATCH_LOST)
      return false;
    baton_futex_wait(&worker->has_ended, 0, deadline_ns - now);
  }
  return true;
}

bool baton_workers_stop(baton_rt *rt) {
  atomic_store(&rt->is_stopping, 1);
  for (uint32_t i = 0; i < rt->num_threads; i++) {
    // The word changes, so who is about to sleep does not. What the counters say does not matter any more.
    atomic_store(&rt->workers[i].sleep_word, 2);
    baton_futex_wake(&rt->workers[i].sleep_word);
  }
  uint64_t deadline_ns = baton_now_ns() + rt->timeout_ns;
  for (uint32_t i = 0; i < rt->num_threads && atomic_load(&rt->is_abandoned); i++)
    if (!await_end(&rt->workers[i], deadline_ns))
      return false;
  baton_watchdog_stop(rt);
  for (uint32_t i = 0; i < rt->num_threads; i++)
    pthread_join(rt->workers[i].thread, NULL);
  return true;
}
