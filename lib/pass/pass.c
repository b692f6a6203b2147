// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pass's view of its run.
#include "pass/pass.h"
#include "pass/run_impl.h"

#include <stdio.h>

baton_module *baton_pass_module(const baton_pass_run *run) { return run->module; }

baton_arena *baton_pass_scratch(baton_pass_run *run) { return &run->scratch; }

static bool is_kind(const baton_pass_option *option, baton_option_kind kind) {
  return option->kind == (uint32_t)kind || (kind == BATON_OPTION_STRING && option->kind == BATON_OPTION_CHOICE);
}

// The value of an option that the pass has declared with this kind. Otherwise an error, since plugins come from
// strangers, and a zero value; the manager stops at the error.
static option_value find_value(const baton_pass_run *run, const char *name, baton_option_kind kind) {
  const baton_pass *pass = run->node->pass;
  uint32_t index = baton_option_find(pass, baton_str_from(name));
  if (index < pass->num_options && is_kind(&pass->options[index], kind))
    return run->node->values[index];
  baton_diag_emit(baton_context_diag(run->module->context), BATON_SEVERITY_ERROR, (baton_position){0},
                  "pass '%s' asks for an option '%s' that it has not declared, or with another kind", pass->name, name);
  return (option_value){.text = BATON_STR("")};
}

bool baton_pass_bool(const baton_pass_run *run, const char *option) {
  return find_value(run, option, BATON_OPTION_BOOL).boolean;
}

int64_t baton_pass_int(const baton_pass_run *run, const char *option) {
  return find_value(run, option, BATON_OPTION_INT).integer;
}

baton_str baton_pass_string(const baton_pass_run *run, const char *option) {
  return find_value(run, option, BATON_OPTION_STRING).text;
}

void baton_pass_count(baton_pass_run *run, uint32_t statistic, uint64_t amount) {
  if (statistic < run->node->pass->num_statistics)
    run->node->counts[statistic] += amount;
}

const char *baton_remark_kind_name(baton_remark_kind kind) {
  static const char *const names[BATON_NUM_REMARK_KINDS] = {
      [BATON_REMARK_PASSED] = "passed",
      [BATON_REMARK_MISSED] = "missed",
      [BATON_REMARK_ANALYSIS] = "analysis",
  };
  return names[kind];
}

bool baton_pass_wants_remark(const baton_pass_run *run, baton_remark_kind kind) {
  const baton_pipeline_hooks *hooks = run->hooks;
  return hooks && hooks->wants_remark && (unsigned)kind < BATON_NUM_REMARK_KINDS &&
         hooks->wants_remark(hooks->user, run->node->pass, kind);
}

void baton_pass_remark(const baton_pass_run *run, baton_remark_kind kind, const baton_op *op, const char *format, ...) {
  if (!baton_pass_wants_remark(run, kind))
    return;
  baton_strbuf text = {0};
  va_list args;
  va_start(args, format);
  baton_strbuf_vprintf(&text, format, args);
  va_end(args);
  baton_op_remark(op, "[%s] %s: %.*s", baton_remark_kind_name(kind), run->node->pass->name,
                  BATON_STR_ARG(baton_strbuf_view(&text)));
  baton_strbuf_deinit(&text);
}

void baton_pass_output(baton_pass_run *run, baton_str text) {
  if (run->hooks && run->hooks->output)
    run->hooks->output(run->hooks->user, text);
  else
    fwrite(text.data, 1, text.size, stderr);
}
