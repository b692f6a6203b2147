// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that do what a pass must not do, one thing each. All of them run on functions with a body only, so that a
// test can have functions that are left alone.
#include "dialect/ops.h"
#include "ir/build.h"
#include "ir/walk.h"
#include "pass/pass.h"

#include <stdlib.h>

static bool has_body(const baton_op *op) { return baton_op_body(op) != NULL; }

static baton_pass_result fail_silently(baton_pass_run *run, baton_op *op) {
  (void)run;
  return has_body(op) ? BATON_PASS_FAILED : BATON_PASS_UNCHANGED;
}

static baton_pass_result fail_loudly(baton_pass_run *run, baton_op *op) {
  (void)run;
  if (!has_body(op))
    return BATON_PASS_UNCHANGED;
  baton_op_error(op, "is not to this pass's liking");
  return BATON_PASS_FAILED;
}

static baton_pass_result succeed_with_error(baton_pass_run *run, baton_op *op) {
  fail_loudly(run, op);
  return BATON_PASS_CHANGED;
}

static baton_pass_result return_nonsense(baton_pass_run *run, baton_op *op) {
  (void)run;
  (void)op;
  return (baton_pass_result)42;
}

// Takes away the terminator.
static baton_pass_result break_ir(baton_pass_run *run, baton_op *op) {
  (void)run;
  baton_block *body = baton_op_body(op);
  if (!body || !body->last)
    return BATON_PASS_UNCHANGED;
  baton_op_erase(body->last);
  return BATON_PASS_UNCHANGED; // and it lies
}

// Moves the first op whose result is used behind its uses.
static baton_pass_result break_dominance(baton_pass_run *run, baton_op *func) {
  (void)run;
  baton_block *body = baton_op_body(func);
  baton_op *op = body ? body->first : NULL;
  while (op && (op->num_results == 0 || !op->results[0].first_use))
    op = op->next;
  if (!op)
    return BATON_PASS_UNCHANGED;
  baton_op_unlink(op);
  baton_op_insert_before(op, body->last);
  return BATON_PASS_CHANGED;
}

static baton_pass_result ask_for_unknown_option(baton_pass_run *run, baton_op *op) {
  (void)op;
  return baton_pass_int(run, "depth") == 0 && baton_pass_string(run, "flag").size == 0 ? BATON_PASS_UNCHANGED
                                                                                       : BATON_PASS_CHANGED;
}

static baton_pass_result count_out_of_range(baton_pass_run *run, baton_op *op) {
  (void)op;
  baton_pass_count(run, 1000, 1);
  return BATON_PASS_UNCHANGED;
}

static baton_pass_result crash_by_fault(baton_pass_run *run, baton_op *op) {
  (void)run;
  static const volatile uintptr_t nowhere = 64; // in a page that no program has
  return has_body(op) && *(const volatile int *)nowhere ? BATON_PASS_CHANGED : BATON_PASS_UNCHANGED;
}

static baton_pass_result crash_by_abort(baton_pass_run *run, baton_op *op) {
  (void)run;
  if (has_body(op))
    abort();
  return BATON_PASS_UNCHANGED;
}

static int use_up_stack(volatile int *above) {
  volatile int here[1024] = {0};
  here[0] = *above + 1;
  return here[0] < 0 ? 0 : use_up_stack(here) + here[0];
}

static baton_pass_result crash_by_recursion(baton_pass_run *run, baton_op *op) {
  (void)run;
  volatile int depth = 0;
  return has_body(op) && use_up_stack(&depth) ? BATON_PASS_CHANGED : BATON_PASS_UNCHANGED;
}

static const baton_pass_option options[] = {
    {.size = sizeof(baton_pass_option), .kind = BATON_OPTION_BOOL, .name = "flag", .default_text = "false"},
};

#define PASSES(X)                                                                                                      \
  X(fail_silently, "fail-silently")                                                                                    \
  X(fail_loudly, "fail-loudly")                                                                                        \
  X(succeed_with_error, "succeed-with-error")                                                                          \
  X(return_nonsense, "return-nonsense")                                                                                \
  X(break_ir, "break-ir")                                                                                              \
  X(break_dominance, "break-dominance")                                                                                \
  X(ask_for_unknown_option, "ask-for-unknown-option")                                                                  \
  X(count_out_of_range, "count-out-of-range")                                                                          \
  X(crash_by_fault, "crash-by-fault")                                                                                  \
  X(crash_by_abort, "crash-by-abort")                                                                                  \
  X(crash_by_recursion, "crash-by-recursion")

#define PASS(function, text)                                                                                           \
  static const baton_pass function##_pass = {.size = sizeof(baton_pass),                                               \
                                             .num_options = 1,                                                         \
                                             .name = text,                                                             \
                                             .anchor = "func.func",                                                    \
                                             .options = options,                                                       \
                                             .run = function};
PASSES(PASS)

static const baton_pass *const passes[] = {
#define ROW(function, text) &function##_pass,
    PASSES(ROW)};

static const baton_plugin plugin = {
    .abi_major = BATON_PLUGIN_ABI_MAJOR,
    .abi_minor = BATON_PLUGIN_ABI_MINOR,
    .size = sizeof(baton_plugin),
    .num_passes = sizeof passes / sizeof *passes,
    .name = "faulty-passes",
    .version = "1.0",
    .passes = passes,
};

BATON_PLUGIN_EXPORT const baton_plugin *baton_plugin_get(void);
const baton_plugin *baton_plugin_get(void) { return &plugin; }
