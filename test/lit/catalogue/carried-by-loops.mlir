// RUN: baton-opt %s --pass-pipeline='builtin.module(derive-deps,check-order{exact})' --check-order-each --mlir-pass-statistics 2>%t.stats | FileCheck %s && FileCheck %s --check-prefix=STATS < %t.stats
// Hazards between iterations, out of nested loops and through carried ids: none is lost, and none is waited for in vain.
// RUN: baton-opt %s --orchestrate --check-order-each -o /dev/null
// RUN: bash %lit_source/run/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=accumulates --arg=zeros --print=0 | FileCheck %s --check-prefix=ACCUMULATES
// RUN: bash %lit_source/run/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=overtaken --arg=zeros --arg=zeros --print=1 | FileCheck %s --check-prefix=OVERTAKEN
// RUN: bash %lit_source/run/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=two_deep --arg=zeros --arg=zeros --print=1 | FileCheck %s --check-prefix=DEEP

// STATS: check-order
// STATS: (S) {{ *[1-9][0-9]*}} submits checked

func.func private @slow_fill8(memref<8xi64> {orch.access = "write"}, index) attributes {orch.kernel}
func.func private @slow_step8(memref<8xi64>, index) attributes {orch.kernel}
func.func private @copy8(memref<8xi64> {orch.access = "read"}, memref<8xi64> {orch.access = "write"}, index) attributes {orch.kernel}
func.func private @sum(memref<4xi64> {orch.access = "read"}, memref<1xi64> {orch.access = "write"}, index) attributes {orch.kernel}
func.func private @set1(memref<1xi64, strided<[1], offset: ?>> {orch.access = "write"}, index, index) attributes {orch.kernel}

// A task that updates what the iteration before has updated: 4 times 2 x + 1.
// ACCUMULATES: [15, 15, 15, 15, 15, 15, 15, 15]
func.func @accumulates(%x: memref<8xi64> {orch.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    orch.submit @slow_step8(%x, %c1 : memref<8xi64>, index)
  }
  return
}

