// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scf dialect: loops and branches.
#include "dialect/scf.h"

#include "base/vec.h"
#include "dialect/arith.h"
#include "dialect/asm_helpers.h"
#include "dialect/dialects.h"

#include <stdio.h>

// ---- for --------------------------------------------------------------------------------------------------------

// What an scf.for is written with.
typedef struct for_text {
  baton_asm_operand bounds[3];
  baton_asm_args args; // the induction variable, then the carried values
  baton_asm_operands inits;
  baton_asm_types types; // of the carried values
} for_text;

static bool parse_carries(baton_asm_parser *p, for_text *f) {
  if (!p->fn->try_token(p, "iter_args"))
    return true;
  uint32_t position = p->fn->position(p);
  if (!baton_parse_assignments(p, &f->args, &f->inits) || !p->fn->token(p, "->") ||
      !baton_parse_types_behind_arrow(p, &f->types))
    return false;
  if (f->types.size != f->inits.size)
    return p->fn->error(p, position, "mismatch in number of loop-carried values and defined values");
  return true;
}

static bool parse_for_parts(baton_asm_parser *p, for_text *f) {
  baton_asm_arg iv = {0};
  if (!baton_parse_bounds(p, &iv.name, f->bounds))
    return false;
  baton_vec_push(&f->args, iv);
  const baton_type *iv_type = baton_type_index(p->fn->context(p));
  if (!parse_carries(p, f) || (p->fn->try_token(p, ":") && !p->fn->type(p, &iv_type)))
    return false;
  f->args.data[0].type = iv_type;
  for (int i = 0; i < 3; i++)
    if (!p->fn->resolve(p, f->bounds[i], iv_type))
      return false;
  for (size_t i = 0; i < f->types.size; i++) {
    if (!p->fn->resolve(p, f->inits.data[i], f->types.data[i]))
      return false;
    f->args.data[i + 1].type = f->types.data[i];
    p->fn->add_result(p, f->types.data[i]);
  }
  return p->fn->region(p, f->args.data, f->args.size) && p->fn->attr_dict(p, false);
}

// scf.for %i = %lb to %ub step %s iter_args(%a = %x) -> (t) : iv-type { ... } {attrs}
static bool parse_for(baton_asm_parser *p, baton_op_state *state) {
  (void)state;
  for_text f = {0};
  bool ok = parse_for_parts(p, &f);
  baton_vec_deinit(&f.args);
  baton_vec_deinit(&f.inits);
  baton_vec_deinit(&f.types);
  return ok;
}

static void print_for(baton_asm_printer *p, const baton_op *op) {
  baton_operands inits = baton_scf_for_inits(op);
  baton_print_bounds(p, op);
  if (inits.size) {
    p->fn->text(p, " iter_args");
    baton_print_assignments(p, baton_op_body(op)->args + 1, inits);
    baton_print_result_types(p, op);
  }
  if (op->operands[0].value->type->kind != BATON_TYPE_INDEX) {
    p->fn->text(p, "  : "); // two blanks, as MLIR writes it
    p->fn->type(p, op->operands[0].value->type);
  }
  p->fn->text(p, " ");
  p->fn->region(p, &op->regions[0], false, inits.size != 0);
  p->fn->attr_dict(p, op, NULL, 0, false);
}

// The carried values of a loop: initial values, region arguments from first_arg on and results agree in number and
// type.
static bool verify_carries(const baton_op *op, const baton_block *block, uint32_t first_arg, baton_operands inits) {
  if (inits.size != op->num_results)
    return baton_op_error(op, "mismatch in number of loop-carried values and defined values");
  if (!block || block->num_args != first_arg + inits.size)
    return baton_op_error(op, "expects the body to have %u arguments", first_arg + inits.size);
  for (uint32_t i = 0; i < inits.size; i++) {
    const baton_type *type = inits.data[i].value->type;
    if (type != block->args[first_arg + i]->type)
      return baton_op_error(op, "types mismatch between iter operand #%u and the body's argument", i);
    if (type != op->results[i].type)
      return baton_op_error(op, "types mismatch between iter operand #%u and result", i);
  }
  return true;
}

