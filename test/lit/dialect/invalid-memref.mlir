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

// -----

func.func @collapse_gap(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{'memref.collapse_shape' op reassociation indices must be contiguous}}
  %0 = memref.collapse_shape %m [[0, 2]] : memref<4x8xf32> into memref<32xf32>
  return
}

// -----

func.func @collapse_size(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{'memref.collapse_shape' op collapsed dim size (33) must equal reassociation group size (32)}}
  %0 = memref.collapse_shape %m [[0, 1]] : memref<4x8xf32> into memref<33xf32>
  return
}

// -----

func.func @collapse_groups(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{'memref.collapse_shape' op invalid number of reassociation groups: found 2, expected 1}}
  %0 = memref.collapse_shape %m [[0], [1]] : memref<4x8xf32> into memref<32xf32>
  return
}

// -----

func.func @collapse_few(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{'memref.collapse_shape' op expanded rank (2) inconsistent with number of reassociation indices (1)}}
  %0 = memref.collapse_shape %m [[0]] : memref<4x8xf32> into memref<4xf32>
  return
}

// -----

func.func @collapse_scalar(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{'memref.collapse_shape' op rank 0 memrefs can only be extended/collapsed with/from ones}}
  %0 = memref.collapse_shape %m [] : memref<4x8xf32> into memref<f32>
  return
}

// -----

func.func @collapse_space(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{'memref.collapse_shape' op invalid source layout map or collapsing non-contiguous dims}}
  %0 = memref.collapse_shape %s [[0, 1]] : memref<4x8xf32, strided<[16, 1]>> into memref<32xf32>
  return
}

// -----

func.func @collapse_empty(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{'memref.collapse_shape' op invalid source layout map or collapsing non-contiguous dims}}
  %0 = memref.collapse_shape %s [[0, 1], []] : memref<4x8xf32, strided<[16, 1]>> into memref<32x1xf32>
  return
}

// -----

func.func @collapse_dynamic(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{'memref.collapse_shape' op collapsed dim (0) must be dynamic if and only if reassociation group is dynamic}}
  %0 = memref.collapse_shape %q [[0, 1]] : memref<?x?xf32> into memref<32xf32>
  return
}

// -----

func.func @collapse_element(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{'memref.collapse_shape' op expected collapsed type to be 'memref<32xf32>' but found 'memref<32xi32>'}}
  %0 = memref.collapse_shape %m [[0, 1]] : memref<4x8xf32> into memref<32xi32>
  return
}

// -----

func.func @collapse_layout(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{'memref.collapse_shape' op expected collapsed type to be 'memref<4x8xf32, strided<[16, 1]>>' but found 'memref<4x8xf32>'}}
  %0 = memref.collapse_shape %s [[0], [1]] : memref<4x8xf32, strided<[16, 1]>> into memref<4x8xf32>
  return
}

// -----

func.func @collapse_longer(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{'memref.collapse_shape' op has source rank 2 and result rank 3. This is not a collapse (2 < 3).}}
  %0 = memref.collapse_shape %m [[0], [1]] : memref<4x8xf32> into memref<4x4x2xf32>
  return
}

// -----

func.func @collapse_list(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{attribute 'reassociation' failed to satisfy constraint: Array of 64-bit integer array attributes}}
  %0 = memref.collapse_shape %m [0, 1] : memref<4x8xf32> into memref<32xf32>
  return
}

// -----

func.func @collapse_huge(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{'memref.collapse_shape' op reassociation indices must be contiguous}}
  %0 = memref.collapse_shape %m [[0, 1], [9223372036854775807]] : memref<4x8xf32> into memref<32x1xf32>
  return
}

// -----

func.func @expand_size(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{'memref.expand_shape' op collapsed dim size (4) must equal reassociation group size (6)}}
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 3, 8] : memref<4x8xf32> into memref<2x3x8xf32>
  return
}

// -----

func.func @expand_few(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{'memref.expand_shape' op expected number of static shape bounds to be equal to the output rank (3) but found 2 inputs instead}}
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 2] : memref<4x8xf32> into memref<2x2x8xf32>
  return
}

// -----

func.func @expand_other(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{'memref.expand_shape' op invalid output shape provided at pos 2}}
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 2, 4] : memref<4x8xf32> into memref<2x2x8xf32>
  return
}

// -----

