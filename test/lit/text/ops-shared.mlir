// RUN: baton-opt %s > %t && FileCheck %s < %t
// Every builtin, func, scf and memref op reads and prints in custom and generic form, and printing is a fixed point.
// RUN: baton-opt %t | cmp - %t
// RUN: baton-opt %s --mlir-print-op-generic > %t-generic && baton-opt %t-generic | cmp - %t
// RUN: baton-opt %t-generic --mlir-print-op-generic | cmp - %t-generic
// RUN: FileCheck %s --check-prefix=GENERIC < %t-generic

// CHECK:   module @inner attributes {orch.note} {
// CHECK-NEXT: }
// GENERIC: "builtin.module"() <{sym_name = "inner"}> ({
// GENERIC-NEXT: ^bb0:
// GENERIC-NEXT: }) {orch.note} : () -> ()
module @inner attributes {orch.note} {
}

// CHECK: func.func private @declared(memref<?xf32> {orch.access = "read"}, index) -> (i32 {orch.note}, f32) attributes {orch.note = @inner::@deep}
// GENERIC: "func.func"() <{arg_attrs = [{orch.access = "read"}, {}], function_type = (memref<?xf32>, index) -> (i32, f32), res_attrs = [{orch.note}, {}], sym_name = "declared", sym_visibility = "private"}> ({
// GENERIC-NEXT: }) {orch.note = @inner::@deep} : () -> ()
func.func private @declared(memref<?xf32> {orch.access = "read"}, index) -> (i32 {orch.note}, f32) attributes {orch.note = @inner::@deep}
// CHECK: func.func private @"quoted name"()
func.func private @"quoted name"()

// CHECK: func.func @f(%arg0: memref<?xf32> {orch.noalias}, %arg1: index) -> (i32, f32) {
func.func @f(%m: memref<?xf32> {orch.noalias}, %i: index) -> (i32, f32) {
  // CHECK-NEXT: %0:2 = call @declared(%arg0, %arg1) : (memref<?xf32>, index) -> (i32, f32)
  // GENERIC: "func.call"(%arg0, %arg1) <{callee = @declared}> : (memref<?xf32>, index) -> (i32, f32)
  %0:2 = func.call @declared(%m, %i) : (memref<?xf32>, index) -> (i32, f32)
  // CHECK-NEXT: call @"quoted name"() : () -> ()
  call @"quoted name"() : () -> ()
  // CHECK-NEXT: return %0#0, %0#1 : i32, f32
  return %0#0, %0#1 : i32, f32
}

