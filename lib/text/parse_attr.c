// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes and aliases.
#include "ir/natural.h"
#include "text/parser_impl.h"

#include <stdlib.h>

static baton_str spelling(const baton_parser *p) { return baton_token_text(&p->lexer, p->token); }

// ---- numbers ----------------------------------------------------------------------------------------------------

static bool is_numeric(const baton_type *type) {
  return type->kind == BATON_TYPE_INDEX || type->kind == BATON_TYPE_INTEGER || type->kind == BATON_TYPE_FLOAT;
}

// The value of an integer literal in a type: what fits its width, read as unsigned where the type has no sign.
static bool fits(const baton_type *type, uint64_t magnitude, bool is_negative, int64_t *out) {
  uint32_t width = type->kind == BATON_TYPE_INDEX ? 64 : type->integer.width;
  bool is_signed = type->kind == BATON_TYPE_INDEX || type->integer.signedness == BATON_SIGNED;
  if (width > 64 || (width < 64 && magnitude >> width))
    return false;
  uint64_t sign_bit = (uint64_t)1 << (width - 1);
  if (is_negative ? magnitude == 0 || magnitude > sign_bit : is_signed && magnitude >= sign_bit)
    return false;
  *out = is_negative ? (int64_t)(0 - magnitude) : (int64_t)magnitude;
  return true;
}

static bool integer_value(baton_parser *p, baton_str literal, uint32_t position, bool is_negative,
                          const baton_type *type, int64_t *out) {
  uint64_t magnitude;
  if (is_negative && type->kind == BATON_TYPE_INTEGER && type->integer.signedness == BATON_UNSIGNED)
    return baton_parser_error(p, position, "negative integer literal not valid for unsigned integer type");
  if (!baton_token_integer(literal, &magnitude) || !fits(type, magnitude, is_negative, out))
    return baton_parser_error(p, position, "integer constant out of range for attribute");
  return true;
}

// The same for types of more than 64 bits, whose values are attributes of two kinds.
static bool wide_value(baton_parser *p, baton_str literal, uint32_t position, bool is_negative, const baton_type *type,
                       const baton_attr **out) {
  uint32_t width = type->integer.width;
  baton_signedness sign = type->integer.signedness;
  baton_natural value;
  if (is_negative && sign == BATON_UNSIGNED)
    return baton_parser_error(p, position, "negative integer literal not valid for unsigned integer type");
  if (!baton_natural_parse(literal, &value))
    return baton_parser_error(p, position, "integer literals of more than %d bits are not supported",
                              BATON_NATURAL_BITS);
  uint32_t bits = baton_natural_bits(&value);
  if (!is_negative && sign == BATON_SIGNLESS && bits == width) { // the sign bit is set
    baton_natural_complement(&value, width);
    bits = baton_natural_bits(&value);
    is_negative = true;
  } else {
    bool reaches_least = is_negative && baton_natural_is_power(&value);
    uint32_t limit = width - (sign == BATON_SIGNED || is_negative ? 1 : 0) + (reaches_least ? 1 : 0);
    if (bits > limit || (is_negative && bits == 0))
      return baton_parser_error(p, position, "integer constant out of range for attribute");
  }
  bool is_least = is_negative && bits == 64 && baton_natural_is_power(&value);
  if (bits < 64 || is_least) {
    uint64_t small = (uint64_t)value.limbs[0] | (uint64_t)value.limbs[1] << 32;
    *out = baton_attr_integer(p->context, type, (int64_t)(is_negative ? 0 - small : small));
    return true;
  }
  baton_strbuf text = {0};
  if (is_negative)
    baton_strbuf_append_char(&text, '-');
  baton_natural_print(&value, &text);
  *out = baton_attr_wide(p->context, type, baton_strbuf_view(&text));
  baton_strbuf_deinit(&text);
  return true;
}

