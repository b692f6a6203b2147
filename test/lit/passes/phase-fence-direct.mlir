// RUN: baton-opt %s --allow-unregistered-dialect > %t.plain && baton-opt %s --allow-unregistered-dialect --phase-fence=mode=loop | diff %t.plain - && baton-opt %s --allow-unregistered-dialect --phase-fence | diff %t.plain -
// Where nothing is saved for certain, or nothing is known, the lists stay as they are in both modes.

func.func private @k() attributes {orch.kernel}

// 2 slots, 2 uses: a fence would cost as much as it saves.
func.func private @two_by_two_parallel(%xs: !orch.tasks<2>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  orch.parallel %i = %c0 to %c2 step %c1 {
    %a = orch.submit @k() after(%xs : !orch.tasks<2>)
  }
  return
}

func.func private @two_by_two_for(%xs: !orch.tasks<2>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %c1 {
    %a = orch.submit @k() after(%xs : !orch.tasks<2>)
  }
  return
}

// Two trips over a renewed array of two slots.
func.func private @two_by_two_phases(%init: !orch.tasks<2>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %p = %c0 to %c2 step %c1 iter_args(%xs = %init) -> (!orch.tasks<2>) {
    %next = orch.parallel %i = %c0 to %c2 step %c1 -> (!orch.tasks<2>) {
      %a = orch.submit @k() after(%xs : !orch.tasks<2>)
      orch.yield %a : !orch.task
    }
    scf.yield %next : !orch.tasks<2>
  }
  return
}

// A loop that never runs, with many uses in it.
func.func private @zero_trips(%xs: !orch.tasks<4>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c0 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %a = orch.submit @k() after(%xs : !orch.tasks<4>)
      %b = orch.submit @k() after(%xs : !orch.tasks<4>)
    }
  }
  return
}

// Many to one.
func.func private @one_use(%xs: !orch.tasks<4>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  orch.parallel %i = %c0 to %c8 step %c8 {
    %a = orch.submit @k() after(%xs : !orch.tasks<4>)
  }
  return
}

// One to many: single tasks and slots.
func.func private @one_slot(%xs: !orch.tasks<4>, %t: !orch.task, %one: !orch.tasks<1>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %x = orch.get %xs[%c0] : !orch.tasks<4>
  orch.parallel %i = %c0 to %c8 step %c1 {
    %a = orch.submit @k() after(%x : !orch.task)
    %b = orch.submit @k() after(%t : !orch.task)
    %c = orch.submit @k() after(%one : !orch.tasks<1>)
  }
  return
}

// A loop that may end after its first trip.
func.func private @while(%xs: !orch.tasks<80>, %b: i1) attributes {orch.scope = "manual"} {
  %t = orch.submit @k() after(%xs : !orch.tasks<80>)
  scf.while : () -> () {
    scf.condition(%b)
  } do {
    %a = orch.submit @k() after(%xs : !orch.tasks<80>)
    scf.yield
  }
  return
}

// An arm that may not be taken, and two arms of which one is.
func.func private @arms(%xs: !orch.tasks<4>, %ys: !orch.tasks<4>, %b: i1) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.if %b {
      %a = orch.submit @k() after(%xs : !orch.tasks<4>)
    }
  }
  scf.if %b {
    %a = orch.submit @k() after(%ys : !orch.tasks<4>)
  } else {
    %a = orch.submit @k() after(%ys : !orch.tasks<4>)
  }
  return
}

// Sizes that are unknown or 0, and arrays of no tasks.
func.func private @sizes(%xs: !orch.tasks<?>, %ys: !orch.tasks<0>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %none = orch.none : !orch.tasks<8>
  %f = orch.fence after(%xs : !orch.tasks<?>)
  scf.for %i = %c0 to %c8 step %c1 {
    %a = orch.submit @k() after(%xs : !orch.tasks<?>)
    %b = orch.submit @k() after(%ys : !orch.tasks<0>)
    %c = orch.submit @k() after(%none : !orch.tasks<8>)
  }
  return
}

// A task list of an op that we do not know, and consumers inside of it.
func.func private @unknown(%xs: !orch.tasks<4>) attributes {orch.scope = "manual"} {
  "mystery.loop"(%xs) ({
    %a = orch.submit @k() after(%xs : !orch.tasks<4>)
    %b = orch.submit @k() after(%xs : !orch.tasks<4>)
    %c = orch.submit @k() after(%xs : !orch.tasks<4>)
    %d = orch.submit @k() after(%xs : !orch.tasks<4>)
    "mystery.end"() : () -> ()
  }) : (!orch.tasks<4>) -> ()
  return
}

// Another array in every iteration: what one iteration waits for no other does.
func.func private @same_carrier(%init: !orch.tasks<4>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%xs = %init) -> (!orch.tasks<4>) {
    %a = orch.submit @k() after(%xs : !orch.tasks<4>)
    %next = orch.set %a, %xs[%i] : !orch.tasks<4>
    scf.yield %next : !orch.tasks<4>
  }
  return
}
