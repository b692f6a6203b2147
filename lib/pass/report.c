// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a run cost and counted, as tables in the form of mlir-opt's.
#include "pass/pass_impl.h"

#include <inttypes.h>

static void print_title(const char *title, baton_strbuf *out) {
  static const char rule[] = "===-------------------------------------------------------------------------===\n";
  int indent = (int)(sizeof rule - 1 - strlen(title)) / 2;
  baton_strbuf_printf(out, "%s%*s%s\n%s", rule, indent, "", title, rule);
}

static void print_time(uint64_t ns, uint64_t total_ns, int indent, const char *name, baton_strbuf *out) {
  double percent = total_ns ? 100.0 * (double)ns / (double)total_ns : 0.0;
  baton_strbuf_printf(out, "  %10.6f (%5.1f%%)  %*s%s\n", (double)ns * 1e-9, percent, indent, "", name);
}

static uint64_t group_ns(const pipeline_node *group) {
  uint64_t sum = 0;
  for (const pipeline_node *node = group->first; node; node = node->next)
    sum += node->pass ? node->run_ns + node->verify_ns : group_ns(node);
  return sum;
}

static void print_times(const pipeline_node *group, uint64_t total_ns, int indent, baton_strbuf *out) {
  for (const pipeline_node *node = group->first; node; node = node->next) {
    if (node->pass) {
      print_time(node->run_ns, total_ns, indent, node->pass->name, out);
      if (node->verify_ns)
        print_time(node->verify_ns, total_ns, indent + 2, "(verifier)", out);
      continue;
    }
    baton_strbuf name = {0};
    baton_strbuf_printf(&name, "'%.*s' pipeline", BATON_STR_ARG(node->anchor));
    print_time(group_ns(node), total_ns, indent, name.data, out);
    print_times(node, total_ns, indent + 2, out);
    baton_strbuf_deinit(&name);
  }
}

void baton_pipeline_print_timing(const baton_pipeline *pipeline, baton_strbuf *out) {
  print_title("... Execution time report ...", out);
  baton_strbuf_printf(out, "  Total Execution Time: %.6f seconds\n\n  ----Wall Time----   ----Name----\n",
                      (double)pipeline->total_ns * 1e-9);
  print_times(pipeline->root, pipeline->total_ns, 0, out);
  print_time(pipeline->total_ns, pipeline->total_ns, 0, "Total", out);
}

static void print_counts(const pipeline_node *group, baton_strbuf *out) {
  for (const pipeline_node *node = group->first; node; node = node->next) {
    if (!node->pass) {
      print_counts(node, out);
      continue;
    }
    if (node->pass->num_statistics)
      baton_strbuf_printf(out, "%s\n", node->pass->name);
    for (uint32_t i = 0; i < node->pass->num_statistics; i++)
      baton_strbuf_printf(out, "  (S) %8" PRIu64 " %s\n", node->counts[i], node->pass->statistics[i]);
  }
}

void baton_pipeline_print_statistics(const baton_pipeline *pipeline, baton_strbuf *out) {
  print_title("... Pass statistics report ...", out);
  print_counts(pipeline->root, out);
}
