// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads format strings.
#include "text/format.h"

#include "base/vec.h"
#include "ir/enum.h"

typedef struct compiler {
  const baton_op_def *def;
  const char *at;
  BATON_VEC(baton_format_element) elements;
  baton_format format;
} compiler;

static bool try_text(compiler *c, const char *text) {
  size_t size = strlen(text);
  if (strncmp(c->at, text, size) != 0)
    return false;
  c->at += size;
  return true;
}

static void skip_blanks(compiler *c) {
  while (*c->at == ' ' || *c->at == '\n')
    c->at++;
}

// "$name"
static bool variable(compiler *c, baton_str *out) {
  skip_blanks(c);
  if (*c->at != '$')
    return false;
  const char *start = ++c->at;
  while ((*c->at >= 'a' && *c->at <= 'z') || (*c->at >= 'A' && *c->at <= 'Z') || *c->at == '_')
    c->at++;
  *out = (baton_str){start, (size_t)(c->at - start)};
  return out->size != 0;
}

static int find_group(const baton_value_def *groups, uint8_t num_groups, baton_str name) {
  for (int i = 0; i < num_groups; i++)
    if (baton_str_is(name, groups[i].name))
      return i;
  return -1;
}

static bool operand_group(compiler *c, uint8_t *out) {
  baton_str name;
  int group = variable(c, &name) ? find_group(c->def->operands, c->def->num_operands, name) : -1;
  *out = (uint8_t)group;
  return group >= 0;
}

static bool result_group(compiler *c, uint8_t *out) {
  baton_str name;
  int group = variable(c, &name) ? find_group(c->def->results, c->def->num_results, name) : -1;
  *out = (uint8_t)group;
  return group >= 0;
}

static bool attribute(compiler *c, uint8_t *out) {
  baton_str name;
  int slot = variable(c, &name) ? baton_op_def_attr_slot(c->def, name) : -1;
  *out = (uint8_t)slot;
  c->format.written_attrs |= slot < 0 ? 0 : (uint64_t)1 << slot;
  return slot >= 0;
}

static bool is_one_of(char c, const char *set) { return strchr(set, c) != NULL; }

// Where MLIR's printers put blanks.
static void set_blanks(baton_format_element *e) {
  char first = e->literal.data[0];
  bool is_short = e->literal.size == 1 || baton_str_is(e->literal, "->");
  e->blank_behind_punctuation = !is_short || !is_one_of(first, ">)}],");
  e->blank_elsewhere = !is_short || !is_one_of(first, "<>(){}[],");
  e->wants_blank = e->literal.size != 1 || !is_one_of(first, "<({[");
  e->is_punctuation = first != '_' && !(first >= 'a' && first <= 'z') && !(first >= 'A' && first <= 'Z');
}

static bool literal(compiler *c, baton_format_element *out) {
  const char *end = strchr(c->at, '`');
  if (!end)
    return false;
  out->literal = (baton_str){c->at, (size_t)(end - c->at)};
  out->kind = out->literal.size ? BATON_FORMAT_LITERAL : BATON_FORMAT_NO_BLANK;
  if (out->literal.size)
    set_blanks(out);
  c->at = end + 1;
  return true;
}

// Behind "type(".
static bool types(compiler *c, baton_format_element *out) {
  const char *name = c->at;
  if (operand_group(c, &out->index)) {
    out->kind = BATON_FORMAT_OPERAND_TYPES;
    c->format.written_operand_types |= (uint64_t)1 << out->index;
    if (c->def->operands[out->index].type == &baton_type_is_memref)
      c->format.memref_group = out->index;
  } else {
    c->at = name;
    out->kind = BATON_FORMAT_RESULT_TYPES;
    if (!result_group(c, &out->index))
      return false;
    c->format.written_result_types |= (uint64_t)1 << out->index;
  }
  return try_text(c, ")");
}

// Behind "functional-type(".
static bool functional(compiler *c, baton_format_element *out) {
  out->kind = BATON_FORMAT_FUNCTIONAL;
  if (!operand_group(c, &out->index) || !try_text(c, ",") || !result_group(c, &out->second))
    return false;
  c->format.written_operand_types |= (uint64_t)1 << out->index;
  c->format.written_result_types |= (uint64_t)1 << out->second;
  return try_text(c, ")");
}

// Behind "custom<...>(".
static bool index_list(compiler *c, baton_format_kind kind, baton_format_element *out) {
  out->kind = kind;
  return operand_group(c, &out->index) && try_text(c, ",") && attribute(c, &out->second) && try_text(c, ")");
}

// "$name": operands or an attribute.
static bool value(compiler *c, baton_format_element *out) {
  const char *start = c->at;
  out->kind = BATON_FORMAT_OPERANDS;
  if (operand_group(c, &out->index))
    return true;
  c->at = start;
  out->kind = BATON_FORMAT_ATTR;
  return attribute(c, &out->index);
}

