// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changes to texts by tokens.
#include "mutate.h"

#include "base/vec.h"
#include "dialect/dialects.h"
#include "passes/passes.h"

#include <ctype.h>

size_t mutate_below(uint64_t *state, size_t limit) { // xorshift64*, S. Vigna
  *state ^= *state >> 12;
  *state ^= *state << 25;
  *state ^= *state >> 27;
  return (size_t)((*state * 0x2545F4914F6CDD1Du) >> 33) % limit;
}

// ---- words ----

static const baton_dialect *const dialects[] = {&baton_builtin_dialect, &baton_func_dialect,   &baton_arith_dialect,
                                                &baton_scf_dialect,     &baton_memref_dialect, &baton_orch_dialect};

static const char *const types[] = {
    "i1",
    "i8",
    "i32",
    "i64",
    "index",
    "i128",
    "si7",
    "ui64",
    "i16777215",
    "f16",
    "bf16",
    "f32",
    "f64",
    "none",
    "()",
    "() -> ()",
    "(i32, f32) -> (index, i1)",
    "() -> i1",
    "memref<4xf32>",
    "memref<?x8xi32>",
    "memref<f32>",
    "memref<8x4xf32, strided<[?, 1], offset: ?>>",
    "memref<4xf32, 1 : i32>",
    "memref<2x3xi8, affine_map<(d0, d1) -> (d1, d0)>>",
    "!orch.task",
    "!orch.tasks<8>",
    "!orch.tasks<?>",
    "!orch.tasks<0>",
    "tensor<4x?xf32>",
    "vector<4xf32>",
    "!t.u<a, [1]>",
    "tuple<i32, f32>",
    "complex<f32>",
    "memref<*xf32>",
};

static const char *const attributes[] = {
    "0",
    "1",
    "-1",
    "true",
    "false",
    "unit",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "18446744073709551616",
    "0xFFFFFFFFFFFFFFFF",
    "1 : i1",
    "-1 : i8",
    "255 : i8",
    "256 : i8",
    "7 : si4",
    "200 : ui8",
    "1.0",
    "-0.0 : f32",
    "1.0e400",
    "0x7FC00000 : f32",
    "0x7FF0000000000001 : f64",
    "0x3F80 : bf16",
    "1.0e-45 : f32",
    "\"\"",
    "\"a\\00\\\"\\\\\\n\"",
    "@f",
    "@a::@b",
    "@\"q r\"",
    "[]",
    "[1, \"x\", @f]",
    "{}",
    "{a = 1, b}",
    "array<i32: 1, 2>",
    "array<i1: true>",
    "array<f32: 1.0, 0x7FC00000>",
    "array<i64>",
    "affine_map<(d0) -> (d0)>",
    "strided<[1], offset: 0>",
    "dense<1> : tensor<2xi32>",
    "#t.a<b>",
    "#alias",
    "loc(unknown)",
    "loc(\"f\":1:2)",
    "loc(\"n\"(\"f\":1:2))",
    "loc(callsite(\"a\" at \"b\"))",
    "loc(fused<1>[\"a\", \"b\"])",
    "loc(#alias)",
    "#arith.overflow<nsw, nuw>",
    "#arith.fastmath<fast>",
    "i32",
    "() -> ()",
    "distinct[0]<1>",
};

static const char *const words[] = {
    "module",
    "func.func",
    "return",
    "private",
    "public",
    "nested",
    "attributes",
    "else",
    "do",
    "default",
    "case",
    "to",
    "step",
    "iter_args",
    "->",
    ":",
    "::",
    ",",
    "=",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    "<{",
    "}>",
    "...",
    "after",
    "derived",
    "blocks",
    "when",
    "auto",
    "manual",
    "loc",
    "\n",
    "// c\n",
    "{t.a}",
    "^bb0:",
    "^bb1(%x: i32):",
    "({})",
    "({}, {})",
    "#alias = 1",
    "!alias = i32",
    "{sym_name = \"f\"}",
    "overflow<nsw>",
    "fastmath<nnan>",
    "slt",
    "oeq",
    "eq",
    "sgt",
    "operandSegmentSizes",
    "sym_name",
    "function_type",
    "sym_visibility",
    "orch.kernel",
    "orch.access",
    "orch.core",
    "orch.symbol",
    "orch.abi",
    "orch.noalias",
    "orch.scope",
    "orch.tracking",
    "\"read\"",
    "\"write\"",
    "\"dlpack\"",
    "early",
    "priority",
    "tracking",
    "llvm.noalias",
};

