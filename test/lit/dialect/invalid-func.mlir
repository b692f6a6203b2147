// RUN: baton-opt %s --split-input-file --verify-diagnostics
// Functions, kernels and calls: what a declaration may say, and what a call must agree with.

// expected-error@+1 {{'func.func' op symbol declaration cannot have public visibility}}
func.func @declared()

// -----

// expected-note@+1 {{see existing symbol definition here}}
func.func private @twice()
// expected-error@+1 {{'func.func' op redefinition of symbol named 'twice'}}
func.func private @twice()

// -----

// expected-error@+1 {{is a kernel and so must not have a body}}
func.func private @k() attributes {orch.kernel} {
  return
}

// -----

// expected-error@+1 {{is a kernel and so returns nothing or an i32 status}}
func.func private @k() -> i64 attributes {orch.kernel}

// -----

func.func private @k() -> i32 attributes {orch.kernel}

// -----

// expected-error@+1 {{parameter #0 of type '!orch.task' cannot be passed to a kernel}}
func.func private @k(!orch.task) attributes {orch.kernel}

// -----

// expected-error@+1 {{parameter #0 of type 'i7' cannot be passed to a kernel}}
func.func private @k(i7) attributes {orch.kernel}

// -----

// expected-error@+1 {{parameter #0: 'orch.access' must be "read", "write" or "readwrite"}}
func.func private @k(memref<8xf32> {orch.access = "reads"}) attributes {orch.kernel}

// -----

// expected-error@+1 {{parameter #0: 'orch.access' is for memrefs only}}
func.func private @k(index {orch.access = "read"}) attributes {orch.kernel}

// -----

// expected-error@+1 {{parameter #0: 'orch.noalias' is a unit attribute of memrefs only}}
func.func @f(%i: index {orch.noalias}) {
  return
}

// -----

// expected-error@+1 {{parameter #0: 'orch.block' must stand on the last parameters}}
func.func private @k(index {orch.block = "index"}, memref<8xf32>) attributes {orch.kernel}

// -----

// expected-error@+1 {{'orch.abi' must be "bare" or "dlpack"}}
func.func private @k() attributes {orch.abi = "fast", orch.kernel}

// -----

func.func @f() -> index {
  // expected-error@+1 {{'func.return' op has 0 operands, but enclosing function (@f) returns 1}}
  return
}

// -----

func.func @f(%x: i32) -> index {
  // expected-error@+1 {{type of return operand 0 doesn't match function result type in function @f}}
  return %x : i32
}

// -----

func.func private @k() attributes {orch.kernel}
func.func @f() {
  // expected-error@+1 {{'func.call' op 'k' is a kernel, which can only be submitted}}
  func.call @k() : () -> ()
  return
}

// -----

func.func private @g(index)
func.func @f(%x: i32) {
  // expected-error@+1 {{operand type mismatch: operand #0 differs from the callee's parameter}}
  func.call @g(%x) : (i32) -> ()
  return
}

// -----

// expected-error@+1 {{'orch.scope' must be "auto" or "manual"}}
func.func @f() attributes {orch.scope = "both"} {
  return
}
