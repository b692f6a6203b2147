// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The verifier. An op is checked in four steps: what its row says, what is inside, its own hook, symbols. Whether
// values are available where they are used is seen on the way, but for uses in other blocks: where there are any,
// dominance is checked in a walk of its own, after the structure has been found sound.
#include "ir/verify.h"

#include "ir/dominance.h"
#include "ir/symbol.h"
#include "ir/walk.h"

// ---- operands and results ---------------------------------------------------------------------------------------

static bool check_type(const baton_op *op, const baton_type_constraint *constraint, const baton_type *type,
                       const char *what, uint32_t index) {
  if (constraint->accepts(type))
    return true;
  baton_strbuf text = {0};
  baton_type_print(type, &text);
  baton_op_error(op, "%s #%u must be %s, but got '%s'", what, index, constraint->description, text.data);
  baton_strbuf_deinit(&text);
  return false;
}

static bool check_segments(const baton_op *op) {
  int slot = baton_op_def_segments_slot(op->def);
  const baton_attr *sizes = slot >= 0 ? baton_op_slot(op, (uint32_t)slot) : NULL;
  if (!sizes)
    return baton_op_error(op, "requires attribute 'operandSegmentSizes'");
  if (sizes->kind != BATON_ATTR_DENSE_ARRAY || !baton_type_is_integer(sizes->type, 32))
    return baton_op_error(op,
                          "attribute 'operandSegmentSizes' failed to satisfy constraint: i32 dense array attribute");
  if (sizes->dense.num_items != op->def->num_operands)
    return baton_op_error(op,
                          "'operandSegmentSizes' attribute for specifying operand segments must have %u elements, but "
                          "got %u",
                          op->def->num_operands, sizes->dense.num_items);
  int64_t sum = 0;
  for (uint32_t i = 0; i < sizes->dense.num_items; i++) {
    if (sizes->dense.items[i] < 0)
      return baton_op_error(op, "'operandSegmentSizes' attribute cannot have negative elements");
    sum += sizes->dense.items[i];
  }
  if (sum != op->num_operands)
    return baton_op_error(op,
                          "operand count (%u) does not match with the total size (%lld) specified in attribute "
                          "'operandSegmentSizes'",
                          op->num_operands, (long long)sum);
  return true;
}

static bool check_num_operands(const baton_op *op) {
  uint32_t num_single = 0, num_variable = 0;
  for (uint32_t i = 0; i < op->def->num_operands; i++) {
    num_single += op->def->operands[i].arity == BATON_ONE;
    num_variable += op->def->operands[i].arity != BATON_ONE;
  }
  if (num_variable == 0 && op->num_operands != num_single)
    return baton_op_error(op, "expected %u operands, but found %u", num_single, op->num_operands);
  if (op->num_operands < num_single)
    return baton_op_error(op, "expected %u or more operands, but found %u", num_single, op->num_operands);
  return true;
}

// The size of each operand group in turn: what operandSegmentSizes says, or one, or all that single ones leave over.
// (The counts have been checked.)
typedef struct group_sizes {
  const baton_op *op;
  const int64_t *segments; // NULL: none
  uint32_t rest;
} group_sizes;

static group_sizes group_sizes_of(const baton_op *op) {
  int slot = baton_op_def_segments_slot(op->def);
  if (slot >= 0)
    return (group_sizes){op, baton_op_slot(op, (uint32_t)slot)->dense.items, 0};
  uint32_t num_single = 0;
  for (uint32_t i = 0; i < op->def->num_operands; i++)
    num_single += op->def->operands[i].arity == BATON_ONE;
  return (group_sizes){op, NULL, op->num_operands - num_single};
}

static uint32_t group_size(const group_sizes *sizes, uint32_t group) {
  if (sizes->segments)
    return (uint32_t)sizes->segments[group];
  return sizes->op->def->operands[group].arity == BATON_ONE ? 1 : sizes->rest;
}

