#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# text_measure.py BUILD-FOLDER MLIR-OPT RUNS LARGEST: the measurements of utils/bench/text, which explains them.
import os
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
OPS = 200_000
STARTS = 41


def measure(build, command):
    out = subprocess.run([f"{build}/bin/bench-measure", *command], check=True, stdout=subprocess.PIPE, text=True).stdout
    cpu_us, _, peak_kb = out.split()
    return int(cpu_us) / 1e6, int(peak_kb) / 1024


def medians(build, commands, runs):
    """Runs all commands in turn, several times; the median time and memory of each."""
    samples = [[] for _ in commands]
    for _ in range(runs):
        for command, kept in zip(commands, samples):
            kept.append(measure(build, command))
    return [tuple(statistics.median(column) for column in zip(*kept)) for kept in samples]


def generate(folder, num_ops):
    path = f"{folder}/{num_ops}.mlir"
    with open(path, "w") as out:
        subprocess.run([sys.executable, f"{HERE}/text_module.py", str(num_ops)], check=True, stdout=out)
    return path


def compare(what, build, baton, mlir, runs):
    (our_s, our_mb), (their_s, their_mb) = medians(build, [baton, mlir], runs)
    print(f"{what:34} baton-opt {our_s * 1e3:8.1f} ms {our_mb:7.1f} MiB   mlir-opt {their_s * 1e3:8.1f} ms {their_mb:7.1f} MiB"
          f"   {their_s / our_s:5.1f} times faster, {our_mb / their_mb:5.3f} of the memory", flush=True)


def scale(build, tool, folder, largest):
    num_ops = 2000
    while num_ops <= largest:
        path = generate(folder, num_ops)
        [(seconds, peak_mb)] = medians(build, [[tool, path]], 9 if num_ops < OPS else 3)
        print(f"{num_ops:>9} ops  {seconds * 1e6 / num_ops:6.2f} us per op  {peak_mb:8.1f} MiB,"
              f" {peak_mb * 2**20 / num_ops:6.0f} bytes per op")
        os.remove(path)
        num_ops *= 10


def main():
    build, mlir_opt, runs, largest = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    tool = f"{build}/bin/baton-opt"
    with tempfile.TemporaryDirectory() as folder:
        path, empty = generate(folder, OPS), f"{folder}/empty.mlir"
        open(empty, "w").close()
        theirs = [mlir_opt, "--allow-unregistered-dialect"]
        print(f"{OPS} ops, {os.path.getsize(path) / 1e6:.1f} MB of text")
        compare("read, verify, print", build, [tool, path], [*theirs, path], runs)
        generic = "--mlir-print-op-generic"
        compare("the same, printed in generic form", build, [tool, generic, path], [*theirs, generic, path], runs)
        compare("an empty file", build, [tool, empty], [*theirs, empty], STARTS)
        os.remove(path)
        scale(build, tool, folder, largest)


main()
