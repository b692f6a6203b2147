// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --arg=iota --arg=zeros --print=0 --print=1 | FileCheck %s
// Tasks of auto code on the same buffers run as if one after the other, with and without explicit edges.

func.func private @step8(memref<8xi64>, index) attributes {orch.kernel}
func.func private @slow_step8(memref<8xi64>, index) attributes {orch.kernel}
func.func private @copy8(memref<8xi64> {orch.access = "read"}, memref<8xi64> {orch.access = "write"}, index)
    attributes {orch.kernel}

// a = ((i * 2 + 1) * 2 + 2) * 2 + 3 = 8 i + 11; b is a copy made in the middle: 4 i + 4 + 5.
// CHECK: [11, 19, 27, 35, 43, 51, 59, 67]
// CHECK: [9, 13, 17, 21, 25, 29, 33, 37]
func.func @main(%a: memref<8xi64>, %b: memref<8xi64>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %t1 = orch.submit @slow_step8(%a, %c1 : memref<8xi64>, index)
  %t2 = orch.submit @slow_step8(%a, %c2 : memref<8xi64>, index) after(%t1 : !orch.task)
  %t3 = orch.submit @copy8(%a, %b, %c5 : memref<8xi64>, memref<8xi64>, index)
  %t4 = orch.submit @step8(%a, %c3 : memref<8xi64>, index) after(%t1, %t2 : !orch.task, !orch.task)
  return
}
