// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of ops, and the way through a module.
#include "llvm/lower.h"

#include "dialect/scf.h"
#include "ir/walk.h"
#include "llvm/lower_impl.h"
#include "llvm/target.h"

#include <llvm-c/Analysis.h>

// One row per op. An op that cannot be lowered has its row too, and refuses there.
static const baton_lower_fn rows[BATON_NUM_OPS] = {
#define BATON_OP(id, CODE, ...) [BATON_OP_##CODE] = baton_lower_##id,
#include "dialect/builtin.def"

#include "dialect/func.def"

#include "dialect/arith.def"

#include "dialect/scf.def"

#include "dialect/memref.def"

#include "dialect/orch.def"
#undef BATON_OP
};

bool baton_lower_has_row(uint16_t op_code) { return op_code < BATON_NUM_OPS && rows[op_code]; }

bool baton_is_loop_op(const baton_op *op) { return baton_op_has_trait(op, BATON_TRAIT_LOOP); }

// ---- ops and blocks ---------------------------------------------------------------------------------------------

static bool lower_op(baton_lowering *lw, const baton_op *op) {
  if (!baton_lower_has_row(op->def->code))
    return baton_op_error(op, "cannot be lowered");
  for (uint32_t i = 0; i < op->num_results; i++)
    if (!baton_check_type(op, op->results[i].type))
      return false;
  LLVMMetadataRef outer = baton_debug_enter_op(lw, op);
  if (!rows[op->def->code](lw, op))
    return false;
  for (uint32_t i = 0; i < op->num_results; i++)
    baton_debug_value(lw, &op->results[i]);
  baton_debug_leave_op(lw, outer);
  return true;
}

bool baton_lower_block(baton_lowering *lw, const baton_block *block) {
  for (uint32_t i = 0; i < block->num_args; i++)
    if (!baton_check_type(baton_block_parent(block), block->args[i]->type))
      return false;
  LLVMMetadataRef scope = baton_debug_enter_block(lw, block);
  for (uint32_t i = 0; i < block->num_args; i++)
    baton_debug_value(lw, block->args[i]);
  for (const baton_op *op = block->first; op && op != block->last; op = op->next) {
    if (!lower_op(lw, op))
      return false;
    baton_emit_releases(lw, op);
  }
  baton_debug_leave_block(lw, scope);
  return true;
}

bool baton_lower_builtin_module(baton_lowering *lw, const baton_op *op) {
  if (op != lw->module->op)
    return baton_op_error(op, "inside of another module cannot be lowered");
  for (const baton_op *inner = baton_module_body(lw->module)->first; inner; inner = inner->next)
    if (!lower_op(lw, inner))
      return false;
  return true;
}

// ---- what is found out beforehand -------------------------------------------------------------------------------

static bool asks_tracker(const baton_op *op) {
  switch (op->def->code) {
  case BATON_OP_MEMREF_LOAD:
  case BATON_OP_MEMREF_STORE:
  case BATON_OP_FUNC_CALL: // perhaps of host code
    return baton_access_is_tracked(op);
  case BATON_OP_ORCH_SUBMIT:
    if (baton_op_is_manual(op))
      return false;
    for (uint32_t i = 0; i < baton_submit_num_tracked(op); i++)
      if (baton_submit_tracking(op, i) & BATON_TRACKING_LOOKUP)
        return true;
    return false;
  default:
    return false;
  }
}

static void survey(baton_lowering *lw) {
  uint32_t next = 0;
  for (baton_op *op = baton_walk_first(lw->module->op); op; op = baton_walk_next(op, lw->module->op)) {
    lw->order[op->id] = ++next;
    lw->has_lookups = lw->has_lookups || asks_tracker(op);
  }
}

// ---- the whole --------------------------------------------------------------------------------------------------

static void init(baton_lowering *lw) {
  const baton_module *module = lw->module;
  lw->parts = BATON_ARENA_ARRAY(&lw->arena, baton_parts, module->num_value_ids);
  lw->order = BATON_ARENA_ARRAY(&lw->arena, uint32_t, module->num_op_ids);
  lw->releases = BATON_ARENA_ARRAY(&lw->arena, baton_release *, module->num_op_ids);
  baton_emit_init(lw);
  baton_tables_declare(lw);
  baton_debug_init(lw);
}

static void deinit(baton_lowering *lw) {
  baton_debug_deinit(lw);
  LLVMDisposeBuilder(lw->b);
  LLVMDisposeBuilder(lw->allocas);
  baton_map *maps[] = {&lw->moved,  &lw->kernel_indices, &lw->loc_indices, &lw->string_indices,
                       &lw->shapes, &lw->functions,      &lw->symbols,     &lw->fn.loops};
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
    baton_map_deinit(maps[i]);
  baton_vec_deinit(&lw->sites);
  baton_vec_deinit(&lw->kernels);
  baton_vec_deinit(&lw->locs);
  baton_vec_deinit(&lw->strings);
  baton_arena_deinit(&lw->arena);
}

// LLVM's own verifier: what it refuses is a mistake of this folder.
static bool verify(const baton_lowering *lw) {
  char *message = NULL;
  bool ok = !LLVMVerifyModule(lw->out, LLVMReturnStatusAction, &message);
  if (!ok)
    baton_op_error(lw->module->op, "was lowered to LLVM IR that LLVM refuses: %s", message);
  LLVMDisposeMessage(message);
  return ok;
}

baton_lowered *baton_lower(const baton_module *module, const baton_lower_options *options) {
  static const baton_lower_options defaults = {.link_kernels = true};
  baton_lowering lw = {.module = module, .context = module->context, .options = options ? *options : defaults};
  lw.lowered = baton_lowered_create(baton_context_diag(module->context), &lw.options);
  if (!lw.lowered)
    return NULL;
  lw.llvm = lw.lowered->context;
  lw.out = lw.lowered->module;
  init(&lw);
  survey(&lw);
  bool ok = baton_declare_bodies(&lw) && baton_lower_builtin_module(&lw, module->op);
  if (ok) {
    baton_tables_finish(&lw);
    baton_debug_finish(&lw);
    baton_finish_functions(&lw);
    ok = verify(&lw);
  }
  deinit(&lw);
  if (ok)
    return lw.lowered;
  baton_lowered_destroy(lw.lowered);
  return NULL;
}

uint32_t baton_lowered_num_entries(const baton_lowered *lowered) { return (uint32_t)lowered->entries.size; }
baton_str baton_lowered_entry(const baton_lowered *lowered, uint32_t index) { return lowered->entries.data[index]; }
