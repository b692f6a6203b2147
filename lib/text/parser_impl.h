// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parser's state, and the parts of it that its files use of each other. Recursive descent with one token of
// lookahead. All functions that return bool return false after the one error of the parse has been emitted.
#ifndef BATON_TEXT_PARSER_IMPL_H
#define BATON_TEXT_PARSER_IMPL_H

#include "base/map.h"
#include "base/vec.h"
#include "ir/asm.h"
#include "ir/dim_map.h"
#include "ir/enum.h"
#include "text/format.h"
#include "text/lex.h"
#include "text/parse.h"
#include "text/scope.h"

// A use of a name that is not defined yet: a stand-in for the value, as the operand of an op.
typedef struct baton_forward_use {
  baton_value *stand_in;
  uint32_t name; // its number in p->values
  uint32_t number, position;
} baton_forward_use;

// A location that names an alias which is not defined yet: read again at the end of the file.
typedef struct baton_late_location {
  const baton_loc **place;
  uint32_t position;
} baton_late_location;

// What "#x" or "!x" stands for. The body is also kept as a place in the text, for forms that only have a meaning where
// they are used (memref layouts).
typedef struct baton_alias {
  enum { BATON_ALIAS_ATTR, BATON_ALIAS_TYPE, BATON_ALIAS_LOC } kind;
  uint32_t body;   // byte offset
  uint32_t levels; // of nesting that it stands for
  union {
    const baton_attr *attr;
    const baton_type *type;
    const baton_loc *loc;
  };
} baton_alias;

// A type or attribute that was read before, by its text. Only what means the same wherever it is written.
typedef struct baton_known_text {
  uint32_t start, size; // in the text; a size of 0: none
  const void *meaning;
} baton_known_text;

enum { BATON_NUM_KNOWN = 256 };

// The op being read: its parts are on the parser's stacks, from these sizes on.
typedef struct baton_op_frame {
  const baton_op_def *def;
  uint32_t position; // of its name
  const baton_loc *loc;
  size_t operands, results, attrs, successors, regions;
} baton_op_frame;

typedef struct baton_parser {
  baton_asm_parser asm_parser; // what hooks see of it
  baton_context *context;
  baton_module *module;
  baton_arena scratch;       // freed with the parser
  const baton_loc *file_loc; // some place in the file
  baton_lexer lexer;
  baton_token token; // the next one
  uint32_t last_end; // end of the token before it
  uint32_t depth;    // of nested regions, types, attributes and locations
  uint32_t deepest;  // that there was
  bool failed;
  bool keeps_names; // of values, in the module

  baton_parse_watch watch; // NULL: none
  void *watch_user;
  uint32_t watch_next; // offset from which on it is called again

  // The line of an offset is found from the last one that was asked for.
  uint32_t first_line, line, line_start;

  baton_scope values, labels;
  uint32_t level, num_levels;             // of isolated regions; 0: the file's
  uint32_t label_level, num_label_levels; // of regions
  BATON_VEC(baton_forward_use) forward_uses;
  baton_str default_dialect; // of ops without a prefix
  baton_map aliases;         // interned name with its sigil -> baton_alias *
  bool may_be_late;          // an unknown alias inside of a location is noted and not an error
  BATON_VEC(baton_late_location) late_locations;
  baton_map formats; // op def -> baton_format *
  // BATON_NUM_KNOWN of each; a text has one place where it may be kept, and the newest stays.
  baton_known_text *known_tokens, *known_memrefs, *known_arrays;

  const baton_op_frame *frame;
  BATON_VEC(baton_value *) operands;
  BATON_VEC(const baton_type *) results;
  BATON_VEC(baton_named_attr) attrs;
  BATON_VEC(baton_block *) successors;
  BATON_VEC(baton_region *) regions;
  BATON_VEC(baton_asm_operand) uses;   // operands whose types are not known yet
  BATON_VEC(const baton_type *) types; // of operands of a function type being read, and the like
  BATON_VEC(const baton_attr *) items; // of arrays being read
  BATON_VEC(int64_t) numbers;          // of dense arrays and index lists
} baton_parser;

