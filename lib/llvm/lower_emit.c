// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM basics: blocks, slots of the entry block, checks that lead to a function's failure paths, calls of the runtime.
#include "llvm/lower_impl.h"

// ---- types and declarations -------------------------------------------------------------------------------------

static LLVMTypeRef struct_of(baton_lowering *lw, const char *name, LLVMTypeRef *types, size_t num) {
  LLVMTypeRef type = LLVMStructCreateNamed(lw->llvm, name);
  LLVMStructSetBody(type, types, (unsigned)num, 0);
  return type;
}
#define STRUCT_OF(name, ...)                                                                                           \
  struct_of(lw, "baton." name, (LLVMTypeRef[]){__VA_ARGS__}, sizeof(LLVMTypeRef[]){__VA_ARGS__} / sizeof(LLVMTypeRef))

static void init_types(baton_lowering *lw) {
  LLVMContextRef c = lw->llvm;
  LLVMTypeRef i8 = LLVMInt8TypeInContext(c), i16 = LLVMInt16TypeInContext(c), i32 = LLVMInt32TypeInContext(c),
              i64 = LLVMInt64TypeInContext(c), ptr = LLVMPointerTypeInContext(c, 0);
  lw->ptr = ptr;
  lw->void_type = LLVMVoidTypeInContext(c);
  lw->i1 = LLVMInt1TypeInContext(c);
  lw->i8 = i8;
  lw->i16 = i16;
  lw->i32 = i32;
  lw->i64 = i64;
  lw->f16 = LLVMHalfTypeInContext(c);
  lw->f32 = LLVMFloatTypeInContext(c);
  lw->f64 = LLVMDoubleTypeInContext(c);
  // The layouts of rt_abi.h, field by field.
  lw->span_type = STRUCT_OF("span", ptr, i64);
  lw->loc_type = STRUCT_OF("loc", i32, i32, i32, i32);
  lw->param_type = STRUCT_OF("param", i8, i8, i8, i8);
  lw->kernel_type = STRUCT_OF("kernel", i32, i8, i8, i16, ptr, ptr, ptr, ptr, ptr, i32, i32);
  lw->operand_type = STRUCT_OF("operand", i8, i8, i8, i8, i8, i8, i16, ptr);
  lw->site_type = STRUCT_OF("site", i32, i8, i8, i16, i16, i16, i16, i16, i32, i32, i32, i32, ptr, ptr);
  lw->module_type = STRUCT_OF("module", i32, i32, i64, ptr, ptr, ptr, ptr, ptr, i32, i32, i32, i32);
  lw->frame_type = STRUCT_OF("frame", i32, i32, ptr, LLVMArrayType2(i64, 4));
}

static LLVMTypeRef call_type(baton_lowering *lw, baton_rt_fn fn) {
  LLVMTypeRef p = lw->ptr, i32 = lw->i32, i64 = lw->i64;
  LLVMTypeRef args[6] = {p, p, p, p, p, p}, result = i32;
  unsigned num = 3;
  switch (fn) {
  case BATON_CALL_ENTER:
  case BATON_CALL_ACCESS:
    break;
  case BATON_CALL_LEAVE:
    num = 2;
    break;
  case BATON_CALL_FAIL:
    num = 5, args[1] = args[2] = i32, args[3] = args[4] = i64;
    break;
  case BATON_CALL_SUBMIT1:
    num = 4, args[3] = i64, result = i64;
    break;
  case BATON_CALL_SUBMIT:
  case BATON_CALL_SUBMIT_SPANS:
    num = 5, args[4] = i64, result = i64;
    break;
  case BATON_CALL_FENCE:
  case BATON_CALL_FENCE_SPANS:
    num = 4, args[3] = i64, result = i64;
    break;
  case BATON_CALL_WAIT:
  case BATON_CALL_WAIT_SPANS:
    num = 4, args[3] = i64;
    break;
  case BATON_CALL_ALLOC:
    result = p;
    break;
  case BATON_CALL_RETAIN:
  case BATON_CALL_RELEASE:
  case BATON_CALL_IDS_FREE:
    num = 2, result = lw->void_type;
    break;
  case BATON_CALL_IMPORT:
    num = 6, args[2] = i64;
    break;
  case BATON_CALL_IDS:
    num = 2, args[1] = i64, result = p;
    break;
  case BATON_NUM_CALLS:
    break;
  }
  return LLVMFunctionType(result, args, num, 0);
}

