// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// derive-deps: the ops that it makes.
#include "passes/derive_impl.h"

baton_op *derive_build(const baton_builder *at, const char *name, baton_value *const *operands, size_t num_operands,
                       const baton_type *result) {
  const baton_op_def *def = baton_context_find_op_def(at->module->context, baton_str_from(name));
  const baton_op_state state = {.def = def,
                                .operands = operands,
                                .num_operands = num_operands,
                                .result_types = &result,
                                .num_results = result != NULL,
                                .loc = at->loc};
  return baton_build(at, &state);
}

baton_value *derive_build_binary(const baton_builder *at, const char *name, baton_value *a, baton_value *b) {
  baton_value *operands[] = {a, b};
  return baton_op_result(derive_build(at, name, operands, 2, a->type), 0);
}

baton_value *derive_build_constant(const baton_builder *at, int64_t value) {
  baton_context *context = at->module->context;
  const baton_type *type = baton_type_index(context);
  const baton_named_attr attr = {BATON_STR("value"), baton_attr_integer(context, type, value)};
  const baton_op_state state = {.def = baton_context_find_op_def(context, BATON_STR("arith.constant")),
                                .attrs = &attr,
                                .num_attrs = 1,
                                .result_types = &type,
                                .num_results = 1,
                                .loc = at->loc};
  return baton_op_result(baton_build(at, &state), 0);
}

baton_value *derive_build_none(const baton_builder *at, const baton_type *type) {
  return baton_op_result(derive_build(at, "orch.none", NULL, 0, type), 0);
}

baton_value *derive_build_set(const baton_builder *at, baton_value *task, baton_value *array, baton_value *slot) {
  baton_value *operands[] = {task, array, slot};
  return baton_op_result(derive_build(at, "orch.set", operands, 3, array->type), 0);
}

baton_value *derive_build_get(const baton_builder *at, baton_value *array, baton_value *slot) {
  baton_value *operands[] = {array, slot};
  return baton_op_result(derive_build(at, "orch.get", operands, 2, baton_type_task(at->module->context)), 0);
}

baton_op *derive_widen(baton_module *module, baton_op *op, const baton_type *type, baton_value *operand) {
  size_t num_operands = op->num_operands + (operand != NULL), num_results = op->num_results + 1;
  baton_value **operands = baton_mem_resize_array(NULL, num_operands + 1, sizeof *operands);
  const baton_type **types = baton_mem_resize_array(NULL, num_results, sizeof *types);
  for (uint32_t i = 0; i < op->num_operands; i++)
    operands[i] = baton_op_operand(op, i);
  for (uint32_t i = 0; i < op->num_results; i++)
    types[i] = op->results[i].type;
  if (operand)
    operands[num_operands - 1] = operand;
  types[num_results - 1] = type;
  baton_op *wide = baton_op_replace_widened(module, op, operands, num_operands, types, num_results);
  baton_mem_free(operands);
  baton_mem_free(types);
  return wide;
}
