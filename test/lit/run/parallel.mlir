// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --arg=zeros --arg=9 --print=0 | FileCheck %s
// A loop's ids stand at the number of the iteration, whatever start and step are, and waiting for them waits for all.

func.func private @set1(memref<1xi64, strided<[1], offset: ?>> {orch.access = "write"}, index, index)
    attributes {orch.kernel}
func.func private @sum(memref<16xi64> {orch.access = "read"}, memref<1xi64, strided<[1], offset: ?>> {orch.access = "write"}, index)
    attributes {orch.kernel}

// Each loop writes its iterations' values, the first one late; only the ids order the sums behind them.
// 2 to 10 step 2: 2+4+6+8 = 20. -4 to 4 step 2: -4-2+0+2 = -4. 0 to 7 step 3: 0+3+6 = 9. 5 to 5: 0. 1 to 9: 36.
// CHECK: [20, -4, 9, 0, 36, 36,
func.func @main(%out: memref<16xi64>, %n: index) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c10 = arith.constant 10 : index
  %c16 = arith.constant 16 : index
  %m4 = arith.constant -4 : index
  %t0 = func.call @static4(%out, %c0, %c2, %c10, %c2) : (memref<16xi64>, index, index, index, index) -> !orch.task
  %t1 = func.call @static4(%out, %c1, %m4, %c4, %c2) : (memref<16xi64>, index, index, index, index) -> !orch.task

  %x = orch.alloc() : memref<16xi64>
  %z = orch.parallel %i = %c0 to %c16 step %c1 -> (!orch.tasks<16>) {
    %e = memref.subview %x[%i] [1] [1] : memref<16xi64> to memref<1xi64, strided<[1], offset: ?>>
    %t = orch.submit @set1(%e, %c0, %c0 : memref<1xi64, strided<[1], offset: ?>>, index, index)
    orch.yield %t : !orch.task
  }
  orch.wait %z : !orch.tasks<16>
  %three = orch.parallel %i = %c0 to %c7 step %c3 -> (!orch.tasks<3>) {
    %t = func.call @late(%x, %i, %c0) : (memref<16xi64>, index, index) -> !orch.task
    orch.yield %t : !orch.task
  }
  %r2 = memref.subview %out[2] [1] [1] : memref<16xi64> to memref<1xi64, strided<[1], offset: 2>>
  %r2d = memref.cast %r2 : memref<1xi64, strided<[1], offset: 2>> to memref<1xi64, strided<[1], offset: ?>>
  %s2 = orch.submit @sum(%x, %r2d, %c16 : memref<16xi64>, memref<1xi64, strided<[1], offset: ?>>, index)
      after(%three : !orch.tasks<3>)

  // No iteration: an empty list, which orders nothing.
  %zero = orch.parallel %i = %c5 to %c5 step %c1 -> (!orch.tasks<0>) {
    %t = func.call @late(%x, %i, %c0) : (memref<16xi64>, index, index) -> !orch.task
    orch.yield %t : !orch.task
  }
  %r3 = memref.subview %out[%c3] [1] [1] : memref<16xi64> to memref<1xi64, strided<[1], offset: ?>>
  %s3 = orch.submit @sum(%x, %r3, %c0 : memref<16xi64>, memref<1xi64, strided<[1], offset: ?>>, index)
      after(%zero, %s2 : !orch.tasks<0>, !orch.task)

  // A number of iterations that is only known when run, as an array of unknown and of known size.
  %y = orch.alloc() : memref<16xi64>
  %any = orch.parallel %i = %c1 to %n step %c1 -> (!orch.tasks<?>) {
    %t = func.call @late(%y, %i, %c1) : (memref<16xi64>, index, index) -> !orch.task
    orch.yield %t : !orch.task
  }
  %y1 = memref.subview %y[1] [8] [1] : memref<16xi64> to memref<8xi64, strided<[1], offset: 1>>
  %r4 = memref.subview %out[%c4] [1] [1] : memref<16xi64> to memref<1xi64, strided<[1], offset: ?>>
  %s4 = func.call @sum8(%y, %r4, %any) : (memref<16xi64>, memref<1xi64, strided<[1], offset: ?>>, !orch.tasks<?>) -> !orch.task
  %known = orch.parallel %i = %c1 to %n step %c1 -> (!orch.tasks<8>) {
    %t = func.call @late(%y, %i, %c1) : (memref<16xi64>, index, index) -> !orch.task
    orch.yield %t : !orch.task
  }
  %known_any = orch.concat %known : !orch.tasks<8> -> !orch.tasks<?>
  %r5 = memref.subview %out[%c5] [1] [1] : memref<16xi64> to memref<1xi64, strided<[1], offset: ?>>
  %s5 = func.call @sum8(%y, %r5, %known_any) : (memref<16xi64>, memref<1xi64, strided<[1], offset: ?>>, !orch.tasks<?>) -> !orch.task
  return
}

// x[i - first] = i, 30 ms late if i is the first.
func.func private @late(%x: memref<16xi64>, %i: index, %first: index) -> !orch.task attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c30 = arith.constant 30 : index
  %is_first = arith.cmpi eq, %i, %first : index
  %ms = arith.select %is_first, %c30, %c0 : index
  %at = arith.subi %i, %first : index
  %e = memref.subview %x[%at] [1] [1] : memref<16xi64> to memref<1xi64, strided<[1], offset: ?>>
  %t = orch.submit @set1(%e, %i, %ms : memref<1xi64, strided<[1], offset: ?>>, index, index)
  return %t : !orch.task
}

func.func private @sum8(%x: memref<16xi64>, %r: memref<1xi64, strided<[1], offset: ?>>, %ids: !orch.tasks<?>) -> !orch.task
    attributes {orch.scope = "manual"} {
  %c8 = arith.constant 8 : index
  %t = orch.submit @sum(%x, %r, %c8 : memref<16xi64>, memref<1xi64, strided<[1], offset: ?>>, index)
      after(%ids : !orch.tasks<?>)
  return %t : !orch.task
}

func.func private @static4(%out: memref<16xi64>, %slot: index, %lower: index, %upper: index, %step: index) -> !orch.task
    attributes {orch.scope = "manual"} {
  %c4 = arith.constant 4 : index
  %x = orch.alloc() : memref<16xi64>
  %ids = orch.parallel %i = %lower to %upper step %step -> (!orch.tasks<4>) {
    %distance = arith.subi %i, %lower : index
    %k = arith.divsi %distance, %step : index
    %is_first = arith.cmpi eq, %i, %lower : index
    %c0 = arith.constant 0 : index
    %c30 = arith.constant 30 : index
    %ms = arith.select %is_first, %c30, %c0 : index
    %e = memref.subview %x[%k] [1] [1] : memref<16xi64> to memref<1xi64, strided<[1], offset: ?>>
    %t = orch.submit @set1(%e, %i, %ms : memref<1xi64, strided<[1], offset: ?>>, index, index)
    orch.yield %t : !orch.task
  }
  %r = memref.subview %out[%slot] [1] [1] : memref<16xi64> to memref<1xi64, strided<[1], offset: ?>>
  %s = orch.submit @sum(%x, %r, %c4 : memref<16xi64>, memref<1xi64, strided<[1], offset: ?>>, index)
      after(%ids : !orch.tasks<4>)
  return %s : !orch.task
}
