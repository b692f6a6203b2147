// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations, in generic and custom form, and the file as a whole.
#include "text/parse.h"

#include "ir/build.h"
#include "text/parser_impl.h"

static baton_str spelling(const baton_parser *p) { return baton_token_text(&p->lexer, p->token); }

// ---- building ---------------------------------------------------------------------------------------------------

const baton_loc *baton_parser_loc_at(baton_parser *p, uint32_t at) {
  baton_position position = baton_parser_position(p, at);
  return baton_loc_file_in(&p->module->arena, p->file_loc, position.line, position.column);
}

static baton_op_frame open_frame(baton_parser *p, const baton_op_def *def, uint32_t at) {
  return (baton_op_frame){.def = def,
                          .position = at,
                          .loc = baton_parser_loc_at(p, at),
                          .operands = p->operands.size,
                          .results = p->results.size,
                          .attrs = p->attrs.size,
                          .successors = p->successors.size,
                          .regions = p->regions.size};
}

// Makes the op of a frame from what is on the stacks.
static baton_op *close_frame(baton_parser *p, const baton_op_frame *frame, baton_block *block) {
  baton_op_state state = {.def = frame->def,
                          .loc = frame->loc,
                          .operands = p->operands.data + frame->operands,
                          .result_types = p->results.data + frame->results,
                          .attrs = p->attrs.data + frame->attrs,
                          .successors = p->successors.data + frame->successors,
                          .regions = p->regions.data + frame->regions,
                          .num_operands = p->operands.size - frame->operands,
                          .num_results = p->results.size - frame->results,
                          .num_attrs = p->attrs.size - frame->attrs,
                          .num_successors = p->successors.size - frame->successors,
                          .num_regions = p->regions.size - frame->regions};
  baton_op *op = baton_op_create(p->module, &state);
  baton_op_append(op, block);
  p->operands.size = frame->operands;
  p->results.size = frame->results;
  p->attrs.size = frame->attrs;
  p->successors.size = frame->successors;
  p->regions.size = frame->regions;
  return op;
}

void baton_parser_add_attr(baton_parser *p, baton_str name, const baton_attr *value) {
  baton_vec_push(&p->attrs, ((baton_named_attr){baton_context_intern(p->context, name), value}));
}

static bool is_in_range(baton_parser *p, const baton_op_frame *frame) {
  if (p->regions.size - frame->regions > UINT16_MAX || p->successors.size - frame->successors > UINT16_MAX)
    return baton_parser_error(p, frame->position, "too many regions or successors");
  if (p->attrs.size - frame->attrs > UINT16_MAX)
    return baton_parser_error(p, frame->position, "too many attributes");
  return true;
}

// ---- operands ---------------------------------------------------------------------------------------------------

bool baton_parser_operand(baton_parser *p, baton_asm_operand *out) {
  if (!baton_parser_is(p, BATON_TOKEN_VALUE))
    return baton_parser_expected(p, "SSA operand");
  *out = (baton_asm_operand){.name = baton_token_name(&p->lexer, p->token), .position = p->token.start};
  baton_parser_advance(p);
  if (!baton_parser_is(p, BATON_TOKEN_HASH))
    return true;
  baton_str digits = baton_token_name(&p->lexer, p->token);
  uint64_t number;
  if (!baton_is_digit(digits.data[0]) || !baton_token_integer(digits, &number) || number > UINT32_MAX)
    return baton_parser_error(p, p->token.start, "invalid SSA value result number");
  out->number = (uint32_t)number;
  baton_parser_advance(p);
  return true;
}

bool baton_parser_operands(baton_parser *p) {
  if (!baton_parser_is(p, BATON_TOKEN_VALUE))
    return true;
  do {
    baton_asm_operand use;
    if (!baton_parser_operand(p, &use))
      return false;
    baton_vec_push(&p->uses, use);
  } while (baton_parser_try(p, ','));
  return true;
}

// ---- generic form -----------------------------------------------------------------------------------------------

