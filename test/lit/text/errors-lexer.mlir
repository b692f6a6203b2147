// RUN: not baton-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --match-full-lines --strict-whitespace
// What is no token is one error at its place.

//CHECK:{{.*}}:[[@LINE+1]]:44: error: expected '"' in string literal
func.func private @f() attributes {a = "abc
}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:43: error: unknown escape in string literal
func.func private @f() attributes {a = "ab\zc"}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:41: error: unknown escape in string literal
func.func private @f() attributes {a = "\4"}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:22: error: expected '"' in string literal
func.func private @"f

// -----

//CHECK:{{.*}}:[[@LINE+1]]:11: error: @ identifier expected to start with letter or '_'
func.func @1()

// -----

//CHECK:{{.*}}:[[@LINE+1]]:14: error: invalid SSA name
func.func @f(% : i32)

// -----

//CHECK:{{.*}}:[[@LINE+1]]:1: error: operation 'x' is of an unregistered dialect; use --allow-unregistered-dialect to accept it
"x"() [^ ] : () -> ()

// -----

//CHECK:{{.*}}:[[@LINE+1]]:1: error: invalid attribute name
# = 1

// -----

//CHECK:{{.*}}:[[@LINE+1]]:1: error: invalid type identifier
! = i32

// -----

//CHECK:{{.*}}:[[@LINE+1]]:11: error: unexpected character
func.func $f()

// -----

//CHECK:{{.*}}:[[@LINE+1]]:1: error: unexpected character
.. x

// -----

//CHECK:{{.*}}:[[@LINE+1]]:1: error: unexpected character
~

// -----

//CHECK:{{.*}}:[[@LINE+1]]:40: error: unexpected character
func.func private @f() attributes {a = 'x'}
