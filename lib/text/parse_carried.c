// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types of MLIR that are carried along and not looked into: tensors, vectors, tuples, complex numbers, memrefs without
// a rank, floats of other formats. They are checked as MLIR does and kept as the text that it gives them.
#include "text/parser_impl.h"

static bool is_of(baton_str word, const char *const *words, size_t num) {
  for (size_t i = 0; i < num; i++)
    if (baton_str_is(word, words[i]))
      return true;
  return false;
}

bool baton_is_carried_word(baton_str word) {
  static const char *const words[] = {"tensor", "vector", "tuple", "complex"};
  return is_of(word, words, sizeof words / sizeof *words) || baton_is_carried_float(word);
}

bool baton_is_carried_float(baton_str word) {
  static const char *const words[] = {"f8E5M2",        "f8E4M3", "f8E4M3FN", "f8E5M2FNUZ", "f8E4M3FNUZ",
                                      "f8E4M3B11FNUZ", "tf32",   "f80",      "f128"};
  return is_of(word, words, sizeof words / sizeof *words);
}

static bool is_carried(const baton_type *type, const char *word) {
  return type->kind == BATON_TYPE_OPAQUE && baton_str_has_prefix(type->opaque.text, baton_str_from(word));
}

// A float of another format, which is its word alone.
static bool is_other_float(const baton_type *type) {
  return type->kind == BATON_TYPE_OPAQUE && baton_is_carried_float(type->opaque.text);
}

static bool is_number(const baton_type *type) { return baton_type_bits(type) != 0 || is_other_float(type); }

static bool is_name_char(char c) { return baton_is_letter(c) || baton_is_digit(c) || c == '_' || c == '.'; }

// Whether "b", "b.c" or "b<...>" stands between two places, where the bracket that is opened is closed at the end.
static bool is_simple(baton_parser *p, uint32_t at, uint32_t end) {
  const char *text = p->lexer.text.data;
  if (at == end || !baton_is_letter(text[at]))
    return false;
  while (at < end && is_name_char(text[at]))
    at++;
  return at == end || (text[at] == '<' && baton_parser_balanced(p, at, &at) && at == end);
}

baton_str baton_parser_pretty(baton_parser *p, uint32_t start, uint32_t end) {
  baton_str text = {p->lexer.text.data + start, end - start};
  const char *open = memchr(text.data, '<', text.size), *dot = memchr(text.data, '.', text.size);
  if (!open || (dot && dot < open))
    return text;
  size_t name = (size_t)(open - text.data);
  if (!is_simple(p, start + (uint32_t)name + 1, end - 1))
    return text;
  char *pretty = baton_arena_alloc(&p->scratch, text.size, 1);
  memcpy(pretty, text.data, text.size - 1);
  pretty[name] = '.';
  return (baton_str){pretty, text.size - 1};
}

// ---- shapes -----------------------------------------------------------------------------------------------------

typedef enum shape_kind { SHAPE_TENSOR, SHAPE_VECTOR } shape_kind;

// "4x", "?x" of tensors, "[4]x" of vectors; appended to the text.
static bool one_size(baton_parser *p, shape_kind kind, uint32_t *at, baton_strbuf *text) {
  const char *data = p->lexer.text.data;
  size_t end = p->lexer.text.size;
  bool is_scalable = kind == SHAPE_VECTOR && data[*at] == '[';
  uint32_t start = *at, digits = *at + is_scalable;
  *at = digits;
  while (*at < end && (baton_is_digit(data[*at]) || (kind == SHAPE_TENSOR && data[*at] == '?' && *at == digits)))
    ++*at;
  uint64_t size = 0;
  bool is_number = baton_is_digit(data[digits]);
  if (*at == digits ||
      (is_number && (!baton_token_integer((baton_str){data + digits, *at - digits}, &size) || size > INT64_MAX)))
    return baton_parser_error(p, digits, "invalid dimension");
  if (kind == SHAPE_VECTOR && size == 0)
    return baton_parser_error(p, digits, "vector types must have positive constant sizes");
  if (is_scalable && (*at >= end || data[(*at)++] != ']'))
    return baton_parser_error(p, *at, "missing ']' closing scalable dimension");
  if (*at >= end || data[*at] != 'x')
    return baton_parser_error(p, *at, "expected 'x' in dimension list");
  ++*at;
  if (is_number)
    baton_strbuf_printf(text, is_scalable ? "[%llu]x" : "%llux", (unsigned long long)size);
  else
    baton_strbuf_append(text, (baton_str){data + start, *at - start});
  return true;
}

static bool sizes(baton_parser *p, shape_kind kind, baton_strbuf *text) {
  uint32_t at = p->token.start;
  const char *data = p->lexer.text.data;
  if (kind == SHAPE_TENSOR && data[at] == '*') {
    if (at + 1 >= p->lexer.text.size || data[at + 1] != 'x')
      return baton_parser_error(p, at + 1, "expected 'x' in dimension list");
    baton_strbuf_append(text, BATON_STR("*x"));
    baton_parser_reset(p, at + 2);
    return true;
  }
  while (at < p->lexer.text.size &&
         (baton_is_digit(data[at]) || (kind == SHAPE_TENSOR ? data[at] == '?' : data[at] == '[')))
    if (!one_size(p, kind, &at, text))
      return false;
  if (at != p->token.start)
    baton_parser_reset(p, at);
  return true;
}

