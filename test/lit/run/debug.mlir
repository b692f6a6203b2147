// RUN: rm -rf %t && mkdir %t && cp %s %t/debug.mlir && cd %t && baton-translate debug.mlir --emit=header -o program.h
// A debugger shows the program's own lines, calls, loop variables and buffers, in plain and in optimised code.
// REQUIRES: gdb
// RUN: cd %t && baton-translate -g debug.mlir --emit=obj -o 0.o && %cc %sanitize -I%t -I%source/lib %S/Inputs/main.c 0.o %run_kernels -L%lib -lbaton-rt -Wl,-rpath,%lib -o 0
// RUN: cd %t && baton-translate -g -O2 debug.mlir --emit=obj -o 2.o && %cc %sanitize -I%t -I%source/lib %S/Inputs/main.c 2.o %run_kernels -L%lib -lbaton-rt -Wl,-rpath,%lib -o 2
// RUN: cd %t && echo -e 'set debuginfod enabled off\nbreak debug.mlir:30 if i == 2\nrun\nbacktrace 3\nprint i\nprint a\nptype part\nprint a.storage.data[2]\nnext\ncontinue' > commands
// RUN: cd %t && env ASAN_OPTIONS=detect_leaks=0 gdb -q -nx -batch -x commands ./0 2>&1 | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: cd %t && env ASAN_OPTIONS=detect_leaks=0 gdb -q -nx -batch -x commands ./2 2>&1 | FileCheck %s

// CHECK: Breakpoint 1, {{.*}}step_all (a=..., n={{.*}}) at debug.mlir:30
// CHECK-NEXT: orch.submit @step8(%part, %i
// CHECK-NEXT: #0 {{.*}}step_all (a=..., n={{.*}}) at debug.mlir:30
// CHECK-NEXT: #1 {{.*}}triple (a=...{{.*}}) at debug.mlir:36
// CHECK-NEXT: #2 {{.*}}triple () at debug.mlir:35
// CHECK: $1 = 2
// PLAIN-NEXT: $2 = {storage = 0x{{[0-9a-f]+}}, offset = 0, sizes = {8}, strides = {1}}
// CHECK: index offset;
// CHECK-NEXT: index sizes[1];
// PLAIN: $3 = {{[0-9]+$}}
// CHECK: scf.for %i

func.func private @step8(memref<8xi64, strided<[1], offset: ?>>, index) attributes {orch.kernel}
func.func private @host_sum8(memref<8xi64, strided<[1], offset: ?>> {orch.access = "read"}) -> i64

func.func private @step_all(%a: memref<8xi64, strided<[1], offset: ?>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %part = memref.subview %a[0] [8] [1] : memref<8xi64, strided<[1], offset: ?>> to memref<8xi64, strided<[1], offset: ?>>
    orch.submit @step8(%part, %i : memref<8xi64, strided<[1], offset: ?>>, index)
  }
  return
}

func.func @triple(%a: memref<8xi64, strided<[1], offset: ?>>, %n: index) -> i64 {
  func.call @step_all(%a, %n) : (memref<8xi64, strided<[1], offset: ?>>, index) -> ()
  %sum = func.call @host_sum8(%a) : (memref<8xi64, strided<[1], offset: ?>>) -> i64
  return %sum : i64
}
