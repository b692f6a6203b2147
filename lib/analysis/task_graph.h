// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The task graph of a program as it is written: a task of the graph is a submit or fence together with a box of
// iteration numbers, and whether one wait implies another is decided for all trip counts and branches at once, at a
// cost that does not depend on trip counts.
//
// An *atom* is a statement (or a value that cannot be looked into) and, for each loop around it, a half-open interval
// of iteration numbers, counted from 0; bounds are a symbol plus a constant. Symbols are the iteration numbers of the
// loops around the asking task, trip counts, and index values. The atoms of a value are found backwards along SSA:
// through arrays, slots, slices, loops that fill an array, carries and results of loops, branches. The waits of a
// statement over a box are the union of the waits of its instances.
//
// A wait is implied if every instance that it may stand for is reached from the other waits over instances that are
// there for certain: a path through a loop that may run zero times, or through one arm of a branch, proves nothing.
// Where a proof hangs on whether an iteration is the first, a loop runs at all, or a condition holds, both cases are
// tried. A predicate (`when`) does not stop a path, since a task that does not run still retires only after its waits.
//
// Asking is sound when many waits are dropped one after the other, each judged by the lists as they are then: a drop
// changes no task's set of tasks before it.
#ifndef BATON_ANALYSIS_TASK_GRAPH_H
#define BATON_ANALYSIS_TASK_GRAPH_H

#include "dialect/orch.h"

typedef struct baton_task_graph baton_task_graph;

static inline bool baton_op_is_task(const baton_op *op) {
  return baton_op_is(op, BATON_OP_ORCH_SUBMIT) || baton_op_is(op, BATON_OP_ORCH_FENCE);
}

// The waits of a submit or fence: its `after` operands, then its `derived` ones. Empty for other ops.
BATON_EXPORT baton_operands baton_task_waits(const baton_op *task);

// The graph of all functions of a module. It belongs to the arena; it reads lists as they are when asked, but must be
// made anew after ops have been added, moved or erased, or loops changed. Functions with control flow between blocks
// are not read: questions about tasks there have no answer.
BATON_EXPORT baton_task_graph *baton_task_graph_create(const baton_module *module, baton_arena *arena);

// Whether a task in the place of the given op that waits for all of the given
// values has waited for everything that `goal` stands for. All values must be visible at the op. False also means not
// known.
BATON_EXPORT bool baton_task_graph_implies(baton_task_graph *graph, const baton_op *place,
                                           const baton_value *const *waits, size_t num_waits, const baton_value *goal);

// Atoms that all questions so far have looked at: a measure of cost that does not depend on the machine.
BATON_EXPORT uint64_t baton_task_graph_num_visited(const baton_task_graph *graph);

#endif
