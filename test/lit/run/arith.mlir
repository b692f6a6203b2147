// RUN: bash %S/Inputs/all-ways.sh %s --entry=divide --arg=-7 --arg=2 | FileCheck %s --check-prefix=DIVIDE
// Arithmetic rounds, shifts, compares and converts as MLIR says; where MLIR leaves a result open, it is defined.
// RUN: bash %S/Inputs/all-ways.sh %s --entry=ceil_unsigned --arg=-1 --arg=2 | FileCheck %s --check-prefix=CEILU
// RUN: bash %S/Inputs/all-ways.sh %s --entry=shift --arg=-12 --arg=2 | FileCheck %s --check-prefix=SHIFT
// RUN: bash %S/Inputs/all-ways.sh %s --entry=shift --arg=-12 --arg=64 | FileCheck %s --check-prefix=FAR
// RUN: bash %S/Inputs/all-ways.sh %s --entry=choose --arg=-1 --arg=1 | FileCheck %s --check-prefix=CHOOSE
// RUN: bash %S/Inputs/all-ways.sh %s --entry=convert --arg=-1 --arg=200 | FileCheck %s --check-prefix=CONVERT
// RUN: bash %S/Inputs/all-ways.sh %s --entry=float --arg=1.5 --arg=-0.25 | FileCheck %s --check-prefix=FLOAT
// RUN: bash %S/Inputs/all-ways.sh %s --entry=brain --arg=1.00390625 --arg=3 | FileCheck %s --check-prefix=BRAIN
// RUN: bash %S/Inputs/all-ways.sh %s --entry=float_more --arg=-5.5 --arg=2 | FileCheck %s --check-prefix=MORE
// RUN: bash %S/Inputs/all-ways.sh %s --entry=float_more --arg=-5.5 --arg=nan | FileCheck %s --check-prefix=NAN
// RUN: bash %S/Inputs/all-ways.sh %s --entry=bits --arg=1 | FileCheck %s --check-prefix=BITS
// RUN: bash %S/Inputs/all-ways.sh %s --entry=saturate --arg=1e30 --arg=nan | FileCheck %s --check-prefix=SATURATE
// RUN: bash %S/Inputs/all-ways.sh %s --entry=narrow --arg=-129 | FileCheck %s --check-prefix=NARROW

// DIVIDE: result #0: -3
// DIVIDE: result #1: -1
// DIVIDE: result #2: -3
// DIVIDE: result #3: -4
// DIVIDE: result #4: 3
// DIVIDE: result #5: 4
func.func @divide(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32) {
  %zero = arith.constant 0 : i32
  %minus = arith.subi %zero, %b : i32
  %0 = arith.divsi %a, %b : i32
  %1 = arith.remsi %a, %b : i32
  %2 = arith.ceildivsi %a, %b : i32
  %3 = arith.floordivsi %a, %b : i32
  %4 = arith.floordivsi %a, %minus : i32
  %5 = arith.ceildivsi %a, %minus : i32
  return %0, %1, %2, %3, %4, %5 : i32, i32, i32, i32, i32, i32
}

// 255 / 2 in eight bits.
// CEILU: result #0: -128
// CEILU: result #1: 127
// CEILU: result #2: 1
func.func @ceil_unsigned(%a: i8, %b: i8) -> (i8, i8, i8) {
  %0 = arith.ceildivui %a, %b : i8
  %1 = arith.divui %a, %b : i8
  %2 = arith.remui %a, %b : i8
  return %0, %1, %2 : i8, i8, i8
}

// SHIFT: result #0: -48
// SHIFT: result #1: -3
// SHIFT: result #2: 4611686018427387901
// FAR: result #0: 0
// FAR: result #1: -1
// FAR: result #2: 0
func.func @shift(%a: i64, %b: i64) -> (i64, i64, i64) {
  %0 = arith.shli %a, %b : i64
  %1 = arith.shrsi %a, %b : i64
  %2 = arith.shrui %a, %b : i64
  return %0, %1, %2 : i64, i64, i64
}

// CHOOSE: result #0: -1
// CHOOSE: result #1: 1
// CHOOSE: result #2: 1
// CHOOSE: result #3: -1
// CHOOSE: result #4: 1
// CHOOSE: result #5: 0
func.func @choose(%a: i16, %b: i16) -> (i16, i16, i16, i16, i1, i1) {
  %0 = arith.minsi %a, %b : i16
  %1 = arith.minui %a, %b : i16
  %2 = arith.maxsi %a, %b : i16
  %3 = arith.maxui %a, %b : i16
  %4 = arith.cmpi slt, %a, %b : i16
  %5 = arith.cmpi ult, %a, %b : i16
  return %0, %1, %2, %3, %4, %5 : i16, i16, i16, i16, i1, i1
}

