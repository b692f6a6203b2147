// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From values to atoms: what a task, array or slot stands for, backwards along SSA.
#include "analysis/task_graph_impl.h"
#include "analysis/trip.h"
#include "dialect/arith.h"
#include "dialect/scf.h"

enum { MAX_STEPS = 128 }; // ops looked through one after the other

// ---- helpers ----------------------------------------------------------------------------------------------------

int64_t static_count(const baton_value *array) {
  int64_t count = baton_type_task_count(array->type);
  return count != BATON_DYNAMIC && count >> 40 == 0 ? count : BATON_DYNAMIC;
}

range whole_array(const baton_value *value) {
  int64_t count = baton_type_is_task_array(value->type) ? static_count(value) : 1;
  bound end = {0, symbol_make(SYMBOL_END, 0)};
  return (range){bound_constant(0), count == BATON_DYNAMIC ? end : bound_constant(count)};
}

bool is_whole_array(const baton_value *array, range slots) {
  return bound_equal(slots.lo, bound_constant(0)) && (bound_equal(slots.hi, whole_array(array).hi) ||
                                                      bound_equal(slots.hi, (bound){0, symbol_make(SYMBOL_END, 0)}));
}

// Whether the first dimensions are those of the asking task, now.
bool search_is_here(const search *s, uint32_t loop, const box *around, uint32_t depth) {
  const baton_task_graph *graph = s->graph;
  uint32_t at = graph_loop_at(graph, loop, depth);
  if (depth > graph->loops[s->place_loop].depth || graph_loop_at(graph, s->place_loop, depth) != at)
    return false;
  for (; at; at = graph->loops[at].parent) {
    range dim = around->dims[graph->loops[at].depth - 1];
    if (!range_is_unit(dim) || !bound_equal(dim.lo, (bound){0, symbol_make(SYMBOL_ITERATION, at)}))
      return false;
  }
  return true;
}

static bool is_instance(const box *around, uint32_t depth) {
  for (uint32_t d = 0; d < depth; d++)
    if (!range_is_unit(around->dims[d]))
      return false;
  return true;
}

bool search_is_filled(search *s, range r) { return search_prove(s, bound_plus(r.lo, 1), r.hi); }
bool search_is_empty(search *s, range r) { return search_prove(s, r.hi, r.lo); }

// Leaves out the dimensions of loops that a value is outside of. A help must be there: the loops have run.
static bool narrow(search *s, box *b, uint32_t depth, walk_mode mode) {
  for (uint32_t d = depth; d < b->num_dims; d++)
    if (mode == HELP && !search_is_filled(s, b->dims[d]))
      return false;
  b->num_dims = depth;
  return true;
}

// Keeps the last iteration of a dimension only, of which there must be one.
static bool collapse(search *s, box *b, uint32_t d) {
  range dim = b->dims[d];
  if (bound_is_end(dim.hi) || !search_is_filled(s, dim))
    return false;
  b->dims[d] = range_unit(bound_plus(dim.hi, -1));
  return true;
}

static bool collapse_all(search *s, box *b) {
  for (uint32_t d = 0; d < b->num_dims; d++)
    if (!range_is_unit(b->dims[d]) && !collapse(s, b, d))
      return false;
  return true;
}

// An exact stand-in for what cannot be looked into: the value itself.
void walk_stop(walk w, const baton_value *value, const box *around, range slots) {
  atom a = {.what = value, .loop = graph_value_loop(w.s->graph, value), .box = *around};
  if (baton_type_is_task_array(value->type))
    a.box.dims[a.box.num_dims++] = is_whole_array(value, slots) ? whole_array(value) : slots;
  if (w.mode == HELP)
    search_reach(w.s, &a);
  else
    search_add_goal(w.s, &a);
}

static void emit_task(walk w, const baton_op *task, const box *around) {
  atom a = {.what = task, .is_task = true, .loop = w.s->graph->block_loops[task->block->id], .box = *around};
  if (w.mode == HELP)
    search_reach(w.s, &a);
  else
    search_add_goal(w.s, &a);
}

// Goes on with an operand, which may be outside of some loops of the box.
void walk_operand(walk w, const baton_value *value, const box *around, range slots) {
  box b = *around;
  if (w.mode == WIDER)
    w.mode = GOAL;
  if (narrow(w.s, &b, graph_value_depth(w.s->graph, value), w.mode))
    walk_value(w, value, &b, slots);
}

// ---- index values -----------------------------------------------------------------------------------------------

// The values that an index takes over a box, and the ranged dimension that it varies with, or -1.
typedef struct index_set {
  range range;
  int dim;
} index_set;

