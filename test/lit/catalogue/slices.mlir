// RUN: baton-opt %s --pass-pipeline='builtin.module(derive-deps,check-order{exact})' --check-order-each | FileCheck %s
// Slices of one buffer, strided, transposed and gathered views: what they share is ordered, and nothing else.
// RUN: baton-opt %s --orchestrate --check-order-each -o /dev/null

func.func private @r(memref<8x8xi64> {orch.access = "read"}) attributes {orch.kernel}
func.func private @w(memref<8x8xi64> {orch.access = "write"}) attributes {orch.kernel}
func.func private @wv(memref<4x8xi64, strided<[?, ?], offset: ?>> {orch.access = "write"}) attributes {orch.kernel}
func.func private @rv(memref<4x8xi64, strided<[?, ?], offset: ?>> {orch.access = "read"}) attributes {orch.kernel}

// Rows above and below have nothing in common; those in the middle have with both; the writer that only writes still comes after
// the readers of its slice.
// CHECK-LABEL: func.func @rows(
// CHECK:         [[ABOVE:%.+]] = orch.submit @wv({{[^)]*}}) {tracking = ["none"]}
// CHECK:         [[BELOW:%.+]] = orch.submit @wv({{[^)]*}}) {tracking = ["none"]}
// CHECK:         [[READ:%.+]] = orch.submit @rv({{[^)]*}}) derived([[ABOVE]], [[BELOW]] : !orch.task, !orch.task) {tracking = ["none"]}
// CHECK:         orch.submit @wv({{[^)]*}}) derived([[ABOVE]], [[READ]] : !orch.task, !orch.task) {tracking = ["none"]}
func.func @rows() {
  %x = orch.alloc() : memref<8x8xi64>
  %0 = memref.subview %x[0, 0] [4, 8] [1, 1] : memref<8x8xi64> to memref<4x8xi64, strided<[8, 1]>>
  %1 = memref.subview %x[4, 0] [4, 8] [1, 1] : memref<8x8xi64> to memref<4x8xi64, strided<[8, 1], offset: 32>>
  %2 = memref.subview %x[2, 0] [4, 8] [1, 1] : memref<8x8xi64> to memref<4x8xi64, strided<[8, 1], offset: 16>>
  %above = memref.cast %0 : memref<4x8xi64, strided<[8, 1]>> to memref<4x8xi64, strided<[?, ?], offset: ?>>
  %below = memref.cast %1 : memref<4x8xi64, strided<[8, 1], offset: 32>> to memref<4x8xi64, strided<[?, ?], offset: ?>>
  %middle = memref.cast %2 : memref<4x8xi64, strided<[8, 1], offset: 16>> to memref<4x8xi64, strided<[?, ?], offset: ?>>
  orch.submit @wv(%above : memref<4x8xi64, strided<[?, ?], offset: ?>>)
  orch.submit @wv(%below : memref<4x8xi64, strided<[?, ?], offset: ?>>)
  orch.submit @rv(%middle : memref<4x8xi64, strided<[?, ?], offset: ?>>)
  orch.submit @wv(%above : memref<4x8xi64, strided<[?, ?], offset: ?>>)
  return
}

// Every second row, and the rows between them: as disjoint as they look, and both in the whole.
func.func @strided() {
  %x = orch.alloc() : memref<8x8xi64>
  %0 = memref.subview %x[0, 0] [4, 8] [2, 1] : memref<8x8xi64> to memref<4x8xi64, strided<[16, 1]>>
  %1 = memref.subview %x[1, 0] [4, 8] [2, 1] : memref<8x8xi64> to memref<4x8xi64, strided<[16, 1], offset: 8>>
  %even = memref.cast %0 : memref<4x8xi64, strided<[16, 1]>> to memref<4x8xi64, strided<[?, ?], offset: ?>>
  %odd = memref.cast %1 : memref<4x8xi64, strided<[16, 1], offset: 8>> to memref<4x8xi64, strided<[?, ?], offset: ?>>
  orch.submit @wv(%even : memref<4x8xi64, strided<[?, ?], offset: ?>>)
  orch.submit @wv(%odd : memref<4x8xi64, strided<[?, ?], offset: ?>>)
  orch.submit @r(%x : memref<8x8xi64>)
  orch.submit @wv(%odd : memref<4x8xi64, strided<[?, ?], offset: ?>>)
  return
}

