// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Debug information: DWARF that shows the program's own lines, functions and values.
//
// Each function with a body is a subprogram, each region inside of it a lexical block, each value that has a name in
// the text (baton_context_keep_names) a variable. A buffer is a struct of its storage, offset, sizes and strides, an
// array of ids one of an address and a size. A variable has a slot in the entry block, so that it can be seen from its
// definition to the end of its region in code that is not optimised; the optimizer removes the slots, and what it makes
// is the same with debug information and without. A function with very many values has no slots for the last ones:
// these can be seen as long as something uses them.
#include "llvm/lower_impl.h"

#include "ir/symbol.h"

#include <ctype.h>

// From the DWARF standard, which LLVM-C has no names for, and LLVM's own code for a part of a variable.
enum {
  DW_ATE_BOOLEAN = 0x02,
  DW_ATE_FLOAT = 0x04,
  DW_ATE_SIGNED = 0x05,
  DW_ATE_UNSIGNED = 0x07,
  DW_OP_LLVM_FRAGMENT = 0x1000,
  DWARF_VERSION = 5,
  WORD_BITS = 64,        // of each part of a buffer or array
  MAX_SLOT_WORDS = 2048, // of the variables of a function: 16 KiB
};

// ---- files and places -------------------------------------------------------------------------------------------

static LLVMMetadataRef file_of(baton_lowering *lw, baton_str path) {
  path = baton_context_intern(lw->context, path.size ? path : BATON_STR("-"));
  LLVMMetadataRef file = baton_map_find_pointer(&lw->debug.files, path.data);
  if (file)
    return file;
  const char *folder = lw->options.working_dir ? lw->options.working_dir : "";
  file = LLVMDIBuilderCreateFile(lw->debug.builder, path.data, path.size, folder, strlen(folder));
  baton_map_set_pointer(&lw->debug.files, path.data, file);
  return file;
}

// A place in the current scope. Lines of another file, as after inlining, stand in a scope of that file.
static LLVMMetadataRef place_of(baton_lowering *lw, const baton_loc *loc) {
  baton_position position = baton_loc_position(loc);
  LLVMMetadataRef scope = lw->debug.scope, file = position.file.size ? file_of(lw, position.file) : NULL;
  if (file && file != LLVMDIScopeGetFile(scope))
    scope = LLVMDIBuilderCreateLexicalBlockFile(lw->debug.builder, scope, file, 0);
  return LLVMDIBuilderCreateDebugLocation(lw->llvm, position.line, position.column, scope, NULL);
}

// ---- types ------------------------------------------------------------------------------------------------------

static LLVMMetadataRef basic_type(baton_lowering *lw, const char *name, uint32_t bits, unsigned encoding) {
  return LLVMDIBuilderCreateBasicType(lw->debug.builder, name, strlen(name), bits, encoding, LLVMDIFlagZero);
}

static LLVMMetadataRef word_type(baton_lowering *lw) { return basic_type(lw, "index", WORD_BITS, DW_ATE_SIGNED); }
static LLVMMetadataRef task_type(baton_lowering *lw) { return basic_type(lw, "task", WORD_BITS, DW_ATE_UNSIGNED); }

static LLVMMetadataRef pointer_type(baton_lowering *lw, LLVMMetadataRef to) {
  return LLVMDIBuilderCreatePointerType(lw->debug.builder, to, WORD_BITS, 0, 0, "", 0);
}

typedef struct field {
  const char *name;
  LLVMMetadataRef type;
  uint32_t num_words;
} field;

