// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Command-line options about passes.
#include "tool_passes.h"

#include "tool_crash.h"
#include "tool_reproducer.h"

#ifndef BATON_NO_LINKED_PASSES
#include "passes/passes.h"
#endif

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

// Keys above all characters have no short form. Passes come last, in the order of the registry.
enum {
  KEY_PIPELINE = 0x1000,
  KEY_ORCHESTRATE,
  KEY_PLUGIN,
  KEY_VERIFY,
  KEY_BEFORE,
  KEY_AFTER,
  KEY_BEFORE_PASSES,
  KEY_AFTER_PASSES,
  KEY_ONLY_CHANGED,
  KEY_ONLY_FAILED,
  KEY_REMARKS,
  KEY_REMARK_PASSES,
  KEY_REPRODUCER,
  KEY_TIMING,
  KEY_STATISTICS,
  KEY_PRINT_PIPELINE,
  KEY_LIST,
  KEY_ORDER_EACH,
  KEY_ORDER_BIND,
  KEY_ORDER_ENTRY,
  KEY_FIRST_PASS,
};

enum { GROUP_PIPELINE = 10, GROUP_DEBUG, GROUP_PASSES };

static const struct argp_option fixed_options[] = {
    {NULL, 0, NULL, 0, "Passes to run, in the order given:", GROUP_PIPELINE},
    {"pass-pipeline", KEY_PIPELINE, "TEXT", 0, "A pipeline: 'builtin.module(a,b{x=1 y=2},func.func(c))'", 0},
    {"orchestrate", KEY_ORCHESTRATE, NULL, 0, "The default passes: derive-deps, prune-deps, phase-fence", 0},
    {"load-pass-plugin", KEY_PLUGIN, "PATH", 0, "Load passes from a shared object (may stand anywhere)", 0},
    {"list-passes", KEY_LIST, NULL, 0, "List all passes and their options, and exit", 0},
    {NULL, 0, NULL, 0, "Looking at passes (output goes to stderr):", GROUP_DEBUG},
    {"verify-each", KEY_VERIFY, "BOOL", OPTION_ARG_OPTIONAL, "Verify after each pass (default: true)", 0},
    {"check-order-each", KEY_ORDER_EACH, "BOOL", OPTION_ARG_OPTIONAL,
     "Check on expanded instances that each pass keeps the order of all tasks", 0},
    {"check-order-bind", KEY_ORDER_BIND, "VALUES", 0,
     "The same, with these values, as in 'arg0=8,arg1.0=16,arg2[]=3'; others are varied", 0},
    {"check-order-entry", KEY_ORDER_ENTRY, "NAME", 0, "The same, of one function alone", 0},
    {"mlir-print-ir-before-all", KEY_BEFORE, "BOOL", OPTION_ARG_OPTIONAL, "Print IR before each pass", 0},
    {"mlir-print-ir-after-all", KEY_AFTER, "BOOL", OPTION_ARG_OPTIONAL, "Print IR after each pass", 0},
    {"mlir-print-ir-before", KEY_BEFORE_PASSES, "PASSES", 0, "Print IR before these passes, listed with commas", 0},
    {"mlir-print-ir-after", KEY_AFTER_PASSES, "PASSES", 0, "Print IR after these passes, listed with commas", 0},
    {"mlir-print-ir-after-change", KEY_ONLY_CHANGED, "BOOL", OPTION_ARG_OPTIONAL,
     "When printing after a pass, only print IR that it has changed", 0},
    {"mlir-print-ir-after-failure", KEY_ONLY_FAILED, "BOOL", OPTION_ARG_OPTIONAL,
     "Print IR after a pass only if it fails", 0},
    {"remarks", KEY_REMARKS, "KINDS", OPTION_ARG_OPTIONAL,
     "Show what passes say about their work: passed, missed, analysis, listed with commas (default: all)", 0},
    {"remarks-filter", KEY_REMARK_PASSES, "PASSES", 0, "Only remarks of these passes, listed with commas", 0},
    {"mlir-pass-pipeline-crash-reproducer", KEY_REPRODUCER, "FILE", 0,
     "Write the program and the pipeline if a pass fails or crashes, for --run-reproducer", 0},
    {"mlir-timing", KEY_TIMING, "BOOL", OPTION_ARG_OPTIONAL, "Print the time of each pass", 0},
    {"mlir-pass-statistics", KEY_STATISTICS, "BOOL", OPTION_ARG_OPTIONAL, "Print what passes have counted", 0},
    {"dump-pass-pipeline", KEY_PRINT_PIPELINE, "BOOL", OPTION_ARG_OPTIONAL, "Print the pipeline that is run", 0},
    {NULL, 0, NULL, 0, "Single passes, with options as --PASS=\"a=1 b=2\":", GROUP_PASSES},
};

