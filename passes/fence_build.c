// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making the ops that phase-fence puts into programs.
#include "passes/fence_build.h"

#include "dialect/orch.h"

#include <string.h>

static baton_op *build(const baton_builder *at, const char *name, baton_value *const *operands, size_t num_operands,
                       const baton_type *result) {
  const baton_op_state state = {.def = baton_context_op_def(at->module->context, baton_str_from(name)),
                                .operands = operands,
                                .num_operands = num_operands,
                                .result_types = &result,
                                .num_results = result != NULL};
  return baton_build(at, &state);
}

baton_value *baton_fence_build_constant(const baton_builder *at, int64_t value) {
  baton_context *context = at->module->context;
  const baton_type *type = baton_type_index(context);
  const baton_named_attr attr = {BATON_STR("value"), baton_attr_integer(context, type, value)};
  const baton_op_state state = {.def = baton_context_op_def(context, BATON_STR("arith.constant")),
                                .attrs = &attr,
                                .num_attrs = 1,
                                .result_types = &type,
                                .num_results = 1};
  return baton_op_result(baton_build(at, &state), 0);
}

baton_value *baton_fence_build_arith(const baton_builder *at, const char *name, baton_value *a, baton_value *b) {
  return baton_op_result(build(at, name, (baton_value *[]){a, b}, 2, a->type), 0);
}

baton_value *baton_fence_build_arith_by(const baton_builder *at, const char *name, baton_value *a, int64_t b) {
  bool is_sum = strcmp(name, "arith.addi") == 0 || strcmp(name, "arith.subi") == 0;
  bool is_product = strcmp(name, "arith.muli") == 0 || strcmp(name, "arith.divui") == 0;
  if ((is_sum && b == 0) || (is_product && b == 1))
    return a;
  return baton_fence_build_arith(at, name, a, baton_fence_build_constant(at, b));
}

baton_value *baton_fence_build_is_less(const baton_builder *at, baton_value *a, baton_value *b) {
  enum { SIGNED_LESS = 2 }; // of arith.cmpi
  baton_context *context = at->module->context;
  const baton_type *type = baton_type_integer(context, 1);
  const baton_named_attr attr = {BATON_STR("predicate"),
                                 baton_attr_integer(context, baton_type_integer(context, 64), SIGNED_LESS)};
  const baton_op_state state = {.def = baton_context_op_def(context, BATON_STR("arith.cmpi")),
                                .operands = (baton_value *[]){a, b},
                                .num_operands = 2,
                                .attrs = &attr,
                                .num_attrs = 1,
                                .result_types = &type,
                                .num_results = 1};
  return baton_op_result(baton_build(at, &state), 0);
}

baton_value *baton_fence_build_select(const baton_builder *at, baton_value *condition, baton_value *a, baton_value *b) {
  return baton_op_result(build(at, "arith.select", (baton_value *[]){condition, a, b}, 3, a->type), 0);
}

baton_value *baton_fence_build_get(const baton_builder *at, baton_value *array, baton_value *index) {
  return baton_op_result(
      build(at, "orch.get", (baton_value *[]){array, index}, 2, baton_type_task(at->module->context)), 0);
}

baton_value *baton_fence_build_slice(const baton_builder *at, baton_value *array, baton_value *start,
                                     baton_value *count) {
  baton_context *context = at->module->context;
  const int64_t bounds[3] = {INT64_MIN, INT64_MIN, 1}; // two values, one number
  const baton_type *type = baton_type_tasks(context, BATON_DYNAMIC);
  const baton_named_attr attr = {BATON_STR("bounds"), baton_attr_dense_i64(context, bounds, 3)};
  const baton_op_state state = {.def = baton_context_op_def(context, BATON_STR("orch.slice")),
                                .operands = (baton_value *[]){array, start, count},
                                .num_operands = 3,
                                .attrs = &attr,
                                .num_attrs = 1,
                                .result_types = &type,
                                .num_results = 1};
  return baton_op_result(baton_build(at, &state), 0);
}

baton_value *baton_fence_build_fence(const baton_builder *at, baton_value *const *values, size_t num_values,
                                     bool is_after) {
  const int64_t segments[2] = {is_after ? (int64_t)num_values : 0, is_after ? 0 : (int64_t)num_values};
  const baton_type *type = baton_type_task(at->module->context);
  const baton_op_state state = {.def = baton_context_op_def(at->module->context, BATON_STR("orch.fence")),
                                .operands = values,
                                .num_operands = num_values,
                                .segments = segments,
                                .result_types = &type,
                                .num_results = 1};
  return baton_op_result(baton_build(at, &state), 0);
}

static void add_block(const baton_builder *at, baton_op *op, uint32_t region, const baton_type *argument) {
  baton_block *block = baton_block_create(at->module);
  baton_block_append(block, baton_op_region(op, region));
  if (argument)
    baton_block_add_arg(at->module, block, argument);
}

baton_op *baton_fence_build_parallel(const baton_builder *at, int64_t trips) {
  const baton_type *type = baton_type_tasks(at->module->context, trips);
  baton_value *bounds[] = {baton_fence_build_constant(at, 0), baton_fence_build_constant(at, trips),
                           baton_fence_build_constant(at, 1)};
  const baton_op_state state = {.def = baton_context_op_def(at->module->context, BATON_STR("orch.parallel")),
                                .operands = bounds,
                                .num_operands = 3,
                                .result_types = &type,
                                .num_results = 1,
                                .num_regions = 1};
  baton_op *parallel = baton_build(at, &state);
  add_block(at, parallel, 0, bounds[0]->type);
  return parallel;
}

baton_op *baton_fence_build_if(const baton_builder *at, baton_value *condition) {
  const baton_type *type = baton_type_task(at->module->context);
  const baton_op_state state = {.def = baton_context_op_def(at->module->context, BATON_STR("scf.if")),
                                .operands = &condition,
                                .num_operands = 1,
                                .result_types = &type,
                                .num_results = 1,
                                .num_regions = 2};
  baton_op *branch = baton_build(at, &state);
  add_block(at, branch, 0, NULL);
  add_block(at, branch, 1, NULL);
  return branch;
}

baton_builder baton_fence_build_inside(const baton_builder *at, baton_op *op, uint32_t region) {
  baton_builder inside = baton_builder_at_end(at->module, baton_op_region(op, region)->first);
  inside.loc = at->loc;
  return inside;
}

void baton_fence_build_yield(const baton_builder *at, const char *name, baton_value *task) {
  build(at, name, &task, 1, NULL);
}

baton_value *baton_fence_build_none(const baton_builder *at) {
  return baton_op_result(build(at, "orch.none", NULL, 0, baton_type_task(at->module->context)), 0);
}
