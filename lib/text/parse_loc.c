// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Locations.
#include "text/parser_impl.h"

static bool line_number(baton_parser *p, uint32_t *out) {
  uint64_t value;
  if (!baton_parser_expect(p, ':', "':'"))
    return false;
  if (!baton_parser_is(p, BATON_TOKEN_INTEGER))
    return baton_parser_expected(p, "integer in FileLineColLoc");
  if (!baton_token_integer(baton_token_text(&p->lexer, p->token), &value) || value > UINT32_MAX)
    return baton_parser_error(p, p->token.start, "expected 32-bit integer in FileLineColLoc");
  baton_parser_advance(p);
  *out = (uint32_t)value;
  return true;
}

// "file":1:2, "name", "name"(loc)
static bool string_loc(baton_parser *p, const baton_loc **out) {
  baton_str text = baton_parser_string(p);
  uint32_t line, column;
  if (baton_parser_is(p, ':')) {
    if (!line_number(p, &line) || !line_number(p, &column))
      return false;
    *out = baton_loc_file(p->context, text, line, column);
    return true;
  }
  const baton_loc *child = baton_loc_unknown(p->context);
  if (baton_parser_try(p, '(') && (!baton_parser_loc_body(p, &child) || !baton_parser_expect(p, ')', "')'")))
    return false;
  *out = child ? baton_loc_name(p->context, text, child) : NULL;
  return true;
}

// Behind "callsite": (callee at caller)
static bool call_loc(baton_parser *p, const baton_loc **out) {
  const baton_loc *callee, *caller;
  if (!baton_parser_expect(p, '(', "'('") || !baton_parser_loc_body(p, &callee) || !baton_parser_expect_word(p, "at") ||
      !baton_parser_loc_body(p, &caller) || !baton_parser_expect(p, ')', "')'"))
    return false;
  *out = callee && caller ? baton_loc_call(p->context, callee, caller) : NULL;
  return true;
}

// Behind "fused": <metadata>[loc, ...]
static bool fused_loc(baton_parser *p, const baton_loc **out) {
  const baton_attr *metadata = NULL;
  if (baton_parser_try(p, '<') && (!baton_parser_attr(p, &metadata) || !baton_parser_expect(p, '>', "'>'")))
    return false;
  if (!baton_parser_expect(p, '[', "'['"))
    return false;
  BATON_VEC(const baton_loc *) children = {0};
  bool ok = true, is_late = false;
  if (!baton_parser_is(p, ']'))
    do {
      const baton_loc *child;
      ok = baton_parser_loc_body(p, &child);
      is_late = is_late || (ok && !child);
      baton_vec_push(&children, child);
    } while (ok && baton_parser_try(p, ','));
  ok = ok && baton_parser_expect(p, ']', "']'");
  if (ok)
    *out = is_late ? NULL : baton_loc_fused(p->context, children.data, children.size, metadata);
  baton_vec_deinit(&children);
  return ok;
}

static bool alias_loc(baton_parser *p, const baton_loc **out) {
  const baton_alias *alias = baton_parser_alias(p, baton_token_text(&p->lexer, p->token));
  baton_str name = baton_token_name(&p->lexer, p->token);
  if (!alias && !p->may_be_late)
    return baton_parser_error(p, p->token.start, "operation location alias was never defined");
  if (alias && alias->kind != BATON_ALIAS_LOC)
    return baton_parser_error(p, p->token.start, "expected location, but '#%.*s' is another attribute",
                              BATON_STR_ARG(name));
  *out = alias ? alias->loc : NULL;
  if (alias)
    return baton_parser_use_alias(p, alias);
  baton_parser_advance(p);
  return true;
}

static bool loc_body(baton_parser *p, const baton_loc **out) {
  if (baton_parser_is(p, BATON_TOKEN_STRING))
    return string_loc(p, out);
  if (baton_parser_is(p, BATON_TOKEN_HASH))
    return alias_loc(p, out);
  if (baton_parser_try_word(p, "unknown")) {
    *out = baton_loc_unknown(p->context);
    return true;
  }
  if (baton_parser_try_word(p, "callsite"))
    return call_loc(p, out);
  if (baton_parser_try_word(p, "fused"))
    return fused_loc(p, out);
  if (baton_parser_try_word(p, "loc"))
    return baton_parser_expect(p, '(', "'('") && baton_parser_loc_body(p, out) && baton_parser_expect(p, ')', "')'");
  return baton_parser_expected(p, "location instance");
}

bool baton_parser_loc_body(baton_parser *p, const baton_loc **out) {
  if (!baton_parser_enter(p))
    return false;
  bool ok = loc_body(p, out);
  baton_parser_leave(p);
  return ok;
}

bool baton_parser_loc(baton_parser *p, const baton_loc **out) {
  return baton_parser_expect_word(p, "loc") && baton_parser_expect(p, '(', "'('") && baton_parser_loc_body(p, out) &&
         baton_parser_expect(p, ')', "')'");
}

bool baton_parser_early_loc(baton_parser *p, const baton_loc **out) {
  p->may_be_late = true;
  bool ok = baton_parser_loc(p, out);
  p->may_be_late = false;
  return ok;
}

bool baton_parser_arg_loc(baton_parser *p, baton_asm_arg *arg) {
  arg->loc = NULL;
  arg->late_loc = 0;
  if (!baton_parser_is_word(p, "loc"))
    return true;
  uint32_t position = p->token.start;
  if (!baton_parser_early_loc(p, &arg->loc))
    return false;
  if (!arg->loc)
    arg->late_loc = position + 1;
  return true;
}

void baton_parser_late_loc(baton_parser *p, const baton_loc **place, uint32_t position) {
  baton_vec_push(&p->late_locations, ((baton_late_location){place, position}));
}
