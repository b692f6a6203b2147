// RUN: not baton-opt %s --split-input-file --check-order 2>&1 >/dev/null | FileCheck %s --implicit-check-not=error:
// Conflicting accesses in auto code that nothing orders are reported with both places, the iterations and an element.

func.func private @w(memref<8xf32> {orch.access = "write"}) attributes {orch.kernel}
func.func private @r(memref<8xf32> {orch.access = "read"}) attributes {orch.kernel}

// What is tracked in full is in order, and so is what lists order instead.
func.func @tracked(%x: memref<8xf32>) {
  %a = orch.submit @w(%x : memref<8xf32>)
  %b = orch.submit @r(%x : memref<8xf32>)
  %c = orch.submit @w(%x : memref<8xf32>)
  return
}
func.func @listed(%x: memref<8xf32>) {
  %a = orch.submit @w(%x : memref<8xf32>) {tracking = ["none"]}
  %f = orch.fence after(%a : !orch.task)
  %b = orch.submit @r(%x : memref<8xf32>) derived(%f : !orch.task) {tracking = ["none"]}
  %c = orch.submit @w(%x : memref<8xf32>) after(%b : !orch.task) {tracking = ["none"]}
  return
}

// CHECK: :[[@LINE+7]]:10: error: submit 1 (@r) in iteration (0) is not ordered after submit 0 (@w), though they conflict in element [0] of arg0
// CHECK: :[[@LINE+3]]:8: note: the earlier one is here
// CHECK: note: in a run of @lookup with arg1=3
func.func @lookup(%x: memref<8xf32>, %n: index) {
  %a = orch.submit @w(%x : memref<8xf32>)
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %n {
    %b = orch.submit @r(%x : memref<8xf32>) {tracking = ["publish"]}
  }
  return
}

// CHECK: :[[@LINE+5]]:8: error: submit 1 (@w) is not ordered after submit 0 (@r), though they conflict in element [0] of buffer 0
// CHECK: :[[@LINE+3]]:8: note: the earlier one is here
func.func @published() {
  %x = orch.alloc() : memref<8xf32>
  %a = orch.submit @r(%x : memref<8xf32>) {tracking = ["lookup"]}
  %b = orch.submit @w(%x : memref<8xf32>)
  return
}

// The write of the first iteration of all: only the one before is waited for.
// CHECK: :[[@LINE+10]]:10: error: submit 2 (@w) in iteration (2) is not ordered after submit 1 (@w) in iteration (1), though they conflict in element [0] of arg0
func.func @carried(%x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %none = orch.none : !orch.task
  %last = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %none) -> (!orch.task) {
    %is_last = arith.cmpi eq, %i, %c2 : index
    %wait = arith.select %is_last, %none, %t : !orch.task
    %b = orch.submit @w(%x : memref<8xf32>) derived(%wait : !orch.task) {tracking = ["none"]}
    scf.yield %b : !orch.task
  }
  return
}

// -----

// Regions are compared element by element.
func.func private @w2(memref<?xf32, strided<[?], offset: ?>> {orch.access = "write"}) attributes {orch.kernel}
func.func private @r2(memref<?xf32, strided<[?], offset: ?>> {orch.access = "read"}) attributes {orch.kernel}

func.func @interleaved() {
  %x = orch.alloc() : memref<16xf32>
  %even = memref.subview %x[0] [8] [2] : memref<16xf32> to memref<8xf32, strided<[2]>>
  %odd = memref.subview %x[1] [8] [2] : memref<16xf32> to memref<8xf32, strided<[2], offset: 1>>
  %e = memref.cast %even : memref<8xf32, strided<[2]>> to memref<?xf32, strided<[?], offset: ?>>
  %o = memref.cast %odd : memref<8xf32, strided<[2], offset: 1>> to memref<?xf32, strided<[?], offset: ?>>
  %a = orch.submit @w2(%e : memref<?xf32, strided<[?], offset: ?>>) {tracking = ["none"]}
  %b = orch.submit @w2(%o : memref<?xf32, strided<[?], offset: ?>>) {tracking = ["none"]}
  return
}

