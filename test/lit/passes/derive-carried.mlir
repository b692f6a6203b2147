// RUN: baton-opt %s --derive-deps | FileCheck %s && baton-opt %s --derive-deps > %t && baton-opt %t --derive-deps | diff %t -
// Conflicts between iterations: proven away, ordered by maps of ids, or left to the tracker.

func.func private @r(memref<64xf32> {orch.access = "read"}) attributes {orch.kernel}
func.func private @w(memref<64xf32> {orch.access = "write"}) attributes {orch.kernel}
func.func private @rw(memref<64xf32>) attributes {orch.kernel}
func.func private @read_into(memref<64xf32> {orch.access = "read"}, memref<64xf32> {orch.access = "write"}) attributes {orch.kernel}
func.func private @w8(memref<8xf32, strided<[1], offset: ?>> {orch.access = "write"}) attributes {orch.kernel}

// CHECK-LABEL: @reused(
// CHECK: [[V0:%.+]] = orch.submit @rw({{[^)]*}}) {tracking = ["lookup"]}{{$}}
// CHECK: [[V1:%.+]] = orch.submit @read_into({{[^)]*}}) derived([[V0]], [[OLD1:%.+]] : !orch.task, !orch.task) {tracking = ["publish", "none"]}{{$}}
// CHECK: [[V2:%.+]] = orch.submit @read_into({{[^)]*}}) derived([[V0]], [[OLD2:%.+]] : !orch.task, !orch.task) {tracking = ["publish", "none"]}{{$}}
// CHECK: scf.yield [[V1]], [[V2]] : !orch.task, !orch.task
func.func @reused(%buf: memref<64xf32> {orch.noalias}, %o1: memref<64xf32> {orch.noalias}, %o2: memref<64xf32> {orch.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %w = orch.submit @rw(%buf : memref<64xf32>)
    %a = orch.submit @read_into(%buf, %o1 : memref<64xf32>, memref<64xf32>)
    %b = orch.submit @read_into(%buf, %o2 : memref<64xf32>, memref<64xf32>)
  }
  return
}

// CHECK-LABEL: @offsets(
// CHECK: [[V0:%.+]] = orch.submit @w8({{[^)]*}}){{$}}
// CHECK: [[H:%.+]] = arith.floordivsi
// CHECK: [[OLD1:%.+]] = orch.get {{%.+}}{{\[}}[[H]]] : !orch.tasks<16>
// CHECK: [[V1:%.+]] = orch.submit @w8({{[^)]*}}) derived([[OLD1]] : !orch.task) {tracking = ["none"]}{{$}}
// CHECK: orch.set [[V1]], {{%.+}}{{\[}}[[H]]] : !orch.tasks<16>
// CHECK: [[R:%.+]] = arith.remui
// CHECK: [[OLD2:%.+]] = orch.get {{%.+}}{{\[}}[[R]]] : !orch.tasks<16>
// CHECK: [[V2:%.+]] = orch.submit @w8({{[^)]*}}) derived([[OLD2]] : !orch.task) {tracking = ["none"]}{{$}}
// CHECK: {{%.+}} = memref.load {{%[^ ,]+}}[{{%[^ ,]+}}] {orch.tracking = "none"} : memref<8xindex>{{$}}
// CHECK: [[V3:%.+]] = orch.submit @w8({{[^)]*}}){{$}}
// CHECK: [[V4:%.+]] = orch.submit @w8({{[^)]*}}){{$}}
// CHECK: [[V5:%.+]] = orch.submit @w8({{[^)]*}}) {tracking = ["none"]}{{$}}
func.func @offsets(%index: memref<8xindex> {orch.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %huge = arith.constant 2305843009213693952 : index
  %x = orch.alloc() : memref<128xf32>
  // Closer than they are long.
  scf.for %i = %c0 to %c8 step %c1 {
    %o = arith.muli %i, %c4 : index
    %v = memref.subview %x[%o] [8] [1] : memref<128xf32> to memref<8xf32, strided<[1], offset: ?>>
    %t = orch.submit @w8(%v : memref<8xf32, strided<[1], offset: ?>>)
  }
  // Two iterations, one slot.
  %y = orch.alloc() : memref<128xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    %h = arith.floordivsi %i, %c2 : index
    %o = arith.muli %h, %c8 : index
    %v = memref.subview %y[%o] [8] [1] : memref<128xf32> to memref<8xf32, strided<[1], offset: ?>>
    %t = orch.submit @w8(%v : memref<8xf32, strided<[1], offset: ?>>)
  }
  %z = orch.alloc() : memref<128xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    %h = arith.remui %i, %c2 : index
    %o = arith.muli %h, %c8 : index
    %v = memref.subview %z[%o] [8] [1] : memref<128xf32> to memref<8xf32, strided<[1], offset: ?>>
    %t = orch.submit @w8(%v : memref<8xf32, strided<[1], offset: ?>>)
  }
  %u = orch.alloc() : memref<128xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    %o = memref.load %index[%i] : memref<8xindex>
    %v = memref.subview %u[%o] [8] [1] : memref<128xf32> to memref<8xf32, strided<[1], offset: ?>>
    %t = orch.submit @w8(%v : memref<8xf32, strided<[1], offset: ?>>)
  }
  %s = orch.alloc() : memref<128xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    %o = arith.muli %i, %huge : index
    %p = arith.muli %o, %c4 : index
    %v = memref.subview %s[%p] [8] [1] : memref<128xf32> to memref<8xf32, strided<[1], offset: ?>>
    %t = orch.submit @w8(%v : memref<8xf32, strided<[1], offset: ?>>)
  }
  %q = orch.alloc() : memref<128xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    %o = arith.muli %i, %c8 : index
    %v = memref.subview %q[%o] [8] [1] : memref<128xf32> to memref<8xf32, strided<[1], offset: ?>>
    %t = orch.submit @w8(%v : memref<8xf32, strided<[1], offset: ?>>)
  }
  return
}