static bool element(compiler *c, baton_format_element *out) {
  if (try_text(c, "`"))
    return literal(c, out);
  if (*c->at == '$')
    return value(c, out);
  if (try_text(c, "type("))
    return types(c, out);
  if (try_text(c, "functional-type("))
    return functional(c, out);
  if (try_text(c, "custom<DynamicIndexList>("))
    return index_list(c, BATON_FORMAT_INDEX_LIST, out);
  if (try_text(c, "custom<Bounds>("))
    return index_list(c, BATON_FORMAT_BOUNDS, out);
  if (try_text(c, "attr-dict-with-keyword"))
    out->kind = BATON_FORMAT_ATTR_DICT_WITH_KEYWORD;
  else if (try_text(c, "attr-dict"))
    out->kind = BATON_FORMAT_ATTR_DICT;
  else
    return false;
  return true;
}

static bool is_enum_word(const compiler *c, uint8_t attr) {
  const baton_enum_def *words = baton_enum_of(c->def->attrs[attr].constraint);
  return words && !words->name;
}

// Behind "(": the elements up to ")?", one of which is the anchor.
static bool optional(compiler *c) {
  size_t self = c->elements.size, anchor = 0;
  baton_vec_push(&c->elements, ((baton_format_element){.kind = BATON_FORMAT_OPTIONAL}));
  for (skip_blanks(c); !try_text(c, ")?"); skip_blanks(c)) {
    baton_format_element inside = {0};
    if (!element(c, &inside))
      return false;
    if (try_text(c, "^"))
      anchor = c->elements.size;
    baton_vec_push(&c->elements, inside);
  }
  c->elements.data[self].num_inside = (uint16_t)(c->elements.size - self - 1);
  c->elements.data[self].anchor = (uint16_t)anchor;
  if (!anchor)
    return false;
  baton_format_kind first = c->elements.data[self + 1].kind, kind = c->elements.data[anchor].kind;
  bool is_word = first == BATON_FORMAT_ATTR && is_enum_word(c, c->elements.data[self + 1].index);
  return (first == BATON_FORMAT_LITERAL || first == BATON_FORMAT_OPERANDS || is_word) &&
         (kind == BATON_FORMAT_OPERANDS || kind == BATON_FORMAT_ATTR);
}

static bool compile(compiler *c) {
  enum { MAX_BITS = 64 };
  if (c->def->num_operands > MAX_BITS || c->def->num_results > MAX_BITS || c->def->num_attrs > MAX_BITS)
    return false;
  for (skip_blanks(c); *c->at; skip_blanks(c)) {
    if (try_text(c, "(")) {
      if (!optional(c))
        return false;
      continue;
    }
    baton_format_element next = {0};
    if (!element(c, &next))
      return false;
    baton_vec_push(&c->elements, next);
  }
  return true;
}

static uint32_t count_single(const baton_value_def *groups, uint8_t num_groups) {
  uint32_t num = 0;
  for (uint8_t i = 0; i < num_groups; i++)
    num += groups[i].arity == BATON_ONE;
  return num;
}

static bool always_fits(const compiler *c) {
  for (size_t i = 0; i < c->elements.size; i++) {
    baton_format_kind kind = c->elements.data[i].kind;
    if (kind == BATON_FORMAT_ATTR || kind == BATON_FORMAT_INDEX_LIST || kind == BATON_FORMAT_BOUNDS ||
        kind == BATON_FORMAT_OPTIONAL || (kind == BATON_FORMAT_OPERAND_TYPES && i + 1 == c->elements.size))
      return false;
  }
  return true;
}

const baton_format *baton_format_compile(baton_diag *diag, const baton_op_def *def, baton_arena *arena) {
  compiler c = {.def = def, .at = def->format, .format = {.memref_group = -1}};
  baton_format *format = NULL;
  if (compile(&c)) {
    format = BATON_ARENA_NEW(arena, baton_format);
    *format = c.format;
    bool has_segments = baton_op_def_has_trait(def, BATON_TRAIT_SEGMENTS);
    format->segments_slot = has_segments ? baton_op_def_attr_slot(def, BATON_STR("operandSegmentSizes")) : -1;
    format->num_single_operands = count_single(def->operands, def->num_operands);
    format->num_single_results = count_single(def->results, def->num_results);
    format->always_fits = always_fits(&c);
    format->elements = baton_arena_copy(arena, c.elements.data, c.elements.size, sizeof *c.elements.data);
    format->num_elements = c.elements.size;
  } else {
    baton_diag_emit(diag, BATON_SEVERITY_ERROR, (baton_position){0}, "bad format of op '%s' at '%s'", def->name, c.at);
  }
  baton_vec_deinit(&c.elements);
  return format;
}
