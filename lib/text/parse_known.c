// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs write the same types and attributes again and again: each text is read once, as long as it stays in a small
// table.
#include "text/parser_impl.h"

// Where a plain text ends that starts with the '<' at an offset; 0: it is none.
static uint32_t plain_end(const baton_parser *p, uint32_t at) {
  int depth = 0;
  for (; at < p->lexer.text.size; at++) {
    char c = p->lexer.text.data[at];
    if (c == '<')
      depth++;
    else if (c == '>' && --depth == 0)
      return at + 1;
    else if (c == '!' || c == '#' || c == '"' || c == '(' || c == '/' || c == '\n')
      return 0;
  }
  return 0;
}

static const void *find(baton_parser *p, baton_known_place place) {
  const char *text = p->lexer.text.data;
  uint32_t size = place.end - place.start;
  if (place.slot->size != size || memcmp(text + place.slot->start, text + place.start, size) != 0)
    return NULL;
  p->lexer.at = place.end;
  p->token.end = place.end;
  baton_parser_advance(p);
  return place.slot->meaning;
}

const void *baton_parser_recall_brackets(baton_parser *p, baton_known_text *table, baton_known_place *out_place) {
  uint32_t start = p->token.start, end = baton_parser_is(p, '<') ? plain_end(p, start) : 0;
  if (end == 0) {
    out_place->slot = NULL;
    return NULL;
  }
  uint64_t hash = baton_hash_bytes(p->lexer.text.data + start, end - start);
  *out_place = (baton_known_place){&table[hash % BATON_NUM_KNOWN], start, end};
  return find(p, *out_place);
}

// With a '<' behind it, the token is not the whole type. Aliases, which have no '.' in their names, are not kept.
const void *baton_parser_recall_token(baton_parser *p, baton_known_text *table, baton_known_place *out_place) {
  const char *text = p->lexer.text.data;
  uint32_t start = p->token.start, end = p->token.end;
  out_place->slot = NULL;
  if (end < p->lexer.text.size && text[end] == '<')
    return NULL;
  uint32_t place = (uint32_t)(unsigned char)text[end - 1] * 8 + (unsigned char)text[start] + (end - start) * 32;
  *out_place = (baton_known_place){&table[place % BATON_NUM_KNOWN], start, end};
  const void *known = find(p, *out_place);
  if (!known && p->token.kind == BATON_TOKEN_BANG && !memchr(text + start, '.', end - start))
    out_place->slot = NULL;
  return known;
}

void baton_parser_remember(const baton_parser *p, baton_known_place place, const void *meaning) {
  if (place.slot && p->last_end == place.end)
    *place.slot = (baton_known_text){place.start, place.end - place.start, meaning};
}
