// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=main --arg=zeros --print=0 | FileCheck %s
// Host reads, writes and calls wait for the tasks that they conflict with; in manual code for what orch.wait says.
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=manual --arg=zeros --print=0 | FileCheck %s --check-prefix=MANUAL
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=small --arg=-100 | FileCheck %s --check-prefix=SMALL

func.func private @slow_fill8(memref<8xi64> {orch.access = "write"}, index) attributes {orch.kernel}
func.func private @slow_step8(memref<8xi64>, index) attributes {orch.kernel}
func.func private @host_sum8(memref<8xi64> {orch.access = "read"}) -> i64
func.func private @fill_on_host(memref<8xi64> {orch.access = "write"}, index) attributes {orch.symbol = "host_fill8"}
func.func private @host_negate(i8, i1) -> i8

// 7 is read after the slow task; 8 * 7 = 56 by the host function; the store comes after the slow step (2 * 7 + 1 = 15).
// CHECK: [15, 15, 15, 100, 15, 15, 15, 15]
// CHECK: result #0: 7
// CHECK: result #1: 56
// CHECK: result #2: 24
func.func @main(%a: memref<8xi64>) -> (i64, i64, i64) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %hundred = arith.constant 100 : i64
  orch.submit @slow_fill8(%a, %c7 : memref<8xi64>, index)
  %x = memref.load %a[%c3] : memref<8xi64>
  %sum = func.call @host_sum8(%a) : (memref<8xi64>) -> i64
  orch.submit @slow_step8(%a, %c1 : memref<8xi64>, index)
  memref.store %hundred, %a[%c3] : memref<8xi64>
  %b = orch.alloc() : memref<8xi64>
  orch.submit @slow_fill8(%b, %c7 : memref<8xi64>, index)
  func.call @fill_on_host(%b, %c3) : (memref<8xi64>, index) -> ()
  %sum2 = func.call @host_sum8(%b) : (memref<8xi64>) -> i64
  return %x, %sum, %sum2 : i64, i64, i64
}

// MANUAL: [9, 9, 9, 9, 9, 1, 9, 9]
// MANUAL: result #0: 9
// MANUAL: result #1: 65
func.func @manual(%a: memref<8xi64>) -> (i64, i64) attributes {orch.scope = "manual"} {
  %c5 = arith.constant 5 : index
  %c9 = arith.constant 9 : index
  %one = arith.constant 1 : i64
  %t = orch.submit @slow_fill8(%a, %c9 : memref<8xi64>, index)
  %f = orch.fence after(%t : !orch.task)
  %none = orch.none : !orch.task
  orch.wait %none, %f : !orch.task, !orch.task
  %x = memref.load %a[%c5] : memref<8xi64>
  memref.store %one, %a[%c5] : memref<8xi64>
  %one_again = func.call @host_sum8(%a) : (memref<8xi64>) -> i64
  %sum = arith.addi %one_again, %one : i64
  return %x, %sum : i64, i64
}

// Narrow integers keep their sign on the way to C and back.
// SMALL: result #0: 100
// SMALL: result #1: -100
func.func @small(%x: i8) -> (i8, i64) {
  %yes = arith.constant true
  %no = arith.constant false
  %a = func.call @host_negate(%x, %yes) : (i8, i1) -> i8
  %b = func.call @host_negate(%x, %no) : (i8, i1) -> i8
  %wide = arith.extsi %b : i8 to i64
  return %a, %wide : i8, i64
}
