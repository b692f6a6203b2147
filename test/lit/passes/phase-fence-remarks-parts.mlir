// RUN: baton-opt %s --phase-fence --remarks=passed -o /dev/null 2>&1 | FileCheck %s
// Fences for intervals of an array: how many tasks each one holds differs from run to run.

func.func private @k() attributes {orch.kernel}

// CHECK: remark: {{.*}}a fence in each run stands for a part of what the tasks behind it wait for
// CHECK-NOT: stands for {{[0-9]}}
func.func @prefix(%xs: !orch.tasks<64>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %n = arith.addi %i, %c1 : index
    %w = orch.slice %xs[0] [%n] [1] : !orch.tasks<64> to !orch.tasks<?>
    %t = orch.submit @k() after(%w : !orch.tasks<?>)
  }
  return
}
