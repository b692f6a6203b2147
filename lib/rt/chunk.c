// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The supply of slots: chunks of 64 that the host fills in order and takes again once all their tasks have retired. A
// slow task holds its own chunk only. When none is left the host blocks; ids only name earlier tasks, so the oldest
// unfinished one never waits for what is not submitted yet, and some chunk always becomes free.
//
// The host blocks as a task does: a waiter is a slot that parks on tasks.
#include "rt/rt_impl.h"

enum { PAGE_BYTES = 16 * 1024 - (int)sizeof(baton_page), FIRST_WAITER = 2, AWAIT_WAITER = 1, MAX_PARKED = 8 };

#define STUCK_LOOK_NS UINT64_C(50000000)
#define LOOK_NS       UINT64_C(2000)     // at a task before the host sleeps
#define FIRST_LOOK_NS UINT64_C(100000)   // at all chunks while the host waits for one; doubles
#define LAST_LOOK_NS  UINT64_C(10000000) // up to this

static uint64_t chunk_key(const baton_rt *rt, uint32_t chunk) {
  return rt->tag | ((uint64_t)rt->chunks[chunk].generation << BATON_SLOT_BITS) | (uint64_t)chunk * BATON_CHUNK_SLOTS;
}

int32_t baton_chunks_init(baton_rt *rt, uint32_t window, uint32_t first_generation) {
  rt->num_chunks = window / BATON_CHUNK_SLOTS + 1;
  size_t num_slots = (size_t)rt->num_chunks * BATON_CHUNK_SLOTS;
  rt->slots = baton_mem_get_aligned(rt, num_slots * sizeof *rt->slots, 64);
  rt->records = baton_mem_get_aligned(rt, num_slots * sizeof *rt->records, 64);
  rt->chunks = baton_mem_get_array(rt, rt->num_chunks, sizeof *rt->chunks);
  rt->chunk_queue = baton_mem_get_array(rt, rt->num_chunks, sizeof *rt->chunk_queue);
  rt->free_chunks = baton_mem_get_array(rt, rt->num_chunks, sizeof *rt->free_chunks);
  if (!rt->slots || !rt->records || !rt->chunks || !rt->chunk_queue || !rt->free_chunks)
    return BATON_RT_NO_MEMORY;
  rt->opened_chunks = 1;
  for (uint32_t i = 0; i < BATON_CHUNK_SLOTS; i++) {
    atomic_init(&rt->slots[i].link, 0);
    rt->slots[i].flags = 0;
  }
  uint32_t generation = first_generation ? first_generation & ~1u : 0;
  for (uint32_t i = 0; i < rt->num_chunks; i++)
    rt->chunks[i].generation = rt->chunks[i].run_generation = generation;
  return BATON_RT_OK;
}

static void free_pages(baton_rt *rt, baton_page *page) {
  for (baton_page *next; page; page = next) {
    next = page->next;
    baton_mem_put(rt, page);
  }
}

void baton_chunks_deinit(baton_rt *rt) {
  for (uint32_t i = 0; rt->chunks && i < rt->num_chunks; i++)
    free_pages(rt, rt->chunks[i].pages);
  free_pages(rt, rt->free_pages);
  baton_mem_put(rt, rt->slots);
  baton_mem_put(rt, rt->records);
  baton_mem_put(rt, rt->chunks);
  baton_mem_put(rt, rt->chunk_queue);
  baton_mem_put(rt, rt->free_chunks);
}

static void recycle_pages(baton_rt *rt, baton_chunk *chunk) {
  for (baton_page *next, *page = chunk->pages; page; page = next) {
    next = page->next;
    if (page->bytes > PAGE_BYTES) {
      baton_mem_put(rt, page);
      continue;
    }
    page->next = rt->free_pages;
    rt->free_pages = page;
  }
  chunk->pages = NULL;
}

