// RUN: baton-translate -g %s | FileCheck %s
// Debug information names files, functions, scopes, values and types; it is well formed, and optimised code is the same without.
// RUN: baton-translate -g %s --emit=obj -o %t.o && llvm-dwarfdump --verify %t.o | FileCheck %s --check-prefix=VERIFY
// RUN: baton-translate -g -O2 --orchestrate %s --emit=obj -o %t.o && llvm-dwarfdump --verify %t.o | FileCheck %s --check-prefix=VERIFY
// RUN: baton-translate -g --inline %s | FileCheck %s --check-prefix=INLINE
// RUN: for level in 1 2 3; do baton-translate -g -O$level %s --emit=obj -o %t.g.o && baton-translate -O$level %s --emit=obj -o %t.o && llvm-objdump -d %t.g.o | tail -n +3 > %t.g.s && llvm-objdump -d %t.o | tail -n +3 > %t.s && cmp %t.g.s %t.s || exit 1; done
// RUN: baton-translate %s | FileCheck %s --check-prefix=PLAIN
// RUN: baton-opt %s --mlir-print-op-generic | sed 's/^/\n/' | baton-translate -g | FileCheck %s --check-prefix=NUMBERS

// VERIFY: No errors.
// PLAIN: source_filename = "{{.*}}debug.mlir"
// PLAIN-NOT: !dbg
// PLAIN: !{i32 {{[0-9]}}, !"uwtable", i32 2}

// CHECK: source_filename = "{{.*}}debug.mlir"
// CHECK: define internal {{.*}} @baton.body.inner({{.*}}) {{.*}} !dbg [[INNER:![0-9]+]]
// CHECK: #dbg_declare({{.*}}, [[T:![0-9]+]], !DIExpression(),
// CHECK: distinct !DICompileUnit({{.*}}producer: "Baton"
// CHECK: [[INNER]] = distinct !DISubprogram(name: "inner", {{.*}}, line: [[@LINE+6]],
// CHECK: [[T]] = !DILocalVariable(name: "t", scope: [[INNER]], {{.*}}, line: [[@LINE+6]],
// INLINE: #dbg_declare
// INLINE: !DILocation(line: [[@LINE+4]],
// NUMBERS: !DILocalVariable(name: "_{{[0-9]+}}"
func.func private @k(i1, si8, ui16, f16, bf16, f32, f64, memref<i32>) attributes {orch.kernel}
func.func private @inner() -> !orch.task {
  %t = orch.fence
  return %t : !orch.task
}
// CHECK-DAG: !DILocalVariable(name: "flag", arg: 1, {{.*}}, type: [[BOOL:![0-9]+]]
// CHECK-DAG: [[BOOL]] = !DIBasicType(name: "i1", size: 8, encoding: DW_ATE_boolean)
// CHECK-DAG: !DIBasicType(name: "si8", size: 8, encoding: DW_ATE_signed)
// CHECK-DAG: !DIBasicType(name: "ui16", size: 16, encoding: DW_ATE_unsigned)
// CHECK-DAG: !DIBasicType(name: "f16", size: 16, encoding: DW_ATE_float)
// CHECK-DAG: !DIBasicType(name: "bf16", size: 16, encoding: DW_ATE_unsigned)
// CHECK-DAG: !DICompositeType(tag: DW_TAG_structure_type, name: "memref<i32>", {{.*}}, size: 128
// CHECK-DAG: !DICompositeType(tag: DW_TAG_structure_type, name: "!orch.tasks<?>", {{.*}}, size: 128
// CHECK-DAG: !DILocalVariable(name: "both_0",
// CHECK-DAG: !DILocalVariable(name: "both_1",
func.func @outer(%flag: i1, %a: si8, %b: ui16, %c: f16, %d: bf16, %e: f32, %f: f64, %g: memref<i32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = func.call @inner() : () -> !orch.task
  %ids = orch.parallel %i = %c0 to %n step %c1 -> (!orch.tasks<?>) {
    %u = orch.submit @k(%flag, %a, %b, %c, %d, %e, %f, %g : i1, si8, ui16, f16, bf16, f32, f64, memref<i32>)
    orch.yield %u : !orch.task
  }
  %both:2 = scf.if %flag -> (!orch.task, index) {
    %v = orch.fence after(%ids : !orch.tasks<?>)
    scf.yield %v, %n : !orch.task, index
  } else {
    scf.yield %t, %c0 : !orch.task, index
  }
  scf.for %i = %c0 to %both#1 step %c1 {
    %w = orch.submit @k(%flag, %a, %b, %c, %d, %e, %f, %g : i1, si8, ui16, f16, bf16, f32, f64, memref<i32>) after(%both#0 : !orch.task)
  }
  return
}
