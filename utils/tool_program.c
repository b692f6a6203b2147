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
  return tool_program_parse_with(program, name, text, &(baton_parse_options){0});
}

bool tool_program_parse_with(tool_program *program, baton_str name, baton_str text,
                             const baton_parse_options *options) {
  program->module = baton_parse_with(program->context, name, text, options);
  return program->module && baton_verify(program->module->op);
}

void tool_program_deinit(tool_program *program) {
  if (program->module)
    baton_module_destroy(program->module);
  baton_context_destroy(program->context);
  *program = (tool_program){0};
}
