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
  if (rt->chunks[index].key != key)
    return 0;
  return index == rt->current_chunk ? UINT64_MAX >> rt->slots_left : UINT64_MAX;
}

// Adds the set of the ids that belong to the chunk of `key`; those that are not of its tasks today must have retired.
static bool add_set(baton_rt *rt, const baton_plan *plan, uint64_t key, uint64_t mask) {
  uint64_t issued = issued_mask(rt, key);
  for (uint64_t old = mask & ~issued; old; old &= old - 1)
    if (!baton_task_has_retired(rt, key | baton_low_bit(old)))
      return raise_bad_id(rt, plan, key | baton_low_bit(old));
  if ((mask & issued) && !baton_waits_add(rt, &rt->list, key, mask & issued))
    return baton_rt_raise_memory(rt, plan) == 0;
  return true;
}

// How many of the ids, with the first one, follow each other without a gap, at most `max`.
static uint64_t count_neighbours(const baton_task *ids, uint64_t max) {
  uint64_t num = 0;
  for (; num + 8 <= max; num += 8) {
    uint64_t differs = 0;
    for (uint64_t k = 0; k < 8; k++)
      differs |= ids[num + k] ^ (ids[0] + num + k);
    if (differs)
      break;
  }
  while (num < max && ids[num] == ids[0] + num)
    num++;
  return num;
}

static bool collect_span(baton_rt *rt, const baton_plan *plan, const baton_task *ids, uint64_t num_ids) {
  uint64_t i = 0;
  while (i < num_ids) {
    uint64_t key = ids[i] & ~BATON_CHUNK_MASK, mask = 0;
    if (ids[i] == 0) {
      i++;
      continue;
    }
    do { // the ids of one chunk
      uint64_t bit = ids[i] & BATON_CHUNK_MASK, num = 1;
      if (i + 1 < num_ids && ids[i + 1] == ids[i] + 1) {
        uint64_t room = BATON_CHUNK_SLOTS - bit;
        num = count_neighbours(ids + i, num_ids - i < room ? num_ids - i : room);
      }
      mask |= (UINT64_MAX >> (BATON_CHUNK_SLOTS - num)) << bit;
      i += num;
    } while (i < num_ids && (ids[i] ^ key) <= BATON_CHUNK_MASK);
    if (!add_set(rt, plan, key, mask))
      return false;
  }
  return true;
}

bool baton_waits_collect_one(baton_rt *rt, const baton_plan *plan, baton_task id) {
  rt->list.num = 0;
  if (!id)
    return true;
  rt->stats.num_waits++;
  // Links that no id may equal: those of waiters, and closed ones, whose generation is odd.
  uint64_t num_slots = (uint64_t)rt->opened_chunks * BATON_CHUNK_SLOTS, slot = id & BATON_SLOT_MASK;
  if (slot < BATON_CHUNK_SLOTS || slot >= num_slots || (id & BATON_GEN_ONE) || !baton_task_is_live(rt, id))
    return baton_task_has_retired(rt, id) || raise_bad_id(rt, plan, id);
  rt->list.items[0] = (baton_wait){id & ~BATON_CHUNK_MASK, UINT64_C(1) << (id & BATON_CHUNK_MASK)};
  rt->list.num = 1;
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
