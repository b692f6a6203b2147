// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rewriter: changes ops, and puts those on its lists that may have become simpler by it.
#include "dialect/arith.h"
#include "ir/walk.h"
#include "passes/canonicalize_impl.h"
#include "passes/canonicalize_worklist.h"
#include "passes/fold.h"

// ---- what to look at again --------------------------------------------------------------------------------------

uint8_t *baton_rewriter_state(baton_rewriter *r, const baton_op *op) {
  if (op->id >= r->num_states) {
    size_t size = r->module->num_op_ids + r->num_states;
    r->states = baton_mem_resize_array(r->states, size, sizeof *r->states);
    memset(r->states + r->num_states, 0, size - r->num_states);
    r->num_states = size;
  }
  return &r->states[op->id];
}

void baton_rewriter_visit(baton_rewriter *r, baton_op *op) {
  uint8_t *state = baton_rewriter_state(r, op);
  if (op == r->root || (*state & (BATON_OP_QUEUED | BATON_OP_GONE)))
    return;
  if (!baton_op_has_trait(r->root, BATON_TRAIT_ISOLATED) && !baton_op_is_ancestor(r->root, op))
    return; // it stands outside, and its results are used inside
  *state |= BATON_OP_QUEUED;
  if (op->num_regions)
    baton_vec_push(&r->outer, op);
  else
    baton_vec_push(&r->stack, op);
}

// What a terminator gives is its parent's business.
static void visit_user(baton_rewriter *r, baton_op *op) {
  baton_rewriter_visit(r, op);
  if (baton_op_has_trait(op, BATON_TRAIT_TERMINATOR) && baton_op_parent(op))
    baton_rewriter_visit(r, baton_op_parent(op));
}

static void visit_definition(baton_rewriter *r, const baton_value *value) {
  baton_op *op = baton_value_owner(value);
  if (op)
    baton_rewriter_visit(r, op);
}

// ---- changes ----------------------------------------------------------------------------------------------------

bool baton_rewriter_replace(baton_rewriter *r, baton_value *value, baton_value *with) {
  if (value == with || !baton_fold_can_replace(value, with))
    return false;
  for (baton_operand *use = value->first_use; use; use = use->next)
    visit_user(r, use->owner);
  if (value->first_use)
    visit_definition(r, with);
  visit_definition(r, value);
  baton_value_replace_all_uses(value, with);
  r->num_rewritten++;
  return true;
}

bool baton_rewriter_replace_op(baton_rewriter *r, baton_op *op, baton_value *const *with) {
  for (uint32_t i = 0; i < op->num_results; i++)
    if (&op->results[i] == with[i] || !baton_fold_can_replace(&op->results[i], with[i]))
      return false;
  for (uint32_t i = 0; i < op->num_results; i++)
    baton_rewriter_replace(r, &op->results[i], with[i]);
  baton_rewriter_erase(r, op);
  return true;
}

static baton_walk_result forget(baton_op *op, void *user) {
  baton_rewriter *r = user;
  *baton_rewriter_state(r, op) |= BATON_OP_GONE;
  return BATON_WALK_ON;
}

static baton_walk_result visit_operands(baton_op *op, void *user) {
  baton_rewriter *r = user;
  for (uint32_t i = 0; i < op->num_operands; i++)
    visit_definition(r, op->operands[i].value);
  return BATON_WALK_ON;
}

void baton_rewriter_erase(baton_rewriter *r, baton_op *op) {
  baton_op *parent = baton_op_parent(op);
  baton_walk_preorder(op, forget, r);
  baton_walk_preorder(op, visit_operands, r);
  if (parent)
    baton_rewriter_visit(r, parent);
  baton_op_erase(op);
  r->num_erased++;
}

void baton_rewriter_set_operand(baton_rewriter *r, baton_operand *operand, baton_value *value) {
  visit_definition(r, operand->value);
  baton_operand_set(operand, value);
  visit_user(r, operand->owner);
  r->num_rewritten++;
}

void baton_rewriter_set_group(baton_rewriter *r, baton_op *op, uint32_t group, baton_value *const *values, size_t num) {
  baton_operands old = baton_op_group(op, group);
  for (uint32_t i = 0; i < old.size; i++)
    visit_definition(r, old.data[i].value);
  baton_op_set_group(r->module, op, group, values, num);
  visit_user(r, op);
  r->num_rewritten++;
}

