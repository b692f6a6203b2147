// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From values to atoms through loops: results of parallels, arrays that a loop fills slot by slot, and carries in
// general, followed back one iteration at a time.
#include "analysis/task_graph_impl.h"
#include "dialect/scf.h"

enum { MAX_UNROLLED = 4 }; // iterations that carries are followed back

// The end of a loop's iterations, for the box that the loop op is in.
static bound trip_bound(const search *s, uint32_t loop, const box *around) {
  const loop_info *info = &s->graph->loops[loop];
  if (info->trip != BATON_DYNAMIC)
    return bound_constant(info->trip);
  bool counted = !baton_op_is(info->op, BATON_OP_SCF_WHILE) && baton_op_has_trait(info->op, BATON_TRAIT_LOOP);
  if (counted && search_is_here(s, info->parent, around, info->trip_depth))
    return (bound){0, symbol_make(SYMBOL_TRIP, info->trip_class)};
  return (bound){0, symbol_make(SYMBOL_END, 0)};
}

static bool with_dim(const box *around, range dim, box *out) {
  *out = *around;
  if (out->num_dims + 1 >= MAX_DIMS)
    return false;
  out->dims[out->num_dims++] = dim;
  return true;
}

void walk_parallel(walk w, const baton_value *value, const box *around, range slots) {
  const baton_op *op = value->op;
  uint32_t loop = graph_loop_of(w.s->graph, op);
  const baton_value *yielded = baton_op_operand(op->regions[0].first->last, value->index);
  bound trip = trip_bound(w.s, loop, around);
  bool whole = is_whole_array(value, slots), is_array = baton_type_is_task_array(yielded->type);
  range dim = {slots.lo, bound_is_end(slots.hi) || whole ? trip : slots.hi}, inner = whole_array(yielded);
  bool known = true;
  if (is_array && !whole && w.mode == WIDER) {
    dim = (range){bound_constant(0), trip};
  } else if (is_array && !whole) {
    int64_t count = static_count(yielded);
    known = count > 0 && bound_is_constant(slots.lo) && bound_is_constant(slots.hi) && slots.lo.add < slots.hi.add &&
            slots.lo.add >= 0 && slots.lo.add / count == (slots.hi.add - 1) / count;
    if (known) {
      dim = range_unit(bound_constant(slots.lo.add / count));
      inner = (range){bound_constant(slots.lo.add % count), bound_constant((slots.hi.add - 1) % count + 1)};
    }
  }
  box b;
  if (known && with_dim(around, dim, &b))
    walk_operand(w, yielded, &b, inner);
  else
    walk_stop(w, value, around, slots);
}

// A carry that each iteration fills one slot of: `yield (set task, carry[iteration + first])`.
typedef struct fill {
  const baton_value *init, *task;
  uint32_t loop;
  int64_t first;
} fill;

static const baton_value *through_scopes(const baton_value *value) {
  const baton_op *op;
  while ((op = baton_value_op(value)) != NULL && baton_op_is(op, BATON_OP_ORCH_SCOPE))
    value = baton_op_operand(op->regions[0].first->last, value->index);
  return value;
}

static bool find_fill(const search *s, const baton_op *loop, uint32_t carry, fill *out) {
  const baton_block *body = loop->regions[0].first;
  const baton_value *yielded = through_scopes(baton_op_operand(body->last, carry));
  const baton_op *set = baton_value_op(yielded);
  if (!set || !baton_op_is(set, BATON_OP_ORCH_SET) || baton_orch_set_array(set) != body->args[carry + 1] ||
      graph_value_loop(s->graph, yielded) != graph_loop_of(s->graph, loop))
    return false;
  linear at;
  linear_of(s->graph, baton_orch_set_index(set), &at);
  *out = (fill){baton_scf_for_inits(loop).data[carry].value, baton_orch_set_task(set), graph_loop_of(s->graph, loop),
                at.add};
  return at.coefficient == 1 && at.loop == out->loop && at.add >= 0;
}

static void follow_fill_task(walk w, const fill *f, const box *outer, range iterations) {
  box b;
  if (with_dim(outer, iterations, &b))
    walk_operand(w, f->task, &b, whole_array(f->task));
}

// The smaller or larger of two bounds, where it is known which.
static bool choose(search *s, bound a, bound b, bool larger, bound *out) {
  int first_is_smaller = search_decide(s, a, b);
  *out = (first_is_smaller == 1) != larger ? a : b;
  return first_is_smaller >= 0;
}

// Slots of the array after some number of iterations, at least `few` and at most `many` (they differ only where it is
// the union over several instances). Outer: the box around the loop. False: not known.
static bool expand_fill(walk w, const fill *f, const box *outer, const baton_value *value, bound few, bound many,
                        range slots) {
  bound first = bound_constant(f->first);
  if (is_whole_array(value, slots)) {
    follow_fill_task(w, f, outer, (range){bound_constant(0), many});
    if (f->first > 0)
      walk_operand(w, f->init, outer, (range){bound_constant(0), first});
    if (!bound_is_end(few))
      walk_operand(w, f->init, outer, (range){bound_plus(few, f->first), slots.hi});
    else if (w.mode != HELP)
      walk_operand(w, f->init, outer, slots);
    return true;
  }
  bound new_lo, new_hi, old_hi, old_lo;
  if (bound_is_end(many) || !choose(w.s, slots.lo, first, true, &new_lo) ||
      !choose(w.s, slots.hi, bound_plus(many, f->first), false, &new_hi) ||
      !choose(w.s, slots.hi, first, false, &old_hi) || !choose(w.s, slots.lo, bound_plus(few, f->first), true, &old_lo))
    return false;
  range fresh = {bound_plus(new_lo, -f->first), bound_plus(new_hi, -f->first)};
  range before = {slots.lo, old_hi}, behind = {old_lo, slots.hi};
  if (!search_is_empty(w.s, fresh))
    follow_fill_task(w, f, outer, fresh);
  if (!search_is_empty(w.s, before))
    walk_operand(w, f->init, outer, before);
  if (!search_is_empty(w.s, behind))
    walk_operand(w, f->init, outer, behind);
  return true;
}

