// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints the custom form of an op by the format of its row, where it says all there is to say.
#include "text/printer_impl.h"

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
    if (op->slots[i] ? !baton_attr_satisfies(attr->constraint, op->slots[i], &expected) : !attr->is_optional)
      return false;
  }
  return true;
}

bool baton_op_fits_row(const baton_op *op) {
  return op->def->is_registered && op->num_regions >= op->def->min_regions && op->num_regions <= op->def->max_regions &&
         op->num_successors == op->def->num_successors && operands_fit(op) && results_fit(op) && attrs_fit(op);
}

// The results of group i.
static uint32_t result_group(const baton_op *op, uint32_t group, uint32_t *out_first) {
  uint32_t first = 0, rest = op->num_results - op->def->num_results;
  for (uint32_t i = 0; i < group; i++)
    first += op->def->results[i].arity == BATON_ONE ? 1 : rest + 1;
  *out_first = first;
  return op->def->results[group].arity == BATON_ONE ? 1 : rest + 1;
}

static const baton_type *element_type(const baton_op *op, const baton_format *format) {
  if (format->memref_group < 0)
    return NULL;
  const baton_value *memref = baton_op_group_value(op, (uint32_t)format->memref_group);
  return memref && memref->type->kind == BATON_TYPE_MEMREF ? memref->type->memref.element : NULL;
}

// As the parser finds it: the first type that is written for a group whose constraint does not fix it.
static const baton_type *same_type(const baton_op *op, const baton_format *format) {
  for (uint32_t i = 0; i < op->def->num_operands; i++)
    if (format->written_operand_types >> i & 1 && !op->def->operands[i].type->build && baton_op_group(op, i).size)
      return baton_op_group(op, i).data[0].value->type;
  for (uint32_t i = 0; i < op->def->num_results; i++) {
    uint32_t first;
    if (format->written_result_types >> i & 1 && !op->def->results[i].type->build && result_group(op, i, &first))
      return op->results[first].type;
  }
  return NULL;
}

// Whether the parser would give a value this type without reading it.
static bool is_implied(const baton_op *op, const baton_format *format, const baton_value_def *group,
                       const baton_type *type) {
  if (group->type->build)
    return group->type->accepts(type);
  if (baton_op_has_trait(op, BATON_TRAIT_ELEMENT) && group->type == &baton_type_is_any_element)
    return type == element_type(op, format);
  return baton_op_has_trait(op, BATON_TRAIT_SAME_TYPE) && type == same_type(op, format);
}

static bool types_fit(const baton_op *op, const baton_format *format) {
  for (uint32_t i = 0; i < op->def->num_operands; i++) {
    if (format->written_operand_types >> i & 1)
      continue;
    baton_operands group = baton_op_group(op, i);
    for (uint32_t k = 0; k < group.size; k++)
      if (!is_implied(op, format, &op->def->operands[i], group.data[k].value->type))
        return false;
  }
  for (uint32_t i = 0; i < op->def->num_results; i++) {
    uint32_t first, num = result_group(op, i, &first);
    if (format->written_result_types >> i & 1 || num == 0)
      continue;
    if (op->def->results[i].arity != BATON_ONE ||
        !is_implied(op, format, &op->def->results[i], op->results[first].type))
      return false;
  }
  return true;
}

static uint32_t num_dynamic(const baton_attr *numbers) {
  uint32_t num = 0;
  for (uint32_t i = 0; i < numbers->dense.num_items; i++)
    num += numbers->dense.items[i] == BATON_DYNAMIC;
  return num;
}

static bool element_fits(const baton_op *op, const baton_format *format, const baton_format_element *e) {
  const baton_attr *attr;
  switch (e->kind) {
  case BATON_FORMAT_ATTR:
    attr = op->slots[e->index];
    if (attr && op->def->attrs[e->index].constraint == BATON_IS_INTEGER) {
      const baton_type *element = element_type(op, format);
      return element && element->kind == BATON_TYPE_INTEGER
                 ? attr->type == element
                 : baton_type_is_integer(attr->type, 64) && attr->type->integer.signedness == BATON_SIGNLESS;
    }
    return attr != NULL;
  case BATON_FORMAT_INDEX_LIST:
  case BATON_FORMAT_BOUNDS:
    attr = op->slots[e->second];
    return attr && num_dynamic(attr) == baton_op_group(op, e->index).size &&
           (e->kind == BATON_FORMAT_INDEX_LIST || attr->dense.num_items == 3);
  default:
    return true;
  }
}