static bool verify_for(const baton_op *op) {
  const baton_block *body = baton_op_body(op);
  const baton_type *type = baton_scf_for_lower(op)->type;
  if (baton_scf_for_upper(op)->type != type || baton_scf_for_step(op)->type != type)
    return baton_op_error(op, "failed to verify that all of {lowerBound, upperBound, step} have same type");
  int64_t step;
  if (baton_value_is_constant(baton_scf_for_step(op), &step) && step <= 0)
    return baton_op_error(op, "constant step operand must be positive, but is %lld", (long long)step);
  if (!verify_carries(op, body, 1, baton_scf_for_inits(op)))
    return false;
  if (body->args[0]->type != type)
    return baton_op_error(op, "expected induction variable to be same type as bounds and step");
  return baton_verify_yield(op, 0, "scf.yield", op->results, op->num_results);
}

// ---- if ---------------------------------------------------------------------------------------------------------

// scf.if %c -> (t) { ... } else { ... } {attrs}
static bool parse_if(baton_asm_parser *p, baton_op_state *state) {
  (void)state;
  baton_asm_operand condition;
  if (!p->fn->operand(p, &condition) || !p->fn->resolve(p, condition, baton_type_integer(p->fn->context(p), 1)) ||
      !baton_parse_result_types(p) || !p->fn->region(p, &(baton_asm_arg){0}, 0))
    return false;
  if (!p->fn->try_token(p, "else"))
    p->fn->empty_region(p);
  else if (!p->fn->region(p, &(baton_asm_arg){0}, 0))
    return false;
  return p->fn->attr_dict(p, false);
}

static void print_if(baton_asm_printer *p, const baton_op *op) {
  p->fn->text(p, " ");
  p->fn->value(p, baton_scf_if_condition(op));
  baton_print_result_types(p, op);
  p->fn->text(p, " ");
  p->fn->region(p, &op->regions[0], false, op->num_results != 0);
  if (op->regions[1].first) {
    p->fn->text(p, " else ");
    p->fn->region(p, &op->regions[1], false, op->num_results != 0);
  }
  p->fn->attr_dict(p, op, NULL, 0, false);
}

static bool verify_if(const baton_op *op) {
  for (uint32_t i = 0; i < 2; i++)
    if (op->regions[i].first && op->regions[i].first->num_args)
      return baton_op_error(op, "region #%u should have no arguments", i);
  if (!op->regions[0].first)
    return baton_op_error(op, "must have a 'then' region that is not empty");
  if (op->num_results && !op->regions[1].first)
    return baton_op_error(op, "must have an else block if defining values");
  return baton_verify_yield(op, 0, "scf.yield", op->results, op->num_results) &&
         baton_verify_yield(op, 1, "scf.yield", op->results, op->num_results);
}

// ---- index_switch -----------------------------------------------------------------------------------------------

typedef struct switch_text {
  baton_asm_types types;
  BATON_VEC(int64_t) cases;
} switch_text;

static bool parse_switch_results(baton_asm_parser *p, switch_text *s) {
  if (!p->fn->try_token(p, "->"))
    return true;
  if (!p->fn->type_list(p, &s->types))
    return false;
  for (size_t i = 0; i < s->types.size; i++)
    p->fn->add_result(p, s->types.data[i]);
  return true;
}

static bool parse_switch_parts(baton_asm_parser *p, switch_text *s) {
  baton_asm_operand arg;
  if (!p->fn->operand(p, &arg) || !p->fn->resolve(p, arg, baton_type_index(p->fn->context(p))) ||
      !p->fn->attr_dict(p, false) || !parse_switch_results(p, s))
    return false;
  while (p->fn->try_token(p, "case")) {
    int64_t value;
    if (!p->fn->integer(p, &value) || !p->fn->bare_region(p))
      return false;
    baton_vec_push(&s->cases, value);
  }
  if (!p->fn->token(p, "default") || !p->fn->region(p, &(baton_asm_arg){0}, 0))
    return false;
  p->fn->last_region_first(p);
  p->fn->add_attr(p, BATON_STR("cases"), baton_attr_dense_i64(p->fn->context(p), s->cases.data, s->cases.size));
  return true;
}

// scf.index_switch %i {attrs} -> t, u case 2 { ... } default { ... }
static bool parse_index_switch(baton_asm_parser *p, baton_op_state *state) {
  (void)state;
  switch_text s = {0};
  bool ok = parse_switch_parts(p, &s);
  baton_vec_deinit(&s.types);
  baton_vec_deinit(&s.cases);
  return ok;
}