enum { NUM_FIXED = sizeof fixed_options / sizeof *fixed_options };

error_t tool_set_bool(const struct argp_state *state, const char *text, bool *out) {
  *out = !text || strcmp(text, "true") == 0 || strcmp(text, "1") == 0;
  if (!*out && strcmp(text, "false") != 0 && strcmp(text, "0") != 0)
    argp_error(state, "'%s' is neither 'true' nor 'false'", text);
  return 0;
}

error_t tool_set_input(const struct argp_state *state, const char *path, const char **out) {
  if (*out)
    argp_error(state, "more than one input file: '%s' and '%s'", *out, path);
  *out = path;
  return 0;
}

// The next name of a list with commas, or an empty one behind the last.
static baton_str next_name(const char **names) {
  baton_str name = {*names, strcspn(*names, ",")};
  *names += name.size + ((*names)[name.size] == ',');
  return name;
}

// Takes the names of passes over once all of them are known to be some.
static error_t set_passes(const struct argp_state *state, const char *text, const char **out) {
  const tool_passes *passes = state->input;
  for (const char *names = *out = text; *names;) {
    baton_str name = next_name(&names);
    if (baton_registry_find(passes->registry, name))
      continue;
    baton_strbuf hint = {0};
    baton_registry_print_near(passes->registry, name, &hint);
    argp_error(state, "no pass is called '%.*s'%.*s", BATON_STR_ARG(name), BATON_STR_ARG(baton_strbuf_view(&hint)));
  }
  return 0;
}

static unsigned find_remark_kind(baton_str name) {
  unsigned kind = 0;
  while (kind < BATON_NUM_REMARK_KINDS && !baton_str_is(name, baton_remark_kind_name((baton_remark_kind)kind)))
    kind++;
  return kind;
}

static error_t set_remark_kinds(const struct argp_state *state, const char *text, unsigned *out) {
  *out = text ? 0 : (1u << BATON_NUM_REMARK_KINDS) - 1;
  for (const char *names = text; names && *names;) {
    baton_str name = next_name(&names);
    unsigned kind = find_remark_kind(name);
    if (kind == BATON_NUM_REMARK_KINDS)
      argp_error(state, "'%.*s' is none of passed, missed, analysis", BATON_STR_ARG(name));
    *out |= 1u << kind;
  }
  return 0;
}

static error_t parse_option(int key, char *text, struct argp_state *state) {
  tool_passes *passes = state->input;
  switch (key) {
  case KEY_PIPELINE:
    return baton_pipeline_append(passes->pipeline, baton_str_from(text)) ? 0 : EINVAL;
  case KEY_ORCHESTRATE:
    return baton_pipeline_append(passes->pipeline, BATON_STR(TOOL_ORCHESTRATE)) ? 0 : EINVAL;
  case KEY_PLUGIN: // loaded already unless the option's name was cut short
    return baton_registry_load(passes->registry, text) ? 0 : EINVAL;
  case KEY_LIST:
    passes->list_passes = true;
    return 0;
  case KEY_VERIFY:
    return tool_set_bool(state, text, &passes->verify_each);
  case KEY_BEFORE:
    return tool_set_bool(state, text, &passes->print_before);
  case KEY_AFTER:
    return tool_set_bool(state, text, &passes->print_after);
  case KEY_BEFORE_PASSES:
    return set_passes(state, text, &passes->print_before_names);
  case KEY_AFTER_PASSES:
    return set_passes(state, text, &passes->print_after_names);
  case KEY_ONLY_CHANGED:
    return tool_set_bool(state, text, &passes->only_changed);
  case KEY_ONLY_FAILED:
    return tool_set_bool(state, text, &passes->only_failed);
  case KEY_REMARKS:
    return set_remark_kinds(state, text, &passes->remark_kinds);
  case KEY_REMARK_PASSES:
    return set_passes(state, text, &passes->remark_names);
  case KEY_REPRODUCER:
    passes->reproducer = text;
    return 0;
  case KEY_TIMING:
    return tool_set_bool(state, text, &passes->print_timing);
  case KEY_STATISTICS:
    return tool_set_bool(state, text, &passes->print_statistics);
  case KEY_PRINT_PIPELINE:
    return tool_set_bool(state, text, &passes->print_pipeline);
  case KEY_ORDER_EACH:
    return tool_set_bool(state, text, &passes->order.is_wanted);
  case KEY_ORDER_BIND:
    passes->order.settings.bind = baton_str_from(text);
    passes->order.is_wanted = true;
    return 0;
  case KEY_ORDER_ENTRY:
    passes->order.settings.entry = baton_str_from(text);
    passes->order.is_wanted = true;
    return 0;
  default:
    break;
  }
  size_t index = (size_t)(key - KEY_FIRST_PASS);
  if (key < KEY_FIRST_PASS || index >= baton_registry_num_passes(passes->registry))
    return ARGP_ERR_UNKNOWN;
  const baton_pass *pass = baton_registry_pass(passes->registry, index);
  return baton_pipeline_add(passes->pipeline, baton_str_from(pass->name), baton_str_from(text ? text : "")) ? 0
                                                                                                            : EINVAL;
}

