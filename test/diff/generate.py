# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random modules of builtin, func, arith, scf and memref: a seed gives the same module each time.

    generate.module(seed)   text of a valid module
    generate.damage(text, seed)   the same text with one token replaced, dropped, doubled or swapped: mostly invalid
"""

import random
import re

INTS = ["i1", "i8", "i16", "i32", "i64", "index", "i5", "i128"]
FLOATS = ["f16", "bf16", "f32", "f64"]
WIDTH = {"i1": 1, "i5": 5, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "i128": 128, "f16": 16, "bf16": 16, "f32": 32, "f64": 64}
INT_OPS = ("addi subi muli divsi divui remsi remui ceildivsi ceildivui floordivsi minsi minui maxsi maxui andi ori xori "
           "shli shrsi shrui").split()
FLOAT_OPS = "addf subf mulf divf remf minimumf maximumf minnumf maxnumf".split()
CMPI = "eq ne slt sle sgt sge ult ule ugt uge".split()
CMPF = "false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true".split()
FASTMATH = "reassoc nnan ninf nsz arcp contract afn".split()
FLAGGED = ("addi", "subi", "muli", "shli")


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.num = 0
        self.scopes = []  # lists of (name, type)
        self.functions = []  # (name, inputs, results)

    def pick(self, items):
        return self.random.choice(items)

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def emit(self, depth, text):
        self.lines.append("  " * depth + text)

    def fresh(self):
        self.num += 1
        return self.pick(["%x{}", "%{}", "%a.b_{}", "%v-{}"]).format(self.num)

    def define(self, depth, op, kind):
        name = self.fresh()
        self.emit(depth, "{} = {}".format(name, op))
        self.scopes[-1].append((name, kind))
        return name

    def attrs(self):
        if not self.chance(15):
            return ""
        items = {}
        for _ in range(self.random.randrange(1, 4)):
            items[self.pick(["t.a", "t.b", "zed", '"q r"', "t.c_d"])] = self.attribute(2)
        return " {" + ", ".join(k if v == "unit" else k + " = " + v for k, v in items.items()) + "}"

    def attribute(self, depth):
        r = self.random
        choices = [
            lambda: str(r.randrange(-100, 100)), lambda: "{} : {}".format(r.randrange(0, 16), self.pick(INTS[1:])),
            lambda: "unit", lambda: self.pick(["true", "false"]), lambda: repr(r.uniform(-10, 10)),
            lambda: "{:.3f} : {}".format(r.uniform(-100, 100), self.pick(FLOATS)),
            lambda: self.pick(['"text"', '"a\\0Ab\\22"', '""']), lambda: self.type(), lambda: "@sym::@inner",
            lambda: "array<i32: 1, -2>", lambda: "array<f32: 1.5>", lambda: "array<i1>",
            lambda: "0x7FC00000 : f32", lambda: "-7 : si8", lambda: "200 : ui8"
        ]
        if depth:
            choices += [lambda: "[" + ", ".join(self.attribute(depth - 1) for _ in range(r.randrange(4))) + "]",
                        lambda: "{k = " + self.attribute(depth - 1) + "}"]
        return self.pick(choices)()

    def type(self):
        if self.chance(30):
            return self.memref()
        return self.pick(INTS + FLOATS)

    def memref(self):
        sizes = [self.pick(["?", "2", "4", "8"]) for _ in range(self.random.randrange(0, 4))]
        layout = ""
        if sizes and self.chance(30):
            strides = [self.pick(["?", "1", "16"]) for _ in sizes]
            layout = ", strided<[{}]{}>".format(", ".join(strides), self.pick(["", ", offset: ?", ", offset: 3"]))
        return "memref<{}{}{}>".format("".join(s + "x" for s in sizes), self.pick(INTS[1:7] + FLOATS), layout)

    def value(self, depth, kind):
        known = [n for scope in self.scopes for n, k in scope if k == kind]
        if known and self.chance(85):
            return self.pick(known)
        if kind in FLOATS:
            return self.define(depth, "arith.constant {:.2f} : {}".format(self.random.uniform(-9, 9), kind), kind)
        if kind in INTS:
            text = self.pick(["true", "false"]) if kind == "i1" else "{} : {}".format(self.random.randrange(0, 9), kind)
            return self.define(depth, "arith.constant{} {}".format(self.attrs(), text), kind)
        source = self.pick(self.arguments)
        return self.define(depth, '"func.call"() <{{callee = @get_{}}}> : () -> {}'.format(self.getter(kind), kind), kind) if source else None

    def getter(self, kind):
        if kind not in self.getters:
            self.getters[kind] = len(self.getters)
        return self.getters[kind]

    def flags(self, op):
        if op in FLAGGED and self.chance(25):
            return " overflow<{}>".format(self.pick(["nsw", "nuw", "nuw, nsw", "none"]))
        if op.endswith("f") and op != "truncf" and self.chance(25):
            chosen = self.random.sample(FASTMATH, self.random.randrange(1, 8))
            return " fastmath<{}>".format(self.pick([",".join(chosen), "fast", "none"]))
        return ""

    def arithmetic(self, depth):
        r = self.random.randrange(7)
        if r == 0:
            op, kind = self.pick(FLOAT_OPS), self.pick(FLOATS)
        else:
            op, kind = self.pick(INT_OPS), self.pick(INTS)
        if r < 3:
            a, b = self.value(depth, kind), self.value(depth, kind)
            self.define(depth, "arith.{} {}, {}{}{} : {}".format(op, a, b, self.flags(op), self.attrs(), kind), kind)
        elif r == 3:
            kind = self.pick(FLOATS + INTS)
            a, b = self.value(depth, kind), self.value(depth, kind)
            op = "cmpf" if kind in FLOATS else "cmpi"
            word = self.pick(CMPF if op == "cmpf" else CMPI)
            self.define(depth, "arith.{} {}, {}, {}{} : {}".format(op, word, a, b, self.flags(op), kind), "i1")
        elif r == 4:
            kind = self.type()
            c, a, b = self.value(depth, "i1"), self.value(depth, kind), self.value(depth, kind)
            self.define(depth, "arith.select {}, {}, {} : {}".format(c, a, b, kind), kind)
        elif r == 5:
            kind = self.pick(FLOATS)
            self.define(depth, "arith.negf {}{}{} : {}".format(self.value(depth, kind), self.flags("negf"), self.attrs(), kind), kind)
        else:
            self.cast(depth)

    def cast(self, depth):
        a, b = self.pick(INTS[:5] + INTS[6:]), self.pick(INTS[:5] + INTS[6:])
        f, g = self.pick(FLOATS), self.pick(FLOATS)
        choices = [("index_cast", a, "index"), ("index_castui", "index", a), ("sitofp", a, f), ("uitofp", a, f),
                   ("fptosi", f, a), ("fptoui", f, a)]
        if WIDTH[a] < WIDTH[b]:
            choices += [("extsi", a, b), ("extui", a, b), ("trunci", b, a)]
        if WIDTH[f] < WIDTH[g]:
            choices += [("extf", f, g), ("truncf", g, f)]
        for x in (a, f):
            for y in (b, g):
                if WIDTH[x] == WIDTH[y]:
                    choices.append(("bitcast", x, y))
        op, from_type, to_type = self.pick(choices)
        mode = " toward_zero" if op == "truncf" and self.chance(30) else ""
        flags = self.flags(op) if op == "extf" else ""
        self.define(depth, "arith.{} {}{}{}{} : {} to {}".format(op, self.value(depth, from_type), mode, flags, self.attrs(), from_type, to_type), to_type)

    def buffers(self, depth):
        kind = self.memref()
        match = re.match(r"memref<((?:[0-9?]+x)*)(\w+)", kind)
        sizes, element = match.group(1).split("x")[:-1], match.group(2)
        m = self.value(depth, kind)
        r = self.random.randrange(6)
        indices = ", ".join(self.define(depth, "arith.constant {} : index".format(self.random.randrange(2)), "index") for _ in sizes)
        if r == 0:
            self.define(depth, "memref.load {}[{}]{} : {}".format(m, indices, self.attrs(), kind), element)
        elif r == 1:
            v = self.value(depth, element)
            self.emit(depth, "memref.store {}, {}[{}]{} : {}".format(v, m, indices, self.attrs(), kind))
        elif r == 2 and sizes:
            self.define(depth, "memref.dim {}, {} : {}".format(m, self.value(depth, "index"), kind), "index")
        elif r == 3 and "strided" not in kind:
            to = "memref<{}{}>".format("".join(self.pick([s, "?"] if s != "?" else ["?", "8"]) + "x" for s in sizes), element)
            self.define(depth, "memref.cast {} : {} to {}".format(m, kind, to), to)
        elif r == 4 and "strided" not in kind and len(sizes) == 2:
            to = "memref<{}x{}x{}, strided<[1, {}]>>".format(sizes[1], sizes[0], element, sizes[1])
            self.define(depth, "memref.transpose {} (i, j) -> (j, i){} : {} to {}".format(m, self.attrs(), kind, to), to)
        elif r == 5 and "strided" not in kind and len(sizes) == 2:
            whole = "?" if "?" in sizes else str(int(sizes[0]) * int(sizes[1]))
            to = "memref<{}x{}>".format(whole, element)
            self.define(depth, "memref.collapse_shape {} [[0, 1]] : {} into {}".format(m, kind, to), to)

    def subview(self, depth):
        m = self.value(depth, "memref<16x32xf32>")
        row, column = self.value(depth, "index"), self.value(depth, "index")
        kind = "memref<4x8xf32, strided<[32, 2], offset: ?>>"
        self.define(depth, "memref.subview {}[{}, {}] [4, 8] [1, 2]{} : memref<16x32xf32> to {}".format(m, row, column, self.attrs(), kind), kind)
        kind = "memref<?xf32, strided<[1], offset: 96>>"
        self.define(depth, "memref.subview {}[3, 0] [1, {}] [1, 1] : memref<16x32xf32> to {}".format(m, row, kind), kind)

    def body(self, depth, results, terminator, size):
        for _ in range(self.random.randrange(1, size)):
            self.op(depth, size // 2)
        values = [self.value(depth, kind) for kind in results]
        if results:
            self.emit(depth, "{} {} : {}".format(terminator, ", ".join(values), ", ".join(results)))
        elif self.chance(30) or terminator == "return":
            self.emit(depth, terminator)

    def region(self, depth, args, results, size, must_end=False):
        self.scopes.append(list(args))
        self.body(depth + 1, results, "scf.yield", max(size, 2))
        if must_end and not results and not self.lines[-1].strip() == "scf.yield":
            self.emit(depth + 1, "scf.yield")
        self.scopes.pop()

    def results(self, depth, kinds, op):
        name = self.fresh()
        if not kinds:
            self.emit(depth, op)
            return
        self.emit(depth, "{}{} = {}".format(name, ":%d" % len(kinds) if len(kinds) > 1 else "", op))
        self.pending = [(name + ("#%d" % i if len(kinds) > 1 else ""), k) for i, k in enumerate(kinds)]

    def control(self, depth, size):
        kinds = [self.type() for _ in range(self.random.randrange(0, 3))]
        r = self.random.randrange(4)
        self.pending = []
        arrow = " -> ({})".format(", ".join(kinds)) if kinds else ""
        if r == 0:
            c = self.value(depth, "i1")
            self.results(depth, kinds, "scf.if {}{} {{".format(c, arrow))
            pending = self.pending
            self.region(depth, [], kinds, size)
            if kinds or self.chance(50):
                self.emit(depth, "} else {")
                self.region(depth, [], kinds, size)
            self.emit(depth, "}" + self.attrs())
        elif r == 1:
            iv = self.pick(["index", "index", "i32", "i64"])
            bounds = [self.value(depth, iv), self.value(depth, iv)]
            step = self.define(depth, "arith.constant {} : {}".format(self.random.randrange(1, 5), iv), iv)
            inits = [self.value(depth, k) for k in kinds]
            args = [(self.fresh(), k) for k in kinds]
            name = self.fresh()
            carries = " iter_args({}){}".format(", ".join("{} = {}".format(a, i) for (a, _), i in zip(args, inits)), arrow) if kinds else ""
            suffix = "" if iv == "index" else " : " + iv
            self.results(depth, kinds, "scf.for {} = {} to {} step {}{}{} {{".format(name, *bounds, step, carries, suffix))
            pending = self.pending
            self.region(depth, [(name, iv)] + args, kinds, size)
            self.emit(depth, "}" + self.attrs())
        elif r == 2:
            i = self.value(depth, "index")
            self.results(depth, kinds, "scf.index_switch {}{}".format(i, " -> " + ", ".join(kinds) if kinds else ""))
            pending = self.pending
            for case in self.random.sample(range(-3, 9), self.random.randrange(0, 3)):
                self.emit(depth, "case {} {{".format(case))
                self.region(depth, [], kinds, size, True)
                self.emit(depth, "}")
            self.emit(depth, "default {")
            self.region(depth, [], kinds, size)
            self.emit(depth, "}")
        else:
            inits = [self.value(depth, k) for k in kinds]
            args = [(self.fresh(), k) for k in kinds]
            outs = [self.pick(INTS) for _ in range(self.random.randrange(0, 3))]
            pairs = " ({})".format(", ".join("{} = {}".format(a, i) for (a, _), i in zip(args, inits))) if kinds else ""
            to = outs[0] if len(outs) == 1 else "({})".format(", ".join(outs))
            self.results(depth, outs, "scf.while{} : ({}) -> {} {{".format(pairs, ", ".join(kinds), to))
            pending = self.pending
            self.scopes.append(list(args))
            for _ in range(2):
                self.op(depth + 1, size // 2)
            c, values = self.value(depth + 1, "i1"), [self.value(depth + 1, k) for k in outs]
            passed = " {} : {}".format(", ".join(values), ", ".join(outs)) if outs else ""
            self.emit(depth + 1, "scf.condition({}){}".format(c, passed))
            self.scopes.pop()
            self.emit(depth, "} do {")
            args = [(self.fresh(), k) for k in outs]
            if args:
                self.emit(depth, "^bb0({}):".format(", ".join("{}: {}".format(a, k) for a, k in args)))
            self.region(depth, args, kinds, size, True)
            self.emit(depth, "}")
        self.scopes[-1].extend(pending)

    def call(self, depth):
        if not self.functions:
            return
        name, inputs, results = self.pick(self.functions)
        values = [self.value(depth, k) for k in inputs]
        to = results[0] if len(results) == 1 else "({})".format(", ".join(results))
        self.pending = []
        self.results(depth, results, "{} @{}({}) : ({}) -> {}".format("func.call", name, ", ".join(values), ", ".join(inputs), to))
        self.scopes[-1].extend(self.pending)

    def op(self, depth, size):
        r = self.random.randrange(10)
        if r < 5:
            self.arithmetic(depth)
        elif r == 5:
            self.buffers(depth)
        elif r == 6:
            self.subview(depth)
        elif r == 7:
            self.call(depth)
        elif depth < 6 and size:
            self.control(depth, size)

    def function(self, index):
        inputs = [self.type() for _ in range(self.random.randrange(0, 4))]
        results = [self.type() for _ in range(self.random.randrange(0, 3))]
        name = "f{}".format(index)
        names = [self.fresh() for _ in inputs]
        to = " -> ({})".format(", ".join(results)) if results else ""
        visibility = self.pick(["", "private ", "public ", "nested "])
        if self.chance(20):
            attrs = [" {t.arg = " + self.attribute(1) + "}" if self.chance(30) else "" for _ in inputs]
            self.emit(1, "func.func private @{}({}){}".format(name, ", ".join(k + a for k, a in zip(inputs, attrs)), to))
        else:
            self.arguments = [True]
            self.scopes = [list(zip(names, inputs))]
            args = ", ".join("{}: {}".format(n, k) for n, k in zip(names, inputs))
            extra = " attributes {t.note}" if self.chance(20) else ""
            self.emit(1, "func.func {}@{}({}){}{} {{".format(visibility, name, args, to, extra))
            self.body(2, results, "return", 14)
            self.emit(1, "}")
        self.functions.append((name, inputs, results))

    def module(self):
        self.getters = {}
        self.emit(0, self.pick(["module {", "module @m {", "module attributes {t.x = 1 : i8} {"]))
        for i in range(self.random.randrange(1, 5)):
            self.function(i)
        for kind, i in self.getters.items():
            self.emit(1, "func.func private @get_{}() -> {}".format(i, kind))
        self.emit(0, "}")
        return "\n".join(self.lines) + "\n"


def module(seed):
    return Generator(seed).module()


TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|%[\w$.-]+|\^\w+|@\w+|[\w.]+|->|\S')


# Tokens that may stand for each other: values, types, numbers, ops, other words, the rest.
SORT = re.compile(r"(%)|(i\d+$|[bf]*f\d+$|index$)|(\d)|(\w+\.\w)|(\w)|(.)", re.DOTALL)


def damage(text, seed):
    r = random.Random(seed)
    tokens = list(TOKEN.finditer(text))
    chosen, other = r.choice(tokens), r.choice(tokens)
    kind = r.randrange(10)
    same = SORT.match(chosen.group()).lastindex
    alike = [t for t in tokens if SORT.match(t.group()).lastindex == same and t.group() != chosen.group()]
    if kind == 0:
        new = ""
    elif kind == 1:
        new = chosen.group() + " " + chosen.group()
    elif kind == 2:
        new = other.group()
    else:
        new = r.choice(alike).group() if alike else ""
    return text[:chosen.start()] + new + text[chosen.end():]
