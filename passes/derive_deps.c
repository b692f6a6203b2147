// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// derive-deps: states the conflicts between tasks of auto code as edges, and stops the runtime's tracker where it is no
// longer needed.
//
//     %b = orch.alloc() : memref<64x256xf32>                     ...
//     orch.parallel %c = ... 4 trips {                           %ts = orch.parallel %c = ... -> (!orch.tasks<4>) {
//       %v = memref.subview %b[0, %o] [64, 64] [1, 1]       =>     %t = orch.submit @w(%v) {tracking = ["none"]}
//       %t = orch.submit @w(%v)                                    orch.yield %t : !orch.task
//     }                                                          }
//     orch.submit @r(%b)                                         orch.submit @r(%b) derived(%ts) {tracking = ["none"]}
//
// Edges. Per element, a read waits for the last writer, a write for the last writer and the readers since. An edge is
// added only where the conflict is certain: the same buffer, and regions that overlap in every iteration. It leads from
// a task to a later one in the same iteration of all loops around both; out of parallels and out of scf.for with a
// known number of trips, by arrays of their ids, out of scopes, and out of branches, which give none where another
// region runs; and into all of these. It is not repeated where a list of the user holds the task, its ids of all
// iterations or a fence that waits for these already. Lists are in program order of the producers.
//
// Maps. Conflicts between iterations become edges where a buffer is written in whole tiles of one size: an array of ids
// holds the last writer of each tile and is carried through loops and scopes; whoever touches a tile waits for its
// slot. So a factorisation by tiles, a stencil in place or with two buffers, and a running sum get their exact edges at
// any distance, loops with unknown or triangular bounds included. See derive_tiles.c.
//
//     scf.for %k = ... {                        %e = orch.none : !orch.tasks<64>
//       %v = memref.subview %a[%x] [8] [1]      scf.for %k = ... iter_args(%m = %e) -> (!orch.tasks<64>) {
//       %t = orch.submit @rw(%v)                  %v = memref.subview %a[%x] [8] [1]
//     }                                    =>     %old = orch.get %m[%slot] : !orch.tasks<64>
//                                                 %t = orch.submit @rw(%v) derived(%old) {tracking = ["none"]}
//                                                 %new = orch.set %t, %m[%slot] : !orch.tasks<64>
//                                                 scf.yield %new : !orch.tasks<64>
//                                               }
//
// What stays with the tracker: other conflicts between iterations, accesses inside an scf.for with an unknown number of
// trips against those outside of it, buffers that may alias or overlap, what only the last or the first iteration of a
// loop takes part in, calls, manual scopes, host code, arrays of more than 65536 ids.
//
// Tracking. Of every pair of accesses that may conflict anywhere in a run, one of these holds: an edge orders them; a
// third access between them conflicts with both wherever they do, so that the order of the two nearer pairs gives
// theirs; or the earlier one is published and the later one looks up. `publish` and `lookup` are kept where a pair of
// the last kind needs them, and only there. So an argument without lookup is ordered after all earlier conflicts by
// edges. Functions that are called in the module keep what callers could meet. A memref.load or memref.store with no
// earlier conflict gets {orch.tracking = "none"}.
//
// Requires verified IR. Keeps every order between conflicting accesses, adds none between others, leaves manual scopes
// and functions with foreign control flow as they are, and never touches an orch.alloc. Tracking is only ever reduced.
// The same again changes nothing.
//
// Time: an access is compared with those of its storage that are not separated from it by a covering write. If a
// function needs more than 2^20 + 32 comparisons per access, what storage is left then stays with the tracker.
//
// The rule of last writers and readers since is that of superscalar task runtimes, as in A. YarKhan, J. Kurzak and J.
// Dongarra, "QUARK users' guide", 2011; the summaries with exposed and live accesses are those of interval data flow
// analysis (F. Allen and J. Cocke, "A program data flow analysis procedure", 1976).
#include "dialect/func.h"
#include "dialect/memref.h"
#include "ir/symbol.h"
#include "ir/walk.h"
#include "passes/derive_impl.h"

