// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types.
#include "text/parser_impl.h"

enum { MAX_WIDTH = (1 << 24) - 1 };

static baton_str spelling(const baton_parser *p) { return baton_token_text(&p->lexer, p->token); }

// i32, si8, ui16. False: the word is none; a width of 0 stands for one that is out of range.
static bool integer_word(baton_str word, uint32_t *out_width, baton_signedness *out_sign) {
  size_t digits = 1;
  *out_sign = BATON_SIGNLESS;
  if (word.size > 2 && word.data[1] == 'i' && (word.data[0] == 's' || word.data[0] == 'u')) {
    *out_sign = word.data[0] == 's' ? BATON_SIGNED : BATON_UNSIGNED;
    digits = 2;
  } else if (word.size < 2 || word.data[0] != 'i') {
    return false;
  }
  uint32_t width = 0;
  for (size_t i = digits; i < word.size; i++) {
    if (!baton_is_digit(word.data[i]))
      return false;
    if (width <= MAX_WIDTH)
      width = width * 10 + (uint32_t)(word.data[i] - '0');
  }
  *out_width = width > MAX_WIDTH ? 0 : width;
  return true;
}

static const baton_type *float_word(baton_context *context, baton_str word) {
  static const char *const names[] = {
      [BATON_F16] = "f16", [BATON_BF16] = "bf16", [BATON_F32] = "f32", [BATON_F64] = "f64"};
  for (int kind = BATON_F16; kind <= BATON_F64; kind++)
    if (baton_str_is(word, names[kind]))
      return baton_type_float(context, (baton_float_kind)kind);
  return NULL;
}

// ---- memref -----------------------------------------------------------------------------------------------------

// A '?' or a decimal number at an offset of the raw text; *at moves behind it. The lexer is of no use here: it would
// read "0x4" as one number and "4xf32" as a number and a word.
static bool dimension(baton_parser *p, uint32_t *at, int64_t *out) {
  baton_str text = p->lexer.text;
  if (text.data[*at] == '?') {
    ++*at;
    *out = BATON_DYNAMIC;
    return true;
  }
  uint32_t start = *at;
  while (*at < text.size && baton_is_digit(text.data[*at]))
    ++*at;
  uint64_t value;
  if (!baton_token_integer((baton_str){text.data + start, *at - start}, &value) || value > INT64_MAX)
    return baton_parser_error(p, start, "invalid dimension");
  *out = (int64_t)value;
  return true;
}

// "4x?x" pushed on p->numbers; the element type is the current token afterwards.
static bool dimensions(baton_parser *p) {
  baton_str text = p->lexer.text;
  uint32_t at = p->token.start;
  while (at < text.size && (text.data[at] == '?' || baton_is_digit(text.data[at]))) {
    int64_t size = 0;
    if (!dimension(p, &at, &size))
      return false;
    baton_vec_push(&p->numbers, size);
    if (at >= text.size || text.data[at] != 'x')
      return baton_parser_error(p, at, "expected 'x' in dimension list");
    at++;
  }
  if (at != p->token.start)
    baton_parser_reset(p, at);
  return true;
}

static bool stride(baton_parser *p, int64_t *out) {
  if (baton_parser_try(p, '?')) {
    *out = BATON_DYNAMIC;
    return true;
  }
  return baton_parser_signed(p, out);
}

// Behind "strided": the strides are pushed on p->numbers.
static bool strided_layout(baton_parser *p, int64_t *out_offset) {
  *out_offset = 0;
  if (!baton_parser_expect(p, '<', "'<'") || !baton_parser_expect(p, '[', "'['"))
    return false;
  if (!baton_parser_is(p, ']'))
    do {
      int64_t value;
      if (!stride(p, &value))
        return false;
      baton_vec_push(&p->numbers, value);
    } while (baton_parser_try(p, ','));
  if (!baton_parser_expect(p, ']', "']'"))
    return false;
  if (baton_parser_try(p, ',') &&
      (!baton_parser_expect_word(p, "offset") || !baton_parser_expect(p, ':', "':'") || !stride(p, out_offset)))
    return false;
  return baton_parser_expect(p, '>', "'>'");
}

