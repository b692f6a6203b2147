// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks and regions.
#include "ir/ir.h"

#include <assert.h>

baton_block *baton_block_create(baton_module *module) {
  baton_block *block = BATON_ARENA_NEW(&module->arena, baton_block);
  block->id = module->num_block_ids++;
  return block;
}

void baton_block_append(baton_block *block, baton_region *region) {
  assert(!block->region);
  block->region = region;
  block->prev = region->last;
  block->next = NULL;
  *(region->last ? &region->last->next : &region->first) = block;
  region->last = block;
}

baton_value *baton_block_add_arg(baton_module *module, baton_block *block, const baton_type *type) {
  return baton_block_add_arg_at(module, block, type, NULL);
}

baton_value *baton_block_add_arg_at(baton_module *module, baton_block *block, const baton_type *type,
                                    const baton_loc *loc) {
  if (block->num_args == block->arg_capacity) {
    uint32_t capacity = block->arg_capacity ? block->arg_capacity * 2 : 2;
    baton_value **args = BATON_ARENA_ARRAY(&module->arena, baton_value *, capacity);
    if (block->num_args)
      memcpy(args, block->args, block->num_args * sizeof *args);
    block->args = args;
    block->arg_capacity = capacity;
  }
  baton_argument *arg = BATON_ARENA_NEW(&module->arena, baton_argument);
  *arg = (baton_argument){.value = {.type = type,
                                    .block = block,
                                    .index = block->num_args,
                                    .id = module->num_value_ids++ & 0x7FFFFFFF,
                                    .kind = BATON_BLOCK_ARGUMENT},
                          .loc = loc};
  return block->args[block->num_args++] = &arg->value;
}

void baton_region_take(baton_region *to, baton_region *from) {
  for (baton_block *block = from->first, *next; block; block = next) {
    next = block->next;
    block->region = NULL;
    baton_block_append(block, to);
  }
  from->first = from->last = NULL;
}
