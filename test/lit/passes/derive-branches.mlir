// RUN: baton-opt %s --derive-deps | FileCheck %s
// RUN: baton-opt %s --derive-deps > %t && baton-opt %t --derive-deps | diff %t -
// RUN: baton-opt %s --check-order-each --pass-pipeline='builtin.module(derive-deps,check-order{exact=true})' -o %t
// Branches give the ids of their tasks, and none where another region runs.

func.func private @w(memref<8xf32> {orch.access = "write"}) attributes {orch.kernel}
func.func private @r(memref<8xf32> {orch.access = "read"}) attributes {orch.kernel}

// CHECK-LABEL: @switch(
// CHECK: [[V0:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["none"]}{{$}}
// CHECK: [[S:%.+]]:2 = scf.index_switch %{{.+}} -> !orch.task, !orch.task
// CHECK: case 0 {
// CHECK-NEXT: [[V1:%.+]] = orch.submit @w({{[^)]*}}) derived([[V0]] : !orch.task) {tracking = ["none"]}
// CHECK-NEXT: [[N1:%.+]] = orch.none
// CHECK-NEXT: scf.yield [[V1]], [[N1]]
// CHECK: case 1 {
// CHECK-NEXT: [[V2:%.+]] = orch.submit @r({{[^)]*}}) derived([[V0]] : !orch.task) {tracking = ["none"]}
// CHECK-NEXT: [[N2:%.+]] = orch.none
// CHECK-NEXT: scf.yield [[N2]], [[V2]]
// CHECK: default {
// CHECK-NEXT: [[N3:%.+]] = orch.none
// CHECK-NEXT: [[N4:%.+]] = orch.none
// CHECK-NEXT: scf.yield [[N3]], [[N4]]
// CHECK: orch.submit @w({{[^)]*}}) derived([[V0]], [[S]]#0, [[S]]#1 : !orch.task, !orch.task, !orch.task) {tracking = ["none"]}
func.func @switch(%i: index) {
  %b = orch.alloc() : memref<8xf32>
  orch.submit @w(%b : memref<8xf32>)
  scf.index_switch %i
  case 0 {
    orch.submit @w(%b : memref<8xf32>)
    scf.yield
  }
  case 1 {
    orch.submit @r(%b : memref<8xf32>)
    scf.yield
  }
  default {
  }
  orch.submit @w(%b : memref<8xf32>)
  return
}

// CHECK-LABEL: @if_else(
// CHECK: [[S:%.+]]:3 = scf.if
// CHECK-NEXT: [[V0:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["none"]}
// CHECK-NEXT: [[V1:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["none"]}
// CHECK: scf.yield [[V0]], %{{.+}}, [[V1]]
// CHECK: [[V2:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["none"]}
// CHECK: scf.yield %{{.+}}, [[V2]], %{{.+}}
// CHECK: orch.submit @r({{[^)]*}}) derived([[S]]#0, [[S]]#1 : !orch.task, !orch.task) {tracking = ["none"]}
// CHECK: orch.submit @r({{[^)]*}}) derived([[S]]#2 : !orch.task) {tracking = ["none"]}
func.func @if_else(%c: i1) {
  %b = orch.alloc() : memref<8xf32>
  %o = orch.alloc() : memref<8xf32>
  scf.if %c {
    orch.submit @w(%b : memref<8xf32>)
    orch.submit @w(%o : memref<8xf32>)
  } else {
    orch.submit @w(%b : memref<8xf32>)
  }
  orch.submit @r(%b : memref<8xf32>)
  orch.submit @r(%o : memref<8xf32>)
  return
}

// CHECK-LABEL: @in_loops(
// CHECK: [[V0:%.+]] = orch.submit @w
// CHECK: [[F:%.+]] = scf.for {{.*}} -> (!orch.tasks<16>)
// CHECK-NEXT: [[O:%.+]] = scf.if %{{.+}} -> (!orch.tasks<4>)
// CHECK-NEXT: [[I:%.+]] = scf.if %{{.+}} -> (!orch.tasks<4>)
// CHECK-NEXT: [[P:%.+]] = orch.parallel {{.*}} -> (!orch.tasks<4>)
// CHECK: scf.yield [[P]]
// CHECK: scf.yield [[I]]
// CHECK: orch.get [[O]][
// CHECK: orch.submit @w({{[^)]*}}) derived([[V0]], [[F]] : !orch.task, !orch.tasks<16>) {tracking = ["none"]}
func.func @in_loops(%c: i1, %d: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %b = orch.alloc() : memref<8xf32>
  orch.submit @w(%b : memref<8xf32>)
  scf.for %i = %c0 to %c4 step %c1 {
    scf.if %c {
      scf.if %d {
        orch.parallel %k = %c0 to %c4 step %c1 {
          orch.submit @r(%b : memref<8xf32>)
        }
      }
    }
  }
  orch.submit @w(%b : memref<8xf32>)
  return
}

