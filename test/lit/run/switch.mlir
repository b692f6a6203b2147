// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=pick --arg=2 | FileCheck %s --check-prefix=TWO
// A switch runs one case, or the default; it gives numbers, buffers, tasks and arrays of tasks.
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=pick --arg=-5 | FileCheck %s --check-prefix=MINUS
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=pick --arg=7 | FileCheck %s --check-prefix=OTHER
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=only_default --arg=7 | FileCheck %s --check-prefix=DEFAULT

func.func private @fill8(memref<8xi64> {orch.access = "write"}, index) attributes {orch.kernel}

// TWO: result #0: 20
// TWO: result #1: 2
// MINUS: result #0: 50
// MINUS: result #1: 3
// OTHER: result #0: 70
// OTHER: result #1: 1
func.func @pick(%i: index) -> (i64, index) {
  %c0 = arith.constant 0 : index
  %c10 = arith.constant 10 : index
  %c20 = arith.constant 20 : index
  %c50 = arith.constant 50 : index
  %c70 = arith.constant 70 : index
  %spare = orch.alloc() : memref<8xi64>
  %buffer, %task, %tasks = scf.index_switch %i -> memref<8xi64>, !orch.task, !orch.tasks<?>
  case 2 {
    %b = orch.alloc() : memref<8xi64>
    %t = orch.submit @fill8(%b, %c20 : memref<8xi64>, index)
    %ts = orch.concat %t, %t : !orch.task, !orch.task -> !orch.tasks<?>
    scf.yield %b, %t, %ts : memref<8xi64>, !orch.task, !orch.tasks<?>
  }
  case -5 {
    %t = orch.submit @fill8(%spare, %c50 : memref<8xi64>, index)
    %ts = orch.concat %t, %t, %t : !orch.task, !orch.task, !orch.task -> !orch.tasks<?>
    scf.yield %spare, %t, %ts : memref<8xi64>, !orch.task, !orch.tasks<?>
  }
  default {
    %b = orch.alloc() : memref<8xi64>
    %t = orch.submit @fill8(%b, %c70 : memref<8xi64>, index)
    %ts = orch.concat %t : !orch.task -> !orch.tasks<?>
    scf.yield %b, %t, %ts : memref<8xi64>, !orch.task, !orch.tasks<?>
  }
  orch.wait %task, %tasks : !orch.task, !orch.tasks<?>
  %0 = memref.load %buffer[%c0] : memref<8xi64>
  %1 = orch.size %tasks : !orch.tasks<?>
  return %0, %1 : i64, index
}

// DEFAULT: result #0: 8
func.func @only_default(%i: index) -> index {
  %c1 = arith.constant 1 : index
  %0 = scf.index_switch %i -> index
  default {
    %1 = arith.addi %i, %c1 : index
    scf.yield %1 : index
  }
  return %0 : index
}
