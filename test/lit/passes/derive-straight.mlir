// RUN: baton-opt %s --derive-deps | FileCheck %s && baton-opt %s --derive-deps > %t && baton-opt %t --derive-deps | diff %t -
// Hazards in straight code become edges, in program order of the producers; the same again changes nothing.

func.func private @r(memref<64xf32> {orch.access = "read"}) attributes {orch.kernel}
func.func private @w(memref<64xf32> {orch.access = "write"}) attributes {orch.kernel}
func.func private @rw(memref<64xf32>) attributes {orch.kernel}
func.func private @w32(memref<32xf32, strided<[1], offset: ?>> {orch.access = "write"}) attributes {orch.kernel}
func.func private @r32(memref<32xf32, strided<[1], offset: ?>> {orch.access = "read"}) attributes {orch.kernel}

// Read after write, write after the readers and the writer, a write that covers all before it.
// CHECK-LABEL: @order(
// CHECK: [[V0:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["none"]}{{$}}
// CHECK: [[V1:%.+]] = orch.submit @r({{[^)]*}}) derived([[V0]] : !orch.task) {tracking = ["none"]}{{$}}
// CHECK: [[V2:%.+]] = orch.submit @r({{[^)]*}}) derived([[V0]] : !orch.task) {tracking = ["none"]}{{$}}
// CHECK: [[V3:%.+]] = orch.submit @w({{[^)]*}}) derived([[V0]], [[V1]], [[V2]] : !orch.task, !orch.task, !orch.task) {tracking = ["none"]}{{$}}
// CHECK: [[V4:%.+]] = orch.submit @rw({{[^)]*}}) derived([[V3]] : !orch.task) {tracking = ["none"]}{{$}}
func.func @order(%x: memref<64xf32>) {
  %a = orch.submit @w(%x : memref<64xf32>)
  %b = orch.submit @r(%x : memref<64xf32>)
  %c = orch.submit @r(%x : memref<64xf32>)
  %d = orch.submit @w(%x : memref<64xf32>)
  %e = orch.submit @rw(%x : memref<64xf32>)
  return
}

// CHECK-LABEL: @readers(
// CHECK: [[V0:%.+]] = orch.submit @r({{[^)]*}}) {tracking = ["none"]}{{$}}
// CHECK: [[V1:%.+]] = orch.submit @r({{[^)]*}}) {tracking = ["none"]}{{$}}
func.func @readers(%x: memref<64xf32>) {
  %a = orch.submit @r(%x : memref<64xf32>)
  %b = orch.submit @r(%x : memref<64xf32>)
  return
}

// CHECK-LABEL: @slices(
// CHECK: [[V0:%.+]] = orch.submit @w32({{[^)]*}}) {tracking = ["none"]}{{$}}
// CHECK: [[V1:%.+]] = orch.submit @w32({{[^)]*}}) {tracking = ["none"]}{{$}}
// CHECK: [[V2:%.+]] = orch.submit @r32({{[^)]*}}) derived([[V0]] : !orch.task) {tracking = ["none"]}{{$}}
// CHECK: [[V3:%.+]] = orch.submit @r32({{[^)]*}}) derived([[V0]], [[V1]] : !orch.task, !orch.task) {tracking = ["none"]}{{$}}
func.func @slices() {
  %x = orch.alloc() : memref<64xf32>
  %lo = memref.subview %x[0] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1]>>
  %hi = memref.subview %x[32] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1], offset: 32>>
  %mid = memref.subview %x[16] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1], offset: 16>>
  %lo_any = memref.cast %lo : memref<32xf32, strided<[1]>> to memref<32xf32, strided<[1], offset: ?>>
  %hi_any = memref.cast %hi : memref<32xf32, strided<[1], offset: 32>> to memref<32xf32, strided<[1], offset: ?>>
  %mid_any = memref.cast %mid : memref<32xf32, strided<[1], offset: 16>> to memref<32xf32, strided<[1], offset: ?>>
  %a = orch.submit @w32(%lo_any : memref<32xf32, strided<[1], offset: ?>>)
  %b = orch.submit @w32(%hi_any : memref<32xf32, strided<[1], offset: ?>>)
  %c = orch.submit @r32(%lo_any : memref<32xf32, strided<[1], offset: ?>>)
  %d = orch.submit @r32(%mid_any : memref<32xf32, strided<[1], offset: ?>>)
  return
}

// CHECK-LABEL: @symbolic(
// CHECK: [[V0:%.+]] = orch.submit @w32({{[^)]*}}) {tracking = ["publish"]}{{$}}
// CHECK: [[V1:%.+]] = orch.submit @r32({{[^)]*}}) {tracking = ["lookup"]}{{$}}
// CHECK: [[V2:%.+]] = orch.submit @r({{[^)]*}}) derived([[V0]] : !orch.task) {tracking = ["none"]}{{$}}
func.func @symbolic(%n: index) {
  %x = orch.alloc() : memref<64xf32>
  %any = memref.subview %x[%n] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1], offset: ?>>
  %lo = memref.subview %x[0] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1]>>
  %lo_any = memref.cast %lo : memref<32xf32, strided<[1]>> to memref<32xf32, strided<[1], offset: ?>>
  %a = orch.submit @w32(%any : memref<32xf32, strided<[1], offset: ?>>)
  %b = orch.submit @r32(%lo_any : memref<32xf32, strided<[1], offset: ?>>)
  %c = orch.submit @r(%x : memref<64xf32>)
  return
}

// CHECK-LABEL: @listed(
// CHECK: [[V0:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["none"]}{{$}}
// CHECK: [[V1:%.+]] = orch.submit @w({{[^)]*}}) after([[V0]] : !orch.task) {tracking = ["publish"]}{{$}}
// CHECK: [[V2:%.+]] = orch.submit @w({{[^)]*}}) after([[V0]] : !orch.task) {tracking = ["lookup"]}{{$}}
func.func @listed(%x: memref<64xf32>, %y: memref<64xf32>) {
  %a = orch.submit @w(%x : memref<64xf32>)
  %b = orch.submit @w(%x : memref<64xf32>) after(%a : !orch.task)
  %c = orch.submit @w(%y : memref<64xf32>) after(%a : !orch.task)
  return
}
// CHECK-LABEL: @predicate(
// CHECK: [[V0:%.+]] = orch.submit @flag({{[^)]*}}) {tracking = ["none"]}{{$}}
// CHECK: [[V1:%.+]] = orch.submit @w({{[^)]*}}) derived([[V0]] : !orch.task) when({{%[^ ,]+}}[{{%[^ ,]+}}] sgt 0 : memref<4xi32>) {tracking = ["none", "none"]}{{$}}
// CHECK: [[V2:%.+]] = orch.submit @flag({{[^)]*}}) derived([[V0]], [[V1]] : !orch.task, !orch.task) {tracking = ["none"]}{{$}}
func.func @predicate(%c0 : index) {
  %x = orch.alloc() : memref<64xf32>
  %f = orch.alloc() : memref<4xi32>
  %fl = orch.submit @flag(%f : memref<4xi32>)
  %a = orch.submit @w(%x : memref<64xf32>) when(%f[%c0] sgt 0 : memref<4xi32>)
  %b = orch.submit @flag(%f : memref<4xi32>)
  return
}
func.func private @flag(memref<4xi32> {orch.access = "write"}) attributes {orch.kernel}
