// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the custom form of an op by the format of its row.
#include "text/parser_impl.h"

#include <stdio.h>

enum { MAX_GROUPS = 64 };

// A part of p->uses or p->types.
typedef struct range {
  uint32_t start, count;
} range;

// What has been read of the op so far.
typedef struct reading {
  baton_parser *p;
  const baton_op_def *def;
  const baton_format *format;
  range uses[MAX_GROUPS], operand_types[MAX_GROUPS], result_types[MAX_GROUPS];
  uint64_t has_operand_types, has_result_types; // bit per group
  uint32_t types_at;                            // of the last types read, for errors
  const baton_attr_def *bare;                   // an integer whose type follows from the memref operand
  int64_t bare_value;
  uint32_t bare_at;
} reading;

// ---- elements ---------------------------------------------------------------------------------------------------

static bool literal(reading *r, const baton_format_element *e) {
  baton_str token = baton_token_text(&r->p->lexer, r->p->token);
  if (r->p->token.kind != BATON_TOKEN_END && baton_str_equal(token, e->literal)) {
    baton_parser_advance(r->p);
    return true;
  }
  char what[64];
  snprintf(what, sizeof what, "'%.*s'", BATON_STR_ARG(e->literal));
  return baton_parser_expected(r->p, what);
}

static bool operands(reading *r, const baton_format_element *e) {
  baton_parser *p = r->p;
  range *uses = &r->uses[e->index];
  uses->start = (uint32_t)p->uses.size;
  baton_arity arity = r->def->operands[e->index].arity;
  bool ok = true;
  if (arity == BATON_VARIADIC) {
    ok = baton_parser_operands(p);
  } else if (arity == BATON_ONE || baton_parser_is(p, BATON_TOKEN_VALUE)) {
    baton_asm_operand use;
    ok = baton_parser_operand(p, &use);
    if (ok)
      baton_vec_push(&p->uses, use);
  }
  uses->count = (uint32_t)p->uses.size - uses->start;
  return ok;
}

static bool word(reading *r, const baton_attr_def *attr, baton_str *out) {
  baton_parser *p = r->p;
  if (baton_parser_is(p, BATON_TOKEN_WORD)) {
    *out = baton_token_text(&p->lexer, p->token);
    baton_parser_advance(p);
    return true;
  }
  if (baton_parser_is(p, BATON_TOKEN_STRING)) {
    *out = baton_parser_string(p);
    return true;
  }
  char what[128];
  snprintf(what, sizeof what, "a word for attribute '%s'", attr->name);
  return baton_parser_expected(p, what);
}

// One of the words of a list.
static bool enum_word(reading *r, const baton_attr_def *attr, const baton_enum_def *words, const baton_attr **out) {
  baton_str name;
  uint32_t position = r->p->token.start;
  if (!word(r, attr, &name))
    return false;
  int64_t number = baton_enum_from_word(words, name);
  if (number < 0) {
    baton_strbuf choice = {0};
    baton_enum_print_choice(words, &choice);
    baton_parser_error(r->p, position,
                       "expected string or keyword containing one of the following enum values for attribute '%s' [%s]",
                       attr->name, choice.data);
    baton_strbuf_deinit(&choice);
    return false;
  }
  *out = baton_enum_attr(r->p->context, words, number);
  return true;
}

static bool scope_kind(reading *r, const baton_attr_def *attr, const baton_attr **out) {
  baton_str name;
  uint32_t position = r->p->token.start;
  if (!word(r, attr, &name))
    return false;
  if (!baton_str_is(name, "auto") && !baton_str_is(name, "manual"))
    return baton_parser_error(r->p, position, "expected 'auto' or 'manual'");
  *out = baton_attr_string(r->p->context, name);
  return true;
}

static bool bare_integer(reading *r, uint32_t width, const baton_attr **out) {
  int64_t value;
  uint32_t position = r->p->token.start;
  if (!baton_parser_signed(r->p, &value))
    return false;
  if (width == 32 && (value < INT32_MIN || value > INT32_MAX))
    return baton_parser_error(r->p, position, "integer constant out of range for attribute");
  *out = baton_attr_integer(r->p->context, baton_type_integer(r->p->context, width), value);
  return true;
}

