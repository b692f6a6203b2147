// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints the custom form of an op by the format of its row, where it says all there is to say.
#include "text/printer_impl.h"

#include "ir/dim_map.h"
#include "ir/enum.h"

// ---- does the op fit? -------------------------------------------------------------------------------------------

static bool operands_fit(const baton_op *op) {
  uint32_t total = 0;
  for (uint32_t i = 0; i < op->def->num_operands; i++) {
    uint32_t size = baton_op_group(op, i).size;
    baton_arity arity = op->def->operands[i].arity;
    if ((arity == BATON_ONE && size != 1) || (arity == BATON_OPTIONAL && size > 1))
      return false;
    total += size;
  }
  for (uint32_t i = 0; i < op->num_operands; i++)
    if (!op->operands[i].value)
      return false;
  return total == op->num_operands;
}

// Rows have at most one result group that is not single.
static bool results_fit(const baton_op *op) {
  uint32_t num_single = 0, num_results = op->def->num_results;
  baton_arity other = BATON_ONE;
  for (uint32_t i = 0; i < num_results; i++) {
    if (op->def->results[i].arity == BATON_ONE)
      num_single++;
    else
      other = op->def->results[i].arity;
  }
  return op->num_results == num_single || (op->num_results > num_single && other == BATON_VARIADIC) ||
         (op->num_results == num_single + 1 && other == BATON_OPTIONAL);
}

static bool attrs_fit(const baton_op *op) {
  const char *expected;
  for (uint32_t i = 0; i < op->def->num_attrs; i++) {
    const baton_attr_def *attr = &op->def->attrs[i];
    if (baton_op_slot(op, i) ? !baton_attr_satisfies(attr->constraint, baton_op_slot(op, i), &expected)
                             : !attr->is_optional)
      return false;
  }
  return true;
}

static bool has_most_regions(const baton_op *op) {
  if (op->def->max_regions != BATON_ANY_REGIONS)
    return op->num_regions <= op->def->max_regions;
  const baton_attr *cases = baton_op_slot(op, 0);
  return cases && cases->kind == BATON_ATTR_DENSE_ARRAY && cases->dense.num_items + 1 == op->num_regions;
}

static bool counts_fit(const baton_op *op) {
  return op->def->is_registered && op->num_regions >= op->def->min_regions && has_most_regions(op) &&
         op->num_successors == op->def->num_successors;
}

bool baton_op_fits_row(const baton_op *op) {
  return counts_fit(op) && operands_fit(op) && results_fit(op) && attrs_fit(op);
}

// An op, its format, and the places of its operand and result groups.
enum { MAX_GROUPS = 64 };

typedef struct view {
  const baton_op *op;
  const baton_format *format;
  const baton_type *same_type;                                          // see below
  uint32_t first_operand[MAX_GROUPS + 1], first_result[MAX_GROUPS + 1]; // of each group; the last entries are the ends
} view;

static baton_operands operands_of(const view *v, uint32_t group) {
  uint32_t first = v->first_operand[group];
  return (baton_operands){v->op->operands + first, v->first_operand[group + 1] - first};
}

static uint32_t num_operands_of(const view *v, uint32_t group) {
  return v->first_operand[group + 1] - v->first_operand[group];
}

static uint32_t num_results_of(const view *v, uint32_t group) {
  return v->first_result[group + 1] - v->first_result[group];
}

static bool size_fits(baton_arity arity, int64_t size) {
  return arity == BATON_ONE ? size == 1 : arity != BATON_OPTIONAL || size <= 1;
}

// Groups as operandSegmentSizes says.
static bool divide_by_segments(view *v) {
  const baton_op *op = v->op;
  const baton_attr *sizes = v->format->segments_slot < 0 ? NULL : baton_op_slot(op, (uint32_t)v->format->segments_slot);
  if (!sizes || sizes->kind != BATON_ATTR_DENSE_ARRAY || sizes->dense.num_items != op->def->num_operands)
    return false;
  uint64_t end = 0;
  for (uint32_t i = 0; i < op->def->num_operands; i++) {
    int64_t size = sizes->dense.items[i];
    v->first_operand[i] = (uint32_t)end;
    if (size < 0 || size > op->num_operands || !size_fits(op->def->operands[i].arity, size))
      return false;
    end += (uint64_t)size;
    if (end > op->num_operands)
      return false;
  }
  v->first_operand[op->def->num_operands] = (uint32_t)end;
  return end == op->num_operands;
}