// All chunks are free then, and all ids of before are too old.
void baton_chunks_begin_run(baton_rt *rt) {
  rt->num_free = 0;
  for (uint32_t i = rt->opened_chunks; i-- > 1;) {
    recycle_pages(rt, &rt->chunks[i]);
    rt->chunks[i].run_generation = rt->chunks[i].generation;
    rt->chunks[i].key = 0;
    rt->free_chunks[rt->num_free++] = i;
  }
  rt->queue_num = 0;
  rt->current_chunk = rt->slots_left = 0;
  rt->next_ordinal = 1;
}

bool baton_task_has_retired(const baton_rt *rt, baton_task id) {
  uint32_t slot = (uint32_t)(id & BATON_SLOT_MASK), chunk = slot / BATON_CHUNK_SLOTS;
  if (id >> BATON_TAG_SHIFT != rt->tag >> BATON_TAG_SHIFT || chunk == 0 || chunk >= rt->opened_chunks)
    return false;
  uint32_t generation = (uint32_t)(id >> BATON_SLOT_BITS);
  if (generation % 2 || generation <= rt->chunks[chunk].run_generation)
    return false;
  uint64_t link = atomic_load_explicit(&rt->slots[slot].link, memory_order_acquire);
  return generation < (uint32_t)(link >> BATON_SLOT_BITS);
}

// A task of the chunk that is unfinished, 0: none. Looks where it last found one first, then newest first.
static baton_task find_live(baton_rt *rt, uint32_t index) {
  baton_chunk *chunk = &rt->chunks[index];
  uint32_t issued = baton_chunk_issued(rt, index);
  uint64_t key = chunk_key(rt, index);
  if (chunk->live_hint < issued && baton_task_is_live(rt, key | chunk->live_hint))
    return key | chunk->live_hint;
  for (uint32_t i = issued; i-- > 0;)
    if (baton_task_is_live(rt, key | i)) {
      chunk->live_hint = i;
      return key | i;
    }
  return 0;
}

// Takes a chunk that has retired off the queue, if position `at` (0: the oldest) is one.
static bool free_queued(baton_rt *rt, uint32_t at) {
  if (at >= rt->queue_num)
    return false;
  uint32_t *entry = &rt->chunk_queue[(rt->queue_head + at) % rt->num_chunks];
  if (find_live(rt, *entry))
    return false;
  recycle_pages(rt, &rt->chunks[*entry]);
  rt->free_chunks[rt->num_free++] = *entry;
  if (at) // 1: the older one moves up
    *entry = rt->chunk_queue[rt->queue_head];
  rt->queue_head = (rt->queue_head + 1) % rt->num_chunks;
  rt->queue_num--;
  return true;
}

// Looks at all chunks in use and frees what has retired, keeping the order.
static void sweep_queue(baton_rt *rt) {
  uint32_t num = rt->queue_num, head = rt->queue_head;
  rt->queue_num = 0;
  for (uint32_t i = 0; i < num; i++) {
    uint32_t index = rt->chunk_queue[(head + i) % rt->num_chunks];
    if (find_live(rt, index)) {
      rt->chunk_queue[(head + rt->queue_num++) % rt->num_chunks] = index;
    } else {
      recycle_pages(rt, &rt->chunks[index]);
      rt->free_chunks[rt->num_free++] = index;
    }
  }
}

static uint32_t open_chunk(baton_rt *rt) {
  uint32_t index = rt->opened_chunks++;
  uint64_t link = (chunk_key(rt, index) & ~BATON_SLOT_MASK) + BATON_GEN_ONE; // closed
  for (uint32_t i = 0; i < BATON_CHUNK_SLOTS; i++)
    atomic_init(&rt->slots[index * BATON_CHUNK_SLOTS + i].link, link);
  return index;
}

// Blocking. -----------------------------------------------------------------------------------------------------------

static bool waiters_parked(const baton_rt *rt, uint64_t waiters) {
  for (; waiters; waiters &= waiters - 1)
    if (!atomic_load_explicit(&rt->waiters[baton_low_bit(waiters)].is_parked, memory_order_acquire))
      return false;
  return true;
}

static bool raise_stuck(baton_rt *rt, baton_task on) {
  uint32_t slot = (uint32_t)(on & BATON_SLOT_MASK);
  const baton_plan *plan = rt->records[slot].plan;
  const baton_blame blame = {.plan = plan, .task = on};
  baton_rt_raise(rt, BATON_RT_STUCK, &blame, "it cannot run any more: no task is running and none is ready");
  rt->is_broken = true;
  return false;
}

