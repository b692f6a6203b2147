// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=main --arg=iota:4x6 --arg=2 --arg=3 | FileCheck %s
// Buffers under other shapes: elements stay where they are, sizes are checked, and the buffer lives as long as they do.
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=local --arg=8 | FileCheck %s --check-prefix=LOCAL
// RUN: not baton-run %s --kernels=%run_kernels --entry=main --arg=iota:4x6 --arg=2 --arg=2 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not baton-run %s --kernels=%run_kernels --entry=main --arg=iota:4x6 --arg=-2 --arg=-3 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not baton-run %s --kernels=%run_kernels --entry=main --arg=iota:4x6 --arg=4294967296 --arg=4294967296 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=spaced --arg=iota:4x6 --arg=6 | FileCheck %s --check-prefix=FULL
// RUN: not baton-run %s --kernels=%run_kernels --entry=spaced --arg=iota:4x6 --arg=5 2>&1 | FileCheck %s --check-prefix=SPACED
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=one_row --arg=iota:4x6 --arg=1 | FileCheck %s --check-prefix=ROW

func.func private @step8(memref<8xi64>, index) attributes {orch.kernel}

// Element (i, j) is 6 * i + j. Its columns are divided into 2 x 3.
// CHECK: result #0: 22
// CHECK: result #1: 22
// CHECK: result #2: 2
// CHECK: result #3: 24
// CHECK: result #4: 22
// CHECK: result #5: 3
// SIZES: error:{{.*}}shape
// NEGATIVE: error:{{.*}}size
func.func @main(%m: memref<4x?xi64>, %a: index, %b: index) -> (i64, i64, index, index, i64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c22 = arith.constant 22 : index
  %t = memref.transpose %m (i, j) -> (j, i) : memref<4x?xi64> to memref<?x4xi64, strided<[1, ?]>>
  %0 = memref.load %t[%c4, %c3] : memref<?x4xi64, strided<[1, ?]>>
  %e = memref.expand_shape %m [[0], [1, 2]] output_shape [4, %a, %b] : memref<4x?xi64> into memref<4x?x?xi64>
  %1 = memref.load %e[%c3, %c1, %c1] : memref<4x?x?xi64>
  %2 = memref.dim %e, %c1 : memref<4x?x?xi64>
  %c = memref.collapse_shape %m [[0, 1]] : memref<4x?xi64> into memref<?xi64>
  %3 = memref.dim %c, %c0 : memref<?xi64>
  %4 = memref.load %c[%c22] : memref<?xi64>
  %u = memref.transpose %e (i, j, k) -> (k, i, j) : memref<4x?x?xi64> to memref<?x4x?xi64, strided<[1, ?, ?]>>
  %5 = memref.dim %u, %c0 : memref<?x4x?xi64, strided<[1, ?, ?]>>
  return %0, %1, %2, %3, %4, %5 : i64, i64, index, index, i64, index
}

// The only uses of the buffer are through its other shapes, which tasks write.
// LOCAL: result #0: 23
func.func @local(%n: index) -> i64 {
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %zero = arith.constant 4 : i64
  %m = orch.alloc() : memref<2x4xi64>
  %flat = memref.collapse_shape %m [[0, 1]] : memref<2x4xi64> into memref<8xi64>
  memref.store %zero, %flat[%c7] : memref<8xi64>
  orch.submit @step8(%flat, %n : memref<8xi64>, index)
  %back = memref.expand_shape %flat [[0, 1]] output_shape [2, 4] : memref<8xi64> into memref<2x4xi64>
  %turned = memref.transpose %back (i, j) -> (j, i) : memref<2x4xi64> to memref<4x2xi64, strided<[1, 4]>>
  %other = orch.alloc() : memref<8xi64>
  orch.submit @step8(%other, %n : memref<8xi64>, index)
  %c3 = arith.constant 3 : index
  %x = memref.load %turned[%c3, %c1] : memref<4x2xi64, strided<[1, 4]>>
  %seven = arith.constant 7 : i64
  %y = arith.addi %x, %seven : i64
  return %y : i64
}

// The first n columns of all rows are contiguous where there are no others.
// FULL: result #0: 23
// SPACED: error:{{.*}}shape
func.func @spaced(%m: memref<4x6xi64>, %n: index) -> i64 {
  %c23 = arith.constant 23 : index
  %part = memref.subview %m[0, 0] [4, %n] [1, 1] : memref<4x6xi64> to memref<4x?xi64, strided<[6, 1]>>
  %flat = memref.collapse_shape %part [[0, 1]] : memref<4x?xi64, strided<[6, 1]>> into memref<?xi64, strided<[?]>>
  %0 = memref.load %flat[%c23] : memref<?xi64, strided<[?]>>
  return %0 : i64
}

// Every second column of one row: the stride of a dimension of size 1 does not matter.
// ROW: result #0: 4
// ROW: result #1: 3
func.func @one_row(%m: memref<4x6xi64>, %n: index) -> (i64, index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %part = memref.subview %m[0, 0] [%n, 3] [1, 2] : memref<4x6xi64> to memref<?x3xi64, strided<[6, 2]>>
  %flat = memref.collapse_shape %part [[0, 1]] : memref<?x3xi64, strided<[6, 2]>> into memref<?xi64, strided<[2]>>
  %0 = memref.load %flat[%c2] : memref<?xi64, strided<[2]>>
  %1 = memref.dim %flat, %c0 : memref<?xi64, strided<[2]>>
  return %0, %1 : i64, index
}
