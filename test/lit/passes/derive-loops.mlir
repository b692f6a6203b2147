// RUN: baton-opt %s --derive-deps | FileCheck %s && baton-opt %s --derive-deps > %t && baton-opt %t --derive-deps | diff %t -
// Producers in loops and scopes are collected; loops that may not run separate nothing; branches and unknown loops stay tracked.

func.func private @r(memref<64xf32> {orch.access = "read"}) attributes {orch.kernel}
func.func private @w(memref<64xf32> {orch.access = "write"}) attributes {orch.kernel}
func.func private @w8(memref<8xf32, strided<[1], offset: ?>> {orch.access = "write"}) attributes {orch.kernel}

// CHECK-LABEL: @from_for(
// CHECK: [[V0:%.+]] = orch.none : !orch.tasks<4>{{$}}
// CHECK: [[V1:%.+]] = scf.for {{.*}}= [[V0]]) -> (!orch.tasks<4>)
// CHECK: [[V2:%.+]] = orch.submit @w8({{[^)]*}}){{$}}
// CHECK: [[V3:%.+]] = arith.subi {{%[^ ,]+}}, {{%[^ ,]+}} : index{{$}}
// CHECK: [[V4:%.+]] = arith.divui [[V3]], {{%[^ ,]+}} : index{{$}}
// CHECK: [[V5:%.+]] = orch.set [[V2]], {{%[^ ,]+}}{{\[}}[[V4]]{{\]}} : !orch.tasks<4>{{$}}
// CHECK: scf.yield [[V5]] : !orch.tasks<4>{{$}}
// CHECK: [[V6:%.+]] = orch.submit @r({{[^)]*}}) derived([[V1]] : !orch.tasks<4>) {tracking = ["none"]}{{$}}
func.func @from_for() {
  %x = orch.alloc() : memref<64xf32>
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c18 = arith.constant 18 : index
  scf.for %i = %c2 to %c18 step %c4 {
    %v = memref.subview %x[%i] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
    %a = orch.submit @w8(%v : memref<8xf32, strided<[1], offset: ?>>)
  }
  %b = orch.submit @r(%x : memref<64xf32>)
  return
}

// CHECK-LABEL: @from_parallel(
// CHECK: [[V0:%.+]] = orch.parallel {{.*}} -> (!orch.tasks<8>)
// CHECK: [[V1:%.+]] = orch.submit @w8({{[^)]*}}) {tracking = ["none"]}{{$}}
// CHECK: orch.yield [[V1]] : !orch.task{{$}}
// CHECK: [[V2:%.+]] = orch.submit @r({{[^)]*}}) derived([[V0]] : !orch.tasks<8>) {tracking = ["none"]}{{$}}
// CHECK: [[V3:%.+]] = orch.submit @w({{[^)]*}}) derived([[V0]], [[V2]] : !orch.tasks<8>, !orch.task) {tracking = ["none"]}{{$}}
func.func @from_parallel() {
  %x = orch.alloc() : memref<64xf32>
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  orch.parallel %i = %c0 to %c64 step %c8 {
    %v = memref.subview %x[%i] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
    %a = orch.submit @w8(%v : memref<8xf32, strided<[1], offset: ?>>)
  }
  %b = orch.submit @r(%x : memref<64xf32>)
  %c = orch.submit @w(%x : memref<64xf32>)
  return
}

