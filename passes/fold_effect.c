// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which ops may be dropped, and which may run where they did not before.
#include "analysis/affine.h"
#include "dialect/arith.h"
#include "dialect/memref.h"
#include "dialect/orch.h"
#include "dialect/scf.h"
#include "passes/fold.h"

// ---- dropping ---------------------------------------------------------------------------------------------------

static bool regions_are_droppable(const baton_op *op) {
  for (uint32_t i = 0; i < op->num_regions; i++)
    for (const baton_block *block = op->regions[i].first; block; block = block->next)
      for (const baton_op *inner = block->first; inner; inner = inner->next)
        if (!baton_fold_is_droppable(inner))
          return false;
  return true;
}

bool baton_fold_is_droppable(const baton_op *op) {
  if (!op->def->is_registered)
    return false;
  switch (baton_op_code(op)) {
  case BATON_OP_SCF_YIELD:
  case BATON_OP_ORCH_YIELD:
  case BATON_OP_ORCH_FENCE:
    return true;
  case BATON_OP_ORCH_ALLOC:
    return op->num_operands == 0;
  case BATON_OP_SCF_FOR:
  case BATON_OP_ORCH_PARALLEL:
    return baton_loop_step(op) > 0 && regions_are_droppable(op);
  case BATON_OP_SCF_IF:
  case BATON_OP_SCF_INDEX_SWITCH:
  case BATON_OP_ORCH_SCOPE:
    return regions_are_droppable(op);
  default:
    return baton_op_has_trait(op, BATON_TRAIT_PURE);
  }
}

bool baton_fold_is_dead(const baton_op *op) {
  if (baton_op_has_trait(op, BATON_TRAIT_TERMINATOR) || !op->block)
    return false;
  for (uint32_t i = 0; i < op->num_results; i++)
    if (op->results[i].first_use)
      return false;
  return baton_fold_is_droppable(op);
}

// ---- failing ----------------------------------------------------------------------------------------------------

static bool divides_safely(const baton_op *op) {
  int64_t divisor;
  return baton_value_is_constant(baton_op_operand(op, 1), &divisor) && divisor != 0 && divisor != -1;
}

static bool is_inside(const baton_value *index, int64_t count) {
  baton_range range = baton_value_range(index);
  return count != BATON_DYNAMIC && range.lo >= 0 && range.hi < count;
}

static baton_range item_range(int64_t item, const baton_operand **next) {
  return item == BATON_DYNAMIC ? baton_value_range((*next)++->value) : (baton_range){item, item};
}

// Whether `count` slots, every step-th from a start on, lie within `whole` ones.
static bool part_fits(baton_range start, baton_range count, baton_range step, int64_t whole) {
  if (whole == BATON_DYNAMIC || start.lo < 0 || count.lo < 0 || step.lo <= 0 || start.hi > whole)
    return false;
  int64_t last;
  return count.hi == 0 || (!__builtin_mul_overflow(count.hi - 1, step.hi, &last) &&
                           !__builtin_add_overflow(last, start.hi, &last) && last < whole);
}

static bool slice_fits(const baton_op *op) {
  const int64_t *items = baton_orch_slice_bounds(op)->dense.items;
  const baton_operand *next = baton_orch_slice_values(op).data;
  baton_range start = item_range(items[0], &next), count = item_range(items[1], &next);
  return part_fits(start, count, item_range(items[2], &next), baton_orch_slice_array(op)->type->dialect.count);
}

static bool view_fits(const baton_op *op) {
  const baton_type *source = baton_memref_subview_source(op)->type;
  const baton_operand *offset = baton_memref_subview_offsets(op).data, *size = baton_memref_subview_sizes(op).data,
                      *stride = baton_memref_subview_strides(op).data;
  for (uint32_t i = 0; i < source->memref.rank; i++) {
    baton_range start = item_range(baton_memref_subview_static_offsets(op)->dense.items[i], &offset);
    baton_range count = item_range(baton_memref_subview_static_sizes(op)->dense.items[i], &size);
    baton_range step = item_range(baton_memref_subview_static_strides(op)->dense.items[i], &stride);
    if (!part_fits(start, count, step, source->memref.sizes[i]))
      return false;
  }
  return true;
}

// A cast checks what its result's type says and its source's does not.
static bool is_known(int64_t to, int64_t from) { return to == BATON_DYNAMIC || to == from; }

static bool cast_only_forgets(const baton_op *op) {
  const baton_type *from = baton_memref_cast_source(op)->type, *to = op->results[0].type;
  if (!is_known(to->memref.offset, from->memref.offset))
    return false;
  for (uint32_t i = 0; i < to->memref.rank; i++)
    if (!is_known(to->memref.sizes[i], from->memref.sizes[i]) ||
        !is_known(to->memref.strides[i], from->memref.strides[i]))
      return false;
  return true;
}

bool baton_fold_cannot_fail(const baton_op *op) {
  if (!op->def->is_registered || !baton_op_has_trait(op, BATON_TRAIT_PURE))
    return false;
  switch (baton_op_code(op)) {
  case BATON_OP_ARITH_DIVSI:
  case BATON_OP_ARITH_DIVUI:
  case BATON_OP_ARITH_REMSI:
  case BATON_OP_ARITH_REMUI:
  case BATON_OP_ARITH_CEILDIVSI:
  case BATON_OP_ARITH_CEILDIVUI:
  case BATON_OP_ARITH_FLOORDIVSI:
    return divides_safely(op);
  case BATON_OP_MEMREF_DIM:
    return is_inside(baton_memref_dim_index(op), baton_memref_dim_source(op)->type->memref.rank);
  case BATON_OP_MEMREF_CAST:
    return cast_only_forgets(op);
  case BATON_OP_MEMREF_SUBVIEW:
    return view_fits(op);
  case BATON_OP_ORCH_NONE:
    return !baton_orch_none_size(op) || baton_value_range(baton_orch_none_size(op)).lo >= 0;
  case BATON_OP_ORCH_GET:
    return is_inside(baton_orch_get_index(op), baton_orch_get_array(op)->type->dialect.count);
  case BATON_OP_ORCH_SET:
    return is_inside(baton_orch_set_index(op), baton_orch_set_array(op)->type->dialect.count);
  case BATON_OP_ORCH_SLICE:
    return slice_fits(op);
  case BATON_OP_ORCH_CONCAT:
  case BATON_OP_ORCH_SIZE:
  case BATON_OP_ORCH_IS_NONE:
    return true;
  default: // of arith nothing else can; of what may be added to other dialects nothing is known
    return baton_str_has_prefix(baton_str_from(op->def->name), BATON_STR("arith."));
  }
}