// The writer of the next iteration comes after the readers of this one. Nothing orders
// the two readers, which exact sees to.
// OVERTAKEN: [16, 16, 16, 16, 16, 16, 16, 16]
func.func @overtaken(%x: memref<8xi64> {orch.noalias}, %o: memref<8xi64> {orch.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %p = orch.alloc() : memref<8xi64>
  scf.for %i = %c0 to %c4 step %c1 {
    orch.submit @slow_step8(%x, %c1 : memref<8xi64>, index)
    orch.submit @copy8(%x, %p, %c1 : memref<8xi64>, memref<8xi64>, index)
    orch.submit @copy8(%x, %o, %c1 : memref<8xi64>, memref<8xi64>, index)
  }
  orch.submit @copy8(%p, %o, %c0 : memref<8xi64>, memref<8xi64>, index)
  orch.submit @slow_fill8(%x, %c0 : memref<8xi64>, index)
  return
}

// A consumer of what two loops around each other have written waits for all of it, not only for the last outer iteration.
// DEEP: [10]
func.func @two_deep(%x: memref<4xi64> {orch.noalias}, %y: memref<1xi64> {orch.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c20 = arith.constant 20 : index
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c2 step %c1 {
      %row = arith.muli %i, %c2 : index
      %at = arith.addi %row, %j : index
      %value = arith.addi %at, %c1 : index
      %v = memref.subview %x[%at] [1] [1] : memref<4xi64> to memref<1xi64, strided<[1], offset: ?>>
      orch.submit @set1(%v, %value, %c20 : memref<1xi64, strided<[1], offset: ?>>, index, index)
    }
  }
  orch.submit @sum(%x, %y, %c4 : memref<4xi64>, memref<1xi64>, index)
  return
}

// An outer loop of another length than the inner one, whose tasks the next outer iteration meets again.
func.func @other_length(%x: memref<4xi64> {orch.noalias}, %y: memref<1xi64> {orch.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c3 step %c1 {
    orch.parallel %j = %c0 to %c4 step %c1 {
      %v = memref.subview %x[%j] [1] [1] : memref<4xi64> to memref<1xi64, strided<[1], offset: ?>>
      orch.submit @set1(%v, %i, %c0 : memref<1xi64, strided<[1], offset: ?>>, index, index)
    }
    orch.submit @sum(%x, %y, %c4 : memref<4xi64>, memref<1xi64>, index)
  }
  return
}

// A chain by a carried id stays a chain: each task waits for the one before, and never for all of them.
// CHECK-LABEL: func.func @chain(
// CHECK:         scf.for {{.*}} iter_args([[PREVIOUS:%[^ ]+]] = {{.*}}) -> (!orch.task
// CHECK:           [[ID:%[^ ]+]] = orch.submit @slow_step8({{[^)]*}}) after([[PREVIOUS]] : !orch.task)
// CHECK-NOT:       tasks<
// CHECK:           scf.yield [[ID]]
func.func @chain(%x: memref<8xi64> {orch.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %none = orch.none : !orch.task
  %last = scf.for %i = %c0 to %c4 step %c1 iter_args(%previous = %none) -> (!orch.task) {
    %t = orch.submit @slow_step8(%x, %c1 : memref<8xi64>, index) after(%previous : !orch.task)
    scf.yield %t : !orch.task
  }
  orch.submit @slow_step8(%x, %c1 : memref<8xi64>, index) after(%last : !orch.task)
  return
}

// A buffer that is carried and exchanged, with the ids of its tasks beside it: both go on together.
func.func @rebound(%x: memref<8xi64> {orch.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %none = orch.none : !orch.task
  %b, %t = scf.for %i = %c0 to %c4 step %c1 iter_args(%old = %x, %id = %none) -> (memref<8xi64>, !orch.task) {
    %new = orch.alloc() : memref<8xi64>
    %next = orch.submit @copy8(%old, %new, %c1 : memref<8xi64>, memref<8xi64>, index) after(%id : !orch.task)
    scf.yield %new, %next : memref<8xi64>, !orch.task
  }
  orch.submit @slow_step8(%b, %c1 : memref<8xi64>, index) after(%t : !orch.task)
  return
}

// Trips that are known only when the program runs: consumers inside, beside and after.
func.func @dynamic(%x: memref<8xi64> {orch.noalias}, %y: memref<8xi64> {orch.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  orch.submit @slow_fill8(%x, %c1 : memref<8xi64>, index)
  scf.for %i = %c0 to %n step %c1 {
    orch.submit @copy8(%x, %y, %c1 : memref<8xi64>, memref<8xi64>, index)
    orch.submit @slow_step8(%y, %c1 : memref<8xi64>, index)
  }
  orch.submit @slow_step8(%y, %c1 : memref<8xi64>, index)
  orch.submit @slow_step8(%x, %c1 : memref<8xi64>, index)
  return
}

// A loop that the host ends: what its body, its condition and the code after it meet.
func.func @until(%x: memref<8xi64> {orch.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  orch.submit @slow_fill8(%x, %c1 : memref<8xi64>, index)
  %end = scf.while (%i = %c0) : (index) -> index {
    %more = arith.cmpi slt, %i, %n : index
    orch.submit @slow_step8(%x, %c1 : memref<8xi64>, index)
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    orch.submit @slow_step8(%x, %c1 : memref<8xi64>, index)
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  orch.submit @slow_step8(%x, %c1 : memref<8xi64>, index)
  return
}

// A list keeps the version of the array that it names: the consumer waits for the first task and not for the one that took its
// place, and what it reads is still ordered.
// CHECK-LABEL: func.func @older_version(
// CHECK:         [[OLD:%.+]] = orch.set
// CHECK:         orch.set {{.*}}, [[OLD]]
// CHECK:         orch.submit @copy8({{[^)]*}}) after([[OLD]] : !orch.tasks<1>)
func.func @older_version(%x: memref<8xi64> {orch.noalias}, %y: memref<8xi64> {orch.noalias}, %z: memref<8xi64> {orch.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = orch.none : !orch.tasks<1>
  %a = orch.submit @slow_fill8(%x, %c1 : memref<8xi64>, index)
  %old = orch.set %a, %none[%c0] : !orch.tasks<1>
  %b = orch.submit @slow_fill8(%y, %c1 : memref<8xi64>, index)
  %new = orch.set %b, %old[%c0] : !orch.tasks<1>
  orch.submit @copy8(%y, %z, %c1 : memref<8xi64>, memref<8xi64>, index) after(%old : !orch.tasks<1>)
  orch.fence after(%new : !orch.tasks<1>)
  return
}
