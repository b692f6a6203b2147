// RUN: not baton-opt %t-missing.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// Inputs that cannot be read are refused by name, with the system's reason.
// RUN: mkdir -p %t-folder && not baton-opt %t-folder 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: not baton-opt %s %s 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not baton-opt 2>&1 <&- | FileCheck %s --check-prefix=CLOSED
// RUN: not baton-opt /proc/self/mem 2>&1 | FileCheck %s --check-prefix=UNREADABLE
// RUN: for tool in baton-translate "baton-run --kernels=%run_kernels"; do for input in %t-missing.mlir %t-folder /proc/self/mem; do \
// RUN:   not $tool $input 2>&1 || exit 1; done; done | FileCheck %s --check-prefixes=MISSING,FOLDER,UNREADABLE

// MISSING: error: cannot open input file '{{.*}}-missing.mlir': No such file or directory
// FOLDER:  error: cannot read input file '{{.*}}-folder': Is a directory
// UNREADABLE: error: cannot read input file '/proc/self/mem': Input/output error
// TWO:     baton-opt: more than one input file: '{{.*}}input-errors.mlir' and '{{.*}}input-errors.mlir'
// CLOSED:  error: cannot read input file '<stdin>': Bad file descriptor
