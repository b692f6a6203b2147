// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names and what they mean at the current place of the text: SSA values and block labels. A name that is defined in a
// region is visible there and in the regions inside, but not beyond an isolated op; it is gone at the end of its
// region. One definition at a time is kept per name, in its entry; the ones it hides are on an undo list.
//
// Large programs have about one name per op, so entries are small and stand in one array, in the order in which the
// names were first met; they are known by their numbers in it.
#ifndef BATON_TEXT_SCOPE_H
#define BATON_TEXT_SCOPE_H

#include "base/vec.h"
#include "ir/ir.h"

typedef struct baton_definition {
  union {
    baton_value *value; // the first of count values that lie one behind the other; NULL: not defined
    baton_block *block; // a label
  };
  uint32_t level;    // values: the isolated region, labels: the region; others' definitions are not visible
  uint32_t position; // byte offset of the definition, or of the first use of an expected block
  uint32_t count;    // labels: 0 for a block that is used and must be defined further down, otherwise 1
} baton_definition;

typedef struct baton_name {
  union {
    baton_value *value;
    baton_block *block;
  };
  uint32_t level, position, count; // as in baton_definition
  uint32_t hash;
  uint32_t start, size; // of the name in the text
} baton_name;

typedef struct baton_scope {
  const char *text; // that all names are parts of
  BATON_VEC(baton_name) names;
  uint32_t *slots;          // open addressing: numbers of names, counted from 1; 0 is free
  size_t capacity;          // a power of two, or 0
  BATON_VEC(uint32_t) undo; // a name's number times two, plus one if its definition hid another
  BATON_VEC(baton_definition) hidden;
} baton_scope;

// An empty scope for names that are parts of a text. It has room for as many as a text of that size is likely to have;
// what is not used of that costs nothing.
void baton_scope_init(baton_scope *scope, baton_str text);

// The number of a name, which gets an entry where it has none. Entries move when others are made.
uint32_t baton_scope_name(baton_scope *scope, baton_str text);

static inline baton_str baton_scope_text(const baton_scope *scope, uint32_t name) {
  const baton_name *entry = &scope->names.data[name];
  return (baton_str){scope->text + entry->start, entry->size};
}

void baton_scope_define(baton_scope *scope, uint32_t name, const baton_definition *definition);
// Takes back all definitions since the undo list had the given size.
void baton_scope_leave(baton_scope *scope, size_t mark);
void baton_scope_deinit(baton_scope *scope);

#endif