baton_value *baton_rewriter_build(baton_rewriter *r, baton_op *before, const char *name, baton_value *const *operands,
                                  size_t num_operands, const baton_type *type) {
  baton_builder at = baton_builder_before(r->module, before);
  const baton_op_def *def = baton_context_op_def(r->module->context, baton_str_from(name));
  baton_op *op = baton_build(
      &at,
      &(baton_op_state){
          .def = def, .operands = operands, .num_operands = num_operands, .result_types = &type, .num_results = 1});
  baton_rewriter_visit(r, op);
  r->num_rewritten++;
  return baton_op_result(op, 0);
}

// ---- constants --------------------------------------------------------------------------------------------------

// The block at whose start constants stand: the entry of the innermost region around an op that is isolated, or of
// which nothing is known.
static baton_block *constant_block(const baton_rewriter *r, const baton_op *op) {
  const baton_block *block = op->block;
  for (const baton_op *parent = block->region->op;; block = parent->block, parent = block->region->op)
    if (parent == r->root || !parent->def->is_registered || baton_op_has_trait(parent, BATON_TRAIT_ISOLATED))
      return block->region->first;
}

static uint64_t constant_key(const baton_block *block, const baton_attr *attr) {
  return baton_hash_pointer(baton_hash_pointer(0, block), attr);
}

static baton_op *find_constant(const baton_rewriter *r, const baton_block *block, const baton_attr *attr) {
  const uint64_t *found = baton_map_find(&r->constants, constant_key(block, attr));
  baton_op *op = found ? (baton_op *)(uintptr_t)*found : NULL;
  return op && op->block == block && baton_arith_constant_value(op) == attr ? op : NULL;
}

static void keep_constant(baton_rewriter *r, baton_op *op) {
  uint64_t key = constant_key(op->block, baton_arith_constant_value(op));
  baton_map_set(&r->constants, key, baton_map_key(op));
  *baton_rewriter_state(r, op) |= BATON_OP_PLACED;
}

baton_value *baton_rewriter_constant(baton_rewriter *r, const baton_op *near, const baton_attr *attr) {
  baton_block *block = constant_block(r, near);
  baton_op *op = find_constant(r, block, attr);
  if (!op) {
    baton_builder at = baton_builder_at_start(r->module, block);
    baton_named_attr value = {BATON_STR("value"), attr};
    const baton_op_def *def = baton_context_op_def(r->module->context, BATON_STR("arith.constant"));
    op = baton_build(&at, &(baton_op_state){.def = def,
                                            .loc = near->loc,
                                            .result_types = &attr->type,
                                            .num_results = 1,
                                            .attrs = &value,
                                            .num_attrs = 1});
    keep_constant(r, op);
    baton_rewriter_visit(r, op);
  }
  return baton_op_result(op, 0);
}

baton_value *baton_rewriter_integer(baton_rewriter *r, const baton_op *near, const baton_type *type, int64_t number) {
  return baton_rewriter_constant(r, near, baton_attr_integer(r->module->context, type, number));
}

bool baton_rewriter_place_constant(baton_rewriter *r, baton_op *op) {
  if (op->num_attrs || (*baton_rewriter_state(r, op) & BATON_OP_PLACED))
    return false;
  baton_block *block = constant_block(r, op);
  baton_op *known = find_constant(r, block, baton_arith_constant_value(op));
  r->num_constants++;
  if (known) {
    baton_value_replace_all_uses(baton_op_result(op, 0), baton_op_result(known, 0));
    *baton_rewriter_state(r, op) |= BATON_OP_GONE;
    baton_op_erase(op);
    return true;
  }
  bool is_in_place = op->block == block && (!op->prev || (*baton_rewriter_state(r, op->prev) & BATON_OP_PLACED) != 0);
  if (!is_in_place) {
    baton_op *first = block->first;
    baton_op_unlink(op);
    baton_op_insert_before(op, first);
  } else {
    r->num_constants--;
  }
  keep_constant(r, op);
  return !is_in_place;
}

// ---- results and carries that are not needed --------------------------------------------------------------------

static size_t keep_operands(baton_operands all, uint32_t first, const bool *dropped, uint32_t num_dropped,
                            baton_value **out) {
  size_t num = 0;
  for (uint32_t i = 0; i < all.size; i++)
    if (i < first || i - first >= num_dropped || !dropped[i - first])
      out[num++] = all.data[i].value;
  return num;
}

