// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints on types and attributes that are not a dialect's own.
#include "ir/op_def.h"

#include "ir/enum.h"

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

static bool accepts_bits(const baton_type *type) { return accepts_int_like(type) || accepts_float(type); }

static bool accepts_memref(const baton_type *type) { return type->kind == BATON_TYPE_MEMREF; }

static bool accepts_sizes(const baton_type *type) { return accepts_memref(type) && type->memref.rank > 0; }

static const baton_type *build_i1(baton_context *context) { return baton_type_integer(context, 1); }

const baton_type_constraint baton_type_any = {"any type", accepts_any, NULL};
const baton_type_constraint baton_type_is_index = {"index", accepts_index, baton_type_index};
const baton_type_constraint baton_type_is_i1 = {"1-bit signless integer", accepts_i1, build_i1};
const baton_type_constraint baton_type_is_bool_like = {"bool-like", accepts_i1, build_i1};
const baton_type_constraint baton_type_is_int_like = {"signless-integer-like", accepts_int_like, NULL};
const baton_type_constraint baton_type_is_int_or_index = {"signless integer or index", accepts_int_like, NULL};
const baton_type_constraint baton_type_is_index_castable = {"signless-integer-like or memref of signless-integer",
                                                            accepts_int_like, NULL};
const baton_type_constraint baton_type_is_signless_int = {"signless-fixed-width-integer-like", accepts_signless_int,
                                                          NULL};
const baton_type_constraint baton_type_is_float = {"floating-point-like", accepts_float, NULL};
const baton_type_constraint baton_type_is_bits = {
    "signless-integer-or-float-like or memref of signless-integer or float", accepts_bits, NULL};
const baton_type_constraint baton_type_is_memref = {"memref of any type values", accepts_memref, NULL};
const baton_type_constraint baton_type_is_cast_memref = {"ranked or unranked memref of any type values", accepts_memref,
                                                         NULL};
const baton_type_constraint baton_type_is_strided_memref = {"strided memref of any type values", accepts_memref, NULL};
const baton_type_constraint baton_type_has_sizes = {
    "unranked.memref of any type values or non-0-ranked.memref of any type values", accepts_sizes, NULL};
const baton_type_constraint baton_type_is_any_element = {"any type", accepts_any, NULL};

int baton_op_def_attr_slot(const baton_op_def *def, baton_str name) {
  for (int i = 0; i < def->num_attrs; i++) {
    const char *other = def->attrs[i].name;
    if (name.size && *other == *name.data && baton_str_is(name, other)) // most differ in the first letter
      return i;
  }
  return -1;
}

int baton_op_def_segments_slot(const baton_op_def *def) {
  return baton_op_def_has_trait(def, BATON_TRAIT_SEGMENTS)
             ? baton_op_def_attr_slot(def, BATON_STR("operandSegmentSizes"))
             : -1;
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

static bool is_reassociation(const baton_attr *attr) {
  if (!is_array_of(attr, BATON_ATTR_ARRAY))
    return false;
  for (uint32_t i = 0; i < attr->array.num_items; i++)
    for (uint32_t k = 0; k < attr->array.items[i]->array.num_items; k++)
      if (!is_integer(attr->array.items[i]->array.items[k], 64))
        return false;
  return true;
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
  case BATON_IS_REASSOCIATION:
    return is_reassociation(attr);
  case BATON_IS_PERMUTATION:
    return attr->kind == BATON_ATTR_OPAQUE && baton_str_has_prefix(attr->string, BATON_STR("affine_map<"));
  case BATON_IS_SCOPE_KIND:
    return is_scope_kind(attr);
  default:
    return baton_enum_value(baton_enum_of(constraint), attr, &(int64_t){0});
  }
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
      [BATON_IS_REASSOCIATION] = "Array of 64-bit integer array attributes",
      [BATON_IS_PERMUTATION] = "AffineMap attribute",
      [BATON_IS_SCOPE_KIND] = "\"auto\" or \"manual\"",
  };
  const baton_enum_def *words = baton_enum_of(constraint);
  *out_expected = words ? words->description : expected[constraint];
  return satisfies(constraint, attr);
}
