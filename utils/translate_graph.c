// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pictures of task graphs: from an expansion to spots and arrows, and these as text.
#include "translate_graph.h"

#include "analysis/order.h"
#include "base/map.h"
#include "base/vec.h"
#include "dialect/func.h"
#include "ir/symbol.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SINGLE_NODES = 120 }; // with more, nodes of one op are one spot

typedef struct spot {
  baton_order_kind kind;
  uint64_t count, entries, largest; // nodes; entries of all of their lists; of the longest
  uint32_t first;                   // node
  uint32_t column, row;             // in the picture
  bool is_critical;
} spot;

typedef struct arrow {
  uint32_t from, to;
  uint64_t count;
  bool is_critical;
} arrow;

struct translate_picture {
  baton_expansion *expansion;
  baton_order_graph *graph;
  BATON_VEC(spot) spots;
  BATON_VEC(arrow) arrows;
  uint32_t *spot_of; // by node
  uint64_t entries, fences, path, largest;
  uint32_t num_columns, num_rows;
};

// ---- from the expansion -----------------------------------------------------------------------------------------

typedef struct node_levels {
  uint32_t *path, *height; // nodes on the longest way up to a node; fences in a row up to it
  uint32_t *before;        // on that way
} node_levels;

static void node_levels_init(node_levels *l, const translate_picture *p) {
  uint32_t num_nodes = baton_expansion_num_nodes(p->expansion);
  *l = (node_levels){baton_mem_zeroed(num_nodes + 1, sizeof(uint32_t)),
                     baton_mem_zeroed(num_nodes + 1, sizeof(uint32_t)),
                     baton_mem_zeroed(num_nodes + 1, sizeof(uint32_t))};
  for (uint32_t v = 0; v < num_nodes; v++) {
    uint32_t num_waits;
    const uint32_t *waits = baton_order_graph_waits(p->graph, v, &num_waits);
    l->before[v] = UINT32_MAX;
    for (uint32_t k = 0; k < num_waits; k++) {
      uint32_t u = waits[k];
      if (l->path[u] > l->path[v]) {
        l->path[v] = l->path[u];
        l->before[v] = u;
      }
      if (baton_expansion_kind(p->expansion, u) == BATON_ORDER_FENCE && l->height[u] > l->height[v])
        l->height[v] = l->height[u];
    }
    l->path[v]++;
    l->height[v] += baton_expansion_kind(p->expansion, v) == BATON_ORDER_FENCE;
  }
}

static void node_levels_deinit(node_levels *l) {
  baton_mem_free(l->path);
  baton_mem_free(l->height);
  baton_mem_free(l->before);
}

// What nodes of one spot have in common.
static uint64_t spot_key(const translate_picture *p, uint32_t node, const node_levels *levels) {
  baton_position at = baton_order_position(p->expansion, node);
  uint64_t key = baton_hash_mix(baton_hash_mix(baton_hash_bytes(at.file.data, at.file.size), at.line), at.column);
  baton_order_kind kind = baton_expansion_kind(p->expansion, node);
  return baton_hash_mix(key, kind == BATON_ORDER_FENCE ? 2 + levels->height[node] : (uint64_t)kind);
}

static void make_spots(translate_picture *p, const node_levels *levels) {
  uint32_t num_nodes = baton_expansion_num_nodes(p->expansion);
  baton_map known = {0};
  p->spot_of = baton_mem_zeroed(num_nodes + 1, sizeof *p->spot_of);
  for (uint32_t v = 0; v < num_nodes; v++) {
    uint64_t key = num_nodes > MAX_SINGLE_NODES ? spot_key(p, v, levels) : v;
    const uint64_t *found = baton_map_find(&known, key);
    if (!found) {
      spot fresh = {.kind = baton_expansion_kind(p->expansion, v), .first = v, .column = levels->path[v] - 1};
      baton_map_set(&known, key, p->spots.size);
      p->spot_of[v] = (uint32_t)p->spots.size;
      baton_vec_push(&p->spots, fresh);
    } else {
      p->spot_of[v] = (uint32_t)*found;
    }
    spot *s = &p->spots.data[p->spot_of[v]];
    uint32_t num_waits;
    baton_order_graph_waits(p->graph, v, &num_waits);
    s->count++;
    s->entries += num_waits;
    s->largest = num_waits > s->largest ? num_waits : s->largest;
    p->largest = s->largest > p->largest ? s->largest : p->largest;
    p->fences += s->kind == BATON_ORDER_FENCE;
    p->entries += s->kind == BATON_ORDER_HOST ? 0 : num_waits;
  }
  baton_map_deinit(&known);
}

