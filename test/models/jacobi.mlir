// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A 2-D stencil with double buffering: six sweeps of Jacobi's method over a grid of 32 x 32 with a border of one, in tiles of
// 8 x 8. A task reads its tile with a halo from one buffer and writes the tile to the other; the buffers change places from
// sweep to sweep. A task waits for up to nine of the sweep before (what it reads) and up to nine readers of what it writes,
// and never for another one of its own sweep.

func.func private @jacobi_tile(memref<10x10xf64, strided<[34, 1], offset: ?>> {orch.access = "read"}, memref<8x8xf64, strided<[34, 1], offset: ?>> {orch.access = "write"}) attributes {orch.kernel}

func.func private @sweep(%from: memref<34x34xf64> {orch.noalias}, %to: memref<34x34xf64> {orch.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  orch.parallel %i = %c0 to %c32 step %c8 {
    orch.parallel %j = %c0 to %c32 step %c8 {
      %row = arith.addi %i, %c1 : index
      %column = arith.addi %j, %c1 : index
      %halo = memref.subview %from[%i, %j] [10, 10] [1, 1] : memref<34x34xf64> to memref<10x10xf64, strided<[34, 1], offset: ?>>
      %tile = memref.subview %to[%row, %column] [8, 8] [1, 1] : memref<34x34xf64> to memref<8x8xf64, strided<[34, 1], offset: ?>>
      orch.submit @jacobi_tile(%halo, %tile : memref<10x10xf64, strided<[34, 1], offset: ?>>, memref<8x8xf64, strided<[34, 1], offset: ?>>)
    }
  }
  return
}

func.func @jacobi(%u: memref<34x34xf64> {orch.noalias}, %v: memref<34x34xf64> {orch.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %twice = %c0 to %c3 step %c1 {
    func.call @sweep(%u, %v) : (memref<34x34xf64>, memref<34x34xf64>) -> ()
    func.call @sweep(%v, %u) : (memref<34x34xf64>, memref<34x34xf64>) -> ()
  }
  return
}
