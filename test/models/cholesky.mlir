// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiled Cholesky factorization, right-looking, in place: the lower triangle of a 64 x 64 matrix in tiles of 8 x 8.
// Every task works on tiles of one matrix, all of them views with loop variables in their offsets. 120 tasks; the textbook
// graph has 8 potrf, 28 trsm, 28 syrk and 56 gemm.

func.func private @potrf(memref<8x8xf64, strided<[64, 1], offset: ?>> {orch.access = "readwrite"}) attributes {orch.kernel}
func.func private @trsm_right(memref<8x8xf64, strided<[64, 1], offset: ?>> {orch.access = "read"}, memref<8x8xf64, strided<[64, 1], offset: ?>> {orch.access = "readwrite"}) attributes {orch.kernel}
func.func private @syrk(memref<8x8xf64, strided<[64, 1], offset: ?>> {orch.access = "read"}, memref<8x8xf64, strided<[64, 1], offset: ?>> {orch.access = "readwrite"}) attributes {orch.kernel}
func.func private @gemm_nt(memref<8x8xf64, strided<[64, 1], offset: ?>> {orch.access = "read"}, memref<8x8xf64, strided<[64, 1], offset: ?>> {orch.access = "read"}, memref<8x8xf64, strided<[64, 1], offset: ?>> {orch.access = "readwrite"}) attributes {orch.kernel}

func.func @cholesky(%a: memref<64x64xf64>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scf.for %k = %c0 to %c64 step %c8 {
    %next = arith.addi %k, %c8 : index
    %akk = memref.subview %a[%k, %k] [8, 8] [1, 1] : memref<64x64xf64> to memref<8x8xf64, strided<[64, 1], offset: ?>>
    orch.submit @potrf(%akk : memref<8x8xf64, strided<[64, 1], offset: ?>>)
    scf.for %i = %next to %c64 step %c8 {
      %aik = memref.subview %a[%i, %k] [8, 8] [1, 1] : memref<64x64xf64> to memref<8x8xf64, strided<[64, 1], offset: ?>>
      orch.submit @trsm_right(%akk, %aik : memref<8x8xf64, strided<[64, 1], offset: ?>>, memref<8x8xf64, strided<[64, 1], offset: ?>>)
    }
    scf.for %i = %next to %c64 step %c8 {
      %aik = memref.subview %a[%i, %k] [8, 8] [1, 1] : memref<64x64xf64> to memref<8x8xf64, strided<[64, 1], offset: ?>>
      scf.for %j = %next to %i step %c8 {
        %ajk = memref.subview %a[%j, %k] [8, 8] [1, 1] : memref<64x64xf64> to memref<8x8xf64, strided<[64, 1], offset: ?>>
        %aij = memref.subview %a[%i, %j] [8, 8] [1, 1] : memref<64x64xf64> to memref<8x8xf64, strided<[64, 1], offset: ?>>
        orch.submit @gemm_nt(%aik, %ajk, %aij : memref<8x8xf64, strided<[64, 1], offset: ?>>, memref<8x8xf64, strided<[64, 1], offset: ?>>, memref<8x8xf64, strided<[64, 1], offset: ?>>)
      }
      %aii = memref.subview %a[%i, %i] [8, 8] [1, 1] : memref<64x64xf64> to memref<8x8xf64, strided<[64, 1], offset: ?>>
      orch.submit @syrk(%aik, %aii : memref<8x8xf64, strided<[64, 1], offset: ?>>, memref<8x8xf64, strided<[64, 1], offset: ?>>)
    }
  }
  return
}
