// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// baton-reference dialects EXAMPLES... | passes
//
// Prints dialect/README.md or passes/README.md, made from the tables. The example of an op is its longest use in custom
// form in the given MLIR files, which are tests; an op without one is an error.
#include "dialect/dialects.h"
#include "passes/passes.h"
#include "tool_file.h"

#include "ir/context.h"

#include <stdio.h>
#include <stdlib.h>

#define COMMENT "<!-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->\n\n"

static const baton_dialect *const dialects[] = {&baton_builtin_dialect, &baton_func_dialect,   &baton_arith_dialect,
                                                &baton_scf_dialect,     &baton_memref_dialect, &baton_orch_dialect};
enum { NUM_DIALECTS = sizeof dialects / sizeof *dialects };

// ---- examples ---------------------------------------------------------------------------------------------------

static bool is_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

// Whether a line of code is an op of this name: "name ...", "%x = name ...".
static bool is_op_line(baton_str line, const char *name) {
  size_t at = 0, size = strlen(name);
  while (at < line.size && line.data[at] == ' ')
    at++;
  if (at < line.size && line.data[at] == '%') {
    const char *equals = memchr(line.data, '=', line.size);
    at = equals ? (size_t)(equals - line.data) + 2 : line.size;
  }
  return line.size >= at + size && memcmp(line.data + at, name, size) == 0 &&
         (line.size == at + size || !is_word_char(line.data[at + size]));
}

static baton_str next_line(baton_str text, size_t at) {
  const char *newline = memchr(text.data + at, '\n', text.size - at);
  return (baton_str){text.data + at, newline ? (size_t)(newline - text.data) - at : text.size - at};
}

static int braces(baton_str line) {
  int depth = 0;
  for (size_t i = 0; i < line.size; i++)
    depth += line.data[i] == '{' ? 1 : line.data[i] == '}' ? -1 : 0;
  return depth;
}

static size_t indentation(baton_str line) {
  size_t at = 0;
  while (at < line.size && line.data[at] == ' ')
    at++;
  return at;
}

static bool is_comment(baton_str line) {
  size_t at = indentation(line);
  return line.size >= at + 2 && line.data[at] == '/' && line.data[at + 1] == '/';
}

// From an op's first line to the end of its regions. A switch goes on behind each of them.
static void print_example(baton_str text, size_t at) {
  size_t indent = indentation(next_line(text, at));
  int depth = 0;
  printf("```mlir\n");
  for (bool goes_on = true; goes_on && at < text.size;) {
    baton_str line = next_line(text, at);
    at += line.size + 1;
    depth += braces(line);
    if (!is_comment(line) && line.size >= indent)
      printf("%.*s\n", (int)(line.size - indent), line.data + indent);
    baton_str next = at < text.size ? next_line(text, at) : (baton_str){"", 0};
    goes_on = depth > 0 || is_comment(next) || is_op_line(next, "case") || is_op_line(next, "default");
    if (depth == 0 && is_comment(next)) // perhaps the end
      goes_on = is_op_line(line, "scf.index_switch");
  }
  printf("```\n\n");
}

// The longest use says most.
static bool find_example(const baton_strbuf *files, int num_files, const char *name) {
  enum { MAX_LINE = 160 };
  baton_str best = {0}, best_text = {0};
  for (int i = 0; i < num_files; i++) {
    baton_str text = baton_strbuf_view(&files[i]), line;
    for (size_t at = 0; at < text.size; at += line.size + 1) {
      line = next_line(text, at);
      if (is_comment(line) || line.size > MAX_LINE || line.size <= best.size || !is_op_line(line, name))
        continue;
      best = line;
      best_text = text;
    }
  }
  if (best.size)
    print_example(best_text, (size_t)(best.data - best_text.data));
  return best.size != 0;
}

// With a capital letter, whether the table has one or not.
static void print_sentence(const char *text) {
  bool is_lower = text[0] >= 'a' && text[0] <= 'z';
  printf("%c%s", is_lower ? text[0] - 'a' + 'A' : text[0], text + 1);
}

// ---- dialects ---------------------------------------------------------------------------------------------------

