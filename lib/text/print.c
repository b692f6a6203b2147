// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations, regions and attributes, in custom and generic form.
#include "text/print.h"

#include "text/printer_impl.h"

// ---- pieces -----------------------------------------------------------------------------------------------------

void baton_printer_new_line(baton_printer *p) {
  static const char blanks[] = "                                ";
  baton_printer_char(p, '\n');
  for (size_t left = (size_t)p->indent * 2; left;) {
    size_t now = left < sizeof blanks - 1 ? left : sizeof blanks - 1;
    baton_printer_text(p, (baton_str){blanks, now});
    left -= now;
  }
}

void baton_printer_value(baton_printer *p, const baton_value *value) { baton_names_print(&p->names, value, p->out); }

void baton_printer_operands(baton_printer *p, baton_operands operands) {
  for (uint32_t i = 0; i < operands.size; i++) {
    if (i)
      baton_printer_text(p, BATON_STR(", "));
    baton_printer_value(p, operands.data[i].value);
  }
}

// The text of a type is made once. The same type often comes several times in a row.
void baton_printer_type(baton_printer *p, const baton_type *type) {
  if (type != p->last_type) {
    const uint64_t *known = baton_map_find(&p->types, baton_map_key(type));
    size_t start = known ? (size_t)(*known >> 24) : p->type_text.size, size = known ? (size_t)(*known & 0xFFFFFF) : 0;
    if (!known) {
      baton_type_print(type, &p->type_text);
      size = p->type_text.size - start;
      if (size <= 0xFFFFFF)
        baton_map_set(&p->types, baton_map_key(type), (uint64_t)start << 24 | size);
    }
    p->last_type = type;
    p->last_type_start = start;
    p->last_type_size = size;
  }
  baton_printer_text(p, (baton_str){p->type_text.data + p->last_type_start, p->last_type_size});
}

static void value_type(baton_printer *p, const baton_value *value) {
  if (value)
    baton_printer_type(p, value->type);
  else
    baton_printer_text(p, BATON_STR("<<NULL TYPE>>"));
}

// ---- attributes -------------------------------------------------------------------------------------------------

static bool is_left_out(const baton_attr_choice *choice, baton_str name) {
  for (size_t i = 0; i < choice->num_left_out; i++)
    if (baton_str_is(name, choice->left_out[i]))
      return true;
  return false;
}

static void one_attr(baton_printer *p, const baton_attr_choice *choice, baton_str name, const baton_attr *value,
                     bool *is_open) {
  if (is_left_out(choice, name))
    return;
  baton_printer_text(p, *is_open ? BATON_STR(", ") : baton_str_from(choice->before));
  *is_open = true;
  baton_named_attr_print(name, value, p->out);
}

// Both lists are ordered by name.
void baton_printer_attrs(baton_printer *p, const baton_op *op, const baton_attr_choice *choice) {
  uint32_t num_slots = choice->slots ? op->def->num_attrs : 0, num_attrs = choice->attrs ? op->num_attrs : 0;
  bool is_open = false;
  for (uint32_t slot = 0, k = 0; slot < num_slots || k < num_attrs;) {
    if (slot < num_slots && (!baton_op_slot(op, slot) || choice->left_out_slots >> slot & 1)) {
      slot++;
      continue;
    }
    baton_str name = slot < num_slots ? baton_str_from(op->def->attrs[slot].name) : (baton_str){0};
    if (slot < num_slots && (k == num_attrs || baton_str_compare(name, op->attrs[k].name) < 0)) {
      one_attr(p, choice, name, baton_op_slot(op, slot), &is_open);
      slot++;
    } else {
      one_attr(p, choice, op->attrs[k].name, op->attrs[k].value, &is_open);
      k++;
    }
  }
  if (is_open)
    baton_printer_text(p, baton_str_from(choice->after));
}

// ---- regions ----------------------------------------------------------------------------------------------------

static void label(baton_printer *p, const baton_block *block) {
  p->indent--;
  baton_printer_new_line(p);
  p->indent++;
  baton_names_print_block(&p->names, block, p->out);
  for (uint32_t i = 0; i < block->num_args; i++) {
    baton_printer_text(p, i ? BATON_STR(", ") : BATON_STR("("));
    baton_printer_value(p, block->args[i]);
    baton_printer_text(p, BATON_STR(": "));
    baton_printer_type(p, block->args[i]->type);
    baton_printer_arg_loc(p, block->args[i]);
  }
  baton_printer_text(p, block->num_args ? BATON_STR("):") : BATON_STR(":"));
}

static bool is_elided(const baton_op *op, const char *elided) {
  return elided && !op->next && strcmp(op->def->name, elided) == 0 && op->num_operands == 0 && op->num_attrs == 0 &&
         op->num_results == 0;
}