void baton_add_attribute(baton_lowering *lw, LLVMValueRef function, LLVMAttributeIndex index, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  LLVMAddAttributeAtIndex(function, index, LLVMCreateEnumAttribute(lw->llvm, kind, 0));
}

// What the callee only reads during the call: words, ids, spans, sizes.
static void add_read_only(baton_lowering *lw, LLVMValueRef function, unsigned param) {
  baton_add_attribute(lw, function, param + 1, "nocapture");
  baton_add_attribute(lw, function, param + 1, "readonly");
}

static void declare_call(baton_lowering *lw, baton_rt_fn fn) {
  static const char *const names[] = {
#define BATON_X(id, name) [BATON_CALL_##id] = name,
      BATON_RT_CALLS(BATON_X)
#undef BATON_X
  };
  baton_rt_decl *decl = &lw->calls[fn];
  decl->type = call_type(lw, fn);
  decl->value = LLVMAddFunction(lw->out, names[fn], decl->type);
  baton_add_attribute(lw, decl->value, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, "nounwind");
  if (fn == BATON_CALL_FAIL)
    baton_add_attribute(lw, decl->value, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, "cold");
  if (fn == BATON_CALL_SUBMIT1 || fn == BATON_CALL_SUBMIT || fn == BATON_CALL_SUBMIT_SPANS || fn == BATON_CALL_FENCE ||
      fn == BATON_CALL_FENCE_SPANS || fn == BATON_CALL_WAIT || fn == BATON_CALL_WAIT_SPANS || fn == BATON_CALL_ACCESS ||
      fn == BATON_CALL_ALLOC)
    add_read_only(lw, decl->value, 2);
  if (fn == BATON_CALL_SUBMIT || fn == BATON_CALL_SUBMIT_SPANS)
    add_read_only(lw, decl->value, 3);
}

LLVMValueRef baton_call(baton_lowering *lw, baton_rt_fn fn, LLVMValueRef *args, unsigned num_args) {
  baton_rt_decl *decl = &lw->calls[fn];
  if (!decl->value)
    declare_call(lw, fn);
  return LLVMBuildCall2(lw->b, decl->type, decl->value, args, num_args, "");
}

static LLVMValueRef weights(baton_lowering *lw, uint32_t taken, uint32_t other) {
  LLVMMetadataRef items[] = {LLVMMDStringInContext2(lw->llvm, "branch_weights", 14),
                             LLVMValueAsMetadata(baton_i32(lw, taken)), LLVMValueAsMetadata(baton_i32(lw, other))};
  return LLVMMetadataAsValue(lw->llvm, LLVMMDNodeInContext2(lw->llvm, items, 3));
}

bool baton_emit_init(baton_lowering *lw) {
  init_types(lw);
  lw->b = LLVMCreateBuilderInContext(lw->llvm);
  lw->allocas = LLVMCreateBuilderInContext(lw->llvm);
  lw->prof_kind = LLVMGetMDKindIDInContext(lw->llvm, "prof", 4);
  lw->invariant_kind = LLVMGetMDKindIDInContext(lw->llvm, "invariant.load", 14);
  lw->likely = weights(lw, 2000, 1);
  lw->empty_node = LLVMMetadataAsValue(lw->llvm, LLVMMDNodeInContext2(lw->llvm, NULL, 0));
  return true;
}

// ---- constants --------------------------------------------------------------------------------------------------

LLVMValueRef baton_i64(baton_lowering *lw, int64_t value) { return LLVMConstInt(lw->i64, (uint64_t)value, 1); }
LLVMValueRef baton_i32(baton_lowering *lw, int64_t value) {
  return LLVMConstInt(lw->i32, (uint64_t)value & UINT32_MAX, 0);
}

bool baton_is_const(LLVMValueRef value, int64_t *out_value) {
  if (!LLVMIsAConstantInt(value))
    return false;
  *out_value = LLVMConstIntGetSExtValue(value);
  return true;
}

bool baton_is_const_equal(LLVMValueRef value, int64_t expected) {
  int64_t known;
  return baton_is_const(value, &known) && known == expected;
}

// ---- blocks and slots -------------------------------------------------------------------------------------------

