// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Searching from the waits of a task for what a goal stands for.
#include "analysis/task_graph_impl.h"
#include "dialect/arith.h"
#include "dialect/scf.h"

enum { MAX_RELAXED = 24 }; // goals replaced by what they are made of, per search

static const range no_slots = {{0, SYMBOL_ZERO}, {1, SYMBOL_ZERO}};

// ---- asking the facts -------------------------------------------------------------------------------------------

bool search_prove(search *s, bound a, bound b) { return facts_prove(&s->facts, a, b); }

int search_decide(search *s, bound a, bound b) {
  if (search_prove(s, a, b))
    return 1;
  if (bound_is_end(a) || bound_is_end(b))
    return -1;
  if (search_prove(s, bound_plus(b, 1), a))
    return 0;
  for (uint32_t k = 0; k < s->num_cases; k++)
    if (!s->cases[k].condition && bound_equal(s->cases[k].left, a) && bound_equal(s->cases[k].right, b))
      return -1;
  if (s->num_cases < MAX_CASES)
    s->cases[s->num_cases++] = (distinction){.left = a, .right = b};
  return -1;
}

static bool same_instance(const box *a, const box *b, uint32_t depth) {
  for (uint32_t d = 0; d < depth; d++)
    if (!range_equal(a->dims[d], b->dims[d]))
      return false;
  return true;
}

void search_note_condition(search *s, const baton_value *condition, const box *around) {
  uint32_t depth = graph_value_depth(s->graph, condition);
  for (uint32_t k = 0; k < s->num_cases; k++)
    if (s->cases[k].condition == condition && same_instance(&s->cases[k].box, around, depth))
      return;
  if (s->num_cases < MAX_CASES)
    s->cases[s->num_cases++] = (distinction){.condition = condition, .box = *around};
}

// ---- covering goals ---------------------------------------------------------------------------------------------

// Whether the instances of one range hold those of another, each at the same outer instance.
static bool range_holds(search *s, range outer, range inner) {
  bool to_end = bound_is_end(outer.hi) && outer.hi.add == 0;
  return search_prove(s, outer.lo, inner.lo) && (to_end || search_prove(s, inner.hi, outer.hi));
}

// What a reached atom leaves of a goal: the number of pieces, at most 2; -1 if it has nothing to do with it.
static int cut_goal(search *s, const atom *reached, const atom *goal, atom *pieces) {
  if (reached->what != goal->what)
    return -1;
  uint32_t cut = MAX_DIMS;
  for (uint32_t d = 0; d < goal->box.num_dims; d++) {
    if (range_holds(s, reached->box.dims[d], goal->box.dims[d]))
      continue;
    if (cut != MAX_DIMS)
      return -1;
    cut = d;
  }
  if (cut == MAX_DIMS)
    return 0;
  // [a, b) is always within [a, c), [c, d) and [d, b). The rest is worth having if it is smaller for certain.
  range g = goal->box.dims[cut], r = reached->box.dims[cut];
  if (bound_is_end(g.hi) || bound_is_end(r.hi) || bound_is_end(g.lo) || bound_is_end(r.lo) ||
      !search_prove(s, bound_plus(r.lo, 1), r.hi))
    return -1;
  bool from_start = search_prove(s, r.lo, g.lo), to_end = search_prove(s, g.hi, r.hi);
  bool inside_lo = from_start || search_prove(s, g.lo, r.lo), inside_hi = to_end || search_prove(s, r.hi, g.hi);
  if (!inside_lo || !inside_hi || (from_start && !search_prove(s, bound_plus(g.lo, 1), r.hi)) ||
      (to_end && !search_prove(s, bound_plus(r.lo, 1), g.hi)))
    return -1;
  int num_pieces = 0;
  if (!from_start) {
    pieces[num_pieces] = *goal;
    pieces[num_pieces++].box.dims[cut].hi = r.lo;
  }
  if (!to_end) {
    pieces[num_pieces] = *goal;
    pieces[num_pieces++].box.dims[cut].lo = r.hi;
  }
  return num_pieces;
}

