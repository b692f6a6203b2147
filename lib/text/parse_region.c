// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions, blocks, and what names mean in them.
#include "text/parser_impl.h"

// Whether a name is defined at the current place.
static bool is_visible(const baton_parser *p, uint32_t name) {
  const baton_name *entry = &p->values.names.data[name];
  return entry->value && entry->level == p->level;
}

// ---- uses -------------------------------------------------------------------------------------------------------

static bool wrong_type(baton_parser *p, uint32_t name, uint32_t position, const baton_type *wanted,
                       const baton_type *defined) {
  baton_strbuf a = {0}, b = {0};
  baton_type_print(wanted, &a);
  baton_type_print(defined, &b);
  baton_parser_error(p, position, "use of value '%%%.*s' expects different type than prior uses: '%s' vs '%s'",
                     BATON_STR_ARG(baton_scope_text(&p->values, name)), a.data, b.data);
  baton_strbuf_deinit(&a);
  baton_strbuf_deinit(&b);
  baton_parser_note(p, p->values.names.data[name].position, "previously defined here");
  return false;
}

// The value that a visible name stands for.
static baton_value *defined_value(baton_parser *p, uint32_t name, uint32_t number, uint32_t position,
                                  const baton_type *type) {
  const baton_name *entry = &p->values.names.data[name];
  if (number >= entry->count) {
    baton_parser_error(p, position, "reference to invalid result number");
    return NULL;
  }
  baton_value *value = entry->value + number;
  if (value->type != type) {
    wrong_type(p, name, position, type, value->type);
    return NULL;
  }
  return value;
}

static baton_value *stand_in(baton_parser *p, uint32_t name, baton_asm_operand use, const baton_type *type) {
  baton_value *value = BATON_ARENA_NEW(&p->scratch, baton_value);
  *value = (baton_value){.type = type, .kind = BATON_BLOCK_ARGUMENT};
  baton_vec_push(&p->forward_uses, ((baton_forward_use){value, name, use.number, use.position}));
  return value;
}

bool baton_parser_resolve(baton_parser *p, baton_asm_operand use, const baton_type *type) {
  uint32_t name = baton_scope_name(&p->values, use.name);
  baton_value *value =
      is_visible(p, name) ? defined_value(p, name, use.number, use.position, type) : stand_in(p, name, use, type);
  if (!value)
    return false;
  baton_vec_push(&p->operands, value);
  return true;
}

// At the end of a region: uses whose name it defines are settled, the others are left to the region around it.
static bool settle_forward_uses(baton_parser *p, size_t mark, bool is_isolated) {
  size_t kept = mark;
  for (size_t i = mark; i < p->forward_uses.size; i++) {
    baton_forward_use use = p->forward_uses.data[i];
    if (is_visible(p, use.name)) {
      baton_value *value = defined_value(p, use.name, use.number, use.position, use.stand_in->type);
      if (!value)
        return false;
      baton_value_replace_all_uses(use.stand_in, value);
    } else if (is_isolated) {
      return baton_parser_error(p, use.position, "use of undeclared SSA value name '%%%.*s'",
                                BATON_STR_ARG(baton_scope_text(&p->values, use.name)));
    } else {
      p->forward_uses.data[kept++] = use;
    }
  }
  p->forward_uses.size = kept;
  return true;
}

// ---- definitions ------------------------------------------------------------------------------------------------

// Several results of an op share a name: they are told apart by their numbers, as in x_0 for %x#0.
static void keep_name(baton_parser *p, baton_str name, const baton_value *first, uint32_t count) {
  if (count == 1) {
    baton_module_set_value_name(p->module, first, name);
    return;
  }
  for (uint32_t i = 0; i < count; i++)
    baton_module_set_value_name(p->module, &first[i], baton_str_format(&p->scratch, "%.*s_%u", BATON_STR_ARG(name), i));
}

static bool define(baton_parser *p, const baton_asm_operand *name, baton_value *first, uint32_t count) {
  uint32_t entry = baton_scope_name(&p->values, name->name);
  if (is_visible(p, entry)) {
    baton_parser_error(p, name->position, "redefinition of SSA value '%%%.*s'", BATON_STR_ARG(name->name));
    baton_parser_note(p, p->values.names.data[entry].position, "previously defined here");
    return false;
  }
  const baton_definition definition = {.value = first, .level = p->level, .position = name->position, .count = count};
  baton_scope_define(&p->values, entry, &definition);
  if (p->keeps_names)
    keep_name(p, name->name, first, count);
  return true;
}

