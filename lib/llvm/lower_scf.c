// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops and branches with the values that they carry and give.
//
// A carried array of static size has one memory for all iterations: the initial array's own where nothing else needs
// it, and a yielded array is copied into it unless it was made from it in place. One of dynamic size is an address that
// changes hands. Carried buffers are owners (lower_own.c).
#include "dialect/scf.h"

#include "llvm/lower_impl.h"

typedef struct carry {
  const baton_type *type;
  LLVMValueRef *at; // in the loop: phis, or what is the same in all iterations
  baton_ids *ids;
} carry;

static bool is_array(const baton_type *type) { return baton_type_is_task_array(type); }
static bool is_fixed_array(const baton_type *type) { return is_array(type) && type->dialect.count != BATON_DYNAMIC; }
static bool is_dynamic_array(const baton_type *type) { return is_array(type) && type->dialect.count == BATON_DYNAMIC; }

static baton_ids *copy_of(baton_lowering *lw, const baton_value *value) {
  const baton_parts *parts = baton_parts_of(lw, value);
  baton_ids *ids = baton_ids_create(lw, value->type->dialect.count, parts->at[1], false);
  baton_copy_ids(lw, ids->data, parts->at[0], parts->at[1]);
  return ids;
}

// ---- carried values ---------------------------------------------------------------------------------------------

// Before the loop: the parts to begin with.
static carry begin_carry(baton_lowering *lw, const baton_operand *init) {
  const baton_value *value = init->value;
  const baton_parts *parts = baton_parts_of(lw, value);
  carry item = {.type = value->type, .at = baton_new_parts(lw, value->type)};
  baton_retain_operand(lw, init);
  for (uint32_t i = 0; i < baton_num_parts(value->type); i++)
    if (!item.at[i])
      item.at[i] = parts->at[i];
  if (!is_array(value->type))
    return item;
  bool ends = baton_ids_end_at(lw, parts->ids, init);
  if (is_fixed_array(value->type)) {
    item.ids = ends ? parts->ids : copy_of(lw, value);
    item.at[0] = ends ? parts->at[0] : item.ids->data;
  } else {
    item.at[0] = ends ? baton_ids_take(lw, value) : baton_ids_copy(lw, value);
  }
  return item;
}

// In the header.
static void add_phis(baton_lowering *lw, carry *item, LLVMBasicBlockRef preheader) {
  for (uint32_t i = 0; i < baton_num_parts(item->type); i++)
    if (baton_part_is_dynamic(item->type, i) && !is_fixed_array(item->type))
      item->at[i] = baton_phi(lw, baton_part_type(lw, item->type, i), item->at[i], preheader);
  if (is_dynamic_array(item->type))
    item->ids = baton_ids_wrap(lw, item->at[0], true, true, NULL);
}

static void set_value(baton_lowering *lw, const baton_value *value, LLVMValueRef *at, baton_ids *ids) {
  if (is_array(value->type))
    baton_set_array(lw, value, at[0], at[1], ids);
  else
    baton_set_parts(lw, value, at);
}

static void set_arguments(baton_lowering *lw, const baton_block *block, uint32_t first, const carry *items,
                          uint32_t num) {
  for (uint32_t i = 0; i < num; i++) {
    set_value(lw, block->args[first + i], items[i].at, items[i].ids);
    baton_own_if_memref(lw, block->args[first + i]);
  }
}

static bool shares_memory(const baton_ids *ids, const carry *items, uint32_t num) {
  for (uint32_t i = 0; i < num; i++)
    if (items[i].ids == ids)
      return true;
  return false;
}

// Copies yielded arrays of static size into the memory of their carries, as if all at once.
static void copy_fixed_arrays(baton_lowering *lw, const carry *items, const baton_operand *yielded, uint32_t num) {
  LLVMValueRef *from = BATON_ARENA_ARRAY(&lw->arena, LLVMValueRef, num);
  for (uint32_t i = 0; i < num; i++) {
    if (!is_fixed_array(items[i].type))
      continue;
    const baton_parts *parts = baton_parts_of(lw, yielded[i].value);
    if (parts->at[0] != items[i].at[0])
      from[i] = shares_memory(parts->ids, items, num) ? copy_of(lw, yielded[i].value)->data : parts->at[0];
  }
  for (uint32_t i = 0; i < num; i++)
    if (from[i])
      baton_copy_ids(lw, items[i].at[0], from[i], items[i].at[1]);
}