typedef enum statistic { EDGES_ADDED, MAPS_ADDED, ARGUMENTS_REDUCED, HOST_ACCESSES_FREED, NUM_STATISTICS } statistic;

// ---- entries ----------------------------------------------------------------------------------------------------

static void mark_used(bool *is_used, const baton_op *op, const baton_attr *attr) {
  if (!attr)
    return;
  if (attr->kind == BATON_ATTR_ARRAY)
    for (uint32_t i = 0; i < attr->array.num_items; i++)
      mark_used(is_used, op, attr->array.items[i]);
  const baton_op *target = baton_symbol_resolve(op, attr);
  if (target)
    is_used[target->id] = true;
}

// By op id: functions that something in the module refers to.
static bool *find_used(baton_arena *scratch, const baton_module *module, const baton_op *root) {
  bool *is_used = BATON_ARENA_ARRAY(scratch, bool, module->num_op_ids);
  for (const baton_op *op = baton_walk_first(root); op; op = baton_walk_next(op, root)) {
    for (uint32_t i = 0; i < op->def->num_attrs; i++)
      mark_used(is_used, op, baton_op_slot(op, i));
    for (uint32_t i = 0; i < op->num_attrs; i++)
      mark_used(is_used, op, op->attrs[i].value);
  }
  return is_used;
}

static bool is_public(const baton_op *func) {
  const baton_attr *visibility = baton_func_func_sym_visibility(func);
  return !visibility || baton_attr_is_string(visibility, "public");
}

// ---- tracking ---------------------------------------------------------------------------------------------------

static const baton_attr *tracking_attr(baton_context *context, const baton_tracking *tracking, uint32_t num,
                                       baton_arena *scratch) {
  bool is_full = true;
  const baton_attr **names = BATON_ARENA_ARRAY(scratch, const baton_attr *, num);
  for (uint32_t i = 0; i < num; i++) {
    is_full &= tracking[i] == BATON_TRACKING_FULL;
    names[i] = baton_attr_string(context, baton_str_from(baton_tracking_name(tracking[i])));
  }
  return is_full ? NULL : baton_attr_array(context, names, num);
}

static void remark_argument(baton_pass_run *run, const baton_op *op, uint32_t index, baton_tracking old,
                            baton_tracking new) {
  if (old == BATON_TRACKING_NONE)
    return;
  if (new == BATON_TRACKING_NONE)
    baton_pass_remark(run, BATON_REMARK_PASSED, op, "buffer #%u is not tracked: edges order its conflicts", index);
  else
    baton_pass_remark(run, BATON_REMARK_MISSED, op,
                      "buffer #%u stays with the tracker (%s): edges do not order all of its conflicts", index,
                      baton_tracking_name(new));
}

// Reduces the tracking of a submit to what its accesses need. Returns how many arguments changed.
static uint32_t reduce_submit(derive_state *state, baton_pass_run *run, baton_op *op, const derive_access *accesses,
                              uint32_t num) {
  baton_tracking *tracking = BATON_ARENA_ARRAY(state->scratch, baton_tracking, num);
  uint32_t num_reduced = 0;
  for (uint32_t i = 0; i < num; i++) {
    unsigned old = baton_submit_tracking(op, i), needed = BATON_TRACKING_NONE;
    needed |= accesses[i].needs_lookup ? BATON_TRACKING_LOOKUP : 0u;
    needed |= accesses[i].needs_publish ? BATON_TRACKING_PUBLISH : 0u;
    tracking[i] = (baton_tracking)(old & needed);
    num_reduced += tracking[i] != (baton_tracking)old;
    remark_argument(run, op, i, (baton_tracking)old, tracking[i]);
  }
  if (num_reduced)
    baton_orch_submit_set_tracking(op, tracking_attr(state->module->context, tracking, num, state->scratch));
  return num_reduced;
}

static bool reduce_host(derive_state *state, const derive_access *access) {
  const baton_str name = BATON_STR("orch.tracking");
  if (access->needs_lookup || baton_op_attr(access->op, name))
    return false;
  baton_op_set_attr(state->module, access->op, name, baton_attr_string(state->module->context, BATON_STR("none")));
  return true;
}

