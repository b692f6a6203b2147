// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declarations of entries in C.
#include "translate_header.h"

#include "dialect/func.h"
#include "dialect/orch.h"
#include "ir/symbol.h"

#include <ctype.h>

static bool is_entry(const baton_op *op) {
  if (!baton_op_is(op, BATON_OP_FUNC_FUNC) || !baton_op_body(op))
    return false;
  const baton_attr *visibility = baton_func_func_sym_visibility(op);
  return !visibility || baton_attr_is_string(visibility, "public");
}

static bool is_identifier(baton_str name) {
  if (!name.size || isdigit((unsigned char)name.data[0]))
    return false;
  for (size_t i = 0; i < name.size; i++)
    if (!isalnum((unsigned char)name.data[i]) && name.data[i] != '_')
      return false;
  return true;
}

static const char *scalar_name(const baton_type *type) {
  static const char *const floats[] = {
      [BATON_F16] = "_Float16", [BATON_BF16] = "__bf16", [BATON_F32] = "float", [BATON_F64] = "double"};
  if (type->kind == BATON_TYPE_FLOAT)
    return floats[type->float_kind];
  bool is_unsigned = type->kind == BATON_TYPE_INTEGER && type->integer.signedness == BATON_UNSIGNED;
  switch (baton_type_bits(type)) {
  case 1:
    return "bool";
  case 8:
    return is_unsigned ? "uint8_t" : "int8_t";
  case 16:
    return is_unsigned ? "uint16_t" : "int16_t";
  case 32:
    return is_unsigned ? "uint32_t" : "int32_t";
  default:
    return is_unsigned ? "uint64_t" : "int64_t";
  }
}

// The struct of a rank, once in a program however many headers it includes.
static void declare_view(uint32_t rank, baton_strbuf *out) {
  baton_strbuf_printf(out, "\n#ifndef BATON_VIEW%u\n#define BATON_VIEW%u\ntypedef struct baton_view%u {\n", rank, rank,
                      rank);
  baton_strbuf_append(out, BATON_STR("  void *data;\n  int64_t offset; // in elements, as are the others\n"));
  if (rank)
    baton_strbuf_printf(out, "  int64_t sizes[%u];\n  int64_t strides[%u];\n", rank, rank);
  baton_strbuf_printf(out, "} baton_view%u;\n#endif\n", rank);
}

static void declare_views(const baton_type *type, bool is_declared[UINT8_MAX + 1], baton_strbuf *out) {
  for (uint32_t i = 0; i < type->function.num_inputs; i++) {
    const baton_type *input = type->function.inputs[i];
    if (input->kind != BATON_TYPE_MEMREF || is_declared[input->memref.rank])
      continue;
    is_declared[input->memref.rank] = true;
    declare_view(input->memref.rank, out);
  }
}

static void declare_entry(const baton_op *func, baton_str name, const baton_type *type, baton_strbuf *out) {
  baton_strbuf_printf(out, "\nint32_t %.*s(struct baton_rt *", BATON_STR_ARG(name));
  for (uint32_t i = 0; i < type->function.num_inputs; i++) {
    const baton_type *input = type->function.inputs[i];
    baton_strbuf text = {0};
    baton_type_print(input, &text);
    if (input->kind == BATON_TYPE_MEMREF)
      baton_strbuf_printf(out, ",\n    const baton_view%u *arg%u /* %s%s */", input->memref.rank, i, text.data,
                          baton_func_arg_attr(func, i, "orch.noalias") ? ", noalias" : "");
    else
      baton_strbuf_printf(out, ",\n    %s arg%u", scalar_name(input), i);
    baton_strbuf_deinit(&text);
  }
  for (uint32_t i = 0; i < type->function.num_results; i++) {
    const baton_type *result = type->function.results[i];
    if (!baton_type_is_one_task(result) && !baton_type_is_task_array(result))
      baton_strbuf_printf(out, ",\n    %s *out_result%u", scalar_name(result), i);
  }
  baton_strbuf_append(out, BATON_STR(");\n"));
}

bool translate_header(const baton_module *module, baton_strbuf *out) {
  bool is_declared[UINT8_MAX + 1] = {0};
  baton_strbuf_append(
      out, BATON_STR("// Entries of a program: each runs it once, waits for all its tasks, and returns 0 or\n"
                     "// the run's status, which baton_rt_last_error explains.\n"
                     "//\n"
                     "// All memory stays the caller's. A view's data is used in place and must stay there\n"
                     "// until the call returns; views may overlap unless marked noalias. The comment of a\n"
                     "// view gives its type: sizes that are numbers must be those, '?' may be any, and rows\n"
                     "// stand one behind the other unless the type has a strided layout.\n"
                     "#pragma once\n\n#include <stdbool.h>\n#include <stdint.h>\n\n"
                     "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\nstruct baton_rt;\n"));
  for (const baton_op *op = baton_module_body(module)->first; op; op = op->next) {
    if (!is_entry(op))
      continue;
    baton_str name = baton_symbol_name(op);
    if (!is_identifier(name))
      return baton_op_error(op, "has a name that C does not allow");
    const baton_type *type = baton_func_func_function_type(op)->type_value;
    declare_views(type, is_declared, out);
    declare_entry(op, name, type, out);
  }
  baton_strbuf_append(out, BATON_STR("\n#ifdef __cplusplus\n}\n#endif\n"));
  return true;
}
