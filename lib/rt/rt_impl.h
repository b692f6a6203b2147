// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of a runtime object. Private to this folder. Read this first, then graph.c.
//
//   slots     dense array of 16-byte hot records, one per task in the window: the only thing that the walks over
//             dependents, over wait lists and over chunks touch
//   records   parallel array of 128 bytes: what to run, the words, the rest of the wait list
//   chunks    64 slots each, filled in order by the host, reused when all 64 have retired; a new generation each time
//   rings     ready slots: one per worker, and per class of workers one filled by the host and one by other classes
//
// An id is tag:10 | generation:32 | slot:22. A slot's link is tag:10 | generation:32 | first dependent:22. The
// generation is even while a task has the slot and odd from its retirement until the next task, so a task is unfinished
// exactly while the upper 42 bits of its id and of the slot's link are equal. Slots 1 to 63 are the host's when it
// blocks.
//
// Ownership: a field marked [host] is touched by the host thread only, [worker] by the worker only. The hot record's
// `next` and `flags` and the whole record belong to whoever holds the task: the host until it has parked or pushed it,
// then the thread that takes it out of a list of dependents or a ring.
#ifndef BATON_RT_RT_IMPL_H
#define BATON_RT_RT_IMPL_H

#include "rt/rt.h"

#include <ffi.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

enum {
  BATON_SLOT_BITS = 22,
  BATON_CHUNK_SLOTS = 64,
  BATON_MAX_WORKERS = 256,
  BATON_MAX_OPERANDS = 1024, // of one kernel
  BATON_INLINE_WORDS = 10,
};

#define BATON_SLOT_MASK  ((UINT64_C(1) << BATON_SLOT_BITS) - 1)
#define BATON_GEN_ONE    (UINT64_C(1) << BATON_SLOT_BITS)
#define BATON_TAG_SHIFT  54
#define BATON_CHUNK_MASK UINT64_C(63)

// Waits are kept as sets: bit i stands for the task whose id is key | i. Neighbours, however they were listed, share
// one, and a repeated id costs nothing.
typedef struct baton_wait {
  uint64_t key; // the id of the first slot of a chunk
  uint64_t mask;
} baton_wait;

typedef struct baton_wait_list { // [host]
  baton_wait *items;
  uint32_t num, capacity;
} baton_wait_list;

typedef struct baton_slot {
  _Atomic uint64_t link;
  uint32_t next; // in a list of dependents
  uint32_t flags;
} baton_slot;

enum {
  BATON_SLOT_MORE = 1,  // the record has further waits
  BATON_SLOT_FENCE = 2, // nothing to run
  BATON_SLOT_GRID = 4,
  BATON_SLOT_FAULT = 8, // a test wants it to fail
  BATON_SLOT_CLASS_SHIFT = 8,
};

typedef struct baton_plan baton_plan;

typedef struct baton_record {
  const baton_plan *plan;
  const uint64_t *words; // space below, or the chunk's memory
  baton_wait *waits;     // likewise; [wait_low, wait_high) are still to be looked at
  uint32_t wait_low, wait_high;
  _Atomic uint32_t block_next, blocks_left; // with GRID
  uint32_t num_blocks;
  uint32_t from_back; // which end of the waits is next
  uint64_t space[BATON_INLINE_WORDS];
} baton_record;

_Static_assert(sizeof(baton_slot) == 16, "four hot records to a line");
_Static_assert(sizeof(baton_record) == 128, "two lines");

// Memory of a chunk for lists and long word arrays, recycled with it.
typedef struct baton_page {
  struct baton_page *next;
  size_t bytes, used; // after this header
} baton_page;

typedef struct baton_chunk { // [host]
  uint64_t key;              // the id of its first slot; 0: not of this run
  uint32_t generation;       // of its tasks while in use: even
  uint32_t run_generation;   // ids of this or a smaller generation are of an earlier run
  uint32_t issued;           // slots handed out in this generation; of the current chunk see baton_chunk_issued
  uint32_t live_hint;        // a slot that was live when last looked at
  uint64_t first_ordinal;    // number of its first task in the run, for messages
  baton_page *pages;
} baton_chunk;