// Columns, by way of a transposed view: not disjoint from rows.
func.func @transposed() {
  %x = orch.alloc() : memref<8x8xi64>
  %t = memref.transpose %x (i, j) -> (j, i) : memref<8x8xi64> to memref<8x8xi64, strided<[1, 8]>>
  %0 = memref.subview %t[4, 0] [4, 8] [1, 1] : memref<8x8xi64, strided<[1, 8]>> to memref<4x8xi64, strided<[1, 8], offset: 4>>
  %1 = memref.subview %x[0, 0] [4, 8] [1, 1] : memref<8x8xi64> to memref<4x8xi64, strided<[8, 1]>>
  %columns = memref.cast %0 : memref<4x8xi64, strided<[1, 8], offset: 4>> to memref<4x8xi64, strided<[?, ?], offset: ?>>
  %rows = memref.cast %1 : memref<4x8xi64, strided<[8, 1]>> to memref<4x8xi64, strided<[?, ?], offset: ?>>
  orch.submit @wv(%columns : memref<4x8xi64, strided<[?, ?], offset: ?>>)
  orch.submit @wv(%rows : memref<4x8xi64, strided<[?, ?], offset: ?>>)
  orch.submit @r(%x : memref<8x8xi64>)
  return
}

// A place read by the host when the program runs.
func.func @gathered(%table: memref<4xindex> {orch.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %x = orch.alloc() : memref<8x8xi64>
  scf.for %i = %c0 to %c4 step %c1 {
    %at = memref.load %table[%i] : memref<4xindex>
    %v = memref.subview %x[%at, 0] [4, 8] [1, 1] : memref<8x8xi64> to memref<4x8xi64, strided<[8, 1], offset: ?>>
    %u = memref.cast %v : memref<4x8xi64, strided<[8, 1], offset: ?>> to memref<4x8xi64, strided<[?, ?], offset: ?>>
    orch.submit @wv(%u : memref<4x8xi64, strided<[?, ?], offset: ?>>)
  }
  orch.submit @r(%x : memref<8x8xi64>)
  return
}

// A buffer seen as a row of 64 and as two halves of that: the elements count, not the shape.
func.func private @w32(memref<32xi64, strided<[1], offset: ?>> {orch.access = "write"}) attributes {orch.kernel}
func.func @reshaped() {
  %x = orch.alloc() : memref<8x8xi64>
  %row = memref.collapse_shape %x [[0, 1]] : memref<8x8xi64> into memref<64xi64>
  %0 = memref.subview %row[0] [32] [1] : memref<64xi64> to memref<32xi64, strided<[1]>>
  %1 = memref.subview %row[32] [32] [1] : memref<64xi64> to memref<32xi64, strided<[1], offset: 32>>
  %low = memref.cast %0 : memref<32xi64, strided<[1]>> to memref<32xi64, strided<[1], offset: ?>>
  %high = memref.cast %1 : memref<32xi64, strided<[1], offset: 32>> to memref<32xi64, strided<[1], offset: ?>>
  %2 = memref.subview %x[4, 0] [4, 8] [1, 1] : memref<8x8xi64> to memref<4x8xi64, strided<[8, 1], offset: 32>>
  %below = memref.cast %2 : memref<4x8xi64, strided<[8, 1], offset: 32>> to memref<4x8xi64, strided<[?, ?], offset: ?>>
  orch.submit @w32(%low : memref<32xi64, strided<[1], offset: ?>>)
  orch.submit @w32(%high : memref<32xi64, strided<[1], offset: ?>>)
  orch.submit @rv(%below : memref<4x8xi64, strided<[?, ?], offset: ?>>)
  orch.submit @r(%x : memref<8x8xi64>)
  orch.submit @w(%x : memref<8x8xi64>)
  return
}
