// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Submitting tasks and fences, and waiting for them.
//
// The order inside a submit: the caller's list is read and checked; a slot is taken, which may block; the tracker adds
// its waits to the list and records the id; then the task is hung on one of its waits or is ready. What fails after the
// slot was taken fails the run, and the task goes its way without running, as all tasks of a failed run do.
#include "rt/rt_impl.h"

enum { SHARE_MIN = 16 }; // waits from which on a list that repeats is worth a fence

// Opens a slot: from here on its id is that of an unfinished task.
static baton_task open_slot(baton_rt *rt, uint32_t slot, const baton_plan *plan, uint32_t flags) {
  rt->slots[slot].flags = flags;
  rt->records[slot].plan = plan;
  baton_task id = rt->current_key | slot % BATON_CHUNK_SLOTS;
  // Release: who finds the new key has what the host knew of the slot's earlier task.
  atomic_store_explicit(&rt->slots[slot].link, id & ~BATON_SLOT_MASK, memory_order_release);
  return id;
}

// Gives the task the waits of rt->list. False: out of memory.
static bool set_waits(baton_rt *rt, uint32_t slot, uint32_t used_words) {
  baton_record *record = &rt->records[slot];
  const baton_wait_list *list = &rt->list;
  size_t bytes = list->num * sizeof *list->items;
  uint32_t aligned = (used_words + 1) & ~1u;
  if (aligned * sizeof(uint64_t) + bytes <= sizeof record->space)
    record->waits = (baton_wait *)(void *)&record->space[aligned];
  else
    record->waits = baton_chunk_get(rt, rt->current_chunk, bytes);
  if (!record->waits)
    return false;
  memcpy(record->waits, list->items, bytes);
  record->wait_low = 0;
  record->wait_high = list->num;
  record->from_back = 1; // the last one is most likely unfinished
  return true;
}

// Hangs a task on the waits of rt->list. True: it is parked; else it is ready and still the caller's.
static bool park_on_list(baton_rt *rt, uint32_t slot, const baton_plan *plan, uint32_t used_words) {
  const baton_wait_list *list = &rt->list;
  if (list->num == 0)
    return false;
  if (list->num == 1 && (list->items[0].mask & (list->items[0].mask - 1)) == 0) {
    if (!baton_graph_park_on(rt, slot, list->items[0].key | baton_low_bit(list->items[0].mask)))
      return false;
    baton_count(rt->counts, BATON_COUNT_PARKS);
    return true;
  }
  if (!set_waits(rt, slot, used_words)) {
    baton_rt_raise_memory(rt, plan);
    return false;
  }
  rt->slots[slot].flags |= BATON_SLOT_MORE;
  return baton_graph_park(rt, rt->counts, slot);
}

// Retires a task that nobody knows yet, so that it has no dependents.
static void complete(baton_rt *rt, uint32_t slot) {
  uint64_t link = atomic_load_explicit(&rt->slots[slot].link, memory_order_relaxed);
  atomic_store_explicit(&rt->slots[slot].link, link + BATON_GEN_ONE, memory_order_release);
}

// A task without a kernel that waits for rt->list. 0: the run has failed.
static baton_task submit_fence(baton_rt *rt, const baton_plan *plan) {
  uint32_t slot = baton_slot_take(rt);
  if (!slot)
    return 0;
  baton_task id = open_slot(rt, slot, plan, BATON_SLOT_FENCE);
  if (!park_on_list(rt, slot, plan, 0))
    complete(rt, slot);
  return baton_rt_has_failed(rt) ? 0 : id;
}

static bool equals_last_list(const baton_rt *rt) {
  return rt->last_list.num == rt->list.num &&
         memcmp(rt->last_list.items, rt->list.items, rt->list.num * sizeof *rt->list.items) == 0;
}

