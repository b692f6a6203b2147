# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Straight-line programs with long chains of waits, to stdout.

    fence_chains.py phases COUNT WIDTH   in each phase WIDTH consumers wait for WIDTH producers
    fence_chains.py levels COUNT         two fences per level, each waiting for both of the level before
"""
import sys


def listed(names):
    return f"after({', '.join(names)} : {', '.join('!orch.task' for _ in names)})" if names else ""


def phases(count, width):
    for phase in range(count):
        producers = [f"%p{phase}_{i}" for i in range(width)]
        for name in producers:
            yield f"{name} = orch.submit @k()"
        for i in range(width):
            yield f"%c{phase}_{i} = orch.submit @k() {listed(producers)}"


def levels(count):
    yield "%a0 = orch.submit @k()"
    yield "%b0 = orch.submit @k()"
    for level in range(1, count + 1):
        for name in "ab":
            yield f"%{name}{level} = orch.fence {listed([f'%a{level - 1}', f'%b{level - 1}'])}"
    yield f"%last = orch.submit @k() {listed([f'%a{count}', f'%b{count}'])}"


def main():
    body = {"phases": phases, "levels": levels}[sys.argv[1]](*map(int, sys.argv[2:]))
    print("func.func private @k() attributes {orch.kernel}")
    print('func.func @chains() attributes {orch.scope = "manual"} {')
    for line in body:
        print(" ", line)
    print("  return\n}")


main()
