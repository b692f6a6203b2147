// RUN: baton-opt %s --split-input-file --verify-diagnostics
// Arrays of tasks: constants out of range, sizes that disagree, and wrong result types are refused.

func.func @none_needs_size() {
  // expected-error@+1 {{'orch.none' op needs a size for its result type}}
  %x = orch.none : !orch.tasks<?>
  return
}

// -----

func.func @none_takes_no_size(%n: index) {
  // expected-error@+1 {{'orch.none' op takes a size only for '!orch.tasks<?>'}}
  %x = orch.none(%n) : !orch.tasks<4>
  return
}

// -----

func.func @none_negative() {
  %c = arith.constant -1 : index
  // expected-error@+1 {{has a negative size (-1)}}
  %x = orch.none(%c) : !orch.tasks<?>
  return
}

// -----

func.func @get_out_of_range() {
  %c = arith.constant 4 : index
  %x = orch.none : !orch.tasks<4>
  // expected-error@+1 {{'orch.get' op slot 4 is out of range}}
  %t = orch.get %x[%c] : !orch.tasks<4>
  return
}

// -----

func.func @set_negative() {
  %c = arith.constant -1 : index
  %x = orch.none : !orch.tasks<4>
  %t = orch.none : !orch.task
  // expected-error@+1 {{'orch.set' op slot -1 is out of range}}
  %y = orch.set %t, %x[%c] : !orch.tasks<4>
  return
}

// -----

func.func @concat_counts() {
  %t = orch.none : !orch.task
  %x = orch.none : !orch.tasks<4>
  // expected-error@+1 {{has 5 slots in its parts, but 4 in its result}}
  %y = orch.concat %t, %x : !orch.task, !orch.tasks<4> -> !orch.tasks<4>
  return
}

// -----

func.func @concat_unknown(%n: index) {
  %x = orch.none(%n) : !orch.tasks<?>
  // expected-error@+1 {{has parts of unknown size, so the result must be '!orch.tasks<?>'}}
  %y = orch.concat %x : !orch.tasks<?> -> !orch.tasks<4>
  return
}

// -----

func.func @concat_is_the_cast() {
  %x = orch.none : !orch.tasks<4>
  %y = orch.concat %x : !orch.tasks<4> -> !orch.tasks<?>
  return
}

// -----

func.func @slice_too_long() {
  %x = orch.none : !orch.tasks<8>
  // expected-error@+1 {{of 4 slots with step 2 from 2 on does not fit into 8}}
  %y = orch.slice %x[2] [4] [2] : !orch.tasks<8> to !orch.tasks<4>
  return
}

// -----

func.func @slice_empty_at_the_end() {
  %x = orch.none : !orch.tasks<8>
  %y = orch.slice %x[8] [0] [1] : !orch.tasks<8> to !orch.tasks<0>
  return
}

// -----

func.func @slice_beyond_the_end() {
  %x = orch.none : !orch.tasks<8>
  // expected-error@+1 {{does not fit into 8}}
  %y = orch.slice %x[9] [0] [1] : !orch.tasks<8> to !orch.tasks<0>
  return
}

// -----

func.func @slice_constant_value() {
  %c = arith.constant 6 : index
  %x = orch.none : !orch.tasks<8>
  // expected-error@+1 {{of 4 slots with step 1 from 6 on does not fit into 8}}
  %y = orch.slice %x[%c] [4] [1] : !orch.tasks<8> to !orch.tasks<4>
  return
}

// -----

func.func @slice_step() {
  %x = orch.none : !orch.tasks<8>
  // expected-error@+1 {{needs a positive step, but has 0}}
  %y = orch.slice %x[0] [1] [0] : !orch.tasks<8> to !orch.tasks<1>
  return
}

// -----

func.func @slice_result() {
  %x = orch.none : !orch.tasks<8>
  // expected-error@+1 {{result must have as many slots as the count says}}
  %y = orch.slice %x[0] [4] [1] : !orch.tasks<8> to !orch.tasks<5>
  return
}

// -----

func.func @wait_for_nothing() {
  // expected-error@+1 {{'orch.wait' op needs at least one task to wait for}}
  "orch.wait"() : () -> ()
  return
}

// -----

func.func @negative_count() -> () {
  // expected-error@+1 {{expected a count that is not negative}}
  %x = orch.none : !orch.tasks<-1>
  return
}
