// RUN: baton-opt %models/qwen3_14b_prefill.mlir --derive-deps > %t.mlir && baton-opt %t.mlir --report-deps -o %t.same 2>&1 | FileCheck %s --check-prefix=REPORT && FileCheck %s < %t.mlir
// The lists and the tracking of the prefill program's chunk, exactly; the full-size and the reduced program alike.
// RUN: baton-opt %t.mlir --derive-deps | diff %t.mlir -
// RUN: baton-opt %models/qwen3_14b_prefill_small.mlir --derive-deps --report-deps -o %t.small 2>&1 | FileCheck %s --check-prefix=REPORT

// REPORT:       t0 @rmsnorm
// REPORT:       lists: [1, 1, 20, 4, 1, 80, 1, 1, 2, 136, 81]
// REPORT-NEXT:  fences: []
// REPORT-NEXT:  entries: 9432
// REPORT-NEXT:  tracked arguments: 7 of 38
// REPORT:       loop of 40 at {{.*}}: 8680 entries

// Plain arguments that nobody writes: the host need not wait.
// CHECK:         memref.load {{.*}} {orch.tracking = "none"} : memref<?xi32>
// CHECK-NEXT:    memref.load {{.*}} {orch.tracking = "none"} : memref<?xi32>
// CHECK-NEXT:    memref.load {{.*}} {orch.tracking = "none"} : memref<?xi32>
// CHECK:         [[T0:%.+]] = orch.submit @rmsnorm({{[^)]*}}) {tracking = ["lookup", "none", "none"]}
// CHECK:         [[T1:%.+]] = orch.parallel {{.*}} -> (!orch.tasks<20>) {
// CHECK:           orch.submit @q_proj({{[^)]*}}) derived([[T0]] : !orch.task) {tracking = ["none", "none", "none"]}
// CHECK:         [[T2:%.+]] = orch.parallel {{.*}} -> (!orch.tasks<4>) {
// CHECK:           orch.submit @kv_proj({{[^)]*}}) derived([[T0]] : !orch.task) {tracking = ["none", "none", "none", "none", "publish"]}
// CHECK:           orch.submit @q_norm({{[^)]*}}) derived([[T1]] : !orch.tasks<20>) {tracking = ["none", "publish"]}
// CHECK:           orch.submit @k_norm({{[^)]*}}) derived([[T2]] : !orch.tasks<4>) {tracking = ["none", "publish"]}
// CHECK:         [[NONE:%.+]] = orch.none : !orch.tasks<80>
// CHECK:         [[T15:%.+]] = scf.for [[OB:%[^ ]+]] = {{.*}} iter_args([[CARRIED:%.+]] = [[NONE]]) -> (!orch.tasks<80>) {
// CHECK:           [[T14:%.+]] = orch.submit @out_proj({{[^)]*}}) {tracking = ["lookup", "none", "none"]}
// CHECK-NEXT:      [[ID:%.+]] = orch.submit @out_proj_residual({{[^)]*}}) derived([[T14]] : !orch.task) {tracking = ["lookup", "none"]}
// CHECK-NEXT:      [[SET:%.+]] = orch.set [[ID]], [[CARRIED]]{{\[}}[[OB]]] : !orch.tasks<80>
// CHECK-NEXT:      scf.yield [[SET]] : !orch.tasks<80>
// CHECK:         [[T16:%.+]] = orch.submit @post_rmsnorm({{[^)]*}}) derived([[T15]] : !orch.tasks<80>) {tracking = ["none", "none", "none"]}
// CHECK:         [[T19:%.+]] = scf.for {{.*}} -> (!orch.tasks<136>) {
// CHECK:           [[T17:%.+]] = orch.submit @gate_proj({{[^)]*}}) derived([[T16]] : !orch.task) {tracking = ["none", "none", "none"]}
// CHECK:           [[T18:%.+]] = orch.submit @up_proj({{[^)]*}}) derived([[T16]] : !orch.task) {tracking = ["none", "none", "none"]}
// CHECK:           orch.submit @silu({{[^)]*}}) derived([[T17]], [[T18]] : !orch.task, !orch.task) {tracking = ["none", "none", "none"]}
// CHECK:           [[T20:%.+]] = orch.submit @down_proj({{[^)]*}}) derived([[T19]] : !orch.tasks<136>) {tracking = ["none", "none", "none"]}
// CHECK:           orch.submit @down_proj_residual({{[^)]*}}) derived([[T15]], [[T20]] : !orch.tasks<80>, !orch.task) {tracking = ["none", "none", "full"]}
