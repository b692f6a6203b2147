// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// derive-deps: edges. Ids of tasks in loops, scopes and branches are handed out as further results: a scope yields
// them, a parallel collects them, an scf.for fills an array that it carries, in the slot of the iteration, a branch
// gives them or, where another region runs, none. What is there already, from the program or an earlier run, is found
// and used.
#include "analysis/trip.h"
#include "dialect/arith.h"
#include "dialect/scf.h"
#include "passes/derive_impl.h"

#include <stdlib.h>

static bool is_constant(const baton_value *value, int64_t wanted) {
  int64_t constant;
  return baton_constant_value(value, &constant) && constant == wanted;
}

static bool is_equal(const baton_value *a, const baton_value *b) {
  int64_t constant;
  return a == b || (baton_constant_value(b, &constant) && is_constant(a, constant));
}

// ---- recognising collected ids ----------------------------------------------------------------------------------

// Whether a value counts the iterations of an scf.for from 0 on: (variable - lower) / step, as number_of builds it.
static bool is_number(const baton_value *value, const baton_op *loop) {
  const baton_op *op = baton_value_op(value);
  const baton_value *step = baton_scf_for_step(loop), *lower = baton_scf_for_lower(loop);
  if (op && baton_op_is(op, BATON_OP_ARITH_INDEX_CAST)) {
    value = baton_arith_index_cast_input(op);
    op = baton_value_op(value);
  }
  if (op && baton_op_is(op, BATON_OP_ARITH_DIVUI) && is_equal(baton_arith_divui_rhs(op), step)) {
    value = baton_arith_divui_lhs(op);
    op = baton_value_op(value);
  } else if (!is_constant(step, 1)) {
    return false;
  }
  if (op && baton_op_is(op, BATON_OP_ARITH_SUBI) && is_equal(baton_arith_subi_rhs(op), lower))
    value = baton_arith_subi_lhs(op);
  else if (!is_constant(lower, 0))
    return false;
  return value == baton_op_body(loop)->args[0];
}

static bool is_none(const baton_value *value) {
  const baton_op *op = baton_value_op(value);
  return op && baton_op_is(op, BATON_OP_ORCH_NONE);
}

// orch.set %task, %carried[number], yielded.
static const baton_value *set_source(const baton_op *loop, uint32_t index, const baton_op *set) {
  const baton_value *carried = baton_op_body(loop)->args[index + 1];
  bool is_fill = baton_orch_set_array(set) == carried && is_number(baton_orch_set_index(set), loop);
  return is_fill ? baton_orch_set_task(set) : NULL;
}

// %number * %count + variable, as copy_array builds it.
static bool is_copy_slot(const baton_value *slot, const baton_op *loop, const baton_op *copy, int64_t count) {
  const baton_op *sum = baton_value_op(slot);
  if (!sum || !baton_op_is(sum, BATON_OP_ARITH_ADDI) || baton_arith_addi_rhs(sum) != baton_op_body(copy)->args[0])
    return false;
  const baton_op *product = baton_value_op(baton_arith_addi_lhs(sum));
  return product && baton_op_is(product, BATON_OP_ARITH_MULI) && is_number(baton_arith_muli_lhs(product), loop) &&
         is_constant(baton_arith_muli_rhs(product), count);
}

// A loop as copy_array builds it: for each slot of an array, get it, set it.
static const baton_value *copy_source(const baton_op *loop, uint32_t index, const baton_op *copy, uint32_t result) {
  const baton_block *body = baton_op_body(copy);
  const baton_op *set = result == 0 ? baton_value_op(baton_op_operand(body->last, 0)) : NULL;
  if (!set || !baton_op_is(set, BATON_OP_ORCH_SET) || baton_orch_set_array(set) != body->args[1] ||
      baton_scf_for_inits(copy).data[0].value != baton_op_body(loop)->args[index + 1])
    return NULL;
  const baton_op *get = baton_value_op(baton_orch_set_task(set));
  if (!get || !baton_op_is(get, BATON_OP_ORCH_GET) || baton_orch_get_index(get) != body->args[0])
    return NULL;
  const baton_value *source = baton_orch_get_array(get);
  int64_t count = baton_type_task_count(source->type);
  bool is_copy = is_constant(baton_scf_for_lower(copy), 0) && is_constant(baton_scf_for_step(copy), 1) &&
                 baton_trip_count(copy) == count && is_copy_slot(baton_orch_set_index(set), loop, copy, count);
  return is_copy ? source : NULL;
}

