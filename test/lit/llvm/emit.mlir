// RUN: baton-translate %s --emit=llvm -o %t.ll && llvm-as %t.ll -o - | llvm-dis | FileCheck %s
// Each kind of output is what LLVM's own tools read; passes run only where they are asked for.
// RUN: baton-translate %s --emit=bc | llvm-dis | FileCheck %s
// RUN: baton-translate %s --emit=asm | FileCheck %s --check-prefix=ASM
// RUN: baton-translate %s --emit=obj | llvm-nm - | FileCheck %s --check-prefix=OBJ
// RUN: baton-translate %s -O2 | FileCheck %s --check-prefix=OPT
// RUN: baton-translate %s --orchestrate | FileCheck %s --check-prefix=FENCED
// RUN: baton-translate %s --pass-pipeline='builtin.module(phase-fence)' | FileCheck %s --check-prefix=FENCED
// RUN: baton-translate < %s | FileCheck %s
// RUN: baton-translate %s --target=aarch64-linux-gnu --mcpu=cortex-a72 -O2 --emit=asm | FileCheck %s --check-prefix=ARM
// RUN: baton-translate %s --target=aarch64-linux-gnu -g --emit=obj | llvm-readobj -h --symbols - | FileCheck %s --check-prefix=ARM-OBJ
// RUN: baton-translate %s --mcpu=i386 --emit=obj -o %t.o && baton-translate %s --mcpu=no-such-processor --emit=obj -o %t.o
// RUN: baton-translate %s -O1 --emit=obj | llvm-readobj -r - | FileCheck %s --check-prefix=PIC --implicit-check-not='R_X86_64_32 '
// RUN: baton-translate %s --relocation-model=static --target=x86_64-linux-gnu -O1 --emit=obj | llvm-readobj -r - | FileCheck %s --check-prefix=STATIC
// RUN: not baton-translate %s --relocation-model=other 2>&1 | FileCheck %s --check-prefix=MODEL

// ARM: bl baton_rt_submit
// ARM-OBJ: Format: elf64-littleaarch64
// ARM-OBJ: Name: f
// PIC: R_X86_64_PLT32 baton_rt_submit
// STATIC: R_X86_64_32 
// MODEL: 'other' is neither pic nor static

// CHECK-NOT: call i64 @baton_rt_fence
// CHECK: call i64 @baton_rt_submit(
// CHECK-NOT: call i64 @baton_rt_fence
// ASM: baton_rt_submit
// OBJ: U baton_rt_abi_1
// OBJ: T f
// OBJ: U k
// OPT-NOT: alloca {{.*}} i64, i64
// OPT: define {{.*}}i32 @f(ptr
// FENCED: call i64 @baton_rt_fence
func.func private @k() attributes {orch.kernel}
func.func @f() attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c80 = arith.constant 80 : index
  %ids = orch.parallel %i = %c0 to %c80 step %c1 -> (!orch.tasks<80>) {
    %t = orch.submit @k()
    orch.yield %t : !orch.task
  }
  scf.for %i = %c0 to %c80 step %c1 {
    %t = orch.submit @k() after(%ids : !orch.tasks<80>)
  }
  return
}
