// RUN: baton-opt %s --split-input-file --verify-diagnostics
// Arithmetic: types that differ or cannot be cast, and values that an op cannot have.

func.func @mixed(%a: i32, %b: i64) {
  // expected-error@+1 {{'arith.addi' op requires the same type for all operands and results}}
  %s = "arith.addi"(%a, %b) : (i32, i64) -> i32
  return
}

// -----

func.func @float(%a: f32) {
  // expected-error@+1 {{'arith.addi' op operand #0 must be signless integer or index, but got 'f32'}}
  %s = arith.addi %a, %a : f32
  return
}

// -----

func.func @predicate(%a: i32) {
  // expected-error@+1 {{attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0 (eq) to 9 (uge)}}
  %s = "arith.cmpi"(%a, %a) <{predicate = 10 : i64}> : (i32, i32) -> i1
  return
}

// -----

func.func @cast(%a: i32) {
  // expected-error@+1 {{'arith.index_cast' op operand type 'i32' and result type 'i64' are cast incompatible}}
  %s = arith.index_cast %a : i32 to i64
  return
}

// -----

func.func @extension(%a: i32) {
  // expected-error@+1 {{'arith.extsi' op operand type 'i32' and result type 'i16' are cast incompatible}}
  %s = arith.extsi %a : i32 to i16
  return
}

// -----

func.func @constant() {
  // expected-error@+1 {{failed to verify that all of {value, result} have same type}}
  %s = "arith.constant"() <{value = 1 : i32}> : () -> i64
  return
}

// -----

func.func @missing() {
  // expected-error@+1 {{'arith.constant' op requires attribute 'value'}}
  %s = "arith.constant"() : () -> i64
  return
}
