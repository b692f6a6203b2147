// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --arg=iota --print=0 | FileCheck %s
// Manual windows over an array, with and without shared fences: each task comes after all of its window.

func.func private @slow_step8(memref<8xi64, strided<[1], offset: ?>>, index) attributes {orch.kernel}
func.func private @step8(memref<8xi64, strided<[1], offset: ?>>, index) attributes {orch.kernel}

// Each element x becomes (x * 2 + 1) * 2 + 2.
// CHECK: [4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, {{.*}}, 1016, 1020, 1024]
func.func @main(%a: memref<32x8xi64>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c12 = arith.constant 12 : index
  %c32 = arith.constant 32 : index
  %xs = orch.parallel %i = %c0 to %c32 step %c1 -> (!orch.tasks<32>) {
    %v = memref.subview %a[%i, 0] [1, 8] [1, 1] : memref<32x8xi64> to memref<8xi64, strided<[1], offset: ?>>
    %t = orch.submit @slow_step8(%v, %c1 : memref<8xi64, strided<[1], offset: ?>>, index)
    orch.yield %t : !orch.task
  }
  orch.parallel %i = %c0 to %c32 step %c1 {
    %0 = arith.subi %i, %c12 : index
    %1 = arith.addi %i, %c12 : index
    %lo = arith.maxsi %0, %c0 : index
    %hi = arith.minsi %1, %c32 : index
    %n = arith.subi %hi, %lo : index
    %w = orch.slice %xs[%lo] [%n] [1] : !orch.tasks<32> to !orch.tasks<?>
    %v = memref.subview %a[%i, 0] [1, 8] [1, 1] : memref<32x8xi64> to memref<8xi64, strided<[1], offset: ?>>
    %t = orch.submit @step8(%v, %c2 : memref<8xi64, strided<[1], offset: ?>>, index) after(%w : !orch.tasks<?>)
  }
  return
}
