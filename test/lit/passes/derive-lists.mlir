// RUN: baton-opt %s --derive-deps -o %t && FileCheck %s < %t && baton-opt %t --derive-deps | diff %t -
// An edge is not repeated where a list holds the task, an array of its ids or a fence behind it; sizes that are the whole.

func.func private @r(memref<?x4xf32> {orch.access = "read"}) attributes {orch.kernel}
func.func private @w(memref<?x4xf32> {orch.access = "write"}) attributes {orch.kernel}
func.func private @w4(memref<?x4xf32, strided<[4, 1]>> {orch.access = "write"}) attributes {orch.kernel}

// CHECK-LABEL: func.func @fence(
// CHECK:         [[A:%.+]] = orch.submit @w(
// CHECK:         [[F:%.+]] = orch.fence after([[A]] : !orch.task)
// CHECK:         orch.submit @r({{[^)]*}}) after([[F]] : !orch.task) {tracking = ["none"]}
func.func @fence(%x: memref<?x4xf32>) {
  %a = orch.submit @w(%x : memref<?x4xf32>)
  %f = orch.fence after(%a : !orch.task)
  %b = orch.submit @r(%x : memref<?x4xf32>) after(%f : !orch.task)
  return
}

// CHECK-LABEL: func.func @array(
// CHECK:         [[IDS:%.+]] = orch.parallel {{.*}} -> (!orch.tasks<2>) {
// CHECK:         orch.submit @w({{[^)]*}}) after([[IDS]] : !orch.tasks<2>) {tracking = ["none"]}
func.func @array(%x: memref<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %ids = orch.parallel %i = %c0 to %c2 step %c1 -> (!orch.tasks<2>) {
    %a = orch.submit @r(%x : memref<?x4xf32>)
    orch.yield %a : !orch.task
  }
  %b = orch.submit @w(%x : memref<?x4xf32>) after(%ids : !orch.tasks<2>)
  return
}

// An array of some of the ids is not enough.
// CHECK-LABEL: func.func @part(
// CHECK:         [[IDS:%.+]] = orch.parallel {{.*}} -> (!orch.tasks<2>) {
// CHECK:         [[ONE:%.+]] = orch.get [[IDS]]
// CHECK:         orch.submit @w({{[^)]*}}) after([[ONE]] : !orch.task) derived([[IDS]] : !orch.tasks<2>) {tracking = ["none"]}
func.func @part(%x: memref<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %ids = orch.parallel %i = %c0 to %c2 step %c1 -> (!orch.tasks<2>) {
    %a = orch.submit @r(%x : memref<?x4xf32>)
    orch.yield %a : !orch.task
  }
  %one = orch.get %ids[%c1] : !orch.tasks<2>
  %b = orch.submit @w(%x : memref<?x4xf32>) after(%one : !orch.task)
  return
}

// CHECK-LABEL: func.func @sizes(
// CHECK:         [[A:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["none"]}
// CHECK:         [[B:%.+]] = orch.submit @w4({{[^)]*}}) derived([[A]] : !orch.task) {tracking = ["none"]}
// CHECK:         [[C:%.+]] = orch.submit @w4({{[^)]*}}) derived([[B]] : !orch.task) {tracking = ["none"]}
// CHECK:         [[D:%.+]] = orch.submit @w4({{[^)]*}}) derived([[C]] : !orch.task) {tracking = ["none"]}
// CHECK:         orch.submit @r({{[^)]*}}) derived([[C]], [[D]] : !orch.task, !orch.task) {tracking = ["none"]}
func.func @sizes(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %x = orch.alloc(%n) : memref<?x4xf32>
  %d = memref.dim %x, %c0 : memref<?x4xf32>
  %all = memref.subview %x[0, 0] [%n, 4] [1, 1] : memref<?x4xf32> to memref<?x4xf32, strided<[4, 1]>>
  %same = memref.subview %x[0, 0] [%d, 4] [1, 1] : memref<?x4xf32> to memref<?x4xf32, strided<[4, 1]>>
  %part = memref.subview %x[0, 0] [%m, 4] [1, 1] : memref<?x4xf32> to memref<?x4xf32, strided<[4, 1]>>
  %a = orch.submit @w(%x : memref<?x4xf32>)
  %b = orch.submit @w4(%all : memref<?x4xf32, strided<[4, 1]>>)
  %c = orch.submit @w4(%same : memref<?x4xf32, strided<[4, 1]>>)
  %e = orch.submit @w4(%part : memref<?x4xf32, strided<[4, 1]>>)
  %f = orch.submit @r(%x : memref<?x4xf32>)
  return
}

// All slots one by one are the array.
// CHECK-LABEL: func.func @slots(
// CHECK:         orch.submit @w({{[^)]*}}) after(%{{[^ ]+}}, %{{[^ ]+}} : !orch.task, !orch.task) {tracking = ["none"]}
func.func @slots(%x: memref<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %ids = orch.parallel %i = %c0 to %c2 step %c1 -> (!orch.tasks<2>) {
    %a = orch.submit @r(%x : memref<?x4xf32>)
    orch.yield %a : !orch.task
  }
  %first = orch.get %ids[%c0] : !orch.tasks<2>
  %second = orch.get %ids[%c1] : !orch.tasks<2>
  %b = orch.submit @w(%x : memref<?x4xf32>) after(%first, %second : !orch.task, !orch.task)
  return
}

// CHECK-LABEL: func.func @concat(
// CHECK:         [[AB:%.+]] = orch.concat
// CHECK:         orch.submit @w({{[^)]*}}) after([[AB]] : !orch.tasks<2>) {tracking = ["none"]}
func.func @concat(%x: memref<?x4xf32>) {
  %a = orch.submit @r(%x : memref<?x4xf32>)
  %b = orch.submit @r(%x : memref<?x4xf32>)
  %ab = orch.concat %a, %b : !orch.task, !orch.task -> !orch.tasks<2>
  %c = orch.submit @w(%x : memref<?x4xf32>) after(%ab : !orch.tasks<2>)
  return
}
