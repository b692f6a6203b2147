// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A decode step of attention over a paged cache: the keys and values of four sequences lie in blocks of four positions, and a
// table says which block is which. For every sequence, one task puts the new position into its block; one task per block
// makes a partial result; one puts these together. The blocks are read from the table by the host, so nobody knows them
// when compiling: accesses to the cache stay with the tracker. Queries, partial results and outputs are derived.

func.func private @append(memref<8xf64, strided<[1], offset: ?>> {orch.access = "read"}, memref<4x8xf64, strided<[8, 1], offset: ?>>, index) attributes {orch.kernel}
func.func private @attend(memref<8xf64, strided<[1], offset: ?>> {orch.access = "read"}, memref<4x8xf64, strided<[8, 1], offset: ?>> {orch.access = "read"}, memref<4x8xf64, strided<[8, 1], offset: ?>> {orch.access = "read"}, memref<10xf64, strided<[1], offset: ?>> {orch.access = "write"}, index) attributes {orch.kernel}
func.func private @merge(memref<?x10xf64> {orch.access = "read"}, memref<8xf64, strided<[1], offset: ?>> {orch.access = "write"}, index) attributes {orch.kernel}

func.func @paged_attention(%lengths: memref<4xi32> {orch.noalias}, %table: memref<4x5xi32> {orch.noalias}, %query: memref<4x8xf64> {orch.noalias}, %key: memref<4x8xf64> {orch.noalias}, %value: memref<4x8xf64> {orch.noalias}, %keys: memref<24x4x8xf64> {orch.noalias}, %values: memref<24x4x8xf64> {orch.noalias}, %out: memref<4x8xf64> {orch.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %s = %c0 to %c4 step %c1 {
    %length_i32 = memref.load %lengths[%s] : memref<4xi32>
    %length = arith.index_cast %length_i32 : i32 to index
    %last = arith.divui %length, %c4 : index
    %slot = arith.remui %length, %c4 : index
    %new_i32 = memref.load %table[%s, %last] : memref<4x5xi32>
    %new = arith.index_cast %new_i32 : i32 to index
    %key_row = memref.subview %key[%s, 0] [1, 8] [1, 1] : memref<4x8xf64> to memref<8xf64, strided<[1], offset: ?>>
    %value_row = memref.subview %value[%s, 0] [1, 8] [1, 1] : memref<4x8xf64> to memref<8xf64, strided<[1], offset: ?>>
    %new_keys = memref.subview %keys[%new, 0, 0] [1, 4, 8] [1, 1, 1] : memref<24x4x8xf64> to memref<4x8xf64, strided<[8, 1], offset: ?>>
    %new_values = memref.subview %values[%new, 0, 0] [1, 4, 8] [1, 1, 1] : memref<24x4x8xf64> to memref<4x8xf64, strided<[8, 1], offset: ?>>
    orch.submit @append(%key_row, %new_keys, %slot : memref<8xf64, strided<[1], offset: ?>>, memref<4x8xf64, strided<[8, 1], offset: ?>>, index)
    orch.submit @append(%value_row, %new_values, %slot : memref<8xf64, strided<[1], offset: ?>>, memref<4x8xf64, strided<[8, 1], offset: ?>>, index)

    %blocks = arith.addi %last, %c1 : index
    %positions = arith.addi %length, %c1 : index
    %query_row = memref.subview %query[%s, 0] [1, 8] [1, 1] : memref<4x8xf64> to memref<8xf64, strided<[1], offset: ?>>
    %partials = orch.alloc(%blocks) : memref<?x10xf64>
    orch.parallel %b = %c0 to %blocks step %c1 {
      %block_i32 = memref.load %table[%s, %b] : memref<4x5xi32>
      %block = arith.index_cast %block_i32 : i32 to index
      %block_keys = memref.subview %keys[%block, 0, 0] [1, 4, 8] [1, 1, 1] : memref<24x4x8xf64> to memref<4x8xf64, strided<[8, 1], offset: ?>>
      %block_values = memref.subview %values[%block, 0, 0] [1, 4, 8] [1, 1, 1] : memref<24x4x8xf64> to memref<4x8xf64, strided<[8, 1], offset: ?>>
      %partial = memref.subview %partials[%b, 0] [1, 10] [1, 1] : memref<?x10xf64> to memref<10xf64, strided<[1], offset: ?>>
      %first = arith.muli %b, %c4 : index
      %rest = arith.subi %positions, %first : index
      %count = arith.minui %rest, %c4 : index
      orch.submit @attend(%query_row, %block_keys, %block_values, %partial, %count : memref<8xf64, strided<[1], offset: ?>>, memref<4x8xf64, strided<[8, 1], offset: ?>>, memref<4x8xf64, strided<[8, 1], offset: ?>>, memref<10xf64, strided<[1], offset: ?>>, index)
    }
    %out_row = memref.subview %out[%s, 0] [1, 8] [1, 1] : memref<4x8xf64> to memref<8xf64, strided<[1], offset: ?>>
    orch.submit @merge(%partials, %out_row, %blocks : memref<?x10xf64>, memref<8xf64, strided<[1], offset: ?>>, index)
  }
  return
}
