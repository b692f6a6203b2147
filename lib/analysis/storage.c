// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the view of every memref value of a function, in program order.
#include "analysis/storage.h"

#include "analysis/storage_impl.h"
#include "analysis/trip.h"
#include "dialect/arith.h"
#include "dialect/func.h"
#include "dialect/memref.h"
#include "dialect/orch.h"
#include "dialect/scf.h"
#include "ir/walk.h"

// Steps when following a carried value through loops and scopes that pass it on.
enum { PASSING_BUDGET = 64 };

static void visit_block(baton_storage *storage, const baton_block *block);

baton_storage *baton_storage_create(baton_arena *arena, const baton_module *module) {
  baton_storage *storage = BATON_ARENA_NEW(arena, baton_storage);
  storage->arena = arena;
  storage->num_values = module->num_value_ids;
  storage->views = BATON_ARENA_ARRAY(arena, const baton_view *, module->num_value_ids);
  return storage;
}

void baton_storage_destroy(baton_storage *storage) {
  baton_vec_deinit(&storage->bases);
  baton_vec_deinit(&storage->sources);
}

const baton_view *baton_storage_view(const baton_storage *storage, const baton_value *value) {
  return storage->views[value->id];
}

// ---- bases ------------------------------------------------------------------------------------------------------

static bool is_buffer(const baton_value *value) { return value->type->kind == BATON_TYPE_MEMREF; }

static uint32_t new_base(baton_storage *storage, const baton_value *value, storage_kind kind) {
  uint32_t index = (uint32_t)storage->bases.size;
  storage_base new = {.value = value, .kind = kind, .parent = index};
  new.has_box = value &&storage_type_has_box(value->type);
  if (kind != BASE_MIXED) {
    new.num_refs = 1;
    new.refs[0] = (storage_ref){index, ALL_LOOPS};
  }
  baton_vec_push(&storage->bases, new);
  return index;
}

// A new base for a value, of which the value is a view of everything.
static uint32_t set_base(baton_storage *storage, const baton_value *value, storage_kind kind) {
  uint32_t index = new_base(storage, value, kind);
  storage->views[value->id] = storage_whole(storage, index);
  return index;
}

static void set_view(baton_storage *storage, const baton_value *value, const baton_view *view) {
  storage->views[value->id] = view;
}

static void add_source(baton_storage *storage, uint32_t to, const baton_value *value, const baton_op *crossing) {
  storage_source new = {to, storage->views[value->id]->base, crossing};
  baton_vec_push(&storage->sources, new);
}

// A value that is one of two others.
static void set_either(baton_storage *storage, const baton_value *value, const baton_value *a, const baton_value *b) {
  if (storage->views[a->id] == storage->views[b->id]) {
    set_view(storage, value, storage->views[a->id]);
    return;
  }
  uint32_t base = set_base(storage, value, BASE_MIXED);
  add_source(storage, base, a, NULL);
  add_source(storage, base, b, NULL);
}

static void escape_operands(baton_storage *storage, const baton_op *op) {
  for (uint32_t i = 0; i < op->num_operands; i++)
    if (is_buffer(baton_op_operand(op, i)))
      storage->bases.data[storage->views[baton_op_operand(op, i)->id]->base].escapes = true;
}

// ---- loops and branches -----------------------------------------------------------------------------------------

static const baton_op *terminator(const baton_op *op, uint32_t region) { return op->regions[region].first->last; }

// Whether a value is, without fail, the given block argument: behind casts, scopes and loops that hand it on.
static bool passes_on(const baton_value *value, const baton_value *arg, unsigned *budget) {
  for (; value != arg && *budget; --*budget) {
    const baton_op *op = baton_value_op(value);
    if (!op)
      return false;
    if (baton_op_is(op, BATON_OP_MEMREF_CAST)) {
      value = baton_memref_cast_source(op);
    } else if (baton_op_is(op, BATON_OP_ORCH_SCOPE)) {
      value = baton_op_operand(terminator(op, 0), value->index);
    } else if (baton_op_is(op, BATON_OP_SCF_FOR)) {
      --*budget;
      const baton_value *inner = baton_op_body(op)->args[value->index + 1];
      if (!passes_on(baton_op_operand(terminator(op, 0), value->index), inner, budget))
        return false;
      value = baton_scf_for_inits(op).data[value->index].value;
    } else {
      return false;
    }
  }
  return value == arg;
}