// CHECK-LABEL: func.func @loops
// GENERIC: sym_name = "loops"
func.func @loops(%n: index, %x: f32, %c: i1, %l: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK:      scf.for %arg4 = %c0 to %arg0 step %c1 {
  // CHECK-NEXT:   func.call @"quoted name"() : () -> ()
  // CHECK-NEXT: } {orch.note}
  scf.for %i = %c0 to %n step %c1 {
    func.call @"quoted name"() : () -> ()
  } {orch.note}
  // CHECK-NEXT: scf.for %arg4 = %arg3 to %arg3 step %arg3 : i32 {
  // CHECK-NEXT: }
  scf.for %i = %l to %l step %l : i32 {
  }
  // CHECK-NEXT: %0:2 = scf.for %arg4 = %c0 to %arg0 step %c1 iter_args(%arg5 = %arg1, %arg6 = %arg0) -> (f32, index) {
  // CHECK-NEXT:   scf.yield %arg5, %arg4 : f32, index
  // CHECK-NEXT: }
  // GENERIC:      %0:2 = "scf.for"(%c0, %arg0, %c1, %arg1, %arg0) ({
  // GENERIC-NEXT: ^bb0(%arg4: index, %arg5: f32, %arg6: index):
  // GENERIC-NEXT:   "scf.yield"(%arg5, %arg4) : (f32, index) -> ()
  // GENERIC-NEXT: }) : (index, index, index, f32, index) -> (f32, index)
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %n) -> (f32, index) {
    scf.yield %a, %i : f32, index
  }
  // CHECK-NEXT: scf.if %arg2 {
  // CHECK-NEXT: }
  // GENERIC:      "scf.if"(%arg2) ({
  // GENERIC-NEXT:   "scf.yield"() : () -> ()
  // GENERIC-NEXT: }, {
  // GENERIC-NEXT: }) : (i1) -> ()
  scf.if %c {
  }
  // CHECK-NEXT: %1 = scf.if %arg2 -> (f32) {
  // CHECK-NEXT:   scf.yield %arg1 : f32
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   scf.yield %0#0 : f32
  // CHECK-NEXT: } {orch.note}
  %1 = scf.if %c -> (f32) {
    scf.yield %x : f32
  } else {
    scf.yield %0#0 : f32
  } {orch.note}
  // CHECK-NEXT: %2 = scf.while (%arg4 = %c0) : (index) -> index {
  // CHECK-NEXT:   %4 = arith.cmpi slt, %arg4, %arg0 : index
  // CHECK-NEXT:   scf.condition(%4) %arg4 : index
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0(%arg4: index):
  // CHECK-NEXT:   %4 = arith.addi %arg4, %c1 : index
  // CHECK-NEXT:   scf.yield %4 : index
  // CHECK-NEXT: }
  %2 = scf.while (%a = %c0) : (index) -> index {
    %less = arith.cmpi slt, %a, %n : index
    scf.condition(%less) %a : index
  } do {
  ^bb0(%a: index):
    %next = arith.addi %a, %c1 : index
    scf.yield %next : index
  }
  // CHECK-NEXT: scf.while : () -> () {
  // CHECK-NEXT:   scf.condition(%arg2)
  // CHECK-NEXT: } do {
  // CHECK-NEXT:   scf.yield
  // CHECK-NEXT: }
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    scf.yield
  }
  // CHECK-NEXT: %3:2 = scf.index_switch %arg0 -> f32, index{{ $}}
  // CHECK-NEXT: case 2 {
  // CHECK-NEXT:   scf.yield %arg1, %c0 : f32, index
  // CHECK-NEXT: }
  // CHECK-NEXT: case -5 {
  // CHECK-NEXT:   scf.yield %0#0, %c1 : f32, index
  // CHECK-NEXT: }
  // CHECK-NEXT: default {
  // CHECK-NEXT:   scf.yield %1, %2 : f32, index
  // CHECK-NEXT: }
  // GENERIC:      %3:2 = "scf.index_switch"(%arg0) <{cases = array<i64: 2, -5>}> ({
  // GENERIC-NEXT:   "scf.yield"(%1, %2) : (f32, index) -> ()
  // GENERIC-NEXT: }, {
  // GENERIC-NEXT:   "scf.yield"(%arg1, %c0) : (f32, index) -> ()
  // GENERIC-NEXT: }, {
  // GENERIC-NEXT:   "scf.yield"(%0#0, %c1) : (f32, index) -> ()
  // GENERIC-NEXT: }) : (index) -> (f32, index)
  %3:2 = scf.index_switch %n -> f32, index
  case 2 {
    scf.yield %x, %c0 : f32, index
  }
  case -5 {
    scf.yield %0#0, %c1 : f32, index
  }
  default {
    scf.yield %1, %2 : f32, index
  }
  // CHECK-NEXT: scf.index_switch %arg0 {orch.note}{{ $}}
  // CHECK-NEXT: default {
  // CHECK-NEXT: }
  // GENERIC: "scf.index_switch"(%arg0) <{cases = array<i64>}> ({
  scf.index_switch %n {orch.note} default {
  }
  // CHECK-NEXT: scf.index_switch %arg0{{ $}}
  // CHECK-NEXT: case 0 {
  // CHECK-NEXT:   scf.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: default {
  // CHECK-NEXT: }
  scf.index_switch %n case 0 {scf.yield} default {scf.yield}
  return
}

