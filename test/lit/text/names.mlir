// RUN: baton-opt --allow-unregistered-dialect %s > %t && FileCheck %s < %t && baton-opt --allow-unregistered-dialect %t | cmp - %t
// Names mean what is visible: regions beside each other and isolated ops use names again, in any order of blocks.

// CHECK-LABEL: func.func @siblings
func.func @siblings(%c: i1, %x: i32) {
  // CHECK: scf.if %arg0 {
  // CHECK:   %[[A:.*]] = arith.addi %arg1, %arg1
  // CHECK:   arith.muli %[[A]], %[[A]]
  scf.if %c {
    %y = arith.addi %x, %x : i32
    %z = arith.muli %y, %y : i32
  } else {
  // CHECK: } else {
  // CHECK:   %[[B:.*]] = arith.subi %arg1, %arg1
  // CHECK:   arith.muli %[[B]], %[[B]]
    %y = arith.subi %x, %x : i32
    %z = arith.muli %y, %y : i32
  }
  // CHECK: %[[C:.*]] = arith.andi %arg1, %arg1
  // CHECK: arith.muli %[[C]], %[[C]]
  %y = arith.andi %x, %x : i32
  %z = arith.muli %y, %y : i32
  return
}

// A forward use in one block is not taken for a name inside a region of another.
// CHECK-LABEL: func.func @blocks
func.func @blocks(%c: i1, %x: i32) {
  "a.branch"()[^bb2] : () -> ()
^bb1:
  // CHECK:      ^bb1:
  // CHECK-NEXT:   arith.addi %[[OUTER:.*]], %arg1 : i32
  %use = arith.addi %v, %x : i32
  // CHECK-NEXT:   scf.if %arg0 {
  // CHECK-NEXT:     %[[INNER:.*]] = arith.subi %arg1, %arg1 : i32
  // CHECK-NEXT:     arith.muli %[[INNER]], %[[INNER]]
  scf.if %c {
    %v = arith.subi %x, %x : i32
    %w = arith.muli %v, %v : i32
  }
  return
^bb2:
  // CHECK:      ^bb2:
  // CHECK-NEXT:   %[[OUTER]] = arith.muli %arg1, %arg1 : i32
  // CHECK-NEXT:   "a.branch"()[^bb1] : () -> ()
  %v = arith.muli %x, %x : i32
  "a.branch"()[^bb1] : () -> ()
}

// CHECK-LABEL: func.func @results
func.func @results() -> (i32, f32) {
  // CHECK-NEXT: %0:3 = call @three() : () -> (i32, f32, index)
  %a:2, %b = call @three() : () -> (i32, f32, index)
  // CHECK-NEXT: %1:3 = call @three() : () -> (i32, f32, index)
  %0, %1, %2 = call @three() : () -> (i32, f32, index)
  // CHECK-NEXT: arith.addi %0#2, %1#2 : index
  %sum = arith.addi %b, %2 : index
  // CHECK-NEXT: return %0#0, %1#1 : i32, f32
  return %a#0, %1 : i32, f32
}
func.func private @three() -> (i32, f32, index)

// CHECK-LABEL: func.func @odd_names
func.func @odd_names(%a-b: i32, %$.x: i32, %7: i32) {
  // CHECK-NEXT: arith.addi %arg0, %arg1 : i32
  %-x = arith.addi %a-b, %$.x : i32
  // CHECK-NEXT: arith.addi %0, %arg2 : i32
  %_ = arith.addi %-x, %7 : i32
  return
}

// Constants are called by their values; a second one with the same gets a number.
// CHECK-LABEL: func.func @constants
func.func @constants(%n: index) {
  // CHECK: %c1 = arith.constant 1 : index
  // CHECK: %c1_0 = arith.constant 1 : index
  // CHECK: %c1_i32 = arith.constant 1 : i32
  %a = arith.constant 1 : index
  %b = arith.constant 1 : index
  %c = arith.constant 1 : i32
  // CHECK: scf.for
  // CHECK-NEXT: %c1_1 = arith.constant 1 : index
  // CHECK-NEXT: %c1_2 = arith.constant 1 : index
  scf.for %i = %a to %n step %b {
    %d = arith.constant 1 : index
    %e = arith.constant 1 : index
  }
  // CHECK: scf.for
  // CHECK-NEXT: %c1_1 = arith.constant 1 : index
  scf.for %i = %a to %n step %b {
    %d = arith.constant 1 : index
  }
  return
}