// CONVERT: result #0: -1
// CONVERT: result #1: 255
// CONVERT: result #2: -1
// CONVERT: result #3: 255
// CONVERT: result #4: -56
// CONVERT: result #5: 55
func.func @convert(%a: i8, %b: index) -> (i32, i32, index, index, i8, i32) {
  %0 = arith.extsi %a : i8 to i32
  %1 = arith.extui %a : i8 to i32
  %2 = arith.index_cast %a : i8 to index
  %3 = arith.index_castui %a : i8 to index
  %4 = arith.index_cast %b : index to i8
  %c255 = arith.constant 255 : i32
  %5 = arith.index_cast %b : index to i32
  %6 = arith.xori %5, %c255 : i32
  return %0, %1, %2, %3, %4, %6 : i32, i32, index, index, i8, i32
}

// FLOAT: result #0: 1.25
// FLOAT: result #1: 1.75
// FLOAT: result #2: -0.375
// FLOAT: result #3: -6
// FLOAT: result #4: 1.5
// FLOAT: result #5: 1
func.func @float(%a: f64, %b: f64) -> (f64, f64, f64, f64, f32, i32) {
  %0 = arith.addf %a, %b : f64
  %1 = arith.subf %a, %b : f64
  %2 = arith.mulf %a, %b : f64
  %3 = arith.divf %a, %b : f64
  %4 = arith.truncf %a : f64 to f32
  %5 = arith.fptosi %a : f64 to i32
  return %0, %1, %2, %3, %4, %5 : f64, f64, f64, f64, f32, i32
}

// 1 + 1/256 lies between two numbers of bf16 and goes to the even one; a little more goes up, also from f64. So does 3 * (1 + 1/128).
// BRAIN: result #0: 1
// BRAIN: result #1: 1.00781
// BRAIN: result #2: 3.03125
// BRAIN: result #3: 256
// BRAIN: result #4: 3
func.func @brain(%a: f32, %b: i64) -> (bf16, bf16, bf16, bf16, f32) {
  %0 = arith.truncf %a : f32 to bf16
  %wide = arith.extf %a : f32 to f64
  %tiny = arith.constant 1.0e-12 : f64
  %more = arith.addf %wide, %tiny : f64
  %1 = arith.truncf %more : f64 to bf16
  %2 = arith.sitofp %b : i64 to bf16
  %3 = arith.mulf %1, %2 : bf16
  %c257 = arith.constant 257 : i64
  %zero = arith.subi %b, %b : i64
  %4 = arith.addi %c257, %zero : i64
  %5 = arith.uitofp %4 : i64 to bf16
  %6 = arith.extf %2 : bf16 to f32
  return %0, %1, %3, %5, %6 : bf16, bf16, bf16, bf16, f32
}

// SATURATE: result #0: 2147483647
// SATURATE: result #1: 0
// SATURATE: result #2: 0
func.func @saturate(%a: f32, %b: f64) -> (i32, i8, i64) {
  %0 = arith.fptosi %a : f32 to i32
  %1 = arith.fptosi %b : f64 to i8
  %zero = arith.constant 0.0 : f32
  %minus = arith.subf %zero, %a : f32
  %2 = arith.fptoui %minus : f32 to i64
  return %0, %1, %2 : i32, i8, i64
}

// MORE: result #0: -1.5
// MORE: result #1: 5.5
// MORE: result #2: -5.5
// MORE: result #3: 2
// MORE: result #4: -5.5
// MORE: result #5: 2
// MORE: result #6: 1
// MORE: result #7: 1
// MORE: result #8: 0
// NAN: result #0: {{-?nan}}
// NAN: result #1: 5.5
// NAN: result #2: {{-?nan}}
// NAN: result #3: {{-?nan}}
// NAN: result #4: -5.5
// NAN: result #5: -5.5
// NAN: result #6: 0
// NAN: result #7: 1
// NAN: result #8: 1
func.func @float_more(%a: f64, %b: f64) -> (f64, f64, f64, f64, f64, f64, i1, i1, i1) {
  %0 = arith.remf %a, %b : f64
  %1 = arith.negf %a : f64
  %2 = arith.minimumf %a, %b : f64
  %3 = arith.maximumf %a, %b : f64
  %4 = arith.minnumf %a, %b : f64
  %5 = arith.maxnumf %a, %b : f64
  %6 = arith.cmpf olt, %a, %b : f64
  %7 = arith.cmpf ult, %a, %b : f64
  %8 = arith.cmpf uno, %a, %b : f64
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : f64, f64, f64, f64, f64, f64, i1, i1, i1
}

// BITS: result #0: 16256
// BITS: result #1: 1
// BITS: result #2: -1
// BITS: result #3: 1065353216
func.func @bits(%one: f32) -> (i16, f32, bf16, i32) {
  %b = arith.truncf %one : f32 to bf16
  %0 = arith.bitcast %b : bf16 to i16
  %bits = arith.bitcast %one : f32 to i32
  %1 = arith.bitcast %bits : i32 to f32
  %2 = arith.negf %b : bf16
  return %0, %1, %2, %bits : i16, f32, bf16, i32
}

// -129 is ...01111111 in two's complement.
// NARROW: result #0: 127
// NARROW: result #1: 1
// NARROW: result #2: -129
func.func @narrow(%a: i64) -> (i8, i1, i16) {
  %0 = arith.trunci %a : i64 to i8
  %1 = arith.trunci %a : i64 to i1
  %2 = arith.trunci %a : i64 to i16
  return %0, %1, %2 : i8, i1, i16
}