static bool float_value(baton_parser *p, baton_str literal, uint32_t position, bool is_negative, const baton_type *type,
                        uint64_t *out) {
  char text[512];
  if (literal.size >= sizeof text)
    return baton_parser_error(p, position, "floating point literal is too long");
  memcpy(text, literal.data, literal.size);
  text[literal.size] = 0;
  double value = strtod(text, NULL); // infinite where it is too large
  *out = baton_float_bits(type->float_kind, is_negative ? -value : value);
  return true;
}

// The bits of a float of the given type from an integer literal, which must be hexadecimal.
static bool hex_float(baton_parser *p, baton_str literal, uint32_t position, bool is_negative, const baton_type *type,
                      uint64_t *out) {
  if (literal.size < 3 || literal.data[1] != 'x') {
    baton_parser_error(p, position, "unexpected decimal integer literal for a floating point attribute");
    baton_parser_note(p, position, "add a trailing dot to make the literal a float");
    return false;
  }
  if (is_negative)
    return baton_parser_error(p, position, "hexadecimal floating point literal should not have a leading minus");
  uint32_t bits = baton_type_bits(type);
  if (!baton_token_integer(literal, out) || (bits < 64 && *out >> bits))
    return baton_parser_error(p, position, "hexadecimal float constant out of range for type");
  return true;
}

// One number of a known type, as bits: for dense arrays and for attributes with a type.
static bool number_bits(baton_parser *p, baton_token token, bool is_negative, const baton_type *type, int64_t *out) {
  baton_str literal = baton_token_text(&p->lexer, token);
  if (type->kind != BATON_TYPE_FLOAT) {
    if (token.kind == BATON_TOKEN_FLOAT)
      return baton_parser_error(p, token.start, "floating point value not valid for specified type");
    return integer_value(p, literal, token.start, is_negative, type, out);
  }
  uint64_t bits;
  if (!(token.kind == BATON_TOKEN_FLOAT ? float_value : hex_float)(p, literal, token.start, is_negative, type, &bits))
    return false;
  *out = (int64_t)bits;
  return true;
}

// -1, 0x2 : i8, 3.5 : f32
static bool number(baton_parser *p, const baton_attr **out) {
  bool is_negative = baton_parser_try(p, '-');
  baton_token token = p->token;
  if (token.kind != BATON_TOKEN_INTEGER && token.kind != BATON_TOKEN_FLOAT)
    return baton_parser_expected(p, "constant integer or floating point value");
  baton_parser_advance(p);
  const baton_type *type;
  uint32_t type_at = token.start;
  if (baton_parser_try(p, ':')) {
    type_at = p->token.start;
    if (!baton_parser_type(p, &type))
      return false;
  } else {
    type =
        token.kind == BATON_TOKEN_FLOAT ? baton_type_float(p->context, BATON_F64) : baton_type_integer(p->context, 64);
  }
  if (!is_numeric(type))
    return baton_parser_error(p, type_at, "%s",
                              token.kind == BATON_TOKEN_FLOAT ? "floating point value not valid for specified type"
                                                              : "integer literal not valid for specified type");
  int64_t bits;
  if (token.kind == BATON_TOKEN_INTEGER && type->kind == BATON_TYPE_INTEGER && type->integer.width > 64)
    return wide_value(p, baton_token_text(&p->lexer, token), token.start, is_negative, type, out);
  if (!number_bits(p, token, is_negative, type, &bits))
    return false;
  *out = type->kind == BATON_TYPE_FLOAT ? baton_attr_float(p->context, type, (uint64_t)bits)
                                        : baton_attr_integer(p->context, type, bits);
  return true;
}

// ---- arrays and dictionaries ------------------------------------------------------------------------------------

static bool dense_item(baton_parser *p, const baton_type *type, int64_t *out) {
  if (baton_type_is_integer(type, 1) && (baton_parser_is_word(p, "true") || baton_parser_is_word(p, "false"))) {
    *out = baton_parser_is_word(p, "true") ? -1 : 0;
    baton_parser_advance(p);
    return true;
  }
  bool is_negative = baton_parser_try(p, '-');
  if (!baton_parser_is(p, BATON_TOKEN_INTEGER) && !baton_parser_is(p, BATON_TOKEN_FLOAT))
    return baton_parser_expected(p, "integer or floating point literal");
  if (!number_bits(p, p->token, is_negative, type, out))
    return false;
  baton_parser_advance(p);
  return true;
}

