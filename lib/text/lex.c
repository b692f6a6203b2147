// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lexer.
#include "text/lex.h"

// The character at an offset, or 0 behind the end.
static char peek(const baton_lexer *lexer, uint32_t at) { return at < lexer->text.size ? lexer->text.data[at] : 0; }

// What lexing a token gives is its kind; the lexer is behind it then.
static int finish(baton_lexer *lexer, int kind, uint32_t end) {
  lexer->at = end;
  return kind;
}

static int fail(baton_lexer *lexer, uint32_t end, uint32_t error_at, const char *error) {
  lexer->error = error;
  lexer->error_at = error_at;
  return finish(lexer, BATON_TOKEN_ERROR, end);
}

// What a character may be. Most of the time of reading goes into the loops over them.
enum { BLANK = 1, DIGIT = 2, LETTER = 4, WORD = 8, SUFFIX = 16, SINGLE = 32 };
// LETTER: also '_'; WORD: letters, digits, '_', '$' and '.'; SUFFIX: '-' too; SINGLE: always a token of its own;
#define B BLANK
#define D (DIGIT | WORD | SUFFIX)
#define L (LETTER | WORD | SUFFIX)
#define W (WORD | SUFFIX)
#define S SINGLE
static const uint8_t classes[256] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, B, B, 0, 0, B,      0, 0, //
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,      0, 0, //
    B, 0, 0, 0, W, 0, 0, 0, S, S, S, S, S, SUFFIX, W, 0, // blank ! " # $ % & ' ( ) * + , - . /
    D, D, D, D, D, D, D, D, D, D, S, 0, S, S,      S, S, // 0-9 : ; < = > ?
    0, L, L, L, L, L, L, L, L, L, L, L, L, L,      L, L, // @ A-O
    L, L, L, L, L, L, L, L, L, L, L, S, 0, S,      0, L, // P-Z [ \ ] ^ _
    0, L, L, L, L, L, L, L, L, L, L, L, L, L,      L, L, // ` a-o
    L, L, L, L, L, L, L, L, L, L, L, 0, S, S,      0, 0, // p-z { | } ~
};
#undef B
#undef D
#undef L
#undef W
#undef S

static bool is_of(const baton_lexer *lexer, uint32_t at, uint8_t class) {
  return at < lexer->text.size && classes[(unsigned char)lexer->text.data[at]] & class;
}

// The offset of the first character from an offset on that is of another class.
static uint32_t skip(const baton_lexer *lexer, uint32_t from, uint8_t class) {
  const unsigned char *text = (const unsigned char *)lexer->text.data;
  size_t at = from;
  while (at < lexer->text.size && classes[text[at]] & class)
    at++;
  return (uint32_t)at;
}

static uint32_t skip_blanks(const baton_lexer *lexer, uint32_t at) {
  for (;;) {
    at = skip(lexer, at, BLANK);
    if (peek(lexer, at) != '/' || peek(lexer, at + 1) != '/')
      return at;
    const char *newline = memchr(lexer->text.data + at, '\n', lexer->text.size - at);
    if (!newline)
      return (uint32_t)lexer->text.size;
    at = (uint32_t)(newline - lexer->text.data);
  }
}

static int lex_string(baton_lexer *lexer, int kind, uint32_t quote) {
  for (uint32_t at = quote + 1;; at++) {
    char c = peek(lexer, at);
    if (c == '"')
      return finish(lexer, kind, at + 1);
    if (at >= lexer->text.size || c == '\n' || c == '\r' || c == '\v' || c == '\f')
      return fail(lexer, at, at, "expected '\"' in string literal");
    if (c != '\\')
      continue;
    char next = peek(lexer, ++at);
    if (next == '"' || next == '\\' || next == 'n' || next == 't')
      continue;
    if (baton_hex_digit(next) < 0 || baton_hex_digit(peek(lexer, at + 1)) < 0)
      return fail(lexer, at, at - 1, "unknown escape in string literal");
    at++;
  }
}

// Behind the sigil: [0-9]* or a word that may also hold '-'.
static int lex_sigil(baton_lexer *lexer, int kind, uint32_t start, const char *error) {
  uint32_t end = skip(lexer, start + 1, is_of(lexer, start + 1, DIGIT) ? DIGIT : SUFFIX);
  if (end == start + 1)
    return fail(lexer, end, start, error);
  return finish(lexer, kind, end);
}

static int lex_symbol(baton_lexer *lexer, uint32_t start) {
  char c = peek(lexer, start + 1);
  if (c == '"')
    return lex_string(lexer, BATON_TOKEN_SYMBOL, start + 1);
  if (!baton_is_letter(c) && c != '_')
    return fail(lexer, start + 1, start, "@ identifier expected to start with letter or '_'");
  return finish(lexer, BATON_TOKEN_SYMBOL, skip(lexer, start + 1, WORD));
}

