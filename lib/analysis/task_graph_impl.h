// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the parts of the task graph share: the loops of a function, bounds and boxes, facts, and one search.
#ifndef BATON_ANALYSIS_TASK_GRAPH_IMPL_H
#define BATON_ANALYSIS_TASK_GRAPH_IMPL_H

#include "analysis/task_graph.h"
#include "base/map.h"

enum {
  MAX_DIMS = 10,       // loops around a statement, and one more for the slots of an array; deeper code is left alone
  MAX_SYMBOLS = 40,    // per search
  MAX_ATOMS = 200,     // reached in one search
  MAX_GOALS = 200,     // open at a time
  MAX_VISITS = 1500,   // per question, all cases together
  MAX_CASE_DEPTH = 3,  // nested case distinctions
  MAX_CASES = 3,       // candidates at each level
  MAX_CONDITIONS = 12, // whose outcome is known
};

// ---- loops ------------------------------------------------------------------------------------------------------

// Loop 0 stands for what is in no loop.
typedef struct loop_info {
  const baton_op *op;
  uint32_t parent, depth; // depth: dimensions of what is inside
  int64_t trip;           // or BATON_DYNAMIC
  uint32_t trip_class;    // the first loop with the same lower bound, upper bound and step
  uint32_t trip_depth;    // the trip count varies with this many dimensions only, from the outside
} loop_info;

struct baton_task_graph {
  loop_info *loops;
  uint32_t num_loops;
  uint32_t *block_loops; // by block id: the loop right around
  uint32_t num_blocks;
  uint32_t *order; // by op id: place in the text, from 1; 0: not in the function
  uint8_t *chains; // by op id: chain_state
  uint32_t num_ops;
  struct search *searches[2]; // for questions, and for the chain rule inside a question
  uint64_t num_visited;
};

typedef enum chain_state { CHAIN_UNKNOWN, CHAIN_NO, CHAIN_YES } chain_state;

uint32_t graph_value_loop(const baton_task_graph *graph, const baton_value *value);
uint32_t graph_value_depth(const baton_task_graph *graph, const baton_value *value);
// The loop at a depth (1: the outermost) among a loop and those around it.
uint32_t graph_loop_at(const baton_task_graph *graph, uint32_t loop, uint32_t depth);
// The loop of an op with BATON_TRAIT_LOOP or any unknown op with regions.
uint32_t graph_loop_of(const baton_task_graph *graph, const baton_op *op);
// The op around an op in the same function, or NULL.
const baton_op *graph_parent(const baton_op *op);

// ---- bounds, boxes, atoms ---------------------------------------------------------------------------------------

// A symbol: its kind in the low bits, and the loop or value.
typedef uint32_t symbol;
typedef enum symbol_kind {
  SYMBOL_ZERO,
  SYMBOL_END,       // the end of the dimension that the bound is in, whatever that is at each instance
  SYMBOL_ITERATION, // of a loop around the asking task, now
  SYMBOL_TRIP,      // of a class of loops, as seen by the asking task
  SYMBOL_VALUE,     // an index value that the asking task sees
} symbol_kind;
static inline symbol symbol_make(symbol_kind kind, uint32_t index) { return index << 3 | (uint32_t)kind; }
static inline symbol_kind symbol_kind_of(symbol s) { return (symbol_kind)(s & 7); }
static inline uint32_t symbol_index(symbol s) { return s >> 3; }

typedef struct bound {
  int64_t add;
  symbol symbol;
} bound;

typedef struct range {
  bound lo, hi; // half-open
} range;

// One range per loop around, from the outside; atoms of arrays have one more for the slots.
typedef struct box {
  uint32_t num_dims;
  range dims[MAX_DIMS];
} box;

typedef struct atom {
  const void *what; // a task (baton_op) or any other value (baton_value)
  bool is_task, is_expanded;
  uint32_t loop;
  box box;
} atom;

static inline bound bound_constant(int64_t value) { return (bound){value, SYMBOL_ZERO}; }
static inline bound bound_plus(bound b, int64_t add) { return (bound){b.add + add, b.symbol}; }
static inline bool bound_equal(bound a, bound b) { return a.add == b.add && a.symbol == b.symbol; }
static inline bool bound_is_constant(bound b) { return b.symbol == SYMBOL_ZERO; }
static inline bool bound_is_end(bound b) { return b.symbol == SYMBOL_END; }
static inline range range_unit(bound lo) { return (range){lo, bound_plus(lo, 1)}; }
static inline bool range_is_unit(range r) { return bound_equal(bound_plus(r.lo, 1), r.hi); }
static inline bool range_equal(range a, range b) { return bound_equal(a.lo, b.lo) && bound_equal(a.hi, b.hi); }

