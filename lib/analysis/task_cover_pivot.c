// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sets that overlap. The relation "v lists u" falls into connected components; each is covered on its own:
//
//     take the producer with most consumers, V; W = V, S = {producer}
//     repeat   add to S all producers that all of W wait for; remember S and W where they save most;
//              take the producer with most consumers in W, and keep only those in W
//     make a fence of the best S, put it into the lists of W in place of what it holds; it is a producer and a consumer
//     like any other from now on
//
// A consumer also has those producers that it comes after anyway, whether it lists them or not (jokers): they save
// nothing in its list and cost nothing either. Jokers are tasks only: a fence among them might come to wait for itself.
//
// Cost: each growing step counts common consumers of all candidates, a word of 64 consumers at a time. The work is
// bounded by WORK_PER_ENTRY words per entry; what has been found until then is valid.
#include "analysis/task_cover_impl.h"

#include <string.h>

enum { WORK_PER_ENTRY = 1500, FREE_WORK = 1 << 20, MAX_JOKER_WORDS = 1 << 23, WORD = 64, LISTED_WEIGHT = 2 };

typedef struct cover_row {
  uint32_t node;
  baton_cover_vec list; // columns
  uint32_t stamp, count;
  bool is_changed;
} cover_row;

typedef struct cover_column {
  uint32_t node;
  uint32_t row;          // of a fence made here, or NOTHING
  baton_cover_vec users; // rows
  uint32_t stamp, count, candidate;
  bool is_spent;
} cover_column;

typedef struct component {
  baton_cover_draft *draft;
  BATON_VEC(cover_row) rows;
  BATON_VEC(cover_column) columns;
  uint32_t num_entries, num_first_columns, stamp;
  size_t num_words;           // per row of jokers; 0: none
  BATON_VEC(uint64_t) jokers; // per row, bits over the first columns
  baton_cover_vec touched;    // rows, for extend_rows
  BATON_VEC(uint64_t) heap;   // number of users, then the complement of the column
  uint64_t work, max_work;
} component;

// A part in growth. Consumers of the pivot are numbered from 0, candidates too.
typedef struct growth {
  baton_cover_vec consumers, candidates;
  size_t num_words;
  BATON_VEC(uint64_t) strict, has; // per candidate, bits over the consumers
  BATON_VEC(uint64_t) now, best;   // consumers
  baton_cover_vec hits;            // per consumer: how many of the taken candidates it lists
  baton_cover_vec taken;           // candidates, in order
  BATON_VEC(bool) is_taken;
  size_t num_best_taken;
  int64_t total, best_gain;
  uint32_t num_now;
} growth;

// Gives an array so many zeros.
#define set_zeros(vec, count)                                                                                          \
  do {                                                                                                                 \
    size_t wanted = (count);                                                                                           \
    if ((vec)->capacity < wanted) {                                                                                    \
      (vec)->data = baton_mem_resize_array((vec)->data, wanted, sizeof *(vec)->data);                                  \
      (vec)->capacity = wanted;                                                                                        \
    }                                                                                                                  \
    (vec)->size = wanted;                                                                                              \
    memset((vec)->data, 0, wanted * sizeof *(vec)->data);                                                              \
  } while (0)

static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

// ---- the queue --------------------------------------------------------------------------------------------------

static void heap_push(component *c, uint32_t column) {
  uint64_t key = (uint64_t)c->columns.data[column].users.size << 32 | (UINT32_MAX - column);
  size_t at = c->heap.size;
  baton_vec_push(&c->heap, key);
  for (; at && c->heap.data[(at - 1) / 2] < key; at = (at - 1) / 2)
    c->heap.data[at] = c->heap.data[(at - 1) / 2];
  c->heap.data[at] = key;
}

static uint64_t heap_pop(component *c) {
  uint64_t top = c->heap.data[0], last = c->heap.data[--c->heap.size];
  size_t at = 0;
  for (size_t child = 1; child < c->heap.size; child = 2 * at + 1) {
    child += child + 1 < c->heap.size && c->heap.data[child + 1] > c->heap.data[child];
    if (c->heap.data[child] <= last)
      break;
    c->heap.data[at] = c->heap.data[child];
    at = child;
  }
  if (c->heap.size)
    c->heap.data[at] = last;
  return top;
}

