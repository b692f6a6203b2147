// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// report-deps: how many waits a program states, where. Changes nothing.
//
//     function @prefill, per trip of scf.for at prefill.mlir:120:11
//       label  kernel      line  list  runs  entries  memrefs  tracked
//       t20    @down_proj   232   136    40     5440        3        0
//       ...
//       lists: [1, 1, 20, ...]           submits with a list, in program order
//       fences: [80, 136]                in the order of the arrays that they list
//       entries: 9432
//       tracked arguments: 7 of 38
//       loop of 40 at prefill.mlir:230:15: 8680 entries
//
// A region is the body of a function or of a loop with unknown trips; the numbers are per run of it. See report_impl.h.
// Both arms of a branch count, so a region with branches shows an upper bound. An array of unknown size counts as '?'.
#include "base/str.h"
#include "pass/pass.h"
#include "passes/report_impl.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

// A new file takes the place of the old one only when it is whole. What is no regular file (a pipe, a terminal) is
// written directly.
static int write_file(const char *path, baton_str text, baton_arena *arena) {
  struct stat status;
  bool is_direct = stat(path, &status) == 0 && !S_ISREG(status.st_mode);
  const char *partial = is_direct ? path : baton_str_format(arena, "%s.%ld.partial", path, (long)getpid()).data;
  FILE *file = fopen(partial, is_direct ? "w" : "wx");
  if (!file)
    return errno;
  int error = fwrite(text.data, 1, text.size, file) == text.size ? 0 : errno;
  if (fclose(file) != 0 && !error)
    error = errno;
  if (!error && !is_direct && rename(partial, path) != 0)
    error = errno;
  if (error && !is_direct)
    remove(partial);
  return error;
}

static bool deliver(baton_pass_run *run, const baton_op *op, baton_str text) {
  baton_str path = baton_pass_string(run, "file");
  if (!path.size) {
    baton_pass_output(run, text);
    return true;
  }
  baton_arena *scratch = baton_pass_scratch(run);
  int error = write_file(baton_str_copy(scratch, path).data, text, scratch);
  if (error)
    baton_op_error(op, "cannot write the report to '%.*s': %s", BATON_STR_ARG(path), strerror(error));
  return !error;
}

static bool print(const baton_pass_run *run, const baton_report *report, const baton_op *op, baton_strbuf *out) {
  if (!baton_str_is(baton_pass_string(run, "format"), "json")) {
    baton_report_print_text(report, out);
    return true;
  }
  return baton_report_print_json(report, out) || baton_op_error(op, "report is too large for memory");
}

static baton_pass_result run_report_deps(baton_pass_run *run, baton_op *op) {
  baton_report report = {0};
  baton_strbuf text = {0};
  baton_report_collect(&report, baton_pass_module(run), op, baton_pass_scratch(run));
  bool is_ok = print(run, &report, op, &text) && deliver(run, op, baton_strbuf_view(&text));
  baton_strbuf_deinit(&text);
  baton_report_deinit(&report);
  return is_ok ? BATON_PASS_UNCHANGED : BATON_PASS_FAILED;
}

static const baton_pass_option options[] = {
    {.size = sizeof(baton_pass_option),
     .kind = BATON_OPTION_CHOICE,
     .name = "format",
     .help = "a table for people, or JSON",
     .default_text = "text",
     .choices = "text|json"},
    {.size = sizeof(baton_pass_option),
     .kind = BATON_OPTION_STRING,
     .name = "file",
     .help = "where to write the report; empty: where the tool shows what passes print",
     .default_text = ""},
};

extern const baton_pass baton_report_deps_pass;
const baton_pass baton_report_deps_pass = {
    .size = sizeof(baton_pass),
    .num_options = sizeof options / sizeof *options,
    .name = "report-deps",
    .summary = "Print the sizes of all lists of waits, how often they are read, and what is left to the tracker",
    .anchor = "builtin.module",
    .preserves = "everything",
    .options = options,
    .run = run_report_deps,
};
