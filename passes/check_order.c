// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// check-order: proves on expanded instances that conflicting accesses are ordered. Changes nothing.
//
//     orch.submit @w(%b)                                            error: submit 1 (@r) is not ordered after
//     orch.submit @r(%b) {tracking = ["none"]}                 ->   submit 0 (@w), though they conflict in element [0]
//
// Each entry is executed on the host's side for small values of all that only its caller knows, or for those that are
// given (lib/analysis/order.h). Of every two accesses in auto code that share an element and of which one writes, the
// later one must come after the earlier one, by lists or by the tracker; so must each access of the host, in manual
// code too, after the tasks that it conflicts with. With `exact`, nothing else may be ordered either: every derived
// wait must follow from a conflict or from waits of the user.
//
// How passes change the order is checked around them, by the option --check-order-each of the tools.
//
// Cost: what executing the host code costs, and some 20 ns per wait and 200 ns per task.
#include "analysis/order.h"
#include "pass/pass.h"

enum { NUM_SUBMITS };

static bool check_range(baton_pass_run *run, const char *option, int64_t most) {
  int64_t value = baton_pass_int(run, option);
  if (value >= 0 && value <= most)
    return true;
  baton_diag_emit(baton_context_diag(baton_pass_module(run)->context), BATON_SEVERITY_ERROR, (baton_position){0},
                  "option '%s' must be between 0 and %lld", option, (long long)most);
  return false;
}

static baton_pass_result run(baton_pass_run *run, baton_op *root) {
  (void)root;
  if (!check_range(run, "max-submits", 1 << 26) || !check_range(run, "valuations", 1000))
    return BATON_PASS_FAILED;
  baton_order_settings settings = {
      .entry = baton_pass_string(run, "entry"),
      .bind = baton_pass_string(run, "bind"),
      .max_submits = (uint64_t)baton_pass_int(run, "max-submits"),
      .num_valuations = (uint32_t)baton_pass_int(run, "valuations"),
      .warns = true,
  };
  uint64_t num_submits;
  bool is_good =
      baton_order_check_hazards(baton_pass_module(run), &settings, baton_pass_bool(run, "exact"), &num_submits);
  baton_pass_count(run, NUM_SUBMITS, num_submits);
  return is_good ? BATON_PASS_UNCHANGED : BATON_PASS_FAILED;
}

#define OPTION(kind_, name_, default_, help_)                                                                          \
  { .size = sizeof(baton_pass_option), .kind = kind_, .name = name_, .help = help_, .default_text = default_ }

static const baton_pass_option options[] = {
    OPTION(BATON_OPTION_STRING, "bind", "", "values, as in 'arg0=8,arg1.0=16,arg2[]=3'; others are varied"),
    OPTION(BATON_OPTION_STRING, "entry", "", "the only function to check; default: all public ones"),
    OPTION(BATON_OPTION_INT, "max-submits", "0", "per run; 0: 250000, and without values 4096"),
    OPTION(BATON_OPTION_INT, "valuations", "0", "how many sets of values are tried; 0: 12"),
    OPTION(BATON_OPTION_BOOL, "exact", "false", "report derived waits that no conflict asks for as well"),
};

static const char *const statistics[] = {[NUM_SUBMITS] = "submits checked"};

extern const baton_pass baton_check_order_pass;
const baton_pass baton_check_order_pass = {
    .size = sizeof(baton_pass),
    .name = "check-order",
    .summary = "check that conflicting accesses are ordered, on expanded instances",
    .anchor = "builtin.module",
    .requires = "nothing",
    .preserves = "everything",
    .options = options,
    .num_options = sizeof options / sizeof *options,
    .run = run,
    .statistics = statistics,
    .num_statistics = sizeof statistics / sizeof *statistics,
};