static baton_str pick(const char *const list[], size_t num, uint64_t *state) {
  return baton_str_from(list[mutate_below(state, num)]);
}
#define PICK(list, state) pick(list, sizeof list / sizeof *list, state)

static baton_str pick_op(uint64_t *state) {
  const baton_dialect *dialect = dialects[mutate_below(state, sizeof dialects / sizeof *dialects)];
  return baton_str_from(dialect->ops[mutate_below(state, dialect->num_ops)].name);
}

static baton_str pick_attr_name(uint64_t *state) {
  const baton_dialect *dialect = dialects[mutate_below(state, sizeof dialects / sizeof *dialects)];
  const baton_op_def *def = &dialect->ops[mutate_below(state, dialect->num_ops)];
  return def->num_attrs ? baton_str_from(def->attrs[mutate_below(state, def->num_attrs)].name) : BATON_STR("a");
}

// The name of a pass or of one of its options.
static baton_str pick_pass_word(uint64_t *state) {
  const baton_plugin *table = baton_passes_table();
  const baton_pass *pass = table->passes[mutate_below(state, table->num_passes)];
  size_t option = mutate_below(state, 1 + pass->num_options);
  return baton_str_from(option < pass->num_options ? pass->options[option].name : pass->name);
}

static baton_str pick_word(uint64_t *state) {
  switch (mutate_below(state, 8)) {
  case 0:
    return pick_op(state);
  case 1:
    return pick_attr_name(state);
  case 2:
    return PICK(types, state);
  case 3:
    return PICK(attributes, state);
  case 4:
    return pick_pass_word(state);
  default:
    return PICK(words, state);
  }
}

// ---- tokens ----

typedef struct token {
  uint32_t start, end;
  char sort; // '%', '@', '^', '#', '!', '"', '0' (number), 'a' (word), 'o' (op), 't' (type) or the character itself
} token;

typedef BATON_VEC(token) token_list;

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$'; }

static char sort_of(baton_str text) {
  char c = text.data[0];
  if (c == '%' || c == '@' || c == '^' || c == '#' || c == '!' || c == '"')
    return c;
  if (isdigit((unsigned char)c))
    return '0';
  if (!is_word(c))
    return c;
  if (memchr(text.data, '.', text.size))
    return 'o';
  bool is_type = text.size > 1 && strchr("ifbsu", c) && isdigit((unsigned char)text.data[text.size - 1]);
  return is_type || baton_str_is(text, "index") ? 't' : 'a';
}

static uint32_t token_end(baton_str text, uint32_t at) {
  uint32_t end = at + 1;
  if (text.data[at] == '"') {
    for (; end < text.size && text.data[end] != '"' && text.data[end] != '\n'; end++)
      end += text.data[end] == '\\' && end + 1 < text.size;
    return end < text.size ? end + 1 : end;
  }
  if (is_word(text.data[at]) || strchr("%@^#!", text.data[at]))
    while (end < text.size && (is_word(text.data[end]) || (text.data[at] == '%' && text.data[end] == '#')))
      end++;
  return end;
}

static void scan(baton_str text, token_list *out) {
  for (uint32_t at = 0; at < text.size;) {
    if (isspace((unsigned char)text.data[at]) || !text.data[at]) {
      at++;
      continue;
    }
    uint32_t end = token_end(text, at);
    baton_vec_push(out, ((token){at, end, sort_of((baton_str){text.data + at, end - at})}));
    at = end;
  }
}

// The token that closes the bracket at i; i itself if there is none.
static size_t closing(const token_list *tokens, size_t i) {
  const char *open = "([{<", *close = ")]}>";
  const char *which = strchr(open, tokens->data[i].sort);
  if (!which || !*which)
    return i;
  int depth = 0;
  for (size_t at = i; at < tokens->size; at++) {
    depth += tokens->data[at].sort == *which;
    depth -= tokens->data[at].sort == close[which - open];
    if (depth == 0)
      return at;
  }
  return i;
}

// ---- changes ----

// Replaces [start, end) of a text by other bytes, which may be a part of the text. Returns the new size; where there is
// no room, the old one.
static size_t splice(char *text, size_t size, size_t max_size, token where, baton_str with) {
  if (size - (where.end - where.start) + with.size > max_size)
    return size;
  baton_strbuf copy = {0};
  baton_strbuf_append(&copy, with);
  memmove(text + where.start + with.size, text + where.end, size - where.end);
  if (with.size)
    memcpy(text + where.start, copy.data, with.size);
  baton_strbuf_deinit(&copy);
  return size - (where.end - where.start) + with.size;
}