static bool attribute(reading *r, const baton_format_element *e) {
  const baton_attr_def *attr = &r->def->attrs[e->index];
  const baton_enum_def *words = baton_enum_of(attr->constraint);
  const baton_attr *value = NULL;
  bool ok;
  switch (attr->constraint) {
  case BATON_IS_UNIT:
    value = baton_attr_unit(r->p->context);
    ok = true;
    break;
  case BATON_IS_SYMBOL:
    ok = baton_parser_symbol(r->p, &value);
    break;
  case BATON_IS_PERMUTATION:
    ok = baton_parser_dim_map(r->p, &value);
    break;
  case BATON_IS_SCOPE_KIND:
    ok = scope_kind(r, attr, &value);
    break;
  case BATON_IS_I32:
  case BATON_IS_I64:
    ok = bare_integer(r, attr->constraint == BATON_IS_I32 ? 32 : 64, &value);
    break;
  case BATON_IS_INTEGER:
    r->bare = attr;
    r->bare_at = r->p->token.start;
    return baton_parser_signed(r->p, &r->bare_value);
  default:
    ok = words && words->name ? baton_parser_enum_set(r->p, words, &value)
         : words              ? enum_word(r, attr, words, &value)
                              : baton_parser_attr(r->p, &value);
  }
  if (ok)
    baton_parser_add_attr(r->p, baton_str_from(attr->name), value);
  return ok;
}

// One type, or as many as there are for a variadic group.
static bool types(reading *r, baton_arity arity, range *out) {
  baton_parser *p = r->p;
  *out = (range){(uint32_t)p->types.size, 0};
  r->types_at = p->token.start;
  if (arity == BATON_ONE || baton_parser_starts_type(p) || baton_parser_is(p, BATON_TOKEN_WORD))
    do {
      const baton_type *type;
      if (!baton_parser_type(p, &type))
        return false;
      baton_vec_push(&p->types, type);
    } while (arity == BATON_VARIADIC && baton_parser_try(p, ','));
  out->count = (uint32_t)p->types.size - out->start;
  return true;
}

static bool functional(reading *r, const baton_format_element *e) {
  baton_parser *p = r->p;
  range *ins = &r->operand_types[e->index], *outs = &r->result_types[e->second];
  *ins = (range){(uint32_t)p->types.size, 0};
  r->types_at = p->token.start;
  if (!baton_parser_types_in_parens(p) || !baton_parser_expect(p, BATON_TOKEN_ARROW, "'->'"))
    return false;
  ins->count = (uint32_t)p->types.size - ins->start;
  *outs = (range){(uint32_t)p->types.size, 0};
  if (!baton_parser_result_types(p))
    return false;
  outs->count = (uint32_t)p->types.size - outs->start;
  return true;
}

// A number, or a value, for which the dynamic number stands.
static bool index_list_item(baton_parser *p) {
  int64_t number = BATON_DYNAMIC;
  uint32_t position = p->token.start;
  baton_asm_operand use;
  if (!baton_parser_is(p, BATON_TOKEN_VALUE)) {
    if (!baton_parser_is(p, BATON_TOKEN_INTEGER) && !baton_parser_is(p, '-'))
      return baton_parser_expected(p, "SSA value or integer");
    if (!baton_parser_signed(p, &number))
      return false;
    if (number == BATON_DYNAMIC)
      return baton_parser_error(p, position, "integer value too large");
  } else if (baton_parser_operand(p, &use)) {
    baton_vec_push(&p->uses, use);
  } else {
    return false;
  }
  baton_vec_push(&p->numbers, number);
  return true;
}

static bool index_list(reading *r, const baton_format_element *e) {
  baton_parser *p = r->p;
  size_t mark = p->numbers.size;
  int num_lists = e->kind == BATON_FORMAT_BOUNDS ? 3 : 1;
  range *uses = &r->uses[e->index];
  uses->start = (uint32_t)p->uses.size;
  for (int i = 0; i < num_lists; i++) {
    if (!baton_parser_expect(p, '[', "'['"))
      return false;
    bool may_go_on = e->kind == BATON_FORMAT_INDEX_LIST;
    if (!may_go_on || !baton_parser_is(p, ']'))
      do
        if (!index_list_item(p))
          return false;
      while (may_go_on && baton_parser_try(p, ','));
    if (!baton_parser_expect(p, ']', "']'"))
      return false;
  }
  uses->count = (uint32_t)p->uses.size - uses->start;
  const baton_attr *numbers = baton_attr_dense_i64(p->context, p->numbers.data + mark, p->numbers.size - mark);
  p->numbers.size = mark;
  baton_parser_add_attr(p, baton_str_from(r->def->attrs[e->second].name), numbers);
  return true;
}

