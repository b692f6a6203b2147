// RUN: baton-translate %s --emit=dot --phase-fence=fence-cost=0 | FileCheck %s --check-prefix=DOT
// Pictures of the task graph of an instance: for Graphviz, and as a page with the graph before and behind the passes.
// RUN: baton-translate %s --emit=html --phase-fence=fence-cost=0 > %t.html && FileCheck %s --check-prefix=HTML --input-file=%t.html
// RUN: python3 %S/Inputs/check_page.py %t.html
// RUN: baton-translate %s --emit=html | FileCheck %s --check-prefix=PLAIN
// RUN: baton-translate %s --emit=dot --entry=many --bind=arg0=50 | FileCheck %s --check-prefix=MANY
// RUN: not baton-translate %s --emit=dot --entry=k 2>&1 | FileCheck %s --check-prefix=NOBODY
// RUN: not baton-translate %s --emit=dot --entry=many --bind=arg9=1 2>&1 | FileCheck %s --check-prefix=BIND
// RUN: not baton-translate %s --emit=png 2>&1 | FileCheck %s --check-prefix=KIND

// NOBODY: error: {{.*}}has no function with a body to draw
// BIND: error: {{.*}}arg9
// KIND: 'png' is none of llvm, bc, asm, obj, header, dot, html

func.func private @k() attributes {orch.kernel}

// DOT:      // 6 entries, 1 fences, 3 nodes on the longest way
// DOT-NEXT: digraph tasks {
// DOT:      n0 [label="@k", fillcolor="{{.*}}", color=red, tooltip="submit 0 (@k), line [[@LINE+19]]: a list of 0"];
// DOT:      n3 [label="fence", fillcolor="{{.*}}", shape=diamond, color=red, tooltip="fence, line {{.*}}: a list of 3"];
// DOT:      n0 -> n3 [color=red];
// DOT-NEXT: n1 -> n3 [];
// DOT-NEXT: n2 -> n3 [];
// DOT-NEXT: n3 -> n4 [color=red];
// DOT-NEXT: n3 -> n5 [];
// DOT-NEXT: n3 -> n6 [];
// DOT-NEXT: }
// HTML:     <h2>As written</h2>
// HTML-NEXT: <p>6 tasks, 0 fences, 9 entries, the longest list 3, the longest way 2 nodes</p>
// HTML-NOT: <polygon
// HTML:     <h2>After the passes</h2>
// HTML-NEXT: <p>6 tasks, 1 fences, 6 entries, the longest list 3, the longest way 3 nodes</p>
// HTML:     <polygon class="critical"
// PLAIN:    <h2>As written</h2>
// PLAIN-NOT: <h2>
// PLAIN:    </html>
func.func @few() attributes {orch.scope = "manual"} {
  %a = orch.submit @k()
  %b = orch.submit @k()
  %c = orch.submit @k()
  %d = orch.submit @k() after(%a, %b, %c : !orch.task, !orch.task, !orch.task)
  %e = orch.submit @k() after(%a, %b, %c : !orch.task, !orch.task, !orch.task)
  %f = orch.submit @k() after(%a, %b, %c : !orch.task, !orch.task, !orch.task)
  return
}

// The tasks of a loop are one spot where there are many.
// MANY:      // 2550 entries, 0 fences, 2 nodes on the longest way
// MANY:      n0 [label="@k x 50", {{.*}}: 50 like it, lists of up to 0, 0 entries together"];
// MANY-NEXT: n1 [label="@k x 75", {{.*}}: 75 like it, lists of up to 34, 2550 entries together"];
// MANY-NEXT: n0 -> n1 [label="2550", color=red];
func.func @many(%n: index) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c75 = arith.constant 75 : index
  %xs = orch.parallel %i = %c0 to %n step %c1 -> (!orch.tasks<?>) {
    %t = orch.submit @k()
    orch.yield %t : !orch.task
  }
  orch.parallel %i = %c0 to %c75 step %c1 {
    %w = orch.slice %xs[0] [34] [1] : !orch.tasks<?> to !orch.tasks<34>
    %t = orch.submit @k() after(%w : !orch.tasks<34>)
  }
  return
}
