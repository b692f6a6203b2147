// RUN: baton-opt %models/qwen3_14b_prefill.mlir --canonicalize --cse --licm > %t
// The Qwen3 program keeps every kernel, submit, scope and buffer, and derive-deps and the passes behind it give the figures of the program as written.
// RUN: for word in orch.submit orch.scope orch.alloc orch.kernel; do \
// RUN:   test $(grep -c $word %t) = $(grep -v '^ *//' %models/qwen3_14b_prefill.mlir | grep -c $word) || exit 1; done
// RUN: baton-opt %t --canonicalize --cse --licm | cmp - %t
// RUN: baton-opt %t --orchestrate --report-deps -o /dev/null 2>&1 | grep -E '^ *(lists|fences|entries|tracked arguments):' > %t-after
// RUN: baton-opt %models/qwen3_14b_prefill.mlir --orchestrate --report-deps -o /dev/null 2>&1 | grep -E '^ *(lists|fences|entries|tracked arguments):' > %t-before
// RUN: diff %t-before %t-after && FileCheck %s < %t-after

// CHECK: lists: [1, 1, 20, 4, 1, 80, 1, 1, 2, 1, 1]
// CHECK-NEXT: fences: [136]
// CHECK-NEXT: entries: 968
