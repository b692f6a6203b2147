// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The func dialect: functions, calls, returns, and what may be declared of a kernel.
#include "dialect/func.h"

#include "base/vec.h"
#include "dialect/dialects.h"
#include "dialect/orch.h"
#include "ir/asm.h"
#include "ir/symbol.h"

// ---- syntax -----------------------------------------------------------------------------------------------------

typedef struct signature {
  baton_asm_args args; // name.name.data is NULL in declarations
  baton_asm_types results;
  BATON_VEC(const baton_attr *) result_attrs;
} signature;

static void signature_deinit(signature *s) {
  baton_vec_deinit(&s->args);
  baton_vec_deinit(&s->results);
  baton_vec_deinit(&s->result_attrs);
}

static bool parse_args(baton_asm_parser *p, signature *s) {
  if (!p->fn->token(p, "("))
    return false;
  if (p->fn->try_token(p, ")"))
    return true;
  do {
    baton_asm_arg arg = {0};
    uint32_t position = p->fn->position(p);
    bool named = p->fn->try_operand(p, &arg.name);
    if (s->args.size && named != (s->args.data[0].name.name.data != NULL))
      return p->fn->error(p, position, named ? "expected type instead of SSA identifier" : "expected SSA identifier");
    if ((named && !p->fn->token(p, ":")) || !p->fn->type(p, &arg.type) || !p->fn->opt_dict(p, &arg.attrs) ||
        !p->fn->opt_arg_loc(p, &arg))
      return false;
    baton_vec_push(&s->args, arg);
  } while (p->fn->try_token(p, ","));
  return p->fn->token(p, ")");
}

static bool parse_results(baton_asm_parser *p, signature *s) {
  if (!p->fn->try_token(p, "->"))
    return true;
  bool several = p->fn->try_token(p, "(");
  if (several && p->fn->try_token(p, ")"))
    return true;
  do {
    const baton_type *type;
    const baton_attr *attrs = NULL;
    if (!p->fn->type(p, &type) || (several && !p->fn->opt_dict(p, &attrs)))
      return false;
    baton_vec_push(&s->results, type);
    baton_vec_push(&s->result_attrs, attrs);
  } while (several && p->fn->try_token(p, ","));
  return !several || p->fn->token(p, ")");
}

// An array of dictionaries, or nothing if all are empty.
static void add_dictionaries(baton_asm_parser *p, const char *name, const baton_attr **dictionaries, size_t num) {
  bool any = false;
  for (size_t i = 0; i < num; i++) {
    any |= dictionaries[i] != NULL;
    if (!dictionaries[i])
      dictionaries[i] = baton_attr_dictionary(p->fn->context(p), NULL, 0);
  }
  if (any)
    p->fn->add_attr(p, baton_str_from(name), baton_attr_array(p->fn->context(p), dictionaries, num));
}

static void add_signature(baton_asm_parser *p, signature *s) {
  baton_context *context = p->fn->context(p);
  const baton_type **inputs = baton_mem_resize_array(NULL, s->args.size, sizeof *inputs);
  const baton_attr **arg_attrs = baton_mem_resize_array(NULL, s->args.size, sizeof *arg_attrs);
  for (size_t i = 0; i < s->args.size; i++) {
    inputs[i] = s->args.data[i].type;
    arg_attrs[i] = s->args.data[i].attrs;
  }
  const baton_type *type = baton_type_function(context, inputs, s->args.size, s->results.data, s->results.size);
  p->fn->add_attr(p, BATON_STR("function_type"), baton_attr_type(context, type));
  add_dictionaries(p, "arg_attrs", arg_attrs, s->args.size);
  add_dictionaries(p, "res_attrs", s->result_attrs.data, s->result_attrs.size);
  baton_mem_free(inputs);
  baton_mem_free(arg_attrs);
}

static bool parse_signature_and_body(baton_asm_parser *p, signature *s) {
  if (!parse_args(p, s) || !parse_results(p, s) || !p->fn->attr_dict(p, true))
    return false;
  add_signature(p, s);
  if (p->fn->peek(p, "{")) {
    if (s->args.size && !s->args.data[0].name.name.data)
      return p->fn->error(p, p->fn->position(p), "expected names for the arguments of a function with a body");
    return p->fn->region(p, s->args.data, s->args.size);
  }
  p->fn->empty_region(p);
  return true;
}