static bool is_unchanged_carry(const baton_op *loop, uint32_t index) {
  unsigned budget = PASSING_BUDGET;
  return passes_on(baton_op_operand(terminator(loop, 0), index), baton_op_body(loop)->args[index + 1], &budget);
}

static void visit_for(baton_storage *storage, const baton_op *op) {
  const baton_block *body = baton_op_body(op);
  baton_operands inits = baton_scf_for_inits(op);
  const baton_op *yield = terminator(op, 0);
  int64_t trips = baton_trip_count(op);
  for (uint32_t i = 0; i < inits.size; i++) {
    if (!is_buffer(inits.data[i].value))
      continue;
    if (trips == 1 || is_unchanged_carry(op, i))
      set_view(storage, body->args[i + 1], storage->views[inits.data[i].value->id]);
    else
      add_source(storage, set_base(storage, body->args[i + 1], BASE_MIXED), inits.data[i].value, NULL);
  }
  visit_block(storage, body);
  for (uint32_t i = 0; i < inits.size; i++) {
    const baton_value *init = inits.data[i].value, *result = &op->results[i];
    if (!is_buffer(init))
      continue;
    bool is_carried = trips != 1 && !is_unchanged_carry(op, i);
    if (trips == 0 || (trips != 1 && !is_carried)) {
      set_view(storage, result, storage->views[init->id]);
    } else if (trips == 1) {
      set_view(storage, result, storage->views[baton_op_operand(yield, i)->id]);
    } else {
      uint32_t base = set_base(storage, result, BASE_MIXED);
      add_source(storage, base, baton_op_operand(yield, i), op);
      if (trips == BATON_DYNAMIC)
        add_source(storage, base, init, NULL);
    }
    if (is_carried)
      add_source(storage, storage->views[body->args[i + 1]->id]->base, baton_op_operand(yield, i), op);
  }
}

static void visit_while(baton_storage *storage, const baton_op *op) {
  const baton_block *before = op->regions[0].first, *after = op->regions[1].first;
  for (uint32_t i = 0; i < before->num_args; i++)
    if (is_buffer(before->args[i]))
      add_source(storage, set_base(storage, before->args[i], BASE_MIXED), baton_op_operand(op, i), NULL);
  visit_block(storage, before);
  baton_operands args = baton_scf_condition_args(before->last);
  for (uint32_t i = 0; i < after->num_args; i++)
    if (is_buffer(after->args[i]))
      set_view(storage, after->args[i], storage->views[args.data[i].value->id]);
  visit_block(storage, after);
  for (uint32_t i = 0; i < before->num_args; i++)
    if (is_buffer(before->args[i]))
      add_source(storage, storage->views[before->args[i]->id]->base, baton_op_operand(after->last, i), op);
  for (uint32_t i = 0; i < op->num_results; i++)
    if (is_buffer(&op->results[i]))
      add_source(storage, set_base(storage, &op->results[i], BASE_MIXED), args.data[i].value, op);
}

// A result is the buffer that the region which runs yields.
static void set_any(baton_storage *storage, const baton_op *op, uint32_t result) {
  const baton_view *first = storage->views[baton_op_operand(terminator(op, 0), result)->id];
  bool is_one = true;
  for (uint32_t i = 1; i < op->num_regions; i++)
    is_one &= storage->views[baton_op_operand(terminator(op, i), result)->id] == first;
  if (is_one) {
    set_view(storage, &op->results[result], first);
    return;
  }
  uint32_t base = set_base(storage, &op->results[result], BASE_MIXED);
  for (uint32_t i = 0; i < op->num_regions; i++)
    add_source(storage, base, baton_op_operand(terminator(op, i), result), NULL);
}

// scf.if and scf.index_switch.
static void visit_branch(baton_storage *storage, const baton_op *op) {
  for (uint32_t i = 0; i < op->num_regions; i++)
    if (op->regions[i].first)
      visit_block(storage, op->regions[i].first);
  for (uint32_t i = 0; i < op->num_results; i++)
    if (is_buffer(&op->results[i]))
      set_any(storage, op, i);
}