typedef struct baton_ring {
  _Alignas(64) _Atomic uint64_t head; // consumers
  _Alignas(64) _Atomic uint64_t tail; // the one producer
  _Atomic uint32_t *slots;
  uint64_t mask;
} baton_ring;

typedef struct baton_event { // of a trace
  uint64_t begin_ns, end_ns;
  const baton_plan *plan; // null: not of a site
  uint64_t ordinal;
  uint32_t kind;
} baton_event;

enum { BATON_EVENT_RUN, BATON_EVENT_SKIP, BATON_EVENT_SUBMIT, BATON_EVENT_WAIT, BATON_EVENT_PROGRAM };

typedef struct baton_trace { // one thread's latest events; [worker] or [host], the host reads when all has retired
  baton_event *events;
  uint64_t num; // ever; the array keeps the last `capacity`
  uint64_t capacity;
} baton_trace;

// Counters with one writer that others may read at any time.
enum {
  BATON_COUNT_RUN,
  BATON_COUNT_SKIPPED,
  BATON_COUNT_PARKS,
  BATON_COUNT_STEALS,
  BATON_COUNT_SLEEPS,
  BATON_COUNT_WAKES,
  BATON_NUM_COUNTS
};

typedef _Atomic uint64_t baton_counts[BATON_NUM_COUNTS];

typedef struct baton_worker {
  baton_ring ring;
  _Alignas(64) _Atomic uint32_t sleep_word; // 0 awake, 1 asleep, 2 being woken
  _Atomic uint32_t sleep_count;             // of sleeps begun and ended: odd while it sleeps
  _Atomic uint32_t times_robbed;            // by thieves
  _Alignas(64) baton_rt *rt;
  uint32_t index, class_index;
  pthread_t thread;
  unsigned char *scratch; // for calls through libffi; the host replaces it while nothing runs
  baton_rt_call call;
  uint64_t last_wake_ns, wake_gap_ns; // of the wake-ups it gives
  uint32_t times_robbed_seen;
  uint64_t nap_ns;
  uint64_t grain_ns;       // estimate of the time per task
  uint64_t grain_start_ns; // since when `grain_tasks` were run without searching
  uint32_t grain_tasks;
  uint64_t seen_head[BATON_MAX_WORKERS]; // of each victim's ring at the last look
  baton_counts counts;
  baton_trace trace;
  uint32_t running_slot; // of the task in hand
  uint64_t running_begin_ns;
  volatile sig_atomic_t is_in_kernel, crash_signal; // for the handler of signals
  sigjmp_buf crash_jump;
  unsigned char *signal_stack;
  // With a timeout: a number of the call in hand times 4, plus a BATON_WATCH state. What is watched may be read by who
  // has claimed the call.
  _Atomic uint64_t watch_word;
  const baton_plan *watched_plan;
  baton_task watched_task;
  uint64_t watch_seen, watch_since_ns; // [watchdog] the word at the last look, and when it was first seen
  _Atomic uint32_t has_ended;          // the thread touches nothing any more
} baton_worker;

enum { BATON_WATCH_IDLE, BATON_WATCH_RUNNING, BATON_WATCH_CLAIMED, BATON_WATCH_LOST };

// Workers that run the same kernels. One class runs all kinds unless the configuration names kinds.
typedef struct baton_class {
  baton_ring host_ring;   // producer: the host
  baton_ring shared_ring; // producers: workers of other classes, under the lock
  pthread_mutex_t shared_lock;
  _Alignas(64) _Atomic uint32_t sleepers;
  _Atomic uint32_t searching;
  _Atomic uint32_t nappers; // sleepers that wake by themselves
  uint32_t first_worker, num_workers;
  uint32_t owed_wakes;   // [host]
  uint64_t last_wake_ns; // [host]
} baton_class;

// A region in normal form: addresses lo + sum of x_i * stride_i with 0 <= x_i < count_i, plus all bytes of a run. The
// innermost dimension is the run: stride 1. Strides are positive and descending, counts above 1 (but the run's may be
// 1).
enum { BATON_REGION_DIMS = 8 };

typedef struct baton_dim {
  int64_t stride; // bytes
  int64_t count;
} baton_dim;

typedef struct baton_region {
  int64_t lo, hi;    // addresses; hi is one past the last byte
  uint32_t num_dims; // 0: no bytes
  baton_dim dims[BATON_REGION_DIMS];
} baton_region;