// CHECK-LABEL: @fresh(
// CHECK: [[V0:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["none"]}{{$}}
// CHECK: [[V1:%.+]] = orch.submit @rw({{[^)]*}}) derived([[V0]] : !orch.task) {tracking = ["none"]}{{$}}
func.func @fresh(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = orch.alloc() : memref<64xf32>
    %a = orch.submit @w(%x : memref<64xf32>)
    %b = orch.submit @rw(%x : memref<64xf32>)
  }
  return
}

// CHECK-LABEL: @double_buffer(
// CHECK: [[V0:%.+]] = orch.submit @read_into({{[^)]*}}) {tracking = ["lookup", "publish"]}{{$}}
// CHECK: [[V1:%.+]] = orch.submit @r({{[^)]*}}) {tracking = ["lookup"]}{{$}}
func.func @double_buffer(%x: memref<64xf32> {orch.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%old = %x) -> (memref<64xf32>) {
    %new = orch.alloc() : memref<64xf32>
    %a = orch.submit @read_into(%old, %new : memref<64xf32>, memref<64xf32>)
    scf.yield %new : memref<64xf32>
  }
  %b = orch.submit @r(%last : memref<64xf32>)
  return
}
// CHECK-LABEL: @accumulate(
// CHECK: [[V0:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["none"]}{{$}}
// CHECK: [[LAST:%.+]] = scf.for {{.*}} iter_args([[OLD:%.+]] = [[V0]]) -> (!orch.task) {
// CHECK: [[V1:%.+]] = orch.submit @rw({{[^)]*}}) derived([[OLD]] : !orch.task) {tracking = ["none"]}{{$}}
// CHECK: scf.yield [[V1]] : !orch.task
// CHECK: [[V2:%.+]] = orch.submit @r({{[^)]*}}) derived([[LAST]] : !orch.task) {tracking = ["none"]}{{$}}
func.func @accumulate(%x: memref<64xf32> {orch.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = orch.submit @w(%x : memref<64xf32>)
  scf.for %i = %c0 to %c4 step %c1 {
    %b = orch.submit @rw(%x : memref<64xf32>)
  }
  %c = orch.submit @r(%x : memref<64xf32>)
  return
}