// A part of a text that is likely to stand by itself: a token, what is in brackets, a line, or some lines.
static token pick_part(baton_str text, const token_list *tokens, uint64_t *state) {
  size_t i = mutate_below(state, tokens->size);
  token part = tokens->data[i];
  switch (mutate_below(state, 4)) {
  case 0:
    return part;
  case 1:
    for (size_t tries = 0; tries < 20 && closing(tokens, i) == i; tries++)
      i = mutate_below(state, tokens->size);
    return (token){tokens->data[i].start, tokens->data[closing(tokens, i)].end, '('};
  case 2:
    part.end = tokens->data[i + mutate_below(state, tokens->size - i < 8 ? tokens->size - i : 8)].end;
    return part;
  default:
    while (part.start > 0 && text.data[part.start - 1] != '\n')
      part.start--;
    for (size_t lines = 1 + mutate_below(state, 3) * mutate_below(state, 3); lines-- > 0 && part.end < text.size;)
      do
        part.end++;
      while (part.end < text.size && text.data[part.end - 1] != '\n');
    return part;
  }
}

// Another token of the same sort.
static baton_str pick_alike(baton_str text, const token_list *tokens, char sort, uint64_t *state) {
  for (int tries = 0; tries < 50; tries++) {
    token other = tokens->data[mutate_below(state, tokens->size)];
    if (other.sort == sort)
      return (baton_str){text.data + other.start, other.end - other.start};
  }
  return pick_word(state);
}

static baton_str word_of_sort(char sort, uint64_t *state) {
  return sort == 't' || sort == '!'   ? PICK(types, state)
         : sort == 'o'                ? pick_op(state)
         : sort == '0' || sort == '"' ? PICK(attributes, state)
                                      : pick_word(state);
}

static size_t repeat(char *text, size_t size, size_t max_size, token where, baton_str what, uint64_t *state) {
  baton_strbuf many = {0};
  for (size_t num = 1 + mutate_below(state, 1 + mutate_below(state, 64)); num-- > 0;)
    baton_strbuf_append(&many, what);
  where.end = where.start;
  size = splice(text, size, max_size, where, baton_strbuf_view(&many));
  baton_strbuf_deinit(&many);
  return size;
}

static size_t change(char *text, size_t size, size_t max_size, const token_list *tokens, uint64_t *state) {
  baton_str whole = {text, size};
  token where = tokens->data[mutate_below(state, tokens->size)], part = pick_part(whole, tokens, state);
  token before = {where.start, where.start, 0};
  switch (mutate_below(state, 10)) {
  case 0:
  case 1:
  case 2:
    return splice(text, size, max_size, where, pick_alike(whole, tokens, where.sort, state));
  case 3:
    return splice(text, size, max_size, where, word_of_sort(where.sort, state));
  case 4:
    return splice(text, size, max_size, part, BATON_STR(""));
  case 5:
    return splice(text, size, max_size, before, (baton_str){text + part.start, part.end - part.start});
  case 6:
    return splice(text, size, max_size, pick_part(whole, tokens, state),
                  (baton_str){text + part.start, part.end - part.start});
  case 7: {
    size = splice(text, size, max_size, before, BATON_STR(" "));
    return splice(text, size, max_size, before, pick_word(state));
  }
  case 8:
    return repeat(text, size, max_size, before, (baton_str){text + part.start, part.end - part.start}, state);
  default:
    return LLVMFuzzerMutate((uint8_t *)text, size, max_size);
  }
}

size_t mutate_text(char *text, size_t size, size_t max_size, uint64_t *state) {
  for (size_t num = 1 + mutate_below(state, 4); num-- > 0;) {
    token_list tokens = {0};
    scan((baton_str){text, size}, &tokens);
    size =
        tokens.size ? change(text, size, max_size, &tokens, state) : LLVMFuzzerMutate((uint8_t *)text, size, max_size);
    baton_vec_deinit(&tokens);
  }
  return size;
}

size_t mutate_mix(baton_str a, baton_str b, char *out, size_t max_size, uint64_t *state) {
  if (a.size > max_size)
    a.size = max_size;
  memcpy(out, a.data, a.size);
  token_list tokens_a = {0}, tokens_b = {0};
  scan(a, &tokens_a);
  scan(b, &tokens_b);
  size_t size = a.size;
  if (tokens_a.size && tokens_b.size) {
    token where = pick_part(a, &tokens_a, state), part = pick_part(b, &tokens_b, state);
    if (mutate_below(state, 2))
      where.end = where.start;
    size = splice(out, size, max_size, where, (baton_str){b.data + part.start, part.end - part.start});
  }
  baton_vec_deinit(&tokens_a);
  baton_vec_deinit(&tokens_b);
  return size;
}