// ---- facts ------------------------------------------------------------------------------------------------------

// Difference constraints: distance[i][j] is the least known c with symbol i <= symbol j + c.
typedef struct facts {
  const baton_task_graph *graph;
  uint32_t num_symbols;
  symbol symbols[MAX_SYMBOLS];
  int64_t distance[MAX_SYMBOLS][MAX_SYMBOLS];
  bool is_contradictory;
} facts;

void facts_init(facts *f, const baton_task_graph *graph);
// Adds a <= b.
void facts_add(facts *f, bound a, bound b);
// Whether a <= b is certain.
bool facts_prove(facts *f, bound a, bound b);

// An index value as coefficient * (iteration number of a loop, or another value) + constant.
typedef struct linear {
  int64_t coefficient, add;
  uint32_t loop;            // 0: none
  const baton_value *value; // NULL: none
} linear;

void linear_of(const baton_task_graph *graph, const baton_value *value, linear *out);

// ---- searches ---------------------------------------------------------------------------------------------------

// A case distinction that could decide something: left <= right or not, or a condition.
typedef struct distinction {
  const baton_value *condition; // NULL: the bounds
  box box;                      // where the condition is evaluated
  bound left, right;
} distinction;

typedef struct condition_fact {
  const baton_value *condition;
  box box;
  bool outcome;
} condition_fact;

typedef struct search {
  baton_task_graph *graph;
  const baton_op *place;
  uint32_t place_loop;
  bool is_chain; // proves the chain rule, so may not use it
  const baton_value *const *waits;
  size_t num_waits;
  const baton_value *goal; // of a question; NULL for the chain rule
  facts facts;
  condition_fact conditions[MAX_CONDITIONS];
  uint32_t num_conditions;
  distinction cases[MAX_CASES];
  uint32_t num_cases;
  atom atoms[MAX_ATOMS];
  const void *whats[MAX_ATOMS]; // of the atoms, close together
  uint32_t num_atoms;
  atom goals[MAX_GOALS];
  uint32_t num_goals;
  uint32_t num_visits, num_relaxed;
  bool overflowed; // more goals than there is room for
} search;

// HELP: only instances that are there for certain. GOAL: at least all that may be. WIDER: as GOAL, and the value itself
// is replaced by all it may be made of, even where it is not known which.
typedef enum walk_mode { HELP, GOAL, WIDER } walk_mode;

// A walk from one value to its atoms, which go to the atoms reached (HELP) or to the goals. Passed by value, so that
// each branch of it counts for itself.
typedef struct walk {
  search *s;
  walk_mode mode;
  uint32_t steps, unrolled;
} walk;

// Adds the atoms of a value, or of its given slots (not used for ids), over a box of the loops around it.
void walk_value(walk w, const baton_value *value, const box *around, range slots);
// The same for a value that is used inside further loops: the box may have more dimensions than the value.
void walk_operand(walk w, const baton_value *value, const box *around, range slots);
// The value itself as an atom: what cannot be looked into.
void walk_stop(walk w, const baton_value *value, const box *around, range slots);
// Results and carries of loops.
void walk_parallel(walk w, const baton_value *value, const box *around, range slots);
void walk_for(walk w, const baton_value *value, const box *around, range slots);
void walk_argument(walk w, const baton_value *value, const box *around, range slots);

// The slots of an array, and whether some slots are all of them.
range whole_array(const baton_value *value);
bool is_whole_array(const baton_value *array, range slots);
// The number of slots where it is known and not absurd, otherwise BATON_DYNAMIC.
int64_t static_count(const baton_value *array);

// Whether the first dimensions of a box around something in the given loop are those of the asking task, now.
bool search_is_here(const search *s, uint32_t loop, const box *around, uint32_t depth);
// Whether a range surely has an element, or surely has none.
bool search_is_filled(search *s, range r);
bool search_is_empty(search *s, range r);

// Whether a <= b: 1, 0, or -1 where it is not known; then a distinction is noted.
int search_decide(search *s, bound a, bound b);
bool search_prove(search *s, bound a, bound b);
void search_note_condition(search *s, const baton_value *condition, const box *around);

// Where expansions go.
void search_reach(search *s, const atom *found);
void search_add_goal(search *s, const atom *goal);

#endif
