// RUN: baton-opt %s --report-deps -o %t 2>&1 | FileCheck %s --check-prefix=DIRECT && baton-opt %s --phase-fence=mode=loop --report-deps -o %t 2>&1 | FileCheck %s --check-prefix=LOOP && baton-opt %s --phase-fence --report-deps -o %t 2>&1 | FileCheck %s --check-prefix=ALL
// The lists of the Qwen3 prefill chunk, written out: 8680 entries in the loop of 40 without fences, 336 by the original rule, 216 when implied waits have gone first.
// RUN: baton-opt %s --prune-deps --phase-fence --report-deps -o %t 2>&1 | FileCheck %s --check-prefix=PRUNED

// DIRECT:      function @chunks, per trip of scf.for at
// DIRECT:      lists: [1, 1, 20, 4, 1, 80, 1, 1, 2, 136, 81]
// DIRECT-NEXT: fences: []
// DIRECT-NEXT: entries: 9432
// DIRECT:      loop of 40 at {{.*}}: 8680 entries

// LOOP:        lists: [1, 1, 20, 4, 1, 80, 1, 1, 2, 1, 2]
// LOOP-NEXT:   fences: [80, 136]
// LOOP-NEXT:   entries: 1088
// LOOP:        loop of 40 at {{.*}}: 336 entries

// The task behind the 80 shares the fence with the loop: 80 + 1 instead of 80 + 80.
// ALL:         lists: [1, 1, 20, 4, 1, 1, 1, 1, 2, 1, 2]
// ALL-NEXT:    fences: [80, 136]
// ALL-NEXT:    entries: 1009
// ALL:         loop of 40 at {{.*}}: 336 entries

// PRUNED:      lists: [1, 1, 20, 4, 1, 80, 1, 1, 2, 1, 1]
// PRUNED-NEXT: fences: [136]
// PRUNED-NEXT: entries: 968
// PRUNED:      loop of 40 at {{.*}}: 216 entries

func.func private @k() attributes {orch.kernel}

func.func @chunks(%n: index) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c40 = arith.constant 40 : index
  %c80 = arith.constant 80 : index
  %c136 = arith.constant 136 : index
  scf.for %p = %c0 to %n step %c1 {
    %t0 = orch.submit @k()
    %q = orch.parallel %c = %c0 to %c80 step %c4 -> (!orch.tasks<20>) {
      %t1 = orch.submit @k() derived(%t0 : !orch.task)
      orch.yield %t1 : !orch.task
    }
    %kv = orch.parallel %c = %c0 to %c16 step %c4 -> (!orch.tasks<4>) {
      %t2 = orch.submit @k() derived(%t0 : !orch.task)
      orch.yield %t2 : !orch.task
    }
    orch.parallel %c = %c0 to %c40 step %c40 {
      %t3 = orch.submit @k() derived(%q : !orch.tasks<20>)
    }
    orch.parallel %c = %c0 to %c8 step %c8 {
      %t4 = orch.submit @k() derived(%kv : !orch.tasks<4>)
    }
    %none80 = orch.none : !orch.tasks<80>
    %resid = scf.for %ob = %c0 to %c80 step %c1 iter_args(%filled = %none80) -> (!orch.tasks<80>) {
      %t14 = orch.submit @k()
      %t15 = orch.submit @k() derived(%t14 : !orch.task)
      %more = orch.set %t15, %filled[%ob] : !orch.tasks<80>
      scf.yield %more : !orch.tasks<80>
    }
    %t16 = orch.submit @k() derived(%resid : !orch.tasks<80>)
    %none136 = orch.none : !orch.tasks<136>
    %mlp = scf.for %ob = %c0 to %c136 step %c1 iter_args(%filled = %none136) -> (!orch.tasks<136>) {
      %t17 = orch.submit @k() derived(%t16 : !orch.task)
      %t18 = orch.submit @k() derived(%t16 : !orch.task)
      %t19 = orch.submit @k() derived(%t17, %t18 : !orch.task, !orch.task)
      %more = orch.set %t19, %filled[%ob] : !orch.tasks<136>
      scf.yield %more : !orch.tasks<136>
    }
    scf.for %db = %c0 to %c40 step %c1 {
      %t20 = orch.submit @k() derived(%mlp : !orch.tasks<136>)
      %t21 = orch.submit @k() derived(%t20, %resid : !orch.task, !orch.tasks<80>)
    }
  }
  return
}
