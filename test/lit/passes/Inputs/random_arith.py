#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random integer arithmetic, run through passes, against a plain evaluation before and after.

    random_arith.py NUMBER PIPELINE  baton-opt on that many functions; ends with 1 at the first wrong result

What is undefined (division by 0, quotients that overflow, shifts by the width or more) spreads, and is not compared.
"""

import random
import re
import subprocess
import sys

WIDTHS = {"i1": 1, "i3": 3, "i8": 8, "i32": 32, "i64": 64, "index": 64}
BINARY = ("addi subi muli divsi divui remsi remui ceildivsi ceildivui floordivsi minsi minui maxsi maxui andi ori xori "
          "shli shrsi shrui").split()
PREDICATES = "eq ne slt sle sgt sge ult ule ugt uge".split()


def signed(value, width):
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


def some_number(rng, width):
    lowest = -(1 << (width - 1))
    return signed(rng.choice([0, 1, -1, 2, lowest, lowest - 1, rng.getrandbits(64), rng.randrange(-4, 9)]), width)


def literal(value, name):
    return ("true" if value else "false") if name == "i1" else "%d : %s" % (value, name)


def function(seed):
    """A function of two arguments of each type, as text."""
    rng = random.Random(seed)
    lines, values = [], {name: ["%a_" + name, "%b_" + name] for name in WIDTHS}

    def define(name, text):
        values[name].append("%%v%d" % len(lines))
        lines.append("  %s = arith.%s" % (values[name][-1], text))

    def pick(name):
        return rng.choice(values[name][-6:] if rng.random() < 0.6 else values[name])

    for name, width in WIDTHS.items():
        for _ in range(3):
            define(name, "constant " + literal(some_number(rng, width), name))
    for _ in range(50):
        name, other = rng.choice(list(WIDTHS)), rng.choice(list(WIDTHS))
        kind = rng.random()
        if kind < 0.65:
            define(name, "%s %s, %s : %s" % (rng.choice(BINARY), pick(name), pick(name), name))
        elif kind < 0.75:
            define("i1", "cmpi %s, %s, %s : %s" % (rng.choice(PREDICATES), pick(name), pick(name), name))
        elif kind < 0.83:
            define(name, "select %s, %s, %s : %s" % (pick("i1"), pick(name), pick(name), name))
        elif name != other:
            casts = (["index_cast", "index_castui"] if "index" in (name, other) else
                     ["extsi", "extui"] if WIDTHS[name] < WIDTHS[other] else ["trunci"])
            define(other, "%s %s : %s to %s" % (rng.choice(casts), pick(name), name, other))
    arguments = ", ".join("%%a_%s: %s, %%b_%s: %s" % (name, name, name, name) for name in WIDTHS)
    results = [(value, name) for name in WIDTHS for value in values[name][-3:]]
    head = "func.func @f(%s) -> (%s) {" % (arguments, ", ".join(name for _, name in results))
    end = "  return %s : %s\n}" % (", ".join(value for value, _ in results), ", ".join(name for _, name in results))
    return "\n".join([head] + lines + [end])


def divide(op, a, b, x, y, lowest):
    if b == 0 or (op in ("divsi", "ceildivsi", "floordivsi") and a == lowest and b == -1):
        return None
    towards_zero = abs(a) // abs(b) * (-1 if (a < 0) != (b < 0) else 1)
    return {"divsi": towards_zero, "floordivsi": a // b, "ceildivsi": -(-a // b), "remsi": a - towards_zero * b,
            "divui": x // y, "remui": x % y, "ceildivui": -(-x // y)}[op]


def binary(op, width, a, b):
    if a is None or b is None:
        return None
    mask = (1 << width) - 1
    x, y = a & mask, b & mask
    if "div" in op or "rem" in op:
        result = divide(op, a, b, x, y, -(1 << (width - 1)))
    elif op.startswith("sh"):
        result = None if y >= width else {"shli": x << y, "shrui": x >> y, "shrsi": a >> y}[op]
    else:
        result = {"addi": a + b, "subi": a - b, "muli": a * b, "minsi": min(a, b), "maxsi": max(a, b),
                  "minui": min(x, y), "maxui": max(x, y), "andi": a & b, "ori": a | b, "xori": a ^ b}[op]
    return None if result is None else signed(result, width)


def compare(predicate, width, a, b):
    if a is None or b is None:
        return None
    if predicate[0] == "u":
        a, b = a & ((1 << width) - 1), b & ((1 << width) - 1)
    order = predicate[1:] if predicate[0] in "su" else predicate
    return -int({"eq": a == b, "ne": a != b, "lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}[order])


def step(op, text, known):
    """The result of one op, None where it is undefined."""
    if op == "constant":
        word = text.split()[0]
        return {"true": -1, "false": 0}[word] if word in ("true", "false") else int(word)
    words = re.findall(r"%[\w-]+|\w+", text)
    if op == "cmpi":
        return compare(words[0], WIDTHS[words[3]], known[words[1]], known[words[2]])
    if op == "select":
        chosen = known[words[0]]
        return None if chosen is None else known[words[1 if chosen else 2]]
    if " to " in text:
        value, width = known[words[0]], WIDTHS[words[1]]
        if value is not None and op in ("index_castui", "extui"):
            value &= (1 << width) - 1
        return None if value is None else signed(value, WIDTHS[words[3]])
    return binary(op, WIDTHS[words[2]], known[words[0]], known[words[1]])


def evaluate(text, arguments):
    known = {}
    for line in text.splitlines():
        line = line.strip()
        assigned = re.match(r"(%\S+) = arith\.(\w+) (.*)", line)
        if line.startswith("func.func"):
            known = dict(zip(re.findall(r"(%\w+): ", line), arguments))
        elif assigned:
            known[assigned.group(1)] = step(assigned.group(2), assigned.group(3), known)
        elif line.startswith("return"):
            return [known[value] for value in re.findall(r"%[\w-]+", line)]
    sys.exit("error: no return in\n" + text)


def main():
    number, pipeline = int(sys.argv[1]), sys.argv[2]
    before = [function(seed) for seed in range(number)]
    done = subprocess.run(["baton-opt", "--split-input-file", "--pass-pipeline=" + pipeline],
                          input="\n// -----\n".join(before), capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    after = done.stdout.split("// -----")
    num_compared = num_undefined = 0
    for seed, (old, new) in enumerate(zip(before, after)):
        rng = random.Random(seed)
        for _ in range(4):
            arguments = [some_number(rng, width) for width in WIDTHS.values() for _ in range(2)]
            for wanted, found in zip(evaluate(old, arguments), evaluate(new, arguments)):
                num_undefined += wanted is None
                num_compared += wanted is not None
                if wanted is not None and wanted != found:
                    sys.exit("error: %s instead of %s in function %d\n%s\n%s" % (found, wanted, seed, old, new))
    if len(after) != number or num_compared < 2 * num_undefined:
        sys.exit("error: %d functions, %d results compared, %d undefined" % (len(after), num_compared, num_undefined))


main()
