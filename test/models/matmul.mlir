// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiled matrix product with a reduction: c = a b for 64 x 64 matrices in tiles of 8 x 8. The eight products of a tile of c are
// independent tasks, each into its own part of a fresh buffer; one task adds them up in a fixed order, so that results do
// not depend on who was first. All waits are known when compiling: a reduction waits for its eight products.

func.func private @product(memref<8x8xf64, strided<[64, 1], offset: ?>> {orch.access = "read"}, memref<8x8xf64, strided<[64, 1], offset: ?>> {orch.access = "read"}, memref<8x8xf64, strided<[8, 1], offset: ?>> {orch.access = "write"}) attributes {orch.kernel}
func.func private @add_products(memref<8x8x8xf64> {orch.access = "read"}, memref<8x8xf64, strided<[64, 1], offset: ?>> {orch.access = "write"}) attributes {orch.kernel}

func.func @matmul(%a: memref<64x64xf64> {orch.noalias}, %b: memref<64x64xf64> {orch.noalias}, %c: memref<64x64xf64> {orch.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  orch.parallel %i = %c0 to %c64 step %c8 {
    orch.parallel %j = %c0 to %c64 step %c8 {
      %products = orch.alloc() : memref<8x8x8xf64>
      orch.parallel %k = %c0 to %c8 step %c1 {
        %column = arith.muli %k, %c8 : index
        %aik = memref.subview %a[%i, %column] [8, 8] [1, 1] : memref<64x64xf64> to memref<8x8xf64, strided<[64, 1], offset: ?>>
        %bkj = memref.subview %b[%column, %j] [8, 8] [1, 1] : memref<64x64xf64> to memref<8x8xf64, strided<[64, 1], offset: ?>>
        %part = memref.subview %products[%k, 0, 0] [1, 8, 8] [1, 1, 1] : memref<8x8x8xf64> to memref<8x8xf64, strided<[8, 1], offset: ?>>
        orch.submit @product(%aik, %bkj, %part : memref<8x8xf64, strided<[64, 1], offset: ?>>, memref<8x8xf64, strided<[64, 1], offset: ?>>, memref<8x8xf64, strided<[8, 1], offset: ?>>)
      }
      %cij = memref.subview %c[%i, %j] [8, 8] [1, 1] : memref<64x64xf64> to memref<8x8xf64, strided<[64, 1], offset: ?>>
      orch.submit @add_products(%products, %cij : memref<8x8x8xf64>, memref<8x8xf64, strided<[64, 1], offset: ?>>)
    }
  }
  return
}
