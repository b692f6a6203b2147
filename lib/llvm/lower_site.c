// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sites and their words, and the constant tables of a module.
#include "llvm/lower_impl.h"

#include "ir/symbol.h"

#include <inttypes.h>

enum { MAX_OWN_WORDS = 4096 }; // of a function: words that keep their place, 32 KiB

// ---- constants --------------------------------------------------------------------------------------------------

static LLVMValueRef int_of(LLVMTypeRef type, uint64_t value) { return LLVMConstInt(type, value, 0); }

LLVMValueRef baton_constant_global(baton_lowering *lw, LLVMTypeRef type, LLVMValueRef value, const char *name) {
  LLVMValueRef global = LLVMAddGlobal(lw->out, type, name);
  LLVMSetInitializer(global, value);
  LLVMSetGlobalConstant(global, 1);
  LLVMSetLinkage(global, LLVMPrivateLinkage);
  LLVMSetUnnamedAddress(global, LLVMGlobalUnnamedAddr);
  return global;
}

// One global per constant.
static LLVMValueRef shared_global(baton_lowering *lw, LLVMTypeRef type, LLVMValueRef value, const char *name) {
  LLVMValueRef global = baton_map_find_pointer(&lw->shapes, value);
  if (!global) {
    global = baton_constant_global(lw, type, value, name);
    baton_map_set_pointer(&lw->shapes, value, global);
  }
  return global;
}

LLVMValueRef baton_shared_array(baton_lowering *lw, LLVMValueRef *numbers, uint32_t num) {
  return shared_global(lw, LLVMArrayType2(lw->i64, num), LLVMConstArray2(lw->i64, numbers, num), "baton.shape");
}

LLVMValueRef baton_text(baton_lowering *lw, baton_str text) {
  LLVMValueRef value = LLVMConstStringInContext2(lw->llvm, text.data, text.size, 0);
  return shared_global(lw, LLVMTypeOf(value), value, "baton.text");
}

static LLVMValueRef table_of(baton_lowering *lw, LLVMTypeRef type, const baton_llvm_values *rows, const char *name) {
  if (!rows->size)
    return LLVMConstNull(lw->ptr);
  LLVMValueRef value = LLVMConstArray2(type, rows->data, rows->size);
  return baton_constant_global(lw, LLVMArrayType2(type, rows->size), value, name);
}

// ---- locations --------------------------------------------------------------------------------------------------

static uint32_t string_index(baton_lowering *lw, baton_str text) {
  baton_str name = baton_context_intern(lw->context, text);
  uint64_t *known = baton_map_find(&lw->string_indices, baton_map_key(name.data));
  if (known)
    return (uint32_t)*known;
  uint32_t index = (uint32_t)lw->strings.size;
  baton_map_set(&lw->string_indices, baton_map_key(name.data), index);
  baton_vec_push(&lw->strings, baton_text(lw, name));
  return index;
}

static uint32_t add_loc(baton_lowering *lw, uint32_t file, uint32_t line, uint32_t column, uint32_t parent) {
  LLVMValueRef fields[] = {int_of(lw->i32, file), int_of(lw->i32, line), int_of(lw->i32, column),
                           int_of(lw->i32, parent)};
  baton_vec_push(&lw->locs, LLVMConstNamedStruct(lw->loc_type, fields, 4));
  return (uint32_t)lw->locs.size - 1;
}

static uint32_t loc_index(baton_lowering *lw, const baton_loc *loc, uint32_t parent, uint32_t depth) {
  switch (depth < 64 ? loc->head->kind : BATON_LOC_UNKNOWN) {
  case BATON_LOC_UNKNOWN:
    return 0;
  case BATON_LOC_FILE:
    return add_loc(lw, string_index(lw, loc->head->name), loc->line, loc->column, parent);
  case BATON_LOC_CALL:
    return loc_index(lw, loc->children[0], loc_index(lw, loc->children[1], parent, depth + 1), depth + 1);
  case BATON_LOC_NAME:
  case BATON_LOC_FUSED:
    for (uint32_t i = 0; i < loc->head->num_children; i++) {
      uint32_t index = loc_index(lw, loc->children[i], parent, depth + 1);
      if (index)
        return index;
    }
    return 0;
  }
  return 0;
}

