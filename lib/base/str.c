// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// String copies and the growing buffer.
#include "base/str.h"

#include <stdio.h>

int baton_str_compare(baton_str a, baton_str b) {
  size_t common = a.size < b.size ? a.size : b.size;
  int order = common ? memcmp(a.data, b.data, common) : 0;
  return order ? order : (a.size > b.size) - (a.size < b.size);
}

baton_str baton_str_copy(baton_arena *arena, baton_str text) {
  char *data = baton_arena_alloc(arena, text.size + 1, 1);
  if (text.size)
    memcpy(data, text.data, text.size);
  data[text.size] = 0;
  return (baton_str){data, text.size};
}

baton_str baton_str_format(baton_arena *arena, const char *format, ...) {
  baton_strbuf buffer = {0};
  va_list args;
  va_start(args, format);
  baton_strbuf_vprintf(&buffer, format, args);
  va_end(args);
  baton_str result = baton_str_copy(arena, baton_strbuf_view(&buffer));
  baton_strbuf_deinit(&buffer);
  return result;
}

void baton_strbuf_grow(baton_strbuf *buffer, size_t more) {
  size_t wanted = buffer->size + more + 1;
  if (wanted <= buffer->capacity)
    return;
  size_t capacity = buffer->capacity < 32 ? 64 : buffer->capacity * 2;
  if (capacity < wanted)
    capacity = wanted;
  buffer->data = baton_mem_resize(buffer->data, capacity);
  buffer->capacity = capacity;
}

// In decimal, so many digits, written from the end.
static void write_digits(char *at, uint64_t value, size_t num_digits) {
  static const char pairs[] =
      "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748"
      "49505152535455565758596061626364656667686970717273747576777879808182838485868788899091929394959697"
      "9899";
  for (at += num_digits; num_digits >= 2; num_digits -= 2, value /= 100)
    memcpy(at -= 2, pairs + value % 100 * 2, 2);
  if (num_digits)
    at[-1] = (char)('0' + value);
}

void baton_strbuf_append_int(baton_strbuf *buffer, int64_t value) {
  enum { MAX_SIZE = 20 }; // of "-9223372036854775808"
  if (buffer->capacity - buffer->size <= MAX_SIZE)
    baton_strbuf_grow(buffer, MAX_SIZE);
  uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
  size_t num_digits = 1;
  for (uint64_t limit = 10; rest >= limit && num_digits < MAX_SIZE - 1; limit *= 10)
    num_digits++;
  if (value < 0)
    buffer->data[buffer->size++] = '-';
  write_digits(buffer->data + buffer->size, rest, num_digits);
  buffer->size += num_digits;
  buffer->data[buffer->size] = 0;
}

void baton_strbuf_vprintf(baton_strbuf *buffer, const char *format, va_list args) {
  va_list again;
  va_copy(again, args);
  int size = vsnprintf(NULL, 0, format, args);
  if (size > 0) {
    baton_strbuf_grow(buffer, (size_t)size);
    vsnprintf(buffer->data + buffer->size, (size_t)size + 1, format, again);
    buffer->size += (size_t)size;
  }
  va_end(again);
}

void baton_strbuf_printf(baton_strbuf *buffer, const char *format, ...) {
  va_list args;
  va_start(args, format);
  baton_strbuf_vprintf(buffer, format, args);
  va_end(args);
}

void baton_strbuf_deinit(baton_strbuf *buffer) {
  baton_mem_free(buffer->data);
  *buffer = (baton_strbuf){0};
}
