// RUN: baton-opt %s --mlir-print-debuginfo --allow-unregistered-dialect > %t && FileCheck %s < %t
// Locations are printed as aliases, the simple ones first, in the order of the text; those of arguments stand in full.
// RUN: baton-opt %t --mlir-print-debuginfo --allow-unregistered-dialect | cmp - %t
// RUN: baton-opt %t --mlir-print-debuginfo --mlir-print-local-scope --allow-unregistered-dialect > %t-scope && FileCheck %s --check-prefix=SCOPE < %t-scope
// RUN: baton-opt %t-scope --mlir-print-debuginfo --allow-unregistered-dialect | cmp - %t
// RUN: baton-opt %s --mlir-print-debuginfo --mlir-print-op-generic --allow-unregistered-dialect | FileCheck %s --check-prefix=GENERIC
// RUN: baton-opt %s --allow-unregistered-dialect | FileCheck %s --check-prefix=PLAIN --implicit-check-not='loc('

// CHECK:      {{^}}#loc2 = loc("a")
// CHECK-NEXT: {{^}}#loc3 = loc("f.c":1:2)
// CHECK-NEXT: {{^}}#loc4 = loc(unknown)
// CHECK-NEXT: {{^}}#loc6 = loc("x")
// CHECK-NEXT: {{^}}#loc9 = loc("y"(#loc3))
// CHECK-NEXT: {{^}}module {
// CHECK-NEXT:   func.func @f(%arg0: i32 loc("a"), %arg1: i32 loc("y"(#loc3)), %arg2: index loc(unknown)) -> i32 {
// CHECK-NEXT:     %0 = arith.addi %arg0, %arg1 : i32 loc(#loc12)
// CHECK-NEXT:     "x.op"() ({
// CHECK-NEXT:     ^bb0(%arg3: i32 loc("x")):
// CHECK-NEXT:       "x.end"() : () -> () loc(#loc4)
// CHECK-NEXT:     }) : () -> () loc(#loc3)
// CHECK-NEXT:     scf.for %arg3 = %arg2 to %arg2 step %arg2 {
// CHECK-NEXT:     } loc(#loc7)
// CHECK-NEXT:     return %0 : i32 loc(#loc11)
// CHECK-NEXT:   } loc(#loc1)
// CHECK-NEXT: } loc(#loc)
// CHECK-NEXT: {{^}}#loc = loc("{{.*}}location-aliases.mlir":0:0)
// CHECK-NEXT: {{^}}#loc1 = loc("the function")
// CHECK-NEXT: {{^}}#loc5 = loc("in")
// CHECK-NEXT: {{^}}#loc7 = loc("{{.*}}location-aliases.mlir":[[# @LINE + 16]]:3)
// CHECK-NEXT: {{^}}#loc8 = loc("b")
// CHECK-NEXT: {{^}}#loc10 = loc(fused<"m">[#loc2, #loc3])
// CHECK-NEXT: {{^}}#loc11 = loc(fused[#loc2, #loc8])
// CHECK-NEXT: {{^}}#loc12 = loc(callsite(#loc5 at #loc10))
// SCOPE:      func.func @f(%arg0: i32 loc("a"), %arg1: i32 loc("y"("f.c":1:2)), %arg2: index loc(unknown)) -> i32 {
// SCOPE:      ^bb0(%arg3: i32 loc("x")):
// SCOPE-NOT:  #loc
// GENERIC:    ^bb0(%arg0: i32 loc("a"), %arg1: i32 loc("y"(#loc3)), %arg2: index loc(unknown)):
// GENERIC:    "scf.for"(%arg2, %arg2, %arg2) ({
// GENERIC:    ^bb0(%arg{{[0-9]}}: index loc("{{.*}}location-aliases.mlir":[[# @LINE + 6]]:11)):
// PLAIN:      func.func @f(%arg0: i32, %arg1: i32, %arg2: index) -> i32 {
#file = loc("f.c":1:2)
func.func @f(%a: i32 loc("a"), %b: i32 loc("y"(#file)), %c: index loc(#none)) -> i32 {
  %0 = arith.addi %a, %b : i32 loc(callsite("in" at fused<"m">["a", "f.c":1:2]))
  "x.op"() ({^bb0(%x: i32 loc("x")): "x.end"() : () -> () loc(#none)}) : () -> () loc(#file)
  scf.for %i = %c to %c step %c {
  }
  return %0 : i32 loc(fused["a", "b", "a"])
} loc("the function")
#none = loc(unknown)

