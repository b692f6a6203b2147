// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known about each kind of op: one row of a table, written in dialect/NAME.def and expanded by
// dialect/define.h. Verifier, parser, printer, accessors and reference documentation all work from these rows.
#ifndef BATON_IR_OP_DEF_H
#define BATON_IR_OP_DEF_H

#include "ir/attr.h"

typedef struct baton_op baton_op;
typedef struct baton_op_def baton_op_def;
typedef struct baton_asm_parser baton_asm_parser;   // ir/asm.h
typedef struct baton_asm_printer baton_asm_printer; // ir/asm.h
typedef struct baton_op_state baton_op_state;       // ir/build.h

// What may stand as the type of an operand or result.
typedef struct baton_type_constraint {
  const char *description; // as in "must be index, but got 'i32'"
  bool (*accepts)(const baton_type *type);
  // The only type that it accepts, which text then leaves out; NULL where there are several.
  const baton_type *(*build)(baton_context *context);
} baton_type_constraint;

// Several accept the same types: their descriptions differ by dialect, as MLIR's do.
BATON_EXPORT extern const baton_type_constraint baton_type_any, baton_type_is_index, baton_type_is_i1,
    baton_type_is_bool_like, baton_type_is_int_like, baton_type_is_int_or_index, baton_type_is_index_castable,
    baton_type_is_signless_int, baton_type_is_float, baton_type_is_bits, baton_type_is_memref,
    baton_type_is_cast_memref, baton_type_is_strided_memref, baton_type_has_sizes, baton_type_is_any_element;

// How often an operand or result group occurs.
typedef enum baton_arity { BATON_ONE, BATON_OPTIONAL, BATON_VARIADIC } baton_arity;

typedef struct baton_value_def {
  const char *name;
  const baton_type_constraint *type;
  baton_arity arity;
} baton_value_def;

// What may stand as the value of an inherent attribute.
typedef enum baton_attr_constraint {
  BATON_IS_ANY,
  BATON_IS_UNIT,
  BATON_IS_BOOL,
  BATON_IS_INTEGER,
  BATON_IS_I32,
  BATON_IS_I64,
  BATON_IS_STRING,
  BATON_IS_STRING_ARRAY,
  BATON_IS_DICTIONARY_ARRAY,
  BATON_IS_SYMBOL,
  BATON_IS_TYPE,
  BATON_IS_FUNCTION_TYPE,
  BATON_IS_DENSE_I32,
  BATON_IS_DENSE_I64,
  BATON_IS_CMP_PREDICATE,   // an i64, eq = 0 to uge = 9, written as a word: ir/enum.h
  BATON_IS_CMPF_PREDICATE,  // an i64, false = 0 to true = 15, the same
  BATON_IS_ROUNDING_MODE,   // an i32, to_nearest_even = 0 to to_nearest_away = 4, the same
  BATON_IS_OVERFLOW_FLAGS,  // #arith.overflow<nsw, nuw>, written as <nsw, nuw>
  BATON_IS_FASTMATH_FLAGS,  // #arith.fastmath<nnan,ninf>, the same
  BATON_IS_FASTMATH_OR_NOT, // the same, but an empty set is not its absence
  BATON_IS_REASSOCIATION,   // an array of arrays of i64
  BATON_IS_PERMUTATION,     // affine_map<(d0, d1) -> (d1, d0)>
  BATON_IS_SCOPE_KIND,      // a string, "auto" or "manual", written as a word
} baton_attr_constraint;

typedef struct baton_attr_def {
  const char *name;
  baton_attr_constraint constraint;
  bool is_optional;
} baton_attr_def;

enum {
  BATON_TRAIT_PURE = 1u << 0,       // no effect; may be erased, merged or moved
  BATON_TRAIT_TERMINATOR = 1u << 1, // ends its block
  BATON_TRAIT_ISOLATED = 1u << 2,   // its regions use no value from outside
  BATON_TRAIT_SYMBOL = 1u << 3,     // defines the symbol in sym_name
  BATON_TRAIT_SYMBOL_TABLE = 1u << 4,
  BATON_TRAIT_SEGMENTS = 1u << 5,  // operandSegmentSizes says how many operands each group has
  BATON_TRAIT_SAME_TYPE = 1u << 6, // all operands and results that no constraint fixes have one type
  BATON_TRAIT_ELEMENT = 1u << 7,   // groups of "any element" have the element type of the memref operand
  BATON_TRAIT_SINGLE_BLOCK = 1u << 8,
  BATON_TRAIT_NO_TERMINATOR = 1u << 9, // blocks of its regions need none
  BATON_TRAIT_COMMUTATIVE = 1u << 10,
  BATON_TRAIT_LOOP = 1u << 11, // runs its region any number of times
};

// Results of hooks: false after exactly one error has been emitted.
typedef bool (*baton_verify_hook)(const baton_op *op);
// Parses what follows the op's name.
typedef bool (*baton_parse_hook)(baton_asm_parser *parser, baton_op_state *state);
// Prints what follows the op's name.
typedef void (*baton_print_hook)(baton_asm_printer *printer, const baton_op *op);

enum { BATON_ANY_REGIONS = 255 };

struct baton_op_def {
  const char *name; // "orch.submit"
  const char *summary;
  uint16_t code; // BATON_OP_... of dialect/ops.h; 0 for ops of other dialects
  bool is_registered;
  uint32_t traits;
  const baton_value_def *operands, *results;
  const baton_attr_def *attrs; // one slot of the op each, in this order; names in ascending order
  uint8_t num_operands, num_results, num_attrs;
  // max_regions 2 with min 1: the second one is an empty companion that is not kept; BATON_ANY_REGIONS: no limit, the
  // first attribute is a dense array with one item for each region behind the first.
  uint8_t min_regions, max_regions;
  uint8_t num_successors;
  const char *terminator; // put at the end of blocks whose text leaves it out; NULL: never
  const char *format;     // custom form, see lib/text/format.h; NULL: hooks or the generic form only
  baton_parse_hook parse; // instead of format
  baton_print_hook print;
  baton_verify_hook verify; // after everything that the row says has been checked; NULL: none
};

typedef struct baton_dialect {
  const char *name; // "orch"
  const baton_op_def *ops;
  size_t num_ops;
  const baton_type_def *const *types;
  size_t num_types;
} baton_dialect;

static inline bool baton_op_def_has_trait(const baton_op_def *def, uint32_t trait) {
  return (def->traits & trait) != 0;
}

// The slot of an inherent attribute, or -1.
BATON_EXPORT int baton_op_def_attr_slot(const baton_op_def *def, baton_str name);
// The slot of operandSegmentSizes, or -1.
BATON_EXPORT int baton_op_def_segments_slot(const baton_op_def *def);

// Whether an attribute may stand in a slot; if not, out_expected says what may ("a string").
BATON_EXPORT bool baton_attr_satisfies(baton_attr_constraint constraint, const baton_attr *attr,
                                       const char **out_expected);

#endif
