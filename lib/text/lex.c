// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lexer.
#include "text/lex.h"

// The character at an offset, or 0 behind the end.
static char peek(const baton_lexer *lexer, uint32_t at) { return at < lexer->text.size ? lexer->text.data[at] : 0; }

static baton_token finish(baton_lexer *lexer, int kind, uint32_t start, uint32_t end) {
  lexer->at = end;
  return (baton_token){kind, start, end};
}

static baton_token fail(baton_lexer *lexer, uint32_t start, uint32_t end, uint32_t error_at, const char *error) {
  lexer->error = error;
  lexer->error_at = error_at;
  return finish(lexer, BATON_TOKEN_ERROR, start, end);
}

static uint32_t skip_blanks(const baton_lexer *lexer, uint32_t at) {
  for (;; at++) {
    char c = peek(lexer, at);
    if (c == '/' && peek(lexer, at + 1) == '/') {
      const char *newline = memchr(lexer->text.data + at, '\n', lexer->text.size - at);
      if (!newline)
        return (uint32_t)lexer->text.size;
      at = (uint32_t)(newline - lexer->text.data);
    } else if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
      return at;
    }
  }
}

// Letters, digits, '_', '$' and '.', as bits.
static const uint64_t word_chars[4] = {0x03FF401000000000, 0x07FFFFFE87FFFFFE};
static const uint64_t suffix_chars[4] = {0x03FF601000000000, 0x07FFFFFE87FFFFFE}; // '-' too

static uint32_t skip_chars(const baton_lexer *lexer, uint32_t at, const uint64_t set[4]) {
  const unsigned char *text = (const unsigned char *)lexer->text.data;
  for (uint32_t end = (uint32_t)lexer->text.size; at < end && (set[text[at] >> 6] >> (text[at] & 63) & 1);)
    at++;
  return at;
}

// [0-9]* or a word that may also hold '-'; at is behind the sigil. Returns at itself where there is neither.
static uint32_t skip_suffix(const baton_lexer *lexer, uint32_t at) {
  if (baton_is_digit(peek(lexer, at))) {
    while (baton_is_digit(peek(lexer, at)))
      at++;
    return at;
  }
  return skip_chars(lexer, at, suffix_chars);
}

static baton_token lex_string(baton_lexer *lexer, int kind, uint32_t start, uint32_t quote) {
  for (uint32_t at = quote + 1;; at++) {
    char c = peek(lexer, at);
    if (c == '"')
      return finish(lexer, kind, start, at + 1);
    if (at >= lexer->text.size || c == '\n' || c == '\r' || c == '\v' || c == '\f')
      return fail(lexer, start, at, at, "expected '\"' in string literal");
    if (c != '\\')
      continue;
    char next = peek(lexer, ++at);
    if (next == '"' || next == '\\' || next == 'n' || next == 't')
      continue;
    if (baton_hex_digit(next) < 0 || baton_hex_digit(peek(lexer, at + 1)) < 0)
      return fail(lexer, start, at, at - 1, "unknown escape in string literal");
    at++;
  }
}

static baton_token lex_sigil(baton_lexer *lexer, int kind, uint32_t start, const char *error) {
  uint32_t end = skip_suffix(lexer, start + 1);
  if (end == start + 1)
    return fail(lexer, start, end, start, error);
  return finish(lexer, kind, start, end);
}

static baton_token lex_symbol(baton_lexer *lexer, uint32_t start) {
  char c = peek(lexer, start + 1);
  if (c == '"')
    return lex_string(lexer, BATON_TOKEN_SYMBOL, start, start + 1);
  if (!baton_is_letter(c) && c != '_')
    return fail(lexer, start, start + 1, start, "@ identifier expected to start with letter or '_'");
  return finish(lexer, BATON_TOKEN_SYMBOL, start, skip_chars(lexer, start + 1, word_chars));
}

static baton_token lex_number(baton_lexer *lexer, uint32_t start) {
  uint32_t at = start + 1;
  if (peek(lexer, start) == '0' && peek(lexer, at) == 'x' && baton_hex_digit(peek(lexer, at + 1)) >= 0) {
    at += 2;
    while (baton_hex_digit(peek(lexer, at)) >= 0)
      at++;
    return finish(lexer, BATON_TOKEN_INTEGER, start, at);
  }
  while (baton_is_digit(peek(lexer, at)))
    at++;
  if (peek(lexer, at) != '.')
    return finish(lexer, BATON_TOKEN_INTEGER, start, at);
  for (at++; baton_is_digit(peek(lexer, at));)
    at++;
  if ((peek(lexer, at) | 32) == 'e') {
    char sign = peek(lexer, at + 1);
    uint32_t digits = at + 1 + (sign == '+' || sign == '-');
    if (baton_is_digit(peek(lexer, digits)))
      for (at = digits; baton_is_digit(peek(lexer, at));)
        at++;
  }
  return finish(lexer, BATON_TOKEN_FLOAT, start, at);
}

baton_token baton_lex(baton_lexer *lexer) {
  uint32_t start = skip_blanks(lexer, lexer->at);
  if (start >= lexer->text.size)
    return finish(lexer, BATON_TOKEN_END, start, start);
  char c = peek(lexer, start), next = peek(lexer, start + 1);
  if (baton_is_letter(c) || c == '_')
    return finish(lexer, BATON_TOKEN_WORD, start, skip_chars(lexer, start + 1, word_chars));
  if (baton_is_digit(c))
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
    return lex_string(lexer, BATON_TOKEN_STRING, start, start);
  case '-':
    return next == '>' ? finish(lexer, BATON_TOKEN_ARROW, start, start + 2) : finish(lexer, c, start, start + 1);
  case ':':
    return next == ':' ? finish(lexer, BATON_TOKEN_COLONS, start, start + 2) : finish(lexer, c, start, start + 1);
  case '.':
    if (next == '.' && peek(lexer, start + 2) == '.')
      return finish(lexer, BATON_TOKEN_ELLIPSIS, start, start + 3);
    break;
  case '{': // "{-#": MLIR writes it behind the ops where dense_resource<...> names blobs
    if (next == '-' && peek(lexer, start + 2) == '#')
      return fail(lexer, start, start + 3, start, "file metadata ({-# ... #-}) is not supported");
    return finish(lexer, c, start, start + 1);
  case '(':
  case ')':
  case '[':
  case ']':
  case '}':
  case '<':
  case '>':
  case ',':
  case '=':
  case '?':
  case '*':
  case '+':
  case '/':
  case '|':
    return finish(lexer, c, start, start + 1);
  default:
    break;
  }
  return fail(lexer, start, start + 1, start, "unexpected character");
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