// The next column to grow from, or NOTHING. Older entries of a column that has changed are skipped.
static uint32_t next_pivot(component *c) {
  while (c->heap.size) {
    uint64_t top = heap_pop(c);
    uint32_t index = UINT32_MAX - (uint32_t)top;
    const cover_column *q = &c->columns.data[index];
    if (!q->is_spent && q->users.size == top >> 32 && q->users.size >= 2)
      return index;
  }
  return BATON_COVER_NOTHING;
}

// ---- jokers -----------------------------------------------------------------------------------------------------

static bool is_joker(const component *c, uint32_t row, uint32_t column) {
  return c->num_words && column < c->num_first_columns &&
         (c->jokers.data[row * c->num_words + column / WORD] >> (column % WORD) & 1) != 0;
}

static bool is_task_column(const component *c, uint32_t column) {
  return column < c->num_first_columns && !baton_cover_is_fence(c->draft, c->columns.data[column].node);
}

// Which columns each row comes after, from the graph as it is before this step.
static void find_jokers(component *c, const uint32_t *column_of, const uint32_t *row_of) {
  const baton_task_cover *graph = c->draft->graph;
  uint32_t first = UINT32_MAX, last = 0;
  for (size_t i = 0; i < c->columns.size; i++)
    first = c->columns.data[i].node < first ? c->columns.data[i].node : first;
  for (size_t i = 0; i < c->rows.size; i++)
    last = larger(last, c->rows.data[i].node);
  size_t num_words = (c->columns.size + WORD - 1) / WORD;
  uint64_t num_read = (uint64_t)(graph->starts[last + 1] - graph->starts[first]) + (last - first) + 1;
  if (num_read * num_words > c->max_work || (last - first + 1) * num_words > MAX_JOKER_WORDS)
    return;
  c->work += num_read * num_words / 4;
  c->num_words = num_words;
  set_zeros(&c->jokers, c->rows.size * num_words);
  uint64_t *reach = baton_mem_zeroed((last - first + 1) * num_words, sizeof *reach);
  for (uint32_t v = first; v <= last; v++) {
    uint64_t *bits = reach + (v - first) * num_words;
    for (uint32_t k = graph->starts[v]; k < graph->starts[v + 1]; k++) {
      uint32_t u = graph->producers[k];
      if (u < first)
        continue;
      for (size_t w = 0; w < num_words; w++)
        bits[w] |= reach[(u - first) * num_words + w];
      if (column_of[u] != BATON_COVER_NOTHING)
        bits[column_of[u] / WORD] |= (uint64_t)1 << (column_of[u] % WORD);
    }
    if (row_of[v] != BATON_COVER_NOTHING)
      memcpy(c->jokers.data + row_of[v] * num_words, bits, num_words * sizeof *bits);
  }
  baton_mem_free(reach);
}

// ---- growing ----------------------------------------------------------------------------------------------------

static const uint64_t *strict_of(const growth *g, uint32_t k) { return g->strict.data + k * g->num_words; }

static uint32_t count_common(const uint64_t *a, const uint64_t *b, size_t num_words) {
  uint32_t sum = 0;
  for (size_t w = 0; w < num_words; w++)
    sum += (uint32_t)__builtin_popcountll(a[w] & b[w]);
  return sum;
}

static void choose_consumers(const component *c, growth *g, uint32_t pivot) {
  const baton_cover_levels *levels = c->draft->levels;
  const cover_column *q = &c->columns.data[pivot];
  g->consumers.size = 0;
  for (size_t i = 0; i < q->users.size; i++)
    if (baton_cover_levels_allow(levels, levels->in.data[q->node],
                                 levels->out.data[c->rows.data[q->users.data[i]].node]))
      baton_vec_push(&g->consumers, q->users.data[i]);
}

