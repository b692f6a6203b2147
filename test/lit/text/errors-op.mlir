// RUN: not baton-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --match-full-lines --strict-whitespace
// Malformed operations: each is one error at its place.

//CHECK:{{.*}}:[[@LINE+1]]:3: error: expected '=' after SSA name
%x

// -----

//CHECK:{{.*}}:[[@LINE+1]]:5: error: expected operation name in quotes
%x =

// -----

//CHECK:{{.*}}:[[@LINE+1]]:5: error: expected valid SSA name
%x, = "a.b"() : () -> i32

// -----

//CHECK:{{.*}}:[[@LINE+1]]:4: error: expected named operation to have at least 1 result
%x:0 = arith.constant 1 : i32

// -----

//CHECK:{{.*}}:[[@LINE+1]]:4: error: expected integer number of results
%x:y = arith.constant 1 : i32

// -----

//CHECK:{{.*}}:[[@LINE+1]]:1: error: operation defines 1 results but was provided 2 to bind
%x:2 = arith.constant 1 : i32

// -----

//CHECK:{{.*}}:[[@LINE+1]]:1: error: operation defines 1 results but was provided 2 to bind
%x, %y = arith.constant 1 : i32

// -----

//CHECK:{{.*}}:[[@LINE+1]]:1: error: cannot name an operation with no results
%x = func.func private @f()

// -----

//CHECK:{{.*}}:[[@LINE+1]]:1: error: expected operation name in quotes
5

// -----

//CHECK:{{.*}}:[[@LINE+1]]:1: error: empty operation name is invalid
""() : () -> ()

// -----

//CHECK:{{.*}}:[[@LINE+1]]:1: error: operation 'foo.bar' is of an unregistered dialect; use --allow-unregistered-dialect to accept it
"foo.bar"() : () -> ()

// -----

//CHECK:{{.*}}:[[@LINE+1]]:1: error: unregistered operation 'arith.foo' found in dialect ('arith') that does not allow unknown operations
"arith.foo"() : () -> ()

// -----

//CHECK:{{.*}}:[[@LINE+1]]:1: error: operation 'foo' is of an unregistered dialect; use --allow-unregistered-dialect to accept it
"foo"() : () -> ()

// -----

//CHECK:{{.*}}:[[@LINE+1]]:1: error: custom op 'foo.bar' is unknown
foo.bar

// -----

//CHECK:{{.*}}:[[@LINE+1]]:1: error: custom op 'arith.foo' is unknown
arith.foo

// -----

//CHECK:{{.*}}:[[@LINE+1]]:1: error: custom op 'foo' is unknown (tried 'builtin.foo' as well)
foo

// -----

//CHECK:{{.*}}:[[@LINE+2]]:3: error: custom op 'foo' is unknown (tried 'func.foo' as well)
func.func @f() {
  foo
  return
}

// -----

//CHECK:{{.*}}:[[@LINE+3]]:5: error: custom op 'call' is unknown
func.func @f(%n: index) {
  scf.for %i = %n to %n step %n {
    call @f() : () -> ()
  }
  return
}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:13: error: expected '(' to start operand list
"orch.fence"

// -----

//CHECK:{{.*}}:[[@LINE+1]]:14: error: expected ')'
"orch.fence"(

// -----

//CHECK:{{.*}}:[[@LINE+1]]:16: error: expected ')'
"orch.fence"(%x

// -----

//CHECK:{{.*}}:[[@LINE+1]]:14: error: expected ')'
"orch.fence"(3)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:15: error: expected ':' followed by operation type
"orch.fence"()

// -----

//CHECK:{{.*}}:[[@LINE+1]]:18: error: expected '('
"orch.fence"() : index

// -----

//CHECK:{{.*}}:[[@LINE+1]]:20: error: expected '->'
"orch.fence"() : ()

// -----

//CHECK:{{.*}}:[[@LINE+1]]:23: error: expected type
"orch.fence"() : () ->

// -----

//CHECK:{{.*}}:[[@LINE+1]]:16: error: duplicate key 'a' in dictionary attribute
"orch.fence"() {a = 1, a = 2} : () -> !orch.task

// -----

//CHECK:{{.*}}:[[@LINE+1]]:26: error: duplicate key 'a' in dictionary attribute
"orch.fence"() <{a = 1}> {a = 2} : () -> !orch.task

// -----

//CHECK:{{.*}}:[[@LINE+1]]:25: error: expected '>'
"orch.fence"() <{a = 1} : () -> !orch.task

// -----

//CHECK:{{.*}}:[[@LINE+1]]:19: error: expected '}'
"orch.fence"() {a 1} : () -> !orch.task

// -----

//CHECK:{{.*}}:[[@LINE+1]]:17: error: expected attribute name
"orch.fence"() {= 1} : () -> !orch.task

// -----

//CHECK:{{.*}}:[[@LINE+1]]:20: error: expected attribute name
"orch.fence"() {"" = 1} : () -> !orch.task

// -----

//CHECK:{{.*}}:[[@LINE+2]]:21: error: expected 1 operand type but had 0
func.func @f(%x: i32) {
  "orch.wait"(%x) : () -> ()
}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:19: error: expected 0 operand types but had 2
func.func @f(%x: i32) {
  "orch.wait"() : (i32, i32) -> ()
}

// -----

//CHECK:{{.*}}:[[@LINE+3]]:4: error: expected '}' at the end of the region
module {
  module {
  }


// -----

//CHECK:{{.*}}:[[@LINE+1]]:7: error: expected '{' to begin a region
module


// -----

//CHECK:{{.*}}:[[@LINE+2]]:2: error: expected operation name in quotes
module {
}}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:16: error: expected non-empty function body
func.func @f() {
}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:19: error: expected names for the arguments of a function with a body
func.func @f(i32) {
  return
}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:23: error: expected SSA identifier
func.func @f(%x: i32, f32)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:11: error: expected valid '@'-identifier for symbol name
func.func f()

// -----

//CHECK:{{.*}}:[[@LINE+1]]:35: error: duplicate key 'sym_name' in dictionary attribute
func.func private @f() attributes {sym_name = "g"}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:28: error: expected location instance
func.func private @f() loc(here)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:33: error: expected ':'
func.func private @f() loc("a":1)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:34: error: expected 32-bit integer in FileLineColLoc
func.func private @f() loc("a":1:99999999999)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:41: error: expected 'at'
func.func private @f() loc(callsite("a" of "b"))

// -----

//CHECK:{{.*}}:[[@LINE+1]]:28: error: operation location alias was never defined
func.func private @f() loc(#nowhere)

// -----

//CHECK:{{.*}}:[[@LINE+2]]:28: error: expected location, but '#x' is another attribute
#x = 1
func.func private @f() loc(#x)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:39: error: expected location instance
func.func private @f() loc(fused["a", ])
