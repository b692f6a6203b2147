// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists of waits as the host builds them: one set of up to 64 tasks per chunk and run of neighbours. Ids of one set are
// checked together, against the host's own record of the chunk, so a long list touches no task but one that is waited
// for.
#include "rt/rt_impl.h"

bool baton_waits_reserve(baton_rt *rt, baton_wait_list *list, uint32_t num) {
  if (num <= list->capacity)
    return true;
  if (num > UINT32_MAX / 2)
    return false;
  uint32_t capacity = list->capacity < 4 ? 4 : list->capacity * 2;
  if (capacity < num)
    capacity = num;
  baton_wait *items = baton_mem_get(rt, capacity * sizeof *items);
  if (!items)
    return false;
  if (list->num)
    memcpy(items, list->items, list->num * sizeof *items);
  baton_mem_put(rt, list->items);
  list->items = items;
  list->capacity = capacity;
  return true;
}

bool baton_waits_add(baton_rt *rt, baton_wait_list *list, uint64_t key, uint64_t mask) {
  if (list->num && list->items[list->num - 1].key == key) {
    list->items[list->num - 1].mask |= mask;
    return true;
  }
  if (list->num == list->capacity && !baton_waits_reserve(rt, list, list->num + 1))
    return false;
  list->items[list->num++] = (baton_wait){key, mask};
  return true;
}

static uint64_t live_mask(const baton_rt *rt, baton_wait wait) {
  uint64_t live = 0;
  for (uint64_t mask = wait.mask; mask; mask &= mask - 1) {
    uint32_t bit = baton_low_bit(mask);
    if (baton_task_is_live(rt, wait.key | bit))
      live |= UINT64_C(1) << bit;
  }
  return live;
}

void baton_waits_prune(const baton_rt *rt, baton_wait_list *list) {
  uint32_t num = 0;
  for (uint32_t i = 0; i < list->num; i++) {
    uint64_t mask = live_mask(rt, list->items[i]);
    if (mask)
      list->items[num++] = (baton_wait){list->items[i].key, mask};
  }
  list->num = num;
}

baton_task baton_waits_find_live(const baton_rt *rt, baton_wait_list *list) {
  for (; list->num; list->num--) {
    baton_wait *last = &list->items[list->num - 1];
    while (last->mask) {
      uint32_t bit = baton_high_bit(last->mask);
      if (baton_task_is_live(rt, last->key | bit))
        return last->key | bit;
      last->mask &= ~(UINT64_C(1) << bit);
    }
  }
  return 0;
}

void baton_waits_free(baton_rt *rt, baton_wait_list *list) {
  baton_mem_put(rt, list->items);
  *list = (baton_wait_list){0};
}

static bool raise_bad_id(baton_rt *rt, const baton_plan *plan, baton_task id) {
  const baton_blame blame = {.plan = plan};
  if (rt->tag >> BATON_TAG_SHIFT != id >> BATON_TAG_SHIFT)
    baton_rt_raise(rt, BATON_RT_BAD_ID, &blame, "the list of waits holds 0x%llx, which is no task of this runtime",
                   (unsigned long long)id);
  else
    baton_rt_raise(rt, BATON_RT_BAD_ID, &blame,
                   "the list of waits holds 0x%llx, which is a task of an earlier run or was never submitted",
                   (unsigned long long)id);
  return false;
}

// The tasks of the chunk of `key` that may be waited for, if the key is the chunk's of today; else 0.
static uint64_t issued_mask(const baton_rt *rt, uint64_t key) {
  uint32_t index = (uint32_t)(key & BATON_SLOT_MASK) / BATON_CHUNK_SLOTS;
  if (index == 0 || index >= rt->opened_chunks)
    return 0;
  const baton_chunk *chunk = &rt->chunks[index];
  uint64_t today = rt->tag | ((uint64_t)chunk->generation << BATON_SLOT_BITS) | (uint64_t)index * BATON_CHUNK_SLOTS;
  if (key != today || chunk->generation <= chunk->run_generation || !chunk->issued)
    return 0;
  return UINT64_MAX >> (BATON_CHUNK_SLOTS - chunk->issued);
}

static bool collect_span(baton_rt *rt, const baton_plan *plan, const baton_task *ids, uint64_t num_ids) {
  baton_wait_list *list = &rt->list;
  uint64_t key = 0, mask = 0, issued = 0; // the set in the making
  for (uint64_t i = 0; i < num_ids; i++) {
    baton_task id = ids[i];
    if ((id ^ key) > BATON_CHUNK_MASK || !key) {
      if (id == 0)
        continue;
      if (mask && !baton_waits_add(rt, list, key, mask))
        return baton_rt_raise_memory(rt, plan) == 0;
      key = id & ~BATON_CHUNK_MASK;
      mask = 0;
      issued = issued_mask(rt, key);
    }
    uint64_t bit = UINT64_C(1) << (id & BATON_CHUNK_MASK);
    if (issued & bit)
      mask |= bit;
    else if (!baton_task_has_retired(rt, id))
      return raise_bad_id(rt, plan, id);
  }
  if (mask && !baton_waits_add(rt, list, key, mask))
    return baton_rt_raise_memory(rt, plan) == 0;
  return true;
}

bool baton_waits_collect(baton_rt *rt, const baton_plan *plan, const baton_span *spans, uint64_t num_spans) {
  rt->list.num = 0;
  for (uint64_t i = 0; i < num_spans; i++) {
    rt->stats.num_waits += spans[i].num_ids;
    if (!collect_span(rt, plan, spans[i].ids, spans[i].num_ids))
      return false;
  }
  return true;
}