// At the end of an iteration. frees_old: whether the carries still own their arrays of dynamic size.
static void yield_carries(baton_lowering *lw, const carry *items, const baton_op *yield, bool frees_old,
                          LLVMValueRef **out_next) {
  const baton_operand *yielded = yield->operands;
  uint32_t num = yield->num_operands;
  for (uint32_t i = 0; i < num; i++)
    baton_retain_operand(lw, &yielded[i]);
  copy_fixed_arrays(lw, items, yielded, num);
  for (uint32_t i = 0; i < num; i++) {
    const LLVMValueRef *at = baton_parts_of(lw, yielded[i].value)->at;
    uint32_t num_parts = baton_num_parts(items[i].type);
    out_next[i] = baton_arena_copy(&lw->arena, at, num_parts, sizeof *at);
    if (is_dynamic_array(items[i].type) && !(frees_old && at[0] == items[i].at[0]))
      out_next[i][0] = baton_ids_take(lw, yielded[i].value);
  }
  for (uint32_t i = 0; i < num; i++)
    if (frees_old && is_dynamic_array(items[i].type) && out_next[i][0] != items[i].at[0])
      baton_ids_free(lw, items[i].at[0]);
  baton_emit_releases(lw, yield);
  baton_body_free(lw, lw->fn.body);
}

static void close_phis(baton_lowering *lw, const carry *items, LLVMValueRef *const *next, uint32_t num,
                       LLVMBasicBlockRef latch) {
  (void)lw;
  for (uint32_t i = 0; i < num; i++)
    for (uint32_t k = 0; k < baton_num_parts(items[i].type); k++)
      if (baton_part_is_dynamic(items[i].type, k) && !is_fixed_array(items[i].type))
        LLVMAddIncoming(items[i].at[k], &next[i][k], &latch, 1);
}

// Behind the loop, in the outer body.
static void set_results(baton_lowering *lw, const baton_op *op, const carry *items) {
  for (uint32_t i = 0; i < op->num_results; i++) {
    const baton_value *result = baton_op_result(op, i);
    baton_ids *ids = items[i].ids;
    if (is_dynamic_array(result->type))
      ids = baton_ids_wrap(lw, items[i].at[0], true, true, lw->fn.body);
    set_value(lw, result, items[i].at, ids);
    baton_own_if_memref(lw, result);
  }
}

// ---- for --------------------------------------------------------------------------------------------------------

bool baton_lower_scf_for(baton_lowering *lw, const baton_op *op) {
  const baton_block *block = baton_op_body(op);
  baton_operands inits = baton_scf_for_inits(op);
  carry *items = BATON_ARENA_ARRAY(&lw->arena, carry, inits.size);
  LLVMValueRef **next = BATON_ARENA_ARRAY(&lw->arena, LLVMValueRef *, inits.size);
  baton_counted loop;
  baton_counted_prepare(lw, op, &loop);
  for (uint32_t i = 0; i < inits.size; i++)
    items[i] = begin_carry(lw, &inits.data[i]);
  baton_counted_begin(lw, &loop);
  for (uint32_t i = 0; i < inits.size; i++)
    add_phis(lw, &items[i], loop.preheader);
  baton_counted_enter(lw, &loop);

  baton_body body, *outer;
  baton_body_begin(lw, &body, &outer);
  baton_set_scalar(lw, block->args[0], loop.iv);
  set_arguments(lw, block, 1, items, inits.size);
  if (!baton_lower_block(lw, block))
    return false;
  yield_carries(lw, items, block->last, true, next);
  lw->fn.body = outer;
  baton_counted_end(lw, &loop);
  close_phis(lw, items, next, inits.size, loop.latch);
  set_results(lw, op, items);
  return true;
}

