// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reproducers: a program with the pipeline that failed on it, in MLIR's form:
//
//     module { ... }
//     {-#
//       external_resources: {
//         mlir_reproducer: {
//           pipeline: "builtin.module(a,b)",
//           disable_threading: true,
//           verify_each: true
//         }
//       }
//     #-}
#ifndef BATON_UTILS_TOOL_REPRODUCER_H
#define BATON_UTILS_TOOL_REPRODUCER_H

#include "base/diag.h"

typedef struct tool_reproducer {
  baton_str program; // the text without the resources, which it stands in front of
  baton_strbuf pipeline;
  bool verify_each;
} tool_reproducer;

// Appends the resources to the text of a program.
void tool_reproducer_print(baton_str pipeline, bool verify_each, baton_strbuf *out);
// Takes a text apart; parts refer to it. False after an error: there is no pipeline in it. To be deinitialised.
bool tool_reproducer_read(baton_diag *diag, baton_str name, baton_str text, tool_reproducer *out);
void tool_reproducer_deinit(tool_reproducer *reproducer);

#endif