static LLVMMetadataRef struct_type(baton_lowering *lw, baton_str name, const field *fields, uint32_t num) {
  LLVMDIBuilderRef builder = lw->debug.builder;
  LLVMMetadataRef file = LLVMDIScopeGetFile(lw->debug.unit);
  LLVMMetadataRef *members = BATON_ARENA_ARRAY(&lw->arena, LLVMMetadataRef, num);
  uint64_t at = 0;
  for (uint32_t i = 0; i < num; i++) {
    uint64_t bits = (uint64_t)fields[i].num_words * WORD_BITS;
    members[i] = LLVMDIBuilderCreateMemberType(builder, lw->debug.unit, fields[i].name, strlen(fields[i].name), file, 0,
                                               bits, 0, at, LLVMDIFlagZero, fields[i].type);
    at += bits;
  }
  return LLVMDIBuilderCreateStructType(builder, lw->debug.unit, name.data, name.size, file, 0, at, 0, LLVMDIFlagZero,
                                       NULL, members, num, 0, NULL, "", 0);
}

static LLVMMetadataRef words_type(baton_lowering *lw, uint32_t num) {
  LLVMMetadataRef range = LLVMDIBuilderGetOrCreateSubrange(lw->debug.builder, 0, num);
  return LLVMDIBuilderCreateArrayType(lw->debug.builder, (uint64_t)num * WORD_BITS, 0, word_type(lw), &range, 1);
}

static LLVMMetadataRef type_of(baton_lowering *lw, const baton_type *type);

static LLVMMetadataRef view_type(baton_lowering *lw, const baton_type *type, baton_str name) {
  const field storage[] = {{"data", pointer_type(lw, type_of(lw, type->memref.element)), 1},
                           {"bytes", task_type(lw), 1}};
  LLVMMetadataRef storage_type = struct_type(lw, BATON_STR("storage"), storage, 2);
  uint32_t rank = type->memref.rank;
  field fields[] = {{"storage", pointer_type(lw, storage_type), 1}, {"offset", word_type(lw), 1}, {0}, {0}};
  if (rank) {
    fields[2] = (field){"sizes", words_type(lw, rank), rank};
    fields[3] = (field){"strides", fields[2].type, rank};
  }
  return struct_type(lw, name, fields, rank ? 4 : 2);
}

// The size of the C type that a width fits in.
static uint32_t storage_bits(uint32_t width) {
  uint32_t bits = 8;
  while (bits < width)
    bits *= 2;
  return bits;
}

static LLVMMetadataRef make_type(baton_lowering *lw, const baton_type *type, baton_str name) {
  switch (type->kind) {
  case BATON_TYPE_INTEGER: {
    uint32_t width = type->integer.width;
    bool is_unsigned = type->integer.signedness == BATON_UNSIGNED;
    return basic_type(lw, name.data, storage_bits(width),
                      width == 1    ? DW_ATE_BOOLEAN
                      : is_unsigned ? DW_ATE_UNSIGNED
                                    : DW_ATE_SIGNED);
  }
  case BATON_TYPE_FLOAT: // no debugger knows bf16: its bits are shown
    return basic_type(lw, name.data, baton_type_bits(type), baton_is_bf16(type) ? DW_ATE_UNSIGNED : DW_ATE_FLOAT);
  case BATON_TYPE_MEMREF:
    return view_type(lw, type, name);
  default:
    if (baton_type_is_task_array(type)) {
      const field fields[] = {{"ids", pointer_type(lw, task_type(lw)), 1}, {"size", word_type(lw), 1}};
      return struct_type(lw, name, fields, 2);
    }
    return baton_type_is_one_task(type) ? task_type(lw) : word_type(lw);
  }
}

static LLVMMetadataRef type_of(baton_lowering *lw, const baton_type *type) {
  LLVMMetadataRef known = baton_map_find_pointer(&lw->debug.types, type);
  if (known)
    return known;
  baton_strbuf name = {0};
  baton_type_print(type, &name);
  LLVMMetadataRef made = make_type(lw, type, baton_strbuf_view(&name));
  baton_strbuf_deinit(&name);
  baton_map_set_pointer(&lw->debug.types, type, made);
  return made;
}

// ---- the unit ---------------------------------------------------------------------------------------------------

static void add_flag(baton_lowering *lw, const char *name, uint32_t value) {
  LLVMAddModuleFlag(lw->out, LLVMModuleFlagBehaviorWarning, name, strlen(name),
                    LLVMValueAsMetadata(baton_i32(lw, value)));
}