// Items wider than they are stored: sign-extended from the width of the type.
static int64_t extended(const baton_type *type, int64_t value) {
  uint32_t width = type->kind == BATON_TYPE_INTEGER ? type->integer.width : 64;
  bool is_signed = type->kind != BATON_TYPE_INTEGER || type->integer.signedness != BATON_UNSIGNED;
  if (width >= 64 || !is_signed)
    return value;
  uint64_t sign_bit = (uint64_t)1 << (width - 1);
  return (int64_t)((((uint64_t)value & (sign_bit * 2 - 1)) ^ sign_bit) - sign_bit);
}

// "<i64: 1, 2>"
static bool dense_body(baton_parser *p, const baton_attr **out) {
  const baton_type *type;
  if (!baton_parser_expect(p, '<', "'<'"))
    return false;
  uint32_t at = p->token.start;
  if (!baton_parser_type(p, &type))
    return false;
  if (type->kind == BATON_TYPE_INDEX || !is_numeric(type))
    return baton_parser_error(p, at, "expected integer or float type");
  uint32_t width = baton_type_bits(type);
  if (width % 8 && width != 1)
    return baton_parser_error(p, at, "element type bitwidth must be a multiple of 8");
  if (width > 64)
    return baton_parser_error(p, at, "arrays of integers of more than 64 bits are not supported");
  size_t mark = p->numbers.size;
  if (baton_parser_try(p, ':'))
    do {
      int64_t item;
      if (!dense_item(p, type, &item))
        return false;
      baton_vec_push(&p->numbers, extended(type, item));
    } while (baton_parser_try(p, ','));
  *out = baton_attr_dense(p->context, type, p->numbers.data + mark, p->numbers.size - mark);
  p->numbers.size = mark;
  return baton_parser_expect(p, '>', "'>'");
}

// Behind "array".
static bool dense_array(baton_parser *p, const baton_attr **out) {
  baton_known_place place;
  const baton_attr *known = baton_parser_recall_brackets(p, p->known_arrays, &place);
  if (known) {
    *out = known;
    return true;
  }
  if (!dense_body(p, out))
    return false;
  baton_parser_remember(p, place, *out);
  return true;
}

// Behind "[".
static bool array(baton_parser *p, const baton_attr **out) {
  size_t mark = p->items.size;
  if (!baton_parser_is(p, ']'))
    do {
      const baton_attr *item;
      if (!baton_parser_attr(p, &item))
        return false;
      baton_vec_push(&p->items, item);
    } while (baton_parser_try(p, ','));
  *out = baton_attr_array(p->context, p->items.data + mark, p->items.size - mark);
  p->items.size = mark;
  return baton_parser_expect(p, ']', "']'");
}

// Names are interned, so equal ones have equal addresses; long lists are sorted by them.
static int compare_addresses(const void *a, const void *b) {
  uintptr_t x = (uintptr_t)((const baton_named_attr *)a)->name.data,
            y = (uintptr_t)((const baton_named_attr *)b)->name.data;
  return x < y ? -1 : x > y;
}

static bool no_duplicates(baton_parser *p, size_t mark, uint32_t position) {
  enum { LONG = 24 };
  const baton_named_attr *items = p->attrs.data + mark, *twice = NULL;
  size_t num_items = p->attrs.size - mark;
  baton_named_attr *sorted = NULL;
  if (num_items > LONG) {
    sorted = baton_mem_resize_array(NULL, num_items, sizeof *sorted);
    memcpy(sorted, items, num_items * sizeof *sorted);
    qsort(sorted, num_items, sizeof *sorted, compare_addresses);
    items = sorted;
    for (size_t i = 1; i < num_items; i++)
      if (items[i].name.data == items[i - 1].name.data)
        twice = &items[i];
  } else {
    for (size_t i = 1; i < num_items; i++)
      for (size_t k = 0; k < i; k++)
        if (items[i].name.data == items[k].name.data)
          twice = &items[i];
  }
  baton_str name = twice ? twice->name : (baton_str){0};
  baton_mem_free(sorted);
  return !twice || baton_parser_error(p, position, "duplicate key '%.*s' in dictionary attribute", BATON_STR_ARG(name));
}