static void make_arrows(translate_picture *p) {
  baton_map known = {0};
  for (uint32_t v = 0; v < baton_expansion_num_nodes(p->expansion); v++) {
    uint32_t num_waits;
    const uint32_t *waits = baton_order_graph_waits(p->graph, v, &num_waits);
    for (uint32_t k = 0; k < num_waits; k++) {
      uint64_t key = (uint64_t)p->spot_of[waits[k]] << 32 | p->spot_of[v];
      const uint64_t *found = baton_map_find(&known, key);
      if (found) {
        p->arrows.data[*found].count++;
        continue;
      }
      arrow fresh = {.from = p->spot_of[waits[k]], .to = p->spot_of[v], .count = 1};
      baton_map_set(&known, key, p->arrows.size);
      baton_vec_push(&p->arrows, fresh);
    }
  }
  baton_map_deinit(&known);
}

// Marks one longest way.
static void mark_path(translate_picture *p, const node_levels *levels) {
  uint32_t end = UINT32_MAX;
  for (uint32_t v = 0; v < baton_expansion_num_nodes(p->expansion); v++)
    if (end == UINT32_MAX || levels->path[v] > levels->path[end])
      end = v;
  p->path = end == UINT32_MAX ? 0 : levels->path[end];
  for (uint32_t v = end; v != UINT32_MAX; v = levels->before[v]) {
    p->spots.data[p->spot_of[v]].is_critical = true;
    for (size_t i = 0; levels->before[v] != UINT32_MAX && i < p->arrows.size; i++)
      if (p->arrows.data[i].from == p->spot_of[levels->before[v]] && p->arrows.data[i].to == p->spot_of[v])
        p->arrows.data[i].is_critical = true;
  }
}

typedef struct column_key {
  uint32_t column, spot;
} column_key;

static int compare_columns(const void *left, const void *right) {
  const column_key *a = left, *b = right;
  if (a->column != b->column)
    return a->column < b->column ? -1 : 1;
  return a->spot < b->spot ? -1 : a->spot > b->spot;
}

// Columns without gaps, by the longest way to the first node of each spot; rows in order of execution.
static void place_spots(translate_picture *p) {
  column_key *keys = baton_mem_zeroed(p->spots.size + 1, sizeof *keys);
  for (uint32_t i = 0; i < p->spots.size; i++)
    keys[i] = (column_key){p->spots.data[i].column, i};
  qsort(keys, p->spots.size, sizeof *keys, compare_columns);
  for (size_t i = 0, row = 0; i < p->spots.size; i++, row++) {
    if (i == 0 || keys[i].column != keys[i - 1].column) {
      p->num_columns++;
      row = 0;
    }
    p->spots.data[keys[i].spot].column = p->num_columns - 1;
    p->spots.data[keys[i].spot].row = (uint32_t)row;
    p->num_rows = row + 1 > p->num_rows ? (uint32_t)row + 1 : p->num_rows;
  }
  baton_mem_free(keys);
}

static const baton_op *find_entry(const baton_module *module, baton_str name) {
  if (name.size)
    return baton_symbol_lookup(module->op, name);
  for (const baton_op *op = baton_module_body(module)->first; op; op = op->next)
    if (baton_op_is(op, BATON_OP_FUNC_FUNC) && baton_op_body(op) && !baton_func_func_sym_visibility(op))
      return op;
  return NULL;
}

translate_picture *translate_picture_create(const baton_module *module, baton_str entry, baton_str bind) {
  const baton_op *func = find_entry(module, entry);
  if (!func || !baton_op_is(func, BATON_OP_FUNC_FUNC) || !baton_op_body(func)) {
    baton_op_error(module->op, "has no function with a body to draw");
    return NULL;
  }
  translate_picture *p = baton_mem_zeroed(1, sizeof *p);
  p->expansion = baton_expansion_create(module, func, &(baton_expansion_options){.bind = bind});
  p->graph = p->expansion ? baton_order_graph_create(p->expansion, BATON_ORDER_ACTUAL, false) : NULL;
  if (!p->graph) {
    translate_picture_destroy(p);
    return NULL;
  }
  node_levels levels;
  node_levels_init(&levels, p);
  make_spots(p, &levels);
  make_arrows(p);
  mark_path(p, &levels);
  place_spots(p);
  node_levels_deinit(&levels);
  return p;
}

void translate_picture_destroy(translate_picture *p) {
  if (!p)
    return;
  baton_order_graph_destroy(p->graph);
  baton_expansion_destroy(p->expansion);
  baton_vec_deinit(&p->spots);
  baton_vec_deinit(&p->arrows);
  baton_mem_free(p->spot_of);
  baton_mem_free(p);
}

// ---- text -------------------------------------------------------------------------------------------------------

