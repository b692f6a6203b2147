# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures lowering, see utils/bench/lower."""

import pathlib
import subprocess
import sys
import tempfile

# MLIR's own way from async.execute to LLVM's dialect.
ASYNC_PASSES = [
    "--async-func-to-async-runtime",
    "--async-to-async-runtime",
    "--async-runtime-ref-counting",
    "--async-runtime-ref-counting-opt",
    "--convert-async-to-llvm",
    "--convert-func-to-llvm",
    "--reconcile-unrealized-casts",
]


def all_to_all(width, phases):
    """Loops, in which each task of a phase waits for all of the phase before."""
    ids = f"!orch.tasks<{width}>"
    return f"""func.func private @k() attributes {{orch.kernel}}
func.func @main() {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %width = arith.constant {width} : index
  %phases = arith.constant {phases} : index
  %none = orch.none : {ids}
  %last = scf.for %p = %c0 to %phases step %c1 iter_args(%before = %none) -> ({ids}) {{
    %now = orch.parallel %i = %c0 to %width step %c1 -> ({ids}) {{
      %t = orch.submit @k() after(%before : {ids})
      orch.yield %t : !orch.task
    }}
    scf.yield %now : {ids}
  }}
  return
}}
"""


def straight_line(num):
    """A chain of submits without a loop."""
    lines = ["func.func private @k(memref<8xi64>, index) attributes {orch.kernel}"]
    lines += ["func.func @main(%a: memref<8xi64>) {"]
    lines += ["  %c = arith.constant 1 : index", "  %t0 = orch.submit @k(%a, %c : memref<8xi64>, index)"]
    lines += [
        f"  %t{i} = orch.submit @k(%a, %c : memref<8xi64>, index) after(%t{i - 1} : !orch.task)" for i in range(1, num)
    ]
    return "\n".join([*lines, "  return", "}", ""])


def async_all_to_all(width, phases):
    """The same tasks and waits as all_to_all for MLIR's async dialect, which has no arrays of tokens: written out."""
    lines = ["func.func private @k()", "func.func @main() {"]
    before = ""
    for p in range(phases):
        for i in range(width):
            lines.append(f"  %t{p}_{i} = async.execute{before} {{ func.call @k() : () -> () async.yield }}")
        before = " [" + ", ".join(f"%t{p}_{i}" for i in range(width)) + "]"
    return "\n".join([*lines, "  return", "}", ""])


def measure(build, command):
    """CPU milliseconds and megabytes of a command."""
    result = subprocess.run([build / "bin/bench-measure", *command], capture_output=True, text=True, check=True)
    cpu_us, _, kilobytes = map(int, result.stdout.split())
    return cpu_us / 1e3, kilobytes / 1e3


def main(build, mlir_opt, sizes):
    translate = build / "bin/baton-translate"
    start_ms, start_mb = measure(build, [translate, "--version"])
    print(f"starting baton-translate with LLVM's library: {start_ms:.0f} ms of CPU time, {start_mb:.0f} MB")
    print("what follows is on top of that")
    with tempfile.TemporaryDirectory() as folder:
        source, output = pathlib.Path(folder, "in.mlir"), pathlib.Path(folder, "out")
        for width, phases in ((64, 20), (256, 20)):
            source.write_text(all_to_all(width, phases))
            _, mb = measure(build, [translate, source, "-o", output])
            stages = subprocess.run([build / "bin/bench-compile", source], capture_output=True, text=True, check=True)
            whole = stages.stdout.splitlines()[-1].split("memory")[-1].strip()
            print(f"all-to-all {width} x {phases} to LLVM IR: {whole}, {max(mb - start_mb, 0):.1f} MB, "
                  f"{output.stat().st_size / 1e3:.1f} KB of IR")
        for num in sizes:
            source.write_text(straight_line(num))
            for level in ("-O0", "-O2"):
                ms, mb = measure(build, [translate, source, level, "--emit=obj", "-o", output])
                print(f"straight line, {num} submits to an object, {level}: {(ms - start_ms) * 1e3 / num:.1f} us and "
                      f"{(mb - start_mb) * 1e3 / num:.2f} KB for each")
        if pathlib.Path(mlir_opt).exists():
            for width, phases in ((4, 5), (8, 10), (16, 20)):
                source.write_text(async_all_to_all(width, phases))
                ms, mb = measure(build, [mlir_opt, source, *ASYNC_PASSES, "-o", output])
                print(f"mlir-opt's async lowering, all-to-all {width} x {phases}: {ms:.0f} ms, {mb:.0f} MB in all, "
                      f"{output.stat().st_size / 1e3:.0f} KB of IR")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), sys.argv[2], [int(size) for size in sys.argv[3].split(",")])
