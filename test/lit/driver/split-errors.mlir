// RUN: not baton-opt %s --split-input-file --load-pass-plugin=%plugins/sample_passes.so --count-submits=limit=1 > %t-out 2> %t && FileCheck %s --implicit-check-not=error: < %t
// Parts that fail in the parser, the verifier and a pass, between good ones: each says so once, with the file's lines, and nothing is written.
// RUN: test ! -s %t-out
// RUN: mkdir -p %t.d && sed 's/$/\r/' %s > %t.d/split-errors.mlir
// RUN: not baton-opt %t.d/split-errors.mlir --split-input-file --load-pass-plugin=%plugins/sample_passes.so --count-submits=limit=1 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: baton-opt %s --split-input-file --verify-diagnostics --load-pass-plugin=%plugins/sample_passes.so --count-submits=limit=1 > /dev/null
// RUN: not baton-opt %s --split-input-file --verify-diagnostics --load-pass-plugin=%plugins/sample_passes.so --count-submits=limit=0 2>&1 | FileCheck %s --check-prefix=MORE

// MORE-COUNT-2: error: unexpected error: 'func.func' op is submitted
func.func private @good() attributes {orch.kernel}
func.func @first() {
  %0 = orch.submit @good()
  return
}
// -----
func.func @parse_error() {
  // CHECK: split-errors.mlir:[[@LINE+2]]:10: error: expected
  // expected-error@+1 {{expected}}
  return )
}
// -----
func.func @verifier_error(%a: i32, %b: i64) {
  // CHECK: split-errors.mlir:[[@LINE+2]]:8: error: 'arith.addi' op requires
  // expected-error@+1 {{op requires}}
  %0 = "arith.addi"(%a, %b) : (i32, i64) -> i32
  return
}
// -----
// CHECK: split-errors.mlir:[[@LINE+2]]:1: error: 'func.func' op is submitted 2 times
// expected-error@+1 {{is submitted 2 times}}
func.func private @pass_error() attributes {orch.kernel}
func.func @twice() {
  %0 = orch.submit @pass_error()
  %1 = orch.submit @pass_error()
  return
}
// -----
func.func private @good() attributes {orch.kernel}
func.func @last() {
  %0 = orch.submit @good()
  return
}
// -----
