// RUN: baton-opt %s --prune-deps | FileCheck %s
// Carries: the iteration before, chains that make the last stand for all, and what only looks like one.

func.func private @k() attributes {orch.kernel}

// CHECK-LABEL: func.func @previous
func.func @previous(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = orch.none : !orch.task
  // CHECK: scf.for
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %none, %b = %none) -> (!orch.task, !orch.task) {
    // CHECK: %[[A:.*]] = orch.submit @k() after(%[[PREV:[^,]*]] : !orch.task)
    %a1 = orch.submit @k() after(%a : !orch.task)
    // b of the iteration before is behind a of the iteration before, and a1 is not behind b.
    // CHECK: orch.submit @k() after(%[[A]], %[[PREV_B:.*]] : !orch.task, !orch.task){{$}}
    %b1 = orch.submit @k() after(%a1, %a, %b : !orch.task, !orch.task, !orch.task)
    scf.yield %a1, %b1 : !orch.task, !orch.task
  }
  return
}

// All of a chained loop is behind its last task; without the chain it is not.
// CHECK-LABEL: func.func @last_for_all
func.func @last_for_all(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = orch.none : !orch.task
  %nones = orch.none(%n) : !orch.tasks<?>
  // CHECK: %[[CHAIN:.*]]:2 = scf.for
  %chain:2 = scf.for %i = %c0 to %n step %c1 iter_args(%xs = %nones, %prev = %none) -> (!orch.tasks<?>, !orch.task) {
    %t = orch.submit @k() after(%prev : !orch.task)
    %ys = orch.set %t, %xs[%i] : !orch.tasks<?>
    scf.yield %ys, %t : !orch.tasks<?>, !orch.task
  }
  // CHECK: orch.submit @k() after(%[[CHAIN]]#1 : !orch.task){{$}}
  %a = orch.submit @k() after(%chain#0, %chain#1 : !orch.tasks<?>, !orch.task)
  // CHECK: %[[FREE:.*]]:2 = scf.for
  %free:2 = scf.for %i = %c0 to %n step %c1 iter_args(%xs = %nones, %prev = %none) -> (!orch.tasks<?>, !orch.task) {
    %t = orch.submit @k()
    %ys = orch.set %t, %xs[%i] : !orch.tasks<?>
    scf.yield %ys, %t : !orch.tasks<?>, !orch.task
  }
  // CHECK: orch.submit @k() after(%[[FREE]]#0 : !orch.tasks<?>){{$}}
  %b = orch.submit @k() after(%free#0, %free#1 : !orch.tasks<?>, !orch.task)
  return
}

// A chain of every other iteration is none.
// CHECK-LABEL: func.func @two_lanes
func.func @two_lanes() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %none = orch.none : !orch.task
  %nones = orch.none : !orch.tasks<8>
  // CHECK: %[[R:.*]]:3 = scf.for
  %r:3 = scf.for %i = %c0 to %c8 step %c1 iter_args(%xs = %nones, %p = %none, %q = %none) -> (!orch.tasks<8>, !orch.task, !orch.task) {
    %t = orch.submit @k() after(%q : !orch.task)
    %ys = orch.set %t, %xs[%i] : !orch.tasks<8>
    scf.yield %ys, %t, %p : !orch.tasks<8>, !orch.task, !orch.task
  }
  // CHECK: orch.submit @k() after(%[[R]]#0 : !orch.tasks<8>){{$}}
  %a = orch.submit @k() after(%r#0, %r#1 : !orch.tasks<8>, !orch.task)
  return
}

// A carry that is passed on unchanged is what it was before the loop.
// CHECK-LABEL: func.func @unchanged
func.func @unchanged(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = orch.submit @k()
  %b = orch.submit @k() after(%a : !orch.task)
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (!orch.task) {
    // CHECK: orch.submit @k() after(%{{[^,]*}} : !orch.task){{$}}
    %t = orch.submit @k() after(%x, %b : !orch.task, !orch.task)
    scf.yield %x : !orch.task
  }
  // CHECK: orch.submit @k() after(%{{[^,]*}} : !orch.task){{$}}
  %c = orch.submit @k() after(%r, %b : !orch.task, !orch.task)
  return
}

// The result of a loop that may not run is the init: a may be all that b stands for.
// CHECK-LABEL: func.func @may_not_run
func.func @may_not_run(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[A:.*]] = orch.submit
  %a = orch.submit @k()
  %none = orch.none : !orch.task
  // CHECK: %[[R:.*]] = scf.for
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %none) -> (!orch.task) {
    %t = orch.submit @k() after(%a : !orch.task)
    scf.yield %t : !orch.task
  }
  // CHECK: %[[S:.*]] = scf.for
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (!orch.task) {
    %t = orch.submit @k() after(%a : !orch.task)
    scf.yield %t : !orch.task
  }
  // CHECK: orch.submit @k() after(%[[A]], %[[R]] : !orch.task, !orch.task)
  %b = orch.submit @k() after(%a, %r : !orch.task, !orch.task)
  // With a as its init it is either a or behind a.
  // CHECK: orch.submit @k() after(%[[S]] : !orch.task){{$}}
  %c = orch.submit @k() after(%a, %s : !orch.task, !orch.task)
  return
}
