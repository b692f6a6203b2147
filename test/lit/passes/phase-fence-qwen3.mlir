// RUN: baton-opt %models/qwen3_14b_prefill.mlir --derive-deps --report-deps -o %t 2>&1 | FileCheck %s --check-prefixes=CHECK,DIRECT && baton-opt %models/qwen3_14b_prefill.mlir --derive-deps --phase-fence=mode=loop --report-deps -o %t 2>&1 | FileCheck %s --check-prefixes=CHECK,LOOP
// The Qwen3 prefill program from end to end: its figures without fences, by the original rule, and pruned first.
// RUN: baton-opt %models/qwen3_14b_prefill.mlir --derive-deps --prune-deps --phase-fence --report-deps -o %t 2>&1 | FileCheck %s --check-prefixes=CHECK,PRUNED && baton-opt %t --phase-fence | diff %t -

// CHECK: function @prefill, per trip of scf.for at {{.*}}qwen3_14b_prefill.mlir:112:11

// DIRECT:      lists: [1, 1, 20, 4, 1, 80, 1, 1, 2, 136, 81]
// DIRECT-NEXT: fences: []
// DIRECT-NEXT: entries: 9432
// DIRECT-NEXT: tracked arguments: 7 of 38
// DIRECT:      loop of 40 at {{.*}}: 8680 entries

// LOOP:        lists: [1, 1, 20, 4, 1, 80, 1, 1, 2, 1, 2]
// LOOP-NEXT:   fences: [80, 136]
// LOOP-NEXT:   entries: 1088
// LOOP-NEXT:   tracked arguments: 7 of 38
// LOOP:        loop of 40 at {{.*}}: 336 entries

// PRUNED:      lists: [1, 1, 20, 4, 1, 80, 1, 1, 2, 1, 1]
// PRUNED-NEXT: fences: [136]
// PRUNED-NEXT: entries: 968
// PRUNED-NEXT: tracked arguments: 7 of 38
// PRUNED:      loop of 40 at {{.*}}: 216 entries
