// RUN: baton-opt %s --pass-pipeline='builtin.module(derive-deps,check-order{exact})' --check-order-each | FileCheck %s
// What manual code has written, as auto code and the host meet it: the new values, and the scopes as they are written.
// RUN: baton-opt %s --orchestrate --check-order-each -o /dev/null
// RUN: bash %lit_source/run/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=after_manual --arg=zeros --arg=zeros --print=1 | FileCheck %s --check-prefix=MANUAL
// RUN: bash %lit_source/run/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=host_bound --arg=zeros --print=0 | FileCheck %s --check-prefix=BOUND

func.func private @slow_fill8(memref<8xi64> {orch.access = "write"}, index) attributes {orch.kernel}
func.func private @slow_step8(memref<8xi64>, index) attributes {orch.kernel}
func.func private @copy8(memref<8xi64> {orch.access = "read"}, memref<8xi64> {orch.access = "write"}, index) attributes {orch.kernel}

// Auto code comes after the last task of the chain of a manual scope; the chain stays as it is written.
// MANUAL: [20, 20, 20, 20, 20, 20, 20, 20]
// CHECK-LABEL: func.func @after_manual(
// CHECK:         orch.scope manual
// CHECK-NEXT:      [[A:%.+]] = orch.submit @slow_fill8({{[^)]*}}){{$}}
// CHECK-NEXT:      orch.submit @slow_step8({{[^)]*}}) after([[A]] : !orch.task){{$}}
func.func @after_manual(%x: memref<8xi64> {orch.noalias}, %y: memref<8xi64> {orch.noalias}) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  orch.scope manual {
    %a = orch.submit @slow_fill8(%x, %c3 : memref<8xi64>, index)
    orch.submit @slow_step8(%x, %c3 : memref<8xi64>, index) after(%a : !orch.task)
  }
  orch.submit @slow_step8(%x, %c1 : memref<8xi64>, index)
  orch.submit @copy8(%x, %y, %c1 : memref<8xi64>, memref<8xi64>, index)
  return
}

// What a task of a manual scope has counted, bounds a loop of auto code: twice 2 x + 1 from 2.
// BOUND: [11, 11, 11, 11, 11, 11, 11, 11]
func.func @host_bound(%n: memref<8xi64> {orch.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  orch.scope manual {
    orch.submit @slow_fill8(%n, %c2 : memref<8xi64>, index)
  }
  %count = memref.load %n[%c0] : memref<8xi64>
  %trips = arith.index_cast %count : i64 to index
  scf.for %i = %c0 to %trips step %c1 {
    orch.submit @slow_step8(%n, %c1 : memref<8xi64>, index)
  }
  return
}
