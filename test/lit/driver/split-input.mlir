// RUN: not baton-opt %s --split-input-file 2>&1 | FileCheck %s
// All parts of a file run, also behind errors; positions are those of the whole file; one error means no output.
// RUN: test -z "$(baton-opt %s --split-input-file 2>/dev/null)"

// CHECK:     split-input.mlir:[[# @LINE + 11]]:{{[0-9]+}}: error: expected
// CHECK:     split-input.mlir:[[# @LINE + 14]]:{{[0-9]+}}: error: 'arith.addi' op
// CHECK:     split-input.mlir:[[# @LINE + 22]]:{{[0-9]+}}: error: {{.*}}
// CHECK-NOT: error:
// CHECK-NOT: module

func.func @good() {
  return
}
// -----
func.func @parse_error() {
  return )
}
// -----
func.func @verify_error(%a: i32, %b: i64) {
  %0 = "arith.addi"(%a, %b) : (i32, i64) -> i32
  return
}
// -----
func.func @also_good() {
  return
}
// -----
func.func @last() {
  %0 = arith.constant 1 : i32 loc(
}
