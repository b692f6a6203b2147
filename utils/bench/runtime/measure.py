#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Time the runtime and other libraries on the same graphs, in turn, and print a table with ratios and goals.

measure.py FOLDER runs FOLDER/bench-runtime-*. Every number is in nanoseconds per task: the median over the rounds, and
the range. "submit" and "run" are measured apart, by a task that holds the graph; "together" without it. A ratio is what
the best of the others needs divided by what we need: above 1 we are faster.
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import sys

PREFIX = "bench-runtime-"
PARTS = ("submit", "run", "together")
OURS = "baton"


def find_programs(folder, only):
    found = {p.name[len(PREFIX):]: p for p in sorted(folder.glob(PREFIX + "*")) if os.access(p, os.X_OK)}
    wanted = only.split(",") if only else list(found)
    missing = [name for name in [OURS] + wanted if name not in found]
    if missing:
        sys.exit(f"error: not built in {folder}: {', '.join(missing)}")
    return {name: found[name] for name in found if name in wanted or name == OURS}


def read_shapes(program, only):
    text = subprocess.run([program, "--shapes"], check=True, capture_output=True, text=True).stdout
    shapes = [(name, int(tasks), int(waits)) for name, tasks, waits in map(str.split, text.splitlines())]
    if only:
        unknown = set(only.split(",")) - {shape[0] for shape in shapes}
        if unknown:
            sys.exit(f"error: unknown shapes: {', '.join(sorted(unknown))}")
        shapes = [shape for shape in shapes if shape[0] in only.split(",")]
    return shapes


def run_once(program, workers, shape, body, timeout):
    """Three numbers or None each; None if the program failed."""
    environment = dict(os.environ, STARPU_SILENT="1", STARPU_CALIBRATE="0")
    try:
        done = subprocess.run([program, str(workers), shape, body], capture_output=True, text=True, timeout=timeout,
                              env=environment, check=False)
    except subprocess.TimeoutExpired:
        return None
    words = done.stdout.split()
    if done.returncode or len(words) != len(PARTS):
        return None
    return [None if word == "-" else float(word) for word in words]


def collect(programs, shape, arguments, body):
    """times[name][part]: a list over the rounds; interleaved, so that what the machine does meanwhile meets all."""
    times = {name: {part: [] for part in PARTS} for name in programs}
    failed = set()
    for _ in range(arguments.rounds):
        for name, program in programs.items():
            if name in failed:
                continue
            numbers = run_once(program, arguments.workers, shape, body, arguments.timeout)
            if numbers is None:
                failed.add(name)
                continue
            for part, number in zip(PARTS, numbers):
                if number is not None:
                    times[name][part].append(number)
    return times, failed


def goal_of(part, shape):
    """The least ratio that is good enough."""
    if part == "submit":
        return 2.0
    if part == "run":
        return 1.3 if shape.endswith("-fenced") else 3.0 if "x" in shape else 1.0
    return 10.0 if shape == "512x512" else 1.0


def print_shape(shape, tasks, waits, times, failed, body):
    print(f"\n{shape}, {body} bodies: {tasks} tasks, {waits} waits")
    for name, parts in times.items():
        cells = []
        for part in PARTS:
            values = parts[part]
            cells.append(f"{part} {statistics.median(values):9.1f} ({min(values):.1f}-{max(values):.1f})" if values
                         else f"{part}         -")
        print(f"  {name:10}" + "  ".join(f"{cell:36}" for cell in cells).rstrip()
              + ("  FAILED" if name in failed else ""))
    goals = []
    for part in PARTS:
        others = {name: statistics.median(parts[part]) for name, parts in times.items()
                  if name != OURS and parts[part]}
        if not others or not times[OURS][part]:
            continue
        best = min(others, key=others.get)
        ratio = others[best] / statistics.median(times[OURS][part])
        goal = goal_of(part, shape)
        goals.append((part, ratio, goal, best))
    for part, ratio, goal, best in goals:
        print(f"    {part:8} {ratio:7.2f} times {best:8} goal {goal:4.1f}  {'pass' if ratio >= goal else 'FAIL'}")
    return [(shape, body) + row for row in goals]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, help="where the programs are")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--workers", type=int, default=max(2, len(os.sched_getaffinity(0))))
    parser.add_argument("--only", help="names of libraries, with commas between")
    parser.add_argument("--shapes", help="names of shapes, with commas between")
    parser.add_argument("--bodies", default="empty,count", help="empty, count or both")
    parser.add_argument("--timeout", type=float, default=120, help="seconds for one program")
    arguments = parser.parse_args()
    programs = find_programs(arguments.folder, arguments.only)
    shapes = read_shapes(programs[OURS], arguments.shapes)
    load = os.getloadavg()[0]
    print(f"{arguments.workers} workers, {arguments.rounds} rounds, load of the machine {load:.2f}; ns per task")
    rows = []
    for body in arguments.bodies.split(","):
        for shape, tasks, waits in shapes:
            times, failed = collect(programs, shape, arguments, body)
            if OURS in failed:
                sys.exit(f"error: {programs[OURS]} failed on {shape}")
            rows += print_shape(shape, tasks, waits, times, failed, body)
    lost = [row for row in rows if row[3] < row[4]]
    if rows:
        print(f"\n{len(rows) - len(lost)} of {len(rows)} goals hold; slower than the best of the others in "
              f"{sum(row[3] < 1 for row in rows)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
