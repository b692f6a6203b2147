// RUN: baton-opt %s --pass-pipeline='builtin.module(loop-unroll{factor=4})' > %t && FileCheck %s < %t
// Loops with few trips are written out, others by four with a rest; iterations keep their order and carried values their way.
// RUN: baton-opt %t --pass-pipeline='builtin.module(loop-unroll{factor=4})' | cmp - %t

func.func private @k(index) attributes {orch.kernel}

// CHECK-LABEL: @full(
// CHECK-SAME: %[[X:.*]]: index)
// CHECK: %[[I0:.*]] = arith.constant 2 : index
// CHECK: %[[I0:.*]] = arith.constant 2 : index
// CHECK-NEXT: %{{.*}} = orch.submit @k(%[[I0]] : index)
// CHECK-NEXT: %[[A:.*]] = arith.addi %[[X]], %[[I0]] : index
// CHECK-NEXT: %[[I1:.*]] = arith.constant 5 : index
// CHECK-NEXT: %{{.*}} = orch.submit @k(%[[I1]] : index)
// CHECK-NEXT: %[[B:.*]] = arith.addi %[[A]], %[[I1]] : index
// CHECK-NEXT: %[[I2:.*]] = arith.constant 8 : index
// CHECK-NEXT: %{{.*}} = orch.submit @k(%[[I2]] : index)
// CHECK-NEXT: %[[C:.*]] = arith.addi %[[B]], %[[I2]] : index
// CHECK-NEXT: return %[[C]]
func.func @full(%x: index) -> index {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %r = scf.for %i = %c2 to %c9 step %c3 iter_args(%a = %x) -> (index) {
    %t = orch.submit @k(%i : index)
    %s = arith.addi %a, %i : index
    scf.yield %s : index
  }
  return %r : index
}

// Ten trips: two rounds of four, and two.
// CHECK-LABEL: @partial(
// CHECK: %[[C24:.*]] = arith.constant 24 : index
// CHECK-NEXT: %[[C12:.*]] = arith.constant 12 : index
// CHECK-NEXT: %[[R:.*]] = scf.for %[[I:.*]] = %{{.*}} to %[[C24]] step %[[C12]] iter_args(%[[P:.*]] = %{{.*}}) -> (!orch.task) {
// CHECK-NEXT: %[[A:.*]] = orch.submit @k(%[[I]] : index) after(%[[P]] : !orch.task)
// CHECK-NEXT: %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT: %[[J:.*]] = arith.addi %[[I]], %[[C3]] : index
// CHECK-NEXT: %[[B:.*]] = orch.submit @k(%[[J]] : index) after(%[[A]] : !orch.task)
// CHECK: %[[C:.*]] = orch.submit @k(%{{.*}} : index) after(%[[B]] : !orch.task)
// CHECK-NEXT: %[[C9:.*]] = arith.constant 9 : index
// CHECK-NEXT: %[[L:.*]] = arith.addi %[[I]], %[[C9]] : index
// CHECK-NEXT: %[[D:.*]] = orch.submit @k(%[[L]] : index) after(%[[C]] : !orch.task)
// CHECK-NEXT: scf.yield %[[D]] : !orch.task
// CHECK-NEXT: } {orch.unrolled}
// CHECK-NEXT: %[[E:.*]] = scf.for %{{.*}} = %[[C24]] to %{{.*}} step %{{.*}} iter_args(%{{.*}} = %[[R]]) -> (!orch.task) {
// CHECK: } {orch.unrolled}
// CHECK-NEXT: orch.wait %[[E]]
func.func @partial() {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c28 = arith.constant 28 : index
  %none = orch.none : !orch.task
  %r = scf.for %i = %c0 to %c28 step %c3 iter_args(%p = %none) -> (!orch.task) {
    %t = orch.submit @k(%i : index) after(%p : !orch.task)
    scf.yield %t : !orch.task
  }
  orch.wait %r : !orch.task
  return
}

// The inner loop disappears, and the outer one is then without a loop.
// CHECK-LABEL: @nested(
// CHECK-NOT: scf.for
// CHECK-COUNT-4: orch.submit
// CHECK-NOT: orch.submit
// CHECK: return
func.func @nested() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c2 step %c1 {
      %t = orch.submit @k(%j : index)
    }
  }
  return
}

// Unknown trips, a loop inside, a mark, a slot that a constant variable would not be in, i8 whose step would not fit.
// CHECK-LABEL: @stays(
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK-NEXT: scf.for
// CHECK-NEXT: orch.submit
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: scf.for
// CHECK-NEXT: orch.submit
// CHECK-NEXT: } {orch.unrolled}
// CHECK-NEXT: scf.for
// CHECK-NEXT: arith.cmpi
// CHECK-NEXT: scf.if
// CHECK-NEXT: orch.get
// CHECK-NEXT: orch.wait
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: scf.for
// CHECK-NEXT: orch.submit
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @stays(%n: index, %x: !orch.tasks<2>) {
  %low = arith.constant -128 : i8
  %high = arith.constant 127 : i8
  %step = arith.constant 40 : i8
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %t = orch.submit @k(%j : index)
    }
  }
  scf.for %i = %c0 to %c4 step %c1 {
    %t = orch.submit @k(%i : index)
  } {orch.unrolled}
  scf.for %i = %c0 to %c4 step %c1 {
    %p = arith.cmpi slt, %i, %c2 : index
    scf.if %p {
      %t = orch.get %x[%i] : !orch.tasks<2>
      orch.wait %t : !orch.task
    }
  }
  scf.for %i = %low to %high step %step : i8 {
    %t = orch.submit @k(%n : index)
  }
  return
}
