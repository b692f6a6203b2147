// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lists of words, and their attributes.
#include "ir/enum.h"

static const char *const cmpi_words[] = {"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"};
static const char *const cmpf_words[] = {"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
                                         "ueq",   "ugt", "uge", "ult", "ule", "une", "uno", "true"};
static const char *const rounding_words[] = {"to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away"};
static const char *const overflow_words[] = {"nsw", "nuw"};
static const char *const fastmath_words[] = {"reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"};

#define WORDS(list) .words = list, .num_words = sizeof(list) / sizeof *(list)

static const baton_enum_def enums[] = {
    [BATON_IS_CMP_PREDICATE] = {WORDS(cmpi_words), .width = 64,
                                .description = "allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9"},
    [BATON_IS_CMPF_PREDICATE] = {WORDS(cmpf_words), .width = 64,
                                 .description = "allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, "
                                                "10, 11, 12, 13, 14, 15"},
    [BATON_IS_ROUNDING_MODE] = {WORDS(rounding_words), .width = 32, .description = "Floating point rounding mode"},
    [BATON_IS_OVERFLOW_FLAGS] = {.name = "arith.overflow",
                                 WORDS(overflow_words),
                                 .between = ", ",
                                 .is_default_empty = true,
                                 .description = "Integer overflow arith flags"},
    [BATON_IS_FASTMATH_OR_NOT] = {.name = "arith.fastmath",
                                  WORDS(fastmath_words),
                                  .between = ",",
                                  .all = "fast",
                                  .description = "Floating point fast math flags"},
    [BATON_IS_FASTMATH_FLAGS] = {.name = "arith.fastmath",
                                 WORDS(fastmath_words),
                                 .between = ",",
                                 .all = "fast",
                                 .is_default_empty = true,
                                 .description = "Floating point fast math flags"},
};
enum { NUM_ENUMS = sizeof enums / sizeof *enums };

const baton_enum_def *baton_enum_of(baton_attr_constraint constraint) {
  return (size_t)constraint < NUM_ENUMS && enums[constraint].words ? &enums[constraint] : NULL;
}

const baton_enum_def *baton_enum_find(baton_str name) {
  for (size_t i = 0; i < NUM_ENUMS; i++)
    if (enums[i].name && baton_str_is(name, enums[i].name))
      return &enums[i];
  return NULL;
}

static int64_t all_bits(const baton_enum_def *def) { return ((int64_t)1 << def->num_words) - 1; }

int64_t baton_enum_from_word(const baton_enum_def *def, baton_str word) {
  for (uint32_t i = 0; i < def->num_words; i++)
    if (baton_str_is(word, def->words[i]))
      return def->name ? (int64_t)1 << i : i;
  if (def->name && baton_str_is(word, "none"))
    return 0;
  return def->all && baton_str_is(word, def->all) ? all_bits(def) : -1;
}

static void print_set(const baton_enum_def *def, int64_t value, baton_strbuf *out) {
  if (value == 0 || (def->all && value == all_bits(def))) {
    baton_strbuf_append(out, baton_str_from(value ? def->all : "none"));
    return;
  }
  bool is_first = true;
  for (uint32_t i = 0; i < def->num_words; i++) {
    if (!(value >> i & 1))
      continue;
    if (!is_first)
      baton_strbuf_append(out, baton_str_from(def->between));
    baton_strbuf_append(out, baton_str_from(def->words[i]));
    is_first = false;
  }
}

void baton_enum_print(const baton_enum_def *def, int64_t value, baton_strbuf *out) {
  if (def->name)
    print_set(def, value, out);
  else
    baton_strbuf_append(out, baton_str_from(def->words[value]));
}

void baton_enum_print_choice(const baton_enum_def *def, baton_strbuf *out) {
  if (def->name)
    baton_strbuf_append(out, BATON_STR("none, "));
  for (uint32_t i = 0; i < def->num_words; i++) {
    if (i)
      baton_strbuf_append(out, BATON_STR(", "));
    baton_strbuf_append(out, baton_str_from(def->words[i]));
  }
  if (def->all)
    baton_strbuf_printf(out, ", %s", def->all);
}

const baton_attr *baton_enum_attr(baton_context *context, const baton_enum_def *def, int64_t value) {
  if (!def->name)
    return baton_attr_integer(context, baton_type_integer(context, def->width), value);
  baton_strbuf text = {0};
  baton_strbuf_printf(&text, "#%s<", def->name);
  print_set(def, value, &text);
  baton_strbuf_append_char(&text, '>');
  const baton_attr *attr = baton_attr_opaque(context, baton_strbuf_view(&text));
  baton_strbuf_deinit(&text);
  return attr;
}

// The words in "#name<...>".
static bool set_value(const baton_enum_def *def, baton_str text, int64_t *out) {
  size_t size = strlen(def->name);
  if (text.size < size + 3 || text.data[0] != '#' || memcmp(text.data + 1, def->name, size) != 0 ||
      text.data[size + 1] != '<')
    return false;
  *out = 0;
  for (size_t at = size + 2, end; at < text.size; at = end + 1) {
    while (at < text.size && text.data[at] == ' ')
      at++;
    for (end = at; end < text.size && text.data[end] != ',' && text.data[end] != '>';)
      end++;
    int64_t bits = baton_enum_from_word(def, (baton_str){text.data + at, end - at});
    if (bits < 0)
      return false;
    *out |= bits;
  }
  return true;
}

bool baton_enum_value(const baton_enum_def *def, const baton_attr *attr, int64_t *out_value) {
  if (def->name)
    return attr->kind == BATON_ATTR_OPAQUE && set_value(def, attr->string, out_value);
  *out_value = attr->kind == BATON_ATTR_INTEGER ? attr->integer : -1;
  return attr->kind == BATON_ATTR_INTEGER && baton_type_is_integer(attr->type, def->width) &&
         attr->type->integer.signedness == BATON_SIGNLESS && *out_value >= 0 && *out_value < def->num_words;
}

bool baton_enum_is_default(baton_attr_constraint constraint, const baton_attr *attr) {
  const baton_enum_def *def = baton_enum_of(constraint);
  int64_t value;
  return def && def->is_default_empty && baton_enum_value(def, attr, &value) && value == 0;
}
