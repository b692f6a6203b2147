// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What passes make of the lists of waits of a program, counted on its expansion.
//
//     bench-compress FILE.mlir PREPARE PIPELINE
//
// PREPARE (may be empty) makes the program that is compared with; PIPELINE is what is measured. Both are texts of
// pipelines without the 'builtin.module(' around. Prints one line of name=value:
//
//     before, after                entries of all lists
//     fences-before, fences-after
//     depth-before, depth-after    fences in a row between two tasks, at most
//     path-added                   nodes on the longest way, fences included, after minus before
//     bound                        fewest entries that any fences could leave
//     pass-us                      CPU time of PIPELINE in microseconds
//     order                        equal, or in which way it is not
//
// The bound is computed here from the expansion alone. With the relation "v lists u" where nothing else implies it, a
// connected part of e entries, p producers and c consumers needs at least min(e, p + c) entries: without a fence e,
// with one the network between them stays connected. And at least, for every distinct list of n > 1 entries that m
// tasks have, 2 for m = 1, else min(2m, m + 2), and m where n = 1; or the same with the sets of consumers of each
// producer. The larger of the first and the second, or of the first and the third, in all parts alike.
#include "analysis/order.h"
#include "base/vec.h"
#include "compress_bound.h"
#include "dialect/func.h"
#include "pass/manager.h"
#include "passes/passes.h"
#include "tool_file.h"
#include "tool_program.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_BOUND_NODES = 40000 }; // the closure takes a bit per pair of nodes

typedef struct figures {
  uint64_t entries, fences, depth, path;
} figures;

typedef struct instance {
  baton_expansion *expansion;
  baton_order_graph *graph;
} instance;

static uint64_t now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static const baton_op *find_entry(const baton_module *module) {
  for (const baton_op *op = baton_module_body(module)->first; op; op = op->next)
    if (baton_op_is(op, BATON_OP_FUNC_FUNC) && baton_op_body(op) && !baton_func_func_sym_visibility(op))
      return op;
  return NULL;
}

static bool instance_init(instance *i, const baton_module *module) {
  const baton_op *entry = find_entry(module);
  i->expansion = entry ? baton_expansion_create(module, entry, &(baton_expansion_options){0}) : NULL;
  i->graph = i->expansion ? baton_order_graph_create(i->expansion, BATON_ORDER_ACTUAL, false) : NULL;
  return i->graph != NULL;
}

static void instance_deinit(instance *i) {
  baton_order_graph_destroy(i->graph);
  baton_expansion_destroy(i->expansion);
}

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

static figures measure(const instance *i) {
  uint32_t num_nodes = baton_expansion_num_nodes(i->expansion);
  figures f = {0};
  uint64_t *path = baton_mem_zeroed((size_t)num_nodes + 1, sizeof *path);
  uint64_t *depth = baton_mem_zeroed((size_t)num_nodes + 1, sizeof *depth);
  for (uint32_t v = 0; v < num_nodes; v++) {
    baton_order_kind kind = baton_expansion_kind(i->expansion, v);
    uint32_t num_waits;
    const uint32_t *waits = baton_order_graph_waits(i->graph, v, &num_waits);
    for (uint32_t k = 0; k < num_waits; k++) {
      path[v] = larger(path[v], path[waits[k]]);
      depth[v] = larger(depth[v], depth[waits[k]]);
    }
    path[v]++;
    f.path = larger(f.path, path[v]);
    f.depth = larger(f.depth, depth[v] += kind == BATON_ORDER_FENCE);
    if (kind != BATON_ORDER_FENCE)
      depth[v] = 0;
    f.entries += kind == BATON_ORDER_HOST ? 0 : num_waits;
    f.fences += kind == BATON_ORDER_FENCE;
  }
  baton_mem_free(path);
  baton_mem_free(depth);
  return f;
}

