// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program in memory: a context with all dialects, and a verified module.
#ifndef BATON_UTILS_TOOL_PROGRAM_H
#define BATON_UTILS_TOOL_PROGRAM_H

#include "text/parse.h"

// Zero-initialised is empty.
typedef struct tool_program {
  baton_context *context;
  baton_module *module;
} tool_program;

// Makes a context with the project's dialects; its diagnostics go to stderr unless the caller sets a handler.
void tool_program_init(tool_program *program, bool allow_unregistered);
// Parses and verifies; the text must live as long as the program. False after errors.
bool tool_program_parse(tool_program *program, baton_str name, baton_str text);
// The same, with options.
bool tool_program_parse_with(tool_program *program, baton_str name, baton_str text, const baton_parse_options *options);
void tool_program_deinit(tool_program *program);

#endif
