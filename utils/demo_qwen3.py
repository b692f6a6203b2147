# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The figures of the Qwen3-14B prefill program, computed from the reports of the passes, and its execution.

    python3 utils/demo_qwen3.py SOURCE-FOLDER BUILD-FOLDER

Prints the lists before and after, runs the reduced program in three variants on 1 and on 4 workers, checks every run against the
reference, and ends with 1 if anything does not agree.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

PIPELINES = {
    "no pass": "",
    "mode=loop": "builtin.module(derive-deps,phase-fence{mode=loop})",
    "default": "builtin.module(derive-deps,prune-deps,phase-fence)",
}
WORKERS = (1, 4)
REPEATS = 5
WINDOW = 1 << 17  # unfinished tasks: room for all, so that submitting never waits for a task


def run(command):
    """Runs a command; its output, or the end of this program with what it said."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.stderr.write(done.stdout + done.stderr)
        sys.exit("error: failed: " + " ".join(command))
    return done.stdout


def report(tools, program, passes, folder):
    """The reports after no pass, and after each of the given ones, in one compilation."""
    paths, steps = [], []
    for name in [None] + passes:
        path = os.path.join(folder, "report%d.json" % len(paths))
        paths.append(path)
        steps += ([name] if name else []) + ["report-deps{format=json file=%s}" % path]
    run([tools["baton-opt"], program, "-o", os.devnull, "--pass-pipeline=builtin.module(%s)" % ",".join(steps)])
    return [json.load(open(path))["regions"] for path in paths]


def place(item):
    return item["loc"]["line"], item["loc"]["column"]


def same(items, wanted):
    return next(item for item in items if place(item) == place(wanted))


def heaviest(items):
    return max(items, key=lambda item: item["entries"])


def sizes(numbers):
    return "[" + ", ".join(str(number) for number in numbers) + "]"


def show_figures(tools, program, folder):
    _, derived, original = report(tools, program, ["derive-deps", "phase-fence{mode=loop}"], folder)
    plain, _, _, default = report(tools, program, ["derive-deps", "prune-deps", "phase-fence"], folder)

    # The region with the most entries is the body of one chunk; in it, the loop with the most.
    chunk = heaviest(derived)
    loop = heaviest(chunk["loops"])
    after_loop, after_default = same(original, chunk), same(default, chunk)

    print("\nderive-deps, the waits of one chunk of 64 tokens (%s):" % chunk["op"])
    print("lists before: " + sizes(chunk["lists"]))
    print("\nderive-deps, phase-fence{mode=loop}:")
    print("lists after:  " + sizes(after_loop["lists"]))
    print("fences: " + sizes(after_loop["fences"]))
    print("loop entries: %d -> %d" % (loop["entries"], same(after_loop["loops"], loop)["entries"]))
    print("chunk entries: %d -> %d" % (chunk["entries"], after_loop["entries"]))
    print("\nderive-deps, prune-deps, phase-fence (the default pipeline, --orchestrate):")
    print("lists after:  " + sizes(after_default["lists"]))
    print("fences: " + sizes(after_default["fences"]))
    print("loop entries: %d -> %d" % (loop["entries"], same(after_default["loops"], loop)["entries"]))
    print("chunk entries: %d -> %d" % (chunk["entries"], after_default["entries"]))
    print("tracked arguments: %d -> %d" % (same(plain, chunk)["tracked_arguments"], after_default["tracked_arguments"]))


def execute(tools, program, kernels, inputs, pipeline, workers, folder):
    """Runs one variant, checks its results, and returns the run's statistics."""
    out = os.path.join(folder, "out")
    shutil.rmtree(out, ignore_errors=True)
    os.mkdir(out)
    stats = os.path.join(folder, "stats.json")
    command = [tools["baton-run"], program, "--kernels=" + kernels, "--args-dir=" + inputs, "--workers=%d" % workers,
               "--window=%d" % WINDOW, "--repeat=%d" % REPEATS, "--stats-json=" + stats]
    for index, name in ((14, "k_cache"), (15, "v_cache"), (23, "out")):
        command.append("--out=%d:%s" % (index, os.path.join(out, name + ".npy")))
    if pipeline:
        command.append("--pass-pipeline=" + pipeline)
    run(command)
    run([tools["qwen3-model"], "check", out])
    return json.load(open(stats))


def show_execution(tools, program, kernels, folder):
    inputs = os.path.join(folder, "inputs")
    run([tools["qwen3-model"], "write", inputs])
    print("\nThe reduced program (same loops, smaller blocks): %d repeats each, all results checked against the reference" %
          REPEATS)
    print("%-10s %8s %17s %8s %7s %7s %13s %17s" % ("variant", "workers", "orchestration us", "ratio", "tasks", "fences",
                                                    "wait entries", "tracker look-ups"))
    for workers in WORKERS:
        without = None
        for name, pipeline in PIPELINES.items():
            stats = execute(tools, program, kernels, inputs, pipeline, workers, folder)
            median = stats["orchestration_us"]
            without = without or median
            print("%-10s %8d %17.1f %8.3f %7d %7d %13d %17d" %
                  (name, workers, median, median / without, stats["tasks"], stats["fences"], stats["entries"],
                   stats["tracked_lookups"]))


def main():
    source, build = sys.argv[1:3]
    tools = {name: os.path.join(build, "bin", name)
             for name in ("baton-opt", "baton-translate", "baton-run", "qwen3-model")}
    models = os.path.join(source, "test", "models")
    with tempfile.TemporaryDirectory() as folder:
        print("== the Qwen3-14B prefill program, full size")
        show_figures(tools, os.path.join(models, "qwen3_14b_prefill.mlir"), folder)
        print("\n== the Qwen3-14B prefill program, executed")
        show_execution(tools, os.path.join(models, "qwen3_14b_prefill_small.mlir"),
                       os.path.join(build, "lib", "libqwen3_kernels.so"), folder)
    print("\nall runs agree with the reference")


if __name__ == "__main__":
    main()