LLVMBasicBlockRef baton_new_block(baton_lowering *lw, const char *name) {
  LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(lw->llvm, lw->fn.value, name);
  if (lw->fn.loop)
    baton_map_set_pointer(&lw->fn.loops, block, lw->fn.loop);
  return block;
}

void baton_go_to(baton_lowering *lw, LLVMBasicBlockRef block) { LLVMPositionBuilderAtEnd(lw->b, block); }

LLVMBasicBlockRef baton_here(baton_lowering *lw) { return LLVMGetInsertBlock(lw->b); }

LLVMValueRef baton_slot(baton_lowering *lw, LLVMTypeRef type, uint64_t num) {
  return LLVMBuildAlloca(lw->allocas, num == 1 ? type : LLVMArrayType2(type, num), "");
}

LLVMValueRef baton_scratch_slot(baton_lowering *lw, baton_scratch *scratch, LLVMTypeRef type, uint64_t num) {
  if (scratch->capacity < num) {
    scratch->capacity = num < 16 ? 16 : 2 * num;
    scratch->data = baton_slot(lw, type, scratch->capacity);
  }
  return scratch->data;
}

void baton_fn_begin(baton_lowering *lw, LLVMValueRef function, LLVMTypeRef result) {
  baton_map_deinit(&lw->fn.loops);
  lw->fn = (baton_fn){.value = function, .result = result};
  LLVMBasicBlockRef entry = baton_new_block(lw, "entry"), start = baton_new_block(lw, "start");
  LLVMPositionBuilderAtEnd(lw->allocas, entry);
  baton_go_to(lw, start);
}

// Functions can be unwound at any instruction, by debuggers and profilers.
void baton_finish_functions(baton_lowering *lw) {
  enum { ASYNC_TABLES = 2 };
  static const char name[] = "uwtable";
  unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
  LLVMAttributeRef attribute = LLVMCreateEnumAttribute(lw->llvm, kind, ASYNC_TABLES);
  for (LLVMValueRef f = LLVMGetFirstFunction(lw->out); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f))
      LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, attribute);
  LLVMAddModuleFlag(lw->out, LLVMModuleFlagBehaviorWarning, name, sizeof name - 1,
                    LLVMValueAsMetadata(baton_i32(lw, ASYNC_TABLES)));
}

// The end of a function that fails: an entry waits for what runs, others tell their caller.
static void emit_fail(baton_lowering *lw) {
  baton_go_to(lw, lw->fn.fail);
  if (lw->fn.frame) {
    LLVMValueRef args[] = {lw->fn.rt, lw->fn.frame};
    LLVMBuildRet(lw->b, baton_call(lw, BATON_CALL_LEAVE, args, 2));
  } else if (lw->fn.result == lw->i32) {
    LLVMBuildRet(lw->b, baton_i32(lw, 1));
  } else {
    LLVMBuildRet(lw->b, LLVMBuildInsertValue(lw->b, LLVMGetPoison(lw->fn.result), baton_i32(lw, 1), 0, ""));
  }
}

void baton_fn_end(baton_lowering *lw) {
  if (lw->fn.fault) {
    LLVMValueRef *f = lw->fn.fault_args;
    LLVMValueRef args[] = {lw->fn.rt, f[0], f[1], f[2], f[3]};
    baton_go_to(lw, lw->fn.fault);
    baton_call(lw, BATON_CALL_FAIL, args, 5);
    LLVMBuildBr(lw->b, lw->fn.fail);
  }
  if (lw->fn.fail)
    emit_fail(lw);
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(lw->fn.value);
  LLVMBuildBr(lw->allocas, LLVMGetNextBasicBlock(entry));
}

// ---- checks -----------------------------------------------------------------------------------------------------

static void need_fail(baton_lowering *lw) {
  if (!lw->fn.fail)
    lw->fn.fail = LLVMAppendBasicBlockInContext(lw->llvm, lw->fn.value, "fail");
}

static void need_fault(baton_lowering *lw) {
  need_fail(lw);
  if (lw->fn.fault)
    return;
  lw->fn.fault = LLVMAppendBasicBlockInContext(lw->llvm, lw->fn.value, "fault");
  LLVMBasicBlockRef here = baton_here(lw);
  baton_go_to(lw, lw->fn.fault);
  for (int i = 0; i < 4; i++)
    lw->fn.fault_args[i] = LLVMBuildPhi(lw->b, i < 2 ? lw->i32 : lw->i64, "");
  baton_go_to(lw, here);
}

