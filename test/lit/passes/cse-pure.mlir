// RUN: baton-opt %s --cse > %t && FileCheck %s < %t && baton-opt %t --cse | cmp - %t
// Pure ops are replaced by equal ones that dominate them, and only those; nothing with an effect or an identity is merged.

func.func private @use(index)
func.func private @k(index) attributes {orch.kernel}
func.func private @kb(memref<4xf32>) attributes {orch.kernel}

// CHECK-LABEL: @nested(
// CHECK-SAME: %[[X:.*]]: index, %[[P:.*]]: i1)
// CHECK-NEXT: %[[A:.*]] = arith.addi %[[X]], %[[X]] : index
// CHECK-NEXT: call @use(%[[A]])
// CHECK-NEXT: scf.if %[[P]] {
// CHECK-NEXT: func.call @use(%[[A]])
// CHECK-NEXT: %[[B:.*]] = arith.muli %[[A]], %[[X]] : index
// CHECK-NEXT: func.call @use(%[[B]])
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C:.*]] = arith.muli %[[A]], %[[X]] : index
// CHECK-NEXT: func.call @use(%[[C]])
// CHECK-NEXT: }
// CHECK-NEXT: %[[D:.*]] = arith.muli %[[A]], %[[X]] : index
// CHECK-NEXT: call @use(%[[D]])
func.func @nested(%x: index, %p: i1) {
  %a = arith.addi %x, %x : index
  func.call @use(%a) : (index) -> ()
  scf.if %p {
    %b = arith.addi %x, %x : index
    func.call @use(%b) : (index) -> ()
    %c = arith.muli %b, %x : index
    func.call @use(%c) : (index) -> ()
  } else {
    %c = arith.muli %x, %a : index
    %d = arith.muli %a, %x : index
    func.call @use(%d) : (index) -> ()
  }
  %e = arith.muli %a, %x : index
  func.call @use(%e) : (index) -> ()
  return
}

// Commutative ops in any order; others, other types, other attributes are different.
// CHECK-LABEL: @different(
// CHECK: %[[A:.*]] = arith.addi
// CHECK: %[[B:.*]] = arith.subi
// CHECK: %[[C:.*]] = arith.subi
// CHECK: %[[D:.*]] = arith.cmpi slt
// CHECK: %[[E:.*]] = arith.cmpi sle
// CHECK: %[[F:.*]] = arith.addi %{{.*}} {note}
// CHECK: return %[[A]], %[[A]], %[[B]], %[[C]], %[[D]], %[[E]], %[[F]]
func.func @different(%x: index, %y: index) -> (index, index, index, index, i1, i1, index) {
  %a = arith.addi %x, %y : index
  %b = arith.addi %y, %x : index
  %c = arith.subi %x, %y : index
  %d = arith.subi %y, %x : index
  %e = arith.cmpi slt, %x, %y : index
  %f = arith.cmpi sle, %x, %y : index
  %g = arith.addi %x, %y {note} : index
  return %a, %b, %c, %d, %e, %f, %g : index, index, index, index, i1, i1, index
}

// CHECK-LABEL: @effects(
// CHECK-NEXT: orch.alloc
// CHECK-NEXT: orch.alloc
// CHECK-NEXT: memref.load
// CHECK-NEXT: orch.submit
// CHECK-NEXT: memref.load
// CHECK-NEXT: orch.submit
// CHECK-NEXT: orch.submit
// CHECK-NEXT: orch.fence
// CHECK-NEXT: orch.fence
// CHECK-NEXT: return
func.func @effects(%i: index) {
  %a = orch.alloc() : memref<4xf32>
  %b = orch.alloc() : memref<4xf32>
  %v = memref.load %a[%i] : memref<4xf32>
  %t = orch.submit @kb(%a : memref<4xf32>)
  %w = memref.load %a[%i] : memref<4xf32>
  %u = orch.submit @kb(%a : memref<4xf32>)
  %z = orch.submit @kb(%b : memref<4xf32>)
  %f = orch.fence after(%t : !orch.task)
  %g = orch.fence after(%t : !orch.task)
  return
}

// Equal slots, slices and views; what was set in between counts.
// CHECK-LABEL: @arrays(
// CHECK: %[[G:.*]] = orch.get %[[X:.*]][%[[I:.*]]] : !orch.tasks<8>
// CHECK-NEXT: %[[S:.*]] = orch.slice %[[X]][0] [4] [1]
// CHECK-NEXT: %[[Y:.*]] = orch.set %[[G]], %[[X]][%{{.*}}]
// CHECK-NEXT: %[[H:.*]] = orch.get %[[Y]][%[[I]]]
// CHECK-NEXT: orch.wait %[[G]], %[[G]], %[[S]], %[[S]], %[[H]]
func.func @arrays(%x: !orch.tasks<8>, %i: index, %j: index) {
  %a = orch.get %x[%i] : !orch.tasks<8>
  %b = orch.get %x[%i] : !orch.tasks<8>
  %s = orch.slice %x[0] [4] [1] : !orch.tasks<8> to !orch.tasks<4>
  %r = orch.slice %x[0] [4] [1] : !orch.tasks<8> to !orch.tasks<4>
  %y = orch.set %a, %x[%j] : !orch.tasks<8>
  %c = orch.get %y[%i] : !orch.tasks<8>
  orch.wait %a, %b, %s, %r, %c : !orch.task, !orch.task, !orch.tasks<4>, !orch.tasks<4>, !orch.task
  return
}

// A module in a module sees nothing from outside; a whole chain that nobody uses goes at once.
// CHECK-LABEL: @inner
// CHECK: func.func @f
// CHECK-NEXT: arith.constant 1 : index
// CHECK: func.func @g
// CHECK-NEXT: %[[C:.*]] = arith.constant 1 : index
// CHECK-NEXT: return %[[C]]
module @inner {
  func.func @f() -> index {
    %c = arith.constant 1 : index
    return %c : index
  }
  func.func @g(%x: index) -> index {
    %c = arith.constant 1 : index
    %a = arith.addi %x, %c : index
    %b = arith.muli %a, %a : index
    %d = arith.subi %b, %a : index
    return %c : index
  }
}
