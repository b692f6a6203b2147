// RUN: baton-translate %s | FileCheck %s
// Where the host's references of buffers end: after the last use; handed over where a buffer is carried, yielded or returned.

func.func private @k(memref<8xf32>) attributes {orch.kernel}

// CHECK-LABEL: define internal i32 @baton.body.last_use(
// CHECK: %[[A:.*]] = call ptr @baton_rt_alloc
// CHECK: %[[B:.*]] = call ptr @baton_rt_alloc
// CHECK: call i64 @baton_rt_submit1
// CHECK: call void @baton_rt_release(ptr %0, ptr %[[A]])
// CHECK: call i64 @baton_rt_submit1
// CHECK: call void @baton_rt_release(ptr %0, ptr %[[B]])
// CHECK: call i64 @baton_rt_fence
// CHECK-NOT: call void @baton_rt_re
// CHECK: ret i32 0
func.func private @last_use() {
  %a = orch.alloc() : memref<8xf32>
  %b = orch.alloc() : memref<8xf32>
  %v = memref.cast %b : memref<8xf32> to memref<?xf32>
  orch.submit @k(%a : memref<8xf32>)
  %w = memref.cast %v : memref<?xf32> to memref<8xf32>
  orch.submit @k(%w : memref<8xf32>)
  %f = orch.fence
  return
}

// The initial buffer and the yielded one change hands; the carried one ends after its last use in each iteration.
// CHECK-LABEL: define internal i32 @baton.body.carried(
// CHECK: %[[FIRST:.*]] = call ptr @baton_rt_alloc
// CHECK-NOT: call void @baton_rt_re
// CHECK: loop:
// CHECK: %[[H:.*]] = phi ptr [ %[[FIRST]], %{{.*}} ], [ %[[NEXT:.*]], %{{.*}} ]
// CHECK: body:
// CHECK: call i64 @baton_rt_submit1
// CHECK: call void @baton_rt_release(ptr %0, ptr %[[H]])
// CHECK: call i64 @baton_rt_submit1
// CHECK-NOT: call void @baton_rt_re
// CHECK: br label %loop
func.func private @carried(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = orch.alloc() : memref<8xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %a) -> (memref<8xf32>) {
    %b = orch.alloc() : memref<8xf32>
    orch.submit @k(%h : memref<8xf32>)
    orch.submit @k(%b : memref<8xf32>)
    scf.yield %b : memref<8xf32>
  }
  return
}

// What stays with its owner is retained for the other one.
// CHECK-LABEL: define internal { i32, ptr, i64 } @baton.body.shared(
// CHECK: then:
// CHECK: call void @baton_rt_retain(ptr %0, ptr %[[A:.*]])
// CHECK: else:
// CHECK: call void @baton_rt_retain(ptr %0, ptr %2)
// CHECK: merge:
// CHECK: %[[R:.*]] = phi ptr
// CHECK: call void @baton_rt_release(ptr %0, ptr %[[A]])
// CHECK-NOT: call void @baton_rt_re
// CHECK: ret
func.func private @shared(%x: memref<8xf32>, %c: i1) -> memref<8xf32> {
  %a = orch.alloc() : memref<8xf32>
  %r = scf.if %c -> (memref<8xf32>) {
    scf.yield %a : memref<8xf32>
  } else {
    scf.yield %x : memref<8xf32>
  }
  orch.submit @k(%a : memref<8xf32>)
  return %r : memref<8xf32>
}