static bool is_present(const baton_op *op, const baton_format *format, const baton_format_element *optional) {
  const baton_format_element *anchor = &format->elements[optional->anchor];
  return anchor->kind == BATON_FORMAT_ATTR ? op->slots[anchor->index] != NULL
                                           : baton_op_group(op, anchor->index).size != 0;
}

// What a part that is not printed would have said must be nothing.
static bool is_nothing(const baton_op *op, const baton_format_element *e) {
  if (e->kind == BATON_FORMAT_ATTR)
    return !op->slots[e->index];
  return e->kind != BATON_FORMAT_OPERANDS || baton_op_group(op, e->index).size == 0;
}

static bool elements_fit(const baton_op *op, const baton_format *format) {
  for (size_t i = 0; i < format->num_elements; i++) {
    const baton_format_element *e = &format->elements[i];
    if (e->kind == BATON_FORMAT_OPTIONAL && !is_present(op, format, e)) {
      for (uint32_t k = 1; k <= e->num_inside; k++)
        if (!is_nothing(op, e + k))
          return false;
      i += e->num_inside;
    } else if (!element_fits(op, format, e)) {
      return false;
    }
  }
  return true;
}

const baton_format *baton_printer_format(baton_printer *p, const baton_op *op) {
  if (!op->def->format || !baton_op_fits_row(op))
    return NULL;
  const baton_format *format = baton_map_find_pointer(&p->formats, op->def);
  if (!format) {
    format = baton_format_compile(baton_context_diag(baton_op_context(op)), op->def, &p->scratch);
    if (!format)
      return NULL;
    baton_map_set_pointer(&p->formats, op->def, format);
  }
  return types_fit(op, format) && elements_fit(op, format) ? format : NULL;
}

// ---- printing ---------------------------------------------------------------------------------------------------

// What MLIR's printers remember between two elements.
typedef struct spacing {
  bool wants_blank, after_punctuation;
} spacing;

static bool is_one_of(char c, const char *set) { return strchr(set, c) != NULL; }

static bool blank_before(baton_str literal, bool after_punctuation) {
  if (literal.size != 1 && !baton_str_is(literal, "->"))
    return true;
  return !is_one_of(literal.data[0], after_punctuation ? ">)}]," : "<>(){}[],");
}

static void print_literal(baton_printer *p, spacing *s, baton_str literal) {
  if (s->wants_blank && blank_before(literal, s->after_punctuation))
    baton_printer_char(p, ' ');
  baton_printer_text(p, literal);
  char first = literal.data[0];
  s->wants_blank = literal.size != 1 || !is_one_of(first, "<({[");
  s->after_punctuation = first != '_' && !(first >= 'a' && first <= 'z') && !(first >= 'A' && first <= 'Z');
}

static void blank(baton_printer *p, spacing *s) {
  if (s->wants_blank || !s->after_punctuation)
    baton_printer_char(p, ' ');
  *s = (spacing){.wants_blank = true};
}