static int lex_number(baton_lexer *lexer, uint32_t start) {
  uint32_t at = start + 1;
  if (peek(lexer, start) == '0' && peek(lexer, at) == 'x' && baton_hex_digit(peek(lexer, at + 1)) >= 0) {
    at += 2;
    while (baton_hex_digit(peek(lexer, at)) >= 0)
      at++;
    return finish(lexer, BATON_TOKEN_INTEGER, at);
  }
  at = skip(lexer, at, DIGIT);
  if (peek(lexer, at) != '.')
    return finish(lexer, BATON_TOKEN_INTEGER, at);
  at = skip(lexer, at + 1, DIGIT);
  if ((peek(lexer, at) | 32) == 'e') {
    char sign = peek(lexer, at + 1);
    uint32_t digits = at + 1 + (sign == '+' || sign == '-');
    if (is_of(lexer, digits, DIGIT))
      at = skip(lexer, digits, DIGIT);
  }
  return finish(lexer, BATON_TOKEN_FLOAT, at);
}

// Tokens that are not so frequent.
static BATON_NOINLINE int lex_other(baton_lexer *lexer, uint32_t start) {
  if (start >= lexer->text.size)
    return finish(lexer, BATON_TOKEN_END, start);
  char c = lexer->text.data[start], next = peek(lexer, start + 1);
  if (is_of(lexer, start, DIGIT))
    return lex_number(lexer, start);
  switch (c) {
  case '%':
    return lex_sigil(lexer, BATON_TOKEN_VALUE, start, "invalid SSA name");
  case '^':
    return lex_sigil(lexer, BATON_TOKEN_CARET, start, "invalid block name");
  case '#':
    return lex_sigil(lexer, BATON_TOKEN_HASH, start, "invalid attribute name");
  case '!':
    return lex_sigil(lexer, BATON_TOKEN_BANG, start, "invalid type identifier");
  case '@':
    return lex_symbol(lexer, start);
  case '"':
    return lex_string(lexer, BATON_TOKEN_STRING, start);
  case '-':
    return next == '>' ? finish(lexer, BATON_TOKEN_ARROW, start + 2) : finish(lexer, c, start + 1);
  case '.':
    if (next == '.' && peek(lexer, start + 2) == '.')
      return finish(lexer, BATON_TOKEN_ELLIPSIS, start + 3);
    break;
  case '{': // "{-#": MLIR writes it behind the ops where dense_resource<...> names blobs
    if (next == '-' && peek(lexer, start + 2) == '#')
      return fail(lexer, start + 3, start, "file metadata ({-# ... #-}) is not supported");
    return finish(lexer, c, start + 1);
  case '/':
    return finish(lexer, c, start + 1);
  default:
    break;
  }
  return fail(lexer, start + 1, start, "unexpected character");
}

// The most frequent tokens are dealt with here, and the token is filled field by field: to return it in registers would
// cost as much as to find it.
void baton_lex_into(baton_lexer *lexer, baton_token *out) {
  const unsigned char *text = (const unsigned char *)lexer->text.data;
  size_t size = lexer->text.size, start = lexer->at;
  while (start < size && classes[text[start]] & BLANK)
    start++;
  if (start < size && text[start] == '/')
    start = skip_blanks(lexer, (uint32_t)start);
  uint8_t class = start < size ? classes[text[start]] : 0;
  size_t end = start + 1;
  if (class & SINGLE) {
    bool is_double = text[start] == ':' && end < size && text[end] == ':';
    out->kind = is_double ? BATON_TOKEN_COLONS : text[start];
    end += is_double;
  } else if (class & LETTER) {
    out->kind = BATON_TOKEN_WORD;
    while (end < size && classes[text[end]] & WORD)
      end++;
  } else if (start < size && text[start] == '%' && end < size && classes[text[end]] & SUFFIX) {
    uint8_t rest = classes[text[end]] & DIGIT ? DIGIT : SUFFIX;
    out->kind = BATON_TOKEN_VALUE;
    while (end < size && classes[text[end]] & rest)
      end++;
  } else {
    out->kind = lex_other(lexer, (uint32_t)start);
    end = lexer->at;
  }
  lexer->at = (uint32_t)end;
  out->start = (uint32_t)start;
  out->end = (uint32_t)end;
}

baton_str baton_unquote(baton_str quoted, baton_arena *arena) {
  baton_str inner = {quoted.data + 1, quoted.size - 2};
  if (inner.size == 0 || !memchr(inner.data, '\\', inner.size))
    return inner;
  char *out = baton_arena_alloc(arena, inner.size, 1);
  size_t size = 0;
  for (size_t i = 0; i < inner.size; i++) {
    char c = inner.data[i];
    if (c == '\\') {
      c = inner.data[++i];
      if (c == 'n')
        c = '\n';
      else if (c == 't')
        c = '\t';
      else if (c != '"' && c != '\\') {
        c = (char)(baton_hex_digit(c) * 16 + baton_hex_digit(inner.data[i + 1]));
        i++;
      }
    }
    out[size++] = c;
  }
  return (baton_str){out, size};
}
