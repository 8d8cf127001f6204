# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""The examples of --help run, in order, in one folder with a small graph.mtx.gz."""

import gzip
import re
import subprocess
import sys
from pathlib import Path

MATRIX = """\
%%MatrixMarket matrix coordinate real general
12 12 6
1 1 1.0
2 3 2.5
2 12 -1.0
7 8 0.5
12 1 4.0
12 12 2.0
"""
#: Fewer would mean that they were not found.
LEAST = 7


def examples_of(help_text: str) -> list[str]:
    """The commands below the head "Examples"; a backslash continues a line."""
    part = help_text.split("\nExamples\n")[1]
    return re.findall(r"^  (sparse-run (?:.*\\\n)*.*)$", part, re.MULTILINE)


def main() -> int:
    Path("graph.mtx.gz").write_bytes(gzip.compress(MATRIX.encode()))
    printed = subprocess.run(
        ["sparse-run", "--help"], check=True, capture_output=True, text=True
    )
    examples, failures = examples_of(printed.stdout), 0
    for command in examples:
        done = subprocess.run(
            ["bash", "-c", command], check=False, capture_output=True, text=True
        )
        if done.returncode != 0:
            failures += 1
            print(f"{command}\n  expected status 0 but got {done.stderr}")
    print(f"{len(examples)} examples, {failures} failed")
    return 1 if failures or len(examples) < LEAST else 0


if __name__ == "__main__":
    sys.exit(main())
