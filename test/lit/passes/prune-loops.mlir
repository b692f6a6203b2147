// RUN: baton-opt %s --prune-deps | FileCheck %s
// Paths through loops: static ones are taken, ones that may run zero times are not, unless they must have run.

func.func private @k() attributes {orch.kernel}

// As in the MLP of a transformer layer: 80 -> 1 -> 136 -> 40, each of which waits for the 80 as well.
// CHECK-LABEL: func.func @static
func.func @static() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c80 = arith.constant 80 : index
  %c136 = arith.constant 136 : index
  %xs = orch.parallel %i = %c0 to %c80 step %c1 -> (!orch.tasks<80>) {
    %t = orch.submit @k()
    orch.yield %t : !orch.task
  }
  %post = orch.submit @k() after(%xs : !orch.tasks<80>)
  %none = orch.none : !orch.tasks<136>
  %ys = scf.for %i = %c0 to %c136 step %c1 iter_args(%a = %none) -> (!orch.tasks<136>) {
    %gate = orch.submit @k() after(%post : !orch.task)
    %up = orch.submit @k() after(%post : !orch.task)
    %silu = orch.submit @k() after(%gate, %up : !orch.task, !orch.task)
    %b = orch.set %silu, %a[%i] : !orch.tasks<136>
    scf.yield %b : !orch.tasks<136>
  }
  scf.for %i = %c0 to %c40 step %c1 {
    // CHECK: %[[DOWN:.*]] = orch.submit @k() after(%{{[^,]*}} : !orch.tasks<136>)
    %down = orch.submit @k() after(%ys : !orch.tasks<136>)
    // CHECK: orch.submit @k() after(%[[DOWN]] : !orch.task){{$}}
    %add = orch.submit @k() after(%down : !orch.task) derived(%xs : !orch.tasks<80>)
  }
  return
}

// The same with a trip count that is not known: with no trips at all there is no path.
// CHECK-LABEL: func.func @dynamic
func.func @dynamic(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c80 = arith.constant 80 : index
  // CHECK: %[[XS:.*]] = orch.parallel
  %xs = orch.parallel %i = %c0 to %c80 step %c1 -> (!orch.tasks<80>) {
    %t = orch.submit @k()
    orch.yield %t : !orch.task
  }
  %post = orch.submit @k() after(%xs : !orch.tasks<80>)
  %ys = orch.parallel %i = %c0 to %n step %c1 -> (!orch.tasks<?>) {
    %gate = orch.submit @k() after(%post : !orch.task)
    orch.yield %gate : !orch.task
  }
  scf.for %i = %c0 to %c40 step %c1 {
    %down = orch.submit @k() after(%ys : !orch.tasks<?>)
    // CHECK: orch.submit @k() after(%{{.*}} : !orch.task) derived(%[[XS]] : !orch.tasks<80>)
    %add = orch.submit @k() after(%down : !orch.task) derived(%xs : !orch.tasks<80>)
  }
  return
}

// CHECK-LABEL: func.func @zero
func.func @zero() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // CHECK: %[[XS:.*]] = orch.parallel
  %xs = orch.parallel %i = %c0 to %c8 step %c1 -> (!orch.tasks<8>) {
    %t = orch.submit @k()
    orch.yield %t : !orch.task
  }
  %ys = orch.parallel %i = %c0 to %c0 step %c1 -> (!orch.tasks<0>) {
    %t = orch.submit @k() after(%xs : !orch.tasks<8>)
    orch.yield %t : !orch.task
  }
  %d = orch.submit @k() after(%ys : !orch.tasks<0>)
  // CHECK: after(%[[XS]], %{{.*}} : !orch.tasks<8>, !orch.task)
  %e = orch.submit @k() after(%xs, %d : !orch.tasks<8>, !orch.task)
  return
}

// Inside a loop of the same bounds, or behind a test, it must have run.
// CHECK-LABEL: func.func @has_run
func.func @has_run(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = orch.submit @k()
  %ys = orch.parallel %i = %c0 to %n step %c1 -> (!orch.tasks<?>) {
    %t = orch.submit @k() after(%a : !orch.task)
    orch.yield %t : !orch.task
  }
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: orch.submit @k() after(%{{[^,]*}} : !orch.tasks<?>){{$}}
    %b = orch.submit @k() after(%a, %ys : !orch.task, !orch.tasks<?>)
  }
  %some = arith.cmpi sgt, %n, %c0 : index
  scf.if %some {
    // CHECK: orch.submit @k() after(%{{[^,]*}} : !orch.tasks<?>){{$}}
    %b = orch.submit @k() after(%a, %ys : !orch.task, !orch.tasks<?>)
  } else {
    // CHECK: else
    // CHECK: orch.submit @k() after(%{{.*}}, %{{.*}} : !orch.task, !orch.tasks<?>){{$}}
    %b = orch.submit @k() after(%a, %ys : !orch.task, !orch.tasks<?>)
  }
  return
}