// ---- tokens and errors (parse_core.c) ---------------------------------------------------------------------------

void baton_parser_lexer_error(baton_parser *p);
static inline void baton_parser_advance(baton_parser *p) {
  p->last_end = p->token.end;
  baton_lex_into(&p->lexer, &p->token);
  if (p->token.kind == BATON_TOKEN_ERROR)
    baton_parser_lexer_error(p);
}
// Goes on reading at an offset.
void baton_parser_reset(baton_parser *p, uint32_t at);
bool baton_parser_error(baton_parser *p, uint32_t position, const char *format, ...) BATON_PRINTF(3, 4);
// A second place for the error just emitted.
void baton_parser_note(baton_parser *p, uint32_t position, const char *format, ...) BATON_PRINTF(3, 4);
// "expected <what>" at the current token; behind the token before it if that was the last one on its line.
bool baton_parser_expected(baton_parser *p, const char *what);
baton_position baton_parser_position(baton_parser *p, uint32_t at);

static inline bool baton_parser_is(const baton_parser *p, int kind) { return p->token.kind == kind; }
static inline bool baton_parser_try(baton_parser *p, int kind) {
  if (p->token.kind != kind)
    return false;
  baton_parser_advance(p);
  return true;
}
// what: as in "expected 'what'", the quotes included.
static inline bool baton_parser_expect(baton_parser *p, int kind, const char *what) {
  return baton_parser_try(p, kind) || baton_parser_expected(p, what);
}
static inline bool baton_parser_is_word(const baton_parser *p, const char *word) {
  return p->token.kind == BATON_TOKEN_WORD && baton_str_is(baton_token_text(&p->lexer, p->token), word);
}
bool baton_parser_try_word(baton_parser *p, const char *word);
bool baton_parser_expect_word(baton_parser *p, const char *word);

// Around everything that nests: false with an error beyond BATON_MAX_NESTING. Leave only after a true enter.
bool baton_parser_enter(baton_parser *p);
static inline void baton_parser_leave(baton_parser *p) { p->depth--; }

// The value of an integer token; false if it does not fit.
bool baton_token_integer(baton_str spelling, uint64_t *out);
// "-" and an integer token.
bool baton_parser_signed(baton_parser *p, int64_t *out);
// The contents of the current string token, which is consumed.
baton_str baton_parser_string(baton_parser *p);
// Moves from the current token to the bracket that ends a balanced text starting at an opening bracket at the offset;
// *out_end is the offset behind it. Strings inside are skipped.
bool baton_parser_balanced(baton_parser *p, uint32_t at, uint32_t *out_end);

// ---- texts that were read before (parse_known.c) ----------------------------------------------------------------

// Where the text at the current token is kept once it has been read.
typedef struct baton_known_place {
  baton_known_text *slot; // NULL: nowhere
  uint32_t start, end;    // the text
} baton_known_place;

// What a text in angle brackets, from the current '<' on, was found to mean before, and moves behind it; NULL where it
// is new, or not plain: aliases, strings and the like may mean something else elsewhere.
const void *baton_parser_recall_brackets(baton_parser *p, baton_known_text *table, baton_known_place *out_place);
// The same for a type that is a single token.
const void *baton_parser_recall_token(baton_parser *p, baton_known_text *table, baton_known_place *out_place);
// Keeps what the text of a place means, if it is all that has been read since.
void baton_parser_remember(const baton_parser *p, baton_known_place place, const void *meaning);

// ---- types (parse_type.c) ---------------------------------------------------------------------------------------

bool baton_parser_type(baton_parser *p, const baton_type **out);
// "!a<b<c>>" as "!a.b<c>", where MLIR writes it so; other texts of a dialect's types and attributes as they are.
baton_str baton_parser_pretty(baton_parser *p, uint32_t start, uint32_t end);
// Types that are not looked into (parse_carried.c): whether a word begins one, or is one.
bool baton_is_carried_word(baton_str word);
bool baton_is_carried_float(baton_str word);
bool baton_parser_carried_type(baton_parser *p, const baton_type **out);
// From the '*' in "memref<*xf32>" on.
bool baton_parser_unranked_memref(baton_parser *p, const baton_type **out);
// Whether a type starts here.
bool baton_parser_starts_type(const baton_parser *p);
// "(a, b)" pushed on p->types.
bool baton_parser_types_in_parens(baton_parser *p);
// What follows "->": one type or a list in parentheses, pushed on p->types.
bool baton_parser_result_types(baton_parser *p);

