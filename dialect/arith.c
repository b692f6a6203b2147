// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arith dialect: constants and casts have syntax or checks of their own, all the rest is in the table.
#include "dialect/arith.h"

#include "dialect/dialects.h"
#include "ir/asm.h"

bool baton_value_is_constant(const baton_value *value, int64_t *out_value) {
  const baton_op *op = baton_value_op(value);
  if (!op || !baton_op_is(op, BATON_OP_ARITH_CONSTANT))
    return false;
  const baton_attr *attr = baton_arith_constant_value(op);
  if (!attr || attr->kind != BATON_ATTR_INTEGER)
    return false;
  if (out_value)
    *out_value = attr->integer;
  return true;
}

baton_value *baton_build_index(const baton_builder *at, int64_t value) {
  baton_context *context = at->module->context;
  const baton_type *index = baton_type_index(context);
  baton_named_attr attr = {BATON_STR("value"), baton_attr_integer(context, index, value)};
  baton_op *op = baton_build(at, &(baton_op_state){.def = baton_context_op_def(context, BATON_STR("arith.constant")),
                                                   .result_types = &index,
                                                   .num_results = 1,
                                                   .attrs = &attr,
                                                   .num_attrs = 1});
  return baton_op_result(op, 0);
}

// arith.constant {attrs} 5 : index
static bool parse_constant(baton_asm_parser *p, baton_op_state *state) {
  (void)state;
  const baton_attr *value;
  if (!p->fn->attr_dict(p, false))
    return false;
  uint32_t position = p->fn->position(p);
  if (!p->fn->attribute(p, &value))
    return false;
  if (!value->type || value->kind == BATON_ATTR_DENSE_ARRAY)
    return p->fn->error(p, position, "expected an integer or float with its type");
  p->fn->add_attr(p, BATON_STR("value"), value);
  p->fn->add_result(p, value->type);
  return true;
}

static void print_constant(baton_asm_printer *p, const baton_op *op) {
  static const char *const left_out[] = {"value"};
  p->fn->attr_dict(p, op, left_out, 1, false);
  p->fn->text(p, " ");
  if (baton_arith_constant_value(op))
    p->fn->attribute(p, baton_arith_constant_value(op));
}

static bool verify_constant(const baton_op *op) {
  const baton_attr *value = baton_arith_constant_value(op);
  if (value->kind != BATON_ATTR_INTEGER && value->kind != BATON_ATTR_WIDE && value->kind != BATON_ATTR_FLOAT)
    return baton_op_error(op, "value must be an integer or a float");
  if (value->type != op->results[0].type)
    return baton_op_error(op, "failed to verify that all of {value, result} have same type");
  if (value->type->kind == BATON_TYPE_INTEGER && value->type->integer.signedness != BATON_SIGNLESS)
    return baton_op_error(op, "integer return type must be signless");
  return true;
}

static bool casts(const baton_op *op, bool is_good) {
  if (is_good)
    return true;
  baton_strbuf from = {0}, to = {0};
  baton_type_print(op->operands[0].value->type, &from);
  baton_type_print(op->results[0].type, &to);
  baton_op_error(op, "operand type '%s' and result type '%s' are cast incompatible", from.data, to.data);
  baton_strbuf_deinit(&from);
  baton_strbuf_deinit(&to);
  return false;
}

static bool verify_index_cast(const baton_op *op) {
  bool from = op->operands[0].value->type->kind == BATON_TYPE_INDEX, to = op->results[0].type->kind == BATON_TYPE_INDEX;
  return casts(op, from != to);
}

static bool verify_extension(const baton_op *op) {
  return casts(op, baton_type_bits(op->operands[0].value->type) < baton_type_bits(op->results[0].type));
}

static bool verify_truncation(const baton_op *op) {
  return casts(op, baton_type_bits(op->operands[0].value->type) > baton_type_bits(op->results[0].type));
}

static bool verify_bitcast(const baton_op *op) {
  const baton_type *from = op->operands[0].value->type, *to = op->results[0].type;
  bool is_index = from->kind == BATON_TYPE_INDEX || to->kind == BATON_TYPE_INDEX;
  return casts(op, !is_index && baton_type_bits(from) == baton_type_bits(to));
}

#define BATON_DIALECT_FILE "dialect/arith.def"
#include "dialect/tables.h"

const baton_dialect baton_arith_dialect = {
    .name = "arith", .ops = op_table, .num_ops = sizeof op_table / sizeof *op_table};