// "[^bb1, ^bb2]"
static bool successors(baton_parser *p) {
  if (!baton_parser_try(p, '['))
    return true;
  do {
    if (!baton_parser_is(p, BATON_TOKEN_CARET))
      return baton_parser_expected(p, "block name");
    baton_block *block = baton_parser_block(p, spelling(p), p->token.start);
    baton_parser_advance(p);
    baton_vec_push(&p->successors, block);
  } while (baton_parser_try(p, ','));
  return baton_parser_expect(p, ']', "']'");
}

// "<{...}>"
static bool properties(baton_parser *p, const baton_op_frame *frame) {
  if (!baton_parser_try(p, '<'))
    return true;
  return baton_parser_dict_items(p, frame->attrs) && baton_parser_expect(p, '>', "'>'");
}

// The second region of rows with one or two is dropped where it is empty.
static void drop_companion(baton_parser *p, const baton_op_frame *frame) {
  bool has_companion = frame->def->min_regions == 1 && frame->def->max_regions == 2;
  if (has_companion && p->regions.size == frame->regions + 2 && !p->regions.data[p->regions.size - 1]->first)
    p->regions.size--;
}

// "({...}, {...})"
static bool generic_regions(baton_parser *p, const baton_op_frame *frame) {
  if (!baton_parser_try(p, '('))
    return true;
  do
    if (!baton_parser_region(p, NULL, 0, false))
      return false;
  while (baton_parser_try(p, ','));
  drop_companion(p, frame);
  return baton_parser_expect(p, ')', "')'");
}

// "(types) -> types": resolves the uses from the mark on.
static bool generic_type(baton_parser *p, size_t uses) {
  size_t types = p->types.size, num_uses = p->uses.size - uses;
  if (!baton_parser_expect(p, ':', "':' followed by operation type"))
    return false;
  uint32_t position = p->token.start;
  if (!baton_parser_types_in_parens(p))
    return false;
  size_t num_types = p->types.size - types;
  if (num_types != num_uses)
    return baton_parser_error(p, position, "expected %zu operand type%s but had %zu", num_uses,
                              num_uses == 1 ? "" : "s", num_types);
  for (size_t i = 0; i < num_uses; i++)
    if (!baton_parser_resolve(p, p->uses.data[uses + i], p->types.data[types + i]))
      return false;
  p->uses.size = uses;
  p->types.size = types;
  if (!baton_parser_expect(p, BATON_TOKEN_ARROW, "'->'") || !baton_parser_result_types(p))
    return false;
  for (size_t i = types; i < p->types.size; i++)
    baton_vec_push(&p->results, p->types.data[i]);
  p->types.size = types;
  return true;
}

static bool generic_rest(baton_parser *p, const baton_op_frame *frame) {
  size_t uses = p->uses.size;
  return baton_parser_expect(p, '(', "'(' to start operand list") && baton_parser_operands(p) &&
         baton_parser_expect(p, ')', "')'") && successors(p) && properties(p, frame) && generic_regions(p, frame) &&
         (!baton_parser_is(p, '{') || baton_parser_dict_items(p, frame->attrs)) && generic_type(p, uses);
}

static baton_str dialect_of(baton_str name) {
  const char *dot = name.size ? memchr(name.data, '.', name.size) : NULL;
  return (baton_str){name.data, dot ? (size_t)(dot - name.data) : 0};
}

static bool may_be_unregistered(baton_parser *p, baton_str name, uint32_t position) {
  baton_str dialect = dialect_of(name);
  if (baton_context_dialect(p->context, dialect))
    return baton_parser_error(
        p, position, "unregistered operation '%.*s' found in dialect ('%.*s') that does not allow unknown operations",
        BATON_STR_ARG(name), BATON_STR_ARG(dialect));
  if (baton_context_allows_unregistered(p->context))
    return true;
  return baton_parser_error(p, position,
                            "operation '%.*s' is of an unregistered dialect; use --allow-unregistered-dialect to "
                            "accept it",
                            BATON_STR_ARG(name));
}

