// RUN: baton-opt %s --prune-deps | FileCheck %s
// Arrays as whole operands: implied by a fence, by slots that cover them, by what is behind them, and not by a part.

func.func private @k() attributes {orch.kernel}

// CHECK-LABEL: func.func @whole
func.func @whole() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %xs = orch.parallel %i = %c0 to %c8 step %c1 -> (!orch.tasks<8>) {
    %t = orch.submit @k()
    orch.yield %t : !orch.task
  }
  %f = orch.fence after(%xs : !orch.tasks<8>)
  // The larger operand goes, although the fence stands for nothing but the array.
  // CHECK: %[[F:.*]] = orch.fence
  // CHECK: orch.submit @k() after(%[[F]] : !orch.task){{$}}
  %a = orch.submit @k() after(%xs, %f : !orch.tasks<8>, !orch.task)
  return
}

// One slot does not stand for the array, the array stands for each slot.
// CHECK-LABEL: func.func @part
func.func @part(%k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  // CHECK: %[[XS:.*]] = orch.parallel
  %xs = orch.parallel %i = %c0 to %c8 step %c1 -> (!orch.tasks<8>) {
    %t = orch.submit @k()
    orch.yield %t : !orch.task
  }
  %last = orch.get %xs[%c7] : !orch.tasks<8>
  %some = orch.get %xs[%k] : !orch.tasks<8>
  %even = orch.slice %xs[0] [4] [2] : !orch.tasks<8> to !orch.tasks<4>
  // CHECK: %[[A:.*]] = orch.submit @k() after(
  %a = orch.submit @k() after(%last : !orch.task)
  // CHECK: orch.submit @k() after(%[[XS]], %[[A]] : !orch.tasks<8>, !orch.task)
  %b = orch.submit @k() after(%xs, %a : !orch.tasks<8>, !orch.task)
  // CHECK: orch.submit @k() after(%[[XS]] : !orch.tasks<8>){{$}}
  %c = orch.submit @k() after(%some, %xs, %last, %even : !orch.task, !orch.tasks<8>, !orch.task, !orch.tasks<4>)
  return
}

// Slices that cover an array together imply it; with one slot missing they do not.
// CHECK-LABEL: func.func @pieces
func.func @pieces() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  // CHECK: %[[XS:.*]] = orch.parallel
  %xs = orch.parallel %i = %c0 to %c8 step %c1 -> (!orch.tasks<8>) {
    %t = orch.submit @k()
    orch.yield %t : !orch.task
  }
  %low = orch.slice %xs[0] [4] [1] : !orch.tasks<8> to !orch.tasks<4>
  %high = orch.slice %xs[4] [4] [1] : !orch.tasks<8> to !orch.tasks<4>
  %higher = orch.slice %xs[5] [3] [1] : !orch.tasks<8> to !orch.tasks<3>
  // CHECK: %[[A:.*]] = orch.submit @k() after(
  %a = orch.submit @k() after(%low : !orch.tasks<4>)
  // CHECK: %[[B:.*]] = orch.submit @k() after(
  %b = orch.submit @k() after(%high : !orch.tasks<4>)
  // CHECK: %[[C:.*]] = orch.submit @k() after(
  %c = orch.submit @k() after(%higher : !orch.tasks<3>)
  // CHECK: orch.submit @k() after(%[[A]], %[[B]] : !orch.task, !orch.task)
  %d = orch.submit @k() after(%a, %xs, %b : !orch.task, !orch.tasks<8>, !orch.task)
  // CHECK: orch.submit @k() after(%[[A]], %[[XS]], %[[C]] : !orch.task, !orch.tasks<8>, !orch.task)
  %e = orch.submit @k() after(%a, %xs, %c : !orch.task, !orch.tasks<8>, !orch.task)
  return
}

// An older value of an array keeps its contents.
// CHECK-LABEL: func.func @versions
func.func @versions() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = orch.none : !orch.tasks<2>
  %a = orch.submit @k()
  %b = orch.submit @k()
  // CHECK: %[[OLD:.*]] = orch.set
  %x1 = orch.set %a, %n[%c0] : !orch.tasks<2>
  // CHECK: %[[NEW:.*]] = orch.set
  %x2 = orch.set %b, %x1[%c0] : !orch.tasks<2>
  // CHECK: %[[BOTH:.*]] = orch.set
  %x3 = orch.set %b, %x1[%c1] : !orch.tasks<2>
  // CHECK: after(%[[OLD]], %[[NEW]] : !orch.tasks<2>, !orch.tasks<2>)
  %c = orch.submit @k() after(%x1, %x2 : !orch.tasks<2>, !orch.tasks<2>)
  // CHECK: after(%[[BOTH]] : !orch.tasks<2>)
  %d = orch.submit @k() after(%x1, %x3, %x2 : !orch.tasks<2>, !orch.tasks<2>, !orch.tasks<2>)
  return
}

// Two operands that imply each other: one stays.
// CHECK-LABEL: func.func @mutual
func.func @mutual(%xs: !orch.tasks<?>) {
  // CHECK: %[[F:.*]] = orch.fence
  %f = orch.fence after(%xs : !orch.tasks<?>)
  %g = orch.fence after(%xs : !orch.tasks<?>)
  // CHECK: orch.submit @k() after(%[[F]] : !orch.task){{$}}
  %a = orch.submit @k() after(%f, %g, %xs : !orch.task, !orch.task, !orch.tasks<?>)
  return
}

// An array without slots stands for nothing.
// CHECK-LABEL: func.func @empty
func.func @empty(%none: !orch.tasks<0>, %t: !orch.task) {
  // CHECK: orch.submit @k() after(%{{[^,]*}} : !orch.task){{$}}
  %a = orch.submit @k() after(%none, %t : !orch.tasks<0>, !orch.task)
  return
}