bool baton_parser_define_results(baton_parser *p, const baton_asm_operand *name, baton_op *op, uint32_t first,
                                 uint32_t count) {
  return define(p, name, &op->results[first], count);
}

static bool add_arg(baton_parser *p, baton_block *block, const baton_asm_arg *arg) {
  const baton_loc *loc = arg->loc ? arg->loc : baton_parser_loc_at(p, arg->name.position);
  baton_value *value = baton_block_add_arg_at(p->module, block, arg->type, loc);
  if (arg->late_loc)
    baton_parser_late_loc(p, &((baton_argument *)value)->loc, arg->late_loc - 1);
  return define(p, &arg->name, value, 1);
}

// ---- blocks -----------------------------------------------------------------------------------------------------

// The entry of a label that is defined or expected in the current region, or NULL.
static baton_name *visible_label(const baton_parser *p, uint32_t name) {
  baton_name *entry = &p->labels.names.data[name];
  return entry->block && entry->level == p->label_level ? entry : NULL;
}

static baton_block *add_label(baton_parser *p, uint32_t name, bool is_defined, uint32_t position) {
  baton_block *block = baton_block_create(p->module);
  baton_definition definition = {
      .block = block, .level = p->label_level, .position = position, .count = is_defined ? 1 : 0};
  baton_scope_define(&p->labels, name, &definition);
  return block;
}

baton_block *baton_parser_block(baton_parser *p, baton_str name, uint32_t position) {
  uint32_t label = baton_scope_name(&p->labels, name);
  const baton_name *known = visible_label(p, label);
  return known ? known->block : add_label(p, label, false, position);
}

// The block of a label at its definition, or NULL.
static baton_block *defined_block(baton_parser *p) {
  baton_str text = baton_token_text(&p->lexer, p->token);
  uint32_t label = baton_scope_name(&p->labels, text);
  baton_name *known = visible_label(p, label);
  if (!known)
    return add_label(p, label, true, p->token.start);
  if (known->count) {
    baton_parser_error(p, p->token.start, "redefinition of block '%.*s'", BATON_STR_ARG(text));
    baton_parser_note(p, known->position, "previously defined here");
    return NULL;
  }
  known->count = 1;
  known->position = p->token.start;
  return known->block;
}

// Every label that was used must have been defined.
static bool check_labels(baton_parser *p, size_t mark) {
  for (size_t i = mark; i < p->labels.undo.size; i++) {
    uint32_t label = p->labels.undo.data[i] / 2;
    const baton_name *entry = &p->labels.names.data[label];
    if (entry->count == 0)
      return baton_parser_error(p, entry->position, "reference to an undefined block '%.*s'",
                                BATON_STR_ARG(baton_scope_text(&p->labels, label)));
  }
  return true;
}

// "(%a: i32, %b: index loc(...))" behind a label.
static bool label_args(baton_parser *p, baton_block *block) {
  if (!baton_parser_try(p, '('))
    return true;
  if (!baton_parser_is(p, ')'))
    do {
      baton_asm_arg arg = {0};
      if (!baton_parser_operand(p, &arg.name) || !baton_parser_expect(p, ':', "':'") ||
          !baton_parser_type(p, &arg.type) || !baton_parser_arg_loc(p, &arg) || !add_arg(p, block, &arg))
        return false;
    } while (baton_parser_try(p, ','));
  return baton_parser_expect(p, ')', "')'");
}

static bool label(baton_parser *p, baton_block **out, baton_region *region) {
  baton_block *block = defined_block(p);
  if (!block)
    return false;
  baton_block_append(block, region);
  baton_parser_advance(p);
  *out = block;
  return label_args(p, block) && baton_parser_expect(p, ':', "':'");
}

static bool block_ops(baton_parser *p, baton_block *block) {
  while (!baton_parser_is(p, '}') && !baton_parser_is(p, BATON_TOKEN_CARET)) {
    if (baton_parser_is(p, BATON_TOKEN_END))
      return baton_parser_expected(p, "'}' at the end of the region");
    if (!baton_parser_op(p, block))
      return false;
  }
  return true;
}

