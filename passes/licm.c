// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// licm: moves what every iteration of a loop computes anew in front of the loop.
//
//     scf.for %i = ... {                                   %a = arith.muli %n, %c64 : index
//       %a = arith.muli %n, %c64 : index              ->   scf.for %i = ... {
//       %t = orch.submit @k(%a, %i : index, index)           %t = orch.submit @k(%a, %i : index, index)
//
// Moved are pure ops whose operands come from outside of the loop: scf.for, scf.while (both regions) and orch.parallel.
// They may stand in the body itself or in orch.scope inside it, but not in branches. An op that can fail or is
// undefined for some operands (passes/fold.h: a division, an index or a shape that is checked) is moved only where the
// loop surely runs and reaches it. Buffers, tasks, fences and host accesses stay, so that the order of what has effects
// is kept.
//
// Inner loops come first, so that an op leaves as many loops as it can. Linear in the ops, times the depth of loops.
#include "analysis/trip.h"
#include "dialect/orch.h"
#include "dialect/scf.h"
#include "ir/walk.h"
#include "pass/pass.h"
#include "passes/fold.h"

enum { NUM_MOVED };

typedef struct mover {
  baton_pass_run *run;
  bool changed;
} mover;

static bool is_invariant(const baton_op *op, const baton_op *loop) {
  for (uint32_t i = 0; i < op->num_operands; i++)
    if (baton_value_is_inside(op->operands[i].value, loop))
      return false;
  return true;
}

// is_reached: whether the block runs whenever the loop is reached.
static void move_from(mover *m, const baton_block *block, baton_op *loop, bool is_reached) {
  for (baton_op *op = block->first, *next; op; op = next) {
    next = op->next;
    if (baton_op_is(op, BATON_OP_ORCH_SCOPE)) {
      move_from(m, baton_op_body(op), loop, is_reached);
      continue;
    }
    bool may_move = op->def->is_registered && baton_op_has_trait(op, BATON_TRAIT_PURE) && op->num_regions == 0 &&
                    (is_reached || baton_fold_cannot_fail(op)) && is_invariant(op, loop);
    if (!may_move)
      continue;
    baton_op_unlink(op);
    baton_op_insert_before(op, loop);
    baton_pass_count(m->run, NUM_MOVED, 1);
    m->changed = true;
  }
}

static baton_walk_result visit(baton_op *op, void *user) {
  if (!baton_op_is_loop(op))
    return BATON_WALK_ON;
  bool is_while = baton_op_is(op, BATON_OP_SCF_WHILE);
  for (uint32_t i = 0; i < op->num_regions; i++) {
    bool is_reached = is_while ? i == 0 : baton_trip_count(op) > 0;
    for (const baton_block *block = op->regions[i].first; block; block = block->next)
      move_from(user, block, op, is_reached && block == op->regions[i].first);
  }
  return BATON_WALK_ON;
}

static baton_pass_result run(baton_pass_run *run, baton_op *root) {
  mover m = {.run = run};
  for (uint32_t i = 0; i < root->num_regions; i++)
    for (const baton_block *block = root->regions[i].first; block; block = block->next)
      for (baton_op *op = block->first, *next; op; op = next) {
        next = op->next;
        baton_walk_postorder(op, visit, &m);
      }
  return m.changed ? BATON_PASS_CHANGED : BATON_PASS_UNCHANGED;
}

static const char *const statistics[] = {[NUM_MOVED] = "ops moved"};

#define DESCRIPTION                                                                                                    \
  .size = sizeof(baton_pass), .anchor = NULL, .requires = "nothing",                                                   \
  .preserves = "everything but the places of pure ops", .run = run, .statistics = statistics,                          \
  .num_statistics = sizeof statistics / sizeof *statistics

extern const baton_pass baton_licm_pass;
const baton_pass baton_licm_pass = {
    .name = "licm", .summary = "move pure ops that do not change in a loop in front of it", DESCRIPTION};

// So that pipelines written for mlir-opt run as they are.
extern const baton_pass baton_loop_invariant_code_motion_pass;
const baton_pass baton_loop_invariant_code_motion_pass = {
    .name = "loop-invariant-code-motion", .summary = "licm, by mlir-opt's name", DESCRIPTION};
