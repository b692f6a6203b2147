// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers, imports and arrays of ids. All of it is the host's: a buffer keeps the list of the tasks that use it, and a
// released one is freed by the host once all of them have retired, so nothing is counted when tasks retire.
#include "rt/rt_impl.h"

enum { BUFFER_ALIGNMENT = 64, REAP_LOOKS = 2 };

_Static_assert(offsetof(baton_buffer, storage) == 0, "the handle is the buffer");

static void link_buffer(baton_rt *rt, baton_buffer *buffer) {
  buffer->depth = rt->depth;
  buffer->previous = NULL;
  buffer->next = rt->buffers;
  if (rt->buffers)
    rt->buffers->previous = buffer;
  rt->buffers = buffer;
}

static void unlink_buffer(baton_rt *rt, baton_buffer *buffer) {
  if (buffer->previous)
    buffer->previous->next = buffer->next;
  else
    rt->buffers = buffer->next;
  if (buffer->next)
    buffer->next->previous = buffer->previous;
}

static void free_buffer(baton_rt *rt, baton_buffer *buffer) {
  if (!buffer->is_imported)
    rt->buffer_bytes -= buffer->storage.bytes;
  baton_space_destroy(rt, buffer->space);
  baton_waits_free(rt, &buffer->uses);
  baton_mem_put(rt, buffer);
}

static baton_buffer *pop_pending(baton_rt *rt) {
  baton_buffer *buffer = rt->pending;
  rt->pending = buffer->next;
  if (!rt->pending)
    rt->pending_tail = NULL;
  return buffer;
}

static void push_pending(baton_rt *rt, baton_buffer *buffer) {
  buffer->next = NULL;
  if (rt->pending_tail)
    rt->pending_tail->next = buffer;
  else
    rt->pending = buffer;
  rt->pending_tail = buffer;
}

// Frees released buffers that no task uses any more: looks at a few, oldest first.
static void reap(baton_rt *rt) {
  for (uint32_t i = 0; i < REAP_LOOKS && rt->pending; i++) {
    baton_buffer *buffer = pop_pending(rt);
    if (baton_waits_find_live(rt, &buffer->uses))
      push_pending(rt, buffer);
    else
      free_buffer(rt, buffer);
  }
}

// Waits for the oldest released buffer and frees it. False: there is none, or the run cannot go on.
static bool reap_one(baton_rt *rt) {
  if (!rt->pending)
    return false;
  baton_buffer *buffer = pop_pending(rt);
  baton_task id;
  while ((id = baton_waits_find_live(rt, &buffer->uses)))
    if (!baton_rt_await(rt, id)) {
      push_pending(rt, buffer);
      return false;
    }
  free_buffer(rt, buffer);
  return true;
}

// The bytes of an ALLOC site's shape; false: raised.
static bool find_bytes(baton_rt *rt, const baton_plan *plan, const int64_t *sizes, uint64_t *out_bytes) {
  const baton_rt_operand *operand = &plan->site->operands[0];
  const baton_blame blame = {.plan = plan};
  uint64_t bytes = plan->views[0].elem_bytes;
  bool is_too_large = false, is_empty = false;
  for (uint32_t i = 0; i < operand->rank; i++) {
    int64_t size = operand->shape[1 + i] == BATON_RT_DYNAMIC ? *sizes++ : operand->shape[1 + i];
    if (size < 0) {
      baton_rt_raise(rt, BATON_RT_BAD_ARGUMENT, &blame, "size %u of the buffer is %lld and must not be negative", i,
                     (long long)size);
      return false;
    }
    is_empty = is_empty || size == 0;
    is_too_large = is_too_large || __builtin_mul_overflow(bytes, (uint64_t)size, &bytes);
  }
  *out_bytes = is_empty ? 0 : bytes;
  if (!is_empty && (is_too_large || bytes > INT64_MAX / 2)) {
    baton_rt_raise(rt, BATON_RT_BAD_ARGUMENT, &blame, "the size of the buffer overflows");
    return false;
  }
  return true;
}

baton_rt_storage *baton_rt_alloc(baton_rt *rt, const void *site, const int64_t *sizes) {
  const baton_plan *plan = site;
  uint64_t bytes;
  if (baton_rt_has_failed(rt) || !find_bytes(rt, plan, sizes, &bytes))
    return NULL;
  reap(rt);
  while (rt->memory_limit && rt->buffer_bytes + bytes > rt->memory_limit && reap_one(rt))
    ;
  const size_t header = (sizeof(baton_buffer) + BUFFER_ALIGNMENT - 1) & ~(size_t)(BUFFER_ALIGNMENT - 1);
  baton_buffer *buffer;
  while (!(buffer = baton_mem_get_aligned(rt, header + bytes, BUFFER_ALIGNMENT)))
    if (!reap_one(rt)) {
      baton_rt_raise(rt, BATON_RT_NO_MEMORY, &(baton_blame){.plan = plan}, "no memory for a buffer of %llu bytes",
                     (unsigned long long)bytes);
      return NULL;
    }
  if (baton_rt_has_failed(rt)) {
    baton_mem_put(rt, buffer);
    return NULL;
  }
  *buffer = (baton_buffer){.storage = {(unsigned char *)buffer + header, bytes}, .references = 1};
  link_buffer(rt, buffer);
  rt->buffer_bytes += bytes;
  rt->stats.num_allocs++;
  if (rt->buffer_bytes > rt->stats.peak_buffer_bytes)
    rt->stats.peak_buffer_bytes = rt->buffer_bytes;
  return &buffer->storage;
}

