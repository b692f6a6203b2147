// RUN: not baton-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --match-full-lines --strict-whitespace
// Malformed attributes: each is one error at its place.

//CHECK:{{.*}}:[[@LINE+1]]:40: error: expected attribute value
func.func private @f() attributes {a = }

// -----

//CHECK:{{.*}}:[[@LINE+1]]:40: error: expected attribute value
func.func private @f() attributes {a = foo}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:40: error: integer constant out of range for attribute
func.func private @f() attributes {a = 256 : i8}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:41: error: integer constant out of range for attribute
func.func private @f() attributes {a = -129 : i8}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:41: error: integer constant out of range for attribute
func.func private @f() attributes {a = -0}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:41: error: negative integer literal not valid for unsigned integer type
func.func private @f() attributes {a = -1 : ui8}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:40: error: integer constant out of range for attribute
func.func private @f() attributes {a = 128 : si8}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:40: error: integer constant out of range for attribute
func.func private @f() attributes {a = 9223372036854775808 : index}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:40: error: integer constant out of range for attribute
func.func private @f() attributes {a = 18446744073709551616}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:40: error: integer constant out of range for attribute
func.func private @f() attributes {a = 340282366920938463463374607431768211456 : i128}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:41: error: integer constant out of range for attribute
func.func private @f() attributes {a = -18446744073709551617 : i65}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:40: error: integer constant out of range for attribute
func.func private @f() attributes {a = 18446744073709551616 : si65}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:41: error: negative integer literal not valid for unsigned integer type
func.func private @f() attributes {a = -18446744073709551616 : ui128}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:41: error: integer constant out of range for attribute
func.func private @f() attributes {a = -0 : i128}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:46: error: element type bitwidth must be a multiple of 8
func.func private @f() attributes {a = array<i5: 1>}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:46: error: arrays of integers of more than 64 bits are not supported
func.func private @f() attributes {a = array<i128: 1>}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:44: error: integer literal not valid for specified type
func.func private @f() attributes {a = 1 : none}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:40: error: floating point value not valid for specified type
func.func private @f() attributes {a = 1.0 : i32}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:40: error: unexpected decimal integer literal for a floating point attribute
//CHECK:{{.*}}:[[@LINE+1]]:40: note: add a trailing dot to make the literal a float
func.func private @f() attributes {a = 1 : f32}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:40: error: hexadecimal float constant out of range for type
func.func private @f() attributes {a = 0x1FFFF : bf16}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:41: error: hexadecimal floating point literal should not have a leading minus
func.func private @f() attributes {a = -0x1 : f32}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:41: error: expected constant integer or floating point value
func.func private @f() attributes {a = -"x"}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:44: error: expected attribute value
func.func private @f() attributes {a = [1, }

// -----

//CHECK:{{.*}}:[[@LINE+1]]:43: error: expected ']'
func.func private @f() attributes {a = [1 2]}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:47: error: expected '}'
func.func private @f() attributes {a = {b = 1 c = 2}}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:40: error: duplicate key 'b' in dictionary attribute
func.func private @f() attributes {a = {b = 1, b = 2}}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:35: error: duplicate key 'a' in dictionary attribute
func.func private @f() attributes {a, a}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:46: error: expected integer or float type
func.func private @f() attributes {a = array<index: 1>}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:50: error: integer constant out of range for attribute
func.func private @f() attributes {a = array<i8: 300>}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:50: error: expected integer or floating point literal
func.func private @f() attributes {a = array<i8: x>}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:50: error: floating point value not valid for specified type
func.func private @f() attributes {a = array<i8: 1.5>}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:45: error: expected '<'
func.func private @f() attributes {a = array}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:44: error: expected nested symbol reference identifier
func.func private @f() attributes {a = @x::y}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:50: error: expected '<'
func.func private @f() attributes {a = affine_map}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:54: error: unbalanced ']' character
func.func private @f() attributes {a = affine_map<(d0]>}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:51: error: expected type
func.func private @f() attributes {a = dense<1> : 5}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:51: error: elements literal must be a shaped type
func.func private @f() attributes {a = dense<1> : i32}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:48: error: expected ':'
func.func private @f() attributes {a = dense<1>}

// -----

//CHECK:{{.*}}:[[@LINE+2]]:1: error: file metadata ({-# ... #-}) is not supported
func.func private @f() attributes {a = dense_resource<b> : tensor<1xi32>}
{-#
  dialect_resources: { builtin: { b: "0x0400000001000000" } }
#-}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:45: error: unbalanced '<' character
func.func private @f() attributes {a = dense<1

// -----

//CHECK:{{.*}}:[[@LINE+1]]:40: error: undefined symbol alias id 'nothing'
func.func private @f() attributes {a = #nothing}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:40: error: attribute of unregistered dialect 'foo'; use --allow-unregistered-dialect to accept it
func.func private @f() attributes {a = #foo.bar<1>}

// -----

//CHECK:{{.*}}:[[@LINE+1]]:35: error: expected '{'
func.func private @f() attributes 5

// -----

//CHECK:{{.*}}:[[@LINE+1]]:1: error: attribute names with a '.' are reserved for dialect-defined names
#a.b = 1

// -----

//CHECK:{{.*}}:[[@LINE+2]]:1: error: redefinition of attribute alias id 'a'
#a = 1
#a = 2

// -----

//CHECK:{{.*}}:[[@LINE+1]]:4: error: expected '=' in attribute alias definition
#a 1

// -----

//CHECK:{{.*}}:[[@LINE+1]]:6: error: undefined symbol alias id 'b'
#a = #b
#b = 1
