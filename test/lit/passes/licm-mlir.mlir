// REQUIRES: mlir-opt
// On programs of the shared dialects, loop-invariant-code-motion and mlir-opt's pass of that name give the same text.
// RUN: mlir-opt %s --loop-invariant-code-motion > %t-mlir && baton-opt %s --loop-invariant-code-motion | diff -B %t-mlir -

func.func private @use(index)
func.func private @test(index) -> i1

func.func @f(%x: index, %n: index, %p: i1, %m: memref<?x8xf32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> (index) {
    %c3 = arith.constant 3 : index
    %d = memref.dim %m, %c0 : memref<?x8xf32>
    %a = arith.muli %d, %c3 : index
    %unsafe = arith.divsi %a, %x : index
    %safe = arith.divsi %a, %c3 : index
    func.call @use(%unsafe) : (index) -> ()
    func.call @use(%safe) : (index) -> ()
    %s = scf.for %j = %c0 to %i step %c1 iter_args(%b = %acc) -> (index) {
      %t = arith.addi %i, %c3 : index
      %u = arith.addi %a, %x : index
      %w = arith.addi %b, %t : index
      %v = memref.load %m[%c0, %c0] : memref<?x8xf32>
      scf.if %p {
        %e = arith.addi %x, %x : index
        func.call @use(%e) : (index) -> ()
      }
      %z = arith.addi %w, %u : index
      scf.yield %z : index
    }
    scf.yield %s : index
  }
  %q = scf.while (%v = %r) : (index) -> index {
    %a = arith.addi %x, %n : index
    %c = func.call @test(%a) : (index) -> i1
    scf.condition(%c) %v : index
  } do {
  ^bb0(%v: index):
    %a = arith.subi %x, %n : index
    %b = arith.addi %v, %a : index
    scf.yield %b : index
  }
  return %q : index
}
