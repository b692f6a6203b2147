// RUN: not baton-opt %t-missing.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// Inputs that cannot be read are refused by name, with the system's reason.
// RUN: mkdir -p %t-folder && not baton-opt %t-folder 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: not baton-opt %s %s 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not baton-opt 2>&1 <&- | FileCheck %s --check-prefix=CLOSED

// MISSING: error: cannot open input file '{{.*}}-missing.mlir': No such file or directory
// FOLDER:  error: cannot read input file '{{.*}}-folder': Is a directory
// TWO:     baton-opt: more than one input file: '{{.*}}input-errors.mlir' and '{{.*}}input-errors.mlir'
// CLOSED:  error: cannot read input file '<stdin>': Bad file descriptor
