// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The embedded runtime: worker threads that share one task graph in memory. This header makes, configures and inspects
// runtime objects; everything that happens inside a run goes through rt_abi.h, for generated code and for C code with
// hand-written tables alike.
//
// Threads: create, destroy, stats and what is between enter and leave belong to one thread at a time per object.
// Different objects are independent of each other.
#ifndef BATON_RT_RT_H
#define BATON_RT_RT_H

#include "rt/rt_abi.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Where memory comes from. `alloc` returns `bytes` (> 0) at a multiple of `alignment` (a power of two, at most 4096),
// or null. Called by the host thread only.
typedef struct baton_rt_allocator {
  void *(*alloc)(void *user, size_t bytes, size_t alignment);
  void (*free)(void *user, void *data);
  void *user;
} baton_rt_allocator;

// Places where a test may delay a thread, so that schedules that are rare by nature happen.
enum {
  BATON_RT_POINT_PARK,   // between reading a producer's link and the swap that hangs a consumer on it
  BATON_RT_POINT_RETIRE, // before a task is closed
  BATON_RT_POINT_SLEEP,  // between a worker's announcement that it sleeps and its last look
  BATON_RT_POINT_BLOCK,  // between the host's announcement that it blocks and its last look
  BATON_RT_POINT_TIRED,  // before a worker announces that it sleeps
  BATON_RT_POINT_LOOKED, // after its last look, which may have found a task
};

// Faults for tests. Numbers count from 1; 0: none.
typedef struct baton_rt_faults {
  uint64_t fail_allocation;  // the n-th allocation of this object returns null
  uint64_t fail_task;        // the n-th task with a kernel of a run fails instead of running
  uint64_t lose_task;        // the n-th task that is ready when submitted is never given to a worker
  uint32_t first_generation; // of the slots, to reach the end of its range early; 0: the usual one
  void (*delay)(void *user, uint32_t point);
  void *user;
} baton_rt_faults;

typedef struct baton_rt_config {
  uint32_t size; // sizeof(baton_rt_config)
  // Workers: "4" makes four that run kernels of every kind; "cpu:4,vector:2" four that run kernels of kind cpu and two
  // that run kernels of kind vector. Null: as many of the first sort as the process has processors. At most 256.
  const char *workers;
  uint32_t window; // unfinished tasks before a submit blocks: rounded up to a multiple of 64, 128 to 4194240; 0: 16384
  // Looks up a kernel's symbol; null: dlsym(RTLD_DEFAULT, symbol).
  void (*(*resolve)(void *user, const char *symbol))(void);
  void *resolve_user;
  const baton_rt_allocator *allocator; // copied; null: aligned_alloc and free
  uint64_t memory_limit;               // bytes of buffers; over it alloc waits for releases in flight first; 0: none
  const char *trace_path;              // Chrome trace, written when a run ends; null: none
  uint32_t trace_events;               // kept per thread, the latest; 0: 65536
  uint32_t search_ns; // how long an idle worker looks for tasks before it sleeps; 0: 20000, UINT32_MAX: not at all
  const baton_rt_faults *faults; // copied; null: none
  // Not 0: a kernel that raises SIGSEGV, SIGBUS, SIGFPE, SIGILL or SIGABRT fails its task with BATON_RT_KERNEL_CRASHED
  // instead of ending the process. Installs signal handlers for the whole process until the last such runtime is
  // destroyed. What the kernel held (locks, memory) is lost.
  uint32_t catch_crashes;
  // How long one call of a kernel may take: a task, or one block of a grid; 0: as long as it likes. A call that takes
  // longer fails the run with BATON_RT_TIMEOUT, at most a quarter of this, or 1 ms, later. The waits and the leave of
  // the host then return at once, though the kernel goes on: no thread can be taken back from foreign code. What it
  // may still touch (buffers, imported memory, the code itself) must stay in place until baton_rt_destroy has
  // succeeded. The time counts for each call alone, so a run of any length never times out, and neither does the host.
  uint64_t timeout_ns;
} baton_rt_config;

// A null config is one of all defaults. On success *out_runtime belongs to the caller. On failure it is null; the
// status is BATON_RT_BAD_ARGUMENT for a bad configuration or NO_MEMORY (also for threads).
BATON_RT_EXPORT int32_t baton_rt_create(const baton_rt_config *config, baton_rt **out_runtime);

// Outside of runs. Joins all threads and frees everything. Null: nothing. After a run that timed out it waits for
// kernels that have not used up their time, and if one still does not return, the status is BATON_RT_TIMEOUT: nothing
// was freed, and destroy may be called again later. A process that cannot wait ends with _exit.
BATON_RT_EXPORT int32_t baton_rt_destroy(baton_rt *);

// "ok", "out of memory", ...
BATON_RT_EXPORT const char *baton_rt_status_text(int32_t status);

// Counts of the current run, or of the last one. Exact once the outermost leave has returned.
typedef struct baton_rt_stats {
  uint32_t size; // set by the caller
  uint32_t num_workers;
  uint64_t num_tasks;           // submitted tasks with a kernel
  uint64_t num_fences;          // submitted fences
  uint64_t num_waits;           // entries of all lists of submits, fences and waits, as passed
  uint64_t num_tracked_lookups; // operands looked up in the tracker
  uint64_t num_tracked_publishes;
  uint64_t num_tracked_waits; // tasks that the tracker added to lists
  uint64_t num_host_accesses;
  uint64_t num_ids; // slots of id arrays from baton_rt_ids
  uint64_t num_allocs;
  uint64_t num_implicit_fences; // made by the runtime itself for lists that repeat
  uint64_t num_blocked;         // times the host slept: full window, wait, access, leave
  uint64_t num_run;             // tasks whose kernel ran, each block of a grid counted
  uint64_t num_skipped;         // retired without running: predicate, no blocks, after a failure
  uint64_t num_parks;           // times a task was hung on another, by host and workers
  uint64_t num_steals, num_sleeps, num_wakes;
  uint64_t peak_buffer_bytes; // of baton_rt_alloc
  uint64_t orchestration_ns;  // from enter to the beginning of the outermost leave
  uint64_t total_ns;          // from enter to the end of the outermost leave
} baton_rt_stats;

BATON_RT_EXPORT void baton_rt_get_stats(const baton_rt *, baton_rt_stats *out_stats);

// How often tasks of kernel `kernel` of the module were submitted in the current or last run; 0 if it is unknown.
BATON_RT_EXPORT uint64_t baton_rt_get_kernel_count(const baton_rt *, const baton_rt_module *, uint32_t kernel);

#ifdef __cplusplus
}
#endif

#endif
