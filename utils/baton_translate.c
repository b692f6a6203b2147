// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// baton-translate: reads a program, runs the passes that were asked for, and lowers it through LLVM to text, bitcode,
// assembly or an object file.
#include "tool_file.h"
#include "tool_passes.h"
#include "tool_program.h"
#include "translate_graph.h"
#include "translate_header.h"
#include "llvm/object.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct translate_settings {
  const char *input, *output;
  baton_emit_kind kind;
  bool header; // instead
  unsigned level;
  baton_lower_options lower;
  bool dot, html; // a picture instead of a translation
  baton_str entry, bind;
} translate_settings;

typedef struct translate_run {
  translate_settings settings;
  tool_passes passes;
  baton_diag *diag; // of the command line
  baton_strbuf input, output;
  char *working_dir;
} translate_run;

// ---- command line -----------------------------------------------------------------------------------------------

enum { KEY_EMIT = 0x800, KEY_TRIPLE, KEY_CPU, KEY_RELOCATION, KEY_RESOLVE, KEY_ENTRY, KEY_BIND, KEY_VERSION };

static const struct argp_option options[] = {
    {NULL, 'o', "FILE", 0, "Write here; the file is replaced whole or, after an error, not touched", 1},
    {"emit", KEY_EMIT, "KIND", 0,
     "What to write: llvm (the default), bc, asm, obj, header for a C header, or dot or html for a "
     "picture of the task graph",
     1},
    {NULL, 'O', "LEVEL", 0,
     "Run LLVM's optimizer at level 0 to 3 (default: not at all; machine code is made quickly then)", 1},
    {NULL, 'g', NULL, 0, "Add debug information: lines, functions and values of the program", 1},
    {"target", KEY_TRIPLE, "TRIPLE", 0, "The target, of those that LLVM was built with (default: this machine)", 1},
    {"mtriple", KEY_TRIPLE, NULL, OPTION_ALIAS, NULL, 1},
    {"mcpu", KEY_CPU, "NAME", 0,
     "The processor (default: this one, or the least of the target); one that LLVM does not know counts as the least",
     1},
    {"relocation-model", KEY_RELOCATION, "MODEL", 0, "pic (the default) or static", 1},
    {"resolve-kernels", KEY_RESOLVE, NULL, 0,
     "Let the runtime find kernels by name when the program starts, instead of the linker", 1},
    {"entry", KEY_ENTRY, "NAME", 0, "The function that dot and html draw (default: the first public one)", 1},
    {"bind", KEY_BIND, "VALUES", 0, "Values of its arguments for dot and html, as in arg0=8,arg1.0=16", 1},
    {"version", KEY_VERSION, NULL, 0, "Print the version, and exit", -1},
    {0},
};

static error_t set_kind(const struct argp_state *state, const char *text, translate_settings *settings) {
  static const char *const names[] = {
      [BATON_EMIT_LLVM] = "llvm",
      [BATON_EMIT_BITCODE] = "bc",
      [BATON_EMIT_ASSEMBLY] = "asm",
      [BATON_EMIT_OBJECT] = "obj",
  };
  settings->header = strcmp(text, "header") == 0;
  settings->dot = strcmp(text, "dot") == 0;
  settings->html = strcmp(text, "html") == 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (settings->header || settings->dot || settings->html || strcmp(text, names[i]) == 0) {
      settings->kind = (baton_emit_kind)i;
      return 0;
    }
  argp_error(state, "'%s' is none of llvm, bc, asm, obj, header, dot, html", text);
  return EINVAL;
}

static error_t set_level(const struct argp_state *state, const char *text, unsigned *out) {
  if (text[0] < '0' || text[0] > '3' || text[1])
    argp_error(state, "'%s' is not a level from 0 to 3", text);
  *out = (unsigned)(text[0] - '0');
  return 0;
}

static error_t set_relocation(const struct argp_state *state, const char *text, bool *out_is_static) {
  *out_is_static = strcmp(text, "static") == 0;
  if (!*out_is_static && strcmp(text, "pic") != 0)
    argp_error(state, "'%s' is neither pic nor static", text);
  return 0;
}

