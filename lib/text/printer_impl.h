// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The printer's state, and the parts of it that its files use of each other.
#ifndef BATON_TEXT_PRINTER_IMPL_H
#define BATON_TEXT_PRINTER_IMPL_H

#include "base/map.h"
#include "base/vec.h"
#include "ir/asm.h"
#include "text/format.h"
#include "text/names.h"
#include "text/print.h"

// A location that is printed as "#loc" and a number.
typedef struct baton_loc_alias {
  const baton_loc *loc; // uniqued
  uint32_t depth;       // of locations in it
  bool is_early;        // defined before the op, and not behind it
} baton_loc_alias;

typedef struct baton_printer {
  baton_asm_printer asm_printer; // what hooks see of it
  baton_print_options options;
  baton_context *context;
  baton_strbuf *out;
  baton_text_sink sink; // takes what is in out between two ops once that is much; NULL: all stays in out
  void *sink_user;
  bool is_refused; // by the sink
  baton_names names;
  uint32_t indent;           // in levels
  baton_str default_dialect; // whose ops are written without their prefix
  const baton_op *op;        // being printed
  baton_arena scratch;
  baton_map formats; // op def -> baton_format *
  baton_map types;   // type -> place and size of its text in type_text
  baton_strbuf type_text;
  // Where locations have aliases, the op is printed twice: first to see which there are, in which order.
  bool is_collecting;
  BATON_VEC(baton_loc_alias) aliases; // as they were found, until they have their numbers; then by these
  baton_map alias_of;                 // location, uniqued or not -> where it was found
  BATON_VEC(uint32_t) alias_numbers;  // by where it was found
  const baton_type *last_type;
  size_t last_type_start, last_type_size; // in type_text
} baton_printer;

static inline void baton_printer_text(baton_printer *p, baton_str text) { baton_strbuf_append(p->out, text); }
static inline void baton_printer_char(baton_printer *p, char c) { baton_strbuf_append_char(p->out, c); }

// print.c
void baton_printer_new_line(baton_printer *p); // and the indentation
void baton_printer_op(baton_printer *p, const baton_op *op);
void baton_printer_value(baton_printer *p, const baton_value *value);
void baton_printer_operands(baton_printer *p, baton_operands operands); // with commas
void baton_printer_type(baton_printer *p, const baton_type *type);
// In braces. elided: a terminator of this name without operands and attributes is left out; NULL: none is.
void baton_printer_region(baton_printer *p, const baton_region *region, bool print_args, bool print_empty_block,
                          const char *elided);

// " {...}" with the attributes for which is_shown holds; nothing where there are none.
typedef struct baton_attr_choice {
  const char *before; // " {", " <{", " attributes {"
  const char *after;
  bool slots, attrs;           // inherent and discardable ones
  const char *const *left_out; // names
  size_t num_left_out;
  uint64_t left_out_slots; // bits
} baton_attr_choice;
void baton_printer_attrs(baton_printer *p, const baton_op *op, const baton_attr_choice *choice);

// The name of an op in custom form.
void baton_printer_name(baton_printer *p, const char *name);

// print_loc.c
// " loc(...)" of an op and of an argument, where locations are wanted.
void baton_printer_loc(baton_printer *p, const baton_loc *loc);
void baton_printer_arg_loc(baton_printer *p, const baton_value *arg);
// Gives what has been collected its numbers.
void baton_printer_number_aliases(baton_printer *p);
// The lines "#loc = loc(...)" that stand before the op, or behind it.
void baton_printer_aliases(baton_printer *p, bool is_early);

// print_format.c
// The custom form of an op by the format of its row. False, with nothing printed, where it has none that says all.
bool baton_printer_by_format(baton_printer *p, const baton_op *op);
// Whether operands, results, attributes and regions are as the op's row says.
bool baton_op_fits_row(const baton_op *op);

extern const baton_asm_printer_vtable baton_asm_printer_functions;

static inline baton_printer *baton_printer_of(baton_asm_printer *asm_printer) { return (baton_printer *)asm_printer; }

#endif
