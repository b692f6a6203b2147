// RUN: not baton-run %s --kernels=%run_kernels --entry=hang --arg=zeros --print=0 --timeout=1 --workers=2 2>&1 | FileCheck %s --check-prefix=HANG
// A kernel that never returns ends the run with one located message, however the host waits; many quick tasks never do.
// RUN: not baton-run %s --kernels=%run_kernels --entry=hang_behind --arg=zeros --timeout=1 --workers=1 2>&1 | FileCheck %s --check-prefix=BEHIND
// RUN: not baton-run %s --kernels=%run_kernels --entry=hang_read --timeout=1 -O2 2>&1 | FileCheck %s --check-prefix=READ
// RUN: not baton-run %s --kernels=%run_kernels --entry=hang_full --arg=zeros --timeout=1 --window=128 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: baton-run %s --kernels=%run_kernels --entry=slow --arg=zeros --arg=30 --print=0 --timeout=60 | FileCheck %s --check-prefix=SLOW
// RUN: not baton-run %s --timeout=0 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not baton-run %s --timeout=soon 2>&1 | FileCheck %s --check-prefix=OPTION

// OPTION: is not a number of seconds from 0.001 to 1000000

func.func private @never_return(memref<8xi64>) attributes {orch.kernel}
func.func private @nap8(memref<8xi64>, index) attributes {orch.kernel}

// HANG: timeout.mlir:[[@LINE+5]]:8: error: task 1 of kernel 'never_return': the kernel has not returned within the timeout of 1 s
// HANG-NOT: {{.}}
func.func @hang(%a: memref<8xi64>) {
  %c1 = arith.constant 1 : index
  %b = orch.alloc() : memref<8xi64>
  %t = orch.submit @never_return(%a : memref<8xi64>)
  %u = orch.submit @nap8(%b, %c1 : memref<8xi64>, index)
  orch.wait %t : !orch.task
  %v = orch.submit @nap8(%a, %c1 : memref<8xi64>, index)
  return
}

// BEHIND: timeout.mlir:[[@LINE+4]]:8: error: task 2 of kernel 'never_return': the kernel has not returned
func.func @hang_behind(%a: memref<8xi64>) {
  %c1 = arith.constant 1 : index
  %t = orch.submit @nap8(%a, %c1 : memref<8xi64>, index)
  %u = orch.submit @never_return(%a : memref<8xi64>)
  return
}

// READ: timeout.mlir:[[@LINE+4]]:8: error: task 1 of kernel 'never_return': the kernel has not returned
func.func @hang_read() -> i64 {
  %c0 = arith.constant 0 : index
  %a = orch.alloc() : memref<8xi64>
  %t = orch.submit @never_return(%a : memref<8xi64>)
  %x = memref.load %a[%c0] : memref<8xi64>
  return %x : i64
}

// FULL: timeout.mlir:[[@LINE+5]]:8: error: task 1 of kernel 'never_return': the kernel has not returned
func.func @hang_full(%a: memref<8xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1000 = arith.constant 1000 : index
  %t = orch.submit @never_return(%a : memref<8xi64>)
  scf.for %i = %c0 to %c1000 step %c1 {
    %u = orch.submit @nap8(%a, %c1 : memref<8xi64>, index)
  }
  return
}

// SLOW: [30, 30,
func.func @slow(%a: memref<8xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = orch.alloc() : memref<8xi64>
  scf.for %i = %c0 to %n step %c1 {
    %t = orch.submit @nap8(%b, %c1 : memref<8xi64>, index)
    %u = orch.submit @increment8(%a : memref<8xi64>)
  }
  return
}
func.func private @increment8(memref<8xi64>) attributes {orch.kernel}
