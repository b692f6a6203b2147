// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The diagnostic engine and its default rendering.
#include "base/diag.h"
#include "base/vec.h"

#include <stdio.h>

typedef struct source {
  baton_str file, text;
  uint32_t first_line; // of the text in the file
} source;

struct baton_diag {
  baton_arena arena;
  BATON_VEC(source) sources;
  baton_diag_handler handler;
  void *user;
  uint64_t num_errors;
};

static void print_to_stderr(void *user, const baton_diag *diag, const baton_diagnostic *diagnostic) {
  (void)user;
  baton_strbuf out = {0};
  baton_diag_render(diag, diagnostic, &out);
  fwrite(out.data, 1, out.size, stderr);
  baton_strbuf_deinit(&out);
}

baton_diag *baton_diag_create(void) {
  baton_diag *diag = baton_mem_zeroed(1, sizeof *diag);
  diag->handler = print_to_stderr;
  return diag;
}

void baton_diag_destroy(baton_diag *diag) {
  if (!diag)
    return;
  baton_vec_deinit(&diag->sources);
  baton_arena_deinit(&diag->arena);
  baton_mem_free(diag);
}

void baton_diag_set_handler(baton_diag *diag, baton_diag_handler handler, void *user) {
  diag->handler = handler ? handler : print_to_stderr;
  diag->user = user;
}

static source *find_source(const baton_diag *diag, baton_str file) {
  for (size_t i = diag->sources.size; i-- > 0;)
    if (baton_str_equal(diag->sources.data[i].file, file))
      return &diag->sources.data[i];
  return NULL;
}

void baton_diag_add_source(baton_diag *diag, baton_str file, baton_str text) {
  baton_diag_add_source_part(diag, file, text, 1);
}

void baton_diag_add_source_part(baton_diag *diag, baton_str file, baton_str text, uint32_t first_line) {
  source *known = find_source(diag, file);
  if (!known) {
    baton_vec_push(&diag->sources, ((source){.file = baton_str_copy(&diag->arena, file)}));
    known = &diag->sources.data[diag->sources.size - 1];
  }
  known->text = text;
  known->first_line = first_line;
}

bool baton_diag_line(const baton_diag *diag, baton_position position, baton_str *out_line) {
  const source *from = find_source(diag, position.file);
  if (!from || position.line < from->first_line)
    return false;
  const char *at = from->text.data, *end = at + from->text.size;
  for (uint32_t line = from->first_line; line < position.line; line++) {
    const char *newline = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    if (!newline)
      return false;
    at = newline + 1;
  }
  const char *newline = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
  size_t size = (size_t)((newline ? newline : end) - at);
  if (size && at[size - 1] == '\r')
    size--;
  *out_line = (baton_str){at, size};
  return true;
}

const char *baton_severity_name(baton_severity severity) {
  static const char *const names[] = {"error", "warning", "remark", "note"};
  return names[severity];
}

void baton_diag_vemit(baton_diag *diag, baton_severity severity, baton_position position, const char *format,
                      va_list args) {
  baton_strbuf text = {0};
  baton_strbuf_vprintf(&text, format, args);
  baton_diagnostic diagnostic = {severity, position, baton_strbuf_view(&text)};
  diag->num_errors += severity == BATON_SEVERITY_ERROR;
  diag->handler(diag->user, diag, &diagnostic);
  baton_strbuf_deinit(&text);
}

void baton_diag_emit(baton_diag *diag, baton_severity severity, baton_position position, const char *format, ...) {
  va_list args;
  va_start(args, format);
  baton_diag_vemit(diag, severity, position, format, args);
  va_end(args);
}

uint64_t baton_diag_num_errors(const baton_diag *diag) { return diag->num_errors; }

// Long lines are cut around the column, so that a caret stays under what it points at.
enum { MAX_LINE = 160, CONTEXT_BEFORE = 80 };

static void render_line(baton_str line, uint32_t column, baton_strbuf *out) {
  size_t at = column ? column - 1 : 0;
  if (at > line.size)
    at = line.size;
  size_t start = line.size > MAX_LINE && at > CONTEXT_BEFORE ? at - CONTEXT_BEFORE : 0;
  size_t shown = line.size - start > MAX_LINE ? MAX_LINE : line.size - start;
  baton_strbuf_append(out, BATON_STR("  "));
  for (size_t i = start; i < start + shown; i++)
    baton_strbuf_append_char(out, (unsigned char)line.data[i] < 32 && line.data[i] != '\t' ? ' ' : line.data[i]);
  baton_strbuf_append(out, BATON_STR("\n  "));
  for (size_t i = start; i < at; i++)
    if (line.data[i] == '\t' || ((unsigned char)line.data[i] & 0xC0) != 0x80) // one blank per character, not per byte
      baton_strbuf_append_char(out, line.data[i] == '\t' ? '\t' : ' ');
  baton_strbuf_append(out, BATON_STR("^\n"));
}

void baton_diag_render(const baton_diag *diag, const baton_diagnostic *diagnostic, baton_strbuf *out) {
  baton_position position = diagnostic->position;
  if (position.file.size) {
    baton_strbuf_append(out, position.file);
    if (position.line)
      baton_strbuf_printf(out, ":%u:%u", position.line, position.column);
    baton_strbuf_append(out, BATON_STR(": "));
  }
  baton_strbuf_printf(out, "%s: ", baton_severity_name(diagnostic->severity));
  baton_strbuf_append(out, diagnostic->text);
  baton_strbuf_append_char(out, '\n');
  baton_str line;
  if (position.file.size && baton_diag_line(diag, position, &line))
    render_line(line, position.column, out);
}
