// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What compiling a program costs, stage by stage: CPU time from text to a verified LLVM module (and, apart from it,
// LLVM's own printing), the medians of many rounds in one process.
//
//     bench-compile FILE.mlir [ROUNDS]
#include "base/str.h"
#include "pass/manager.h"
#include "passes/passes.h"
#include "tool_file.h"
#include "tool_passes.h"
#include "tool_program.h"
#include "llvm/lower.h"
#include "llvm/object.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef enum stage { PARSE_AND_VERIFY, PASSES, LOWER, PRINT, NUM_STAGES } stage;

static const char *const stage_names[NUM_STAGES] = {"parse and verify", "passes (default pipeline)",
                                                    "lower to a verified LLVM module", "print LLVM IR"};

static double cpu_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

// One compilation; out_ms gets the time of each stage. The size of the IR in bytes, or 0 after an error.
static size_t compile(baton_str name, baton_str text, double out_ms[NUM_STAGES]) {
  tool_program program = {0};
  baton_strbuf ir = {0};
  double marks[NUM_STAGES + 1] = {cpu_ms()};
  tool_program_init(&program, false);
  bool ok = tool_program_parse(&program, name, text);
  marks[1] = cpu_ms();
  baton_registry *registry = baton_registry_create(baton_context_diag(program.context));
  ok = ok && baton_registry_add(registry, baton_passes_table(), "the benchmark");
  baton_pipeline *pipeline = ok ? baton_pipeline_parse(registry, baton_str_from(TOOL_ORCHESTRATE)) : NULL;
  ok = pipeline && baton_pipeline_run(pipeline, program.module, NULL);
  marks[2] = cpu_ms();
  baton_lowered *lowered = ok ? baton_lower(program.module, NULL) : NULL;
  marks[3] = cpu_ms();
  ok = lowered && baton_lowered_emit(lowered, BATON_EMIT_LLVM, &ir);
  marks[4] = cpu_ms();
  for (int i = 0; i < NUM_STAGES; i++)
    out_ms[i] = marks[i + 1] - marks[i];
  size_t size = ok ? ir.size : 0;
  baton_strbuf_deinit(&ir);
  baton_lowered_destroy(lowered);
  baton_pipeline_destroy(pipeline);
  baton_registry_destroy(registry);
  tool_program_deinit(&program);
  return size;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void print_row(const char *name, double *samples, int num_samples) {
  qsort(samples, (size_t)num_samples, sizeof *samples, compare);
  printf("%-34s %8.3f ms  (%.3f to %.3f)\n", name, samples[num_samples / 2], samples[0], samples[num_samples - 1]);
}

int main(int argc, char **argv) {
  int rounds = argc > 2 ? atoi(argv[2]) : 51;
  if (argc < 2 || rounds < 1 || rounds > 100000) {
    fputs("usage: bench-compile FILE.mlir [ROUNDS]\n", stderr);
    return 2;
  }
  baton_diag *diag = baton_diag_create();
  baton_strbuf text = {0};
  size_t size = 0;
  double *samples[NUM_STAGES + 1];
  for (int i = 0; i <= NUM_STAGES; i++)
    samples[i] = baton_mem_zeroed((size_t)rounds, sizeof **samples);
  bool ok = tool_read_file(diag, argv[1], &text);
  for (int round = 0; ok && round < rounds; round++) {
    double ms[NUM_STAGES];
    ok = (size = compile(baton_str_from(argv[1]), baton_strbuf_view(&text), ms)) != 0;
    for (int i = 0; i < NUM_STAGES; i++)
      samples[i][round] = ms[i];
    samples[NUM_STAGES][round] = ms[PARSE_AND_VERIFY] + ms[PASSES] + ms[LOWER];
  }
  if (ok) {
    printf("%s: %zu bytes of text, %zu bytes of LLVM IR; CPU time, median (least to most) of %d rounds\n", argv[1],
           text.size, size, rounds);
    for (int i = 0; i < NUM_STAGES; i++)
      print_row(stage_names[i], samples[i], rounds);
    print_row("text to LLVM IR in memory", samples[NUM_STAGES], rounds);
  }
  for (int i = 0; i <= NUM_STAGES; i++)
    baton_mem_free(samples[i]);
  baton_strbuf_deinit(&text);
  baton_diag_destroy(diag);
  return ok ? 0 : 1;
}
