# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a program in which something is nested: nest.py LEVELS KIND."""
import sys

levels, kind = int(sys.argv[1]), sys.argv[2]


def function(attributes="", location="", arguments=""):
    return f"func.func private @f({arguments}) attributes {{{attributes}}} {location}"


def aliases(sigil, first, next_, use):
    lines = [f"{sigil}a0 = {first}"]
    lines += [f"{sigil}a{i + 1} = {next_.format(f'{sigil}a{i}')}" for i in range(levels)]
    return "\n".join(lines + [use.format(f"{sigil}a{levels}")])


def tasks(head):
    """Regions in each of which a task uses one buffer, and reads what the one around it has written."""
    task = "%t{0} = orch.submit @k(%b : memref<8xf32>)\n"
    return ("func.func private @k(memref<8xf32>) attributes {orch.kernel}\n"
            "func.func @f(%n: index, %b: memref<8xf32>) {\n"
            + "".join((head + " {{\n" + task).format(i) for i in range(levels)) + "}\n" * levels + "return\n}")


print({
    "region": lambda: "func.func @f(%c: i1) {\n" + "scf.if %c {\n" * levels + "}\n" * levels + "return\n}",
    "loops": lambda: tasks("scf.for %i{0} = %n to %n step %n"),
    "parallels": lambda: tasks("orch.parallel %i{0} = %n to %n step %n"),
    "scopes": lambda: tasks("orch.scope auto"),
    "generic": lambda: '"a.b"() ({\n' * levels + "}) : () -> ()\n" * levels,
    "array": lambda: function("a = " + "[" * levels + "]" * levels),
    "dictionary": lambda: function("a = " + "{a = " * levels + "1" + "}" * levels),
    "function": lambda: function(arguments="(" * levels + ") -> ()" * levels),
    "location": lambda: function(location="loc(" + '"a"(' * levels + '"b"' + ")" * levels + ")"),
    "brackets": lambda: function("a = #a.b" + "<" * levels + ">" * levels),
    "attribute-alias": lambda: aliases("#", "1", "[{}]", "func.func private @f() attributes {{a = {}}}"),
    "type-alias": lambda: aliases("!", "i32", "() -> {}", "func.func private @f({})"),
    "location-alias": lambda: aliases("#", 'loc("x")', 'loc("y"({}))', "func.func private @f() loc({})"),
}[kind]())
