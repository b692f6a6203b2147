// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making, comparing and printing attributes.
#include "base/map.h"
#include "ir/context_impl.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t hash_str(uint64_t hash, baton_str text) {
  return baton_hash_mix(hash, baton_hash_bytes(text.data, text.size));
}

static uint64_t hash_attr(const baton_attr *attr) {
  uint64_t hash = baton_hash_pointer(attr->kind, attr->type);
  switch (attr->kind) {
  case BATON_ATTR_UNIT:
    return hash;
  case BATON_ATTR_INTEGER:
  case BATON_ATTR_FLOAT:
    return baton_hash_mix(hash, attr->float_bits);
  case BATON_ATTR_STRING:
  case BATON_ATTR_OPAQUE:
  case BATON_ATTR_WIDE:
    return hash_str(hash, attr->string);
  case BATON_ATTR_ARRAY:
    for (uint32_t i = 0; i < attr->array.num_items; i++)
      hash = baton_hash_pointer(hash, attr->array.items[i]);
    return hash;
  case BATON_ATTR_DENSE_ARRAY:
    for (uint32_t i = 0; i < attr->dense.num_items; i++)
      hash = baton_hash_mix(hash, (uint64_t)attr->dense.items[i]);
    return hash;
  case BATON_ATTR_DICTIONARY:
    for (uint32_t i = 0; i < attr->dictionary.num_items; i++)
      hash = baton_hash_pointer(baton_hash_pointer(hash, attr->dictionary.items[i].name.data),
                                attr->dictionary.items[i].value);
    return hash;
  case BATON_ATTR_SYMBOL:
    hash = hash_str(hash, attr->symbol.root);
    for (uint32_t i = 0; i < attr->symbol.num_nested; i++)
      hash = hash_str(hash, attr->symbol.nested[i]);
    return hash;
  case BATON_ATTR_TYPE:
    return baton_hash_pointer(hash, attr->type_value);
  }
  return hash;
}

static bool equal_items(const void *a, uint32_t num_a, const void *b, uint32_t num_b, size_t size) {
  return num_a == num_b && (num_a == 0 || memcmp(a, b, num_a * size) == 0);
}

static bool equal_dictionaries(const baton_attr *a, const baton_attr *b) {
  if (a->dictionary.num_items != b->dictionary.num_items)
    return false;
  for (uint32_t i = 0; i < a->dictionary.num_items; i++)
    if (a->dictionary.items[i].name.data != b->dictionary.items[i].name.data ||
        a->dictionary.items[i].value != b->dictionary.items[i].value)
      return false;
  return true;
}

static bool equal_symbols(const baton_attr *a, const baton_attr *b) {
  if (!baton_str_equal(a->symbol.root, b->symbol.root) || a->symbol.num_nested != b->symbol.num_nested)
    return false;
  for (uint32_t i = 0; i < a->symbol.num_nested; i++)
    if (!baton_str_equal(a->symbol.nested[i], b->symbol.nested[i]))
      return false;
  return true;
}

static bool equal_attrs(const baton_attr *a, const baton_attr *b) {
  if (a->kind != b->kind || a->type != b->type)
    return false;
  switch (a->kind) {
  case BATON_ATTR_UNIT:
    return true;
  case BATON_ATTR_INTEGER:
  case BATON_ATTR_FLOAT:
    return a->float_bits == b->float_bits;
  case BATON_ATTR_STRING:
  case BATON_ATTR_OPAQUE:
  case BATON_ATTR_WIDE:
    return baton_str_equal(a->string, b->string);
  case BATON_ATTR_ARRAY:
    return equal_items(a->array.items, a->array.num_items, b->array.items, b->array.num_items, sizeof(void *));
  case BATON_ATTR_DENSE_ARRAY:
    return equal_items(a->dense.items, a->dense.num_items, b->dense.items, b->dense.num_items, sizeof(int64_t));
  case BATON_ATTR_DICTIONARY:
    return equal_dictionaries(a, b);
  case BATON_ATTR_SYMBOL:
    return equal_symbols(a, b);
  case BATON_ATTR_TYPE:
    return a->type_value == b->type_value;
  }
  return false;
}

