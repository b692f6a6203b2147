// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making, copying and widening ops.
#include "ir/build.h"

#include <assert.h>

baton_builder baton_builder_before(baton_module *module, baton_op *op) {
  return (baton_builder){module, op->block, op, op->loc};
}

baton_builder baton_builder_after(baton_module *module, baton_op *op) {
  return (baton_builder){module, op->block, op->next, op->loc};
}

baton_builder baton_builder_at_end(baton_module *module, baton_block *block) {
  return (baton_builder){module, block, NULL, baton_loc_unknown(module->context)};
}

baton_builder baton_builder_at_start(baton_module *module, baton_block *block) {
  return (baton_builder){module, block, block->first, baton_loc_unknown(module->context)};
}

// An op and its parts lie in one block of memory, which is zero at first.
static baton_op *allocate(baton_module *module, const baton_op_state *state) {
  size_t results = state->num_results * sizeof(baton_value), successors = state->num_successors * sizeof(baton_block *),
         regions = state->num_regions * sizeof(baton_region), slots = state->def->num_attrs * sizeof(baton_attr *),
         operands = state->num_operands * sizeof(baton_operand);
  char *memory =
      baton_arena_zeroed(&module->arena, 1, sizeof(baton_op) + results + slots + successors + regions + operands);
  baton_op *op = (baton_op *)(void *)memory;
  op->def = state->def;
  op->module = module;
  op->loc = state->loc ? state->loc : baton_loc_unknown(module->context);
  op->id = module->num_op_ids++;
  op->num_results = (uint32_t)state->num_results;
  op->num_successors = (uint16_t)state->num_successors;
  op->num_regions = (uint16_t)state->num_regions;
  op->num_operands = op->operand_capacity = (uint32_t)state->num_operands;
  memory += sizeof(baton_op) + results + slots + successors;
  op->regions = (baton_region *)(void *)memory;
  op->operands = (baton_operand *)(void *)(memory + regions);
  return op;
}

static void init_regions(baton_op *op, baton_region *const *filled) {
  for (uint32_t i = 0; i < op->num_regions; i++) {
    op->regions[i].op = op;
    if (filled && filled[i])
      baton_region_take(&op->regions[i], filled[i]);
  }
}

static void set_segments(baton_op *op, const int64_t *sizes) {
  int slot = baton_op_def_segments_slot(op->def);
  if (slot >= 0)
    baton_op_set_slot(op, (uint32_t)slot, baton_attr_dense_i32(baton_op_context(op), sizes, op->def->num_operands));
}

baton_op *baton_op_create(baton_module *module, const baton_op_state *state) {
  baton_op *op = allocate(module, state);
  for (uint32_t i = 0; i < op->num_results; i++)
    op->results[i] = (baton_value){.type = state->result_types[i],
                                   .op = op,
                                   .index = i,
                                   .id = module->num_value_ids++ & 0x7FFFFFFF,
                                   .kind = BATON_RESULT};
  for (uint32_t i = 0; i < op->num_successors; i++)
    baton_op_successors(op)[i] = state->successors[i];
  init_regions(op, state->regions);
  for (uint32_t i = 0; i < op->num_operands; i++) {
    op->operands[i].owner = op;
    baton_operand_set(&op->operands[i], state->operands[i]);
  }
  for (size_t i = 0; i < state->num_attrs; i++)
    baton_op_set_attr(module, op, state->attrs[i].name, state->attrs[i].value);
  if (state->segments)
    set_segments(op, state->segments);
  return op;
}

baton_op *baton_build(const baton_builder *at, const baton_op_state *state) {
  baton_op_state placed = *state;
  if (!placed.loc)
    placed.loc = at->loc;
  baton_op *op = baton_op_create(at->module, &placed);
  if (at->before)
    baton_op_insert_before(op, at->before);
  else
    baton_op_append(op, at->block);
  return op;
}

static void copy_attrs(baton_module *module, baton_op *to, const baton_op *from) {
  if (from->def->num_attrs)
    memcpy(baton_op_slots(to), baton_op_slots(from), from->def->num_attrs * sizeof(baton_attr *));
  for (uint32_t i = 0; i < from->num_attrs; i++)
    baton_op_set_attr(module, to, from->attrs[i].name, from->attrs[i].value);
}

// ---- copies -----------------------------------------------------------------------------------------------------

typedef struct cloner {
  baton_module *module;
  baton_map values, blocks; // old to new
} cloner;

static baton_value *mapped(const cloner *c, baton_value *value) {
  baton_value *to = baton_map_find_pointer(&c->values, value);
  return to ? to : value;
}

static baton_op *clone_op(cloner *c, const baton_op *op);