uint32_t baton_loc_index(baton_lowering *lw, const baton_loc *loc) {
  uint64_t *known = baton_map_find(&lw->loc_indices, baton_map_key(loc));
  if (known)
    return (uint32_t)*known;
  uint32_t index = loc_index(lw, loc, 0, 0);
  baton_map_set(&lw->loc_indices, baton_map_key(loc), index);
  return index;
}

// ---- words ------------------------------------------------------------------------------------------------------

static const baton_loop *loop_of(const baton_lowering *lw, LLVMValueRef value) {
  LLVMBasicBlockRef block = LLVMIsAInstruction(value) ? LLVMGetInstructionParent(value) : NULL;
  return block ? baton_map_find_pointer(&lw->fn.loops, block) : NULL;
}

// The outermost loop around the current place in which the value does not change; NULL: it changes in the innermost.
static const baton_loop *find_fixed(const baton_lowering *lw, LLVMValueRef value) {
  const baton_loop *changes = loop_of(lw, value), *fixed = NULL;
  while (changes && changes->is_over) // the result of a loop stands in the loop's header
    changes = changes->parent;
  for (const baton_loop *loop = lw->fn.loop; loop != changes; loop = loop->parent)
    fixed = loop;
  return fixed;
}

// The 64-bit word of a scalar; addresses stay what they are.
static LLVMValueRef word_of(baton_lowering *lw, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  switch (LLVMGetTypeKind(type)) {
  case LLVMHalfTypeKind:
    value = LLVMBuildBitCast(lw->b, value, lw->i16, "");
    break;
  case LLVMFloatTypeKind:
    value = LLVMBuildBitCast(lw->b, value, lw->i32, "");
    break;
  case LLVMDoubleTypeKind:
    return LLVMBuildBitCast(lw->b, value, lw->i64, "");
  case LLVMIntegerTypeKind:
    break;
  default:
    return value;
  }
  return LLVMTypeOf(value) == lw->i64 ? value : LLVMBuildZExt(lw->b, value, lw->i64, "");
}

static void store_word(baton_lowering *lw, LLVMValueRef words, size_t index, LLVMValueRef value) {
  LLVMBuildStore(lw->b, word_of(lw, value), baton_at_const(lw, lw->i64, words, (int64_t)index));
}

// Stores the words of a site: in loops in a place of its own, so that those that stay the same are stored once.
static LLVMValueRef store_words(baton_lowering *lw, const baton_llvm_values *values) {
  if (!values->size)
    return LLVMConstNull(lw->ptr);
  bool is_own = lw->fn.loop && lw->fn.num_own_words + values->size <= MAX_OWN_WORDS;
  LLVMValueRef words =
      is_own ? baton_slot(lw, lw->i64, values->size) : baton_scratch_slot(lw, &lw->fn.words, lw->i64, values->size);
  lw->fn.num_own_words += is_own ? values->size : 0;
  LLVMBasicBlockRef here = baton_here(lw);
  LLVMMetadataRef location = LLVMGetCurrentDebugLocation2(lw->b);
  for (size_t i = 0; i < values->size; i++) {
    const baton_loop *fixed = is_own ? find_fixed(lw, values->data[i]) : NULL;
    if (fixed)
      LLVMPositionBuilderBefore(lw->b, fixed->preheader_end);
    store_word(lw, words, i, values->data[i]);
    if (fixed) {
      baton_go_to(lw, here);
      LLVMSetCurrentDebugLocation2(lw->b, location); // not that of the loop, which was taken on the way
    }
  }
  return words;
}

// ---- sites ------------------------------------------------------------------------------------------------------

static void add_operand(baton_lowering *lw, baton_site *site, const uint8_t bytes[5], LLVMValueRef shape) {
  LLVMValueRef fields[8];
  for (int i = 0; i < 5; i++)
    fields[i] = int_of(lw->i8, bytes[i]);
  fields[5] = int_of(lw->i8, 0);
  fields[6] = int_of(lw->i16, site->words.size & UINT16_MAX);
  fields[7] = shape ? shape : LLVMConstNull(lw->ptr);
  baton_vec_push(&site->operands, LLVMConstNamedStruct(lw->operand_type, fields, 8));
}

void baton_site_add_scalar(baton_lowering *lw, baton_site *site, uint8_t type, LLVMValueRef value) {
  add_operand(lw, site, (uint8_t[5]){type}, NULL);
  baton_vec_push(&site->words, value);
}

