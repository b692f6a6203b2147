// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints on types and attributes that are not a dialect's own.
#include "ir/op_def.h"

static bool accepts_any(const baton_type *type) {
  (void)type;
  return true;
}

static bool accepts_index(const baton_type *type) { return type->kind == BATON_TYPE_INDEX; }

static bool accepts_signless_int(const baton_type *type) {
  return type->kind == BATON_TYPE_INTEGER && type->integer.signedness == BATON_SIGNLESS;
}

static bool accepts_i1(const baton_type *type) { return accepts_signless_int(type) && type->integer.width == 1; }

static bool accepts_int_like(const baton_type *type) { return accepts_index(type) || accepts_signless_int(type); }

static bool accepts_float(const baton_type *type) { return type->kind == BATON_TYPE_FLOAT; }

static bool accepts_memref(const baton_type *type) { return type->kind == BATON_TYPE_MEMREF; }

static const baton_type *build_i1(baton_context *context) { return baton_type_integer(context, 1); }

const baton_type_constraint baton_type_any = {"any type", accepts_any, NULL};
const baton_type_constraint baton_type_is_index = {"index", accepts_index, baton_type_index};
const baton_type_constraint baton_type_is_i1 = {"1-bit signless integer", accepts_i1, build_i1};
const baton_type_constraint baton_type_is_int_like = {"signless integer or index", accepts_int_like, NULL};
const baton_type_constraint baton_type_is_signless_int = {"signless integer", accepts_signless_int, NULL};
const baton_type_constraint baton_type_is_float = {"floating-point", accepts_float, NULL};
const baton_type_constraint baton_type_is_memref = {"memref of any type values", accepts_memref, NULL};
const baton_type_constraint baton_type_is_any_element = {"any type", accepts_any, NULL};

int baton_op_def_attr_slot(const baton_op_def *def, baton_str name) {
  for (int i = 0; i < def->num_attrs; i++)
    if (baton_str_is(name, def->attrs[i].name))
      return i;
  return -1;
}

static bool is_integer(const baton_attr *attr, uint32_t width) {
  return attr->kind == BATON_ATTR_INTEGER && (width == 0 || baton_type_is_integer(attr->type, width));
}

static bool is_array_of(const baton_attr *attr, baton_attr_kind kind) {
  if (attr->kind != BATON_ATTR_ARRAY)
    return false;
  for (uint32_t i = 0; i < attr->array.num_items; i++)
    if (attr->array.items[i]->kind != kind)
      return false;
  return true;
}

static bool is_dense(const baton_attr *attr, uint32_t width) {
  return attr->kind == BATON_ATTR_DENSE_ARRAY && baton_type_is_integer(attr->type, width);
}

static bool is_scope_kind(const baton_attr *attr) {
  return baton_attr_is_string(attr, "auto") || baton_attr_is_string(attr, "manual");
}

static bool satisfies(baton_attr_constraint constraint, const baton_attr *attr) {
  switch (constraint) {
  case BATON_IS_ANY:
    return true;
  case BATON_IS_UNIT:
    return attr->kind == BATON_ATTR_UNIT;
  case BATON_IS_BOOL:
    return is_integer(attr, 1);
  case BATON_IS_INTEGER:
    return is_integer(attr, 0);
  case BATON_IS_I32:
    return is_integer(attr, 32);
  case BATON_IS_I64:
    return is_integer(attr, 64);
  case BATON_IS_STRING:
    return attr->kind == BATON_ATTR_STRING;
  case BATON_IS_STRING_ARRAY:
    return is_array_of(attr, BATON_ATTR_STRING);
  case BATON_IS_DICTIONARY_ARRAY:
    return is_array_of(attr, BATON_ATTR_DICTIONARY);
  case BATON_IS_SYMBOL:
    return attr->kind == BATON_ATTR_SYMBOL;
  case BATON_IS_TYPE:
    return attr->kind == BATON_ATTR_TYPE;
  case BATON_IS_FUNCTION_TYPE:
    return attr->kind == BATON_ATTR_TYPE && attr->type_value->kind == BATON_TYPE_FUNCTION;
  case BATON_IS_DENSE_I32:
    return is_dense(attr, 32);
  case BATON_IS_DENSE_I64:
    return is_dense(attr, 64);
  case BATON_IS_CMP_PREDICATE:
    return is_integer(attr, 64) && baton_cmp_predicate_name(attr->integer);
  case BATON_IS_SCOPE_KIND:
    return is_scope_kind(attr);
  }
  return false;
}

bool baton_attr_satisfies(baton_attr_constraint constraint, const baton_attr *attr, const char **out_expected) {
  static const char *const expected[] = {
      [BATON_IS_ANY] = "any attribute",
      [BATON_IS_UNIT] = "unit attribute",
      [BATON_IS_BOOL] = "bool attribute",
      [BATON_IS_INTEGER] = "arbitrary integer attribute",
      [BATON_IS_I32] = "32-bit signless integer attribute",
      [BATON_IS_I64] = "64-bit signless integer attribute",
      [BATON_IS_STRING] = "string attribute",
      [BATON_IS_STRING_ARRAY] = "string array attribute",
      [BATON_IS_DICTIONARY_ARRAY] = "Array of dictionary attributes",
      [BATON_IS_SYMBOL] = "symbol reference attribute",
      [BATON_IS_TYPE] = "any type attribute",
      [BATON_IS_FUNCTION_TYPE] = "type attribute of function type",
      [BATON_IS_DENSE_I32] = "i32 dense array attribute",
      [BATON_IS_DENSE_I64] = "i64 dense array attribute",
      [BATON_IS_CMP_PREDICATE] = "allowed 64-bit signless integer cases: 0 (eq) to 9 (uge)",
      [BATON_IS_SCOPE_KIND] = "\"auto\" or \"manual\"",
  };
  *out_expected = expected[constraint];
  return satisfies(constraint, attr);
}

static const char *const predicate_names[] = {"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"};
enum { NUM_PREDICATES = sizeof predicate_names / sizeof *predicate_names };

const char *baton_cmp_predicate_name(int64_t predicate) {
  return predicate >= 0 && predicate < NUM_PREDICATES ? predicate_names[predicate] : NULL;
}

int64_t baton_cmp_predicate_from_name(baton_str name) {
  for (int i = 0; i < NUM_PREDICATES; i++)
    if (baton_str_is(name, predicate_names[i]))
      return i;
  return -1;
}
