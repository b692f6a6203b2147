// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reproducers.
#include "tool_reproducer.h"

#include "ir/attr.h"

void tool_reproducer_print(baton_str pipeline, bool verify_each, baton_strbuf *out) {
  baton_strbuf_append(out, BATON_STR("\n{-#\n  external_resources: {\n    mlir_reproducer: {\n      pipeline: "));
  baton_print_quoted(pipeline, out);
  baton_strbuf_printf(out, ",\n      disable_threading: true,\n      verify_each: %s\n    }\n  }\n#-}\n",
                      verify_each ? "true" : "false");
}

static bool fail(baton_diag *diag, baton_str name, const char *reason) {
  baton_diag_emit(diag, BATON_SEVERITY_ERROR, (baton_position){.file = name}, "%s", reason);
  return false;
}

// The text behind "key:", or nothing.
static baton_str behind(baton_str text, const char *key) {
  size_t size = strlen(key);
  for (size_t at = 0; at + size < text.size; at++)
    if (memcmp(text.data + at, key, size) == 0 && text.data[at + size] == ':') {
      for (at += size + 1; at < text.size && strchr(" \t\r\n", text.data[at]);)
        at++;
      return (baton_str){text.data + at, text.size - at};
    }
  return (baton_str){0};
}

static int hex_digit(char c) {
  return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
}

// A string in quotes at the start of a text.
static bool unquote(baton_str text, baton_strbuf *out) {
  if (text.size == 0 || text.data[0] != '"')
    return false;
  for (size_t i = 1; i < text.size && text.data[i] != '"'; i++) {
    char c = text.data[i];
    if (c == '\\' && i + 2 < text.size && hex_digit(text.data[i + 1]) >= 0 && hex_digit(text.data[i + 2]) >= 0) {
      c = (char)(hex_digit(text.data[i + 1]) * 16 + hex_digit(text.data[i + 2]));
      i += 2;
    } else if (c == '\\' && i + 1 < text.size) {
      c = text.data[++i];
    }
    baton_strbuf_append_char(out, c);
  }
  return true;
}

// Where the resources start, on a line of their own; the end of the text where there are none.
static size_t find_resources(baton_str text) {
  for (size_t at = 0; at + 3 <= text.size; at++)
    if (memcmp(text.data + at, "{-#", 3) == 0 && (at == 0 || text.data[at - 1] == '\n'))
      return at;
  return text.size;
}

bool tool_reproducer_read(baton_diag *diag, baton_str name, baton_str text, tool_reproducer *out) {
  size_t at = find_resources(text);
  baton_str resources = behind((baton_str){text.data + at, text.size - at}, "mlir_reproducer");
  *out = (tool_reproducer){.program = {text.data, at}};
  if (!unquote(behind(resources, "pipeline"), &out->pipeline))
    return fail(diag, name, "there is no pipeline to reproduce in this file");
  out->verify_each = !baton_str_has_prefix(behind(resources, "verify_each"), BATON_STR("false"));
  return true;
}

void tool_reproducer_deinit(tool_reproducer *reproducer) { baton_strbuf_deinit(&reproducer->pipeline); }
