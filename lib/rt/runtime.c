// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making and ending runtime objects; configuration, memory, statistics.
#include "rt/rt_impl.h"

#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

enum {
  DEFAULT_WINDOW = 16384,
  MIN_WINDOW = 128,
  MAX_WINDOW = (1 << BATON_SLOT_BITS) - BATON_CHUNK_SLOTS,
  DEFAULT_TRACE_EVENTS = 65536,
  NUM_TAGS = 1023,
};

#define DEFAULT_SEARCH_NS UINT64_C(20000)

// Tells the ids of different objects of the process apart. The one variable that objects share: nothing but a counter
// of the whole process can.
static _Atomic uint32_t num_created;

static void *default_alloc(void *user, size_t bytes, size_t alignment) {
  (void)user;
  if (alignment <= _Alignof(max_align_t))
    return malloc(bytes);
  return bytes > SIZE_MAX - alignment ? NULL : aligned_alloc(alignment, (bytes + alignment - 1) & ~(alignment - 1));
}

static void default_free(void *user, void *data) {
  (void)user;
  free(data);
}

void *baton_mem_get_aligned(baton_rt *rt, size_t bytes, size_t alignment) {
  if (++rt->num_allocations == rt->faults.fail_allocation)
    return NULL;
  return rt->allocator.alloc(rt->allocator.user, bytes ? bytes : 1, alignment);
}

void *baton_mem_get(baton_rt *rt, size_t bytes) { return baton_mem_get_aligned(rt, bytes, _Alignof(max_align_t)); }

void *baton_mem_get_array(baton_rt *rt, size_t num, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(num, size, &bytes))
    return NULL;
  void *data = baton_mem_get(rt, bytes);
  if (data)
    memset(data, 0, bytes);
  return data;
}

void baton_mem_put(baton_rt *rt, void *data) {
  if (data)
    rt->allocator.free(rt->allocator.user, data);
}

// Configuration. ------------------------------------------------------------------------------------------------------

static uint32_t count_processors(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
    return (uint32_t)CPU_COUNT(&set);
  long num = sysconf(_SC_NPROCESSORS_ONLN);
  return num > 0 ? (uint32_t)num : 1;
}

// Reads a number of workers; 0: there is none.
static uint32_t read_count(const char **text) {
  uint32_t count = 0;
  const char *at = *text;
  for (; *at >= '0' && *at <= '9' && count <= BATON_MAX_WORKERS; at++)
    count = count * 10 + (uint32_t)(*at - '0');
  *text = at;
  return count <= BATON_MAX_WORKERS ? count : 0;
}

static int32_t make_tables(baton_rt *rt, uint32_t num_workers, uint32_t num_classes) {
  rt->classes = baton_mem_get_aligned(rt, num_classes * sizeof *rt->classes, 64);
  rt->workers = baton_mem_get_aligned(rt, num_workers * sizeof *rt->workers, 64);
  if (!rt->classes || !rt->workers)
    return BATON_RT_NO_MEMORY;
  memset((void *)rt->classes, 0, num_classes * sizeof *rt->classes);
  memset((void *)rt->workers, 0, num_workers * sizeof *rt->workers);
  rt->num_workers = num_workers;
  for (; rt->num_classes < num_classes; rt->num_classes++)
    if (pthread_mutex_init(&rt->classes[rt->num_classes].shared_lock, NULL))
      return BATON_RT_NO_MEMORY;
  return BATON_RT_OK;
}