static bool attr_dict(reading *r, bool with_keyword) {
  baton_parser *p = r->p;
  if (with_keyword ? !baton_parser_try_word(p, "attributes") : !baton_parser_is(p, '{'))
    return true;
  return baton_parser_dict_items(p, p->frame->attrs);
}

// Whether an optional part stands in the text: seen by its first element.
static bool is_there(const reading *r, const baton_format_element *e) {
  const baton_parser *p = r->p;
  switch (e->kind) {
  case BATON_FORMAT_LITERAL:
    return p->token.kind != BATON_TOKEN_END && baton_str_equal(baton_token_text(&p->lexer, p->token), e->literal);
  case BATON_FORMAT_OPERANDS:
    return baton_parser_is(p, BATON_TOKEN_VALUE);
  case BATON_FORMAT_ATTR: // one that is written as a word
    return baton_parser_is(p, BATON_TOKEN_WORD) &&
           baton_enum_from_word(baton_enum_of(r->def->attrs[e->index].constraint),
                                baton_token_text(&p->lexer, p->token)) >= 0;
  default:
    return false; // refused by baton_format_compile
  }
}

static bool element(reading *r, const baton_format_element *e) {
  switch (e->kind) {
  case BATON_FORMAT_LITERAL:
    return literal(r, e);
  case BATON_FORMAT_NO_BLANK:
  case BATON_FORMAT_OPTIONAL:
    return true;
  case BATON_FORMAT_OPERANDS:
    return operands(r, e);
  case BATON_FORMAT_ATTR:
    return attribute(r, e);
  case BATON_FORMAT_OPERAND_TYPES:
    r->has_operand_types |= (uint64_t)1 << e->index;
    return types(r, r->def->operands[e->index].arity, &r->operand_types[e->index]);
  case BATON_FORMAT_RESULT_TYPES:
    r->has_result_types |= (uint64_t)1 << e->index;
    return types(r, r->def->results[e->index].arity, &r->result_types[e->index]);
  case BATON_FORMAT_FUNCTIONAL:
    r->has_operand_types |= (uint64_t)1 << e->index;
    r->has_result_types |= (uint64_t)1 << e->second;
    return functional(r, e);
  case BATON_FORMAT_INDEX_LIST:
  case BATON_FORMAT_BOUNDS:
    return index_list(r, e);
  case BATON_FORMAT_ATTR_DICT:
  case BATON_FORMAT_ATTR_DICT_WITH_KEYWORD:
    return attr_dict(r, e->kind == BATON_FORMAT_ATTR_DICT_WITH_KEYWORD);
  }
  return false;
}

static bool elements(reading *r) {
  for (size_t i = 0; i < r->format->num_elements; i++) {
    const baton_format_element *e = &r->format->elements[i];
    if (e->kind == BATON_FORMAT_OPTIONAL && !is_there(r, e + 1))
      i += e->num_inside;
    else if (!element(r, e))
      return false;
  }
  return true;
}

// ---- types that are not written ---------------------------------------------------------------------------------

// The element type of the memref operand, or NULL.
static const baton_type *element_type(const reading *r) {
  int group = r->format->memref_group;
  if (group < 0 || r->operand_types[group].count == 0)
    return NULL;
  const baton_type *type = r->p->types.data[r->operand_types[group].start];
  return type->kind == BATON_TYPE_MEMREF ? type->memref.element : NULL;
}

// The one type of SAME_TYPE: the first that is written for a group whose constraint does not fix it.
static const baton_type *same_type(const reading *r) {
  for (uint32_t i = 0; i < r->def->num_operands; i++)
    if (r->operand_types[i].count && !r->def->operands[i].type->build)
      return r->p->types.data[r->operand_types[i].start];
  for (uint32_t i = 0; i < r->def->num_results; i++)
    if (r->result_types[i].count && !r->def->results[i].type->build)
      return r->p->types.data[r->result_types[i].start];
  return NULL;
}

static const baton_type *implied_type(const reading *r, const baton_value_def *group) {
  if (group->type->build)
    return group->type->build(r->p->context);
  if (baton_op_def_has_trait(r->def, BATON_TRAIT_ELEMENT) && group->type == &baton_type_is_any_element)
    return element_type(r);
  return baton_op_def_has_trait(r->def, BATON_TRAIT_SAME_TYPE) ? same_type(r) : NULL;
}

