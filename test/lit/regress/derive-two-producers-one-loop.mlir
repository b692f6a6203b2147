// RUN: baton-opt %s --derive-deps | FileCheck %s
// Handing out a second id from a loop replaces the loop; the list that names the first id must follow.

func.func private @r1(memref<8xf32> {orch.access = "read"}) attributes {orch.kernel}

// CHECK-LABEL: func.func @main(
// CHECK:         [[IDS:%.+]]:2 = orch.parallel {{.*}} -> (!orch.tasks<2>, !orch.tasks<2>) {
// CHECK-NEXT:      [[A:%.+]] = orch.submit @r1(%arg0 :
// CHECK-NEXT:      [[B:%.+]] = orch.submit @r1(%arg1 :
// CHECK-NEXT:      orch.yield [[A]], [[B]] : !orch.task, !orch.task
// CHECK:         orch.submit @w({{[^)]*}}) derived([[IDS]]#0, [[IDS]]#1 : !orch.tasks<2>, !orch.tasks<2>)
func.func @main(%x: memref<8xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  orch.parallel %i = %c0 to %c2 step %c1 {
    %a = orch.submit @r1(%x : memref<8xf32>)
    %b = orch.submit @r1(%y : memref<8xf32>)
  }
  %c = orch.submit @w(%x, %y : memref<8xf32>, memref<8xf32>)
  return
}
func.func private @w(memref<8xf32> {orch.access = "write"}, memref<8xf32> {orch.access = "write"}) attributes {orch.kernel}