// The body of a region in a new block, without the arguments and yielded values of dropped results.
static void move_region(baton_rewriter *r, baton_region *from, baton_region *to, const bool *dropped,
                        uint32_t num_results, uint32_t first_arg, uint32_t first_yield) {
  baton_block *old = from->first;
  if (!old)
    return;
  baton_op *end = old->last;
  baton_operands all = {end->operands, end->num_operands};
  baton_value **kept = baton_mem_resize_array(NULL, all.size, sizeof *kept);
  size_t num_kept = keep_operands(all, first_yield, dropped, num_results, kept);
  for (uint32_t i = 0; i < all.size; i++)
    visit_definition(r, all.data[i].value);
  // scf.condition begins with the condition, which is always kept.
  uint32_t fixed = end->def->num_operands - 1;
  if (num_kept < all.size)
    baton_op_set_group(r->module, end, fixed, kept + fixed, num_kept - fixed);
  baton_mem_free(kept);
  baton_block *block = baton_block_create(r->module);
  baton_block_append(block, to);
  for (uint32_t i = 0; i < old->num_args; i++)
    if (i < first_arg || i - first_arg >= num_results || !dropped[i - first_arg])
      baton_value_replace_all_uses(
          old->args[i], baton_block_add_arg_at(r->module, block, old->args[i]->type, baton_argument_loc(old->args[i])));
  while (old->first) {
    baton_op *op = old->first;
    baton_op_unlink(op);
    baton_op_append(op, block);
  }
}

static void copy_attrs(baton_rewriter *r, baton_op *to, const baton_op *from) {
  for (uint32_t i = 0; i < from->def->num_attrs; i++)
    baton_op_set_slot(to, i, baton_op_slot(from, i));
  for (uint32_t i = 0; i < from->num_attrs; i++)
    baton_op_set_attr(r->module, to, from->attrs[i].name, from->attrs[i].value);
}

baton_op *baton_rewriter_drop_results(baton_rewriter *r, baton_op *op, const bool *dropped, baton_result_parts parts) {
  baton_value **operands = baton_mem_resize_array(NULL, op->num_operands, sizeof *operands);
  const baton_type **types = baton_mem_resize_array(NULL, op->num_results, sizeof *types);
  size_t num_types = 0, num_operands = keep_operands((baton_operands){op->operands, op->num_operands}, parts.operands,
                                                     dropped, op->num_results, operands);
  for (uint32_t i = 0; i < op->num_results; i++)
    if (!dropped[i])
      types[num_types++] = op->results[i].type;
  baton_builder at = baton_builder_before(r->module, op);
  baton_op *fresh = baton_build(&at, &(baton_op_state){.def = op->def,
                                                       .operands = operands,
                                                       .num_operands = num_operands,
                                                       .result_types = types,
                                                       .num_results = num_types,
                                                       .num_regions = op->num_regions});
  baton_mem_free(operands);
  baton_mem_free(types);
  copy_attrs(r, fresh, op);
  for (uint32_t i = 0; i < op->num_regions; i++)
    move_region(r, &op->regions[i], &fresh->regions[i], dropped, op->num_results, parts.args[i > 0],
                parts.yields[i > 0]);
  for (uint32_t i = 0, next = 0; i < op->num_results; i++)
    if (!dropped[i])
      baton_value_replace_all_uses(&op->results[i], &fresh->results[next++]);
  baton_rewriter_visit(r, fresh);
  baton_rewriter_erase(r, op);
  return fresh;
}

bool baton_rewriter_drop_unused(baton_rewriter *r, baton_op *op, baton_result_parts parts) {
  bool *dropped = baton_mem_zeroed(op->num_results + 1, sizeof *dropped), any = false;
  for (uint32_t i = 0; i < op->num_results; i++) {
    dropped[i] = !op->results[i].first_use;
    for (uint32_t k = 0; k < op->num_regions && dropped[i]; k++)
      if (parts.args[k > 0] != BATON_NO_PARTS && op->regions[k].first->args[parts.args[k > 0] + i]->first_use)
        dropped[i] = false;
    any = any || dropped[i];
  }
  if (any)
    baton_rewriter_drop_results(r, op, dropped, parts);
  baton_mem_free(dropped);
  return any;
}

// ---- questions --------------------------------------------------------------------------------------------------

baton_op *baton_value_op_of(const baton_value *value, uint16_t code) {
  baton_op *op = baton_value_op(value);
  return op && baton_op_is(op, code) ? op : NULL;
}

bool baton_value_is_outside(const baton_value *value, const baton_op *op) { return !baton_value_is_inside(value, op); }
