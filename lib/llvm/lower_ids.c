// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of id arrays. An array value is an address into memory that it may share with others (its aliases: slices,
// casts, what was updated in place). Small arrays of static size have a slot of the entry block, others come from the
// runtime and are freed at the end of the region that made them.
#include "llvm/lower_impl.h"

enum {
  MAX_SLOT_IDS = 256,   // of one array
  MAX_STACK_IDS = 8192, // of a function: 64 KiB
};

// ---- bodies -----------------------------------------------------------------------------------------------------

void baton_body_begin(baton_lowering *lw, baton_body *body, baton_body **out_outer) {
  *out_outer = lw->fn.body;
  *body = (baton_body){0};
  lw->fn.body = body;
}

void baton_ids_free(baton_lowering *lw, LLVMValueRef data) {
  baton_call(lw, BATON_CALL_IDS_FREE, (LLVMValueRef[]){lw->fn.rt, data}, 2);
}

void baton_body_free(baton_lowering *lw, baton_body *body) {
  for (const baton_ids *ids = body->heap; ids; ids = ids->next)
    if (ids->home == body)
      baton_ids_free(lw, ids->data);
}

// ---- memory -----------------------------------------------------------------------------------------------------

bool baton_ids_fit_slot(const baton_lowering *lw, int64_t count) {
  return count != BATON_DYNAMIC && count <= MAX_SLOT_IDS && lw->fn.num_slot_ids + (uint64_t)count <= MAX_STACK_IDS;
}

void baton_ids_set_home(baton_ids *ids, baton_body *home) {
  ids->home = home;
  ids->next = home->heap;
  home->heap = ids;
}

baton_ids *baton_ids_wrap(baton_lowering *lw, LLVMValueRef data, bool is_owned, bool is_heap, baton_body *home) {
  baton_ids *ids = BATON_ARENA_NEW(&lw->arena, baton_ids);
  *ids = (baton_ids){.data = data, .is_owned = is_owned, .is_heap = is_heap};
  if (home)
    baton_ids_set_home(ids, home);
  return ids;
}

static LLVMValueRef heap_ids(baton_lowering *lw, LLVMValueRef size) {
  LLVMValueRef data = baton_call(lw, BATON_CALL_IDS, (LLVMValueRef[]){lw->fn.rt, size}, 2);
  baton_check_run(lw, baton_not_null(lw, data));
  return data;
}

baton_ids *baton_ids_create(baton_lowering *lw, int64_t count, LLVMValueRef size, bool is_zeroed) {
  if (count == 0)
    return baton_ids_wrap(lw, LLVMConstNull(lw->ptr), true, false, NULL);
  if (!baton_ids_fit_slot(lw, count))
    return baton_ids_wrap(lw, heap_ids(lw, size), true, true, lw->fn.body);
  lw->fn.num_slot_ids += (uint64_t)count;
  LLVMValueRef data = baton_slot(lw, lw->i64, (uint64_t)count);
  if (is_zeroed)
    LLVMBuildMemSet(lw->b, data, LLVMConstInt(lw->i8, 0, 0), baton_i64(lw, count * (int64_t)sizeof(baton_task)), 8);
  return baton_ids_wrap(lw, data, true, false, NULL);
}

LLVMValueRef baton_ids_copy(baton_lowering *lw, const baton_value *value) {
  const baton_parts *parts = baton_parts_of(lw, value);
  LLVMValueRef data = heap_ids(lw, parts->at[1]);
  baton_copy_ids(lw, data, parts->at[0], parts->at[1]);
  return data;
}

LLVMValueRef baton_ids_take(baton_lowering *lw, const baton_value *value) {
  const baton_parts *parts = baton_parts_of(lw, value);
  baton_ids *ids = parts->ids;
  if (!ids->is_owned || !ids->is_heap || ids->home != lw->fn.body || ids->data != parts->at[0])
    return baton_ids_copy(lw, value);
  ids->home = NULL;
  return ids->data;
}

// ---- aliases and their ends -------------------------------------------------------------------------------------

void baton_ids_add_alias(baton_lowering *lw, baton_ids *ids, const baton_value *value) {
  baton_alias *alias = BATON_ARENA_NEW(&lw->arena, baton_alias);
  *alias = (baton_alias){value, ids->aliases};
  ids->aliases = alias;
}

void baton_set_array(baton_lowering *lw, const baton_value *value, LLVMValueRef data, LLVMValueRef count,
                     baton_ids *ids) {
  LLVMValueRef *at = baton_new_parts(lw, value->type);
  at[0] = data;
  if (!at[1])
    at[1] = count;
  lw->parts[value->id] = (baton_parts){.at = at, .ids = ids};
  baton_ids_add_alias(lw, ids, value);
}

// The op in the block that holds op, *out_inner the block below it on the way; NULL: op is not inside of the block.
static const baton_op *climb(const baton_op *op, const baton_block *block, const baton_block **out_inner) {
  *out_inner = NULL;
  while (op && op->block != block) {
    *out_inner = op->block;
    op = baton_op_parent(op);
  }
  return op;
}

// Whether `user`, which uses a value of the block, may run after `at` has run, while the value is the same.
static bool may_follow(const baton_lowering *lw, const baton_block *block, const baton_op *user, const baton_op *at) {
  for (;;) {
    const baton_block *user_block, *at_block;
    const baton_op *a = climb(user, block, &user_block), *b = climb(at, block, &at_block);
    if (!a || !b)
      return false; // `at` is where the value does not exist
    if (a != b)
      return lw->order[a->id] > lw->order[b->id];
    if (a == user)
      return false; // the same op, or one that reads its operands before it runs what is inside
    if (b == at || baton_is_loop_op(a))
      return true;
    if (user_block != at_block)
      return false; // the other branch
    block = user_block;
  }
}

bool baton_value_is_used_after(baton_lowering *lw, const baton_value *value, const baton_op *op) {
  const baton_block *block = baton_value_block(value);
  for (const baton_operand *use = value->first_use; use; use = use->next)
    if (may_follow(lw, block, use->owner, op))
      return true;
  return false;
}

bool baton_ids_end_at(baton_lowering *lw, baton_ids *ids, const baton_operand *operand) {
  if (!ids->is_owned)
    return false;
  const baton_op *op = operand->owner;
  for (baton_alias **at = &ids->aliases; *at;) {
    const baton_value *value = (*at)->value;
    for (const baton_operand *use = value->first_use; use; use = use->next)
      if (use->owner == op && use != operand)
        return false;
    if (baton_value_is_used_after(lw, value, op))
      return false;
    // Where the op stands in the value's own block, nothing later can bring the value back.
    if (baton_value_block(value) == op->block)
      *at = (*at)->next;
    else
      at = &(*at)->next;
  }
  return true;
}
