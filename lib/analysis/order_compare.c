// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparing two graphs in one walk over both.
//
// A row says which submits a node comes after, one bit per column; a column stands for one submit in both graphs. A
// column lives until the last compared node that has its submit among its waits, directly or through fences and host
// accesses, in either graph; a row until the last node that waits for its node. Columns that have died are cleared from
// all rows together, before they are given out again. After a difference the two rows are made equal, so that nothing
// that follows from it is reported again.
#include "analysis/order_impl.h"

enum { MAX_ROW_BYTES = 1 << 30 };
static const uint32_t NOT_COMPARED = UINT32_MAX;

// What the loops over waits look at, in one place.
typedef struct node_state {
  uint32_t row;         // 1 + slot; 0: it comes after nothing
  uint32_t column;      // 1 + column of a submit while it has one; 0: none
  uint32_t last_needed; // 1 + the last compared number that tests what the node comes after; 0: none
  uint32_t last_reader; // 1 + the last node that waits for it
  bool drops;           // is the last reader of another node
} node_state;

typedef struct side {
  const baton_order_graph *graph;
  uint32_t *number;   // by node: among those compared, or NOT_COMPARED
  node_state *states; // by node
  uint32_t *node;     // by number
  uint32_t num_nodes; // those to compare; the rest has no partner
  uint32_t next;      // node to visit
  uint32_t last;      // 1 + the node whose row was filled last; 0: none
  uint32_t last_slot; // of a copy of that row as it was filled
} side;

typedef struct walker {
  side sides[2];
  uint32_t num_compared, num_words;
  bool *ends;                // by number: has a column for some time
  uint32_t *first_to_end;    // by number: 1 + the first one whose column dies there
  uint32_t *next_to_end;     // by number: the next of these
  uint64_t *dead;            // columns, as a row
  BATON_VEC(uint32_t) owner; // by column: number
  BATON_VEC(uint32_t) free_columns;
  BATON_VEC(uint32_t) free_slots;
  uint64_t *rows;
  size_t num_slots, slot_capacity;
  uint32_t num_dead;
  bool is_too_large;
  uint32_t num_reported[2]; // lost, added
  baton_order_result *result;
} walker;

// ---- which nodes are partners -----------------------------------------------------------------------------------

static bool is_same_region(const baton_expansion *a, uint32_t p, const baton_expansion *b, uint32_t q) {
  const order_region *r = &a->regions.data[p], *s = &b->regions.data[q];
  const int64_t *x = a->words.data + r->first_word, *y = b->words.data + s->first_word;
  return r->num_words == s->num_words && a->storages.data[x[0]].number == b->storages.data[y[0]].number &&
         memcmp(x + 1, y + 1, (r->num_words - 1) * sizeof *x) == 0;
}

static bool is_same_node(const baton_expansion *a, uint32_t p, const baton_expansion *b, uint32_t q) {
  const order_site *s = order_site_of(a, p), *t = order_site_of(b, q);
  const order_node *n = &a->nodes.data[p], *m = &b->nodes.data[q];
  uint32_t num_args = n[1].first_arg - n->first_arg;
  if (s->kind != t->kind || !baton_str_equal(s->name, t->name) || num_args != m[1].first_arg - m->first_arg)
    return false;
  for (uint32_t k = 0; k < num_args; k++) {
    const order_arg *x = &a->args.data[n->first_arg + k], *y = &b->args.data[m->first_arg + k];
    if (x->is_region != y->is_region ||
        !(x->is_region ? is_same_region(a, (uint32_t)x->value, b, (uint32_t)y->value) : x->value == y->value))
      return false;
  }
  return true;
}

// The next node to pair on a side, or the number of nodes.
static uint32_t candidate(const side *s, uint32_t at) {
  return at < s->graph->num_compared ? s->graph->compared[at] : s->graph->expansion->num_nodes;
}

static bool is_load(const side *s, uint32_t node) {
  return node < s->graph->expansion->num_nodes && order_site_of(s->graph->expansion, node)->is_load;
}

