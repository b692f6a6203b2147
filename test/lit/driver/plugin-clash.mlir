// RUN: not baton-opt %s --load-pass-plugin=%plugins/good.so --load-pass-plugin=%plugins/same_name.so 2>&1 | FileCheck %s --check-prefix=TWO
// Two passes of one name are an error that names both origins; a plugin that fails half-way adds nothing.
// RUN: not baton-opt %s --load-pass-plugin=%plugins/clash.so 2>&1 | FileCheck %s --check-prefix=LINKED
// RUN: baton-opt-bare %s --load-pass-plugin=%plugins/clash.so --phase-fence
// RUN: not baton-opt-bare %s --load-pass-plugin=%lib/libbaton-passes.so --load-pass-plugin=%plugins/clash.so 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: cp %plugins/good.so %t-copy.so && not baton-opt %s --load-pass-plugin=%plugins/good.so --load-pass-plugin=%t-copy.so 2>&1 | FileCheck %s --check-prefix=COPY
// RUN: not baton-opt %s --load-pass-plugin=%plugins/twice_in_itself.so 2>&1 | FileCheck %s --check-prefix=ITSELF

// TWO:    error: cannot load pass plugin '{{.*}}/same_name.so': pass 'lonely' is already defined by '{{.*}}/good.so'
// LINKED: error: cannot load pass plugin '{{.*}}/clash.so': pass 'phase-fence' is already defined by 'baton-opt'
// FILE:   error: cannot load pass plugin '{{.*}}/clash.so': pass 'phase-fence' is already defined by '{{.*}}/libbaton-passes.so'
// COPY:   error: cannot load pass plugin '{{.*}}-copy.so': pass 'lonely' is already defined by '{{.*}}/good.so'
// ITSELF: error: cannot load pass plugin '{{.*}}/twice_in_itself.so': pass 'lonely' is already defined by '{{.*}}/twice_in_itself.so'
func.func @f() {
  return
}
