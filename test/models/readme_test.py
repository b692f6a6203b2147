# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The commands of this folder's README: each must work as it stands there.

    python3 test/models/readme_test.py BUILD-FOLDER
"""

import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    build = os.path.abspath(sys.argv[1])
    with open(os.path.join(HERE, "README.md"), encoding="utf-8") as file:
        blocks = re.findall(r"```sh\n(.*?)```", file.read(), re.DOTALL)
    if not blocks:
        sys.exit("error: no commands in the README")
    environment = {**os.environ, "PATH": build + "/bin:" + os.environ["PATH"], "BUILD": build, "MODELS": HERE}
    with tempfile.TemporaryDirectory() as folder:
        for block in blocks:
            done = subprocess.run(["bash", "-euc", block], cwd=folder, env=environment, capture_output=True, text=True,
                                  check=False)
            if done.returncode != 0:
                sys.exit("error: the commands of the README fail:\n" + done.stdout + done.stderr)


if __name__ == "__main__":
    main()