// Copies what an attribute points at into the context. Names of dictionaries are interned already.
static void keep_parts(baton_context *context, baton_attr *attr) {
  baton_arena *arena = &context->arena;
  switch (attr->kind) {
  case BATON_ATTR_STRING:
  case BATON_ATTR_OPAQUE:
  case BATON_ATTR_WIDE:
    attr->string = baton_context_intern(context, attr->string);
    return;
  case BATON_ATTR_ARRAY:
    attr->array.items = baton_arena_copy(arena, attr->array.items, attr->array.num_items, sizeof(void *));
    return;
  case BATON_ATTR_DENSE_ARRAY:
    attr->dense.items = baton_arena_copy(arena, attr->dense.items, attr->dense.num_items, sizeof(int64_t));
    return;
  case BATON_ATTR_DICTIONARY:
    attr->dictionary.items =
        baton_arena_copy(arena, attr->dictionary.items, attr->dictionary.num_items, sizeof *attr->dictionary.items);
    return;
  case BATON_ATTR_SYMBOL: {
    attr->symbol.root = baton_context_intern(context, attr->symbol.root);
    baton_str *nested =
        baton_arena_copy(arena, attr->symbol.nested, attr->symbol.num_nested, sizeof *attr->symbol.nested);
    for (uint32_t i = 0; i < attr->symbol.num_nested; i++)
      nested[i] = baton_context_intern(context, nested[i]);
    attr->symbol.nested = nested;
    return;
  }
  default:
    return;
  }
}

static const baton_attr *unique(baton_context *context, baton_attr wanted) {
  uint64_t hash = hash_attr(&wanted);
  baton_intern_slot *slot = baton_intern_first(&context->attrs, hash);
  for (; slot->object; slot = baton_intern_next(&context->attrs, slot))
    if (slot->hash == hash && equal_attrs(slot->object, &wanted))
      return slot->object;
  baton_attr *attr = baton_arena_copy(&context->arena, &wanted, 1, sizeof wanted);
  keep_parts(context, attr);
  baton_intern_insert(&context->attrs, slot, hash, attr);
  return attr;
}

const baton_attr *baton_attr_unit(baton_context *context) {
  if (!context->unit)
    context->unit = unique(context, (baton_attr){.kind = BATON_ATTR_UNIT});
  return context->unit;
}

const baton_attr *baton_attr_bool(baton_context *context, bool value) {
  return baton_attr_integer(context, baton_type_integer(context, 1), value);
}

const baton_attr *baton_attr_integer(baton_context *context, const baton_type *type, int64_t value) {
  uint32_t width = baton_type_bits(type);
  if (width < 64) {
    uint64_t bits = (uint64_t)value << (64 - width);
    bool is_unsigned = type->kind == BATON_TYPE_INTEGER && type->integer.signedness == BATON_UNSIGNED;
    value = is_unsigned ? (int64_t)(bits >> (64 - width)) : (int64_t)bits >> (64 - width);
  }
  return unique(context, (baton_attr){.kind = BATON_ATTR_INTEGER, .type = type, .integer = value});
}

const baton_attr *baton_attr_float(baton_context *context, const baton_type *type, uint64_t bits) {
  return unique(context, (baton_attr){.kind = BATON_ATTR_FLOAT, .type = type, .float_bits = bits});
}

const baton_attr *baton_attr_wide(baton_context *context, const baton_type *type, baton_str digits) {
  return unique(context, (baton_attr){.kind = BATON_ATTR_WIDE, .type = type, .string = digits});
}

const baton_attr *baton_attr_string(baton_context *context, baton_str text) {
  return unique(context, (baton_attr){.kind = BATON_ATTR_STRING, .string = text});
}

const baton_attr *baton_attr_opaque(baton_context *context, baton_str text) {
  return unique(context, (baton_attr){.kind = BATON_ATTR_OPAQUE, .string = text});
}

const baton_attr *baton_attr_array(baton_context *context, const baton_attr *const *items, size_t num_items) {
  return unique(context, (baton_attr){.kind = BATON_ATTR_ARRAY, .array = {items, (uint32_t)num_items}});
}

const baton_attr *baton_attr_dense(baton_context *context, const baton_type *element, const int64_t *items,
                                   size_t num_items) {
  return unique(context,
                (baton_attr){.kind = BATON_ATTR_DENSE_ARRAY, .type = element, .dense = {items, (uint32_t)num_items}});
}

