// RUN: baton-opt %s | FileCheck %s
// The types behind an arrow stand in parentheses or, if there is one, alone; none is "()".

// CHECK-LABEL: func.func @single
func.func @single(%n: index, %c: i1) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for {{.*}} iter_args(%{{.*}} = %c0) -> (index) {
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> index {
    scf.yield %a : index
  }
  // CHECK: scf.if %{{.*}} -> (index) {
  %s = scf.if %c -> index {
    scf.yield %r : index
  } else {
    scf.yield %n : index
  }
  // CHECK: scf.if %{{[a-z0-9]+}} {
  scf.if %c -> () {
  }
  // CHECK: orch.scope auto -> (index) {
  %o = orch.scope auto -> index {
    orch.yield %s : index
  }
  // CHECK: orch.parallel {{.*}} -> (!orch.tasks<4>) {
  %c4 = arith.constant 4 : index
  %t = orch.parallel %i = %c0 to %c4 step %c1 -> !orch.tasks<4> {
    %u = orch.fence
    orch.yield %u : !orch.task
  }
  orch.wait %t : !orch.tasks<4>
  return %o : index
}
