// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Locations, in full or by aliases. As in MLIR, simple locations are numbered before those that hold others, each in
// the order of the text; those of arguments are written in full all the same, and defined before the op.
#include "text/printer_impl.h"

// ---- collecting -------------------------------------------------------------------------------------------------

static uint32_t collect(baton_printer *p, const baton_loc *loc, bool is_early);

// Collects what is in a location, and gives the uniqued location and its depth.
static baton_loc_alias collect_children(baton_printer *p, const baton_loc *loc, bool is_early) {
  baton_loc_alias alias = {.is_early = is_early};
  uint32_t num = loc->head->num_children;
  const baton_loc **children = baton_mem_resize_array(NULL, num + (size_t)1, sizeof *children);
  for (uint32_t i = 0; i < num; i++) {
    children[i] = loc->children[i];
    if (loc->head->kind == BATON_LOC_NAME && children[i]->head->kind == BATON_LOC_UNKNOWN)
      continue; // not written
    uint32_t at = collect(p, children[i], is_early);
    const baton_loc_alias *child = &p->aliases.data[at];
    children[i] = child->loc;
    alias.depth = child->depth >= alias.depth ? child->depth + 1 : alias.depth;
  }
  alias.loc = baton_loc_with(p->context, loc, children);
  baton_mem_free(children);
  return alias;
}

// Where a location is among those collected; what is in it comes first. Each is looked into at most twice.
static uint32_t collect(baton_printer *p, const baton_loc *loc, bool is_early) {
  const uint64_t *known = baton_map_find(&p->alias_of, baton_map_key(loc));
  if (known && (p->aliases.data[*known].is_early || !is_early))
    return (uint32_t)*known;
  baton_loc_alias alias = collect_children(p, loc, is_early);
  known = baton_map_find(&p->alias_of, baton_map_key(alias.loc));
  uint32_t found = known ? (uint32_t)*known : (uint32_t)p->aliases.size;
  if (!known)
    baton_vec_push(&p->aliases, alias);
  p->aliases.data[found].is_early |= is_early;
  baton_map_set(&p->alias_of, baton_map_key(loc), found);
  baton_map_set(&p->alias_of, baton_map_key(alias.loc), found);
  return found;
}

// By depth, and otherwise as they are.
void baton_printer_number_aliases(baton_printer *p) {
  size_t num = p->aliases.size;
  uint32_t num_placed = 0;
  baton_loc_alias *sorted = baton_mem_resize_array(NULL, num + 1, sizeof *sorted);
  for (size_t i = 0; i < num; i++)
    baton_vec_push(&p->alias_numbers, 0);
  for (uint32_t depth = 0; num_placed < num; depth++)
    for (size_t i = 0; i < num; i++)
      if (p->aliases.data[i].depth == depth) {
        p->alias_numbers.data[i] = num_placed;
        sorted[num_placed++] = p->aliases.data[i];
      }
  if (num)
    memcpy(p->aliases.data, sorted, num * sizeof *sorted);
  baton_mem_free(sorted);
  p->is_collecting = false;
}

// ---- printing ---------------------------------------------------------------------------------------------------

static void print_name(uint64_t number, baton_strbuf *out) {
  baton_strbuf_append(out, BATON_STR("#loc"));
  if (number)
    baton_strbuf_append_int(out, (int64_t)number);
}

static bool print_alias(void *user, const baton_loc *loc, baton_strbuf *out) {
  const baton_printer *p = user;
  const uint64_t *found = baton_map_find(&p->alias_of, baton_map_key(loc));
  if (found)
    print_name(p->alias_numbers.data[*found], out);
  return found != NULL;
}

static void print_loc(baton_printer *p, const baton_loc *loc, bool may_be_alias) {
  baton_printer_text(p, BATON_STR("loc("));
  if (!may_be_alias || !print_alias(p, loc, p->out))
    baton_loc_print_short(loc, print_alias, p, p->out);
  baton_printer_char(p, ')');
}

static void op_or_arg_loc(baton_printer *p, const baton_loc *loc, bool is_arg) {
  if (!loc)
    loc = baton_loc_unknown(p->context);
  if (p->is_collecting) {
    collect(p, loc, is_arg);
    return;
  }
  baton_printer_char(p, ' ');
  print_loc(p, loc, !is_arg);
}

void baton_printer_loc(baton_printer *p, const baton_loc *loc) {
  if (p->options.locations)
    op_or_arg_loc(p, loc, false);
}

void baton_printer_arg_loc(baton_printer *p, const baton_value *arg) {
  if (p->options.locations)
    op_or_arg_loc(p, baton_argument_loc(arg), true);
}

void baton_printer_aliases(baton_printer *p, bool is_early) {
  for (size_t i = 0; i < p->aliases.size; i++) {
    if (p->aliases.data[i].is_early != is_early)
      continue;
    print_name(i, p->out);
    baton_printer_text(p, BATON_STR(" = "));
    print_loc(p, p->aliases.data[i].loc, false);
    baton_printer_char(p, '\n');
  }
}
