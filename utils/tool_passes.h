// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of a tool's command line that is about passes, as a child parser for glibc's argp, and running what it asked
// for. Use:
//
//     tool_passes passes;
//     ... the tool's parser, on ARGP_KEY_INIT, sets state->child_inputs[0] = &passes ...
//     if (tool_parse_command_line(&passes, diag, &argp, input, argc, argv))
//       ... tool_passes_run(&passes, module) ...
//     tool_passes_deinit(&passes);
#ifndef BATON_UTILS_TOOL_PASSES_H
#define BATON_UTILS_TOOL_PASSES_H

#include "pass/manager.h"
#include "text/print.h"
#include "tool_order.h"

#include <argp.h>

// What --orchestrate stands for.
#define TOOL_ORCHESTRATE "builtin.module(derive-deps,prune-deps,phase-fence)"

typedef struct tool_passes {
  baton_diag *diag; // for errors of the command line; the caller's
  baton_registry *registry;
  baton_pipeline *pipeline;                           // empty where no pass was asked for
  const char *print_before_names, *print_after_names; // passes with commas, or NULL
  bool only_changed, only_failed;                     // what is printed after passes
  unsigned remark_kinds;                              // a bit for each baton_remark_kind that is shown
  const char *remark_names;                           // of these passes alone, with commas, or NULL: of all
  const char *reproducer;                             // a path for the program that a pass fails on, or NULL
  bool verify_each, print_before, print_after, print_timing, print_statistics, print_pipeline, list_passes;
  baton_print_options print_options; // of IR dumps; set by the tool
  tool_order order;
  baton_arena arena;
  struct argp argp;
} tool_passes;

// Runs the pipeline with the dumps and tables that were asked for, which go to stderr. False after an error.
bool tool_passes_run(tool_passes *passes, baton_module *module);
// All passes with their options, as text for people.
void tool_passes_list(const tool_passes *passes, baton_strbuf *out);
void tool_passes_deinit(tool_passes *passes);

// A tool's whole command line: its own options, parser and doc, and those about passes. Initialises passes; the parser
// gets the input, and hands passes on when its key is ARGP_KEY_INIT. False after an error.
bool tool_parse_command_line(tool_passes *passes, baton_diag *diag, const struct argp *own, void *input, int argc,
                             char **argv);

// What parsers have in common. The value of an option that may be left out: NULL, "true" and "1" are true, "false" and
// "0" false; and the one input file. Anything else is an error that ends the tool.
error_t tool_set_bool(const struct argp_state *state, const char *text, bool *out);
error_t tool_set_input(const struct argp_state *state, const char *path, const char **out);

#endif