static error_t parse_option(int key, char *text, struct argp_state *state) {
  translate_run *run = state->input;
  translate_settings *settings = &run->settings;
  switch (key) {
  case ARGP_KEY_INIT:
    state->child_inputs[0] = &run->passes;
    return 0;
  case ARGP_KEY_ARG:
    return tool_set_input(state, text, &settings->input);
  case 'o':
    settings->output = text;
    return 0;
  case 'O':
    return set_level(state, text, &settings->level);
  case 'g':
    settings->lower.debug_info = true;
    free(run->working_dir);
    settings->lower.working_dir = run->working_dir = getcwd(NULL, 0);
    return 0;
  case KEY_EMIT:
    return set_kind(state, text, settings);
  case KEY_TRIPLE:
    settings->lower.triple = text;
    return 0;
  case KEY_CPU:
    settings->lower.cpu = text;
    return 0;
  case KEY_RELOCATION:
    return set_relocation(state, text, &settings->lower.is_static);
  case KEY_ENTRY:
    settings->entry = baton_str_from(text);
    return 0;
  case KEY_BIND:
    settings->bind = baton_str_from(text);
    return 0;
  case KEY_RESOLVE:
    settings->lower.link_kernels = false;
    return 0;
  case KEY_VERSION:
    printf("baton-translate %s\n", BATON_VERSION);
    exit(EXIT_SUCCESS);
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

static bool parse_command_line(translate_run *run, int argc, char **argv) {
  const struct argp argp = {
      .options = options,
      .parser = parse_option,
      .doc = "Reads a program from FILE (or standard input) and translates it for a machine."
             "\vThe exit code is 0 for success and 1 after any error; then nothing is written.",
  };
  return tool_parse_command_line(&run->passes, run->diag, &argp, run, argc, argv);
}

// ---- work -------------------------------------------------------------------------------------------------------

static bool emit(translate_run *run, const baton_module *module) {
  const translate_settings *settings = &run->settings;
  baton_lower_options lower = settings->lower;
  lower.fast_codegen = settings->level == 0; // five times faster for large programs
  baton_lowered *lowered = baton_lower(module, &lower);
  bool is_good = lowered;
  if (is_good && settings->header) // of what can be lowered only
    is_good = translate_header(module, &run->output);
  else if (is_good)
    is_good = (settings->level == 0 || baton_lowered_optimize(lowered, settings->level)) &&
              baton_lowered_emit(lowered, settings->kind, &run->output);
  baton_lowered_destroy(lowered);
  return is_good;
}

static bool has_passes(const translate_run *run) {
  baton_strbuf text = {0};
  baton_pipeline_print(run->passes.pipeline, &text);
  bool is_empty = baton_str_is(baton_strbuf_view(&text), "builtin.module()");
  baton_strbuf_deinit(&text);
  return !is_empty;
}

// A picture of the program behind the passes; a page shows the one in front of them too.
static bool draw(translate_run *run, baton_module *module) {
  const translate_settings *settings = &run->settings;
  bool is_compared = settings->html && has_passes(run);
  translate_picture *before = is_compared ? translate_picture_create(module, settings->entry, settings->bind) : NULL;
  bool is_good = (before || !is_compared) && tool_passes_run(&run->passes, module);
  translate_picture *after = is_good ? translate_picture_create(module, settings->entry, settings->bind) : NULL;
  if (after && settings->dot)
    translate_picture_dot(after, &run->output);
  else if (after)
    translate_picture_html(before, after, &run->output);
  translate_picture_destroy(before);
  translate_picture_destroy(after);
  return after != NULL;
}

static bool process(translate_run *run, const char *path) {
  if (!tool_read_file(run->diag, path, &run->input))
    return false;
  tool_program program;
  tool_program_init(&program, false);
  baton_context_keep_names(program.context, run->settings.lower.debug_info);
  bool is_good = tool_program_parse(&program, baton_str_from(tool_input_name(path)), baton_strbuf_view(&run->input)) &&
                 (run->settings.dot || run->settings.html
                      ? draw(run, program.module)
                      : tool_passes_run(&run->passes, program.module) && emit(run, program.module));
  tool_program_deinit(&program);
  return is_good;
}

static bool execute(translate_run *run, int argc, char **argv) {
  if (!parse_command_line(run, argc, argv))
    return false;
  if (run->passes.list_passes)
    tool_passes_list(&run->passes, &run->output);
  else if (!process(run, run->settings.input ? run->settings.input : "-"))
    return false;
  const char *output = run->settings.output ? run->settings.output : "-";
  return tool_write_file(run->diag, output, baton_strbuf_view(&run->output));
}

int main(int argc, char **argv) {
  translate_run run = {.diag = baton_diag_create(), .settings.lower.link_kernels = true};
  bool is_good = execute(&run, argc, argv);
  tool_passes_deinit(&run.passes);
  baton_strbuf_deinit(&run.input);
  baton_strbuf_deinit(&run.output);
  free(run.working_dir);
  baton_diag_destroy(run.diag);
  return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}
