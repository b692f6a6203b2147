// RUN: baton-opt-bare --load-pass-plugin=%lib/libbaton-passes.so --list-passes > %t-plugin && baton-opt --list-passes > %t-linked && cmp %t-plugin %t-linked
// The project's own passes as a plugin, in a tool that has none, do what they do where they are linked in.
// RUN: baton-opt-bare %models/qwen3_14b_prefill.mlir --load-pass-plugin=%lib/libbaton-passes.so --phase-fence > %t-plugin && baton-opt %models/qwen3_14b_prefill.mlir --phase-fence > %t-linked && cmp %t-plugin %t-linked && grep -q orch.fence %t-plugin
// RUN: baton-opt-bare %models/qwen3_14b_prefill.mlir --load-pass-plugin=%lib/libbaton-passes.so --orchestrate | cmp - <(baton-opt %models/qwen3_14b_prefill.mlir --orchestrate)
// RUN: not baton-opt-bare %s --phase-fence 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not baton-opt-bare %s --orchestrate 2>&1 | FileCheck %s --check-prefix=DEFAULT
// RUN: test -z "$(baton-opt-bare --list-passes)"

// Where they are linked in, the plugin adds nothing, and says so.
// RUN: baton-opt %s --load-pass-plugin=%lib/libbaton-passes.so --phase-fence 2>&1 >/dev/null | FileCheck %s --check-prefix=TWICE

// UNKNOWN: unrecognized option '--phase-fence'
// DEFAULT: <pass-pipeline>:1:16: error: no pass is called 'derive-deps'
// TWICE:   warning: pass plugin '{{.*}}/libbaton-passes.so' is not used: baton-passes {{[0-9.]+}} is linked into 'baton-opt' already