static bool is_target(const baton_region *region, const baton_block *target) {
  for (const baton_block *block = region->first; block; block = block->next)
    for (uint32_t i = 0; block->last && i < block->last->num_successors; i++)
      if (baton_op_successors(block->last)[i] == target)
        return true;
  return false;
}

static baton_str inner_dialect(const baton_op_def *def) {
  const char *dot = strchr(def->name, '.');
  if (!dot || !baton_op_def_has_trait(def, BATON_TRAIT_ISOLATED))
    return (baton_str){"", 0};
  return (baton_str){def->name, (size_t)(dot - def->name)};
}

void baton_printer_region(baton_printer *p, const baton_region *region, bool print_args, bool print_empty_block,
                          const char *elided) {
  baton_str dialect = p->default_dialect;
  const baton_op *op = p->op;
  p->default_dialect = inner_dialect(op->def);
  baton_printer_char(p, '{');
  p->indent++;
  for (const baton_block *block = region->first; block; block = block->next) {
    bool is_entry = block == region->first;
    if (!is_entry || (print_args && block->num_args) || (print_empty_block && !block->first) ||
        is_target(region, block))
      label(p, block);
    for (const baton_op *inner = block->first; inner; inner = inner->next)
      if (!is_elided(inner, elided)) {
        baton_printer_new_line(p);
        baton_printer_op(p, inner);
      }
  }
  p->indent--;
  baton_printer_new_line(p);
  baton_printer_char(p, '}');
  p->default_dialect = dialect;
  p->op = op;
}

// ---- generic form -----------------------------------------------------------------------------------------------

// MLIR keeps inherent attributes of its own dialects apart, and those of others among all.
static bool is_of_mlir(const char *name) {
  static const char *const prefixes[] = {"builtin.", "func.", "arith.", "scf.", "memref."};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0)
      return true;
  return false;
}

static void generic_successors(baton_printer *p, const baton_op *op) {
  for (uint32_t i = 0; i < op->num_successors; i++) {
    baton_printer_text(p, i ? BATON_STR(", ") : BATON_STR("["));
    baton_names_print_block(&p->names, baton_op_successors(op)[i], p->out);
  }
  if (op->num_successors)
    baton_printer_char(p, ']');
}

// Ops with one region or two are written with two: MLIR takes an unknown op with one region for a symbol table.
static void generic_regions(baton_printer *p, const baton_op *op) {
  bool has_companion = op->def->min_regions == 1 && op->def->max_regions == 2 && op->num_regions == 1;
  for (uint32_t i = 0; i < op->num_regions; i++) {
    baton_printer_text(p, i ? BATON_STR(", ") : BATON_STR(" ("));
    baton_printer_region(p, &op->regions[i], true, true, NULL);
  }
  if (has_companion)
    baton_printer_text(p, BATON_STR(", {}"));
  if (op->num_regions)
    baton_printer_char(p, ')');
}

static void generic_type(baton_printer *p, const baton_op *op) {
  baton_printer_text(p, BATON_STR(" : ("));
  for (uint32_t i = 0; i < op->num_operands; i++) {
    if (i)
      baton_printer_text(p, BATON_STR(", "));
    value_type(p, op->operands[i].value);
  }
  baton_printer_text(p, BATON_STR(") -> "));
  bool one = op->num_results == 1 && op->results[0].type->kind != BATON_TYPE_FUNCTION;
  if (!one)
    baton_printer_char(p, '(');
  for (uint32_t i = 0; i < op->num_results; i++) {
    if (i)
      baton_printer_text(p, BATON_STR(", "));
    baton_printer_type(p, op->results[i].type);
  }
  if (!one)
    baton_printer_char(p, ')');
}

static void generic_op(baton_printer *p, const baton_op *op) {
  bool apart = is_of_mlir(op->def->name);
  baton_print_quoted(baton_str_from(op->def->name), p->out);
  baton_printer_char(p, '(');
  baton_printer_operands(p, (baton_operands){op->operands, op->num_operands});
  baton_printer_char(p, ')');
  generic_successors(p, op);
  if (apart)
    baton_printer_attrs(p, op, &(baton_attr_choice){.before = " <{", .after = "}>", .slots = true});
  generic_regions(p, op);
  baton_printer_attrs(p, op, &(baton_attr_choice){.before = " {", .after = "}", .slots = !apart, .attrs = true});
  generic_type(p, op);
}

// ---- ops --------------------------------------------------------------------------------------------------------