typedef struct layout {
  bool is_strided;
  int64_t offset;
  const baton_attr *space;
} layout;

// A layout behind an alias is read where the alias is defined.
static bool aliased_layout(baton_parser *p, layout *out, bool *out_was_layout) {
  *out_was_layout = false;
  if (!baton_parser_is(p, BATON_TOKEN_HASH))
    return true;
  const baton_alias *alias = baton_parser_alias(p, spelling(p));
  if (!alias)
    return true;
  uint32_t behind = p->token.end;
  baton_token here = p->token;
  baton_parser_reset(p, alias->body);
  if (baton_parser_is_word(p, "strided")) {
    baton_parser_advance(p);
    *out_was_layout = out->is_strided = true;
    if (!strided_layout(p, &out->offset))
      return false;
    p->token = here;
    baton_parser_reset(p, behind);
  } else {
    p->token = here;
    p->lexer.at = behind;
  }
  return true;
}

// Affine maps that are the identity, "(d0, d1) -> (d0, d1)", are dropped.
static bool is_identity_map(baton_str text) {
  const char *arrow = text.size ? memchr(text.data, '>', text.size) : NULL;
  if (!baton_str_has_prefix(text, BATON_STR("affine_map<(")) || !arrow || arrow[-1] != '-')
    return false;
  const char *from = text.data + strlen("affine_map<"), *from_end = arrow - 1;
  while (from_end > from && from_end[-1] == ' ')
    from_end--;
  const char *to = arrow + 1, *to_end = text.data + text.size - 1;
  while (to < to_end && *to == ' ')
    to++;
  return to_end - to == from_end - from && memcmp(from, to, (size_t)(to_end - to)) == 0;
}

// What follows the element type: a layout, a memory space, or both.
static bool layout_and_space(baton_parser *p, layout *out) {
  for (int part = 0; baton_parser_try(p, ','); part++) {
    uint32_t at = p->token.start;
    bool was_layout = false;
    if (part == 0 && baton_parser_try_word(p, "strided")) {
      out->is_strided = true;
      if (!strided_layout(p, &out->offset))
        return false;
      continue;
    }
    if (part == 0 && !aliased_layout(p, out, &was_layout))
      return false;
    if (was_layout)
      continue;
    const baton_attr *attr;
    if (!baton_parser_attr(p, &attr))
      return false;
    bool is_map = attr->kind == BATON_ATTR_OPAQUE && baton_str_has_prefix(attr->string, BATON_STR("affine_map"));
    if (part == 0 && is_map && is_identity_map(attr->string))
      continue;
    if (is_map)
      return baton_parser_error(p, at, "expected a strided layout; other affine maps are not supported");
    if (out->space)
      return baton_parser_error(p, at, "multiple memory spaces specified in memref type");
    out->space = attr;
  }
  return true;
}

static bool finish_memref(baton_parser *p, size_t mark, size_t rank, const baton_type *element, const layout *given,
                          const baton_type **out) {
  const int64_t *sizes = p->numbers.data + mark;
  if (given->is_strided && p->numbers.size - mark != 2 * rank)
    return baton_parser_error(p, p->token.start, "expected the number of strides to match the rank");
  *out = given->is_strided
             ? baton_type_strided_memref(p->context, element, sizes, rank, given->offset, sizes + rank, given->space)
             : baton_type_memref(p->context, element, sizes, rank, given->space);
  p->numbers.size = mark;
  return baton_parser_expect(p, '>', "'>'");
}