static bool reduce_tracking(derive_state *state, baton_pass_run *run) {
  uint64_t num_arguments = 0, num_host = 0;
  for (size_t i = 0, end; i < state->accesses.size; i = end) {
    const derive_access *first = &state->accesses.data[i];
    for (end = i; end < state->accesses.size && state->accesses.data[end].op == first->op;)
      end++;
    if (first->actor == DERIVE_TASK)
      num_arguments += reduce_submit(state, run, first->op, first, (uint32_t)(end - i));
    else if (first->actor == DERIVE_HOST)
      num_host += reduce_host(state, first);
  }
  baton_pass_count(run, ARGUMENTS_REDUCED, num_arguments);
  baton_pass_count(run, HOST_ACCESSES_FREED, num_host);
  return num_arguments + num_host > 0;
}

// ---- the pass ---------------------------------------------------------------------------------------------------

static void init(derive_state *state, baton_pass_run *run) {
  state->module = baton_pass_module(run);
  state->scratch = baton_pass_scratch(run);
  state->next_group = UINT32_C(1) << 31;
  state->storage = baton_storage_create(state->scratch, state->module);
  state->first_access = BATON_ARENA_ARRAY(state->scratch, uint32_t, state->module->num_op_ids);
  state->has_access = BATON_ARENA_ARRAY(state->scratch, bool, state->module->num_op_ids);
}

static void deinit(derive_state *state) {
  baton_storage_destroy(state->storage);
  baton_vec_deinit(&state->accesses);
  baton_vec_deinit(&state->edges);
  baton_vec_deinit(&state->pairs);
  baton_vec_deinit(&state->conflicts);
  baton_vec_deinit(&state->maps);
  baton_map_deinit(&state->map_of);
  baton_map_deinit(&state->carried);
  baton_map_deinit(&state->edge_of);
  baton_map_deinit(&state->written);
  baton_map_deinit(&state->crowded);
  baton_map_deinit(&state->result_of);
  baton_map_deinit(&state->num_results);
}

static baton_pass_result run(baton_pass_run *run, baton_op *root) {
  derive_state state = {0};
  init(&state, run);
  // 1. Find the conflicts of each function, and what they need.
  const bool *is_used = find_used(state.scratch, state.module, root);
  for (baton_op *op = baton_walk_first(root); op; op = baton_walk_next_outside(op, root))
    if (baton_op_is(op, BATON_OP_FUNC_FUNC) && baton_op_body(op))
      derive_hazards(&state, op, is_public(op) && !is_used[op->id]);
  derive_plan_maps(&state);
  // 2. State them.
  uint64_t num_edges = derive_write_edges(&state);
  num_edges += derive_write_maps(&state);
  baton_pass_count(run, EDGES_ADDED, num_edges);
  for (size_t i = 0; i < state.maps.size; i++)
    baton_pass_count(run, MAPS_ADDED, state.maps.data[i].is_good);
  // 3. Leave the rest to the tracker, and nothing else.
  bool is_changed = reduce_tracking(&state, run) || num_edges > 0;
  deinit(&state);
  return is_changed ? BATON_PASS_CHANGED : BATON_PASS_UNCHANGED;
}

static const char *const statistics[NUM_STATISTICS] = {
    [EDGES_ADDED] = "edges-added",
    [MAPS_ADDED] = "maps-added",
    [ARGUMENTS_REDUCED] = "arguments-reduced",
    [HOST_ACCESSES_FREED] = "host-accesses-freed",
};

extern const baton_pass baton_derive_deps_pass;
const baton_pass baton_derive_deps_pass = {
    .size = sizeof(baton_pass),
    .name = "derive-deps",
    .summary = "State conflicts between tasks as edges, and track what is left",
    .anchor = "builtin.module",
    .requires = "verified IR",
    .preserves = "the order of all conflicting accesses",
    .run = run,
    .statistics = statistics,
    .num_statistics = NUM_STATISTICS,
};