// The columns that two consumers or more list, the pivot first.
static void choose_candidates(component *c, growth *g, uint32_t pivot) {
  const baton_cover_levels *levels = c->draft->levels;
  uint32_t deepest = 0;
  for (size_t i = 0; i < g->consumers.size; i++)
    deepest = larger(deepest, levels->out.data[c->rows.data[g->consumers.data[i]].node]);
  g->candidates.size = 0;
  baton_vec_push(&g->candidates, pivot);
  for (size_t i = 0; i < g->consumers.size; i++) {
    const baton_cover_vec *list = &c->rows.data[g->consumers.data[i]].list;
    for (size_t k = 0; k < list->size; k++) {
      uint32_t index = list->data[k];
      cover_column *u = &c->columns.data[index];
      if (++u->count == 2 && index != pivot && baton_cover_levels_allow(levels, levels->in.data[u->node], deepest)) {
        u->candidate = (uint32_t)g->candidates.size;
        baton_vec_push(&g->candidates, index);
      }
    }
  }
  c->columns.data[pivot].candidate = 0;
}

static void fill_bits(component *c, growth *g) {
  g->num_words = (g->consumers.size + WORD - 1) / WORD;
  size_t num_bits = g->candidates.size * g->num_words;
  set_zeros(&g->strict, num_bits);
  set_zeros(&g->has, num_bits);
  for (uint32_t j = 0; j < g->consumers.size; j++) {
    const baton_cover_vec *list = &c->rows.data[g->consumers.data[j]].list;
    for (size_t k = 0; k < list->size; k++) {
      cover_column *u = &c->columns.data[list->data[k]];
      u->count = 0;
      if (u->candidate != BATON_COVER_NOTHING)
        g->strict.data[u->candidate * g->num_words + j / WORD] |= (uint64_t)1 << (j % WORD);
    }
  }
  memcpy(g->has.data, g->strict.data, num_bits * sizeof *g->has.data);
  for (uint32_t k = 0; k < g->candidates.size; k++) {
    uint32_t index = g->candidates.data[k];
    c->columns.data[index].candidate = BATON_COVER_NOTHING;
    if (!c->num_words || !is_task_column(c, index))
      continue;
    for (uint32_t j = 0; j < g->consumers.size; j++)
      g->has.data[k * g->num_words + j / WORD] |= (uint64_t)is_joker(c, g->consumers.data[j], index) << (j % WORD);
  }
  c->work += num_bits * 2 + (c->num_words ? g->candidates.size * g->consumers.size / 4 : 0);
}

static void take(growth *g, uint32_t candidate) {
  g->is_taken.data[candidate] = true;
  baton_vec_push(&g->taken, candidate);
  const uint64_t *strict = strict_of(g, candidate);
  for (size_t w = 0; w < g->num_words; w++) {
    for (uint64_t rest = strict[w]; rest; rest &= rest - 1)
      g->hits.data[w * WORD + (size_t)__builtin_ctzll(rest)]++;
    g->total += __builtin_popcountll(strict[w] & g->now.data[w]);
  }
}

static void keep_consumers(growth *g, uint32_t candidate) {
  const uint64_t *has = g->has.data + candidate * g->num_words;
  for (size_t w = 0; w < g->num_words; w++) {
    for (uint64_t gone = g->now.data[w] & ~has[w]; gone; gone &= gone - 1, g->num_now--)
      g->total -= g->hits.data[w * WORD + (size_t)__builtin_ctzll(gone)];
    g->now.data[w] &= has[w];
  }
}

static void note_gain(growth *g) {
  int64_t gain = g->total - g->num_now - (int64_t)g->taken.size;
  if (gain <= g->best_gain)
    return;
  g->best_gain = gain;
  g->num_best_taken = g->taken.size;
  memcpy(g->best.data, g->now.data, g->num_words * sizeof *g->best.data);
}

// How good a candidate is to go on with. Consumers that list it count more than those that have it anyway; among equals
// the first column is taken.
typedef struct choice {
  uint32_t score, listed, column, candidate;
} choice;

static bool is_better(const choice *a, const choice *b) {
  if (a->score != b->score)
    return a->score > b->score;
  return a->listed != b->listed ? a->listed > b->listed : a->column < b->column;
}

