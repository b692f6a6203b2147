// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions with a body, and calls.
#include "dialect/func.h"

#include "ir/symbol.h"
#include "ir/walk.h"
#include "llvm/lower_impl.h"

static const baton_type *type_of(const baton_op *func) { return baton_func_func_function_type(func)->type_value; }

static void add_part_types(baton_lowering *lw, baton_llvm_types *list, const baton_type *type) {
  for (uint32_t i = 0; i < baton_num_parts(type); i++)
    if (baton_part_is_dynamic(type, i))
      baton_vec_push(list, baton_part_type(lw, type, i));
}

LLVMTypeRef baton_body_result_type(baton_lowering *lw, const baton_op *func) {
  const baton_type *type = type_of(func);
  baton_llvm_types fields = {0};
  baton_vec_push(&fields, lw->i32);
  for (uint32_t i = 0; i < type->function.num_results; i++)
    add_part_types(lw, &fields, type->function.results[i]);
  LLVMTypeRef result =
      fields.size == 1 ? lw->i32 : LLVMStructTypeInContext(lw->llvm, fields.data, (unsigned)fields.size, 0);
  baton_vec_deinit(&fields);
  return result;
}

LLVMTypeRef baton_body_type(baton_lowering *lw, const baton_op *func) {
  const baton_type *type = type_of(func);
  baton_llvm_types params = {0};
  baton_vec_push(&params, lw->ptr);
  baton_vec_push(&params, lw->ptr);
  for (uint32_t i = 0; i < type->function.num_inputs; i++)
    add_part_types(lw, &params, type->function.inputs[i]);
  LLVMTypeRef result = LLVMFunctionType(baton_body_result_type(lw, func), params.data, (unsigned)params.size, 0);
  baton_vec_deinit(&params);
  return result;
}

// ---- declarations -----------------------------------------------------------------------------------------------

static bool declare_body(baton_lowering *lw, const baton_op *func) {
  const baton_type *type = type_of(func);
  for (uint32_t i = 0; i < type->function.num_inputs; i++)
    if (!baton_check_type(func, type->function.inputs[i]))
      return false;
  for (uint32_t i = 0; i < type->function.num_results; i++)
    if (!baton_check_type(func, type->function.results[i]))
      return false;
  if (func->regions[0].first->next)
    return baton_op_error(func, "has several blocks, which cannot be lowered");
  baton_strbuf name = {0};
  baton_strbuf_printf(&name, "baton.body.%.*s", BATON_STR_ARG(baton_symbol_name(func)));
  LLVMValueRef function = LLVMAddFunction(lw->out, name.data, baton_body_type(lw, func));
  baton_strbuf_deinit(&name);
  LLVMSetLinkage(function, LLVMInternalLinkage);
  baton_add_attribute(lw, function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, "nounwind");
  baton_map_set_pointer(&lw->functions, func, function);
  return true;
}

enum { UNSEEN, OPEN, DONE };

// Depth first over calls: a call of a function that is still open is recursion.
static bool check_calls(const baton_op *func, uint8_t *state) {
  state[func->id] = OPEN;
  for (baton_op *op = baton_walk_first(func); op; op = baton_walk_next(op, func)) {
    if (!baton_op_is(op, BATON_OP_FUNC_CALL))
      continue;
    const baton_op *callee = baton_symbol_resolve(op, baton_func_call_callee(op));
    if (!baton_op_body(callee) || state[callee->id] == DONE)
      continue;
    if (state[callee->id] == OPEN)
      return baton_op_error(op, "calls @%.*s recursively, which cannot be lowered",
                            BATON_STR_ARG(baton_symbol_name(callee)));
    if (!check_calls(callee, state))
      return false;
  }
  state[func->id] = DONE;
  return true;
}

bool baton_declare_bodies(baton_lowering *lw) {
  uint8_t *state = BATON_ARENA_ARRAY(&lw->arena, uint8_t, lw->module->num_op_ids);
  for (const baton_op *op = baton_module_body(lw->module)->first; op; op = op->next) {
    if (!baton_op_is(op, BATON_OP_FUNC_FUNC) || !baton_op_body(op))
      continue;
    if (!declare_body(lw, op) || (state[op->id] == UNSEEN && !check_calls(op, state)))
      return false;
  }
  return true;
}

// ---- bodies -----------------------------------------------------------------------------------------------------

