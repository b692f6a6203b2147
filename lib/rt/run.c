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
  if (rt->timeout_ns)
    baton_watch_begin(worker, plan, worker->call.task);
  worker->is_in_kernel = 1;
  int32_t status =
      plan->invoke ? plan->invoke(record->words, &worker->call) : baton_call_kernel(worker, plan, record->words);
  worker->is_in_kernel = 0;
  if (rt->timeout_ns)
    baton_watch_end(worker);
  if (status != 0) {
    const baton_blame blame = {.plan = plan, .detail = status, .task = worker->call.task};
    baton_rt_raise(rt, BATON_RT_KERNEL_FAILED, &blame, "the kernel returned %d", status);
  }
}

// Counts and records what was done with the task in hand. Before it is closed: from then on the host may read the
// counts and may use the slot.
static void note_end(baton_worker *worker, bool was_skipped) {
  const baton_rt *rt = worker->rt;
  uint32_t slot = worker->running_slot;
  baton_count(worker->counts, was_skipped ? BATON_COUNT_SKIPPED : BATON_COUNT_RUN);
  if (!rt->is_traced)
    return;
  const baton_event event = {worker->running_begin_ns, baton_now_ns(), rt->records[slot].plan,
                             baton_slot_ordinal(rt, slot), was_skipped ? BATON_EVENT_SKIP : BATON_EVENT_RUN};
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

// Who ends the last block retires the task.
static uint32_t end_blocks(baton_worker *worker, uint32_t slot, uint32_t num_ended, bool was_skipped) {
  note_end(worker, was_skipped);
  // Both orders: what this block has written goes to who retires, and he has seen all others'.
  if (atomic_fetch_sub_explicit(&worker->rt->records[slot].blocks_left, num_ended, memory_order_acq_rel) != num_ended)
    return 0;
  return baton_graph_retire(worker->rt, worker, slot);
}

// A grid is in one ring at a time and is pushed again while blocks are left, so that several workers take part.
static uint32_t run_block(baton_worker *worker, uint32_t slot) {
  baton_rt *rt = worker->rt;
  baton_record *record = &rt->records[slot];
  uint32_t num_blocks = record->num_blocks;
  uint32_t block = atomic_fetch_add_explicit(&record->block_next, 1, memory_order_relaxed);
  // Nobody else has the task while it is not in a ring: if it is skipped, all blocks from this one on end here.
  if (is_skipped(rt, slot, block == 0))
    return end_blocks(worker, slot, num_blocks - block, true);
  if (block + 1 < num_blocks) {
    baton_worker_push(worker, slot);
    baton_worker_publish(worker);
  }
  call_kernel(worker, slot, block, num_blocks);
  return end_blocks(worker, slot, 1, false);
}

uint32_t baton_worker_run(baton_worker *worker, uint32_t slot) {
  baton_rt *rt = worker->rt;
  worker->running_slot = slot;
  if (rt->is_traced)
    worker->running_begin_ns = baton_now_ns();
  if (rt->slots[slot].flags & BATON_SLOT_GRID)
    return run_block(worker, slot);
  bool skip = is_skipped(rt, slot, true);
  if (!skip)
    call_kernel(worker, slot, 0, 1);
  note_end(worker, skip);
  return baton_graph_retire(rt, worker, slot);
}

uint32_t baton_worker_end_crashed(baton_worker *worker) {
  baton_rt *rt = worker->rt;
  uint32_t slot = worker->running_slot;
  if (rt->timeout_ns)
    baton_watch_end(worker);
  const baton_blame blame = {.plan = rt->records[slot].plan, .detail = worker->crash_signal, .task = task_id(rt, slot)};
  const char *name = sigdescr_np(worker->crash_signal);
  baton_rt_raise(rt, BATON_RT_KERNEL_CRASHED, &blame, "the kernel crashed with signal %d (%s)", blame.detail,
                 name ? name : "?");
  if (rt->slots[slot].flags & BATON_SLOT_GRID)
    return end_blocks(worker, slot, 1, false);
  note_end(worker, false);
  return baton_graph_retire(rt, worker, slot);
}
