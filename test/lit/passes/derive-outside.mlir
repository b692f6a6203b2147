// RUN: baton-opt %s --allow-unregistered-dialect --derive-deps | FileCheck %s && baton-opt %s --allow-unregistered-dialect --derive-deps > %t && baton-opt %t --allow-unregistered-dialect --derive-deps | diff %t -
// Host accesses, calls and what callers do; foreign regions are left alone.

func.func private @r(memref<64xf32> {orch.access = "read"}) attributes {orch.kernel}
func.func private @w(memref<64xf32> {orch.access = "write"}) attributes {orch.kernel}
func.func private @host_reads(memref<64xf32> {orch.access = "read"})

// CHECK-LABEL: @host(
// CHECK: memref.store {{%[^ ,]+}}, {{%[^ ,]+}}[{{%[^ ,]+}}] {orch.tracking = "none"} : memref<64xf32>{{$}}
// CHECK: [[V0:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["publish"]}{{$}}
// CHECK: {{%.+}} = memref.load {{%[^ ,]+}}[{{%[^ ,]+}}] : memref<64xf32>{{$}}
// CHECK: {{%.+}} = memref.load {{%[^ ,]+}}[{{%[^ ,]+}}] {orch.tracking = "none"} : memref<64xf32>{{$}}
// CHECK: memref.store {{%[^ ,]+}}, {{%[^ ,]+}}[{{%[^ ,]+}}] {orch.tracking = "none"} : memref<64xf32>{{$}}
// CHECK: [[V1:%.+]] = orch.submit @r({{[^)]*}}) {tracking = ["publish"]}{{$}}
// CHECK: memref.store {{%[^ ,]+}}, {{%[^ ,]+}}[{{%[^ ,]+}}] : memref<64xf32>{{$}}
func.func @host(%x: memref<64xf32> {orch.noalias}, %y: memref<64xf32> {orch.noalias}, %f: f32) {
  %c0 = arith.constant 0 : index
  memref.store %f, %x[%c0] : memref<64xf32>
  %a = orch.submit @w(%x : memref<64xf32>)
  %v = memref.load %x[%c0] : memref<64xf32>
  %w = memref.load %y[%c0] : memref<64xf32>
  memref.store %f, %y[%c0] : memref<64xf32>
  %b = orch.submit @r(%y : memref<64xf32>)
  memref.store %f, %y[%c0] : memref<64xf32>
  func.call @host_reads(%y) : (memref<64xf32>) -> ()
  return
}

// CHECK-LABEL: @host_disjoint(
// CHECK: [[V0:%.+]] = orch.submit @w32({{[^)]*}}) {tracking = ["publish"]}{{$}}
// CHECK: {{%.+}} = memref.load {{%[^ ,]+}}[{{%[^ ,]+}}] {orch.tracking = "none"} : memref<64xf32>{{$}}
// CHECK: {{%.+}} = memref.load {{%[^ ,]+}}[{{%[^ ,]+}}] : memref<64xf32>{{$}}
// CHECK: {{%.+}} = memref.load {{%[^ ,]+}}[{{%[^ ,]+}}] : memref<32xf32, strided<[1]>>{{$}}
func.func @host_disjoint(%f: f32) {
  %c2 = arith.constant 2 : index
  %c40 = arith.constant 40 : index
  %x = orch.alloc() : memref<64xf32>
  %lo = memref.subview %x[0] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1]>>
  %a = orch.submit @w32(%lo : memref<32xf32, strided<[1]>>)
  %v = memref.load %x[%c40] : memref<64xf32>
  %w = memref.load %x[%c2] : memref<64xf32>
  %z = memref.load %lo[%c2] : memref<32xf32, strided<[1]>>
  return
}
func.func private @w32(memref<32xf32, strided<[1]>> {orch.access = "write"}) attributes {orch.kernel}

// Called twice: what it writes last meets what it reads first, and what its callers do.
// CHECK-LABEL: @twice(
// CHECK: [[V0:%.+]] = orch.submit @r({{[^)]*}}) {tracking = ["lookup"]}{{$}}
// CHECK: [[V1:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["none"]}{{$}}
// CHECK: [[V2:%.+]] = orch.submit @w({{[^)]*}}) derived([[V0]] : !orch.task){{$}}
// CHECK: [[V3:%.+]] = orch.submit @r({{[^)]*}}) derived([[V1]] : !orch.task) {tracking = ["none"]}{{$}}
func.func private @twice(%x: memref<64xf32>) {
  %t = orch.alloc() : memref<64xf32>
  %a = orch.submit @r(%x : memref<64xf32>)
  %b = orch.submit @w(%t : memref<64xf32>)
  %c = orch.submit @w(%x : memref<64xf32>)
  %d = orch.submit @r(%t : memref<64xf32>)
  return
}
// CHECK-LABEL: @calls(
// CHECK: [[V0:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["publish"]}{{$}}
// CHECK: [[V1:%.+]] = orch.submit @r({{[^)]*}}) derived([[V0]] : !orch.task) {tracking = ["lookup"]}{{$}}
func.func @calls(%x: memref<64xf32>) {
  %a = orch.submit @w(%x : memref<64xf32>)
  func.call @twice(%x) : (memref<64xf32>) -> ()
  func.call @twice(%x) : (memref<64xf32>) -> ()
  %b = orch.submit @r(%x : memref<64xf32>)
  return
}

// A buffer that is returned is met by what the caller does.
// CHECK-LABEL: @makes(
// CHECK: [[V0:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["publish"]}{{$}}
// CHECK: [[V1:%.+]] = orch.submit @r({{[^)]*}}) derived([[V0]] : !orch.task) {tracking = ["publish"]}{{$}}
func.func private @makes() -> memref<64xf32> {
  %x = orch.alloc() : memref<64xf32>
  %a = orch.submit @w(%x : memref<64xf32>)
  %b = orch.submit @r(%x : memref<64xf32>)
  return %x : memref<64xf32>
}
// CHECK-LABEL: @uses(
// CHECK: [[V0:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["lookup"]}{{$}}
// CHECK: [[V1:%.+]] = orch.submit @r({{[^)]*}}) derived([[V0]] : !orch.task) {tracking = ["none"]}{{$}}
func.func @uses() {
  %x = func.call @makes() : () -> memref<64xf32>
  %a = orch.submit @w(%x : memref<64xf32>)
  %b = orch.submit @r(%x : memref<64xf32>)
  return
}

// CHECK-LABEL: @foreign(
// CHECK: [[V0:%.+]] = orch.submit @w({{[^)]*}}){{$}}
// CHECK: [[V1:%.+]] = orch.submit @r({{[^)]*}}){{$}}
func.func @foreign(%x: memref<64xf32>) {
  %a = orch.submit @w(%x : memref<64xf32>)
  "test.region"() ({
    %b = orch.submit @r(%x : memref<64xf32>)
    "test.end"() : () -> ()
  }) : () -> ()
  return
}