// func.func private @f(%a: t {...}) -> t attributes {...} { ... }
static bool parse_func(baton_asm_parser *p, baton_op_state *state) {
  (void)state;
  static const char *const visibilities[] = {"public", "private", "nested"};
  baton_context *context = p->fn->context(p);
  for (size_t i = 0; i < sizeof visibilities / sizeof *visibilities; i++)
    if (p->fn->try_token(p, visibilities[i])) {
      p->fn->add_attr(p, BATON_STR("sym_visibility"), baton_attr_string(context, baton_str_from(visibilities[i])));
      break;
    }
  baton_str name;
  if (!p->fn->symbol_name(p, &name))
    return false;
  p->fn->add_attr(p, BATON_STR("sym_name"), baton_attr_string(context, name));
  signature s = {0};
  bool ok = parse_signature_and_body(p, &s);
  signature_deinit(&s);
  return ok;
}

static const baton_attr *dictionary_at(const baton_attr *array, uint32_t index) {
  if (!array || array->kind != BATON_ATTR_ARRAY || index >= array->array.num_items)
    return NULL;
  const baton_attr *dictionary = array->array.items[index];
  return dictionary->kind == BATON_ATTR_DICTIONARY && dictionary->dictionary.num_items ? dictionary : NULL;
}

static void print_type_with_attrs(baton_asm_printer *p, const baton_type *type, const baton_attr *attrs) {
  p->fn->type(p, type);
  if (attrs) {
    p->fn->text(p, " ");
    p->fn->attribute(p, attrs);
  }
}

static void print_signature(baton_asm_printer *p, const baton_op *op, const baton_type *type) {
  const baton_block *body = baton_op_body(op);
  const baton_attr *arg_attrs = baton_func_func_arg_attrs(op), *res_attrs = baton_func_func_res_attrs(op);
  p->fn->text(p, "(");
  for (uint32_t i = 0; i < type->function.num_inputs; i++) {
    if (i)
      p->fn->text(p, ", ");
    if (body && i < body->num_args) {
      p->fn->value(p, body->args[i]);
      p->fn->text(p, ": ");
    }
    print_type_with_attrs(p, type->function.inputs[i], dictionary_at(arg_attrs, i));
    if (body && i < body->num_args)
      p->fn->arg_loc(p, body->args[i]);
  }
  p->fn->text(p, ")");
  uint32_t num_results = type->function.num_results;
  if (num_results == 0)
    return;
  bool bare =
      num_results == 1 && !dictionary_at(res_attrs, 0) && type->function.results[0]->kind != BATON_TYPE_FUNCTION;
  p->fn->text(p, bare ? " -> " : " -> (");
  for (uint32_t i = 0; i < num_results; i++) {
    if (i)
      p->fn->text(p, ", ");
    print_type_with_attrs(p, type->function.results[i], dictionary_at(res_attrs, i));
  }
  if (!bare)
    p->fn->text(p, ")");
}

static void print_func(baton_asm_printer *p, const baton_op *op) {
  static const char *const left_out[] = {"arg_attrs", "function_type", "res_attrs", "sym_name", "sym_visibility"};
  const baton_attr *visibility = baton_func_func_sym_visibility(op), *type = baton_func_func_function_type(op);
  if (visibility && visibility->kind == BATON_ATTR_STRING) {
    p->fn->text(p, " ");
    p->fn->str(p, visibility->string);
  }
  baton_strbuf name = {0};
  baton_print_symbol(baton_symbol_name(op), &name);
  p->fn->text(p, " ");
  p->fn->str(p, baton_strbuf_view(&name));
  baton_strbuf_deinit(&name);
  if (type && type->kind == BATON_ATTR_TYPE && type->type_value->kind == BATON_TYPE_FUNCTION)
    print_signature(p, op, type->type_value);
  p->fn->attr_dict(p, op, left_out, sizeof left_out / sizeof *left_out, true);
  if (op->num_regions && op->regions[0].first) {
    p->fn->text(p, " ");
    p->fn->region(p, &op->regions[0], false, true);
  }
}

// ---- verification -----------------------------------------------------------------------------------------------

