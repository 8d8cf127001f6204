"""What the checks of the documentation have in common: pages, and text with gaps."""

import re
from collections.abc import Iterator
from pathlib import Path

#: Stands for text left out: a piece of one line or, alone on a line, whole lines.
CUT = "…"


def pages_of(arguments: list[str]) -> Iterator[tuple[Path, str]]:
    """Yields path and text of every page named, and of those below folders named."""
    for argument in map(Path, arguments):
        found = sorted(argument.rglob("*.md")) if argument.is_dir() else [argument]
        for path in found:
            yield path, path.read_text(encoding="utf-8")


def pattern_of(text: str) -> str:
    """A regular expression for the lines that a text with gaps stands for."""
    lines = []
    for line in text.splitlines():
        pieces = [re.escape(piece) for piece in line.split(CUT)]
        lines.append(
            r"(?:.*\n)+?" if line.strip() == CUT else ".+?".join(pieces) + r"\n"
        )
    return "".join(lines)


def line_of(text: str, offset: int) -> int:
    """The number of the line that `offset` is in."""
    return text.count("\n", 0, offset) + 1
