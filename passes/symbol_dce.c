// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// symbol-dce: erases private symbols that nothing refers to.
//
//     func.func private @unused(...)                ->   (gone)
//     func.func private @k(...) attributes {orch.kernel}  stays while some submit in live code names it
//
// Live are the symbols that are not private, all ops that are no symbols, and what live ops refer to in any attribute,
// however deep: `callee` of calls and submits, arrays, dictionaries, and text that the compiler keeps unread
// (dense<...>, #dialect.attr<...>), in which every @name counts. References among symbols that are not live keep
// nothing. Linear in the ops and attributes.
#include "ir/walk.h"
#include "pass/pass.h"
#include "passes/symbol_dce_impl.h"

enum { NUM_ERASED };

static baton_pass_result run(baton_pass_run *run, baton_op *root) {
  baton_live_symbols live;
  baton_live_symbols_init(&live, root, baton_pass_scratch(run));
  uint64_t num_erased = 0;
  for (baton_op *op = baton_walk_first(root), *next; op; op = next) {
    bool is_live = baton_symbol_is_live(&live, op);
    next = is_live ? baton_walk_next(op, root) : baton_walk_next_outside(op, root);
    if (!is_live) {
      baton_op_erase(op);
      num_erased++;
    }
  }
  baton_live_symbols_deinit(&live);
  baton_pass_count(run, NUM_ERASED, num_erased);
  return num_erased ? BATON_PASS_CHANGED : BATON_PASS_UNCHANGED;
}

static const char *const statistics[] = {[NUM_ERASED] = "symbols erased"};

extern const baton_pass baton_symbol_dce_pass;
const baton_pass baton_symbol_dce_pass = {
    .size = sizeof(baton_pass),
    .name = "symbol-dce",
    .summary = "erase private symbols that nothing refers to",
    .anchor = "builtin.module",
    .requires = "nothing",
    .preserves = "every symbol that is public or used",
    .run = run,
    .statistics = statistics,
    .num_statistics = sizeof statistics / sizeof *statistics,
};
