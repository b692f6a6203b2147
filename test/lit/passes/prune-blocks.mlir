// RUN: baton-opt %s --prune-deps --allow-unregistered-dialect | FileCheck %s
// Code that is not understood: control flow between blocks is left to each block; regions of unknown ops may run any number of times.

func.func private @k() attributes {orch.kernel}

// CHECK-LABEL: func.func @blocks
func.func @blocks(%xs: !orch.tasks<4>) {
  // CHECK: %[[A:.*]] = orch.submit
  %a = orch.submit @k()
  // CHECK: %[[B:.*]] = orch.submit
  %b = orch.submit @k() after(%a : !orch.task)
  // CHECK: orch.submit @k() after(%[[B]] : !orch.task){{$}}
  %c = orch.submit @k() after(%a, %b : !orch.task, !orch.task)
  "cf.br"()[^next] : () -> ()
^next:
  // CHECK: orch.submit @k() after(%[[A]], %[[B]] : !orch.task, !orch.task)
  %d = orch.submit @k() after(%a, %b : !orch.task, !orch.task)
  return
}

// CHECK-LABEL: func.func @unknown_op
func.func @unknown_op() {
  %none = orch.none : !orch.task
  // CHECK: %[[A:.*]] = orch.submit
  %a = orch.submit @k()
  %r = "test.region"() ({
    // CHECK: %[[B:.*]] = orch.submit
    %b = orch.submit @k() after(%a : !orch.task)
    // CHECK: orch.submit @k() after(%[[B]] : !orch.task){{$}}
    %c = orch.submit @k() after(%b, %a : !orch.task, !orch.task)
    "test.end"(%c) : (!orch.task) -> ()
  }) : () -> !orch.task
  // CHECK: orch.submit @k() after(%[[A]], %{{.*}} : !orch.task, !orch.task)
  %d = orch.submit @k() after(%a, %r : !orch.task, !orch.task)
  return
}

// CHECK-LABEL: func.func @while
func.func @while(%m: memref<1xi1>) {
  %c0 = arith.constant 0 : index
  %none = orch.none : !orch.task
  // CHECK: %[[A:.*]] = orch.submit
  %a = orch.submit @k()
  // CHECK: %[[W:.*]] = scf.while
  %w = scf.while (%x = %none) : (!orch.task) -> !orch.task {
    %go = memref.load %m[%c0] : memref<1xi1>
    // CHECK: %[[B:.*]] = orch.submit
    %b = orch.submit @k() after(%a : !orch.task)
    // CHECK: orch.submit @k() after(%[[B]], %{{.*}} : !orch.task, !orch.task){{$}}
    %c = orch.submit @k() after(%a, %b, %x : !orch.task, !orch.task, !orch.task)
    scf.condition(%go) %c : !orch.task
  } do {
  ^bb0(%y: !orch.task):
    // CHECK: orch.submit @k() after(%[[A]], %{{.*}} : !orch.task, !orch.task){{$}}
    %d = orch.submit @k() after(%a, %y : !orch.task, !orch.task)
    scf.yield %d : !orch.task
  }
  // CHECK: orch.submit @k() after(%[[A]], %[[W]] : !orch.task, !orch.task)
  %e = orch.submit @k() after(%a, %w : !orch.task, !orch.task)
  return
}

// Host code in between changes nothing: only lists count.
func.func private @host(!orch.task) -> !orch.task
// CHECK-LABEL: func.func @calls
func.func @calls(%x: !orch.task) {
  %a = orch.submit @k() after(%x : !orch.task)
  // CHECK: %[[R:.*]] = call @host
  %r = call @host(%a) : (!orch.task) -> !orch.task
  orch.wait %a : !orch.task
  // CHECK: orch.submit @k() after(%{{.*}}, %[[R]] : !orch.task, !orch.task){{$}}
  %b = orch.submit @k() after(%a, %r, %x : !orch.task, !orch.task, !orch.task)
  return
}
