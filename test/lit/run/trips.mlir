// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=main --arg=iota --arg=iota --arg=7 --print=0 | FileCheck %s
// A loop whose number of trips is known only when it runs, once beyond and once below where a fence pays.
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=main --arg=iota --arg=iota --arg=5 --print=0 | FileCheck %s --check-prefix=FEW
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=main --arg=iota --arg=iota --arg=0 --print=0 | FileCheck %s --check-prefix=NONE

func.func private @step8(memref<8xi64>, index) attributes {orch.kernel}
func.func private @slow_step8(memref<8xi64>, index) attributes {orch.kernel}

// CHECK: [509, 765, 1021, 1277, 1533, 1789, 2045, 2301]
// FEW: [125, 189, 253, 317, 381, 445, 509, 573]
// NONE: [1, 3, 5, 7, 9, 11, 13, 15]
func.func @main(%a: memref<8xi64>, %b: memref<8xi64>, %n: index) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %none = orch.none : !orch.task
  %x = orch.submit @slow_step8(%a, %c1 : memref<8xi64>, index)
  %y = orch.submit @slow_step8(%b, %c1 : memref<8xi64>, index)
  scf.for %i = %c0 to %n step %c1 iter_args(%last = %none) -> (!orch.task) {
    %t = orch.submit @step8(%a, %c3 : memref<8xi64>, index) after(%x, %y, %last : !orch.task, !orch.task, !orch.task)
    scf.yield %t : !orch.task
  }
  return
}