static const baton_op_def *generic_def(baton_parser *p) {
  uint32_t position = p->token.start;
  baton_str name = baton_parser_string(p);
  if (name.size == 0 || memchr(name.data, 0, name.size)) {
    baton_parser_error(p, position, name.size ? "invalid operation name" : "empty operation name is invalid");
    return NULL;
  }
  const baton_op_def *def = baton_context_find_op_def(p->context, name);
  if (def)
    return def;
  return may_be_unregistered(p, name, position) ? baton_context_op_def(p->context, name) : NULL;
}

static baton_op *generic_op(baton_parser *p, baton_block *block) {
  uint32_t position = p->token.start;
  const baton_op_def *def = generic_def(p);
  if (!def)
    return NULL;
  baton_op_frame frame = open_frame(p, def, position);
  const baton_op_frame *outer = p->frame;
  p->frame = &frame;
  bool ok = generic_rest(p, &frame) && is_in_range(p, &frame);
  p->frame = outer;
  return ok ? close_frame(p, &frame, block) : NULL;
}

// ---- custom form ------------------------------------------------------------------------------------------------

static const baton_op_def *custom_def(baton_parser *p) {
  baton_str name = spelling(p);
  if (memchr(name.data, '.', name.size)) {
    const baton_op_def *def = baton_context_find_op_def(p->context, name);
    if (!def)
      baton_parser_error(p, p->token.start, "custom op '%.*s' is unknown", BATON_STR_ARG(name));
    return def;
  }
  char full[256];
  size_t size = p->default_dialect.size + 1 + name.size;
  const baton_op_def *def = NULL;
  if (p->default_dialect.size && size <= sizeof full) {
    memcpy(full, p->default_dialect.data, p->default_dialect.size);
    full[p->default_dialect.size] = '.';
    memcpy(full + p->default_dialect.size + 1, name.data, name.size);
    def = baton_context_find_op_def(p->context, (baton_str){full, size});
  }
  if (!def && p->default_dialect.size)
    baton_parser_error(p, p->token.start, "custom op '%.*s' is unknown (tried '%.*s.%.*s' as well)",
                       BATON_STR_ARG(name), BATON_STR_ARG(p->default_dialect), BATON_STR_ARG(name));
  else if (!def)
    baton_parser_error(p, p->token.start, "custom op '%.*s' is unknown", BATON_STR_ARG(name));
  return def;
}

static bool custom_rest(baton_parser *p, const baton_op_frame *frame) {
  if (frame->def->parse) {
    baton_op_state state = {.def = frame->def};
    return frame->def->parse(&p->asm_parser, &state);
  }
  if (!frame->def->format)
    return baton_parser_error(p, frame->position, "'%s' op has no custom form", frame->def->name);
  return baton_parser_by_format(p);
}

static baton_op *custom_op(baton_parser *p, baton_block *block) {
  const baton_op_def *def = custom_def(p);
  if (!def)
    return NULL;
  baton_op_frame frame = open_frame(p, def, p->token.start);
  const baton_op_frame *outer = p->frame;
  p->frame = &frame;
  baton_parser_advance(p);
  bool ok = custom_rest(p, &frame) && baton_parser_no_duplicates(p) && is_in_range(p, &frame);
  p->frame = outer;
  return ok ? close_frame(p, &frame, block) : NULL;
}

// ---- results and locations --------------------------------------------------------------------------------------

// "%a, %b:2 =": groups of names are pushed on p->uses, with their sizes as numbers.
static bool result_names(baton_parser *p, uint64_t *out_num_results) {
  *out_num_results = 0;
  if (!baton_parser_is(p, BATON_TOKEN_VALUE))
    return true;
  do {
    if (!baton_parser_is(p, BATON_TOKEN_VALUE))
      return baton_parser_expected(p, "valid SSA name");
    baton_asm_operand group = {baton_token_name(&p->lexer, p->token), 1, p->token.start};
    baton_parser_advance(p);
    if (baton_parser_try(p, ':')) {
      uint64_t count;
      if (!baton_parser_is(p, BATON_TOKEN_INTEGER))
        return baton_parser_expected(p, "integer number of results");
      if (!baton_token_integer(spelling(p), &count) || count == 0 || count > UINT32_MAX)
        return baton_parser_error(p, p->token.start, "expected named operation to have at least 1 result");
      group.number = (uint32_t)count;
      baton_parser_advance(p);
    }
    *out_num_results += group.number;
    baton_vec_push(&p->uses, group);
  } while (baton_parser_try(p, ','));
  return baton_parser_expect(p, '=', "'=' after SSA name");
}