bool baton_parser_no_duplicates(baton_parser *p) { return no_duplicates(p, p->frame->attrs, p->frame->position); }

static bool dict_item(baton_parser *p) {
  baton_str name;
  if (baton_parser_is(p, BATON_TOKEN_STRING)) {
    name = baton_parser_string(p);
    if (name.size == 0)
      return baton_parser_expected(p, "attribute name");
  } else if (baton_parser_is(p, BATON_TOKEN_WORD)) {
    name = spelling(p);
    baton_parser_advance(p);
  } else {
    return baton_parser_expected(p, "attribute name");
  }
  baton_named_attr item = {baton_context_intern(p->context, name), NULL};
  if (!baton_parser_try(p, '='))
    item.value = baton_attr_unit(p->context);
  else if (!baton_parser_attr(p, &item.value))
    return false;
  baton_vec_push(&p->attrs, item);
  return true;
}

bool baton_parser_dict_items(baton_parser *p, size_t mark) {
  uint32_t position = p->token.start;
  if (!baton_parser_expect(p, '{', "'{'"))
    return false;
  if (!baton_parser_is(p, '}'))
    do
      if (!dict_item(p))
        return false;
    while (baton_parser_try(p, ','));
  return baton_parser_expect(p, '}', "'}'") && no_duplicates(p, mark, position);
}

bool baton_parser_dict(baton_parser *p, const baton_attr **out) {
  size_t mark = p->attrs.size;
  if (!baton_parser_dict_items(p, mark))
    return false;
  *out = baton_attr_dictionary(p->context, p->attrs.data + mark, p->attrs.size - mark);
  p->attrs.size = mark;
  return true;
}

// ---- symbols, opaque forms --------------------------------------------------------------------------------------

static baton_str symbol_name(baton_parser *p) {
  baton_str name = baton_token_name(&p->lexer, p->token);
  if (name.data[0] == '"')
    name = baton_unquote(name, &p->scratch);
  baton_parser_advance(p);
  return name;
}

bool baton_parser_symbol_name(baton_parser *p, baton_str *out) {
  if (!baton_parser_is(p, BATON_TOKEN_SYMBOL))
    return baton_parser_expected(p, "valid '@'-identifier for symbol name");
  *out = baton_context_intern(p->context, symbol_name(p));
  return true;
}

bool baton_parser_symbol(baton_parser *p, const baton_attr **out) {
  BATON_VEC(baton_str) nested = {0};
  baton_str root;
  bool ok = baton_parser_symbol_name(p, &root);
  while (ok && baton_parser_try(p, BATON_TOKEN_COLONS)) {
    if (!baton_parser_is(p, BATON_TOKEN_SYMBOL)) {
      ok = baton_parser_expected(p, "nested symbol reference identifier");
      break;
    }
    baton_str name = baton_context_intern(p->context, symbol_name(p));
    baton_vec_push(&nested, name);
  }
  if (ok)
    *out = baton_attr_symbol(p->context, root, nested.data, nested.size);
  baton_vec_deinit(&nested);
  return ok;
}

