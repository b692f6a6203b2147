// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who holds a reference of a buffer. An owner is the result of an alloc, call, loop or branch, or a value carried into
// an iteration. Views, selects and the results of scopes borrow from it. An owner's reference ends after the last op of
// its block that uses it or a borrower; where that op passes the value on to another owner (carry, yield, return) and
// nothing else uses it there, the reference goes along.
#include "llvm/lower_impl.h"

#include "dialect/arith.h"
#include "dialect/memref.h"
#include "dialect/scf.h"

typedef struct borrower {
  const baton_value *value;
  bool is_same_buffer; // for sure
} borrower;

typedef struct owner_use {
  const baton_operand *operand;
  bool is_same_buffer;
} owner_use;

typedef struct owner_uses {
  const baton_block *block;   // where the owner ends: its own, or that of the scope it is yielded from
  BATON_VEC(borrower) values; // the owner and its borrowers
  BATON_VEC(owner_use) uses;  // other uses of these
  baton_map selects;          // those among the values, which two operands may lead to
} owner_uses;

static const baton_op *ancestor_in(const baton_op *op, const baton_block *block) {
  while (op && op->block != block)
    op = baton_op_parent(op);
  return op;
}

static void add_use(owner_uses *uses, const baton_operand *use, bool is_same_buffer) {
  const baton_op *op = use->owner;
  switch (op->def->code) {
  case BATON_OP_ARITH_SELECT:
    if (baton_map_find(&uses->selects, baton_map_key(op)))
      return;
    baton_map_set(&uses->selects, baton_map_key(op), 1);
    baton_vec_push(&uses->values, ((borrower){baton_op_result(op, 0), false}));
    return;
  case BATON_OP_MEMREF_SUBVIEW:
  case BATON_OP_MEMREF_CAST:
  case BATON_OP_MEMREF_COLLAPSE_SHAPE:
  case BATON_OP_MEMREF_EXPAND_SHAPE:
  case BATON_OP_MEMREF_TRANSPOSE:
    baton_vec_push(&uses->values, ((borrower){baton_op_result(op, 0), is_same_buffer}));
    return;
  case BATON_OP_ORCH_YIELD: {
    const baton_op *scope = baton_op_parent(op); // of parallel only ids are yielded
    if (op->block == uses->block)
      uses->block = scope->block;
    const baton_value *result = baton_op_result(scope, (uint32_t)(use - op->operands));
    baton_vec_push(&uses->values, ((borrower){result, is_same_buffer}));
    return;
  }
  default:
    baton_vec_push(&uses->uses, ((owner_use){use, is_same_buffer}));
  }
}

// Whether what the operand gives away becomes another owner's.
static bool passes_on(const baton_operand *use) {
  const baton_op *op = use->owner;
  switch (op->def->code) {
  case BATON_OP_SCF_FOR:
  case BATON_OP_SCF_WHILE:
  case BATON_OP_SCF_YIELD:
  case BATON_OP_SCF_CONDITION:
  case BATON_OP_FUNC_RETURN:
    return true;
  default:
    return false;
  }
}

// The last op of the block that uses the owner; *out_only the operand, if it is its own and the only one there.
static const baton_op *find_last(baton_lowering *lw, const owner_uses *uses, const baton_operand **out_only) {
  const baton_op *last = NULL;
  size_t num = 0;
  for (size_t i = 0; i < uses->uses.size; i++) {
    const owner_use *use = &uses->uses.data[i];
    const baton_op *op = ancestor_in(use->operand->owner, uses->block);
    if (!op || (last && lw->order[op->id] < lw->order[last->id]))
      continue;
    num = op == last ? num + 1 : 1;
    last = op;
    *out_only = num == 1 && use->operand->owner == op && use->is_same_buffer ? use->operand : NULL;
  }
  return last;
}

static void add_release(baton_lowering *lw, const baton_op *after, LLVMValueRef storage) {
  baton_release *release = BATON_ARENA_NEW(&lw->arena, baton_release);
  *release = (baton_release){storage, lw->releases[after->id]};
  lw->releases[after->id] = release;
}

static void emit_release(baton_lowering *lw, LLVMValueRef storage) {
  baton_call(lw, BATON_CALL_RELEASE, (LLVMValueRef[]){lw->fn.rt, storage}, 2);
}

void baton_own(baton_lowering *lw, const baton_value *value) {
  owner_uses uses = {.block = baton_value_block(value)};
  baton_vec_push(&uses.values, ((borrower){value, true}));
  for (size_t i = 0; i < uses.values.size; i++) {
    borrower from = uses.values.data[i];
    for (const baton_operand *use = from.value->first_use; use; use = use->next)
      add_use(&uses, use, from.is_same_buffer);
  }
  const baton_operand *only = NULL;
  const baton_op *last = find_last(lw, &uses, &only);
  LLVMValueRef storage = baton_parts_of(lw, value)->at[BATON_PART_STORAGE];
  if (!last)
    emit_release(lw, storage);
  else if (only && passes_on(only))
    baton_map_set(&lw->moved, baton_map_key(only), 1);
  else
    add_release(lw, last, storage);
  baton_vec_deinit(&uses.values);
  baton_vec_deinit(&uses.uses);
  baton_map_deinit(&uses.selects);
}

void baton_own_if_memref(baton_lowering *lw, const baton_value *value) {
  if (value->type->kind == BATON_TYPE_MEMREF)
    baton_own(lw, value);
}

void baton_retain_operand(baton_lowering *lw, const baton_operand *operand) {
  if (operand->value->type->kind != BATON_TYPE_MEMREF || baton_map_find(&lw->moved, baton_map_key(operand)))
    return;
  LLVMValueRef storage = baton_parts_of(lw, operand->value)->at[BATON_PART_STORAGE];
  baton_call(lw, BATON_CALL_RETAIN, (LLVMValueRef[]){lw->fn.rt, storage}, 2);
}

void baton_emit_releases(baton_lowering *lw, const baton_op *after) {
  for (const baton_release *release = lw->releases[after->id]; release; release = release->next)
    emit_release(lw, release->storage);
}
