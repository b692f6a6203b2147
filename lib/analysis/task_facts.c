// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index values in linear form, and difference constraints over symbols, kept closed under shortest paths.
#include "analysis/task_graph_impl.h"
#include "analysis/trip.h"
#include "dialect/arith.h"
#include "dialect/scf.h"

#define UNRELATED   INT64_MAX
#define LARGEST_ADD ((int64_t)1 << 40) // constants beyond this are not used, so that sums of them never overflow

// ---- linear forms -----------------------------------------------------------------------------------------------

static bool is_small(int64_t value) { return value > -LARGEST_ADD && value < LARGEST_ADD; }

static void linear_opaque(const baton_value *value, linear *out) { *out = (linear){.coefficient = 1, .value = value}; }

static bool linear_is_constant(const linear *l) { return l->coefficient == 0; }

// The variable of a counted loop with constant lower bound and step.
static bool linear_of_argument(const baton_task_graph *graph, const baton_value *value, linear *out) {
  const baton_op *op = baton_value_owner(value);
  if (value->index != 0 || !op || !(baton_op_is(op, BATON_OP_SCF_FOR) || baton_op_is(op, BATON_OP_ORCH_PARALLEL)))
    return false;
  int64_t lower, step;
  if (!baton_constant_value(baton_op_operand(op, 0), &lower) || !baton_constant_value(baton_op_operand(op, 2), &step) ||
      !is_small(lower) || !is_small(step))
    return false;
  *out = (linear){.coefficient = step, .add = lower, .loop = graph_loop_of(graph, op)};
  return true;
}

static bool linear_sum(const linear *a, const linear *b, int64_t sign, linear *out) {
  bool same = a->loop == b->loop && a->value == b->value;
  if (!linear_is_constant(b) && !(same && a->coefficient) && !(linear_is_constant(a) && sign == 1))
    return false;
  *out = linear_is_constant(a) ? *b : *a;
  out->coefficient = a->coefficient + sign * b->coefficient;
  out->add = a->add + sign * b->add;
  if (out->coefficient == 0) {
    out->loop = 0;
    out->value = NULL;
  }
  return is_small(out->coefficient) && is_small(out->add);
}

static bool linear_product(const linear *a, const linear *b, linear *out) {
  if (!linear_is_constant(b)) {
    const linear *swap = a;
    a = b;
    b = swap;
  }
  if (!linear_is_constant(b) || b->add == 0 || b->add >= 1 << 20 || b->add <= -(1 << 20) || a->coefficient >= 1 << 20 ||
      a->coefficient <= -(1 << 20) || a->add >= 1 << 20 || a->add <= -(1 << 20))
    return false;
  *out = (linear){a->coefficient * b->add, a->add * b->add, a->loop, a->value};
  return true;
}

// Only where it is exact, and then all ways of rounding agree. Of a value nothing is known that could wrap around.
static bool linear_quotient(const linear *a, const linear *b, linear *out) {
  if (!linear_is_constant(b) || b->add <= 0 || a->value || a->coefficient % b->add || a->add % b->add)
    return false;
  *out = (linear){a->coefficient / b->add, a->add / b->add, a->loop, NULL};
  return true;
}

static bool is_wide(const baton_type *type) {
  return baton_type_is(type, BATON_TYPE_INDEX) || baton_type_is_integer(type, 64);
}

static void linear_at(const baton_task_graph *graph, const baton_value *value, unsigned depth, linear *out) {
  linear_opaque(value, out);
  int64_t constant;
  if (baton_constant_value(value, &constant)) {
    if (is_small(constant))
      *out = (linear){.add = constant};
    return;
  }
  const baton_op *op = baton_value_op(value);
  linear found, a, b;
  if (!op) {
    if (linear_of_argument(graph, value, &found))
      *out = found;
    return;
  }
  if (depth == 0 || op->num_operands == 0 || op->num_operands > 2)
    return;
  uint16_t code = baton_op_code(op);
  const baton_value *lhs = baton_op_operand(op, 0);
  if (code == BATON_OP_ARITH_INDEX_CAST) {
    // A narrow sum may have wrapped around; a narrow loop variable cannot.
    linear_at(graph, lhs, is_wide(lhs->type) ? depth - 1 : 0, &a);
    if (a.value != lhs && is_wide(value->type))
      *out = a;
    return;
  }
  if (op->num_operands != 2 || !is_wide(value->type) || code < BATON_OP_ARITH_ADDI || code > BATON_OP_ARITH_FLOORDIVSI)
    return;
  linear_at(graph, lhs, depth - 1, &a);
  linear_at(graph, baton_op_operand(op, 1), depth - 1, &b);
  bool ok = false;
  switch (code) {
  case BATON_OP_ARITH_ADDI:
    ok = linear_sum(&a, &b, 1, &found);
    break;
  case BATON_OP_ARITH_SUBI:
    ok = linear_sum(&a, &b, -1, &found);
    break;
  case BATON_OP_ARITH_MULI:
    ok = linear_product(&a, &b, &found);
    break;
  case BATON_OP_ARITH_DIVSI:
  case BATON_OP_ARITH_DIVUI:
  case BATON_OP_ARITH_CEILDIVSI:
  case BATON_OP_ARITH_CEILDIVUI:
  case BATON_OP_ARITH_FLOORDIVSI:
    ok = linear_quotient(&a, &b, &found);
    break;
  default:
    break;
  }
  if (ok)
    *out = found;
}

