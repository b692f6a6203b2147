// RUN: baton-opt %s --canonicalize > %t && FileCheck %s < %t && baton-opt %t --canonicalize | cmp - %t
// Integers are folded at their width, wrapping around; what is undefined stays; identities and casts of casts go.

func.func private @use8(i8, i8, i8, i8)
func.func private @use32(i32, i32, i32, i32)
func.func private @use1(i1, i1, i1, i1)
func.func private @use_index(index, index)

// -7 / 2 is -3, down -4, up -3, unsigned 124; -128 / -1 and 7 / 0 are undefined.
// CHECK-LABEL: @quotients(
// CHECK-DAG: %[[M7:.*]] = arith.constant -7 : i8
// CHECK-DAG: %[[M3:.*]] = arith.constant -3 : i8
// CHECK-DAG: %[[M4:.*]] = arith.constant -4 : i8
// CHECK-DAG: %[[C124:.*]] = arith.constant 124 : i8
// CHECK-DAG: %[[LOW:.*]] = arith.constant -128 : i8
// CHECK-DAG: %[[M1:.*]] = arith.constant -1 : i8
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i8
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i8
// CHECK: call @use8(%[[M3]], %[[M4]], %[[M3]], %[[C124]])
// CHECK: %[[A:.*]] = arith.divsi %[[LOW]], %[[M1]] : i8
// CHECK: %[[B:.*]] = arith.remui %[[M7]], %[[C0]] : i8
// CHECK: call @use8(%[[A]], %[[B]], %[[M1]], %[[C1]])
func.func @quotients() {
  %a = arith.constant -7 : i8
  %b = arith.constant 2 : i8
  %low = arith.constant -128 : i8
  %m1 = arith.constant -1 : i8
  %zero = arith.constant 0 : i8
  %0 = arith.divsi %a, %b : i8
  %1 = arith.floordivsi %a, %b : i8
  %2 = arith.ceildivsi %a, %b : i8
  %3 = arith.divui %a, %b : i8
  call @use8(%0, %1, %2, %3) : (i8, i8, i8, i8) -> ()
  %4 = arith.divsi %low, %m1 : i8
  %5 = arith.remui %a, %zero : i8
  %6 = arith.remsi %a, %b : i8
  %7 = arith.remui %a, %b : i8
  call @use8(%4, %5, %6, %7) : (i8, i8, i8, i8) -> ()
  return
}

// 127 + 1, -128 * 2, shifts below the width and at it.
// CHECK-LABEL: @wraps(
// CHECK-DAG: %[[LOW:.*]] = arith.constant -128 : i8
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i8
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : i8
// CHECK: %[[S:.*]] = arith.shli %[[LOW]], %[[C8]] : i8
// CHECK: call @use8(%[[LOW]], %[[C0]], %[[S]], %{{.*}})
func.func @wraps() {
  %c127 = arith.constant 127 : i8
  %c1 = arith.constant 1 : i8
  %c2 = arith.constant 2 : i8
  %c8 = arith.constant 8 : i8
  %0 = arith.addi %c127, %c1 : i8
  %1 = arith.muli %0, %c2 : i8
  %2 = arith.shli %0, %c8 : i8
  %3 = arith.shrsi %0, %c2 : i8
  call @use8(%0, %1, %2, %3) : (i8, i8, i8, i8) -> ()
  return
}

// CHECK-LABEL: @shifts(
// CHECK-DAG: %[[M32:.*]] = arith.constant -32 : i8
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : i8
// CHECK-DAG: %[[C96:.*]] = arith.constant 96 : i8
// CHECK: call @use8(%[[M32]], %[[C32]], %[[C96]], %[[M32]])
func.func @shifts() {
  %low = arith.constant -128 : i8
  %c2 = arith.constant 2 : i8
  %0 = arith.shrsi %low, %c2 : i8
  %1 = arith.shrui %low, %c2 : i8
  %2 = arith.xori %low, %0 : i8
  %3 = arith.ori %0, %1 : i8
  call @use8(%0, %1, %2, %3) : (i8, i8, i8, i8) -> ()
  return
}

