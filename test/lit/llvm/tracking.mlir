// RUN: baton-translate %s | FileCheck %s
// The tracker's part of each argument: by the kind of the scope, by what a pass has stated, and nothing where nobody looks.
// RUN: sed 's/orch.scope auto/orch.scope manual/' %s | baton-translate | FileCheck %s --check-prefix=QUIET

func.func private @k(memref<f32>, memref<f32> {orch.access = "read"}) attributes {orch.kernel}

// Bytes of an operand: view, rank 0, f32, access, tracking. Full is 3, publish 6 (ordered), lookup 1, in manual code 2.
// CHECK: { i8 0, i8 0, i8 12, i8 3, i8 3, i8 0,{{.*}} { i8 0, i8 0, i8 12, i8 1, i8 3,
// CHECK: { i8 0, i8 0, i8 12, i8 3, i8 6, i8 0,{{.*}} { i8 0, i8 0, i8 12, i8 1, i8 1,
// CHECK: { i8 0, i8 0, i8 12, i8 3, i8 0, i8 0,{{.*}} { i8 0, i8 0, i8 12, i8 1, i8 0,
// CHECK: { i8 0, i8 0, i8 12, i8 3, i8 2, i8 0,{{.*}} { i8 0, i8 0, i8 12, i8 1, i8 2,
// CHECK: { i8 0, i8 0, i8 12, i8 3, i8 2, i8 0,{{.*}} { i8 0, i8 0, i8 12, i8 1, i8 0,
// QUIET-NOT: { i8 0, i8 0, i8 12, i8 {{[13]}}, i8 {{[1-9]}}, i8 0,
func.func @f(%a: memref<f32>, %b: memref<f32>) {
  orch.scope auto {
    orch.submit @k(%a, %b : memref<f32>, memref<f32>)
    orch.submit @k(%a, %b : memref<f32>, memref<f32>) {tracking = ["publish", "lookup"]}
    orch.submit @k(%a, %b : memref<f32>, memref<f32>) {tracking = ["none", "none"]}
  }
  orch.scope manual {
    orch.submit @k(%a, %b : memref<f32>, memref<f32>)
    orch.submit @k(%a, %b : memref<f32>, memref<f32>) {tracking = ["publish", "lookup"]}
  }
  return
}
