// RUN: baton-opt %s --canonicalize > %t && FileCheck %s < %t && baton-opt %t --canonicalize | cmp - %t
// Lists lose their nones and arrays what is certain about them; no task, no used fence and no shared list is touched.

func.func private @k() attributes {orch.kernel}
func.func private @use(index, index)
func.func private @use1(i1, i1, i1)
func.func private @host(memref<4xf32>)

// CHECK-LABEL: @lists(
// CHECK-SAME: %[[N:.*]]: index)
// CHECK-NEXT: %[[A:.*]] = orch.submit @k()
// CHECK-NEXT: %[[B:.*]] = orch.submit @k() after(%[[A]] : !orch.task){{$}}
// CHECK-NEXT: %[[C:.*]] = orch.fence{{$}}
// CHECK-NEXT: orch.wait %[[B]], %[[C]] : !orch.task, !orch.task
// CHECK-NEXT: return
func.func @lists(%n: index) {
  %none = orch.none : !orch.task
  %nones = orch.none : !orch.tasks<4>
  %many = orch.none(%n) : !orch.tasks<?>
  %a = orch.submit @k() derived(%none : !orch.task)
  %b = orch.submit @k() after(%none, %a, %nones : !orch.task, !orch.task, !orch.tasks<4>) derived(%many : !orch.tasks<?>)
  %c = orch.fence after(%nones : !orch.tasks<4>) derived(%none : !orch.task)
  orch.wait %none, %b, %c : !orch.task, !orch.task, !orch.task
  orch.wait %nones : !orch.tasks<4>
  return
}

// A fence that many wait for, one that nobody waits for, and a tree of fences.
// CHECK-LABEL: @fences(
// CHECK: %[[P:.*]] = orch.parallel
// CHECK: %[[A:.*]] = orch.fence after(%[[P]] : !orch.tasks<8>)
// CHECK-NEXT: %[[B:.*]] = orch.fence after(%[[A]] : !orch.task)
// CHECK-NEXT: %[[C:.*]] = orch.fence after(%[[A]], %[[B]] : !orch.task, !orch.task)
// CHECK-NEXT: %{{.*}} = orch.submit @k() after(%[[C]] : !orch.task)
// CHECK-NEXT: %{{.*}} = orch.submit @k() after(%[[C]] : !orch.task)
// CHECK-NEXT: return
func.func @fences() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %p = orch.parallel %i = %c0 to %c8 step %c1 -> (!orch.tasks<8>) {
    %t = orch.submit @k()
    orch.yield %t : !orch.task
  }
  %a = orch.fence after(%p : !orch.tasks<8>)
  %b = orch.fence after(%a : !orch.task)
  %c = orch.fence after(%a, %b : !orch.task, !orch.task)
  %unused = orch.fence after(%c : !orch.task)
  %also_unused = orch.fence after(%unused : !orch.task)
  %x = orch.submit @k() after(%c : !orch.task)
  %y = orch.submit @k() after(%c : !orch.task)
  return
}

// CHECK-LABEL: @slots(
// CHECK-SAME: %[[N:.*]]: index)
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK: %[[A:.*]] = orch.submit @k()
// CHECK-NEXT: %[[B:.*]] = orch.submit @k()
// CHECK-NEXT: %[[P:.*]] = orch.parallel
// CHECK: %{{.*}} = orch.submit @k() after(%[[A]], %[[B]] : !orch.task, !orch.task)
// CHECK-NEXT: %[[G:.*]] = orch.get %[[P]][%[[C3]]] : !orch.tasks<8>
// CHECK-NEXT: %{{.*}} = orch.submit @k() after(%[[A]], %[[G]] : !orch.task, !orch.task)
// CHECK-NEXT: return
func.func @slots(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %none = orch.none : !orch.tasks<4>
  %a = orch.submit @k()
  %b = orch.submit @k()
  %p = orch.parallel %i = %c0 to %c8 step %c1 -> (!orch.tasks<8>) {
    %t = orch.submit @k()
    orch.yield %t : !orch.task
  }
  %x = orch.set %a, %none[%c1] : !orch.tasks<4>
  %y = orch.set %b, %x[%c2] : !orch.tasks<4>
  %0 = orch.get %y[%c1] : !orch.tasks<4>
  %1 = orch.get %y[%c2] : !orch.tasks<4>
  %2 = orch.get %y[%c0] : !orch.tasks<4>
  %u = orch.submit @k() after(%0, %1, %2 : !orch.task, !orch.task, !orch.task)
  %z = orch.set %a, %none[%n] : !orch.tasks<4>
  %3 = orch.get %z[%n] : !orch.tasks<4>
  %even = orch.slice %p[1] [3] [2] : !orch.tasks<8> to !orch.tasks<3>
  %joined = orch.concat %b, %even : !orch.task, !orch.tasks<3> -> !orch.tasks<4>
  %4 = orch.get %joined[%c2] : !orch.tasks<4>
  %v = orch.submit @k() after(%3, %4 : !orch.task, !orch.task)
  return
}

