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
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %k = %c0 to %c8 step %c1 {
    %k0 = arith.muli %k, %c8 : index
    %next = arith.addi %k, %c1 : index
    %akk = memref.subview %a[%k0, %k0] [8, 8] [1, 1] : memref<64x64xf64> to memref<8x8xf64, strided<[64, 1], offset: ?>>
    orch.submit @getrf(%akk : memref<8x8xf64, strided<[64, 1], offset: ?>>)
    scf.for %j = %next to %c8 step %c1 {
      %j0 = arith.muli %j, %c8 : index
      %akj = memref.subview %a[%k0, %j0] [8, 8] [1, 1] : memref<64x64xf64> to memref<8x8xf64, strided<[64, 1], offset: ?>>
      orch.submit @trsm_lower(%akk, %akj : memref<8x8xf64, strided<[64, 1], offset: ?>>, memref<8x8xf64, strided<[64, 1], offset: ?>>)
    }
    scf.for %i = %next to %c8 step %c1 {
      %i0 = arith.muli %i, %c8 : index
      %aik = memref.subview %a[%i0, %k0] [8, 8] [1, 1] : memref<64x64xf64> to memref<8x8xf64, strided<[64, 1], offset: ?>>
      orch.submit @trsm_upper(%akk, %aik : memref<8x8xf64, strided<[64, 1], offset: ?>>, memref<8x8xf64, strided<[64, 1], offset: ?>>)
    }
    scf.for %i = %next to %c8 step %c1 {
      %i0 = arith.muli %i, %c8 : index
      %aik = memref.subview %a[%i0, %k0] [8, 8] [1, 1] : memref<64x64xf64> to memref<8x8xf64, strided<[64, 1], offset: ?>>
      scf.for %j = %next to %c8 step %c1 {
        %j0 = arith.muli %j, %c8 : index
        %akj = memref.subview %a[%k0, %j0] [8, 8] [1, 1] : memref<64x64xf64> to memref<8x8xf64, strided<[64, 1], offset: ?>>
        %aij = memref.subview %a[%i0, %j0] [8, 8] [1, 1] : memref<64x64xf64> to memref<8x8xf64, strided<[64, 1], offset: ?>>
        orch.submit @gemm_nn(%aik, %akj, %aij : memref<8x8xf64, strided<[64, 1], offset: ?>>, memref<8x8xf64, strided<[64, 1], offset: ?>>, memref<8x8xf64, strided<[64, 1], offset: ?>>)
      }
    }
  }
  return
}
