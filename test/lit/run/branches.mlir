// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=main --arg=zeros --arg=1 --arg=4 --print=0 | FileCheck %s --check-prefix=ONE
// Branches and while loops that give ids, arrays and buffers.
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=main --arg=zeros --arg=0 --arg=4 --print=0 | FileCheck %s --check-prefix=ZERO
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=odd --arg=10 | FileCheck %s --check-prefix=ODD
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=halve --arg=iota --arg=100 --print=0 | FileCheck %s --check-prefix=HALVE
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=collect --arg=6 | FileCheck %s --check-prefix=COLLECT
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=fixed --arg=4 | FileCheck %s --check-prefix=FIXED

func.func private @fill8(memref<8xi64> {orch.access = "write"}, index) attributes {orch.kernel}
func.func private @slow_fill8(memref<8xi64> {orch.access = "write"}, index) attributes {orch.kernel}
func.func private @step8(memref<8xi64>, index) attributes {orch.kernel}
func.func private @copy8(memref<8xi64> {orch.access = "read"}, memref<8xi64> {orch.access = "write"}, index)
    attributes {orch.kernel}

// The id of either branch orders the copy, in manual code; the buffer of either is copied.
// ONE: [14, 14, 14, 14, 14, 14, 14, 14]
// ZERO: [24, 24, 24, 24, 24, 24, 24, 24]
func.func @main(%out: memref<8xi64>, %c: i1, %n: index) attributes {orch.scope = "manual"} {
  %c10 = arith.constant 10 : index
  %c20 = arith.constant 20 : index
  %spare = orch.alloc() : memref<8xi64>
  %t, %b = scf.if %c -> (!orch.task, memref<8xi64>) {
    %x = orch.alloc() : memref<8xi64>
    %u = orch.submit @slow_fill8(%x, %c10 : memref<8xi64>, index)
    scf.yield %u, %x : !orch.task, memref<8xi64>
  } else {
    %u = orch.submit @slow_fill8(%spare, %c20 : memref<8xi64>, index)
    scf.yield %u, %spare : !orch.task, memref<8xi64>
  }
  %copy = orch.submit @copy8(%b, %out, %n : memref<8xi64>, memref<8xi64>, index) after(%t : !orch.task)
  return
}

// Only odd iterations leave an id, in place; even ones pass the array on.
// ODD: result #0: 682
func.func @odd(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = orch.none : !orch.tasks<10>
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%ids = %none) -> (!orch.tasks<10>) {
    %low = arith.andi %i, %c1 : index
    %is_odd = arith.cmpi ne, %low, %c0 : index
    %next = scf.if %is_odd -> (!orch.tasks<10>) {
      %t = orch.fence
      %set = orch.set %t, %ids[%i] : !orch.tasks<10>
      scf.yield %set : !orch.tasks<10>
    } else {
      scf.yield %ids : !orch.tasks<10>
    }
    scf.yield %next : !orch.tasks<10>
  }
  %any = orch.concat %all : !orch.tasks<10> -> !orch.tasks<?>
  %r = func.call @bits(%any) : (!orch.tasks<?>) -> index
  return %r : index
}

func.func private @bits(%ids: !orch.tasks<?>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = orch.size %ids : !orch.tasks<?>
  %r = scf.for %i = %c0 to %size step %c1 iter_args(%sum = %c0) -> (index) {
    %t = orch.get %ids[%i] : !orch.tasks<?>
    %none = orch.is_none %t : !orch.task
    %bit = arith.shli %c1, %i : index
    %add = arith.select %none, %c0, %bit : index
    %next = arith.ori %sum, %add : index
    scf.yield %next : index
  }
  return %r : index
}

// 100, 50, 25, 12, 6, 3, 1: seven steps, each on a new buffer made from the last; a = 2^7 i + 127 * 1.
// HALVE: [127, 255, 383, 511, 639, 767, 895, 1023]
// HALVE: result #0: 7
func.func @halve(%a: memref<8xi64>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %none = orch.none : !orch.task
  %r:4 = scf.while (%left = %n, %count = %c0, %h = %a, %before = %none)
      : (index, index, memref<8xi64>, !orch.task) -> (index, index, memref<8xi64>, !orch.task) {
    %more = arith.cmpi sgt, %left, %c0 : index
    scf.condition(%more) %left, %count, %h, %before : index, index, memref<8xi64>, !orch.task
  } do {
  ^bb0(%left: index, %count: index, %h: memref<8xi64>, %before: !orch.task):
    %half = arith.divsi %left, %c2 : index
    %next = arith.addi %count, %c1 : index
    %b = orch.alloc() : memref<8xi64>
    %t = orch.submit @copy8(%h, %b, %c0 : memref<8xi64>, memref<8xi64>, index) after(%before : !orch.task)
    %u = orch.submit @step8(%b, %c1 : memref<8xi64>, index)
    scf.yield %half, %next, %b, %u : index, index, memref<8xi64>, !orch.task
  }
  orch.submit @copy8(%r#2, %a, %c0 : memref<8xi64>, memref<8xi64>, index)
  return %r#1 : index
}

// Arrays of dynamic size around a while loop: one more id per iteration, and the one before as it was.
// COLLECT: result #0: 63
// COLLECT: result #1: 31
func.func @collect(%n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %empty = orch.none(%c0) : !orch.tasks<?>
  %r:2 = scf.while (%now = %empty, %old = %empty) : (!orch.tasks<?>, !orch.tasks<?>) -> (!orch.tasks<?>, !orch.tasks<?>) {
    %size = orch.size %now : !orch.tasks<?>
    %more = arith.cmpi slt, %size, %n : index
    scf.condition(%more) %now, %old : !orch.tasks<?>, !orch.tasks<?>
  } do {
  ^bb0(%now: !orch.tasks<?>, %old: !orch.tasks<?>):
    %t = orch.fence after(%now, %old : !orch.tasks<?>, !orch.tasks<?>)
    %next = orch.concat %now, %t : !orch.tasks<?>, !orch.task -> !orch.tasks<?>
    scf.yield %next, %now : !orch.tasks<?>, !orch.tasks<?>
  }
  %r0 = func.call @bits(%r#0) : (!orch.tasks<?>) -> index
  %r1 = func.call @bits(%r#1) : (!orch.tasks<?>) -> index
  return %r0, %r1 : index, index
}

// The same with arrays of static size that change places.
// FIXED: result #0: 10
// FIXED: result #1: 5
func.func @fixed(%n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = orch.none : !orch.tasks<4>
  %y = orch.none : !orch.tasks<4>
  %r:3 = scf.while (%i = %c0, %p = %x, %q = %y)
      : (index, !orch.tasks<4>, !orch.tasks<4>) -> (index, !orch.tasks<4>, !orch.tasks<4>) {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %i, %q, %p : index, !orch.tasks<4>, !orch.tasks<4>
  } do {
  ^bb0(%i: index, %q: !orch.tasks<4>, %p: !orch.tasks<4>):
    %t = orch.fence
    %set = orch.set %t, %p[%i] : !orch.tasks<4>
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %q, %set : index, !orch.tasks<4>, !orch.tasks<4>
  }
  %a = orch.concat %r#1 : !orch.tasks<4> -> !orch.tasks<?>
  %b = orch.concat %r#2 : !orch.tasks<4> -> !orch.tasks<?>
  %r0 = func.call @bits(%a) : (!orch.tasks<?>) -> index
  %r1 = func.call @bits(%b) : (!orch.tasks<?>) -> index
  return %r0, %r1 : index, index
}