func.func @expand_value(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{'memref.expand_shape' op invalid output shape provided at pos 0}}
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [%x, 2, 8] : memref<4x8xf32> into memref<2x2x8xf32>
  return
}

// -----

func.func @expand_values(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{'memref.expand_shape' op mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has 0 dynamic dims while output_shape has 1 values}}
  %0 = "memref.expand_shape"(%m, %x) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: 2, 2, 8>}> : (memref<4x8xf32>, index) -> memref<2x2x8xf32>
  return
}

// -----

func.func @expand_bounds(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{'memref.expand_shape' op reassociation index 3 is out of bounds}}
  %0 = memref.expand_shape %m [[0, 1], [2, 3]] output_shape [2, 2, 8] : memref<4x8xf32> into memref<2x2x8xf32>
  return
}

// -----

func.func @expand_dynamic(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{'memref.expand_shape' op collapsed dim (1) must be dynamic if and only if reassociation group is dynamic}}
  %0 = memref.expand_shape %q [[0, 1], [2]] output_shape [%x, %x, 8] : memref<?x?xf32> into memref<?x?x8xf32>
  return
}

// -----

func.func @expand_layout(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{'memref.expand_shape' op expected expanded type to be 'memref<2x2x8xf32, strided<[32, 16, 1]>>' but found 'memref<2x2x8xf32>'}}
  %0 = memref.expand_shape %s [[0, 1], [2]] output_shape [2, 2, 8] : memref<4x8xf32, strided<[16, 1]>> into memref<2x2x8xf32>
  return
}

// -----

func.func @expand_shorter(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{'memref.expand_shape' op has source rank 2 and result rank 1. This is not an expansion (2 > 1).}}
  %0 = memref.expand_shape %m [[0]] output_shape [32] : memref<4x8xf32> into memref<32xf32>
  return
}

// -----

func.func @transpose_twice(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{'memref.transpose' op expected a permutation map}}
  %0 = memref.transpose %m (i, j) -> (i, i) : memref<4x8xf32> to memref<8x4xf32>
  return
}

// -----

func.func @transpose_type(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{'memref.transpose' op result type 'memref<8x4xf32>' is not equivalent to the canonical transposed input type 'memref<8x4xf32, strided<[1, 8]>>'}}
  %0 = memref.transpose %m (i, j) -> (j, i) : memref<4x8xf32> to memref<8x4xf32>
  return
}

// -----

func.func @transpose_rank(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{'memref.transpose' op expected a permutation map of same rank as the input}}
  %0 = memref.transpose %m (i) -> (i) : memref<4x8xf32> to memref<8x4xf32>
  return
}

// -----

func.func @transpose_unknown(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{expected a map of dimensions like '(d0, d1) -> (d1, d0)'}}
  %0 = memref.transpose %m (i, j) -> (j, k) : memref<4x8xf32> to memref<8x4xf32>
  return
}

// -----

func.func @transpose_no_map(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{expected '('}}
  %0 = memref.transpose %m 5 : memref<4x8xf32> to memref<8x4xf32>
  return
}

// -----

func.func @transpose_attribute(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{attribute 'permutation' failed to satisfy constraint: AffineMap attribute}}
  %0 = "memref.transpose"(%m) <{permutation = 5 : i64}> : (memref<4x8xf32>) -> memref<8x4xf32>
  return
}

// -----

func.func @transpose_other_map(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %q: memref<?x?xf32>, %x: index) {
  // expected-error@+1 {{'memref.transpose' op expected a permutation map}}
  %0 = "memref.transpose"(%m) <{permutation = affine_map<(d0, d1) -> (d1 + 0, d0)>}> : (memref<4x8xf32>) -> memref<8x4xf32>
  return
}

// -----

func.func @dim_of_scalar(%m: memref<f32>, %x: index) {
  // expected-error@+1 {{'memref.dim' op operand #0 must be unranked.memref of any type values or non-0-ranked.memref of any type values, but got 'memref<f32>'}}
  %0 = memref.dim %m, %x : memref<f32>
  return
}

// -----

func.func @collapse_number(%x: index) {
  // expected-error@+1 {{'memref.collapse_shape' op operand #0 must be strided memref of any type values, but got 'index'}}
  %0 = "memref.collapse_shape"(%x) <{reassociation = []}> : (index) -> memref<f32>
  return
}
