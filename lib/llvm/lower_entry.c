// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What C calls: a function that begins a run, imports its buffers, calls the body and ends the run. See lower.h.
#include "dialect/func.h"

#include "ir/symbol.h"
#include "llvm/lower_impl.h"

static const baton_type *type_of(const baton_op *func) { return baton_func_func_function_type(func)->type_value; }

static bool is_dropped(const baton_type *result) {
  return baton_type_is_one_task(result) || baton_type_is_task_array(result);
}

static bool check_entry(const baton_op *func) {
  const baton_type *type = type_of(func);
  for (uint32_t i = 0; i < type->function.num_inputs; i++)
    if (baton_rt_type_of(type->function.inputs[i]) == BATON_RT_NUM_TYPES)
      return baton_op_error(func, "is public, but its parameter #%u cannot come from C: make it private", i);
  for (uint32_t i = 0; i < type->function.num_results; i++) {
    const baton_type *result = type->function.results[i];
    if (result->kind == BATON_TYPE_MEMREF)
      return baton_op_error(func, "is public, but returns a buffer, which ends with the run: make it private");
    if (!is_dropped(result) && baton_rt_type_of(result) == BATON_RT_NUM_TYPES)
      return baton_op_error(func, "is public, but its result #%u has no type in C: make it private", i);
  }
  return true;
}

static LLVMTypeRef entry_type(baton_lowering *lw, const baton_op *func) {
  const baton_type *type = type_of(func);
  baton_llvm_types params = {0};
  baton_vec_push(&params, lw->ptr);
  for (uint32_t i = 0; i < type->function.num_inputs; i++)
    baton_vec_push(&params, baton_c_type(lw, type->function.inputs[i]));
  for (uint32_t i = 0; i < type->function.num_results; i++)
    if (!is_dropped(type->function.results[i]))
      baton_vec_push(&params, lw->ptr);
  LLVMTypeRef result = LLVMFunctionType(lw->i32, params.data, (unsigned)params.size, 0);
  baton_vec_deinit(&params);
  return result;
}

// ---- parameters -------------------------------------------------------------------------------------------------

// The descriptor: data, offset, sizes, strides, 8 bytes each.
static LLVMValueRef load_number(baton_lowering *lw, LLVMValueRef descriptor, uint32_t index) {
  return LLVMBuildLoad2(lw->b, lw->i64, baton_at_const(lw, lw->i64, descriptor, index), "");
}

// What a descriptor must have: offset, sizes, strides; BATON_RT_DYNAMIC: anything that is not negative. The strides of
// an identity layout follow from the sizes.
static LLVMValueRef wanted_shape(baton_lowering *lw, const baton_type *type) {
  uint32_t rank = type->memref.rank, num = 2 * rank + 1;
  LLVMValueRef *shape = BATON_ARENA_ARRAY(&lw->arena, LLVMValueRef, num);
  shape[0] = baton_i64(lw, type->memref.offset);
  for (uint32_t i = 0; i < rank; i++) {
    shape[1 + i] = baton_i64(lw, type->memref.sizes[i]);
    shape[1 + rank + i] = baton_i64(lw, type->memref.strides[i]);
  }
  return baton_shared_array(lw, shape, num);
}

// Sizes and strides as the body takes them.
static void load_shape(baton_lowering *lw, const baton_type *type, LLVMValueRef descriptor, LLVMValueRef *at) {
  bool is_identity = type->memref.layout == BATON_LAYOUT_IDENTITY;
  LLVMValueRef *sizes = baton_part_sizes(at), *strides = baton_part_strides(type, at);
  for (uint32_t i = 0; i < type->memref.rank; i++)
    if (!sizes[i])
      sizes[i] = load_number(lw, descriptor, 2 + i);
  LLVMValueRef row_major = baton_i64(lw, 1);
  for (uint32_t i = type->memref.rank; i-- > 0;) {
    if (!strides[i])
      strides[i] = is_identity ? row_major : load_number(lw, descriptor, 2 + type->memref.rank + i);
    if (is_identity && i)
      row_major = LLVMBuildMul(lw->b, strides[i], sizes[i], "");
  }
}

