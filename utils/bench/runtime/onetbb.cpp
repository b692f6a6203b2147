// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// oneTBB's flow graph: a static graph of continue nodes, built (submit) and then started (run).
#include "contender.h"

#include <oneapi/tbb/flow_graph.h>
#include <oneapi/tbb/global_control.h>

#include <memory>
#include <vector>

namespace flow = oneapi::tbb::flow;
using node = flow::continue_node<flow::continue_msg>;
using node_ptr = std::unique_ptr<node>;

static std::unique_ptr<oneapi::tbb::global_control> control;

bool contender_can_gate(const bench_shape *, uint32_t) { return true; }

bool contender_start(uint32_t workers) {
  control.reset(new oneapi::tbb::global_control(oneapi::tbb::global_control::max_allowed_parallelism, workers));
  return true;
}

static void build(const bench_shape *shape, flow::graph &graph, flow::broadcast_node<flow::continue_msg> &gate,
                  std::vector<node_ptr> &nodes, std::vector<node_ptr> &fences) {
  for (uint32_t phase = 0; phase < shape->phases; phase++) {
    size_t first = nodes.size();
    if (phase && shape->is_fenced) {
      fences.emplace_back(new node(graph, [](const flow::continue_msg &) {}));
      for (uint32_t k = 0; k < shape->width; k++)
        flow::make_edge(*nodes[first - shape->width + k], *fences.back());
    }
    for (uint32_t i = 0; i < shape->width; i++) {
      nodes.emplace_back(new node(graph, [](const flow::continue_msg &) { bench_body(); }));
      if (!phase)
        flow::make_edge(gate, *nodes.back());
      else if (shape->is_fenced)
        flow::make_edge(*fences.back(), *nodes.back());
      else
        for (uint32_t k = 0; k < shape->radix; k++)
          flow::make_edge(*nodes[first - shape->width + bench_neighbour(shape, i, k)], *nodes.back());
    }
  }
}

bool contender_run(const bench_shape *shape, bool is_gated, bench_times *out_times) {
  flow::graph graph;
  flow::broadcast_node<flow::continue_msg> gate(graph);
  std::vector<node_ptr> nodes, fences;
  uint64_t begin = bench_now_ns();
  build(shape, graph, gate, nodes, fences);
  uint64_t middle = bench_now_ns();
  gate.try_put(flow::continue_msg());
  graph.wait_for_all();
  uint64_t end = bench_now_ns();
  *out_times = {double(middle - begin), double(end - (is_gated ? middle : begin))};
  return true;
}

void contender_stop() { control.reset(); }
