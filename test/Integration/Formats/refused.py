# RUN: %python %s
"""What formats cannot hold, held against the table of docs/Formats/refused.md.

That every program takes every format is for products.py and composites.py, in which
every two of a program and a format come together in some run.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import batch
from totals import Totals

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs/Formats/refused.md"
# Everything before the format's own words.
PREFIX = re.compile(r"^(error: )?(A: )?")


def rows() -> Iterator[list[str]]:
    """The rows of the page's table, below its head."""
    is_below = False
    for line in PAGE.read_text().splitlines():
        if is_below and line.startswith("|"):
            yield [cell.strip().strip("`") for cell in line.strip("| ").split(" | ")]
        is_below = line.startswith("|--") or (is_below and line.startswith("|"))


def run(command: list[str]) -> str:
    """The first error of a run; nothing where it went well."""
    done = batch.run(["sparse-run", *command], ROOT)
    lines = done.stderr.strip().splitlines() or ["no message"]
    return PREFIX.sub("", lines[0]) if done.returncode else ""


def check_tensors(totals: Totals) -> None:
    """Gives formats what they cannot hold."""
    operands = {"spmv": "x", "ttv": "v"}
    for text, program, file, message in rows():
        totals.compared += 1
        binds = ["--bind", f"A={file}", "--bind", f"{operands[program]}=ones"]
        found = run([program, "--format", f"A={text}", *binds])
        if found != message:
            totals.failures.append(f"{text}: expected '{message}', got '{found}'")


def main() -> int:
    totals = Totals()
    check_tensors(totals)
    return totals.finish()


if __name__ == "__main__":
    sys.exit(main())