static bool check_operands(const baton_op *op) {
  if (baton_op_has_trait(op, BATON_TRAIT_SEGMENTS) ? !check_segments(op) : !check_num_operands(op))
    return false;
  group_sizes sizes = group_sizes_of(op);
  for (uint32_t group = 0, index = 0; group < op->def->num_operands; group++) {
    const baton_value_def *def = &op->def->operands[group];
    uint32_t size = group_size(&sizes, group);
    if (def->arity == BATON_OPTIONAL && size > 1)
      return baton_op_error(op, "operand group starting at #%u requires 0 or 1 element, but found %u", index, size);
    if (def->arity == BATON_ONE && size != 1)
      return baton_op_error(op, "operand group starting at #%u requires 1 element, but found %u", index, size);
    for (uint32_t end = index + size; index < end; index++)
      if (!check_type(op, def->type, op->operands[index].value->type, "operand", index))
        return false;
  }
  return true;
}

static bool check_results(const baton_op *op) {
  uint32_t num_single = 0;
  const baton_value_def *variadic = NULL;
  for (uint32_t i = 0; i < op->def->num_results; i++) {
    if (op->def->results[i].arity == BATON_ONE)
      num_single++;
    else
      variadic = &op->def->results[i];
  }
  if (variadic ? op->num_results < num_single : op->num_results != num_single)
    return baton_op_error(op, "requires %u%s result%s, but found %u", num_single, variadic ? " or more" : "",
                          num_single == 1 ? "" : "s", op->num_results);
  for (uint32_t i = 0; i < op->num_results; i++) {
    const baton_value_def *def = i < num_single && !variadic ? &op->def->results[i] : variadic;
    if (!check_type(op, def->type, op->results[i].type, "result", i))
      return false;
  }
  return true;
}

// All types that no constraint fixes are one type.
static bool check_same_type(const baton_op *op) {
  const baton_type *common = NULL;
  group_sizes sizes = group_sizes_of(op);
  for (uint32_t group = 0, index = 0; group < op->def->num_operands; group++) {
    bool is_fixed = op->def->operands[group].type->build != NULL;
    for (uint32_t end = index + group_size(&sizes, group); index < end; index++) {
      const baton_type *type = op->operands[index].value->type;
      if (!is_fixed && common && type != common)
        return baton_op_error(op, "requires the same type for all operands and results");
      common = is_fixed ? common : type;
    }
  }
  for (uint32_t i = 0; i < op->num_results && i < op->def->num_results; i++)
    if (!op->def->results[i].type->build && common && op->results[i].type != common)
      return baton_op_error(op, "requires the same type for all operands and results");
  return true;
}

static bool check_element(const baton_op *op) {
  const baton_type *element = NULL;
  for (uint32_t group = 0; group < op->def->num_operands && !element; group++) {
    baton_value *value =
        op->def->operands[group].type == &baton_type_is_memref ? baton_op_group_value(op, group) : NULL;
    if (value)
      element = value->type->memref.element;
  }
  for (uint32_t group = 0; group < op->def->num_operands; group++) {
    baton_value *value = baton_op_group_value(op, group);
    if (op->def->operands[group].type == &baton_type_is_any_element && value && value->type != element)
      return baton_op_error(op, "failed to verify that type of '%s' matches element type of the memref",
                            op->def->operands[group].name);
  }
  for (uint32_t i = 0; i < op->num_results && i < op->def->num_results; i++)
    if (op->def->results[i].type == &baton_type_is_any_element && op->results[i].type != element)
      return baton_op_error(op, "failed to verify that result type matches element type of 'memref'");
  return true;
}

// ---- attributes -------------------------------------------------------------------------------------------------

static bool check_attrs(const baton_op *op) {
  for (uint32_t i = 0; i < op->def->num_attrs; i++) {
    const baton_attr_def *def = &op->def->attrs[i];
    const char *expected;
    if (!baton_op_slot(op, i) && !def->is_optional)
      return baton_op_error(op, "requires attribute '%s'", def->name);
    if (baton_op_slot(op, i) && !baton_attr_satisfies(def->constraint, baton_op_slot(op, i), &expected))
      return baton_op_error(op, "attribute '%s' failed to satisfy constraint: %s", def->name, expected);
  }
  return true;
}

// ---- regions ----------------------------------------------------------------------------------------------------

static bool check_place(const baton_op *op) {
  if (baton_op_has_trait(op, BATON_TRAIT_TERMINATOR) && op->next)
    return baton_op_error(op, "must be the last operation in the parent block");
  return true;
}