// What result `index` of an scf.for collects from every iteration, or NULL.
static const baton_value *for_source(const baton_op *loop, uint32_t index) {
  const baton_value *yielded = baton_op_operand(derive_terminator(loop), index), *source = NULL;
  const baton_op *op = baton_value_op(yielded);
  int64_t trips = baton_trip_count(loop), size;
  if (!op || trips == BATON_DYNAMIC || !is_none(baton_scf_for_inits(loop).data[index].value) ||
      !baton_type_is_task_array(yielded->type))
    return NULL;
  if (baton_op_is(op, BATON_OP_ORCH_SET))
    source = set_source(loop, index, op);
  else if (baton_op_is(op, BATON_OP_SCF_FOR))
    source = copy_source(loop, index, op, yielded->index);
  bool is_exact = source && !__builtin_mul_overflow(trips, baton_type_task_count(source->type), &size) &&
                  size == baton_type_task_count(yielded->type);
  return is_exact ? source : NULL;
}

static bool is_branch(const baton_op *op) {
  return baton_op_is(op, BATON_OP_SCF_IF) || baton_op_is(op, BATON_OP_SCF_INDEX_SWITCH);
}

// The block of a branch that a value is defined in, at any depth, or NULL.
static const baton_block *arm_of(const baton_op *branch, const baton_value *value) {
  const baton_block *block = baton_value_block(value);
  while (block && baton_block_parent(block) != branch)
    block = baton_block_parent(block) ? baton_block_parent(block)->block : NULL;
  return block;
}

// What a result of a branch is whenever the region runs that defines a value, or NULL.
static const baton_value *branch_source(const baton_op *branch, uint32_t index, const baton_value *inner) {
  const baton_block *arm = arm_of(branch, inner);
  return arm ? baton_op_operand(arm->last, index) : NULL;
}

// The value that a result of an op collects or hands out, or NULL; of a branch, where `inner` exists.
static const baton_value *result_source(const baton_value *value, const baton_value *inner) {
  const baton_op *op = baton_value_op(value);
  if (!op)
    return NULL;
  switch (baton_op_code(op)) {
  case BATON_OP_ORCH_SCOPE:
  case BATON_OP_ORCH_PARALLEL:
    return baton_op_operand(derive_terminator(op), value->index);
  case BATON_OP_SCF_FOR:
    return for_source(op, value->index);
  case BATON_OP_SCF_IF:
  case BATON_OP_SCF_INDEX_SWITCH:
    return branch_source(op, value->index, inner);
  case BATON_OP_ORCH_GET: // the only slot of an array
    return baton_type_task_count(baton_orch_get_array(op)->type) == 1 ? baton_orch_get_array(op) : NULL;
  default:
    return NULL;
  }
}

// Fences and concatenations inside of each other that are looked into.
enum { MAX_DEPTH = 8 };

static bool is_in_list(baton_operands list, const baton_op *producer, unsigned depth);

// Whether an array collects all ids of a producer, or a value is its id.
static bool collects(const baton_value *value, const baton_op *producer) {
  for (; value; value = result_source(value, &producer->results[0]))
    if (value == &producer->results[0])
      return true;
  return false;
}

// Whether a fence waits for the producer, or a concatenation holds it. It must be listed itself: collected in a loop
// that may not run it would say nothing.
static bool is_inside(const baton_value *value, const baton_op *producer, unsigned depth) {
  const baton_op *op = baton_value_op(value);
  if (!op || depth == MAX_DEPTH)
    return false;
  if (baton_op_is(op, BATON_OP_ORCH_FENCE))
    return is_in_list(baton_orch_fence_after(op), producer, depth + 1) ||
           is_in_list(baton_orch_fence_derived(op), producer, depth + 1);
  return baton_op_is(op, BATON_OP_ORCH_CONCAT) && is_in_list(baton_orch_concat_items(op), producer, depth + 1);
}

