// RUN: baton-opt %s --derive-deps | FileCheck %s && baton-opt %s --derive-deps > %t && baton-opt %t --derive-deps | diff %t -
// Buffers that may be one of several, or the same as another, are tracked; what is handed on unchanged is known.

func.func private @r(memref<64xf32> {orch.access = "read"}) attributes {orch.kernel}
func.func private @w(memref<64xf32> {orch.access = "write"}) attributes {orch.kernel}
func.func private @r32(memref<32xf32, strided<[1]>> {orch.access = "read"}) attributes {orch.kernel}

// CHECK-LABEL: @may_alias(
// CHECK: [[V0:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["publish"]}{{$}}
// CHECK: [[V1:%.+]] = orch.submit @r({{[^)]*}}) {tracking = ["lookup"]}{{$}}
func.func @may_alias(%x: memref<64xf32>, %y: memref<64xf32>) {
  %a = orch.submit @w(%x : memref<64xf32>)
  %b = orch.submit @r(%y : memref<64xf32>)
  return
}
// CHECK-LABEL: @noalias(
// CHECK: [[V0:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["none"]}{{$}}
// CHECK: [[V1:%.+]] = orch.submit @r({{[^)]*}}) {tracking = ["none"]}{{$}}
func.func @noalias(%x: memref<64xf32>, %y: memref<64xf32> {orch.noalias}) {
  %a = orch.submit @w(%x : memref<64xf32>)
  %b = orch.submit @r(%y : memref<64xf32>)
  return
}
// CHECK-LABEL: @selected(
// CHECK: [[V0:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["publish"]}{{$}}
// CHECK: [[V1:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["publish"]}{{$}}
// CHECK: [[V2:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["none"]}{{$}}
// CHECK: [[V3:%.+]] = orch.submit @r({{[^)]*}}) {tracking = ["lookup"]}{{$}}
// CHECK: [[V4:%.+]] = orch.submit @w({{[^)]*}}) derived([[V3]] : !orch.task) {tracking = ["lookup"]}{{$}}
// CHECK: [[V5:%.+]] = orch.submit @r({{[^)]*}}) derived([[V2]] : !orch.task) {tracking = ["none"]}{{$}}
func.func @selected(%c: i1) {
  %x = orch.alloc() : memref<64xf32>
  %y = orch.alloc() : memref<64xf32>
  %z = orch.alloc() : memref<64xf32>
  %a = orch.submit @w(%x : memref<64xf32>)
  %b = orch.submit @w(%y : memref<64xf32>)
  %d = orch.submit @w(%z : memref<64xf32>)
  %s = arith.select %c, %x, %y : memref<64xf32>
  %e = orch.submit @r(%s : memref<64xf32>)
  %f = orch.submit @w(%s : memref<64xf32>)
  %g = orch.submit @r(%z : memref<64xf32>)
  return
}
// CHECK-LABEL: @branched(
// CHECK: [[V0:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["publish"]}{{$}}
// CHECK: [[V1:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["publish"]}{{$}}
// CHECK: [[V2:%.+]] = orch.submit @r({{[^)]*}}) {tracking = ["lookup"]}{{$}}
func.func @branched(%c: i1) {
  %x = orch.alloc() : memref<64xf32>
  %a = orch.submit @w(%x : memref<64xf32>)
  %s = scf.if %c -> (memref<64xf32>) {
    scf.yield %x : memref<64xf32>
  } else {
    %y = orch.alloc() : memref<64xf32>
    %b = orch.submit @w(%y : memref<64xf32>)
    scf.yield %y : memref<64xf32>
  }
  %e = orch.submit @r(%s : memref<64xf32>)
  return
}
// CHECK-LABEL: @carried(
// CHECK: [[V0:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["publish"]}{{$}}
// CHECK: [[V1:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["publish"]}{{$}}
// CHECK: [[V2:%.+]] = orch.submit @r({{[^)]*}}) {tracking = ["lookup"]}{{$}}
func.func @carried(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = orch.alloc() : memref<64xf32>
  %y = orch.alloc() : memref<64xf32>
  %a = orch.submit @w(%x : memref<64xf32>)
  %b = orch.submit @w(%y : memref<64xf32>)
  %p, %q = scf.for %i = %c0 to %n step %c1 iter_args(%u = %x, %v = %y) -> (memref<64xf32>, memref<64xf32>) {
    scf.yield %v, %u : memref<64xf32>, memref<64xf32>
  }
  %e = orch.submit @r(%p : memref<64xf32>)
  return
}
// CHECK-LABEL: @passed_on(
// CHECK: [[V0:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["none"]}{{$}}
// CHECK: [[V1:%.+]] = orch.submit @r32({{[^)]*}}) derived([[V0]] : !orch.task) {tracking = ["none"]}{{$}}
func.func @passed_on(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = orch.alloc() : memref<64xf32>
  %a = orch.submit @w(%x : memref<64xf32>)
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%u = %x) -> (memref<64xf32>) {
    %s = orch.scope auto -> (memref<64xf32>) {
      orch.yield %u : memref<64xf32>
    }
    scf.yield %s : memref<64xf32>
  }
  %lo = memref.subview %p[0] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1]>>
  %e = orch.submit @r32(%lo : memref<32xf32, strided<[1]>>)
  return
}
