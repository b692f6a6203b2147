// RUN: baton-opt %s > %t && FileCheck %s < %t
// Every arith op reads and prints in custom and generic form, and printing is a fixed point.
// RUN: baton-opt %t | cmp - %t
// RUN: baton-opt %s --mlir-print-op-generic > %t-generic && baton-opt %t-generic | cmp - %t
// RUN: baton-opt %t-generic --mlir-print-op-generic | cmp - %t-generic
// RUN: FileCheck %s --check-prefix=GENERIC < %t-generic


// CHECK-LABEL: func.func @constants() {
func.func @constants() {
  // CHECK-NEXT: %c0 = arith.constant 0 : index
  // CHECK-NEXT: %c64_i32 = arith.constant 64 : i32
  // CHECK-NEXT: %c-1_i64 = arith.constant -1 : i64
  // CHECK-NEXT: %c0_0 = arith.constant {orch.note} 0 : index
  // CHECK-NEXT: %true = arith.constant true
  // CHECK-NEXT: %false = arith.constant false
  // CHECK-NEXT: %cst = arith.constant 1.500000e+00 : f32
  // CHECK-NEXT: %cst_1 = arith.constant 1.500000e+00 : f64
  // CHECK-NEXT: %cst_2 = arith.constant 0x7FC0 : bf16
  // GENERIC: "arith.constant"() <{value = 0 : index}> : () -> index
  // GENERIC: "arith.constant"() <{value = 0 : index}> {orch.note} : () -> index
  // GENERIC: "arith.constant"() <{value = true}> : () -> i1
  %zero = arith.constant 0 : index
  %a = arith.constant 64 : i32
  %b = arith.constant 0xFFFFFFFFFFFFFFFF : i64
  %c = arith.constant {orch.note} 0 : index
  %d = arith.constant 1 : i1
  %e = arith.constant false
  %f = arith.constant 1.5 : f32
  %g = arith.constant 15.0e-1
  %h = arith.constant 0x7FC0 : bf16
  return
}