// ---- while ------------------------------------------------------------------------------------------------------

// What scf.condition hands on, to the second region and to the results. Arrays of static size go to memory made before
// the loop, unless they are a carry's own.
static carry forward(baton_lowering *lw, const baton_operand *arg, const carry *items, bool *is_forwarded, uint32_t num,
                     baton_ids *memory) {
  const baton_parts *parts = baton_parts_of(lw, arg->value);
  carry item = {.type = arg->value->type, .at = baton_new_parts(lw, arg->value->type), .ids = parts->ids};
  memcpy(item.at, parts->at, baton_num_parts(item.type) * sizeof *item.at);
  baton_retain_operand(lw, arg);
  if (!is_array(item.type))
    return item;
  uint32_t from = 0;
  while (from < num && (items[from].at[0] != item.at[0] || is_forwarded[from]))
    from++;
  if (from < num) {
    is_forwarded[from] = true;
  } else if (memory) {
    baton_copy_ids(lw, memory->data, item.at[0], item.at[1]);
    item.at[0] = memory->data;
    item.ids = memory;
  } else {
    item.at[0] = baton_ids_take(lw, arg->value);
  }
  return item;
}

static void forward_all(baton_lowering *lw, const baton_op *condition, const carry *items, uint32_t num_items,
                        baton_ids *const *memory, carry *out_forwarded) {
  baton_operands args = baton_scf_condition_args(condition);
  bool *is_forwarded = BATON_ARENA_ARRAY(&lw->arena, bool, num_items);
  for (uint32_t i = 0; i < args.size; i++)
    out_forwarded[i] = forward(lw, &args.data[i], items, is_forwarded, num_items, memory[i]);
  for (uint32_t i = 0; i < num_items; i++)
    if (is_dynamic_array(items[i].type) && !is_forwarded[i])
      baton_ids_free(lw, items[i].at[0]);
  baton_emit_releases(lw, condition);
  baton_body_free(lw, lw->fn.body);
}

// The second region, up to the branch back.
static bool lower_after(baton_lowering *lw, const baton_op *op, const carry *forwarded, const carry *items,
                        LLVMBasicBlockRef header) {
  const baton_block *block = op->regions[1].first;
  baton_body body, *outer;
  baton_body_begin(lw, &body, &outer);
  carry *args = BATON_ARENA_ARRAY(&lw->arena, carry, op->num_results);
  for (uint32_t i = 0; i < op->num_results; i++) {
    args[i] = forwarded[i];
    if (is_dynamic_array(args[i].type))
      args[i].ids = baton_ids_wrap(lw, args[i].at[0], true, true, &body);
  }
  set_arguments(lw, block, 0, args, op->num_results);
  if (!baton_lower_block(lw, block))
    return false;
  LLVMValueRef **next = BATON_ARENA_ARRAY(&lw->arena, LLVMValueRef *, block->last->num_operands);
  yield_carries(lw, items, block->last, false, next);
  lw->fn.body = outer;
  close_phis(lw, items, next, block->last->num_operands, baton_here(lw));
  LLVMBuildBr(lw->b, header);
  return true;
}

