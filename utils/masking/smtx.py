"""Patterns of pruned layers in .smtx, as the Deep Learning Matrix Collection has them."""

from pathlib import Path

import numpy as np

from masking.model import Refused


def numbers(line: str, path: Path, what: str, count: int) -> np.ndarray:
    """So many integers of a line, between commas or blanks."""
    words = line.replace(",", " ").split()
    if len(words) != count:
        raise Refused(f"{path}: expected {count} {what} but got {len(words)}")
    try:
        return np.array(words, dtype=np.int64)
    except ValueError as error:
        raise Refused(f"{path}: expected integers as {what}: {error}") from error


def read_smtx(path: Path) -> np.ndarray:
    """A mask of the elements that a layer keeps. The lines are: rows, columns and
    elements; where each row starts, and the end; the column of each element."""
    try:
        lines = path.read_text().split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{path}: expected text as .smtx has it: {error}") from error
    lines += [""] * (3 - len(lines))
    rows, columns, count = numbers(lines[0], path, "sizes", 3)
    if rows < 0 or columns < 0:
        raise Refused(f"{path}: expected sizes from 0 but got {rows} and {columns}")
    starts = numbers(lines[1], path, "starts of rows", rows + 1)
    places = numbers(lines[2], path, "columns of elements", count)
    if starts[0] != 0 or starts[-1] != count or (np.diff(starts) < 0).any():
        raise Refused(f"{path}: expected starts of rows that rise from 0 to {count}")
    if places.size and not (0 <= places.min() and places.max() < columns):
        raise Refused(
            f"{path}: expected columns from 0 to {columns - 1} but got "
            f"{places.min()} to {places.max()}"
        )
    kept = np.zeros((rows, columns), bool)
    kept[np.repeat(np.arange(rows), np.diff(starts)), places] = True
    return kept
