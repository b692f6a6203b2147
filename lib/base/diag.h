// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Diagnostics: every problem with an input is one error, with the place it is about, sent to one engine. The engine
// counts errors and hands each diagnostic to a handler; the default handler prints
//
//     file:line:col: error: text
//       the source line
//            ^
//
// Thread rule: one thread at a time.
#ifndef BATON_BASE_DIAG_H
#define BATON_BASE_DIAG_H

#include "base/str.h"

typedef enum baton_severity {
  BATON_SEVERITY_ERROR,
  BATON_SEVERITY_WARNING,
  BATON_SEVERITY_REMARK,
  BATON_SEVERITY_NOTE, // belongs to the diagnostic before it
} baton_severity;

// A place in a file. Lines and columns count from 1, columns in bytes; line 0 means that only the file is known, an
// empty file name that nothing is.
typedef struct baton_position {
  baton_str file;
  uint32_t line, column;
} baton_position;

typedef struct baton_diagnostic {
  baton_severity severity;
  baton_position position;
  baton_str text; // valid during the call of the handler
} baton_diagnostic;

typedef struct baton_diag baton_diag;
typedef void (*baton_diag_handler)(void *user, const baton_diag *diag, const baton_diagnostic *diagnostic);

BATON_EXPORT baton_diag *baton_diag_create(void);
BATON_EXPORT void baton_diag_destroy(baton_diag *diag);

// Replaces the handler; NULL brings the default back.
BATON_EXPORT void baton_diag_set_handler(baton_diag *diag, baton_diag_handler handler, void *user);

// Makes a file's text known, so that its lines can be shown. The text is not copied and must outlive the engine or the
// next call with the same name; the name is copied.
BATON_EXPORT void baton_diag_add_source(baton_diag *diag, baton_str file, baton_str text);
// The same for a part of a file that starts at the given line, 1 or more.
BATON_EXPORT void baton_diag_add_source_part(baton_diag *diag, baton_str file, baton_str text, uint32_t first_line);

// The line that a position is in, without its end; false if the file or line is unknown.
BATON_EXPORT bool baton_diag_line(const baton_diag *diag, baton_position position, baton_str *out_line);

BATON_EXPORT void baton_diag_emit(baton_diag *diag, baton_severity severity, baton_position position,
                                  const char *format, ...) BATON_PRINTF(4, 5);
BATON_EXPORT void baton_diag_vemit(baton_diag *diag, baton_severity severity, baton_position position,
                                   const char *format, va_list args) BATON_PRINTF(4, 0);

// Errors emitted so far.
BATON_EXPORT uint64_t baton_diag_num_errors(const baton_diag *diag);

// The default rendering, to a buffer.
BATON_EXPORT void baton_diag_render(const baton_diag *diag, const baton_diagnostic *diagnostic, baton_strbuf *out);

BATON_EXPORT const char *baton_severity_name(baton_severity severity);

#endif
