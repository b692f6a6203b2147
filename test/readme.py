# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The example of the README: what the text says comes out is what comes out.

    python3 test/readme.py README.md BIN-FOLDER

The first block of MLIR goes through `baton-opt --orchestrate`; the second one must stand in what is printed.
"""

import re
import subprocess
import sys


def main():
    readme, tools = sys.argv[1:3]
    blocks = re.findall(r"```mlir\n(.*?)```", open(readme).read(), re.DOTALL)
    if len(blocks) != 2:
        sys.exit("error: %s: expected two blocks of MLIR, found %d" % (readme, len(blocks)))
    done = subprocess.run([tools + "/baton-opt", "-", "--orchestrate"], input=blocks[0], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit("error: the example of %s is refused:\n%s" % (readme, done.stderr))
    printed = [line.strip() for line in done.stdout.splitlines()]
    shown = [line.strip() for line in blocks[1].splitlines()]
    if not any(printed[i:i + len(shown)] == shown for i in range(len(printed))):
        sys.exit("error: the result shown in %s does not come out; this does:\n%s" % (readme, done.stdout))


if __name__ == "__main__":
    main()
