// RUN: baton-translate %s | FileCheck %s
// Functions of equal type, one symbol under two names, kernels by address, and calls of every signature verify.
// RUN: baton-translate %s --resolve-kernels | FileCheck %s --check-prefix=LATE

func.func private @a(memref<8xf32>, f32) attributes {orch.kernel, orch.symbol = "same"}
func.func private @b(memref<?xf32>, f32) -> () attributes {orch.kernel, orch.symbol = "same"}
func.func private @c(memref<8xf32>, f32) attributes {orch.kernel}
func.func private @d(memref<8xf32>, f32) -> i32 attributes {orch.kernel}
func.func private @tensor(memref<8xf32>, f32) attributes {orch.kernel, orch.abi = "dlpack"}
func.func private @host(i1, i8, i16, i32, i64, index, f16, bf16, f32, f64, memref<8xf32>) -> i16

// CHECK-DAG: declare void @same(ptr, float)
// CHECK-DAG: declare void @c(ptr, float)
// CHECK-DAG: declare i32 @d(ptr, float)
// CHECK-DAG: declare i16 @host(i1, i8, i16, i32, i64, i64, half, half, float, double, ptr)
// CHECK-DAG: call signext i16 @host(i1 zeroext %{{.*}}, i8 signext %{{.*}}, i16 signext %{{.*}}, i32 %
// LATE-NOT: declare void @same
// LATE: c"same\00"
func.func @f(%x: memref<8xf32>, %s: f32, %p: i1, %q: i8, %r: i16, %t: i32, %u: i64, %v: index, %h: f16, %w: bf16, %d: f64) -> i16 {
  %y = memref.cast %x : memref<8xf32> to memref<?xf32>
  orch.submit @a(%x, %s : memref<8xf32>, f32)
  orch.submit @b(%y, %s : memref<?xf32>, f32)
  orch.submit @c(%x, %s : memref<8xf32>, f32)
  orch.submit @d(%x, %s : memref<8xf32>, f32)
  orch.submit @d(%x, %s : memref<8xf32>, f32)
  orch.submit @tensor(%x, %s : memref<8xf32>, f32)
  %z = func.call @host(%p, %q, %r, %t, %u, %v, %h, %w, %s, %d, %x)
      : (i1, i8, i16, i32, i64, index, f16, bf16, f32, f64, memref<8xf32>) -> i16
  return %z : i16
}
