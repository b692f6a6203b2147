// RUN: baton-opt %s --load-pass-plugin=%plugins/sample_passes.so --dump-pass-pipeline --mark-functions=word=a --count-submits=kernel=k --mark-functions="word='b c' color=blue" 2>&1 >/dev/null | FileCheck %s --check-prefix=FLAGS
// Passes run in the order of their flags; pipelines and single passes mix; what is printed can be given back.
// RUN: baton-opt %s --load-pass-plugin=%plugins/sample_passes.so --dump-pass-pipeline --count-submits --pass-pipeline='builtin.module(func.func(mark-functions{word=x},mark-functions{color=green word=y}))' --count-submits=mark 2>&1 >/dev/null | FileCheck %s --check-prefix=MIXED
// RUN: baton-opt %s --dump-pass-pipeline --orchestrate 2>&1 >/dev/null | FileCheck %s --check-prefix=ORCHESTRATE
// RUN: baton-opt %s --dump-pass-pipeline 2>&1 >/dev/null | FileCheck %s --check-prefix=NOTHING
// RUN: baton-opt %s --load-pass-plugin=%plugins/sample_passes.so --mark-functions="word='b c' color=blue" | FileCheck %s
// RUN: baton-opt %s --load-pass-plugin=%plugins/sample_passes.so --pass-pipeline='builtin.module(func.func(mark-functions{word="b c" color=blue}))' | FileCheck %s
// RUN: baton-opt %s --load-pass-plugin=%plugins/sample_passes.so -mark-functions="word='b c' color=blue" -pass-pipeline='builtin.module()' | FileCheck %s

// FLAGS:       {{^}}builtin.module(func.func(mark-functions{word=a}),count-submits{kernel=k},func.func(mark-functions{word="b c" color=blue}))
// MIXED:       {{^}}builtin.module(count-submits,func.func(mark-functions{word=x},mark-functions{word=y color=green}),count-submits{mark=true})
// ORCHESTRATE: {{^}}builtin.module(derive-deps,prune-deps,phase-fence){{$}}
// NOTHING:     {{^}}builtin.module(){{$}}

// CHECK: func.func @f() attributes {sample.blue = "b c"}
func.func @f() {
  return
}
