// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A plugin as a stranger would write it, in one file against the public headers:
//
//   count-submits   prints how often each kernel is submitted in the text, and may mark the submits
//   mark-functions  marks functions with a word that has to be given
//
// Built with: cc -shared -fPIC -I<include> sample_passes.c -lbaton
#include "dialect/orch.h"
#include "ir/symbol.h"
#include "ir/walk.h"
#include "pass/pass.h"

enum { STAT_SUBMITS, STAT_KERNELS };

static void mark(baton_pass_run *run, baton_op *op, int64_t number) {
  baton_module *module = baton_pass_module(run);
  const baton_type *type = baton_type_integer(module->context, 32);
  baton_op_set_attr(module, op, BATON_STR("sample.number"), baton_attr_integer(module->context, type, number));
}

// Counts the submits of one kernel; marks them where asked to.
static int64_t count_uses(baton_pass_run *run, const baton_op *module, const baton_op *kernel) {
  bool marks = baton_pass_bool(run, "mark");
  int64_t num_submits = 0;
  for (baton_op *op = baton_walk_first(module); op; op = baton_walk_next(op, module)) {
    if (!baton_op_is(op, BATON_OP_ORCH_SUBMIT) || baton_submit_kernel(op) != kernel)
      continue;
    if (marks)
      mark(run, op, num_submits);
    num_submits++;
  }
  return num_submits;
}

static baton_pass_result count_submits(baton_pass_run *run, baton_op *module) {
  baton_str wanted = baton_pass_string(run, "kernel");
  int64_t limit = baton_pass_int(run, "limit");
  for (baton_op *op = baton_walk_first(module); op; op = baton_walk_next_outside(op, module)) {
    baton_str name = baton_symbol_name(op);
    if (!baton_op_is(op, BATON_OP_FUNC_FUNC) || !baton_func_is_kernel(op))
      continue;
    if (wanted.size && !baton_str_equal(wanted, name))
      continue;
    int64_t num_submits = count_uses(run, module, op);
    if (limit >= 0 && num_submits > limit) {
      baton_op_error(op, "is submitted %lld times, and the limit is %lld", (long long)num_submits, (long long)limit);
      return BATON_PASS_FAILED;
    }
    baton_pass_output(
        run, baton_str_format(baton_pass_scratch(run), "%.*s: %lld\n", BATON_STR_ARG(name), (long long)num_submits));
    baton_pass_remark(run, BATON_REMARK_ANALYSIS, op, "submitted in %lld places", (long long)num_submits);
    baton_pass_count(run, STAT_SUBMITS, (uint64_t)num_submits);
    baton_pass_count(run, STAT_KERNELS, 1);
  }
  return baton_pass_bool(run, "mark") ? BATON_PASS_CHANGED : BATON_PASS_UNCHANGED;
}

static baton_pass_result mark_functions(baton_pass_run *run, baton_op *func) {
  baton_module *module = baton_pass_module(run);
  const baton_attr *word = baton_attr_string(module->context, baton_pass_string(run, "word"));
  baton_op_set_attr(module, func,
                    baton_str_format(baton_pass_scratch(run), "sample.%s", baton_pass_string(run, "color").data), word);
  baton_pass_count(run, 0, 1);
  return BATON_PASS_CHANGED;
}

static const baton_pass_option count_options[] = {
    {.size = sizeof(baton_pass_option),
     .kind = BATON_OPTION_STRING,
     .name = "kernel",
     .help = "count this kernel only",
     .default_text = ""},
    {.size = sizeof(baton_pass_option),
     .kind = BATON_OPTION_INT,
     .name = "limit",
     .help = "fail above this number",
     .default_text = "-1"},
    {.size = sizeof(baton_pass_option),
     .kind = BATON_OPTION_BOOL,
     .name = "mark",
     .help = "number the submits",
     .default_text = "false"},
};

static const char *const count_statistics[] = {"submits", "kernels"};

static const baton_pass count_submits_pass = {
    .size = sizeof(baton_pass),
    .num_options = sizeof count_options / sizeof *count_options,
    .name = "count-submits",
    .summary = "Count the submits of each kernel",
    .anchor = "builtin.module",
    .options = count_options,
    .run = count_submits,
    .statistics = count_statistics,
    .num_statistics = sizeof count_statistics / sizeof *count_statistics,
};

static const baton_pass_option mark_options[] = {
    {.size = sizeof(baton_pass_option), .kind = BATON_OPTION_STRING, .name = "word", .help = "what to write"},
    {.size = sizeof(baton_pass_option),
     .kind = BATON_OPTION_CHOICE,
     .name = "color",
     .default_text = "red",
     .choices = "red|green|blue"},
};

static const char *const mark_statistics[] = {"functions"};

static const baton_pass mark_functions_pass = {
    .size = sizeof(baton_pass),
    .num_options = sizeof mark_options / sizeof *mark_options,
    .name = "mark-functions",
    .summary = "Mark functions with a word",
    .anchor = "func.func",
    .options = mark_options,
    .run = mark_functions,
    .statistics = mark_statistics,
    .num_statistics = 1,
};

static const baton_pass *const passes[] = {&count_submits_pass, &mark_functions_pass};

static const baton_plugin plugin = {
    .abi_major = BATON_PLUGIN_ABI_MAJOR,
    .abi_minor = BATON_PLUGIN_ABI_MINOR,
    .size = sizeof(baton_plugin),
    .num_passes = sizeof passes / sizeof *passes,
    .name = "sample-passes",
    .version = "1.0",
    .passes = passes,
};

BATON_PLUGIN_EXPORT const baton_plugin *baton_plugin_get(void);
const baton_plugin *baton_plugin_get(void) { return &plugin; }
