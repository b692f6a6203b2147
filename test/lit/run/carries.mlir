// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=manual --arg=iota --arg=4 --print=0 | FileCheck %s --check-prefix=MANUAL
// Ids, arrays, buffers and numbers that loops carry from one iteration to the next.
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=manual --arg=iota --arg=0 --print=0 | FileCheck %s --check-prefix=NONE
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=swap --arg=zeros --arg=zeros --arg=5 --print=0 --print=1 | FileCheck %s --check-prefix=SWAP
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=buffers --arg=iota --arg=zeros --arg=3 --print=0 --print=1 | FileCheck %s --check-prefix=BUFFERS
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=fibonacci --arg=10 | FileCheck %s --check-prefix=FIBONACCI
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=rotate --arg=7 | FileCheck %s --check-prefix=ROTATE
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=dynamic --arg=6 | FileCheck %s --check-prefix=DYNAMIC

func.func private @step8(memref<8xi64>, index) attributes {orch.kernel}
func.func private @slow_step8(memref<8xi64>, index) attributes {orch.kernel}
func.func private @copy8(memref<8xi64> {orch.access = "read"}, memref<8xi64> {orch.access = "write"}, index)
    attributes {orch.kernel}

// One chain through a carried id, in manual code: i -> 16 i + 0*8 + 1*4 + 2*2 + 3 = 16 i + 11.
// MANUAL: [11, 27, 43, 59, 75, 91, 107, 123]
// NONE: [0, 1, 2, 3, 4, 5, 6, 7]
func.func @manual(%a: memref<8xi64>, %n: index) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = orch.none : !orch.task
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%before = %none) -> (!orch.task) {
    %t = orch.submit @slow_step8(%a, %i : memref<8xi64>, index) after(%before : !orch.task)
    scf.yield %t : !orch.task
  }
  orch.wait %last : !orch.task
  return
}

// Two arrays that change places in each iteration: a is stepped by the tasks of array one, b by those of array two.
// SWAP: [31, 31, 31, 31, 31, 31, 31, 31]
// SWAP: [31, 31, 31, 31, 31, 31, 31, 31]
func.func @swap(%a: memref<8xi64>, %b: memref<8xi64>, %n: index) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = orch.none : !orch.tasks<2>
  %y = orch.none : !orch.tasks<2>
  %ab:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x, %q = %y) -> (!orch.tasks<2>, !orch.tasks<2>) {
    %p0 = orch.get %p[%c0] : !orch.tasks<2>
    %q0 = orch.get %q[%c1] : !orch.tasks<2>
    %t = orch.submit @slow_step8(%a, %c1 : memref<8xi64>, index) after(%p0 : !orch.task)
    %u = orch.submit @slow_step8(%b, %c1 : memref<8xi64>, index) after(%q0 : !orch.task)
    %none = orch.none : !orch.tasks<2>
    // b's task in slot 0 of what was a's, and the other way round, so that both are found after the swap.
    %p1 = orch.set %u, %p[%c1] : !orch.tasks<2>
    %q1 = orch.set %t, %q[%c0] : !orch.tasks<2>
    scf.yield %q1, %p1 : !orch.tasks<2>, !orch.tasks<2>
  }
  orch.wait %ab#0, %ab#1 : !orch.tasks<2>, !orch.tasks<2>
  return
}

// Each iteration makes a new buffer from the carried one; the old one goes once its tasks are over.
// BUFFERS: [3, 4, 5, 6, 7, 8, 9, 10]
// BUFFERS: [13, 14, 15, 16, 17, 18, 19, 20]
func.func @buffers(%a: memref<8xi64>, %out: memref<8xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%h = %a) -> (memref<8xi64>) {
    %next = orch.scope auto -> (memref<8xi64>) {
      %b = orch.alloc() : memref<8xi64>
      orch.submit @copy8(%h, %b, %c1 : memref<8xi64>, memref<8xi64>, index)
      orch.yield %b : memref<8xi64>
    }
    scf.yield %next : memref<8xi64>
  }
  orch.submit @copy8(%last, %out, %c10 : memref<8xi64>, memref<8xi64>, index)
  orch.submit @copy8(%last, %a, %c0 : memref<8xi64>, memref<8xi64>, index)
  return
}

// FIBONACCI: result #0: 55
func.func @fibonacci(%n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero, %b = %one) -> (i64, i64) {
    %c = arith.addi %a, %b : i64
    scf.yield %b, %c : i64, i64
  }
  return %r#0 : i64
}

// The array is new in each iteration, and the one before it is still read: its ids are compared with what they were.
// ROTATE: result #0: 6
func.func @rotate(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %none = orch.none : !orch.tasks<3>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%old = %none, %count = %c0) -> (!orch.tasks<3>, index) {
    %new = orch.parallel %k = %c0 to %c3 step %c1 -> (!orch.tasks<3>) {
      %t = orch.fence after(%old : !orch.tasks<3>)
      orch.yield %t : !orch.task
    }
    %x = orch.get %old[%c1] : !orch.tasks<3>
    %missing = orch.is_none %x : !orch.task
    %add = arith.select %missing, %c0, %c1 : index
    %sum = arith.addi %count, %add : index
    scf.yield %new, %sum : !orch.tasks<3>, index
  }
  return %r#1 : index
}

// An array of dynamic size that grows by one id per iteration.
// DYNAMIC: result #0: 6
func.func @dynamic(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %empty = orch.none(%c0) : !orch.tasks<?>
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%ids = %empty) -> (!orch.tasks<?>) {
    %t = orch.fence after(%ids : !orch.tasks<?>)
    %more = orch.concat %ids, %t : !orch.tasks<?>, !orch.task -> !orch.tasks<?>
    scf.yield %more : !orch.tasks<?>
  }
  %f = orch.fence after(%all : !orch.tasks<?>)
  %size = orch.size %all : !orch.tasks<?>
  return %size : index
}
