// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parser as hooks see it: ir/asm.h.
#include "text/parser_impl.h"

#include <stdio.h>

static bool is_token(const baton_parser *p, const char *text) {
  return p->token.kind != BATON_TOKEN_END && p->token.kind != BATON_TOKEN_STRING &&
         baton_str_is(baton_token_text(&p->lexer, p->token), text);
}

static bool peek(baton_asm_parser *a, const char *text) { return is_token(baton_parser_of(a), text); }

static bool try_token(baton_asm_parser *a, const char *text) {
  baton_parser *p = baton_parser_of(a);
  if (!is_token(p, text))
    return false;
  baton_parser_advance(p);
  return true;
}

static bool token(baton_asm_parser *a, const char *text) {
  if (try_token(a, text))
    return true;
  char what[64];
  snprintf(what, sizeof what, "'%s'", text);
  return baton_parser_expected(baton_parser_of(a), what);
}

static bool operand(baton_asm_parser *a, baton_asm_operand *out) {
  return baton_parser_operand(baton_parser_of(a), out);
}

// A malformed operand is an error that the next step meets.
static bool try_operand(baton_asm_parser *a, baton_asm_operand *out) {
  baton_parser *p = baton_parser_of(a);
  return baton_parser_is(p, BATON_TOKEN_VALUE) && baton_parser_operand(p, out);
}

static bool operand_list(baton_asm_parser *a, baton_asm_operands *out) {
  baton_parser *p = baton_parser_of(a);
  if (!baton_parser_is(p, BATON_TOKEN_VALUE))
    return true;
  do {
    baton_asm_operand use;
    if (!baton_parser_operand(p, &use))
      return false;
    baton_vec_push(out, use);
  } while (baton_parser_try(p, ','));
  return true;
}

static bool type(baton_asm_parser *a, const baton_type **out) { return baton_parser_type(baton_parser_of(a), out); }

static bool type_list(baton_asm_parser *a, baton_asm_types *out) {
  baton_parser *p = baton_parser_of(a);
  if (baton_parser_is(p, ')') || baton_parser_is(p, ']') || baton_parser_is(p, '}'))
    return true;
  do {
    const baton_type *item;
    if (!baton_parser_type(p, &item))
      return false;
    baton_vec_push(out, item);
  } while (baton_parser_try(p, ','));
  return true;
}

static bool attribute(baton_asm_parser *a, const baton_attr **out) {
  return baton_parser_attr(baton_parser_of(a), out);
}

static bool symbol_name(baton_asm_parser *a, baton_str *out) {
  return baton_parser_symbol_name(baton_parser_of(a), out);
}

static bool try_symbol_name(baton_asm_parser *a, baton_str *out) {
  return baton_parser_is(baton_parser_of(a), BATON_TOKEN_SYMBOL) && symbol_name(a, out);
}

static bool integer(baton_asm_parser *a, int64_t *out) { return baton_parser_signed(baton_parser_of(a), out); }

static bool attr_dict(baton_asm_parser *a, bool with_keyword) {
  baton_parser *p = baton_parser_of(a);
  if (with_keyword ? !baton_parser_try_word(p, "attributes") : !baton_parser_is(p, '{'))
    return true;
  return baton_parser_dict_items(p, p->frame->attrs);
}

static bool opt_dict(baton_asm_parser *a, const baton_attr **out) {
  baton_parser *p = baton_parser_of(a);
  *out = NULL;
  return !baton_parser_is(p, '{') || baton_parser_dict(p, out);
}

static bool opt_arg_loc(baton_asm_parser *a, baton_asm_arg *arg) {
  return baton_parser_arg_loc(baton_parser_of(a), arg);
}

static bool resolve(baton_asm_parser *a, baton_asm_operand use, const baton_type *of) {
  return baton_parser_resolve(baton_parser_of(a), use, of);
}

static void add_attr(baton_asm_parser *a, baton_str name, const baton_attr *value) {
  baton_parser_add_attr(baton_parser_of(a), name, value);
}

static void add_result(baton_asm_parser *a, const baton_type *of) { baton_vec_push(&baton_parser_of(a)->results, of); }

static void add_segments(baton_asm_parser *a, const int64_t *sizes, size_t num_sizes) {
  add_attr(a, BATON_STR("operandSegmentSizes"), baton_attr_dense_i32(baton_parser_of(a)->context, sizes, num_sizes));
}

static bool region(baton_asm_parser *a, const baton_asm_arg *args, size_t num_args) {
  return baton_parser_region(baton_parser_of(a), args, num_args, true);
}

static void empty_region(baton_asm_parser *a) { baton_parser_empty_region(baton_parser_of(a)); }

static bool bare_region(baton_asm_parser *a) { return baton_parser_region(baton_parser_of(a), NULL, 0, false); }

static void last_region_first(baton_asm_parser *a) {
  baton_parser *p = baton_parser_of(a);
  baton_region **first = p->regions.data + p->frame->regions, *last = p->regions.data[p->regions.size - 1];
  memmove(first + 1, first, (p->regions.size - 1 - p->frame->regions) * sizeof *first);
  *first = last;
}

static uint32_t position(baton_asm_parser *a) { return baton_parser_of(a)->token.start; }

static bool error(baton_asm_parser *a, uint32_t at, const char *text) {
  return baton_parser_error(baton_parser_of(a), at, "%s", text);
}

static baton_context *context(baton_asm_parser *a) { return baton_parser_of(a)->context; }

static const baton_loc *loc(baton_asm_parser *a) { return baton_parser_of(a)->frame->loc; }

const baton_asm_parser_vtable baton_asm_parser_functions = {
    .token = token,
    .try_token = try_token,
    .operand = operand,
    .try_operand = try_operand,
    .operand_list = operand_list,
    .type = type,
    .type_list = type_list,
    .attribute = attribute,
    .symbol_name = symbol_name,
    .integer = integer,
    .attr_dict = attr_dict,
    .opt_dict = opt_dict,
    .opt_arg_loc = opt_arg_loc,
    .resolve = resolve,
    .add_attr = add_attr,
    .add_result = add_result,
    .add_segments = add_segments,
    .region = region,
    .empty_region = empty_region,
    .position = position,
    .error = error,
    .context = context,
    .peek = peek,
    .try_symbol_name = try_symbol_name,
    .loc = loc,
    .bare_region = bare_region,
    .last_region_first = last_region_first,
};
