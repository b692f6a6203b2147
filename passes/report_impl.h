// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inside of report-deps: what is reported (filled by report_collect.c), and its two forms (report_text.c,
// report_json.c).
//
// A *region* is the body of a function or of a loop whose trip count is unknown, without the regions inside it. All
// numbers of a region are per run of that body; static loops inside are multiplied out. Both arms of an scf.if are
// counted.
#ifndef BATON_PASSES_REPORT_IMPL_H
#define BATON_PASSES_REPORT_IMPL_H

#include "base/vec.h"
#include "ir/ir.h"

// A number of which a part may be unknown: known + '?'. Stays at UINT64_MAX when it would grow beyond.
typedef struct baton_report_number {
  uint64_t known;
  bool has_unknown;
} baton_report_number;

// A submit or a fence.
typedef struct baton_report_task {
  const baton_op *op;
  bool is_fence;
  uint32_t number;             // t<number> or f<number>, counted per function
  baton_report_number list;    // slots in after and derived
  uint64_t runs;               // per run of the region
  baton_report_number entries; // list * runs
  uint32_t num_memrefs, num_tracked;
  uint32_t array_order, own_order; // of fences: where their first array is defined, where they stand
} baton_report_task;

// A loop with a known trip count.
typedef struct baton_report_loop {
  const baton_op *op;
  uint64_t trips;
  // Entries of the region's tasks inside, per run of the loop, and once the lists of the fences outside that tasks
  // inside wait for.
  baton_report_number entries;
} baton_report_loop;

typedef struct baton_report_region {
  const baton_op *op, *func;          // equal where the region is the function itself
  BATON_VEC(baton_report_task) tasks; // in program order
  BATON_VEC(uint32_t) fences;         // indices of tasks, in the order of their arrays
  BATON_VEC(baton_report_loop) loops; // in program order
  baton_report_number entries;
  uint32_t num_memrefs, num_tracked;
} baton_report_region;

typedef struct baton_report {
  BATON_VEC(baton_report_region) regions; // in program order; those without tasks have none and are not shown
} baton_report;

// Fills an empty report; arena holds side tables for the call only. The report refers to the ops.
void baton_report_collect(baton_report *report, const baton_module *module, const baton_op *root, baton_arena *arena);
void baton_report_deinit(baton_report *report);

void baton_report_print_text(const baton_report *report, baton_strbuf *out);
// False if memory runs out inside the JSON library.
bool baton_report_print_json(const baton_report *report, baton_strbuf *out);

// The name of the function or kernel that an op is or submits, without '@'.
baton_str baton_report_name(const baton_op *op);

#endif