// CHECK-LABEL: func.func @integers
func.func @integers(%a: i32, %b: i32, %i: index) {
  // CHECK: arith.addi %arg0, %arg1 : i32
  // GENERIC: "arith.addi"(%arg0, %arg1) : (i32, i32) -> i32
  %addi = arith.addi %a, %b : i32
  // CHECK: arith.subi %arg0, %arg1 : i32
  // GENERIC: "arith.subi"(%arg0, %arg1) : (i32, i32) -> i32
  %subi = arith.subi %a, %b : i32
  // CHECK: arith.muli %arg0, %arg1 : i32
  // GENERIC: "arith.muli"(%arg0, %arg1) : (i32, i32) -> i32
  %muli = arith.muli %a, %b : i32
  // CHECK: arith.divsi %arg0, %arg1 : i32
  // GENERIC: "arith.divsi"(%arg0, %arg1) : (i32, i32) -> i32
  %divsi = arith.divsi %a, %b : i32
  // CHECK: arith.divui %arg0, %arg1 : i32
  // GENERIC: "arith.divui"(%arg0, %arg1) : (i32, i32) -> i32
  %divui = arith.divui %a, %b : i32
  // CHECK: arith.remsi %arg0, %arg1 : i32
  // GENERIC: "arith.remsi"(%arg0, %arg1) : (i32, i32) -> i32
  %remsi = arith.remsi %a, %b : i32
  // CHECK: arith.remui %arg0, %arg1 : i32
  // GENERIC: "arith.remui"(%arg0, %arg1) : (i32, i32) -> i32
  %remui = arith.remui %a, %b : i32
  // CHECK: arith.ceildivsi %arg0, %arg1 : i32
  // GENERIC: "arith.ceildivsi"(%arg0, %arg1) : (i32, i32) -> i32
  %ceildivsi = arith.ceildivsi %a, %b : i32
  // CHECK: arith.ceildivui %arg0, %arg1 : i32
  // GENERIC: "arith.ceildivui"(%arg0, %arg1) : (i32, i32) -> i32
  %ceildivui = arith.ceildivui %a, %b : i32
  // CHECK: arith.floordivsi %arg0, %arg1 : i32
  // GENERIC: "arith.floordivsi"(%arg0, %arg1) : (i32, i32) -> i32
  %floordivsi = arith.floordivsi %a, %b : i32
  // CHECK: arith.minsi %arg0, %arg1 : i32
  // GENERIC: "arith.minsi"(%arg0, %arg1) : (i32, i32) -> i32
  %minsi = arith.minsi %a, %b : i32
  // CHECK: arith.minui %arg0, %arg1 : i32
  // GENERIC: "arith.minui"(%arg0, %arg1) : (i32, i32) -> i32
  %minui = arith.minui %a, %b : i32
  // CHECK: arith.maxsi %arg0, %arg1 : i32
  // GENERIC: "arith.maxsi"(%arg0, %arg1) : (i32, i32) -> i32
  %maxsi = arith.maxsi %a, %b : i32
  // CHECK: arith.maxui %arg0, %arg1 : i32
  // GENERIC: "arith.maxui"(%arg0, %arg1) : (i32, i32) -> i32
  %maxui = arith.maxui %a, %b : i32
  // CHECK: arith.andi %arg0, %arg1 : i32
  // GENERIC: "arith.andi"(%arg0, %arg1) : (i32, i32) -> i32
  %andi = arith.andi %a, %b : i32
  // CHECK: arith.ori %arg0, %arg1 : i32
  // GENERIC: "arith.ori"(%arg0, %arg1) : (i32, i32) -> i32
  %ori = arith.ori %a, %b : i32
  // CHECK: arith.xori %arg0, %arg1 : i32
  // GENERIC: "arith.xori"(%arg0, %arg1) : (i32, i32) -> i32
  %xori = arith.xori %a, %b : i32
  // CHECK: arith.shli %arg0, %arg1 : i32
  // GENERIC: "arith.shli"(%arg0, %arg1) : (i32, i32) -> i32
  %shli = arith.shli %a, %b : i32
  // CHECK: arith.shrsi %arg0, %arg1 : i32
  // GENERIC: "arith.shrsi"(%arg0, %arg1) : (i32, i32) -> i32
  %shrsi = arith.shrsi %a, %b : i32
  // CHECK: arith.shrui %arg0, %arg1 : i32
  // GENERIC: "arith.shrui"(%arg0, %arg1) : (i32, i32) -> i32
  %shrui = arith.shrui %a, %b : i32
  // CHECK: arith.addi %arg2, %arg2 {orch.note = [1, "x"]} : index
  %note = arith.addi %i, %i {orch.note = [1, "x"]} : index
  // CHECK: arith.cmpi eq, %arg0, %arg1 : i32
  %eq = arith.cmpi eq, %a, %b : i32
  // CHECK: arith.cmpi ne, %arg0, %arg1 : i32
  %ne = arith.cmpi ne, %a, %b : i32
  // CHECK: arith.cmpi slt, %arg0, %arg1 : i32
  %slt = arith.cmpi slt, %a, %b : i32
  // CHECK: arith.cmpi sle, %arg0, %arg1 : i32
  %sle = arith.cmpi sle, %a, %b : i32
  // CHECK: arith.cmpi sgt, %arg0, %arg1 : i32
  %sgt = arith.cmpi sgt, %a, %b : i32
  // CHECK: arith.cmpi sge, %arg0, %arg1 : i32
  %sge = arith.cmpi sge, %a, %b : i32
  // CHECK: arith.cmpi ult, %arg0, %arg1 : i32
  %ult = arith.cmpi ult, %a, %b : i32
  // CHECK: arith.cmpi ule, %arg0, %arg1 : i32
  %ule = arith.cmpi ule, %a, %b : i32
  // CHECK: arith.cmpi ugt, %arg0, %arg1 : i32
  %ugt = arith.cmpi ugt, %a, %b : i32
  // CHECK: arith.cmpi uge, %arg0, %arg1 : i32
  %uge = arith.cmpi uge, %a, %b : i32
  // CHECK: arith.cmpi ult, %arg2, %arg2 : index
  // GENERIC: "arith.cmpi"(%arg2, %arg2) <{predicate = 6 : i64}> : (index, index) -> i1
  %quoted = arith.cmpi "ult", %i, %i : index
  return
}

