// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a worker does with a task that is ready: predicate, kernel, blocks, trace, failure.
#include "rt/rt_impl.h"

static baton_task task_id(const baton_rt *rt, uint32_t slot) {
  uint64_t link = atomic_load_explicit(&rt->slots[slot].link, memory_order_relaxed);
  return (link & ~BATON_SLOT_MASK) | slot;
}

static void call_kernel(baton_worker *worker, uint32_t slot, uint32_t block, uint32_t num_blocks) {
  baton_rt *rt = worker->rt;
  const baton_record *record = &rt->records[slot];
  const baton_plan *plan = record->plan;
  worker->call.block = block;
  worker->call.num_blocks = num_blocks;
  worker->call.site = plan->site;
  worker->call.task = task_id(rt, slot);
  worker->call.address = plan->kernel->address;
  int32_t status =
      plan->invoke ? plan->invoke(record->words, &worker->call) : baton_call_kernel(worker, plan, record->words);
  if (status != 0) {
    const baton_blame blame = {.plan = plan, .detail = status, .task = worker->call.task};
    baton_rt_raise(rt, BATON_RT_KERNEL_FAILED, &blame, "the kernel returned %d", status);
  }
}

static void trace(baton_worker *worker, uint32_t slot, uint64_t begin_ns, uint32_t kind) {
  const baton_rt *rt = worker->rt;
  const baton_event event = {begin_ns, baton_now_ns(), rt->records[slot].plan, baton_slot_ordinal(rt, slot), kind};
  baton_trace_add(&worker->trace, &event);
}

// Is the task, or what is left of it, not to run? After a failure nothing is.
static bool is_skipped(baton_rt *rt, uint32_t slot, bool is_first) {
  if (baton_rt_has_failed(rt))
    return true;
  const baton_record *record = &rt->records[slot];
  if (!is_first)
    return false;
  if (rt->slots[slot].flags & BATON_SLOT_FAULT) {
    const baton_blame blame = {.plan = record->plan, .detail = 1, .task = task_id(rt, slot)};
    baton_rt_raise(rt, BATON_RT_KERNEL_FAILED, &blame, "the kernel returned 1");
    return true;
  }
  return (record->plan->site->flags & BATON_RT_PREDICATE) && !baton_call_predicate(record->plan, record->words);
}

// A grid is in one ring at a time and is pushed again while blocks are left, so that several workers take part. Who
// ends the last block retires it.
static uint32_t run_block(baton_worker *worker, uint32_t slot) {
  baton_rt *rt = worker->rt;
  baton_record *record = &rt->records[slot];
  uint32_t num_blocks = record->num_blocks;
  uint32_t block = atomic_fetch_add_explicit(&record->block_next, 1, memory_order_relaxed);
  uint64_t begin_ns = rt->is_traced ? baton_now_ns() : 0;
  bool skip = is_skipped(rt, slot, block == 0);
  uint32_t num_ended = 1;
  if (skip) { // nobody else has the task while it is not in a ring: all blocks from this one on end here
    num_ended = num_blocks - block;
    baton_count(worker->counts, BATON_COUNT_SKIPPED);
  } else {
    if (block + 1 < num_blocks) {
      baton_worker_push(worker, slot);
      baton_worker_publish(worker);
    }
    call_kernel(worker, slot, block, num_blocks);
    baton_count(worker->counts, BATON_COUNT_RUN);
  }
  if (rt->is_traced)
    trace(worker, slot, begin_ns, skip ? BATON_EVENT_SKIP : BATON_EVENT_RUN);
  // Both orders: what this block has written goes to who retires, and he has seen all others'.
  if (atomic_fetch_sub_explicit(&record->blocks_left, num_ended, memory_order_acq_rel) != num_ended)
    return 0;
  return baton_graph_retire(rt, worker, slot);
}

uint32_t baton_worker_run(baton_worker *worker, uint32_t slot) {
  baton_rt *rt = worker->rt;
  if (rt->slots[slot].flags & BATON_SLOT_GRID)
    return run_block(worker, slot);
  uint64_t begin_ns = rt->is_traced ? baton_now_ns() : 0;
  bool skip = is_skipped(rt, slot, true);
  if (!skip)
    call_kernel(worker, slot, 0, 1);
  // Before the task is closed: from then on the host may read what we count and may use the slot.
  baton_count(worker->counts, skip ? BATON_COUNT_SKIPPED : BATON_COUNT_RUN);
  if (rt->is_traced)
    trace(worker, slot, begin_ns, skip ? BATON_EVENT_SKIP : BATON_EVENT_RUN);
  return baton_graph_retire(rt, worker, slot);
}
