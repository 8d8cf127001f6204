#!/usr/bin/env python3
"""Checks that README names every format that has a name, and no other.

usage: format_names.py ROOT

The names are those of the tables in docs/Formats.md and docs/Formats/composite.md, and
README's those after **Formats.**, up to the end of the item. The last line says how many
there are. Exit status: 0 if both are the same, 1 if not (or there are none), 2 for wrong
usage.
"""

import re
import sys
from pathlib import Path

ROW = re.compile(r"^\| \[?`(\w+)[^`]*`", re.MULTILINE)


def names_of_tables(root: Path) -> set[str]:
    """The first words of the tables of names."""
    names = set()
    for page in ("docs/Formats.md", "docs/Formats/composite.md"):
        text = (root / page).read_text(encoding="utf-8")
        part = text.partition("\n## Names\n")[2].partition("\n## ")[0]
        names |= set(ROW.findall(part))
    return names


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    root = Path(arguments[0])
    readme = (root / "README.md").read_text(encoding="utf-8")
    item = readme.partition("**Formats.**")[2].partition("\n- ")[0]
    listed, named = set(re.findall(r"`(\w+)`", item)), names_of_tables(root)
    for name in sorted(named - listed):
        print(f"README.md: expected the format '{name}' to be listed")
    for name in sorted(listed - named):
        print(f"README.md: expected no format '{name}', which docs/Formats.md lacks")
    print(f"formats: {len(named)} named, {len(named ^ listed)} wrong")
    return 1 if named ^ listed or not named else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