// CHECK-LABEL: func.func @floats
func.func @floats(%a: f32, %b: f32) {
  // CHECK: arith.addf %arg0, %arg1 : f32
  %addf = arith.addf %a, %b : f32
  // CHECK: arith.subf %arg0, %arg1 : f32
  %subf = arith.subf %a, %b : f32
  // CHECK: arith.mulf %arg0, %arg1 : f32
  %mulf = arith.mulf %a, %b : f32
  // CHECK: arith.divf %arg0, %arg1 : f32
  %divf = arith.divf %a, %b : f32
  // CHECK: arith.remf %arg0, %arg1 : f32
  %remf = arith.remf %a, %b : f32
  // CHECK: arith.negf %arg0 : f32
  %negf = arith.negf %a : f32
  // CHECK: arith.minimumf %arg0, %arg1 : f32
  %minimumf = arith.minimumf %a, %b : f32
  // CHECK: arith.maximumf %arg0, %arg1 : f32
  %maximumf = arith.maximumf %a, %b : f32
  // CHECK: arith.minnumf %arg0, %arg1 : f32
  %minnumf = arith.minnumf %a, %b : f32
  // CHECK: arith.maxnumf %arg0, %arg1 : f32
  %maxnumf = arith.maxnumf %a, %b : f32
  return
}

// CHECK-LABEL: func.func @float_comparisons
func.func @float_comparisons(%a: f32, %b: f32) {
  // CHECK: arith.cmpf false, %arg0, %arg1 : f32
  %false = arith.cmpf false, %a, %b : f32
  // CHECK: arith.cmpf oeq, %arg0, %arg1 : f32
  // GENERIC: "arith.cmpf"(%arg0, %arg1) <{predicate = 1 : i64}> : (f32, f32) -> i1
  %oeq = arith.cmpf oeq, %a, %b : f32
  // CHECK: arith.cmpf ogt, %arg0, %arg1 : f32
  %ogt = arith.cmpf ogt, %a, %b : f32
  // CHECK: arith.cmpf oge, %arg0, %arg1 : f32
  %oge = arith.cmpf oge, %a, %b : f32
  // CHECK: arith.cmpf olt, %arg0, %arg1 : f32
  %olt = arith.cmpf olt, %a, %b : f32
  // CHECK: arith.cmpf ole, %arg0, %arg1 : f32
  %ole = arith.cmpf ole, %a, %b : f32
  // CHECK: arith.cmpf one, %arg0, %arg1 : f32
  %one = arith.cmpf one, %a, %b : f32
  // CHECK: arith.cmpf ord, %arg0, %arg1 : f32
  %ord = arith.cmpf ord, %a, %b : f32
  // CHECK: arith.cmpf ueq, %arg0, %arg1 : f32
  %ueq = arith.cmpf ueq, %a, %b : f32
  // CHECK: arith.cmpf ugt, %arg0, %arg1 : f32
  %ugt = arith.cmpf ugt, %a, %b : f32
  // CHECK: arith.cmpf uge, %arg0, %arg1 : f32
  %uge = arith.cmpf uge, %a, %b : f32
  // CHECK: arith.cmpf ult, %arg0, %arg1 : f32
  %ult = arith.cmpf ult, %a, %b : f32
  // CHECK: arith.cmpf ule, %arg0, %arg1 : f32
  %ule = arith.cmpf ule, %a, %b : f32
  // CHECK: arith.cmpf une, %arg0, %arg1 : f32
  %une = arith.cmpf une, %a, %b : f32
  // CHECK: arith.cmpf uno, %arg0, %arg1 : f32
  %uno = arith.cmpf uno, %a, %b : f32
  // CHECK: arith.cmpf true, %arg0, %arg1 : f32
  // GENERIC: "arith.cmpf"(%arg0, %arg1) <{predicate = 15 : i64}> : (f32, f32) -> i1
  %true = arith.cmpf "true", %a, %b : f32
  return
}

