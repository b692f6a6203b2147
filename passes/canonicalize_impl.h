// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inside of canonicalize: the rewriter, which knows what to look at again, and the patterns of each dialect, one
// function per kind of op.
#ifndef BATON_PASSES_CANONICALIZE_IMPL_H
#define BATON_PASSES_CANONICALIZE_IMPL_H

#include "base/vec.h"
#include "ir/build.h"

typedef struct baton_rewriter {
  baton_module *module;
  baton_op *root;              // what the pass runs on; itself it is not changed
  BATON_VEC(baton_op *) stack; // ops to visit, the next one last
  BATON_VEC(baton_op *) outer; // ops with regions, visited in order when the stack is empty
  size_t next_outer;
  uint8_t *states; // by op id: what is queued, what is gone
  size_t num_states;
  baton_map constants; // of region and attribute: the arith.constant at the region's start
  uint64_t num_folded, num_rewritten, num_erased, num_constants;
} baton_rewriter;

// Looks at an op again, later.
void baton_rewriter_visit(baton_rewriter *r, baton_op *op);

// Lets another value take a value's place everywhere. False, with nothing done, where it is a constant that some user
// must not have.
bool baton_rewriter_replace(baton_rewriter *r, baton_value *value, baton_value *with);
// The same for all results of an op at once, which is then erased.
bool baton_rewriter_replace_op(baton_rewriter *r, baton_op *op, baton_value *const *with);
// Erases an op that nobody uses any more.
void baton_rewriter_erase(baton_rewriter *r, baton_op *op);
void baton_rewriter_set_operand(baton_rewriter *r, baton_operand *operand, baton_value *value);
void baton_rewriter_set_group(baton_rewriter *r, baton_op *op, uint32_t group, baton_value *const *values, size_t num);

// The constant of an attribute, at the start of the isolated region around an op.
baton_value *baton_rewriter_constant(baton_rewriter *r, const baton_op *near, const baton_attr *attr);
baton_value *baton_rewriter_integer(baton_rewriter *r, const baton_op *near, const baton_type *type, int64_t number);

// A new op with one result in front of another op, with its location.
baton_value *baton_rewriter_build(baton_rewriter *r, baton_op *before, const char *name, baton_value *const *operands,
                                  size_t num_operands, const baton_type *type);

// Which parts of an op with regions belong to its results: operand `operands` + k, and in the first region argument
// args[0] + k and operand yields[0] + k of the terminator; args[1] and yields[1] are those of all other regions.
// BATON_NO_PARTS: none do.
enum { BATON_NO_PARTS = UINT32_MAX / 2 };
typedef struct baton_result_parts {
  uint32_t operands, args[2], yields[2];
} baton_result_parts;

// Makes an op anew without the marked results and what belongs to them. None of it may have uses, but for operands of
// the terminators. Returns the new op.
baton_op *baton_rewriter_drop_results(baton_rewriter *r, baton_op *op, const bool *dropped, baton_result_parts parts);
// The same for all results that nobody uses. False where there are none.
bool baton_rewriter_drop_unused(baton_rewriter *r, baton_op *op, baton_result_parts parts);

// The value as an expression of one kind of op, or NULL.
baton_op *baton_value_op_of(const baton_value *value, uint16_t code);
bool baton_value_is_outside(const baton_value *value, const baton_op *op);

// Patterns. True if the op was changed or is gone.
typedef bool (*baton_pattern)(baton_rewriter *r, baton_op *op);

#define BATON_PATTERN(CODE, name) bool baton_canonicalize_##name(baton_rewriter *r, baton_op *op);
#include "passes/canonicalize_patterns.def"
#undef BATON_PATTERN

#endif