bool baton_lower_scf_while(baton_lowering *lw, const baton_op *op) {
  const baton_block *before = op->regions[0].first;
  uint32_t num = op->num_operands;
  carry *items = BATON_ARENA_ARRAY(&lw->arena, carry, num);
  carry *forwarded = BATON_ARENA_ARRAY(&lw->arena, carry, op->num_results);
  baton_ids **memory = BATON_ARENA_ARRAY(&lw->arena, baton_ids *, op->num_results);
  for (uint32_t i = 0; i < num; i++)
    items[i] = begin_carry(lw, &op->operands[i]);
  for (uint32_t i = 0; i < op->num_results; i++)
    if (is_fixed_array(op->results[i].type))
      memory[i] = baton_ids_create(lw, op->results[i].type->dialect.count,
                                   baton_i64(lw, op->results[i].type->dialect.count), false);
  LLVMBasicBlockRef exit = baton_new_block(lw, "exit"), preheader, header;
  baton_loop *loop = baton_loop_begin(lw, &preheader, &header);
  for (uint32_t i = 0; i < num; i++)
    add_phis(lw, &items[i], preheader);

  baton_body body, *outer;
  baton_body_begin(lw, &body, &outer);
  set_arguments(lw, before, 0, items, num);
  if (!baton_lower_block(lw, before))
    return false;
  forward_all(lw, before->last, items, num, memory, forwarded);
  lw->fn.body = outer;
  LLVMBasicBlockRef after = baton_new_block(lw, "body");
  LLVMBuildCondBr(lw->b, baton_scalar(lw, baton_op_operand(before->last, 0)), after, exit);
  baton_go_to(lw, after);
  if (!lower_after(lw, op, forwarded, items, header))
    return false;
  baton_loop_end(lw, loop);
  baton_go_to(lw, exit);
  set_results(lw, op, forwarded);
  return true;
}

// ---- if, index_switch -------------------------------------------------------------------------------------------

typedef struct branch {
  const baton_block *block; // NULL: nothing to do
  LLVMBasicBlockRef first, last;
  baton_body body;
  LLVMValueRef **values; // of the results
} branch;

static bool lower_branch(baton_lowering *lw, const baton_op *op, branch *side) {
  baton_body *outer;
  baton_go_to(lw, side->first);
  baton_body_begin(lw, &side->body, &outer);
  bool ok = !side->block || baton_lower_block(lw, side->block);
  lw->fn.body = outer;
  side->last = baton_here(lw);
  side->values = BATON_ARENA_ARRAY(&lw->arena, LLVMValueRef *, op->num_results);
  return ok;
}

static baton_parts *yielded(baton_lowering *lw, const branch *side, uint32_t index) {
  return baton_parts_of(lw, baton_op_operand(side->block->last, index));
}

// Where a result array is to be: the same memory that all branches give, a slot, or NULL for an address that a phi
// chooses.
static baton_ids *place_array(baton_lowering *lw, const baton_op *op, uint32_t index, const branch *branches,
                              uint32_t num) {
  const baton_parts *a = yielded(lw, &branches[0], index);
  bool is_same = true;
  for (uint32_t i = 1; i < num; i++) {
    const baton_parts *b = yielded(lw, &branches[i], index);
    is_same = is_same && a->ids == b->ids && a->at[0] == b->at[0] && a->at[1] == b->at[1];
  }
  if (is_same)
    return a->ids;
  int64_t count = op->results[index].type->dialect.count;
  return baton_ids_fit_slot(lw, count) ? baton_ids_create(lw, count, baton_i64(lw, count), false) : NULL;
}

// The end of a branch: what it gives goes to its place.
static void finish_branch(baton_lowering *lw, const baton_op *op, branch *side, baton_ids *const *places,
                          LLVMBasicBlockRef merge) {
  baton_body *outer = lw->fn.body;
  lw->fn.body = &side->body;
  baton_go_to(lw, side->last);
  for (uint32_t i = 0; i < op->num_results; i++) {
    const baton_operand *operand = &side->block->last->operands[i];
    const baton_type *type = operand->value->type;
    LLVMValueRef *at = baton_parts_of(lw, operand->value)->at;
    at = side->values[i] = baton_arena_copy(&lw->arena, at, baton_num_parts(type), sizeof *at);
    baton_retain_operand(lw, operand);
    if (!is_array(type))
      continue;
    if (!places[i]) {
      at[0] = baton_ids_take(lw, operand->value);
    } else if (places[i] != baton_parts_of(lw, operand->value)->ids) {
      baton_copy_ids(lw, places[i]->data, at[0], at[1]);
      at[0] = places[i]->data;
    }
  }
  if (side->block) {
    baton_emit_releases(lw, side->block->last);
    baton_body_free(lw, &side->body);
  }
  side->last = baton_here(lw);
  LLVMBuildBr(lw->b, merge);
  lw->fn.body = outer;
}

