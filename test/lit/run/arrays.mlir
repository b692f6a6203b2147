// RUN: bash %S/Inputs/all-ways.sh %s --entry=versions --arg=3 | FileCheck %s --check-prefix=VERSIONS
// Arrays are values: a set makes a new one, and the old one, slices of it and copies keep their contents.
// RUN: bash %S/Inputs/all-ways.sh %s --entry=slices --arg=2 | FileCheck %s --check-prefix=SLICES
// RUN: bash %S/Inputs/all-ways.sh %s --entry=slices_dynamic --arg=8 --arg=1 --arg=3 --arg=2 | FileCheck %s --check-prefix=SLICES
// RUN: bash %S/Inputs/all-ways.sh %s --entry=window --arg=20 | FileCheck %s --check-prefix=WINDOW
// RUN: bash %S/Inputs/all-ways.sh %s --entry=large --arg=1000 | FileCheck %s --check-prefix=LARGE
// RUN: bash %S/Inputs/all-ways.sh %s --entry=concat --arg=3 | FileCheck %s --check-prefix=CONCAT
// RUN: bash %S/Inputs/all-ways.sh %s --entry=gathered --arg=5 | FileCheck %s --check-prefix=GATHERED
// RUN: bash %S/Inputs/all-ways.sh %s --entry=chosen --arg=1 | FileCheck %s --check-prefix=CHOSEN1
// RUN: bash %S/Inputs/all-ways.sh %s --entry=chosen --arg=0 | FileCheck %s --check-prefix=CHOSEN0

// One bit per slot that holds a task.
func.func private @bits(%ids: !orch.tasks<?>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = orch.size %ids : !orch.tasks<?>
  %r = scf.for %i = %c0 to %size step %c1 iter_args(%sum = %c0) -> (index) {
    %t = orch.get %ids[%i] : !orch.tasks<?>
    %none = orch.is_none %t : !orch.task
    %bit = arith.shli %c1, %i : index
    %add = arith.select %none, %c0, %bit : index
    %next = arith.ori %sum, %add : index
    scf.yield %next : index
  }
  return %r : index
}
func.func private @bits4(%ids: !orch.tasks<4>) -> index {
  %any = orch.concat %ids : !orch.tasks<4> -> !orch.tasks<?>
  %r = func.call @bits(%any) : (!orch.tasks<?>) -> index
  return %r : index
}

// VERSIONS: result #0: 0
// VERSIONS: result #1: 2
// VERSIONS: result #2: 10
// VERSIONS: result #3: 3
// VERSIONS: result #4: 9
func.func @versions(%i: index) -> (index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = orch.fence
  %none = orch.none : !orch.task
  %a = orch.none : !orch.tasks<4>
  %b = orch.set %t, %a[%c1] : !orch.tasks<4>
  %c = orch.set %t, %b[%i] : !orch.tasks<4>
  %d = orch.set %t, %b[%c0] : !orch.tasks<4>
  %e0 = orch.set %none, %c[%c1] : !orch.tasks<4>
  %e = orch.set %t, %e0[%c0] : !orch.tasks<4>
  %ra = func.call @bits4(%a) : (!orch.tasks<4>) -> index
  %rb = func.call @bits4(%b) : (!orch.tasks<4>) -> index
  %rc = func.call @bits4(%c) : (!orch.tasks<4>) -> index
  %rd = func.call @bits4(%d) : (!orch.tasks<4>) -> index
  %re = func.call @bits4(%e) : (!orch.tasks<4>) -> index
  return %ra, %rb, %rc, %rd, %re : index, index, index, index, index
}

// Slots 1, 3, 4 of eight hold tasks: [1, 2, 3] -> 101, [1, 3, 5] -> 011; then the array changes and slices do not.
// SLICES: result #0: 5
// SLICES: result #1: 3
// SLICES: result #2: 27
func.func @slices(%step: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %t = orch.fence
  %a = orch.none : !orch.tasks<8>
  %b = orch.set %t, %a[%c1] : !orch.tasks<8>
  %c = orch.set %t, %b[%c3] : !orch.tasks<8>
  %d = orch.set %t, %c[%c4] : !orch.tasks<8>
  %plain = orch.slice %d[1] [3] [1] : !orch.tasks<8> to !orch.tasks<3>
  %wide = orch.slice %d[%c1] [3] [%step] : !orch.tasks<8> to !orch.tasks<3>
  %none = orch.none : !orch.task
  %e = orch.set %t, %d[%c0] : !orch.tasks<8>
  %plain_any = orch.concat %plain : !orch.tasks<3> -> !orch.tasks<?>
  %wide_any = orch.concat %wide : !orch.tasks<3> -> !orch.tasks<?>
  %e_any = orch.concat %e : !orch.tasks<8> -> !orch.tasks<?>
  %r0 = func.call @bits(%plain_any) : (!orch.tasks<?>) -> index
  %r1 = func.call @bits(%wide_any) : (!orch.tasks<?>) -> index
  %r2 = func.call @bits(%e_any) : (!orch.tasks<?>) -> index
  return %r0, %r1, %r2 : index, index, index
}

