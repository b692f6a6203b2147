// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first error of a run: who claims it writes the record, then publishes the status that stops everything else.
#include "rt/rt_impl.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const status_texts[] = {
    [BATON_RT_OK] = "ok",
    [BATON_RT_NO_MEMORY] = "out of memory",
    [BATON_RT_BAD_ID] = "bad task id",
    [BATON_RT_BAD_ARGUMENT] = "bad argument",
    [BATON_RT_NO_KERNEL] = "kernel not found",
    [BATON_RT_BAD_SIGNATURE] = "unsupported kernel signature",
    [BATON_RT_KERNEL_FAILED] = "kernel failed",
    [BATON_RT_KERNEL_CRASHED] = "kernel crashed",
    [BATON_RT_TIMEOUT] = "timed out",
    [BATON_RT_STUCK] = "stuck",
    [BATON_RT_CANCELLED] = "cancelled",
    [BATON_RT_VERSION] = "version mismatch",
    [BATON_RT_UNSUPPORTED] = "unsupported",
};
_Static_assert(sizeof status_texts / sizeof *status_texts == BATON_RT_NUM_STATUS, "a text for each status");

const char *baton_rt_status_text(int32_t status) {
  return status >= 0 && status < BATON_RT_NUM_STATUS ? status_texts[status] : "unknown status";
}

int baton_loc_print(const baton_rt_module *module, uint32_t loc, char *text, size_t bytes) {
  if (bytes)
    text[0] = '\0';
  if (!module || loc == 0 || loc >= module->num_locs)
    return 0;
  const baton_rt_loc *place = &module->locs[loc];
  const char *file = place->file < module->num_strings ? module->strings[place->file] : "?";
  if (!place->line)
    return snprintf(text, bytes, "%s: ", file);
  return snprintf(text, bytes, "%s:%u:%u: ", file, place->line, place->column);
}

// Appends to the error's text; what does not fit is cut off.
typedef struct text_writer {
  char *text;
  size_t bytes, used;
} text_writer;