// "cpu:4,vector:2". The names are cut out of a copy of the text.
static int32_t configure_kinds(baton_rt *rt, const char *text) {
  uint32_t num_kinds = 1, num_workers = 0;
  for (const char *at = text; *at; at++)
    num_kinds += *at == ',';
  if (num_kinds > BATON_MAX_WORKERS)
    return BATON_RT_BAD_ARGUMENT;
  size_t bytes = strlen(text) + 1;
  rt->kind_text = baton_mem_get(rt, bytes);
  rt->kind_names = baton_mem_get_array(rt, num_kinds, sizeof *rt->kind_names);
  rt->kind_workers = baton_mem_get_array(rt, num_kinds, sizeof *rt->kind_workers);
  if (!rt->kind_text || !rt->kind_names || !rt->kind_workers)
    return BATON_RT_NO_MEMORY;
  memcpy(rt->kind_text, text, bytes);
  char *at = rt->kind_text;
  for (uint32_t i = 0; i < num_kinds; i++) {
    char *colon = at + strcspn(at, ":,");
    const char *end = colon + 1;
    if (*colon != ':' || colon == at || (rt->kind_workers[i] = read_count(&end)) == 0 ||
        *end != (i + 1 < num_kinds ? ',' : '\0'))
      return BATON_RT_BAD_ARGUMENT;
    *colon = '\0';
    rt->kind_names[i] = at;
    for (uint32_t other = 0; other < i; other++)
      if (strcmp(rt->kind_names[other], at) == 0)
        return BATON_RT_BAD_ARGUMENT;
    num_workers += rt->kind_workers[i];
    at = colon + (end - colon) + 1;
  }
  if (num_workers > BATON_MAX_WORKERS)
    return BATON_RT_BAD_ARGUMENT;
  int32_t status = make_tables(rt, num_workers, num_kinds);
  for (uint32_t i = 0, first = 0; !status && i < num_kinds; first += rt->kind_workers[i++]) {
    rt->classes[i].first_worker = first;
    rt->classes[i].num_workers = rt->kind_workers[i];
  }
  return status;
}

static int32_t configure_workers(baton_rt *rt, const char *text) {
  uint32_t num_workers = count_processors();
  if (num_workers > BATON_MAX_WORKERS)
    num_workers = BATON_MAX_WORKERS;
  if (text && strchr(text, ':'))
    return configure_kinds(rt, text);
  if (text && ((num_workers = read_count(&text)) == 0 || *text))
    return BATON_RT_BAD_ARGUMENT;
  int32_t status = make_tables(rt, num_workers, 1);
  if (!status)
    rt->classes[0].num_workers = num_workers;
  return status;
}

static int32_t configure_trace(baton_rt *rt, const baton_rt_config *config) {
  if (!config->trace_path)
    return BATON_RT_OK;
  size_t bytes = strlen(config->trace_path) + 1;
  rt->trace_path = baton_mem_get(rt, bytes);
  if (!rt->trace_path)
    return BATON_RT_NO_MEMORY;
  memcpy(rt->trace_path, config->trace_path, bytes);
  uint32_t capacity = config->trace_events ? config->trace_events : DEFAULT_TRACE_EVENTS;
  int32_t status = baton_trace_init(rt, &rt->trace, capacity);
  for (uint32_t i = 0; !status && i < rt->num_workers; i++)
    status = baton_trace_init(rt, &rt->workers[i].trace, capacity);
  rt->is_traced = status == BATON_RT_OK;
  return status;
}

static int32_t init(baton_rt *rt, const baton_rt_config *config) {
  uint32_t window = config->window ? config->window : DEFAULT_WINDOW;
  if (window < MIN_WINDOW || window > MAX_WINDOW)
    return BATON_RT_BAD_ARGUMENT;
  window = (window + BATON_CHUNK_SLOTS - 1) & ~(uint32_t)(BATON_CHUNK_SLOTS - 1);
  rt->tag = (uint64_t)(atomic_fetch_add(&num_created, 1) % NUM_TAGS + 1) << BATON_TAG_SHIFT;
  rt->memory_limit = config->memory_limit;
  rt->resolve = config->resolve;
  rt->resolve_user = config->resolve_user;
  rt->timeout_ns = config->timeout_ns < INT64_MAX ? config->timeout_ns : INT64_MAX;
  rt->search_ns = config->search_ns ? config->search_ns : DEFAULT_SEARCH_NS;
  if (config->search_ns == UINT32_MAX)
    rt->search_ns = 0;
  if (config->catch_crashes)
    baton_crash_install(rt);
  int32_t status = configure_workers(rt, config->workers);
  if (!status && !baton_waits_reserve(rt, &rt->list, 64))
    status = BATON_RT_NO_MEMORY;
  if (!status)
    status = baton_chunks_init(rt, window, rt->faults.first_generation);
  if (!status)
    status = configure_trace(rt, config);
  if (!status)
    status = baton_workers_start(rt);
  return status;
}

