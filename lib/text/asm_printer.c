// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The printer as hooks see it: ir/asm.h.
#include "text/printer_impl.h"

static void text(baton_asm_printer *a, const char *piece) {
  baton_printer_text(baton_printer_of(a), baton_str_from(piece));
}

static void str(baton_asm_printer *a, baton_str piece) { baton_printer_text(baton_printer_of(a), piece); }

static void value(baton_asm_printer *a, const baton_value *of) { baton_printer_value(baton_printer_of(a), of); }

static void values(baton_asm_printer *a, baton_operands operands) {
  baton_printer_operands(baton_printer_of(a), operands);
}

static void type(baton_asm_printer *a, const baton_type *of) { baton_printer_type(baton_printer_of(a), of); }

static void attribute(baton_asm_printer *a, const baton_attr *of) { baton_attr_print(of, baton_printer_of(a)->out); }

static void attr_dict(baton_asm_printer *a, const baton_op *op, const char *const *left_out, size_t num_left_out,
                      bool with_keyword) {
  baton_printer_attrs(baton_printer_of(a), op,
                      &(baton_attr_choice){.before = with_keyword ? " attributes {" : " {",
                                           .after = "}",
                                           .slots = true,
                                           .attrs = true,
                                           .left_out = left_out,
                                           .num_left_out = num_left_out});
}

static void region(baton_asm_printer *a, const baton_region *of, bool print_args, bool print_terminator) {
  baton_printer *p = baton_printer_of(a);
  baton_printer_region(p, of, print_args, false, print_terminator ? NULL : p->op->def->terminator);
}

static void new_line(baton_asm_printer *a) { baton_printer_new_line(baton_printer_of(a)); }

static void arg_loc(baton_asm_printer *a, const baton_value *arg) { baton_printer_arg_loc(baton_printer_of(a), arg); }

const baton_asm_printer_vtable baton_asm_printer_functions = {
    .text = text,
    .str = str,
    .value = value,
    .values = values,
    .type = type,
    .attribute = attribute,
    .attr_dict = attr_dict,
    .region = region,
    .new_line = new_line,
    .arg_loc = arg_loc,
};
