// RUN: not baton-run %s --kernels=%run_kernels --arg=zeros --arg=11 --workers=2 2>&1 | FileCheck %s --check-prefixes=CHECK,SEGV
// A kernel that crashes fails its task with its name and place, and the process ends as after any other error.
// RUN: not baton-run %s --kernels=%run_kernels --arg=zeros --arg=8 --workers=1 -O2 2>&1 | FileCheck %s --check-prefixes=CHECK,FPE
// RUN: not baton-run %s --kernels=%run_kernels --arg=zeros --arg=6 --orchestrate 2>&1 | FileCheck %s --check-prefixes=CHECK,ABRT
// Sanitizers have handlers of their own.
// UNSUPPORTED: sanitized, thread-sanitized

func.func private @raise_signal(memref<8xi64>, i32) attributes {orch.kernel}

// CHECK: crash.mlir:[[@LINE+5]]:8: error: task 1 of kernel 'raise_signal': the kernel crashed with signal
// SEGV-SAME: 11
// FPE-SAME: 8
// ABRT-SAME: 6
func.func @crash(%a: memref<8xi64>, %signal: i32) {
  %t = orch.submit @raise_signal(%a, %signal : memref<8xi64>, i32)
  %u = orch.submit @raise_signal(%a, %signal : memref<8xi64>, i32) after(%t : !orch.task)
  return
}
