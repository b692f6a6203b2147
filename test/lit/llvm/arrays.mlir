// RUN: baton-translate %s | FileCheck %s
// An array whose old version is dead is changed in place; one that is still read is copied; slices share memory.

// Nothing but one store per iteration.
// CHECK-LABEL: define internal i32 @baton.body.fill(
// CHECK: body:
// CHECK-NOT: memcpy
// CHECK: store i64
// CHECK-NOT: memcpy
// CHECK: br label %loop
func.func @fill(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = orch.none : !orch.tasks<80>
  %ids = scf.for %i = %c0 to %n step %c1 iter_args(%xs = %none) -> (!orch.tasks<80>) {
    %t = orch.fence after(%xs : !orch.tasks<80>)
    %ys = orch.set %t, %xs[%i] : !orch.tasks<80>
    scf.yield %ys : !orch.tasks<80>
  }
  %f = orch.fence after(%ids : !orch.tasks<80>)
  return
}

// CHECK-LABEL: define internal i32 @baton.body.keep(
// CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %[[NEW:.*]], ptr align 8 %[[OLD:.*]], i64 64, i1 false)
// CHECK-NOT: memcpy
// CHECK: call i64 @baton_rt_fence(ptr %0, ptr %{{.*}}, ptr %[[OLD]], i64 8)
// CHECK: call i64 @baton_rt_fence(ptr %0, ptr %{{.*}}, ptr %[[NEW]], i64 8)
func.func @keep(%i: index) {
  %t = orch.fence
  %a = orch.none : !orch.tasks<8>
  %b = orch.set %t, %a[%i] : !orch.tasks<8>
  %c = orch.set %t, %b[%i] : !orch.tasks<8>
  %f = orch.fence after(%a : !orch.tasks<8>)
  %g = orch.fence after(%c : !orch.tasks<8>)
  return
}

// A part with step 1 is an address in the array.
// CHECK-LABEL: define internal i32 @baton.body.part(
// CHECK-NOT: memcpy
// CHECK: %[[PART:.*]] = getelementptr inbounds i64, ptr %{{.*}}, i64 2
// CHECK-NOT: memcpy
// CHECK: call i64 @baton_rt_fence(ptr %0, ptr %{{.*}}, ptr %[[PART]], i64 4)
func.func @part() {
  %a = orch.none : !orch.tasks<8>
  %b = orch.slice %a[2] [4] [1] : !orch.tasks<8> to !orch.tasks<4>
  %f = orch.fence after(%b : !orch.tasks<4>)
  return
}

// Results of a parallel loop go straight into their slots; a large array comes from the runtime and goes back.
// CHECK-LABEL: define internal i32 @baton.body.large(
// CHECK: %[[IDS:.*]] = call ptr @baton_rt_ids(ptr %0, i64 1000)
// CHECK: body:
// CHECK: %[[SLOT:.*]] = getelementptr inbounds i64, ptr %[[IDS]], i64 %{{.*}}
// CHECK-NEXT: store i64 %{{.*}}, ptr %[[SLOT]]
// CHECK: call void @baton_rt_ids_free(ptr %0, ptr %[[IDS]])
// CHECK-NEXT: ret i32 0
func.func @large() {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c7000 = arith.constant 7005 : index
  %ids = orch.parallel %i = %c5 to %c7000 step %c7 -> (!orch.tasks<1000>) {
    %t = orch.fence
    orch.yield %t : !orch.task
  }
  %f = orch.fence after(%ids : !orch.tasks<1000>)
  return
}