int32_t baton_rt_create(const baton_rt_config *given, baton_rt **out_runtime) {
  // A config of an older version is shorter: what it does not have is default.
  baton_rt_config config = {0};
  *out_runtime = NULL;
  if (given)
    memcpy(&config, given, given->size < sizeof config ? given->size : sizeof config);
  baton_rt_allocator allocator = {default_alloc, default_free, NULL};
  if (config.allocator)
    allocator = *config.allocator;
  baton_rt_faults faults = {0};
  if (config.faults)
    faults = *config.faults;
  if (faults.fail_allocation == 1)
    return BATON_RT_NO_MEMORY;
  baton_rt *rt = allocator.alloc(allocator.user, (sizeof *rt + 63) & ~(size_t)63, 64);
  if (!rt)
    return BATON_RT_NO_MEMORY;
  memset((void *)rt, 0, sizeof *rt);
  rt->allocator = allocator;
  rt->faults = faults;
  rt->num_allocations = 1;
  int32_t status = init(rt, &config);
  if (status) {
    baton_rt_destroy(rt);
    return status;
  }
  *out_runtime = rt;
  return BATON_RT_OK;
}

int32_t baton_rt_destroy(baton_rt *rt) {
  if (!rt)
    return BATON_RT_OK;
  if (!baton_workers_stop(rt))
    return BATON_RT_TIMEOUT;
  baton_crash_uninstall(rt);
  baton_buffers_leave(rt, 0);
  baton_ids_leave(rt, 0);
  baton_modules_destroy(rt);
  for (uint32_t i = 0; i < rt->num_workers; i++) {
    baton_mem_put(rt, rt->workers[i].ring.slots);
    baton_mem_put(rt, rt->workers[i].scratch);
    baton_mem_put(rt, rt->workers[i].trace.events);
    baton_mem_put(rt, rt->workers[i].signal_stack);
  }
  for (uint32_t i = 0; i < rt->num_classes; i++) {
    pthread_mutex_destroy(&rt->classes[i].shared_lock);
    baton_mem_put(rt, rt->classes[i].host_ring.slots);
    baton_mem_put(rt, rt->classes[i].shared_ring.slots);
  }
  baton_mem_put(rt, rt->workers);
  baton_mem_put(rt, rt->classes);
  baton_mem_put(rt, (void *)rt->kind_names);
  baton_mem_put(rt, rt->kind_workers);
  baton_mem_put(rt, rt->kind_text);
  baton_mem_put(rt, rt->trace_path);
  baton_mem_put(rt, rt->trace.events);
  baton_chunks_deinit(rt);
  baton_waits_free(rt, &rt->list);
  baton_waits_free(rt, &rt->last_list);
  baton_mem_put(rt, rt);
  return BATON_RT_OK;
}

// Statistics. ---------------------------------------------------------------------------------------------------------

uint64_t baton_count_sum(const baton_rt *rt, uint32_t which) {
  uint64_t sum = atomic_load_explicit(&rt->counts[which], memory_order_relaxed);
  for (uint32_t i = 0; i < rt->num_workers; i++)
    sum += atomic_load_explicit(&rt->workers[i].counts[which], memory_order_relaxed);
  return sum;
}

void baton_rt_get_stats(const baton_rt *rt, baton_rt_stats *out_stats) {
  uint64_t counts[BATON_NUM_COUNTS];
  for (uint32_t i = 0; i < BATON_NUM_COUNTS; i++)
    counts[i] = baton_count_sum(rt, i) - rt->count_base[i];
  baton_rt_stats stats = rt->stats;
  stats.num_workers = rt->num_workers;
  stats.num_run = counts[BATON_COUNT_RUN];
  stats.num_skipped = counts[BATON_COUNT_SKIPPED];
  stats.num_parks = counts[BATON_COUNT_PARKS];
  stats.num_steals = counts[BATON_COUNT_STEALS];
  stats.num_sleeps = counts[BATON_COUNT_SLEEPS];
  stats.num_wakes = counts[BATON_COUNT_WAKES];
  stats.size = out_stats->size < sizeof stats ? out_stats->size : (uint32_t)sizeof stats;
  memcpy(out_stats, &stats, stats.size);
}
