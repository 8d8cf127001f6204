"""What sparse-run owes its user when it refuses something.

One line on stderr that starts with "error: " (then notes: first on the rule, if it has
a number), below each the line of the text that it is about and a caret, nothing on
stdout, exit status 2, and not a file touched. Used by the tests of this folder.
"""

import re
import sys
from pathlib import Path

import batch

MATRIX = """\
%%MatrixMarket matrix coordinate real general
2 3 2
1 1 1.0
2 3 2.5
"""


def write_inputs() -> None:
    """Writes sound inputs into this folder: A.mtx is 2 x 3, B.npy 3 x 4."""
    import numpy as np

    Path("A.mtx").write_text(MATRIX)
    np.save("B.npy", np.ones((3, 4), np.float32))
    np.save("x.npy", np.ones(3, np.float32))


def contents() -> dict[str, bytes]:
    """Every file below this folder."""
    files = (path for path in Path().rglob("*") if path.is_file())
    return {str(path): path.read_bytes() for path in files}


def take_quotes(lines: list[str]) -> tuple[list[str], str]:
    """`lines` without the lines of the source that they quote, and what is wrong with
    these, if anything: each location with a column in a program or a schedule is
    followed by its line, and a caret below the column."""
    kept: list[str] = []
    rest = list(lines)
    while rest:
        kept.append(rest.pop(0))
        place = re.match(r"(?:error|note): ([^\s:]+):(\d+):(\d+): ", kept[-1])
        if not place or not (place[1].endswith(".mlir") or rest[:1]):
            continue
        line, column = int(place[2]), int(place[3])
        source = Path(place[1]).read_text().split("\n")[line - 1]
        expected = ["  " + source, "  " + " " * (column - 1) + "^"]
        if rest[:2] != expected:
            return kept, f"expected {expected} after {kept[-1]!r} but got {rest[:2]}"
        rest = rest[2:]
    return kept, ""


def complaint(arguments: list[str], expected: str, only_start: bool) -> str:
    """Runs sparse-run and says what is wrong with how it refuses, if anything."""
    before = contents()
    done = batch.run(["sparse-run", *arguments])
    lines = done.stderr.splitlines()
    if done.returncode != 2:
        return f"expected exit status 2 but got {done.returncode}: {done.stderr}"
    if done.stdout:
        return f"expected nothing on stdout but got {done.stdout!r}"
    # AddressSanitizer has a word of its own on an allocation that is too large.
    lines = [line for line in lines if "WARNING: AddressSanitizer" not in line]
    lines, wrong = take_quotes(lines)
    if wrong:
        return wrong
    errors = [line for line in lines if not line.startswith("note: ")]
    if only_start:
        errors = [line[: len(expected) + len("error: ")] for line in errors]
    if errors != [f"error: {expected}"]:
        return f"expected 'error: {expected}' but got {done.stderr!r}"
    rule = re.search(r"\(C\d+\) expected", errors[0])
    if rule and not lines[1].startswith(f"note: rule {rule[0].split()[0]} of "):
        return f"expected a note on the rule but got {done.stderr!r}"
    if contents() != before:
        return "expected no file to be touched"
    return ""


def check_all(table: list[tuple[str, str]], only_start: bool = False) -> int:
    """Checks each pair of a command line and the error, or its start, that it must
    get. Returns 1 if one is wrong, else 0."""
    failures = 0
    for command, expected in table:
        wrong = complaint(command.split(), expected, only_start)
        if wrong:
            failures += 1
            print(f"sparse-run {command}\n  {wrong}", file=sys.stderr)
    print(f"{len(table) - failures} of {len(table)} refused as they should be")
    return 1 if failures or not table else 0
