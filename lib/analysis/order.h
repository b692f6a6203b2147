// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checking order: a program is expanded for given values of its symbols, and what comes before what is compared task by
// task. It stands on its own: it shares no code with the analyses whose results it is held against.
//
// *Symbols* are what only the caller of an entry knows: its integer arguments, the dynamic sizes of its buffers, the
// elements that host code loads from buffers, what host functions return, and whether arguments that are not marked
// `orch.noalias` are the same memory. They get their values from bindings and, where there is none, from a *valuation*,
// a small set of values by number.
//
// The *expansion* of an entry executes its host code without running any kernel: loops, branches, calls, arrays of ids,
// views, allocations. It has one node per submit, fence and host access (memref.load and store, host function, wait),
// in the order of execution.
//
// The *graph* of an expansion says which nodes each node waits for: those in its lists; in auto code, those that the
// runtime's tracker finds, element by element in order of submission, as far as `tracking` lets it; and the last host
// access, since the host goes on only afterwards. Manual submits look nothing up and replace nothing that is known.
//
// Two graphs have the same order if their submits are the same (kernel and arguments, one by one) and each submit and
// host access comes after the same submits. Fences are looked through. Loads that only one of the programs does, and
// waits for no submit at all, are left out.
//
// Sources: the rule of last writers and readers since is that of the runtime's tracker (rt_abi.h). The comparison walks
// both graphs at once and keeps, per node with consumers ahead, one row of bits over the submits that still have a
// consumer ahead in either graph: u before v can only differ if it does at an entry (u, v) of one of them.
//
// Thread rule: as the module (one thread at a time).
#ifndef BATON_ANALYSIS_ORDER_H
#define BATON_ANALYSIS_ORDER_H

#include "dialect/orch.h"

typedef struct baton_expansion baton_expansion;
typedef struct baton_order_graph baton_order_graph;

// ---- expansions -------------------------------------------------------------------------------------------------

typedef struct baton_expansion_options {
  // Values of symbols, separated by commas. Arguments of the entry are called arg0, arg1, ... or by the string in their
  // attribute `orch.name`:
  //     arg0=8        an integer
  //     arg1.0=16     a dynamic size of a buffer
  //     arg1[]=3      all elements of a buffer that nobody has written, as host code loads them
  //     arg1[5]=3     one of them, in row-major order
  baton_str bind;
  uint32_t valuation;   // which values the other symbols get
  uint64_t max_submits; // more are left out; 0: no limit but that of 2^26 nodes
} baton_expansion_options;

typedef enum baton_expansion_status {
  BATON_EXPANSION_COMPLETE,
  BATON_EXPANSION_STOPPED, // the run ends with an error there, such as an index out of range
  BATON_EXPANSION_CUT,     // a limit
} baton_expansion_status;

// Executes a function with a body. NULL after an error: a binding that is none of the function's, or an op that cannot
// be expanded (not registered, control flow between blocks, recursion). Owned by the caller; it keeps nothing of the
// module but may be used only while the context lives.
BATON_EXPORT baton_expansion *baton_expansion_create(const baton_module *module, const baton_op *func,
                                                     const baton_expansion_options *options);
BATON_EXPORT void baton_expansion_destroy(baton_expansion *expansion);

BATON_EXPORT baton_expansion_status baton_expansion_status_of(const baton_expansion *expansion);
// Why it did not run to the end, and where; empty for COMPLETE.
BATON_EXPORT baton_str baton_expansion_reason(const baton_expansion *expansion, baton_position *out_position);
// The integer arguments and dynamic sizes of the entry: "arg0=2, arg1.0=8".
BATON_EXPORT baton_str baton_expansion_values(const baton_expansion *expansion);
// Whether a symbol got its value from the valuation. If not, all valuations give the same expansion.
BATON_EXPORT bool baton_expansion_used_valuation(const baton_expansion *expansion);
BATON_EXPORT uint32_t baton_expansion_num_nodes(const baton_expansion *expansion);
BATON_EXPORT uint32_t baton_expansion_num_submits(const baton_expansion *expansion);

typedef enum baton_order_kind {
  BATON_ORDER_SUBMIT,
  BATON_ORDER_HOST, // waits for tasks and has no id
  BATON_ORDER_FENCE,
} baton_order_kind;

// Nodes are counted from 0 in order of execution.
BATON_EXPORT baton_order_kind baton_expansion_kind(const baton_expansion *expansion, uint32_t node);
BATON_EXPORT bool baton_expansion_is_manual(const baton_expansion *expansion, uint32_t node);

// ---- graphs -----------------------------------------------------------------------------------------------------

typedef enum baton_order_rule {
  BATON_ORDER_ACTUAL,   // as written
  BATON_ORDER_REQUIRED, // what must be: as if all auto code and all host accesses were tracked in full
  BATON_ORDER_MINIMAL,  // that without the derived waits
} baton_order_rule;

