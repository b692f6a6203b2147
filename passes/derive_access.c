// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// derive-deps: which buffers each op of a function uses, and how.
#include "dialect/func.h"
#include "dialect/memref.h"
#include "ir/symbol.h"
#include "ir/walk.h"
#include "passes/derive_impl.h"

static bool is_buffer(const baton_value *value) { return value->type->kind == BATON_TYPE_MEMREF; }

static void add(derive_state *state, baton_op *op, const baton_view *view, uint32_t slot, baton_access kind,
                derive_actor actor) {
  if (!state->has_access[op->id])
    state->first_access[op->id] = (uint32_t)state->accesses.size;
  state->has_access[op->id] = true;
  derive_access new = {.op = op,
                       .view = view,
                       .group = baton_storage_group(state->storage, view),
                       .slot = slot,
                       .kind = (uint8_t)kind,
                       .actor = (uint8_t)actor};
  baton_vec_push(&state->accesses, new);
}

static void add_submit(derive_state *state, baton_op *op, derive_actor actor) {
  baton_operands args = baton_orch_submit_args(op);
  const baton_op *kernel = baton_submit_kernel(op);
  uint32_t slot = 0;
  for (uint32_t i = 0; i < args.size; i++)
    if (is_buffer(args.data[i].value))
      add(state, op, baton_storage_view(state->storage, args.data[i].value), slot++,
          kernel ? baton_func_access(kernel, i) : BATON_ACCESS_READWRITE, actor);
  const baton_value *predicate = baton_orch_submit_when_buffer(op);
  if (predicate)
    add(state, op, baton_storage_element(state->storage, predicate, baton_orch_submit_when_indices(op)), slot,
        BATON_ACCESS_READ, actor);
}

// Host code and functions: each buffer that is passed, as its parameter says where only host code is behind it, and
// each that is returned.
static void add_call(derive_state *state, baton_op *op) {
  const baton_op *callee = NULL;
  if (baton_op_is(op, BATON_OP_FUNC_CALL))
    callee = baton_symbol_resolve(op, baton_func_call_callee(op));
  bool is_host = callee && !baton_op_body(callee);
  for (uint32_t i = 0; i < op->num_operands; i++)
    if (is_buffer(baton_op_operand(op, i)))
      add(state, op, baton_storage_view(state->storage, baton_op_operand(op, i)), 0,
          is_host ? baton_func_access(callee, i) : BATON_ACCESS_READWRITE, DERIVE_OPAQUE);
  for (uint32_t i = 0; i < op->num_results; i++)
    if (is_buffer(&op->results[i]))
      add(state, op, baton_storage_view(state->storage, &op->results[i]), 0, BATON_ACCESS_READWRITE, DERIVE_OPAQUE);
}

static void add_op(derive_state *state, baton_op *op, bool is_manual) {
  switch (baton_op_code(op)) {
  case BATON_OP_ORCH_SUBMIT:
    add_submit(state, op, is_manual ? DERIVE_OPAQUE : DERIVE_TASK);
    break;
  case BATON_OP_MEMREF_LOAD:
    add(state, op, baton_storage_element(state->storage, baton_memref_load_memref(op), baton_memref_load_indices(op)),
        0, BATON_ACCESS_READ, is_manual ? DERIVE_OPAQUE : DERIVE_HOST);
    break;
  case BATON_OP_MEMREF_STORE:
    add(state, op, baton_storage_element(state->storage, baton_memref_store_memref(op), baton_memref_store_indices(op)),
        0, BATON_ACCESS_WRITE, is_manual ? DERIVE_OPAQUE : DERIVE_HOST);
    break;
  case BATON_OP_FUNC_CALL:
  case BATON_OP_OTHER:
    add_call(state, op);
    break;
  default:
    break;
  }
}

static bool is_manual_region(const baton_op *op) {
  return baton_op_is(op, BATON_OP_ORCH_SCOPE) && baton_attr_is_string(baton_orch_scope_kind(op), "manual");
}

bool derive_accesses(derive_state *state, baton_op *func, bool is_entry, size_t *out_first) {
  size_t first = *out_first = state->accesses.size;
  if (!baton_storage_add(state->storage, func))
    return false;
  // What is inside of a manual scope stays as it is, auto scopes in it too.
  const baton_op *manual = baton_attr_is_string(baton_op_attr(func, BATON_STR("orch.scope")), "manual") ? func : NULL;
  for (baton_op *op = baton_walk_first(func); op; op = baton_walk_next(op, func)) {
    if (manual && !baton_op_is_ancestor(manual, op))
      manual = NULL;
    if (!manual && is_manual_region(op))
      manual = op;
    add_op(state, op, manual != NULL);
  }
  derive_split_groups(state, first);
  for (size_t i = first; i < state->accesses.size; i++) {
    const derive_access *access = &state->accesses.data[i];
    bool outside = !is_entry && baton_storage_is_shared(state->storage, access->view);
    if (derive_writes(access) || outside)
      baton_map_set(&state->written, access->group, 1);
  }
  return true;
}
