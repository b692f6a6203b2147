// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names and what they mean at the current place of the text: SSA values and block labels. A name that is defined in a
// region is visible there and in the regions inside, but not beyond an isolated op; it is gone at the end of its
// region. One definition at a time is kept per name, in its entry; the ones it hides are on an undo list.
#ifndef BATON_TEXT_SCOPE_H
#define BATON_TEXT_SCOPE_H

#include "base/vec.h"
#include "ir/ir.h"

typedef enum baton_definition_kind {
  BATON_NOT_DEFINED,
  BATON_DEFINED_RESULTS,
  BATON_DEFINED_ARG,
  BATON_DEFINED_BLOCK,
  BATON_EXPECTED_BLOCK, // used, and to be defined further down
} baton_definition_kind;

typedef struct baton_definition {
  union {
    baton_op *op;       // results first to first + count - 1
    baton_value *value; // a block argument
    baton_block *block; // a label
  };
  baton_definition_kind kind;
  uint32_t level;    // values: the isolated region, labels: the region; others' definitions are not visible
  uint32_t position; // byte offset of the definition, or of the first use of an expected block
  uint32_t first, count;
} baton_definition;

typedef struct baton_name {
  baton_str text;
  uint64_t hash;
  baton_definition now;
} baton_name;

typedef struct baton_hidden {
  baton_name *name;
  baton_definition before;
} baton_hidden;

// Zero-initialised is empty.
typedef struct baton_scope {
  baton_name **slots; // open addressing; capacity is a power of two
  size_t size, capacity;
  BATON_VEC(baton_hidden) undo;
} baton_scope;

// The entry of a name, made where it is absent; the text must outlive the scope.
baton_name *baton_scope_name(baton_scope *scope, baton_arena *arena, baton_str text);
void baton_scope_define(baton_scope *scope, baton_name *name, baton_definition definition);
// Takes back all definitions since the undo list had the given size.
void baton_scope_leave(baton_scope *scope, size_t mark);
void baton_scope_deinit(baton_scope *scope);

// Value number k of a definition; k is below its count.
static inline baton_value *baton_definition_value(const baton_definition *definition, uint32_t k) {
  return definition->kind == BATON_DEFINED_ARG ? definition->value
                                               : baton_op_result(definition->op, definition->first + k);
}

#endif
