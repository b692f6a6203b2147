// RUN: baton-translate %s --orchestrate --remarks=passed 2>&1 >/dev/null | FileCheck %s
// Remarks in the other tools: beside what they write.
// RUN: baton-run %s --kernels=%run_kernels --orchestrate --remarks=passed 2>&1 | FileCheck %s

// CHECK: remarks-translate.mlir:[[# @LINE + 5]]:9: remark: [passed] derive-deps: buffer #0 is not tracked: edges order its conflicts
func.func private @increment8(memref<8xi64>) attributes {orch.kernel}

func.func @main() {
  %b = orch.alloc() : memref<8xi64>
  %s1 = orch.submit @increment8(%b : memref<8xi64>)
  %s2 = orch.submit @increment8(%b : memref<8xi64>)
  return
}
