// RUN: baton-opt %s --orchestrate --remarks --verify-diagnostics > /dev/null
// Passes say what they have done, what not and why, as located diagnostics; by kind and by pass; nothing unless asked.
// RUN: baton-opt %s --orchestrate 2>&1 >/dev/null | count 0
// RUN: baton-opt %s --orchestrate --remarks 2>&1 >/dev/null | FileCheck %s --check-prefix=TEXT
// RUN: baton-opt %s --orchestrate --remarks=passed 2>&1 >/dev/null | FileCheck %s --check-prefix=PASSED --implicit-check-not=missed
// RUN: baton-opt %s --orchestrate --remarks=missed,analysis 2>&1 >/dev/null | FileCheck %s --check-prefix=MISSED --implicit-check-not=passed
// RUN: baton-opt %s --orchestrate --remarks --remarks-filter=derive-deps,cse 2>&1 >/dev/null | FileCheck %s --check-prefix=DERIVE --implicit-check-not=phase-fence
// RUN: baton-opt %s --load-pass-plugin=%plugins/sample_passes.so --count-submits --remarks=analysis 2>&1 >/dev/null | FileCheck %s --check-prefix=PLUGIN
// RUN: baton-opt %s --load-pass-plugin=%plugins/older_minor.so --lonely --remarks 2>&1 >/dev/null | count 0
// RUN: not baton-opt %s --remarks=passed,mised 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not baton-opt %s --remarks --remarks-filter=phase-fense 2>&1 | FileCheck %s --check-prefix=FILTER

// TEXT:      remarks.mlir:[[# @LINE + 20]]:8: remark: [passed] derive-deps: buffer #0 is not tracked: edges order its conflicts
// TEXT-NEXT: %t = orch.submit @fill(%b : memref<8xf32>)
// TEXT-NEXT: ^
// TEXT:      remarks.mlir:[[# @LINE + 27]]:3: remark: [passed] phase-fence: a fence stands for 8 tasks in 1 list
// PASSED-DAG: [passed] derive-deps
// PASSED-DAG: [passed] phase-fence
// MISSED:    [missed] phase-fence
// DERIVE:    [passed] derive-deps
// PLUGIN:    remarks.mlir:[[# @LINE + 5]]:1: remark: [analysis] count-submits: submitted in 4 places
// KIND:      'mised' is none of passed, missed, analysis
// FILTER:    no pass is called 'phase-fense'; did you mean 'phase-fence'?

func.func private @k() attributes {orch.kernel}
func.func private @fill(memref<8xf32>) attributes {orch.kernel}

func.func @hazard() {
  %b = orch.alloc() : memref<8xf32>
  // expected-remark@below {{[passed] derive-deps: buffer #0 is not tracked: edges order its conflicts}}
  %s = orch.submit @fill(%b : memref<8xf32>)
  // expected-remark@below {{[passed] derive-deps: buffer #0 is not tracked: edges order its conflicts}}
  %t = orch.submit @fill(%b : memref<8xf32>)
  return
}

func.func @fences(%xs: !orch.tasks<8>, %ys: !orch.tasks<2>, %n: index) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  // expected-remark@below {{[passed] phase-fence: a fence stands for 8 tasks in 1 list}}
  scf.for %i = %c0 to %c3 step %c1 {
    orch.submit @k() after(%xs : !orch.tasks<8>)
  }
  scf.for %i = %c0 to %c2 step %c1 {
    // expected-remark@below {{[missed] phase-fence: no fence for 2 tasks: 2 waits for them have 4 entries, and with a fence, which costs 3, 7}}
    orch.submit @k() after(%ys : !orch.tasks<2>)
  }
  return
}

func.func @unknown(%xs: !orch.tasks<8>, %n: index) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@below {{[passed] phase-fence: a fence stands for 8 tasks in 1 list}}
  scf.for %i = %c0 to %n step %c1 {
    orch.submit @k() after(%xs : !orch.tasks<8>)
  }
  return
}

func.func @tracked(%b: memref<8xf32>, %c: memref<8xf32>) {
  // expected-remark@below {{[missed] derive-deps: buffer #0 stays with the tracker (publish): edges do not order all of its conflicts}}
  orch.submit @fill(%b : memref<8xf32>)
  // expected-remark@below {{[missed] derive-deps: buffer #0 stays with the tracker (lookup): edges do not order all of its conflicts}}
  orch.submit @fill(%c : memref<8xf32>)
  return
}
