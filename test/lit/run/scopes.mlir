// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=leave --arg=zeros --arg=4 --print=0 | FileCheck %s --check-prefix=LEAVE
// Ids cross scopes, branches, loops and calls and still order; what manual code wrote is waited for by auto code after it.
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=stored --arg=zeros --arg=4 --print=0 | FileCheck %s --check-prefix=STORED
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=seen --arg=zeros --arg=zeros --print=1 | FileCheck %s --check-prefix=SEEN
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=aliases --arg=iota:16 --print=0 | FileCheck %s --check-prefix=ALIASES

func.func private @slow_fill8(memref<8xi64> {orch.access = "write"}, index) attributes {orch.kernel}
func.func private @slow_step8(memref<8xi64>, index) attributes {orch.kernel}
func.func private @copy8(memref<8xi64> {orch.access = "read"}, memref<8xi64> {orch.access = "write"}, index)
    attributes {orch.kernel}
func.func private @step_view(memref<8xi64, strided<[1], offset: ?>>, index) attributes {orch.kernel, orch.symbol = "slow_step8"}

func.func private @helper(%a: memref<8xi64>, %before: !orch.task, %i: index) -> !orch.task attributes {orch.scope = "manual"} {
  %t = orch.submit @slow_step8(%a, %i : memref<8xi64>, index) after(%before : !orch.task)
  return %t : !orch.task
}

// The id of a closed scope, of an outer one in an inner one, of a helper: one chain 3, 2*3+1 = 7, 15, 31.
// LEAVE: [31, 31,
func.func @leave(%a: memref<8xi64>, %n: index) attributes {orch.scope = "manual"} {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %t = orch.scope manual -> (!orch.task) {
    %x = orch.submit @slow_fill8(%a, %c3 : memref<8xi64>, index)
    orch.yield %x : !orch.task
  }
  %u = orch.scope manual -> (!orch.task) {
    %y = orch.scope manual -> (!orch.task) {
      %x = orch.submit @slow_step8(%a, %c1 : memref<8xi64>, index) after(%t : !orch.task)
      orch.yield %x : !orch.task
    }
    orch.yield %y : !orch.task
  }
  %v = func.call @helper(%a, %u, %c1) : (memref<8xi64>, !orch.task, index) -> !orch.task
  %w = func.call @helper(%a, %v, %c1) : (memref<8xi64>, !orch.task, index) -> !orch.task
  return
}

// An id of an inner scope is stored in an outer array and found by the next iteration: 0, 1, 4, 11: 2 x + i.
// STORED: [11, 11,
func.func @stored(%a: memref<8xi64>, %n: index) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = orch.none : !orch.tasks<5>
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%ids = %none) -> (!orch.tasks<5>) {
    %before = orch.get %ids[%i] : !orch.tasks<5>
    %t = orch.scope manual -> (!orch.task) {
      %x = orch.submit @slow_step8(%a, %i : memref<8xi64>, index) after(%before : !orch.task)
      orch.yield %x : !orch.task
    }
    %next = arith.addi %i, %c1 : index
    %more = orch.set %t, %ids[%next] : !orch.tasks<5>
    scf.yield %more : !orch.tasks<5>
  }
  return
}

// SEEN: [6, 6,
func.func @seen(%a: memref<8xi64>, %b: memref<8xi64>) {
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  orch.scope manual {
    orch.submit @slow_fill8(%a, %c5 : memref<8xi64>, index)
  }
  orch.submit @copy8(%a, %b, %c1 : memref<8xi64>, memref<8xi64>, index)
  return
}

// Overlapping views of one buffer: elements 4 to 7 belong to both.
// ALIASES: [1, 3, 5, 7, 19, 23, 27, 31, 17, 19, 21, 23, 12, 13, 14, 15]
func.func @aliases(%a: memref<16xi64>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %x = memref.subview %a[%c0] [8] [1] : memref<16xi64> to memref<8xi64, strided<[1], offset: ?>>
  %y = memref.subview %a[%c4] [8] [1] : memref<16xi64> to memref<8xi64, strided<[1], offset: ?>>
  orch.submit @step_view(%x, %c1 : memref<8xi64, strided<[1], offset: ?>>, index)
  orch.submit @step_view(%y, %c1 : memref<8xi64, strided<[1], offset: ?>>, index)
  return
}