// -128 is the smallest of all signed ones, and larger than 2 unsigned.
// CHECK-LABEL: @comparisons(
// CHECK-DAG: %[[TRUE:.*]] = arith.constant true
// CHECK-DAG: %[[FALSE:.*]] = arith.constant false
// CHECK-DAG: %[[LOW:.*]] = arith.constant -128 : i8
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : i8
// CHECK: call @use1(%[[TRUE]], %[[FALSE]], %[[TRUE]], %[[FALSE]])
// CHECK: call @use8(%[[LOW]], %[[C2]], %[[C2]], %[[LOW]])
func.func @comparisons(%x: i8) {
  %low = arith.constant -128 : i8
  %c2 = arith.constant 2 : i8
  %0 = arith.cmpi slt, %low, %c2 : i8
  %1 = arith.cmpi ult, %low, %c2 : i8
  %2 = arith.cmpi sge, %x, %x : i8
  %3 = arith.cmpi ugt, %x, %x : i8
  call @use1(%0, %1, %2, %3) : (i1, i1, i1, i1) -> ()
  %4 = arith.minsi %low, %c2 : i8
  %5 = arith.minui %low, %c2 : i8
  %6 = arith.maxsi %low, %c2 : i8
  %7 = arith.maxui %low, %c2 : i8
  call @use8(%4, %5, %6, %7) : (i8, i8, i8, i8) -> ()
  return
}

// CHECK-LABEL: @identities(
// CHECK-SAME: %[[X:.*]]: i32, %[[Y:.*]]: i32)
// CHECK: %[[C0:.*]] = arith.constant 0 : i32
// CHECK-NEXT: call @use32(%[[X]], %[[X]], %[[C0]], %[[C0]])
// CHECK-NEXT: call @use32(%[[X]], %[[X]], %[[C0]], %[[X]])
// CHECK-NEXT: call @use32(%[[X]], %[[Y]], %[[X]], %[[Y]])
// CHECK-NEXT: return
func.func @identities(%x: i32, %y: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %c0, %x : i32
  %1 = arith.muli %c1, %x : i32
  %2 = arith.muli %x, %c0 : i32
  %3 = arith.subi %y, %y : i32
  call @use32(%0, %1, %2, %3) : (i32, i32, i32, i32) -> ()
  %4 = arith.divui %x, %c1 : i32
  %5 = arith.ceildivsi %x, %c1 : i32
  %6 = arith.remsi %x, %c1 : i32
  %7 = arith.shli %x, %c0 : i32
  call @use32(%4, %5, %6, %7) : (i32, i32, i32, i32) -> ()
  %8 = arith.subi %x, %y : i32
  %9 = arith.addi %8, %y : i32
  %10 = arith.subi %x, %8 : i32
  %11 = arith.addi %x, %y : i32
  %12 = arith.subi %11, %y : i32
  %13 = arith.subi %11, %x : i32
  %14 = arith.xori %8, %8 : i32
  %15 = arith.ori %y, %14 : i32
  call @use32(%9, %13, %12, %15) : (i32, i32, i32, i32) -> ()
  return
}

// Constants go to the right and meet there.
// CHECK-LABEL: @chains(
// CHECK-SAME: %[[X:.*]]: i32)
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : i32
// CHECK-DAG: %[[C10:.*]] = arith.constant 10 : i32
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : i32
// CHECK-DAG: %[[C25:.*]] = arith.constant 25 : i32
// CHECK-DAG: %[[A:.*]] = arith.addi %[[X]], %[[C10]] : i32
// CHECK-DAG: %[[B:.*]] = arith.subi %[[C4]], %[[X]] : i32
// CHECK-DAG: %[[C:.*]] = arith.addi %[[X]], %[[C3]] : i32
// CHECK-DAG: %[[D:.*]] = arith.muli %[[X]], %[[C25]] : i32
// CHECK: call @use32(%[[A]], %[[B]], %[[C]], %[[D]])
func.func @chains(%x: i32) {
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c5 = arith.constant 5 : i32
  %0 = arith.addi %c5, %x : i32
  %1 = arith.addi %0, %c5 : i32
  %2 = arith.subi %c5, %x : i32
  %3 = arith.subi %2, %c1 : i32
  %4 = arith.subi %c4, %c1 : i32
  %5 = arith.subi %c1, %2 : i32
  %6 = arith.addi %5, %c4 : i32
  %7 = arith.addi %6, %4 : i32
  %8 = arith.muli %c5, %x : i32
  %9 = arith.muli %8, %c5 : i32
  call @use32(%1, %3, %7, %9) : (i32, i32, i32, i32) -> ()
  return
}