// The path of a plugin option, from the argument itself or the next one; NULL for any other argument.
static const char *plugin_path(const char *arg, const char *next) {
  static const char name[] = "load-pass-plugin";
  size_t dashes = strspn(arg, "-");
  if (dashes < 1 || dashes > 2 || strncmp(arg + dashes, name, sizeof name - 1) != 0)
    return NULL;
  const char *rest = arg + dashes + sizeof name - 1;
  return *rest == '=' ? rest + 1 : *rest == 0 ? next : NULL;
}

static bool load_plugins(tool_passes *passes, int argc, char **argv) {
  for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
    const char *path = plugin_path(argv[i], argv[i + 1]);
    if (path && !baton_registry_load(passes->registry, path))
      return false;
    i += strcmp(argv[i], "-o") == 0; // its value may look like an option
  }
  return true;
}

// Fixed options, one per pass, and the end.
static void make_argp(tool_passes *passes) {
  size_t num_passes = baton_registry_num_passes(passes->registry);
  struct argp_option *options = BATON_ARENA_ARRAY(&passes->arena, struct argp_option, NUM_FIXED + num_passes + 1);
  memcpy(options, fixed_options, sizeof fixed_options);
  for (size_t i = 0; i < num_passes; i++) {
    const baton_pass *pass = baton_registry_pass(passes->registry, i);
    options[NUM_FIXED + i] = (struct argp_option){
        .name = pass->name,
        .key = KEY_FIRST_PASS + (int)i,
        .arg = "OPTIONS",
        .flags = OPTION_ARG_OPTIONAL,
        .doc = *pass->summary ? pass->summary : " ",
    };
  }
  passes->argp = (struct argp){.options = options, .parser = parse_option};
}

// Registers the passes that are linked in, and loads the plugins named anywhere on the command line, so that their
// passes are options wherever they stand.
static bool init(tool_passes *passes, baton_diag *diag, int argc, char **argv) {
  *passes = (tool_passes){.diag = diag, .registry = baton_registry_create(diag), .verify_each = true};
  passes->pipeline = baton_pipeline_create(passes->registry);
#ifndef BATON_NO_LINKED_PASSES
  if (!baton_registry_add(passes->registry, baton_passes_table(), program_invocation_short_name))
    return false;
#endif
  if (!load_plugins(passes, argc, argv))
    return false;
  make_argp(passes);
  return true;
}

bool tool_parse_command_line(tool_passes *passes, baton_diag *diag, const struct argp *own, void *input, int argc,
                             char **argv) {
  if (!init(passes, diag, argc, argv))
    return false;
  struct argp_child children[] = {{&passes->argp, 0, NULL, 0}, {0}};
  struct argp argp = {
      .options = own->options, .parser = own->parser, .args_doc = "[FILE]", .doc = own->doc, .children = children};
  argp_err_exit_status = EXIT_FAILURE;
  return argp_parse(&argp, argc, argv, ARGP_LONG_ONLY, NULL, input) == 0;
}

void tool_passes_deinit(tool_passes *passes) {
  baton_pipeline_destroy(passes->pipeline);
  baton_registry_destroy(passes->registry);
  baton_arena_deinit(&passes->arena);
}

// ---- running ----

static void print_to_stderr(const baton_strbuf *text) { fwrite(text->data, 1, text->size, stderr); }

static void dump(const tool_passes *passes, const char *when, const baton_pass *pass, const char *outcome,
                 const baton_op *op) {
  baton_strbuf out = {0};
  baton_strbuf_printf(&out, "// -----// IR Dump %s %s%s //----- //\n", when, pass->name, outcome);
  baton_print(op, &passes->print_options, &out);
  if (out.data[out.size - 1] != '\n')
    baton_strbuf_append_char(&out, '\n');
  baton_strbuf_append_char(&out, '\n');
  print_to_stderr(&out);
  baton_strbuf_deinit(&out);
}

static bool is_listed(const char *names, const char *name) {
  while (names && *names)
    if (baton_str_is(next_name(&names), name))
      return true;
  return false;
}

static bool is_shown_after(const tool_passes *passes, const baton_pass *pass, baton_pass_result result) {
  if (passes->only_failed)
    return result == BATON_PASS_FAILED;
  if (passes->only_changed && result == BATON_PASS_UNCHANGED)
    return false;
  return passes->print_after || is_listed(passes->print_after_names, pass->name);
}