static LLVMValueRef merge_part(baton_lowering *lw, const baton_value *result, uint32_t part, const branch *branches,
                               uint32_t num) {
  LLVMValueRef first = branches[0].values[result->index][part], merged = first;
  for (uint32_t i = 1; i < num; i++)
    if (branches[i].values[result->index][part] != first)
      merged = NULL;
  if (merged)
    return merged;
  merged = baton_phi(lw, baton_part_type(lw, result->type, part), first, branches[0].last);
  for (uint32_t i = 1; i < num; i++)
    LLVMAddIncoming(merged, &branches[i].values[result->index][part], (LLVMBasicBlockRef *)&branches[i].last, 1);
  return merged;
}

static void merge_result(baton_lowering *lw, const baton_value *result, const branch *branches, uint32_t num,
                         baton_ids *place) {
  LLVMValueRef *at = baton_new_parts(lw, result->type);
  for (uint32_t i = 0; i < baton_num_parts(result->type); i++)
    if (!at[i])
      at[i] = merge_part(lw, result, i, branches, num);
  if (is_array(result->type) && !place)
    place = baton_ids_wrap(lw, at[0], true, true, lw->fn.body);
  set_value(lw, result, at, place);
}

// The branches, whose first blocks are branched to already, and what follows.
static bool lower_branches(baton_lowering *lw, const baton_op *op, branch *branches, uint32_t num) {
  for (uint32_t i = 0; i < num; i++)
    if (!lower_branch(lw, op, &branches[i]))
      return false;
  LLVMBasicBlockRef merge = baton_new_block(lw, "merge");
  baton_ids **places = BATON_ARENA_ARRAY(&lw->arena, baton_ids *, op->num_results);
  for (uint32_t i = 0; i < op->num_results; i++)
    if (is_array(op->results[i].type))
      places[i] = place_array(lw, op, i, branches, num);
  for (uint32_t i = 0; i < num; i++)
    finish_branch(lw, op, &branches[i], places, merge);
  baton_go_to(lw, merge);
  for (uint32_t i = 0; i < op->num_results; i++)
    merge_result(lw, baton_op_result(op, i), branches, num, places[i]);
  for (uint32_t i = 0; i < op->num_results; i++)
    baton_own_if_memref(lw, baton_op_result(op, i));
  return true;
}

bool baton_lower_scf_if(baton_lowering *lw, const baton_op *op) {
  branch branches[2] = {{.block = op->regions[0].first}, {.block = op->regions[1].first}};
  LLVMValueRef condition = baton_scalar(lw, baton_op_operand(op, 0));
  branches[0].first = baton_new_block(lw, "then");
  branches[1].first = baton_new_block(lw, "else");
  LLVMBuildCondBr(lw->b, condition, branches[0].first, branches[1].first);
  return lower_branches(lw, op, branches, 2);
}

bool baton_lower_scf_index_switch(baton_lowering *lw, const baton_op *op) {
  const baton_attr *cases = baton_scf_index_switch_cases(op);
  branch *branches = BATON_ARENA_ARRAY(&lw->arena, branch, op->num_regions);
  LLVMValueRef arg = baton_scalar(lw, baton_scf_index_switch_arg(op));
  for (uint32_t i = 0; i < op->num_regions; i++) {
    branches[i].block = op->regions[i].first;
    branches[i].first = baton_new_block(lw, i ? "case" : "default");
  }
  LLVMValueRef choice = LLVMBuildSwitch(lw->b, arg, branches[0].first, cases->dense.num_items);
  for (uint32_t i = 0; i < cases->dense.num_items; i++)
    LLVMAddCase(choice, baton_i64(lw, cases->dense.items[i]), branches[i + 1].first);
  return lower_branches(lw, op, branches, op->num_regions);
}

// ---- terminators ------------------------------------------------------------------------------------------------

// Their operands are used by the op around them.
bool baton_lower_scf_yield(baton_lowering *lw, const baton_op *op) {
  (void)lw;
  (void)op;
  return true;
}

bool baton_lower_scf_condition(baton_lowering *lw, const baton_op *op) {
  (void)lw;
  (void)op;
  return true;
}