// shape: offset, sizes, strides; constants among them go into the table, the others into words.
static void add_view(baton_lowering *lw, baton_site *site, const uint8_t bytes[5], LLVMValueRef storage,
                     LLVMValueRef *shape, uint32_t num) {
  LLVMValueRef *table = BATON_ARENA_ARRAY(&lw->arena, LLVMValueRef, num);
  for (uint32_t i = 0; i < num; i++)
    table[i] = LLVMIsAConstantInt(shape[i]) ? shape[i] : baton_i64(lw, BATON_RT_DYNAMIC);
  add_operand(lw, site, bytes, baton_shared_array(lw, table, num));
  baton_vec_push(&site->words, storage);
  for (uint32_t i = 0; i < num; i++)
    if (!LLVMIsAConstantInt(shape[i]))
      baton_vec_push(&site->words, shape[i]);
}

void baton_site_add_view(baton_lowering *lw, baton_site *site, const baton_type *element, uint32_t rank,
                         LLVMValueRef *at, uint8_t access, uint8_t tracking) {
  uint8_t bytes[5] = {BATON_RT_VIEW, (uint8_t)rank, baton_rt_type_of(element), access, tracking};
  add_view(lw, site, bytes, at[BATON_PART_STORAGE], at + BATON_PART_OFFSET, 2 * rank + 1);
}

void baton_site_add_element(baton_lowering *lw, baton_site *site, const baton_type *element, LLVMValueRef storage,
                            LLVMValueRef offset, uint8_t access, uint8_t tracking) {
  uint8_t bytes[5] = {BATON_RT_VIEW, 0, baton_rt_type_of(element), access, tracking};
  add_view(lw, site, bytes, storage, &offset, 1);
}

static LLVMValueRef site_row(baton_lowering *lw, const baton_op *op, const baton_site *site) {
  LLVMValueRef operands = LLVMConstNull(lw->ptr);
  if (site->operands.size) {
    LLVMTypeRef type = LLVMArrayType2(lw->operand_type, site->operands.size);
    LLVMValueRef list = LLVMConstArray2(lw->operand_type, site->operands.data, site->operands.size);
    operands = shared_global(lw, type, list, "baton.operands");
  }
  LLVMValueRef fields[] = {
      int_of(lw->i32, sizeof(baton_rt_site)),
      int_of(lw->i8, site->kind),
      int_of(lw->i8, site->predicate),
      int_of(lw->i16, site->flags),
      int_of(lw->i16, site->num_operands),
      int_of(lw->i16, site->words.size),
      int_of(lw->i16, site->blocks_word),
      int_of(lw->i16, site->value_word),
      int_of(lw->i32, site->kernel),
      int_of(lw->i32, baton_loc_index(lw, op->loc)),
      baton_i32(lw, site->priority),
      int_of(lw->i32, 0),
      operands,
      site->invoke ? site->invoke : LLVMConstNull(lw->ptr),
  };
  return LLVMConstNamedStruct(lw->site_type, fields, sizeof fields / sizeof *fields);
}

bool baton_site_finish(baton_lowering *lw, const baton_op *op, baton_site *site, LLVMValueRef *out_site,
                       LLVMValueRef *out_words) {
  bool ok = site->words.size <= UINT16_MAX && site->operands.size <= UINT16_MAX;
  if (ok) {
    baton_vec_push(&lw->sites, site_row(lw, op, site));
    *out_words = store_words(lw, &site->words);
    *out_site = baton_site_pointer(lw, (uint32_t)lw->sites.size - 1);
  } else {
    baton_op_error(op, "has arguments of %zu words, more than the %d of a task", site->words.size, UINT16_MAX);
  }
  baton_vec_deinit(&site->operands);
  baton_vec_deinit(&site->words);
  return ok;
}

// ---- symbols and kernels ----------------------------------------------------------------------------------------

// What decides whether two declarations of a C symbol agree: the C type.
static bool same_c_type(const baton_op *a, const baton_op *b) {
  const baton_type *x = baton_func_func_function_type(a)->type_value, *y = baton_func_func_function_type(b)->type_value;
  if (baton_op_body(a) || baton_op_body(b) || x->function.num_inputs != y->function.num_inputs ||
      x->function.num_results != y->function.num_results)
    return false;
  if (baton_attr_is_string(baton_op_attr(a, BATON_STR("orch.abi")), "dlpack") !=
      baton_attr_is_string(baton_op_attr(b, BATON_STR("orch.abi")), "dlpack"))
    return false;
  for (uint32_t i = 0; i < x->function.num_inputs; i++)
    if (baton_rt_type_of(x->function.inputs[i]) != baton_rt_type_of(y->function.inputs[i]))
      return false;
  return x->function.num_results == 0 || x->function.results[0] == y->function.results[0];
}

