// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of pass options: from text, and back.
#include "pass/pass_impl.h"

bool baton_is_word(baton_str text) {
  if (text.size == 0 || !((text.data[0] >= 'a' && text.data[0] <= 'z') || (text.data[0] >= 'A' && text.data[0] <= 'Z')))
    return false;
  for (size_t i = 0; i < text.size; i++)
    if (!baton_is_word_char(text.data[i]))
      return false;
  return true;
}

uint32_t baton_option_find(const baton_pass *pass, baton_str name) {
  uint32_t index = 0;
  while (index < pass->num_options && !baton_str_is(name, pass->options[index].name))
    index++;
  return index;
}

static bool read_bool(baton_str text, bool *out) {
  *out = baton_str_is(text, "true");
  return *out || baton_str_is(text, "false");
}

static bool read_int(baton_str text, int64_t *out) {
  bool is_negative = text.size && text.data[0] == '-';
  size_t at = is_negative;
  uint64_t limit = (uint64_t)INT64_MAX + is_negative, magnitude = 0;
  if (at == text.size)
    return false;
  for (; at < text.size; at++) {
    if (text.data[at] < '0' || text.data[at] > '9')
      return false;
    uint64_t digit = (uint64_t)(text.data[at] - '0');
    if (magnitude > (limit - digit) / 10)
      return false;
    magnitude = magnitude * 10 + digit;
  }
  *out = is_negative ? (int64_t)(0 - magnitude) : (int64_t)magnitude;
  return true;
}

// The next of the words separated by '|', or false at the end.
static bool next_choice(const char **at, baton_str *out) {
  if (!**at)
    return false;
  size_t size = strcspn(*at, "|");
  *out = (baton_str){*at, size};
  *at += size + ((*at)[size] == '|');
  return true;
}

static bool read_choice(const baton_pass_option *option, baton_str text, baton_strbuf *out_reason) {
  baton_str choice;
  for (const char *at = option->choices; next_choice(&at, &choice);)
    if (baton_str_equal(choice, text))
      return true;
  baton_strbuf_append(out_reason, BATON_STR("one of "));
  bool is_first = true;
  for (const char *at = option->choices; next_choice(&at, &choice); is_first = false)
    baton_strbuf_printf(out_reason, "%s'%.*s'", is_first ? "" : ", ", BATON_STR_ARG(choice));
  return false;
}

bool baton_option_read(const baton_pass_option *option, baton_str text, option_value *out, baton_strbuf *out_reason) {
  out->text = text;
  switch (option->kind) {
  case BATON_OPTION_BOOL:
    if (read_bool(text, &out->boolean))
      return true;
    baton_strbuf_append(out_reason, BATON_STR("'true' or 'false'"));
    return false;
  case BATON_OPTION_INT:
    if (read_int(text, &out->integer))
      return true;
    baton_strbuf_append(out_reason, BATON_STR("a 64-bit integer"));
    return false;
  case BATON_OPTION_CHOICE:
    return read_choice(option, text, out_reason);
  default:
    return true;
  }
}

void baton_option_print(baton_str value, baton_strbuf *out) {
  bool is_bare = value.size > 0;
  for (size_t i = 0; i < value.size && is_bare; i++)
    is_bare = (unsigned char)value.data[i] > ' ' && !strchr("{}'\"\\", value.data[i]);
  if (is_bare) {
    baton_strbuf_append(out, value);
    return;
  }
  baton_strbuf_append_char(out, '"');
  for (size_t i = 0; i < value.size; i++) {
    if (value.data[i] == '"' || value.data[i] == '\\')
      baton_strbuf_append_char(out, '\\');
    baton_strbuf_append_char(out, value.data[i]);
  }
  baton_strbuf_append_char(out, '"');
}
