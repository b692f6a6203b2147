// RUN: rm -f %t && not baton-opt %s --load-pass-plugin=%plugins/faulty_passes.so --pass-pipeline='builtin.module(canonicalize,func.func(fail-silently))' --mlir-pass-pipeline-crash-reproducer=%t 2>&1 | FileCheck %s --check-prefix=NOTE
// A pipeline that fails leaves the program as it was before and itself in a file, from which it is run again.
// RUN: FileCheck %s --check-prefix=FILE < %t
// RUN: not baton-opt %t --load-pass-plugin=%plugins/faulty_passes.so --run-reproducer 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: rm -f %t-none && baton-opt %s --canonicalize --mlir-pass-pipeline-crash-reproducer=%t-none -o %t-out && test ! -e %t-none
// RUN: not baton-opt %s --run-reproducer 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not baton-opt %t 2>&1 | FileCheck %s --check-prefix=PLAIN

// NOTE: error: pass 'fail-silently' failed and gave no reason
// NOTE: note: the pipeline failed: reproducer generated at '{{.*}}'
// FILE:      func.func @f() -> i32 {
// FILE-NEXT:   %c1_i32 = arith.constant 1 : i32
// FILE-NEXT:   %0 = arith.addi %c1_i32, %c1_i32 : i32
// FILE:      {-#
// FILE-NEXT:   external_resources: {
// FILE-NEXT:     mlir_reproducer: {
// FILE-NEXT:       pipeline: "builtin.module(canonicalize,func.func(fail-silently))",
// FILE-NEXT:       disable_threading: true,
// FILE-NEXT:       verify_each: true
// FILE-NEXT:     }
// FILE-NEXT:   }
// FILE-NEXT: #-}
// AGAIN: error: pass 'fail-silently' failed and gave no reason
// NONE: reproducer.mlir: error: there is no pipeline to reproduce in this file
// PLAIN: error: file metadata ({-# ... #-}) is not supported
func.func @f() -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.addi %a, %a : i32
  return %b : i32
}