static void write_text(text_writer *writer, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void advance(text_writer *writer, int num) {
  if (num > 0)
    writer->used += (size_t)num;
  if (writer->used >= writer->bytes)
    writer->used = writer->bytes - 1;
}

static void write_text(text_writer *writer, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  advance(writer, vsnprintf(writer->text + writer->used, writer->bytes - writer->used, format, arguments));
  va_end(arguments);
}

static void write_loc(text_writer *writer, const baton_rt_module *module, uint32_t loc) {
  advance(writer, baton_loc_print(module, loc, writer->text + writer->used, writer->bytes - writer->used));
}

static void write_callers(text_writer *writer, const baton_rt_module *module, uint32_t loc) {
  // Parents come from a table of the module: a cycle in it must not hang us.
  for (uint32_t depth = 0; module && loc && loc < module->num_locs && depth < 16; depth++) {
    loc = module->locs[loc].parent;
    if (!loc)
      return;
    write_text(writer, "\n");
    write_loc(writer, module, loc);
    write_text(writer, "note: called from here");
  }
}

int32_t baton_rt_raise(baton_rt *rt, int32_t status, const baton_blame *blame, const char *format, ...) {
  uint32_t unclaimed = 0;
  if (!atomic_compare_exchange_strong_explicit(&rt->is_claimed, &unclaimed, 1, memory_order_acq_rel,
                                               memory_order_acquire)) {
    // Somebody else is the first; his status may be a moment away.
    int32_t first;
    while (!(first = atomic_load_explicit(&rt->status, memory_order_acquire)))
      ;
    return first;
  }
  const baton_plan *plan = blame->plan;
  const baton_rt_module *module = plan ? plan->module->module : blame->module;
  uint32_t loc = plan ? plan->site->loc : blame->loc;
  const char *kernel = plan && plan->kernel ? plan->kernel->kernel->name : NULL;
  text_writer writer = {rt->error_text, sizeof rt->error_text, 0};
  write_loc(&writer, module, loc);
  write_text(&writer, "error: ");
  if (blame->task)
    write_text(&writer, "task %llu",
               (unsigned long long)baton_slot_ordinal(rt, (uint32_t)(blame->task & BATON_SLOT_MASK)));
  if (kernel)
    write_text(&writer, "%skernel '%s'", blame->task ? " of " : "", kernel);
  if (blame->task || kernel)
    write_text(&writer, ": ");
  va_list arguments;
  va_start(arguments, format);
  advance(&writer, vsnprintf(writer.text + writer.used, writer.bytes - writer.used, format, arguments));
  va_end(arguments);
  write_callers(&writer, module, loc);
  rt->error = (baton_rt_error){
      .size = sizeof rt->error,
      .status = status,
      .detail = blame->detail,
      .site = plan ? plan->index : UINT32_MAX,
      .loc = loc,
      .task = blame->task,
      .module = module,
      .kernel = kernel,
      .text = rt->error_text,
  };
  atomic_store_explicit(&rt->status, status, memory_order_release);
  return status;
}

int32_t baton_rt_raise_memory(baton_rt *rt, const baton_plan *plan) {
  return baton_rt_raise(rt, BATON_RT_NO_MEMORY, &(baton_blame){.plan = plan}, "out of memory");
}

void baton_rt_clear_error(baton_rt *rt) {
  atomic_store_explicit(&rt->status, 0, memory_order_relaxed);
  atomic_store_explicit(&rt->is_claimed, 0, memory_order_release);
}

int32_t baton_rt_status(const baton_rt *rt) { return atomic_load_explicit(&rt->status, memory_order_acquire); }

const baton_rt_error *baton_rt_last_error(const baton_rt *rt) { return baton_rt_status(rt) ? &rt->error : NULL; }

void baton_rt_cancel(baton_rt *rt, const char *why) {
  baton_rt_raise(rt, BATON_RT_CANCELLED, &(baton_blame){0}, "%s", why ? why : "the run was cancelled");
}

int32_t baton_rt_fail(baton_rt *rt, int32_t code, uint32_t loc, int64_t a, int64_t b) {
  const baton_blame blame = {.module = rt->frame_module ? rt->frame_module->module : NULL, .loc = loc};
  long long x = a, y = b;
  switch (code) {
  case BATON_RT_FAULT_STEP:
    return baton_rt_raise(rt, BATON_RT_BAD_ARGUMENT, &blame, "the loop step is %lld and must be positive", x);
  case BATON_RT_FAULT_INDEX:
    return baton_rt_raise(rt, BATON_RT_BAD_ARGUMENT, &blame, "index %lld is out of range for size %lld", x, y);
  case BATON_RT_FAULT_SLICE:
    return baton_rt_raise(rt, BATON_RT_BAD_ARGUMENT, &blame, "the slice reaches %lld, out of range for size %lld", x,
                          y);
  case BATON_RT_FAULT_SIZE:
    return baton_rt_raise(rt, BATON_RT_BAD_ARGUMENT, &blame, "the size is %lld and must not be negative", x);
  case BATON_RT_FAULT_COUNT:
    return baton_rt_raise(rt, BATON_RT_BAD_ARGUMENT, &blame, "there are %lld tasks where the type says %lld", x, y);
  case BATON_RT_FAULT_SHAPE:
    return baton_rt_raise(rt, BATON_RT_BAD_ARGUMENT, &blame, "the shape has %lld where the type says %lld", x, y);
  case BATON_RT_FAULT_DIVISION:
    return baton_rt_raise(rt, BATON_RT_BAD_ARGUMENT, &blame, "%lld divided by %lld has no value", x, y);
  default:
    if (code <= BATON_RT_OK || code >= BATON_RT_NUM_STATUS)
      code = BATON_RT_BAD_ARGUMENT;
    return baton_rt_raise(rt, code, &blame, "%s", baton_rt_status_text(code));
  }
}