static void print_traits(uint32_t traits) {
  static const struct {
    uint32_t trait;
    const char *text;
  } names[] = {
      {BATON_TRAIT_PURE, "no effect"},
      {BATON_TRAIT_TERMINATOR, "ends its block"},
      {BATON_TRAIT_ISOLATED, "uses no value from outside"},
      {BATON_TRAIT_SYMBOL, "a symbol"},
      {BATON_TRAIT_SYMBOL_TABLE, "a table of symbols"},
      {BATON_TRAIT_SAME_TYPE, "one type for all"},
      {BATON_TRAIT_COMMUTATIVE, "commutative"},
      {BATON_TRAIT_LOOP, "a loop"},
  };
  bool is_first = true;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (traits & names[i].trait) {
      printf(is_first ? " (%s" : ", %s", names[i].text);
      is_first = false;
    }
  printf(is_first ? "" : ")");
}

static void print_values(const char *what, const baton_value_def *values, uint32_t num) {
  static const char *const arities[] = {
      [BATON_ONE] = "", [BATON_OPTIONAL] = ", optional", [BATON_VARIADIC] = ", any number"};
  for (uint32_t i = 0; i < num; i++)
    printf("| %s | `%s` | %s%s |\n", what, values[i].name, values[i].type->description, arities[values[i].arity]);
}

static void print_op(baton_context *context, const baton_op_def *def) {
  printf("### `%s`\n\n", def->name);
  print_sentence(def->summary);
  print_traits(def->traits);
  printf(".\n\n");
  if (def->num_operands + def->num_results + def->num_attrs == 0)
    return;
  printf("| | | |\n| --- | --- | --- |\n");
  print_values("operand", def->operands, def->num_operands);
  print_values("result", def->results, def->num_results);
  for (uint32_t i = 0; i < def->num_attrs; i++) {
    const char *expected;
    baton_attr_satisfies(def->attrs[i].constraint, baton_attr_unit(context), &expected);
    printf("| attribute | `%s` | %s%s |\n", def->attrs[i].name, expected,
           def->attrs[i].is_optional ? ", optional" : "");
  }
  printf("\n");
}

static void print_types(const baton_dialect *dialect) {
  for (size_t i = 0; i < dialect->num_types; i++) {
    const baton_type_def *type = dialect->types[i];
    printf(type->has_count ? "- `!%s.%s<N>` with a number N or `?`\n" : "- `!%s.%s`\n", type->dialect, type->name);
  }
  if (dialect->num_types)
    printf("\n");
}

// Discardable attributes, which rows do not have.
static void print_orch_attributes(void) {
  static const struct {
    const char *name, *place, *text;
  } rows[] = {
      {"orch.kernel", "function without a body", "a kernel: it is submitted and not called"},
      {"orch.core", "kernel", "the kind of worker that runs it, a string; default `\"cpu\"`"},
      {"orch.symbol", "kernel", "its C symbol; default: its name"},
      {"orch.abi", "kernel", "`\"bare\"` (addresses of first elements and scalars; the default) or `\"dlpack\"`"},
      {"orch.access", "memref parameter", "`\"read\"`, `\"write\"` or `\"readwrite\"` (the default)"},
      {"orch.block", "last parameters of a kernel",
       "`\"index\"` or `\"count\"`: the number of the block, or their count, which the runtime gives"},
      {"orch.noalias", "memref parameter", "does not overlap with other parameters"},
      {"orch.scope", "function", "`\"manual\"`: lists alone order the tasks of its body; default `\"auto\"`"},
      {"orch.tracking", "load, store, call", "`\"none\"`: proven to conflict with no task that may still run"},
  };
  printf("| attribute | of | |\n| --- | --- | --- |\n");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    printf("| `%s` | %s | %s |\n", rows[i].name, rows[i].place, rows[i].text);
  printf("\n");
}

static bool print_dialect(baton_context *context, const baton_dialect *dialect, const baton_strbuf *files,
                          int num_files) {
  printf("## %s\n\n", dialect->name);
  print_types(dialect);
  if (dialect == &baton_orch_dialect)
    print_orch_attributes();
  for (size_t i = 0; i < dialect->num_ops; i++) {
    const baton_op_def *def = &dialect->ops[i];
    print_op(context, def);
    const char *bare = strchr(def->name, '.') + 1; // ops of builtin and func may do without their prefix
    if (!find_example(files, num_files, def->name) && !find_example(files, num_files, bare)) {
      fprintf(stderr, "there is no example of '%s'\n", def->name);
      return false;
    }
  }
  return true;
}

