// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=main --arg=iota:4x6 --arg=1 --arg=2 | FileCheck %s
// Views: offsets, sizes and strides compose, dimensions are dropped, casts and sizes see through them.
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=pass --arg=iota:4x8 --arg=3 --print=0 | FileCheck %s --check-prefix=PASS

func.func private @add1(memref<1xi64, strided<[1], offset: ?>>, index) attributes {orch.kernel}
func.func private @step8(memref<8xi64>, index) attributes {orch.kernel}
func.func private @row(memref<8xi64, strided<[1], offset: ?>>, index) attributes {orch.kernel, orch.symbol = "step8"}

// The part from (1, 2) on with every second column: 8, 10; 14, 16; 20, 22. Of it from row 1: (0, 1) = 16.
// CHECK: result #0: 16
// CHECK: result #1: 3
// CHECK: result #2: 2
// CHECK: result #3: 22
// CHECK: result #4: 20
// CHECK: result #5: 6
func.func @main(%m: memref<?x?xi64>, %i: index, %j: index) -> (i64, index, index, i64, i64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %v = memref.subview %m[%i, %j] [3, 2] [1, 2] : memref<?x?xi64> to memref<3x2xi64, strided<[?, 2], offset: ?>>
  %w = memref.subview %v[%c1, 0] [2, 2] [1, 1] : memref<3x2xi64, strided<[?, 2], offset: ?>> to memref<2x2xi64, strided<[?, 2], offset: ?>>
  %x = memref.load %w[%c0, %c1] : memref<2x2xi64, strided<[?, 2], offset: ?>>
  %rows = memref.dim %v, %c0 : memref<3x2xi64, strided<[?, 2], offset: ?>>
  %columns = memref.dim %v, %i : memref<3x2xi64, strided<[?, 2], offset: ?>>
  %last = memref.subview %v[2, 0] [1, 2] [1, 1] : memref<3x2xi64, strided<[?, 2], offset: ?>> to memref<2xi64, strided<[2], offset: ?>>
  %y = memref.load %last[%c1] : memref<2xi64, strided<[2], offset: ?>>
  %column = memref.subview %m[0, %j] [4, 1] [1, 1] : memref<?x?xi64> to memref<4xi64, strided<[?], offset: ?>>
  %z = memref.load %column[%c3] : memref<4xi64, strided<[?], offset: ?>>
  %s = memref.cast %m : memref<?x?xi64> to memref<4x6xi64>
  %d = memref.dim %s, %c1 : memref<4x6xi64>
  return %x, %rows, %columns, %y, %z, %d : i64, index, index, i64, i64, index
}

// Rows of a matrix as arguments of kernels: only row 1 and row 3 change, row 3 through a dynamic offset.
// PASS: [0, 1, 2, 3, 4, 5, 6, 7, 17, 19, 21, 23, 25, 27, 29, 31, 16, 17, 18, 19, 20, 21, 22, 23, 49, 51, 53, 55, 57, 59, 61, 63]
func.func @pass(%m: memref<4x8xi64>, %i: index) {
  %c1 = arith.constant 1 : index
  %r1 = memref.subview %m[1, 0] [1, 8] [1, 1] : memref<4x8xi64> to memref<8xi64, strided<[1], offset: 8>>
  %r1d = memref.cast %r1 : memref<8xi64, strided<[1], offset: 8>> to memref<8xi64, strided<[1], offset: ?>>
  %r3 = memref.subview %m[%i, 0] [1, 8] [1, 1] : memref<4x8xi64> to memref<8xi64, strided<[1], offset: ?>>
  orch.submit @row(%r1d, %c1 : memref<8xi64, strided<[1], offset: ?>>, index)
  orch.submit @row(%r3, %c1 : memref<8xi64, strided<[1], offset: ?>>, index)
  return
}
