// RUN: rm -rf %t && mkdir %t && not baton-opt %s --report-deps="file=%t/absent/report.txt" -o %t/out 2>&1 | FileCheck %s && not ls %t/out
// A report that cannot be written and options that make no sense are errors, and nothing is left behind.
// RUN: not baton-opt %s --report-deps="format=xml" 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: not baton-opt %s --phase-fence="fence-cost=-2" 2>&1 | FileCheck %s --check-prefix=COST
// RUN: not baton-opt %s --phase-fence="mode=some" 2>&1 | FileCheck %s --check-prefix=MODE

// CHECK:  report-errors.mlir:{{[0-9]+}}:{{[0-9]+}}: error: 'builtin.module' op cannot write the report to '{{.*}}/absent/report.txt': No such file or directory
// FORMAT: error: {{.*}}format{{.*}}text
// COST:   error: 'builtin.module' op option fence-cost of phase-fence must be -1 or more, but is -2
// MODE:   error: {{.*}}mode{{.*}}loop
module {
}