// Groups where at most one is not single, and takes what the others leave.
static bool divide(const baton_value_def *groups, uint32_t num_groups, uint32_t num_single, uint32_t num_values,
                   uint32_t *out_first) {
  uint32_t rest = num_values - num_single;
  if (num_single > num_values || num_groups - num_single > 1 || (num_groups == num_single && rest))
    return false;
  out_first[0] = 0;
  for (uint32_t i = 0; i < num_groups; i++) {
    uint32_t size = groups[i].arity == BATON_ONE ? 1 : rest;
    if (!size_fits(groups[i].arity, size))
      return false;
    out_first[i + 1] = out_first[i] + size;
  }
  return true;
}

static bool groups_fit(view *v) {
  const baton_op *op = v->op;
  const baton_op_def *def = op->def;
  const baton_format *format = v->format;
  for (uint32_t i = 0; i < op->num_operands; i++)
    if (!op->operands[i].value)
      return false;
  bool divided =
      baton_op_has_trait(op, BATON_TRAIT_SEGMENTS)
          ? divide_by_segments(v)
          : divide(def->operands, def->num_operands, format->num_single_operands, op->num_operands, v->first_operand);
  return divided &&
         divide(def->results, def->num_results, format->num_single_results, op->num_results, v->first_result);
}

static const baton_type *operand_type(const view *v, uint32_t group) {
  return v->op->operands[v->first_operand[group]].value->type;
}

static const baton_type *result_type(const view *v, uint32_t group) {
  return v->op->results[v->first_result[group]].type;
}

static const baton_type *element_type(const view *v) {
  int group = v->format->memref_group;
  if (group < 0 || num_operands_of(v, (uint32_t)group) == 0)
    return NULL;
  const baton_type *type = operand_type(v, (uint32_t)group);
  return type->kind == BATON_TYPE_MEMREF ? type->memref.element : NULL;
}

// As the parser finds it: the first type that is written for a group whose constraint does not fix it.
static const baton_type *find_same_type(const view *v) {
  const baton_op_def *def = v->op->def;
  for (uint32_t i = 0; i < def->num_operands; i++)
    if (v->format->written_operand_types >> i & 1 && !def->operands[i].type->build && num_operands_of(v, i))
      return operand_type(v, i);
  for (uint32_t i = 0; i < def->num_results; i++)
    if (v->format->written_result_types >> i & 1 && !def->results[i].type->build && num_results_of(v, i))
      return result_type(v, i);
  return NULL;
}

// Whether the parser would give a value this type without reading it.
static bool is_implied(const view *v, const baton_value_def *group, const baton_type *type) {
  if (group->type->build)
    return group->type->accepts(type);
  if (baton_op_has_trait(v->op, BATON_TRAIT_ELEMENT) && group->type == &baton_type_is_any_element)
    return type == element_type(v);
  return baton_op_has_trait(v->op, BATON_TRAIT_SAME_TYPE) && type == v->same_type;
}

static bool types_fit(view *v) {
  const baton_op_def *def = v->op->def;
  if (baton_op_has_trait(v->op, BATON_TRAIT_SAME_TYPE))
    v->same_type = find_same_type(v);
  for (uint32_t i = 0; i < def->num_operands; i++) {
    if (v->format->written_operand_types >> i & 1)
      continue;
    baton_operands group = operands_of(v, i);
    for (uint32_t k = 0; k < group.size; k++)
      if (!is_implied(v, &def->operands[i], group.data[k].value->type))
        return false;
  }
  for (uint32_t i = 0; i < def->num_results; i++) {
    if (v->format->written_result_types >> i & 1 || num_results_of(v, i) == 0)
      continue;
    if (def->results[i].arity != BATON_ONE || !is_implied(v, &def->results[i], result_type(v, i)))
      return false;
  }
  return true;
}

static bool integer_fits(const view *v, const baton_attr *attr) {
  const baton_type *element = element_type(v);
  if (element && element->kind == BATON_TYPE_INTEGER)
    return attr->type == element;
  return baton_type_is_integer(attr->type, 64) && attr->type->integer.signedness == BATON_SIGNLESS;
}

static bool numbers_fit(const view *v, const baton_format_element *e) {
  const baton_attr *numbers = baton_op_slot(v->op, e->second);
  if (!numbers || (e->kind == BATON_FORMAT_BOUNDS && numbers->dense.num_items != 3))
    return false;
  uint32_t num_dynamic = 0;
  for (uint32_t i = 0; i < numbers->dense.num_items; i++)
    num_dynamic += numbers->dense.items[i] == BATON_DYNAMIC;
  return num_dynamic == num_operands_of(v, e->index);
}

static bool attr_fits(const view *v, baton_attr_constraint constraint, const baton_attr *attr) {
  baton_dim_map map;
  switch (constraint) {
  case BATON_IS_INTEGER:
    return integer_fits(v, attr);
  case BATON_IS_PERMUTATION:
    if (!baton_dim_map_of(attr, &map))
      return false;
    baton_dim_map_deinit(&map);
    return true;
  default:
    return true;
  }
}

