// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A 2-D stencil in place: six sweeps of Gauss-Seidel's method over a grid of 32 x 32 with a border of one, in tiles of 8 x 8.
// A task updates its tile and reads the row above, the row below and the columns beside it, so that tasks advance as a
// wavefront, and sweeps overlap: tile (i, j) waits for (i-1, j) and (i, j-1) of its sweep, (i+1, j) and (i, j+1) of the one
// before, and the readers of its edges.

func.func private @gauss_seidel_tile(memref<8x8xf64, strided<[34, 1], offset: ?>>, memref<1x8xf64, strided<[34, 1], offset: ?>> {orch.access = "read"}, memref<1x8xf64, strided<[34, 1], offset: ?>> {orch.access = "read"}, memref<8x1xf64, strided<[34, 1], offset: ?>> {orch.access = "read"}, memref<8x1xf64, strided<[34, 1], offset: ?>> {orch.access = "read"}) attributes {orch.kernel}

func.func @gauss_seidel(%u: memref<34x34xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %c32 = arith.constant 32 : index
  scf.for %sweep = %c0 to %c6 step %c1 {
    scf.for %i = %c0 to %c32 step %c8 {
      scf.for %j = %c0 to %c32 step %c8 {
        %row = arith.addi %i, %c1 : index
        %column = arith.addi %j, %c1 : index
        %below = arith.addi %i, %c9 : index
        %beside = arith.addi %j, %c9 : index
        %tile = memref.subview %u[%row, %column] [8, 8] [1, 1] : memref<34x34xf64> to memref<8x8xf64, strided<[34, 1], offset: ?>>
        %north = memref.subview %u[%i, %column] [1, 8] [1, 1] : memref<34x34xf64> to memref<1x8xf64, strided<[34, 1], offset: ?>>
        %south = memref.subview %u[%below, %column] [1, 8] [1, 1] : memref<34x34xf64> to memref<1x8xf64, strided<[34, 1], offset: ?>>
        %west = memref.subview %u[%row, %j] [8, 1] [1, 1] : memref<34x34xf64> to memref<8x1xf64, strided<[34, 1], offset: ?>>
        %east = memref.subview %u[%row, %beside] [8, 1] [1, 1] : memref<34x34xf64> to memref<8x1xf64, strided<[34, 1], offset: ?>>
        orch.submit @gauss_seidel_tile(%tile, %north, %south, %west, %east : memref<8x8xf64, strided<[34, 1], offset: ?>>, memref<1x8xf64, strided<[34, 1], offset: ?>>, memref<1x8xf64, strided<[34, 1], offset: ?>>, memref<8x1xf64, strided<[34, 1], offset: ?>>, memref<8x1xf64, strided<[34, 1], offset: ?>>)
      }
    }
  }
  return
}
