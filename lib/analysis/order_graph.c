// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who waits for whom: lists, the tracker atom by atom, and the host.
#include "analysis/order_impl.h"

// Tasks that have used an atom, as lists in one pool; 0 ends a list.
typedef struct use {
  uint32_t task, next;
} use;

typedef struct atom_state {
  uint32_t writers, readers; // since the last write that replaced all
} atom_state;

typedef struct linker {
  const baton_expansion *x;
  baton_order_graph *graph;
  baton_order_rule rule;
  order_atoms atoms;
  atom_state *states; // by atom
  BATON_VEC(use) uses;
  uint32_t free_use;
  uint32_t *seen; // by node: 1 + the last node that has it in its waits
  uint32_t host;  // 1 + the last host access
} linker;

static void add_wait(linker *l, uint32_t node, uint32_t on) {
  if (l->seen[on] == node + 1)
    return;
  l->seen[on] = node + 1;
  baton_vec_push(&l->graph->waits, on);
}

static void add_use(linker *l, uint32_t *head, uint32_t task) {
  uint32_t at = l->free_use;
  if (at) {
    l->free_use = l->uses.data[at].next;
  } else {
    at = (uint32_t)l->uses.size;
    baton_vec_push(&l->uses, ((use){0}));
  }
  l->uses.data[at] = (use){task, *head};
  *head = at;
}

static void clear_uses(linker *l, uint32_t *head) {
  while (*head) {
    uint32_t at = *head;
    *head = l->uses.data[at].next;
    l->uses.data[at].next = l->free_use;
    l->free_use = at;
  }
}

static void wait_for_uses(linker *l, uint32_t node, uint32_t head) {
  for (uint32_t at = head; at; at = l->uses.data[at].next)
    add_wait(l, node, l->uses.data[at].task);
}

static unsigned tracking_of(const linker *l, const order_access *access) {
  return l->rule == BATON_ORDER_ACTUAL ? access->tracking : access->required;
}

static void look_up(linker *l, uint32_t node, const order_access *access) {
  order_span span = l->atoms.spans[access->region];
  for (uint32_t k = 0; k < span.count; k++) {
    const atom_state *state = &l->states[l->atoms.atoms.data[span.first + k]];
    wait_for_uses(l, node, state->writers);
    if (access->access & BATON_ACCESS_WRITE)
      wait_for_uses(l, node, state->readers);
  }
}

// A write of auto code replaces what was there: it comes after all of it, or a pass has broken the order.
static void publish(linker *l, uint32_t node, const order_access *access) {
  bool is_write = access->access & BATON_ACCESS_WRITE, replaces = is_write && !access->is_manual;
  order_span span = l->atoms.spans[access->region];
  for (uint32_t k = 0; k < span.count; k++) {
    atom_state *state = &l->states[l->atoms.atoms.data[span.first + k]];
    if (replaces) {
      clear_uses(l, &state->writers);
      clear_uses(l, &state->readers);
    }
    uint32_t *head = is_write ? &state->writers : &state->readers;
    if (!*head || l->uses.data[*head].task != node)
      add_use(l, head, node);
  }
}

static void link_node(linker *l, uint32_t node) {
  const baton_expansion *x = l->x;
  const order_node *this = &x->nodes.data[node], *next = this + 1;
  baton_order_kind kind = order_site_of(x, node)->kind;
  uint32_t end = l->rule == BATON_ORDER_MINIMAL ? this->first_derived : next->first_listed;
  for (uint32_t k = this->first_listed; k < end; k++)
    add_wait(l, node, x->listed.data[k]);
  for (uint32_t k = this->first_access; k < next->first_access; k++)
    if (tracking_of(l, &x->accesses.data[k]) & BATON_TRACKING_LOOKUP)
      look_up(l, node, &x->accesses.data[k]);
  for (uint32_t k = this->first_access; k < next->first_access; k++)
    if (tracking_of(l, &x->accesses.data[k]) & BATON_TRACKING_PUBLISH)
      publish(l, node, &x->accesses.data[k]);
  if (l->host && kind != BATON_ORDER_FENCE)
    add_wait(l, node, l->host - 1);
  if (kind == BATON_ORDER_HOST)
    l->host = node + 1;
}

// Leaves out waits for nothing but nones and fences that wait for nothing.
static void list_compared(baton_order_graph *graph) {
  const baton_expansion *x = graph->expansion;
  bool *has_submits = baton_mem_zeroed((size_t)x->num_nodes + 1, sizeof *has_submits);
  for (uint32_t node = 0; node < x->num_nodes; node++) {
    const order_site *site = order_site_of(x, node);
    for (uint32_t k = x->nodes.data[node].first_listed; k < x->nodes.data[node + 1].first_listed; k++)
      has_submits[node] = has_submits[node] || has_submits[x->listed.data[k]];
    if (site->kind != BATON_ORDER_FENCE && (!site->is_wait || has_submits[node]))
      graph->compared[graph->num_compared++] = node;
    has_submits[node] = has_submits[node] || site->kind == BATON_ORDER_SUBMIT;
  }
  baton_mem_free(has_submits);
}

baton_order_graph *baton_order_graph_create(const baton_expansion *x, baton_order_rule rule, bool grasps) {
  baton_order_graph *graph = baton_mem_zeroed(1, sizeof *graph);
  linker l = {.x = x, .graph = graph, .rule = rule};
  graph->expansion = x;
  bool is_good = order_atoms_init(x, grasps, &l.atoms);
  if (is_good) {
    l.states = baton_mem_zeroed(l.atoms.num_atoms + 1, sizeof *l.states);
    l.seen = baton_mem_zeroed(x->num_nodes + 1, sizeof *l.seen);
    baton_vec_push(&l.uses, ((use){0}));
    graph->starts = baton_mem_zeroed(x->num_nodes + 1, sizeof *graph->starts);
    graph->compared = baton_mem_zeroed(x->num_nodes + 1, sizeof *graph->compared);
    for (uint32_t node = 0; node < x->num_nodes && is_good; node++) {
      link_node(&l, node);
      graph->starts[node + 1] = (uint32_t)graph->waits.size;
      is_good = graph->waits.size <= 2 * (size_t)ORDER_MAX_LISTED;
    }
    list_compared(graph);
  }
  order_atoms_deinit(&l.atoms);
  baton_mem_free(l.states);
  baton_mem_free(l.seen);
  baton_vec_deinit(&l.uses);
  if (!is_good) {
    baton_order_graph_destroy(graph);
    return NULL;
  }
  return graph;
}

void baton_order_graph_destroy(baton_order_graph *graph) {
  if (!graph)
    return;
  baton_mem_free(graph->starts);
  baton_mem_free(graph->compared);
  baton_vec_deinit(&graph->waits);
  baton_mem_free(graph);
}

const uint32_t *baton_order_graph_waits(const baton_order_graph *graph, uint32_t node, uint32_t *out_num) {
  *out_num = graph->starts[node + 1] - graph->starts[node];
  return graph->waits.data + graph->starts[node];
}

uint64_t baton_order_graph_num_entries(const baton_order_graph *graph) { return graph->waits.size; }