void baton_debug_init(baton_lowering *lw) {
  if (!lw->options.debug_info)
    return;
  static const char producer[] = "Baton";
  lw->debug.builder = LLVMCreateDIBuilder(lw->out);
  lw->debug.unit = LLVMDIBuilderCreateCompileUnit(
      lw->debug.builder, LLVMDWARFSourceLanguageC11, file_of(lw, baton_loc_position(lw->module->op->loc).file),
      producer, sizeof producer - 1, 0, "", 0, 0, "", 0, LLVMDWARFEmissionFull, 0, 1, 0, "", 0, "", 0);
  add_flag(lw, "Debug Info Version", LLVMDebugMetadataVersion());
  add_flag(lw, "Dwarf Version", DWARF_VERSION);
}

void baton_debug_finish(baton_lowering *lw) {
  if (lw->debug.builder)
    LLVMDIBuilderFinalize(lw->debug.builder);
}

void baton_debug_deinit(baton_lowering *lw) {
  if (lw->debug.builder)
    LLVMDisposeDIBuilder(lw->debug.builder);
  baton_map_deinit(&lw->debug.files);
  baton_map_deinit(&lw->debug.types);
}

// ---- functions and places in them -------------------------------------------------------------------------------

static LLVMMetadataRef subroutine_type(baton_lowering *lw, const baton_op *func, LLVMMetadataRef file) {
  const baton_type *type = baton_func_func_function_type(func)->type_value;
  uint32_t num = type->function.num_inputs;
  LLVMMetadataRef *types = BATON_ARENA_ARRAY(&lw->arena, LLVMMetadataRef, num + 1);
  types[0] = basic_type(lw, "i32", 32, DW_ATE_SIGNED); // the status
  for (uint32_t i = 0; i < num; i++)
    types[i + 1] = type_of(lw, type->function.inputs[i]);
  return LLVMDIBuilderCreateSubroutineType(lw->debug.builder, file, types, num + 1, LLVMDIFlagZero);
}

void baton_debug_begin_function(baton_lowering *lw, LLVMValueRef function, const baton_op *func, baton_str name) {
  if (!lw->debug.builder)
    return;
  baton_position position = baton_loc_position(func->loc);
  LLVMMetadataRef file = file_of(lw, position.file);
  bool is_local = LLVMGetLinkage(function) == LLVMInternalLinkage;
  lw->debug.scope =
      LLVMDIBuilderCreateFunction(lw->debug.builder, file, name.data, name.size, "", 0, file, position.line,
                                  subroutine_type(lw, func, file), is_local, 1, position.line, LLVMDIFlagZero, 0);
  LLVMSetSubprogram(function, lw->debug.scope);
  LLVMSetCurrentDebugLocation2(lw->b, place_of(lw, func->loc));
}

baton_debug_place baton_debug_leave(baton_lowering *lw) {
  baton_debug_place place = {baton_here(lw), lw->debug.scope, LLVMGetCurrentDebugLocation2(lw->b)};
  LLVMSetCurrentDebugLocation2(lw->b, NULL);
  return place;
}

void baton_debug_return(baton_lowering *lw, const baton_debug_place *place) {
  baton_go_to(lw, place->block);
  lw->debug.scope = place->scope;
  LLVMSetCurrentDebugLocation2(lw->b, place->location);
}

LLVMMetadataRef baton_debug_enter_op(baton_lowering *lw, const baton_op *op) {
  if (!lw->debug.scope)
    return NULL;
  LLVMMetadataRef outer = LLVMGetCurrentDebugLocation2(lw->b);
  LLVMSetCurrentDebugLocation2(lw->b, place_of(lw, op->loc));
  return outer;
}

void baton_debug_leave_op(baton_lowering *lw, LLVMMetadataRef outer) {
  if (lw->debug.scope)
    LLVMSetCurrentDebugLocation2(lw->b, outer);
}

