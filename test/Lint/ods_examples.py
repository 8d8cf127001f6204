#!/usr/bin/env python3
"""Checks that every example in the TableGen records is held by a test.

usage: ods_examples.py INCLUDE_DIR TEST_DIR

Every block between ```mlir and ``` in a .td file below INCLUDE_DIR must occur in a
file below TEST_DIR, up to blanks and comments; and every op must have such a
block. The last line says how many examples were read. Exit status: 0 if all is
well, 1 if not, 2 for wrong usage.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

RECORD = re.compile(r"^(?:def|class)\s+(\w+)", re.MULTILINE)
EXAMPLE = re.compile(r"```mlir\n(.*?)```", re.DOTALL)
COMMENT = re.compile(r"//.*")
TEST_SUFFIXES = {".mlir", ".test", ".py"}


@dataclass
class Record:
    name: str
    text: str
    line: int

    @property
    def is_op(self) -> bool:
        return self.text.startswith("def") and self.name.endswith("Op")


def normalised(text: str) -> str:
    """The text without comments, its runs of blanks made single ones."""
    return " ".join(COMMENT.sub("", text).split())


def records(text: str) -> Iterator[Record]:
    """Splits a .td file at the starts of its top-level records."""
    starts = [match.start() for match in RECORD.finditer(text)] + [len(text)]
    for start, end in pairwise(starts):
        name = RECORD.match(text, start).group(1)
        yield Record(name, text[start:end], text.count("\n", 0, start) + 1)


def test_texts(folder: Path) -> list[str]:
    files = (path for path in folder.rglob("*") if path.suffix in TEST_SUFFIXES)
    return [normalised(path.read_text(errors="replace")) for path in sorted(files)]


def lint_record(record: Record, tests: list[str]) -> Iterator[tuple[int, str]]:
    """Yields the line and text of each finding in one record."""
    examples = list(EXAMPLE.finditer(record.text))
    if record.is_op and not examples:
        yield record.line, f"op {record.name} has no example"
    for example in examples:
        wanted = normalised(example.group(1))
        line = record.line + record.text.count("\n", 0, example.start())
        if not wanted:
            yield line, f"an example of {record.name} is empty"
        elif not any(wanted in test for test in tests):
            yield line, f"no test holds this example of {record.name}"


def main(arguments: list[str]) -> int:
    if len(arguments) != 2 or not all(Path(a).is_dir() for a in arguments):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    include, tests = Path(arguments[0]), test_texts(Path(arguments[1]))
    examples = findings = 0
    for path in sorted(include.rglob("*.td")):
        for record in records(path.read_text()):
            examples += len(EXAMPLE.findall(record.text))
            for line, text in lint_record(record, tests):
                print(f"{path}:{line}: {text}")
                findings += 1
    print(f"ods-examples: {examples} examples read, {findings} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