static bool is_void(search *s, const box *b) {
  for (uint32_t d = 0; d < b->num_dims; d++)
    if (search_prove(s, b->dims[d].hi, b->dims[d].lo))
      return true;
  return false;
}

void search_add_goal(search *s, const atom *goal) {
  if (s->overflowed || is_void(s, &goal->box))
    return;
  for (uint32_t k = 0; k < s->num_atoms; k++) {
    if (s->whats[k] != goal->what)
      continue;
    atom pieces[2];
    int num_pieces = cut_goal(s, &s->atoms[k], goal, pieces);
    for (int p = 0; p < num_pieces; p++)
      search_add_goal(s, &pieces[p]);
    if (num_pieces >= 0)
      return;
  }
  if (s->num_goals == MAX_GOALS) {
    s->overflowed = true;
    return;
  }
  s->goals[s->num_goals++] = *goal;
}

// Of one statement or value.
static bool is_held(search *s, const atom *outer, const atom *inner) {
  for (uint32_t d = 0; d < inner->box.num_dims; d++)
    if (!range_holds(s, outer->box.dims[d], inner->box.dims[d]))
      return false;
  return true;
}

void search_reach(search *s, const atom *found) {
  for (uint32_t k = 0; k < s->num_atoms; k++)
    if (s->whats[k] == found->what && is_held(s, &s->atoms[k], found))
      return;
  if (s->num_atoms == MAX_ATOMS || is_void(s, &found->box))
    return;
  s->whats[s->num_atoms] = found->what;
  s->atoms[s->num_atoms++] = *found;
  s->num_visits++;
  s->graph->num_visited++;
  uint32_t num_left = 0, num_before = s->num_goals;
  for (uint32_t k = 0; k < num_before; k++) {
    atom pieces[2], goal = s->goals[k];
    int num_pieces = cut_goal(s, found, &goal, pieces);
    if (num_pieces < 0 || num_left + (uint32_t)num_pieces > k + 1)
      s->goals[num_left++] = goal;
    else
      for (int p = 0; p < num_pieces; p++)
        s->goals[num_left++] = pieces[p];
  }
  s->num_goals = num_left;
}

// ---- steps ------------------------------------------------------------------------------------------------------

static uint32_t place_in_text(const search *s, const atom *a) {
  const baton_op *op = a->is_task ? a->what : baton_value_owner(a->what);
  return op ? s->graph->order[op->id] : 0;
}

// False if all of the goal is submitted after the reached statement for certain, so that no path can lead there.
static bool may_lead_to(search *s, const atom *reached, const atom *goal) {
  const baton_task_graph *graph = s->graph;
  for (uint32_t depth = 1; depth <= graph->loops[reached->loop].depth && depth <= graph->loops[goal->loop].depth;
       depth++) {
    if (graph_loop_at(graph, reached->loop, depth) != graph_loop_at(graph, goal->loop, depth))
      break;
    range r = reached->box.dims[depth - 1], g = goal->box.dims[depth - 1];
    if (bound_is_end(r.hi) || bound_is_end(g.lo))
      return true;
    if (search_prove(s, r.hi, g.lo))
      return false;
    if (!search_prove(s, bound_plus(r.hi, -1), g.lo))
      return true;
  }
  return place_in_text(s, reached) > place_in_text(s, goal);
}

static bool may_lead_to_any(search *s, const atom *reached) {
  for (uint32_t k = 0; k < s->num_goals; k++)
    if (may_lead_to(s, reached, &s->goals[k]))
      return true;
  return false;
}

static bool is_chain(const baton_task_graph *graph, const baton_op *task);

