#!/usr/bin/env python3
"""Checks that what the documentation quotes is in the files quoted.

usage: quotes.py ROOT PAGE...

A fenced block after a line `<!-- quote: FILE -->` must be found in FILE, a path from
ROOT, as lines that follow one another; `…` stands for what is left out, as pages.py
says. A PAGE is a file or a folder of pages. The last line says how many quotes were
read. Exit status: 0 if all are right, 1 if not (or none was read), 2 for wrong usage.
"""

import re
import sys
from pathlib import Path

from pages import line_of, pages_of, pattern_of

MARK = re.compile(r"^<!-- quote: (\S+) -->\n", re.MULTILINE)
FENCED = re.compile(r"```\w*\n(.*?)^```\n", re.MULTILINE | re.DOTALL)


def finding_of(root: Path, mark: re.Match) -> str:
    """What is wrong with the quote after a mark; empty where nothing is."""
    name = mark.group(1)
    block = FENCED.match(mark.string, mark.end())
    if not block or not block.group(1).strip():
        return "expected a fenced block after the name of the file"
    if not (root / name).is_file():
        return f"expected the file '{name}' to be there"
    text = (root / name).read_text(encoding="utf-8")
    if not re.search("^" + pattern_of(block.group(1)), text, re.MULTILINE):
        return f"expected a quote of '{name}' but it has no such text"
    return ""


def main(arguments: list[str]) -> int:
    if len(arguments) < 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    quotes = wrong = 0
    for path, page in pages_of(arguments[1:]):
        for mark in MARK.finditer(page):
            quotes += 1
            finding = finding_of(Path(arguments[0]), mark)
            if finding:
                wrong += 1
                print(f"{path}:{line_of(page, mark.start())}: {finding}")
    print(f"quotes: {quotes} read, {wrong} wrong")
    return 1 if wrong or not quotes else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