static void before_pass(void *user, const baton_pass *pass, const baton_op *op) {
  tool_passes *passes = user;
  if (passes->print_before || is_listed(passes->print_before_names, pass->name))
    dump(passes, "Before", pass, "", op);
  tool_order_before(&passes->order, op->module);
  tool_crash_set_pass(pass->name);
}

static void after_pass(void *user, const baton_pass *pass, const baton_op *op, baton_pass_result result) {
  tool_passes *passes = user;
  tool_crash_set_pass(NULL);
  if (is_shown_after(passes, pass, result))
    dump(passes, "After", pass, result == BATON_PASS_FAILED ? " Failed" : "", op);
  tool_order_after(&passes->order, op->module, pass->name, result != BATON_PASS_FAILED);
}

static bool wants_remark(void *user, const baton_pass *pass, baton_remark_kind kind) {
  const tool_passes *passes = user;
  return (passes->remark_kinds >> kind & 1) && (!passes->remark_names || is_listed(passes->remark_names, pass->name));
}

static void print_pipeline(const tool_passes *passes) {
  baton_strbuf out = {0};
  baton_pipeline_print(passes->pipeline, &out);
  baton_strbuf_append_char(&out, '\n');
  print_to_stderr(&out);
  baton_strbuf_deinit(&out);
}

static void print_tables(const tool_passes *passes) {
  baton_strbuf out = {0};
  if (passes->print_statistics)
    baton_pipeline_print_statistics(passes->pipeline, &out);
  if (passes->print_timing)
    baton_pipeline_print_timing(passes->pipeline, &out);
  if (out.size)
    print_to_stderr(&out);
  baton_strbuf_deinit(&out);
}

// ---- reproducers ----

// The program as it is, and the pipeline, for the case that it fails or crashes.
typedef struct reproduction {
  tool_output output;
  baton_strbuf text;
} reproduction;

static bool start_reproduction(const tool_passes *passes, const baton_module *module, reproduction *out) {
  *out = (reproduction){0};
  if (!tool_output_open(&out->output, passes->diag, passes->reproducer))
    return false;
  baton_strbuf pipeline = {0};
  baton_pipeline_print(passes->pipeline, &pipeline);
  baton_print(module->op, NULL, &out->text);
  tool_reproducer_print(baton_strbuf_view(&pipeline), passes->verify_each, &out->text);
  baton_strbuf_deinit(&pipeline);
  tool_crash_arm(&out->output, baton_strbuf_view(&out->text));
  return true;
}

static void end_reproduction(const tool_passes *passes, reproduction *r, bool is_good) {
  tool_crash_disarm();
  bool is_written = !is_good && tool_output_write(&r->output, baton_strbuf_view(&r->text));
  if (tool_output_close(&r->output, is_written) && is_written)
    fprintf(stderr, "note: the pipeline failed: reproducer generated at '%s'\n", passes->reproducer);
  baton_strbuf_deinit(&r->text);
}

static bool run_pipeline(tool_passes *passes, baton_module *module) {
  baton_pipeline_hooks hooks = {
      .user = passes, .before_pass = before_pass, .after_pass = after_pass, .wants_remark = wants_remark};
  baton_pipeline_options options = {.verify_each = passes->verify_each, .hooks = &hooks};
  bool is_good = baton_pipeline_run(passes->pipeline, module, &options);
  return tool_order_finish(&passes->order) && is_good;
}

bool tool_passes_run(tool_passes *passes, baton_module *module) {
  if (passes->print_pipeline)
    print_pipeline(passes);
  reproduction r;
  if (passes->reproducer && !start_reproduction(passes, module, &r))
    return false;
  bool is_good = run_pipeline(passes, module);
  if (passes->reproducer)
    end_reproduction(passes, &r, is_good);
  print_tables(passes);
  return is_good;
}

// ---- listing ----

static void list_option(const baton_pass_option *option, baton_strbuf *out) {
  static const char *const values[] = {"true|false", "INTEGER", "TEXT", NULL};
  const char *value = option->kind == BATON_OPTION_CHOICE ? option->choices : values[option->kind];
  baton_strbuf_printf(out, "    %s=%s", option->name, value);
  if (option->default_text)
    baton_strbuf_printf(out, " (default: %s)", *option->default_text ? option->default_text : "empty");
  else
    baton_strbuf_append(out, BATON_STR(" (must be given)"));
  if (option->help)
    baton_strbuf_printf(out, "  %s", option->help);
  baton_strbuf_append_char(out, '\n');
}

void tool_passes_list(const tool_passes *passes, baton_strbuf *out) {
  for (size_t i = 0; i < baton_registry_num_passes(passes->registry); i++) {
    const baton_pass *pass = baton_registry_pass(passes->registry, i);
    baton_strbuf_printf(out, "%s  %s\n", pass->name, pass->summary);
    for (uint32_t k = 0; k < pass->num_options; k++)
      list_option(&pass->options[k], out);
  }
}