// The graph of an expansion, which must outlive it. With `grasps`, views that turn out to have no elements count as
// touching all of their buffer: what a pass may order that does not know whether they have any. NULL where the accesses
// of a buffer are too finely divided to be compared element by element. Owned by the caller.
BATON_EXPORT baton_order_graph *baton_order_graph_create(const baton_expansion *expansion, baton_order_rule rule,
                                                         bool grasps);
// Whether that makes a difference.
BATON_EXPORT bool baton_expansion_has_empty_views(const baton_expansion *expansion);
BATON_EXPORT void baton_order_graph_destroy(baton_order_graph *graph);

// The nodes that a node waits for, each once; they belong to the graph.
BATON_EXPORT const uint32_t *baton_order_graph_waits(const baton_order_graph *graph, uint32_t node, uint32_t *out_num);
// Waits of all nodes together.
BATON_EXPORT uint64_t baton_order_graph_num_entries(const baton_order_graph *graph);

// ---- comparing --------------------------------------------------------------------------------------------------

// Nodes go by their numbers in the expansions of the first and the second graph.
typedef struct baton_order_difference {
  uint32_t earlier[2], later[2];
  bool is_lost; // in the second graph; else it is added
} baton_order_difference;

enum { BATON_ORDER_MAX_DIFFERENCES = 8 };

typedef struct baton_order_result {
  bool is_equal;
  bool is_too_large; // given up: the rows would take more than a GiB
  // Set where the sequences of submits and host accesses differ: the first that do, or the number of nodes where there
  // is none any more. What is in front of them has been compared.
  bool has_mismatch;
  uint32_t mismatch[2];
  uint32_t num_compared;        // submits and host accesses
  uint64_t num_lost, num_added; // pairs, those that follow from others left out
  // At most one lost and one added for each later one, with the last earlier one; of each kind no more than half.
  uint32_t num_differences;
  baton_order_difference differences[BATON_ORDER_MAX_DIFFERENCES];
} baton_order_result;

// Where one of the two did not run to its end, what both have is compared. A second one that stops where the first one
// runs on is a mismatch, unless the first one stops too, later on.
BATON_EXPORT void baton_order_compare(const baton_order_graph *before, const baton_order_graph *after,
                                      baton_order_result *out);

// ---- text -------------------------------------------------------------------------------------------------------

// "submit 3 (@k) in iteration (0, 2)": the fourth submit of all.
BATON_EXPORT void baton_order_describe(const baton_expansion *expansion, uint32_t node, baton_strbuf *out);
BATON_EXPORT baton_position baton_order_position(const baton_expansion *expansion, uint32_t node);
// "submit 1 (@a) -> fence -> submit 3 (@b)": a shortest way from the earlier one to the later one; false, and nothing
// appended, if there is none.
BATON_EXPORT bool baton_order_path(const baton_order_graph *graph, uint32_t earlier, uint32_t later, baton_strbuf *out);
// "element [0, 4] of arg1": one that both access and at least one writes; false if there is none.
BATON_EXPORT bool baton_order_shared_element(const baton_expansion *expansion, uint32_t earlier, uint32_t later,
                                             baton_strbuf *out);

// ---- whole modules ----------------------------------------------------------------------------------------------

typedef struct baton_order_settings {
  baton_str entry; // the only function to look at; empty: all public ones with a body
  baton_str bind;
  uint64_t max_submits;    // per expansion; 0: 250,000, but 4,096 where valuations alone decide
  uint32_t num_valuations; // 0: 12
  bool warns;              // where only a part is checked, as behind an error that ends a run
} baton_order_settings;

// A run of more submits than the limit is an error where bindings have been given or no symbol counts. Otherwise the
// first ones are looked at, with a warning if all valuations give too many.

// Reports each pair of accesses in auto code, or of a submit and a host access, that conflict and are not ordered. With
// exact: also each order that no list of the user and no conflict asks for. False after errors.
BATON_EXPORT bool baton_order_check_hazards(const baton_module *module, const baton_order_settings *settings,
                                            bool exact, uint64_t *out_num_submits);

// The graphs of all entries under all valuations: what is compared before and after a pass.
typedef struct baton_order_snapshot baton_order_snapshot;
BATON_EXPORT baton_order_snapshot *baton_order_snapshot_create(const baton_module *module,
                                                               const baton_order_settings *settings);
BATON_EXPORT void baton_order_snapshot_destroy(baton_order_snapshot *snapshot);
// Reports each entry whose order is another one; `pass` stands in the message. False after errors.
BATON_EXPORT bool baton_order_snapshot_compare(const baton_module *module, const baton_order_snapshot *before,
                                               const baton_order_snapshot *after, baton_str pass);

#endif
