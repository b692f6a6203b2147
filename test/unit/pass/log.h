// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Diagnostics as text to compare: "error 1:16: text" per line.
#ifndef BATON_TEST_UNIT_PASS_LOG_H
#define BATON_TEST_UNIT_PASS_LOG_H

#include "base/diag.h"

static inline void log_diagnostic(void *user, const baton_diag *diag, const baton_diagnostic *diagnostic) {
  (void)diag;
  baton_strbuf *log = user;
  baton_strbuf_append(log, baton_str_from(baton_severity_name(diagnostic->severity)));
  if (diagnostic->position.line)
    baton_strbuf_printf(log, " %u:%u", diagnostic->position.line, diagnostic->position.column);
  baton_strbuf_printf(log, ": %.*s\n", BATON_STR_ARG(diagnostic->text));
}

#endif
