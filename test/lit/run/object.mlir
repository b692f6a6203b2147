// RUN: rm -rf %t && mkdir %t && baton-translate %s --emit=obj -o %t/program.o && baton-translate %s --emit=header -o %t/program.h
// An object file, linked with the runtime, a C main and the kernels, does what the JIT does; so do optimised ones.
// RUN: %cc %sanitize -I%t -I%lit_source/../../lib %S/Inputs/main.c %t/program.o %run_kernels -L%lib -lbaton-rt -Wl,-rpath,%lib -o %t/main && %t/main | FileCheck %s
// RUN: baton-translate %s --emit=obj -O3 --orchestrate -o %t/program.o && %cc %sanitize -I%t -I%lit_source/../../lib %S/Inputs/main.c %t/program.o %run_kernels -L%lib -lbaton-rt -Wl,-rpath,%lib -o %t/main && %t/main | FileCheck %s
// RUN: baton-translate %s --emit=asm -O2 -o %t/program.s && %cc %sanitize -I%t -I%lit_source/../../lib %S/Inputs/main.c %t/program.s %run_kernels -L%lib -lbaton-rt -Wl,-rpath,%lib -o %t/main && %t/main | FileCheck %s
// RUN: baton-run %s --kernels=%run_kernels --arg=iota --arg=3 --print=0 | FileCheck %s --check-prefix=JIT
// RUN: baton-translate %s --emit=obj -o %t/second.o && baton-translate %s --emit=obj -o %t/first.o && cmp %t/first.o %t/second.o
// RUN: not %cc %sanitize -I%t -I%lit_source/../../lib %S/Inputs/main.c %t/first.o -L%lib -lbaton-rt -o %t/none 2>&1 | FileCheck %s --check-prefix=MISSING

// Run twice from C: 2 (2 (2 i + 0) + 1) + 2 = 8 i + 4; then 64 i + 36. What is outside of the view stays.
// CHECK: [0, 36, 100, 164, 228, 292, 356, 420, 484, 0]
// CHECK: sum 2080
// CHECK: status {{[1-9]}}: {{.*}}object.mlir:[[@LINE+8]]:1: error: {{.*}}9{{.*}}8
// JIT: [4, 12, 20, 28, 36, 44, 52, 60]
// JIT: result #0: 256
// MISSING: step8

func.func private @step8(memref<8xi64, strided<[1], offset: ?>>, index) attributes {orch.kernel}
func.func private @host_sum8(memref<8xi64, strided<[1], offset: ?>> {orch.access = "read"}) -> i64

func.func @triple(%a: memref<8xi64, strided<[1], offset: ?>>, %n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    orch.submit @step8(%a, %i : memref<8xi64, strided<[1], offset: ?>>, index)
  }
  %sum = func.call @host_sum8(%a) : (memref<8xi64, strided<[1], offset: ?>>) -> i64
  return %sum : i64
}
