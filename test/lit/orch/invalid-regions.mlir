// RUN: baton-opt %s --split-input-file --verify-diagnostics
// Parallel loops, scopes and buffers: steps, yields, result sizes and allocation sizes are checked.

func.func @step(%n: index) {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{'orch.parallel' op constant step operand must be positive, but is 0}}
  orch.parallel %i = %c0 to %n step %c0 {
  }
  return
}

// -----

func.func @negative_step(%n: index) {
  %c0 = arith.constant 0 : index
  %m1 = arith.constant -1 : index
  // expected-error@+1 {{constant step operand must be positive, but is -1}}
  orch.parallel %i = %n to %c0 step %m1 {
  }
  return
}

// -----

func.func private @k() attributes {orch.kernel}
func.func @slots() {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %c3 = arith.constant 3 : index
  // expected-error@+1 {{result #0 has 2 slots, but 3 iterations give 1 each}}
  %x = orch.parallel %i = %c0 to %c7 step %c3 -> (!orch.tasks<2>) {
    %t = orch.submit @k()
    orch.yield %t : !orch.task
  }
  return
}

// -----

func.func private @k() attributes {orch.kernel}
func.func @arrays_are_concatenated() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %x = orch.parallel %i = %c0 to %c3 step %c1 -> (!orch.tasks<6>) {
    %t = orch.submit @k()
    %u = orch.concat %t, %t : !orch.task, !orch.task -> !orch.tasks<2>
    orch.yield %u : !orch.tasks<2>
  }
  return
}

// -----

func.func @yields(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = orch.parallel %i = %c0 to %n step %c1 -> (!orch.tasks<?>) {
    // expected-error@+1 {{gives 0 values, but its parent 'orch.parallel' has 1 results}}
    orch.yield
  }
  return
}

// -----

func.func @scope_type(%b: memref<8xf32>) {
  %x = orch.scope auto -> (memref<?xf32>) {
    // expected-error@+1 {{gives 'memref<8xf32>' as value #0, but its parent 'orch.scope' has a result of type 'memref<?xf32>'}}
    orch.yield %b : memref<8xf32>
  }
  return
}

// -----

func.func @scope_kind() {
  // expected-error@+1 {{expected 'auto' or 'manual'}}
  orch.scope automatic {
  }
  return
}

// -----

func.func @yield_outside() {
  // expected-error@+1 {{'orch.yield' op expects parent op to be one of 'orch.parallel', 'orch.scope'}}
  "orch.yield"() : () -> ()
}

// -----

func.func @alloc_sizes(%n: index) {
  // expected-error@+1 {{has 1 sizes for 2 dynamic dimensions}}
  %b = orch.alloc(%n) : memref<?x?xf32>
  return
}

// -----

func.func @alloc_negative() {
  %c = arith.constant -8 : index
  // expected-error@+1 {{has a negative size (-8)}}
  %b = orch.alloc(%c) : memref<?xf32>
  return
}

// -----

func.func @alloc_layout() {
  // expected-error@+1 {{result must have the identity layout}}
  %b = orch.alloc() : memref<8xf32, strided<[2]>>
  return
}
