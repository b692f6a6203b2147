// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// baton-run: compiles a program in memory and runs it, with kernels from shared objects and arrays from files.
#include "dialect/func.h"
#include "ir/symbol.h"
#include "run_args.h"
#include "run_kernels.h"
#include "run_stats.h"
#include "tool_file.h"
#include "tool_passes.h"
#include "tool_program.h"
#include "llvm/jit.h"
#include "llvm/object.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct run_strings {
  const char **data;
  size_t size;
} run_strings;

typedef struct run_settings {
  const char *input, *entry, *workers, *out_dir, *trace, *stats_json;
  run_strings kernels, args, outs, prints;
  unsigned level;
  uint32_t repeat;
  uint64_t memory_limit, timeout_ns;
  uint32_t window;
  bool stats;
} run_settings;

typedef struct run_state {
  run_settings settings;
  tool_passes passes;
  baton_diag *diag; // of the command line, of files and of what the JIT finds
  baton_arena arena;
  baton_strbuf input, output;
  tool_program program;
  run_kernels kernels;
  run_args args;
  run_stats stats;
  baton_rt *runtime;
  baton_jit *jit;
} run_state;

static bool fail(const run_state *run, const char *format, ...) BATON_PRINTF(2, 3);

static bool fail(const run_state *run, const char *format, ...) {
  va_list list;
  va_start(list, format);
  baton_diag_vemit(run->diag, BATON_SEVERITY_ERROR, (baton_position){0}, format, list);
  va_end(list);
  return false;
}

// ---- command line -----------------------------------------------------------------------------------------------

enum {
  KEY_ENTRY = 0x800,
  KEY_KERNELS,
  KEY_WORKERS,
  KEY_ARG,
  KEY_ARGS_DIR,
  KEY_OUT,
  KEY_OUT_DIR,
  KEY_PRINT,
  KEY_REPEAT,
  KEY_MEMORY,
  KEY_WINDOW,
  KEY_TIMEOUT,
  KEY_TRACE,
  KEY_STATS,
  KEY_STATS_JSON,
  KEY_VERSION,
};

static const struct argp_option options[] = {
    {"entry", KEY_ENTRY, "NAME", 0, "The function to run (default: the only public one)", 1},
    {"kernels", KEY_KERNELS, "LIB.so", 0, "A library with kernels and host functions; may be repeated", 1},
    {"workers", KEY_WORKERS, "N", 0, "Worker threads, or some for each kind: cpu:4,vector:2", 1},
    {"window", KEY_WINDOW, "N", 0, "Unfinished tasks before a submit waits, 128 to 4194240 (default: 16384)", 1},
    {"memory-limit", KEY_MEMORY, "BYTES", 0, "Bytes of buffers before the program waits for releases", 1},
    {"timeout", KEY_TIMEOUT, "SECONDS", 0,
     "How long one call of a kernel may take, 0.001 to 1000000 (default: as long as it likes)", 1},
    {NULL, 'O', "LEVEL", 0, "Run LLVM's optimizer at level 0 to 3 (default: not at all)", 1},
    {"arg", KEY_ARG, "FILE.npy|NUMBER", 0,
     "The next argument; also zeros, zeros:2x3, iota, iota:6 for a buffer without a file", 2},
    {"args-dir", KEY_ARGS_DIR, "DIR", 0, "DIR/*.npy, ordered by name, as the next arguments", 2},
    {"out", KEY_OUT, "INDEX:FILE.npy", 0, "Write an argument after the run; may be repeated", 2},
    {"out-dir", KEY_OUT_DIR, "DIR", 0, "Write the arguments that the run has changed, by the names of their files", 2},
    {"print", KEY_PRINT, "INDEX", 0, "Print an argument after the run; may be repeated", 2},
    {"repeat", KEY_REPEAT, "N", 0, "Run N times from the same arguments; all results must be equal", 3},
    {"trace", KEY_TRACE, "FILE", 0, "Write a trace for Chrome's or Perfetto's viewer", 3},
    {"stats", KEY_STATS, NULL, 0, "Print counts and times to stderr", 3},
    {"stats-json", KEY_STATS_JSON, "FILE", 0, "Write counts and times as JSON", 3},
    {"version", KEY_VERSION, NULL, 0, "Print the version, and exit", -1},
    {0},
};