bool baton_claim_symbol(baton_lowering *lw, const baton_op *func, baton_str symbol) {
  if (memchr(symbol.data, 0, symbol.size))
    return baton_op_error(func, "has a symbol with a zero byte");
  if (baton_str_has_prefix(symbol, BATON_STR("baton_rt_")) || baton_str_has_prefix(symbol, BATON_STR("baton.")) ||
      baton_str_has_prefix(symbol, BATON_STR("baton_packed_")) || baton_str_has_prefix(symbol, BATON_STR("llvm.")))
    return baton_op_error(func, "has symbol '%.*s', which is reserved", BATON_STR_ARG(symbol));
  const char *key = baton_context_intern(lw->context, symbol).data;
  const baton_op *other = baton_map_find_pointer(&lw->symbols, key);
  if (other && other != func && !same_c_type(other, func)) {
    baton_op_error(func, "declares symbol '%.*s', which is declared with another type", BATON_STR_ARG(symbol));
    baton_op_note(other, "other declaration here");
    return false;
  }
  if (!other)
    baton_map_set_pointer(&lw->symbols, key, func);
  return true;
}

static LLVMValueRef param_row(baton_lowering *lw, const baton_op *kernel, uint32_t index, const baton_type *type) {
  bool is_view = type->kind == BATON_TYPE_MEMREF;
  LLVMValueRef fields[] = {
      int_of(lw->i8, baton_rt_type_of(type)),
      int_of(lw->i8, is_view ? baton_func_access(kernel, index) : 0),
      int_of(lw->i8, is_view ? baton_rt_type_of(type->memref.element) : 0),
      int_of(lw->i8, is_view ? type->memref.rank : 0),
  };
  return LLVMConstNamedStruct(lw->param_type, fields, 4);
}

static LLVMValueRef kernel_address(baton_lowering *lw, const baton_op *kernel, baton_str symbol) {
  if (!lw->options.link_kernels)
    return LLVMConstNull(lw->ptr);
  baton_str name = baton_context_intern(lw->context, symbol); // ends in 0
  LLVMValueRef function = LLVMGetNamedFunction(lw->out, name.data);
  return function ? function : LLVMAddFunction(lw->out, name.data, baton_c_function_type(lw, kernel));
}

static LLVMValueRef kernel_row(baton_lowering *lw, const baton_op *kernel, baton_str symbol) {
  const baton_type *type = baton_func_func_function_type(kernel)->type_value;
  uint32_t num = baton_kernel_num_passed(kernel);
  LLVMValueRef *params = BATON_ARENA_ARRAY(&lw->arena, LLVMValueRef, num);
  for (uint32_t i = 0; i < num; i++)
    params[i] = param_row(lw, kernel, i, type->function.inputs[i]);
  LLVMTypeRef list = LLVMArrayType2(lw->param_type, num);
  bool is_dlpack = baton_attr_is_string(baton_op_attr(kernel, BATON_STR("orch.abi")), "dlpack");
  lw->needs |= is_dlpack ? BATON_RT_FEATURE_DLPACK : 0;
  LLVMValueRef fields[] = {
      int_of(lw->i32, sizeof(baton_rt_kernel)),
      int_of(lw->i8, is_dlpack ? BATON_RT_ABI_DLPACK : BATON_RT_ABI_BARE),
      int_of(lw->i8, type->function.num_results ? BATON_RT_I32 : BATON_RT_VOID),
      int_of(lw->i16, num),
      baton_text(lw, baton_symbol_name(kernel)),
      baton_text(lw, symbol),
      baton_text(lw, baton_kernel_core(kernel)),
      num ? shared_global(lw, list, LLVMConstArray2(lw->param_type, params, num), "baton.params")
          : LLVMConstNull(lw->ptr),
      kernel_address(lw, kernel, symbol),
      int_of(lw->i32, baton_loc_index(lw, kernel->loc)),
      int_of(lw->i32, num < type->function.num_inputs ? BATON_RT_KERNEL_BLOCK_INDEX : 0),
  };
  return LLVMConstNamedStruct(lw->kernel_type, fields, sizeof fields / sizeof *fields);
}