// The slots of an array that a list holds one by one, a bit each; only for arrays of up to 64.
static uint64_t listed_slots(baton_operands list, const baton_value *array) {
  uint64_t slots = 0;
  for (uint32_t i = 0; i < list.size; i++) {
    const baton_op *get = baton_value_op(list.data[i].value);
    int64_t slot;
    if (get && baton_op_is(get, BATON_OP_ORCH_GET) && baton_orch_get_array(get) == array &&
        baton_constant_value(baton_orch_get_index(get), &slot) && slot >= 0 && slot < 64)
      slots |= UINT64_C(1) << slot;
  }
  return slots;
}

// Whether a list holds all slots of an array with the ids of a producer, of which this is the first.
static bool is_listed_by_slots(baton_operands list, const baton_value *first, const baton_op *producer) {
  const baton_op *get = baton_value_op(first);
  if (!get || !baton_op_is(get, BATON_OP_ORCH_GET) || !is_constant(baton_orch_get_index(get), 0))
    return false;
  const baton_value *array = baton_orch_get_array(get);
  int64_t count = baton_type_task_count(array->type);
  return count > 0 && count <= 64 && collects(array, producer) &&
         listed_slots(list, array) == UINT64_MAX >> (64 - (unsigned)count);
}

static bool is_in_list(baton_operands list, const baton_op *producer, unsigned depth) {
  for (uint32_t i = 0; i < list.size; i++) {
    const baton_value *value = list.data[i].value;
    if (collects(value, producer) || is_inside(value, producer, depth) || is_listed_by_slots(list, value, producer))
      return true;
  }
  return false;
}

bool derive_is_listed(const baton_op *producer, const baton_op *consumer) {
  return is_in_list(baton_orch_submit_after(consumer), producer, 0) ||
         is_in_list(baton_orch_submit_derived(consumer), producer, 0);
}

// The result of an op, among the first ones, that hands out a value of its body already, or NULL.
static baton_value *find_result(const baton_op *op, uint32_t num_results, const baton_value *value) {
  for (uint32_t i = num_results; i-- > 0;)
    for (const baton_value *source = result_source(&op->results[i], value); source;
         source = result_source(source, value)) {
      if (source == value)
        return baton_op_result(op, i);
      // Only slots of the op's own body are looked through.
      if (!baton_value_op(source) || !baton_op_is(baton_value_op(source), BATON_OP_ORCH_GET))
        break;
    }
  return NULL;
}

// ---- building ---------------------------------------------------------------------------------------------------

// The number of the iteration, from 0 on.
static baton_value *number_of(const baton_builder *at, const baton_op *loop) {
  baton_value *number = baton_op_body(loop)->args[0];
  if (!is_constant(baton_scf_for_lower(loop), 0))
    number = derive_build_binary(at, "arith.subi", number, baton_scf_for_lower(loop));
  if (!is_constant(baton_scf_for_step(loop), 1))
    number = derive_build_binary(at, "arith.divui", number, baton_scf_for_step(loop));
  const baton_type *index = baton_type_index(at->module->context);
  return number->type == index ? number : baton_op_result(derive_build(at, "arith.index_cast", &number, 1, index), 0);
}