// If each instance of a task in a loop waits for the one before, the last stands for all.
static void apply_chain_rule(search *s, atom *a) {
  if (s->is_chain || a->box.num_dims == 0)
    return;
  range *dim = &a->box.dims[a->box.num_dims - 1];
  if (bound_equal(dim->lo, bound_constant(0)) || bound_is_end(dim->lo) ||
      !search_prove(s, bound_plus(dim->lo, 1), dim->hi) || !is_chain(s->graph, a->what))
    return;
  dim->lo = bound_constant(0);
  atom all = *a;
  all.is_expanded = true; // by the caller, now
  search_reach(s, &all);
}

static void use_value(search *s, const baton_value *value, const box *around, walk_mode mode) {
  walk_operand((walk){.s = s, .mode = mode}, value, around, whole_array(value));
}

static void take_step(search *s, uint32_t index) {
  atom *a = &s->atoms[index];
  a->is_expanded = true;
  if (!a->is_task)
    return;
  atom from = *a;
  apply_chain_rule(s, &from);
  baton_operands waits = baton_task_waits(from.what);
  for (uint32_t k = 0; k < waits.size && s->num_goals; k++)
    use_value(s, waits.data[k].value, &from.box, HELP);
}

// Replaces a goal by what it is made of. False if it cannot be looked into.
static bool relax(search *s, uint32_t index) {
  atom goal = s->goals[index];
  if (s->num_relaxed++ == MAX_RELAXED)
    return false;
  s->goals[index] = s->goals[--s->num_goals];
  if (goal.is_task) {
    const baton_op *task = goal.what;
    if (!baton_op_is(task, BATON_OP_ORCH_FENCE))
      return false;
    baton_operands waits = baton_task_waits(task);
    for (uint32_t k = 0; k < waits.size; k++)
      use_value(s, waits.data[k].value, &goal.box, GOAL);
    return !s->overflowed;
  }
  const baton_value *value = goal.what;
  range slots = no_slots;
  if (baton_type_is_task_array(value->type))
    slots = goal.box.dims[--goal.box.num_dims];
  uint32_t num_before = s->num_goals;
  walk_value((walk){.s = s, .mode = WIDER}, value, &goal.box, slots);
  for (uint32_t k = num_before; k < s->num_goals; k++)
    if (s->goals[k].what == value)
      return false;
  return !s->overflowed;
}

// One search with the facts as they are.
static bool run_search(search *s) {
  for (uint32_t cursor = 0; s->num_goals && !s->overflowed && s->num_visits < MAX_VISITS;) {
    while (cursor < s->num_atoms && (s->atoms[cursor].is_expanded || !may_lead_to_any(s, &s->atoms[cursor])))
      cursor++;
    if (cursor < s->num_atoms) {
      take_step(s, cursor);
    } else {
      if (!relax(s, s->num_goals - 1))
        return false;
      cursor = 0;
    }
  }
  return s->num_goals == 0 && !s->overflowed;
}

// ---- questions --------------------------------------------------------------------------------------------------

static bound iteration_of(uint32_t loop) { return (bound){0, symbol_make(SYMBOL_ITERATION, loop)}; }

// The box of the asking task, now.
static bool box_here(const search *s, box *out) {
  const baton_task_graph *graph = s->graph;
  out->num_dims = graph->loops[s->place_loop].depth;
  if (out->num_dims >= MAX_DIMS)
    return false;
  for (uint32_t loop = s->place_loop; loop; loop = graph->loops[loop].parent)
    out->dims[graph->loops[loop].depth - 1] = range_unit(iteration_of(loop));
  return true;
}

static bool place_bound(const search *s, const baton_value *value, bound *out) {
  linear l;
  linear_of(s->graph, value, &l);
  if (l.coefficient == 0)
    *out = bound_constant(l.add);
  else if (l.coefficient == 1)
    *out = l.value ? (bound){l.add, symbol_make(SYMBOL_VALUE, l.value->id)} : bound_plus(iteration_of(l.loop), l.add);
  return l.coefficient == 0 || l.coefficient == 1;
}

