// REQUIRES: mlir-opt
// What is printed in generic form goes through mlir-opt, in its custom form, generic form and with locations, and comes back equal.
// RUN: for f in %S/ops-orch.mlir %S/ops-shared.mlir %models/qwen3_14b_prefill.mlir %s; do \
// RUN:   baton-opt $f > %t-ours && baton-opt --mlir-print-op-generic $f > %t-generic && \
// RUN:   mlir-opt --allow-unregistered-dialect %t-generic > %t-mlir && baton-opt %t-mlir | cmp - %t-ours && \
// RUN:   mlir-opt --allow-unregistered-dialect --mlir-print-debuginfo %t-generic > %t-mlir && baton-opt %t-mlir | cmp - %t-ours && \
// RUN:   mlir-opt --allow-unregistered-dialect --mlir-print-op-generic %t-generic > %t-mlir && baton-opt %t-mlir > /dev/null || exit 1; done
// RUN: mlir-opt %s > %t-mlir && baton-opt %s | diff -B - %t-mlir

func.func private @callee(memref<?xf32> {orch.note = [1, 2.5, "x"]}, i64) -> (i32, f32)

func.func @shared(%m: memref<?x64xf32>, %n: index, %c: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %a = arith.constant 1 : index
  %b = arith.constant 1 : index
  %x = arith.constant 2.5 : f32
  %y = arith.constant -1 : i64
  %z = arith.constant 3 : i64
  %t = arith.constant true
  %s = memref.subview %m[0, %n] [%n, 8] [1, 1] : memref<?x64xf32> to memref<?x8xf32, strided<[64, 1], offset: ?>>
  %d = memref.dim %m, %c0 : memref<?x64xf32>
  %f = memref.cast %m : memref<?x64xf32> to memref<8x64xf32>
  %r:2 = scf.for %i = %c0 to %d step %a iter_args(%p = %x, %q = %n) -> (f32, index) {
    %v = memref.load %m[%i, %q] : memref<?x64xf32>
    %w = scf.if %c -> (f32) {
      %one = arith.constant 1 : index
      scf.yield %v : f32
    } else {
      scf.yield %p : f32
    }
    scf.for %j = %c0 to %n step %b {
      memref.store %w, %m[%i, %j] {nontemporal = true} : memref<?x64xf32>
    }
    scf.yield %w, %i : f32, index
  } {orch.note}
  %u = arith.cmpi ult, %y, %z : i64
  return %r#0 : f32
}