// Copies an array of `count` ids into the part of another one that belongs to the iteration.
static baton_value *copy_array(const baton_builder *at, baton_value *from, baton_value *to, baton_value *number,
                               int64_t count) {
  baton_module *module = at->module;
  baton_value *size = derive_build_constant(at, count);
  baton_value *base = derive_build_binary(at, "arith.muli", number, size);
  baton_value *operands[] = {derive_build_constant(at, 0), size, derive_build_constant(at, 1), to};
  const baton_op_state state = {.def = baton_context_find_op_def(module->context, BATON_STR("scf.for")),
                                .operands = operands,
                                .num_operands = 4,
                                .result_types = &to->type,
                                .num_results = 1,
                                .num_regions = 1,
                                .loc = at->loc};
  baton_op *copy = baton_build(at, &state);
  baton_block *body = baton_block_create(module);
  baton_block_append(body, baton_op_region(copy, 0));
  baton_value *slot = baton_block_add_arg(module, body, size->type);
  baton_value *carried = baton_block_add_arg(module, body, to->type);
  baton_builder inside = baton_builder_at_end(module, body);
  inside.loc = at->loc;
  baton_value *task = derive_build_get(&inside, from, slot);
  baton_value *filled =
      derive_build_set(&inside, task, carried, derive_build_binary(&inside, "arith.addi", base, slot));
  derive_build(&inside, "scf.yield", &filled, 1, NULL);
  return baton_op_result(copy, 0);
}

// Makes an scf.for carry an array in which each iteration leaves a value.
static baton_value *collect_in_for(baton_module *module, baton_op *loop, baton_value *value, const baton_type *type) {
  baton_builder before = baton_builder_before(module, loop);
  before.loc = loop->loc;
  baton_value *none = derive_build_none(&before, type);
  baton_value *carried = baton_block_add_arg(module, baton_op_body(loop), type);
  baton_op *yield = derive_terminator(loop);
  baton_builder at = baton_builder_before(module, yield);
  at.loc = loop->loc;
  baton_value *number = number_of(&at, loop), *filled;
  int64_t count = baton_type_task_count(value->type);
  if (baton_type_is_one_task(value->type))
    filled = derive_build_set(&at, value, carried, number);
  else if (count == 1)
    filled = derive_build_set(&at, derive_build_get(&at, value, derive_build_constant(&at, 0)), carried, number);
  else
    filled = copy_array(&at, value, carried, number, count);
  baton_op_add_operand(module, yield, filled);
  baton_op *wide = derive_widen(module, loop, type, none);
  return baton_op_result(wide, wide->num_results - 1);
}

static baton_value *build_no_ids(const baton_builder *at, const baton_type *type) {
  if (baton_type_task_count(type) != BATON_DYNAMIC)
    return derive_build_none(at, type);
  baton_value *size = derive_build_constant(at, 0);
  return baton_op_result(derive_build(at, "orch.none", &size, 1, type), 0);
}

// Makes the regions of a branch yield a value that one of them defines, or none.
static void yield_from_arms(baton_module *module, baton_op *branch, baton_value *value) {
  const baton_block *arm = arm_of(branch, value);
  for (uint32_t i = 0; i < branch->num_regions; i++) {
    baton_block *block = branch->regions[i].first;
    if (!block) {
      block = baton_block_create(module);
      baton_block_append(block, baton_op_region(branch, i));
      baton_builder at = baton_builder_at_end(module, block);
      at.loc = branch->loc;
      derive_build(&at, "scf.yield", NULL, 0, NULL);
    }
    baton_builder at = baton_builder_before(module, block->last);
    at.loc = branch->loc;
    baton_op_add_operand(module, block->last, block == arm ? value : build_no_ids(&at, value->type));
  }
}

// Adds a result to an op that hands out a value of its body: of all iterations, if it is a loop.
static baton_value *add_result(baton_module *module, baton_op *op, baton_value *value) {
  const baton_type *type = value->type;
  if (baton_op_is_loop(op)) {
    int64_t slots = baton_type_task_count(value->type), trips = baton_trip_count(op);
    bool is_counted = slots != BATON_DYNAMIC && trips != BATON_DYNAMIC;
    type = baton_type_tasks(module->context, is_counted ? slots * trips : BATON_DYNAMIC);
  }
  if (baton_op_is(op, BATON_OP_SCF_FOR))
    return collect_in_for(module, op, value, type);
  if (is_branch(op))
    yield_from_arms(module, op, value);
  else
    baton_op_add_operand(module, derive_terminator(op), value);
  baton_op *wide = derive_widen(module, op, type, NULL);
  return baton_op_result(wide, wide->num_results - 1);
}

