// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// report-deps: JSON. Keys stand in a fixed order. A number of which a part is unknown is null; the known part stands
// beside it.
#include "passes/report_impl.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

// Setting a member to NULL fails, and so does everything up to the root: one check at the end is enough.
typedef struct json_writer {
  bool is_ok;
} json_writer;

static void set(json_writer *w, json_t *object, const char *key, json_t *value) {
  w->is_ok &= json_object_set_new(object, key, value) == 0;
}

static void append(json_writer *w, json_t *array, json_t *value) {
  w->is_ok &= json_array_append_new(array, value) == 0;
}

static json_t *integer(uint64_t value) { return json_integer(value > INT64_MAX ? INT64_MAX : (json_int_t)value); }

static json_t *number(baton_report_number value) { return value.has_unknown ? json_null() : integer(value.known); }

// Names may hold any bytes; JSON holds UTF-8 only.
static json_t *string(baton_str text) {
  json_t *result = json_stringn(text.data ? text.data : "", text.size);
  if (result)
    return result;
  baton_strbuf ascii = {0};
  for (size_t i = 0; i < text.size; i++)
    if ((unsigned char)text.data[i] < 0x80)
      baton_strbuf_append_char(&ascii, text.data[i]);
    else
      baton_strbuf_printf(&ascii, "\\x%02X", (unsigned)(unsigned char)text.data[i]);
  result = json_stringn(ascii.data, ascii.size);
  baton_strbuf_deinit(&ascii);
  return result;
}

static json_t *place(json_writer *w, const baton_op *op) {
  baton_position at = baton_loc_position(op->loc);
  json_t *object = json_object();
  set(w, object, "file", string(at.file));
  set(w, object, "line", integer(at.line));
  set(w, object, "column", integer(at.column));
  return object;
}

static json_t *task_object(json_writer *w, const baton_report_task *task) {
  json_t *object = json_object();
  char label[16];
  snprintf(label, sizeof label, "%c%u", task->is_fence ? 'f' : 't', task->number);
  set(w, object, "label", json_string(label));
  if (!task->is_fence)
    set(w, object, "kernel", string(baton_report_name(task->op)));
  set(w, object, "loc", place(w, task->op));
  set(w, object, "list", number(task->list));
  set(w, object, "list_known", integer(task->list.known));
  set(w, object, "runs", integer(task->runs));
  set(w, object, "entries", number(task->entries));
  set(w, object, "entries_known", integer(task->entries.known));
  if (!task->is_fence) {
    set(w, object, "memref_arguments", integer(task->num_memrefs));
    set(w, object, "tracked_arguments", integer(task->num_tracked));
  }
  return object;
}

static json_t *task_objects(json_writer *w, const baton_report_region *region, bool are_fences) {
  json_t *array = json_array();
  for (size_t i = 0; i < region->tasks.size; i++)
    if (region->tasks.data[i].is_fence == are_fences)
      append(w, array, task_object(w, &region->tasks.data[i]));
  return array;
}

static json_t *list_sizes(json_writer *w, const baton_report_region *region) {
  json_t *array = json_array();
  for (size_t i = 0; i < region->tasks.size; i++) {
    const baton_report_task *task = &region->tasks.data[i];
    if (!task->is_fence && (task->list.known || task->list.has_unknown))
      append(w, array, number(task->list));
  }
  return array;
}

static json_t *fence_sizes(json_writer *w, const baton_report_region *region) {
  json_t *array = json_array();
  for (size_t i = 0; i < region->fences.size; i++)
    append(w, array, number(region->tasks.data[region->fences.data[i]].list));
  return array;
}

static json_t *loop_objects(json_writer *w, const baton_report_region *region) {
  json_t *array = json_array();
  for (size_t i = 0; i < region->loops.size; i++) {
    const baton_report_loop *loop = &region->loops.data[i];
    json_t *object = json_object();
    set(w, object, "op", json_string(loop->op->def->name));
    set(w, object, "loc", place(w, loop->op));
    set(w, object, "trips", integer(loop->trips));
    set(w, object, "entries", number(loop->entries));
    set(w, object, "entries_known", integer(loop->entries.known));
    append(w, array, object);
  }
  return array;
}

static json_t *region_object(json_writer *w, const baton_report_region *region) {
  json_t *object = json_object();
  set(w, object, "function", string(baton_report_name(region->func)));
  set(w, object, "op", string(baton_str_from(region->op->def->name)));
  set(w, object, "loc", place(w, region->op));
  set(w, object, "lists", list_sizes(w, region));
  set(w, object, "fences", fence_sizes(w, region));
  set(w, object, "entries", number(region->entries));
  set(w, object, "entries_known", integer(region->entries.known));
  set(w, object, "memref_arguments", integer(region->num_memrefs));
  set(w, object, "tracked_arguments", integer(region->num_tracked));
  set(w, object, "loops", loop_objects(w, region));
  set(w, object, "submits", task_objects(w, region, false));
  set(w, object, "fence_tasks", task_objects(w, region, true));
  return object;
}

bool baton_report_print_json(const baton_report *report, baton_strbuf *out) {
  json_writer w = {.is_ok = true};
  json_t *root = json_object(), *regions = json_array();
  for (size_t i = 0; i < report->regions.size; i++)
    if (report->regions.data[i].tasks.size)
      append(&w, regions, region_object(&w, &report->regions.data[i]));
  set(&w, root, "regions", regions);
  char *text = w.is_ok ? json_dumps(root, JSON_INDENT(2)) : NULL;
  json_decref(root);
  if (!text)
    return false;
  baton_strbuf_append(out, baton_str_from(text));
  baton_strbuf_append_char(out, '\n');
  free(text);
  return true;
}
