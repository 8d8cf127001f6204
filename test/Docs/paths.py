#!/usr/bin/env python3
"""Checks that the files and folders that pages name in code spans are there.

usage: paths.py ROOT PAGE...

A span, or its first word, that has a slash is a path from ROOT, from a folder that
headers are included from, or of a room; one that ends as a source does is the name of
some file of the tree. Both may have '*'. Left out are fenced blocks, what a build
makes, and what has other letters, as '<X>Ops.td'. A PAGE is a file or a folder of
pages. The last line says how many names were read. Exit status: 0 if all are there, 1
if not (or none was read), 2 for wrong usage.
"""

import re
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

from links import without_blocks
from pages import line_of, pages_of

SPAN = re.compile(r"`([^`\s]+)(?:\s[^`]*)?`")
NAME = re.compile(r"[\w*][\w*.+-]*(/[\w*.+-]*)*")
SUFFIXES = (".cpp", ".h", ".td", ".mlir", ".test", ".toml", ".py", ".txt", ".md")
FOLDERS = ("cmake", "docs", "include", "lib", "schedules", "test", "tools", "unittests")
BASES = (".", "include", "include/Spindle", "lib")


class Tree:
    """The files below a folder, by name."""

    def __init__(self, root: Path):
        self.root = root
        self.names = {path.name for at in FOLDERS for path in (root / at).rglob("*")}

    def has(self, name: str) -> bool:
        if "/" not in name:
            return any(fnmatch(known, name) for known in self.names)
        bases = (self.root / base for base in BASES)
        return any(any(base.glob(name.rstrip("/"))) for base in bases)


def names_of(text: str) -> Iterator[re.Match]:
    """The spans that name a file or a folder."""
    for span in SPAN.finditer(text):
        name = span[1]
        is_path = "/" in name and not name.startswith("build/")
        if NAME.fullmatch(name) and (is_path or name.endswith(SUFFIXES)):
            yield span


def main(arguments: list[str]) -> int:
    if len(arguments) < 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    tree = Tree(Path(arguments[0]))
    names = absent = 0
    for path, page in pages_of(arguments[1:]):
        text = without_blocks(page)
        for span in names_of(text):
            names += 1
            if not tree.has(span[1]):
                absent += 1
                line = line_of(text, span.start())
                print(f"{path}:{line}: expected '{span[1]}' to be there")
    print(f"paths: {names} read, {absent} absent")
    return 1 if absent or not names else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
