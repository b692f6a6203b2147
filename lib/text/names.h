// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names that the printer gives to values: %0, %arg0, %c64, %c64_i32, %true, %cst, as MLIR does. The values of a
// region are numbered before those of the regions inside, and regions beside each other use the same numbers again.
#ifndef BATON_TEXT_NAMES_H
#define BATON_TEXT_NAMES_H

#include "base/vec.h"
#include "ir/ir.h"

typedef enum baton_name_kind {
  BATON_NAME_NONE,
  BATON_NAME_NUMBER, // %3
  BATON_NAME_ARG,    // %arg3
  BATON_NAME_WORD,   // %c64_i32_1: an offset in the pool, ending in 0
} baton_name_kind;

typedef struct baton_value_name {
  uint32_t kind : 2;              // baton_name_kind
  uint32_t is_one_of_several : 1; // results of an op, which share the name
  uint32_t number : 29;
} baton_value_name;

typedef struct baton_names {
  baton_value_name *of_value; // by the value's id
  size_t num_values;
  uint32_t *of_block; // by the block's id: its place in its region, counted from 1
  size_t num_blocks;
  baton_strbuf pool;
} baton_names;

// Names everything in an op, and its results.
void baton_names_init(baton_names *names, const baton_op *root);
void baton_names_deinit(baton_names *names);

// Appends "%name". One that has no name is written so that it does not parse.
void baton_names_print(const baton_names *names, const baton_value *value, baton_strbuf *out);

// Appends "%name" for all results of an op together.
void baton_names_print_group(const baton_names *names, const baton_op *op, baton_strbuf *out);

// Appends "^bb3".
void baton_names_print_block(const baton_names *names, const baton_block *block, baton_strbuf *out);

#endif
