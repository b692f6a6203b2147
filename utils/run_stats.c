// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts and times of runs.
#include "run_stats.h"

#include "tool_file.h"

#include <jansson.h>
#include <stdlib.h>

void run_stats_add(run_stats *stats, const baton_rt *runtime) {
  stats->last = (baton_rt_stats){.size = sizeof stats->last};
  baton_rt_get_stats(runtime, &stats->last);
  uint32_t num = ++stats->num_runs;
  stats->orchestration_ns = baton_mem_resize_array(stats->orchestration_ns, num, sizeof(uint64_t));
  stats->total_ns = baton_mem_resize_array(stats->total_ns, num, sizeof(uint64_t));
  stats->orchestration_ns[num - 1] = stats->last.orchestration_ns;
  stats->total_ns[num - 1] = stats->last.total_ns;
}

void run_stats_deinit(run_stats *stats) {
  baton_mem_free(stats->orchestration_ns);
  baton_mem_free(stats->total_ns);
}

static int compare(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static double median_us(const uint64_t *values, uint32_t num) {
  if (!num)
    return 0;
  uint64_t *sorted = baton_mem_resize_array(NULL, num, sizeof *sorted);
  memcpy(sorted, values, num * sizeof *sorted);
  qsort(sorted, num, sizeof *sorted, compare);
  double median = num % 2 ? (double)sorted[num / 2] : ((double)sorted[num / 2 - 1] + (double)sorted[num / 2]) / 2;
  baton_mem_free(sorted);
  return median / 1000;
}

typedef struct stats_row {
  const char *name, *text;
  uint64_t value;
} stats_row;

enum { NUM_ROWS = 14 };

static void list_rows(const run_stats *stats, stats_row rows[NUM_ROWS]) {
  const baton_rt_stats *s = &stats->last;
  const stats_row all[NUM_ROWS] = {
      {"workers", "workers", s->num_workers},
      {"tasks", "tasks submitted", s->num_tasks},
      {"fences", "fences submitted", s->num_fences},
      {"entries", "entries of wait lists", s->num_waits},
      {"tracked_lookups", "arguments looked up in the tracker", s->num_tracked_lookups},
      {"tracked_publishes", "arguments recorded in the tracker", s->num_tracked_publishes},
      {"tracked_waits", "waits that the tracker added", s->num_tracked_waits},
      {"host_accesses", "host accesses that waited", s->num_host_accesses},
      {"ids", "slots of id arrays from the runtime", s->num_ids},
      {"allocs", "buffers allocated", s->num_allocs},
      {"peak_buffer_bytes", "bytes of buffers at most", s->peak_buffer_bytes},
      {"run", "kernel calls", s->num_run},
      {"skipped", "tasks that did not run", s->num_skipped},
      {"blocked", "times the host slept", s->num_blocked},
  };
  memcpy(rows, all, sizeof all);
}

void run_stats_print(const run_stats *stats, baton_strbuf *out) {
  stats_row rows[NUM_ROWS];
  list_rows(stats, rows);
  baton_strbuf_printf(out, "%12u  runs\n", stats->num_runs);
  baton_strbuf_printf(out, "%12.1f  us orchestration (median)\n", median_us(stats->orchestration_ns, stats->num_runs));
  baton_strbuf_printf(out, "%12.1f  us in all (median)\n", median_us(stats->total_ns, stats->num_runs));
  for (int i = 0; i < NUM_ROWS; i++)
    baton_strbuf_printf(out, "%12llu  %s\n", (unsigned long long)rows[i].value, rows[i].text);
}

bool run_stats_write_json(const run_stats *stats, baton_diag *diag, const char *path) {
  stats_row rows[NUM_ROWS];
  list_rows(stats, rows);
  json_t *object = json_object();
  json_object_set_new(object, "runs", json_integer(stats->num_runs));
  json_object_set_new(object, "orchestration_us", json_real(median_us(stats->orchestration_ns, stats->num_runs)));
  json_object_set_new(object, "total_us", json_real(median_us(stats->total_ns, stats->num_runs)));
  for (int i = 0; i < NUM_ROWS; i++)
    json_object_set_new(object, rows[i].name, json_integer((json_int_t)rows[i].value));
  char *text = json_dumps(object, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
  json_decref(object);
  if (!text)
    baton_out_of_memory();
  baton_strbuf out = {0};
  baton_strbuf_printf(&out, "%s\n", text);
  free(text);
  bool ok = tool_write_file(diag, path, baton_strbuf_view(&out));
  baton_strbuf_deinit(&out);
  return ok;
}