static error_t add_string(run_strings *list, const char *text) {
  list->data = baton_mem_resize_array((void *)list->data, list->size + 1, sizeof *list->data);
  list->data[list->size++] = text;
  return 0;
}

static uint64_t read_number(const struct argp_state *state, const char *text, uint64_t least, uint64_t most) {
  char *end;
  errno = 0;
  unsigned long long value = strtoull(text, &end, 10);
  if (end == text || *end || errno || *text == '-' || value < least || value > most)
    argp_error(state, "'%s' is not a number from %" PRIu64 " to %" PRIu64, text, least, most);
  return value;
}

static uint64_t read_seconds(const struct argp_state *state, const char *text) {
  char *end;
  double value = strtod(text, &end);
  if (end == text || *end || !(value >= 0.001 && value <= 1e6))
    argp_error(state, "'%s' is not a number of seconds from 0.001 to 1000000", text);
  return (uint64_t)(value * 1e9);
}

static int is_array_file(const struct dirent *entry) {
  size_t size = strlen(entry->d_name);
  return size > 4 && strcmp(entry->d_name + size - 4, ".npy") == 0;
}

static int by_name(const struct dirent **a, const struct dirent **b) { return strcmp((*a)->d_name, (*b)->d_name); }

static error_t add_folder(run_state *run, const struct argp_state *state, const char *path) {
  struct dirent **entries;
  int num = scandir(path, &entries, is_array_file, by_name);
  if (num < 0)
    argp_error(state, "cannot read folder '%s': %s", path, strerror(errno));
  for (int i = 0; i < num; i++) {
    add_string(&run->settings.args, baton_str_format(&run->arena, "%s/%s", path, entries[i]->d_name).data);
    free(entries[i]);
  }
  free(entries);
  return 0;
}