// Pairs nodes from the front. Loads that the other side does not have are left out. The first nodes without a partner
// are those at out_end.
static void pair_nodes(walker *w, uint32_t out_end[2]) {
  side *a = &w->sides[0], *b = &w->sides[1];
  const baton_expansion *x = a->graph->expansion, *y = b->graph->expansion;
  for (uint32_t i = 0, k = 0;;) {
    uint32_t p = candidate(a, i), q = candidate(b, k);
    if (p < x->num_nodes && q < y->num_nodes && is_same_node(x, p, y, q)) {
      a->number[p] = b->number[q] = w->num_compared;
      a->node[w->num_compared] = p;
      b->node[w->num_compared++] = q;
      i++;
      k++;
    } else if (is_load(a, p)) {
      i++;
    } else if (is_load(b, q)) {
      k++;
    } else {
      out_end[0] = p;
      out_end[1] = q;
      return;
    }
  }
}

// Whether it is no fault that there is no partner behind the last pair.
static bool may_end(const walker *w, const uint32_t end[2]) {
  const baton_expansion *before = w->sides[0].graph->expansion, *after = w->sides[1].graph->expansion;
  bool has_more[2] = {end[0] < before->num_nodes, end[1] < after->num_nodes};
  if (has_more[0] && has_more[1])
    return false;
  if (has_more[0]) // an error may come earlier than it did
    return after->status == BATON_EXPANSION_CUT ||
           (before->status == BATON_EXPANSION_STOPPED && after->status == BATON_EXPANSION_STOPPED);
  if (has_more[1])
    return before->status != BATON_EXPANSION_COMPLETE;
  return before->status != BATON_EXPANSION_COMPLETE || after->status != BATON_EXPANSION_STOPPED;
}

static void find_partners(walker *w) {
  for (int i = 0; i < 2; i++)
    for (uint32_t node = 0; node < w->sides[i].graph->expansion->num_nodes; node++)
      w->sides[i].number[node] = NOT_COMPARED;
  pair_nodes(w, w->result->mismatch);
  w->result->num_compared = w->num_compared;
  w->result->has_mismatch = !may_end(w, w->result->mismatch);
  for (int i = 0; i < 2; i++)
    w->sides[i].num_nodes = w->num_compared ? w->sides[i].node[w->num_compared - 1] + 1 : 0;
}

// ---- how long columns and rows live -----------------------------------------------------------------------------

static uint32_t max(uint32_t a, uint32_t b) { return a > b ? a : b; }

static bool is_submit(const side *s, uint32_t node) {
  return order_site_of(s->graph->expansion, node)->kind == BATON_ORDER_SUBMIT;
}

// The state of the k-th pair's node on a side.
static node_state *state_at(const walker *w, int which, uint32_t number) {
  return &w->sides[which].states[w->sides[which].node[number]];
}

// Whether two nodes wait for the same, in the same order: lists often repeat.
static bool is_same_list(const baton_order_graph *g, uint32_t a, uint32_t b) {
  uint32_t num = g->starts[a + 1] - g->starts[a];
  if (num != g->starts[b + 1] - g->starts[b])
    return false;
  return num == 0 || memcmp(g->waits.data + g->starts[a], g->waits.data + g->starts[b], num * sizeof(uint32_t)) == 0;
}

static void find_last(side *s) {
  const baton_order_graph *g = s->graph;
  uint32_t last = s->num_nodes, last_needed = 0; // the node looked at before, if it is one of those
  for (uint32_t node = s->num_nodes; node-- > 0;) {
    uint32_t number = s->number[node], needed = number == NOT_COMPARED ? 0 : number + 1;
    if (!is_submit(s, node)) // has no column of its own: what it comes after is tested at its readers
      needed = s->states[node].last_needed = max(needed, s->states[node].last_needed);
    if (needed == 0 || (last < s->num_nodes && needed <= last_needed && is_same_list(g, node, last)))
      continue;
    last = node;
    last_needed = needed;
    for (uint32_t k = g->starts[node]; k < g->starts[node + 1]; k++) {
      node_state *on = &s->states[g->waits.data[k]];
      on->last_needed = max(on->last_needed, needed);
      if (on->last_reader == 0) {
        on->last_reader = node + 1;
        s->states[node].drops = true;
      }
    }
  }
}

