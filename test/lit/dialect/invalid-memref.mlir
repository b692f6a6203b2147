// RUN: baton-opt %s --split-input-file --verify-diagnostics
// Views and host accesses: constants out of range and types that do not follow from the source are refused.

func.func @subview_type(%b: memref<64x128xf32>, %i: index) {
  // expected-error@+1 {{expected result type to be 'memref<64x4xf32, strided<[128, 1], offset: ?>>' or a rank-reduced version, but got 'memref<64x4xf32, strided<[64, 1], offset: ?>>'}}
  %v = memref.subview %b[0, %i] [64, 4] [1, 1] : memref<64x128xf32> to memref<64x4xf32, strided<[64, 1], offset: ?>>
  return
}

// -----

func.func @subview_reduced(%b: memref<64x128xf32>) {
  %v = memref.subview %b[3, 8] [1, 4] [1, 2] : memref<64x128xf32> to memref<4xf32, strided<[2], offset: 392>>
  return
}

// -----

func.func @subview_out_of_range(%b: memref<64x128xf32>) {
  // expected-error@+1 {{runs out-of-bounds along dimension 1: a part of size 8 with stride 1 at 124 does not fit into 128}}
  %v = memref.subview %b[0, 124] [64, 8] [1, 1] : memref<64x128xf32> to memref<64x8xf32, strided<[128, 1], offset: 124>>
  return
}

// -----

func.func @subview_negative(%b: memref<64xf32>) {
  // expected-error@+1 {{expected sizes to be non-negative, but got -1}}
  %v = "memref.subview"(%b) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: -1>, static_strides = array<i64: 1>}> : (memref<64xf32>) -> memref<?xf32, strided<[1]>>
  return
}

// -----

func.func @subview_ranks(%b: memref<64xf32>) {
  // expected-error@+1 {{expected 1 offset values, got 2}}
  %v = memref.subview %b[0, 0] [4] [1] : memref<64xf32> to memref<4xf32, strided<[1]>>
  return
}

// -----

func.func @cast(%b: memref<64xf32>) {
  // expected-error@+1 {{operand type 'memref<64xf32>' and result type 'memref<32xf32>' are cast incompatible}}
  %v = memref.cast %b : memref<64xf32> to memref<32xf32>
  return
}

// -----

func.func @load_rank(%b: memref<4x4xi32>, %i: index) {
  // expected-error@+1 {{incorrect number of indices for load, expected 2 but got 1}}
  %v = memref.load %b[%i] : memref<4x4xi32>
  return
}

// -----

func.func @load_index(%b: memref<4xi32>) {
  %c4 = arith.constant 4 : index
  // expected-error@+1 {{index 4 is out of range along dimension 0}}
  %v = memref.load %b[%c4] : memref<4xi32>
  return
}

// -----

func.func @store_element(%b: memref<4xi32>, %x: i64, %i: index) {
  // expected-error@+1 {{'memref.store' op failed to verify that type of 'value' matches element type of the memref}}
  "memref.store"(%x, %b, %i) : (i64, memref<4xi32>, index) -> ()
  return
}
