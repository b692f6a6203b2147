// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running a pipeline on a module.
#include "pass/manager.h"
#include "ir/verify.h"
#include "ir/walk.h"
#include "pass/run_impl.h"

#include <time.h>

typedef struct run_state {
  baton_pass_run pass_run;
  baton_diag *diag;
  bool verify_each;
} run_state;

static uint64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

// Emits a note that names the pass. Always false.
static bool blame(const run_state *state, const char *what) {
  baton_diag_emit(state->diag, BATON_SEVERITY_NOTE, (baton_position){0}, "%s pass '%s'", what,
                  state->pass_run.node->pass->name);
  return false;
}

// Whether the pass succeeded; if not, there is at least one error and a note that names the pass.
static bool check_result(const run_state *state, baton_pass_result result, const baton_op *op, uint64_t num_errors) {
  const char *name = state->pass_run.node->pass->name;
  bool is_silent = baton_diag_num_errors(state->diag) == num_errors;
  if (is_silent && (result == BATON_PASS_UNCHANGED || result == BATON_PASS_CHANGED))
    return true;
  if (!is_silent)
    return blame(state, "reported by");
  baton_position position = baton_loc_position(op->loc);
  if (result == BATON_PASS_FAILED)
    baton_diag_emit(state->diag, BATON_SEVERITY_ERROR, position, "pass '%s' failed and gave no reason", name);
  else
    baton_diag_emit(state->diag, BATON_SEVERITY_ERROR, position, "pass '%s' returned %d, which is not a result", name,
                    (int)result);
  return false;
}

static bool verify_after(const run_state *state, const baton_op *op) {
  if (!state->verify_each)
    return true;
  uint64_t start = now_ns();
  bool is_valid = baton_verify(op);
  state->pass_run.node->verify_ns += now_ns() - start;
  return is_valid || blame(state, "this is the result of");
}

static bool run_pass(run_state *state, pipeline_node *node, baton_op *op) {
  const baton_pipeline_hooks *hooks = state->pass_run.hooks;
  state->pass_run.node = node;
  if (hooks && hooks->before_pass)
    hooks->before_pass(hooks->user, node->pass, op);
  uint64_t num_errors = baton_diag_num_errors(state->diag), start = now_ns();
  baton_pass_result result = node->pass->run(&state->pass_run, op);
  node->run_ns += now_ns() - start;
  node->num_runs++;
  baton_arena_reset(&state->pass_run.scratch);
  bool is_good = check_result(state, result, op, num_errors) && verify_after(state, op);
  if (hooks && hooks->after_pass)
    hooks->after_pass(hooks->user, node->pass, op, is_good ? result : BATON_PASS_FAILED);
  return is_good;
}

static bool run_list(run_state *state, pipeline_node *group, baton_op *op);

// Runs a nested group on the ops of its name in the given one, but not on those inside such an op. They are collected
// first, since passes may add and remove ops around them.
static bool run_nested(run_state *state, pipeline_node *group, const baton_op *root) {
  BATON_VEC(baton_op *) ops = {0};
  const baton_op_def *anchor = baton_context_op_def(state->pass_run.module->context, group->anchor);
  for (baton_op *op = baton_walk_first(root); op;) {
    bool is_anchor = op->def == anchor;
    if (is_anchor)
      baton_vec_push(&ops, op);
    op = is_anchor ? baton_walk_next_outside(op, root) : baton_walk_next(op, root);
  }
  bool is_good = true;
  for (size_t i = 0; i < ops.size && is_good; i++)
    is_good = run_list(state, group, ops.data[i]);
  baton_vec_deinit(&ops);
  return is_good;
}

static bool run_list(run_state *state, pipeline_node *group, baton_op *op) {
  for (pipeline_node *node = group->first; node; node = node->next)
    if (!(node->pass ? run_pass(state, node, op) : run_nested(state, node, op)))
      return false;
  return true;
}

// Groups on ops that nobody has registered would silently run nothing.
static bool check_anchors(const baton_context *context, const pipeline_node *group) {
  if (!baton_context_find_op_def(context, group->anchor) && !baton_context_allows_unregistered(context)) {
    baton_diag_emit(baton_context_diag(context), BATON_SEVERITY_ERROR, (baton_position){0},
                    "the pass pipeline has a group for '%.*s', which is not a registered op",
                    BATON_STR_ARG(group->anchor));
    return false;
  }
  for (const pipeline_node *node = group->first; node; node = node->next)
    if (!node->pass && !check_anchors(context, node))
      return false;
  return true;
}

static void reset_counters(pipeline_node *group) {
  for (pipeline_node *node = group->first; node; node = node->next) {
    node->run_ns = node->verify_ns = node->num_runs = 0;
    if (!node->pass)
      reset_counters(node);
    else
      for (uint32_t i = 0; i < node->pass->num_statistics; i++)
        node->counts[i] = 0;
  }
}

bool baton_pipeline_run(baton_pipeline *pipeline, baton_module *module, const baton_pipeline_options *options) {
  uint64_t start = now_ns();
  reset_counters(pipeline->root);
  if (!check_anchors(module->context, pipeline->root))
    return false;
  run_state state = {
      .pass_run = {.module = module, .hooks = options ? options->hooks : NULL},
      .diag = baton_context_diag(module->context),
      .verify_each = options && options->verify_each,
  };
  bool is_good = run_list(&state, pipeline->root, module->op);
  baton_arena_deinit(&state.pass_run.scratch);
  pipeline->total_ns = now_ns() - start;
  return is_good;
}