static void result_names(baton_printer *p, const baton_op *op) {
  if (op->num_results == 0)
    return;
  if (op->num_results == 1) {
    baton_printer_value(p, &op->results[0]);
  } else {
    baton_names_print_group(&p->names, op, p->out);
    baton_printer_char(p, ':');
    baton_strbuf_append_int(p->out, op->num_results);
  }
  baton_printer_text(p, BATON_STR(" = "));
}

void baton_printer_name(baton_printer *p, const char *name) {
  baton_str dialect = p->default_dialect;
  const char *rest = name + dialect.size + 1;
  if (dialect.size && *name == *dialect.data && strncmp(name, dialect.data, dialect.size) == 0 && rest[-1] == '.' &&
      !strchr(rest, '.'))
    name = rest;
  baton_printer_text(p, baton_str_from(name));
}

// What the hooks of loops rely on: region arguments for all that is carried, and one for the three bounds.
static bool has_loop_args(const baton_op *op) {
  if (!baton_op_has_trait(op, BATON_TRAIT_LOOP))
    return true;
  bool has_bounds = op->def->num_operands && op->def->operands[0].arity == BATON_ONE;
  const baton_block *entry = op->regions[0].first;
  return entry && (size_t)entry->num_args + (has_bounds ? 2 : 0) == op->num_operands;
}

static bool can_use_hook(const baton_op *op) { return op->def->print && baton_op_fits_row(op) && has_loop_args(op); }

// A terminator with something behind it could take that for its operands: "return" and, on the next line, "%0 = ...".
static bool custom_op(baton_printer *p, const baton_op *op) {
  if (p->options.generic || (baton_op_has_trait(op, BATON_TRAIT_TERMINATOR) && op->next))
    return false;
  if (!can_use_hook(op))
    return baton_printer_by_format(p, op);
  baton_printer_name(p, op->def->name);
  op->def->print(&p->asm_printer, op);
  return true;
}

enum { PIECE_BYTES = 64 << 10 };

// Hands over what has been printed.
static void flush(baton_printer *p) {
  p->is_refused = p->is_refused || !p->sink(p->sink_user, baton_strbuf_view(p->out));
  p->out->size = 0;
}

void baton_printer_op(baton_printer *p, const baton_op *op) {
  if (p->is_collecting)
    baton_printer_loc(p, op->loc);
  result_names(p, op);
  p->op = op;
  if (!custom_op(p, op))
    generic_op(p, op);
  if (!p->is_collecting)
    baton_printer_loc(p, op->loc);
  if (p->sink && p->out->size >= PIECE_BYTES)
    flush(p);
}

// Names are those that the whole function, or whatever isolated op is around, would be printed with.
static const baton_op *naming_root(const baton_op *op) {
  while (baton_op_parent(op) && !baton_op_has_trait(op, BATON_TRAIT_ISOLATED))
    op = baton_op_parent(op);
  return op;
}

static void collect_aliases(baton_printer *p, const baton_op *op) {
  baton_text_sink sink = p->sink;
  p->sink = NULL;
  p->is_collecting = true;
  size_t start = p->out->size;
  baton_printer_op(p, op);
  p->out->size = start;
  p->sink = sink;
  baton_printer_number_aliases(p);
}

static void print_all(baton_printer *p, const baton_op *op) {
  p->context = baton_op_context(op);
  baton_names_init(&p->names, naming_root(op));
  if (p->options.locations && !p->options.inlined)
    collect_aliases(p, op);
  baton_printer_aliases(p, true);
  baton_printer_op(p, op);
  baton_printer_char(p, '\n');
  baton_printer_aliases(p, false);
  baton_vec_deinit(&p->aliases);
  baton_vec_deinit(&p->alias_numbers);
  baton_map_deinit(&p->alias_of);
  baton_names_deinit(&p->names);
  baton_arena_deinit(&p->scratch);
  baton_map_deinit(&p->formats);
  baton_map_deinit(&p->types);
  baton_strbuf_deinit(&p->type_text);
}

static baton_printer make_printer(const baton_print_options *options, baton_strbuf *out) {
  return (baton_printer){.asm_printer = {.fn = &baton_asm_printer_functions},
                         .options = options ? *options : (baton_print_options){0},
                         .out = out,
                         .default_dialect = BATON_STR("builtin")};
}

void baton_print(const baton_op *op, const baton_print_options *options, baton_strbuf *out) {
  baton_printer p = make_printer(options, out);
  print_all(&p, op);
}

bool baton_print_to(const baton_op *op, const baton_print_options *options, baton_text_sink sink, void *user) {
  baton_strbuf piece = {0};
  baton_printer p = make_printer(options, &piece);
  p.sink = sink;
  p.sink_user = user;
  print_all(&p, op);
  flush(&p);
  baton_strbuf_deinit(&piece);
  return !p.is_refused;
}