// The runtime appends index and count together.
static bool check_block_params(const baton_op *kernel) {
  const baton_type *type = baton_func_func_function_type(kernel)->type_value;
  uint32_t passed = baton_kernel_num_passed(kernel), all = type->function.num_inputs;
  if (passed == all)
    return true;
  if (all - passed == 2 && baton_attr_is_string(baton_func_arg_attr(kernel, passed, "orch.block"), "index") &&
      baton_attr_is_string(baton_func_arg_attr(kernel, passed + 1, "orch.block"), "count"))
    return true;
  return baton_op_error(kernel, "must take both the block's index and the count, in this order");
}

bool baton_kernel_index(baton_lowering *lw, const baton_op *kernel, uint32_t *out_index) {
  uint64_t *known = baton_map_find(&lw->kernel_indices, baton_map_key(kernel));
  if (known) {
    *out_index = (uint32_t)*known;
    return true;
  }
  const baton_type *type = baton_func_func_function_type(kernel)->type_value;
  baton_str symbol = baton_kernel_symbol(kernel);
  if (type->function.num_inputs > UINT16_MAX)
    return baton_op_error(kernel, "has too many parameters");
  for (uint32_t i = 0; i < type->function.num_inputs; i++)
    if (!baton_check_type(kernel, type->function.inputs[i]))
      return false;
  if (!check_block_params(kernel) || !baton_claim_symbol(lw, kernel, symbol))
    return false;
  *out_index = (uint32_t)lw->kernels.size;
  baton_map_set(&lw->kernel_indices, baton_map_key(kernel), *out_index);
  baton_vec_push(&lw->kernels, kernel_row(lw, kernel, symbol));
  return true;
}

// ---- the module's table -----------------------------------------------------------------------------------------

void baton_tables_declare(baton_lowering *lw) {
  lw->module_table = LLVMAddGlobal(lw->out, lw->module_type, "baton.module");
  LLVMSetGlobalConstant(lw->module_table, 1);
  LLVMSetLinkage(lw->module_table, LLVMPrivateLinkage);
  string_index(lw, BATON_STR(""));
  add_loc(lw, 0, 0, 0, 0);
}

// Ties the object to the major version of the contract, through a symbol that every runtime defines.
static void refer_to_version(baton_lowering *lw) {
  LLVMValueRef version = LLVMAddGlobal(lw->out, lw->i32, "baton_rt_abi_1");
  LLVMSetGlobalConstant(version, 1);
  LLVMValueRef reference = baton_constant_global(lw, lw->ptr, version, "baton.version");
  LLVMValueRef list = LLVMAddGlobal(lw->out, LLVMArrayType2(lw->ptr, 1), "llvm.used");
  LLVMSetInitializer(list, LLVMConstArray2(lw->ptr, &reference, 1));
  LLVMSetLinkage(list, LLVMAppendingLinkage);
  LLVMSetSection(list, "llvm.metadata");
}

static baton_str module_name(const baton_lowering *lw) {
  baton_str name = baton_symbol_name(lw->module->op);
  return name.size ? name : baton_loc_position(lw->module->op->loc).file;
}

void baton_tables_finish(baton_lowering *lw) {
  baton_str source = module_name(lw);
  LLVMSetModuleIdentifier(lw->out, source.data, source.size);
  LLVMSetSourceFileName(lw->out, source.data, source.size);
  LLVMValueRef name = baton_text(lw, source);
  LLVMValueRef fields[] = {
      int_of(lw->i32, sizeof(baton_rt_module)),
      int_of(lw->i32, BATON_RT_ABI_MINOR),
      int_of(lw->i64, lw->needs),
      name,
      table_of(lw, lw->ptr, &lw->strings, "baton.strings"),
      table_of(lw, lw->loc_type, &lw->locs, "baton.locs"),
      table_of(lw, lw->kernel_type, &lw->kernels, "baton.kernels"),
      table_of(lw, lw->site_type, &lw->sites, "baton.sites"),
      int_of(lw->i32, lw->strings.size),
      int_of(lw->i32, lw->locs.size),
      int_of(lw->i32, lw->kernels.size),
      int_of(lw->i32, lw->sites.size),
  };
  LLVMSetInitializer(lw->module_table, LLVMConstNamedStruct(lw->module_type, fields, sizeof fields / sizeof *fields));
  refer_to_version(lw);
}