static void plan_columns(walker *w) {
  for (uint32_t k = 0; k < w->num_compared; k++) {
    uint32_t last = max(state_at(w, 0, k)->last_needed, state_at(w, 1, k)->last_needed);
    if (last == 0 || !is_submit(&w->sides[0], w->sides[0].node[k]))
      continue;
    w->next_to_end[k] = w->first_to_end[last - 1];
    w->first_to_end[last - 1] = k + 1;
    w->ends[k] = true;
  }
}

// ---- rows and columns -------------------------------------------------------------------------------------------

static uint64_t *row_at(const walker *w, uint32_t slot) { return w->rows + (size_t)slot * w->num_words; }

static void resize_rows(walker *w, size_t num_slots, uint32_t num_words) {
  if (num_slots * num_words > MAX_ROW_BYTES / sizeof *w->rows) {
    w->is_too_large = true;
    return;
  }
  uint64_t *rows = baton_mem_zeroed(num_slots * num_words + 1, sizeof *rows);
  for (size_t slot = 0; slot < w->num_slots; slot++)
    memcpy(rows + slot * num_words, w->rows + slot * w->num_words, w->num_words * sizeof *rows);
  baton_mem_free(w->rows);
  w->rows = rows;
  w->slot_capacity = num_slots;
  if (num_words == w->num_words)
    return;
  w->dead = baton_mem_resize_array(w->dead, num_words, sizeof *w->dead);
  for (uint32_t i = w->num_words; i < num_words; i++)
    w->dead[i] = 0;
  for (uint32_t column = num_words * 64; column-- > w->num_words * 64;)
    baton_vec_push(&w->free_columns, column);
  for (uint32_t column = w->num_words * 64; column < num_words * 64; column++)
    baton_vec_push(&w->owner, 0);
  w->num_words = num_words;
}

// An empty row; slot 0 once nothing fits any more.
static uint32_t take_slot(walker *w) {
  if (w->free_slots.size) {
    uint32_t slot = w->free_slots.data[--w->free_slots.size];
    memset(row_at(w, slot), 0, w->num_words * sizeof *w->rows);
    return slot;
  }
  if (w->num_slots == w->slot_capacity)
    resize_rows(w, w->slot_capacity ? 2 * w->slot_capacity : 64, w->num_words);
  if (w->is_too_large)
    return 0;
  return (uint32_t)w->num_slots++;
}

static void drop_row(walker *w, node_state *state) {
  if (state->row)
    baton_vec_push(&w->free_slots, state->row - 1);
  state->row = 0;
}

static void clear_dead(walker *w) {
  for (size_t slot = 0; slot < w->num_slots; slot++) {
    uint64_t *row = row_at(w, (uint32_t)slot);
    for (uint32_t i = 0; i < w->num_words; i++)
      row[i] &= ~w->dead[i];
  }
  for (uint32_t column = w->num_words * 64; column-- > 0;)
    if (w->dead[column / 64] >> (column % 64) & 1)
      baton_vec_push(&w->free_columns, column);
  memset(w->dead, 0, w->num_words * sizeof *w->dead);
  w->num_dead = 0;
}

static void begin_column(walker *w, uint32_t number) {
  if (!w->ends[number])
    return;
  if (w->free_columns.size == 0 && w->num_dead >= w->num_words * 16)
    clear_dead(w);
  else if (w->free_columns.size == 0)
    resize_rows(w, w->slot_capacity, 2 * w->num_words);
  if (w->is_too_large)
    return;
  uint32_t column = w->free_columns.data[--w->free_columns.size];
  w->owner.data[column] = number;
  state_at(w, 0, number)->column = state_at(w, 1, number)->column = column + 1;
}