static bool verify_dictionaries(const baton_op *op, const baton_attr *array, uint32_t num, const char *what) {
  if (!array || array->array.num_items == num)
    return true;
  return baton_op_error(op,
                        "expects %s attribute array to have the same number of elements as the number of function %ss, "
                        "got %u, but expected %u",
                        what, what, array->array.num_items, num);
}

static bool verify_entry(const baton_op *op, const baton_type *type) {
  const baton_block *entry = baton_op_body(op);
  if (!entry)
    return true;
  if (entry->num_args != type->function.num_inputs)
    return baton_op_error(op, "entry block must have %u arguments to match function signature",
                          type->function.num_inputs);
  for (uint32_t i = 0; i < entry->num_args; i++)
    if (entry->args[i]->type != type->function.inputs[i])
      return baton_op_error(op,
                            "type of entry block argument #%u must match the type of the corresponding argument in "
                            "function signature",
                            i);
  return true;
}

static bool verify_parameter(const baton_op *op, uint32_t index, const baton_type *type) {
  const baton_attr *access = baton_func_arg_attr(op, index, "orch.access");
  bool is_memref = type->kind == BATON_TYPE_MEMREF;
  if (access && (!is_memref || !(baton_attr_is_string(access, "read") || baton_attr_is_string(access, "write") ||
                                 baton_attr_is_string(access, "readwrite"))))
    return baton_op_error(op,
                          is_memref ? "parameter #%u: 'orch.access' must be \"read\", \"write\" or \"readwrite\""
                                    : "parameter #%u: 'orch.access' is for memrefs only",
                          index);
  const baton_attr *noalias = baton_func_arg_attr(op, index, "orch.noalias");
  if (noalias && (!is_memref || noalias->kind != BATON_ATTR_UNIT))
    return baton_op_error(op, "parameter #%u: 'orch.noalias' is a unit attribute of memrefs only", index);
  const baton_attr *block = baton_func_arg_attr(op, index, "orch.block");
  if (block && (type->kind != BATON_TYPE_INDEX ||
                !(baton_attr_is_string(block, "index") || baton_attr_is_string(block, "count"))))
    return baton_op_error(op, "parameter #%u: 'orch.block' must be \"index\" or \"count\", on an index", index);
  return true;
}

static bool can_pass_to_kernel(const baton_type *type) {
  uint32_t bits = baton_type_bits(type);
  if (type->kind == BATON_TYPE_INTEGER)
    return bits == 1 || bits == 8 || bits == 16 || bits == 32 || bits == 64;
  return type->kind == BATON_TYPE_INDEX || type->kind == BATON_TYPE_FLOAT || type->kind == BATON_TYPE_MEMREF;
}

static bool verify_kernel(const baton_op *op, const baton_type *type) {
  if (baton_op_body(op))
    return baton_op_error(op, "is a kernel and so must not have a body");
  for (uint32_t i = 0; i < type->function.num_inputs; i++)
    if (!can_pass_to_kernel(type->function.inputs[i])) {
      baton_strbuf text = {0};
      baton_type_print(type->function.inputs[i], &text);
      baton_op_error(op, "parameter #%u of type '%s' cannot be passed to a kernel", i, text.data);
      baton_strbuf_deinit(&text);
      return false;
    }
  if (type->function.num_results > 1 ||
      (type->function.num_results == 1 && !baton_type_is_integer(type->function.results[0], 32)))
    return baton_op_error(op, "is a kernel and so returns nothing or an i32 status");
  uint32_t passed = baton_kernel_num_passed(op);
  for (uint32_t i = 0; i < passed; i++)
    if (baton_func_arg_attr(op, i, "orch.block"))
      return baton_op_error(op, "parameter #%u: 'orch.block' must stand on the last parameters", i);
  const baton_attr *abi = baton_op_attr(op, BATON_STR("orch.abi"));
  if (abi && !baton_attr_is_string(abi, "bare") && !baton_attr_is_string(abi, "dlpack"))
    return baton_op_error(op, "'orch.abi' must be \"bare\" or \"dlpack\"");
  const char *const strings[] = {"orch.core", "orch.symbol"};
  for (size_t i = 0; i < sizeof strings / sizeof *strings; i++) {
    const baton_attr *attr = baton_op_attr(op, baton_str_from(strings[i]));
    if (attr && (attr->kind != BATON_ATTR_STRING || attr->string.size == 0))
      return baton_op_error(op, "'%s' must be a string that is not empty", strings[i]);
  }
  return true;
}