static bool import_buffer(baton_lowering *lw, const baton_op *func, const baton_type *type, LLVMValueRef descriptor,
                          LLVMValueRef *at) {
  uint32_t bytes = baton_element_bytes(type->memref.element);
  bool is_identity = type->memref.layout == BATON_LAYOUT_IDENTITY;
  LLVMValueRef extent = baton_check_view(lw, func, descriptor, wanted_shape(lw, type), type->memref.rank, is_identity);
  LLVMValueRef data = LLVMBuildLoad2(lw->b, lw->ptr, descriptor, ""), words, site_pointer;
  LLVMValueRef address =
      baton_at(lw, baton_element_type(lw, type->memref.element), data, load_number(lw, descriptor, 1));
  load_shape(lw, type, descriptor, at);

  LLVMValueRef shape[] = {baton_i64(lw, 0), baton_i64(lw, 0)};
  baton_site site = {.kind = BATON_RT_SITE_IMPORT, .num_operands = 1};
  baton_site_add_view(lw, &site, type->memref.element, 0, shape, BATON_RT_READ | BATON_RT_WRITE, 0);
  site.words.size = 0;
  if (!baton_site_finish(lw, func, &site, &site_pointer, &words))
    return false;
  LLVMValueRef storage = baton_slot(lw, lw->ptr, 1), offset = baton_slot(lw, lw->i64, 1);
  LLVMValueRef num_bytes = LLVMBuildMul(lw->b, extent, baton_i64(lw, bytes), "");
  LLVMValueRef args[] = {lw->fn.rt, address, num_bytes, site_pointer, storage, offset};
  LLVMValueRef status = baton_call(lw, BATON_CALL_IMPORT, args, 6);
  baton_check_run(lw, baton_cmp(lw, LLVMIntEQ, status, baton_i32(lw, 0)));
  at[BATON_PART_STORAGE] = LLVMBuildLoad2(lw->b, lw->ptr, storage, "");
  at[BATON_PART_OFFSET] =
      LLVMBuildExactSDiv(lw->b, LLVMBuildLoad2(lw->b, lw->i64, offset, ""), baton_i64(lw, bytes), "");
  return true;
}

// ---- the entry --------------------------------------------------------------------------------------------------

static void begin_run(baton_lowering *lw) {
  LLVMValueRef frame = baton_slot(lw, lw->frame_type, 1);
  lw->fn.rt = LLVMGetParam(lw->fn.value, 0);
  LLVMBuildStore(lw->b, baton_i32(lw, sizeof(baton_rt_frame)), frame);
  LLVMValueRef args[] = {lw->fn.rt, lw->module_table, frame};
  LLVMValueRef status = baton_call(lw, BATON_CALL_ENTER, args, 3);
  LLVMBasicBlockRef refused = baton_new_block(lw, "refused"), entered = baton_new_block(lw, "entered");
  LLVMBuildCondBr(lw->b, baton_cmp(lw, LLVMIntEQ, status, baton_i32(lw, 0)), entered, refused);
  baton_go_to(lw, refused);
  LLVMBuildRet(lw->b, status);
  baton_go_to(lw, entered);
  lw->fn.frame = frame;
  lw->fn.sites =
      LLVMBuildLoad2(lw->b, lw->ptr, baton_at_const(lw, lw->i8, frame, (int64_t)offsetof(baton_rt_frame, sites)), "");
}

static bool add_arguments(baton_lowering *lw, const baton_op *func, baton_llvm_values *args) {
  const baton_type *type = type_of(func);
  for (uint32_t i = 0; i < type->function.num_inputs; i++) {
    const baton_type *input = type->function.inputs[i];
    LLVMValueRef param = LLVMGetParam(lw->fn.value, i + 1), *at = baton_new_parts(lw, input);
    if (input->kind != BATON_TYPE_MEMREF)
      at[0] = baton_from_c(lw, input, param);
    else if (!import_buffer(lw, func, input, param, at))
      return false;
    for (uint32_t k = 0; k < baton_num_parts(input); k++)
      if (baton_part_is_dynamic(input, k))
        baton_vec_push(args, at[k]);
  }
  return true;
}

static void store_results(baton_lowering *lw, const baton_op *func, LLVMValueRef call) {
  const baton_type *type = type_of(func);
  unsigned param = type->function.num_inputs + 1, next = 1;
  for (uint32_t i = 0; i < type->function.num_results; i++) {
    const baton_type *result = type->function.results[i];
    for (uint32_t k = 0; k < baton_num_parts(result); k++) {
      if (!baton_part_is_dynamic(result, k))
        continue;
      if (is_dropped(result)) {
        next++;
        continue;
      }
      LLVMValueRef value = LLVMBuildExtractValue(lw->b, call, next++, "");
      if (baton_type_is_integer(result, 1))
        value = LLVMBuildZExt(lw->b, value, lw->i8, "");
      LLVMBuildStore(lw->b, value, LLVMGetParam(lw->fn.value, param++));
    }
  }
}

