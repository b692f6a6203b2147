// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chrome traces (chrome://tracing, Perfetto): one track per worker with the tasks it ran, one for the program with what
// it submitted and when it slept. Times are in microseconds from the beginning of the run.
#include "rt/rt_impl.h"

#include <stdio.h>

int32_t baton_trace_init(baton_rt *rt, baton_trace *trace, uint32_t capacity) {
  trace->events = baton_mem_get(rt, (size_t)capacity * sizeof *trace->events);
  trace->capacity = capacity;
  return trace->events ? BATON_RT_OK : BATON_RT_NO_MEMORY;
}

static void write_string(FILE *file, const char *text) {
  fputc('"', file);
  for (; text && *text; text++) {
    unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\')
      fprintf(file, "\\%c", c);
    else if (c < 0x20)
      fprintf(file, "\\u%04x", c);
    else
      fputc(c, file);
  }
  fputc('"', file);
}

static const char *event_name(const baton_event *event) {
  if (event->plan && event->plan->kernel)
    return event->plan->kernel->kernel->name;
  return event->kind == BATON_EVENT_WAIT ? "wait" : event->kind == BATON_EVENT_PROGRAM ? "program" : "fence";
}

static void write_event(const baton_rt *rt, FILE *file, const baton_event *event, uint32_t thread) {
  static const char *const categories[] = {
      [BATON_EVENT_RUN] = "task",  [BATON_EVENT_SKIP] = "skipped",    [BATON_EVENT_SUBMIT] = "submit",
      [BATON_EVENT_WAIT] = "wait", [BATON_EVENT_PROGRAM] = "program",
  };
  bool is_point = event->kind == BATON_EVENT_SUBMIT;
  fprintf(file, ",\n{\"name\":");
  write_string(file, event_name(event));
  fprintf(file, ",\"cat\":\"%s\",\"ph\":\"%s\",\"pid\":1,\"tid\":%u,\"ts\":%.3f", categories[event->kind],
          is_point ? "i" : "X", thread, (double)(event->begin_ns - rt->start_ns) / 1000);
  if (is_point)
    fprintf(file, ",\"s\":\"t\"");
  else
    fprintf(file, ",\"dur\":%.3f", (double)(event->end_ns - event->begin_ns) / 1000);
  if (event->plan) {
    char place[512];
    baton_loc_print(event->plan->module->module, event->plan->site->loc, place, sizeof place);
    size_t length = strlen(place);
    if (length >= 2)
      place[length - 2] = '\0'; // the colon
    fprintf(file, ",\"args\":{\"task\":%llu,\"loc\":", (unsigned long long)event->ordinal);
    write_string(file, place);
    fprintf(file, "}");
  }
  fprintf(file, "}");
}

static void write_track(const baton_rt *rt, FILE *file, const baton_trace *trace, uint32_t thread) {
  uint64_t begin = trace->num > trace->capacity ? trace->num - trace->capacity : 0;
  for (uint64_t i = begin; i < trace->num; i++)
    write_event(rt, file, &trace->events[i % trace->capacity], thread);
}

static void write_track_name(const baton_rt *rt, FILE *file, uint32_t thread) {
  fprintf(file,
          "%s{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":%u,\"args\":{\"name\":", thread ? ",\n" : "",
          thread);
  if (thread == 0) {
    fprintf(file, "\"program\"}}");
    return;
  }
  const baton_worker *worker = &rt->workers[thread - 1];
  char name[128];
  snprintf(name, sizeof name, "worker %u%s%s", worker->index, rt->kind_names ? " " : "",
           rt->kind_names ? rt->kind_names[worker->class_index] : "");
  write_string(file, name);
  fprintf(file, "}}");
}

bool baton_trace_write(baton_rt *rt) {
  FILE *file = fopen(rt->trace_path, "w");
  if (!file)
    return false;
  fprintf(file, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
  for (uint32_t i = 0; i <= rt->num_workers; i++)
    write_track_name(rt, file, i);
  const baton_event program = {rt->start_ns, rt->start_ns + rt->stats.orchestration_ns, NULL, 0, BATON_EVENT_PROGRAM};
  write_event(rt, file, &program, 0);
  write_track(rt, file, &rt->trace, 0);
  for (uint32_t i = 0; i < rt->num_workers; i++)
    write_track(rt, file, &rt->workers[i].trace, i + 1);
  fprintf(file, "\n]}\n");
  bool is_fine = !ferror(file);
  return fclose(file) == 0 && is_fine;
}