static bool index_of(search *s, const baton_value *value, uint32_t loop, const box *around, index_set *out) {
  linear l;
  linear_of(s->graph, value, &l);
  out->dim = -1;
  if (l.coefficient == 0) {
    out->range = range_unit(bound_constant(l.add));
    return true;
  }
  if (l.coefficient != 1)
    return false;
  if (l.value) {
    out->range = range_unit((bound){l.add, symbol_make(SYMBOL_VALUE, l.value->id)});
    return search_is_here(s, loop, around, graph_value_depth(s->graph, l.value));
  }
  uint32_t d = s->graph->loops[l.loop].depth - 1;
  range dim = around->dims[d];
  out->range = (range){bound_plus(dim.lo, l.add), bound_plus(dim.hi, l.add)};
  out->dim = range_is_unit(dim) ? -1 : (int)d;
  return !bound_is_end(dim.lo) && !bound_is_end(dim.hi);
}

// The same for use with a value of the given depth: where both vary with one dimension, which a box cannot say, a help
// keeps to one iteration, and a goal takes all combinations.
static bool index_for(walk w, const baton_value *value, uint32_t loop, box *around, uint32_t depth, index_set *out) {
  if (!index_of(w.s, value, loop, around, out))
    return false;
  if (out->dim < 0 || out->dim >= (int)depth || w.mode != HELP)
    return true;
  return collapse(w.s, around, (uint32_t)out->dim) && index_of(w.s, value, loop, around, out);
}

// An index that has been used to no error is within its array: known of the ops that the asking task has just run
// through, for they stand in a block around it.
static void note_index(walk w, const baton_op *op, const box *around, const baton_value *array, range slots) {
  if (slots.lo.symbol == slots.hi.symbol && symbol_kind_of(slots.lo.symbol) != SYMBOL_VALUE)
    return;
  const baton_op *at = w.s->place;
  while (at && at->block != op->block)
    at = graph_parent(at);
  if (!at || !search_is_here(w.s, w.s->graph->block_loops[op->block->id], around, around->num_dims))
    return;
  facts_add(&w.s->facts, bound_constant(0), slots.lo);
  facts_add(&w.s->facts, slots.hi, whole_array(array).hi);
}

static bool bound_sum(bound a, bound b, bound *out) {
  *out = (bound){a.add + b.add, bound_is_constant(a) ? b.symbol : a.symbol};
  return (bound_is_constant(a) || bound_is_constant(b)) && !bound_is_end(*out);
}

// ---- arrays -----------------------------------------------------------------------------------------------------

static void expand_get(walk w, const baton_value *value, const box *around, range slots) {
  const baton_value *array = baton_orch_get_array(value->op);
  box b = *around;
  index_set at;
  uint32_t loop = graph_value_loop(w.s->graph, value), depth = graph_value_depth(w.s->graph, array);
  if (index_for(w, baton_orch_get_index(value->op), loop, &b, depth, &at)) {
    note_index(w, value->op, &b, array, at.range);
    walk_operand(w, array, &b, at.range);
  } else if (w.mode == WIDER)
    walk_operand(w, array, &b, whole_array(array));
  else
    walk_stop(w, value, around, slots);
}

// One of start, count and step of a slice: a literal or the next operand.
static bool slice_bound(walk w, const baton_value *slice, uint32_t which, box *around, uint32_t depth, index_set *out) {
  const baton_attr *bounds = baton_orch_slice_bounds(slice->op);
  uint32_t operand = 0;
  for (uint32_t k = 0; k < which; k++)
    operand += bounds->dense.items[k] == BATON_DYNAMIC;
  int64_t literal = bounds->dense.items[which];
  if (literal == BATON_DYNAMIC) {
    const baton_value *value = baton_orch_slice_values(slice->op).data[operand].value;
    return index_for(w, value, graph_value_loop(w.s->graph, slice), around, depth, out);
  }
  *out = (index_set){.range = range_unit(bound_constant(literal)), .dim = -1};
  return literal >> 40 == 0;
}

