// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops, operands and their use lists, modules.
#include "ir/build.h"
#include "ir/enum.h"
#include "ir/walk.h"

#include <assert.h>

// ---- modules ----------------------------------------------------------------------------------------------------

baton_module *baton_module_create(baton_context *context, const baton_loc *loc) {
  baton_module *module = baton_mem_zeroed(1, sizeof *module);
  module->context = context;
  const baton_op_def *def = baton_context_find_op_def(context, BATON_STR("builtin.module"));
  assert(def);
  module->op = baton_op_create(module, &(baton_op_state){.def = def, .loc = loc, .num_regions = 1});
  baton_block_append(baton_block_create(module), &module->op->regions[0]);
  return module;
}

void baton_module_destroy(baton_module *module) {
  if (!module)
    return;
  baton_map_deinit(&module->symbols);
  baton_vec_deinit(&module->value_names);
  baton_arena_deinit(&module->arena);
  baton_mem_free(module);
}

baton_block *baton_module_body(const baton_module *module) { return module->op->regions[0].first; }

// ---- use lists --------------------------------------------------------------------------------------------------

static void unlink_use(baton_operand *use) {
  if (!use->value)
    return;
  *use->back = use->next;
  if (use->next)
    use->next->back = use->back;
  use->value = NULL;
}

static void link_use(baton_operand *use, baton_value *value) {
  use->value = value;
  use->next = value->first_use;
  use->back = &value->first_use;
  if (use->next)
    use->next->back = &use->next;
  value->first_use = use;
}

// Moves a use to another place in memory; its list stays in order.
static void move_use(baton_operand *to, const baton_operand *from) {
  *to = *from;
  if (!to->value)
    return;
  *to->back = to;
  if (to->next)
    to->next->back = &to->next;
}

void baton_operand_set(baton_operand *operand, baton_value *value) {
  unlink_use(operand);
  link_use(operand, value);
}

void baton_value_replace_all_uses(baton_value *value, baton_value *with) {
  assert(value != with);
  while (value->first_use)
    baton_operand_set(value->first_use, with);
}

baton_str baton_module_value_name(const baton_module *module, const baton_value *value) {
  return value->id < module->value_names.size ? module->value_names.data[value->id] : (baton_str){0};
}

void baton_module_set_value_name(baton_module *module, const baton_value *value, baton_str name) {
  while (module->value_names.size <= value->id)
    baton_vec_push(&module->value_names, (baton_str){0});
  module->value_names.data[value->id] = baton_context_intern(module->context, name);
}

uint32_t baton_value_num_uses(const baton_value *value) {
  uint32_t num = 0;
  for (const baton_operand *use = value->first_use; use; use = use->next)
    num++;
  return num;
}

baton_op *baton_value_owner(const baton_value *value) {
  return value->kind == BATON_RESULT ? value->op : baton_block_parent(value->block);
}

bool baton_value_is_inside(const baton_value *value, const baton_op *op) {
  const baton_block *block = baton_value_block(value);
  const baton_op *around = block ? baton_block_parent(block) : NULL;
  return around && baton_op_is_ancestor(op, around);
}

// ---- places -----------------------------------------------------------------------------------------------------

void baton_op_unlink(baton_op *op) {
  if (!op->block)
    return;
  *(op->prev ? &op->prev->next : &op->block->first) = op->next;
  *(op->next ? &op->next->prev : &op->block->last) = op->prev;
  op->block = NULL;
  op->prev = op->next = NULL;
}

void baton_op_insert_before(baton_op *op, baton_op *before) {
  assert(!op->block && before->block);
  op->block = before->block;
  op->prev = before->prev;
  op->next = before;
  *(op->prev ? &op->prev->next : &op->block->first) = op;
  before->prev = op;
}

void baton_op_append(baton_op *op, baton_block *block) {
  assert(!op->block);
  op->block = block;
  op->prev = block->last;
  op->next = NULL;
  *(op->prev ? &op->prev->next : &block->first) = op;
  block->last = op;
}

static baton_walk_result drop_operands(baton_op *op, void *user) {
  (void)user;
  for (uint32_t i = 0; i < op->num_operands; i++)
    unlink_use(&op->operands[i]);
  op->num_operands = 0;
  return BATON_WALK_ON;
}

void baton_op_erase(baton_op *op) {
  baton_walk_preorder(op, drop_operands, NULL);
  for (uint32_t i = 0; i < op->num_results; i++)
    assert(!op->results[i].first_use);
  baton_op_unlink(op);
}

bool baton_op_is_ancestor(const baton_op *ancestor, const baton_op *op) {
  while (op && op != ancestor)
    op = baton_op_parent(op);
  return op != NULL;
}