static const char intro[] =
    COMMENT "# Dialects\n\n"
            "The ops that Baton knows, made by `baton-reference` from the tables `dialect/*.def`; a test fails where "
            "this page is\n"
            "stale, and `ninja reference` makes it anew. Forms are MLIR's own; those of `orch` are in `orch.def`. "
            "Every op has the generic\n"
            "form as well. Locations, aliases, discardable attributes and `{...}` are as in MLIR.\n\n"
            "Types: `index`, `iN`, `siN`, `uiN`, `f16`, `bf16`, `f32`, `f64`, `none`, function types, `memref` of "
            "these scalars with\n"
            "static or dynamic sizes and a strided layout. Tensors, vectors, tuples, complex numbers, other floats and "
            "memrefs without a\n"
            "rank are carried along and not looked into. Attributes: all of MLIR's builtin ones; maps, sets and "
            "elements as they are written.\n\n";

static bool print_dialects(char **paths, int num_paths) {
  baton_strbuf *files = baton_mem_zeroed((size_t)num_paths + 1, sizeof *files);
  baton_diag *diag = baton_diag_create();
  baton_context *context = baton_context_create();
  bool ok = true;
  for (int i = 0; i < num_paths; i++)
    ok = ok && tool_read_file(diag, paths[i], &files[i]);
  fputs(intro, stdout);
  for (size_t i = 0; i < NUM_DIALECTS && ok; i++)
    ok = print_dialect(context, dialects[i], files, num_paths);
  for (int i = 0; i < num_paths; i++)
    baton_strbuf_deinit(&files[i]);
  baton_mem_free(files);
  baton_context_destroy(context);
  baton_diag_destroy(diag);
  return ok;
}

// ---- passes -----------------------------------------------------------------------------------------------------

static void print_option(const baton_pass_option *option) {
  static const char *const values[] = {"true or false", "a number", "text"};
  printf("| `%s` | ", option->name);
  for (const char *c = option->kind == BATON_OPTION_CHOICE ? option->choices : values[option->kind]; *c; c++)
    printf(*c == '|' ? " or " : "%c", *c);
  printf(" | %s | %s |\n", option->default_text ? option->default_text : "must be given",
         option->help ? option->help : "");
}

static void print_pass(const baton_pass *pass) {
  printf("## `%s`\n\n", pass->name);
  print_sentence(pass->summary);
  printf(pass->anchor ? ". Runs on `%s`.\n\n" : ". Runs on %s.\n\n", pass->anchor ? pass->anchor : "any op");
  if (pass->requires)
    printf("- Requires: %s\n", pass->requires);
  if (pass->preserves)
    printf("- Preserves: %s\n", pass->preserves);
  if (pass->num_statistics)
    printf("- Counts: ");
  for (uint32_t i = 0; i < pass->num_statistics; i++)
    printf(i ? ", %s" : "%s", pass->statistics[i]);
  printf(pass->num_statistics ? "\n\n" : pass->requires || pass->preserves ? "\n" : "");
  if (pass->num_options)
    printf("| option | values | default | |\n| --- | --- | --- | --- |\n");
  for (uint32_t i = 0; i < pass->num_options; i++)
    print_option(&pass->options[i]);
  printf(pass->num_options ? "\n" : "");
}

static bool print_passes(void) {
  const baton_plugin *table = baton_passes_table();
  printf(COMMENT "# Passes\n\n"
                 "Made by `baton-reference` from the descriptors at the end of each pass's file; a test fails where "
                 "this page is stale, and\n"
                 "`ninja reference` makes it anew. Pipelines are written as in MLIR:\n"
                 "`--pass-pipeline='builtin.module(derive-deps,phase-fence{mode=loop})'`, or `--phase-fence=mode=loop` "
                 "for one pass.\n\n");
  for (uint32_t i = 0; i < table->num_passes; i++)
    print_pass(table->passes[i]);
  return true;
}

int main(int argc, char **argv) {
  bool ok = false;
  if (argc > 2 && strcmp(argv[1], "dialects") == 0)
    ok = print_dialects(argv + 2, argc - 2);
  else if (argc == 2 && strcmp(argv[1], "passes") == 0)
    ok = print_passes();
  else
    fprintf(stderr, "usage: baton-reference dialects EXAMPLES... | passes\n");
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
