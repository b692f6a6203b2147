// RUN: baton-opt %s --canonicalize > %t && FileCheck %s < %t && baton-opt %t --canonicalize | cmp - %t
// Code that would fail need not run: where a constant would be refused as an index, size or step, its arithmetic stays.

func.func private @k() attributes {orch.kernel}

// CHECK-LABEL: @indices(
// CHECK-SAME: %[[X:.*]]: !orch.tasks<8>, %[[M:.*]]: memref<8xf32>
// CHECK: scf.if
// CHECK: %[[S:.*]] = arith.addi %{{.*}}, %{{.*}} : index
// CHECK: orch.get %[[X]][%[[S]]]
// CHECK: %[[R:.*]] = arith.muli %{{.*}}, %{{.*}} : index
// CHECK: memref.load %[[M]][%[[R]]]
func.func @indices(%x: !orch.tasks<8>, %m: memref<8xf32>, %p: i1) {
  %c5 = arith.constant 5 : index
  %c4 = arith.constant 4 : index
  scf.if %p {
    %s = arith.addi %c5, %c4 : index
    %t = orch.get %x[%s] : !orch.tasks<8>
    orch.wait %t : !orch.task
    %r = arith.muli %c4, %c4 : index
    %v = memref.load %m[%r] : memref<8xf32>
  }
  return
}

// CHECK-LABEL: @steps(
// CHECK: %[[S:.*]] = arith.subi
// CHECK: scf.for {{.*}} step %[[S]]
// CHECK: orch.parallel {{.*}} step %[[S]]
func.func @steps(%n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  scf.if %p {
    %s = arith.subi %c0, %c4 : index
    scf.for %i = %c0 to %n step %s {
      %t = orch.submit @k()
    }
    orch.parallel %i = %c0 to %n step %s {
      %t = orch.submit @k()
    }
  }
  return
}

// Four iterations do not fill five slots.
// CHECK-LABEL: @slots_of_parallel(
// CHECK: %[[S:.*]] = arith.addi
// CHECK: orch.parallel %{{.*}} = %{{.*}} to %[[S]] step %{{.*}} -> (!orch.tasks<5>)
func.func @slots_of_parallel(%p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.if %p {
    %s = arith.addi %c3, %c1 : index
    %ts = orch.parallel %i = %c0 to %s step %c1 -> (!orch.tasks<5>) {
      %t = orch.submit @k()
      orch.yield %t : !orch.task
    }
    orch.wait %ts : !orch.tasks<5>
  }
  return
}

// One trip with 9, a branch that gives 9, a carry that is 9: all would become an index out of range.
// CHECK-LABEL: @through_regions(
// CHECK: scf.for %[[I:.*]] =
// CHECK: orch.get %{{.*}}[%[[I]]]
// CHECK: %[[R:.*]] = arith.select
// CHECK: orch.get %{{.*}}[%[[R]]]
// CHECK: scf.for {{.*}} iter_args(%[[C:.*]] = %{{.*}})
// CHECK: orch.get %{{.*}}[%[[C]]]
func.func @through_regions(%x: !orch.tasks<8>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %true = arith.constant true
  scf.for %i = %c9 to %c10 step %c1 {
    %t = orch.get %x[%i] : !orch.tasks<8>
    orch.wait %t : !orch.task
  }
  %r = scf.if %true -> (index) {
    scf.yield %c9 : index
  } else {
    scf.yield %n : index
  }
  %u = orch.get %x[%r] : !orch.tasks<8>
  orch.wait %u : !orch.task
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%c = %c9) -> (index) {
    %t = orch.get %x[%c] : !orch.tasks<8>
    orch.wait %t : !orch.task
    scf.yield %c : index
  }
  return
}

// CHECK-LABEL: @sizes(
// CHECK: %[[S:.*]] = arith.subi
// CHECK: orch.alloc(%[[S]])
// CHECK: orch.slice %{{.*}}[%[[S]]] [2] [1]
// CHECK: orch.submit @k() blocks(%[[S]])
func.func @sizes(%x: !orch.tasks<8>, %p: i1) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.if %p {
    %s = arith.subi %c1, %c2 : index
    %b = orch.alloc(%s) : memref<?xf32>
    %y = orch.slice %x[%s] [2] [1] : !orch.tasks<8> to !orch.tasks<2>
    orch.wait %y : !orch.tasks<2>
    %t = orch.submit @k() blocks(%s)
  }
  return
}