static bool element_fits(const view *v, const baton_format_element *e) {
  const baton_attr *attr;
  switch (e->kind) {
  case BATON_FORMAT_ATTR:
    attr = baton_op_slot(v->op, e->index);
    return attr && attr_fits(v, v->op->def->attrs[e->index].constraint, attr);
  case BATON_FORMAT_INDEX_LIST:
  case BATON_FORMAT_BOUNDS:
    return numbers_fit(v, e);
  case BATON_FORMAT_OPERAND_TYPES: // an empty list at the end would take a word of the next line for a type
    return num_operands_of(v, e->index) || e + 1 != v->format->elements + v->format->num_elements;
  default:
    return true;
  }
}

static bool is_present(const view *v, const baton_format_element *optional) {
  const baton_format_element *anchor = &v->format->elements[optional->anchor];
  return anchor->kind == BATON_FORMAT_ATTR ? baton_op_slot(v->op, anchor->index) != NULL
                                           : num_operands_of(v, anchor->index) != 0;
}

// What a part that is not printed would have said must be nothing.
static bool is_nothing(const view *v, const baton_format_element *e) {
  if (e->kind == BATON_FORMAT_ATTR)
    return !baton_op_slot(v->op, e->index);
  return e->kind != BATON_FORMAT_OPERANDS || num_operands_of(v, e->index) == 0;
}

static bool elements_fit(const view *v) {
  if (v->format->always_fits)
    return true;
  for (size_t i = 0; i < v->format->num_elements; i++) {
    const baton_format_element *e = &v->format->elements[i];
    if (e->kind == BATON_FORMAT_OPTIONAL && !is_present(v, e)) {
      for (uint32_t k = 1; k <= e->num_inside; k++)
        if (!is_nothing(v, e + k))
          return false;
      i += e->num_inside;
    } else if (!element_fits(v, e)) {
      return false;
    }
  }
  return true;
}

static const baton_format *format_of(baton_printer *p, const baton_op *op) {
  const baton_format *format = baton_map_find_pointer(&p->formats, op->def);
  if (!format && (format = baton_format_compile(baton_context_diag(baton_op_context(op)), op->def, &p->scratch)))
    baton_map_set_pointer(&p->formats, op->def, format);
  return format;
}

// ---- printing ---------------------------------------------------------------------------------------------------

// What MLIR's printers remember between two elements.
typedef struct spacing {
  bool wants_blank, after_punctuation;
} spacing;

static void print_literal(baton_printer *p, spacing *s, const baton_format_element *e) {
  if (s->wants_blank && (s->after_punctuation ? e->blank_behind_punctuation : e->blank_elsewhere))
    baton_printer_char(p, ' ');
  baton_printer_text(p, e->literal);
  *s = (spacing){.wants_blank = e->wants_blank, .after_punctuation = e->is_punctuation};
}

static void blank(baton_printer *p, spacing *s) {
  if (s->wants_blank || !s->after_punctuation)
    baton_printer_char(p, ' ');
  *s = (spacing){.wants_blank = true};
}

static void print_words(baton_printer *p, const baton_enum_def *words, const baton_attr *attr) {
  int64_t value = 0;
  baton_enum_value(words, attr, &value);
  if (words->name)
    baton_printer_char(p, '<');
  baton_enum_print(words, value, p->out);
  if (words->name)
    baton_printer_char(p, '>');
}

static void print_attr(baton_printer *p, const baton_attr_def *def, const baton_attr *attr) {
  const baton_enum_def *words = baton_enum_of(def->constraint);
  if (words) {
    print_words(p, words, attr);
    return;
  }
  switch (def->constraint) {
  case BATON_IS_PERMUTATION:
    baton_printer_text(p, baton_dim_map_text(attr));
    return;
  case BATON_IS_SCOPE_KIND:
    baton_printer_text(p, attr->string);
    return;
  case BATON_IS_I32:
  case BATON_IS_I64:
  case BATON_IS_INTEGER:
    baton_strbuf_append_int(p->out, attr->integer);
    return;
  default:
    baton_attr_print(attr, p->out);
  }
}

static void print_operand_types(baton_printer *p, baton_operands group) {
  for (uint32_t i = 0; i < group.size; i++) {
    if (i)
      baton_printer_text(p, BATON_STR(", "));
    baton_printer_type(p, group.data[i].value->type);
  }
}

static void print_result_types(baton_printer *p, const view *v, uint32_t group) {
  for (uint32_t i = v->first_result[group]; i < v->first_result[group + 1]; i++) {
    if (i > v->first_result[group])
      baton_printer_text(p, BATON_STR(", "));
    baton_printer_type(p, v->op->results[i].type);
  }
}

