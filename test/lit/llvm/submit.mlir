// RUN: baton-translate %s | FileCheck %s
// Submits: the three shapes of lists, words that stay the same before the loop, ids tested and not looked into.

func.func private @k(memref<8xf32>, index) attributes {orch.kernel}
func.func private @plain() attributes {orch.kernel, orch.core = "vector", orch.symbol = "plain_tile"}

// The tables: what is constant stands there, and each object names the version that it was made for.
// CHECK-DAG: c"plain_tile\00"
// CHECK-DAG: c"vector\00"
// CHECK-DAG: @baton_rt_abi_1 = external constant i32
// CHECK-DAG: @llvm.used = appending global [1 x ptr] [ptr @baton.version]

// CHECK-LABEL: define internal i32 @baton.body.lists(
func.func @lists(%n: index) {
  %none = orch.none : !orch.task
  // CHECK: %[[A:.*]] = call i64 @baton_rt_submit1(ptr %0, ptr %{{.*}}, ptr null, i64 0)
  // CHECK-NEXT: %[[OK:.*]] = icmp ne i64 %[[A]], 0
  // CHECK-NEXT: br i1 %[[OK]], label %{{.*}}, label %fail, !prof
  %a = orch.submit @plain() after(%none : !orch.task)
  // CHECK: %[[B:.*]] = call i64 @baton_rt_submit1(ptr %0, ptr %{{.*}}, ptr null, i64 %[[A]])
  %b = orch.submit @plain() after(%a : !orch.task)
  // CHECK: store i64 %[[A]], ptr %[[LIST:.*]], align 8
  // CHECK: store i64 %[[B]]
  // CHECK: call i64 @baton_rt_submit(ptr %0, ptr %{{.*}}, ptr null, ptr %[[LIST]], i64 2)
  %c = orch.submit @plain() after(%a : !orch.task) derived(%b, %none : !orch.task, !orch.task)
  %xs = orch.none : !orch.tasks<4>
  // CHECK: call i64 @baton_rt_submit(ptr %0, ptr %{{.*}}, ptr null, ptr %{{.*}}, i64 4)
  %d = orch.submit @plain() after(%xs : !orch.tasks<4>)
  // CHECK: call i64 @baton_rt_submit_spans(ptr %0, ptr %{{.*}}, ptr null, ptr %{{.*}}, i64 2)
  %e = orch.submit @plain() after(%xs, %a : !orch.tasks<4>, !orch.task)
  // CHECK: call i64 @baton_rt_fence(ptr %0, ptr %{{.*}}, ptr null, i64 0)
  %f = orch.fence
  // CHECK: call i64 @baton_rt_fence_spans(
  %g = orch.fence after(%f, %xs : !orch.task, !orch.tasks<4>)
  // CHECK: %[[STATUS:.*]] = call i32 @baton_rt_wait(ptr %0, ptr %{{.*}}, ptr %{{.*}}, i64 1)
  // CHECK-NEXT: icmp eq i32 %[[STATUS]], 0
  orch.wait %g : !orch.task
  return
}

// In the loop only what changes is stored: the buffer's words are stored before it.
// CHECK-LABEL: define internal i32 @baton.body.hoisted(
// CHECK: store ptr %2, ptr %[[WORDS:.*]], align 8
// CHECK: store i64 %3
// CHECK: br label %loop
// CHECK: body:
// CHECK-NEXT: %[[WORD:.*]] = getelementptr inbounds i64, ptr %[[WORDS]], i64 2
// CHECK-NEXT: store i64 %{{.*}}, ptr %[[WORD]]
// CHECK-NOT: store
// CHECK: call i64 @baton_rt_submit1(ptr %0, ptr %{{.*}}, ptr %[[WORDS]], i64 0)
func.func @hoisted(%x: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    orch.submit @k(%x, %i : memref<8xf32>, index)
  }
  return
}