// What names a value while ops with regions are replaced: their bodies and the places of their results stay.
static uint64_t key_of(const baton_value *value) {
  const baton_op *op = value->op;
  return op->num_regions ? UINT64_C(1) << 63 | (uint64_t)baton_op_body(op)->id << 32 | value->index : value->id;
}

// A value outside of an op for one that its body defines. Ops are replaced, but results keep their places; only those
// that an op had before the pass are searched.
static baton_value *hand_out(derive_state *state, baton_op *op, baton_value *value) {
  uint64_t *place = baton_map_find(&state->result_of, key_of(value));
  if (place)
    return baton_op_result(op, (uint32_t)*place);
  const baton_block *body = baton_op_body(op);
  uint64_t *known = baton_map_find(&state->num_results, body->id);
  uint32_t num_results = known ? (uint32_t)*known : op->num_results;
  if (!known)
    baton_map_set(&state->num_results, body->id, num_results);
  const uint64_t key = key_of(value);
  baton_value *result = find_result(op, num_results, value);
  if (!result)
    result = add_result(state->module, op, value);
  baton_map_set(&state->result_of, key, result->index);
  return result;
}

// ---- lists ------------------------------------------------------------------------------------------------------

// The id of a producer, or those of all its runs, in a block around it.
static baton_value *ids_in_block(derive_state *state, baton_op *producer, const baton_block *block) {
  baton_value *value = baton_op_result(producer, 0);
  while (baton_value_block(value) != block)
    value = hand_out(state, baton_block_parent(baton_value_block(value)), value);
  return value;
}

// Edges of one consumer: appends what its lists do not hold to the derived one. Returns how many entries that are.
static uint64_t extend_list(derive_state *state, const derive_edge *edges, size_t num_edges) {
  baton_op *consumer = edges[0].consumer;
  baton_operands after = baton_orch_submit_after(consumer), derived = baton_orch_submit_derived(consumer);
  BATON_VEC(baton_value *) list = {0};
  baton_map known = {0};
  for (uint32_t i = 0; i < after.size; i++)
    baton_map_set_pointer(&known, after.data[i].value, consumer);
  for (uint32_t i = 0; i < derived.size; i++) {
    baton_map_set_pointer(&known, derived.data[i].value, consumer);
    baton_vec_push(&list, derived.data[i].value);
  }
  for (size_t i = 0; i < num_edges; i++) {
    baton_value *value = ids_in_block(state, edges[i].producer, edges[i].block);
    if (baton_map_find_pointer(&known, value))
      continue;
    baton_map_set_pointer(&known, value, consumer);
    baton_vec_push(&list, value);
  }
  uint64_t num_added = list.size - derived.size;
  if (num_added)
    baton_op_set_group(state->module, consumer, baton_orch_submit_derived_group, list.data, list.size);
  baton_map_deinit(&known);
  baton_vec_deinit(&list);
  return num_added;
}

// Consumer by consumer, and for one in program order of the producers.
static int compare_edges(const void *left, const void *right) {
  const derive_edge *a = left, *b = right;
  if (a->consumer_order != b->consumer_order)
    return a->consumer_order < b->consumer_order ? -1 : 1;
  return (a->producer_order > b->producer_order) - (a->producer_order < b->producer_order);
}

uint64_t derive_write_edges(derive_state *state) {
  derive_edge *edges = state->edges.data;
  size_t num_edges = state->edges.size;
  uint64_t num_added = 0;
  if (num_edges)
    qsort(edges, num_edges, sizeof *edges, compare_edges);
  // Handing out an id replaces the ops that it comes out of, so all are handed out before any list is made.
  for (size_t i = 0; i < num_edges; i++)
    ids_in_block(state, edges[i].producer, edges[i].block);
  for (size_t first = 0, end; first < num_edges; first = end) {
    for (end = first; end < num_edges && edges[end].consumer == edges[first].consumer;)
      end++;
    num_added += extend_list(state, &edges[first], end - first);
  }
  return num_added;
}