// The trip count of the inner loop is another one in each outer iteration: the last one may be 0.
// CHECK-LABEL: func.func @other_trips
func.func @other_trips(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[A:.*]] = orch.submit
  %a = orch.submit @k()
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%prev = %a) -> (!orch.task) {
    %m = arith.remui %i, %n : index
    %ys = orch.parallel %j = %c0 to %m step %c1 -> (!orch.tasks<?>) {
      %t = orch.submit @k() after(%a : !orch.task)
      orch.yield %t : !orch.task
    }
    scf.for %j = %c0 to %m step %c1 {
      // CHECK: orch.submit @k() after(%[[A]], %{{.*}} : !orch.task, !orch.task)
      %b = orch.submit @k() after(%a, %prev : !orch.task, !orch.task)
      // The array of this iteration has as many slots as this loop has trips.
      // CHECK: orch.submit @k() after(%{{[^,]*}} : !orch.tasks<?>){{$}}
      %c = orch.submit @k() after(%a, %ys : !orch.task, !orch.tasks<?>)
    }
    %f = orch.fence after(%ys : !orch.tasks<?>)
    scf.yield %f : !orch.task
  }
  return
}

// Nested static loops, and the iteration before.
// CHECK-LABEL: func.func @nested
func.func @nested() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %none = orch.none : !orch.tasks<4>
  %last = scf.for %i = %c0 to %c3 step %c1 iter_args(%old = %none) -> (!orch.tasks<4>) {
    // CHECK: %[[FIRST:.*]] = orch.parallel
    %first = orch.parallel %j = %c0 to %c4 step %c1 -> (!orch.tasks<4>) {
      // CHECK: orch.submit @k() after(%{{[^,]*}} : !orch.tasks<4>)
      %t = orch.submit @k() after(%old : !orch.tasks<4>)
      orch.yield %t : !orch.task
    }
    // CHECK: orch.parallel
    %new = orch.parallel %j = %c0 to %c4 step %c1 -> (!orch.tasks<4>) {
      %own = orch.get %first[%j] : !orch.tasks<4>
      // CHECK: %[[OWN:.*]] = orch.get
      // CHECK: orch.submit @k() after(%[[OWN]] : !orch.task){{$}}
      %t = orch.submit @k() after(%old, %own : !orch.tasks<4>, !orch.task)
      orch.yield %t : !orch.task
    }
    scf.yield %new : !orch.tasks<4>
  }
  // CHECK: orch.submit @k() after(%{{[^,]*}} : !orch.tasks<4>)
  %end = orch.submit @k() after(%last : !orch.tasks<4>)
  return
}

// What a loop has filled so far covers the slot before. Here each waits for the one before, which stands for all of
// them; without that the array stays.
// CHECK-LABEL: func.func @filled
func.func @filled() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %none = orch.none : !orch.tasks<8>
  %none1 = orch.none : !orch.task
  // CHECK: scf.for {{.*}} iter_args(%[[XS:.*]] = %{{.*}}, %[[PREV:.*]] = %{{.*}})
  %all, %end = scf.for %i = %c0 to %c8 step %c1 iter_args(%xs = %none, %prev = %none1) -> (!orch.tasks<8>, !orch.task) {
    // CHECK: orch.submit @k() after(%[[PREV]] : !orch.task)
    %t = orch.submit @k() after(%xs, %prev : !orch.tasks<8>, !orch.task)
    %ys = orch.set %t, %xs[%i] : !orch.tasks<8>
    scf.yield %ys, %t : !orch.tasks<8>, !orch.task
  }
  // CHECK: scf.for {{.*}} iter_args(%[[XS:.*]] = %{{.*}}, %[[PREV:.*]] = %{{.*}})
  %all2, %end2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%xs = %none, %prev = %none1) -> (!orch.tasks<8>, !orch.task) {
    %t = orch.submit @k()
    // CHECK: orch.submit @k() after(%[[XS]] : !orch.tasks<8>){{$}}
    %u = orch.submit @k() after(%xs, %prev : !orch.tasks<8>, !orch.task)
    %ys = orch.set %t, %xs[%i] : !orch.tasks<8>
    scf.yield %ys, %t : !orch.tasks<8>, !orch.task
  }
  return
}

// Slot by slot: consumer i of a loop is behind producer i only, so all consumers are behind all producers, one is not.
// CHECK-LABEL: func.func @slot_by_slot
func.func @slot_by_slot() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // CHECK: %[[XS:.*]] = orch.parallel
  %xs = orch.parallel %i = %c0 to %c8 step %c1 -> (!orch.tasks<8>) {
    %t = orch.submit @k()
    orch.yield %t : !orch.task
  }
  // CHECK: %[[YS:.*]] = orch.parallel
  %ys = orch.parallel %i = %c0 to %c8 step %c1 -> (!orch.tasks<8>) {
    %x = orch.get %xs[%i] : !orch.tasks<8>
    %t = orch.submit @k() after(%x : !orch.task)
    orch.yield %t : !orch.task
  }
  // CHECK: orch.submit @k() after(%[[YS]] : !orch.tasks<8>)
  %all = orch.submit @k() after(%xs, %ys : !orch.tasks<8>, !orch.tasks<8>)
  orch.parallel %i = %c0 to %c8 step %c1 {
    // CHECK: %[[Y:.*]] = orch.get %[[YS]]
    %y = orch.get %ys[%i] : !orch.tasks<8>
    %x = orch.get %xs[%i] : !orch.tasks<8>
    // CHECK: orch.submit @k() after(%[[Y]] : !orch.task)
    %a = orch.submit @k() after(%x, %y : !orch.task, !orch.task)
    // CHECK: orch.submit @k() after(%[[XS]], %[[Y]] : !orch.tasks<8>, !orch.task)
    %b = orch.submit @k() after(%xs, %y : !orch.tasks<8>, !orch.task)
  }
  return
}