// The slots of the array that slots of the slice stand for; false where they cannot be said.
static bool slice_slots(walk w, const baton_value *slice, box *around, uint32_t depth, range *slots) {
  index_set start, count, step;
  if (!slice_bound(w, slice, 0, around, depth, &start) || !slice_bound(w, slice, 1, around, depth, &count) ||
      !slice_bound(w, slice, 2, around, depth, &step))
    return false;
  // A later bound may have collapsed a dimension that an earlier one ranged over.
  if (!slice_bound(w, slice, 0, around, depth, &start) || !slice_bound(w, slice, 1, around, depth, &count))
    return false;
  range all;
  if (range_is_unit(start.range) && range_is_unit(count.range) && bound_equal(step.range.lo, bound_constant(1)) &&
      bound_sum(start.range.lo, count.range.lo, &all.hi)) {
    all.lo = start.range.lo;
    note_index(w, slice->op, around, baton_orch_slice_array(slice->op), all);
  }
  bool whole = is_whole_array(slice, *slots);
  range r = *slots;
  if (whole)
    r.hi = bound_plus(count.range.hi, -1);
  else
    count.dim = -1;
  if (!range_is_unit(step.range) || !bound_is_constant(step.range.lo) || bound_is_end(r.hi))
    return false;
  int64_t stride = step.range.lo.add;
  if (stride != 1) {
    if (!bound_is_constant(r.lo) || !bound_is_constant(r.hi) || stride <= 0 || stride >= 1 << 20 || r.hi.add >= 1 << 20)
      return false;
    if (w.mode == HELP ? r.hi.add != r.lo.add + 1 : r.hi.add <= r.lo.add)
      return false;
    r = (range){bound_constant(r.lo.add * stride), bound_constant((r.hi.add - 1) * stride + 1)};
    if (w.mode == GOAL && r.hi.add != r.lo.add + 1)
      return false;
  }
  // Windows that move one slot at a time make one interval if none of them is empty.
  if (w.mode == HELP && start.dim >= 0 && (count.dim >= 0 || !search_is_filled(w.s, r)))
    return false;
  return bound_sum(start.range.lo, r.lo, &slots->lo) && bound_sum(bound_plus(start.range.hi, -1), r.hi, &slots->hi);
}

static void expand_slice(walk w, const baton_value *value, const box *around, range slots) {
  const baton_value *array = baton_orch_slice_array(value->op);
  box b = *around;
  range mapped = slots;
  if (slice_slots(w, value, &b, graph_value_depth(w.s->graph, array), &mapped))
    walk_operand(w, array, &b, mapped);
  else if (w.mode == WIDER)
    walk_operand(w, array, &b, whole_array(array));
  else
    walk_stop(w, value, around, slots);
}

static void expand_set(walk w, const baton_value *value, const box *around, range slots) {
  const baton_value *task = baton_orch_set_task(value->op), *array = baton_orch_set_array(value->op);
  box b = *around;
  index_set at;
  uint32_t loop = graph_value_loop(w.s->graph, value);
  range one = whole_array(task);
  bool whole = is_whole_array(value, slots);
  if (index_for(w, baton_orch_set_index(value->op), loop, &b, b.num_dims, &at) && range_is_unit(at.range)) {
    bound e = at.range.lo;
    note_index(w, value->op, &b, value, at.range);
    int from = whole ? 1 : search_decide(w.s, slots.lo, e);
    int to = whole ? 1 : search_decide(w.s, bound_plus(e, 1), slots.hi);
    if (from == 1 && to == 1) {
      walk_operand(w, task, &b, one);
      walk_operand(w, array, &b, (range){slots.lo, e});
      walk_operand(w, array, &b, (range){bound_plus(e, 1), slots.hi});
      return;
    }
    if (from == 0 || to == 0) {
      walk_operand(w, array, &b, slots);
      return;
    }
  }
  if (w.mode == WIDER || (w.mode == HELP && whole))
    walk_operand(w, task, around, one);
  if (w.mode == WIDER)
    walk_operand(w, array, around, slots);
  else
    walk_stop(w, value, around, slots);
}

static void expand_concat(walk w, const baton_value *value, const box *around, range slots) {
  baton_operands items = baton_orch_concat_items(value->op);
  bool whole = is_whole_array(value, slots) || (w.mode == WIDER && items.size != 1);
  bool constant = bound_is_constant(slots.lo) && bound_is_constant(slots.hi);
  if (items.size == 1 && !whole) {
    // An id is there if its slot is.
    if (w.mode != HELP || baton_type_is_task_array(items.data[0].value->type) || search_is_filled(w.s, slots))
      walk_operand(w, items.data[0].value, around, slots);
    else
      walk_stop(w, value, around, slots);
    return;
  }
  int64_t begin = 0;
  for (uint32_t k = 0; k < items.size && !whole && constant; k++) {
    int64_t count = baton_type_is_task_array(items.data[k].value->type) ? static_count(items.data[k].value) : 1;
    constant = count != BATON_DYNAMIC || begin >= slots.hi.add;
    begin += constant && begin < slots.hi.add ? count : 0;
  }
  if (!whole && !constant) {
    walk_stop(w, value, around, slots);
    return;
  }
  begin = 0;
  for (uint32_t k = 0; k < items.size; k++) {
    const baton_value *item = items.data[k].value;
    range part = whole_array(item);
    if (!whole) {
      if (begin >= slots.hi.add)
        return;
      int64_t count = part.hi.add, end = begin + count;
      int64_t lo = slots.lo.add > begin ? slots.lo.add : begin, hi = slots.hi.add < end ? slots.hi.add : end;
      part = (range){bound_constant(lo - begin), bound_constant(hi - begin)};
      begin = end;
      if (lo >= hi)
        continue;
    }
    walk_operand(w, item, around, part);
  }
}