// Takes all candidates that every consumer has. Of the others: the best one to go on with, or NOTHING; the most
// consumers that any of them has, and how many have two or more.
static uint32_t close_and_choose(component *c, growth *g, uint32_t *out_most, uint32_t *out_left) {
  choice best = {0, 0, BATON_COVER_NOTHING, BATON_COVER_NOTHING};
  uint32_t most = 0, left = 0;
  for (uint32_t k = 0; k < g->candidates.size; k++) {
    if (g->is_taken.data[k])
      continue;
    uint32_t common = count_common(g->has.data + k * g->num_words, g->now.data, g->num_words);
    if (common == g->num_now) {
      if (count_common(strict_of(g, k), g->now.data, g->num_words))
        take(g, k);
      continue;
    }
    if (common < 2)
      continue;
    left++;
    most = larger(most, common);
    uint32_t listed = count_common(strict_of(g, k), g->now.data, g->num_words);
    choice here = {common + LISTED_WEIGHT * listed, listed, g->candidates.data[k], k};
    if (is_better(&here, &best))
      best = here;
  }
  c->work += g->candidates.size * g->num_words;
  *out_most = most;
  *out_left = left;
  return best.candidate;
}

static void grow(component *c, growth *g) {
  size_t num_consumers = g->consumers.size;
  set_zeros(&g->now, g->num_words);
  set_zeros(&g->best, g->num_words);
  set_zeros(&g->hits, num_consumers);
  set_zeros(&g->is_taken, g->candidates.size);
  for (size_t j = 0; j < num_consumers; j++)
    g->now.data[j / WORD] |= (uint64_t)1 << (j % WORD);
  g->taken.size = 0;
  g->total = g->best_gain = 0;
  g->num_now = (uint32_t)num_consumers;
  take(g, 0);
  for (;;) {
    uint32_t most, left, next = close_and_choose(c, g, &most, &left);
    note_gain(g);
    if (next == BATON_COVER_NOTHING)
      return;
    int64_t all = (int64_t)g->taken.size + left;
    if ((int64_t)most * all - most - all <= g->best_gain)
      return;
    keep_consumers(g, next);
    take(g, next);
  }
}

// ---- making a fence ---------------------------------------------------------------------------------------------

// The best part that has been found, as columns and rows.
typedef struct part {
  baton_cover_vec columns; // the list of the fence
  baton_cover_vec held;    // all that comes with it: these and what fences among them hold
  baton_cover_vec rows;
  int64_t gain;
} part;

static void add_best_rows(const growth *g, part *best) {
  best->rows.size = 0;
  for (uint32_t j = 0; j < g->consumers.size; j++)
    if ((g->best.data[j / WORD] >> (j % WORD) & 1) && g->hits.data[j] >= 2)
      baton_vec_push(&best->rows, g->consumers.data[j]);
}

// A producer that comes with a fence of the part need not be listed beside it.
static bool is_held(const component *c, const growth *g, uint32_t column) {
  for (size_t i = 0; i < g->num_best_taken; i++) {
    uint32_t row = c->columns.data[g->candidates.data[g->taken.data[i]]].row;
    if (row != BATON_COVER_NOTHING && is_joker(c, row, column))
      return true;
  }
  return false;
}

static void read_best(const component *c, growth *g, part *best) {
  memset(g->hits.data, 0, g->hits.size * sizeof *g->hits.data);
  for (size_t i = 0; i < g->num_best_taken; i++) {
    const uint64_t *strict = strict_of(g, g->taken.data[i]);
    for (size_t w = 0; w < g->num_words; w++)
      for (uint64_t rest = strict[w] & g->best.data[w]; rest; rest &= rest - 1)
        g->hits.data[w * WORD + (size_t)__builtin_ctzll(rest)]++;
  }
  add_best_rows(g, best);
  best->gain = 0;
  for (uint32_t j = 0; j < g->consumers.size; j++)
    if ((g->best.data[j / WORD] >> (j % WORD) & 1) && g->hits.data[j] >= 2)
      best->gain += (int64_t)g->hits.data[j] - 1;
  best->columns.size = best->held.size = 0;
  for (size_t i = 0; i < g->num_best_taken; i++) {
    uint32_t column = g->candidates.data[g->taken.data[i]];
    if (!count_common(strict_of(g, g->taken.data[i]), g->best.data, g->num_words))
      continue;
    baton_vec_push(&best->held, column);
    if (!is_held(c, g, column))
      baton_vec_push(&best->columns, column);
  }
  best->gain -= (int64_t)best->columns.size;
}

static bool has_column(const component *c, uint32_t row, uint32_t column) {
  if (is_task_column(c, column) && is_joker(c, row, column))
    return true;
  const baton_cover_vec *list = &c->rows.data[row].list;
  for (size_t k = 0; k < list->size; k++)
    if (list->data[k] == column)
      return true;
  return false;
}

