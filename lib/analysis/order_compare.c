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

enum { MAX_ROW_BYTES = 1 << 30, NOT_COMPARED = UINT32_MAX };

typedef struct side {
  const baton_order_graph *graph;
  uint32_t *number;      // by node: among those compared, or NOT_COMPARED
  uint32_t *last_needed; // by node: 1 + the last compared number that tests what the node comes after; 0: none
  uint32_t *last_reader; // by node: 1 + the last node that waits for it
  uint32_t *row;         // by node: 1 + slot, 0: it comes after nothing
  uint32_t *node;        // by number
  uint32_t num_nodes;    // those to compare; the rest has no partner
  uint32_t next;         // node to visit
} side;

typedef struct walker {
  side sides[2];
  uint32_t num_compared, num_words;
  uint32_t *column;          // by number: 1 + column of a live one
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

static void find_last(side *s) {
  const baton_order_graph *g = s->graph;
  for (uint32_t node = s->num_nodes; node-- > 0;) {
    uint32_t number = s->number[node], needed = number == NOT_COMPARED ? 0 : number + 1;
    if (!is_submit(s, node)) // has no column of its own: what it comes after is tested at its readers
      needed = max(needed, s->last_needed[node]);
    if (needed == 0)
      continue;
    for (uint32_t k = g->starts[node]; k < g->starts[node + 1]; k++) {
      uint32_t on = g->waits.data[k];
      s->last_needed[on] = max(s->last_needed[on], needed);
      s->last_reader[on] = max(s->last_reader[on], node + 1);
    }
    // Marks the node as one to visit, also where nobody waits for it.
    s->last_needed[node] = is_submit(s, node) ? s->last_needed[node] : needed;
  }
}

static void plan_columns(walker *w) {
  for (uint32_t k = 0; k < w->num_compared; k++) {
    uint32_t last = max(w->sides[0].last_needed[w->sides[0].node[k]], w->sides[1].last_needed[w->sides[1].node[k]]);
    if (last == 0 || !is_submit(&w->sides[0], w->sides[0].node[k]))
      continue;
    w->next_to_end[k] = w->first_to_end[last - 1];
    w->first_to_end[last - 1] = k + 1;
    w->column[k] = UINT32_MAX; // to be given one
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

static void drop_row(walker *w, side *s, uint32_t node) {
  if (s->row[node])
    baton_vec_push(&w->free_slots, s->row[node] - 1);
  s->row[node] = 0;
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
  if (w->column[number] == 0)
    return;
  if (w->free_columns.size == 0 && w->num_dead >= w->num_words * 16)
    clear_dead(w);
  else if (w->free_columns.size == 0)
    resize_rows(w, w->slot_capacity, 2 * w->num_words);
  if (w->is_too_large)
    return;
  uint32_t column = w->free_columns.data[--w->free_columns.size];
  w->owner.data[column] = number;
  w->column[number] = column + 1;
}

static void end_columns(walker *w, uint32_t number) {
  for (uint32_t k = w->first_to_end[number]; k; k = w->next_to_end[k - 1]) {
    uint32_t column = w->column[k - 1] - 1;
    w->dead[column / 64] |= UINT64_C(1) << (column % 64);
    w->num_dead++;
    w->column[k - 1] = 0;
  }
}

// ---- the walk ---------------------------------------------------------------------------------------------------

static void fill_row(const walker *w, const side *s, uint32_t node, uint64_t *row) {
  const baton_order_graph *g = s->graph;
  for (uint32_t k = g->starts[node]; k < g->starts[node + 1]; k++) {
    uint32_t on = g->waits.data[k], number = s->number[on];
    uint32_t column = number == NOT_COMPARED ? 0 : w->column[number];
    if (column)
      row[(column - 1) / 64] |= UINT64_C(1) << ((column - 1) % 64);
    if (!s->row[on])
      continue;
    const uint64_t *from = row_at(w, s->row[on] - 1);
    for (uint32_t i = 0; i < w->num_words; i++)
      row[i] |= from[i];
  }
}

static bool is_empty_row(const walker *w, const uint64_t *row) {
  uint64_t any = 0;
  for (uint32_t i = 0; i < w->num_words; i++)
    any |= row[i];
  return any == 0;
}

static void drop_read_rows(walker *w, side *s, uint32_t node) {
  const baton_order_graph *g = s->graph;
  for (uint32_t k = g->starts[node]; k < g->starts[node + 1]; k++)
    if (s->last_reader[g->waits.data[k]] == node + 1)
      drop_row(w, s, g->waits.data[k]);
}

static void visit(walker *w, side *s, uint32_t node) {
  if (s->graph->starts[node] == s->graph->starts[node + 1] ||
      (s->number[node] == NOT_COMPARED && s->last_needed[node] == 0))
    return;
  uint32_t slot = take_slot(w);
  if (w->is_too_large)
    return;
  uint64_t *row = row_at(w, slot);
  fill_row(w, s, node, row);
  s->row[node] = slot + 1;
  if (is_empty_row(w, row))
    drop_row(w, s, node);
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

// Tests one pair of partners.
static void compare_rows(walker *w, uint32_t number) {
  uint64_t *row[2];
  uint32_t made = 0; // a row for the side that has none
  if (!w->sides[0].row[w->sides[0].node[number]] && !w->sides[1].row[w->sides[1].node[number]])
    return;
  for (int i = 0; i < 2; i++)
    if (!w->sides[i].row[w->sides[i].node[number]]) {
      made = w->sides[i].row[w->sides[i].node[number]] = take_slot(w) + 1;
      if (w->is_too_large)
        return;
    }
  for (int i = 0; i < 2; i++)
    row[i] = row_at(w, w->sides[i].row[w->sides[i].node[number]] - 1);
  uint64_t differ = 0;
  for (uint32_t i = 0; i < w->num_words; i++)
    differ |= (row[0][i] ^ row[1][i]) & ~w->dead[i];
  if (differ)
    report(w, number, row);
  for (uint32_t i = 0; differ && i < w->num_words; i++)
    row[0][i] = row[1][i] = row[0][i] | row[1][i];
  for (int i = 0; i < 2; i++) {
    uint32_t node = w->sides[i].node[number];
    if (w->sides[i].last_reader[node] == 0 || (made && made == w->sides[i].row[node] && !differ))
      drop_row(w, &w->sides[i], node);
  }
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
  s->last_needed = baton_mem_zeroed(num_nodes, sizeof *s->last_needed);
  s->last_reader = baton_mem_zeroed(num_nodes, sizeof *s->last_reader);
  s->row = baton_mem_zeroed(num_nodes, sizeof *s->row);
  s->node = baton_mem_zeroed(num_nodes, sizeof *s->node);
}

static void deinit(walker *w) {
  for (int i = 0; i < 2; i++) {
    baton_mem_free(w->sides[i].number);
    baton_mem_free(w->sides[i].last_needed);
    baton_mem_free(w->sides[i].last_reader);
    baton_mem_free(w->sides[i].row);
    baton_mem_free(w->sides[i].node);
  }
  baton_mem_free(w->column);
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
  w.column = baton_mem_zeroed((size_t)w.num_compared + 1, sizeof *w.column);
  w.first_to_end = baton_mem_zeroed((size_t)w.num_compared + 1, sizeof *w.first_to_end);
  w.next_to_end = baton_mem_zeroed((size_t)w.num_compared + 1, sizeof *w.next_to_end);
  plan_columns(&w);
  // 2. Both graphs in step.
  resize_rows(&w, 64, 2);
  walk(&w);
  out->is_too_large = w.is_too_large;
  out->is_equal = !out->has_mismatch && !out->is_too_large && out->num_lost + out->num_added == 0;
  deinit(&w);
}
