// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// swap-bodies: a pass that does to programs whatever a test wants: the bodies of @X and @X_after change places, for
// every X that has both.
#include "dialect/func.h"
#include "ir/symbol.h"
#include "pass/pass.h"

static void swap(baton_op *a, baton_op *b) {
  baton_region kept = {.op = a};
  baton_region_take(&kept, &a->regions[0]);
  baton_region_take(&a->regions[0], &b->regions[0]);
  baton_region_take(&b->regions[0], &kept);
}

static baton_pass_result run(baton_pass_run *run, baton_op *module) {
  baton_pass_result result = BATON_PASS_UNCHANGED;
  for (baton_op *op = baton_op_body(module)->first; op; op = op->next) {
    baton_str name = baton_str_format(baton_pass_scratch(run), "%.*s_after", BATON_STR_ARG(baton_symbol_name(op)));
    baton_op *after = baton_symbol_lookup(module, name);
    if (!after || !baton_op_is(op, BATON_OP_FUNC_FUNC) || !baton_op_is(after, BATON_OP_FUNC_FUNC))
      continue;
    swap(op, after);
    result = BATON_PASS_CHANGED;
  }
  return result;
}

static const baton_pass swap_bodies = {
    .size = sizeof(baton_pass),
    .name = "swap-bodies",
    .summary = "exchange the bodies of @X and @X_after",
    .anchor = "builtin.module",
    .run = run,
};

static const baton_pass *const passes[] = {&swap_bodies};

static const baton_plugin plugin = {
    .abi_major = BATON_PLUGIN_ABI_MAJOR,
    .abi_minor = BATON_PLUGIN_ABI_MINOR,
    .size = sizeof(baton_plugin),
    .num_passes = 1,
    .name = "swap-bodies",
    .version = "1",
    .passes = passes,
};

BATON_PLUGIN_EXPORT const baton_plugin *baton_plugin_get(void);
const baton_plugin *baton_plugin_get(void) { return &plugin; }