typedef struct baton_space baton_space; // what the tracker knows of one range of memory

typedef struct baton_buffer { // [host], but for the prefix
  baton_rt_storage storage;   // what generated code sees; first
  struct baton_buffer *previous, *next;
  baton_space *space; // null: nothing published
  baton_wait_list uses;
  uint32_t references;
  uint32_t depth; // of the frame that made it
  bool is_imported, is_released;
} baton_buffer;

typedef struct baton_ids {
  struct baton_ids *previous, *next;
  uint64_t num_ids;
  uint32_t depth, reserved;
  baton_task ids[];
} baton_ids;

typedef struct baton_kernel { // a kernel as resolved for one runtime
  const baton_rt_kernel *kernel;
  void (*address)(void);
  uint32_t class_index;
  uint32_t num_views;
  bool is_used, is_prepared;
  ffi_cif cif;
  ffi_type **types; // of the arguments
  uint64_t num_submitted;
} baton_kernel;

typedef struct baton_view_plan {
  const baton_rt_operand *operand;
  uint32_t elem_bytes;
  bool is_static; // sizes and strides are: `region` holds them, relative to the first element
  baton_region region;
} baton_view_plan;

typedef struct baton_module baton_module;

struct baton_plan { // a site as prepared for one runtime; what frame.sites[k] points to
  const baton_rt_site *site;
  int32_t (*invoke)(const uint64_t *words, const baton_rt_call *call);
  baton_module *module;
  baton_kernel *kernel; // TASK only
  baton_view_plan *views;
  uint32_t index;
  uint32_t num_views; // with the predicate's
  uint32_t num_words;
  uint32_t slot_flags;
  bool has_tracking;
  bool needs_more; // views or blocks: more to do at a submit than copy the words
};

struct baton_module { // a module as prepared for one runtime
  baton_module *next;
  const baton_rt_module *module;
  baton_plan *plans;
  const void **sites;
  baton_kernel *kernels;
  baton_view_plan *views;
  ffi_type **types;
};

typedef struct baton_waiter {
  _Atomic uint32_t is_parked;
  baton_task on; // [host]
} baton_waiter;

struct baton_rt {
  // Read by all.
  _Atomic int32_t status;      // first: baton_rt_prefix
  _Atomic uint32_t is_claimed; // who sets it writes the error
  _Atomic uint32_t is_stopping;
  _Atomic uint32_t has_error; // the error below is complete
  uint64_t tag;               // in place
  baton_slot *slots;
  baton_record *records;
  baton_worker *workers;
  baton_class *classes;
  uint32_t num_workers, num_threads, num_classes;
  bool has_watchdog;
  const char **kind_names; // of the classes; null: one class for all kinds
  uint32_t *kind_workers;
  char *kind_text;
  baton_rt_faults faults;
  uint64_t search_ns;
  bool is_traced, catches_crashes;
  uint64_t timeout_ns;            // 0: nothing is watched
  _Atomic uint32_t is_abandoned;  // a kernel has timed out: the host waits for nothing any more
  _Atomic uint32_t watchdog_stop; // a futex
  pthread_t watchdog;

  // The host's, from here to the end but for what is marked.
  _Alignas(64) uint32_t next_slot, slots_left; // of the current chunk
  uint32_t current_chunk;                      // 0: none
  uint64_t current_key;                        // the id of its first slot
  uint32_t num_chunks, opened_chunks;          // chunk 0, of the waiters, counted
  baton_chunk *chunks;
  uint32_t *chunk_queue; // in use, oldest first; a circular array of num_chunks
  uint32_t queue_head, queue_num;
  uint32_t *free_chunks; // a stack
  uint32_t num_free;
  baton_page *free_pages;
  baton_wait_list list;      // of the call in progress; never without items
  baton_wait_list last_list; // of the last submit with a long list
  baton_task last_fence;     // made for last_list, 0: none
  uint64_t next_ordinal;

  baton_module *modules;
  baton_module *frame_module; // of the innermost frame
  uint32_t depth;             // of frames
  bool is_broken;             // tasks are left that cannot end: no further runs
  size_t scratch_bytes;
  baton_buffer *buffers;                // live, newest first
  baton_buffer *pending, *pending_tail; // released, oldest first, through `next`
  baton_ids *id_arrays;
  uint64_t buffer_bytes, memory_limit;