// A long list that repeats is waited for through one fence, so that N times M waits become N + M even if no pass saw
// them: its first use is remembered, the second makes the fence, later ones find it.
static bool share_list(baton_rt *rt, const baton_plan *plan) {
  baton_wait_list *list = &rt->list;
  if (!equals_last_list(rt)) {
    rt->last_fence = 0;
    rt->last_list.num = 0;
    if (!baton_waits_reserve(rt, &rt->last_list, list->num))
      return baton_rt_raise_memory(rt, plan) == 0;
    memcpy(rt->last_list.items, list->items, list->num * sizeof *list->items);
    rt->last_list.num = list->num;
    return true;
  }
  if (!rt->last_fence) {
    if (!baton_waits_find_live(rt, list))
      return true;
    // What was found retired is gone from the list, which does no harm.
    rt->last_fence = submit_fence(rt, NULL);
    if (!rt->last_fence)
      return false;
    rt->stats.num_implicit_fences++;
  }
  list->num = 0;
  return baton_waits_add(rt, list, rt->last_fence & ~BATON_CHUNK_MASK,
                         UINT64_C(1) << (rt->last_fence & BATON_CHUNK_MASK)) ||
         baton_rt_raise_memory(rt, plan) == 0;
}

static bool is_long(const baton_wait_list *list) {
  uint32_t num = 0;
  for (uint32_t i = 0; i < list->num && num < SHARE_MIN; i++)
    num += baton_num_bits(list->items[i].mask);
  return num >= SHARE_MIN;
}

// False: out of memory, raised.
static bool copy_words(baton_rt *rt, uint32_t slot, const baton_plan *plan, const uint64_t *words,
                       uint32_t *out_used_words) {
  baton_record *record = &rt->records[slot];
  uint32_t num = plan->num_words;
  uint64_t *to = record->space;
  *out_used_words = num;
  if (num > BATON_INLINE_WORDS) {
    to = baton_chunk_get(rt, rt->current_chunk, num * sizeof *words);
    *out_used_words = 0;
    if (!to)
      return baton_rt_raise_memory(rt, plan) == 0;
  }
  for (uint32_t i = 0; i < num; i++)
    to[i] = words[i];
  record->words = to;
  return true;
}

// False: the number of blocks is no good, raised.
static bool set_blocks(baton_rt *rt, uint32_t slot, const baton_plan *plan, const uint64_t *words) {
  baton_record *record = &rt->records[slot];
  int64_t num = (int64_t)words[plan->site->blocks_word];
  if (num < 0 || num > UINT32_MAX) {
    baton_rt_raise(rt, BATON_RT_BAD_ARGUMENT, &(baton_blame){.plan = plan},
                   "the number of blocks is %lld and must be %s", (long long)num,
                   num < 0 ? "0 or more" : "below 4294967296");
    return false;
  }
  record->num_blocks = (uint32_t)num;
  atomic_store_explicit(&record->block_next, 0, memory_order_relaxed);
  atomic_store_explicit(&record->blocks_left, (uint32_t)num, memory_order_relaxed);
  if (num == 0) // retires when its waits are over
    rt->slots[slot].flags = (rt->slots[slot].flags & ~(uint32_t)BATON_SLOT_GRID) | BATON_SLOT_FENCE;
  return true;
}

static bool track_operands(baton_rt *rt, const baton_plan *plan, const uint64_t *words, baton_task id) {
  for (uint32_t i = 0; i < plan->num_views; i++) {
    uint32_t tracking = plan->views[i].operand->tracking;
    if (tracking && !baton_track(rt, plan, &plan->views[i], words, tracking, id))
      return false;
  }
  return true;
}

// What a task of a site with views or blocks needs besides; false: raised.
static bool prepare_task(baton_rt *rt, const baton_plan *plan, const uint64_t *words, baton_task id) {
  if (!baton_buffers_use(rt, plan, words, id))
    return baton_rt_raise_memory(rt, plan) == 0;
  uint32_t slot = (uint32_t)(id & BATON_SLOT_MASK);
  if ((plan->slot_flags & BATON_SLOT_GRID) && !set_blocks(rt, slot, plan, words))
    return false;
  return !plan->has_tracking || track_operands(rt, plan, words, id);
}

// Hands the task to whom it belongs to from now on: a task that it waits for, a worker, or nobody if there is nothing
// to run.
static void dispatch(baton_rt *rt, uint32_t slot, const baton_plan *plan, uint32_t used_words) {
  if (park_on_list(rt, slot, plan, used_words))
    return;
  if (rt->slots[slot].flags & BATON_SLOT_FENCE)
    complete(rt, slot);
  else
    baton_host_push(rt, slot);
}

