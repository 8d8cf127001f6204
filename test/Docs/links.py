#!/usr/bin/env python3
"""Checks that the links between pages, and to files, lead somewhere.

usage: links.py PAGE...

A PAGE is a file or a folder of pages. Links to other sites are not followed. The last
line says how many links were read. Exit status: 0 if all lead somewhere, 1 if not (or
none was read), 2 for wrong usage.
"""

import re
import sys
from pathlib import Path

from pages import line_of, pages_of

FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def without_blocks(page: str) -> str:
    """The page with empty lines in place of its fenced blocks."""
    return FENCED.sub(lambda match: "\n" * match.group().count("\n"), page)


def anchors_of(page: str) -> set[str]:
    """The names that a page's headings can be linked by."""
    headings = HEADING.findall(without_blocks(page))
    kept = [re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings]
    return {heading.strip().replace(" ", "-") for heading in kept}


def leads_somewhere(path: Path, target: str) -> bool:
    if re.match(r"\w+:", target):
        return True
    name, _, anchor = target.partition("#")
    file = path.parent / name if name else path
    if not anchor:
        return file.exists()
    return file.is_file() and anchor in anchors_of(file.read_text(encoding="utf-8"))


def main(arguments: list[str]) -> int:
    if not arguments:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    links = dead = 0
    for path, page in pages_of(arguments):
        text = without_blocks(page)
        for match in LINK.finditer(text):
            links += 1
            if not leads_somewhere(path, match.group(1)):
                dead += 1
                line = line_of(text, match.start())
                print(f"{path}:{line}: expected '{match.group(1)}' to be there")
    print(f"links: {links} read, {dead} dead")
    return 1 if dead or not links else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