// Inner array i of the outer iteration i: the diagonal does not stand for the square.
// CHECK-LABEL: func.func @diagonal
func.func @diagonal() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // CHECK: %[[ALL:.*]]:2 = orch.parallel
  %all:2 = orch.parallel %i = %c0 to %c4 step %c1 -> (!orch.tasks<16>, !orch.tasks<4>) {
    %row = orch.parallel %j = %c0 to %c4 step %c1 -> (!orch.tasks<4>) {
      %t = orch.submit @k()
      orch.yield %t : !orch.task
    }
    %x = orch.get %row[%i] : !orch.tasks<4>
    %f = orch.fence after(%x : !orch.task)
    orch.yield %row, %f : !orch.tasks<4>, !orch.task
  }
  // CHECK: orch.submit @k() after(%[[ALL]]#0 : !orch.tasks<16>){{$}}
  %a = orch.submit @k() after(%all#0, %all#1 : !orch.tasks<16>, !orch.tasks<4>)
  // CHECK: %[[B:.*]] = orch.submit
  %b = orch.submit @k() after(%all#1 : !orch.tasks<4>)
  // CHECK: orch.submit @k() after(%[[ALL]]#0, %[[B]] : !orch.tasks<16>, !orch.task)
  %c = orch.submit @k() after(%all#0, %b : !orch.tasks<16>, !orch.task)
  return
}

// An index that each iteration reads anew is another one each time.
// CHECK-LABEL: func.func @data_index
func.func @data_index(%m: memref<4xindex>, %xs: !orch.tasks<?>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %all = orch.fence after(%xs : !orch.tasks<?>)
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%prev = %all) -> (!orch.task) {
    %k = memref.load %m[%i] : memref<4xindex>
    // CHECK: %[[X:.*]] = orch.get
    %x = orch.get %xs[%k] : !orch.tasks<?>
    // CHECK: %[[A:.*]] = orch.submit
    %a = orch.submit @k() after(%x : !orch.task)
    // CHECK: orch.submit @k() after(%[[X]], %{{.*}} : !orch.task, !orch.task)
    %b = orch.submit @k() after(%x, %prev : !orch.task, !orch.task)
    // CHECK: %[[AGAIN:.*]] = orch.get
    %again = orch.get %xs[%k] : !orch.tasks<?>
    // CHECK: orch.submit @k() after(%[[A]] : !orch.task){{$}}
    %c = orch.submit @k() after(%again, %a : !orch.task, !orch.task)
    scf.yield %a : !orch.task
  }
  return
}

// Windows that move one slot at a time cover what they move over, unless they are empty.
// CHECK-LABEL: func.func @windows
func.func @windows(%n: index, %xs: !orch.tasks<16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // CHECK: %[[LOW:.*]] = orch.slice
  %low = orch.slice %xs[0] [7] [1] : !orch.tasks<16> to !orch.tasks<7>
  %ys = orch.parallel %i = %c0 to %c8 step %c1 -> (!orch.tasks<8>) {
    %w = orch.slice %xs[%i] [3] [1] : !orch.tasks<16> to !orch.tasks<3>
    %t = orch.submit @k() after(%w : !orch.tasks<3>)
    orch.yield %t : !orch.task
  }
  // CHECK: orch.parallel
  // CHECK: orch.submit @k() after(%{{[^,]*}} : !orch.tasks<8>){{$}}
  %a = orch.submit @k() after(%low, %ys : !orch.tasks<7>, !orch.tasks<8>)
  %some = arith.cmpi sge, %n, %c0 : index
  scf.if %some {
    // CHECK: %[[ZS:.*]] = orch.parallel
    %zs = orch.parallel %i = %c0 to %c8 step %c1 -> (!orch.tasks<8>) {
      %w = orch.slice %xs[%i] [%n] [1] : !orch.tasks<16> to !orch.tasks<?>
      %t = orch.submit @k() after(%w : !orch.tasks<?>)
      orch.yield %t : !orch.task
    }
    // CHECK: orch.submit @k() after(%[[LOW]], %[[ZS]] : !orch.tasks<7>, !orch.tasks<8>)
    %b = orch.submit @k() after(%low, %zs : !orch.tasks<7>, !orch.tasks<8>)
  }
  return
}