// A list that holds the id already.
// CHECK-LABEL: @by_hand(
// CHECK: [[T:%.+]] = scf.if %{{.+}} -> (!orch.task) {
// CHECK: orch.submit @r({{[^)]*}}) after([[T]] : !orch.task) {tracking = ["none"]}
func.func @by_hand(%c: i1) {
  %b = orch.alloc() : memref<8xf32>
  %none = orch.none : !orch.task
  %t = scf.if %c -> (!orch.task) {
    %a = orch.submit @w(%b : memref<8xf32>)
    scf.yield %a : !orch.task
  } else {
    scf.yield %none : !orch.task
  }
  orch.submit @r(%b : memref<8xf32>) after(%t : !orch.task)
  return
}

// The other region gives the id of a task before the branch: it is not listed whenever it has run.
// CHECK-LABEL: @other_arm(
// CHECK: [[V0:%.+]] = orch.submit @w
// CHECK: [[T:%.+]] = scf.if
// CHECK: orch.submit @r({{[^)]*}}) after([[T]] : !orch.task) derived([[V0]] : !orch.task) {tracking = ["none"]}
func.func @other_arm(%c: i1) {
  %b = orch.alloc() : memref<8xf32>
  %n = orch.none : !orch.task
  %a = orch.submit @w(%b : memref<8xf32>)
  %t = scf.if %c -> (!orch.task) {
    scf.yield %a : !orch.task
  } else {
    scf.yield %n : !orch.task
  }
  orch.submit @r(%b : memref<8xf32>) after(%t : !orch.task)
  return
}

// Out of the branch, and not out of the iteration.
// CHECK-LABEL: @each_iteration(
// CHECK: scf.for
// CHECK-NOT: iter_args
// CHECK: [[T:%.+]] = scf.if %{{.+}} -> (!orch.task) {
// CHECK: orch.submit @r({{[^)]*}}) derived([[T]] : !orch.task) {tracking = ["none"]}
func.func @each_iteration(%n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %b = orch.alloc() : memref<8xf32>
    scf.if %c {
      orch.submit @w(%b : memref<8xf32>)
    }
    orch.submit @r(%b : memref<8xf32>)
  }
  return
}

// Manual code stays as it is.
// CHECK-LABEL: @manual(
// CHECK: orch.scope manual {
// CHECK-NEXT: scf.if %{{.+}} {
// CHECK-NEXT: orch.submit @w({{[^)]*}}){{$}}
// CHECK: orch.submit @r({{[^)]*}}) {tracking = ["lookup"]}
func.func @manual(%c: i1) {
  %b = orch.alloc() : memref<8xf32>
  orch.scope manual {
    scf.if %c {
      orch.submit @w(%b : memref<8xf32>)
    }
  }
  orch.submit @r(%b : memref<8xf32>)
  return
}

// A buffer that a branch chooses may be either.
// CHECK-LABEL: @chosen(
// CHECK: orch.submit @w({{[^)]*}}) {tracking = ["publish"]}
// CHECK: orch.submit @r({{[^)]*}}) {tracking = ["lookup"]}
// CHECK: orch.submit @r({{[^)]*}}) {tracking = ["lookup"]}
func.func @chosen(%i: index) {
  %a = orch.alloc() : memref<8xf32>
  %b = orch.alloc() : memref<8xf32>
  %x = scf.index_switch %i -> memref<8xf32>
  case 3 {
    scf.yield %a : memref<8xf32>
  }
  case 4 {
    scf.yield %a : memref<8xf32>
  }
  default {
    scf.yield %b : memref<8xf32>
  }
  orch.submit @w(%x : memref<8xf32>)
  orch.submit @r(%a : memref<8xf32>)
  orch.submit @r(%b : memref<8xf32>)
  return
}
