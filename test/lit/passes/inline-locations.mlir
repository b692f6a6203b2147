// RUN: baton-opt %s --inline --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// An op that comes from a callee says so, and where the call stood.

func.func private @k() attributes {orch.kernel}
func.func private @inner() {
  %t = orch.submit @k() loc("kernels.py":1:2)
  return
}
func.func private @outer() {
  call @inner() : () -> () loc("layers.py":3:4)
  return
}
// CHECK: orch.submit @k() loc(callsite(callsite("kernels.py":1:2 at "layers.py":3:4) at "model.py":5:6))
func.func @entry() {
  call @outer() : () -> () loc("model.py":5:6)
  return
}