// Blocks first, so that successors can refer to later ones.
static void clone_region(cloner *c, baton_region *to, const baton_region *from) {
  for (const baton_block *block = from->first; block; block = block->next) {
    baton_block *copy = baton_block_create(c->module);
    baton_block_append(copy, to);
    baton_map_set_pointer(&c->blocks, block, copy);
    for (uint32_t i = 0; i < block->num_args; i++)
      baton_map_set_pointer(
          &c->values, block->args[i],
          baton_block_add_arg_at(c->module, copy, block->args[i]->type, baton_argument_loc(block->args[i])));
  }
  for (const baton_block *block = from->first; block; block = block->next)
    for (const baton_op *op = block->first; op; op = op->next)
      baton_op_append(clone_op(c, op), baton_map_find_pointer(&c->blocks, block));
}

// Operands are mapped by fix_operands at the end: a value may be used before its definition has been copied.
static baton_op *clone_op(cloner *c, const baton_op *op) {
  const baton_type **types = baton_mem_resize_array(NULL, op->num_results, sizeof *types);
  baton_value **operands = baton_mem_resize_array(NULL, op->num_operands, sizeof *operands);
  baton_block **successors = baton_mem_resize_array(NULL, op->num_successors, sizeof *successors);
  for (uint32_t i = 0; i < op->num_results; i++)
    types[i] = op->results[i].type;
  for (uint32_t i = 0; i < op->num_operands; i++)
    operands[i] = mapped(c, op->operands[i].value);
  for (uint32_t i = 0; i < op->num_successors; i++) {
    baton_block *to = baton_map_find_pointer(&c->blocks, baton_op_successors(op)[i]);
    successors[i] = to ? to : baton_op_successors(op)[i];
  }
  baton_op *copy = baton_op_create(c->module, &(baton_op_state){.def = op->def,
                                                                .loc = op->loc,
                                                                .operands = operands,
                                                                .num_operands = op->num_operands,
                                                                .result_types = types,
                                                                .num_results = op->num_results,
                                                                .successors = successors,
                                                                .num_successors = op->num_successors,
                                                                .num_regions = op->num_regions});
  baton_mem_free(types);
  baton_mem_free(operands);
  baton_mem_free(successors);
  copy_attrs(c->module, copy, op);
  for (uint32_t i = 0; i < op->num_results; i++)
    baton_map_set_pointer(&c->values, &op->results[i], &copy->results[i]);
  for (uint32_t i = 0; i < op->num_regions; i++)
    clone_region(c, &copy->regions[i], &op->regions[i]);
  return copy;
}

static void fix_operands(const cloner *c, baton_op *op) {
  for (uint32_t i = 0; i < op->num_operands; i++) {
    baton_value *to = mapped(c, op->operands[i].value);
    if (to != op->operands[i].value)
      baton_operand_set(&op->operands[i], to);
  }
  for (uint32_t i = 0; i < op->num_regions; i++)
    for (baton_block *block = op->regions[i].first; block; block = block->next)
      for (baton_op *inner = block->first; inner; inner = inner->next)
        fix_operands(c, inner);
}

baton_op *baton_op_clone(baton_module *module, const baton_op *op, baton_value *const *from, baton_value *const *to,
                         size_t num_mapped) {
  cloner c = {.module = module};
  for (size_t i = 0; i < num_mapped; i++)
    baton_map_set_pointer(&c.values, from[i], to[i]);
  baton_op *copy = clone_op(&c, op);
  fix_operands(&c, copy);
  baton_map_deinit(&c.values);
  baton_map_deinit(&c.blocks);
  return copy;
}

baton_op *baton_op_replace_widened(baton_module *module, baton_op *op, baton_value *const *operands,
                                   size_t num_operands, const baton_type *const *result_types, size_t num_results) {
  assert(num_results >= op->num_results);
  baton_region **regions = baton_mem_resize_array(NULL, op->num_regions, sizeof *regions);
  for (uint32_t i = 0; i < op->num_regions; i++)
    regions[i] = &op->regions[i];
  baton_op *wider = baton_op_create(module, &(baton_op_state){.def = op->def,
                                                              .loc = op->loc,
                                                              .operands = operands,
                                                              .num_operands = num_operands,
                                                              .result_types = result_types,
                                                              .num_results = num_results,
                                                              .successors = baton_op_successors(op),
                                                              .num_successors = op->num_successors,
                                                              .num_regions = op->num_regions,
                                                              .regions = regions});
  baton_mem_free(regions);
  copy_attrs(module, wider, op);
  baton_op_insert_before(wider, op);
  for (uint32_t i = 0; i < op->num_results; i++)
    baton_value_replace_all_uses(&op->results[i], &wider->results[i]);
  baton_op_erase(op);
  return wider;
}