static void print_attr(baton_printer *p, const baton_attr_def *def, const baton_attr *attr) {
  switch (def->constraint) {
  case BATON_IS_CMP_PREDICATE:
    baton_printer_text(p, baton_str_from(baton_cmp_predicate_name(attr->integer)));
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

static uint32_t print_result_types(baton_printer *p, const baton_op *op, uint32_t group) {
  uint32_t first, num = result_group(op, group, &first);
  for (uint32_t i = 0; i < num; i++) {
    if (i)
      baton_printer_text(p, BATON_STR(", "));
    baton_printer_type(p, op->results[first + i].type);
  }
  return num;
}

static void print_functional(baton_printer *p, const baton_op *op, const baton_format_element *e) {
  uint32_t first, num = result_group(op, e->second, &first);
  bool one = num == 1 && op->results[first].type->kind != BATON_TYPE_FUNCTION;
  baton_printer_char(p, '(');
  print_operand_types(p, baton_op_group(op, e->index));
  baton_printer_text(p, one ? BATON_STR(") -> ") : BATON_STR(") -> ("));
  print_result_types(p, op, e->second);
  if (!one)
    baton_printer_char(p, ')');
}

static void print_index_list(baton_printer *p, const baton_op *op, const baton_format_element *e) {
  const baton_attr *numbers = op->slots[e->second];
  const baton_operand *next = baton_op_group(op, e->index).data;
  const char *between = e->kind == BATON_FORMAT_BOUNDS ? "] [" : ", ";
  baton_printer_char(p, '[');
  for (uint32_t i = 0; i < numbers->dense.num_items; i++) {
    if (i)
      baton_printer_text(p, baton_str_from(between));
    if (numbers->dense.items[i] == BATON_DYNAMIC)
      baton_printer_value(p, next++->value);
    else
      baton_strbuf_append_int(p->out, numbers->dense.items[i]);
  }
  baton_printer_char(p, ']');
}

static void print_attr_dict(baton_printer *p, const baton_op *op, const baton_format *format, bool with_keyword) {
  static const char *const left_out[] = {"operandSegmentSizes"};
  baton_printer_attrs(p, op,
                      &(baton_attr_choice){.before = with_keyword ? " attributes {" : " {",
                                           .after = "}",
                                           .slots = true,
                                           .attrs = true,
                                           .left_out = left_out,
                                           .num_left_out = baton_op_has_trait(op, BATON_TRAIT_SEGMENTS),
                                           .left_out_slots = format->written_attrs});
}

static void print_element(baton_printer *p, const baton_op *op, const baton_format *format,
                          const baton_format_element *e, spacing *s) {
  switch (e->kind) {
  case BATON_FORMAT_LITERAL:
    print_literal(p, s, e->literal);
    return;
  case BATON_FORMAT_NO_BLANK:
    *s = (spacing){.wants_blank = false, .after_punctuation = true};
    return;
  case BATON_FORMAT_ATTR_DICT:
  case BATON_FORMAT_ATTR_DICT_WITH_KEYWORD:
    print_attr_dict(p, op, format, e->kind == BATON_FORMAT_ATTR_DICT_WITH_KEYWORD);
    s->after_punctuation = false;
    return;
  case BATON_FORMAT_OPTIONAL:
    return;
  case BATON_FORMAT_ATTR:
    if (op->def->attrs[e->index].constraint == BATON_IS_UNIT)
      return;
    blank(p, s);
    print_attr(p, &op->def->attrs[e->index], op->slots[e->index]);
    return;
  case BATON_FORMAT_OPERANDS:
    if (baton_op_group(op, e->index).size == 0)
      return;
    blank(p, s);
    baton_printer_operands(p, baton_op_group(op, e->index));
    return;
  case BATON_FORMAT_OPERAND_TYPES:
    if (baton_op_group(op, e->index).size == 0)
      return;
    blank(p, s);
    print_operand_types(p, baton_op_group(op, e->index));
    return;
  case BATON_FORMAT_RESULT_TYPES:
    blank(p, s);
    print_result_types(p, op, e->index);
    return;
  case BATON_FORMAT_FUNCTIONAL:
    blank(p, s);
    print_functional(p, op, e);
    return;
  case BATON_FORMAT_INDEX_LIST:
  case BATON_FORMAT_BOUNDS:
    blank(p, s);
    print_index_list(p, op, e);
    return;
  }
}

void baton_printer_by_format(baton_printer *p, const baton_op *op, const baton_format *format) {
  spacing s = {.wants_blank = true};
  for (size_t i = 0; i < format->num_elements; i++) {
    const baton_format_element *e = &format->elements[i];
    if (e->kind == BATON_FORMAT_OPTIONAL && !is_present(op, format, e))
      i += e->num_inside;
    else
      print_element(p, op, format, e, &s);
  }
}
