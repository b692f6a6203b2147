// REQUIRES: mlir-opt
// symbol-dce and mlir-opt's pass of that name keep the same symbols, kernels that are submitted among them.
// RUN: baton-opt %s --mlir-print-op-generic | mlir-opt --allow-unregistered-dialect --symbol-dce | baton-opt > %t-mlir && baton-opt %s --symbol-dce | cmp - %t-mlir

func.func private @kernel(index) attributes {orch.kernel}
func.func private @unused_kernel(index) attributes {orch.kernel}
func.func private @helper(%n: index) {
  %t = orch.submit @kernel(%n : index)
  return
}
func.func private @unused_helper(%n: index) {
  %t = orch.submit @unused_kernel(%n : index)
  return
}
func.func @entry(%n: index) {
  call @helper(%n) : (index) -> ()
  return
}
