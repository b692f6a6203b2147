// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Heat along a rod of 1024 cells with fixed ends: in each step eight tasks compute 128 cells each from the cells of the
// step before and their neighbours. Which tasks of one step wait for which of the last follows from what they read.

func.func private @relax(memref<130xf64, strided<[1], offset: ?>> {orch.access = "read"},
                         memref<128xf64, strided<[1], offset: ?>> {orch.access = "write"}, f64) attributes {orch.kernel}

func.func private @sweep(%old: memref<1026xf64>, %new: memref<1026xf64>, %source: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c128 = arith.constant 128 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %left = arith.muli %i, %c128 : index
    %first = arith.addi %left, %c1 : index
    %in = memref.subview %old[%left] [130] [1] : memref<1026xf64> to memref<130xf64, strided<[1], offset: ?>>
    %out = memref.subview %new[%first] [128] [1] : memref<1026xf64> to memref<128xf64, strided<[1], offset: ?>>
    %t = orch.submit @relax(%in, %out, %source : memref<130xf64, strided<[1], offset: ?>>,
                                                 memref<128xf64, strided<[1], offset: ?>>, f64)
  }
  return
}

// Two steps per round: from %a to %b and back. The source decreases over a period of seven rounds.
func.func @heat(%a: memref<1026xf64>, %b: memref<1026xf64>, %rounds: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %period = arith.constant 7.0 : f64
  scf.for %round = %c0 to %rounds step %c1 {
    %number = arith.index_cast %round : index to i64
    %time = arith.sitofp %number : i64 to f64
    %phase = arith.remf %time, %period : f64
    %source = arith.subf %period, %phase : f64
    func.call @sweep(%a, %b, %source) : (memref<1026xf64>, memref<1026xf64>, f64) -> ()
    func.call @sweep(%b, %a, %source) : (memref<1026xf64>, memref<1026xf64>, f64) -> ()
  }
  return
}
