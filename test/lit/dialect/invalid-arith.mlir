// RUN: baton-opt %s --split-input-file --verify-diagnostics
// Arithmetic: types that differ or cannot be cast, and values that an op cannot have.

func.func @mixed(%a: i32, %b: i64) {
  // expected-error@+1 {{'arith.addi' op requires the same type for all operands and results}}
  %s = "arith.addi"(%a, %b) : (i32, i64) -> i32
  return
}

// -----

func.func @float(%a: f32) {
  // expected-error@+1 {{'arith.addi' op operand #0 must be signless-integer-like, but got 'f32'}}
  %s = arith.addi %a, %a : f32
  return
}

// -----

func.func @predicate(%a: i32) {
  // expected-error@+1 {{attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}
  %s = "arith.cmpi"(%a, %a) <{predicate = 10 : i64}> : (i32, i32) -> i1
  return
}

// -----

func.func @cast(%a: i32) {
  // expected-error@+1 {{'arith.index_cast' op operand type 'i32' and result type 'i64' are cast incompatible}}
  %s = arith.index_cast %a : i32 to i64
  return
}

// -----

func.func @extension(%a: i32) {
  // expected-error@+1 {{'arith.extsi' op operand type 'i32' and result type 'i16' are cast incompatible}}
  %s = arith.extsi %a : i32 to i16
  return
}

// -----

func.func @constant() {
  // expected-error@+1 {{failed to verify that all of {value, result} have same type}}
  %s = "arith.constant"() <{value = 1 : i32}> : () -> i64
  return
}

// -----

func.func @missing() {
  // expected-error@+1 {{'arith.constant' op requires attribute 'value'}}
  %s = "arith.constant"() : () -> i64
  return
}

// -----

func.func @cmpf(%a: f32) {
  // expected-error@+1 {{attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}}
  %s = "arith.cmpf"(%a, %a) <{predicate = 16 : i64}> : (f32, f32) -> i1
  return
}

// -----

func.func @cmpf_word(%a: f32) {
  // expected-error@+1 {{expected string or keyword containing one of the following enum values for attribute 'predicate' [false, oeq, ogt, oge, olt, ole, one, ord, ueq, ugt, uge, ult, ule, une, uno, true]}}
  %s = arith.cmpf eq, %a, %a : f32
  return
}

// -----

func.func @negf(%a: i32) {
  // expected-error@+1 {{'arith.negf' op operand #0 must be floating-point-like, but got 'i32'}}
  %s = arith.negf %a : i32
  return
}

// -----

func.func @remf(%a: f32, %b: f64) {
  // expected-error@+1 {{'arith.remf' op requires the same type for all operands and results}}
  %s = "arith.remf"(%a, %b) : (f32, f64) -> f32
  return
}

// -----

func.func @minimumf(%a: i1) {
  // expected-error@+1 {{'arith.minimumf' op operand #0 must be floating-point-like, but got 'i1'}}
  %s = arith.minimumf %a, %a : i1
  return
}

// -----

func.func @maximumf(%a: index) {
  // expected-error@+1 {{'arith.maximumf' op operand #0 must be floating-point-like, but got 'index'}}
  %s = arith.maximumf %a, %a : index
  return
}

// -----

func.func @minnumf(%a: f32) {
  // expected-error@+1 {{'arith.minnumf' op expected 2 operands, but found 1}}
  %s = "arith.minnumf"(%a) : (f32) -> f32
  return
}

// -----

func.func @maxnumf(%a: f32) {
  // expected-error@+1 {{'arith.maxnumf' op requires the same type for all operands and results}}
  %s = "arith.maxnumf"(%a, %a) : (f32, f32) -> f64
  return
}

// -----

func.func @bitcast(%a: i32) {
  // expected-error@+1 {{'arith.bitcast' op operand type 'i32' and result type 'f64' are cast incompatible}}
  %s = arith.bitcast %a : i32 to f64
  return
}

// -----

func.func @bitcast_index(%a: i64) {
  // expected-error@+1 {{'arith.bitcast' op operand type 'i64' and result type 'index' are cast incompatible}}
  %s = arith.bitcast %a : i64 to index
  return
}

// -----

func.func @overflow(%a: i32) {
  // expected-error@+1 {{expected arith.overflow to be one of: none, nsw, nuw}}
  %s = arith.addi %a, %a overflow<fast> : i32
  return
}

// -----

func.func @no_overflow(%a: i32) {
  // expected-error@+1 {{expected valid keyword}}
  %s = arith.addi %a, %a overflow<> : i32
  return
}

// -----

func.func @overflow_attribute(%a: i32) {
  // expected-error@+1 {{'arith.addi' op attribute 'overflowFlags' failed to satisfy constraint: Integer overflow arith flags}}
  %s = "arith.addi"(%a, %a) {overflowFlags = #arith.fastmath<fast>} : (i32, i32) -> i32
  return
}

// -----

func.func @overflow_of_trunci(%a: i32) {
  // expected-error@+1 {{expected ':'}}
  %s = arith.trunci %a overflow<nsw> : i32 to i8
  return
}

// -----

func.func @fastmath(%a: f32) {
  // expected-error@+1 {{expected arith.fastmath to be one of: none, reassoc, nnan, ninf, nsz, arcp, contract, afn, fast}}
  %s = arith.addf %a, %a fastmath<nnan, slow> : f32
  return
}

// -----

func.func @fastmath_attribute(%a: f32) {
  // expected-error@+1 {{'arith.addf' op attribute 'fastmath' failed to satisfy constraint: Floating point fast math flags}}
  %s = "arith.addf"(%a, %a) <{fastmath = 1 : i32}> : (f32, f32) -> f32
  return
}

// -----

func.func @rounding(%a: f64) {
  // expected-error@+1 {{'arith.truncf' op attribute 'roundingmode' failed to satisfy constraint: Floating point rounding mode}}
  %s = "arith.truncf"(%a) <{roundingmode = 5 : i32}> : (f64) -> f32
  return
}

// -----

func.func @rounding_word(%a: f64) {
  // expected-error@+1 {{expected ':'}}
  %s = arith.truncf %a sideways : f64 to f32
  return
}

// -----

// expected-error@+1 {{unknown attribute 'foo' in dialect 'arith'}}
func.func private @attribute() attributes {orch.a = #arith.foo<nsw>}