static void end_columns(walker *w, uint32_t number) {
  for (uint32_t k = w->first_to_end[number]; k; k = w->next_to_end[k - 1]) {
    uint32_t column = state_at(w, 0, k - 1)->column - 1;
    w->dead[column / 64] |= UINT64_C(1) << (column % 64);
    w->num_dead++;
    state_at(w, 0, k - 1)->column = state_at(w, 1, k - 1)->column = 0;
  }
}

// ---- the walk ---------------------------------------------------------------------------------------------------

static void fill_row(const walker *w, const side *s, uint32_t node, uint64_t *row) {
  const baton_order_graph *g = s->graph;
  const uint32_t *waits = g->waits.data, num_words = w->num_words;
  for (uint32_t k = g->starts[node]; k < g->starts[node + 1]; k++) {
    const node_state *on = &s->states[waits[k]];
    if (on->column)
      row[(on->column - 1) / 64] |= UINT64_C(1) << ((on->column - 1) % 64);
    if (!on->row)
      continue;
    const uint64_t *from = w->rows + (size_t)(on->row - 1) * num_words;
    for (uint32_t i = 0; i < num_words; i++)
      row[i] |= from[i];
  }
}

static void drop_read_rows(walker *w, side *s, uint32_t node) {
  const baton_order_graph *g = s->graph;
  for (uint32_t k = g->starts[node]; k < g->starts[node + 1]; k++)
    if (s->states[g->waits.data[k]].last_reader == node + 1)
      drop_row(w, &s->states[g->waits.data[k]]);
}

static bool is_empty_row(const walker *w, const uint64_t *row) {
  uint64_t any = 0;
  for (uint32_t i = 0; i < w->num_words; i++)
    any |= row[i];
  return any == 0;
}

static void visit(walker *w, side *s, uint32_t node) {
  node_state *state = &s->states[node];
  if (s->graph->starts[node] == s->graph->starts[node + 1] ||
      (s->number[node] == NOT_COMPARED && state->last_needed == 0))
    return;
  uint32_t slot = take_slot(w);
  if (w->is_too_large)
    return;
  uint64_t *row = row_at(w, slot), *last_row = row_at(w, s->last_slot);
  state->row = slot + 1;
  if (s->last && is_same_list(s->graph, s->last - 1, node)) {
    memcpy(row, last_row, w->num_words * sizeof *row);
  } else {
    fill_row(w, s, node, row);
    memcpy(last_row, row, w->num_words * sizeof *row);
    s->last = node + 1;
  }
  if (is_empty_row(w, row))
    drop_row(w, state);
  if (state->drops)
    drop_read_rows(w, s, node);
}

static void report(walker *w, uint32_t later, uint64_t *row[2]) {
  baton_order_result *result = w->result;
  bool has_last[2] = {false, false};
  uint32_t last[2] = {0, 0}; // lost, added
  for (uint32_t i = 0; i < w->num_words; i++)
    for (int added = 0; added < 2; added++) {
      uint64_t bits = row[added][i] & ~row[!added][i] & ~w->dead[i];
      for (uint32_t b = 0; bits; b++, bits >>= 1) {
        if (!(bits & 1))
          continue;
        uint32_t earlier = w->owner.data[i * 64 + b];
        *(added ? &result->num_added : &result->num_lost) += 1;
        last[added] = has_last[added] ? max(last[added], earlier) : earlier;
        has_last[added] = true;
      }
    }
  const uint32_t *first = w->sides[0].node, *second = w->sides[1].node;
  for (int added = 0; added < 2; added++)
    if (has_last[added] && w->num_reported[added]++ < BATON_ORDER_MAX_DIFFERENCES / 2)
      result->differences[result->num_differences++] =
          (baton_order_difference){{first[last[added]], second[last[added]]}, {first[later], second[later]}, !added};
}

