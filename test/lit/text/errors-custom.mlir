// RUN: not baton-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --match-full-lines --strict-whitespace
// What does not follow the custom form of an op is one error at its place.

//CHECK:{{.*}}:[[@LINE+2]]:17: error: expected ','
func.func @f(%x: i32) {
  arith.addi %x : i32
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:14: error: expected SSA operand
func.func @f(%x: i32) {
  arith.addi 3, %x : i32
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:21: error: expected ':'
func.func @f(%x: i32) {
  arith.addi %x, %x i32
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:20: error: expected ':'
func.func @f(%x: i32) {
  arith.addi %x, %x
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:14: error: expected string or keyword containing one of the following enum values for attribute 'predicate' [eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge]
func.func @f(%x: i32) {
  arith.cmpi less, %x, %x : i32
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:14: error: expected a word for attribute 'predicate'
func.func @f(%x: i32) {
  arith.cmpi 3, %x, %x : i32
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:24: error: expected 'to'
func.func @f(%x: i32) {
  arith.extsi %x : i32 in i64
}

// -----

//CHECK:{{.*}}:[[@LINE+3]]:18: error: use of value '%x' expects different type than prior uses: 'index' vs 'i32'
//CHECK:{{.*}}:[[@LINE+1]]:14: note: previously defined here
func.func @f(%x: i32) {
  memref.load %x[%x] : i32
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:21: error: expected SSA value or integer
func.func @f(%x: memref<4xf32>) {
  memref.subview %x[a] [1] [1] : memref<4xf32> to memref<1xf32>
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:23: error: expected ']'
func.func @f(%x: memref<4xf32>) {
  memref.subview %x[0 [1] [1] : memref<4xf32> to memref<1xf32>
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:21: error: integer value too large
func.func @f(%x: memref<4xf32>) {
  memref.subview %x[-9223372036854775808] [1] [1] : memref<4xf32> to memref<1xf32>
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:15: error: expected valid '@'-identifier for symbol name
func.func @f(%x: i32) {
  orch.submit k()
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:20: error: expected ':'
func.func @f(%x: i32) {
  orch.submit @k(%x)
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:27: error: number of operands and types do not match: got 2 operands and 1 types
func.func @f(%x: i32) {
  orch.submit @k(%x, %x : i32)
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:23: error: number of operands and types do not match: got 1 operands and 2 types
func.func @f(%x: i32) {
  orch.submit @k(%x : i32, i32)
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:26: error: expected ':'
func.func @f(%x: i32) {
  orch.submit @k() after()
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:35: error: number of operands and types do not match: got 2 operands and 1 types
func.func @f(%x: i32) {
  orch.submit @k() after(%x, %x : !orch.task)
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:45: error: custom op 'after' is unknown (tried 'func.after' as well)
func.func @f(%x: !orch.task) {
  orch.submit @k() derived(%x : !orch.task) after(%x : !orch.task)
}

// -----

//CHECK:{{.*}}:[[@LINE+3]]:15: error: use of value '%x' expects different type than prior uses: 'f32' vs 'memref<f32>'
//CHECK:{{.*}}:[[@LINE+1]]:14: note: previously defined here
func.func @f(%x: memref<f32>) {
  memref.load %x[] : f32
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:36: error: integer constant out of range for attribute
func.func @f(%m: memref<4xi8>, %i: index) {
  orch.submit @k() when(%m[%i] sgt 128 : memref<4xi8>)
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:32: error: expected a word for attribute 'when_predicate'
func.func @f(%m: memref<4xi8>, %i: index) {
  orch.submit @k() when(%m[%i] 1 : memref<4xi8>)
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:20: error: duplicate key 'callee' in dictionary attribute
func.func @f(%m: memref<4xi8>, %i: index) {
  orch.submit @k() {callee = @l}
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:22: error: expected ']'
func.func @f(%x: !orch.tasks<8>) {
  orch.slice %x[1] [2, 3] [1] : !orch.tasks<8> to !orch.tasks<2>
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:15: error: expected SSA operand
func.func @f(%x: !orch.tasks<8>) {
  orch.get %x[] : !orch.tasks<8>
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:14: error: expected 'auto' or 'manual'
func.func @f() {
  orch.scope both {
  }
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:31: error: expected 'step'
func.func @f(%n: index) {
  orch.parallel %i = %n to %n {
  }
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:42: error: mismatch in number of loop-carried values and defined values
func.func @f(%n: index) {
  scf.for %i = %n to %n step %n iter_args(%a = %n) -> (index, index) {
  }
}

// -----

//CHECK:{{.*}}:[[@LINE+3]]:10: error: use of value '%n' expects different type than prior uses: 'i1' vs 'index'
//CHECK:{{.*}}:[[@LINE+1]]:14: note: previously defined here
func.func @f(%n: index) {
  scf.if %n {
  }
}
