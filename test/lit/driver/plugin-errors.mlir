// RUN: not baton-opt %s --load-pass-plugin= 2>&1 | FileCheck %s --strict-whitespace --match-full-lines --check-prefix=EMPTY
// What is no plugin, or one of another version, or malformed, is refused in one line that names it; nothing is run.
// RUN: not baton-opt %s --load-pass-plugin=%t-missing.so 2>&1 | FileCheck %s --check-prefixes=CHECK,MISSING
// RUN: not env -C /tmp baton-opt %s --load-pass-plugin=no-such-plugin.so 2>&1 | FileCheck %s --check-prefixes=CHECK,BARE
// RUN: not baton-opt %s --load-pass-plugin=%s 2>&1 | FileCheck %s --check-prefixes=CHECK,TEXT
// RUN: not baton-opt %s --load-pass-plugin=%plugins 2>&1 | FileCheck %s --check-prefixes=CHECK,FOLDER
// RUN: head -c 20 %plugins/good.so > %t-cut.so && not baton-opt %s --load-pass-plugin=%t-cut.so 2>&1 | FileCheck %s --check-prefixes=CHECK,CUT
// RUN: cp %plugins/good.so %t-arm.so && printf '\267' | dd of=%t-arm.so bs=1 seek=18 conv=notrunc status=none && not baton-opt %s --load-pass-plugin=%t-arm.so 2>&1 | FileCheck %s --check-prefixes=CHECK,MACHINE
// RUN: not baton-opt %s --load-pass-plugin=%plugins/undefined_symbol.so 2>&1 | FileCheck %s --check-prefixes=CHECK,UNDEFINED
// RUN: not baton-opt %s --load-pass-plugin=%plugins/no_entry.so 2>&1 | FileCheck %s --check-prefixes=CHECK,ENTRY
// RUN: not baton-opt %s --load-pass-plugin=%plugins/data_entry.so 2>&1 | FileCheck %s --check-prefixes=CHECK,ENTRY
// RUN: not baton-opt %s --load-pass-plugin=%plugins/borrowed_entry.so 2>&1 | FileCheck %s --check-prefixes=CHECK,ENTRY
// RUN: not baton-opt %s --load-pass-plugin=%plugins/newer_major.so 2>&1 | FileCheck %s --check-prefixes=CHECK,NEWER
// RUN: not baton-opt %s --load-pass-plugin=%plugins/older_major.so 2>&1 | FileCheck %s --check-prefixes=CHECK,OLDER
// RUN: not baton-opt %s --load-pass-plugin=%plugins/newer_minor.so 2>&1 | FileCheck %s --check-prefixes=CHECK,MINOR
// RUN: not baton-opt %s --load-pass-plugin=%plugins/short_table.so 2>&1 | FileCheck %s --check-prefixes=CHECK,TABLE
// RUN: not baton-opt %s --load-pass-plugin=%plugins/short_pass.so 2>&1 | FileCheck %s --check-prefixes=CHECK,SHORT-PASS
// RUN: not baton-opt %s --load-pass-plugin=%plugins/short_option.so 2>&1 | FileCheck %s --check-prefixes=CHECK,SHORT-OPTION
// RUN: not baton-opt %s --load-pass-plugin=%plugins/no_table.so 2>&1 | FileCheck %s --check-prefixes=CHECK,NO-TABLE
// RUN: not baton-opt %s --load-pass-plugin=%plugins/missing_pass.so 2>&1 | FileCheck %s --check-prefixes=CHECK,NO-PASS
// RUN: not baton-opt %s --load-pass-plugin=%plugins/no_run.so 2>&1 | FileCheck %s --check-prefixes=CHECK,FUNCTION
// RUN: not baton-opt %s --load-pass-plugin=%plugins/bad_name.so 2>&1 | FileCheck %s --check-prefixes=CHECK,NAME
// RUN: not baton-opt %s --load-pass-plugin=%plugins/bad_kind.so 2>&1 | FileCheck %s --check-prefixes=CHECK,KIND
// RUN: not baton-opt %s --load-pass-plugin=%plugins/bad_choices.so 2>&1 | FileCheck %s --check-prefixes=CHECK,CHOICES
// RUN: not baton-opt %s --load-pass-plugin=%plugins/bad_default.so 2>&1 | FileCheck %s --check-prefixes=CHECK,DEFAULT

//        EMPTY:error: cannot load pass plugin '': the path is empty
//    EMPTY-NOT:{{.+}}
// CHECK-NOT:    {{.}}
// MISSING:      error: cannot load pass plugin '{{.*}}-missing.so': cannot open shared object file: No such file or directory
// BARE:         error: cannot load pass plugin './no-such-plugin.so': cannot open shared object file: No such file or directory
// TEXT:         error: cannot load pass plugin '{{.*}}plugin-errors.mlir': invalid ELF header
// FOLDER:       error: cannot load pass plugin '{{.*}}test-plugins': cannot read file data: Is a directory
// CUT:          error: cannot load pass plugin '{{.*}}-cut.so': file too short
// MACHINE:      error: cannot load pass plugin '{{.*}}-arm.so': cannot open shared object file: No such file or directory; the file is for another machine
// UNDEFINED:    error: cannot load pass plugin '{{.*}}/undefined_symbol.so': undefined symbol: nowhere_to_be_found
// ENTRY:        error: cannot load pass plugin '{{.*}}_entry.so': it has no function 'baton_plugin_get'
// NEWER:        error: cannot load pass plugin '{{.*}}/newer_major.so': it was built for plugin ABI 2.1, and this program has 1.1
// OLDER:        error: cannot load pass plugin '{{.*}}/older_major.so': it was built for plugin ABI 0.1, and this program has 1.1
// MINOR:        error: cannot load pass plugin '{{.*}}/newer_minor.so': it was built for plugin ABI 1.2, and this program has 1.1
// TABLE:        error: cannot load pass plugin '{{.*}}/short_table.so': its table has 16 bytes, and one of plugin ABI 1.0 has 40 or more
// SHORT-PASS:   error: cannot load pass plugin '{{.*}}/short_pass.so': pass 0 has 16 bytes, and one of plugin ABI 1.0 has 80 or more
// SHORT-OPTION: error: cannot load pass plugin '{{.*}}/short_option.so': option 0 of pass 'lonely' has 8 bytes, and one of plugin ABI 1.0 has 40
// NO-TABLE:     error: cannot load pass plugin '{{.*}}/no_table.so': 'baton_plugin_get' returned no table
// NO-PASS:      error: cannot load pass plugin '{{.*}}/missing_pass.so': pass 0 is missing
// FUNCTION:       error: cannot load pass plugin '{{.*}}/no_run.so': pass 0 has no function to run
// NAME:         error: cannot load pass plugin '{{.*}}/bad_name.so': pass 0 has no name that could be written
// KIND:         error: cannot load pass plugin '{{.*}}/bad_kind.so': option 0 of pass 'lonely' is of an unknown kind
// CHOICES:      error: cannot load pass plugin '{{.*}}/bad_choices.so': option 0 of pass 'lonely' has no choices
// DEFAULT:      error: cannot load pass plugin '{{.*}}/bad_default.so': option 0 of pass 'lonely' has a default of another kind
// CHECK-NOT:    {{.}}
func.func @f() {
  return
}
