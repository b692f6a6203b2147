// RUN: not baton-opt %s --load-pass-plugin=%plugins/faulty_passes.so --break-dominance --mlir-print-ir-after-all 2>&1 | FileCheck %s
// A pass that moves a value behind its use: an error at the use, the place of the value, and the name of the pass.
// RUN: baton-opt %s --load-pass-plugin=%plugins/faulty_passes.so --break-dominance --verify-each=false > /dev/null

// CHECK:      pass-breaks-dominance.mlir:[[# @LINE + 7]]:8: error: 'arith.addi' op operand #0 does not dominate this use
// CHECK:      pass-breaks-dominance.mlir:[[# @LINE + 5]]:8: note: operand defined here
// CHECK:      {{^}}note: this is the result of pass 'break-dominance'
// CHECK:      IR Dump After break-dominance Failed
// CHECK-NOT:  {{^}}error:
func.func @f() {
  %0 = arith.constant 1 : index
  %1 = arith.addi %0, %0 : index
  return
}