bool baton_parser_dim_map(baton_parser *p, const baton_attr **out) {
  uint32_t start = p->token.start, end;
  if (!baton_parser_is(p, '('))
    return baton_parser_expected(p, "'('");
  if (!baton_parser_balanced(p, start, &end))
    return false;
  baton_parser_reset(p, end);
  if (!baton_parser_expect(p, BATON_TOKEN_ARROW, "'->'"))
    return false;
  if (!baton_parser_is(p, '('))
    return baton_parser_expected(p, "'('");
  if (!baton_parser_balanced(p, p->token.start, &end))
    return false;
  baton_dim_map map;
  if (!baton_dim_map_parse((baton_str){p->lexer.text.data + start, end - start}, &map))
    return baton_parser_error(p, start, "expected a map of dimensions like '(d0, d1) -> (d1, d0)'");
  baton_parser_reset(p, end);
  *out = baton_dim_map_attr(p->context, &map);
  baton_dim_map_deinit(&map);
  return true;
}

static const baton_attr *opaque(baton_parser *p, uint32_t start, uint32_t end) {
  return baton_attr_opaque(p->context, (baton_str){p->lexer.text.data + start, end - start});
}

static bool map_or_set(baton_parser *p, uint32_t start, uint32_t end, const baton_attr **out) {
  *out = opaque(p, start, end);
  baton_dim_map map;
  if (baton_dim_map_of(*out, &map)) { // dimensions are called d0, d1, ...
    *out = baton_dim_map_attr(p->context, &map);
    baton_dim_map_deinit(&map);
  }
  return true;
}

// dense<...> : tensor<4xi32>
static bool elements(baton_parser *p, uint32_t start, uint32_t end, const baton_attr **out) {
  const baton_type *type;
  if (!baton_parser_expect(p, ':', "':'"))
    return false;
  uint32_t at = p->token.start;
  if (!baton_parser_type(p, &type))
    return false;
  baton_str name = type->kind == BATON_TYPE_OPAQUE ? type->opaque.text : (baton_str){"", 0};
  if (!baton_str_has_prefix(name, BATON_STR("tensor<")) && !baton_str_has_prefix(name, BATON_STR("vector<")))
    return baton_parser_error(p, at, "elements literal must be a shaped type");
  baton_strbuf text = {0};
  baton_strbuf_append(&text, (baton_str){p->lexer.text.data + start, end - start});
  baton_strbuf_append(&text, BATON_STR(" : "));
  baton_type_print(type, &text);
  *out = baton_attr_opaque(p->context, baton_strbuf_view(&text));
  baton_strbuf_deinit(&text);
  return true;
}

// loc(...), kept as text
static const baton_attr *loc_attr(baton_parser *p, const baton_loc *loc) {
  baton_strbuf text = {0};
  baton_strbuf_append(&text, BATON_STR("loc("));
  baton_loc_print(loc, &text);
  baton_strbuf_append_char(&text, ')');
  const baton_attr *attr = baton_attr_opaque(p->context, baton_strbuf_view(&text));
  baton_strbuf_deinit(&text);
  return attr;
}

// word<...>, kept as it is written, with a type behind it if it is of elements.
static bool opaque_word(baton_parser *p, bool has_type, const baton_attr **out) {
  uint32_t start = p->token.start, end = p->token.end;
  if (end >= p->lexer.text.size || p->lexer.text.data[end] != '<') {
    baton_parser_advance(p);
    return baton_parser_expected(p, "'<'");
  }
  if (!baton_parser_balanced(p, end, &end))
    return false;
  baton_parser_reset(p, end);
  return has_type ? elements(p, start, end, out) : map_or_set(p, start, end, out);
}

static bool wrong_word(baton_parser *p, const baton_enum_def *def) {
  baton_strbuf choice = {0};
  baton_enum_print_choice(def, &choice);
  baton_parser_error(p, p->token.start, "expected %s to be one of: %s", def->name, choice.data);
  baton_strbuf_deinit(&choice);
  return false;
}

