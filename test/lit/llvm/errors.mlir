// RUN: rm -rf %t && mkdir %t && awk '/^\/\/ -----/ {n++; next} {print > ("%t/" n+0 ".mlir")}' %s
// What cannot be lowered is one error at its place, and no output.
// RUN: (not baton-translate %t/1.mlir -o %t/out 2>&1; test ! -e %t/out) | FileCheck %t/1.mlir
// RUN: (not baton-translate %t/2.mlir -o %t/out 2>&1; test ! -e %t/out) | FileCheck %t/2.mlir
// RUN: (not baton-translate %t/3.mlir -o %t/out 2>&1; test ! -e %t/out) | FileCheck %t/3.mlir
// RUN: (not baton-translate %t/4.mlir -o %t/out 2>&1; test ! -e %t/out) | FileCheck %t/4.mlir
// RUN: (not baton-translate %t/5.mlir -o %t/out 2>&1; test ! -e %t/out) | FileCheck %t/5.mlir
// RUN: (not baton-translate %t/6.mlir -o %t/out 2>&1; test ! -e %t/out) | FileCheck %t/6.mlir
// RUN: (not baton-translate %t/7.mlir -o %t/out 2>&1; test ! -e %t/out) | FileCheck %t/7.mlir
// RUN: (not baton-translate %t/8.mlir -o %t/out 2>&1; test ! -e %t/out) | FileCheck %t/8.mlir
// RUN: (not baton-translate %t/9.mlir -o %t/out 2>&1; test ! -e %t/out) | FileCheck %t/9.mlir
// RUN: not baton-translate %t/10.mlir --mtriple=nowhere-none-none 2>&1 | FileCheck %s --check-prefix=TRIPLE
// RUN: not baton-translate %t/10.mlir --mtriple=i686-pc-linux-gnu 2>&1 | FileCheck %s --check-prefix=BITS
// RUN: not baton-translate %t/10.mlir --emit=exe 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not baton-translate %t/10.mlir -O4 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: baton-translate %t/10.mlir --mtriple=aarch64-unknown-linux-gnu --emit=asm | FileCheck %s --check-prefix=AARCH64

// TRIPLE: error: no target for triple 'nowhere-none-none'
// BITS: error: triple 'i686-pc-linux-gnu' is not of a 64-bit little-endian target
// KIND: 'exe' is none of llvm, bc, asm, obj, header
// LEVEL: '4' is not a level from 0 to 3
// AARCH64: bl baton_rt_enter
// -----
// CHECK: 1.mlir:[[@LINE+2]]:{{.*}}: error: 'func.call' op calls @f recursively, which cannot be lowered
func.func @f() {
  func.call @f() : () -> ()
  return
}
// -----
func.func private @a(%n: index) {
  func.call @b(%n) : (index) -> ()
  return
}
// CHECK: 2.mlir:[[@LINE+2]]:{{.*}}: error: 'func.call' op calls @a recursively, which cannot be lowered
func.func private @b(%n: index) {
  func.call @a(%n) : (index) -> ()
  return
}
// -----
// CHECK: 3.mlir:[[@LINE+1]]:{{.*}}: error: 'func.func' op is public, but its parameter #0 cannot come from C: make it private
func.func @f(%t: !orch.task) {
  return
}
// -----
// CHECK: 4.mlir:[[@LINE+1]]:{{.*}}: error: 'func.func' op is public, but returns a buffer, which ends with the run: make it private
func.func @f(%a: memref<8xf32>) -> memref<8xf32> {
  return %a : memref<8xf32>
}
// -----
func.func private @k(memref<8xf32>) attributes {orch.kernel, orch.symbol = "same"}
// CHECK: 5.mlir:[[@LINE+2]]:{{.*}}: error: 'func.func' op declares symbol 'same', which is declared with another type
// CHECK: 5.mlir:[[@LINE-2]]:{{.*}}: note: other declaration here
func.func private @l(memref<8xf32>, index) attributes {orch.kernel, orch.symbol = "same"}
func.func @f(%a: memref<8xf32>, %n: index) {
  orch.submit @k(%a : memref<8xf32>)
  orch.submit @l(%a, %n : memref<8xf32>, index)
  return
}
// -----
// CHECK: 6.mlir:[[@LINE+1]]:{{.*}}: error: 'func.func' op has symbol 'baton_rt_submit', which is reserved
func.func private @k() attributes {orch.kernel, orch.symbol = "baton_rt_submit"}
func.func @f() {
  orch.submit @k()
  return
}
// -----
// CHECK: 7.mlir:[[@LINE+2]]:{{.*}}: error: 'arith.extsi' op has a value of type 'i100', which cannot be lowered
func.func @f(%n: i64) {
  %x = arith.extsi %n : i64 to i100
  return
}
// -----
// CHECK: 8.mlir:[[@LINE+4]]:{{.*}}: error: 'func.call' op calls @host, whose type has no counterpart in C
func.func private @host(!orch.task)
func.func @f() {
  %t = orch.fence
  func.call @host(%t) : (!orch.task) -> ()
  return
}
// -----
func.func private @host(memref<8xf32>) attributes {orch.symbol = "f"}
// CHECK: 9.mlir:[[@LINE+1]]:{{.*}}: error: 'func.func' op declares symbol 'f', which is declared with another type
func.func @f(%a: memref<8xf32>) {
  func.call @host(%a) : (memref<8xf32>) -> ()
  return
}
// -----
func.func @f() {
  return
}
