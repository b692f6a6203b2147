// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cse: pure ops that compute the same as one before them are replaced by it.
//
//     %a = arith.muli %i, %c64 : index                     %a = arith.muli %i, %c64 : index
//     scf.if %p {                                     ->   scf.if %p {
//       %b = arith.muli %i, %c64 : index
//       %t = orch.submit @k(%b : index)                      %t = orch.submit @k(%a : index)
//
// Two ops are the same if kind, operands (of commutative ops in any order), attributes and result types are. The first
// one must dominate the second. Only pure ops without regions take part: no buffers, no host accesses, no tasks. Pure
// ops that nobody uses go as well.
//
// The table of known expressions follows the nesting of regions: what a region adds is taken out again at its end
// (dominator-scoped hashing, as in Briggs, Cooper and Simpson, "Value Numbering", 1997). Inside a region with several
// blocks every entry is also checked against the dominator tree. Near linear in the ops.
#include "base/vec.h"
#include "ir/dominance.h"
#include "ir/walk.h"
#include "pass/pass.h"
#include "passes/fold.h"

enum { NUM_REPLACED, NUM_DEAD };

typedef struct expression {
  baton_op *op;
  uint64_t hash;
  size_t shadowed; // 1 + the expression of the same hash before this one, or 0
} expression;

typedef struct eliminator {
  baton_pass_run *run;
  baton_dominance *dominance;
  BATON_VEC(expression) expressions; // in the regions around, outermost first
  baton_map latest;                  // by hash: 1 + index of the last expression, or 0
  size_t first_visible;              // what is before is outside of an isolated region
  bool changed;
} eliminator;

// ---- which ops are the same -------------------------------------------------------------------------------------

static bool is_commutative_pair(const baton_op *op) {
  return op->num_operands == 2 && baton_op_has_trait(op, BATON_TRAIT_COMMUTATIVE);
}

static uint64_t hash_op(const baton_op *op) {
  uint64_t hash = baton_hash_pointer(op->num_operands, op->def);
  if (is_commutative_pair(op))
    hash = baton_hash_mix(hash, (uint64_t)op->operands[0].value->id ^ op->operands[1].value->id);
  else
    for (uint32_t i = 0; i < op->num_operands; i++)
      hash = baton_hash_mix(hash, op->operands[i].value->id);
  for (uint32_t i = 0; i < op->def->num_attrs; i++)
    hash = baton_hash_pointer(hash, baton_op_slot(op, i));
  for (uint32_t i = 0; i < op->num_attrs; i++)
    hash = baton_hash_pointer(hash, op->attrs[i].value);
  for (uint32_t i = 0; i < op->num_results; i++)
    hash = baton_hash_pointer(hash, op->results[i].type);
  return hash;
}

static bool have_same_operands(const baton_op *a, const baton_op *b) {
  bool same = a->num_operands == b->num_operands;
  for (uint32_t i = 0; i < a->num_operands && same; i++)
    same = a->operands[i].value == b->operands[i].value;
  return same || (is_commutative_pair(a) && is_commutative_pair(b) && a->operands[0].value == b->operands[1].value &&
                  a->operands[1].value == b->operands[0].value);
}

static bool are_same(const baton_op *a, const baton_op *b) {
  if (a->def != b->def || a->num_attrs != b->num_attrs || a->num_results != b->num_results || !have_same_operands(a, b))
    return false;
  for (uint32_t i = 0; i < a->def->num_attrs; i++)
    if (baton_op_slot(a, i) != baton_op_slot(b, i))
      return false;
  for (uint32_t i = 0; i < a->num_attrs; i++)
    if (!baton_str_equal(a->attrs[i].name, b->attrs[i].name) || a->attrs[i].value != b->attrs[i].value)
      return false;
  for (uint32_t i = 0; i < a->num_results; i++)
    if (a->results[i].type != b->results[i].type)
      return false;
  return true;
}

// ---- the table --------------------------------------------------------------------------------------------------

