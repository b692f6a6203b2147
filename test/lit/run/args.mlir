// RUN: rm -rf %t && mkdir -p %t/in %t/out && baton-run %s --kernels=%run_kernels --entry=twice --arg=iota --arg=zeros:2x8 --out=0:%t/in/b.npy --out=1:%t/in/c.npy
// Arguments come from files, folders and the command line, and results go to files; what does not fit is refused by name.
// RUN: baton-run %s --kernels=%run_kernels --entry=twice --args-dir=%t/in --out-dir=%t/out --print=0 --print=1 | FileCheck %s --check-prefix=SECOND
// RUN: test "$(ls %t/out)" = "b.npy"
// RUN: baton-run %s --kernels=%run_kernels --entry=twice --arg=%t/out/b.npy --arg=%t/in/c.npy --print=0 --repeat=3 | FileCheck %s --check-prefix=THIRD
// RUN: baton-run %s --kernels=%run_kernels --entry=twice --arg=iota --arg=zeros:1x8 --out-dir=%t/out && test -f %t/out/arg0.npy
// RUN: cmp %t/out/arg0.npy %t/in/b.npy
// RUN: not baton-run %s --kernels=%run_kernels 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: not baton-run %s --kernels=%run_kernels --entry=inner 2>&1 | FileCheck %s --check-prefix=NOENTRY
// RUN: not baton-run %s --kernels=%run_kernels --entry=twice --arg=iota 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not baton-run %s --kernels=%run_kernels --entry=twice --arg=iota:7 --arg=zeros:2x8 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: not baton-run %s --kernels=%run_kernels --entry=twice --arg=%t/in/c.npy --arg=zeros:2x8 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not baton-run %s --kernels=%run_kernels --entry=twice --arg=iota --arg=zeros 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// RUN: not baton-run %s --kernels=%run_kernels --entry=scalar --arg=%t/in/b.npy --arg=0 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not baton-run %s --kernels=%run_kernels --entry=scalar --arg=zeros --arg=300 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not baton-run %s --kernels=%run_kernels --entry=scalar --arg=%t/none.npy --arg=3 2>&1 | FileCheck %s --check-prefix=NOFILE
// RUN: head -c 100 %t/in/b.npy > %t/short.npy && not baton-run %s --kernels=%run_kernels --entry=twice --arg=%t/short.npy --arg=zeros:2x8 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: echo nothing > %t/text.npy && not baton-run %s --kernels=%run_kernels --entry=twice --arg=%t/text.npy --arg=zeros:2x8 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not baton-run %s --kernels=%t/none.so --entry=twice 2>&1 | FileCheck %s --check-prefix=NOLIB
// RUN: not baton-run %s --entry=twice --arg=iota --arg=zeros:2x8 2>&1 | FileCheck %s --check-prefix=NOKERNEL
// RUN: not baton-run %s --kernels=%run_kernels --entry=twice --arg=iota --arg=zeros:2x8 --out=2:%t/x.npy 2>&1 | FileCheck %s --check-prefix=NOARG
// RUN: not baton-run %s --kernels=%run_kernels --entry=twice --arg=iota --arg=zeros:2x8 --workers=none:0 2>&1 | FileCheck %s --check-prefix=WORKERS
// RUN: baton-run %s --kernels=%run_kernels --entry=scalar --arg=zeros --arg=-56 --print=0 --stats-json=%t/stats.json --trace=%t/trace.json | FileCheck %s --check-prefix=SCALAR
// RUN: FileCheck %s --check-prefix=STATS < %t/stats.json
// RUN: FileCheck %s --check-prefix=TRACE < %t/trace.json

// SECOND: [3, 7, 11, 15, 19, 23, 27, 31]
// SECOND: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
// THIRD: [7, 15, 23, 31, 39, 47, 55, 63]
// ENTRY: error: the program has 2 public functions with a body: choose one with --entry=NAME
// NOENTRY: error: there is no public function @inner with a body
// NUMBER: error: the program takes 2 arguments, but 1 were given
// SHAPE: error: argument #0: 'iota:7' has shape 7, but the program takes 8
// RANK: error: argument #0: '{{.*}}c.npy' has shape 2x8, but the program takes 8
// DYNAMIC: error: argument #1: 'zeros' needs a shape, as in zeros:2x3
// TYPE: error: argument #0: '{{.*}}b.npy' has elements of type '<i8', but the program takes bf16 ('<V2')
// VALUE: error: argument #1: '300' is not a value of type i8
// NOFILE: error: cannot open input file '{{.*}}none.npy': No such file or directory
// SHORT: error: cannot read '{{.*}}short.npy' as an array: it ends within its header
// TEXT: error: cannot read '{{.*}}text.npy' as an array: it does not begin like one of NumPy's files
// NOLIB: error: cannot load kernels: {{.*}}none.so
// NOKERNEL: args.mlir:[[@LINE+13]]:1: error: 'func.func' op has symbol 'step8', which none of the 0 kernel libraries defines
// NOARG: error: there is no argument #2: the program takes 2
// WORKERS: error: 'none:0' is neither a number of workers
// SCALAR: [-56, -56, -56, -56]
// SCALAR: result #0: -56
// STATS-DAG: "runs": 1
// STATS-DAG: "tasks": 0
// STATS-DAG: "fences": 1
// STATS-DAG: "orchestration_us":
// TRACE: {

module {

func.func private @step8(memref<8xi64>, index) attributes {orch.kernel}

func.func @twice(%a: memref<8xi64>, %unused: memref<?x8xi64>) {
  %c1 = arith.constant 1 : index
  orch.submit @step8(%a, %c1 : memref<8xi64>, index)
  return
}

func.func @scalar(%a: memref<4xbf16>, %x: i8) -> i8 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %f = arith.sitofp %x : i8 to bf16
  %t = orch.fence
  scf.for %i = %c0 to %c4 step %c1 {
    memref.store %f, %a[%i] : memref<4xbf16>
  }
  return %x : i8
}

func.func private @inner() {
  return
}
}