// What a signed comparison says about its operands. (Sums of unknown values may have wrapped around.)
static void add_comparison(search *s, const baton_op *compare, bool outcome) {
  enum { EQ, NE, SLT, SLE, SGT, SGE };
  bound a, b;
  const baton_attr *predicate = baton_op_slot(compare, baton_arith_cmpi_predicate_slot);
  if (!predicate || !place_bound(s, baton_op_operand(compare, 0), &a) ||
      !place_bound(s, baton_op_operand(compare, 1), &b) || (symbol_kind_of(a.symbol) == SYMBOL_VALUE && a.add) ||
      (symbol_kind_of(b.symbol) == SYMBOL_VALUE && b.add))
    return;
  int64_t p = predicate->integer;
  if (p == (outcome ? EQ : NE)) {
    facts_add(&s->facts, a, b);
    facts_add(&s->facts, b, a);
  } else if (p == (outcome ? SLT : SGE)) {
    facts_add(&s->facts, bound_plus(a, 1), b);
  } else if (p == (outcome ? SLE : SGT)) {
    facts_add(&s->facts, a, b);
  } else if (p == (outcome ? SGT : SLE)) {
    facts_add(&s->facts, bound_plus(b, 1), a);
  } else if (p == (outcome ? SGE : SLT)) {
    facts_add(&s->facts, b, a);
  }
}

static void add_condition(search *s, const baton_value *condition, const box *around, bool outcome) {
  if (s->num_conditions == MAX_CONDITIONS)
    return;
  s->conditions[s->num_conditions++] = (condition_fact){condition, *around, outcome};
}

// The test that the asking task stands behind.
static void add_test(search *s, const baton_value *condition, const box *here, bool outcome) {
  add_condition(s, condition, here, outcome);
  const baton_op *op = baton_value_op(condition);
  if (!op)
    return;
  if (baton_op_is(op, BATON_OP_ARITH_CMPI))
    add_comparison(s, op, outcome);
  if (baton_op_is(op, BATON_OP_ARITH_ANDI) && outcome) {
    add_test(s, baton_op_operand(op, 0), here, true);
    add_test(s, baton_op_operand(op, 1), here, true);
  }
}

// What holds wherever the asking task runs: its iterations are within their loops, the branches around are taken.
static bool add_place_facts(search *s) {
  const baton_task_graph *graph = s->graph;
  box here;
  if (!box_here(s, &here))
    return false;
  for (uint32_t loop = s->place_loop; loop; loop = graph->loops[loop].parent) {
    const loop_info *info = &graph->loops[loop];
    facts_add(&s->facts, bound_constant(0), iteration_of(loop));
    if (info->trip != BATON_DYNAMIC)
      facts_add(&s->facts, bound_plus(iteration_of(loop), 1), bound_constant(info->trip));
    else if (baton_op_is(info->op, BATON_OP_SCF_FOR) || baton_op_is(info->op, BATON_OP_ORCH_PARALLEL))
      facts_add(&s->facts, bound_plus(iteration_of(loop), 1), (bound){0, symbol_make(SYMBOL_TRIP, info->trip_class)});
  }
  for (const baton_op *op = s->place, *parent; (parent = graph_parent(op)) != NULL; op = parent) {
    if (baton_op_is(parent, BATON_OP_SCF_IF))
      add_test(s, baton_scf_if_condition(parent), &here, op->block->region == &parent->regions[0]);
  }
  return true;
}

