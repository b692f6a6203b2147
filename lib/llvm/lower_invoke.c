// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that call kernels: they load a site's words and make a plain C call, which saves the runtime the
// general one through libffi. One per kernel and layout of words.
//
//     define internal i32 @baton.invoke.scale.v0.s(ptr %words, ptr %call)
#include "llvm/lower_impl.h"

#include "ir/symbol.h"

LLVMTypeRef baton_c_function_type(baton_lowering *lw, const baton_op *func) {
  const baton_type *type = baton_func_func_function_type(func)->type_value;
  uint32_t num = type->function.num_inputs;
  LLVMTypeRef *params = BATON_ARENA_ARRAY(&lw->arena, LLVMTypeRef, num);
  for (uint32_t i = 0; i < num; i++)
    params[i] = baton_c_type(lw, type->function.inputs[i]);
  LLVMTypeRef result = type->function.num_results ? baton_c_type(lw, type->function.results[0]) : lw->void_type;
  return LLVMFunctionType(result, params, num, 0);
}

void baton_add_extension(baton_lowering *lw, LLVMValueRef target, LLVMAttributeIndex index, const baton_type *type,
                         bool is_call) {
  if (type->kind != BATON_TYPE_INTEGER || type->integer.width >= 32)
    return;
  bool is_unsigned = type->integer.signedness == BATON_UNSIGNED || type->integer.width == 1;
  const char *name = is_unsigned ? "zeroext" : "signext";
  if (is_call)
    LLVMAddCallSiteAttribute(target, index,
                             LLVMCreateEnumAttribute(lw->llvm, LLVMGetEnumAttributeKindForName(name, strlen(name)), 0));
  else
    baton_add_attribute(lw, target, index, name);
}

// What a site's words look like: the offset of a view decides, its sizes and strides are only skipped.
typedef struct operand_layout {
  bool is_view, has_offset_word;
  int64_t offset;
  uint32_t first_word;
} operand_layout;

static int64_t element_of(LLVMValueRef constant, unsigned index) {
  return LLVMConstIntGetSExtValue(LLVMGetAggregateElement(constant, index));
}

static operand_layout layout_of(LLVMValueRef operand) {
  operand_layout layout = {.is_view = element_of(operand, 0) == BATON_RT_VIEW,
                           .first_word = (uint32_t)element_of(operand, 6) & UINT16_MAX};
  if (layout.is_view) {
    LLVMValueRef shape = LLVMGetInitializer(LLVMGetAggregateElement(operand, 7));
    layout.offset = element_of(shape, 0);
    layout.has_offset_word = layout.offset == BATON_RT_DYNAMIC;
  }
  return layout;
}

static void append_layout(baton_strbuf *name, const operand_layout *layout) {
  if (!layout->is_view)
    baton_strbuf_printf(name, ".s%u", layout->first_word);
  else if (layout->has_offset_word)
    baton_strbuf_printf(name, ".v%u", layout->first_word);
  else
    baton_strbuf_printf(name, ".v%u+%lld", layout->first_word, (long long)layout->offset);
}

static LLVMValueRef load_scalar(baton_lowering *lw, const baton_type *type, LLVMValueRef words, uint32_t word) {
  LLVMValueRef address = baton_at_const(lw, lw->i64, words, word);
  LLVMTypeRef target = baton_c_type(lw, type);
  if (type->kind == BATON_TYPE_FLOAT) // little-endian: the low bytes come first
    return LLVMBuildLoad2(lw->b, target, address, "");
  return LLVMBuildTrunc(lw->b, LLVMBuildLoad2(lw->b, lw->i64, address, ""), target, "");
}