static baton_op *find_same(const eliminator *e, const baton_op *op, uint64_t hash) {
  const uint64_t *latest = baton_map_find(&e->latest, hash);
  for (size_t at = latest ? *latest : 0; at > e->first_visible; at = e->expressions.data[at - 1].shadowed) {
    baton_op *known = e->expressions.data[at - 1].op;
    if (are_same(known, op) && baton_dominates(e->dominance, baton_op_result(known, 0), op))
      return known;
  }
  return NULL;
}

static void remember(eliminator *e, baton_op *op, uint64_t hash) {
  const uint64_t *latest = baton_map_find(&e->latest, hash);
  expression added = {op, hash, latest ? *latest : 0};
  baton_vec_push(&e->expressions, added);
  baton_map_set(&e->latest, hash, e->expressions.size);
}

static void forget_since(eliminator *e, size_t size) {
  while (e->expressions.size > size) {
    const expression *last = &e->expressions.data[--e->expressions.size];
    baton_map_set(&e->latest, last->hash, last->shadowed);
  }
}

// ---- the walk ---------------------------------------------------------------------------------------------------

static bool is_candidate(const baton_op *op) {
  return op->def->is_registered && baton_op_has_trait(op, BATON_TRAIT_PURE) && op->num_regions == 0 &&
         op->num_results > 0;
}

static void erase_op(eliminator *e, baton_op *op, uint32_t reason) {
  baton_op_erase(op);
  baton_pass_count(e->run, reason, 1);
  e->changed = true;
}

static void visit_op(eliminator *e, baton_op *op);

static void visit_regions(eliminator *e, const baton_op *op) {
  size_t first_visible = e->first_visible;
  if (baton_op_has_trait(op, BATON_TRAIT_ISOLATED))
    e->first_visible = e->expressions.size;
  for (uint32_t i = 0; i < op->num_regions; i++) {
    size_t size = e->expressions.size;
    for (const baton_block *block = op->regions[i].first; block; block = block->next)
      for (baton_op *inner = block->first, *next; inner; inner = next) {
        next = inner->next;
        visit_op(e, inner);
      }
    forget_since(e, size);
  }
  e->first_visible = first_visible;
}

static void visit_op(eliminator *e, baton_op *op) {
  if (!is_candidate(op)) {
    visit_regions(e, op);
    return;
  }
  if (baton_fold_is_dead(op)) {
    erase_op(e, op, NUM_DEAD);
    return;
  }
  uint64_t hash = hash_op(op);
  baton_op *known = find_same(e, op, hash);
  if (!known) {
    remember(e, op, hash);
    return;
  }
  for (uint32_t i = 0; i < op->num_results; i++)
    baton_value_replace_all_uses(&op->results[i], &known->results[i]);
  erase_op(e, op, NUM_REPLACED);
}

// What computed for unused ops only is unused in turn: users stand behind, so backwards once is enough.
static void erase_unused(eliminator *e, const baton_op *root) {
  BATON_VEC(baton_op *) ops = {0};
  for (baton_op *op = baton_walk_first(root); op; op = baton_walk_next(op, root))
    if (is_candidate(op))
      baton_vec_push(&ops, op);
  for (size_t i = ops.size; i-- > 0;)
    if (baton_fold_is_dead(ops.data[i]))
      erase_op(e, ops.data[i], NUM_DEAD);
  baton_vec_deinit(&ops);
}

static baton_pass_result run(baton_pass_run *run, baton_op *root) {
  eliminator e = {.run = run, .dominance = baton_dominance_create(root)};
  visit_regions(&e, root);
  erase_unused(&e, root);
  baton_dominance_destroy(e.dominance);
  baton_vec_deinit(&e.expressions);
  baton_map_deinit(&e.latest);
  return e.changed ? BATON_PASS_CHANGED : BATON_PASS_UNCHANGED;
}

static const char *const statistics[] = {
    [NUM_REPLACED] = "ops replaced",
    [NUM_DEAD] = "unused ops erased",
};

extern const baton_pass baton_cse_pass;
const baton_pass baton_cse_pass = {
    .size = sizeof(baton_pass),
    .name = "cse",
    .summary = "replace pure ops that compute the same as one before them",
    .anchor = NULL,
    .requires = "nothing",
    .preserves = "everything but pure ops",
    .run = run,
    .statistics = statistics,
    .num_statistics = sizeof statistics / sizeof *statistics,
};
