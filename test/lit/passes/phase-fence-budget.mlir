// RUN: not baton-opt %s --phase-fence=max-entries=23 -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:
// Entries that are left beyond a budget are an error that names the place and what would help.
// RUN: baton-opt %s --phase-fence=max-entries=24 -o /dev/null

func.func private @k() attributes {orch.kernel}

// CHECK: :[[@LINE+2]]:1: error: {{.*}}has lists of 24 entries per run, but max-entries of phase-fence is 23
// CHECK: :[[@LINE+7]]:10: note: {{.*}}most of them here: 8 runs of a list of 3; let its runs wait for one fence of what they have in common
func.func @above(%xs: !orch.tasks<64>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %w = orch.slice %xs[%i] [3] [1] : !orch.tasks<64> to !orch.tasks<3>
    %t = orch.submit @k() after(%w : !orch.tasks<3>)
  }
  return
}

// 16 entries at first, 8 behind the pass.
func.func @below(%xs: !orch.tasks<4>) attributes {orch.scope = "manual"} {
  %a = orch.submit @k() after(%xs : !orch.tasks<4>)
  %b = orch.submit @k() after(%xs : !orch.tasks<4>)
  %c = orch.submit @k() after(%xs : !orch.tasks<4>)
  %d = orch.submit @k() after(%xs : !orch.tasks<4>)
  return
}