static bool check_block(const baton_op *op, const baton_block *block) {
  bool needs_terminator = op->def->is_registered && !baton_op_has_trait(op, BATON_TRAIT_NO_TERMINATOR);
  if (needs_terminator && !block->last)
    return baton_op_error(op, "empty block: expect at least a terminator");
  if (!needs_terminator || !block->last->def->is_registered || baton_op_has_trait(block->last, BATON_TRAIT_TERMINATOR))
    return true;
  for (const baton_op *inner = block->first; inner; inner = inner->next)
    if (!check_place(inner))
      return false;
  return baton_op_error(block->last, "block with no terminator, has '%s'", block->last->def->name);
}

static bool check_regions(const baton_op *op) {
  const baton_op_def *def = op->def;
  if (def->is_registered && (op->num_regions < def->min_regions ||
                             (op->num_regions > def->max_regions && def->max_regions != BATON_ANY_REGIONS)))
    return baton_op_error(op, "requires %u region%s, but found %u", def->min_regions, def->min_regions == 1 ? "" : "s",
                          op->num_regions);
  for (uint32_t i = 0; i < op->num_regions; i++) {
    const baton_region *region = &op->regions[i];
    if (baton_op_has_trait(op, BATON_TRAIT_SINGLE_BLOCK) && region->first && region->first->next)
      return baton_op_error(op, "expects region #%u to have 0 or 1 blocks", i);
    for (const baton_block *block = region->first; block; block = block->next)
      if (!check_block(op, block))
        return false;
  }
  return true;
}

static bool check_successors(const baton_op *op) {
  if (op->def->is_registered && op->num_successors != op->def->num_successors)
    return baton_op_error(op, "requires %u successors but found %u", op->def->num_successors, op->num_successors);
  for (uint32_t i = 0; i < op->num_successors; i++) {
    const baton_block *to = baton_op_successors(op)[i];
    if (!op->block || to->region != op->block->region)
      return baton_op_error(op, "reference to block defined in another region");
    if (to == to->region->first)
      return baton_op_error(to->region->op, "entry block of region may not have predecessors");
  }
  if (op->num_successors && op->next)
    return baton_op_error(op, "with successors must be the last operation in the parent block");
  return true;
}

// ---- symbols ----------------------------------------------------------------------------------------------------

static bool check_symbol_table(const baton_op *op) {
  baton_map seen = {0};
  bool ok = true;
  for (const baton_op *inner = baton_op_body(op) ? baton_op_body(op)->first : NULL; inner && ok; inner = inner->next) {
    baton_str name = baton_symbol_name(inner);
    if (!name.size)
      continue;
    const baton_op *other = baton_map_find_pointer(&seen, name.data); // names are interned
    if (other) {
      ok = baton_op_error(inner, "redefinition of symbol named '%.*s'", BATON_STR_ARG(name));
      baton_op_note(other, "see existing symbol definition here");
    }
    baton_map_set_pointer(&seen, name.data, inner);
  }
  baton_map_deinit(&seen);
  return ok;
}

static bool check_symbol(const baton_op *op) {
  const baton_op *parent = baton_op_parent(op);
  if (parent && parent->def->is_registered && !baton_op_has_trait(parent, BATON_TRAIT_SYMBOL_TABLE))
    return baton_op_error(op, "symbol's parent must have the SymbolTable trait");
  return true;
}

// ---- the whole --------------------------------------------------------------------------------------------------

static bool check_row(const baton_op *op) {
  if (!op->def->is_registered)
    return check_regions(op) && check_successors(op);
  return check_operands(op) && check_results(op) && check_attrs(op) && check_regions(op) && check_successors(op) &&
         (!baton_op_has_trait(op, BATON_TRAIT_SAME_TYPE) || check_same_type(op)) &&
         (!baton_op_has_trait(op, BATON_TRAIT_ELEMENT) || check_element(op));
}

// What the walk over all ops, each before those inside and behind it, has met.
typedef struct structure_check {
  bool *is_seen;  // by op id
  bool has_doubt; // about a use whose value may not be available there
} structure_check;

// Whether a value comes earlier in the user's block, or in the block of an op around it. Nearly all do.
static bool is_earlier(const structure_check *c, const baton_value *value, const baton_op *user) {
  const baton_block *block = baton_value_block(value);
  const baton_op *at = user;
  while (at->block && at->block != block) {
    at = baton_op_parent(at);
    if (!at || baton_op_has_trait(at, BATON_TRAIT_ISOLATED))
      return false;
  }
  return at->block && (value->kind == BATON_BLOCK_ARGUMENT || (c->is_seen[value->op->id] && value->op != at));
}

