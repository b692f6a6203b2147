// RUN: baton-opt %s > %t && FileCheck %s < %t
// Every orch op reads and prints in custom and generic form, and printing is a fixed point.
// RUN: baton-opt %t | cmp - %t
// RUN: baton-opt %s --mlir-print-op-generic > %t-generic && baton-opt %t-generic | cmp - %t
// RUN: baton-opt %t-generic --mlir-print-op-generic | cmp - %t-generic
// RUN: FileCheck %s --check-prefix=GENERIC < %t-generic

func.func private @k(memref<8xf32> {orch.access = "read"}, index) attributes {orch.kernel}
func.func private @nothing() attributes {orch.kernel, orch.core = "vector"}

// CHECK-LABEL: func.func @submits
// GENERIC: sym_name = "submits"
func.func @submits(%a: memref<8xf32>, %i: index, %f: memref<4xi32>, %xs: !orch.tasks<8>) {
  // CHECK-NEXT: %0 = orch.submit @nothing()
  // GENERIC: %0 = "orch.submit"() {callee = @nothing, operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0>} : () -> !orch.task
  %0 = orch.submit @nothing()
  // CHECK-NEXT: %1 = orch.submit @k(%arg0, %arg1 : memref<8xf32>, index)
  %1 = orch.submit @k(%a, %i : memref<8xf32>, index)
  // CHECK-NEXT: %2 = orch.submit @k(%arg0, %arg1 : memref<8xf32>, index) after(%1, %arg3 : !orch.task, !orch.tasks<8>)
  %2 = orch.submit @k(%a, %i : memref<8xf32>, index) after(%1, %xs : !orch.task, !orch.tasks<8>)
  // CHECK-NEXT: %3 = orch.submit @nothing() derived(%2 : !orch.task)
  %3 = orch.submit @nothing() derived(%2 : !orch.task)
  // CHECK-NEXT: %4 = orch.submit @nothing() blocks(%arg1) {early, orch.note = {a, b = -3 : i8}, priority = 3 : i32}
  %4 = orch.submit @nothing() blocks(%i) {priority = 3 : i32, early, orch.note = {b = -3 : i8, a}}
  // CHECK-NEXT: %5 = orch.submit @nothing() when(%arg2[%arg1] sgt -1 : memref<4xi32>)
  // GENERIC: "orch.submit"(%arg2, %arg1) {callee = @nothing, operandSegmentSizes = array<i32: 0, 0, 0, 0, 1, 1>, when_predicate = 4 : i64, when_value = -1 : i32} : (memref<4xi32>, index) -> !orch.task
  %5 = orch.submit @nothing() when(%f[%i] sgt -1 : memref<4xi32>)
  // CHECK-NEXT: %6 = orch.submit @k(%arg0, %arg1 : memref<8xf32>, index) after(%1 : !orch.task) derived(%2, %3 : !orch.task, !orch.task) blocks(%arg1) when(%arg2[%arg1] ne 0 : memref<4xi32>) {tracking = ["publish", "none"]}
  // GENERIC: "orch.submit"(%arg0, %arg1, %1, %2, %3, %arg1, %arg2, %arg1) {callee = @k, operandSegmentSizes = array<i32: 2, 1, 2, 1, 1, 1>, tracking = ["publish", "none"], when_predicate = 1 : i64, when_value = 0 : i32}
  %6 = orch.submit @k(%a, %i : memref<8xf32>, index) after(%1 : !orch.task) derived(%2, %3 : !orch.task, !orch.task) blocks(%i) when(%f[%i] ne 0 : memref<4xi32>) {tracking = ["publish", "none"]}
  return
}