static void go_on_if(baton_lowering *lw, LLVMValueRef ok, LLVMBasicBlockRef otherwise) {
  LLVMBasicBlockRef next = baton_new_block(lw, "");
  LLVMSetMetadata(LLVMBuildCondBr(lw->b, ok, next, otherwise), lw->prof_kind, lw->likely);
  baton_go_to(lw, next);
}

void baton_check(baton_lowering *lw, const baton_op *op, LLVMValueRef ok, int32_t fault, LLVMValueRef a,
                 LLVMValueRef b) {
  if (LLVMIsAConstantInt(ok) && LLVMConstIntGetZExtValue(ok))
    return;
  need_fault(lw);
  LLVMBasicBlockRef here = baton_here(lw);
  LLVMValueRef values[] = {baton_i32(lw, fault), baton_i32(lw, baton_loc_index(lw, op->loc)), a, b};
  for (int i = 0; i < 4; i++)
    LLVMAddIncoming(lw->fn.fault_args[i], &values[i], &here, 1);
  go_on_if(lw, ok, lw->fn.fault);
}

void baton_check_run(baton_lowering *lw, LLVMValueRef ok) {
  need_fail(lw);
  go_on_if(lw, ok, lw->fn.fail);
}

void baton_check_index(baton_lowering *lw, const baton_op *op, LLVMValueRef index, LLVMValueRef size) {
  baton_check(lw, op, baton_cmp(lw, LLVMIntULT, index, size), BATON_RT_FAULT_INDEX, index, size);
}

// ---- small things -----------------------------------------------------------------------------------------------

LLVMValueRef baton_not_null(baton_lowering *lw, LLVMValueRef value) { return LLVMBuildIsNotNull(lw->b, value, ""); }

LLVMValueRef baton_cmp(baton_lowering *lw, LLVMIntPredicate predicate, LLVMValueRef a, LLVMValueRef b) {
  return LLVMBuildICmp(lw->b, predicate, a, b, "");
}

LLVMValueRef baton_and(baton_lowering *lw, LLVMValueRef a, LLVMValueRef b) { return LLVMBuildAnd(lw->b, a, b, ""); }
LLVMValueRef baton_or(baton_lowering *lw, LLVMValueRef a, LLVMValueRef b) { return LLVMBuildOr(lw->b, a, b, ""); }

LLVMValueRef baton_load_invariant(baton_lowering *lw, LLVMTypeRef type, LLVMValueRef address) {
  LLVMValueRef load = LLVMBuildLoad2(lw->b, type, address, "");
  LLVMSetMetadata(load, lw->invariant_kind, lw->empty_node);
  return load;
}

LLVMValueRef baton_at(baton_lowering *lw, LLVMTypeRef type, LLVMValueRef base, LLVMValueRef index) {
  return baton_is_const_equal(index, 0) ? base : LLVMBuildInBoundsGEP2(lw->b, type, base, &index, 1, "");
}

LLVMValueRef baton_at_const(baton_lowering *lw, LLVMTypeRef type, LLVMValueRef base, int64_t index) {
  return baton_at(lw, type, base, baton_i64(lw, index));
}

LLVMValueRef baton_site_pointer(baton_lowering *lw, uint32_t site) {
  return baton_load_invariant(lw, lw->ptr, baton_at_const(lw, lw->ptr, lw->fn.sites, site));
}

void baton_copy_ids(baton_lowering *lw, LLVMValueRef to, LLVMValueRef from, LLVMValueRef count) {
  if (baton_is_const_equal(count, 0))
    return;
  LLVMValueRef bytes = LLVMBuildMul(lw->b, count, baton_i64(lw, sizeof(baton_task)), "");
  LLVMBuildMemCpy(lw->b, to, 8, from, 8, bytes);
}

LLVMValueRef baton_any_intrinsic(baton_lowering *lw, const char *name, LLVMTypeRef *types, unsigned num_types,
                                 LLVMValueRef *args, unsigned num_args) {
  unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
  LLVMValueRef function = LLVMGetIntrinsicDeclaration(lw->out, id, types, num_types);
  return LLVMBuildCall2(lw->b, LLVMIntrinsicGetType(lw->llvm, id, types, num_types), function, args, num_args, "");
}
