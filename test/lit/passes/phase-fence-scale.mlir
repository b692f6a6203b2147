// RUN: python3 %S/Inputs/fence_chains.py phases 500 8 > %t.phases && baton-opt %t.phases --phase-fence -o %t.fenced && baton-opt %t.fenced --report-deps -o %t.same 2>&1 | FileCheck %s && baton-opt %t.fenced --phase-fence | diff %t.fenced -
// Entries grow linearly with phases, 8 + 8 each; levels of fences are neither flattened nor chained; a second run changes nothing.
// RUN: python3 %S/Inputs/fence_chains.py levels 60 > %t.levels && baton-opt %t.levels > %t.plain && baton-opt %t.levels --phase-fence | diff %t.plain -

// CHECK: fences: [8, 8, 8,
// CHECK: entries: 8000{{$}}