bool baton_op_is_before(const baton_op *a, const baton_op *b) {
  if (a == b || a->block != b->block)
    return false;
  // Both directions at once, so that neighbours are cheap.
  for (const baton_op *forward = a->next, *backward = b->next; forward || backward;) {
    if (forward == b)
      return true;
    if (backward == a)
      return false;
    forward = forward ? forward->next : NULL;
    backward = backward ? backward->next : NULL;
  }
  return false;
}

baton_op *baton_op_ancestor_in_block(baton_op *op, const baton_block *block) {
  while (op && op->block != block)
    op = baton_op_parent(op);
  return op;
}

// ---- operand groups ---------------------------------------------------------------------------------------------

typedef struct group_range {
  uint32_t first, size;
} group_range;

static group_range group_from_segments(const baton_op *op, uint32_t group) {
  int slot = baton_op_def_segments_slot(op->def);
  const baton_attr *sizes = slot >= 0 ? baton_op_slot(op, (uint32_t)slot) : NULL;
  if (!sizes || sizes->kind != BATON_ATTR_DENSE_ARRAY || sizes->dense.num_items != op->def->num_operands)
    return (group_range){0, 0};
  int64_t first = 0;
  for (uint32_t i = 0; i < group; i++)
    first += sizes->dense.items[i];
  int64_t size = sizes->dense.items[group];
  if (first < 0 || size < 0 || first > op->num_operands || size > op->num_operands - first)
    return (group_range){0, 0};
  return (group_range){(uint32_t)first, (uint32_t)size};
}

// Without segments at most one group has a variable size: what the others leave over.
static group_range find_group(const baton_op *op, uint32_t group) {
  const baton_op_def *def = op->def;
  if (baton_op_has_trait(op, BATON_TRAIT_SEGMENTS))
    return group_from_segments(op, group);
  uint32_t num_single = 0;
  for (uint32_t i = 0; i < def->num_operands; i++)
    num_single += def->operands[i].arity == BATON_ONE;
  uint32_t variable = op->num_operands >= num_single ? op->num_operands - num_single : 0;
  group_range range = {0, 0};
  for (uint32_t i = 0; i <= group; i++) {
    range.first += range.size;
    range.size = def->operands[i].arity == BATON_ONE ? 1 : variable;
  }
  return range.first + range.size <= op->num_operands ? range : (group_range){0, 0};
}

baton_operands baton_op_group(const baton_op *op, uint32_t group) {
  assert(group < op->def->num_operands);
  group_range range = find_group(op, group);
  return (baton_operands){op->operands + range.first, range.size};
}

baton_value *baton_op_group_value(const baton_op *op, uint32_t group) {
  baton_operands operands = baton_op_group(op, group);
  return operands.size ? operands.data[0].value : NULL;
}

static void reserve_operands(baton_module *module, baton_op *op, size_t wanted) {
  if (wanted <= op->operand_capacity)
    return;
  uint32_t capacity = op->operand_capacity * 2 > wanted ? op->operand_capacity * 2 : (uint32_t)wanted;
  baton_operand *operands = BATON_ARENA_ARRAY(&module->arena, baton_operand, capacity);
  for (uint32_t i = 0; i < op->num_operands; i++)
    move_use(&operands[i], &op->operands[i]);
  op->operands = operands;
  op->operand_capacity = capacity;
}

static void set_segment(baton_op *op, uint32_t group, size_t size) {
  int slot = baton_op_def_segments_slot(op->def);
  if (!baton_op_has_trait(op, BATON_TRAIT_SEGMENTS) || slot < 0)
    return;
  int64_t sizes[UINT8_MAX];
  for (uint32_t i = 0; i < op->def->num_operands; i++)
    sizes[i] = i == group ? (int64_t)size : find_group(op, i).size;
  baton_op_set_slot(op, (uint32_t)slot, baton_attr_dense_i32(baton_op_context(op), sizes, op->def->num_operands));
}

void baton_op_set_group(baton_module *module, baton_op *op, uint32_t group, baton_value *const *values,
                        size_t num_values) {
  group_range old = find_group(op, group);
  uint32_t after = old.first + old.size, num_after = op->num_operands - after;
  for (uint32_t i = old.first; i < after; i++)
    unlink_use(&op->operands[i]);
  reserve_operands(module, op, op->num_operands - old.size + num_values);
  uint32_t to = old.first + (uint32_t)num_values;
  if (to < after)
    for (uint32_t i = 0; i < num_after; i++)
      move_use(&op->operands[to + i], &op->operands[after + i]);
  else if (to > after)
    for (uint32_t i = num_after; i-- > 0;)
      move_use(&op->operands[to + i], &op->operands[after + i]);
  set_segment(op, group, num_values);
  op->num_operands = to + num_after;
  for (uint32_t i = 0; i < num_values; i++) {
    op->operands[old.first + i] = (baton_operand){.owner = op};
    link_use(&op->operands[old.first + i], values[i]);
  }
}