static void look_at_uses(structure_check *c, const baton_op *op) {
  for (uint32_t i = 0; i < op->num_operands && !c->has_doubt; i++)
    c->has_doubt = !is_earlier(c, op->operands[i].value, op);
  c->is_seen[op->id] = true;
}

// One error in each isolated op; otherwise the first error ends the search.
static bool check_structure(structure_check *c, const baton_op *op) {
  if (!check_place(op) || !check_row(op))
    return false;
  look_at_uses(c, op);
  bool ok = true;
  for (uint32_t i = 0; i < op->num_regions; i++)
    for (const baton_block *block = op->regions[i].first; block; block = block->next)
      for (const baton_op *inner = block->first; inner; inner = inner->next)
        if (!check_structure(c, inner)) {
          if (!baton_op_has_trait(inner, BATON_TRAIT_ISOLATED))
            return false;
          ok = false;
        }
  if (!ok)
    return false;
  return (!op->def->verify || op->def->verify(op)) &&
         (!baton_op_has_trait(op, BATON_TRAIT_SYMBOL_TABLE) || check_symbol_table(op)) &&
         (!baton_op_has_trait(op, BATON_TRAIT_SYMBOL) || check_symbol(op));
}

static void explain_dominance(const baton_op *op, const baton_value *value, uint32_t index) {
  if (value->kind == BATON_BLOCK_ARGUMENT) {
    baton_op_error(op, "operand #%u does not dominate this use", index);
    const baton_op *owner = baton_value_owner(value);
    if (owner)
      baton_op_note(owner, "operand is an argument of a block of this op");
    return;
  }
  baton_op_error(op, "operand #%u does not dominate this use", index);
  bool same_block = value->op->block == op->block, around = baton_op_is_ancestor(value->op, op);
  baton_op_note(value->op, "operand defined here (%s)",
                around       ? "op in a parent region, around the use"
                : same_block ? "op in the same block"
                             : "op in another region or block");
}

// The isolated op that a value crosses on its way to a use, or NULL.
static const baton_op *crossed_isolated_op(const baton_op *user, const baton_value *value) {
  const baton_block *block = baton_value_block(value);
  const baton_op *crossed = NULL;
  for (const baton_op *at = user; at && at->block; at = baton_op_parent(at)) {
    if (at->block->region == block->region)
      return crossed;
    const baton_op *parent = baton_op_parent(at);
    if (parent && baton_op_has_trait(parent, BATON_TRAIT_ISOLATED))
      crossed = parent;
  }
  return NULL;
}

static bool check_uses(const baton_dominance *dominance, const baton_op *op) {
  for (uint32_t i = 0; i < op->num_operands; i++) {
    const baton_value *value = op->operands[i].value;
    const baton_op *isolated = crossed_isolated_op(op, value);
    if (isolated) {
      baton_op_error(op, "using value defined outside the region");
      baton_op_note(isolated, "required by region isolation constraints");
      return false;
    }
    if (!baton_dominates(dominance, value, op)) {
      explain_dominance(op, value, i);
      return false;
    }
  }
  return true;
}

static bool check_dominance(const baton_op *root) {
  baton_dominance *dominance = baton_dominance_create(root);
  bool ok = check_uses(dominance, root);
  for (const baton_op *op = baton_walk_first(root); op;) {
    bool good = check_uses(dominance, op);
    ok &= good;
    if (good) {
      op = baton_walk_next(op, root);
      continue;
    }
    // Leave the isolated op in which the error is.
    while (op && op != root && !baton_op_has_trait(op, BATON_TRAIT_ISOLATED))
      op = baton_op_parent(op);
    op = op && op != root ? baton_walk_next_outside(op, root) : NULL;
  }
  baton_dominance_destroy(dominance);
  return ok;
}

bool baton_verify(const baton_op *op) {
  structure_check c = {.is_seen = baton_mem_zeroed(op->module->num_op_ids, sizeof *c.is_seen)};
  bool ok = check_structure(&c, op);
  baton_mem_free(c.is_seen);
  return ok && (!c.has_doubt || check_dominance(op));
}
