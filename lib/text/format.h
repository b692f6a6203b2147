// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The language of the `format` strings in op tables: a part of MLIR's declarative one.
//
//     `word` `,`                     a literal; `` (nothing between the quotes): no blank here
//     $name                          operands of a group, or an attribute
//     type($name)                    types of an operand or result group
//     functional-type($ins, $outs)   (types of ins) -> types of outs
//     attr-dict                      all attributes that the format does not mention; attr-dict-with-keyword
//     custom<DynamicIndexList>($values, $numbers)   [0, %x]; a dynamic number stands for the next value
//     custom<Bounds>($values, $numbers)             [0] [%x] [1]
//     ( ... $name^ ... )?            printed where the group is not empty or the attribute is there; read where its
//                                    first element is there
//
// Attributes are written by their constraint: symbols as @x, integers of a fixed type as bare numbers, predicates,
// modes and scope kinds as words, flags as <nsw, nuw>, all else as in a dictionary. An integer of any type is a bare
// number too: it has the element type of the op's memref operand. Types that are not written follow from the op's row:
// the only type that a constraint allows, SAME_TYPE, or ELEMENT. operandSegmentSizes follows from the operands.
#ifndef BATON_TEXT_FORMAT_H
#define BATON_TEXT_FORMAT_H

#include "base/diag.h"
#include "ir/op_def.h"

typedef enum baton_format_kind {
  BATON_FORMAT_LITERAL,
  BATON_FORMAT_NO_BLANK,
  BATON_FORMAT_OPERANDS,      // index: operand group
  BATON_FORMAT_ATTR,          // index: attribute
  BATON_FORMAT_OPERAND_TYPES, // index: operand group
  BATON_FORMAT_RESULT_TYPES,  // index: result group
  BATON_FORMAT_FUNCTIONAL,    // index: operand group, second: result group
  BATON_FORMAT_INDEX_LIST,    // index: operand group, second: attribute
  BATON_FORMAT_BOUNDS,        // the same
  BATON_FORMAT_ATTR_DICT,
  BATON_FORMAT_ATTR_DICT_WITH_KEYWORD,
  BATON_FORMAT_OPTIONAL, // the next num_inside elements; present as element number anchor among all
} baton_format_kind;

typedef struct baton_format_element {
  baton_format_kind kind;
  uint8_t index, second;
  uint16_t num_inside, anchor;
  // Of literals: whether a blank may stand before, behind punctuation and elsewhere; whether one is wanted behind;
  // whether they are punctuation.
  bool blank_behind_punctuation, blank_elsewhere, wants_blank, is_punctuation;
  baton_str literal;
} baton_format_element;

typedef struct baton_format {
  baton_format_element *elements;
  size_t num_elements;
  uint64_t written_operand_types, written_result_types; // bit per group
  uint64_t written_attrs;                               // bit per attribute that stands outside of attr-dict
  uint32_t num_single_operands, num_single_results;     // groups of exactly one
  bool always_fits;                                     // each element can be printed for whatever the op has
  int segments_slot;                                    // of operandSegmentSizes; or -1
  int memref_group; // the operand group that is a memref whose type is written; or -1
} baton_format;

// The parts of a row's format in the arena; NULL, with an error without a place, where the string is not in the
// language.
const baton_format *baton_format_compile(baton_diag *diag, const baton_op_def *def, baton_arena *arena);

#endif