// The same with sizes that are only known when run.
func.func @slices_dynamic(%size: index, %start: index, %count: index, %step: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %t = orch.fence
  %a = orch.none(%size) : !orch.tasks<?>
  %b = orch.set %t, %a[%c1] : !orch.tasks<?>
  %c = orch.set %t, %b[%c3] : !orch.tasks<?>
  %d = orch.set %t, %c[%c4] : !orch.tasks<?>
  %plain = orch.slice %d[%start] [%count] [1] : !orch.tasks<?> to !orch.tasks<?>
  %wide = orch.slice %d[%start] [%count] [%step] : !orch.tasks<?> to !orch.tasks<?>
  %e = orch.set %t, %d[%c0] : !orch.tasks<?>
  %r0 = func.call @bits(%plain) : (!orch.tasks<?>) -> index
  %r1 = func.call @bits(%wide) : (!orch.tasks<?>) -> index
  %r2 = func.call @bits(%e) : (!orch.tasks<?>) -> index
  return %r0, %r1, %r2 : index, index, index
}

// A window of the last four ids is taken before the slot is filled and read after it: it keeps what it was.
// Behind the filled slot are 1, 3, 7 and then 17 times 15; ahead of it nothing is ever seen, since that was read before.
// WINDOW: result #0: 266
// WINDOW: result #1: 1048575
func.func @window(%n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %none = orch.none : !orch.tasks<24>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%ids = %none, %sum = %c0) -> (!orch.tasks<24>, index) {
    %w = orch.slice %ids[%i] [4] [1] : !orch.tasks<24> to !orch.tasks<4>
    %t = orch.fence after(%w : !orch.tasks<4>)
    %next = orch.set %t, %ids[%i] : !orch.tasks<24>
    %past = arith.subi %i, %c4 : index
    %from = arith.maxsi %past, %c0 : index
    %before = orch.slice %next[%from] [4] [1] : !orch.tasks<24> to !orch.tasks<4>
    %ahead = func.call @bits4(%w) : (!orch.tasks<4>) -> index
    %behind = func.call @bits4(%before) : (!orch.tasks<4>) -> index
    %both = arith.addi %ahead, %behind : index
    %more = arith.addi %sum, %both : index
    scf.yield %next, %more : !orch.tasks<24>, index
  }
  %any = orch.concat %r#0 : !orch.tasks<24> -> !orch.tasks<?>
  %bits = func.call @bits(%any) : (!orch.tasks<?>) -> index
  return %r#1, %bits : index, index
}

// Too large for the stack: filled in place, with the first version still alive in a copy.
// LARGE: result #0: 1000
// LARGE: result #1: 0
func.func @large(%n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = orch.none : !orch.tasks<1000>
  %full = scf.for %i = %c0 to %n step %c1 iter_args(%ids = %none) -> (!orch.tasks<1000>) {
    %t = orch.fence
    %next = orch.set %t, %ids[%i] : !orch.tasks<1000>
    scf.yield %next : !orch.tasks<1000>
  }
  %count = func.call @count(%full) : (!orch.tasks<1000>) -> index
  %before = func.call @count(%none) : (!orch.tasks<1000>) -> index
  return %count, %before : index, index
}
func.func private @count(%ids: !orch.tasks<1000>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1000 = arith.constant 1000 : index
  %r = scf.for %i = %c0 to %c1000 step %c1 iter_args(%sum = %c0) -> (index) {
    %t = orch.get %ids[%i] : !orch.tasks<1000>
    %none = orch.is_none %t : !orch.task
    %add = arith.select %none, %c0, %c1 : index
    %next = arith.addi %sum, %add : index
    scf.yield %next : index
  }
  return %r : index
}

