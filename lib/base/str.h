// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strings: views that own nothing, and a growing buffer.
#ifndef BATON_BASE_STR_H
#define BATON_BASE_STR_H

#include "base/arena.h"

#include <stdarg.h>
#include <string.h>

// Bytes that somebody else owns; may hold any byte, need not end in 0.
typedef struct baton_str {
  const char *data;
  size_t size;
} baton_str;

#define BATON_STR(literal) ((baton_str){(literal), sizeof(literal) - 1})
// For printf's "%.*s".
#define BATON_STR_ARG(text) (int)(text).size, (text).data

static inline baton_str baton_str_from(const char *text) { return (baton_str){text, strlen(text)}; }

static inline bool baton_str_equal(baton_str a, baton_str b) {
  return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static inline bool baton_str_is(baton_str a, const char *text) { return baton_str_equal(a, baton_str_from(text)); }

static inline bool baton_str_has_prefix(baton_str a, baton_str prefix) {
  return a.size >= prefix.size && memcmp(a.data, prefix.data, prefix.size) == 0;
}

// Orders by bytes, shorter first where one is a prefix of the other: negative, 0 or positive, as memcmp.
BATON_EXPORT int baton_str_compare(baton_str a, baton_str b);

// A copy in the arena, ending in 0.
BATON_EXPORT baton_str baton_str_copy(baton_arena *arena, baton_str text);
BATON_EXPORT baton_str baton_str_format(baton_arena *arena, const char *format, ...) BATON_PRINTF(2, 3);

// A growing buffer on the heap. Zero-initialised is empty. data[size] is 0 after every append.
typedef struct baton_strbuf {
  char *data;
  size_t size, capacity;
} baton_strbuf;

// Makes room for more bytes and the closing 0.
BATON_EXPORT void baton_strbuf_grow(baton_strbuf *buffer, size_t more);

static inline void baton_strbuf_append(baton_strbuf *buffer, baton_str text) {
  if (buffer->capacity - buffer->size <= text.size)
    baton_strbuf_grow(buffer, text.size);
  if (text.size)
    memcpy(buffer->data + buffer->size, text.data, text.size);
  buffer->size += text.size;
  buffer->data[buffer->size] = 0;
}

static inline void baton_strbuf_append_char(baton_strbuf *buffer, char c) {
  baton_strbuf_append(buffer, (baton_str){&c, 1});
}

BATON_EXPORT void baton_strbuf_append_int(baton_strbuf *buffer, int64_t value);
BATON_EXPORT void baton_strbuf_printf(baton_strbuf *buffer, const char *format, ...) BATON_PRINTF(2, 3);
BATON_EXPORT void baton_strbuf_vprintf(baton_strbuf *buffer, const char *format, va_list args) BATON_PRINTF(2, 0);
BATON_EXPORT void baton_strbuf_deinit(baton_strbuf *buffer);

static inline baton_str baton_strbuf_view(const baton_strbuf *buffer) {
  return (baton_str){buffer->data ? buffer->data : "", buffer->size};
}

#endif
