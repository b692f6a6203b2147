// RUN: not baton-opt %s --split-input-file --verify-diagnostics 2>&1 | FileCheck %s
// What is expected and does not come is an error, and so is what comes unexpected.
// RUN: echo '// expected''-error@+ {{x}}' > %t && not baton-opt %t --verify-diagnostics 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: echo '// expected''-warning {{x}' > %t && not baton-opt %t --verify-diagnostics 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: echo '// expected''-error@-1 {{x}}' > %t && not baton-opt %t --verify-diagnostics 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: echo '// expected''-error nothing' > %t && baton-opt %t
// RUN: not baton-opt %s --verify-diagnostics --load-pass-plugin=nothing.so 2>&1 | FileCheck %s --check-prefix=PLUGIN

// CHECK-DAG: errors.mlir:[[# @LINE + 10]]:{{[0-9]+}}: error: expected error "something else" was not produced
// CHECK-DAG: errors.mlir:[[# @LINE + 10]]:{{[0-9]+}}: error: unexpected error: 'arith.addi' op requires
// CHECK-DAG: errors.mlir:[[# @LINE + 16]]:{{[0-9]+}}: error: unexpected error: 'arith.addi' op requires
// CHECK-DAG: errors.mlir:[[# @LINE + 25]]:{{[0-9]+}}: error: expected warning "a second" was not produced
// CHECK-DAG: errors.mlir:[[# @LINE + 23]]:{{[0-9]+}}: error: expected error "op requires" was not produced

// FORM: :1:4: error: expected 'expected-{{error|warning}} [@PLACE] {{[{][{]}}text}}' on one line
// PLUGIN: error: cannot load pass plugin './nothing.so'

func.func @other_text(%a: i32, %b: i64) {
  // expected-error@+1 {{something else}}
  %0 = "arith.addi"(%a, %b) : (i32, i64) -> i32
  return
}

// -----

func.func @unexpected(%a: i32, %b: i64) {
  %0 = "arith.addi"(%a, %b) : (i32, i64) -> i32
  return
}

// -----

// Each expectation stands for one diagnostic.
func.func @twice(%a: i32, %b: i64) {
  // expected-error@+3 {{op requires}}
  // expected-error@+2 {{op requires}}
  // expected-warning@+1 {{a second}}
  %0 = "arith.addi"(%a, %b) : (i32, i64) -> i32
  return
}