// Sleeps until one of the waiters (a mask, not empty) is signalled, or until the time is over. False: STUCK or TIMEOUT.
static bool sleep_on(baton_rt *rt, uint64_t waiters, uint64_t timeout_ns) {
  uint64_t begin_ns = baton_now_ns();
  bool is_fine = true;
  rt->stats.num_blocked++;
  baton_pay_wakes(rt);
  atomic_store_explicit(&rt->host_sleeping, 1, memory_order_seq_cst);
  for (;;) {
    uint32_t event = atomic_load_explicit(&rt->host_event, memory_order_seq_cst);
    baton_delay(rt, BATON_RT_POINT_BLOCK);
    if (!waiters_parked(rt, waiters))
      break;
    if (atomic_load(&rt->is_abandoned)) {
      rt->is_broken = true;
      is_fine = false;
      break;
    }
    baton_futex_wait(&rt->host_event, event, timeout_ns < STUCK_LOOK_NS ? timeout_ns : STUCK_LOOK_NS);
    // With all workers asleep, nothing in a ring and the waiters still parked nothing can happen any more.
    if (baton_workers_are_idle(rt) && waiters_parked(rt, waiters)) {
      is_fine = raise_stuck(rt, rt->waiters[baton_low_bit(waiters)].on);
      break;
    }
    if (baton_now_ns() - begin_ns >= timeout_ns)
      break;
  }
  atomic_store_explicit(&rt->host_sleeping, 0, memory_order_relaxed);
  if (rt->is_traced)
    baton_trace_add(&rt->trace, &(baton_event){begin_ns, baton_now_ns(), NULL, 0, BATON_EVENT_WAIT});
  return is_fine;
}

// Parks waiter `index` on a task; false: the task has retired, the waiter is free.
static bool park_waiter(baton_rt *rt, uint32_t index, baton_task on) {
  baton_waiter *waiter = &rt->waiters[index];
  waiter->on = on;
  atomic_store_explicit(&waiter->is_parked, 1, memory_order_relaxed);
  if (baton_graph_park_on(rt, index, on))
    return true;
  atomic_store_explicit(&waiter->is_parked, 0, memory_order_relaxed);
  return false;
}

bool baton_rt_await(baton_rt *rt, baton_task id) {
  if (rt->is_broken)
    return false;
  if (!baton_task_is_live(rt, id))
    return true;
  baton_pay_wakes(rt);
  uint64_t end_ns = baton_now_ns() + LOOK_NS;
  do {
    if (!baton_task_is_live(rt, id))
      return true;
  } while (baton_now_ns() < end_ns);
  if (!park_waiter(rt, AWAIT_WAITER, id))
    return true;
  return sleep_on(rt, UINT64_C(1) << AWAIT_WAITER, UINT64_MAX);
}

bool baton_rt_drain(baton_rt *rt) {
  baton_pay_wakes(rt);
  // Newest first: the last task to end is most likely among them, and then all others are found retired.
  for (uint32_t i = rt->queue_num + 1; i-- > 0;) {
    uint32_t index = i == rt->queue_num ? rt->current_chunk : rt->chunk_queue[(rt->queue_head + i) % rt->num_chunks];
    baton_task id;
    while (index && (id = find_live(rt, index)))
      if (!baton_rt_await(rt, id))
        return false;
  }
  return !rt->is_broken;
}

