#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints random functions that use buffers tile by tile in nested loops: random_tiles.py SEED NUMBER.

Tiles of one or two sizes, forwards and backwards, triangular loops, neighbours, halos, whole buffers, scopes; some
buffers in one dimension, some in two. No function is larger than a few hundred tasks.
"""

import random
import sys

COUNT = 6  # tiles of a buffer, in each dimension
TILE = 4


class Function:
    def __init__(self, rng, number):
        self.rng, self.number = rng, number
        self.lines, self.kernels, self.values, self.depth = [], {}, 0, 1
        self.scaled = {}
        self.ranks = [rng.choice([1, 1, 2]) for _ in range(rng.randint(1, 3))]

    def emit(self, text):
        self.lines.append("  " * self.depth + text)

    def value(self, text):
        self.values += 1
        self.emit(f"%v{self.values} = {text}")
        return f"%v{self.values}"

    def constant(self, number):
        return self.value(f"arith.constant {number} : index")

    def tile(self, variables):
        """A value from 0 to COUNT - 1, and whether one more and one less stay inside."""
        rng = self.rng
        if not variables or rng.random() < 0.15:
            return self.constant(rng.randrange(1, COUNT - 1)), True
        name, low, high = rng.choice(variables)
        if low == high or rng.random() < 0.6:
            return name, low >= 1 and high <= COUNT - 2
        kind = rng.choice(["back", "half", "rest", "next"])
        if kind == "back":
            return self.value(f"arith.subi {self.constant(COUNT - 1)}, {name} : index"), low >= 1 and high <= COUNT - 2
        if kind == "half":
            return self.value(f"arith.divui {name}, {self.constant(2)} : index"), False
        if kind == "rest":
            return self.value(f"arith.remui {name}, {self.constant(2)} : index"), False
        if high <= COUNT - 2:
            return self.value(f"arith.addi {name}, {self.constant(1)} : index"), False
        return name, False

    def view(self, buffer, variables, is_write):
        rng, rank = self.rng, self.ranks[buffer]
        whole = "x".join([str(COUNT * TILE)] * rank) + "xf32"
        if rng.random() < 0.1:
            return f"%b{buffer}", f"memref<{whole}>"
        offsets, sizes = [], []
        for _ in range(rank):
            tile, is_inner = self.tile(variables)
            if tile in self.scaled:  # a loop over elements, by the size of a tile
                offset = self.scaled[tile]
            else:
                offset = self.value(f"arith.muli {tile}, {self.constant(TILE)} : index")
            size, shift = TILE, 0
            if is_inner and not is_write and rng.random() < 0.3:
                size, shift = rng.choice([(TILE + 2, -1), (TILE, -TILE), (TILE, TILE), (2, 1), (TILE, 1)])
            elif rng.random() < 0.05:
                size, shift = TILE // 2, TILE // 2
            if shift:
                offset = self.value(f"arith.addi {offset}, {self.constant(shift)} : index")
            offsets.append(offset)
            sizes.append(str(size))
        strides = [str(COUNT * TILE), "1"][-rank:]
        kind = f"memref<{'x'.join(sizes)}xf32, strided<[{', '.join(strides)}], offset: ?>>"
        ones = ", ".join(["1"] * rank)
        return self.value(f"memref.subview %b{buffer}[{', '.join(offsets)}] [{', '.join(sizes)}] [{ones}]"
                          f" : memref<{whole}> to {kind}"), kind

    def submit(self, variables):
        arguments = []
        for _ in range(self.rng.randint(1, 3)):
            access = self.rng.choice(["read", "read", "write", "readwrite"])
            value, kind = self.view(self.rng.randrange(len(self.ranks)), variables, access != "read")
            arguments.append((value, kind, access))
        key = tuple((kind, access) for _, kind, access in arguments)
        kernel = self.kernels.setdefault(key, f"@k{self.number}_{len(self.kernels)}")
        self.value(f"orch.submit {kernel}({', '.join(a[0] for a in arguments)} : {', '.join(a[1] for a in arguments)})")

    def loop(self, variables):
        rng = self.rng
        low, high = sorted(rng.sample(range(COUNT + 1), 2))
        lower, upper = self.constant(low), self.constant(high)
        outer = [v for v in variables if v[2] < COUNT - 1]
        if outer and rng.random() < 0.4:  # from the next one on
            name, low, _ = rng.choice(outer)
            low, high = low + 1, COUNT
            lower, upper = self.value(f"arith.addi {name}, {self.constant(1)} : index"), self.constant(high)
        name = f"%i{self.values}"
        if rng.random() < 0.2:
            self.scaled[name] = f"%e{self.values}"
            lower, upper, step = self.constant(low * TILE), self.constant(high * TILE), self.constant(TILE)
            self.emit(f"scf.for {self.scaled[name]} = {lower} to {upper} step {step} {{")
            self.emit(f"  {name} = arith.divui {self.scaled[name]}, {step} : index")
            self.block(variables + [(name, low, high - 1)])
            self.emit("}")
            return
        self.emit(f"scf.for {name} = {lower} to {upper} step {self.constant(1)} {{")
        self.block(variables + [(name, low, high - 1)])
        self.emit("}")

    def block(self, variables):
        self.depth += 1
        for _ in range(self.rng.randint(1, 3)):
            choice = self.rng.random()
            if choice < 0.5 or len(variables) == 3:
                self.submit(variables)
            elif choice < 0.9:
                self.loop(variables)
            else:
                self.emit("orch.scope auto {")
                self.block(variables)
                self.emit("}")
        self.depth -= 1

    def text(self):
        for buffer, rank in enumerate(self.ranks):
            self.emit(f"%b{buffer} = orch.alloc() : memref<{'x'.join([str(COUNT * TILE)] * rank)}xf32>")
        self.depth = 0
        self.block([])
        kernels = [f"func.func private {name}({', '.join(f'{k} {{orch.access = {chr(34)}{a}{chr(34)}}}' for k, a in key)})"
                   " attributes {orch.kernel}" for key, name in self.kernels.items()]
        return "\n".join([*kernels, f"func.func @f{self.number}() {{", *self.lines, "  return", "}"])


def main():
    seed, number = int(sys.argv[1]), int(sys.argv[2])
    rng = random.Random(seed)
    for i in range(number):
        print(Function(rng, i).text())


main()