// The carry as it is after the given number of iterations: its init, or what the last of them yielded.
static void expand_after(walk w, const baton_op *op, uint32_t carry, const box *outer, bound iterations,
                         const baton_value *value, const box *around, range slots) {
  const baton_value *yielded = baton_op_operand(op->regions[0].first->last, carry);
  int runs = bound_is_end(iterations) ? -1 : search_decide(w.s, bound_constant(1), iterations);
  if (w.unrolled == MAX_UNROLLED || (runs < 0 && w.mode != WIDER)) {
    walk_stop(w, value, around, slots);
    return;
  }
  w.unrolled++;
  box b;
  range last =
      bound_is_end(iterations) ? (range){bound_constant(0), iterations} : range_unit(bound_plus(iterations, -1));
  if (runs != 1)
    walk_operand(w, baton_scf_for_inits(op).data[carry].value, outer, slots);
  if (runs != 0 && with_dim(outer, last, &b))
    walk_operand(w, yielded, &b, slots);
}

static bool is_carried_unchanged(const baton_op *op, uint32_t carry) {
  const baton_block *body = op->regions[0].first;
  return through_scopes(baton_op_operand(body->last, carry)) == body->args[carry + 1];
}

void walk_for(walk w, const baton_value *value, const box *around, range slots) {
  const baton_op *op = value->op;
  uint32_t loop = graph_loop_of(w.s->graph, op);
  bound trip = trip_bound(w.s, loop, around);
  fill f;
  if (is_carried_unchanged(op, value->index))
    walk_operand(w, baton_scf_for_inits(op).data[value->index].value, around, slots);
  else if (!find_fill(w.s, op, value->index, &f))
    expand_after(w, op, value->index, around, trip, value, around, slots);
  else if (!expand_fill(w, &f, around, value, trip, trip, slots))
    walk_stop(w, value, around, slots);
}

// A carry over a range of iterations of its loop: the union of what it is in each of them.
static void expand_ranged_carry(walk w, const baton_op *op, uint32_t carry, const baton_value *value, const box *around,
                                range slots) {
  range dim = around->dims[around->num_dims - 1];
  bool from_second = search_prove(w.s, bound_constant(1), dim.lo);
  bool from_first = search_prove(w.s, dim.lo, bound_constant(0)) && search_is_filled(w.s, dim);
  if (w.mode == GOAL || w.unrolled == MAX_UNROLLED || bound_is_end(dim.lo)) {
    walk_stop(w, value, around, slots);
    return;
  }
  w.unrolled++;
  box b = *around;
  b.num_dims--;
  if (w.mode == HELP ? from_first : !from_second)
    walk_operand(w, baton_scf_for_inits(op).data[carry].value, &b, slots);
  // A help also where it is known that the range starts at the first iteration.
  bool cut = !from_second && (w.mode == WIDER || search_prove(w.s, dim.lo, bound_constant(1)));
  if (from_second || cut) {
    bound lo = from_second ? bound_plus(dim.lo, -1) : bound_constant(0);
    range earlier = {lo, bound_plus(dim.hi, -1)};
    if (with_dim(&b, earlier, &b))
      walk_operand(w, baton_op_operand(op->regions[0].first->last, carry), &b, slots);
  }
}

void walk_argument(walk w, const baton_value *value, const box *around, range slots) {
  const baton_op *op = baton_value_owner(value);
  if (!op || !baton_op_is(op, BATON_OP_SCF_FOR) || value->index == 0 || around->num_dims == 0) {
    walk_stop(w, value, around, slots);
    return;
  }
  uint32_t carry = value->index - 1;
  range dim = around->dims[around->num_dims - 1];
  box outer = *around;
  outer.num_dims--;
  fill f;
  if (is_carried_unchanged(op, carry)) {
    walk_operand(w, baton_scf_for_inits(op).data[carry].value, around, slots);
  } else if (find_fill(w.s, op, carry, &f)) {
    bool there = range_is_unit(dim) || w.mode != HELP || search_is_filled(w.s, dim);
    bound most = range_is_unit(dim) ? dim.lo : bound_plus(dim.hi, -1);
    if (!there || bound_is_end(dim.hi) || bound_is_end(dim.lo) ||
        !expand_fill(w, &f, &outer, value, dim.lo, most, slots))
      walk_stop(w, value, around, slots);
  } else if (range_is_unit(dim)) {
    expand_after(w, op, carry, &outer, dim.lo, value, around, slots);
  } else {
    expand_ranged_carry(w, op, carry, value, around, slots);
  }
}
