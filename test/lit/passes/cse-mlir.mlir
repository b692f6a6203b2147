// REQUIRES: mlir-opt
// On programs of the shared dialects, cse and mlir-opt's pass of that name give the same text.
// RUN: mlir-opt %s --cse > %t-mlir && baton-opt %s --cse | diff -B %t-mlir -

func.func private @use(index, index)

func.func @f(%x: index, %y: index, %n: index, %p: i1, %m: memref<?x8xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %unused = arith.addi %x, %y : index
  %d = memref.dim %m, %c0 : memref<?x8xf32>
  %e = memref.dim %m, %zero : memref<?x8xf32>
  %a = arith.muli %x, %y : index
  %b = arith.muli %y, %x : index
  func.call @use(%a, %b) : (index, index) -> ()
  %r = scf.for %i = %c0 to %d step %c1 iter_args(%acc = %zero) -> (index) {
    %one = arith.constant 1 : index
    %s = arith.addi %acc, %one : index
    %t = arith.addi %acc, %c1 : index
    func.call @use(%s, %t) : (index, index) -> ()
    %q = arith.muli %x, %y : index
    %w = scf.if %p -> (index) {
      %u = arith.addi %acc, %one : index
      %v = arith.subi %u, %q : index
      scf.yield %v : index
    } else {
      %v = arith.subi %s, %q : index
      scf.yield %v : index
    }
    scf.yield %w : index
  }
  %late = arith.addi %x, %y : index
  %z = arith.select %p, %late, %e : index
  %z2 = arith.select %p, %late, %d : index
  func.call @use(%z, %z2) : (index, index) -> ()
  return %r, %z : index, index
}
