// RUN: baton-translate %s --emit=header -o %t.h && FileCheck %s < %t.h
// The C header declares what C can call, compiles alone and twice, and is refused where C has no such name.
// RUN: echo '#include "%t.h"' > %t.c && cat %t.c %t.c > %t.2.c && %cc -std=c11 -Wall -Werror -fsyntax-only %t.2.c
// RUN: echo 'func.func @"a b"() { return }' | not baton-translate --emit=header 2>&1 | FileCheck %s --check-prefix=NAME

// NAME: error: 'func.func' op has a name that C does not allow
// CHECK: typedef struct baton_view2 {
// CHECK: typedef struct baton_view0 {
// CHECK: int32_t first(struct baton_rt *,
// CHECK-NEXT: const baton_view2 *arg0 /* memref<?x4xf32> */,
// CHECK-NEXT: bool arg1,
// CHECK-NEXT: int64_t arg2,
// CHECK-NEXT: const baton_view0 *arg3 /* memref<i8>, noalias */,
// CHECK-NEXT: double *out_result0);
func.func @first(%a: memref<?x4xf32>, %b: i1, %n: index, %c: memref<i8> {orch.noalias}) -> (f64, !orch.task) {
  %t = orch.fence
  %x = arith.constant 1.0 : f64
  return %x, %t : f64, !orch.task
}
// CHECK-NOT: inner
func.func private @inner() {
  return
}