static bool define_results(baton_parser *p, baton_op *op, size_t names, uint64_t num_named, uint32_t position) {
  if (num_named && op->num_results == 0)
    return baton_parser_error(p, position, "cannot name an operation with no results");
  if (num_named && num_named != op->num_results)
    return baton_parser_error(p, position, "operation defines %u results but was provided %llu to bind",
                              op->num_results, (unsigned long long)num_named);
  uint32_t first = 0;
  for (size_t i = names; i < p->uses.size; i++) {
    const baton_asm_operand *group = &p->uses.data[i];
    if (!baton_parser_define_results(p, group, op, first, group->number))
      return false;
    first += group->number;
  }
  p->uses.size = names;
  return true;
}

// "loc(...)", perhaps with aliases that are defined further down.
static bool trailing_loc(baton_parser *p, baton_op *op) {
  if (!baton_parser_is_word(p, "loc"))
    return true;
  const baton_loc *loc;
  uint32_t position = p->token.start;
  if (!baton_parser_early_loc(p, &loc))
    return false;
  if (loc)
    op->loc = loc;
  else
    baton_parser_late_loc(p, &op->loc, position);
  return true;
}

enum { WATCHED_BYTES = 256 << 10 };

static void tell_watch(baton_parser *p) {
  p->watch(p->watch_user, p->token.start);
  p->watch_next = p->token.start > UINT32_MAX - WATCHED_BYTES ? UINT32_MAX : p->token.start + WATCHED_BYTES;
}

bool baton_parser_op(baton_parser *p, baton_block *block) {
  size_t names = p->uses.size;
  uint64_t num_named;
  uint32_t position = p->token.start;
  if (!result_names(p, &num_named))
    return false;
  baton_op *op = NULL;
  if (baton_parser_is(p, BATON_TOKEN_STRING))
    op = generic_op(p, block);
  else if (baton_parser_is(p, BATON_TOKEN_WORD))
    op = custom_op(p, block);
  else
    return baton_parser_expected(p, "operation name in quotes");
  if (p->watch && p->token.start >= p->watch_next)
    tell_watch(p);
  return op && trailing_loc(p, op) && define_results(p, op, names, num_named, position);
}

// ---- files ------------------------------------------------------------------------------------------------------

static bool late_locations(baton_parser *p) {
  for (size_t i = 0; i < p->late_locations.size; i++) {
    baton_parser_reset(p, p->late_locations.data[i].position);
    if (!baton_parser_loc(p, p->late_locations.data[i].place))
      return false;
  }
  return true;
}

static bool is_at_module(const baton_parser *p) {
  baton_str text = spelling(p);
  return baton_str_is(text, "module") || baton_str_is(text, "builtin.module") ||
         baton_str_is(text, "\"builtin.module\"");
}

// The module that is put around all else counts as a level, so that what is printed can be read again.
static bool file_items(baton_parser *p, baton_block *body) {
  while (!baton_parser_is(p, BATON_TOKEN_END)) {
    bool is_alias = baton_parser_is(p, BATON_TOKEN_HASH) || baton_parser_is(p, BATON_TOKEN_BANG);
    p->depth = is_at_module(p) ? 0 : 1;
    if (p->failed || !(is_alias ? baton_parser_alias_definition(p) : baton_parser_op(p, body)))
      return false;
  }
  if (body->first != body->last && p->deepest == BATON_MAX_NESTING)
    return baton_parser_error(p, p->token.start, "nested too deeply (more than %d levels)", BATON_MAX_NESTING);
  return !p->failed && baton_parser_finish_scope(p) && late_locations(p);
}

