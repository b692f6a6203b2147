// RUN: rm -rf %t && mkdir %t && ulimit -c 0 && not --crash baton-opt %s --load-pass-plugin=%plugins/faulty_passes.so --canonicalize --crash-by-abort --mlir-pass-pipeline-crash-reproducer=%t/abort -o %t/out 2>&1 | FileCheck %s --check-prefix=ABORT
// A pass that crashes leaves a reproducer, too: by a failed assertion, a wrong address or a stack that is used up.
// RUN: FileCheck %s --check-prefix=FILE < %t/abort
// RUN: ulimit -c 0 && not sh -c 'baton-opt %s --load-pass-plugin=%plugins/faulty_passes.so --crash-by-fault --mlir-pass-pipeline-crash-reproducer=%t/fault || exit 1' 2>&1 | FileCheck %s --check-prefix=FAULT
// RUN: ulimit -c 0 && not sh -c 'baton-opt %s --load-pass-plugin=%plugins/faulty_passes.so --crash-by-recursion --mlir-pass-pipeline-crash-reproducer=%t/recursion || exit 1' 2>&1 | FileCheck %s --check-prefix=RECURSION
// RUN: sed 's/recursion/fault/' %t/recursion | cmp - %t/fault
// RUN: ulimit -c 0 && not --crash baton-opt %t/abort --load-pass-plugin=%plugins/faulty_passes.so --run-reproducer --mlir-pass-pipeline-crash-reproducer=%t/again 2>&1 | FileCheck %s --check-prefix=ABORT
// RUN: cmp %t/abort %t/again
// RUN: not baton-opt %s --canonicalize --mlir-pass-pipeline-crash-reproducer=%t/no/such 2>&1 | FileCheck %s --check-prefix=NOWHERE
// RUN: ulimit -c 0 && not --crash baton-opt %s --load-pass-plugin=%plugins/faulty_passes.so --crash-by-abort --mlir-pass-pipeline-crash-reproducer=/dev/full 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: test "$(ls -A %t | tr '\n' ' ')" = "abort again fault recursion "

// ABORT:      {{^}}error: pass 'crash-by-abort' crashed
// ABORT-NEXT: {{^}}note: the pipeline failed: reproducer generated at '{{.*}}'
// FILE:       func.func @f() -> i32 {
// FILE-NEXT:    %c1_i32 = arith.constant 1 : i32
// FILE-NEXT:    %0 = arith.addi %c1_i32, %c1_i32 : i32
// FILE:       pipeline: "builtin.module(canonicalize,func.func(crash-by-abort))",
// FAULT:      {{^}}error: pass 'crash-by-fault' crashed
// FAULT-NEXT: {{^}}note: the pipeline failed: reproducer generated at '{{.*}}'
// RECURSION:  {{^}}error: pass 'crash-by-recursion' crashed
// NOWHERE:    error: cannot write output file '{{.*}}/no/such': No such file or directory
// FULL:       {{^}}note: cannot write a reproducer at '/dev/full'
func.func @f() -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.addi %a, %a : i32
  return %b : i32
}
