// RUN: baton-opt --help | FileCheck %s
// Help lists the options and, also from plugins, the passes; the version is printed.
// RUN: baton-opt --help --load-pass-plugin=%plugins/sample_passes.so | FileCheck %s --check-prefixes=CHECK,PLUGIN
// RUN: baton-opt --version | FileCheck %s --check-prefix=VERSION
// RUN: baton-opt --list-passes --load-pass-plugin=%plugins/sample_passes.so | FileCheck %s --check-prefix=LIST

// CHECK:     Usage: baton-opt [OPTION...] [FILE]
// CHECK:     -o FILE
// CHECK:     --pass-pipeline=TEXT
// PLUGIN:    --count-submits[=OPTIONS]   Count the submits of each kernel
// CHECK:     --derive-deps
// CHECK:     --phase-fence
// CHECK:     The exit code is 0 for success
// VERSION:   {{^}}baton-opt {{[0-9]+\.[0-9]+\.[0-9]+$}}
// LIST:      {{^}}derive-deps
// LIST:      {{^}}phase-fence
// LIST:      {{^}}count-submits  Count the submits of each kernel
// LIST-NEXT: {{^}}    kernel=TEXT (default: empty)  count this kernel only
// LIST-NEXT: {{^}}    limit=INTEGER (default: -1)  fail above this number
// LIST-NEXT: {{^}}    mark=true|false (default: false)  number the submits
// LIST-NEXT: {{^}}mark-functions  Mark functions with a word
// LIST-NEXT: {{^}}    word=TEXT (must be given)  what to write
// LIST-NEXT: {{^}}    color=red|green|blue (default: red)