// A single module in the file is the module itself.
static void unwrap(baton_module *module) {
  baton_block *body = baton_module_body(module);
  baton_op *only = body->first;
  if (!only || only->next || only->def != module->op->def)
    return;
  baton_op *wrapper = module->op;
  baton_op_unlink(only);
  module->op = only;
  baton_op_erase(wrapper);
  if (only->num_regions && !only->regions[0].first)
    baton_block_append(baton_block_create(module), &only->regions[0]);
}

// The stacks have memory from the start, so that a part of one always has an address.
static void init_stacks(baton_parser *p) {
  baton_vec_reserve_one(&p->operands);
  baton_vec_reserve_one(&p->results);
  baton_vec_reserve_one(&p->attrs);
  baton_vec_reserve_one(&p->successors);
  baton_vec_reserve_one(&p->regions);
  baton_vec_reserve_one(&p->uses);
  baton_vec_reserve_one(&p->types);
  baton_vec_reserve_one(&p->items);
  baton_vec_reserve_one(&p->numbers);
}

static void deinit(baton_parser *p) {
  baton_scope_deinit(&p->values);
  baton_scope_deinit(&p->labels);
  baton_vec_deinit(&p->forward_uses);
  baton_vec_deinit(&p->late_locations);
  baton_map_deinit(&p->aliases);
  baton_map_deinit(&p->formats);
  baton_vec_deinit(&p->operands);
  baton_vec_deinit(&p->results);
  baton_vec_deinit(&p->attrs);
  baton_vec_deinit(&p->successors);
  baton_vec_deinit(&p->regions);
  baton_vec_deinit(&p->uses);
  baton_vec_deinit(&p->types);
  baton_vec_deinit(&p->items);
  baton_vec_deinit(&p->numbers);
  baton_arena_deinit(&p->scratch);
}

baton_module *baton_parse(baton_context *context, baton_str file, baton_str text) {
  return baton_parse_with(context, file, text, &(baton_parse_options){0});
}

baton_module *baton_parse_with(baton_context *context, baton_str file, baton_str text,
                               const baton_parse_options *options) {
  uint32_t first_line = options->first_line ? options->first_line : 1;
  baton_diag_add_source_part(baton_context_diag(context), file, text, first_line);
  if (text.size > UINT32_MAX - 1) {
    baton_diag_emit(baton_context_diag(context), BATON_SEVERITY_ERROR, (baton_position){.file = file},
                    "file is too large");
    return NULL;
  }
  const baton_loc *file_loc = baton_loc_file(context, file, 0, 0);
  baton_module *module = baton_module_create(context, file_loc);
  baton_parser p = {.asm_parser = {.fn = &baton_asm_parser_functions},
                    .context = context,
                    .module = module,
                    .keeps_names = baton_context_keeps_names(context),
                    .file_loc = file_loc,
                    .lexer = {.text = text},
                    .watch = options->watch,
                    .watch_user = options->user,
                    .first_line = first_line,
                    .line = first_line,
                    .default_dialect = BATON_STR("builtin")};
  baton_scope_init(&p.values, text);
  baton_scope_init(&p.labels, (baton_str){text.data, 0});
  init_stacks(&p);
  p.known_tokens = BATON_ARENA_ARRAY(&p.scratch, baton_known_text, BATON_NUM_KNOWN);
  p.known_memrefs = BATON_ARENA_ARRAY(&p.scratch, baton_known_text, BATON_NUM_KNOWN);
  p.known_arrays = BATON_ARENA_ARRAY(&p.scratch, baton_known_text, BATON_NUM_KNOWN);
  baton_parser_advance(&p);
  bool ok = file_items(&p, baton_module_body(module));
  if (ok && options->watch)
    options->watch(options->user, text.size);
  if (ok)
    unwrap(module);
  else
    baton_module_destroy(module);
  deinit(&p);
  return ok ? module : NULL;
}
