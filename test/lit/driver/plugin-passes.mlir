// RUN: baton-opt-bare --load-pass-plugin=%lib/libbaton-passes.so --list-passes > %t-plugin && baton-opt --list-passes > %t-linked && cmp %t-plugin %t-linked
// The project's own passes as a plugin, in a tool that has none, do what they do where they are linked in.
// RUN: baton-opt-bare %s --load-pass-plugin=%lib/libbaton-passes.so --phase-fence > %t-plugin && baton-opt %s --phase-fence > %t-linked && cmp %t-plugin %t-linked && grep -q orch.fence %t-plugin
// RUN: baton-opt-bare %models/qwen3_14b_prefill.mlir --load-pass-plugin=%lib/libbaton-passes.so --orchestrate > %t-plugin && baton-opt %models/qwen3_14b_prefill.mlir --orchestrate > %t-linked && cmp %t-plugin %t-linked
// RUN: not baton-opt-bare %s --phase-fence 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not baton-opt-bare %s --orchestrate 2>&1 | FileCheck %s --check-prefix=DEFAULT
// RUN: test -z "$(baton-opt-bare --list-passes)"

// Where they are linked in, the plugin adds nothing, and says so.
// RUN: baton-opt %s --load-pass-plugin=%lib/libbaton-passes.so --phase-fence 2>&1 >/dev/null | FileCheck %s --check-prefix=TWICE

// UNKNOWN: unrecognized option '--phase-fence'
// DEFAULT: <pass-pipeline>:1:16: error: no pass is called 'derive-deps'
// TWICE:   warning: pass plugin '{{.*}}/libbaton-passes.so' is not used: baton-passes {{[0-9.]+}} is linked into 'baton-opt' already

func.func private @k() attributes {orch.kernel}
func.func @all_to_all() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %ids = orch.parallel %i = %c0 to %c8 step %c1 -> (!orch.tasks<8>) {
    %t = orch.submit @k()
    orch.yield %t : !orch.task
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %t = orch.submit @k() after(%ids : !orch.tasks<8>)
  }
  return
}
