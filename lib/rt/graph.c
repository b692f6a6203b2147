// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parking and retiring: the protocol between a consumer that waits and a producer that ends.
//
// A consumer keeps its waits as data and hangs on one unfinished producer at a time. Whoever retires that producer
// looks at the rest and hangs the consumer on the next unfinished one, or finds it ready (SAT solvers watch literals in
// the same way). So a pending task costs one swap however long its list is.
//
//   park(c, x):  l = load link[x];  while l has x's key: next[c] = dependents(l); if swap(link[x], l -> key|c) done
//   retire(i):   l = exchange(link[i], closed key); walk dependents(l)
//
// No dependent is lost: the swap succeeds only while the key is open and the head unchanged, and the exchange takes the
// head and closes in one step. A swap meant for an earlier task of the slot fails, since the key holds the generation.
// Data: a kernel's writes are before its exchange (release); a consumer runs after an acquire that saw the closed key,
// or after the exchange (acquire) that took it out of the list, whose parker had seen the earlier producers closed.
#include "rt/rt_impl.h"

bool baton_graph_park_on(baton_rt *rt, uint32_t slot, baton_task on) {
  baton_slot *producer = &rt->slots[on & BATON_SLOT_MASK];
  uint64_t link = atomic_load_explicit(&producer->link, memory_order_acquire);
  while ((link ^ on) >> BATON_SLOT_BITS == 0) {
    rt->slots[slot].next = (uint32_t)(link & BATON_SLOT_MASK);
    baton_delay(rt, BATON_RT_POINT_PARK);
    uint64_t parked = (link & ~BATON_SLOT_MASK) | slot;
    // Release: what the parker knows and has written of the consumer goes to who takes it out. From a success on the
    // consumer is that thread's.
    if (atomic_compare_exchange_weak_explicit(&producer->link, &link, parked, memory_order_acq_rel,
                                              memory_order_acquire))
      return true;
  }
  return false;
}

// Takes the next unfinished task out of the remaining waits. The end to look from alternates: from one end only,
// producers that retire in that very order would each move the consumer on by one.
static baton_task next_wait(const baton_rt *rt, baton_record *record) {
  bool from_back = record->from_back != 0;
  record->from_back = !from_back;
  while (record->wait_low < record->wait_high) {
    baton_wait *wait = &record->waits[from_back ? record->wait_high - 1 : record->wait_low];
    while (wait->mask) {
      uint32_t bit = from_back ? baton_high_bit(wait->mask) : baton_low_bit(wait->mask);
      wait->mask &= ~(UINT64_C(1) << bit);
      if (baton_task_is_live(rt, wait->key | bit))
        return wait->key | bit;
    }
    if (from_back)
      record->wait_high--;
    else
      record->wait_low++;
  }
  return 0;
}

bool baton_graph_park(baton_rt *rt, baton_counts counts, uint32_t slot) {
  baton_record *record = &rt->records[slot];
  for (;;) {
    baton_task on = next_wait(rt, record);
    if (!on)
      return false;
    if (baton_graph_park_on(rt, slot, on)) {
      baton_count(counts, BATON_COUNT_PARKS);
      return true;
    }
  }
}

// Closes a task and takes its dependents, oldest first.
static uint32_t close_task(baton_rt *rt, uint32_t slot) {
  baton_slot *slots = rt->slots;
  // The upper bits are ours alone to change; only the dependents may change under us.
  uint64_t key = atomic_load_explicit(&slots[slot].link, memory_order_relaxed) & ~BATON_SLOT_MASK;
  baton_delay(rt, BATON_RT_POINT_RETIRE);
  uint64_t link = atomic_exchange_explicit(&slots[slot].link, key + BATON_GEN_ONE, memory_order_acq_rel);
  uint32_t oldest = 0;
  for (uint32_t next, dependent = (uint32_t)(link & BATON_SLOT_MASK); dependent; dependent = next) {
    next = slots[dependent].next;
    slots[dependent].next = oldest;
    oldest = dependent;
  }
  return oldest;
}

uint32_t baton_graph_retire(baton_rt *rt, baton_worker *worker, uint32_t slot) {
  baton_slot *slots = rt->slots;
  uint32_t kept = 0, fences = 0, num_pushed = 0;
  for (;;) {
    uint32_t next;
    for (uint32_t dependent = close_task(rt, slot); dependent; dependent = next) {
      next = slots[dependent].next;
      uint32_t flags = slots[dependent].flags;
      if (dependent < BATON_CHUNK_SLOTS) {
        baton_host_signal(rt, dependent);
      } else if ((flags & BATON_SLOT_MORE) && baton_graph_park(rt, worker->counts, dependent)) {
        continue;
      } else if (flags & BATON_SLOT_FENCE) {
        slots[dependent].next = fences; // retired after this walk: chains of fences use no stack
        fences = dependent;
      } else if (!kept && flags >> BATON_SLOT_CLASS_SHIFT == worker->class_index) {
        kept = dependent; // the oldest one skips the ring
      } else {
        baton_worker_push(worker, dependent);
        num_pushed++;
      }
    }
    if (!fences)
      break;
    slot = fences;
    fences = slots[slot].next;
  }
  if (num_pushed)
    baton_worker_publish(worker);
  return kept;
}
