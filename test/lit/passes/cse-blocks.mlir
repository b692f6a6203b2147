// RUN: baton-opt %s --cse --allow-unregistered-dialect | FileCheck %s
// Between blocks an op is replaced only by one in a block that dominates its own.

// CHECK-LABEL: @diamond(
// CHECK-SAME: %[[X:.*]]: index)
// CHECK: %[[A:.*]] = arith.addi %[[X]], %[[X]] : index
// CHECK: "test.use"(%[[A]])
// CHECK: "test.branch"()[^[[L:.*]], ^[[R:.*]]]
// CHECK: %[[B:.*]] = arith.muli %[[A]], %[[X]] : index
// CHECK: "test.jump"(%[[A]], %[[B]])
// CHECK: %[[C:.*]] = arith.muli %[[A]], %[[X]] : index
// CHECK: "test.jump"(%[[A]], %[[C]])
// CHECK: %[[D:.*]] = arith.muli %[[A]], %[[X]] : index
// CHECK: "test.use"(%[[A]], %[[D]])
func.func @diamond(%x: index) {
  %a = arith.addi %x, %x : index
  "test.use"(%a) : (index) -> ()
  "test.branch"()[^left, ^right] : () -> ()
^left:
  %b = arith.addi %x, %x : index
  %c = arith.muli %b, %x : index
  "test.jump"(%b, %c)[^join] : (index, index) -> ()
^right:
  %d = arith.addi %x, %x : index
  %e = arith.muli %d, %x : index
  "test.jump"(%d, %e)[^join] : (index, index) -> ()
^join:
  %f = arith.addi %x, %x : index
  %g = arith.muli %f, %x : index
  "test.use"(%f, %g) : (index, index) -> ()
  return
}