// CHECK-LABEL: @nested(
// CHECK: [[V0:%.+]] = orch.none : !orch.tasks<6>{{$}}
// CHECK: [[V1:%.+]] = scf.for {{.*}}= [[V0]]) -> (!orch.tasks<6>)
// CHECK: [[V2:%.+]] = orch.scope auto -> (!orch.tasks<3>)
// CHECK: [[V3:%.+]] = orch.none : !orch.tasks<3>{{$}}
// CHECK: [[V4:%.+]] = scf.for {{.*}}= [[V3]]) -> (!orch.tasks<3>)
// CHECK: [[V5:%.+]] = orch.submit @w8({{[^)]*}}) {tracking = ["none"]}{{$}}
// CHECK: [[V6:%.+]] = orch.set [[V5]], {{%[^ ,]+}}[{{%[^ ,]+}}] : !orch.tasks<3>{{$}}
// CHECK: scf.yield [[V6]] : !orch.tasks<3>{{$}}
// CHECK: orch.yield [[V4]] : !orch.tasks<3>{{$}}
// CHECK: [[V7:%.+]] = scf.for {{.*}} -> (!orch.tasks<6>)
// CHECK: [[V8:%.+]] = orch.get [[V2]][{{%[^ ,]+}}] : !orch.tasks<3>{{$}}
// CHECK: [[V9:%.+]] = orch.set [[V8]], {{%[^ ,]+}}[{{%[^ ,]+}}] : !orch.tasks<6>{{$}}
// CHECK: scf.yield [[V9]] : !orch.tasks<6>{{$}}
// CHECK: scf.yield [[V7]] : !orch.tasks<6>{{$}}
// CHECK: [[V10:%.+]] = orch.parallel {{.*}} -> (!orch.tasks<6>)
// CHECK: [[V11:%.+]] = orch.parallel {{.*}} -> (!orch.tasks<3>)
// CHECK: [[V12:%.+]] = orch.submit @w8({{[^)]*}}) {tracking = ["none"]}{{$}}
// CHECK: orch.yield [[V12]] : !orch.task{{$}}
// CHECK: orch.yield [[V11]] : !orch.tasks<3>{{$}}
// CHECK: [[V13:%.+]] = orch.submit @r({{[^)]*}}) derived([[V1]] : !orch.tasks<6>) {tracking = ["none"]}{{$}}
// CHECK: [[V14:%.+]] = orch.submit @r({{[^)]*}}) derived([[V10]] : !orch.tasks<6>) {tracking = ["none"]}{{$}}
func.func @nested() {
  %x = orch.alloc() : memref<64xf32>
  %y = orch.alloc() : memref<64xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %c24 = arith.constant 24 : index
  scf.for %i = %c0 to %c2 step %c1 {
    %base = arith.muli %i, %c24 : index
    orch.scope auto {
      scf.for %j = %c0 to %c3 step %c1 {
        %o = arith.muli %j, %c8 : index
        %p = arith.addi %base, %o : index
        %v = memref.subview %x[%p] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
        %a = orch.submit @w8(%v : memref<8xf32, strided<[1], offset: ?>>)
      }
    }
  }
  orch.parallel %i = %c0 to %c2 step %c1 {
    orch.parallel %j = %c0 to %c3 step %c1 {
      %o = arith.muli %j, %c8 : index
      %b0 = arith.muli %i, %c24 : index
      %p = arith.addi %b0, %o : index
      %v = memref.subview %y[%p] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %a = orch.submit @w8(%v : memref<8xf32, strided<[1], offset: ?>>)
    }
  }
  %b = orch.submit @r(%x : memref<64xf32>)
  %c = orch.submit @r(%y : memref<64xf32>)
  return
}

// CHECK-LABEL: @trips(
// CHECK: [[V0:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["none"]}{{$}}
// CHECK: [[V1:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["none"]}{{$}}
// CHECK: [[V2:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["none"]}{{$}}
// CHECK: [[V3:%.+]] = orch.parallel {{.*}} -> (!orch.tasks<1>)
// CHECK: [[V4:%.+]] = orch.submit @w({{[^)]*}}) derived([[V1]] : !orch.task) {tracking = ["none"]}{{$}}
// CHECK: orch.yield [[V4]] : !orch.task{{$}}
// CHECK: [[V5:%.+]] = orch.submit @r({{[^)]*}}) derived([[V0]] : !orch.task) {tracking = ["none"]}{{$}}
// CHECK: [[V6:%.+]] = orch.submit @r({{[^)]*}}) derived([[V3]] : !orch.tasks<1>) {tracking = ["none"]}{{$}}
func.func @trips() {
  %x = orch.alloc() : memref<64xf32>
  %y = orch.alloc() : memref<64xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = orch.submit @w(%x : memref<64xf32>)
  %b = orch.submit @w(%y : memref<64xf32>)
  scf.for %i = %c0 to %c0 step %c1 {
    %c = orch.submit @w(%x : memref<64xf32>)
  }
  orch.parallel %i = %c0 to %c1 step %c1 {
    %d = orch.submit @w(%y : memref<64xf32>)
  }
  %e = orch.submit @r(%x : memref<64xf32>)
  %f = orch.submit @r(%y : memref<64xf32>)
  return
}

