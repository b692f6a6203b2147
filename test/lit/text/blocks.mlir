// RUN: baton-opt --allow-unregistered-dialect %s > %t && FileCheck %s < %t
// Ops and types of unknown dialects, with regions of several blocks, arguments and successors, keep all they have.
// RUN: baton-opt --allow-unregistered-dialect %t | cmp - %t
// RUN: baton-opt --allow-unregistered-dialect --mlir-print-op-generic %s | baton-opt --allow-unregistered-dialect | cmp - %t

// CHECK:      "a.op"() {x = !b.type<"y", [z]>, y = #b.attr<1 -> 2>} : () -> ()
"a.op"() <{y = #b.attr<1 -> 2>}> {x = !b.type<"y", [z]>} : () -> ()
// CHECK-NEXT: %0:2 = "a.results"() : () -> (!b.type, () -> ())
%a, %b = "a.results"() : () -> (!b.type, () -> ())
// CHECK-NEXT: %1 = "a.function"(%0#1) : (() -> ()) -> (() -> i32)
%c = "a.function"(%b) : (() -> ()) -> (() -> i32)
// CHECK-NEXT: "a.regions"(%0#0) ({
// CHECK-NEXT: }, {
// CHECK-NEXT: ^bb0(%arg0: i32, %arg1: !b.type):
// CHECK-NEXT:   "a.branch"(%arg0)[^bb1, ^bb2] : (i32) -> ()
// CHECK-NEXT: ^bb1:
// CHECK-NEXT:   "a.branch"()[^bb1] : () -> ()
// CHECK-NEXT: ^bb2(%3: f32):
// CHECK-NEXT:   "a.end"(%3) : (f32) -> ()
// CHECK-NEXT: }, {
// CHECK-NEXT: ^bb0:
// CHECK-NEXT: }) {x} : (!b.type) -> ()
"a.regions"(%a) ({
}, {
^entry(%x: i32, %y: !b.type):
  "a.branch"(%x) [^loop, ^exit] : (i32) -> ()
^loop:
  "a.branch"() [^loop] : () -> ()
^exit(%z: f32):
  "a.end"(%z) : (f32) -> ()
}, {
^only:
}) {x} : (!b.type) -> ()
// CHECK-NEXT: "nodot"() : () -> ()
"nodot"() : () -> ()
// CHECK-NEXT: %2 = "a.pretty"() : () -> !b.type<c, d>
%d = "a.pretty"() : () -> !b<type<c, d>>
// CHECK-NEXT: "a.not_pretty"() {x = #b<"text">} : () -> ()
"a.not_pretty"() {x = #b<"text">} : () -> ()