// CHECK-LABEL: @selections(
// CHECK-SAME: %[[P:.*]]: i1, %[[X:.*]]: i32, %[[Y:.*]]: i32)
// CHECK: %[[S:.*]] = arith.select %[[P]], %[[Y]], %[[X]] : i32
// CHECK-NEXT: call @use32(%[[X]], %[[Y]], %[[X]], %[[S]])
// CHECK-NEXT: call @use32(%[[Y]], %[[X]], %[[X]], %[[X]])
// CHECK: call @use1(%[[P]], %{{.*}}, %[[P]], %[[P]])
func.func @selections(%p: i1, %x: i32, %y: i32) {
  %true = arith.constant true
  %false = arith.constant false
  %0 = arith.select %true, %x, %y : i32
  %1 = arith.select %false, %x, %y : i32
  %2 = arith.select %p, %x, %x : i32
  %not = arith.xori %p, %true : i1
  %3 = arith.select %not, %x, %y : i32
  call @use32(%0, %1, %2, %3) : (i32, i32, i32, i32) -> ()
  %eq = arith.cmpi eq, %x, %y : i32
  %ne = arith.cmpi ne, %x, %y : i32
  %4 = arith.select %eq, %x, %y : i32
  %5 = arith.select %ne, %x, %y : i32
  call @use32(%4, %5, %x, %x) : (i32, i32, i32, i32) -> ()
  %6 = arith.select %p, %true, %false : i1
  %7 = arith.select %p, %false, %true : i1
  %8 = arith.cmpi ne, %p, %false : i1
  %9 = arith.xori %not, %true : i1
  call @use1(%6, %7, %8, %9) : (i1, i1, i1, i1) -> ()
  return
}

// Back through a type that is too narrow is not the same number.
// CHECK-LABEL: @casts(
// CHECK-SAME: %[[B:.*]]: i8, %[[L:.*]]: i64, %[[I:.*]]: index)
// CHECK-NEXT: %[[N:.*]] = arith.index_cast %[[I]] : index to i32
// CHECK-NEXT: %[[W:.*]] = arith.index_cast %[[N]] : i32 to index
// CHECK-NEXT: call @use_index(%[[I]], %[[W]])
// CHECK-NEXT: %[[S:.*]] = arith.extsi %[[B]] : i8 to i32
// CHECK-NEXT: %[[Z:.*]] = arith.extui %[[B]] : i8 to i32
// CHECK-NEXT: %[[Q:.*]] = arith.extsi %[[B]] : i8 to i32
// CHECK-NEXT: call @use32(%[[S]], %[[Z]], %[[Q]], %[[N]])
// CHECK-NEXT: %[[T:.*]] = arith.trunci %[[L]] : i64 to i8
// CHECK-NEXT: call @use8(%[[T]], %[[B]], %[[T]], %[[T]])
func.func @casts(%b: i8, %l: i64, %i: index) {
  %0 = arith.index_cast %i : index to i64
  %1 = arith.index_cast %0 : i64 to index
  %2 = arith.index_cast %i : index to i32
  %3 = arith.index_cast %2 : i32 to index
  call @use_index(%1, %3) : (index, index) -> ()
  %4 = arith.extsi %b : i8 to i16
  %5 = arith.extsi %4 : i16 to i32
  %6 = arith.extui %b : i8 to i16
  %7 = arith.extsi %6 : i16 to i32
  %8 = arith.extsi %5 : i32 to i64
  %9 = arith.trunci %8 : i64 to i32
  call @use32(%5, %7, %9, %2) : (i32, i32, i32, i32) -> ()
  %10 = arith.trunci %l : i64 to i32
  %11 = arith.trunci %10 : i32 to i8
  %12 = arith.trunci %8 : i64 to i8
  call @use8(%11, %12, %11, %11) : (i8, i8, i8, i8) -> ()
  return
}

// One constant each, at the start of the function; one that says more stays where it is.
// CHECK-LABEL: @places(
// CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : i32
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : i32
// CHECK-NEXT: scf.if
// CHECK-NEXT: %[[OWN:.*]] = arith.constant {note = "own"} 1 : i32
// CHECK-NEXT: call @use32(%[[C1]], %[[C2]], %[[C1]], %[[OWN]])
func.func @places(%p: i1) {
  %a = arith.constant 1 : i32
  scf.if %p {
    %b = arith.constant 1 : i32
    %c = arith.constant 2 : i32
    %own = arith.constant {note = "own"} 1 : i32
    func.call @use32(%a, %c, %b, %own) : (i32, i32, i32, i32) -> ()
  }
  return
}
