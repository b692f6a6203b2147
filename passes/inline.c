// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// inline: puts the bodies of functions in the place of calls of them.
//
//     func.func private @f(%x: index)                        orch.scope manual {
//         attributes {orch.scope = "manual"} {                 %t = orch.submit @k(%n : index)
//       %t = orch.submit @k(%x : index)                 ->   }
//       return
//     }
//     ... func.call @f(%n) : (index) -> ()
//
// The kind of a scope belongs to the text that a submit stands in: where the kinds of callee and call differ, the body
// is wrapped. Locations say callsite(callee at caller). What the callee promises about its arguments (orch.noalias)
// does not hold for the caller's values as such and vanishes.
//
// Functions are taken callees first, so that a body is copied with all that has been put into it. Calls stay of
// functions that are declared only, have several blocks, are recursive or lead to recursion, or stand in another symbol
// table; where regions or locations would be nested too deep, a function would grow beyond max-ops, or a constant
// argument would be refused as an index or size in the body. Private functions without any reference left are erased,
// if they were inlined once.
//
// Cost: the ops copied.
#include "dialect/arith.h"
#include "dialect/func.h"
#include "dialect/orch.h"
#include "ir/build.h"
#include "ir/symbol.h"
#include "ir/walk.h"
#include "pass/pass.h"
#include "passes/fold.h"
#include "passes/symbol_dce_impl.h"

enum { NUM_INLINED, NUM_ERASED };

typedef struct function {
  baton_op *op;
  uint32_t num_calls;    // of functions with a body that are not finished
  uint32_t first_caller; // of the edges, or NO_EDGE
  bool is_finished;      // all it calls has been put into it, or cannot be
  bool was_inlined;
  uint64_t num_ops, depth; // of the body, once finished
  uint64_t loc_depth;      // of the locations in it
} function;

// A function that calls another one; one per call.
typedef struct edge {
  uint32_t caller, next;
} edge;

static const uint32_t NO_EDGE = UINT32_MAX;

typedef struct inliner {
  baton_pass_run *run;
  baton_module *module;
  uint64_t max_ops;
  BATON_VEC(function) functions; // those with a body, in program order
  BATON_VEC(edge) edges;
  BATON_VEC(uint32_t) ready;
  baton_map numbers;    // of functions, from 1, by op
  baton_map loc_depths; // by location
  bool changed;
} inliner;

static function *function_of(const inliner *in, const baton_op *op) {
  const uint64_t *number = op ? baton_map_find(&in->numbers, baton_map_key(op)) : NULL;
  return number ? &in->functions.data[*number - 1] : NULL;
}

// ---- the call graph ---------------------------------------------------------------------------------------------

static function *callee_of(const inliner *in, const baton_op *op) {
  return baton_op_is(op, BATON_OP_FUNC_CALL) ? function_of(in, baton_symbol_resolve(op, baton_func_call_callee(op)))
                                             : NULL;
}

static void find_functions(inliner *in, const baton_op *root) {
  for (baton_op *op = baton_walk_first(root); op; op = baton_walk_next(op, root))
    if (baton_op_is(op, BATON_OP_FUNC_FUNC) && baton_op_body(op)) {
      baton_vec_push(&in->functions, ((function){.op = op, .first_caller = NO_EDGE}));
      baton_map_set(&in->numbers, baton_map_key(op), in->functions.size);
    }
}

static void find_calls(inliner *in) {
  for (uint32_t caller = 0; caller < in->functions.size; caller++) {
    const baton_op *func = in->functions.data[caller].op;
    for (const baton_op *op = baton_walk_first(func); op; op = baton_walk_next(op, func)) {
      function *callee = callee_of(in, op);
      if (!callee)
        continue;
      baton_vec_push(&in->edges, ((edge){caller, callee->first_caller}));
      callee->first_caller = (uint32_t)in->edges.size - 1;
      in->functions.data[caller].num_calls++;
    }
  }
}

// ---- one call ---------------------------------------------------------------------------------------------------

static uint64_t depth_of(const baton_op *op) {
  uint64_t depth = 0;
  for (; op; op = baton_op_parent(op))
    depth++;
  return depth;
}

// Locations share parts, so what is known is kept.
static uint64_t depth_of_loc(inliner *in, const baton_loc *loc) {
  const uint64_t *known = baton_map_find(&in->loc_depths, baton_map_key(loc));
  if (known)
    return *known;
  uint64_t depth = 0;
  for (uint32_t i = 0; i < loc->head->num_children; i++) {
    uint64_t inner = depth_of_loc(in, loc->children[i]);
    depth = inner > depth ? inner : depth;
  }
  baton_map_set(&in->loc_depths, baton_map_key(loc), depth + 1);
  return depth + 1;
}