static void print_index_switch(baton_asm_printer *p, const baton_op *op) {
  static const char *const left_out[] = {"cases"};
  const baton_attr *cases = baton_scf_index_switch_cases(op);
  p->fn->text(p, " ");
  p->fn->value(p, baton_scf_index_switch_arg(op));
  p->fn->attr_dict(p, op, left_out, 1, false);
  for (uint32_t i = 0; i < op->num_results; i++) {
    p->fn->text(p, i ? ", " : " -> ");
    p->fn->type(p, op->results[i].type);
  }
  p->fn->text(p, " ");
  for (uint32_t i = 0; i < cases->dense.num_items; i++) {
    char text[40];
    snprintf(text, sizeof text, "case %lld ", (long long)cases->dense.items[i]);
    p->fn->new_line(p);
    p->fn->text(p, text);
    p->fn->region(p, &op->regions[i + 1], false, true);
  }
  p->fn->new_line(p);
  p->fn->text(p, "default ");
  p->fn->region(p, &op->regions[0], false, op->num_results != 0);
}

static bool verify_case(const baton_op *op, uint32_t region) {
  char name[40] = "default region";
  if (region > 0)
    snprintf(name, sizeof name, "case region #%u", region - 1);
  const baton_op *yield = op->regions[region].first->last;
  if (!yield || !baton_op_is(yield, BATON_OP_SCF_YIELD))
    return baton_op_error(op, "expected region to end with scf.yield, but got %s",
                          yield ? yield->def->name : "nothing");
  if (yield->num_operands != op->num_results)
    return baton_op_error(op, "expected each region to return %u values, but %s returns %u", op->num_results, name,
                          yield->num_operands);
  for (uint32_t i = 0; i < op->num_results; i++) {
    if (yield->operands[i].value->type == op->results[i].type)
      continue;
    baton_strbuf wanted = {0}, given = {0};
    baton_type_print(op->results[i].type, &wanted);
    baton_type_print(yield->operands[i].value->type, &given);
    baton_op_error(op, "expected result #%u of each region to be '%s'", i, wanted.data);
    baton_op_note(yield, "%s returns '%s' here", name, given.data);
    baton_strbuf_deinit(&wanted);
    baton_strbuf_deinit(&given);
    return false;
  }
  return true;
}

static bool verify_index_switch(const baton_op *op) {
  const baton_attr *cases = baton_scf_index_switch_cases(op);
  for (uint32_t i = 0; i < op->num_regions; i++) {
    if (!op->regions[i].first)
      return baton_op_error(op, "region #%u ('%s') failed to verify constraint: region with 1 blocks", i,
                            i ? "caseRegions" : "defaultRegion");
    if (op->regions[i].first->num_args)
      return baton_op_error(op, "region #%u should have no arguments", i);
  }
  if (cases->dense.num_items != (uint32_t)op->num_regions - 1)
    return baton_op_error(op, "has %u case regions but %u case values", op->num_regions - 1u, cases->dense.num_items);
  baton_map seen = {0};
  const int64_t *twice = NULL;
  for (uint32_t i = 0; i < cases->dense.num_items && !twice; i++) {
    uint64_t key = (uint64_t)cases->dense.items[i];
    if (baton_map_find(&seen, key))
      twice = &cases->dense.items[i];
    baton_map_set(&seen, key, 1);
  }
  baton_map_deinit(&seen);
  if (twice)
    return baton_op_error(op, "has duplicate case value: %lld", (long long)*twice);
  for (uint32_t i = 0; i < op->num_regions; i++)
    if (!verify_case(op, i))
      return false;
  return true;
}

// ---- while ------------------------------------------------------------------------------------------------------

typedef struct while_text {
  baton_asm_args args;
  baton_asm_operands inits;
} while_text;

static bool parse_while_parts(baton_asm_parser *p, while_text *w) {
  uint32_t position = p->fn->position(p);
  const baton_type *type;
  if ((p->fn->peek(p, "(") && !baton_parse_assignments(p, &w->args, &w->inits)) || !p->fn->token(p, ":") ||
      !p->fn->type(p, &type))
    return false;
  if (type->kind != BATON_TYPE_FUNCTION || type->function.num_inputs != w->inits.size)
    return p->fn->error(p, position, "expected a function type with as many inputs as there are operands");
  for (size_t i = 0; i < w->inits.size; i++) {
    w->args.data[i].type = type->function.inputs[i];
    if (!p->fn->resolve(p, w->inits.data[i], type->function.inputs[i]))
      return false;
  }
  for (uint32_t i = 0; i < type->function.num_results; i++)
    p->fn->add_result(p, type->function.results[i]);
  return p->fn->region(p, w->args.data ? w->args.data : &(baton_asm_arg){0}, w->args.size) && p->fn->token(p, "do") &&
         p->fn->bare_region(p) && p->fn->attr_dict(p, true);
}