static void set_parameter(baton_lowering *lw, const baton_value *value, unsigned *next) {
  LLVMValueRef *at = baton_new_parts(lw, value->type);
  for (uint32_t i = 0; i < baton_num_parts(value->type); i++)
    if (!at[i])
      at[i] = LLVMGetParam(lw->fn.value, (*next)++);
  if (baton_type_is_task_array(value->type)) // the caller's, who may still read it
    baton_set_array(lw, value, at[0], at[1], baton_ids_wrap(lw, at[0], false, false, NULL));
  else
    baton_set_parts(lw, value, at);
}

static bool lower_body(baton_lowering *lw, const baton_op *func) {
  const baton_block *block = baton_op_body(func);
  baton_body body, *outer;
  baton_fn_begin(lw, baton_map_find_pointer(&lw->functions, func), baton_body_result_type(lw, func));
  baton_debug_begin_function(lw, lw->fn.value, func, baton_symbol_name(func));
  lw->fn.rt = LLVMGetParam(lw->fn.value, 0);
  lw->fn.sites = LLVMGetParam(lw->fn.value, 1);
  baton_body_begin(lw, &body, &outer);
  unsigned next = 2;
  for (uint32_t i = 0; i < block->num_args; i++)
    set_parameter(lw, block->args[i], &next);
  if (!baton_lower_block(lw, block))
    return false;
  baton_debug_enter_op(lw, block->last);
  if (!baton_lower_func_return(lw, block->last))
    return false;
  baton_fn_end(lw);
  return true;
}

static bool is_public(const baton_op *func) {
  const baton_attr *visibility = baton_func_func_sym_visibility(func);
  return !visibility || baton_attr_is_string(visibility, "public");
}

bool baton_lower_func_func(baton_lowering *lw, const baton_op *op) {
  if (!baton_op_body(op))
    return true; // declared where it is used
  return lower_body(lw, op) && (!is_public(op) || baton_lower_entry(lw, op));
}

bool baton_lower_func_return(baton_lowering *lw, const baton_op *op) {
  LLVMValueRef result = baton_i32(lw, 0);
  unsigned next = 1;
  if (lw->fn.result != lw->i32)
    result = LLVMBuildInsertValue(lw->b, LLVMGetPoison(lw->fn.result), result, 0, "");
  for (uint32_t i = 0; i < op->num_operands; i++) {
    const baton_operand *operand = &op->operands[i];
    const baton_type *type = operand->value->type;
    const baton_parts *parts = baton_parts_of(lw, operand->value);
    baton_retain_operand(lw, operand);
    for (uint32_t k = 0; k < baton_num_parts(type); k++) {
      if (!baton_part_is_dynamic(type, k))
        continue;
      bool is_memory = k == 0 && baton_type_is_task_array(type);
      LLVMValueRef part = is_memory ? baton_ids_take(lw, operand->value) : parts->at[k];
      result = LLVMBuildInsertValue(lw->b, result, part, next++, "");
    }
  }
  baton_emit_releases(lw, op);
  baton_body_free(lw, lw->fn.body);
  LLVMBuildRet(lw->b, result);
  return true;
}

// ---- calls ------------------------------------------------------------------------------------------------------

LLVMValueRef baton_call_body(baton_lowering *lw, const baton_op *func, LLVMValueRef *args, unsigned num_args) {
  LLVMValueRef function = baton_map_find_pointer(&lw->functions, func);
  LLVMValueRef result = LLVMBuildCall2(lw->b, baton_body_type(lw, func), function, args, num_args, "");
  bool is_plain = baton_body_result_type(lw, func) == lw->i32;
  LLVMValueRef status = is_plain ? result : LLVMBuildExtractValue(lw->b, result, 0, "");
  baton_check_run(lw, baton_cmp(lw, LLVMIntEQ, status, baton_i32(lw, 0)));
  return result;
}

static bool call_body(baton_lowering *lw, const baton_op *op, const baton_op *callee) {
  baton_llvm_values args = {0};
  baton_vec_push(&args, lw->fn.rt);
  baton_vec_push(&args, lw->fn.sites);
  for (uint32_t i = 0; i < op->num_operands; i++) {
    const baton_value *value = baton_op_operand(op, i);
    for (uint32_t k = 0; k < baton_num_parts(value->type); k++)
      if (baton_part_is_dynamic(value->type, k))
        baton_vec_push(&args, baton_parts_of(lw, value)->at[k]);
  }
  LLVMValueRef call = baton_call_body(lw, callee, args.data, (unsigned)args.size);
  baton_vec_deinit(&args);
  unsigned next = 1;
  for (uint32_t i = 0; i < op->num_results; i++) {
    const baton_value *result = baton_op_result(op, i);
    LLVMValueRef *at = baton_new_parts(lw, result->type);
    for (uint32_t k = 0; k < baton_num_parts(result->type); k++)
      if (!at[k])
        at[k] = LLVMBuildExtractValue(lw->b, call, next++, "");
    if (baton_type_is_task_array(result->type))
      baton_set_array(lw, result, at[0], at[1], baton_ids_wrap(lw, at[0], true, true, lw->fn.body));
    else
      baton_set_parts(lw, result, at);
  }
  for (uint32_t i = 0; i < op->num_results; i++)
    baton_own_if_memref(lw, baton_op_result(op, i));
  return true;
}