static void measure(inliner *in, function *f) {
  uint64_t outside = depth_of(f->op);
  f->num_ops = f->depth = f->loc_depth = 0;
  for (const baton_op *op = baton_walk_first(f->op); op; op = baton_walk_next(op, f->op)) {
    uint64_t depth = op->num_regions ? depth_of(op) - outside : 0;
    uint64_t loc_depth = depth_of_loc(in, op->loc);
    f->depth = depth > f->depth ? depth : f->depth;
    f->loc_depth = loc_depth > f->loc_depth ? loc_depth : f->loc_depth;
    f->num_ops++;
  }
}

static bool is_manual_function(const baton_op *func) {
  return baton_attr_is_string(baton_op_attr(func, BATON_STR("orch.scope")), "manual");
}

static bool accepts_arguments(const baton_op *call, const baton_block *body) {
  for (uint32_t i = 0; i < body->num_args; i++)
    if (!baton_fold_can_replace(body->args[i], call->operands[i].value))
      return false;
  return true;
}

// Regions and locations together count as nesting where an op is written with its location.
static bool fits_in_nesting(inliner *in, const baton_op *call, const function *callee) {
  uint64_t loc_depth = depth_of_loc(in, call->loc);
  loc_depth = loc_depth > callee->loc_depth ? loc_depth : callee->loc_depth;
  return depth_of(call) + callee->depth + loc_depth + 3 <= BATON_MAX_NESTING;
}

static bool can_inline(inliner *in, const baton_op *call, const function *callee, const function *caller) {
  const baton_region *body = &callee->op->regions[0];
  return callee->is_finished && callee != caller && !body->first->next &&
         baton_op_is(body->first->last, BATON_OP_FUNC_RETURN) &&
         baton_op_parent(callee->op) == baton_op_parent(caller->op) &&
         caller->num_ops + callee->num_ops <= in->max_ops && fits_in_nesting(in, call, callee) &&
         accepts_arguments(call, body->first);
}

// A location that lasts as long as the context: those that the parser gives to ops belong to the module.
static const baton_loc *lasting_loc(baton_context *context, const baton_loc *loc) {
  return loc->head->kind == BATON_LOC_FILE ? baton_loc_file(context, loc->head->name, loc->line, loc->column) : loc;
}

// The body of the callee, moved out of a copy of it, with the call's arguments and locations.
static baton_op *copy_callee(inliner *in, const baton_op *call, const baton_op *func) {
  baton_op *copy = baton_op_clone(in->module, func, NULL, NULL, 0);
  baton_context *context = in->module->context;
  const baton_loc *place = lasting_loc(context, call->loc);
  for (baton_op *op = baton_walk_first(copy); op; op = baton_walk_next(op, copy))
    op->loc = baton_loc_call(context, lasting_loc(context, op->loc), place);
  baton_block *body = baton_op_body(copy);
  for (uint32_t i = 0; i < body->num_args; i++)
    baton_value_replace_all_uses(body->args[i], call->operands[i].value);
  return copy;
}

// An empty scope in front of the call, with a yield of the given values at its end.
static baton_op *build_scope(inliner *in, baton_op *call, bool is_manual, const baton_op *returned) {
  baton_context *context = in->module->context;
  const baton_type **types = baton_mem_resize_array(NULL, returned->num_operands + 1, sizeof *types);
  baton_value **values = baton_mem_resize_array(NULL, returned->num_operands + 1, sizeof *values);
  for (uint32_t i = 0; i < returned->num_operands; i++) {
    values[i] = returned->operands[i].value;
    types[i] = values[i]->type;
  }
  baton_builder at = baton_builder_before(in->module, call);
  baton_named_attr kind = {BATON_STR("kind"),
                           baton_attr_string(context, is_manual ? BATON_STR("manual") : BATON_STR("auto"))};
  baton_op *scope = baton_build(&at, &(baton_op_state){.def = baton_context_op_def(context, BATON_STR("orch.scope")),
                                                       .result_types = types,
                                                       .num_results = returned->num_operands,
                                                       .attrs = &kind,
                                                       .num_attrs = 1,
                                                       .num_regions = 1});
  baton_block *block = baton_block_create(in->module);
  baton_block_append(block, &scope->regions[0]);
  at = baton_builder_at_end(in->module, block);
  baton_build(&at, &(baton_op_state){.def = baton_context_op_def(context, BATON_STR("orch.yield")),
                                     .loc = returned->loc,
                                     .operands = values,
                                     .num_operands = returned->num_operands});
  baton_mem_free(types);
  baton_mem_free(values);
  return scope;
}