  baton_rt_allocator allocator;
  uint64_t num_allocations;
  void (*(*resolve)(void *user, const char *symbol))(void);
  void *resolve_user;
  char *trace_path;
  baton_trace trace;
  uint64_t start_ns;
  uint64_t tasks_for_fault, ready_for_fault;
  baton_rt_stats stats;
  uint64_t count_base[BATON_NUM_COUNTS];
  baton_counts counts;

  baton_rt_error error; // written by who claims it
  char error_text[16384];

  _Alignas(64) _Atomic uint32_t host_event; // counts signals to the host
  _Atomic uint32_t host_sleeping;
  baton_waiter waiters[BATON_CHUNK_SLOTS]; // by slot; 0 is unused
};

// Small things. -------------------------------------------------------------------------------------------------------

static inline void baton_count(baton_counts counts, uint32_t which) {
  uint64_t value = atomic_load_explicit(&counts[which], memory_order_relaxed);
  atomic_store_explicit(&counts[which], value + 1, memory_order_relaxed);
}

static inline void baton_delay(const baton_rt *rt, uint32_t point) {
  if (rt->faults.delay)
    rt->faults.delay(rt->faults.user, point);
}

static inline bool baton_rt_has_failed(const baton_rt *rt) {
  return atomic_load_explicit(&rt->status, memory_order_acquire) != 0;
}

static inline bool baton_task_is_live(const baton_rt *rt, baton_task id) {
  uint64_t link = atomic_load_explicit(&rt->slots[id & BATON_SLOT_MASK].link, memory_order_acquire);
  return (link ^ id) >> BATON_SLOT_BITS == 0;
}

// Lowest bit of a mask that is not 0.
static inline uint32_t baton_low_bit(uint64_t mask) { return (uint32_t)__builtin_ctzll(mask); }
static inline uint32_t baton_high_bit(uint64_t mask) { return 63u - (uint32_t)__builtin_clzll(mask); }
static inline uint32_t baton_num_bits(uint64_t mask) { return (uint32_t)__builtin_popcountll(mask); }

uint64_t baton_now_ns(void);

// Memory, through the configured allocator; 0 bytes give a valid pointer. Null when there is none. [host]
void *baton_mem_get(baton_rt *rt, size_t bytes);
void *baton_mem_get_aligned(baton_rt *rt, size_t bytes, size_t alignment);
void *baton_mem_get_array(baton_rt *rt, size_t num, size_t size); // checked product, zeroed
void baton_mem_put(baton_rt *rt, void *data);

// error.c ------------------------------------------------------------------------------------------------------------

// Makes this the run's error if it is the first; returns the run's status. The text names task, kernel and place
// itself; `format` gives the rest. Any thread. `plan` null: `module` and `loc` say where; both may be null and 0.
typedef struct baton_blame {
  const baton_plan *plan;
  const baton_rt_module *module;
  uint32_t loc;
  int32_t detail;
  baton_task task;
} baton_blame;