LLVMMetadataRef baton_debug_enter_block(baton_lowering *lw, const baton_block *block) {
  LLVMMetadataRef outer = lw->debug.scope;
  const baton_op *parent = baton_block_parent(block);
  if (!outer || baton_op_is(parent, BATON_OP_FUNC_FUNC))
    return outer;
  baton_position position = baton_loc_position(parent->loc);
  lw->debug.scope = LLVMDIBuilderCreateLexicalBlock(lw->debug.builder, outer, file_of(lw, position.file), position.line,
                                                    position.column);
  return outer;
}

void baton_debug_leave_block(baton_lowering *lw, LLVMMetadataRef outer) { lw->debug.scope = outer; }

// ---- variables --------------------------------------------------------------------------------------------------

// Numbers, as in %0, get a letter before them, since no debugger takes them for names.
static baton_str variable_name(baton_lowering *lw, const baton_value *value) {
  baton_str name = baton_module_value_name(lw->module, value);
  bool is_number = name.size && isdigit((unsigned char)name.data[0]);
  return is_number ? baton_str_format(&lw->arena, "_%.*s", BATON_STR_ARG(name)) : name;
}

static LLVMMetadataRef variable_of(baton_lowering *lw, const baton_value *value, baton_str name) {
  const baton_op *owner = baton_value_owner(value);
  baton_position position = baton_loc_position(owner->loc);
  LLVMMetadataRef file = file_of(lw, position.file), type = type_of(lw, value->type);
  if (value->kind == BATON_BLOCK_ARGUMENT && baton_op_is(owner, BATON_OP_FUNC_FUNC))
    return LLVMDIBuilderCreateParameterVariable(lw->debug.builder, lw->debug.scope, name.data, name.size,
                                                value->index + 1, file, position.line, type, 1, LLVMDIFlagZero);
  return LLVMDIBuilderCreateAutoVariable(lw->debug.builder, lw->debug.scope, name.data, name.size, file, position.line,
                                         type, 1, LLVMDIFlagZero, 0);
}

// A slot with the value.
static LLVMValueRef store_in_slot(baton_lowering *lw, const baton_value *value, const LLVMValueRef *at) {
  uint32_t num = baton_num_parts(value->type);
  LLVMValueRef slot = baton_slot(lw, num == 1 ? LLVMTypeOf(at[0]) : lw->i64, num);
  for (uint32_t i = 0; i < num; i++)
    LLVMBuildStore(lw->b, at[i], baton_at_const(lw, lw->i64, slot, i));
  return slot;
}

void baton_debug_value(baton_lowering *lw, const baton_value *value) {
  const LLVMValueRef *at = lw->parts[value->id].at;
  baton_str name = variable_name(lw, value);
  if (!lw->debug.scope || !at || !name.size)
    return;
  LLVMDIBuilderRef builder = lw->debug.builder;
  LLVMMetadataRef variable = variable_of(lw, value, name), place = place_of(lw, baton_value_owner(value)->loc);
  uint32_t num = baton_num_parts(value->type);
  lw->fn.num_debug_words += num;
  if (lw->fn.num_debug_words <= MAX_SLOT_WORDS) {
    LLVMMetadataRef whole = LLVMDIBuilderCreateExpression(builder, NULL, 0);
    LLVMDIBuilderInsertDeclareRecordAtEnd(builder, store_in_slot(lw, value, at), variable, whole, place,
                                          baton_here(lw));
    return;
  }
  for (uint32_t i = 0; i < num; i++) {
    uint64_t fragment[] = {DW_OP_LLVM_FRAGMENT, (uint64_t)i * WORD_BITS, WORD_BITS};
    LLVMMetadataRef expression = LLVMDIBuilderCreateExpression(builder, fragment, num == 1 ? 0 : 3);
    LLVMDIBuilderInsertDbgValueRecordAtEnd(builder, at[i], variable, expression, place, baton_here(lw));
  }
}