static uint64_t bound_of(const instance *i) {
  uint32_t num_nodes = baton_expansion_num_nodes(i->expansion);
  if (num_nodes > MAX_BOUND_NODES)
    return 0;
  BATON_VEC(uint32_t) starts = {0};
  BATON_VEC(uint32_t) producers = {0};
  bool *is_fence = baton_mem_zeroed((size_t)num_nodes + 1, sizeof *is_fence);
  baton_vec_push(&starts, 0);
  for (uint32_t v = 0; v < num_nodes; v++) {
    uint32_t num_waits;
    const uint32_t *waits = baton_order_graph_waits(i->graph, v, &num_waits);
    for (uint32_t k = 0; k < num_waits; k++)
      baton_vec_push(&producers, waits[k]);
    baton_vec_push(&starts, (uint32_t)producers.size);
    is_fence[v] = baton_expansion_kind(i->expansion, v) == BATON_ORDER_FENCE;
  }
  uint64_t bound = compress_bound(num_nodes, starts.data, producers.data, is_fence);
  baton_vec_deinit(&starts);
  baton_vec_deinit(&producers);
  baton_mem_free(is_fence);
  return bound;
}

static bool run(baton_registry *registry, const char *passes, baton_module *module) {
  baton_strbuf text = {0};
  baton_strbuf_printf(&text, "builtin.module(%s)", passes);
  baton_pipeline *pipeline = baton_pipeline_parse(registry, baton_strbuf_view(&text));
  bool ok = pipeline && baton_pipeline_run(pipeline, module, NULL);
  baton_pipeline_destroy(pipeline);
  baton_strbuf_deinit(&text);
  return ok;
}

static void print_order(const instance *before, const instance *after) {
  baton_order_result result;
  baton_order_compare(before->graph, after->graph, &result);
  if (result.is_equal)
    puts(" order=equal");
  else if (result.is_too_large)
    puts(" order=too-large");
  else
    printf(" order=lost:%" PRIu64 ",added:%" PRIu64 "\n", result.num_lost, result.num_added);
}

static bool compare(baton_module *module, baton_registry *registry, const char *prepare, const char *pipeline) {
  instance before = {0}, after = {0};
  bool ok = (!*prepare || run(registry, prepare, module)) && instance_init(&before, module);
  uint64_t start = now_us();
  ok = ok && run(registry, pipeline, module);
  uint64_t pass_us = now_us() - start;
  ok = ok && instance_init(&after, module);
  if (ok) {
    figures x = measure(&before), y = measure(&after);
    printf("before=%" PRIu64 " after=%" PRIu64 " fences-before=%" PRIu64 " fences-after=%" PRIu64
           " depth-before=%" PRIu64 " depth-after=%" PRIu64 " path-added=%" PRId64 " bound=%" PRIu64
           " pass-us=%" PRIu64,
           x.entries, y.entries, x.fences, y.fences, x.depth, y.depth, (int64_t)(y.path - x.path), bound_of(&before),
           pass_us);
    print_order(&before, &after);
  }
  instance_deinit(&before);
  instance_deinit(&after);
  return ok;
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fputs("usage: bench-compress FILE.mlir PREPARE PIPELINE\n", stderr);
    return 2;
  }
  baton_diag *diag = baton_diag_create();
  baton_strbuf text = {0};
  tool_program program = {0};
  tool_program_init(&program, false);
  bool ok = tool_read_file(diag, argv[1], &text) &&
            tool_program_parse(&program, baton_str_from(argv[1]), baton_strbuf_view(&text));
  baton_registry *registry = baton_registry_create(baton_context_diag(program.context));
  ok = ok && baton_registry_add(registry, baton_passes_table(), "the benchmark");
  ok = ok && compare(program.module, registry, argv[2], argv[3]);
  baton_registry_destroy(registry);
  tool_program_deinit(&program);
  baton_strbuf_deinit(&text);
  baton_diag_destroy(diag);
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