int32_t baton_rt_raise(baton_rt *rt, int32_t status, const baton_blame *blame, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
int32_t baton_rt_raise_memory(baton_rt *rt, const baton_plan *plan);
void baton_rt_clear_error(baton_rt *rt);

// Writes `file:line:col: ` or nothing; returns the number of characters that it takes, as snprintf does.
int baton_loc_print(const baton_rt_module *module, uint32_t loc, char *text, size_t bytes);

// runtime.c ----------------------------------------------------------------------------------------------------------

uint64_t baton_count_sum(const baton_rt *rt, uint32_t which); // over the host and all workers

// chunk.c ------------------------------------------------------------------------------------------------------------

// Makes another chunk the current one. Blocks while the window is full. False: the run has failed. [host]
bool baton_chunk_next(baton_rt *rt);

// The next slot, its link still closed. Blocks while the window is full. 0: the run has failed. [host]
static inline uint32_t baton_slot_take(baton_rt *rt) {
  if (!rt->slots_left && !baton_chunk_next(rt))
    return 0;
  rt->slots_left--;
  uint32_t slot = rt->next_slot++;
  __builtin_prefetch(&rt->slots[slot + 4], 1);
  __builtin_prefetch(&rt->records[slot + 4], 1);
  return slot;
}

static inline uint32_t baton_chunk_issued(const baton_rt *rt, uint32_t chunk) {
  return chunk == rt->current_chunk ? BATON_CHUNK_SLOTS - rt->slots_left : rt->chunks[chunk].issued;
}

// Memory that lives as long as the current chunk's tasks. Null: out of memory. [host]
void *baton_chunk_get(baton_rt *rt, uint32_t chunk, size_t bytes);

// Checks an id that is not live: true if it names a task of this run that has retired. [host]
bool baton_task_has_retired(const baton_rt *rt, baton_task id);

// Blocks until all tasks have retired; false: it found that they never will and has raised STUCK. [host]
bool baton_rt_drain(baton_rt *rt);
// Blocks until the task has retired; likewise. [host]
bool baton_rt_await(baton_rt *rt, baton_task id);
void baton_chunks_begin_run(baton_rt *rt);
int32_t baton_chunks_init(baton_rt *rt, uint32_t window, uint32_t first_generation);
void baton_chunks_deinit(baton_rt *rt);

static inline uint64_t baton_slot_ordinal(const baton_rt *rt, uint32_t slot) {
  return rt->chunks[slot / BATON_CHUNK_SLOTS].first_ordinal + slot % BATON_CHUNK_SLOTS;
}

// graph.c ------------------------------------------------------------------------------------------------------------

// Hangs task `slot` on the next unfinished task of its remaining waits. False: there is none, it is ready. `counts` is
// the caller's. Any thread that holds the task.
bool baton_graph_park(baton_rt *rt, baton_counts counts, uint32_t slot);
// Hangs it on the task `on`. False: that one has retired.
bool baton_graph_park_on(baton_rt *rt, uint32_t slot, baton_task on);

// Retires a task and all fences that wait for nothing else. Returns a task of the worker's class to run next, or 0; the
// others that became ready are in rings.
uint32_t baton_graph_retire(baton_rt *rt, baton_worker *worker, uint32_t slot);

// waits.c ------------------------------------------------------------------------------------------------------------

// Lists of waits. All return false when out of memory. [host]
bool baton_waits_reserve(baton_rt *rt, baton_wait_list *list, uint32_t num);
bool baton_waits_add(baton_rt *rt, baton_wait_list *list, uint64_t key, uint64_t mask);
// Drops what has retired.
void baton_waits_prune(const baton_rt *rt, baton_wait_list *list);
// The first unfinished task of the list, dropping retired ones on the way; 0: none.
baton_task baton_waits_find_live(const baton_rt *rt, baton_wait_list *list);
void baton_waits_free(baton_rt *rt, baton_wait_list *list);

// Adds the ids of spans to rt->list and checks them; raises BAD_ID or NO_MEMORY and returns false.
bool baton_waits_collect(baton_rt *rt, const baton_plan *plan, const baton_span *spans, uint64_t num_spans);
bool baton_waits_collect_one(baton_rt *rt, const baton_plan *plan, baton_task id); // may be 0

// worker.c -----------------------------------------------------------------------------------------------------------

int32_t baton_workers_start(baton_rt *rt);
bool baton_workers_stop(baton_rt *rt);                       // false: one of them is in a kernel that has timed out
void baton_host_push(baton_rt *rt, uint32_t slot);           // a ready task [host]
void baton_worker_push(baton_worker *worker, uint32_t slot); // [worker]; visible after baton_worker_publish
void baton_worker_publish(baton_worker *worker);
void baton_host_signal(baton_rt *rt, uint32_t waiter); // a waiter's task has retired
void baton_pay_wakes(baton_rt *rt);                    // before the host blocks [host]
bool baton_workers_are_idle(baton_rt *rt);             // nothing runs and nothing is ready [host]
void baton_futex_wait(_Atomic uint32_t *word, uint32_t value, uint64_t timeout_ns); // 0: for ever
void baton_futex_wake(_Atomic uint32_t *word);

// run.c --------------------------------------------------------------------------------------------------------------

// Runs or skips a task, or one block of it. Returns what baton_graph_retire does.
uint32_t baton_worker_run(baton_worker *worker, uint32_t slot);
// Ends the task in hand, whose kernel was left by a signal. Likewise.
uint32_t baton_worker_end_crashed(baton_worker *worker);

// watch.c ------------------------------------------------------------------------------------------------------------

int32_t baton_watchdog_start(baton_rt *rt); // nothing without a timeout
void baton_watchdog_stop(baton_rt *rt);
// Around each call of a kernel, where there is a timeout. [worker]
void baton_watch_begin(baton_worker *worker, const baton_plan *plan, baton_task task);
void baton_watch_end(baton_worker *worker);

// crash.c ------------------------------------------------------------------------------------------------------------

void baton_crash_install(baton_rt *rt);
void baton_crash_uninstall(baton_rt *rt);
bool baton_crash_init_worker(baton_worker *worker);  // false: out of memory [host]
void baton_crash_enter_thread(baton_worker *worker); // [worker]
void baton_crash_leave_thread(void);

// call.c -------------------------------------------------------------------------------------------------------------

uint32_t baton_type_bytes(uint8_t type); // 0 for what has none
// Prepares the call interface; false: the signature is not supported, *out_reason says why.
bool baton_call_prepare(baton_kernel *kernel, const char **out_reason);
// Bytes of scratch that a call of the kernel needs for operands of these ranks.
size_t baton_call_scratch_bytes(const baton_plan *plan);
int32_t baton_call_kernel(baton_worker *worker, const baton_plan *plan, const uint64_t *words);
bool baton_call_predicate(const baton_plan *plan, const uint64_t *words);

// A view's offset, sizes and strides in elements, from the table and the words: rank * 2 + 1 numbers.
void baton_view_shape(const baton_rt_operand *operand, const uint64_t *words, int64_t *out_shape);
static inline baton_buffer *baton_view_buffer(const baton_rt_operand *operand, const uint64_t *words) {
  return (baton_buffer *)(uintptr_t)words[operand->first_word];
}

// region.c -----------------------------------------------------------------------------------------------------------

// The normal form of a view. False: sizes are negative or the extent overflows.
bool baton_region_make(int64_t base, const int64_t *shape, uint32_t rank, uint32_t elem_bytes,
                       baton_region *out_region);
static inline void baton_region_copy(baton_region *to, const baton_region *from) { // only the dimensions it has
  to->lo = from->lo;
  to->hi = from->hi;
  to->num_dims = from->num_dims;
  for (uint32_t i = 0; i < from->num_dims; i++)
    to->dims[i] = from->dims[i];
}
bool baton_region_overlaps(const baton_region *a, const baton_region *b);
bool baton_region_equals(const baton_region *a, const baton_region *b);
// True only if every byte of b is in a; may miss cases.
bool baton_region_covers(const baton_region *a, const baton_region *b);

// tracker.c ----------------------------------------------------------------------------------------------------------

// Looks up and records one view of the task `id` as its tracking says; conflicting tasks are added to rt->list. `id` 0:
// a look-up only. False: raised. [host]
bool baton_track(baton_rt *rt, const baton_plan *plan, const baton_view_plan *view, const uint64_t *words,
                 uint32_t tracking, baton_task id);
// Two ranges turn out to overlap: both use one space from now on. False: out of memory.
bool baton_space_merge(baton_rt *rt, baton_buffer *a, baton_buffer *b);
void baton_space_destroy(baton_rt *rt, baton_space *space);

// storage.c ----------------------------------------------------------------------------------------------------------

// Records that task `id` uses the buffers of its views. False: out of memory. [host]
bool baton_buffers_use(baton_rt *rt, const baton_plan *plan, const uint64_t *words, baton_task id);
void baton_buffers_leave(baton_rt *rt, uint32_t depth); // all of frames of this depth or deeper; when drained
void baton_ids_leave(baton_rt *rt, uint32_t depth);

// module.c -----------------------------------------------------------------------------------------------------------

void baton_modules_destroy(baton_rt *rt);

// trace.c ------------------------------------------------------------------------------------------------------------

int32_t baton_trace_init(baton_rt *rt, baton_trace *trace, uint32_t capacity);
bool baton_trace_write(baton_rt *rt); // false: the file could not be written
static inline void baton_trace_add(baton_trace *trace, const baton_event *event) {
  trace->events[trace->num++ % trace->capacity] = *event;
}

#endif