static bool can_use(const component *c, const part *p, uint32_t row, uint32_t deepest) {
  if (!baton_cover_levels_allow(c->draft->levels, deepest, c->draft->levels->out.data[c->rows.data[row].node]))
    return false;
  for (size_t i = 0; i < p->columns.size; i++)
    if (!has_column(c, row, p->columns.data[i]))
      return false;
  return true;
}

// Adds the rows that have all of the part too, but not the pivot in their lists.
static void extend_rows(component *c, part *p) {
  uint32_t stamp = ++c->stamp, deepest = 0;
  c->touched.size = 0;
  for (size_t i = 0; i < p->rows.size; i++)
    c->rows.data[p->rows.data[i]].stamp = stamp;
  for (size_t i = 0; i < p->columns.size; i++) {
    const cover_column *u = &c->columns.data[p->columns.data[i]];
    deepest = larger(deepest, c->draft->levels->in.data[u->node]);
    for (size_t k = 0; k < u->users.size; k++) {
      cover_row *r = &c->rows.data[u->users.data[k]];
      if (r->stamp != stamp && r->count++ == 0)
        baton_vec_push(&c->touched, u->users.data[k]);
    }
    c->work += u->users.size;
  }
  for (size_t i = 0; i < c->touched.size; i++) {
    cover_row *r = &c->rows.data[c->touched.data[i]];
    if (r->count >= 2 && can_use(c, p, c->touched.data[i], deepest))
      baton_vec_push(&p->rows, c->touched.data[i]);
    r->count = 0;
  }
}

// Takes the columns of a part out of the lists of its rows, and the rows out of their users.
static void take_out(component *c, const part *p) {
  uint32_t stamp = ++c->stamp;
  for (size_t i = 0; i < p->held.size; i++)
    c->columns.data[p->held.data[i]].stamp = stamp;
  for (size_t i = 0; i < p->rows.size; i++) {
    cover_row *r = &c->rows.data[p->rows.data[i]];
    r->stamp = stamp;
    r->is_changed = true;
    size_t kept = 0;
    for (size_t k = 0; k < r->list.size; k++)
      if (c->columns.data[r->list.data[k]].stamp != stamp)
        r->list.data[kept++] = r->list.data[k];
    r->list.size = kept;
  }
  for (size_t i = 0; i < p->held.size; i++) {
    cover_column *u = &c->columns.data[p->held.data[i]];
    size_t kept = 0;
    for (size_t k = 0; k < u->users.size; k++)
      if (c->rows.data[u->users.data[k]].stamp != stamp)
        u->users.data[kept++] = u->users.data[k];
    u->users.size = kept;
  }
}

static void link_entry(component *c, uint32_t column, uint32_t row) {
  uint32_t u = c->columns.data[column].node, v = c->rows.data[row].node;
  baton_vec_push(&c->rows.data[row].list, column);
  baton_vec_push(&c->columns.data[column].users, row);
  if (baton_cover_is_fence(c->draft, u) && baton_cover_is_fence(c->draft, v))
    baton_cover_levels_link(c->draft->levels, u, v);
}

// A new fence as a row and a column, both empty.
static uint32_t add_fence(component *c) {
  uint32_t node = baton_cover_add_fence(c->draft);
  cover_row as_row = {.node = node, .is_changed = true};
  cover_column as_column = {.node = node, .row = (uint32_t)c->rows.size, .candidate = BATON_COVER_NOTHING};
  baton_vec_push(&c->rows, as_row);
  baton_vec_push(&c->columns, as_column);
  for (size_t w = 0; w < c->num_words; w++)
    baton_vec_push(&c->jokers, 0);
  return (uint32_t)c->columns.size - 1;
}

// What a fence holds through its list.
static void note_held(component *c, uint32_t fence_row, const part *p) {
  if (!c->num_words)
    return;
  for (size_t i = 0; i < p->columns.size; i++) {
    uint32_t index = p->columns.data[i], row = c->columns.data[index].row;
    uint64_t *bits = c->jokers.data + fence_row * c->num_words;
    for (size_t w = 0; row != BATON_COVER_NOTHING && w < c->num_words; w++)
      bits[w] |= c->jokers.data[row * c->num_words + w];
    if (index < c->num_first_columns)
      bits[index / WORD] |= (uint64_t)1 << (index % WORD);
  }
}

