// RUN: baton-opt %s --split-input-file --verify-diagnostics
// Loops and branches: steps, carried values, terminators, and values that do not dominate their uses.

func.func @step_zero(%n: index) {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{'scf.for' op constant step operand must be positive, but is 0}}
  scf.for %i = %c0 to %n step %c0 {
  }
  return
}

// -----

func.func @step_negative() {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %m1 = arith.constant -1 : index
  // expected-error@+1 {{'scf.for' op constant step operand must be positive, but is -1}}
  scf.for %i = %c8 to %c0 step %m1 {
  }
  return
}

// -----

func.func @carried_type(%n: index, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (i32) {
    // expected-error@+1 {{gives 'index' as value #0, but its parent 'scf.for' has a result of type 'i32'}}
    scf.yield %i : index
  }
  return
}

// -----

func.func private @k() attributes {orch.kernel}
func.func @a_carry_from_the_body(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{use of undeclared SSA value name '%t'}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (!orch.task) {
    %t = orch.submit @k()
    scf.yield %t : !orch.task
  }
  return
}

// -----

func.func private @k() attributes {orch.kernel}
func.func @a_carry_from_below(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{'scf.for' op operand #3 does not dominate this use}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (!orch.task) {
    scf.yield %a : !orch.task
  }
  // expected-note@+1 {{operand defined here (op in the same block)}}
  %t = orch.submit @k()
  return
}

// -----

func.func @if_without_else(%c: i1, %x: i32) {
  // expected-error@+1 {{'scf.if' op must have an else block if defining values}}
  %r = "scf.if"(%c) ({
    scf.yield %x : i32
  }, {}) : (i1) -> i32
  return
}

// -----

func.func @if_missing_yield(%c: i1, %x: i32) {
  %r = scf.if %c -> (i32) {
    scf.yield %x : i32
  } else {
    // expected-error@+1 {{gives 0 values, but its parent 'scf.if' has 1 results}}
    scf.yield
  }
  return
}

// -----

func.func @while_condition(%x: i32) {
  // expected-error@+1 {{'scf.while' op expects the 'before' region to terminate with 'scf.condition'}}
  %r = "scf.while"(%x) ({
  ^bb0(%a: i32):
    "scf.yield"(%a) : (i32) -> ()
  }, {
  ^bb0(%b: i32):
    "scf.yield"(%b) : (i32) -> ()
  }) : (i32) -> i32
  return
}

// -----

func.func @empty_block() {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{'scf.for' op empty block: expect at least a terminator}}
  "scf.for"(%c0, %c0, %c0) ({
  ^bb0(%i: index):
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @after_the_terminator() {
  // expected-error@+1 {{'func.return' op must be the last operation in the parent block}}
  "func.return"() : () -> ()
  %c0 = arith.constant 0 : index
}

// -----

func.func @switch_twice(%x: index, %i: i32, %f: f32) {
  // expected-error@+1 {{'scf.index_switch' op has duplicate case value: 1}}
  scf.index_switch %x case 1 { scf.yield } case 1 { scf.yield } default {}
  return
}

// -----

func.func @switch_empty(%x: index, %i: i32, %f: f32) {
  // expected-error@+1 {{'scf.index_switch' op region #1 ('caseRegions') failed to verify constraint: region with 1 blocks}}
  scf.index_switch %x case 1 { } default {}
  return
}

// -----

func.func @switch_no_default(%x: index, %i: i32, %f: f32) {
  // expected-error@+1 {{expected 'default'}}
  scf.index_switch %x case 1 { scf.yield }
  return
}

// -----

func.func @switch_count(%x: index, %i: i32, %f: f32) {
  // expected-error@+1 {{'scf.index_switch' op expected each region to return 1 values, but default region returns 2}}
  %0 = scf.index_switch %x -> i32 case 1 { scf.yield %i : i32 } default { scf.yield %i, %i : i32, i32 }
  return
}

// -----

func.func @switch_count_of_case(%x: index, %i: i32, %f: f32) {
  // expected-error@+1 {{'scf.index_switch' op expected each region to return 1 values, but case region #0 returns 0}}
  %0 = scf.index_switch %x -> i32 case 1 { scf.yield } default { scf.yield %i : i32 }
  return
}

// -----

func.func @switch_cases(%x: index, %i: i32, %f: f32) {
  // expected-error@+1 {{'scf.index_switch' op has 0 case regions but 1 case values}}
  "scf.index_switch"(%x) <{cases = array<i64: 1>}> ({ scf.yield }) : (index) -> ()
  return
}

// -----

func.func @switch_return(%x: index, %i: i32, %f: f32) {
  // expected-error@+1 {{'func.return' op expects parent op 'func.func'}}
  "scf.index_switch"(%x) <{cases = array<i64>}> ({ func.return }) : (index) -> ()
  return
}

// -----

func.func @switch_arguments(%x: index, %i: i32, %f: f32) {
  // expected-error@+1 {{'scf.index_switch' op region #0 should have no arguments}}
  "scf.index_switch"(%x) <{cases = array<i64>}> ({ ^bb0(%a: i32): scf.yield }) : (index) -> ()
  return
}

// -----

func.func @switch_no_cases(%x: index, %i: i32, %f: f32) {
  // expected-error@+1 {{'scf.index_switch' op requires attribute 'cases'}}
  "scf.index_switch"(%x) ({ scf.yield }) : (index) -> ()
  return
}

// -----

func.func @switch_blocks(%x: index, %i: i32, %f: f32) {
  // expected-error@+1 {{'scf.index_switch' op expects region #0 to have 0 or 1 blocks}}
  "scf.index_switch"(%x) <{cases = array<i64>}> ({ scf.yield ^bb1: scf.yield }) : (index) -> ()
  return
}

// -----

func.func @switch_type(%x: index, %i: i32, %f: f32) {
  // expected-error@+1 {{'scf.index_switch' op expected result #0 of each region to be 'i32'}}
  %0 = scf.index_switch %x -> i32 case 1 { scf.yield %i : i32 } default {
    // expected-note@+1 {{default region returns 'f32' here}}
    scf.yield %f : f32
  }
  return
}

// -----

// expected-note@+1 {{previously defined here}}
func.func @switch_operand(%i: i32) {
  // expected-error@+1 {{use of value '%i' expects different type than prior uses: 'index' vs 'i32'}}
  scf.index_switch %i default {}
  return
}

// -----

func.func @while_empty(%c: i1) {
  // expected-error@+1 {{'scf.while' op region #1 ('after') failed to verify constraint: region with 1 blocks}}
  scf.while : () -> () {
    scf.condition(%c)
  } do {
  }
  return
}

// -----

func.func @while_without_yield(%c: i1) {
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    // expected-error@+1 {{'func.call' op block with no terminator, has 'func.call'}}
    func.call @while_without_yield(%c) : (i1) -> ()
  }
  return
}
