// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A mixture of experts: a router picks two of eight experts for each of 16 tokens and counts what each got. The host submits
// all experts without waiting for the router; an expert runs only if its count is not 0, which is a predicate read once its
// waits are over. Outputs are combined by the routes, so that what an expert that did not run would have written is not
// read. `ran` counts the runs of each expert. All waits are known when compiling.

func.func private @route(memref<16x8xf64> {orch.access = "read"}, memref<16x2xi32> {orch.access = "write"}, memref<8xi32> {orch.access = "write"}) attributes {orch.kernel}
func.func private @expert(memref<16x8xf64> {orch.access = "read"}, memref<16x2xi32> {orch.access = "read"}, memref<8x8xf64, strided<[8, 1], offset: ?>> {orch.access = "read"}, memref<16x8xf64, strided<[8, 1], offset: ?>> {orch.access = "write"}, memref<1xi32, strided<[1], offset: ?>>, index) attributes {orch.kernel}
func.func private @combine(memref<16x2xi32> {orch.access = "read"}, memref<8x16x8xf64> {orch.access = "read"}, memref<16x8xf64> {orch.access = "write"}) attributes {orch.kernel}

func.func @experts(%tokens: memref<16x8xf64> {orch.noalias}, %weights: memref<8x8x8xf64> {orch.noalias}, %out: memref<16x8xf64> {orch.noalias}, %ran: memref<8xi32> {orch.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %routes = orch.alloc() : memref<16x2xi32>
  %counts = orch.alloc() : memref<8xi32>
  %outputs = orch.alloc() : memref<8x16x8xf64>
  orch.submit @route(%tokens, %routes, %counts : memref<16x8xf64>, memref<16x2xi32>, memref<8xi32>)
  orch.parallel %e = %c0 to %c8 step %c1 {
    %weight = memref.subview %weights[%e, 0, 0] [1, 8, 8] [1, 1, 1] : memref<8x8x8xf64> to memref<8x8xf64, strided<[8, 1], offset: ?>>
    %output = memref.subview %outputs[%e, 0, 0] [1, 16, 8] [1, 1, 1] : memref<8x16x8xf64> to memref<16x8xf64, strided<[8, 1], offset: ?>>
    %ran_once = memref.subview %ran[%e] [1] [1] : memref<8xi32> to memref<1xi32, strided<[1], offset: ?>>
    orch.submit @expert(%tokens, %routes, %weight, %output, %ran_once, %e : memref<16x8xf64>, memref<16x2xi32>, memref<8x8xf64, strided<[8, 1], offset: ?>>, memref<16x8xf64, strided<[8, 1], offset: ?>>, memref<1xi32, strided<[1], offset: ?>>, index) when(%counts[%e] sgt 0 : memref<8xi32>)
  }
  orch.submit @combine(%routes, %outputs, %out : memref<16x2xi32>, memref<8x16x8xf64>, memref<16x8xf64>)
  return
}
