// RUN: baton-opt %models/qwen3_14b_prefill.mlir --derive-deps --prune-deps --report-deps -o %t 2>&1 | FileCheck %s
// The 80 waits of the last task of a Qwen3 prefill chunk are implied through five other tasks; no other wait there is.

// CHECK: lists: [1, 1, 20, 4, 1, 80, 1, 1, 2, 136, 1]
// CHECK-NEXT: fences: []
// CHECK-NEXT: entries: 6232
