// RUN: baton-opt %s --report-deps -o %t 2>&1 | FileCheck %s --strict-whitespace --match-full-lines && baton-opt %s | diff - %t
// One table per function and per loop with unknown trips, numbers per run of that, static loops multiplied out; the program stays as it is.

func.func private @load(memref<8xi32>, memref<8xi32>) attributes {orch.kernel}
func.func private @use(memref<8xi32>) attributes {orch.kernel}

func.func private @main(%x: memref<8xi32>, %n: index, %xs: !orch.tasks<4>, %ys: !orch.tasks<?>, %zs: !orch.tasks<3>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %t = orch.submit @load(%x, %x : memref<8xi32>, memref<8xi32>) {tracking = ["none", "full"]}
  scf.for %i = %c0 to %n step %c1 {
    %u = orch.submit @use(%x : memref<8xi32>) after(%t : !orch.task)
  }
  %f = orch.fence after(%zs : !orch.tasks<3>)
  %g = orch.fence derived(%xs : !orch.tasks<4>)
  scf.for %i = %c0 to %c4 step %c1 {
    %u = orch.submit @use(%x : memref<8xi32>) after(%f, %ys : !orch.task, !orch.tasks<?>) when(%x[%c0] sgt 0 : memref<8xi32>) {tracking = ["lookup", "none"]}
    scf.for %j = %c0 to %c3 step %c1 {
      %v = orch.submit @use(%x : memref<8xi32>) after(%f : !orch.task) derived(%g : !orch.task)
    }
  }
  return
}

//      CHECK:function @main at {{.*}}report-text.mlir:7:1
// CHECK-NEXT:  label  kernel   line  list  runs  entries  memrefs  tracked
// CHECK-NEXT:  t0     @load      12     0     1        0        2        1
// CHECK-NEXT:  f0     (fence)    16     3     1        3        -        -
// CHECK-NEXT:  f1     (fence)    17     4     1        4        -        -
// CHECK-NEXT:  t2     @use       19   1+?     4      4+?        2        1
// CHECK-NEXT:  t3     @use       21     2    12       24        1        1
// CHECK-NEXT:  lists: [1+?, 2]
// CHECK-NEXT:  fences: [3, 4]
// CHECK-NEXT:  entries: 35+?
// CHECK-NEXT:  tracked arguments: 3 of 5
// The fences before a loop count as entries of the loop that waits for them.
// CHECK-NEXT:  loop of 4 at {{.*}}report-text.mlir:18:3: 35+? entries
// CHECK-NEXT:  loop of 3 at {{.*}}report-text.mlir:20:5: 13 entries
// CHECK-NEXT:function @main, per trip of scf.for at {{.*}}report-text.mlir:13:3
// CHECK-NEXT:  label  kernel  line  list  runs  entries  memrefs  tracked
// CHECK-NEXT:  t1     @use      14     1     1        1        1        1
// CHECK-NEXT:  lists: [1]
// CHECK-NEXT:  fences: []
// CHECK-NEXT:  entries: 1
// CHECK-NEXT:  tracked arguments: 1 of 1
