// RUN: baton-opt %s --licm > %t && FileCheck %s < %t && baton-opt %t --licm | cmp - %t && baton-opt %s --loop-invariant-code-motion | cmp - %t
// What does not change in a loop leaves it, through scopes and as many loops as it can; buffers, tasks and host accesses stay.

func.func private @use(index)
func.func private @k(index) attributes {orch.kernel}
func.func private @kb(memref<8xf32>, index) attributes {orch.kernel}
func.func private @test() -> i1

// CHECK-LABEL: @nested(
// CHECK-SAME: %[[X:.*]]: index, %[[N:.*]]: index)
// CHECK: %[[C64:.*]] = arith.constant 64 : index
// CHECK-NEXT: %[[A:.*]] = arith.muli %[[X]], %[[C64]] : index
// CHECK-NEXT: %[[B:.*]] = arith.addi %[[A]], %[[X]] : index
// CHECK-NEXT: scf.for %[[I:.*]] =
// CHECK-NEXT: %[[C:.*]] = arith.muli %[[I]], %[[C64]] : index
// CHECK-NEXT: orch.parallel %[[J:.*]] =
// CHECK-NEXT: orch.scope auto {
// CHECK-NEXT: %[[D:.*]] = arith.addi %[[C]], %[[J]] : index
// CHECK-NEXT: orch.submit @k(%[[B]] : index)
// CHECK-NEXT: orch.submit @k(%[[D]] : index)
func.func @nested(%x: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    orch.parallel %j = %c0 to %n step %c1 {
      orch.scope auto {
        %c64 = arith.constant 64 : index
        %a = arith.muli %x, %c64 : index
        %b = arith.addi %a, %x : index
        %c = arith.muli %i, %c64 : index
        %d = arith.addi %c, %j : index
        %t = orch.submit @k(%b : index)
        %u = orch.submit @k(%d : index)
      }
    }
  }
  return
}

// CHECK-LABEL: @stays(
// CHECK: scf.for
// CHECK-NEXT: %[[B:.*]] = orch.alloc()
// CHECK-NEXT: memref.load
// CHECK-NEXT: orch.fence
// CHECK-NEXT: orch.submit
// CHECK-NEXT: scf.if
// CHECK-NEXT: arith.addi
// CHECK-NEXT: func.call
func.func @stays(%m: memref<8xi64>, %n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %b = orch.alloc() : memref<8xf32>
    %v = memref.load %m[%c0] : memref<8xi64>
    %f = orch.fence
    %t = orch.submit @kb(%b, %c0 : memref<8xf32>, index) after(%f : !orch.task)
    scf.if %p {
      %s = arith.addi %n, %n : index
      func.call @use(%s) : (index) -> ()
    }
  }
  return
}

// What may fail leaves only a loop that surely runs: unknown trips, then known ones, then an index that is surely good.
// CHECK-LABEL: @failing(
// CHECK-SAME: %[[N:.*]]: index, %[[D:.*]]: index, %[[X:.*]]: !orch.tasks<8>, %[[Y:.*]]: !orch.tasks<?>)
// CHECK: %[[C3:.*]] = arith.constant 3 : index
// CHECK: %[[G:.*]] = orch.get %[[X]][%[[C3]]]
// CHECK-NEXT: %[[H:.*]] = arith.divui %[[N]], %[[C3]]
// CHECK-NEXT: scf.for
// CHECK-NEXT: %[[Q:.*]] = arith.divui %[[N]], %[[D]]
// CHECK-NEXT: %[[Z:.*]] = orch.get %[[Y]][%[[C3]]]
// CHECK-NEXT: %[[W:.*]] = orch.get %[[X]][%[[N]]]
// CHECK-NEXT: func.call @use(%[[Q]])
// CHECK-NEXT: func.call @use(%[[H]])
// CHECK-NEXT: orch.wait %[[Z]], %[[W]], %[[G]]
// CHECK: %[[R:.*]] = arith.divui %[[N]], %[[D]]
// CHECK-NEXT: %[[V:.*]] = orch.get %[[Y]][%[[C3]]]
// CHECK-NEXT: scf.for
// CHECK-NEXT: func.call @use(%[[R]])
func.func @failing(%n: index, %d: index, %x: !orch.tasks<8>, %y: !orch.tasks<?>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %n step %c1 {
    %q = arith.divui %n, %d : index
    %z = orch.get %y[%c3] : !orch.tasks<?>
    %w = orch.get %x[%n] : !orch.tasks<8>
    %g = orch.get %x[%c3] : !orch.tasks<8>
    %h = arith.divui %n, %c3 : index
    func.call @use(%q) : (index) -> ()
    func.call @use(%h) : (index) -> ()
    orch.wait %z, %w, %g : !orch.task, !orch.task, !orch.task
  }
  scf.for %i = %c0 to %c3 step %c1 {
    %q = arith.divui %n, %d : index
    %z = orch.get %y[%c3] : !orch.tasks<?>
    func.call @use(%q) : (index) -> ()
    orch.wait %z : !orch.task
  }
  return
}

// A view at the place of an outer variable is surely inside; one at an unknown place may not be.
// CHECK-LABEL: @views(
// CHECK-SAME: %[[M:.*]]: memref<8xf32>, %[[N:.*]]: index)
// CHECK: scf.for %[[I:.*]] =
// CHECK-NEXT: memref.subview %[[M]][%[[I]]]
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.subview %[[M]][%[[N]]]
func.func @views(%m: memref<8xf32>, %n: index) {
  %v = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %a = memref.subview %m[%i] [1] [1] : memref<8xf32> to memref<1xf32, strided<[1], offset: ?>>
      %b = memref.subview %m[%n] [1] [1] : memref<8xf32> to memref<1xf32, strided<[1], offset: ?>>
      memref.store %v, %a[%c0] : memref<1xf32, strided<[1], offset: ?>>
      memref.store %v, %b[%c0] : memref<1xf32, strided<[1], offset: ?>>
    }
  }
  return
}

// The first region of a while runs at least once, the second one may not.
// CHECK-LABEL: @while(
// CHECK: %[[A:.*]] = arith.divui
// CHECK-NEXT: scf.while
// CHECK: do {
// CHECK-NEXT: arith.divui
func.func @while(%n: index, %d: index, %e: index) {
  scf.while : () -> () {
    %a = arith.divui %n, %d : index
    func.call @use(%a) : (index) -> ()
    %p = func.call @test() : () -> i1
    scf.condition(%p)
  } do {
    %b = arith.divui %n, %e : index
    func.call @use(%b) : (index) -> ()
    scf.yield
  }
  return
}
