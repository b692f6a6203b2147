// RUN: baton-opt %s --derive-deps | FileCheck %s
// RUN: baton-opt %s --derive-deps > %t && baton-opt %t --derive-deps | diff %t -
// RUN: baton-opt %s --check-order-each --pass-pipeline='builtin.module(derive-deps,check-order{exact=true})' -o %t
// A parallel hands out its ids also where only the run knows how many there are; an scf.for does not.

func.func private @w(memref<8xf32> {orch.access = "write"}) attributes {orch.kernel}
func.func private @r(memref<8xf32> {orch.access = "read"}) attributes {orch.kernel}

// CHECK-LABEL: @dynamic(
// CHECK: [[V0:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["none"]}{{$}}
// CHECK-NEXT: [[P:%.+]] = orch.parallel {{.*}} -> (!orch.tasks<?>) {
// CHECK-NEXT: [[Q:%.+]] = orch.parallel {{.*}} -> (!orch.tasks<?>) {
// CHECK-NEXT: [[V1:%.+]] = orch.submit @r({{[^)]*}}) derived([[V0]] : !orch.task) {tracking = ["none"]}{{$}}
// CHECK-NEXT: orch.yield [[V1]] : !orch.task
// CHECK: orch.yield [[Q]] : !orch.tasks<?>
// CHECK: orch.submit @w({{[^)]*}}) derived([[V0]], [[P]] : !orch.task, !orch.tasks<?>) {tracking = ["none"]}{{$}}
func.func @dynamic(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = orch.alloc() : memref<8xf32>
  orch.submit @w(%b : memref<8xf32>)
  orch.parallel %i = %c0 to %n step %c1 {
    orch.parallel %k = %c0 to %m step %c1 {
      orch.submit @r(%b : memref<8xf32>)
    }
  }
  orch.submit @w(%b : memref<8xf32>)
  return
}

// The branch that does not run gives an array of none; one trip of an scf.for is enough to stay inside.
// CHECK-LABEL: @in_branch(
// CHECK: [[V0:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["publish"]}{{$}}
// CHECK: [[S:%.+]] = scf.if {{.*}} -> (!orch.tasks<?>) {
// CHECK: orch.submit @r({{[^)]*}}) derived([[V0]] : !orch.task) {tracking = ["none"]}{{$}}
// CHECK: } else {
// CHECK: [[N:%.+]] = orch.none(%{{.+}}) : !orch.tasks<?>
// CHECK-NEXT: scf.yield [[N]] : !orch.tasks<?>
// CHECK: orch.submit @r({{[^)]*}}){{$}}
// CHECK: orch.submit @w({{[^)]*}}) derived([[V0]], [[S]] : !orch.task, !orch.tasks<?>) {tracking = ["lookup"]}{{$}}
func.func @in_branch(%n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = orch.alloc() : memref<8xf32>
  orch.submit @w(%b : memref<8xf32>)
  scf.if %c {
    orch.parallel %i = %c0 to %n step %c1 {
      orch.submit @r(%b : memref<8xf32>)
    }
  }
  scf.for %k = %c0 to %c1 step %c1 {
    orch.parallel %i = %c0 to %n step %c1 {
      orch.submit @r(%b : memref<8xf32>)
    }
  }
  orch.submit @w(%b : memref<8xf32>)
  return
}