// ---- regions ----------------------------------------------------------------------------------------------------

static bool entry_block(baton_parser *p, baton_region *region, const baton_asm_arg *args, size_t num_args) {
  baton_block *block = baton_block_create(p->module);
  baton_block_append(block, region);
  for (size_t i = 0; i < num_args; i++)
    if (!add_arg(p, block, &args[i]))
      return false;
  return block_ops(p, block);
}

static bool blocks(baton_parser *p, baton_region *region, const baton_asm_arg *args, size_t num_args) {
  if (baton_parser_is(p, BATON_TOKEN_CARET) && num_args)
    return baton_parser_error(p, p->token.start, "invalid block name in region with named arguments");
  bool has_entry = !baton_parser_is(p, BATON_TOKEN_CARET) && (num_args || !baton_parser_is(p, '}'));
  if (has_entry && !entry_block(p, region, args, num_args))
    return false;
  while (baton_parser_is(p, BATON_TOKEN_CARET)) {
    baton_block *block;
    if (!label(p, &block, region) || !block_ops(p, block))
      return false;
  }
  return true;
}

// In custom form the braces may be empty, and terminators may be left out.
static bool complete(baton_parser *p, baton_region *region, uint32_t position) {
  const baton_op_def *def = p->frame->def;
  if (!region->first) {
    if (!def->terminator && !baton_op_def_has_trait(def, BATON_TRAIT_NO_TERMINATOR))
      return baton_parser_error(p, position, "expected non-empty function body");
    baton_block_append(baton_block_create(p->module), region);
  }
  const baton_op_def *terminator =
      def->terminator ? baton_context_find_op_def(p->context, baton_str_from(def->terminator)) : NULL;
  if (!terminator)
    return true;
  for (baton_block *block = region->first; block; block = block->next)
    if (!baton_block_terminator(block)) {
      baton_op_state state = {.def = terminator, .loc = p->frame->loc};
      baton_op_append(baton_op_create(p->module, &state), block);
    }
  return true;
}

static baton_str inner_dialect(const baton_op_def *def) {
  const char *dot = strchr(def->name, '.');
  if (!dot || !baton_op_def_has_trait(def, BATON_TRAIT_ISOLATED))
    return (baton_str){"", 0};
  return (baton_str){def->name, (size_t)(dot - def->name)};
}

static bool region_scope(baton_parser *p, baton_region *region, const baton_asm_arg *args, size_t num_args) {
  size_t values = p->values.undo.size, labels = p->labels.undo.size, forward_uses = p->forward_uses.size;
  uint32_t level = p->level, label_level = p->label_level;
  baton_str dialect = p->default_dialect;
  bool is_isolated = baton_op_def_has_trait(p->frame->def, BATON_TRAIT_ISOLATED);
  if (is_isolated)
    p->level = ++p->num_levels;
  p->label_level = ++p->num_label_levels;
  p->default_dialect = inner_dialect(p->frame->def);
  bool ok =
      blocks(p, region, args, num_args) && settle_forward_uses(p, forward_uses, is_isolated) && check_labels(p, labels);
  baton_scope_leave(&p->values, values);
  baton_scope_leave(&p->labels, labels);
  p->level = level;
  p->label_level = label_level;
  p->default_dialect = dialect;
  return ok;
}

void baton_parser_empty_region(baton_parser *p) {
  baton_vec_push(&p->regions, BATON_ARENA_NEW(&p->scratch, baton_region));
}

bool baton_parser_region(baton_parser *p, const baton_asm_arg *args, size_t num_args, bool is_custom) {
  uint32_t position = p->token.start;
  if (!baton_parser_is(p, '{'))
    return baton_parser_expected(p, "'{' to begin a region");
  if (!baton_parser_enter(p))
    return false;
  baton_parser_advance(p);
  baton_region *region = BATON_ARENA_NEW(&p->scratch, baton_region);
  bool ok = region_scope(p, region, args, num_args) && (!is_custom || complete(p, region, position)) &&
            baton_parser_expect(p, '}', "'}' at the end of the region");
  baton_vec_push(&p->regions, region);
  baton_parser_leave(p);
  return ok;
}

bool baton_parser_finish_scope(baton_parser *p) { return settle_forward_uses(p, 0, true); }