// What may be another slot, or out of range, is left alone.
// CHECK-LABEL: @uncertain_slots(
// CHECK: %[[Z:.*]] = orch.set
// CHECK-NEXT: %[[D:.*]] = orch.concat
// CHECK-NEXT: %[[G:.*]] = orch.get %[[Z]]
// CHECK-NEXT: %[[H:.*]] = orch.get %[[D]]
// CHECK-NEXT: %[[M:.*]] = orch.none : !orch.tasks<4>
// CHECK-NEXT: %[[J:.*]] = orch.get %[[M]]
// CHECK-NEXT: %{{.*}} = orch.submit @k() after(%[[G]], %[[H]], %[[J]] :
func.func @uncertain_slots(%n: index, %m: index, %tasks: !orch.tasks<?>) {
  %c1 = arith.constant 1 : index
  %none = orch.none : !orch.tasks<4>
  %a = orch.submit @k()
  %z = orch.set %a, %none[%n] : !orch.tasks<4>
  %d = orch.concat %tasks, %a : !orch.tasks<?>, !orch.task -> !orch.tasks<?>
  %0 = orch.get %z[%m] : !orch.tasks<4>
  %1 = orch.get %d[%c1] : !orch.tasks<?>
  %again = orch.none : !orch.tasks<4>
  %2 = orch.get %again[%n] : !orch.tasks<4>
  %u = orch.submit @k() after(%0, %1, %2 : !orch.task, !orch.task, !orch.task)
  return
}

// CHECK-LABEL: @sizes(
// CHECK-SAME: %[[X:.*]]: !orch.tasks<4>, %[[Y:.*]]: !orch.tasks<?>)
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C5:.*]] = arith.constant 5 : index
// CHECK: call @use(%[[C4]], %[[C5]])
// CHECK-NEXT: %[[S:.*]] = orch.size %[[Y]] : !orch.tasks<?>
// CHECK-NEXT: call @use(%[[S]], %[[S]])
func.func @sizes(%x: !orch.tasks<4>, %y: !orch.tasks<?>) {
  %c0 = arith.constant 0 : index
  %a = orch.submit @k()
  %joined = orch.concat %x, %a : !orch.tasks<4>, !orch.task -> !orch.tasks<?>
  %0 = orch.size %x : !orch.tasks<4>
  %1 = orch.size %joined : !orch.tasks<?>
  call @use(%0, %1) : (index, index) -> ()
  %changed = orch.set %a, %y[%c0] : !orch.tasks<?>
  %2 = orch.size %changed : !orch.tasks<?>
  call @use(%2, %2) : (index, index) -> ()
  return
}

// CHECK-LABEL: @arrays(
// CHECK-SAME: %[[X:.*]]: !orch.tasks<4>, %[[Y:.*]]: !orch.tasks<?>, %[[E:.*]]: !orch.tasks<0>)
// CHECK-NEXT: %[[A:.*]] = orch.submit @k()
// CHECK-NEXT: %[[D:.*]] = orch.concat %[[X]] : !orch.tasks<4> -> !orch.tasks<?>
// CHECK-NEXT: %[[S:.*]] = orch.slice %[[X]][1] [2] [1] : !orch.tasks<4> to !orch.tasks<2>
// CHECK-NEXT: %[[J:.*]] = orch.concat %[[X]], %[[A]] : !orch.tasks<4>, !orch.task -> !orch.tasks<5>
// CHECK-NEXT: %{{.*}} = orch.submit @k() after(%[[X]], %[[Y]], %[[X]], %[[D]], %[[S]], %[[J]] :
func.func @arrays(%x: !orch.tasks<4>, %y: !orch.tasks<?>, %empty: !orch.tasks<0>) {
  %c1 = arith.constant 1 : index
  %a = orch.submit @k()
  %0 = orch.concat %x : !orch.tasks<4> -> !orch.tasks<4>
  %1 = orch.concat %y : !orch.tasks<?> -> !orch.tasks<?>
  %2 = orch.slice %x[0] [4] [1] : !orch.tasks<4> to !orch.tasks<4>
  %3 = orch.concat %x : !orch.tasks<4> -> !orch.tasks<?>
  %4 = orch.slice %x[%c1] [2] [1] : !orch.tasks<4> to !orch.tasks<2>
  %5 = orch.concat %x, %empty, %a : !orch.tasks<4>, !orch.tasks<0>, !orch.task -> !orch.tasks<5>
  %u = orch.submit @k() after(%0, %1, %2, %3, %4, %5, %empty : !orch.tasks<4>, !orch.tasks<?>, !orch.tasks<4>, !orch.tasks<?>, !orch.tasks<2>, !orch.tasks<5>, !orch.tasks<0>)
  return
}