static void print_functional(baton_printer *p, const view *v, const baton_format_element *e) {
  bool one = num_results_of(v, e->second) == 1 && result_type(v, e->second)->kind != BATON_TYPE_FUNCTION;
  baton_printer_char(p, '(');
  print_operand_types(p, operands_of(v, e->index));
  baton_printer_text(p, one ? BATON_STR(") -> ") : BATON_STR(") -> ("));
  print_result_types(p, v, e->second);
  if (!one)
    baton_printer_char(p, ')');
}

static void print_index_list(baton_printer *p, const view *v, const baton_format_element *e) {
  const baton_attr *numbers = baton_op_slot(v->op, e->second);
  const baton_operand *next = operands_of(v, e->index).data;
  baton_str between = e->kind == BATON_FORMAT_BOUNDS ? BATON_STR("] [") : BATON_STR(", ");
  baton_printer_char(p, '[');
  for (uint32_t i = 0; i < numbers->dense.num_items; i++) {
    if (i)
      baton_printer_text(p, between);
    if (numbers->dense.items[i] == BATON_DYNAMIC)
      baton_printer_value(p, next++->value);
    else
      baton_strbuf_append_int(p->out, numbers->dense.items[i]);
  }
  baton_printer_char(p, ']');
}

static void print_attr_dict(baton_printer *p, const view *v, bool with_keyword) {
  uint64_t segments = v->format->segments_slot < 0 ? 0 : (uint64_t)1 << v->format->segments_slot;
  baton_printer_attrs(p, v->op,
                      &(baton_attr_choice){.before = with_keyword ? " attributes {" : " {",
                                           .after = "}",
                                           .slots = true,
                                           .attrs = true,
                                           .left_out_slots = v->format->written_attrs | segments});
}

// Groups without values print nothing, nor do units, which are said by what stands around them.
static void print_element(baton_printer *p, const view *v, const baton_format_element *e, spacing *s) {
  switch (e->kind) {
  case BATON_FORMAT_LITERAL:
    print_literal(p, s, e);
    return;
  case BATON_FORMAT_NO_BLANK:
    *s = (spacing){.wants_blank = false, .after_punctuation = true};
    return;
  case BATON_FORMAT_OPERANDS:
    if (num_operands_of(v, e->index) == 0)
      return;
    blank(p, s);
    baton_printer_operands(p, operands_of(v, e->index));
    return;
  case BATON_FORMAT_OPERAND_TYPES:
    if (num_operands_of(v, e->index) == 0)
      return;
    blank(p, s);
    print_operand_types(p, operands_of(v, e->index));
    return;
  case BATON_FORMAT_RESULT_TYPES:
    if (num_results_of(v, e->index) == 0)
      return;
    blank(p, s);
    print_result_types(p, v, e->index);
    return;
  case BATON_FORMAT_ATTR:
    if (v->op->def->attrs[e->index].constraint == BATON_IS_UNIT)
      return;
    blank(p, s);
    print_attr(p, &v->op->def->attrs[e->index], baton_op_slot(v->op, e->index));
    return;
  case BATON_FORMAT_FUNCTIONAL:
    blank(p, s);
    print_functional(p, v, e);
    return;
  case BATON_FORMAT_INDEX_LIST:
  case BATON_FORMAT_BOUNDS:
    blank(p, s);
    print_index_list(p, v, e);
    return;
  case BATON_FORMAT_ATTR_DICT:
  case BATON_FORMAT_ATTR_DICT_WITH_KEYWORD:
    print_attr_dict(p, v, e->kind == BATON_FORMAT_ATTR_DICT_WITH_KEYWORD);
    s->after_punctuation = false;
    return;
  case BATON_FORMAT_OPTIONAL:
    return;
  }
}

static void print_elements(baton_printer *p, const view *v) {
  spacing s = {.wants_blank = true};
  for (size_t i = 0; i < v->format->num_elements; i++) {
    const baton_format_element *e = &v->format->elements[i];
    if (e->kind == BATON_FORMAT_OPTIONAL && !is_present(v, e))
      i += e->num_inside;
    else
      print_element(p, v, e, &s);
  }
}

bool baton_printer_by_format(baton_printer *p, const baton_op *op) {
  view v;
  v.op = op;
  v.format = op->def->format ? format_of(p, op) : NULL;
  if (!v.format || !counts_fit(op) || !attrs_fit(op) || !groups_fit(&v) || !types_fit(&v) || !elements_fit(&v))
    return false;
  baton_printer_name(p, op->def->name);
  print_elements(p, &v);
  return true;
}
