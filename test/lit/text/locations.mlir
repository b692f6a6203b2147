// RUN: baton-opt %s --mlir-print-debuginfo --mlir-print-local-scope > %t && FileCheck %s < %t && baton-opt %t --mlir-print-debuginfo --mlir-print-local-scope | cmp - %t
// Locations of all kinds are read and printed; without one an op is where its name stands; aliases may follow their uses.

#early = loc("early.c":1:2)

// CHECK: func.func private @f1() loc("file.c":3:4)
func.func private @f1() loc("file.c":3:4)
// CHECK: func.func private @f2() loc(unknown)
func.func private @f2() loc(unknown)
// CHECK: func.func private @f3() loc("name")
func.func private @f3() loc("name")
// CHECK: func.func private @f4() loc("name"("file.c":1:2))
func.func private @f4() loc("name"("file.c":1:2))
// CHECK: func.func private @f5() loc(callsite("callee" at "caller.c":5:6))
func.func private @f5() loc(callsite("callee" at "caller.c":5:6))
// CHECK: func.func private @f6() loc(fused["a", "b.c":1:1])
func.func private @f6() loc(fused["a", "b.c":1:1])
// CHECK: func.func private @f7() loc(fused<{x = 1 : i64}>["a", "b.c":1:1])
func.func private @f7() loc(fused<{x = 1}>["a", "b.c":1:1])
// CHECK: func.func private @f8() loc("early.c":1:2)
func.func private @f8() loc(#early)
// CHECK: func.func private @f9() loc("late.c":7:8)
func.func private @f9() loc(#late)
// CHECK: func.func private @f10() loc(callsite("late.c":7:8 at "early.c":1:2))
func.func private @f10() loc(callsite(#late at #early))
// CHECK: func.func private @f11() loc("{{.*}}locations.mlir":[[@LINE+1]]:3)
  func.func private @f11()
// CHECK: func.func @f12(%arg0: i32 loc("kept"), %arg1: i32 {a.b} loc("late.c":7:8), %arg2: i32 loc("{{.*}}locations.mlir":[[@LINE+2]]:63)) {
// CHECK:   arith.addi %arg0, %arg1 : i32 loc("{{.*}}locations.mlir":[[@LINE+2]]:8)
func.func @f12(%a: i32 loc("kept"), %b: i32 {a.b} loc(#late), %c: i32) {
  %0 = arith.addi %a, %b : i32
  // CHECK: return loc("file.c":9:9)
  return loc("file.c":9:9)
// CHECK: } loc("the function")
} loc("the function")

#late = loc("late.c":7:8)
