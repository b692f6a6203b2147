// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// canonicalize: folds and simplifies until nothing changes any more, as MLIR's pass of that name.
//
//     %a = arith.addi %c2, %c3 : index                           %c5 = arith.constant 5 : index
//     %t = orch.submit @k(%a : index)                       ->   %t = orch.submit @k(%c5 : index)
//              after(%none, %u : !orch.task, !orch.task)                  after(%u : !orch.task)
//
//   - constants: folded, uniqued, at the start of the isolated region, on the right of commutative ops;
//   - arith: identities, sums and products with constants joined, comparisons, selections, casts of casts;
//   - scf: loops that run never or once, carries and results that are not needed, branches that are decided;
//   - memref: sizes that are known, casts that say nothing, views of the whole;
//   - orch: nones in lists, slots that are certain, sizes, arrays of one part, parallels that run never or once, scopes
//     in which nothing depends on their kind;
//   - ops that only compute what nobody uses, fences included.
//
// Never erased, copied or reordered: submits, host accesses, calls, waits on anything, buffers that are used. A fence
// whose id is used stays as it is, and so does the split of a list into arrays and ids. What may fail is only dropped,
// never made to fail (passes/fold.h): where a constant would be refused as an index or a size, its arithmetic stays.
//
// A work list is processed as in MLIR's greedy driver; every pattern makes the program smaller or moves it towards the
// form above, so that it ends. Near linear in the ops, times the depth of regions.
#include "dialect/arith.h"
#include "ir/walk.h"
#include "pass/pass.h"
#include "passes/canonicalize_impl.h"
#include "passes/canonicalize_worklist.h"
#include "passes/fold.h"

enum { NUM_FOLDED, NUM_REWRITTEN, NUM_ERASED, NUM_CONSTANTS };

static const baton_pattern patterns[BATON_NUM_OPS] = {
#define BATON_PATTERN(CODE, name) [BATON_OP_##CODE] = baton_canonicalize_##name,
#include "passes/canonicalize_patterns.def"
#undef BATON_PATTERN
};

static bool fold(baton_rewriter *r, baton_op *op, const baton_attr *constant) {
  if (!baton_fold_can_be(baton_op_result(op, 0), constant->integer))
    return false;
  r->num_folded++;
  baton_value *value = baton_rewriter_constant(r, op, constant);
  return baton_rewriter_replace_op(r, op, &value);
}

static bool move_constant_to_the_right(baton_rewriter *r, baton_op *op) {
  if (!baton_op_has_trait(op, BATON_TRAIT_COMMUTATIVE) || op->num_operands != 2)
    return false;
  baton_value *lhs = op->operands[0].value, *rhs = op->operands[1].value;
  if (!baton_value_op_of(lhs, BATON_OP_ARITH_CONSTANT) || baton_value_op_of(rhs, BATON_OP_ARITH_CONSTANT))
    return false;
  baton_rewriter_set_operand(r, &op->operands[0], rhs);
  baton_rewriter_set_operand(r, &op->operands[1], lhs);
  return true;
}

static void visit(baton_rewriter *r, baton_op *op) {
  if (baton_fold_is_dead(op)) {
    baton_rewriter_erase(r, op);
    return;
  }
  const baton_attr *constant = baton_fold_constants(op);
  if (constant) {
    fold(r, op, constant);
    return; // if it may not be a constant, it stays whole
  }
  baton_pattern pattern = patterns[baton_op_code(op)];
  if ((move_constant_to_the_right(r, op) || (pattern && pattern(r, op))) &&
      !(*baton_rewriter_state(r, op) & BATON_OP_GONE))
    baton_rewriter_visit(r, op);
}

// The next op to visit, or NULL.
static baton_op *take(baton_rewriter *r) {
  while (r->stack.size || r->next_outer < r->outer.size) {
    baton_op *op = r->stack.size ? r->stack.data[--r->stack.size] : r->outer.data[r->next_outer++];
    uint8_t *state = baton_rewriter_state(r, op);
    *state = (uint8_t)(*state & ~BATON_OP_QUEUED);
    if (!(*state & BATON_OP_GONE))
      return op;
  }
  return NULL;
}

static bool start(baton_rewriter *r, baton_op *root) {
  bool changed = false;
  for (baton_op *op = baton_walk_first(root), *next; op; op = next) {
    next = baton_walk_next(op, root);
    if (baton_op_is(op, BATON_OP_ARITH_CONSTANT))
      changed |= baton_rewriter_place_constant(r, op);
  }
  for (baton_op *op = baton_walk_first(root); op; op = baton_walk_next(op, root))
    baton_rewriter_visit(r, op);
  for (size_t i = 0; i < r->stack.size / 2; i++) { // the last one is the next
    baton_op **a = &r->stack.data[i], **b = &r->stack.data[r->stack.size - 1 - i], *op = *a;
    *a = *b;
    *b = op;
  }
  return changed;
}

static baton_pass_result run(baton_pass_run *run, baton_op *root) {
  baton_rewriter r = {.module = baton_pass_module(run), .root = root};
  bool changed = start(&r, root);
  for (baton_op *op = take(&r); op; op = take(&r))
    visit(&r, op);
  baton_pass_count(run, NUM_FOLDED, r.num_folded);
  baton_pass_count(run, NUM_REWRITTEN, r.num_rewritten);
  baton_pass_count(run, NUM_ERASED, r.num_erased);
  baton_pass_count(run, NUM_CONSTANTS, r.num_constants);
  changed = changed || r.num_rewritten || r.num_erased;
  baton_vec_deinit(&r.stack);
  baton_vec_deinit(&r.outer);
  baton_map_deinit(&r.constants);
  baton_mem_free(r.states);
  return changed ? BATON_PASS_CHANGED : BATON_PASS_UNCHANGED;
}

static const char *const statistics[] = {
    [NUM_FOLDED] = "ops folded to constants",
    [NUM_REWRITTEN] = "values and operands replaced",
    [NUM_ERASED] = "ops erased",
    [NUM_CONSTANTS] = "constants moved or merged",
};

extern const baton_pass baton_canonicalize_pass;
const baton_pass baton_canonicalize_pass = {
    .size = sizeof(baton_pass),
    .name = "canonicalize",
    .summary = "fold constants and simplify ops until nothing changes",
    .anchor = NULL,
    .requires = "nothing",
    .preserves = "submits, their order and what they wait for, buffers, shared fences, symbols",
    .run = run,
    .statistics = statistics,
    .num_statistics = sizeof statistics / sizeof *statistics,
};