static bool accepts_element(shape_kind kind, const baton_type *type) {
  if (is_number(type))
    return true;
  bool is_builtin = type->kind == BATON_TYPE_OPAQUE && type->opaque.text.data[0] != '!';
  return kind == SHAPE_TENSOR && (type->kind == BATON_TYPE_DIALECT || is_carried(type, "complex") ||
                                  is_carried(type, "vector") || (type->kind == BATON_TYPE_OPAQUE && !is_builtin));
}

// Behind "tensor<" or "vector<".
static bool shaped(baton_parser *p, shape_kind kind, baton_strbuf *text) {
  const baton_type *element;
  if (!sizes(p, kind, text))
    return false;
  uint32_t at = p->token.start;
  if (!baton_parser_type(p, &element))
    return false;
  if (!accepts_element(kind, element))
    return baton_parser_error(p, at, "%s",
                              kind == SHAPE_TENSOR ? "invalid tensor element type"
                                                   : "vector elements must be int/index/float type");
  baton_type_print(element, text);
  const baton_attr *encoding;
  if (kind == SHAPE_TENSOR && baton_parser_try(p, ',')) {
    if (!baton_parser_attr(p, &encoding))
      return false;
    baton_strbuf_append(text, BATON_STR(", "));
    baton_attr_print(encoding, text);
  }
  return true;
}

// ---- the others -------------------------------------------------------------------------------------------------

static bool tuple(baton_parser *p, baton_strbuf *text) {
  if (baton_parser_is(p, '>'))
    return true;
  for (bool is_first = true; is_first || baton_parser_try(p, ','); is_first = false) {
    const baton_type *type;
    if (!baton_parser_type(p, &type))
      return false;
    if (!is_first)
      baton_strbuf_append(text, BATON_STR(", "));
    baton_type_print(type, text);
  }
  return true;
}

static bool complex(baton_parser *p, baton_strbuf *text) {
  const baton_type *type;
  uint32_t at = p->token.start;
  if (!baton_parser_type(p, &type))
    return false;
  if (type->kind == BATON_TYPE_INDEX || !is_number(type))
    return baton_parser_error(p, at, "invalid element type for complex");
  baton_type_print(type, text);
  return true;
}

static bool inside(baton_parser *p, baton_str word, baton_strbuf *text) {
  return baton_str_is(word, "tensor")   ? shaped(p, SHAPE_TENSOR, text)
         : baton_str_is(word, "vector") ? shaped(p, SHAPE_VECTOR, text)
         : baton_str_is(word, "tuple")  ? tuple(p, text)
                                        : complex(p, text);
}

bool baton_parser_carried_type(baton_parser *p, const baton_type **out) {
  baton_str word = baton_token_text(&p->lexer, p->token);
  baton_strbuf text = {0};
  baton_strbuf_append(&text, word);
  baton_parser_advance(p);
  bool ok = true;
  if (!baton_is_carried_float(word)) {
    baton_strbuf_append_char(&text, '<');
    ok = baton_parser_expect(p, '<', "'<'") && inside(p, word, &text) && baton_parser_expect(p, '>', "'>'");
    baton_strbuf_append_char(&text, '>');
  }
  if (ok)
    *out = baton_type_opaque(p->context, baton_strbuf_view(&text));
  baton_strbuf_deinit(&text);
  return ok;
}

bool baton_parser_unranked_memref(baton_parser *p, const baton_type **out) {
  uint32_t at = p->token.start;
  if (at + 1 >= p->lexer.text.size || p->lexer.text.data[at + 1] != 'x')
    return baton_parser_error(p, at + 1, "expected 'x' in dimension list");
  baton_parser_reset(p, at + 2);
  at = p->token.start;
  const baton_type *element;
  const baton_attr *space = NULL;
  if (!baton_parser_type(p, &element))
    return false;
  if (!is_number(element))
    return baton_parser_error(p, at, "invalid memref element type");
  at = p->token.end;
  if (baton_parser_try(p, ',') && !baton_parser_attr(p, &space))
    return false;
  if (space && space->kind == BATON_ATTR_OPAQUE && space->string.data[0] != '#')
    return baton_parser_error(p, at, "cannot have affine map for unranked memref type");
  baton_strbuf text = {0};
  baton_strbuf_append(&text, BATON_STR("memref<*x"));
  baton_type_print(element, &text);
  if (space) {
    baton_strbuf_append(&text, BATON_STR(", "));
    baton_attr_print_item(space, &text);
  }
  baton_strbuf_append_char(&text, '>');
  *out = baton_type_opaque(p->context, baton_strbuf_view(&text));
  baton_strbuf_deinit(&text);
  return baton_parser_expect(p, '>', "'>'");
}