// ---- host code --------------------------------------------------------------------------------------------------

static bool can_pass(const baton_type *type) { return baton_rt_type_of(type) != BATON_RT_NUM_TYPES; }

static bool declare_host(baton_lowering *lw, const baton_op *op, const baton_op *callee, LLVMValueRef *out_function) {
  const baton_type *type = type_of(callee);
  bool ok = type->function.num_results <= 1 &&
            (!type->function.num_results ||
             (can_pass(type->function.results[0]) && type->function.results[0]->kind != BATON_TYPE_MEMREF));
  for (uint32_t i = 0; i < type->function.num_inputs; i++)
    ok = ok && can_pass(type->function.inputs[i]);
  if (!ok)
    return baton_op_error(op, "calls @%.*s, whose type has no counterpart in C",
                          BATON_STR_ARG(baton_symbol_name(callee)));
  baton_str symbol = baton_context_intern(lw->context, baton_kernel_symbol(callee));
  if (!baton_claim_symbol(lw, callee, symbol))
    return false;
  LLVMValueRef function = LLVMGetNamedFunction(lw->out, symbol.data);
  *out_function = function ? function : LLVMAddFunction(lw->out, symbol.data, baton_c_function_type(lw, callee));
  return true;
}

static bool wait_for_argument(baton_lowering *lw, const baton_op *op, const baton_op *callee, uint32_t index) {
  const baton_value *value = baton_op_operand(op, index);
  if (value->type->kind != BATON_TYPE_MEMREF || !baton_access_is_tracked(op))
    return true;
  baton_site site = {0};
  baton_site_add_view(lw, &site, value->type->memref.element, value->type->memref.rank, baton_parts_of(lw, value)->at,
                      (uint8_t)baton_func_access(callee, index), BATON_RT_LOOKUP);
  return baton_emit_access(lw, op, &site);
}

// Host code runs on the host once the tasks that conflict with its arguments are over.
static bool call_host(baton_lowering *lw, const baton_op *op, const baton_op *callee) {
  LLVMValueRef function = NULL, *args = BATON_ARENA_ARRAY(&lw->arena, LLVMValueRef, op->num_operands);
  if (!declare_host(lw, op, callee, &function))
    return false;
  for (uint32_t i = 0; i < op->num_operands; i++)
    if (!wait_for_argument(lw, op, callee, i))
      return false;
  for (uint32_t i = 0; i < op->num_operands; i++) {
    const baton_value *value = baton_op_operand(op, i);
    LLVMValueRef *at = baton_parts_of(lw, value)->at;
    args[i] = baton_to_c(lw, value->type, at[0]);
    if (value->type->kind == BATON_TYPE_MEMREF) {
      LLVMValueRef data = LLVMBuildLoad2(lw->b, lw->ptr, at[BATON_PART_STORAGE], "");
      args[i] = baton_at(lw, baton_element_type(lw, value->type->memref.element), data, at[BATON_PART_OFFSET]);
    }
  }
  LLVMTypeRef type = baton_c_function_type(lw, callee);
  LLVMValueRef call = LLVMBuildCall2(lw->b, type, function, args, op->num_operands, "");
  for (uint32_t i = 0; i < op->num_operands; i++)
    baton_add_extension(lw, call, i + 1, baton_op_operand(op, i)->type, true);
  if (op->num_results) {
    baton_add_extension(lw, call, LLVMAttributeReturnIndex, op->results[0].type, true);
    baton_set_scalar(lw, baton_op_result(op, 0), baton_from_c(lw, op->results[0].type, call));
  }
  return true;
}

bool baton_lower_func_call(baton_lowering *lw, const baton_op *op) {
  const baton_op *callee = baton_symbol_resolve(op, baton_func_call_callee(op));
  return baton_op_body(callee) ? call_body(lw, op, callee) : call_host(lw, op, callee);
}
