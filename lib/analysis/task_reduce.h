// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transitive reduction of a list of tasks that is written out: which entries of which lists do other entries of the
// same list imply?
#ifndef BATON_ANALYSIS_TASK_REDUCE_H
#define BATON_ANALYSIS_TASK_REDUCE_H

#include "base/arena.h"

// Tasks 0, 1, ... in submission order. Task v waits for producers[starts[v]] to producers[starts[v + 1] - 1], which are
// all below v. All arrays belong to the caller; starts has num_tasks + 1 elements.
typedef struct baton_task_lists {
  const uint32_t *starts;
  const uint32_t *producers;
  uint32_t num_tasks;
} baton_task_lists;

// Sets out_implied[k] for every entry k (starts[num_tasks] of them) to whether the task waits for that producer anyway:
// through another entry, at any distance, or because an earlier entry of the list is the same. What is left has the
// same closure and is the smallest such part. Exact for any input.
//
// Producers are taken in strips; for each strip the tasks from its first one to the last consumer of any of it get a
// row of bits, one per producer of the strip, while they still have consumers ahead. The width is the one that costs
// least: time is entries * (1 + span / width) * width / 64 word operations, for lists that reach back over span tasks;
// memory is live tasks * width / 8 bytes. Waits that reach far back are tried first through the producer's first
// consumers.
BATON_EXPORT void baton_task_reduce(const baton_task_lists *lists, bool *out_implied);

#endif
