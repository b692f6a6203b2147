// RUN: not baton-opt %s --pass-pipeline='builtin.module(derive-deps,phase-fense)' 2>&1 | FileCheck %s --check-prefix=PASS
// Mistakes in pipelines and options show the text, the place and what may have been meant.
// RUN: not baton-opt %s --load-pass-plugin=%plugins/sample_passes.so --count-submits=kernal=k 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not baton-opt %s --load-pass-plugin=%plugins/sample_passes.so --count-submits=limit=few 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not baton-opt %s --load-pass-plugin=%plugins/sample_passes.so --mark-functions 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not baton-opt %s --load-pass-plugin=%plugins/sample_passes.so --mark-functions="word=x color=mauve" 2>&1 | FileCheck %s --check-prefix=CHOICE
// RUN: not baton-opt %s --load-pass-plugin=%plugins/sample_passes.so --pass-pipeline='builtin.module(func.func(count-submits))' 2>&1 | FileCheck %s --check-prefix=NESTING
// RUN: not baton-opt %s --load-pass-plugin=%plugins/sample_passes.so --pass-pipeline='builtin.module(fun.func(mark-functions{word=x}))' 2>&1 | FileCheck %s --check-prefix=ANCHOR
// RUN: not baton-opt %s --pass-pipeline='phase-fence' 2>&1 | FileCheck %s --check-prefix=BARE
// RUN: not baton-opt %s --pass-pipeline= 2>&1 | FileCheck %s --check-prefix=BARE
// RUN: not baton-opt %s --no-such-pass 2>&1 | FileCheck %s --check-prefix=FLAG

// PASS:       {{^}}<pass-pipeline>:1:28: error: no pass is called 'phase-fense'; did you mean 'phase-fence'?
// PASS-NEXT:  {{^}}  builtin.module(derive-deps,phase-fense)
// PASS-NEXT:  {{^                             \^$}}
// PASS-NOT:   {{.}}

// OPTION:      {{^}}<options of count-submits>:1:1: error: pass 'count-submits' has no option 'kernal'; did you mean 'kernel'?
// OPTION-NEXT: {{^}}  kernal=k
// OPTION-NEXT: {{^  \^$}}

// VALUE:       error: option 'limit' of pass 'count-submits' must be a 64-bit integer, not 'few'
// MISSING:     error: pass 'mark-functions' needs its option 'word'
// CHOICE:      {{^}}<options of mark-functions>:1:14: error: option 'color' of pass 'mark-functions' must be one of 'red', 'green', 'blue', not 'mauve'
// NESTING:     error: pass 'count-submits' runs on 'builtin.module' and cannot stand in 'func.func(...)'
// ANCHOR:      error: pass 'mark-functions' runs on 'func.func' and cannot stand in 'fun.func(...)'
// BARE:        error: expected 'builtin.module(...)' around the passes
// FLAG:        unrecognized option '--no-such-pass'
