// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making ops.
//
//     baton_builder at = baton_builder_before(module, op);
//     baton_value *c = ...;
//     baton_op *fence = baton_build(&at, def, loc, &(baton_op_state){...});
#ifndef BATON_IR_BUILD_H
#define BATON_IR_BUILD_H

#include "ir/ir.h"

// Where new ops go. A plain value; copy it freely.
typedef struct baton_builder {
  baton_module *module;
  baton_block *block;
  baton_op *before;     // NULL: at the end of the block
  const baton_loc *loc; // given to ops whose state has none
} baton_builder;

// All that an op is made of. The arrays belong to the caller and are copied. Zero-initialised is an op with nothing.
struct baton_op_state {
  const baton_op_def *def;
  const baton_loc *loc;
  baton_value *const *operands;
  const int64_t
      *segments; // sizes of the operand groups, one per group of def, for ops with BATON_TRAIT_SEGMENTS; else NULL
  const baton_type *const *result_types;
  const baton_named_attr *attrs; // inherent and other ones mixed; names need not be interned
  baton_block *const *successors;
  size_t num_operands, num_results, num_attrs, num_successors, num_regions;
  // Regions are created empty; a parser may hand over filled ones, whose blocks move.
  baton_region *const *regions;
};

BATON_EXPORT baton_builder baton_builder_before(baton_module *module, baton_op *op);
BATON_EXPORT baton_builder baton_builder_after(baton_module *module, baton_op *op);
BATON_EXPORT baton_builder baton_builder_at_end(baton_module *module, baton_block *block);
BATON_EXPORT baton_builder baton_builder_at_start(baton_module *module, baton_block *block);

// A detached op.
BATON_EXPORT baton_op *baton_op_create(baton_module *module, const baton_op_state *state);
// An op at the builder's place.
BATON_EXPORT baton_op *baton_build(const baton_builder *at, const baton_op_state *state);

#endif
