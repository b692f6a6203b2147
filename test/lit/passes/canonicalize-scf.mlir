// RUN: baton-opt %s --canonicalize > %t && FileCheck %s < %t && baton-opt %t --canonicalize | cmp - %t
// Loops that run never or once, carries and results that are not needed, and decided branches go; all that has effects stays.

func.func private @use(index)
func.func private @give() -> index
func.func private @test() -> i1
func.func private @k(index) attributes {orch.kernel}

// CHECK-LABEL: @never(
// CHECK-SAME: %[[X:.*]]: index, %[[N:.*]]: index)
// CHECK-NEXT: return %[[X]], %[[X]]
func.func @never(%x: index, %n: index) -> (index, index) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = scf.for %i = %c4 to %c1 step %c1 iter_args(%v = %x) -> (index) {
    func.call @use(%i) : (index) -> ()
    scf.yield %n : index
  }
  %b = scf.for %i = %n to %n step %c1 iter_args(%v = %x) -> (index) {
    func.call @use(%i) : (index) -> ()
    scf.yield %n : index
  }
  return %a, %b : index, index
}

// A step that may be 0 or less is an error when the program runs.
// CHECK-LABEL: @never_or_error(
// CHECK: scf.for
// CHECK: return
func.func @never_or_error(%n: index) {
  scf.for %i = %n to %n step %n {
    %s = arith.addi %i, %n : index
  }
  return
}

// CHECK-LABEL: @once(
// CHECK-SAME: %[[X:.*]]: index)
// CHECK: %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT: orch.submit @k(%[[C2]] : index)
// CHECK-NEXT: %[[S:.*]] = arith.addi %[[X]], %[[C2]] : index
// CHECK-NEXT: return %[[S]]
func.func @once(%x: index) -> index {
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %a = scf.for %i = %c2 to %c8 step %c8 iter_args(%v = %x) -> (index) {
    %t = orch.submit @k(%i : index)
    %s = arith.addi %v, %i : index
    scf.yield %s : index
  }
  return %a : index
}

// Always the initial value; neither used inside nor outside; the same after every iteration; needed.
// CHECK-LABEL: @carries(
// CHECK-SAME: %[[X:.*]]: index, %[[Y:.*]]: index, %[[N:.*]]: index)
// CHECK: %[[R:.*]]:2 = scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[D:.*]] = %[[X]], %{{.*}} = %[[X]]) -> (index, index) {
// CHECK-NEXT: func.call @use(%[[X]])
// CHECK-NEXT: %[[S:.*]] = arith.addi %[[D]], %[[I]] : index
// CHECK-NEXT: scf.yield %[[S]], %[[I]] : index, index
// CHECK: return %[[X]], %[[Y]], %[[R]]#0, %[[R]]#1
func.func @carries(%x: index, %y: index, %n: index) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r:5 = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x, %b = %n, %c = %n, %d = %x, %e = %x) -> (index, index, index, index, index) {
    func.call @use(%a) : (index) -> ()
    %s = arith.addi %d, %i : index
    scf.yield %a, %i, %y, %s, %i : index, index, index, index, index
  }
  return %r#0, %r#2, %r#3, %r#4 : index, index, index, index
}

// With unknown trips the result may still be the initial value.
// CHECK-LABEL: @unknown_trips(
// CHECK: %[[R:.*]] = scf.for {{.*}} iter_args
// CHECK: return %[[R]]
func.func @unknown_trips(%x: index, %y: index, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x) -> (index) {
    scf.yield %y : index
  }
  return %r : index
}

// CHECK-LABEL: @dead_loops(
// CHECK-NEXT: return
func.func @dead_loops(%n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %i step %c1 {
      %s = arith.addi %i, %j : index
      %f = orch.fence
    }
  }
  %d = scf.if %p -> (index) {
    scf.yield %n : index
  } else {
    %s = arith.addi %n, %n : index
    scf.yield %s : index
  }
  return
}

