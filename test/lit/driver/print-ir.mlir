// RUN: baton-opt %s --load-pass-plugin=%plugins/sample_passes.so --mark-functions=word=x --mlir-print-ir-before-all --mlir-print-ir-after-all 2>&1 >/dev/null | FileCheck %s
// IR before and after passes goes to the error stream, and the result to the output.
// RUN: baton-opt %s --load-pass-plugin=%plugins/sample_passes.so --mark-functions=word=x --mlir-print-ir-after-all 2>&1 >/dev/null | FileCheck %s --check-prefix=AFTER
// RUN: not baton-opt %s --load-pass-plugin=%plugins/faulty_passes.so --fail-silently --mlir-print-ir-after-all 2>&1 | FileCheck %s --check-prefix=FAILED
// RUN: baton-opt %s --load-pass-plugin=%plugins/sample_passes.so --mark-functions=word=x --mlir-print-ir-after-all 2>/dev/null | FileCheck %s --check-prefix=OUTPUT
// RUN: baton-opt %s --load-pass-plugin=%plugins/sample_passes.so --mark-functions=word=x --mlir-print-ir-after-all --mlir-print-op-generic 2>&1 >/dev/null | FileCheck %s --check-prefix=GENERIC

// CHECK:      {{^}}// -----// IR Dump Before mark-functions //----- //
// CHECK:      func.func @f() {
// CHECK:      {{^}}// -----// IR Dump After mark-functions //----- //
// CHECK:      func.func @f() attributes {sample.red = "x"} {
// CHECK:      {{^}}// -----// IR Dump Before mark-functions //----- //
// CHECK:      func.func @g() {
// CHECK:      {{^}}// -----// IR Dump After mark-functions //----- //
// CHECK:      func.func @g() attributes {sample.red = "x"} {

// AFTER-NOT:  Before

// FAILED:     {{^}}// -----// IR Dump After fail-silently Failed //----- //
// FAILED:     func.func @f
// FAILED-NOT: IR Dump

// OUTPUT-NOT: IR Dump

// GENERIC: "func.func"()
func.func @f() {
  return
}
func.func @g() {
  return
}