// CHECK-LABEL: @dynamic(
// CHECK: [[V0:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["publish"]}{{$}}
// CHECK: [[V1:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["none"]}{{$}}
// CHECK: [[V2:%.+]] = orch.submit @r({{[^)]*}}) derived([[V1]] : !orch.task) {tracking = ["none"]}{{$}}
// CHECK: [[V3:%.+]] = orch.submit @r({{[^)]*}}) {tracking = ["lookup"]}{{$}}
// CHECK: [[V4:%.+]] = orch.submit @r({{[^)]*}}) derived([[V0]] : !orch.task) {tracking = ["none"]}{{$}}
func.func @dynamic(%n: index) {
  %x = orch.alloc() : memref<64xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = orch.submit @w(%x : memref<64xf32>)
  scf.for %i = %c0 to %n step %c1 {
    %y = orch.alloc() : memref<64xf32>
    %b = orch.submit @w(%y : memref<64xf32>)
    %c = orch.submit @r(%y : memref<64xf32>)
    %d = orch.submit @r(%x : memref<64xf32>)
  }
  %e = orch.submit @r(%x : memref<64xf32>)
  return
}
// CHECK-LABEL: @branch(
// CHECK: [[V0:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["none"]}{{$}}
// CHECK: [[IF:%.+]] = scf.if %{{.+}} -> (!orch.task) {
// CHECK: [[V1:%.+]] = orch.submit @r({{[^)]*}}) derived([[V0]] : !orch.task) {tracking = ["none"]}{{$}}
// CHECK: [[V2:%.+]] = orch.submit @w({{[^)]*}}) derived([[V0]], [[V1]] : !orch.task, !orch.task) {tracking = ["none"]}{{$}}
// CHECK: [[V3:%.+]] = orch.submit @r({{[^)]*}}) derived([[V0]], [[IF]] : !orch.task, !orch.task) {tracking = ["none"]}{{$}}
func.func @branch(%b: i1) {
  %x = orch.alloc() : memref<64xf32>
  %a = orch.submit @w(%x : memref<64xf32>)
  scf.if %b {
    %c = orch.submit @r(%x : memref<64xf32>)
    %d = orch.submit @w(%x : memref<64xf32>)
  }
  %e = orch.submit @r(%x : memref<64xf32>)
  return
}
// CHECK-LABEL: @into_for(
// CHECK: [[V0:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["none"]}{{$}}
// CHECK: [[V1:%.+]] = orch.none : !orch.tasks<4>{{$}}
// CHECK: [[V2:%.+]] = scf.for {{.*}}= [[V1]]) -> (!orch.tasks<4>)
// CHECK: [[V3:%.+]] = orch.submit @r({{[^)]*}}) derived([[V0]] : !orch.task) {tracking = ["none"]}{{$}}
// CHECK: [[V4:%.+]] = orch.set [[V3]], {{%[^ ,]+}}[{{%[^ ,]+}}] : !orch.tasks<4>{{$}}
// CHECK: scf.yield [[V4]] : !orch.tasks<4>{{$}}
// CHECK: [[V5:%.+]] = orch.submit @w({{[^)]*}}) derived([[V0]], [[V2]] : !orch.task, !orch.tasks<4>) {tracking = ["none"]}{{$}}
func.func @into_for() {
  %x = orch.alloc() : memref<64xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = orch.submit @w(%x : memref<64xf32>)
  scf.for %i = %c0 to %c4 step %c1 {
    %b = orch.submit @r(%x : memref<64xf32>)
  }
  %c = orch.submit @w(%x : memref<64xf32>)
  return
}