static void visit_scope(baton_storage *storage, const baton_op *op) {
  visit_block(storage, baton_op_body(op));
  for (uint32_t i = 0; i < op->num_results; i++)
    if (is_buffer(&op->results[i]))
      set_view(storage, &op->results[i], storage->views[baton_op_operand(terminator(op, 0), i)->id]);
}

// ---- all ops ----------------------------------------------------------------------------------------------------

// Calls, returns and ops of other dialects: buffers go where this function does not see them, and others come back.
static void visit_other(baton_storage *storage, const baton_op *op) {
  escape_operands(storage, op);
  for (uint32_t i = 0; i < op->num_results; i++) {
    if (!is_buffer(&op->results[i]))
      continue;
    uint32_t base = set_base(storage, &op->results[i], BASE_MIXED);
    storage_source new = {base, storage->unknown, NULL};
    baton_vec_push(&storage->sources, new);
  }
}

static void visit_op(baton_storage *storage, const baton_op *op) {
  switch (baton_op_code(op)) {
  case BATON_OP_ORCH_ALLOC:
    set_base(storage, &op->results[0], BASE_ALLOC);
    break;
  case BATON_OP_MEMREF_SUBVIEW:
    set_view(storage, &op->results[0],
             storage_subview(storage, storage->views[baton_memref_subview_source(op)->id], op));
    break;
  case BATON_OP_MEMREF_CAST:
    set_view(storage, &op->results[0], storage->views[baton_memref_cast_source(op)->id]);
    break;
  case BATON_OP_ARITH_SELECT:
    if (is_buffer(&op->results[0]))
      set_either(storage, &op->results[0], baton_op_operand(op, 1), baton_op_operand(op, 2));
    break;
  case BATON_OP_SCF_FOR:
    visit_for(storage, op);
    break;
  case BATON_OP_SCF_WHILE:
    visit_while(storage, op);
    break;
  case BATON_OP_SCF_IF:
  case BATON_OP_SCF_INDEX_SWITCH:
    visit_branch(storage, op);
    break;
  case BATON_OP_ORCH_SCOPE:
    visit_scope(storage, op);
    break;
  case BATON_OP_ORCH_PARALLEL:
    visit_block(storage, baton_op_body(op));
    break;
  case BATON_OP_ORCH_SUBMIT:
  case BATON_OP_MEMREF_DIM:
  case BATON_OP_MEMREF_LOAD:
  case BATON_OP_MEMREF_STORE:
  case BATON_OP_SCF_YIELD:
  case BATON_OP_SCF_CONDITION:
  case BATON_OP_ORCH_YIELD:
    break;
  default:
    visit_other(storage, op);
  }
}

static void visit_block(baton_storage *storage, const baton_block *block) {
  for (const baton_op *op = block->first; op; op = op->next)
    visit_op(storage, op);
}

static bool is_understood(const baton_op *op) {
  switch (baton_op_code(op)) {
  case BATON_OP_SCF_FOR:
  case BATON_OP_SCF_WHILE:
  case BATON_OP_SCF_IF:
  case BATON_OP_SCF_INDEX_SWITCH:
  case BATON_OP_ORCH_SCOPE:
  case BATON_OP_ORCH_PARALLEL:
    break;
  default:
    return op->num_regions == 0 && op->num_successors == 0;
  }
  for (uint32_t i = 0; i < op->num_regions; i++)
    if (op->regions[i].first != op->regions[i].last)
      return false;
  return true;
}

bool baton_storage_add(baton_storage *storage, const baton_op *func) {
  const baton_block *body = baton_op_body(func);
  if (!body || body->next)
    return false;
  for (const baton_op *op = baton_walk_first(func); op; op = baton_walk_next(op, func))
    if (!is_understood(op))
      return false;
  uint32_t first_base = (uint32_t)storage->bases.size;
  storage->sources.size = 0;
  storage->unknown = new_base(storage, NULL, BASE_UNKNOWN);
  for (uint32_t i = 0; i < body->num_args; i++)
    if (is_buffer(body->args[i])) {
      uint32_t index = set_base(storage, body->args[i], BASE_ARGUMENT);
      storage->bases.data[index].is_noalias = baton_func_arg_attr(func, i, "orch.noalias") != NULL;
    }
  visit_block(storage, body);
  storage_solve(storage, first_base);
  return true;
}