// scf.while (%a = %x) : (t) -> u { ... } do { ^bb0(%b: u): ... } attributes {attrs}
static bool parse_while(baton_asm_parser *p, baton_op_state *state) {
  (void)state;
  while_text w = {0};
  bool ok = parse_while_parts(p, &w);
  baton_vec_deinit(&w.args);
  baton_vec_deinit(&w.inits);
  return ok;
}

static void print_types(baton_asm_printer *p, const baton_op *op) {
  uint32_t num_inputs = op->num_operands, num_results = op->num_results;
  p->fn->text(p, " : (");
  for (uint32_t i = 0; i < num_inputs; i++) {
    if (i)
      p->fn->text(p, ", ");
    p->fn->type(p, op->operands[i].value->type);
  }
  p->fn->text(p, num_results == 1 ? ") -> " : ") -> (");
  for (uint32_t i = 0; i < num_results; i++) {
    if (i)
      p->fn->text(p, ", ");
    p->fn->type(p, op->results[i].type);
  }
  if (num_results != 1)
    p->fn->text(p, ")");
}

static void print_while(baton_asm_printer *p, const baton_op *op) {
  if (op->num_operands) {
    p->fn->text(p, " ");
    baton_print_assignments(p, op->regions[0].first->args, baton_scf_while_inits(op));
  }
  print_types(p, op);
  p->fn->text(p, " ");
  p->fn->region(p, &op->regions[0], false, true);
  p->fn->text(p, " do ");
  p->fn->region(p, &op->regions[1], op->num_results != 0, true);
  p->fn->attr_dict(p, op, NULL, 0, true);
}

static bool verify_while(const baton_op *op) {
  const baton_block *before = op->regions[0].first, *after = op->regions[1].first;
  if (!before || !after)
    return baton_op_error(op, "region #%d ('%s') failed to verify constraint: region with 1 blocks", before ? 1 : 0,
                          before ? "after" : "before");
  if (before->num_args != op->num_operands)
    return baton_op_error(op, "expects the first region to have %u arguments", op->num_operands);
  for (uint32_t i = 0; i < op->num_operands; i++)
    if (before->args[i]->type != op->operands[i].value->type)
      return baton_op_error(op, "expects argument #%u of the first region to have the type of its operand", i);
  const baton_op *condition = before->last;
  if (!condition || !baton_op_is(condition, BATON_OP_SCF_CONDITION))
    return baton_op_error(op, "expects the 'before' region to terminate with 'scf.condition'");
  const baton_op *yield = after->last;
  if (!yield || !baton_op_is(yield, BATON_OP_SCF_YIELD))
    return baton_op_error(op, "expects the 'after' region to terminate with 'scf.yield'");
  baton_operands passed = baton_scf_condition_args(condition);
  if (passed.size != op->num_results || after->num_args != op->num_results)
    return baton_op_error(op, "expects scf.condition, the second region and the results to agree in number");
  for (uint32_t i = 0; i < passed.size; i++)
    if (passed.data[i].value->type != op->results[i].type || after->args[i]->type != op->results[i].type)
      return baton_op_error(op, "expects value #%u of scf.condition, the second region and the results to agree", i);
  if (yield->num_operands != op->num_operands)
    return baton_op_error(op, "expects scf.yield to give %u values", op->num_operands);
  for (uint32_t i = 0; i < yield->num_operands; i++)
    if (yield->operands[i].value->type != op->operands[i].value->type)
      return baton_op_error(op, "expects value #%u of scf.yield to have the type of its operand", i);
  return true;
}

static bool verify_condition(const baton_op *op) {
  const baton_op *parent = baton_op_parent(op);
  return (parent && baton_op_is(parent, BATON_OP_SCF_WHILE)) || baton_op_error(op, "expects parent op 'scf.while'");
}

static bool verify_yield(const baton_op *op) {
  const baton_op *parent = baton_op_parent(op);
  if (parent && parent->def->terminator && strcmp(parent->def->terminator, "scf.yield") == 0)
    return true;
  return baton_op_error(op, "expects parent op to be one of 'scf.for', 'scf.if', 'scf.index_switch', 'scf.while'");
}

#define BATON_DIALECT_FILE "dialect/scf.def"
#include "dialect/tables.h"

const baton_dialect baton_scf_dialect = {.name = "scf", .ops = op_table, .num_ops = sizeof op_table / sizeof *op_table};