bool baton_parser_enum_set(baton_parser *p, const baton_enum_def *def, const baton_attr **out) {
  if (!baton_parser_expect(p, '<', "'<'"))
    return false;
  int64_t value = 0;
  do {
    if (!baton_parser_is(p, BATON_TOKEN_WORD))
      return baton_parser_expected(p, "valid keyword");
    int64_t bits = baton_enum_from_word(def, spelling(p));
    if (bits < 0)
      return wrong_word(p, def);
    value |= bits;
    baton_parser_advance(p);
  } while (baton_parser_try(p, ','));
  *out = baton_enum_attr(p->context, def, value);
  return baton_parser_expect(p, '>', "'>'");
}

// "#dialect.name" of a registered dialect; those of the dialects here are all sets of words.
static bool registered_attr(baton_parser *p, baton_str name, baton_str dialect, const baton_attr **out) {
  const baton_enum_def *def = baton_enum_find(name);
  size_t skipped = name.size > dialect.size ? dialect.size + 1 : name.size;
  baton_str rest = {name.data + skipped, name.size - skipped};
  if (!def)
    return baton_parser_error(p, p->token.start, "unknown attribute '%.*s' in dialect '%.*s'", BATON_STR_ARG(rest),
                              BATON_STR_ARG(dialect));
  baton_parser_advance(p);
  return baton_parser_enum_set(p, def, out);
}

// #alias, #dialect.name, #dialect.name<...>, #dialect<...>
static bool hash_attr(baton_parser *p, const baton_attr **out) {
  baton_str name = baton_token_name(&p->lexer, p->token);
  uint32_t start = p->token.start, end = p->token.end;
  bool has_body = end < p->lexer.text.size && p->lexer.text.data[end] == '<';
  const char *dot = memchr(name.data, '.', name.size);
  if (!dot && !has_body) {
    const baton_alias *alias = baton_parser_alias(p, spelling(p));
    if (alias && alias->kind == BATON_ALIAS_LOC) {
      *out = loc_attr(p, alias->loc);
      return baton_parser_use_alias(p, alias);
    }
    if (!alias || alias->kind != BATON_ALIAS_ATTR)
      return baton_parser_error(p, start, "undefined symbol alias id '%.*s'", BATON_STR_ARG(name));
    *out = alias->attr;
    return baton_parser_use_alias(p, alias);
  }
  baton_str dialect = {name.data, dot ? (size_t)(dot - name.data) : name.size};
  if (baton_context_dialect(p->context, dialect))
    return registered_attr(p, name, dialect, out);
  if (!baton_context_allows_unregistered(p->context))
    return baton_parser_error(p, start,
                              "attribute of unregistered dialect '%.*s'; use --allow-unregistered-dialect to accept it",
                              BATON_STR_ARG(dialect));
  if (has_body && !baton_parser_balanced(p, end, &end))
    return false;
  baton_parser_reset(p, end);
  *out = baton_attr_opaque(p->context, baton_parser_pretty(p, start, end));
  return true;
}

// ---- all attributes ---------------------------------------------------------------------------------------------

static bool word_attr(baton_parser *p, const baton_attr **out) {
  static const char *const opaque_words[] = {"affine_map", "affine_set", "strided"};
  static const char *const typed_words[] = {"dense", "dense_resource", "sparse"};
  if (baton_parser_is_word(p, "true") || baton_parser_is_word(p, "false")) {
    *out = baton_attr_bool(p->context, baton_parser_is_word(p, "true"));
    baton_parser_advance(p);
    return true;
  }
  if (baton_parser_try_word(p, "unit")) {
    *out = baton_attr_unit(p->context);
    return true;
  }
  if (baton_parser_try_word(p, "array"))
    return dense_array(p, out);
  if (baton_parser_is_word(p, "loc")) {
    const baton_loc *loc;
    if (!baton_parser_loc(p, &loc))
      return false;
    *out = loc_attr(p, loc);
    return true;
  }
  for (size_t i = 0; i < sizeof opaque_words / sizeof *opaque_words; i++)
    if (baton_parser_is_word(p, opaque_words[i]))
      return opaque_word(p, false, out);
  for (size_t i = 0; i < sizeof typed_words / sizeof *typed_words; i++)
    if (baton_parser_is_word(p, typed_words[i]))
      return opaque_word(p, true, out);
  return baton_parser_expected(p, "attribute value");
}

