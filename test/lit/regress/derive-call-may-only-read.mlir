// RUN: baton-opt %s --derive-deps | FileCheck %s
// A read between a writer and a call, which perhaps reads only, does not order the two.

func.func private @r(memref<8xf32> {orch.access = "read"}) attributes {orch.kernel}
func.func private @w(memref<8xf32> {orch.access = "write"}) attributes {orch.kernel}

func.func private @reads(%x: memref<8xf32>) {
  %t = orch.submit @r(%x : memref<8xf32>)
  return
}

// CHECK-LABEL: func.func @before(
// CHECK:         orch.submit @w({{[^)]*}}) {tracking = ["publish"]}
// CHECK:         orch.submit @r(
// CHECK:         call @reads(
func.func @before(%x: memref<8xf32>) {
  %a = orch.submit @w(%x : memref<8xf32>)
  %b = orch.submit @r(%x : memref<8xf32>)
  func.call @reads(%x) : (memref<8xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @after(
// CHECK:         call @reads(
// CHECK:         [[A:%.+]] = orch.submit @r({{[^)]*}}) {tracking = ["lookup"]}
// CHECK:         orch.submit @w({{[^)]*}}) derived([[A]] : !orch.task) {tracking = ["lookup"]}
func.func @after(%x: memref<8xf32>) {
  func.call @reads(%x) : (memref<8xf32>) -> ()
  %a = orch.submit @r(%x : memref<8xf32>)
  %b = orch.submit @w(%x : memref<8xf32>)
  return
}
