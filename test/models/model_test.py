# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A small model: executed in every way, and its waits held against the textbook.

    python3 test/models/model_test.py BUILD-FOLDER MODEL

Runs the program as it is written, with derived waits and through the default pipeline, on 1, 2 and 8 workers. All results must
agree with the reference and be the same, byte for byte. Derived waits must order every conflict, exactly: a wait that no
conflict asks for is an error too. Where the algorithm has a textbook graph, the program is unrolled and its lists must be those
of the graph, with nothing left to the tracker.
"""

import filecmp
import operator
import os
import re
import subprocess
import sys
import tempfile

import model_graphs

WAYS = {
    "as written": [],
    "derived": ["--derive-deps"],
    "compressed": ["--orchestrate"],
}
WORKERS = (1, 2, 8)
REPEATS = 3

# Enough for the largest loop of a model to be written out, with all that is in it.
UNROLL = "loop-unroll{factor=64 max-ops=100000}"
UNROLLED = "builtin.module(inline,canonicalize,%s,derive-deps)" % ",".join([UNROLL, "canonicalize"] * 3)

# Those with loops whose bounds depend on other loops, which no pass unrolls.
TRIANGULAR = ("cholesky", "lu")

COMPUTE = {"addi": operator.add, "muli": operator.mul}

# Those whose waits derive-deps finds where nothing is unrolled, all of them.
DERIVED_WHOLE = ("cholesky", "lu", "matmul", "experts")


def run(command, text=None):
    """Runs a command on a text; what it printed, or the end of this program."""
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.stderr.write(done.stdout + done.stderr)
        sys.exit("error: failed: " + " ".join(command))
    return done.stdout


def execute(build, program, model, folder):
    inputs = os.path.join(folder, "inputs")
    os.mkdir(inputs)
    run([build + "/bin/small-model", model, "write", inputs])
    names = sorted(os.listdir(inputs))
    first = None
    for way, passes in WAYS.items():
        for workers in WORKERS:
            out = os.path.join(folder, "%s on %d" % (way, workers))
            os.mkdir(out)
            run([build + "/bin/baton-run", program, "--entry=" + model, "--kernels=%s/lib/libmodel_kernels.so" % build,
                 "--args-dir=" + inputs, "--workers=%d" % workers, "--repeat=%d" % REPEATS] + passes +
                ["--out=%d:%s" % (i, os.path.join(out, name)) for i, name in enumerate(names)])
            run([build + "/bin/small-model", model, "check", out])
            first = first or out
            _, different, missing = filecmp.cmpfiles(first, out, names, shallow=False)
            if different or missing:
                sys.exit("error: %s, not as %s: %s" % (out, first, ", ".join(different + missing)))


def check_order(build, program, bind):
    """No order lost by any pass, and no derived wait in vain."""
    each = ["--check-order-each"] + (["--check-order-bind=" + bind] if bind else [])
    exact = "check-order{exact%s}" % (' bind="%s"' % bind if bind else "")
    run([build + "/bin/baton-opt", program, "-o", os.devnull,
         "--pass-pipeline=builtin.module(derive-deps,%s)" % exact] + each)
    run([build + "/bin/baton-opt", program, "-o", os.devnull, "--orchestrate"] + each)


def write_out(lines, values, out):
    """Appends the ops of all iterations of the loops in `lines`, with constants for loop variables; `values` are known."""
    names = {}

    def known(name):
        return "%%n%d" % values[name] if name in values else names.get(name, name)

    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        loop = re.match(r"( *)scf\.for (%\w+) = (%\w+) to (%\w+) step (%\w+)", line)
        index = re.match(r" *(%\w+) = arith\.(?:constant (\d+)|(addi|muli) (%\w+), (%\w+)) : index", line)
        if loop:
            end = lines.index(loop.group(1) + "}", at)
            lower, upper, step = (values[name] for name in loop.group(3, 4, 5))
            for value in range(lower, upper, step):
                inner = [re.sub(r"%\w+", lambda use: names.get(use.group(), use.group()), line) for line in lines[at:end]]
                write_out(inner, {**values, loop.group(2): value}, out)
            at = end + 1
        elif index:
            values[index.group(1)] = int(index.group(2)) if index.group(2) else COMPUTE[index.group(3)](
                values[index.group(4)], values[index.group(5)])
        else:
            result = re.match(r" *(%\w+) = ", line)
            if result:
                names[result.group(1)] = "%%v%d" % len(out)
            out.append(re.sub(r"%\w+", lambda use: known(use.group()), line))


def written_out(text):
    """The function of a program as straight code."""
    lines = text.splitlines()
    start = next(at for at, line in enumerate(lines) if line.endswith("{") and line.startswith("func.func @"))
    end = lines.index("  return")
    body = []
    write_out(lines[start + 1:end], {}, body)
    constants = sorted({int(number) for number in re.findall(r"%n(\d+)", "\n".join(body))})
    return "\n".join(lines[:start + 1] + ["  %%n%d = arith.constant %d : index" % (n, n) for n in constants] + body +
                     lines[end:]) + "\n"


def derived(text):
    """Per submit of straight code, the set of submits that it waits for; arguments left to the tracker."""
    numbers, lists, num_tracked = {}, [], 0
    for line in text.splitlines():
        submit = re.search(r"(%\S+) = orch\.submit ", line)
        if submit:
            numbers[submit.group(1)] = len(lists)
            waits = re.search(r"derived\((.*?) :", line)
            lists.append({numbers[name] for name in waits.group(1).split(", ")} if waits else set())
            tracking = re.search(r"tracking = \[(.*?)\]", line)
            num_tracked += len(re.findall(r'"(?:full|lookup|publish)"', tracking.group(1))) if tracking else 1
    return lists, num_tracked


def compare_with_textbook(build, program, model):
    with open(program, encoding="utf-8") as file:
        source = file.read()
    if model in TRIANGULAR:
        source = written_out(source)
    text = run([build + "/bin/baton-opt", "-", "--pass-pipeline=" + UNROLLED], source)
    found, num_tracked = derived(text)
    wanted = model_graphs.edges(model)
    for number, (ours, theirs) in enumerate(zip(found, wanted)):
        if ours != theirs:
            sys.exit("error: submit %d waits for %s, by the textbook for %s" % (number, sorted(ours), sorted(theirs)))
    if len(found) != len(wanted) or num_tracked:
        sys.exit("error: %d submits instead of %d, %d arguments tracked" % (len(found), len(wanted), num_tracked))
    print("%s: %d tasks, %d waits, as the textbook has them" % (model, len(found), sum(map(len, found))))


def check_tracking(build, program):
    text = run([build + "/bin/baton-opt", program, "--derive-deps"])
    for line in text.splitlines():
        if "orch.submit" in line and not re.search(r'tracking = \[("none"(, )?)+\]', line):
            sys.exit("error: left to the tracker: " + line.strip())


BIND = {"paged_attention": "arg0[0]=5,arg0[1]=0,arg0[2]=19,arg0[3]=8," +
                           ",".join("arg1[%d]=%d" % (i, i * 7 % 24) for i in range(20))}


def main():
    build, model = sys.argv[1:3]
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), model + ".mlir")
    with tempfile.TemporaryDirectory() as folder:
        execute(build, program, model, folder)
    check_order(build, program, BIND.get(model))
    if model in model_graphs.GRAPHS:
        compare_with_textbook(build, program, model)
    if model in DERIVED_WHOLE:
        check_tracking(build, program)


if __name__ == "__main__":
    main()