void baton_rt_retain(baton_rt *rt, baton_rt_storage *storage) {
  (void)rt;
  baton_buffer *buffer = (baton_buffer *)storage;
  if (buffer && !buffer->is_imported)
    buffer->references++;
}

void baton_rt_release(baton_rt *rt, baton_rt_storage *storage) {
  baton_buffer *buffer = (baton_buffer *)storage;
  if (!buffer || buffer->is_imported || --buffer->references)
    return;
  unlink_buffer(rt, buffer);
  baton_space_destroy(rt, buffer->space);
  buffer->space = NULL;
  if (baton_waits_find_live(rt, &buffer->uses))
    push_pending(rt, buffer);
  else
    free_buffer(rt, buffer);
}

int32_t baton_rt_import(baton_rt *rt, void *data, uint64_t bytes, const void *site, baton_rt_storage **out_storage,
                        int64_t *out_byte_offset) {
  const baton_plan *plan = site;
  uintptr_t begin = (uintptr_t)data;
  *out_storage = NULL;
  *out_byte_offset = 0;
  if (baton_rt_has_failed(rt))
    return baton_rt_status(rt);
  if (bytes > UINTPTR_MAX - begin || (!data && bytes))
    return baton_rt_raise(rt, BATON_RT_BAD_ARGUMENT, &(baton_blame){.plan = plan},
                          "%llu bytes from address %p are no range of memory", (unsigned long long)bytes, data);
  baton_buffer *imported = baton_mem_get(rt, sizeof *imported);
  if (!imported)
    return baton_rt_raise_memory(rt, plan);
  *imported = (baton_buffer){.storage = {data, bytes}, .references = 1, .is_imported = true};
  link_buffer(rt, imported);
  // A handle of its own for each import, since addresses need not differ by whole elements; one space for all that
  // overlap.
  for (baton_buffer *buffer = imported->next; buffer; buffer = buffer->next) {
    uintptr_t other = (uintptr_t)buffer->storage.data;
    if (begin < other + buffer->storage.bytes && other < begin + bytes && !baton_space_merge(rt, buffer, imported))
      return baton_rt_raise_memory(rt, plan);
  }
  *out_storage = &imported->storage;
  return BATON_RT_OK;
}

// Keeps the list from growing with history: what has retired is dropped before the list grows.
static bool add_use(baton_rt *rt, baton_buffer *buffer, baton_task id) {
  baton_wait_list *uses = &buffer->uses;
  if (uses->num && uses->num == uses->capacity) {
    baton_waits_prune(rt, uses);
    if (uses->num > uses->capacity / 2 && !baton_waits_reserve(rt, uses, uses->capacity * 2))
      return false;
  }
  return baton_waits_add(rt, uses, id & ~BATON_CHUNK_MASK, UINT64_C(1) << (id & BATON_CHUNK_MASK));
}

bool baton_buffers_use(baton_rt *rt, const baton_plan *plan, const uint64_t *words, baton_task id) {
  for (uint32_t i = 0; i < plan->num_views; i++) {
    baton_buffer *buffer = baton_view_buffer(plan->views[i].operand, words);
    if (!buffer->is_imported && !add_use(rt, buffer, id))
      return false;
  }
  return true;
}

void baton_buffers_leave(baton_rt *rt, uint32_t depth) {
  while (rt->pending)
    free_buffer(rt, pop_pending(rt));
  for (baton_buffer *next, *buffer = rt->buffers; buffer; buffer = next) {
    next = buffer->next;
    if (buffer->depth < depth)
      continue;
    unlink_buffer(rt, buffer);
    free_buffer(rt, buffer);
  }
}

baton_task *baton_rt_ids(baton_rt *rt, uint64_t num_ids) {
  if (baton_rt_has_failed(rt))
    return NULL;
  baton_ids *ids = NULL;
  if (num_ids <= (SIZE_MAX / 2 - sizeof *ids) / sizeof(baton_task))
    ids = baton_mem_get(rt, sizeof *ids + (size_t)num_ids * sizeof(baton_task));
  if (!ids) {
    baton_rt_raise(rt, BATON_RT_NO_MEMORY, &(baton_blame){0}, "no memory for %llu task ids",
                   (unsigned long long)num_ids);
    return NULL;
  }
  *ids = (baton_ids){.next = rt->id_arrays, .num_ids = num_ids, .depth = rt->depth};
  memset(ids->ids, 0, (size_t)num_ids * sizeof(baton_task));
  if (rt->id_arrays)
    rt->id_arrays->previous = ids;
  rt->id_arrays = ids;
  rt->stats.num_ids += num_ids;
  return ids->ids;
}

static void free_ids(baton_rt *rt, baton_ids *ids) {
  if (ids->previous)
    ids->previous->next = ids->next;
  else
    rt->id_arrays = ids->next;
  if (ids->next)
    ids->next->previous = ids->previous;
  baton_mem_put(rt, ids);
}

void baton_rt_ids_free(baton_rt *rt, baton_task *tasks) {
  if (tasks)
    free_ids(rt, (baton_ids *)(void *)((unsigned char *)tasks - offsetof(baton_ids, ids)));
}

void baton_ids_leave(baton_rt *rt, uint32_t depth) {
  for (baton_ids *next, *ids = rt->id_arrays; ids; ids = next) {
    next = ids->next;
    if (ids->depth >= depth)
      free_ids(rt, ids);
  }
}