// The task's waits so far are in rt->list.
static baton_task submit_task(baton_rt *rt, const baton_plan *plan, const uint64_t *words) {
  uint32_t slot = baton_slot_take(rt);
  if (!slot)
    return 0;
  uint32_t used_words = 0;
  plan->kernel->num_submitted++;
  bool is_faulty = ++rt->stats.num_tasks == rt->faults.fail_task;
  baton_task id = open_slot(rt, slot, plan, plan->slot_flags | (is_faulty ? BATON_SLOT_FAULT : 0u));
  bool is_fine =
      copy_words(rt, slot, plan, words, &used_words) && (!plan->needs_more || prepare_task(rt, plan, words, id));
  if (!is_fine) { // the run has failed: retired by a worker, without running
    rt->list.num = 0;
    rt->slots[slot].flags = plan->slot_flags & ~(uint32_t)BATON_SLOT_GRID;
  }
  dispatch(rt, slot, plan, used_words);
  if (rt->is_traced)
    baton_trace_add(&rt->trace,
                    &(baton_event){baton_now_ns(), 0, plan, baton_slot_ordinal(rt, slot), BATON_EVENT_SUBMIT});
  return baton_rt_has_failed(rt) ? 0 : id;
}

baton_task baton_rt_submit_spans(baton_rt *rt, const void *site, const uint64_t *words, const baton_span *spans,
                                 uint64_t num_spans) {
  const baton_plan *plan = site;
  if (baton_rt_has_failed(rt) || !baton_waits_collect(rt, plan, spans, num_spans))
    return 0;
  if (is_long(&rt->list) && !share_list(rt, plan))
    return 0;
  return submit_task(rt, plan, words);
}

baton_task baton_rt_submit(baton_rt *rt, const void *site, const uint64_t *words, const baton_task *ids,
                           uint64_t num_ids) {
  const baton_span span = {ids, num_ids};
  return baton_rt_submit_spans(rt, site, words, &span, 1);
}

baton_task baton_rt_submit1(baton_rt *rt, const void *site, const uint64_t *words, baton_task wait) {
  const baton_plan *plan = site;
  if (baton_rt_has_failed(rt) || !baton_waits_collect_one(rt, plan, wait))
    return 0;
  return submit_task(rt, plan, words);
}

baton_task baton_rt_fence_spans(baton_rt *rt, const void *site, const baton_span *spans, uint64_t num_spans) {
  const baton_plan *plan = site;
  if (baton_rt_has_failed(rt) || !baton_waits_collect(rt, plan, spans, num_spans))
    return 0;
  rt->stats.num_fences++;
  return submit_fence(rt, plan);
}

baton_task baton_rt_fence(baton_rt *rt, const void *site, const baton_task *ids, uint64_t num_ids) {
  const baton_span span = {ids, num_ids};
  return baton_rt_fence_spans(rt, site, &span, 1);
}

// Blocks on rt->list; the run's status.
static int32_t wait_for_list(baton_rt *rt) {
  baton_task id = baton_waits_find_live(rt, &rt->list);
  if (!id)
    return baton_rt_status(rt);
  if (rt->list.num > 1 || rt->list.items[0].mask & (rt->list.items[0].mask - 1))
    id = submit_fence(rt, NULL); // one task to wait for
  if (id)
    baton_rt_await(rt, id);
  return baton_rt_status(rt);
}

int32_t baton_rt_wait_spans(baton_rt *rt, const void *site, const baton_span *spans, uint64_t num_spans) {
  const baton_plan *plan = site;
  if (baton_rt_has_failed(rt) || !baton_waits_collect(rt, plan, spans, num_spans))
    return baton_rt_status(rt);
  return wait_for_list(rt);
}

int32_t baton_rt_wait(baton_rt *rt, const void *site, const baton_task *ids, uint64_t num_ids) {
  const baton_span span = {ids, num_ids};
  return baton_rt_wait_spans(rt, site, &span, 1);
}

int32_t baton_rt_access(baton_rt *rt, const void *site, const uint64_t *words) {
  const baton_plan *plan = site;
  if (baton_rt_has_failed(rt))
    return baton_rt_status(rt);
  rt->list.num = 0;
  rt->stats.num_host_accesses++;
  if (!baton_track(rt, plan, &plan->views[0], words, BATON_RT_LOOKUP, 0))
    return baton_rt_status(rt);
  return wait_for_list(rt);
}
