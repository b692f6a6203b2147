// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// phase-fence, loops with an unknown number of trips: whether a fence pays is decided when the program runs, once in
// front of the loop.
//
//     %use = arith.cmpi sgt, %upper, ...                        trips >= min_trips
//     %f = scf.if %use { fence after(%xs) } else { none }
//     %n = arith.select %use, 0, N
//     %rest = orch.slice %xs[0] [%n] [1]                        nothing, or all of them
//     loop { submit after(%f, %rest) }                          one entry, or N
//
// Arrays are values, so the loop itself has no branch.
#include "analysis/affine.h"
#include "analysis/trip.h"
#include "dialect/orch.h"
#include "passes/fence_build.h"
#include "passes/fence_impl.h"

// The largest upper bound with which a loop runs less than min_trips times; false where that is not a number.
static bool find_limit(const baton_op *loop, uint64_t min_trips, int64_t *out) {
  int64_t lower, step = baton_loop_step(loop), length;
  return step > 0 && min_trips > 1 && min_trips <= INT32_MAX &&
         baton_constant_value(baton_op_operand(loop, 0), &lower) &&
         !__builtin_mul_overflow((int64_t)min_trips - 1, step, &length) && !__builtin_add_overflow(lower, length, out);
}

static bool is_index(const baton_value *value) {
  return value->type == baton_type_index(baton_op_context(baton_value_owner(value)));
}

bool baton_fence_can_test(const baton_op *loop, uint64_t min_trips) {
  int64_t limit;
  return (baton_op_is(loop, BATON_OP_SCF_FOR) || baton_op_is(loop, BATON_OP_ORCH_PARALLEL)) &&
         baton_trip_count(loop) == BATON_DYNAMIC && is_index(baton_op_operand(loop, 1)) &&
         find_limit(loop, min_trips, &limit);
}

// All that a group waits for as one array.
static baton_value *join(const baton_builder *at, baton_value *const *values, size_t num_values, uint64_t num_slots) {
  if (num_values == 1 && baton_type_is_task_array(values[0]->type))
    return values[0];
  const baton_type *type = baton_type_tasks(at->module->context, (int64_t)num_slots);
  const baton_op_state state = {.def = baton_context_op_def(at->module->context, BATON_STR("orch.concat")),
                                .operands = values,
                                .num_operands = num_values,
                                .result_types = &type,
                                .num_results = 1};
  return baton_op_result(baton_build(at, &state), 0);
}

baton_value *baton_fence_build_tested(baton_module *module, baton_op *loop, uint64_t min_trips,
                                      baton_value *const *values, size_t num_values, uint64_t num_slots, bool is_after,
                                      baton_value **out_rest) {
  int64_t limit = 0;
  find_limit(loop, min_trips, &limit);
  baton_builder at = baton_builder_before(module, loop);
  baton_value *use = baton_fence_build_is_less(&at, baton_fence_build_constant(&at, limit), baton_op_operand(loop, 1));
  baton_op *branch = baton_fence_build_if(&at, use);
  baton_builder some = baton_fence_build_inside(&at, branch, 0), none = baton_fence_build_inside(&at, branch, 1);
  baton_fence_build_yield(&some, "scf.yield", baton_fence_build_fence(&some, values, num_values, is_after));
  baton_fence_build_yield(&none, "scf.yield", baton_fence_build_none(&none));
  baton_value *zero = baton_fence_build_constant(&at, 0);
  baton_value *count = baton_fence_build_select(&at, use, zero, baton_fence_build_constant(&at, (int64_t)num_slots));
  *out_rest = baton_fence_build_slice(&at, join(&at, values, num_values, num_slots), zero, count);
  return &branch->results[0];
}
