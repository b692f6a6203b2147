// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// report-deps: the table for people.
#include "passes/report_impl.h"

#include <inttypes.h>

enum { LABEL, TASK, LINE, LIST, RUNS, ENTRIES, MEMREFS, TRACKED, NUM_FIELDS };

static const char *const headings[NUM_FIELDS] = {"label", "kernel",  "line",    "list",
                                                 "runs",  "entries", "memrefs", "tracked"};

static void write_number(baton_strbuf *out, baton_report_number number) {
  if (number.known || !number.has_unknown)
    baton_strbuf_printf(out, "%" PRIu64, number.known);
  if (number.has_unknown)
    baton_strbuf_append(out, number.known ? BATON_STR("+?") : BATON_STR("?"));
}

static void write_place(baton_strbuf *out, const baton_op *op) {
  baton_position at = baton_loc_position(op->loc);
  if (at.file.size)
    baton_strbuf_printf(out, "%.*s:%u:%u", BATON_STR_ARG(at.file), at.line, at.column);
  else
    baton_strbuf_append(out, BATON_STR("an unknown place"));
}

static void write_field(baton_strbuf *out, const baton_report_task *task, int field) {
  switch (field) {
  case LABEL:
    baton_strbuf_printf(out, "%c%u", task->is_fence ? 'f' : 't', task->number);
    return;
  case TASK:
    if (task->is_fence)
      baton_strbuf_append(out, BATON_STR("(fence)"));
    else
      baton_print_symbol(baton_report_name(task->op), out);
    return;
  case LINE:
    baton_strbuf_printf(out, "%u", baton_loc_position(task->op->loc).line);
    return;
  case LIST:
    write_number(out, task->list);
    return;
  case RUNS:
    baton_strbuf_printf(out, "%" PRIu64, task->runs);
    return;
  case ENTRIES:
    write_number(out, task->entries);
    return;
  default:
    if (task->is_fence)
      baton_strbuf_append_char(out, '-');
    else
      baton_strbuf_printf(out, "%u", field == MEMREFS ? task->num_memrefs : task->num_tracked);
  }
}

// Words to the left, numbers to the right; two spaces between columns.
static void write_padded(baton_strbuf *out, int field, size_t width, baton_str text) {
  size_t padding = text.size < width ? width - text.size : 0;
  bool is_word = field <= TASK;
  baton_strbuf_append(out, BATON_STR("  "));
  for (size_t i = 0; !is_word && i < padding; i++)
    baton_strbuf_append_char(out, ' ');
  baton_strbuf_append(out, text);
  for (size_t i = 0; is_word && i < padding; i++)
    baton_strbuf_append_char(out, ' ');
}

static void write_table(baton_strbuf *out, const baton_report_region *region) {
  size_t widths[NUM_FIELDS];
  baton_strbuf cell = {0};
  for (int field = 0; field < NUM_FIELDS; field++) {
    widths[field] = strlen(headings[field]);
    for (size_t i = 0; i < region->tasks.size; i++) {
      cell.size = 0;
      write_field(&cell, &region->tasks.data[i], field);
      widths[field] = cell.size > widths[field] ? cell.size : widths[field];
    }
  }
  for (int field = 0; field < NUM_FIELDS; field++)
    write_padded(out, field, widths[field], baton_str_from(headings[field]));
  baton_strbuf_append_char(out, '\n');
  for (size_t i = 0; i < region->tasks.size; i++) {
    for (int field = 0; field < NUM_FIELDS; field++) {
      cell.size = 0;
      write_field(&cell, &region->tasks.data[i], field);
      write_padded(out, field, widths[field], baton_strbuf_view(&cell));
    }
    baton_strbuf_append_char(out, '\n');
  }
  baton_strbuf_deinit(&cell);
}

static void write_lists(baton_strbuf *out, const baton_report_region *region) {
  const char *separator = "  lists: [";
  for (size_t i = 0; i < region->tasks.size; i++) {
    const baton_report_task *task = &region->tasks.data[i];
    if (task->is_fence || (!task->list.known && !task->list.has_unknown))
      continue;
    baton_strbuf_append(out, baton_str_from(separator));
    write_number(out, task->list);
    separator = ", ";
  }
  baton_strbuf_append(out, *separator == ',' ? BATON_STR("]\n") : BATON_STR("  lists: []\n"));
}

static void write_fences(baton_strbuf *out, const baton_report_region *region) {
  baton_strbuf_append(out, BATON_STR("  fences: ["));
  for (size_t i = 0; i < region->fences.size; i++) {
    if (i)
      baton_strbuf_append(out, BATON_STR(", "));
    write_number(out, region->tasks.data[region->fences.data[i]].list);
  }
  baton_strbuf_append(out, BATON_STR("]\n"));
}

static void write_region(baton_strbuf *out, const baton_report_region *region) {
  baton_strbuf_append(out, BATON_STR("function "));
  baton_print_symbol(baton_report_name(region->func), out);
  if (region->op != region->func)
    baton_strbuf_printf(out, ", per trip of %s", region->op->def->name);
  baton_strbuf_append(out, BATON_STR(" at "));
  write_place(out, region->op);
  baton_strbuf_append_char(out, '\n');
  write_table(out, region);
  write_lists(out, region);
  write_fences(out, region);
  baton_strbuf_append(out, BATON_STR("  entries: "));
  write_number(out, region->entries);
  baton_strbuf_printf(out, "\n  tracked arguments: %u of %u\n", region->num_tracked, region->num_memrefs);
  for (size_t i = 0; i < region->loops.size; i++) {
    const baton_report_loop *loop = &region->loops.data[i];
    baton_strbuf_printf(out, "  loop of %" PRIu64 " at ", loop->trips);
    write_place(out, loop->op);
    baton_strbuf_append(out, BATON_STR(": "));
    write_number(out, loop->entries);
    baton_strbuf_append(out, BATON_STR(" entries\n"));
  }
}

void baton_report_print_text(const baton_report *report, baton_strbuf *out) {
  for (size_t i = 0; i < report->regions.size; i++)
    if (report->regions.data[i].tasks.size)
      write_region(out, &report->regions.data[i]);
}
