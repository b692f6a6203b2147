// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiled LU factorization without pivoting, right-looking, in place, of a 64 x 64 matrix in tiles of 8 x 8.
// Rows and columns of tiles are solved after the tile on the diagonal, then the rest of the matrix is updated: 204 tasks,
// 8 getrf, 28 trsm on either side, 140 gemm.

func.func private @getrf(memref<8x8xf64, strided<[64, 1], offset: ?>> {orch.access = "readwrite"}) attributes {orch.kernel}
func.func private @trsm_lower(memref<8x8xf64, strided<[64, 1], offset: ?>> {orch.access = "read"}, memref<8x8xf64, strided<[64, 1], offset: ?>> {orch.access = "readwrite"}) attributes {orch.kernel}
func.func private @trsm_upper(memref<8x8xf64, strided<[64, 1], offset: ?>> {orch.access = "read"}, memref<8x8xf64, strided<[64, 1], offset: ?>> {orch.access = "readwrite"}) attributes {orch.kernel}
func.func private @gemm_nn(memref<8x8xf64, strided<[64, 1], offset: ?>> {orch.access = "read"}, memref<8x8xf64, strided<[64, 1], offset: ?>> {orch.access = "read"}, memref<8x8xf64, strided<[64, 1], offset: ?>> {orch.access = "readwrite"}) attributes {orch.kernel}

func.func @lu(%a: memref<64x64xf64>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scf.for %k = %c0 to %c64 step %c8 {
    %next = arith.addi %k, %c8 : index
    %akk = memref.subview %a[%k, %k] [8, 8] [1, 1] : memref<64x64xf64> to memref<8x8xf64, strided<[64, 1], offset: ?>>
    orch.submit @getrf(%akk : memref<8x8xf64, strided<[64, 1], offset: ?>>)
    scf.for %j = %next to %c64 step %c8 {
      %akj = memref.subview %a[%k, %j] [8, 8] [1, 1] : memref<64x64xf64> to memref<8x8xf64, strided<[64, 1], offset: ?>>
      orch.submit @trsm_lower(%akk, %akj : memref<8x8xf64, strided<[64, 1], offset: ?>>, memref<8x8xf64, strided<[64, 1], offset: ?>>)
    }
    scf.for %i = %next to %c64 step %c8 {
      %aik = memref.subview %a[%i, %k] [8, 8] [1, 1] : memref<64x64xf64> to memref<8x8xf64, strided<[64, 1], offset: ?>>
      orch.submit @trsm_upper(%akk, %aik : memref<8x8xf64, strided<[64, 1], offset: ?>>, memref<8x8xf64, strided<[64, 1], offset: ?>>)
    }
    scf.for %i = %next to %c64 step %c8 {
      %aik = memref.subview %a[%i, %k] [8, 8] [1, 1] : memref<64x64xf64> to memref<8x8xf64, strided<[64, 1], offset: ?>>
      scf.for %j = %next to %c64 step %c8 {
        %akj = memref.subview %a[%k, %j] [8, 8] [1, 1] : memref<64x64xf64> to memref<8x8xf64, strided<[64, 1], offset: ?>>
        %aij = memref.subview %a[%i, %j] [8, 8] [1, 1] : memref<64x64xf64> to memref<8x8xf64, strided<[64, 1], offset: ?>>
        orch.submit @gemm_nn(%aik, %akj, %aij : memref<8x8xf64, strided<[64, 1], offset: ?>>, memref<8x8xf64, strided<[64, 1], offset: ?>>, memref<8x8xf64, strided<[64, 1], offset: ?>>)
      }
    }
  }
  return
}
