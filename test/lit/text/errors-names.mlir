// RUN: not baton-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --match-full-lines --strict-whitespace
// Names of values and blocks: undeclared, declared twice, of another type, out of range.

//CHECK:{{.*}}:[[@LINE+2]]:10: error: use of undeclared SSA value name '%x'
func.func @f() -> index {
  return %x : index
}

// -----

//CHECK:{{.*}}:[[@LINE+7]]:27: error: use of undeclared SSA value name '%typo'
func.func @g() {
  %typo = orch.fence
  return
}
func.func @f(%n: index) {
  scf.for %i = %n to %n step %n {
    %0 = orch.fence after(%typo : !orch.task)
  }
  return
}

// -----

//CHECK:{{.*}}:[[@LINE+5]]:25: error: use of undeclared SSA value name '%t'
func.func @not_yielded(%n: index) {
  scf.for %i = %n to %n step %n {
    %t = orch.fence
  }
  %u = orch.fence after(%t : !orch.task)
  return
}

// -----

//CHECK:{{.*}}:[[@LINE+4]]:3: error: redefinition of SSA value '%y'
//CHECK:{{.*}}:[[@LINE+2]]:3: note: previously defined here
func.func @f(%x: i32) {
  %y = arith.addi %x, %x : i32
  %y = arith.addi %x, %x : i32
  return
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:23: error: redefinition of SSA value '%x'
//CHECK:{{.*}}:[[@LINE+1]]:14: note: previously defined here
func.func @f(%x: i32, %x: i32) {
  return
}

// -----

//CHECK:{{.*}}:[[@LINE+4]]:5: error: redefinition of SSA value '%x'
//CHECK:{{.*}}:[[@LINE+1]]:22: note: previously defined here
func.func @f(%c: i1, %x: i32) {
  scf.if %c {
    %x = arith.constant 1 : i32
  }
  return
}

// -----

//CHECK:{{.*}}:[[@LINE+3]]:19: error: use of value '%x' expects different type than prior uses: 'i64' vs 'i32'
//CHECK:{{.*}}:[[@LINE+1]]:14: note: previously defined here
func.func @f(%x: i32) {
  %y = arith.addi %x, %x : i64
  return
}

// -----

//CHECK:{{.*}}:[[@LINE+3]]:19: error: use of value '%x' expects different type than prior uses: 'i64' vs 'i32'
//CHECK:{{.*}}:[[@LINE+3]]:3: note: previously defined here
func.func @f() {
  %y = arith.addi %x, %x : i64
  %x = arith.constant 1 : i32
  return
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:19: error: reference to invalid result number
func.func @f(%x: i32) {
  %y = arith.addi %x#1, %x : i32
  return
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:25: error: reference to invalid result number
func.func @f() {
  %y = arith.addi %x#0, %x#2 : i32
  %x:2 = func.call @g() : () -> (i32, i32)
  return
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:21: error: invalid SSA value result number
func.func @f(%x: i32) {
  %y = arith.addi %x#a, %x : i32
  return
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:3: error: custom op 'module' is unknown (tried 'func.module' as well)
func.func @f(%x: i32) {
  module {
    %y = arith.addi %x, %x : i32
  }
  return
}

// -----

//CHECK:{{.*}}:[[@LINE+4]]:21: error: use of undeclared SSA value name '%x'
module {
  %x = arith.constant 1 : i32
  func.func @f() {
    %y = arith.addi %x, %x : i32
    return
  }
}

// -----

//CHECK:{{.*}}:[[@LINE+5]]:1: error: redefinition of block '^bb0'
//CHECK:{{.*}}:[[@LINE+2]]:1: note: previously defined here
func.func @f() {
^bb0:
  return
^bb0:
  return
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:17: error: reference to an undefined block '^bb1'
func.func @f() {
  "orch.wait"()[^bb1] : () -> ()
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:17: error: expected block name
func.func @f() {
  "orch.wait"()[bb1] : () -> ()
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:1: error: invalid block name in region with named arguments
func.func @f(%x: i32) {
^bb0:
  return
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:14: error: expected ':'
func.func @f() {
^bb0(%x: i32)
  return
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:8: error: expected ':'
func.func @f() {
^bb0(%x):
  return
}

// -----

//CHECK:{{.*}}:[[@LINE+3]]:19: error: reference to an undefined block '^bb1'
func.func @f(%c: i1) {
  scf.if %c {
    "orch.wait"()[^bb1] : () -> ()
  }
  return
^bb1:
  return
}
