// RUN: baton-opt %s --prune-deps | FileCheck %s
// Branches: both arms imply, one arm does not, the same branch stands for itself, and a condition is the same everywhere.

func.func private @k() attributes {orch.kernel}

// CHECK-LABEL: func.func @arms
func.func @arms(%c: i1) {
  // CHECK: %[[A:.*]] = orch.submit
  %a = orch.submit @k()
  // CHECK: %[[BOTH:.*]] = scf.if
  %both = scf.if %c -> (!orch.task) {
    %t = orch.submit @k() after(%a : !orch.task)
    scf.yield %t : !orch.task
  } else {
    %t = orch.submit @k() derived(%a : !orch.task)
    scf.yield %t : !orch.task
  }
  // CHECK: %[[ONE:.*]] = scf.if
  %one = scf.if %c -> (!orch.task) {
    %t = orch.submit @k() after(%a : !orch.task)
    scf.yield %t : !orch.task
  } else {
    %t = orch.submit @k()
    scf.yield %t : !orch.task
  }
  // CHECK: orch.submit @k() after(%[[BOTH]] : !orch.task){{$}}
  %x = orch.submit @k() after(%a, %both : !orch.task, !orch.task)
  // CHECK: orch.submit @k() after(%[[A]], %[[ONE]] : !orch.task, !orch.task)
  %y = orch.submit @k() after(%a, %one : !orch.task, !orch.task)
  // CHECK: %[[Z:.*]] = orch.submit @k() after(%[[ONE]]
  %z = orch.submit @k() after(%one : !orch.task)
  // CHECK: orch.submit @k() after(%[[Z]] : !orch.task){{$}}
  %w = orch.submit @k() after(%one, %z : !orch.task, !orch.task)
  return
}

// As a goal: whichever arm was taken, it is behind.
// CHECK-LABEL: func.func @goal
func.func @goal(%c: i1, %n: index) {
  %a = orch.submit @k()
  %b = orch.submit @k() after(%a : !orch.task)
  %s = arith.select %c, %a, %b : !orch.task
  // CHECK: orch.submit @k() after(%{{[^,]*}} : !orch.task){{$}}
  %x = orch.submit @k() after(%s, %b : !orch.task, !orch.task)
  // CHECK: orch.submit @k() after(%{{.*}}, %{{.*}} : !orch.task, !orch.task){{$}}
  %d = orch.submit @k()
  %t = arith.select %c, %d, %b : !orch.task
  %y = orch.submit @k() after(%t, %b : !orch.task, !orch.task)
  return
}

// Two branches on one condition go the same way.
// CHECK-LABEL: func.func @same_condition
func.func @same_condition(%c: i1, %d: i1) {
  %a = orch.submit @k()
  %none = orch.none : !orch.task
  %first = arith.select %c, %a, %none : !orch.task
  // CHECK: %[[SECOND:.*]] = scf.if
  %second = scf.if %c -> (!orch.task) {
    %t = orch.submit @k() after(%a : !orch.task)
    scf.yield %t : !orch.task
  } else {
    scf.yield %none : !orch.task
  }
  // CHECK: %[[OTHER:.*]] = scf.if
  %other = scf.if %d -> (!orch.task) {
    %t = orch.submit @k() after(%a : !orch.task)
    scf.yield %t : !orch.task
  } else {
    scf.yield %none : !orch.task
  }
  // CHECK: orch.submit @k() after(%[[SECOND]] : !orch.task){{$}}
  %x = orch.submit @k() after(%first, %second : !orch.task, !orch.task)
  // CHECK: orch.submit @k() after(%{{.*}}, %[[OTHER]] : !orch.task, !orch.task)
  %y = orch.submit @k() after(%first, %other : !orch.task, !orch.task)
  scf.if %d {
    // CHECK: orch.submit @k() after(%[[OTHER]] : !orch.task){{$}}
    %z = orch.submit @k() after(%a, %other : !orch.task, !orch.task)
  }
  return
}

// In a loop the condition is another one in each iteration.
// CHECK-LABEL: func.func @conditions_in_loop
func.func @conditions_in_loop(%m: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %none = orch.none : !orch.task
  // CHECK: %[[A:.*]] = orch.submit
  %a = orch.submit @k()
  %last = scf.for %i = %c0 to %c8 step %c1 iter_args(%prev = %a) -> (!orch.task) {
    %v = memref.load %m[%i] : memref<8xi32>
    %c = arith.cmpi sgt, %v, %zero : i32
    %next = scf.if %c -> (!orch.task) {
      // CHECK: orch.submit @k() after(%[[A]], %{{.*}} : !orch.task, !orch.task)
      %t = orch.submit @k() after(%a, %prev : !orch.task, !orch.task)
      scf.yield %t : !orch.task
    } else {
      scf.yield %none : !orch.task
    }
    scf.yield %next : !orch.task
  }
  return
}