// Text in a string of Graphviz or in HTML.
static void append_escaped(baton_strbuf *out, baton_str text, bool is_html) {
  for (size_t i = 0; i < text.size; i++) {
    char c = text.data[i];
    if (is_html && (c == '<' || c == '>' || c == '&' || c == '"'))
      baton_strbuf_printf(out, "&#%d;", c);
    else if (!is_html && (c == '"' || c == '\\'))
      baton_strbuf_printf(out, "\\%c", c);
    else
      baton_strbuf_append_char(out, c);
  }
}

// The kernel in "submit 3 (@k) in iteration (0)", or the first word.
static baton_str short_name(baton_str description) {
  const char *at = memchr(description.data, '(', description.size);
  if (at && at + 1 < description.data + description.size && at[1] == '@') {
    const char *end = memchr(at, ')', (size_t)(description.data + description.size - at));
    if (end)
      return (baton_str){at + 1, (size_t)(end - at) - 1};
  }
  const char *space = memchr(description.data, ' ', description.size);
  return (baton_str){description.data, space ? (size_t)(space - description.data) : description.size};
}

static void append_label(const translate_picture *p, const spot *s, bool is_html, baton_strbuf *out) {
  baton_strbuf text = {0};
  baton_order_describe(p->expansion, s->first, &text);
  append_escaped(out, short_name(baton_strbuf_view(&text)), is_html);
  if (s->count > 1)
    baton_strbuf_printf(out, " x %" PRIu64, s->count);
  baton_strbuf_deinit(&text);
}

static void append_tip(const translate_picture *p, const spot *s, bool is_html, baton_strbuf *out) {
  baton_strbuf text = {0};
  baton_position at = baton_order_position(p->expansion, s->first);
  baton_order_describe(p->expansion, s->first, &text);
  append_escaped(out, baton_strbuf_view(&text), is_html);
  baton_strbuf_printf(out, ", line %" PRIu32 ": ", at.line);
  if (s->count > 1)
    baton_strbuf_printf(out, "%" PRIu64 " like it, lists of up to %" PRIu64 ", %" PRIu64 " entries together", s->count,
                        s->largest, s->entries);
  else
    baton_strbuf_printf(out, "a list of %" PRIu64, s->largest);
  baton_strbuf_deinit(&text);
}

// From 95 % (no entries) down to 55 % (the longest list).
static int lightness(const translate_picture *p, const spot *s) {
  return 95 - (p->largest ? (int)(40 * s->largest / p->largest) : 0);
}

void translate_picture_dot(const translate_picture *p, baton_strbuf *out) {
  baton_strbuf_printf(out, "// %" PRIu64 " entries, %" PRIu64 " fences, %" PRIu64 " nodes on the longest way\n",
                      p->entries, p->fences, p->path);
  baton_strbuf_append(out, BATON_STR("digraph tasks {\n  rankdir=LR;\n  node [style=filled, shape=box];\n"));
  for (uint32_t i = 0; i < p->spots.size; i++) {
    const spot *s = &p->spots.data[i];
    baton_strbuf_printf(out, "  n%" PRIu32 " [label=\"", i);
    append_label(p, s, false, out);
    baton_strbuf_printf(out, "\", fillcolor=\"0.58 %.2f 1.0\"%s%s, tooltip=\"", (100 - lightness(p, s)) / 100.0,
                        s->kind == BATON_ORDER_FENCE ? ", shape=diamond" : "", s->is_critical ? ", color=red" : "");
    append_tip(p, s, false, out);
    baton_strbuf_append(out, BATON_STR("\"];\n"));
  }
  for (size_t i = 0; i < p->arrows.size; i++) {
    const arrow *a = &p->arrows.data[i];
    baton_strbuf_printf(out, "  n%" PRIu32 " -> n%" PRIu32 " [", a->from, a->to);
    if (a->count > 1)
      baton_strbuf_printf(out, "label=\"%" PRIu64 "\"", a->count);
    baton_strbuf_printf(out, "%s];\n", !a->is_critical ? "" : a->count > 1 ? ", color=red" : "color=red");
  }
  baton_strbuf_append(out, BATON_STR("}\n"));
}

// ---- a page -----------------------------------------------------------------------------------------------------

enum { COLUMN_WIDTH = 190, ROW_HEIGHT = 44, SPOT_WIDTH = 130, SPOT_HEIGHT = 26, MARGIN = 20 };

static uint32_t left_of(const spot *s) { return MARGIN + s->column * COLUMN_WIDTH; }
static uint32_t middle_of(const spot *s) { return MARGIN + s->row * ROW_HEIGHT + SPOT_HEIGHT / 2; }

