// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=main --arg=zeros --arg=4 --print=0 | FileCheck %s
// A carried buffer that a select replaces by another one: the carry's reference ends, the other buffer stays its owner's.
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=chain --arg=zeros --arg=1 --print=0 | FileCheck %s --check-prefix=CHAIN

func.func private @fill8(memref<8xi64> {orch.access = "write"}, index) attributes {orch.kernel}
func.func private @step8(memref<8xi64>, index) attributes {orch.kernel}
func.func private @copy8(memref<8xi64> {orch.access = "read"}, memref<8xi64> {orch.access = "write"}, index)
    attributes {orch.kernel}

// Only b is stepped, four times: 3, 7, 15, 31, 63.
// CHECK: [63, 63,
func.func @main(%out: memref<8xi64>, %n: index) {
  %true = arith.constant true
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = orch.alloc() : memref<8xi64>
  %b = orch.alloc() : memref<8xi64>
  orch.submit @fill8(%b, %c3 : memref<8xi64>, index)
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%h = %a) -> (memref<8xi64>) {
    %other = orch.alloc() : memref<8xi64>
    orch.submit @fill8(%other, %i : memref<8xi64>, index)
    %s = arith.select %true, %b, %h : memref<8xi64>
    %t = arith.select %true, %s, %other : memref<8xi64>
    orch.submit @step8(%t, %c1 : memref<8xi64>, index)
    scf.yield %t : memref<8xi64>
  }
  orch.submit @copy8(%b, %out, %c0 : memref<8xi64>, memref<8xi64>, index)
  return
}

// Selects of selects: each doubles the ways from the buffer to the last one.
// CHAIN: [7, 7,
func.func @chain(%out: memref<8xi64>, %c: i1) {
  %c7 = arith.constant 7 : index
  %c0 = arith.constant 0 : index
  %b = orch.alloc() : memref<8xi64>
  orch.submit @fill8(%b, %c7 : memref<8xi64>, index)
  %s0 = arith.select %c, %b, %b : memref<8xi64>
  %s1 = arith.select %c, %s0, %s0 : memref<8xi64>
  %s2 = arith.select %c, %s1, %s1 : memref<8xi64>
  %s3 = arith.select %c, %s2, %s2 : memref<8xi64>
  %s4 = arith.select %c, %s3, %s3 : memref<8xi64>
  %s5 = arith.select %c, %s4, %s4 : memref<8xi64>
  %s6 = arith.select %c, %s5, %s5 : memref<8xi64>
  %s7 = arith.select %c, %s6, %s6 : memref<8xi64>
  %s8 = arith.select %c, %s7, %s7 : memref<8xi64>
  %s9 = arith.select %c, %s8, %s8 : memref<8xi64>
  %t0 = arith.select %c, %s9, %s9 : memref<8xi64>
  %t1 = arith.select %c, %t0, %t0 : memref<8xi64>
  %t2 = arith.select %c, %t1, %t1 : memref<8xi64>
  %t3 = arith.select %c, %t2, %t2 : memref<8xi64>
  %t4 = arith.select %c, %t3, %t3 : memref<8xi64>
  %t5 = arith.select %c, %t4, %t4 : memref<8xi64>
  %t6 = arith.select %c, %t5, %t5 : memref<8xi64>
  %t7 = arith.select %c, %t6, %t6 : memref<8xi64>
  %t8 = arith.select %c, %t7, %t7 : memref<8xi64>
  %t9 = arith.select %c, %t8, %t8 : memref<8xi64>
  %u0 = arith.select %c, %t9, %t9 : memref<8xi64>
  %u1 = arith.select %c, %u0, %u0 : memref<8xi64>
  %u2 = arith.select %c, %u1, %u1 : memref<8xi64>
  %u3 = arith.select %c, %u2, %u2 : memref<8xi64>
  %u4 = arith.select %c, %u3, %u3 : memref<8xi64>
  %u5 = arith.select %c, %u4, %u4 : memref<8xi64>
  %u6 = arith.select %c, %u5, %u5 : memref<8xi64>
  %u7 = arith.select %c, %u6, %u6 : memref<8xi64>
  %u8 = arith.select %c, %u7, %u7 : memref<8xi64>
  %u9 = arith.select %c, %u8, %u8 : memref<8xi64>
  orch.submit @copy8(%u9, %out, %c0 : memref<8xi64>, memref<8xi64>, index)
  return
}