void baton_op_add_operand(baton_module *module, baton_op *op, baton_value *value) {
  reserve_operands(module, op, (size_t)op->num_operands + 1);
  baton_operand *operand = &op->operands[op->num_operands++];
  *operand = (baton_operand){.owner = op};
  link_use(operand, value);
}

// ---- attributes -------------------------------------------------------------------------------------------------

const baton_attr *baton_op_attr(const baton_op *op, baton_str name) {
  int slot = baton_op_def_attr_slot(op->def, name);
  if (slot >= 0)
    return baton_op_slot(op, (uint32_t)slot);
  for (uint32_t i = 0; i < op->num_attrs; i++)
    if (baton_str_equal(op->attrs[i].name, name))
      return op->attrs[i].value;
  return NULL;
}

static uint16_t next_attr_capacity(uint16_t capacity) {
  return capacity == 0 ? 2 : capacity > UINT16_MAX / 2 ? UINT16_MAX : (uint16_t)(capacity * 2);
}

static void insert_attr(baton_module *module, baton_op *op, uint32_t at, baton_named_attr attr) {
  if (op->num_attrs == op->attr_capacity) {
    assert(op->num_attrs < UINT16_MAX); // the parser refuses so many
    uint16_t capacity = next_attr_capacity(op->attr_capacity);
    baton_named_attr *attrs = BATON_ARENA_ARRAY(&module->arena, baton_named_attr, capacity);
    if (op->num_attrs)
      memcpy(attrs, op->attrs, op->num_attrs * sizeof *attrs);
    op->attrs = attrs;
    op->attr_capacity = capacity;
  }
  memmove(&op->attrs[at + 1], &op->attrs[at], (op->num_attrs - at) * sizeof *op->attrs);
  op->attrs[at] = attr;
  op->num_attrs++;
}

void baton_op_set_attr(baton_module *module, baton_op *op, baton_str name, const baton_attr *value) {
  int slot = baton_op_def_attr_slot(op->def, name);
  if (slot >= 0) {
    bool is_absent = value && baton_enum_is_default(op->def->attrs[slot].constraint, value);
    baton_op_set_slot(op, (uint32_t)slot, is_absent ? NULL : value);
    return;
  }
  uint32_t at = 0;
  while (at < op->num_attrs && baton_str_compare(op->attrs[at].name, name) < 0)
    at++;
  bool found = at < op->num_attrs && baton_str_equal(op->attrs[at].name, name);
  if (value && found)
    op->attrs[at].value = value;
  else if (value)
    insert_attr(module, op, at, (baton_named_attr){baton_context_intern(module->context, name), value});
  else if (found)
    memmove(&op->attrs[at], &op->attrs[at + 1], (--op->num_attrs - at) * sizeof *op->attrs);
}

baton_block *baton_op_body(const baton_op *op) { return op->num_regions ? op->regions[0].first : NULL; }

// ---- diagnostics ------------------------------------------------------------------------------------------------

static void emit(const baton_op *op, baton_severity severity, bool with_name, const char *format, va_list args) {
  baton_strbuf text = {0};
  if (with_name)
    baton_strbuf_printf(&text, "'%s' op ", op->def->name);
  baton_strbuf_vprintf(&text, format, args);
  baton_diag_emit(baton_context_diag(baton_op_context(op)), severity, baton_loc_position(op->loc), "%s", text.data);
  baton_strbuf_deinit(&text);
}

#define EMIT(severity, with_name)                                                                                      \
  va_list args;                                                                                                        \
  va_start(args, format);                                                                                              \
  emit(op, severity, with_name, format, args);                                                                         \
  va_end(args)

bool baton_op_error(const baton_op *op, const char *format, ...) {
  EMIT(BATON_SEVERITY_ERROR, true);
  return false;
}

void baton_op_warning(const baton_op *op, const char *format, ...) { EMIT(BATON_SEVERITY_WARNING, true); }

void baton_op_remark(const baton_op *op, const char *format, ...) { EMIT(BATON_SEVERITY_REMARK, false); }

void baton_op_note(const baton_op *op, const char *format, ...) { EMIT(BATON_SEVERITY_NOTE, false); }
