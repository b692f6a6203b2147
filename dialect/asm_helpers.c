// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared pieces of syntax.
#include "dialect/asm_helpers.h"

#include "base/vec.h"

void baton_asm_args_deinit(baton_asm_args *args) { baton_vec_deinit(args); }

void baton_asm_operands_deinit(baton_asm_operands *operands) { baton_vec_deinit(operands); }

bool baton_parse_types_behind_arrow(baton_asm_parser *p, baton_asm_types *out) {
  if (p->fn->try_token(p, "("))
    return p->fn->type_list(p, out) && p->fn->token(p, ")");
  const baton_type *only;
  if (!p->fn->type(p, &only))
    return false;
  baton_vec_push(out, only);
  return true;
}

bool baton_parse_result_types(baton_asm_parser *p) {
  if (!p->fn->try_token(p, "->"))
    return true;
  baton_asm_types types = {0};
  bool ok = baton_parse_types_behind_arrow(p, &types);
  for (size_t i = 0; ok && i < types.size; i++)
    p->fn->add_result(p, types.data[i]);
  baton_vec_deinit(&types);
  return ok;
}

void baton_print_result_types(baton_asm_printer *p, const baton_op *op) {
  if (op->num_results == 0)
    return;
  p->fn->text(p, " -> (");
  for (uint32_t i = 0; i < op->num_results; i++) {
    if (i)
      p->fn->text(p, ", ");
    p->fn->type(p, op->results[i].type);
  }
  p->fn->text(p, ")");
}

bool baton_parse_assignments(baton_asm_parser *p, baton_asm_args *args, baton_asm_operands *inits) {
  if (!p->fn->token(p, "("))
    return false;
  if (p->fn->try_token(p, ")"))
    return true;
  do {
    baton_asm_arg arg = {0};
    baton_asm_operand init;
    if (!p->fn->operand(p, &arg.name) || !p->fn->token(p, "=") || !p->fn->operand(p, &init))
      return false;
    baton_vec_push(args, arg);
    baton_vec_push(inits, init);
  } while (p->fn->try_token(p, ","));
  return p->fn->token(p, ")");
}

void baton_print_assignments(baton_asm_printer *p, baton_value *const *args, baton_operands inits) {
  p->fn->text(p, "(");
  for (uint32_t i = 0; i < inits.size; i++) {
    if (i)
      p->fn->text(p, ", ");
    p->fn->value(p, args[i]);
    p->fn->text(p, " = ");
    p->fn->value(p, inits.data[i].value);
  }
  p->fn->text(p, ")");
}

bool baton_parse_bounds(baton_asm_parser *p, baton_asm_operand *out_iv, baton_asm_operand out_bounds[3]) {
  return p->fn->operand(p, out_iv) && p->fn->token(p, "=") && p->fn->operand(p, &out_bounds[0]) &&
         p->fn->token(p, "to") && p->fn->operand(p, &out_bounds[1]) && p->fn->token(p, "step") &&
         p->fn->operand(p, &out_bounds[2]);
}

void baton_print_bounds(baton_asm_printer *p, const baton_op *loop) {
  static const char *const between[] = {" = ", " to ", " step "};
  p->fn->text(p, " ");
  p->fn->value(p, baton_op_body(loop)->args[0]);
  for (uint32_t i = 0; i < 3; i++) {
    p->fn->text(p, between[i]);
    p->fn->value(p, loop->operands[i].value);
  }
}

bool baton_verify_yield(const baton_op *op, uint32_t region, const char *terminator, const baton_value *results,
                        uint32_t num_results) {
  const baton_block *block = op->regions[region].first;
  if (!block)
    return true;
  const baton_op *yield = block->last;
  if (!yield || strcmp(yield->def->name, terminator) != 0)
    return baton_op_error(op, "expects region #%u to end with '%s'", region, terminator);
  if (yield->num_operands != num_results) {
    baton_op_error(yield, "gives %u values, but its parent '%s' has %u results", yield->num_operands, op->def->name,
                   num_results);
    return false;
  }
  for (uint32_t i = 0; i < num_results; i++) {
    if (yield->operands[i].value->type == results[i].type)
      continue;
    baton_strbuf given = {0}, wanted = {0};
    baton_type_print(yield->operands[i].value->type, &given);
    baton_type_print(results[i].type, &wanted);
    baton_op_error(yield, "gives '%s' as value #%u, but its parent '%s' has a result of type '%s'", given.data, i,
                   op->def->name, wanted.data);
    baton_strbuf_deinit(&given);
    baton_strbuf_deinit(&wanted);
    return false;
  }
  return true;
}
