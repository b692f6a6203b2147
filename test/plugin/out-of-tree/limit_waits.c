// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// limit-waits: finds tasks that wait for more tasks than a target allows, and either refuses or marks them.
#include <dialect/orch.h>
#include <ir/symbol.h>
#include <ir/walk.h>
#include <pass/pass.h>

enum { TASKS, MARKED };

// How many entries the op's lists have; dynamic arrays count as one.
static int64_t count_entries(const baton_op *op) {
  int64_t num_entries = 0;
  for (uint32_t i = 0; i < op->num_operands; i++) {
    const baton_type *type = baton_op_operand(op, i)->type;
    if (baton_type_is_one_task(type) || baton_type_is_task_array(type))
      num_entries += baton_type_task_count(type) == BATON_DYNAMIC ? 1 : baton_type_task_count(type);
  }
  return num_entries;
}

static bool check(baton_pass_run *run, baton_op *op) {
  int64_t most = baton_pass_int(run, "most"), num_entries = count_entries(op);
  baton_pass_count(run, TASKS, 1);
  if (num_entries <= most)
    return true;
  if (!baton_pass_bool(run, "mark"))
    return baton_op_error(op, "waits for %lld tasks, and the limit is %lld", (long long)num_entries, (long long)most);
  baton_module *module = baton_pass_module(run);
  baton_op_set_attr(module, op, BATON_STR("limit.waits"),
                    baton_attr_integer(module->context, baton_type_index(module->context), num_entries));
  baton_pass_count(run, MARKED, 1);
  return true;
}

static baton_pass_result limit_waits(baton_pass_run *run, baton_op *func) {
  bool is_good = true;
  for (baton_op *op = baton_walk_first(func); op; op = baton_walk_next(op, func))
    if (baton_op_is(op, BATON_OP_ORCH_SUBMIT) || baton_op_is(op, BATON_OP_ORCH_FENCE))
      is_good = check(run, op) && is_good;
  if (!is_good)
    return BATON_PASS_FAILED;
  return baton_pass_bool(run, "mark") ? BATON_PASS_CHANGED : BATON_PASS_UNCHANGED;
}

static const baton_pass_option options[] = {
    {.size = sizeof(baton_pass_option),
     .kind = BATON_OPTION_INT,
     .name = "most",
     .help = "entries that a task may wait for"},
    {.size = sizeof(baton_pass_option),
     .kind = BATON_OPTION_BOOL,
     .name = "mark",
     .help = "mark tasks above the limit instead of failing",
     .default_text = "false"},
};
static const char *const statistics[] = {"tasks", "marked"};

static const baton_pass pass = {
    .size = sizeof(baton_pass),
    .num_options = 2,
    .name = "limit-waits",
    .summary = "Find tasks that wait for more tasks than a target allows",
    .anchor = "func.func",
    .options = options,
    .run = limit_waits,
    .statistics = statistics,
    .num_statistics = 2,
};
static const baton_pass *const passes[] = {&pass};

BATON_PLUGIN_EXPORT const baton_plugin *baton_plugin_get(void);
const baton_plugin *baton_plugin_get(void) {
  static const baton_plugin plugin = {
      .abi_major = BATON_PLUGIN_ABI_MAJOR,
      .abi_minor = BATON_PLUGIN_ABI_MINOR,
      .size = sizeof(baton_plugin),
      .num_passes = 1,
      .name = "limit-waits",
      .version = "1.0",
      .passes = passes,
  };
  return &plugin;
}
