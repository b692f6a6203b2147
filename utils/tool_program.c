// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From text to a verified module.
#include "tool_program.h"

#include "dialect/dialects.h"
#include "ir/verify.h"

void tool_program_init(tool_program *program, bool allow_unregistered) {
  *program = (tool_program){.context = baton_context_create()};
  baton_register_dialects(program->context); // into a new context: cannot clash
  baton_context_allow_unregistered(program->context, allow_unregistered);
}

bool tool_program_parse(tool_program *program, baton_str name, baton_str text) {
  return tool_program_parse_watched(program, name, text, NULL, NULL);
}

bool tool_program_parse_watched(tool_program *program, baton_str name, baton_str text, baton_parse_watch watch,
                                void *user) {
  program->module = baton_parse_watched(program->context, name, text, watch, user);
  return program->module && baton_verify(program->module->op);
}

void tool_program_deinit(tool_program *program) {
  if (program->module)
    baton_module_destroy(program->module);
  baton_context_destroy(program->context);
  *program = (tool_program){0};
}
