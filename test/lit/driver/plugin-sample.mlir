// RUN: baton-opt %s --load-pass-plugin=%plugins/sample_passes.so --count-submits 2>&1 | FileCheck %s --check-prefixes=REPORT,PLAIN
// A plugin of one file against the public headers: options, results, errors at ops, and statistics.
// RUN: baton-opt %s --load-pass-plugin=%plugins/sample_passes.so --count-submits="mark kernel=k" 2>/dev/null | FileCheck %s --check-prefix=MARKED
// RUN: not baton-opt %s --load-pass-plugin=%plugins/sample_passes.so --count-submits=limit=1 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: baton-opt %s --load-pass-plugin=%plugins/sample_passes.so --count-submits=limit=2 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: baton-opt-bare %s --load-pass-plugin=%plugins/sample_passes.so --count-submits 2>&1 | FileCheck %s --check-prefix=REPORT

// REPORT:      k: 2
// REPORT-NEXT: l: 1
// PLAIN-NOT:   sample.number
// MARKED:      orch.submit @k() {sample.number = 0 : i32}
// MARKED:      orch.submit @l(){{$}}
// MARKED:      orch.submit @k() {sample.number = 1 : i32}
// LIMIT:       plugin-sample.mlir:[[# @LINE + 2]]:1: error: 'func.func' op is submitted 2 times, and the limit is 1
// LIMIT:       note: reported by pass 'count-submits'
func.func private @k() attributes {orch.kernel}
func.func private @l() attributes {orch.kernel}
func.func @f() {
  %0 = orch.submit @k()
  %1 = orch.submit @l()
  %2 = orch.submit @k()
  return
}