static bool rows_differ(const walker *w, uint64_t *const row[2]) {
  uint64_t differ = 0;
  for (uint32_t i = 0; i < w->num_words; i++)
    differ |= (row[0][i] ^ row[1][i]) & ~w->dead[i];
  return differ != 0;
}

// Tests one pair of partners.
static void compare_rows(walker *w, uint32_t number) {
  node_state *states[2] = {state_at(w, 0, number), state_at(w, 1, number)};
  bool is_made[2] = {!states[0]->row, !states[1]->row}; // an empty row to compare with
  if (is_made[0] && is_made[1])
    return;
  for (int i = 0; i < 2; i++)
    if (is_made[i])
      states[i]->row = take_slot(w) + 1;
  if (w->is_too_large)
    return;
  uint64_t *row[2] = {row_at(w, states[0]->row - 1), row_at(w, states[1]->row - 1)};
  bool differ = rows_differ(w, row);
  if (differ)
    report(w, number, row);
  for (uint32_t i = 0; differ && i < w->num_words; i++)
    row[0][i] = row[1][i] = row[0][i] | row[1][i];
  for (int i = 0; i < 2; i++)
    if (states[i]->last_reader == 0 || (is_made[i] && !differ))
      drop_row(w, states[i]);
}

static void walk(walker *w) {
  for (uint32_t number = 0; number < w->num_compared && !w->is_too_large; number++) {
    for (int i = 0; i < 2; i++) {
      side *s = &w->sides[i];
      for (; s->next <= s->node[number] && !w->is_too_large; s->next++)
        visit(w, s, s->next);
    }
    if (!w->is_too_large)
      compare_rows(w, number);
    if (!w->is_too_large)
      end_columns(w, number);
    if (!w->is_too_large)
      begin_column(w, number);
  }
}

static void init_side(side *s, const baton_order_graph *graph) {
  size_t num_nodes = (size_t)graph->expansion->num_nodes + 1;
  s->graph = graph;
  s->number = baton_mem_zeroed(num_nodes, sizeof *s->number);
  s->states = baton_mem_zeroed(num_nodes, sizeof *s->states);
  s->node = baton_mem_zeroed(num_nodes, sizeof *s->node);
}

static void deinit(walker *w) {
  for (int i = 0; i < 2; i++) {
    baton_mem_free(w->sides[i].number);
    baton_mem_free(w->sides[i].states);
    baton_mem_free(w->sides[i].node);
  }
  baton_mem_free(w->ends);
  baton_mem_free(w->first_to_end);
  baton_mem_free(w->next_to_end);
  baton_mem_free(w->dead);
  baton_mem_free(w->rows);
  baton_vec_deinit(&w->owner);
  baton_vec_deinit(&w->free_columns);
  baton_vec_deinit(&w->free_slots);
}

void baton_order_compare(const baton_order_graph *before, const baton_order_graph *after, baton_order_result *out) {
  *out = (baton_order_result){0};
  walker w = {.result = out};
  init_side(&w.sides[0], before);
  init_side(&w.sides[1], after);
  // 1. Which nodes are partners, and until when what is known of them is needed.
  find_partners(&w);
  find_last(&w.sides[0]);
  find_last(&w.sides[1]);
  w.ends = baton_mem_zeroed((size_t)w.num_compared + 1, sizeof *w.ends);
  w.first_to_end = baton_mem_zeroed((size_t)w.num_compared + 1, sizeof *w.first_to_end);
  w.next_to_end = baton_mem_zeroed((size_t)w.num_compared + 1, sizeof *w.next_to_end);
  plan_columns(&w);
  // 2. Both graphs in step.
  resize_rows(&w, 64, 2);
  w.sides[0].last_slot = take_slot(&w);
  w.sides[1].last_slot = take_slot(&w);
  walk(&w);
  out->is_too_large = w.is_too_large;
  out->is_equal = !out->has_mismatch && !out->is_too_large && out->num_lost + out->num_added == 0;
  deinit(&w);
}