// ---- branches ---------------------------------------------------------------------------------------------------

// What is known of a condition at one instance: 1, 0, or -1.
static int known_outcome(search *s, const baton_value *condition, const box *around) {
  int64_t constant;
  if (baton_constant_value(condition, &constant))
    return constant != 0;
  uint32_t depth = graph_value_depth(s->graph, condition);
  for (uint32_t k = 0; k < s->num_conditions; k++) {
    const condition_fact *fact = &s->conditions[k];
    bool same = fact->condition == condition;
    for (uint32_t d = 0; d < depth && same; d++)
      same = range_equal(fact->box.dims[d], around->dims[d]);
    if (same)
      return fact->outcome;
  }
  return -1;
}

static void expand_branch(walk w, const baton_value *value, const box *around, range slots,
                          const baton_value *condition, const baton_value *yes, const baton_value *no) {
  if (yes == no) {
    walk_operand(w, yes, around, slots);
    return;
  }
  box b = *around;
  bool single = is_instance(&b, b.num_dims);
  int outcome = single ? known_outcome(w.s, condition, &b) : -1;
  if (outcome >= 0) {
    walk_operand(w, outcome ? yes : no, &b, slots);
    return;
  }
  if (w.mode == WIDER) {
    walk_operand(w, yes, &b, slots);
    walk_operand(w, no, &b, slots);
    return;
  }
  walk_stop(w, value, around, slots);
  if (w.mode != HELP && !single)
    return;
  if (!single && !collapse_all(w.s, &b))
    return;
  outcome = known_outcome(w.s, condition, &b);
  if (outcome >= 0)
    walk_operand(w, outcome ? yes : no, &b, slots);
  else
    search_note_condition(w.s, condition, &b);
}

static void expand_if(walk w, const baton_value *value, const box *around, range slots) {
  const baton_op *op = value->op;
  const baton_block *yes = op->regions[0].first, *no = op->regions[1].first;
  if (yes && no)
    expand_branch(w, value, around, slots, baton_scf_if_condition(op), baton_op_operand(yes->last, value->index),
                  baton_op_operand(no->last, value->index));
  else
    walk_stop(w, value, around, slots);
}

// ---- all of them ------------------------------------------------------------------------------------------------

void walk_value(walk w, const baton_value *value, const box *around, range slots) {
  bool is_array = baton_type_is_task_array(value->type);
  if ((is_array && search_is_empty(w.s, slots)) || (w.mode == HELP ? w.s->num_atoms == MAX_ATOMS : w.s->overflowed))
    return;
  if (w.steps++ == MAX_STEPS) {
    walk_stop(w, value, around, slots);
    return;
  }
  const baton_op *op = baton_value_op(value);
  switch (op ? baton_op_code(op) : BATON_OP_OTHER) {
  case BATON_OP_ORCH_SUBMIT:
  case BATON_OP_ORCH_FENCE:
    emit_task(w, op, around);
    return;
  case BATON_OP_ORCH_NONE:
    return;
  case BATON_OP_ORCH_GET:
    expand_get(w, value, around, slots);
    return;
  case BATON_OP_ORCH_SLICE:
    expand_slice(w, value, around, slots);
    return;
  case BATON_OP_ORCH_SET:
    expand_set(w, value, around, slots);
    return;
  case BATON_OP_ORCH_CONCAT:
    expand_concat(w, value, around, slots);
    return;
  case BATON_OP_ORCH_PARALLEL:
    walk_parallel(w, value, around, slots);
    return;
  case BATON_OP_ORCH_SCOPE:
    walk_operand(w, baton_op_operand(op->regions[0].first->last, value->index), around, slots);
    return;
  case BATON_OP_SCF_FOR:
    walk_for(w, value, around, slots);
    return;
  case BATON_OP_SCF_IF:
    expand_if(w, value, around, slots);
    return;
  case BATON_OP_ARITH_SELECT:
    expand_branch(w, value, around, slots, baton_op_operand(op, 0), baton_op_operand(op, 1), baton_op_operand(op, 2));
    return;
  default:
    if (op)
      walk_stop(w, value, around, slots);
    else
      walk_argument(w, value, around, slots);
  }
}
