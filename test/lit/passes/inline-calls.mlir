// RUN: baton-opt %s --inline > %t && FileCheck %s --implicit-check-not='@gone' < %t && baton-opt %t --inline | cmp - %t
// Bodies take the place of calls, callees first; where the kinds of scope differ the body is wrapped; private functions without users go.

func.func private @k(index) attributes {orch.kernel}
func.func private @external(index) -> index

func.func private @gone_inner(%x: index) -> index {
  %t = orch.submit @k(%x : index)
  %s = arith.addi %x, %x : index
  return %s : index
}
func.func private @gone_outer(%x: index) -> (index, index) {
  %a = call @gone_inner(%x) : (index) -> index
  %b = call @gone_inner(%a) : (index) -> index
  return %a, %b : index, index
}
func.func private @gone_manual(%x: index, %after: !orch.task) -> (!orch.task, index) attributes {orch.scope = "manual"} {
  %t = orch.submit @k(%x : index) after(%after : !orch.task)
  return %t, %x : !orch.task, index
}

// A public one may be called from outside.
// CHECK: func.func @public(
func.func @public(%x: index) {
  %t = orch.submit @k(%x : index)
  return
}

// CHECK-LABEL: @nested(
// CHECK-SAME: %[[X:.*]]: index)
// CHECK-NEXT: orch.submit @k(%[[X]] : index)
// CHECK-NEXT: %[[A:.*]] = arith.addi %[[X]], %[[X]] : index
// CHECK-NEXT: orch.submit @k(%[[A]] : index)
// CHECK-NEXT: %[[B:.*]] = arith.addi %[[A]], %[[A]] : index
// CHECK-NEXT: orch.submit @k(%[[B]] : index)
// CHECK-NEXT: %[[C:.*]] = call @external(%[[B]]) : (index) -> index
// CHECK-NEXT: return %[[A]], %[[C]]
func.func @nested(%x: index) -> (index, index) {
  %r:2 = call @gone_outer(%x) : (index) -> (index, index)
  call @public(%r#1) : (index) -> ()
  %c = call @external(%r#1) : (index) -> index
  return %r#0, %c : index, index
}

// Manual code in auto code, in manual code, and auto code in manual code.
// CHECK-LABEL: @kinds(
// CHECK-SAME: %[[X:.*]]: index, %[[U:.*]]: !orch.task)
// CHECK-NEXT: %[[R:.*]]:2 = orch.scope manual -> (!orch.task, index) {
// CHECK-NEXT: %[[T:.*]] = orch.submit @k(%[[X]] : index) after(%[[U]] : !orch.task)
// CHECK-NEXT: orch.yield %[[T]], %[[X]] : !orch.task, index
// CHECK-NEXT: }
// CHECK-NEXT: orch.scope manual {
// CHECK-NEXT: %{{.*}} = orch.submit @k(%[[R]]#1 : index) after(%[[R]]#0 : !orch.task)
// CHECK-NEXT: orch.scope auto {
// CHECK-NEXT: %{{.*}} = orch.submit @k(%[[X]] : index)
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @kinds(%x: index, %u: !orch.task) {
  %r:2 = call @gone_manual(%x, %u) : (index, !orch.task) -> (!orch.task, index)
  orch.scope manual {
    %s:2 = func.call @gone_manual(%r#1, %r#0) : (index, !orch.task) -> (!orch.task, index)
    func.call @public(%x) : (index) -> ()
  }
  return
}

// In loops and branches.
// CHECK-LABEL: @regions(
// CHECK: scf.for %[[I:.*]] =
// CHECK-NEXT: scf.if
// CHECK-NEXT: orch.submit @k(%[[I]] : index)
// CHECK-NEXT: arith.addi
// CHECK-NEXT: }
func.func @regions(%n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.if %p {
      %a = func.call @gone_inner(%i) : (index) -> index
    }
  }
  return
}