// Takes up the goals and the waits and searches.
static bool start_search(search *s) {
  s->num_atoms = s->num_goals = s->num_cases = s->num_relaxed = 0;
  s->overflowed = false;
  if (s->facts.is_contradictory)
    return true;
  box here;
  if (!box_here(s, &here))
    return false;
  if (s->goal) {
    use_value(s, s->goal, &here, GOAL);
  } else {
    atom before = {.what = s->place, .is_task = true, .loop = s->place_loop, .box = here};
    bound now = here.dims[here.num_dims - 1].lo;
    before.box.dims[here.num_dims - 1] = range_unit(bound_plus(now, -1));
    search_add_goal(s, &before);
  }
  for (size_t k = 0; k < s->num_waits && s->num_goals; k++)
    use_value(s, s->waits[k], &here, HELP);
  return run_search(s);
}

static void assume(search *s, const distinction *d, bool outcome) {
  if (d->condition)
    add_condition(s, d->condition, &d->box, outcome);
  else if (outcome)
    facts_add(&s->facts, d->left, d->right);
  else
    facts_add(&s->facts, bound_plus(d->right, 1), d->left);
}

// A search, and where it fails once more for both outcomes of something that it hung on.
static bool search_cases(search *s, uint32_t depth) {
  if (start_search(s))
    return true;
  if (depth == MAX_CASE_DEPTH || s->num_cases == 0)
    return false;
  distinction cases[MAX_CASES];
  uint32_t num_cases = s->num_cases, num_conditions = s->num_conditions;
  memcpy(cases, s->cases, sizeof cases);
  facts before = s->facts;
  for (uint32_t k = 0; k < num_cases; k++) {
    bool proven = true;
    for (int outcome = 0; outcome < 2 && proven; outcome++) {
      assume(s, &cases[k], outcome != 0);
      proven = s->num_visits < MAX_VISITS && search_cases(s, depth + 1);
      s->facts = before;
      s->num_conditions = num_conditions;
    }
    if (proven)
      return true;
  }
  return false;
}

static bool init_search(search *s, baton_task_graph *graph, const baton_op *place) {
  s->graph = graph;
  s->place = place;
  s->place_loop = graph->block_loops[place->block->id];
  s->num_conditions = s->num_visits = 0;
  facts_init(&s->facts, graph);
  return add_place_facts(s);
}

// Whether each instance of a task in the innermost loop around it waits for the one of the iteration before.
static bool prove_chain(baton_task_graph *graph, const baton_op *task) {
  const baton_op *loop = baton_op_parent(task);
  while (baton_op_is(loop, BATON_OP_ORCH_SCOPE))
    loop = baton_op_parent(loop);
  if (!baton_op_is(loop, BATON_OP_SCF_FOR) || loop->num_results == 0)
    return false;
  search *s = graph->searches[1];
  if (!init_search(s, graph, task))
    return false;
  facts_add(&s->facts, bound_constant(1), iteration_of(s->place_loop));
  baton_operands waits = baton_task_waits(task);
  const baton_value **values = baton_mem_zeroed(waits.size + 1, sizeof *values);
  for (uint32_t k = 0; k < waits.size; k++)
    values[k] = waits.data[k].value;
  s->is_chain = true;
  s->goal = NULL;
  s->waits = values;
  s->num_waits = waits.size;
  bool proven = search_cases(s, 1);
  baton_mem_free(values);
  return proven;
}

static bool is_chain(const baton_task_graph *graph, const baton_op *task) {
  if (graph->chains[task->id] == CHAIN_UNKNOWN)
    graph->chains[task->id] = prove_chain((baton_task_graph *)graph, task) ? CHAIN_YES : CHAIN_NO;
  return graph->chains[task->id] == CHAIN_YES;
}

bool baton_task_graph_implies(baton_task_graph *graph, const baton_op *place, const baton_value *const *waits,
                              size_t num_waits, const baton_value *goal) {
  if (place->id >= graph->num_ops || graph->order[place->id] == 0)
    return false;
  search *s = graph->searches[0];
  if (!init_search(s, graph, place))
    return false;
  s->is_chain = false;
  s->goal = goal;
  s->waits = waits;
  s->num_waits = num_waits;
  return search_cases(s, 0);
}
