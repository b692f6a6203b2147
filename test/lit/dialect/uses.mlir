// RUN: baton-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect
// Values must come before their uses: in the block, in one around it, or in a block that dominates.
func.func @around(%n: index) {
  %a = arith.addi %n, %n : index
  scf.for %i = %n to %a step %n {
    scf.for %k = %i to %a step %n {
      %b = arith.addi %k, %a : index
      %c = arith.addi %b, %i : index
    }
  }
  return
}

// -----

func.func @other_block(%n: index) {
  %a = arith.addi %n, %n : index
  "test.branch"()[^left, ^right] : () -> ()
^left:
  %b = arith.addi %a, %n : index
  "test.branch"()[^right] : () -> ()
^right:
  %c = arith.addi %a, %n : index
  "test.done"() : () -> ()
}

// -----

// A block that comes earlier in the text, but is reached later.
func.func @backwards(%n: index) {
  "test.branch"()[^second] : () -> ()
^first:
  %b = arith.addi %a, %n : index
  "test.done"() : () -> ()
^second:
  %a = arith.addi %n, %n : index
  "test.branch"()[^first] : () -> ()
}

// -----

func.func @not_on_all_ways(%n: index) {
  "test.branch"()[^left, ^right] : () -> ()
^left:
  // expected-note@+1 {{operand defined here (op in another region or block)}}
  %a = arith.addi %n, %n : index
  "test.branch"()[^right] : () -> ()
^right:
  // expected-error@+1 {{'arith.addi' op operand #0 does not dominate this use}}
  %b = arith.addi %a, %n : index
  "test.done"() : () -> ()
}

// -----

func.func @later(%n: index) {
  scf.for %i = %n to %n step %n {
    // expected-error@+1 {{'arith.addi' op operand #1 does not dominate this use}}
    %b = arith.addi %i, %a : index
  }
  // expected-note@+1 {{operand defined here (op in another region or block)}}
  %a = arith.addi %n, %n : index
  return
}

// -----

func.func @inside_itself(%n: index) {
  // expected-note@+1 {{operand defined here (op in a parent region, around the use)}}
  %a = scf.for %i = %n to %n step %n iter_args(%x = %n) -> (index) {
    // expected-error@+1 {{'arith.addi' op operand #0 does not dominate this use}}
    %b = arith.addi %a, %n : index
    scf.yield %b : index
  }
  return
}
