// RUN: baton-opt %s --split-input-file --verify-diagnostics > /dev/null
// Expected diagnostics, in all forms of place and text; without the option they are comments.
// RUN: not baton-opt %s --split-input-file 2>/dev/null
// RUN: sed 's/$/\r/' %s > %t.mlir && baton-opt %t.mlir --split-input-file --verify-diagnostics > /dev/null

func.func @plus(%a: i32, %b: i64) {
  // expected-error@+1 {{'arith.addi' op requires}}
  %0 = "arith.addi"(%a, %b) : (i32, i64) -> i32
  return
}

// -----

func.func @minus(%a: i32, %b: i64) {
  %0 = "arith.addi"(%a, %b) : (i32, i64) -> i32
  // expected-error @-1 {{op requires}}
  return
}

// -----

func.func @above(%a: i32, %b: i64) {
  %0 = "arith.addi"(%a, %b) : (i32, i64) -> i32
  // expected-error@above {{op requires}}
  return
}

// -----

func.func @below(%a: i32, %b: i64) {
  // expected-error-re@below {{'arith.{{[a-z]+}}' op requires the same type}}
  %0 = "arith.addi"(%a, %b) : (i32, i64) -> i32
  return
}

// -----

func.func @here(%a: i32, %b: i64) {
  %0 = "arith.addi"(%a, %b) : (i32, i64) -> i32 // expected-error {{}}
  return
}

// -----

// The next part's error, across the border.
// expected-error@+4 {{op requires}}

// -----
func.func @border(%a: i32, %b: i64) {
  %0 = "arith.addi"(%a, %b) : (i32, i64) -> i32
  return
}

// -----

func.func @good() {
  return
}
