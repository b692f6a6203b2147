// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Covering the lists of a program that is written out by fewer entries, with fences that several tasks share.
//
// Tasks are in submission order; P(v) is the list of v, Anc(v) all that comes before v through lists. New *fences* with
// lists of tasks and fences are put between them, and lists are changed, so that every task still comes after exactly
// Anc(v), and the cost
//
//     entries + fence_cost * fences
//
// falls. A fence's members need not be in the list of each of its users: it is enough that each user comes after them
// anyway. No new path runs through more than max_depth fences in a row between two tasks; fences that are there already
// count.
//
// Steps, repeated while the cost falls:
//
//     reduce     take out what other entries imply (task_reduce.h)
//     rows       tasks with equal lists share one fence; columns: tasks with equal sets of consumers become one; rows
//     pivot      in what is left: complete bipartite parts that overlap, grown from one producer at a time by exact
//                counts of common consumers, with producers that a consumer has waited for anyway as jokers
//     tidy       dissolve fences that do not pay
//
// Parts of the graph for which entries <= producers + consumers + fence_cost cannot be improved and are left out.
//
// The factoring of complete bipartite subgraphs through one vertex each is that of Feder and Motwani, "Clique
// partitions, graph compression and speeding-up algorithms" (1991).
//
// Deterministic; thread rule: any number of threads, each with its own arguments.
#ifndef BATON_ANALYSIS_TASK_COVER_H
#define BATON_ANALYSIS_TASK_COVER_H

#include "analysis/task_reduce.h"

#define BATON_COVER_NEW UINT32_MAX

enum { BATON_COVER_MAX_DEPTH = 64 }; // larger budgets count as this

typedef struct baton_cover_options {
  uint64_t fence_cost; // in entries
  uint32_t max_depth;  // fences in a row between two tasks
} baton_cover_options;

// A graph of tasks and fences. Node v waits for producers[starts[v]] to producers[starts[v + 1] - 1], all below v.
typedef struct baton_task_cover {
  uint32_t num_nodes;
  uint32_t *starts;    // num_nodes + 1
  uint32_t *producers; // each list ascending
  uint32_t *origins;   // the task, or BATON_COVER_NEW for a new fence; tasks keep their order
  bool *is_fence;
} baton_task_cover;

// Fills out with a cheaper graph and returns true, or returns false where none was found; out is then empty. The cost
// is compared with that of the reduced lists: what is gained by leaving out implied entries alone is no gain. is_fence
// says of each task whether it is a fence; such a fence stays and has its place. out is to be deinitialised by the
// caller.
BATON_EXPORT bool baton_task_cover_find(const baton_task_lists *lists, const bool *is_fence,
                                        const baton_cover_options *options, baton_task_cover *out);
BATON_EXPORT void baton_task_cover_deinit(baton_task_cover *cover);

#endif