static void inline_call(inliner *in, baton_op *call, const baton_op *func) {
  baton_op *copy = copy_callee(in, call, func);
  baton_block *body = baton_op_body(copy);
  const baton_op *returned = body->last;
  bool is_manual = is_manual_function(func);
  if (is_manual != baton_op_is_manual(call)) {
    baton_op *scope = build_scope(in, call, is_manual, returned);
    baton_fold_splice(body, baton_op_body(scope)->last);
    for (uint32_t i = 0; i < call->num_results; i++)
      baton_value_replace_all_uses(&call->results[i], &scope->results[i]);
  } else {
    baton_fold_splice(body, call);
    for (uint32_t i = 0; i < call->num_results; i++)
      baton_value_replace_all_uses(&call->results[i], returned->operands[i].value);
  }
  baton_op_erase(copy);
  baton_op_erase(call);
}

// ---- all calls --------------------------------------------------------------------------------------------------

static void inline_into(inliner *in, function *caller) {
  measure(in, caller);
  for (baton_op *op = baton_walk_first(caller->op), *next; op; op = next) {
    next = baton_walk_next(op, caller->op); // what is put in has been looked at before
    function *callee = callee_of(in, op);
    if (!callee || !can_inline(in, op, callee, caller))
      continue;
    caller->num_ops += callee->num_ops;
    callee->was_inlined = true;
    inline_call(in, op, callee->op);
    baton_pass_count(in->run, NUM_INLINED, 1);
    in->changed = true;
  }
  measure(in, caller);
}

static void finish(inliner *in, function *f) {
  f->is_finished = true;
  for (uint32_t e = f->first_caller; e != NO_EDGE; e = in->edges.data[e].next)
    if (--in->functions.data[in->edges.data[e].caller].num_calls == 0)
      baton_vec_push(&in->ready, in->edges.data[e].caller);
}

// Callees before callers. What is left over is recursive or leads to it: only calls of finished ones are inlined there.
static void inline_all(inliner *in) {
  for (uint32_t i = 0; i < in->functions.size; i++)
    if (in->functions.data[i].num_calls == 0)
      baton_vec_push(&in->ready, i);
  for (size_t i = 0; i < in->ready.size; i++) {
    function *f = &in->functions.data[in->ready.data[i]];
    inline_into(in, f);
    finish(in, f);
  }
  for (uint32_t i = 0; i < in->functions.size; i++)
    if (!in->functions.data[i].is_finished)
      inline_into(in, &in->functions.data[i]);
}

static void erase_unused(inliner *in, const baton_op *root) {
  baton_live_symbols live;
  baton_live_symbols_init(&live, root, baton_pass_scratch(in->run));
  for (size_t i = 0; i < in->functions.size; i++) {
    const function *f = &in->functions.data[i];
    if (!f->was_inlined || baton_symbol_is_live(&live, f->op))
      continue;
    baton_op_erase(f->op);
    baton_pass_count(in->run, NUM_ERASED, 1);
  }
  baton_live_symbols_deinit(&live);
}

static baton_pass_result run(baton_pass_run *run, baton_op *root) {
  inliner in = {.run = run, .module = baton_pass_module(run), .max_ops = (uint64_t)baton_pass_int(run, "max-ops")};
  if (baton_pass_int(run, "max-ops") < 0) {
    baton_op_error(root, "option max-ops of inline must be 0 or more, but is %lld",
                   (long long)baton_pass_int(run, "max-ops"));
    return BATON_PASS_FAILED;
  }
  find_functions(&in, root);
  find_calls(&in);
  inline_all(&in);
  if (in.changed)
    erase_unused(&in, root);
  baton_vec_deinit(&in.functions);
  baton_vec_deinit(&in.edges);
  baton_vec_deinit(&in.ready);
  baton_map_deinit(&in.numbers);
  baton_map_deinit(&in.loc_depths);
  return in.changed ? BATON_PASS_CHANGED : BATON_PASS_UNCHANGED;
}

static const baton_pass_option options[] = {
    {.size = sizeof(baton_pass_option),
     .kind = BATON_OPTION_INT,
     .name = "max-ops",
     .help = "let no function grow beyond so many ops",
     .default_text = "100000"},
};

static const char *const statistics[] = {
    [NUM_INLINED] = "calls inlined",
    [NUM_ERASED] = "functions erased",
};

extern const baton_pass baton_inline_pass;
const baton_pass baton_inline_pass = {
    .size = sizeof(baton_pass),
    .num_options = sizeof options / sizeof *options,
    .name = "inline",
    .summary = "put the bodies of functions in the place of calls",
    .anchor = "builtin.module",
    .requires = "nothing",
    .preserves = "the order of all effects, and under which kind of scope each submit stands",
    .options = options,
    .run = run,
    .statistics = statistics,
    .num_statistics = sizeof statistics / sizeof *statistics,
};
