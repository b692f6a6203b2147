// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions about kernels, scopes and tracking.
#include "dialect/func.h"
#include "dialect/orch.h"
#include "ir/symbol.h"

static const char *const tracking_names[] = {
    [BATON_TRACKING_NONE] = "none",
    [BATON_TRACKING_LOOKUP] = "lookup",
    [BATON_TRACKING_PUBLISH] = "publish",
    [BATON_TRACKING_FULL] = "full",
};

const char *baton_tracking_name(baton_tracking tracking) { return tracking_names[tracking]; }

bool baton_tracking_from_name(baton_str name, baton_tracking *out) {
  for (int i = BATON_TRACKING_NONE; i <= BATON_TRACKING_FULL; i++)
    if (baton_str_is(name, tracking_names[i])) {
      *out = (baton_tracking)i;
      return true;
    }
  return false;
}

bool baton_func_is_kernel(const baton_op *func) {
  return baton_op_is(func, BATON_OP_FUNC_FUNC) && baton_op_attr(func, BATON_STR("orch.kernel"));
}

const baton_attr *baton_func_arg_attr(const baton_op *func, uint32_t parameter, const char *name) {
  const baton_attr *all = baton_func_func_arg_attrs(func);
  if (!all || all->kind != BATON_ATTR_ARRAY || parameter >= all->array.num_items)
    return NULL;
  return baton_attr_lookup(all->array.items[parameter], baton_str_from(name));
}

baton_access baton_func_access(const baton_op *func, uint32_t parameter) {
  const baton_attr *access = baton_func_arg_attr(func, parameter, "orch.access");
  return baton_attr_is_string(access, "read")    ? BATON_ACCESS_READ
         : baton_attr_is_string(access, "write") ? BATON_ACCESS_WRITE
                                                 : BATON_ACCESS_READWRITE;
}

baton_str baton_func_string_attr(const baton_op *func, const char *name) {
  const baton_attr *attr = baton_op_attr(func, baton_str_from(name));
  return attr && attr->kind == BATON_ATTR_STRING ? attr->string : BATON_STR("");
}

baton_str baton_kernel_symbol(const baton_op *kernel) {
  baton_str symbol = baton_func_string_attr(kernel, "orch.symbol");
  return symbol.size ? symbol : baton_symbol_name(kernel);
}

baton_str baton_kernel_core(const baton_op *kernel) {
  baton_str core = baton_func_string_attr(kernel, "orch.core");
  return core.size ? core : BATON_STR("cpu");
}

uint32_t baton_kernel_num_passed(const baton_op *kernel) {
  uint32_t num = baton_func_func_function_type(kernel)->type_value->function.num_inputs;
  while (num && baton_func_arg_attr(kernel, num - 1, "orch.block"))
    num--;
  return num;
}

baton_op *baton_submit_kernel(const baton_op *submit) {
  return baton_symbol_resolve(submit, baton_orch_submit_callee(submit));
}

baton_tracking baton_submit_tracking(const baton_op *submit, uint32_t memref_index) {
  const baton_attr *all = baton_orch_submit_tracking(submit);
  baton_tracking tracking = BATON_TRACKING_FULL;
  if (all && memref_index < all->array.num_items)
    baton_tracking_from_name(all->array.items[memref_index]->string, &tracking);
  return tracking;
}

uint32_t baton_submit_num_tracked(const baton_op *submit) {
  baton_operands args = baton_orch_submit_args(submit);
  uint32_t num = baton_orch_submit_when_buffer(submit) != NULL;
  for (uint32_t i = 0; i < args.size; i++)
    num += args.data[i].value->type->kind == BATON_TYPE_MEMREF;
  return num;
}

bool baton_op_is_manual(const baton_op *op) {
  for (const baton_op *at = baton_op_parent(op); at; at = baton_op_parent(at)) {
    if (baton_op_is(at, BATON_OP_ORCH_SCOPE))
      return baton_attr_is_string(baton_orch_scope_kind(at), "manual");
    if (baton_op_is(at, BATON_OP_FUNC_FUNC))
      return baton_attr_is_string(baton_op_attr(at, BATON_STR("orch.scope")), "manual");
  }
  return false;
}
