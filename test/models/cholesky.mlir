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
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %k = %c0 to %c8 step %c1 {
    %k0 = arith.muli %k, %c8 : index
    %next = arith.addi %k, %c1 : index
    %akk = memref.subview %a[%k0, %k0] [8, 8] [1, 1] : memref<64x64xf64> to memref<8x8xf64, strided<[64, 1], offset: ?>>
    orch.submit @potrf(%akk : memref<8x8xf64, strided<[64, 1], offset: ?>>)
    scf.for %i = %next to %c8 step %c1 {
      %i0 = arith.muli %i, %c8 : index
      %aik = memref.subview %a[%i0, %k0] [8, 8] [1, 1] : memref<64x64xf64> to memref<8x8xf64, strided<[64, 1], offset: ?>>
      orch.submit @trsm_right(%akk, %aik : memref<8x8xf64, strided<[64, 1], offset: ?>>, memref<8x8xf64, strided<[64, 1], offset: ?>>)
    }
    scf.for %i = %next to %c8 step %c1 {
      %i0 = arith.muli %i, %c8 : index
      %aik = memref.subview %a[%i0, %k0] [8, 8] [1, 1] : memref<64x64xf64> to memref<8x8xf64, strided<[64, 1], offset: ?>>
      scf.for %j = %next to %i step %c1 {
        %j0 = arith.muli %j, %c8 : index
        %ajk = memref.subview %a[%j0, %k0] [8, 8] [1, 1] : memref<64x64xf64> to memref<8x8xf64, strided<[64, 1], offset: ?>>
        %aij = memref.subview %a[%i0, %j0] [8, 8] [1, 1] : memref<64x64xf64> to memref<8x8xf64, strided<[64, 1], offset: ?>>
        orch.submit @gemm_nt(%aik, %ajk, %aij : memref<8x8xf64, strided<[64, 1], offset: ?>>, memref<8x8xf64, strided<[64, 1], offset: ?>>, memref<8x8xf64, strided<[64, 1], offset: ?>>)
      }
      %aii = memref.subview %a[%i0, %i0] [8, 8] [1, 1] : memref<64x64xf64> to memref<8x8xf64, strided<[64, 1], offset: ?>>
      orch.submit @syrk(%aik, %aii : memref<8x8xf64, strided<[64, 1], offset: ?>>, memref<8x8xf64, strided<[64, 1], offset: ?>>)
    }
  }
  return
}