static bool verify_func(const baton_op *op) {
  const baton_type *type = baton_func_func_function_type(op)->type_value;
  const baton_attr *visibility = baton_func_func_sym_visibility(op);
  if (visibility && !baton_attr_is_string(visibility, "public") && !baton_attr_is_string(visibility, "private") &&
      !baton_attr_is_string(visibility, "nested"))
    return baton_op_error(op,
                          "visibility expected to be one of [\"public\", \"private\", \"nested\"], but got \"%.*s\"",
                          BATON_STR_ARG(visibility->string));
  if (!baton_op_body(op) && (!visibility || baton_attr_is_string(visibility, "public")))
    return baton_op_error(op, "symbol declaration cannot have public visibility");
  if (!verify_dictionaries(op, baton_func_func_arg_attrs(op), type->function.num_inputs, "argument") ||
      !verify_dictionaries(op, baton_func_func_res_attrs(op), type->function.num_results, "result") ||
      !verify_entry(op, type))
    return false;
  for (uint32_t i = 0; i < type->function.num_inputs; i++)
    if (!verify_parameter(op, i, type->function.inputs[i]))
      return false;
  const baton_attr *scope = baton_op_attr(op, BATON_STR("orch.scope"));
  if (scope && !baton_attr_is_string(scope, "auto") && !baton_attr_is_string(scope, "manual"))
    return baton_op_error(op, "'orch.scope' must be \"auto\" or \"manual\"");
  return !baton_func_is_kernel(op) || verify_kernel(op, type);
}

static bool verify_return(const baton_op *op) {
  const baton_op *func = baton_op_parent(op);
  if (!func || !baton_op_is(func, BATON_OP_FUNC_FUNC))
    return baton_op_error(op, "expects parent op 'func.func'");
  const baton_type *type = baton_func_func_function_type(func)->type_value;
  baton_str name = baton_symbol_name(func);
  if (op->num_operands != type->function.num_results)
    return baton_op_error(op, "has %u operands, but enclosing function (@%.*s) returns %u", op->num_operands,
                          BATON_STR_ARG(name), type->function.num_results);
  for (uint32_t i = 0; i < op->num_operands; i++)
    if (op->operands[i].value->type != type->function.results[i])
      return baton_op_error(op, "type of return operand %u doesn't match function result type in function @%.*s", i,
                            BATON_STR_ARG(name));
  return true;
}

static bool verify_call(const baton_op *op) {
  const baton_attr *symbol = baton_func_call_callee(op);
  baton_str name = symbol->symbol.root;
  const baton_op *callee = baton_symbol_resolve(op, symbol);
  if (!callee || !baton_op_is(callee, BATON_OP_FUNC_FUNC))
    return baton_op_error(op, "'%.*s' does not reference a valid function", BATON_STR_ARG(name));
  if (baton_func_is_kernel(callee))
    return baton_op_error(op, "'%.*s' is a kernel, which can only be submitted", BATON_STR_ARG(name));
  const baton_attr *type_attr = baton_func_func_function_type(callee);
  if (!type_attr || type_attr->kind != BATON_ATTR_TYPE || type_attr->type_value->kind != BATON_TYPE_FUNCTION)
    return true; // the callee is reported itself
  const baton_type *type = type_attr->type_value;
  if (op->num_operands != type->function.num_inputs)
    return baton_op_error(op, "incorrect number of operands for callee");
  for (uint32_t i = 0; i < op->num_operands; i++)
    if (op->operands[i].value->type != type->function.inputs[i])
      return baton_op_error(op, "operand type mismatch: operand #%u differs from the callee's parameter", i);
  if (op->num_results != type->function.num_results)
    return baton_op_error(op, "incorrect number of results for callee");
  for (uint32_t i = 0; i < op->num_results; i++)
    if (op->results[i].type != type->function.results[i])
      return baton_op_error(op, "result type mismatch: result #%u differs from the callee's", i);
  return true;
}

#define BATON_DIALECT_FILE "dialect/func.def"
#include "dialect/tables.h"

const baton_dialect baton_func_dialect = {
    .name = "func", .ops = op_table, .num_ops = sizeof op_table / sizeof *op_table};
