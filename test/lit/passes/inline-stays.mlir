// RUN: baton-opt %s --inline --allow-unregistered-dialect > %t && FileCheck %s < %t && baton-opt %t --inline --allow-unregistered-dialect | cmp - %t
// Calls stay of functions that are recursive, lead to recursion or have several blocks, and where a constant argument would be refused.

func.func private @k(index) attributes {orch.kernel}

// CHECK: func.func private @self
// CHECK: call @self
func.func private @self(%x: index) {
  call @self(%x) : (index) -> ()
  return
}
// CHECK: func.func private @one
// CHECK: call @other
// CHECK: func.func private @other
// CHECK: orch.submit
// CHECK: call @one
func.func private @one(%x: index) {
  call @other(%x) : (index) -> ()
  return
}
func.func private @other(%x: index) {
  call @leaf(%x) : (index) -> ()
  call @one(%x) : (index) -> ()
  return
}
// CHECK-NOT: @leaf
func.func private @leaf(%x: index) {
  %t = orch.submit @k(%x : index)
  return
}
// CHECK: func.func private @blocks
func.func private @blocks(%x: index) {
  "test.jump"()[^end] : () -> ()
^end:
  return
}
// CHECK: func.func private @slot
func.func private @slot(%x: !orch.tasks<4>, %i: index, %p: i1) {
  scf.if %p {
    %t = orch.get %x[%i] : !orch.tasks<4>
    orch.wait %t : !orch.task
  }
  return
}

// CHECK-LABEL: @entry(
// CHECK: %[[C9:.*]] = arith.constant 9 : index
// CHECK: call @self
// CHECK-NEXT: call @one
// CHECK-NEXT: call @blocks
// CHECK-NEXT: call @slot(%{{.*}}, %[[C9]], %{{.*}})
// CHECK-NEXT: scf.if
// CHECK-NEXT: orch.get
// CHECK-NEXT: orch.wait
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @entry(%n: index, %x: !orch.tasks<4>, %p: i1) {
  %c9 = arith.constant 9 : index
  call @self(%n) : (index) -> ()
  call @one(%n) : (index) -> ()
  call @blocks(%n) : (index) -> ()
  call @slot(%x, %c9, %p) : (!orch.tasks<4>, index, i1) -> ()
  call @slot(%x, %n, %p) : (!orch.tasks<4>, index, i1) -> ()
  return
}

// A function of another table of symbols would see other symbols.
// CHECK: module @inner {
// CHECK: call @entry_of_inner
module @inner {
  func.func private @entry_of_inner(%x: index) {
    return
  }
  module @innermost {
    func.func @f(%n: index) {
      call @entry_of_inner(%n) : (index) -> ()
      return
    }
  }
}