static bool type_attr(baton_parser *p, const baton_attr **out) {
  const baton_type *type;
  if (!baton_parser_type(p, &type))
    return false;
  *out = baton_attr_type(p->context, type);
  return true;
}

static bool attr(baton_parser *p, const baton_attr **out) {
  switch (p->token.kind) {
  case BATON_TOKEN_INTEGER:
  case BATON_TOKEN_FLOAT:
  case '-':
    return number(p, out);
  case BATON_TOKEN_STRING:
    *out = baton_attr_string(p->context, baton_parser_string(p));
    return true;
  case '[':
    baton_parser_advance(p);
    return array(p, out);
  case '{':
    return baton_parser_dict(p, out);
  case BATON_TOKEN_SYMBOL:
    return baton_parser_symbol(p, out);
  case BATON_TOKEN_HASH:
    return hash_attr(p, out);
  default:
    return baton_parser_starts_type(p)            ? type_attr(p, out)
           : baton_parser_is(p, BATON_TOKEN_WORD) ? word_attr(p, out)
                                                  : baton_parser_expected(p, "attribute value");
  }
}

bool baton_parser_attr(baton_parser *p, const baton_attr **out) {
  if (!baton_parser_enter(p))
    return false;
  bool ok = attr(p, out);
  baton_parser_leave(p);
  return ok;
}

// ---- aliases ----------------------------------------------------------------------------------------------------

const baton_alias *baton_parser_alias(baton_parser *p, baton_str name_with_sigil) {
  return baton_map_find_pointer(&p->aliases, baton_context_intern(p->context, name_with_sigil).data);
}

bool baton_parser_use_alias(baton_parser *p, const baton_alias *alias) {
  uint32_t depth = p->depth + alias->levels;
  if (depth > BATON_MAX_NESTING)
    return baton_parser_error(p, p->token.start, "nested too deeply (more than %d levels)", BATON_MAX_NESTING);
  if (depth > p->deepest)
    p->deepest = depth;
  baton_parser_advance(p);
  return true;
}

static bool alias_body(baton_parser *p, bool is_type, baton_alias *alias) {
  if (is_type) {
    alias->kind = BATON_ALIAS_TYPE;
    return baton_parser_type(p, &alias->type);
  }
  if (baton_parser_is_word(p, "loc")) {
    alias->kind = BATON_ALIAS_LOC;
    return baton_parser_loc(p, &alias->loc);
  }
  alias->kind = BATON_ALIAS_ATTR;
  return baton_parser_attr(p, &alias->attr);
}

bool baton_parser_alias_definition(baton_parser *p) {
  baton_token token = p->token;
  baton_str name = baton_token_text(&p->lexer, token), bare = baton_token_name(&p->lexer, token);
  bool is_type = token.kind == BATON_TOKEN_BANG;
  if (memchr(name.data, '.', name.size))
    return baton_parser_error(p, token.start, "%s names with a '.' are reserved for dialect-defined names",
                              is_type ? "type" : "attribute");
  if (baton_parser_alias(p, name))
    return baton_parser_error(p, token.start, "redefinition of %s alias id '%.*s'", is_type ? "type" : "attribute",
                              BATON_STR_ARG(bare));
  baton_parser_advance(p);
  if (!baton_parser_expect(p, '=', is_type ? "'=' in type alias definition" : "'=' in attribute alias definition"))
    return false;
  baton_alias *alias = BATON_ARENA_NEW(&p->scratch, baton_alias);
  alias->body = p->token.start;
  uint32_t deepest = p->deepest;
  p->deepest = p->depth;
  bool ok = alias_body(p, is_type, alias);
  alias->levels = p->deepest - p->depth - (ok ? 1 : 0); // the use counts as one
  p->deepest = deepest;
  if (ok)
    baton_map_set_pointer(&p->aliases, baton_context_intern(p->context, name).data, alias);
  return ok;
}
