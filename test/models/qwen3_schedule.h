// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// @prefill of the reduced Qwen3-14B program, transcribed to C: the same loops in the same order, each submit a call.
//
// Kernels sum in a fixed order, so a run of the compiled program has to leave the same bytes as this.
#ifndef BATON_TEST_QWEN3_SCHEDULE_H
#define BATON_TEST_QWEN3_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "qwen3_data.h"

enum { QWEN3_NUM_TASKS = 25 }; // kinds of tasks: t0 to t24 of the program

// How often a kind of task ran and for how long altogether. lm_head counts as one task, whatever its grid.
typedef struct qwen3_tally {
  uint64_t count, ns;
} qwen3_tally;

// The kernel of a kind of task as the program names it.
const char *qwen3_task_name(int kind);

// Runs the program on `data`: writes `out`, k_cache and v_cache. Buffers that the program allocates start as NaNs.
// tallies: QWEN3_NUM_TASKS of them, overwritten. False: out of memory, and nothing ran.
bool qwen3_schedule_run(qwen3_data *data, qwen3_tally *tallies);

#endif
