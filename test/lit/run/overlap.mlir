// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --arg=iota --arg=iota --arg=iota --arg=iota --arg=iota --arg=iota --arg=iota --arg=iota --print=0 --print=3 --print=7 | FileCheck %s
// Manual lists that overlap: whichever fences share them, each task comes after those that it lists.
// RUN: baton-opt %s --orchestrate | FileCheck %s --check-prefix=FENCE

func.func private @step8(memref<8xi64>, index) attributes {orch.kernel}
func.func private @slow_step8(memref<8xi64>, index) attributes {orch.kernel}

// FENCE: [[F:%.+]] = orch.fence after(%0, %1, %2, %3 :
// FENCE-COUNT-4: after([[F]], %{{.+}} : !orch.task, !orch.task)

// (i * 2 + 1) * 2 + 2
// CHECK-COUNT-3: [4, 8, 12, 16, 20, 24, 28, 32]
func.func @main(%a0: memref<8xi64>, %a1: memref<8xi64>, %a2: memref<8xi64>, %a3: memref<8xi64>, %a4: memref<8xi64>, %a5: memref<8xi64>, %a6: memref<8xi64>, %a7: memref<8xi64>) attributes {orch.scope = "manual"} {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p0 = orch.submit @slow_step8(%a0, %c1 : memref<8xi64>, index)
  %p1 = orch.submit @slow_step8(%a1, %c1 : memref<8xi64>, index)
  %p2 = orch.submit @slow_step8(%a2, %c1 : memref<8xi64>, index)
  %p3 = orch.submit @slow_step8(%a3, %c1 : memref<8xi64>, index)
  %p4 = orch.submit @slow_step8(%a4, %c1 : memref<8xi64>, index)
  %p5 = orch.submit @slow_step8(%a5, %c1 : memref<8xi64>, index)
  %p6 = orch.submit @slow_step8(%a6, %c1 : memref<8xi64>, index)
  %p7 = orch.submit @slow_step8(%a7, %c1 : memref<8xi64>, index)
  %v0 = orch.submit @step8(%a0, %c2 : memref<8xi64>, index) after(%p0, %p1, %p2, %p3, %p4 : !orch.task, !orch.task, !orch.task, !orch.task, !orch.task)
  %w0 = orch.submit @step8(%a4, %c2 : memref<8xi64>, index) after(%v0, %p0, %p3 : !orch.task, !orch.task, !orch.task)
  %v1 = orch.submit @step8(%a1, %c2 : memref<8xi64>, index) after(%p0, %p1, %p2, %p3, %p5 : !orch.task, !orch.task, !orch.task, !orch.task, !orch.task)
  %w1 = orch.submit @step8(%a5, %c2 : memref<8xi64>, index) after(%v1, %p0, %p3 : !orch.task, !orch.task, !orch.task)
  %v2 = orch.submit @step8(%a2, %c2 : memref<8xi64>, index) after(%p0, %p1, %p2, %p3, %p6 : !orch.task, !orch.task, !orch.task, !orch.task, !orch.task)
  %w2 = orch.submit @step8(%a6, %c2 : memref<8xi64>, index) after(%v2, %p0, %p3 : !orch.task, !orch.task, !orch.task)
  %v3 = orch.submit @step8(%a3, %c2 : memref<8xi64>, index) after(%p0, %p1, %p2, %p3, %p7 : !orch.task, !orch.task, !orch.task, !orch.task, !orch.task)
  %w3 = orch.submit @step8(%a7, %c2 : memref<8xi64>, index) after(%v3, %p0, %p3 : !orch.task, !orch.task, !orch.task)
  return
}
