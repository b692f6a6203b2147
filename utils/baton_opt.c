// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// baton-opt: reads a program, runs passes, prints the program. Options go by mlir-opt's names.
#include "opt_expect.h"
#include "opt_roundtrip.h"
#include "tool_file.h"
#include "tool_passes.h"
#include "tool_program.h"
#include "tool_reproducer.h"

#include <stdlib.h>
#include <time.h>

typedef struct opt_settings {
  const char *input, *output;
  bool allow_unregistered, split_input, verify_diagnostics, verify_roundtrip, run_reproducer, show_dialects;
  baton_print_options print;
} opt_settings;

enum { PHASE_PARSE, PHASE_PASSES, PHASE_PRINT, NUM_PHASES };

// What a run works on besides its settings.
typedef struct opt_run {
  opt_settings settings;
  tool_passes passes;
  baton_diag *diag; // of the command line and of the report on expected diagnostics
  opt_expectations *expectations;
  tool_input input;
  baton_strbuf output; // of several parts; a program that is the whole input is written while it is printed
  bool is_written;
  uint64_t phase_ns[NUM_PHASES]; // over all parts of the input
} opt_run;

// ---- command line ----

enum {
  KEY_GENERIC = 0x800,
  KEY_LOCATIONS,
  KEY_UNREGISTERED,
  KEY_SPLIT,
  KEY_VERIFY_DIAGNOSTICS,
  KEY_VERSION,
  KEY_ROUNDTRIP,
  KEY_LOCAL_SCOPE,
  KEY_SHOW_DIALECTS,
  KEY_RUN_REPRODUCER
};

static const struct argp_option options[] = {
    {NULL, 'o', "FILE", 0, "Write here; the file is replaced whole or, after an error, not touched", 1},
    {"allow-unregistered-dialect", KEY_UNREGISTERED, "BOOL", OPTION_ARG_OPTIONAL, "Accept unknown ops and types", 1},
    {"mlir-print-op-generic", KEY_GENERIC, "BOOL", OPTION_ARG_OPTIONAL, "Print all ops in generic form", 1},
    {"mlir-print-debuginfo", KEY_LOCATIONS, "BOOL", OPTION_ARG_OPTIONAL, "Print locations", 1},
    {"split-input-file", KEY_SPLIT, "BOOL", OPTION_ARG_OPTIONAL, "Treat what '// -----' lines part as files", 1},
    {"verify-diagnostics", KEY_VERIFY_DIAGNOSTICS, "BOOL", OPTION_ARG_OPTIONAL,
     "Compare diagnostics with comments like '// expected-error @+1 {{text}}'", 1},
    {"mlir-print-local-scope", KEY_LOCAL_SCOPE, "BOOL", OPTION_ARG_OPTIONAL,
     "Print locations in full and not by aliases", 1},
    {"verify-roundtrip", KEY_ROUNDTRIP, "BOOL", OPTION_ARG_OPTIONAL,
     "Check that the program read is the same after it is printed and read again", 1},
    {"run-reproducer", KEY_RUN_REPRODUCER, "BOOL", OPTION_ARG_OPTIONAL,
     "Run the pipeline that stands in the input, written by --mlir-pass-pipeline-crash-reproducer", 1},
    {"show-dialects", KEY_SHOW_DIALECTS, "BOOL", OPTION_ARG_OPTIONAL, "Print the names of the dialects, and exit", 1},
    {"version", KEY_VERSION, NULL, 0, "Print the version, and exit", -1},
    {0},
};