// ---- attributes and locations (parse_attr.c, parse_loc.c) -------------------------------------------------------

bool baton_parser_attr(baton_parser *p, const baton_attr **out);
// "<word, word>"
bool baton_parser_enum_set(baton_parser *p, const baton_enum_def *def, const baton_attr **out);
// "(d0, d1) -> (d1, d0)"
bool baton_parser_dim_map(baton_parser *p, const baton_attr **out);
bool baton_parser_symbol(baton_parser *p, const baton_attr **out);
bool baton_parser_symbol_name(baton_parser *p, baton_str *out); // interned
// Items of "{...}" or "<{...}>" pushed on p->attrs; names that stand on the stack from mark on may not occur again.
bool baton_parser_dict_items(baton_parser *p, size_t mark);
bool baton_parser_dict(baton_parser *p, const baton_attr **out);
// Whether the op being read has no attribute twice.
bool baton_parser_no_duplicates(baton_parser *p);
const baton_alias *baton_parser_alias(baton_parser *p, baton_str name_with_sigil);
// Counts the levels of an alias that is used here, and consumes its token.
bool baton_parser_use_alias(baton_parser *p, const baton_alias *alias);
bool baton_parser_alias_definition(baton_parser *p);
// "loc(...)"; NULL in *out if it names an unknown alias and p->may_be_late is set.
bool baton_parser_loc(baton_parser *p, const baton_loc **out);
// The inside of "loc(...)".
bool baton_parser_loc_body(baton_parser *p, const baton_loc **out);
// "loc(...)", which may name aliases that are defined further down; then *out is NULL, and it is to be read again.
bool baton_parser_early_loc(baton_parser *p, const baton_loc **out);
// At the end of the file, into the place.
void baton_parser_late_loc(baton_parser *p, const baton_loc **place, uint32_t position);
// A location that may stand behind an argument.
bool baton_parser_arg_loc(baton_parser *p, baton_asm_arg *arg);
// The location of a place in the file, by offset. Cheap in the order of the text.
const baton_loc *baton_parser_loc_at(baton_parser *p, uint32_t at);

// ---- ops and regions (parse.c, parse_region.c, parse_format.c) --------------------------------------------------

bool baton_parser_op(baton_parser *p, baton_block *block);
// Resolves a use; the value becomes the next operand of the op being read.
bool baton_parser_resolve(baton_parser *p, baton_asm_operand use, const baton_type *type);
bool baton_parser_operand(baton_parser *p, baton_asm_operand *out);
// Operands up to a closing token, pushed on p->uses.
bool baton_parser_operands(baton_parser *p);
// A region in braces that becomes the next one of the op being read. args: see asm.h. is_custom: an entry block and
// terminators may be left out.
bool baton_parser_region(baton_parser *p, const baton_asm_arg *args, size_t num_args, bool is_custom);
void baton_parser_empty_region(baton_parser *p);
bool baton_parser_define_results(baton_parser *p, const baton_asm_operand *name, baton_op *op, uint32_t first,
                                 uint32_t count);
// The block of a label, expected or known.
baton_block *baton_parser_block(baton_parser *p, baton_str name, uint32_t position);
// The scope of the file itself.
bool baton_parser_finish_scope(baton_parser *p);
void baton_parser_add_attr(baton_parser *p, baton_str name, const baton_attr *value);
// What follows the name of an op whose row has a format.
bool baton_parser_by_format(baton_parser *p);

extern const baton_asm_parser_vtable baton_asm_parser_functions;

static inline baton_parser *baton_parser_of(baton_asm_parser *asm_parser) { return (baton_parser *)asm_parser; }

#endif
