// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs an orchestration program without its kernels and writes down which task waits for which: the plain meaning of
// the lists, to hold analyses against.
#ifndef BATON_TEST_EXPAND_PROGRAM_H
#define BATON_TEST_EXPAND_PROGRAM_H

#include "dialect/orch.h"

enum { MAX_TASKS = 448, TASK_WORDS = MAX_TASKS / 64 };

// Tasks are numbered from 1 in the order in which they are submitted; 0 is none.
typedef struct expanded_task {
  const baton_op *op;
  bool is_fence;
  uint64_t before[TASK_WORDS]; // all tasks that it is ordered after, as bits
} expanded_task;

// One wait operand of one instance of a task: what it stands for, and what all operands before it in the list bring.
typedef struct expanded_wait {
  const baton_op *op;
  uint32_t index;               // among the task's waits
  uint64_t tasks[TASK_WORDS];   // the tasks listed
  uint64_t closure[TASK_WORDS]; // and all before them
} expanded_wait;

typedef struct expansion {
  expanded_task tasks[MAX_TASKS];
  uint32_t num_tasks; // the none included
  expanded_wait *waits;
  size_t num_waits, wait_capacity;
  bool failed; // an index out of range, or too many tasks: there is nothing to compare
} expansion;

// Runs a function with the given values for its arguments (all index or i1). Only ops that random_program writes.
void expand_program(const baton_module *module, const baton_op *func, const int64_t *args, expansion *out);
void expansion_deinit(expansion *e);

#endif