static LLVMValueRef load_address(baton_lowering *lw, const baton_type *type, LLVMValueRef words,
                                 const operand_layout *layout) {
  LLVMValueRef storage = LLVMBuildLoad2(lw->b, lw->ptr, baton_at_const(lw, lw->i64, words, layout->first_word), "");
  LLVMValueRef offset =
      layout->has_offset_word
          ? LLVMBuildLoad2(lw->b, lw->i64, baton_at_const(lw, lw->i64, words, layout->first_word + 1), "")
          : baton_i64(lw, layout->offset);
  LLVMValueRef data = LLVMBuildLoad2(lw->b, lw->ptr, storage, "");
  return baton_at(lw, baton_element_type(lw, type->memref.element), data, offset);
}

static LLVMValueRef load_call_field(baton_lowering *lw, LLVMTypeRef type, LLVMValueRef call, size_t offset) {
  return LLVMBuildLoad2(lw->b, type, baton_at_const(lw, lw->i8, call, (int64_t)offset), "");
}

static LLVMValueRef emit_kernel_call(baton_lowering *lw, const baton_op *kernel, const operand_layout *layouts,
                                     LLVMValueRef words, LLVMValueRef call) {
  const baton_type *type = baton_func_func_function_type(kernel)->type_value;
  uint32_t num = type->function.num_inputs, passed = baton_kernel_num_passed(kernel);
  LLVMValueRef *args = BATON_ARENA_ARRAY(&lw->arena, LLVMValueRef, num);
  for (uint32_t i = 0; i < passed; i++) {
    const baton_type *input = type->function.inputs[i];
    args[i] = layouts[i].is_view ? load_address(lw, input, words, &layouts[i])
                                 : load_scalar(lw, input, words, layouts[i].first_word);
  }
  for (uint32_t i = passed; i < num; i++) {
    size_t at = i == passed ? offsetof(baton_rt_call, block) : offsetof(baton_rt_call, num_blocks);
    args[i] = LLVMBuildZExt(lw->b, load_call_field(lw, lw->i32, call, at), lw->i64, "");
  }
  LLVMValueRef address = load_call_field(lw, lw->ptr, call, offsetof(baton_rt_call, address));
  LLVMValueRef result = LLVMBuildCall2(lw->b, baton_c_function_type(lw, kernel), address, args, num, "");
  for (uint32_t i = 0; i < num; i++)
    baton_add_extension(lw, result, i + 1, type->function.inputs[i], true);
  return type->function.num_results ? result : baton_i32(lw, 0);
}

LLVMValueRef baton_invoke_function(baton_lowering *lw, const baton_op *kernel, const baton_site *site) {
  if (baton_attr_is_string(baton_op_attr(kernel, BATON_STR("orch.abi")), "dlpack"))
    return NULL;
  operand_layout *layouts = BATON_ARENA_ARRAY(&lw->arena, operand_layout, site->num_operands);
  baton_strbuf name = {0};
  baton_strbuf_printf(&name, "baton.invoke.%.*s", BATON_STR_ARG(baton_symbol_name(kernel)));
  for (uint32_t i = 0; i < site->num_operands; i++) {
    layouts[i] = layout_of(site->operands.data[i]);
    append_layout(&name, &layouts[i]);
  }
  LLVMValueRef function = LLVMGetNamedFunction(lw->out, name.data);
  if (!function) {
    LLVMTypeRef params[] = {lw->ptr, lw->ptr};
    function = LLVMAddFunction(lw->out, name.data, LLVMFunctionType(lw->i32, params, 2, 0));
    LLVMSetLinkage(function, LLVMInternalLinkage);
    baton_debug_place here = baton_debug_leave(lw);
    baton_go_to(lw, LLVMAppendBasicBlockInContext(lw->llvm, function, ""));
    baton_debug_begin_function(lw, function, kernel, baton_strbuf_view(&name));
    LLVMBuildRet(lw->b, emit_kernel_call(lw, kernel, layouts, LLVMGetParam(function, 0), LLVMGetParam(function, 1)));
    baton_debug_return(lw, &here);
  }
  baton_strbuf_deinit(&name);
  return function;
}