// Parks waiters on one task in each of the oldest chunks and sleeps until one of them is signalled. Waiters may still
// be parked from an earlier time: they count if they hang on the same task, else they are left to be signalled.
// The time is for the case that all of these tasks are slow while younger chunks become free.
static bool block_for_chunk(baton_rt *rt, uint64_t timeout_ns) {
  uint64_t parked = 0;
  uint32_t waiter = FIRST_WAITER;
  for (uint32_t i = 0; i < rt->queue_num && i < MAX_PARKED; i++) {
    baton_task id = find_live(rt, rt->chunk_queue[(rt->queue_head + i) % rt->num_chunks]);
    if (!id)
      return true;
    uint32_t same = 0;
    for (uint32_t w = FIRST_WAITER; w < BATON_CHUNK_SLOTS && !same; w++)
      if (rt->waiters[w].on == id && atomic_load_explicit(&rt->waiters[w].is_parked, memory_order_acquire))
        same = w;
    while (!same && waiter < BATON_CHUNK_SLOTS &&
           atomic_load_explicit(&rt->waiters[waiter].is_parked, memory_order_acquire))
      waiter++;
    if (!same && waiter == BATON_CHUNK_SLOTS)
      break;
    if (!same && !park_waiter(rt, waiter, id))
      return true;
    parked |= UINT64_C(1) << (same ? same : waiter);
  }
  if (!parked) // all are parked on tasks of younger chunks
    for (uint32_t w = FIRST_WAITER; w < BATON_CHUNK_SLOTS; w++)
      parked |= UINT64_C(1) << w;
  return sleep_on(rt, parked, timeout_ns);
}

// Slots. --------------------------------------------------------------------------------------------------------------

// A chunk that no unfinished task has; 0: the run has failed.
static uint32_t find_chunk(baton_rt *rt) {
  if (!free_queued(rt, 0))
    free_queued(rt, 1);
  if (!rt->num_free && rt->opened_chunks == rt->num_chunks)
    sweep_queue(rt);
  uint64_t timeout_ns = FIRST_LOOK_NS;
  while (!rt->num_free && rt->opened_chunks == rt->num_chunks) {
    if (!rt->queue_num) {
      baton_rt_raise(rt, BATON_RT_NO_MEMORY, &(baton_blame){0}, "all task ids are used up");
      return 0;
    }
    if (!block_for_chunk(rt, timeout_ns))
      return 0;
    sweep_queue(rt);
    if (timeout_ns < LAST_LOOK_NS)
      timeout_ns *= 2;
  }
  return rt->num_free ? rt->free_chunks[--rt->num_free] : open_chunk(rt);
}

bool baton_chunk_next(baton_rt *rt) {
  if (rt->current_chunk)
    rt->chunk_queue[(rt->queue_head + rt->queue_num++) % rt->num_chunks] = rt->current_chunk;
  rt->current_chunk = 0;
  baton_chunk *chunk;
  uint32_t index;
  do { // a chunk whose generations are used up is never taken again, so that ids stay exact
    index = find_chunk(rt);
    if (!index)
      return false;
    chunk = &rt->chunks[index];
  } while (chunk->generation >= UINT32_MAX - 3);
  chunk->generation += 2;
  chunk->issued = BATON_CHUNK_SLOTS; // once it is not the current one
  chunk->live_hint = BATON_CHUNK_SLOTS;
  chunk->first_ordinal = rt->next_ordinal;
  rt->next_ordinal += BATON_CHUNK_SLOTS;
  rt->current_chunk = index;
  rt->current_key = chunk->key = chunk_key(rt, index);
  rt->next_slot = index * BATON_CHUNK_SLOTS;
  rt->slots_left = BATON_CHUNK_SLOTS;
  return true;
}

void *baton_chunk_get(baton_rt *rt, uint32_t chunk_index, size_t bytes) {
  baton_chunk *chunk = &rt->chunks[chunk_index];
  bytes = (bytes + 15) & ~(size_t)15;
  baton_page *page = chunk->pages;
  if (!page || page->bytes - page->used < bytes) {
    size_t page_bytes = bytes > (size_t)PAGE_BYTES / 2 ? bytes + PAGE_BYTES : (size_t)PAGE_BYTES;
    if (page_bytes == (size_t)PAGE_BYTES && rt->free_pages) {
      page = rt->free_pages;
      rt->free_pages = page->next;
    } else if (!(page = baton_mem_get(rt, sizeof *page + page_bytes))) {
      return NULL;
    }
    page->bytes = page_bytes;
    page->used = 0;
    page->next = chunk->pages;
    chunk->pages = page;
  }
  void *data = (unsigned char *)(page + 1) + page->used;
  page->used += bytes;
  return data;
}