// CHECK-LABEL: @decided(
// CHECK-SAME: %[[X:.*]]: index)
// CHECK-NEXT: %[[A:.*]] = call @give() : () -> index
// CHECK-NEXT: %[[T:.*]] = orch.submit @k(%[[X]] : index)
// CHECK-NEXT: return %[[A]], %[[X]]
func.func @decided(%x: index) -> (index, index) {
  %true = arith.constant true
  %c7 = arith.constant 7 : index
  %c9 = arith.constant 9 : index
  %a = scf.if %true -> (index) {
    %v = func.call @give() : () -> index
    scf.yield %v : index
  } else {
    func.call @use(%x) : (index) -> ()
    scf.yield %x : index
  }
  %different = arith.cmpi eq, %x, %x : index
  %not = arith.xori %different, %true : i1
  scf.if %not {
    func.call @use(%x) : (index) -> ()
  }
  scf.index_switch %c7
  case 5 {
    func.call @use(%a) : (index) -> ()
    scf.yield
  }
  case 7 {
    %t = orch.submit @k(%x : index)
    scf.yield
  }
  default {
    scf.yield
  }
  %b = scf.index_switch %c9 -> index
  case 5 {
    scf.yield %a : index
  }
  default {
    scf.yield %x : index
  }
  return %a, %b : index, index
}

// CHECK-LABEL: @results(
// CHECK-SAME: %[[P:.*]]: i1, %[[X:.*]]: index, %[[Y:.*]]: index)
// CHECK-NEXT: %[[S:.*]] = arith.select %[[P]], %[[X]], %[[Y]] : index
// CHECK-NEXT: %[[R:.*]] = scf.if %[[P]] -> (index) {
// CHECK-NEXT: func.call @use(%[[X]])
// CHECK-NEXT: %[[V:.*]] = func.call @give()
// CHECK-NEXT: scf.yield %[[V]] : index
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[X]] : index
// CHECK-NEXT: }
// CHECK-NEXT: return %[[X]], %[[S]], %[[R]]
func.func @results(%p: i1, %x: index, %y: index) -> (index, index, index) {
  %r:4 = scf.if %p -> (index, index, index, index) {
    func.call @use(%x) : (index) -> ()
    %v = func.call @give() : () -> index
    scf.yield %x, %x, %v, %v : index, index, index, index
  } else {
    scf.yield %x, %y, %x, %x : index, index, index, index
  }
  return %r#0, %r#1, %r#2 : index, index, index
}

// Ids and buffers are not selected: the branch says more about them.
// CHECK-LABEL: @ids_of_branches(
// CHECK: scf.if %{{.*}} -> (!orch.task) {
// CHECK: orch.wait
func.func @ids_of_branches(%p: i1, %x: index) {
  %t = orch.submit @k(%x : index)
  %u = orch.submit @k(%x : index)
  %r = scf.if %p -> (!orch.task) {
    scf.yield %t : !orch.task
  } else {
    scf.yield %u : !orch.task
  }
  orch.wait %r : !orch.task
  return
}

// CHECK-LABEL: @arms(
// CHECK: scf.if %{{.*}} {
// CHECK-NEXT: orch.submit
// CHECK-NEXT: } {note = 1 : i32}
// CHECK-NEXT: return
func.func @arms(%p: i1, %x: index) {
  scf.if %p {
    %t = orch.submit @k(%x : index)
  } else {
    %s = arith.addi %x, %x : index
  } {note = 1 : i32}
  scf.if %p {
  }
  return
}

// The first region runs once, whatever the second one says.
// CHECK-LABEL: @while_false(
// CHECK-SAME: %[[X:.*]]: index)
// CHECK-NEXT: call @use(%[[X]])
// CHECK-NEXT: %[[S:.*]] = arith.addi %[[X]], %[[X]] : index
// CHECK-NEXT: return %[[S]]
func.func @while_false(%x: index) -> index {
  %false = arith.constant false
  %r = scf.while (%v = %x) : (index) -> index {
    func.call @use(%v) : (index) -> ()
    %s = arith.addi %v, %x : index
    scf.condition(%false) %s : index
  } do {
  ^bb0(%w: index):
    %t = orch.submit @k(%w : index)
    scf.yield %w : index
  }
  return %r : index
}

// A loop that may not end is never dropped, nor is what it carries; a result that nobody uses is.
// CHECK-LABEL: @while_unknown(
// CHECK: %[[R:.*]] = scf.while (%[[V:.*]] = %{{.*}}) : (index) -> index {
// CHECK: scf.condition(%{{.*}}) %[[V]] : index
// CHECK: ^bb0(%[[W:.*]]: index):
// CHECK-NEXT: scf.yield %[[W]] : index
// CHECK: return %[[R]]
func.func @while_unknown(%x: index) -> index {
  %r:2 = scf.while (%v = %x) : (index) -> (index, index) {
    %p = func.call @test() : () -> i1
    scf.condition(%p) %v, %x : index, index
  } do {
  ^bb0(%w: index, %unused: index):
    scf.yield %w : index
  }
  return %r#0 : index
}
