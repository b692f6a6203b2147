// RUN: baton-opt %s --split-input-file --verify-diagnostics
// A submit is refused, at its own place, for whatever does not fit its kernel, predicate or tracking.

func.func @no_such_kernel() {
  // expected-error@+1 {{'orch.submit' op 'k' does not reference a valid function}}
  %t = orch.submit @k()
  return
}

// -----

// expected-note@+1 {{function declared here}}
func.func private @host(memref<8xf32>)
func.func @not_a_kernel(%b: memref<8xf32>) {
  // expected-error@+1 {{'orch.submit' op 'host' is not a kernel: only functions declared with 'orch.kernel' can be submitted}}
  %t = orch.submit @host(%b : memref<8xf32>)
  return
}

// -----

// expected-note@+1 {{kernel declared here}}
func.func private @k(memref<8xf32>, index) attributes {orch.kernel}
func.func @too_few(%b: memref<8xf32>) {
  // expected-error@+1 {{passes 1 arguments, but kernel @k takes 2}}
  %t = orch.submit @k(%b : memref<8xf32>)
  return
}

// -----

// expected-note@+1 {{kernel declared here}}
func.func private @k(memref<8xf32>) attributes {orch.kernel}
func.func @other_type(%b: memref<?xf32>) {
  // expected-error@+1 {{argument #0 has type 'memref<?xf32>', but kernel @k takes 'memref<8xf32>'}}
  %t = orch.submit @k(%b : memref<?xf32>)
  return
}

// -----

func.func private @k(memref<8xf32>, index {orch.block = "index"}, index {orch.block = "count"}) attributes {orch.kernel}
func.func @blocks_are_appended_by_the_runtime(%b: memref<8xf32>) {
  %c2 = arith.constant 2 : index
  %t = orch.submit @k(%b : memref<8xf32>) blocks(%c2)
  return
}

// -----

func.func private @k() attributes {orch.kernel}
func.func @negative_blocks() {
  %c = arith.constant -2 : index
  // expected-error@+1 {{has a negative number of blocks (-2)}}
  %t = orch.submit @k() blocks(%c)
  return
}

// -----

func.func private @k() attributes {orch.kernel}
func.func @predicate_index(%b: memref<4xi32>) {
  %c4 = arith.constant 4 : index
  // expected-error@+1 {{predicate's index 4 is out of range along dimension 0}}
  %t = orch.submit @k() when(%b[%c4] sgt 0 : memref<4xi32>)
  return
}

// -----

func.func private @k() attributes {orch.kernel}
func.func @predicate_rank(%b: memref<4x4xi32>) {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{predicate has 1 indices for a buffer of rank 2}}
  %t = orch.submit @k() when(%b[%c0] sgt 0 : memref<4x4xi32>)
  return
}

// -----

func.func private @k() attributes {orch.kernel}
func.func @predicate_element(%b: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{predicate needs a buffer of 8, 16, 32 or 64-bit integers}}
  %t = "orch.submit"(%b, %c0) {callee = @k, operandSegmentSizes = array<i32: 0, 0, 0, 0, 1, 1>, when_predicate = 4, when_value = 0 : i32} : (memref<4xf32>, index) -> !orch.task
  return
}

// -----

func.func private @k() attributes {orch.kernel}
func.func @predicate_without_buffer() {
  // expected-error@+1 {{has parts of a predicate, but no buffer to evaluate it on}}
  %t = orch.submit @k() {when_value = 1 : i32}
  return
}

// -----

func.func private @k(memref<8xf32>) attributes {orch.kernel}
func.func @tracking_count(%b: memref<8xf32>) {
  // expected-error@+1 {{'tracking' has 2 entries for 1 buffers}}
  %t = orch.submit @k(%b : memref<8xf32>) {tracking = ["full", "none"]}
  return
}

// -----

func.func private @k(memref<8xf32>) attributes {orch.kernel}
func.func @tracking_word(%b: memref<8xf32>) {
  // expected-error@+1 {{'tracking' entry #0 must be "full", "publish", "lookup" or "none"}}
  %t = orch.submit @k(%b : memref<8xf32>) {tracking = ["some"]}
  return
}

// -----

func.func private @k() attributes {orch.kernel}
func.func @wait_type(%n: index) {
  // expected-error@+1 {{operand #0 must be a task or an array of tasks, but got 'index'}}
  %t = orch.submit @k() after(%n : index)
  return
}

// -----

func.func private @k() attributes {orch.kernel}
func.func @segments() {
  // expected-error@+1 {{operand count (0) does not match with the total size (1) specified in attribute 'operandSegmentSizes'}}
  %t = "orch.submit"() {callee = @k, operandSegmentSizes = array<i32: 0, 1, 0, 0, 0, 0>} : () -> !orch.task
  return
}

// -----

func.func private @k() attributes {orch.kernel}
func.func @priority_type() {
  // expected-error@+1 {{attribute 'priority' failed to satisfy constraint: 32-bit signless integer attribute}}
  %t = orch.submit @k() {priority = 3 : i64}
  return
}

// -----

func.func private @k() attributes {orch.kernel}
func.func @a_loop_keeps_its_tasks() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %t = orch.submit @k()
  }
  // expected-error@+1 {{use of undeclared SSA value name}}
  %u = orch.submit @k() after(%t : !orch.task)
  return
}
