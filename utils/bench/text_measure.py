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
SMALLEST = 2_000
STARTS = 41
DEPTH = 900  # regions in each other, within the limit that both tools read
WIDTH = 100_000  # operands of one op

# The goals: times as fast, parts of the memory, and how much an op of the largest module may cost against one of OPS.
LEAST_SPEED = 10
MOST_MEMORY = 1 / 3
MOST_GROWTH = 1.5


def measure(build, command):
    out = subprocess.run([f"{build}/bin/bench-measure", *command], check=True, stdout=subprocess.PIPE, text=True).stdout
    cpu_us, _, peak_kb = out.split()
    return int(cpu_us) / 1e3, int(peak_kb) / 1024


def sample(build, commands, runs):
    """Runs all commands in turn, several times: for each the times in milliseconds and peaks in MiB."""
    samples = [[] for _ in commands]
    for _ in range(runs):
        for command, kept in zip(commands, samples):
            kept.append(measure(build, command))
    return [tuple(zip(*kept)) for kept in samples]


def spread(values):
    return f"{statistics.median(values):8.1f} [{min(values):.1f}, {max(values):.1f}]"


class Goals:
    def __init__(self):
        self.num_missed = 0

    def check(self, is_met):
        self.num_missed += not is_met
        return "met" if is_met else "MISSED"


def generate(folder, num_ops):
    path = f"{folder}/{num_ops}.mlir"
    with open(path, "w") as out:
        subprocess.run([sys.executable, f"{HERE}/text_module.py", str(num_ops)], check=True, stdout=out)
    return path


def write(path, text):
    with open(path, "w") as out:
        out.write(text)
    return path


def deep(folder):
    body = "".join("  " * k + "scf.if %c {\n" for k in range(DEPTH)) + "}\n" * DEPTH
    return write(f"{folder}/deep.mlir", f"func.func @deep(%c: i1) {{\n{body}return\n}}\n")


def wide(folder):
    types = ", ".join(["index"] * WIDTH)
    uses = ", ".join(["%n"] * WIDTH)
    return write(f"{folder}/wide.mlir", f'func.func @wide(%n: index) {{\n"x.y"({uses}) : ({types}) -> ()\nreturn\n}}\n')


def compare(goals, what, build, baton, mlir, runs):
    """Speed is the median over runs of the ratio of two that followed each other."""
    (our_ms, our_mb), (their_ms, their_mb) = sample(build, [baton, mlir], runs)
    speeds = [theirs / ours for ours, theirs in zip(our_ms, their_ms)]
    speed, memory = statistics.median(speeds), statistics.median(our_mb) / statistics.median(their_mb)
    print(f"{what}\n  baton-opt  ms {spread(our_ms)}   MiB {spread(our_mb)}\n"
          f"  mlir-opt   ms {spread(their_ms)}   MiB {spread(their_mb)}")
    fast, small = goals.check(speed >= LEAST_SPEED), goals.check(memory <= MOST_MEMORY)
    print(f"  times faster {spread(speeds)}, goal {LEAST_SPEED}: {fast}   part of the memory {memory:.3f},"
          f" goal {MOST_MEMORY:.3f}: {small}", flush=True)


def scale(goals, build, tool, folder, largest):
    print("baton-opt alone")
    per_op, num_ops = {}, SMALLEST
    while num_ops <= largest:
        path = generate(folder, num_ops)
        [(times, peaks)] = sample(build, [[tool, path]], 9 if num_ops < OPS else 3)
        ms, peak_mb = statistics.median(times), statistics.median(peaks)
        per_op[num_ops] = ms * 1e3 / num_ops, peak_mb * 2**20 / num_ops
        print(f"{num_ops:>9} ops  {per_op[num_ops][0]:6.2f} us per op  {peak_mb:8.1f} MiB, {per_op[num_ops][1]:6.0f} bytes"
              " per op", flush=True)
        os.remove(path)
        num_ops *= 10
    largest = max(per_op)
    if largest > OPS:
        growth = [many / few for many, few in zip(per_op[largest], per_op[OPS])]
        print(f"  an op of {largest} against one of {OPS}: time {growth[0]:.2f}, memory {growth[1]:.2f};"
              f" goal {MOST_GROWTH}: {goals.check(max(growth) <= MOST_GROWTH)}")


def main():
    build, mlir_opt, runs, largest = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    tool, goals = f"{build}/bin/baton-opt", Goals()
    with tempfile.TemporaryDirectory() as folder:
        path, empty = generate(folder, OPS), write(f"{folder}/empty.mlir", "")
        theirs = [mlir_opt, "--allow-unregistered-dialect"]
        ours = [tool, "--allow-unregistered-dialect"]
        print(f"median [least, most]; {OPS} ops are {os.path.getsize(path) / 1e6:.1f} MB of text")
        compare(goals, "read, verify, print", build, [tool, path], [*theirs, path], runs)
        generic = "--mlir-print-op-generic"
        compare(goals, "the same, printed in generic form", build, [tool, generic, path], [*theirs, generic, path], runs)
        for what, made in (f"{DEPTH} regions in each other", deep(folder)), (f"{WIDTH} operands", wide(folder)):
            compare(goals, what, build, [*ours, made], [*theirs, made], runs)
        compare(goals, "an empty file", build, [tool, empty], [*theirs, empty], STARTS)
        os.remove(path)
        scale(goals, build, tool, folder, largest)
    print("all goals are met" if goals.num_missed == 0 else f"{goals.num_missed} goals are missed")
    return 1 if goals.num_missed else 0


sys.exit(main())