static void make_fence(component *c, const part *p) {
  take_out(c, p);
  uint32_t fence = add_fence(c), fence_row = c->columns.data[fence].row;
  note_held(c, fence_row, p);
  for (size_t i = 0; i < p->columns.size; i++)
    link_entry(c, p->columns.data[i], fence_row);
  for (size_t i = 0; i < p->rows.size; i++)
    link_entry(c, fence, p->rows.data[i]);
  for (size_t i = 0; i < p->held.size; i++) {
    c->columns.data[p->held.data[i]].is_spent = false;
    heap_push(c, p->held.data[i]);
  }
  heap_push(c, fence);
}

// ---- one component ----------------------------------------------------------------------------------------------

static void run_pivots(component *c) {
  growth g = {0};
  part best = {0};
  for (uint32_t i = 0; i < c->columns.size; i++)
    heap_push(c, i);
  for (uint32_t pivot; c->work < c->max_work && (pivot = next_pivot(c)) != BATON_COVER_NOTHING;) {
    c->columns.data[pivot].is_spent = true;
    choose_consumers(c, &g, pivot);
    if (g.consumers.size < 2)
      continue;
    choose_candidates(c, &g, pivot);
    fill_bits(c, &g);
    grow(c, &g);
    if (g.best_gain <= 0 || (uint64_t)g.best_gain <= c->draft->fence_cost)
      continue;
    read_best(c, &g, &best);
    if (best.gain <= 0 || (uint64_t)best.gain <= c->draft->fence_cost)
      continue;
    extend_rows(c, &best);
    make_fence(c, &best);
  }
  baton_vec_deinit(&g.consumers);
  baton_vec_deinit(&g.candidates);
  baton_vec_deinit(&g.strict);
  baton_vec_deinit(&g.has);
  baton_vec_deinit(&g.now);
  baton_vec_deinit(&g.best);
  baton_vec_deinit(&g.hits);
  baton_vec_deinit(&g.taken);
  baton_vec_deinit(&g.is_taken);
  baton_vec_deinit(&best.columns);
  baton_vec_deinit(&best.held);
  baton_vec_deinit(&best.rows);
}

static void write_back(component *c) {
  baton_cover_vec list = {0};
  for (size_t i = 0; i < c->rows.size; i++) {
    const cover_row *r = &c->rows.data[i];
    if (!r->is_changed)
      continue;
    list.size = 0;
    for (size_t k = 0; k < r->list.size; k++)
      baton_vec_push(&list, c->columns.data[r->list.data[k]].node);
    baton_cover_set_list(c->draft, r->node, list.data, list.size);
  }
  baton_vec_deinit(&list);
}

static void component_deinit(component *c) {
  for (size_t i = 0; i < c->rows.size; i++)
    baton_vec_deinit(&c->rows.data[i].list);
  for (size_t i = 0; i < c->columns.size; i++)
    baton_vec_deinit(&c->columns.data[i].users);
  baton_vec_deinit(&c->rows);
  baton_vec_deinit(&c->columns);
  baton_vec_deinit(&c->jokers);
  baton_vec_deinit(&c->heap);
  baton_vec_deinit(&c->touched);
}