// CHECK-LABEL: func.func @views
func.func @views(%m: memref<?x64xf32>, %i: index, %x: f32, %s: memref<f32>) {
  // CHECK-NEXT: %subview = memref.subview %arg0[0, %arg1] [%arg1, 8] [1, 2] : memref<?x64xf32> to memref<?x8xf32, strided<[64, 2], offset: ?>>
  // GENERIC: "memref.subview"(%arg0, %arg1, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>, static_offsets = array<i64: 0, -9223372036854775808>, static_sizes = array<i64: -9223372036854775808, 8>, static_strides = array<i64: 1, 2>}>
  %0 = memref.subview %m[0, %i] [%i, 8] [1, 2] : memref<?x64xf32> to memref<?x8xf32, strided<[64, 2], offset: ?>>
  // CHECK-NEXT: %cast = memref.cast %arg0 : memref<?x64xf32> to memref<4x?xf32>
  %1 = memref.cast %m : memref<?x64xf32> to memref<4x?xf32>
  // CHECK-NEXT: %dim = memref.dim %arg0, %arg1 : memref<?x64xf32>
  %2 = memref.dim %m, %i : memref<?x64xf32>
  // CHECK-NEXT: %0 = memref.load %arg0[%arg1, %dim] : memref<?x64xf32>
  // GENERIC: "memref.load"(%arg0, %arg1, %dim) : (memref<?x64xf32>, index, index) -> f32
  %3 = memref.load %m[%i, %2] : memref<?x64xf32>
  // CHECK-NEXT: %1 = memref.load %arg3[] : memref<f32>
  %4 = memref.load %s[] : memref<f32>
  // CHECK-NEXT: memref.store %arg2, %arg0[%arg1, %arg1] {nontemporal = true} : memref<?x64xf32>
  memref.store %x, %m[%i, %i] {nontemporal = true} : memref<?x64xf32>
  return
}

// CHECK-LABEL: func.func @shapes
func.func @shapes(%m: memref<4x8xf32>, %d: memref<?x8xf32>, %i: index, %o: memref<1x1xf32>, %s: memref<4x8xf32, strided<[16, 1], offset: ?>>) {
  // CHECK-NEXT: %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0, 1]] : memref<4x8xf32> into memref<32xf32>
  // GENERIC: "memref.collapse_shape"(%arg0) <{reassociation = {{\[\[}}0, 1]]}> : (memref<4x8xf32>) -> memref<32xf32>
  %0 = memref.collapse_shape %m [[0, 1]] : memref<4x8xf32> into memref<32xf32>
  // CHECK-NEXT: memref.collapse_shape %arg4 {{\[\[}}0], [1]] : memref<4x8xf32, strided<[16, 1], offset: ?>> into memref<4x8xf32, strided<[16, 1], offset: ?>>
  %1 = memref.collapse_shape %s [[0], [1]] : memref<4x8xf32, strided<[16, 1], offset: ?>> into memref<4x8xf32, strided<[16, 1], offset: ?>>
  // CHECK-NEXT: memref.collapse_shape %arg3 [] {orch.note} : memref<1x1xf32> into memref<f32>
  %2 = memref.collapse_shape %o [] {orch.note} : memref<1x1xf32> into memref<f32>
  // CHECK-NEXT: %expand_shape = memref.expand_shape %arg1 {{\[\[}}0, 1], [2]] output_shape [%arg2, 2, 8] : memref<?x8xf32> into memref<?x2x8xf32>
  // GENERIC: "memref.expand_shape"(%arg1, %arg2) <{reassociation = {{\[\[}}0, 1], [2]], static_output_shape = array<i64: -9223372036854775808, 2, 8>}> : (memref<?x8xf32>, index) -> memref<?x2x8xf32>
  %3 = memref.expand_shape %d [[0, 1], [2]] output_shape [%i, 2, 8] : memref<?x8xf32> into memref<?x2x8xf32>
  // CHECK-NEXT: memref.expand_shape %arg4 {{\[\[}}0, 1], [2]] output_shape [2, 2, 8] : memref<4x8xf32, strided<[16, 1], offset: ?>> into memref<2x2x8xf32, strided<[32, 16, 1], offset: ?>>
  %4 = memref.expand_shape %s [[0, 1], [2]] output_shape [2, 2, 8] : memref<4x8xf32, strided<[16, 1], offset: ?>> into memref<2x2x8xf32, strided<[32, 16, 1], offset: ?>>
  // CHECK-NEXT: %transpose = memref.transpose %arg0 (d0, d1) -> (d1, d0) {orch.note} : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>
  // GENERIC: "memref.transpose"(%arg0) <{permutation = affine_map<(d0, d1) -> (d1, d0)>}> {orch.note} : (memref<4x8xf32>) -> memref<8x4xf32, strided<[1, 8]>>
  %5 = memref.transpose %m (row, column) -> (column, row) {orch.note} : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>
  return
}