const baton_attr *baton_attr_dense_i32(baton_context *context, const int64_t *items, size_t num_items) {
  return baton_attr_dense(context, baton_type_integer(context, 32), items, num_items);
}

const baton_attr *baton_attr_dense_i64(baton_context *context, const int64_t *items, size_t num_items) {
  return baton_attr_dense(context, baton_type_integer(context, 64), items, num_items);
}

static int compare_names(const void *a, const void *b) {
  return baton_str_compare(((const baton_named_attr *)a)->name, ((const baton_named_attr *)b)->name);
}

const baton_attr *baton_attr_dictionary(baton_context *context, const baton_named_attr *items, size_t num_items) {
  baton_named_attr *sorted = baton_mem_resize_array(NULL, num_items, sizeof *sorted);
  for (size_t i = 0; i < num_items; i++)
    sorted[i] = (baton_named_attr){baton_context_intern(context, items[i].name), items[i].value};
  if (num_items > 1)
    qsort(sorted, num_items, sizeof *sorted, compare_names);
  const baton_attr *attr =
      unique(context, (baton_attr){.kind = BATON_ATTR_DICTIONARY, .dictionary = {sorted, (uint32_t)num_items}});
  baton_mem_free(sorted);
  return attr;
}

const baton_attr *baton_attr_symbol(baton_context *context, baton_str root, const baton_str *nested,
                                    size_t num_nested) {
  return unique(context, (baton_attr){.kind = BATON_ATTR_SYMBOL, .symbol = {root, nested, (uint32_t)num_nested}});
}

const baton_attr *baton_attr_type(baton_context *context, const baton_type *type) {
  return unique(context, (baton_attr){.kind = BATON_ATTR_TYPE, .type_value = type});
}

const baton_attr *baton_attr_lookup(const baton_attr *dictionary, baton_str name) {
  if (!dictionary || dictionary->kind != BATON_ATTR_DICTIONARY)
    return NULL;
  for (uint32_t i = 0; i < dictionary->dictionary.num_items; i++)
    if (baton_str_equal(dictionary->dictionary.items[i].name, name))
      return dictionary->dictionary.items[i].value;
  return NULL;
}

static void print_attr(const baton_attr *attr, bool is_item, baton_strbuf *out);

// ---- text -------------------------------------------------------------------------------------------------------

void baton_print_quoted(baton_str text, baton_strbuf *out) {
  baton_strbuf_append_char(out, '"');
  for (size_t i = 0; i < text.size; i++) {
    unsigned char c = (unsigned char)text.data[i];
    if (c == '\\')
      baton_strbuf_append(out, BATON_STR("\\\\"));
    else if (c >= 32 && c < 127 && c != '"')
      baton_strbuf_append_char(out, (char)c);
    else
      baton_strbuf_printf(out, "\\%02X", c);
  }
  baton_strbuf_append_char(out, '"');
}

static bool is_bare_word(baton_str text, const char *also) {
  if (text.size == 0 || isdigit((unsigned char)text.data[0]))
    return false;
  for (size_t i = 0; i < text.size; i++)
    if (!isalnum((unsigned char)text.data[i]) && (text.data[i] == 0 || !strchr(also, text.data[i])))
      return false;
  return true;
}

void baton_print_symbol(baton_str name, baton_strbuf *out) {
  baton_strbuf_append_char(out, '@');
  bool starts_well = name.size && (isalpha((unsigned char)name.data[0]) || name.data[0] == '_');
  if (starts_well && is_bare_word(name, "_$."))
    baton_strbuf_append(out, name);
  else
    baton_print_quoted(name, out);
}

static void print_number_of_type(const baton_type *type, int64_t bits, baton_strbuf *out) {
  if (type->kind == BATON_TYPE_FLOAT) {
    baton_float_print(type->float_kind, (uint64_t)bits, out);
  } else if (baton_type_is_integer(type, 1) && type->integer.signedness == BATON_SIGNLESS) {
    baton_strbuf_append(out, bits ? BATON_STR("true") : BATON_STR("false"));
  } else if (type->kind == BATON_TYPE_INTEGER && type->integer.signedness == BATON_UNSIGNED) {
    baton_strbuf_printf(out, "%" PRIu64, (uint64_t)bits);
  } else {
    baton_strbuf_append_int(out, bits);
  }
}