// Behind "memref".
static bool memref(baton_parser *p, const baton_type **out) {
  size_t mark = p->numbers.size;
  if (!baton_parser_expect(p, '<', "'<'"))
    return false;
  if (baton_parser_is(p, '*'))
    return baton_parser_unranked_memref(p, out);
  const baton_type *element;
  if (!dimensions(p))
    return false;
  size_t rank = p->numbers.size - mark;
  uint32_t at = p->token.start;
  if (!baton_parser_type(p, &element))
    return false;
  if (element->kind == BATON_TYPE_MEMREF || (element->kind == BATON_TYPE_OPAQUE && element->opaque.text.data[0] != '!'))
    return baton_parser_error(p, at, "memrefs of other elements than integers, index and floats are not supported");
  if (baton_type_bits(element) == 0)
    return baton_parser_error(p, at, "invalid memref element type");
  layout given = {0};
  return layout_and_space(p, &given) && finish_memref(p, mark, rank, element, &given, out);
}

static bool known_memref(baton_parser *p, const baton_type **out) {
  baton_known_place place;
  const baton_type *known = baton_parser_recall_brackets(p, p->known_memrefs, &place);
  if (known) {
    *out = known;
    return true;
  }
  if (!memref(p, out))
    return false;
  baton_parser_remember(p, place, *out);
  return true;
}

// ---- types of dialects ------------------------------------------------------------------------------------------

static const baton_type_def *find_type(const baton_dialect *dialect, baton_str name) {
  for (size_t i = 0; i < dialect->num_types; i++)
    if (baton_str_is(name, dialect->types[i]->name))
      return dialect->types[i];
  return NULL;
}

static bool registered_type(baton_parser *p, const baton_dialect *dialect, baton_str name, const baton_type **out) {
  const baton_type_def *def = find_type(dialect, name);
  if (!def)
    return baton_parser_error(p, p->token.start, "unknown type '%.*s' in dialect '%s'", BATON_STR_ARG(name),
                              dialect->name);
  baton_parser_advance(p);
  int64_t count = 0;
  if (def->has_count) {
    if (!baton_parser_expect(p, '<', "'<'"))
      return false;
    if (baton_parser_is(p, '-'))
      return baton_parser_error(p, p->token.start, "expected a count that is not negative");
    if (!stride(p, &count) || !baton_parser_expect(p, '>', "'>'"))
      return false;
  }
  *out = baton_type_dialect(p->context, def, count);
  return true;
}

// "!dialect.name<...>" of an unknown dialect, kept as it is written.
static bool opaque_type(baton_parser *p, baton_str dialect, const baton_type **out) {
  if (!baton_context_allows_unregistered(p->context))
    return baton_parser_error(p, p->token.start,
                              "type of unregistered dialect '%.*s'; use --allow-unregistered-dialect to accept it",
                              BATON_STR_ARG(dialect));
  uint32_t start = p->token.start, end = p->token.end;
  if (end < p->lexer.text.size && p->lexer.text.data[end] == '<' && !baton_parser_balanced(p, end, &end))
    return false;
  *out = baton_type_opaque(p->context, baton_parser_pretty(p, start, end));
  baton_parser_reset(p, end);
  return true;
}

static bool dialect_type(baton_parser *p, const baton_type **out) {
  baton_str name = baton_token_name(&p->lexer, p->token);
  const char *dot = memchr(name.data, '.', name.size);
  bool has_body = p->token.end < p->lexer.text.size && p->lexer.text.data[p->token.end] == '<';
  if (!dot && !has_body) {
    const baton_alias *alias = baton_parser_alias(p, spelling(p));
    if (!alias)
      return baton_parser_error(p, p->token.start, "undefined symbol alias id '%.*s'", BATON_STR_ARG(name));
    *out = alias->type;
    return baton_parser_use_alias(p, alias);
  }
  baton_str dialect_name = {name.data, dot ? (size_t)(dot - name.data) : name.size};
  const baton_dialect *dialect = baton_context_dialect(p->context, dialect_name);
  if (!dialect)
    return opaque_type(p, dialect_name, out);
  baton_str rest = dot ? (baton_str){dot + 1, name.size - dialect_name.size - 1} : (baton_str){"", 0};
  return registered_type(p, dialect, rest, out);
}

