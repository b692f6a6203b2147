// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tokens, errors and places of the parser.
#include "text/parser_impl.h"

#include <stdio.h>

void baton_parser_lexer_error(baton_parser *p) { baton_parser_error(p, p->lexer.error_at, "%s", p->lexer.error); }

void baton_parser_reset(baton_parser *p, uint32_t at) {
  uint32_t last_end = p->token.start;
  p->lexer.at = at;
  baton_parser_advance(p);
  p->last_end = last_end;
}

// Counts on from the last place that was asked for, or from the start if that lies behind.
baton_position baton_parser_position(baton_parser *p, uint32_t at) {
  if (at < p->line_start)
    p->line = p->first_line, p->line_start = 0;
  const char *text = p->lexer.text.data;
  const char *newline;
  while (at > p->line_start && (newline = memchr(text + p->line_start, '\n', at - p->line_start))) {
    p->line++;
    p->line_start = (uint32_t)(newline - text) + 1;
  }
  return (baton_position){p->file_loc->head->name, p->line, at - p->line_start + 1};
}

bool baton_parser_error(baton_parser *p, uint32_t position, const char *format, ...) {
  if (p->failed)
    return false;
  p->failed = true;
  va_list args;
  va_start(args, format);
  baton_diag_vemit(baton_context_diag(p->context), BATON_SEVERITY_ERROR, baton_parser_position(p, position), format,
                   args);
  va_end(args);
  return false;
}

void baton_parser_note(baton_parser *p, uint32_t position, const char *format, ...) {
  va_list args;
  va_start(args, format);
  baton_diag_vemit(baton_context_diag(p->context), BATON_SEVERITY_NOTE, baton_parser_position(p, position), format,
                   args);
  va_end(args);
}

bool baton_parser_expected(baton_parser *p, const char *what) {
  uint32_t at = p->token.start;
  if (p->last_end && p->last_end < at && memchr(p->lexer.text.data + p->last_end, '\n', at - p->last_end))
    at = p->last_end;
  return baton_parser_error(p, at, "expected %s", what);
}

bool baton_parser_try_word(baton_parser *p, const char *word) {
  if (!baton_parser_is_word(p, word))
    return false;
  baton_parser_advance(p);
  return true;
}

bool baton_parser_expect_word(baton_parser *p, const char *word) {
  if (baton_parser_try_word(p, word))
    return true;
  char what[64];
  snprintf(what, sizeof what, "'%s'", word);
  return baton_parser_expected(p, what);
}

bool baton_parser_enter(baton_parser *p) {
  if (p->depth == BATON_MAX_NESTING)
    return baton_parser_error(p, p->token.start, "nested too deeply (more than %d levels)", BATON_MAX_NESTING);
  p->depth++;
  if (p->depth > p->deepest)
    p->deepest = p->depth;
  return true;
}

bool baton_token_integer(baton_str spelling, uint64_t *out) {
  bool is_hex = spelling.size > 2 && spelling.data[1] == 'x';
  uint64_t base = is_hex ? 16 : 10, value = 0;
  for (size_t i = is_hex ? 2 : 0; i < spelling.size; i++) {
    uint64_t digit = (uint64_t)baton_hex_digit(spelling.data[i]);
    if (value > (UINT64_MAX - digit) / base)
      return false;
    value = value * base + digit;
  }
  *out = value;
  return true;
}

bool baton_parser_signed(baton_parser *p, int64_t *out) {
  uint32_t at = p->token.start;
  bool is_negative = baton_parser_try(p, '-');
  if (!baton_parser_is(p, BATON_TOKEN_INTEGER))
    return baton_parser_expected(p, "integer value");
  uint64_t value;
  if (!baton_token_integer(baton_token_text(&p->lexer, p->token), &value) ||
      value > (uint64_t)INT64_MAX + (is_negative ? 1 : 0))
    return baton_parser_error(p, at, "integer value too large");
  baton_parser_advance(p);
  *out = is_negative ? (int64_t)(0 - value) : (int64_t)value;
  return true;
}

baton_str baton_parser_string(baton_parser *p) {
  baton_str text = baton_unquote(baton_token_text(&p->lexer, p->token), &p->scratch);
  baton_parser_advance(p);
  return text;
}

enum { MAX_BRACKETS = 256 };

bool baton_parser_balanced(baton_parser *p, uint32_t at, uint32_t *out_end) {
  char open[MAX_BRACKETS];
  int depth = 0;
  baton_str text = p->lexer.text;
  for (uint32_t start = at; at < text.size; at++) {
    char c = text.data[at];
    if (c == '"') {
      baton_lexer inner = {.text = text, .at = at};
      baton_token string = baton_lex(&inner);
      if (string.kind != BATON_TOKEN_STRING)
        return baton_parser_error(p, inner.error_at, "%s", inner.error);
      at = string.end - 1;
    } else if (at + 1 < text.size &&
               ((c == '-' && text.data[at + 1] == '>') || (c == '>' && text.data[at + 1] == '='))) {
      at++;
    } else if (c == '<' || c == '(' || c == '[' || c == '{') {
      if (depth == MAX_BRACKETS)
        return baton_parser_error(p, at, "nested too deeply (more than %d brackets)", MAX_BRACKETS);
      open[depth++] = c;
    } else if (c == '>' || c == ')' || c == ']' || c == '}') {
      char match = c == '>' ? '<' : c == ')' ? '(' : c == ']' ? '[' : '{';
      if (open[--depth] != match)
        return baton_parser_error(p, at, "unbalanced '%c' character", c);
      if (depth == 0) {
        *out_end = at + 1;
        return true;
      }
    } else if (c == 0) {
      return baton_parser_error(p, at, "unexpected nul character");
    }
    if (at + 1 >= text.size)
      return baton_parser_error(p, start, "unbalanced '%c' character", text.data[start]);
  }
  return baton_parser_error(p, at, "unbalanced brackets");
}
