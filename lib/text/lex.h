// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lexer: MLIR's tokens. It owns nothing, never reads outside of the text, and can be set back to any offset.
#ifndef BATON_TEXT_LEX_H
#define BATON_TEXT_LEX_H

#include "base/str.h"

// Punctuation of one character is its own kind ('(', ':' ...); everything else is numbered from 256 on.
typedef enum baton_token_kind {
  BATON_TOKEN_END = 256,
  BATON_TOKEN_ERROR,  // see baton_lexer.error
  BATON_TOKEN_WORD,   // memref.load, i32, true, to
  BATON_TOKEN_VALUE,  // %x
  BATON_TOKEN_SYMBOL, // @x or @"x"
  BATON_TOKEN_HASH,   // #x
  BATON_TOKEN_BANG,   // !x
  BATON_TOKEN_CARET,  // ^x
  BATON_TOKEN_INTEGER,
  BATON_TOKEN_FLOAT,
  BATON_TOKEN_STRING,
  BATON_TOKEN_ARROW,    // ->
  BATON_TOKEN_COLONS,   // ::
  BATON_TOKEN_ELLIPSIS, // ...
} baton_token_kind;

typedef struct baton_token {
  int kind;            // baton_token_kind or a character
  uint32_t start, end; // byte offsets of the spelling, sigils and quotes included
} baton_token;

typedef struct baton_lexer {
  baton_str text; // shorter than 4 GiB
  uint32_t at;    // where the next token is looked for
  const char *error;
  uint32_t error_at;
} baton_lexer;

// The next token. At the end of the text: END, as often as asked. An ERROR token leaves its message and place in the
// lexer and ends where lexing could go on.
void baton_lex_into(baton_lexer *lexer, baton_token *out);

static inline baton_token baton_lex(baton_lexer *lexer) {
  baton_token token;
  baton_lex_into(lexer, &token);
  return token;
}

static inline baton_str baton_token_text(const baton_lexer *lexer, baton_token token) {
  return (baton_str){lexer->text.data + token.start, token.end - token.start};
}

// The spelling without its first character.
static inline baton_str baton_token_name(const baton_lexer *lexer, baton_token token) {
  return (baton_str){lexer->text.data + token.start + 1, token.end - token.start - 1};
}

// The contents of a quoted string token (or of a quoted symbol, past its '@') with escapes replaced, in the arena;
// where there are none, a part of the text.
baton_str baton_unquote(baton_str quoted, baton_arena *arena);

static inline bool baton_is_digit(char c) { return c >= '0' && c <= '9'; }
static inline bool baton_is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static inline int baton_hex_digit(char c) { // -1: none
  return baton_is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

#endif