// ---- all types --------------------------------------------------------------------------------------------------

bool baton_parser_types_in_parens(baton_parser *p) {
  if (!baton_parser_expect(p, '(', "'('"))
    return false;
  if (baton_parser_try(p, ')'))
    return true;
  do {
    const baton_type *type;
    if (!baton_parser_type(p, &type))
      return false;
    baton_vec_push(&p->types, type);
  } while (baton_parser_try(p, ','));
  return baton_parser_expect(p, ')', "')'");
}

bool baton_parser_result_types(baton_parser *p) {
  if (baton_parser_is(p, '('))
    return baton_parser_types_in_parens(p);
  const baton_type *type;
  if (!baton_parser_type(p, &type))
    return false;
  baton_vec_push(&p->types, type);
  return true;
}

static bool function_type(baton_parser *p, const baton_type **out) {
  size_t mark = p->types.size;
  if (!baton_parser_types_in_parens(p))
    return false;
  size_t num_inputs = p->types.size - mark;
  if (!baton_parser_expect(p, BATON_TOKEN_ARROW, "'->'") || !baton_parser_result_types(p))
    return false;
  const baton_type **types = p->types.data + mark;
  *out = baton_type_function(p->context, types, num_inputs, types + num_inputs, p->types.size - mark - num_inputs);
  p->types.size = mark;
  return true;
}

bool baton_parser_starts_type(const baton_parser *p) {
  if (p->token.kind == BATON_TOKEN_BANG || p->token.kind == '(')
    return true;
  if (p->token.kind != BATON_TOKEN_WORD)
    return false;
  baton_str word = spelling(p);
  uint32_t width;
  baton_signedness sign;
  return integer_word(word, &width, &sign) || baton_str_is(word, "index") || baton_str_is(word, "memref") ||
         baton_str_is(word, "none") || float_word(p->context, word) || baton_is_carried_word(word);
}

static bool word_type(baton_parser *p, const baton_type **out) {
  baton_str word = spelling(p);
  uint32_t width;
  baton_signedness sign;
  if (baton_str_is(word, "memref")) {
    baton_parser_advance(p);
    return known_memref(p, out);
  }
  if (baton_is_carried_word(word))
    return baton_parser_carried_type(p, out);
  if (baton_str_is(word, "index"))
    *out = baton_type_index(p->context);
  else if (integer_word(word, &width, &sign)) {
    if (width == 0)
      return baton_parser_error(p, p->token.start, "invalid integer width");
    *out = baton_type_signed_integer(p->context, width, sign);
  } else if (baton_str_is(word, "none"))
    *out = baton_type_none(p->context);
  else if (!(*out = float_word(p->context, word)))
    return baton_parser_error(p, p->token.start, "unknown type '%.*s'", BATON_STR_ARG(word));
  baton_parser_advance(p);
  return true;
}

static bool token_type(baton_parser *p, const baton_type **out) {
  baton_known_place place;
  const baton_type *known = baton_parser_recall_token(p, p->known_tokens, &place);
  if (known) {
    *out = known;
    return true;
  }
  if (!(p->token.kind == BATON_TOKEN_WORD ? word_type : dialect_type)(p, out))
    return false;
  baton_parser_remember(p, place, *out);
  return true;
}

bool baton_parser_type(baton_parser *p, const baton_type **out) {
  if (!baton_parser_enter(p))
    return false;
  bool ok;
  switch (p->token.kind) {
  case BATON_TOKEN_WORD:
  case BATON_TOKEN_BANG:
    ok = token_type(p, out);
    break;
  case '(':
    ok = function_type(p, out);
    break;
  default:
    ok = baton_parser_expected(p, "type");
  }
  baton_parser_leave(p);
  return ok;
}
