// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The builtin dialect: modules.
#include "dialect/dialects.h"
#include "ir/asm.h"

// module @name attributes {...} { ... }
static bool parse_module(baton_asm_parser *p, baton_op_state *state) {
  (void)state;
  baton_str name;
  if (p->fn->try_symbol_name(p, &name))
    p->fn->add_attr(p, BATON_STR("sym_name"), baton_attr_string(p->fn->context(p), name));
  return p->fn->attr_dict(p, true) && p->fn->region(p, NULL, 0);
}

static void print_module(baton_asm_printer *p, const baton_op *op) {
  static const char *const left_out[] = {"sym_name"};
  const baton_attr *name = baton_op_attr(op, BATON_STR("sym_name"));
  if (name && name->kind == BATON_ATTR_STRING) {
    baton_strbuf text = {0};
    baton_print_symbol(name->string, &text);
    p->fn->text(p, " ");
    p->fn->str(p, baton_strbuf_view(&text));
    baton_strbuf_deinit(&text);
  }
  p->fn->attr_dict(p, op, left_out, name ? 1 : 0, true);
  p->fn->text(p, " ");
  p->fn->region(p, &op->regions[0], false, true);
}

#define BATON_DIALECT_FILE "dialect/builtin.def"
#include "dialect/tables.h"

const baton_dialect baton_builtin_dialect = {
    .name = "builtin", .ops = op_table, .num_ops = sizeof op_table / sizeof *op_table};