static bool no_type(const reading *r, const char *name) {
  bool needs_memref = baton_op_def_has_trait(r->def, BATON_TRAIT_ELEMENT);
  if (needs_memref)
    return baton_parser_error(r->p, r->types_at, "expected a memref type");
  return baton_parser_error(r->p, r->p->frame->position, "the type of '%s' is not known", name);
}

static bool resolve_group(reading *r, uint32_t group) {
  baton_parser *p = r->p;
  range uses = r->uses[group], given = r->operand_types[group];
  bool is_given = r->has_operand_types >> group & 1;
  if (is_given && given.count != uses.count)
    return baton_parser_error(p, r->types_at, "number of operands and types do not match: got %u operands and %u types",
                              uses.count, given.count);
  const baton_type *implied = is_given || uses.count == 0 ? NULL : implied_type(r, &r->def->operands[group]);
  if (!is_given && uses.count && !implied)
    return no_type(r, r->def->operands[group].name);
  for (uint32_t i = 0; i < uses.count; i++)
    if (!baton_parser_resolve(p, p->uses.data[uses.start + i], is_given ? p->types.data[given.start + i] : implied))
      return false;
  return true;
}

static bool add_results(reading *r, uint32_t group) {
  baton_parser *p = r->p;
  range given = r->result_types[group];
  if (r->has_result_types >> group & 1) {
    for (uint32_t i = 0; i < given.count; i++)
      baton_vec_push(&p->results, p->types.data[given.start + i]);
    return true;
  }
  if (r->def->results[group].arity != BATON_ONE)
    return true;
  const baton_type *type = implied_type(r, &r->def->results[group]);
  if (!type)
    return no_type(r, r->def->results[group].name);
  baton_vec_push(&p->results, type);
  return true;
}

static bool add_bare_integer(reading *r) {
  const baton_type *type = element_type(r);
  if (!type || type->kind != BATON_TYPE_INTEGER)
    type = baton_type_integer(r->p->context, 64);
  uint32_t width = type->integer.width;
  int64_t limit = width >= 64 ? INT64_MAX : (int64_t)1 << (width - 1);
  if (width < 64 && (r->bare_value >= limit || r->bare_value < -limit))
    return baton_parser_error(r->p, r->bare_at, "integer constant out of range for attribute");
  baton_parser_add_attr(r->p, baton_str_from(r->bare->name), baton_attr_integer(r->p->context, type, r->bare_value));
  return true;
}

static void add_segments(reading *r) {
  int64_t sizes[MAX_GROUPS];
  for (uint32_t i = 0; i < r->def->num_operands; i++)
    sizes[i] = r->uses[i].count;
  baton_parser_add_attr(r->p, BATON_STR("operandSegmentSizes"),
                        baton_attr_dense_i32(r->p->context, sizes, r->def->num_operands));
}

static bool finish(reading *r) {
  for (uint32_t i = 0; i < r->def->num_operands; i++)
    if (!resolve_group(r, i))
      return false;
  for (uint32_t i = 0; i < r->def->num_results; i++)
    if (!add_results(r, i))
      return false;
  if (r->bare && !add_bare_integer(r))
    return false;
  if (baton_op_def_has_trait(r->def, BATON_TRAIT_SEGMENTS))
    add_segments(r);
  return true;
}

static const baton_format *format_of(baton_parser *p, const baton_op_def *def) {
  const baton_format *known = baton_map_find_pointer(&p->formats, def);
  if (known)
    return known;
  const baton_format *format = baton_format_compile(baton_context_diag(p->context), def, &p->scratch);
  if (format)
    baton_map_set_pointer(&p->formats, def, format);
  else
    p->failed = true;
  return format;
}

bool baton_parser_by_format(baton_parser *p) {
  const baton_op_def *def = p->frame->def;
  reading r;
  r.p = p;
  r.def = def;
  r.format = format_of(p, def);
  r.has_operand_types = r.has_result_types = 0;
  r.bare = NULL;
  r.types_at = p->token.start;
  memset(r.uses, 0, def->num_operands * sizeof *r.uses);
  memset(r.operand_types, 0, def->num_operands * sizeof *r.operand_types);
  memset(r.result_types, 0, def->num_results * sizeof *r.result_types);
  size_t uses = p->uses.size, types_mark = p->types.size;
  bool ok = r.format && elements(&r) && finish(&r);
  p->uses.size = uses;
  p->types.size = types_mark;
  return ok;
}