// Row 2 and column 1 of a 4 x 4 buffer meet in one element.
// CHECK: error: submit 1 (@r2) is not ordered after submit 0 (@w2), though they conflict in element [2, 1] of buffer 0
func.func @crossing() {
  %x = orch.alloc() : memref<4x4xf32>
  %row = memref.subview %x[2, 0] [1, 4] [1, 1] : memref<4x4xf32> to memref<4xf32, strided<[1], offset: 8>>
  %turned = memref.transpose %x (i, j) -> (j, i) : memref<4x4xf32> to memref<4x4xf32, strided<[1, 4]>>
  %column = memref.subview %turned[1, 0] [1, 4] [1, 1] : memref<4x4xf32, strided<[1, 4]>> to memref<4xf32, strided<[4], offset: 1>>
  %r = memref.cast %row : memref<4xf32, strided<[1], offset: 8>> to memref<?xf32, strided<[?], offset: ?>>
  %c = memref.cast %column : memref<4xf32, strided<[4], offset: 1>> to memref<?xf32, strided<[?], offset: ?>>
  %a = orch.submit @w2(%r : memref<?xf32, strided<[?], offset: ?>>) {tracking = ["none"]}
  %b = orch.submit @r2(%c : memref<?xf32, strided<[?], offset: ?>>) {tracking = ["none"]}
  return
}

// -----

// Arguments may be the same memory unless they are marked.
func.func private @w(memref<8xf32> {orch.access = "write"}) attributes {orch.kernel}

func.func @apart(%x: memref<8xf32> {orch.noalias}, %y: memref<8xf32>) {
  %a = orch.submit @w(%x : memref<8xf32>) {tracking = ["none"]}
  %b = orch.submit @w(%y : memref<8xf32>) {tracking = ["none"]}
  return
}
// CHECK: error: submit 1 (@w) is not ordered after submit 0 (@w), though they conflict in element [0] of arg0
// CHECK: note: in a run of @together
func.func @together(%x: memref<8xf32>, %y: memref<8xf32>) {
  %a = orch.submit @w(%x : memref<8xf32>) {tracking = ["none"]}
  %b = orch.submit @w(%y : memref<8xf32>) {tracking = ["none"]}
  return
}

// -----

// Manual code is not ordered by the tracker, but auto code is after manual code.
func.func private @w(memref<8xf32> {orch.access = "write"}) attributes {orch.kernel}
func.func private @r(memref<8xf32> {orch.access = "read"}) attributes {orch.kernel}

func.func @manual(%x: memref<8xf32>) {
  orch.scope manual {
    %a = orch.submit @w(%x : memref<8xf32>)
    %b = orch.submit @w(%x : memref<8xf32>)
  }
  %c = orch.submit @r(%x : memref<8xf32>)
  return
}
// Both writers count, since nothing orders them.
// CHECK: error: submit 2 (@r) is not ordered after submit 0 (@w), though they conflict in element [0] of arg0
func.func @hidden(%x: memref<8xf32>) {
  orch.scope manual {
    %a = orch.submit @w(%x : memref<8xf32>) {tracking = ["none"]}
    %b = orch.submit @w(%x : memref<8xf32>)
  }
  %c = orch.submit @r(%x : memref<8xf32>)
  return
}

// -----

// The host waits in auto code; in manual code it must be told to.
func.func private @w(memref<8xf32> {orch.access = "write"}) attributes {orch.kernel}
func.func private @look(memref<8xf32> {orch.access = "read"})

func.func @waits(%x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %a = orch.submit @w(%x : memref<8xf32>)
  %v = memref.load %x[%c0] : memref<8xf32>
  func.call @look(%x) : (memref<8xf32>) -> ()
  orch.scope manual {
    %b = orch.submit @w(%x : memref<8xf32>)
    orch.wait %b : !orch.task
    %w = memref.load %x[%c0] : memref<8xf32>
  }
  return
}
// CHECK: error: host (memref.load) is not ordered after submit 0 (@w), though they conflict in element [2] of arg0
func.func @untracked(%x: memref<8xf32>) {
  %c2 = arith.constant 2 : index
  %a = orch.submit @w(%x : memref<8xf32>)
  %v = memref.load %x[%c2] {orch.tracking = "none"} : memref<8xf32>
  return
}
// CHECK: error: host (memref.store) is not ordered after submit 0 (@w), though they conflict in element [2] of arg0
func.func @no_wait(%x: memref<8xf32>) {
  %c2 = arith.constant 2 : index
  %f = arith.constant 0.0 : f32
  orch.scope manual {
    %a = orch.submit @w(%x : memref<8xf32>)
    memref.store %f, %x[%c2] : memref<8xf32>
  }
  return
}
// What the host has waited for is over: nothing later needs to be told.
func.func @over(%x: memref<8xf32>) {
  %c2 = arith.constant 2 : index
  %a = orch.submit @w(%x : memref<8xf32>)
  %v = memref.load %x[%c2] : memref<8xf32>
  %b = orch.submit @w(%x : memref<8xf32>) {tracking = ["publish"]}
  return
}