static error_t parse_option(int key, char *text, struct argp_state *state) {
  run_state *run = state->input;
  run_settings *settings = &run->settings;
  switch (key) {
  case ARGP_KEY_INIT:
    state->child_inputs[0] = &run->passes;
    return 0;
  case ARGP_KEY_ARG:
    return tool_set_input(state, text, &settings->input);
  case KEY_ENTRY:
    settings->entry = text;
    return 0;
  case KEY_KERNELS:
    return add_string(&settings->kernels, text);
  case KEY_WORKERS:
    settings->workers = text;
    return 0;
  case 'O':
    settings->level = (unsigned)read_number(state, text, 0, 3);
    return 0;
  case KEY_ARG:
    return add_string(&settings->args, text);
  case KEY_ARGS_DIR:
    return add_folder(run, state, text);
  case KEY_OUT:
    return add_string(&settings->outs, text);
  case KEY_OUT_DIR:
    settings->out_dir = text;
    return 0;
  case KEY_PRINT:
    return add_string(&settings->prints, text);
  case KEY_REPEAT:
    settings->repeat = (uint32_t)read_number(state, text, 1, UINT32_MAX);
    return 0;
  case KEY_MEMORY:
    settings->memory_limit = read_number(state, text, 1, INT64_MAX);
    return 0;
  case KEY_WINDOW:
    settings->window = (uint32_t)read_number(state, text, 128, 4194240);
    return 0;
  case KEY_TIMEOUT:
    settings->timeout_ns = read_seconds(state, text);
    return 0;
  case KEY_TRACE:
    settings->trace = text;
    return 0;
  case KEY_STATS:
    settings->stats = true;
    return 0;
  case KEY_STATS_JSON:
    settings->stats_json = text;
    return 0;
  case KEY_VERSION:
    printf("baton-run %s\n", BATON_VERSION);
    exit(EXIT_SUCCESS);
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

static bool parse_command_line(run_state *run, int argc, char **argv) {
  const struct argp argp = {
      .options = options,
      .parser = parse_option,
      .doc = "Reads a program from FILE (or standard input), compiles it in memory and runs it."
             "\vThe exit code is 0 for success and 1 after any error, of the program or of the run.",
  };
  return tool_parse_command_line(&run->passes, run->diag, &argp, run, argc, argv);
}

// ---- before the run ---------------------------------------------------------------------------------------------

static bool is_entry(const baton_op *op) {
  if (!baton_op_is(op, BATON_OP_FUNC_FUNC) || !baton_op_body(op))
    return false;
  const baton_attr *visibility = baton_func_func_sym_visibility(op);
  return !visibility || baton_attr_is_string(visibility, "public");
}

static const baton_op *find_entry(const run_state *run) {
  const baton_op *found = NULL;
  const char *name = run->settings.entry;
  uint32_t num = 0;
  for (const baton_op *op = baton_module_body(run->program.module)->first; op; op = op->next) {
    if (!is_entry(op) || (name && !baton_str_is(baton_symbol_name(op), name)))
      continue;
    found = op;
    num++;
  }
  if (num == 1)
    return found;
  if (name)
    fail(run, "there is no public function @%s with a body", name);
  else
    fail(run, "the program has %u public functions with a body: choose one with --entry=NAME", num);
  return NULL;
}

static bool prepare_runtime(run_state *run) {
  baton_rt_config config = {
      .size = sizeof config,
      .workers = run->settings.workers,
      .window = run->settings.window,
      .resolve = run_kernels_find,
      .resolve_user = &run->kernels,
      .trace_path = run->settings.trace,
      .memory_limit = run->settings.memory_limit,
      .catch_crashes = 1,
      .timeout_ns = run->settings.timeout_ns,
  };
  int32_t status = baton_rt_create(&config, &run->runtime);
  if (status == BATON_RT_BAD_ARGUMENT && run->settings.workers)
    return fail(run, "'%s' is neither a number of workers, at most 256, nor some for each kind, as in cpu:4,vector:2",
                run->settings.workers);
  return !status || fail(run, "cannot make the runtime: %s", baton_rt_status_text(status));
}

#define RUNTIME_CALLS(X)                                                                                               \
  X(enter)                                                                                                             \
  X(leave)                                                                                                             \
  X(fail)                                                                                                              \
  X(submit1)                                                                                                           \
  X(submit) X(submit_spans) X(fence) X(fence_spans) X(wait) X(wait_spans) X(access) X(alloc) X(retain) X(release)      \
      X(import) X(ids) X(ids_free)

static baton_jit_entry *compile(run_state *run, const char *name) {
  baton_lower_options lower = {.packed_entries = true, .fast_codegen = run->settings.level == 0};
  baton_lowered *lowered = baton_lower(run->program.module, &lower);
  if (!lowered)
    return NULL;
  if (run->settings.level && !baton_lowered_optimize(lowered, run->settings.level)) {
    baton_lowered_destroy(lowered);
    return NULL;
  }
  run->jit = baton_jit_create(run->diag);
  if (!run->jit) {
    baton_lowered_destroy(lowered);
    return NULL;
  }
#define DEFINE(call) baton_jit_define(run->jit, "baton_rt_" #call, (baton_jit_address)baton_rt_##call);
  RUNTIME_CALLS(DEFINE)
#undef DEFINE
  baton_jit_define_data(run->jit, "baton_rt_abi_1", &baton_rt_abi_1);
  baton_jit_module *module = baton_jit_add(run->jit, lowered, run_kernels_find_host, &run->kernels);
  return module ? baton_jit_find_entry(module, name) : NULL;
}

// ---- the run ----------------------------------------------------------------------------------------------------

// The runtime's message is a diagnostic already; the source line and a caret are added where its place is known.
static bool report_run(const run_state *run, int32_t status) {
  const baton_rt_error *error = baton_rt_last_error(run->runtime);
  if (error && error->text)
    fprintf(stderr, "%s\n", error->text);
  else
    fprintf(stderr, "error: %s\n", baton_rt_status_text(status));
  return false;
}

static bool execute_runs(run_state *run, baton_jit_entry *entry) {
  for (uint32_t i = 0; i < run->settings.repeat; i++) {
    run_args_reset(&run->args);
    int32_t status = entry(run->runtime, run->args.packed);
    if (status)
      return report_run(run, status);
    run_stats_add(&run->stats, run->runtime);
    if (run->settings.repeat > 1 && !run_args_compare(&run->args, i))
      return false;
  }
  return true;
}

// "INDEX" or "INDEX:FILE".
static bool read_index(const run_state *run, const char *text, char after, uint32_t *out_index, const char **out_rest) {
  char *end;
  errno = 0;
  unsigned long value = strtoul(text, &end, 10);
  if (end == text || *text == '-' || *end != after || errno || value > UINT32_MAX)
    return fail(run, "'%s' does not begin with the index of an argument%s", text, after ? " and ':'" : "");
  *out_index = (uint32_t)value;
  *out_rest = *end ? end + 1 : end;
  return true;
}

static bool write_outputs(run_state *run) {
  const run_settings *settings = &run->settings;
  uint32_t index = 0;
  const char *path = NULL;
  for (size_t i = 0; i < settings->outs.size; i++)
    if (!read_index(run, settings->outs.data[i], ':', &index, &path) || !run_args_write(&run->args, index, path))
      return false;
  if (settings->out_dir && !run_args_write_changed(&run->args, settings->out_dir))
    return false;
  for (size_t i = 0; i < settings->prints.size; i++)
    if (!read_index(run, settings->prints.data[i], 0, &index, &path) ||
        !run_args_print(&run->args, index, &run->output))
      return false;
  run_args_print_results(&run->args, &run->output);
  if (settings->stats_json && !run_stats_write_json(&run->stats, run->diag, settings->stats_json))
    return false;
  if (settings->stats) {
    baton_strbuf text = {0};
    run_stats_print(&run->stats, &text);
    fwrite(text.data, 1, text.size, stderr);
    baton_strbuf_deinit(&text);
  }
  return tool_write_file(run->diag, "-", baton_strbuf_view(&run->output));
}

static bool load_program(run_state *run) {
  const char *path = run->settings.input ? run->settings.input : "-";
  if (!tool_read_file(run->diag, path, &run->input))
    return false;
  tool_program_init(&run->program, false);
  return tool_program_parse(&run->program, baton_str_from(tool_input_name(path)), baton_strbuf_view(&run->input)) &&
         tool_passes_run(&run->passes, run->program.module);
}

static bool execute(run_state *run, int argc, char **argv) {
  if (!parse_command_line(run, argc, argv))
    return false;
  if (run->passes.list_passes) {
    tool_passes_list(&run->passes, &run->output);
    return tool_write_file(run->diag, "-", baton_strbuf_view(&run->output));
  }
  const run_settings *settings = &run->settings;
  if (!load_program(run))
    return false;
  for (size_t i = 0; i < settings->kernels.size; i++)
    if (!run_kernels_load(&run->kernels, run->diag, settings->kernels.data[i]))
      return false;
  const baton_op *func = find_entry(run);
  if (!func || !run_kernels_check(&run->kernels, run->program.module) ||
      !run_args_init(&run->args, run->diag, func, settings->args.data, settings->args.size) || !prepare_runtime(run))
    return false;
  baton_jit_entry *entry = compile(run, baton_str_copy(&run->arena, baton_symbol_name(func)).data);
  return entry && execute_runs(run, entry) && write_outputs(run);
}

// A thread that is still in a kernel can be neither joined nor left without the code that it runs. So the process ends
// with all of it in place, and without what exit would call meanwhile.
static void end_abandoned(void) {
  fflush(NULL);
  _exit(EXIT_FAILURE);
}

static void deinit(run_state *run) {
  if (baton_rt_destroy(run->runtime)) // before the code that its tables are in
    end_abandoned();
  baton_jit_destroy(run->jit);
  run_kernels_deinit(&run->kernels);
  run_args_deinit(&run->args);
  run_stats_deinit(&run->stats);
  if (run->program.context)
    tool_program_deinit(&run->program);
  tool_passes_deinit(&run->passes);
  baton_strbuf_deinit(&run->input);
  baton_strbuf_deinit(&run->output);
  run_strings *lists[] = {&run->settings.kernels, &run->settings.args, &run->settings.outs, &run->settings.prints};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    baton_mem_free((void *)lists[i]->data);
  baton_arena_deinit(&run->arena);
  baton_diag_destroy(run->diag);
}

int main(int argc, char **argv) {
  run_state run = {.diag = baton_diag_create(), .settings.repeat = 1};
  bool is_good = execute(&run, argc, argv);
  deinit(&run);
  return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}
