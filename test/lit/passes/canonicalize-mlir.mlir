// REQUIRES: mlir-opt
// On programs of the shared dialects, canonicalize and mlir-opt's pass of that name give the same text, constants in the same places.
// RUN: mlir-opt %s --canonicalize > %t-mlir && baton-opt %s --canonicalize | diff -B %t-mlir -

func.func private @use(i32, i32, i32, i32)
func.func private @use8(i8, i8, i8, i8)
func.func private @use_index(index)
func.func private @give() -> index

func.func @constants(%x: i8) {
  %a = arith.constant -128 : i8
  %b = arith.constant -1 : i8
  %c = arith.constant 7 : i8
  %d = arith.constant -7 : i8
  %e = arith.constant 3 : i8
  %z = arith.constant 0 : i8
  %n = arith.constant 8 : i8
  %0 = arith.divsi %a, %b : i8
  %1 = arith.divsi %d, %e : i8
  %2 = arith.floordivsi %d, %e : i8
  %3 = arith.ceildivsi %d, %e : i8
  func.call @use8(%0, %1, %2, %3) : (i8, i8, i8, i8) -> ()
  %4 = arith.divui %d, %e : i8
  %5 = arith.divsi %c, %z : i8
  %6 = arith.remsi %d, %e : i8
  %7 = arith.remui %d, %e : i8
  func.call @use8(%4, %5, %6, %7) : (i8, i8, i8, i8) -> ()
  %8 = arith.shli %c, %n : i8
  %9 = arith.shli %c, %c : i8
  %10 = arith.shrsi %d, %e : i8
  %11 = arith.shrui %d, %e : i8
  func.call @use8(%8, %9, %10, %11) : (i8, i8, i8, i8) -> ()
  %12 = arith.muli %a, %e : i8
  %13 = arith.addi %a, %b : i8
  %14 = arith.ceildivui %d, %e : i8
  %15 = arith.subi %e, %a : i8
  func.call @use8(%12, %13, %14, %15) : (i8, i8, i8, i8) -> ()
  %16 = arith.minsi %a, %e : i8
  %17 = arith.minui %a, %e : i8
  %18 = arith.maxsi %a, %e : i8
  %19 = arith.maxui %a, %e : i8
  func.call @use8(%16, %17, %18, %19) : (i8, i8, i8, i8) -> ()
  %20 = arith.cmpi slt, %a, %e : i8
  %21 = arith.cmpi ult, %a, %e : i8
  %22 = arith.select %20, %x, %e : i8
  %23 = arith.select %21, %x, %e : i8
  %24 = arith.andi %d, %c : i8
  %25 = arith.xori %d, %e : i8
  func.call @use8(%22, %23, %24, %25) : (i8, i8, i8, i8) -> ()
  return
}

func.func @identities(%x: i32, %y: i32, %p: i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %max = arith.constant 2147483647 : i32
  %0 = arith.addi %c0, %x : i32
  %1 = arith.muli %x, %c1 : i32
  %2 = arith.muli %c0, %x : i32
  %3 = arith.subi %x, %x : i32
  call @use(%0, %1, %2, %3) : (i32, i32, i32, i32) -> ()
  %4 = arith.addi %c5, %x : i32
  %5 = arith.addi %4, %c5 : i32
  %6 = arith.subi %c5, %x : i32
  %7 = arith.addi %6, %c1 : i32
  %8 = arith.subi %c1, %4 : i32
  call @use(%4, %5, %7, %8) : (i32, i32, i32, i32) -> ()
  %9 = arith.subi %x, %y : i32
  %10 = arith.addi %9, %y : i32
  %11 = arith.addi %x, %y : i32
  %12 = arith.subi %11, %x : i32
  %13 = arith.muli %x, %c5 : i32
  %14 = arith.muli %13, %c5 : i32
  %15 = arith.ori %x, %c0 : i32
  call @use(%10, %12, %14, %15) : (i32, i32, i32, i32) -> ()
  %16 = arith.minsi %x, %max : i32
  %17 = arith.maxsi %x, %max : i32
  %18 = arith.minsi %c5, %x : i32
  %19 = arith.shrsi %x, %c0 : i32
  call @use(%16, %17, %18, %19) : (i32, i32, i32, i32) -> ()
  %20 = arith.cmpi slt, %c5, %x : i32
  %21 = arith.select %20, %x, %y : i32
  %22 = arith.cmpi eq, %x, %y : i32
  %23 = arith.select %22, %x, %y : i32
  %24 = arith.cmpi ne, %x, %y : i32
  %25 = arith.select %24, %x, %y : i32
  %true = arith.constant true
  %not = arith.xori %p, %true : i1
  %26 = arith.select %not, %x, %y : i32
  call @use(%21, %23, %25, %26) : (i32, i32, i32, i32) -> ()
  return
}