// CHECK-LABEL: @is_none(
// CHECK-SAME: %[[T:.*]]: !orch.task)
// CHECK-DAG: %[[TRUE:.*]] = arith.constant true
// CHECK-DAG: %[[FALSE:.*]] = arith.constant false
// CHECK: %[[U:.*]] = orch.is_none %[[T]]
// CHECK: call @use1(%[[FALSE]], %[[TRUE]], %[[U]])
func.func @is_none(%t: !orch.task) {
  %a = orch.submit @k()
  %n = orch.none : !orch.task
  %0 = orch.is_none %a : !orch.task
  %1 = orch.is_none %n : !orch.task
  %2 = orch.is_none %t : !orch.task
  call @use1(%0, %1, %2) : (i1, i1, i1) -> ()
  return
}

// CHECK-LABEL: @parallels(
// CHECK-SAME: %[[N:.*]]: index, %[[T:.*]]: !orch.task)
// CHECK: %[[A:.*]] = orch.submit @k()
// CHECK-NEXT: %[[O:.*]] = orch.concat %[[A]] : !orch.task -> !orch.tasks<1>
// CHECK-NEXT: orch.parallel %{{.*}} = %{{.*}} to %[[N]] step %{{.*}} {
// CHECK-NEXT: orch.submit @k(){{$}}
// CHECK-NEXT: }
// CHECK-NEXT: %{{.*}} = orch.submit @k() after(%[[O]], %[[T]] : !orch.tasks<1>, !orch.task)
// CHECK-NEXT: return
func.func @parallels(%n: index, %t: !orch.task) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %never = orch.parallel %i = %c1 to %c0 step %c1 -> (!orch.tasks<0>) {
    %a = orch.submit @k()
    orch.yield %a : !orch.task
  }
  %once = orch.parallel %i = %c0 to %c1 step %c2 -> (!orch.tasks<1>) {
    %a = orch.submit @k()
    orch.yield %a : !orch.task
  }
  orch.parallel %i = %c0 to %n step %c1 {
    %s = arith.addi %i, %i : index
  }
  %unused = orch.parallel %i = %c0 to %n step %c1 -> (!orch.tasks<?>) {
    %a = orch.submit @k()
    orch.yield %a : !orch.task
  }
  %same = orch.parallel %i = %c0 to %c2 step %c1 -> (!orch.tasks<2>) {
    orch.yield %t : !orch.task
  }
  %s = orch.get %same[%c1] : !orch.tasks<2>
  %u = orch.submit @k() after(%never, %once, %s : !orch.tasks<0>, !orch.tasks<1>, !orch.task)
  return
}

// A scope in which nothing depends on its kind goes; what it yields from outside is used directly.
// CHECK-LABEL: @scopes(
// CHECK-SAME: %[[T:.*]]: !orch.task)
// CHECK-NEXT: %[[B:.*]] = orch.alloc() : memref<4xf32>
// CHECK-NEXT: orch.wait %[[T]]
// CHECK-NEXT: orch.scope manual {
// CHECK-NEXT: orch.submit
// CHECK-NEXT: }
// CHECK-NEXT: %[[V:.*]] = orch.scope auto -> (!orch.task) {
// CHECK-NEXT: %[[A:.*]] = orch.submit @k()
// CHECK-NEXT: orch.yield %[[A]] : !orch.task
// CHECK-NEXT: }
// CHECK-NEXT: orch.scope manual {
// CHECK-NEXT: func.call @host(%[[B]])
// CHECK-NEXT: }
// CHECK-NEXT: %{{.*}} = orch.submit @k() after(%[[T]], %[[V]] :
// CHECK-NEXT: return
func.func @scopes(%t: !orch.task) {
  %b = orch.scope manual -> (memref<4xf32>) {
    %new = orch.alloc() : memref<4xf32>
    orch.wait %t : !orch.task
    orch.scope manual {
      %a = orch.submit @k()
    }
    orch.yield %new : memref<4xf32>
  }
  %r:3 = orch.scope auto -> (!orch.task, !orch.task, !orch.task) {
    %a = orch.submit @k()
    orch.yield %t, %a, %a : !orch.task, !orch.task, !orch.task
  }
  orch.scope manual {
    func.call @host(%b) : (memref<4xf32>) -> ()
  }
  %u = orch.submit @k() after(%r#0, %r#1 : !orch.task, !orch.task)
  return
}