// task, [none, task], none, [task, none, task] -> bits 0, 2, 4, 6 of seven.
// CONCAT: result #0: 85
// CONCAT: result #1: 7
// CONCAT: result #2: 85
func.func @concat(%n: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %t = orch.fence
  %none = orch.none : !orch.task
  %two = orch.none : !orch.tasks<2>
  %two1 = orch.set %t, %two[%c1] : !orch.tasks<2>
  %three = orch.none : !orch.tasks<3>
  %three1 = orch.set %t, %three[%c0] : !orch.tasks<3>
  %three2 = orch.set %t, %three1[%c2] : !orch.tasks<3>
  %all = orch.concat %t, %two1, %none, %three2 : !orch.task, !orch.tasks<2>, !orch.task, !orch.tasks<3> -> !orch.tasks<7>
  %any = orch.concat %all : !orch.tasks<7> -> !orch.tasks<?>
  %r = func.call @bits(%any) : (!orch.tasks<?>) -> index
  %dynamic = orch.none(%n) : !orch.tasks<?>
  %d0 = orch.set %t, %dynamic[%c0] : !orch.tasks<?>
  %d2 = orch.set %t, %d0[%c2] : !orch.tasks<?>
  %both = orch.concat %t, %two1, %none, %d2 : !orch.task, !orch.tasks<2>, !orch.task, !orch.tasks<?> -> !orch.tasks<?>
  %size = orch.size %both : !orch.tasks<?>
  %r2 = func.call @bits(%both) : (!orch.tasks<?>) -> index
  return %r, %size, %r2 : index, index, index
}

// Iterations that yield arrays: of two slots each, and of as many as the iteration's number (0+1+2+3+4 = 10).
// GATHERED: result #0: 682
// GATHERED: result #1: 10
// GATHERED: result #2: 1023
// GATHERED: result #3: 1023
func.func @gathered(%n: index) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %pairs, %stairs = orch.parallel %i = %c0 to %n step %c1 -> (!orch.tasks<?>, !orch.tasks<?>) {
    %t = orch.fence
    %none = orch.none : !orch.task
    %pair = orch.concat %none, %t : !orch.task, !orch.task -> !orch.tasks<2>
    %stair = orch.parallel %k = %c0 to %i step %c1 -> (!orch.tasks<?>) {
      orch.yield %t : !orch.task
    }
    orch.yield %pair, %stair : !orch.tasks<2>, !orch.tasks<?>
  }
  %known = orch.parallel %i = %c0 to %n step %c1 -> (!orch.tasks<10>) {
    %t = orch.fence
    %stair = orch.parallel %k = %c0 to %i step %c1 -> (!orch.tasks<?>) {
      orch.yield %t : !orch.task
    }
    orch.yield %stair : !orch.tasks<?>
  }
  %known_any = orch.concat %known : !orch.tasks<10> -> !orch.tasks<?>
  %r0 = func.call @bits(%pairs) : (!orch.tasks<?>) -> index
  %size = orch.size %stairs : !orch.tasks<?>
  %r2 = func.call @bits(%stairs) : (!orch.tasks<?>) -> index
  %r3 = func.call @bits(%known_any) : (!orch.tasks<?>) -> index
  return %r0, %size, %r2, %r3 : index, index, index, index
}

// A chosen array is neither of the two: what is set in it afterwards does not show in them.
// CHOSEN1: result #0: 3
// CHOSEN1: result #1: 1
// CHOSEN1: result #2: 0
// CHOSEN0: result #0: 2
// CHOSEN0: result #1: 1
// CHOSEN0: result #2: 0
func.func @chosen(%c: i1) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = orch.fence
  %a0 = orch.none : !orch.tasks<4>
  %a = orch.set %t, %a0[%c0] : !orch.tasks<4>
  %b = orch.none : !orch.tasks<4>
  %s = arith.select %c, %a, %b : !orch.tasks<4>
  %changed = orch.set %t, %s[%c1] : !orch.tasks<4>
  %r0 = func.call @bits4(%changed) : (!orch.tasks<4>) -> index
  %r1 = func.call @bits4(%a) : (!orch.tasks<4>) -> index
  %r2 = func.call @bits4(%b) : (!orch.tasks<4>) -> index
  return %r0, %r1, %r2 : index, index, index
}
