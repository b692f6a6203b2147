// RUN: baton-opt %s --load-pass-plugin=%plugins/sample_passes.so --mark-functions=word=x --count-submits --mlir-timing --mlir-pass-statistics 2>&1 >/dev/null | FileCheck %s
// Times and statistics of passes, summed over the functions that they ran on, go to the error stream.

// CHECK:      k: 2
// CHECK:      ... Pass statistics report ...
// CHECK:      {{^}}mark-functions
// CHECK-NEXT: {{^}}  (S)        2 functions
// CHECK-NEXT: {{^}}count-submits
// CHECK-NEXT: {{^}}  (S)        2 submits
// CHECK-NEXT: {{^}}  (S)        1 kernels
// CHECK:      ... Execution time report ...
// CHECK:      Total Execution Time: {{[0-9.]+}} seconds
// CHECK:      'func.func' pipeline
// CHECK-NEXT:   mark-functions
// CHECK-NEXT:     (verifier)
// CHECK-NEXT: count-submits
// CHECK-NEXT:   (verifier)
// CHECK-NEXT: (100.0%)  Total
// CHECK:      ... Phases of the whole run ...
// CHECK:      Parser and verifier
// CHECK-NEXT: Passes
// CHECK-NEXT: Printer

func.func private @k() attributes {orch.kernel}
func.func @f() {
  %0 = orch.submit @k()
  %1 = orch.submit @k()
  return
}
