// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What runs cost: counts of the last run, medians of times over all.
#ifndef BATON_UTILS_RUN_STATS_H
#define BATON_UTILS_RUN_STATS_H

#include "base/diag.h"
#include "rt/rt.h"

// Zero-initialised is empty.
typedef struct run_stats {
  baton_rt_stats last;
  uint64_t *orchestration_ns, *total_ns; // per run
  uint32_t num_runs;
} run_stats;

// Takes over what the runtime has counted in the run that has just ended.
void run_stats_add(run_stats *stats, const baton_rt *runtime);
void run_stats_deinit(run_stats *stats);

// A table for people, and an object for programs (times in microseconds).
void run_stats_print(const run_stats *stats, baton_strbuf *out);
// False after an error.
bool run_stats_write_json(const run_stats *stats, baton_diag *diag, const char *path);

#endif