void linear_of(const baton_task_graph *graph, const baton_value *value, linear *out) {
  linear_at(graph, value, 16, out);
}

// ---- difference constraints -------------------------------------------------------------------------------------

static void add_distance(facts *f, uint32_t from, uint32_t to, int64_t add) {
  if (f->distance[from][to] <= add)
    return;
  for (uint32_t i = 0; i < f->num_symbols; i++) {
    if (f->distance[i][from] == UNRELATED)
      continue;
    for (uint32_t j = 0; j < f->num_symbols; j++) {
      if (f->distance[to][j] == UNRELATED)
        continue;
      int64_t through = f->distance[i][from] + add + f->distance[to][j];
      if (through < f->distance[i][j])
        f->distance[i][j] = through;
    }
  }
  for (uint32_t i = 0; i < f->num_symbols; i++)
    if (f->distance[i][i] < 0)
      f->is_contradictory = true;
}

static uint32_t find_symbol(facts *f, symbol s);

// A trip count is at least 0 and, for steps of 1, at least upper - lower.
static void add_trip_facts(facts *f, symbol trip) {
  facts_add(f, bound_constant(0), (bound){0, trip});
  const baton_op *op = f->graph->loops[symbol_index(trip)].op;
  int64_t lower, step;
  linear upper;
  if (!baton_constant_value(baton_op_operand(op, 0), &lower) || !baton_constant_value(baton_op_operand(op, 2), &step) ||
      step != 1 || !is_small(lower))
    return;
  linear_of(f->graph, baton_op_operand(op, 1), &upper);
  if (upper.coefficient == 1 && upper.value && upper.add == 0) // a sum may have wrapped around
    facts_add(f, (bound){-lower, symbol_make(SYMBOL_VALUE, upper.value->id)}, (bound){0, trip});
}

// The index of a symbol, which is taken up where it is new; MAX_SYMBOLS where there is no room.
static uint32_t find_symbol(facts *f, symbol s) {
  for (uint32_t i = 0; i < f->num_symbols; i++)
    if (f->symbols[i] == s)
      return i;
  if (f->num_symbols == MAX_SYMBOLS)
    return MAX_SYMBOLS;
  uint32_t index = f->num_symbols++;
  f->symbols[index] = s;
  for (uint32_t i = 0; i <= index; i++)
    f->distance[i][index] = f->distance[index][i] = i == index ? 0 : UNRELATED;
  if (symbol_kind_of(s) == SYMBOL_TRIP)
    add_trip_facts(f, s);
  return index;
}

void facts_init(facts *f, const baton_task_graph *graph) {
  f->graph = graph;
  f->num_symbols = 0;
  f->is_contradictory = false;
  find_symbol(f, SYMBOL_ZERO);
}

void facts_add(facts *f, bound a, bound b) {
  if (bound_is_end(a) || bound_is_end(b) || !is_small(b.add - a.add))
    return;
  uint32_t from = find_symbol(f, a.symbol), to = find_symbol(f, b.symbol);
  if (from < MAX_SYMBOLS && to < MAX_SYMBOLS)
    add_distance(f, from, to, b.add - a.add);
}

bool facts_prove(facts *f, bound a, bound b) {
  if (a.symbol == b.symbol)
    return a.add <= b.add;
  if (bound_is_end(a) || bound_is_end(b))
    return false;
  uint32_t from = find_symbol(f, a.symbol), to = find_symbol(f, b.symbol);
  return from < MAX_SYMBOLS && to < MAX_SYMBOLS && f->distance[from][to] != UNRELATED &&
         f->distance[from][to] <= b.add - a.add;
}