// Whether a number is read with its type where it is written without: an i64, or an f64 that is not in hexadecimal.
static bool has_default_type(const baton_attr *attr, baton_str text) {
  if (attr->kind == BATON_ATTR_FLOAT)
    return attr->type->float_kind == BATON_F64 && !baton_str_has_prefix(text, BATON_STR("0x"));
  return baton_type_is_integer(attr->type, 64) && attr->type->integer.signedness == BATON_SIGNLESS;
}

static void print_scalar(const baton_attr *attr, bool is_item, baton_strbuf *out) {
  size_t start = out->size;
  if (attr->kind == BATON_ATTR_WIDE)
    baton_strbuf_append(out, attr->string);
  else
    print_number_of_type(attr->type, attr->integer, out);
  bool is_truth = baton_type_is_integer(attr->type, 1) && attr->type->integer.signedness == BATON_SIGNLESS;
  if (!is_truth && !(is_item && has_default_type(attr, (baton_str){out->data + start, out->size - start}))) {
    baton_strbuf_append(out, BATON_STR(" : "));
    baton_type_print(attr->type, out);
  }
}

static void print_dense(const baton_attr *attr, baton_strbuf *out) {
  baton_strbuf_append(out, BATON_STR("array<"));
  baton_type_print(attr->type, out);
  for (uint32_t i = 0; i < attr->dense.num_items; i++) {
    baton_strbuf_append(out, i ? BATON_STR(", ") : BATON_STR(": "));
    print_number_of_type(attr->type, attr->dense.items[i], out);
  }
  baton_strbuf_append_char(out, '>');
}

static void print_dictionary(const baton_attr *attr, baton_strbuf *out) {
  baton_strbuf_append_char(out, '{');
  for (uint32_t i = 0; i < attr->dictionary.num_items; i++) {
    const baton_named_attr *item = &attr->dictionary.items[i];
    if (i)
      baton_strbuf_append(out, BATON_STR(", "));
    baton_named_attr_print(item->name, item->value, out);
  }
  baton_strbuf_append_char(out, '}');
}

void baton_named_attr_print(baton_str name, const baton_attr *value, baton_strbuf *out) {
  if (is_bare_word(name, "_$."))
    baton_strbuf_append(out, name);
  else
    baton_print_quoted(name, out);
  if (value->kind != BATON_ATTR_UNIT) {
    baton_strbuf_append(out, BATON_STR(" = "));
    baton_attr_print(value, out);
  }
}

void baton_attr_print(const baton_attr *attr, baton_strbuf *out) { print_attr(attr, false, out); }

void baton_attr_print_item(const baton_attr *attr, baton_strbuf *out) { print_attr(attr, true, out); }

static void print_attr(const baton_attr *attr, bool is_item, baton_strbuf *out) {
  switch (attr->kind) {
  case BATON_ATTR_UNIT:
    baton_strbuf_append(out, BATON_STR("unit"));
    return;
  case BATON_ATTR_INTEGER:
  case BATON_ATTR_WIDE:
  case BATON_ATTR_FLOAT:
    print_scalar(attr, is_item, out);
    return;
  case BATON_ATTR_STRING:
    baton_print_quoted(attr->string, out);
    return;
  case BATON_ATTR_OPAQUE:
    baton_strbuf_append(out, attr->string);
    return;
  case BATON_ATTR_ARRAY:
    baton_strbuf_append_char(out, '[');
    for (uint32_t i = 0; i < attr->array.num_items; i++) {
      if (i)
        baton_strbuf_append(out, BATON_STR(", "));
      baton_attr_print_item(attr->array.items[i], out);
    }
    baton_strbuf_append_char(out, ']');
    return;
  case BATON_ATTR_DENSE_ARRAY:
    print_dense(attr, out);
    return;
  case BATON_ATTR_DICTIONARY:
    print_dictionary(attr, out);
    return;
  case BATON_ATTR_SYMBOL:
    baton_print_symbol(attr->symbol.root, out);
    for (uint32_t i = 0; i < attr->symbol.num_nested; i++) {
      baton_strbuf_append(out, BATON_STR("::"));
      baton_print_symbol(attr->symbol.nested[i], out);
    }
    return;
  case BATON_ATTR_TYPE:
    baton_type_print(attr->type_value, out);
    return;
  }
}