static void append_arrow(const translate_picture *p, const arrow *a, baton_strbuf *out) {
  const spot *from = &p->spots.data[a->from], *to = &p->spots.data[a->to];
  uint32_t x = left_of(from) + SPOT_WIDTH, y = middle_of(from), u = left_of(to), v = middle_of(to);
  uint32_t bend = to->column > from->column ? (u - x) / 2 : COLUMN_WIDTH / 3;
  uint32_t sag = to->column > from->column + 1 && y == v ? ROW_HEIGHT - SPOT_HEIGHT / 2 : 0; // below what is between
  baton_strbuf_printf(out,
                      "<path class=\"%s\" d=\"M%" PRIu32 " %" PRIu32 "C%" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32
                      " %" PRIu32 " %" PRIu32 "\"><title>%" PRIu64 " entries</title></path>\n",
                      a->is_critical ? "critical" : "arrow", x, y, x + bend, y + sag, u > bend ? u - bend : 0, v + sag,
                      u, v, a->count);
}

static void append_spot(const translate_picture *p, const spot *s, baton_strbuf *out) {
  uint32_t x = left_of(s), y = middle_of(s), half = SPOT_HEIGHT / 2;
  const char *class = s->is_critical ? "critical" : "spot";
  baton_strbuf_append(out, BATON_STR("<g><title>"));
  append_tip(p, s, true, out);
  baton_strbuf_append(out, BATON_STR("</title>"));
  if (s->kind == BATON_ORDER_FENCE)
    baton_strbuf_printf(out,
                        "<polygon class=\"%s\" style=\"fill:hsl(35,90%%,%d%%)\" points=\"%" PRIu32 ",%" PRIu32
                        " %" PRIu32 ",%" PRIu32 " %" PRIu32 ",%" PRIu32 " %" PRIu32 ",%" PRIu32 "\"/>",
                        class, lightness(p, s), x, y, x + SPOT_WIDTH / 2, y - half - 4, x + SPOT_WIDTH, y,
                        x + SPOT_WIDTH / 2, y + half + 4);
  else
    baton_strbuf_printf(out,
                        "<rect class=\"%s\" style=\"fill:hsl(210,80%%,%d%%)\" x=\"%" PRIu32 "\" y=\"%" PRIu32
                        "\" width=\"%d\" height=\"%d\" rx=\"4\"/>",
                        class, lightness(p, s), x, y - half, SPOT_WIDTH, SPOT_HEIGHT);
  baton_strbuf_printf(out, "<text x=\"%" PRIu32 "\" y=\"%" PRIu32 "\">", x + SPOT_WIDTH / 2, y + 4);
  append_label(p, s, true, out);
  baton_strbuf_append(out, BATON_STR("</text></g>\n"));
}

static void append_picture(const translate_picture *p, const char *title, baton_strbuf *out) {
  baton_strbuf_printf(out,
                      "<h2>%s</h2>\n<p>%" PRIu32 " tasks, %" PRIu64 " fences, %" PRIu64
                      " entries, the longest list %" PRIu64 ", the longest way %" PRIu64 " nodes</p>\n",
                      title, baton_expansion_num_submits(p->expansion), p->fences, p->entries, p->largest, p->path);
  baton_strbuf_printf(out, "<div><svg width=\"%" PRIu32 "\" height=\"%" PRIu32 "\">\n",
                      2 * MARGIN + p->num_columns * COLUMN_WIDTH, 2 * MARGIN + p->num_rows * ROW_HEIGHT);
  for (size_t i = 0; i < p->arrows.size; i++)
    append_arrow(p, &p->arrows.data[i], out);
  for (size_t i = 0; i < p->spots.size; i++)
    append_spot(p, &p->spots.data[i], out);
  baton_strbuf_append(out, BATON_STR("</svg></div>\n"));
}

void translate_picture_html(const translate_picture *before, const translate_picture *after, baton_strbuf *out) {
  baton_strbuf_append(
      out,
      BATON_STR("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Task graph</title>\n<style>\n"
                "body{font-family:sans-serif;margin:1em}div{overflow:auto;border:1px solid #ccc}\n"
                "text{font-size:12px;text-anchor:middle}path{fill:none;stroke:#888}path.critical{stroke:#d00;"
                "stroke-width:2}\nrect,polygon{stroke:#555}rect.critical,polygon.critical{stroke:#d00;stroke-width:2}\n"
                "</style></head><body>\n"));
  if (before)
    append_picture(before, "As written", out);
  append_picture(after, before ? "After the passes" : "As written", out);
  baton_strbuf_append(
      out,
      BATON_STR("<p>Blue: tasks. Orange: fences. The darker, the longer the list. Red: one longest way. \"x n\": n "
                "tasks of one place in the program. Point at something for its numbers.</p>\n</body></html>\n"));
}