func.func @casts(%b: i8, %l: i64, %i: index, %x: i32) {
  %0 = arith.index_cast %i : index to i64
  %1 = arith.index_cast %0 : i64 to index
  call @use_index(%1) : (index) -> ()
  %2 = arith.extsi %b : i8 to i16
  %3 = arith.extsi %2 : i16 to i32
  %4 = arith.extui %b : i8 to i16
  %5 = arith.extsi %4 : i16 to i32
  %6 = arith.trunci %l : i64 to i32
  %7 = arith.extsi %x : i32 to i64
  %8 = arith.trunci %7 : i64 to i32
  call @use(%3, %5, %6, %8) : (i32, i32, i32, i32) -> ()
  %9 = arith.trunci %6 : i32 to i8
  %10 = arith.trunci %7 : i64 to i8
  call @use8(%9, %10, %b, %b) : (i8, i8, i8, i8) -> ()
  return
}

func.func @loops(%x: index, %n: index) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %r:3 = scf.for %i = %c0 to %c10 step %c1 iter_args(%a = %x, %b = %n, %c = %x) -> (index, index, index) {
    func.call @use_index(%a) : (index) -> ()
    %s = arith.addi %c, %i : index
    scf.yield %a, %i, %s : index, index, index
  }
  %z = scf.for %i = %c4 to %c4 step %c1 iter_args(%a = %x) -> (index) {
    func.call @use_index(%a) : (index) -> ()
    scf.yield %n : index
  }
  %o = scf.for %i = %c1 to %c4 step %c10 iter_args(%a = %x) -> (index) {
    func.call @use_index(%i) : (index) -> ()
    %s = arith.addi %a, %i : index
    scf.yield %s : index
  }
  scf.for %i = %c0 to %n step %c1 {
    %s = arith.addi %i, %x : index
  }
  return %r#0, %r#2, %z, %o : index, index, index, index
}

func.func @branches(%x: index, %n: index, %p: i1, %q: i1) -> (index, index, index) {
  %true = arith.constant true
  %false = arith.constant false
  %c3 = arith.constant 3 : index
  %a = scf.if %true -> (index) {
    %v = func.call @give() : () -> index
    scf.yield %v : index
  } else {
    scf.yield %x : index
  }
  scf.if %false {
    func.call @use_index(%x) : (index) -> ()
  }
  scf.if %p {
    func.call @use_index(%x) : (index) -> ()
  } else {
  }
  scf.if %p {
    %dead = arith.addi %x, %n : index
  }
  %b:2 = scf.if %q -> (index, index) {
    func.call @use_index(%n) : (index) -> ()
    %v = func.call @give() : () -> index
    scf.yield %n, %v : index, index
  } else {
    scf.yield %x, %x : index, index
  }
  %c:2 = scf.if %p -> (index, index) {
    scf.yield %n, %x : index, index
  } else {
    scf.yield %c3, %x : index, index
  }
  %d = arith.addi %c#0, %c#1 : index
  return %a, %b#1, %d : index, index, index
}

func.func @views(%m: memref<4x?xf32>, %s: memref<8x8xf32>, %p: index) -> (index, index, f32, memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = memref.dim %m, %c0 : memref<4x?xf32>
  %d1 = memref.dim %m, %c1 : memref<4x?xf32>
  %e = memref.cast %s : memref<8x8xf32> to memref<?x8xf32>
  %f = memref.cast %e : memref<?x8xf32> to memref<?x?xf32>
  %g = memref.dim %f, %c0 : memref<?x?xf32>
  %v = memref.load %f[%p, %p] : memref<?x?xf32>
  memref.store %v, %f[%c0, %p] : memref<?x?xf32>
  %h = memref.cast %f : memref<?x?xf32> to memref<8x8xf32>
  %q = arith.addi %d0, %g : index
  return %q, %d1, %v, %h : index, index, f32, memref<8x8xf32>
}