static error_t parse_option(int key, char *text, struct argp_state *state) {
  opt_run *run = state->input;
  opt_settings *settings = &run->settings;
  switch (key) {
  case ARGP_KEY_INIT:
    state->child_inputs[0] = &run->passes;
    return 0;
  case ARGP_KEY_ARG:
    return tool_set_input(state, text, &settings->input);
  case 'o':
    settings->output = text;
    return 0;
  case KEY_UNREGISTERED:
    return tool_set_bool(state, text, &settings->allow_unregistered);
  case KEY_GENERIC:
    return tool_set_bool(state, text, &settings->print.generic);
  case KEY_LOCATIONS:
    return tool_set_bool(state, text, &settings->print.locations);
  case KEY_SPLIT:
    return tool_set_bool(state, text, &settings->split_input);
  case KEY_VERIFY_DIAGNOSTICS:
    return tool_set_bool(state, text, &settings->verify_diagnostics);
  case KEY_LOCAL_SCOPE:
    return tool_set_bool(state, text, &settings->print.inlined);
  case KEY_ROUNDTRIP:
    return tool_set_bool(state, text, &settings->verify_roundtrip);
  case KEY_RUN_REPRODUCER:
    return tool_set_bool(state, text, &settings->run_reproducer);
  case KEY_SHOW_DIALECTS:
    return tool_set_bool(state, text, &settings->show_dialects);
  case KEY_VERSION:
    printf("baton-opt %s\n", BATON_VERSION);
    exit(EXIT_SUCCESS);
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

static bool parse_command_line(opt_run *run, int argc, char **argv) {
  const struct argp argp = {
      .options = options,
      .parser = parse_option,
      .doc = "Reads a program from FILE (or standard input), runs passes and prints the result."
             "\vThe exit code is 0 for success and 1 after any error; then nothing is printed.",
  };
  return tool_parse_command_line(&run->passes, run->diag, &argp, run, argc, argv);
}

// ---- work ----

static uint64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

// Adds the time since the last call to a phase.
static void end_phase(opt_run *run, int phase, uint64_t *last_ns) {
  uint64_t now = now_ns();
  run->phase_ns[phase] += now - *last_ns;
  *last_ns = now;
}

static void print_phases(const opt_run *run) {
  static const char *const names[NUM_PHASES] = {"Parser and verifier", "Passes", "Printer"};
  uint64_t total_ns = run->phase_ns[PHASE_PARSE] + run->phase_ns[PHASE_PASSES] + run->phase_ns[PHASE_PRINT];
  fputs("===-------------------------------------------------------------------------===\n"
        "                        ... Phases of the whole run ...\n"
        "===-------------------------------------------------------------------------===\n",
        stderr);
  for (int i = 0; i < NUM_PHASES; i++)
    fprintf(stderr, "  %10.6f (%5.1f%%)  %s\n", (double)run->phase_ns[i] * 1e-9,
            total_ns ? 100.0 * (double)run->phase_ns[i] / (double)total_ns : 0.0, names[i]);
}

static const char *output_path(const opt_run *run) { return run->settings.output ? run->settings.output : "-"; }

static bool write_piece(void *output, baton_str piece) { return tool_output_write(output, piece); }

static bool write_module(opt_run *run, const baton_module *module) {
  tool_output output;
  if (!tool_output_open(&output, run->diag, output_path(run)))
    return false;
  bool is_complete = baton_print_to(module->op, &run->settings.print, write_piece, &output);
  run->is_written = tool_output_close(&output, is_complete) && is_complete;
  return run->is_written;
}

// Nothing may be written of several parts before all are known to be good, nor with expected diagnostics before those
// have been compared.
static bool print_module(opt_run *run, const baton_module *module) {
  if (!run->settings.split_input && !run->expectations)
    return write_module(run, module);
  baton_print(module->op, &run->settings.print, &run->output);
  return true;
}

// What has been parsed need not stay in memory.
static void drop_input(void *input, size_t offset) { tool_input_drop(input, offset); }

// Parses, verifies, transforms and prints one text.
static bool process(opt_run *run, baton_str name, baton_str text, const baton_parse_options *how) {
  tool_program program;
  uint64_t last_ns = now_ns();
  tool_program_init(&program, run->settings.allow_unregistered);
  if (run->expectations)
    baton_diag_set_handler(baton_context_diag(program.context), opt_expectations_handle, run->expectations);
  bool is_good = tool_program_parse_with(&program, name, text, how);
  is_good = is_good && (!run->settings.verify_roundtrip || opt_check_roundtrip(program.module));
  end_phase(run, PHASE_PARSE, &last_ns);
  is_good = is_good && tool_passes_run(&run->passes, program.module);
  end_phase(run, PHASE_PASSES, &last_ns);
  is_good = is_good && print_module(run, program.module);
  end_phase(run, PHASE_PRINT, &last_ns);
  tool_program_deinit(&program);
  return is_good;
}

// Whether a line separates two parts of a file: "// -----" and nothing more.
static bool is_separator(baton_str line) {
  baton_str marker = BATON_STR("// -----");
  if (!baton_str_has_prefix(line, marker))
    return false;
  for (size_t i = marker.size; i < line.size; i++)
    if (line.data[i] != ' ' && line.data[i] != '\t' && line.data[i] != '\r')
      return false;
  return true;
}

// The end of the part that starts at the given place: the start of the next separator line, or the end of the text.
static size_t find_separator(baton_str text, size_t start, size_t *out_next) {
  for (size_t at = start; at < text.size;) {
    const char *newline = memchr(text.data + at, '\n', text.size - at);
    size_t end = newline ? (size_t)(newline - text.data) : text.size;
    *out_next = newline ? end + 1 : end;
    if (is_separator((baton_str){text.data + at, end - at}))
      return at;
    at = *out_next;
  }
  *out_next = text.size + 1; // no further part
  return text.size;
}

static uint32_t count_lines(baton_str text) {
  uint32_t num_lines = 0;
  for (size_t i = 0; i < text.size; i++)
    num_lines += text.data[i] == '\n';
  return num_lines;
}

// Processes the parts one by one, also behind errors. Positions are those of the file.
static bool process_parts(opt_run *run, baton_str name, baton_str text) {
  bool is_good = true;
  uint32_t line = 1;
  for (size_t at = 0, next; at <= text.size; at = next) {
    baton_str part = {text.data + at, find_separator(text, at, &next) - at};
    if (at > 0)
      baton_strbuf_append(&run->output, BATON_STR("// -----\n"));
    is_good = process(run, name, part, &(baton_parse_options){.first_line = line}) && is_good;
    line += count_lines(part) + 1;
  }
  return is_good;
}

// The program of a reproducer, whose pipeline is taken over.
static bool take_reproducer(opt_run *run, baton_str name, baton_str *text) {
  tool_reproducer reproducer;
  bool is_good = tool_reproducer_read(run->diag, name, *text, &reproducer) &&
                 baton_pipeline_append(run->passes.pipeline, baton_strbuf_view(&reproducer.pipeline));
  run->passes.verify_each = reproducer.verify_each;
  *text = reproducer.program;
  tool_reproducer_deinit(&reproducer);
  return is_good;
}

// Reads and processes the input; with expected diagnostics, these decide.
static bool process_input(opt_run *run, const char *path) {
  if (!tool_input_open(&run->input, run->diag, path))
    return false;
  baton_str name = baton_str_from(tool_input_name(path)), text = run->input.text;
  baton_diag_add_source(run->diag, name, text);
  if (run->settings.run_reproducer && !take_reproducer(run, name, &text))
    return false;
  if (run->settings.verify_diagnostics) {
    run->expectations = opt_expectations_create(run->diag, name, text);
    if (!run->expectations)
      return false;
  }
  baton_parse_options whole = {.watch = drop_input, .user = &run->input};
  bool is_good = run->settings.split_input ? process_parts(run, name, text) : process(run, name, text, &whole);
  if (run->passes.print_timing)
    print_phases(run);
  return run->expectations ? opt_expectations_check(run->expectations) : is_good;
}

static bool execute(opt_run *run, int argc, char **argv) {
  if (!parse_command_line(run, argc, argv))
    return false;
  run->passes.print_options = run->settings.print;
  const char *input = run->settings.input ? run->settings.input : "-";
  if (run->settings.show_dialects)
    baton_strbuf_append(&run->output, BATON_STR("Available Dialects: arith,builtin,func,memref,orch,scf\n"));
  else if (run->passes.list_passes)
    tool_passes_list(&run->passes, &run->output);
  else if (!process_input(run, input))
    return false;
  return run->is_written || tool_write_file(run->diag, output_path(run), baton_strbuf_view(&run->output));
}

int main(int argc, char **argv) {
  opt_run run = {.diag = baton_diag_create()};
  bool is_good = execute(&run, argc, argv);
  opt_expectations_destroy(run.expectations);
  tool_passes_deinit(&run.passes);
  tool_input_close(&run.input);
  baton_strbuf_deinit(&run.output);
  baton_diag_destroy(run.diag);
  return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}
