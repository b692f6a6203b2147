// RUN: baton-opt %s > %t && FileCheck %s < %t
// Attributes that an op does not know stay on it, of every kind and in both forms, and the passes keep them.
// RUN: baton-opt %t | cmp - %t
// RUN: baton-opt %s --mlir-print-op-generic | baton-opt | cmp - %t
// RUN: baton-opt %s --pass-pipeline='builtin.module(inline,canonicalize,cse,licm,derive-deps,prune-deps,phase-fence,symbol-dce)' | FileCheck %s
// A loop that has lost its attributes is of the kind that it was.
// RUN: sed 's/ {x.note = "l", x.u}//' %s | baton-opt | FileCheck %s --check-prefix=LOOP

func.func private @k(memref<8xf32>) attributes {orch.kernel}
func.func private @j() attributes {orch.kernel}

// CHECK: func.func @f(%arg0: memref<8xf32> {x.argument = true}, %arg1: index) attributes {x.on = "the function"} {
func.func @f(%a: memref<8xf32> {x.argument = true}, %n: index) attributes {x.on = "the function"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: orch.submit @k(%arg0 : memref<8xf32>) {{{.*}}x.a = [1, "two", @j, [3.500000e+00 : f32]], x.b = true, x.d = {e = 1 : i8, f}, x.dense = array<i32: 1, 2>, x.f = -1.500000e+00 : f64, x.i = -7 : i17, x.m = affine_map<(d0) -> (d0 + 1)>, x.s = "a\22b\0A", x.sym = @k::@inner, x.t = memref<?xi1>, x.u}
  %t = orch.submit @k(%a : memref<8xf32>) {x.b = true, x.i = -7 : i17, x.s = "a\"b\n", x.f = -1.5, x.u, x.sym = @k::@inner,
    x.t = memref<?xi1>, x.a = [1, "two", @j, [3.5 : f32]], x.d = {f, e = 1 : i8}, x.dense = array<i32: 1, 2>, x.m = affine_map<(d0) -> (d0 + 1)>}
  // CHECK: orch.fence after(%{{.*}} : !orch.task) {x.a = [unit, affine_map<(d0, d1) -> (d1)>], x.b = false, x.i = 3 : index, x.s = ""}
  %f = orch.fence after(%t : !orch.task) {x.b = false, x.i = 3 : index, x.s = "", x.a = [unit, affine_map<(d0, d1) -> (d1)>]}
  // CHECK: orch.parallel
  // LOOP:  orch.parallel
  // CHECK: } {x.note = "l", x.u}
  // LOOP:  {{^  }$}}
  orch.parallel %i = %c0 to %n step %c1 {
    %u = orch.submit @j() after(%f : !orch.task)
  } {x.note = "l", x.u}
  // CHECK: scf.for
  // CHECK: } {x.note = 2 : ui8}
  scf.for %i = %c0 to %n step %c1 {
    %u = orch.submit @j()
  } {x.note = 2 : ui8}
  // CHECK: scf.if
  // CHECK: } {x.note}
  %c = arith.cmpi slt, %c0, %n : index
  scf.if %c {
    %u = orch.submit @j()
  } {x.note}
  // CHECK: orch.scope manual {
  // CHECK: } {x.note = [unit]}
  orch.scope manual {
    %u = orch.submit @j()
  } {x.note = [unit]}
  // CHECK: orch.wait %{{.*}} {x.note = dense<1> : tensor<2xi32>} : !orch.task
  orch.wait %t {x.note = dense<1> : tensor<2xi32>} : !orch.task
  // CHECK: return {x.note}
  return {x.note}
}