static LLVMValueRef add_entry(baton_lowering *lw, const baton_op *func, baton_str name) {
  const baton_type *type = type_of(func);
  LLVMValueRef function = LLVMGetNamedFunction(lw->out, name.data);
  if (!function)
    function = LLVMAddFunction(lw->out, name.data, entry_type(lw, func));
  for (uint32_t i = 0; i < type->function.num_inputs; i++)
    baton_add_extension(lw, function, i + 2, type->function.inputs[i], false);
  return function;
}

// The second function, which loads its arguments from memory.
static void add_packed(baton_lowering *lw, const baton_op *func, LLVMValueRef entry, baton_str name) {
  const baton_type *type = type_of(func);
  LLVMTypeRef params[] = {lw->ptr, lw->ptr};
  baton_strbuf packed_name = {0};
  baton_strbuf_printf(&packed_name, "baton_packed_%.*s", BATON_STR_ARG(name));
  LLVMValueRef function = LLVMAddFunction(lw->out, packed_name.data, LLVMFunctionType(lw->i32, params, 2, 0));
  baton_strbuf_deinit(&packed_name);
  baton_debug_place here = baton_debug_leave(lw);
  baton_go_to(lw, LLVMAppendBasicBlockInContext(lw->llvm, function, ""));
  uint32_t num_inputs = type->function.num_inputs, num = LLVMCountParams(entry);
  LLVMValueRef *args = BATON_ARENA_ARRAY(&lw->arena, LLVMValueRef, num);
  args[0] = LLVMGetParam(function, 0);
  for (uint32_t i = 0; i + 1 < num; i++) {
    LLVMValueRef slot = baton_at_const(lw, lw->ptr, LLVMGetParam(function, 1), i);
    args[i + 1] = LLVMBuildLoad2(lw->b, lw->ptr, slot, "");
    if (i >= num_inputs || type->function.inputs[i]->kind == BATON_TYPE_MEMREF)
      continue;
    const baton_type *input = type->function.inputs[i];
    args[i + 1] = LLVMBuildLoad2(lw->b, baton_element_type(lw, input), args[i + 1], "");
    if (baton_type_is_integer(input, 1))
      args[i + 1] = LLVMBuildTrunc(lw->b, args[i + 1], lw->i1, "");
    args[i + 1] = baton_to_c(lw, input, args[i + 1]);
  }
  LLVMValueRef call = LLVMBuildCall2(lw->b, entry_type(lw, func), entry, args, num, "");
  for (uint32_t i = 0; i < num_inputs; i++)
    baton_add_extension(lw, call, i + 2, type->function.inputs[i], true);
  LLVMBuildRet(lw->b, call);
  baton_debug_return(lw, &here);
}

bool baton_lower_entry(baton_lowering *lw, const baton_op *func) {
  baton_str name = baton_context_intern(lw->context, baton_symbol_name(func));
  if (!check_entry(func) || !baton_claim_symbol(lw, func, name))
    return false;
  LLVMValueRef entry = add_entry(lw, func, name);
  baton_fn_begin(lw, entry, lw->i32);
  baton_debug_begin_function(lw, entry, func, name);
  begin_run(lw);
  baton_llvm_values args = {0};
  baton_vec_push(&args, lw->fn.rt);
  baton_vec_push(&args, lw->fn.sites);
  bool ok = add_arguments(lw, func, &args);
  if (ok) {
    store_results(lw, func, baton_call_body(lw, func, args.data, (unsigned)args.size));
    LLVMValueRef leave[] = {lw->fn.rt, lw->fn.frame};
    LLVMBuildRet(lw->b, baton_call(lw, BATON_CALL_LEAVE, leave, 2));
    baton_fn_end(lw);
    if (lw->options.packed_entries)
      add_packed(lw, func, entry, name);
    baton_vec_push(&lw->lowered->entries, baton_str_copy(&lw->lowered->arena, name));
  }
  baton_vec_deinit(&args);
  return ok;
}