// Flags are written in a fixed order, and left out where there are none.
// CHECK-LABEL: func.func @flags
// CHECK-SAME: attributes {orch.all = #arith.fastmath<fast>, orch.none = #arith.overflow<none>, orch.two = #arith.fastmath<nnan,ninf>}
func.func @flags(%a: f32, %d: f64, %i: i32) attributes {orch.all = #arith.fastmath<fast>, orch.none = #arith.overflow<none>, orch.two = #arith.fastmath<ninf, nnan>} {
  // CHECK: arith.addi %arg2, %arg2 overflow<nsw, nuw> : i32
  // GENERIC: "arith.addi"(%arg2, %arg2) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (i32, i32) -> i32
  %0 = arith.addi %i, %i overflow<nuw,nsw> : i32
  // CHECK: arith.subi %arg2, %arg2 overflow<nsw> : i32
  %1 = arith.subi %i, %i overflow<nsw> : i32
  // CHECK: arith.muli %arg2, %arg2 : i32
  // GENERIC: "arith.muli"(%arg2, %arg2) : (i32, i32) -> i32
  %2 = arith.muli %i, %i overflow<none> : i32
  // CHECK: arith.shli %arg2, %arg2 overflow<nuw> {orch.note} : i32
  %3 = arith.shli %i, %i overflow<nuw> {orch.note} : i32
  // CHECK: arith.addi %arg2, %arg2 overflow<nsw> : i32
  %4 = "arith.addi"(%i, %i) {overflowFlags = #arith.overflow<nsw>} : (i32, i32) -> i32
  // CHECK: arith.addi %arg2, %arg2 : i32
  %5 = "arith.addi"(%i, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
  // CHECK: arith.addf %arg0, %arg0 fastmath<nnan,contract> : f32
  // GENERIC: "arith.addf"(%arg0, %arg0) <{fastmath = #arith.fastmath<nnan,contract>}> : (f32, f32) -> f32
  %6 = arith.addf %a, %a fastmath<contract, nnan> : f32
  // CHECK: arith.mulf %arg0, %arg0 fastmath<fast> : f32
  %7 = arith.mulf %a, %a fastmath<nnan,ninf,nsz,arcp,contract,afn,reassoc> : f32
  // CHECK: arith.negf %arg0 fastmath<fast> : f32
  %8 = arith.negf %a fastmath<fast> : f32
  // CHECK: arith.cmpf olt, %arg0, %arg0 fastmath<ninf> : f32
  // GENERIC: "arith.cmpf"(%arg0, %arg0) <{fastmath = #arith.fastmath<ninf>, predicate = 4 : i64}> : (f32, f32) -> i1
  %9 = arith.cmpf olt, %a, %a fastmath<ninf> : f32
  // CHECK: arith.extf %arg0 fastmath<nsz> : f32 to f64
  %10 = arith.extf %a fastmath<nsz> : f32 to f64
  // CHECK: arith.truncf %arg1 toward_zero fastmath<afn> {orch.note} : f64 to f32
  // GENERIC: "arith.truncf"(%arg1) <{fastmath = #arith.fastmath<afn>, roundingmode = 3 : i32}> {orch.note} : (f64) -> f32
  %11 = arith.truncf %d toward_zero fastmath<afn> {orch.note} : f64 to f32
  // CHECK: arith.extf %arg0 fastmath<none> : f32 to f64
  %13 = arith.extf %a fastmath<none> : f32 to f64
  // CHECK: arith.truncf %arg1 to_nearest_even : f64 to f32
  %12 = arith.truncf %d to_nearest_even : f64 to f32
  return
}

// CHECK-LABEL: func.func @casts
func.func @casts(%x0: i32, %x1: index, %x2: i8, %x3: i1, %x4: i64, %x5: i32, %x6: i8, %x7: f64, %x8: f16, %x9: bf16, %x10: f64) {
  // CHECK: arith.index_cast %arg0 : i32 to index
  // GENERIC: "arith.index_cast"(%arg0) : (i32) -> index
  %index_cast = arith.index_cast %x0 : i32 to index
  // CHECK: arith.index_castui %arg1 : index to i64
  // GENERIC: "arith.index_castui"(%arg1) : (index) -> i64
  %index_castui = arith.index_castui %x1 : index to i64
  // CHECK: arith.extsi %arg2 : i8 to i32
  // GENERIC: "arith.extsi"(%arg2) : (i8) -> i32
  %extsi = arith.extsi %x2 : i8 to i32
  // CHECK: arith.extui %arg3 : i1 to i32
  // GENERIC: "arith.extui"(%arg3) : (i1) -> i32
  %extui = arith.extui %x3 : i1 to i32
  // CHECK: arith.trunci %arg4 : i64 to i8
  // GENERIC: "arith.trunci"(%arg4) : (i64) -> i8
  %trunci = arith.trunci %x4 : i64 to i8
  // CHECK: arith.sitofp %arg5 : i32 to f32
  // GENERIC: "arith.sitofp"(%arg5) : (i32) -> f32
  %sitofp = arith.sitofp %x5 : i32 to f32
  // CHECK: arith.uitofp %arg6 : i8 to bf16
  // GENERIC: "arith.uitofp"(%arg6) : (i8) -> bf16
  %uitofp = arith.uitofp %x6 : i8 to bf16
  // CHECK: arith.fptosi %arg7 : f64 to i64
  // GENERIC: "arith.fptosi"(%arg7) : (f64) -> i64
  %fptosi = arith.fptosi %x7 : f64 to i64
  // CHECK: arith.fptoui %arg8 : f16 to i32
  // GENERIC: "arith.fptoui"(%arg8) : (f16) -> i32
  %fptoui = arith.fptoui %x8 : f16 to i32
  // CHECK: arith.extf %arg9 : bf16 to f32
  // GENERIC: "arith.extf"(%arg9) : (bf16) -> f32
  %extf = arith.extf %x9 : bf16 to f32
  // CHECK: arith.truncf %arg10 : f64 to f16
  // GENERIC: "arith.truncf"(%arg10) : (f64) -> f16
  %truncf = arith.truncf %x10 : f64 to f16
  // CHECK: arith.bitcast %arg9 : bf16 to i16
  // GENERIC: "arith.bitcast"(%arg9) : (bf16) -> i16
  %bitcast = arith.bitcast %x9 : bf16 to i16
  return
}

// CHECK-LABEL: func.func @select
func.func @select(%c: i1, %t: !orch.task, %u: !orch.task, %m: memref<?xf32>, %n: memref<?xf32>) {
  // CHECK: arith.select %arg0, %arg1, %arg2 : !orch.task
  // GENERIC: "arith.select"(%arg0, %arg1, %arg2) : (i1, !orch.task, !orch.task) -> !orch.task
  %0 = arith.select %c, %t, %u : !orch.task
  // CHECK: arith.select %arg0, %arg3, %arg4 : memref<?xf32>
  %1 = arith.select %c, %m, %n : memref<?xf32>
  return
}