// CHECK-LABEL: func.func @waits
// GENERIC: sym_name = "waits"
func.func @waits(%x: !orch.task, %xs: !orch.tasks<8>, %ys: !orch.tasks<?>, %i: index) {
  // CHECK-NEXT: orch.fence{{$}}
  // GENERIC: "orch.fence"() {operandSegmentSizes = array<i32: 0, 0>} : () -> !orch.task
  %0 = orch.fence
  // CHECK-NEXT: orch.fence after(%arg1 : !orch.tasks<8>)
  %1 = orch.fence after(%xs : !orch.tasks<8>)
  // CHECK-NEXT: orch.fence derived(%arg0, %arg2 : !orch.task, !orch.tasks<?>)
  %2 = orch.fence derived(%x, %ys : !orch.task, !orch.tasks<?>)
  // CHECK-NEXT: orch.fence after(%arg0 : !orch.task) derived(%arg1 : !orch.tasks<8>) {orch.note}
  %3 = orch.fence after(%x : !orch.task) derived(%xs : !orch.tasks<8>) {orch.note}
  // CHECK-NEXT: orch.none : !orch.task
  // GENERIC: "orch.none"() : () -> !orch.task
  %4 = orch.none : !orch.task
  // CHECK-NEXT: orch.none : !orch.tasks<0>
  %5 = orch.none : !orch.tasks<0>
  // CHECK-NEXT: orch.none(%arg3) : !orch.tasks<?>
  %6 = orch.none(%i) : !orch.tasks<?>
  // CHECK-NEXT: orch.get %arg1[%arg3] : !orch.tasks<8>
  // GENERIC: "orch.get"(%arg1, %arg3) : (!orch.tasks<8>, index) -> !orch.task
  %7 = orch.get %xs[%i] : !orch.tasks<8>
  // CHECK-NEXT: orch.set %arg0, %arg1[%arg3] : !orch.tasks<8>
  // GENERIC: "orch.set"(%arg0, %arg1, %arg3) : (!orch.task, !orch.tasks<8>, index) -> !orch.tasks<8>
  %8 = orch.set %x, %xs[%i] : !orch.tasks<8>
  // CHECK-NEXT: orch.size %arg2 : !orch.tasks<?>
  %9 = orch.size %ys : !orch.tasks<?>
  // CHECK-NEXT: orch.concat %arg0, %arg1 : !orch.task, !orch.tasks<8> -> !orch.tasks<9>
  %10 = orch.concat %x, %xs : !orch.task, !orch.tasks<8> -> !orch.tasks<9>
  // CHECK-NEXT: orch.slice %arg1[%arg3] [4] [1] : !orch.tasks<8> to !orch.tasks<4>
  // GENERIC: "orch.slice"(%arg1, %arg3) {bounds = array<i64: -9223372036854775808, 4, 1>} : (!orch.tasks<8>, index) -> !orch.tasks<4>
  %11 = orch.slice %xs[%i] [4] [1] : !orch.tasks<8> to !orch.tasks<4>
  // CHECK-NEXT: orch.slice %arg2[0] [%arg3] [%arg3] : !orch.tasks<?> to !orch.tasks<?>
  %12 = orch.slice %ys[0] [%i] [%i] : !orch.tasks<?> to !orch.tasks<?>
  // CHECK-NEXT: orch.is_none %arg0 : !orch.task
  %13 = orch.is_none %x : !orch.task
  // CHECK-NEXT: orch.wait %arg0, %arg1 : !orch.task, !orch.tasks<8>
  orch.wait %x, %xs : !orch.task, !orch.tasks<8>
  return
}

// CHECK-LABEL: func.func @regions
// GENERIC: sym_name = "regions"
func.func @regions(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: orch.alloc() : memref<8xf32>
  %0 = orch.alloc() : memref<8xf32>
  // CHECK: orch.alloc(%arg0) : memref<?x8xf32>
  // GENERIC: "orch.alloc"(%arg0) : (index) -> memref<?x8xf32>
  %1 = orch.alloc(%n) : memref<?x8xf32>
  // CHECK:      orch.parallel %arg1 = %c0 to %arg0 step %c1 {
  // CHECK-NEXT: }
  // GENERIC:      "orch.parallel"(%c0, %arg0, %c1) ({
  // GENERIC-NEXT: ^bb0(%arg1: index):
  // GENERIC-NEXT:   "orch.yield"() : () -> ()
  // GENERIC-NEXT: }, {}) : (index, index, index) -> ()
  orch.parallel %i = %c0 to %n step %c1 {
  }
  // CHECK:      %2:2 = orch.parallel %arg1 = %c0 to %arg0 step %c1 -> (!orch.tasks<?>, !orch.tasks<?>) {
  // CHECK-NEXT:   %4 = orch.submit @nothing()
  // CHECK-NEXT:   orch.yield %4, %4 : !orch.task, !orch.task
  // CHECK-NEXT: } {orch.note = "x"}
  %2:2 = orch.parallel %i = %c0 to %n step %c1 -> (!orch.tasks<?>, !orch.tasks<?>) {
    %t = orch.submit @nothing()
    orch.yield %t, %t : !orch.task, !orch.task
  } {orch.note = "x"}
  // CHECK:      orch.wait %2#1 : !orch.tasks<?>
  orch.wait %2#1 : !orch.tasks<?>
  // CHECK:      orch.scope auto {
  // CHECK-NEXT: }
  // GENERIC:      "orch.scope"() ({
  // GENERIC-NEXT:   "orch.yield"() : () -> ()
  // GENERIC-NEXT: }, {}) {kind = "auto"} : () -> ()
  orch.scope auto {
  }
  // CHECK:      %{{.*}}:2 = orch.scope manual -> (!orch.task, memref<8xf32>) {
  // CHECK:        orch.yield %{{.*}}, %0 : !orch.task, memref<8xf32>
  // CHECK-NEXT: } {orch.note}
  // GENERIC:      }, {}) {kind = "manual", orch.note} : () -> (!orch.task, memref<8xf32>)
  %t, %b = orch.scope manual -> (!orch.task, memref<8xf32>) {
    %u = orch.submit @nothing()
    orch.yield %u, %0 : !orch.task, memref<8xf32>
  } {orch.note}
  return
}