// The maps hold NOTHING for all nodes before and after.
static void cover_component(baton_cover_draft *draft, const uint32_t *nodes, size_t num_nodes, uint32_t *column_of,
                            uint32_t *row_of) {
  const baton_task_cover *graph = draft->graph;
  component c = {.draft = draft};
  for (size_t i = 0; i < num_nodes; i++) {
    uint32_t v = nodes[i];
    cover_row r = {.node = v};
    row_of[v] = (uint32_t)c.rows.size;
    for (uint32_t k = graph->starts[v]; k < graph->starts[v + 1]; k++) {
      uint32_t u = graph->producers[k];
      if (column_of[u] == BATON_COVER_NOTHING) {
        cover_column fresh = {.node = u, .row = BATON_COVER_NOTHING, .candidate = BATON_COVER_NOTHING};
        column_of[u] = (uint32_t)c.columns.size;
        baton_vec_push(&c.columns, fresh);
      }
      baton_vec_push(&r.list, column_of[u]);
      baton_vec_push(&c.columns.data[column_of[u]].users, row_of[v]);
    }
    c.num_entries += (uint32_t)r.list.size;
    baton_vec_push(&c.rows, r);
  }
  c.num_first_columns = (uint32_t)c.columns.size;
  c.max_work = (uint64_t)c.num_entries * WORK_PER_ENTRY + FREE_WORK;
  find_jokers(&c, column_of, row_of);
  run_pivots(&c);
  write_back(&c);
  for (size_t i = 0; i < c.rows.size; i++)
    if (c.rows.data[i].node < graph->num_nodes)
      row_of[c.rows.data[i].node] = BATON_COVER_NOTHING;
  for (size_t i = 0; i < c.num_first_columns; i++)
    column_of[c.columns.data[i].node] = BATON_COVER_NOTHING;
  component_deinit(&c);
}

// ---- all components ---------------------------------------------------------------------------------------------

static uint32_t find_root(uint32_t *parent, uint32_t at) {
  while (parent[at] != at)
    at = parent[at] = parent[parent[at]];
  return at;
}

typedef struct component_size {
  uint32_t entries, producers, consumers, start;
} component_size;

// A node is itself as a producer and num_nodes more as a consumer.
static uint32_t *find_components(const baton_task_cover *graph) {
  uint32_t *parent = baton_mem_zeroed((size_t)graph->num_nodes * 2 + 1, sizeof *parent);
  for (uint32_t i = 0; i < graph->num_nodes * 2; i++)
    parent[i] = i;
  for (uint32_t v = 0; v < graph->num_nodes; v++)
    for (uint32_t k = graph->starts[v]; k < graph->starts[v + 1]; k++) {
      uint32_t a = find_root(parent, graph->producers[k]), b = find_root(parent, graph->num_nodes + v);
      parent[a > b ? a : b] = a > b ? b : a;
    }
  return parent;
}

static component_size *measure_components(const baton_task_cover *graph, uint32_t *parent) {
  component_size *sizes = baton_mem_zeroed((size_t)graph->num_nodes * 2 + 1, sizeof *sizes);
  for (uint32_t v = 0; v < graph->num_nodes; v++) {
    uint32_t size = graph->starts[v + 1] - graph->starts[v];
    sizes[find_root(parent, v)].producers++;
    component_size *own = &sizes[find_root(parent, graph->num_nodes + v)];
    own->consumers++;
    own->entries += size;
  }
  return sizes;
}

static bool can_gain(const component_size *size, uint64_t fence_cost) {
  uint64_t ends = (uint64_t)size->producers + size->consumers;
  return size->entries > ends && size->entries - ends > fence_cost;
}

void baton_cover_pivot(baton_cover_draft *draft) {
  const baton_task_cover *graph = draft->graph;
  uint32_t *parent = find_components(graph), num_rows = 0;
  component_size *sizes = measure_components(graph, parent);
  for (uint32_t i = 0; i < graph->num_nodes * 2; i++)
    if (can_gain(&sizes[i], draft->fence_cost)) {
      sizes[i].start = num_rows;
      num_rows += sizes[i].consumers;
    }
  uint32_t *rows = baton_mem_zeroed((size_t)num_rows + 1, sizeof *rows);
  for (uint32_t v = 0; v < graph->num_nodes; v++) {
    component_size *own = &sizes[find_root(parent, graph->num_nodes + v)];
    if (can_gain(own, draft->fence_cost))
      rows[own->start++] = v;
  }
  uint32_t *maps = baton_mem_resize_array(NULL, (size_t)graph->num_nodes * 2 + 1, sizeof *maps);
  memset(maps, 0xFF, (size_t)graph->num_nodes * 2 * sizeof *maps);
  for (uint32_t i = 0; i < graph->num_nodes * 2; i++)
    if (can_gain(&sizes[i], draft->fence_cost))
      cover_component(draft, rows + sizes[i].start - sizes[i].consumers, sizes[i].consumers, maps,
                      maps + graph->num_nodes);
  baton_mem_free(maps);
  baton_mem_free(rows);
  baton_mem_free(sizes);
  baton_mem_free(parent);
}
