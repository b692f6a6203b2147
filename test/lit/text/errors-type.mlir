// RUN: not baton-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --match-full-lines --strict-whitespace
// Malformed types: each is one error at its place.

//CHECK:{{.*}}:[[@LINE+1]]:22: error: unknown type 'foo'
func.func private @f(foo)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:22: error: expected type
func.func private @f(3)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:22: error: invalid integer width
func.func private @f(i0)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:22: error: invalid integer width
func.func private @f(i16777216)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:22: error: unknown type 'vectors'
func.func private @f(vectors<4xf32>)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:28: error: expected '<'
func.func private @f(memref)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:29: error: expected type
func.func private @f(memref<>)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:30: error: expected 'x' in dimension list
func.func private @f(memref<4>)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:31: error: expected type
func.func private @f(memref<4x>)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:29: error: expected type
func.func private @f(memref<-4xf32>)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:30: error: expected 'x' in dimension list
func.func private @f(memref<*>)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:35: error: cannot have affine map for unranked memref type
func.func private @f(memref<*xf32, strided<[]>>)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:31: error: invalid memref element type
func.func private @f(memref<*xnone>)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:31: error: memrefs of other elements than integers, index and floats are not supported
func.func private @f(memref<4xvector<4xf32>>)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:29: error: vector types must have positive constant sizes
func.func private @f(vector<0xf32>)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:32: error: missing ']' closing scalable dimension
func.func private @f(vector<[4xf32>)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:31: error: vector elements must be int/index/float type
func.func private @f(vector<4xmemref<f32>>)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:31: error: invalid tensor element type
func.func private @f(tensor<4xtensor<4xf32>>)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:30: error: expected 'x' in dimension list
func.func private @f(tensor<4>)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:30: error: invalid element type for complex
func.func private @f(complex<index>)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:31: error: invalid memref element type
func.func private @f(memref<4xnone>)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:31: error: invalid memref element type
func.func private @f(memref<4x!orch.task>)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:29: error: invalid dimension
func.func private @f(memref<99999999999999999999xf32>)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:51: error: expected the number of strides to match the rank
func.func private @f(memref<4xf32, strided<[1, 2]>>)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:44: error: expected '['
func.func private @f(memref<4xf32, strided<1>>)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:49: error: expected 'offset'
func.func private @f(memref<4xf32, strided<[1], 3>>)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:57: error: expected integer value
func.func private @f(memref<4xf32, strided<[1], offset: x>>)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:36: error: expected a strided layout; other affine maps are not supported
func.func private @f(memref<4xf32, affine_map<(d0) -> (d0 + 1)>>)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:39: error: multiple memory spaces specified in memref type
func.func private @f(memref<4xf32, 1, 2>)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:34: error: expected '>'
func.func private @f(memref<4xf32)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:22: error: unknown type 'foo' in dialect 'orch'
func.func private @f(!orch.foo)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:33: error: expected '<'
func.func private @f(!orch.tasks)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:34: error: expected integer value
func.func private @f(!orch.tasks<>)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:34: error: expected a count that is not negative
func.func private @f(!orch.tasks<-1>)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:34: error: integer value too large
func.func private @f(!orch.tasks<99999999999999999999>)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:22: error: type of unregistered dialect 'foo'; use --allow-unregistered-dialect to accept it
func.func private @f(!foo.bar)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:22: error: type of unregistered dialect 'foo'; use --allow-unregistered-dialect to accept it
func.func private @f(!foo<bar>)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:22: error: undefined symbol alias id 'nothing'
func.func private @f(!nothing)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:25: error: expected '->'
func.func private @f(() i32)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:1: error: type names with a '.' are reserved for dialect-defined names
!a.b = i32

// -----

//CHECK:{{.*}}:[[@LINE+2]]:1: error: redefinition of type alias id 'a'
!a = i32
!a = i64

// -----

//CHECK:{{.*}}:[[@LINE+1]]:4: error: expected '=' in type alias definition
!a i32

// -----

//CHECK:{{.*}}:[[@LINE+1]]:6: error: unknown type 'foo'
!a = foo
