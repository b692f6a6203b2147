// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where constants may stand: the counterpart of what verify hooks say about constant operands.
#include "dialect/arith.h"
#include "dialect/memref.h"
#include "dialect/orch.h"
#include "dialect/scf.h"
#include "passes/fold.h"

// One operand of an op, imagined to be a constant.
typedef struct trial {
  const baton_op *op;
  const baton_operand *operand;
  int64_t number;
} trial;

// Whether a value is a constant, once the operand is one.
static bool number_of(trial t, const baton_operand *operand, int64_t *out) {
  if (operand->value != t.operand->value)
    return baton_value_is_constant(operand->value, out);
  *out = t.number;
  return true;
}

static bool is_inside(int64_t index, int64_t count) { return index >= 0 && (count == BATON_DYNAMIC || index < count); }

// An index among others into a buffer; operands that are none of them are fine.
static bool accepts_element(trial t, const baton_value *buffer, baton_operands indices) {
  if (t.operand < indices.data || t.operand >= indices.data + indices.size)
    return true;
  return is_inside(t.number, buffer->type->memref.sizes[t.operand - indices.data]);
}

static bool accepts_slot(trial t, const baton_value *array, const baton_value *index) {
  return t.operand->value != index || is_inside(t.number, array->type->dialect.count);
}

static bool accepts_slice(trial t) {
  baton_operands values = baton_orch_slice_values(t.op);
  int64_t known[3], whole = baton_orch_slice_array(t.op)->type->dialect.count, last;
  bool are_known = whole != BATON_DYNAMIC;
  for (uint32_t i = 0, next = 0; i < 3; i++) {
    known[i] = baton_orch_slice_bounds(t.op)->dense.items[i];
    if (known[i] != BATON_DYNAMIC)
      continue;
    if (!number_of(t, &values.data[next++], &known[i]))
      are_known = false;
    else if (known[i] < (i == 2 ? 1 : 0))
      return false;
  }
  if (!are_known)
    return true;
  if (known[1] == 0)
    return known[0] <= whole;
  return !__builtin_mul_overflow(known[1] - 1, known[2], &last) && !__builtin_add_overflow(last, known[0], &last) &&
         last < whole;
}

// The results of a parallel have as many slots as its iterations give.
static bool accepts_parallel(trial t) {
  int64_t lower, upper, step;
  if (!number_of(t, &t.op->operands[2], &step))
    return true;
  if (step <= 0)
    return false;
  if (!number_of(t, &t.op->operands[0], &lower) || !number_of(t, &t.op->operands[1], &upper))
    return true;
  uint64_t trips = lower >= upper ? 0 : ((uint64_t)upper - (uint64_t)lower - 1) / (uint64_t)step + 1;
  const baton_op *yield = baton_block_terminator(baton_op_body(t.op));
  for (uint32_t i = 0; i < t.op->num_results; i++) {
    int64_t each = baton_type_task_count(yield->operands[i].value->type), whole = t.op->results[i].type->dialect.count;
    uint64_t total;
    if (each != BATON_DYNAMIC && whole != BATON_DYNAMIC &&
        (__builtin_mul_overflow(trips, (uint64_t)each, &total) || total != (uint64_t)whole))
      return false;
  }
  return true;
}

static bool accepts(trial t) {
  switch (baton_op_code(t.op)) {
  case BATON_OP_SCF_FOR:
    return t.operand != &t.op->operands[2] || t.number > 0;
  case BATON_OP_MEMREF_LOAD:
    return accepts_element(t, baton_memref_load_memref(t.op), baton_memref_load_indices(t.op));
  case BATON_OP_MEMREF_STORE:
    return accepts_element(t, baton_memref_store_memref(t.op), baton_memref_store_indices(t.op));
  case BATON_OP_ORCH_SUBMIT: {
    const baton_value *blocks = baton_orch_submit_blocks(t.op), *buffer = baton_orch_submit_when_buffer(t.op);
    return (t.operand->value != blocks || t.number >= 0) &&
           (!buffer || accepts_element(t, buffer, baton_orch_submit_when_indices(t.op)));
  }
  case BATON_OP_ORCH_NONE:
  case BATON_OP_ORCH_ALLOC:
    return t.number >= 0;
  case BATON_OP_ORCH_GET:
    return accepts_slot(t, baton_orch_get_array(t.op), baton_orch_get_index(t.op));
  case BATON_OP_ORCH_SET:
    return accepts_slot(t, baton_orch_set_array(t.op), baton_orch_set_index(t.op));
  case BATON_OP_ORCH_SLICE:
    return accepts_slice(t);
  case BATON_OP_ORCH_PARALLEL:
    return accepts_parallel(t);
  default:
    return true;
  }
}

bool baton_fold_can_be(const baton_value *value, int64_t number) {
  for (const baton_operand *use = value->first_use; use; use = use->next)
    if (!accepts((trial){use->owner, use, number}))
      return false;
  return true;
}

bool baton_fold_can_replace(const baton_value *value, const baton_value *with) {
  int64_t number;
  return !baton_value_is_constant(with, &number) || baton_fold_can_be(value, number);
}

void baton_fold_splice(baton_block *from, baton_op *before) {
  while (from->first != from->last) {
    baton_op *op = from->first;
    baton_op_unlink(op);
    baton_op_insert_before(op, before);
  }
}
