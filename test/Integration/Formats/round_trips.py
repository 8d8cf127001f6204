# RUN: %python %s
"""Every tensor through every format that can hold it, composite ones too, and back,
bit for bit.

The files are those of the folder that SPINDLE_DATA names that are not large, each
through one or two of the formats by turns, and awkward tensors through all. `utils/fuzz
--all` does all of both.
"""

import itertools
import os
import sys
import tempfile
from pathlib import Path

import composites
import numpy as np
from data_folder import DataFile, data_files
from elements import ELEMENTS, round_to
from formats import FORMATS, Format
from runs import seeded, write_sparse
from storage import count_bytes
from storing import find_change, store
from tensors import Pattern, awkward
from totals import Totals

MOST_BYTES = 2**30
TURNS = 24
#: Larger files, compressed, are for `utils/fuzz --all`.
MOST_FILE_BYTES = 300_000
SPECIAL = (-0.0, np.inf, -np.inf, 1e-45, 1e-40, 3e38, 1e-8, 6e4)


def draw_bits(pattern: Pattern, element: str) -> np.ndarray:
    """Values with zeros of both signs, infinities and the smallest numbers. Sums of
    them are to be numbers."""
    rng = seeded(pattern.name, element)
    values = pattern.draw(rng, element)
    if element.startswith("i") or not pattern.fits_array or not values.size:
        return values
    odd = rng.random(len(values)) < 0.3
    with np.errstate(over="ignore"):
        values[odd] = round_to(rng.choice(SPECIAL, odd.sum()), element)
    return values


def compare(
    folder: Path,
    pattern: Pattern,
    formats: list[Format],
    element: str,
    totals: Totals,
) -> None:
    """Stores a tensor in formats that hold it."""
    values = draw_bits(pattern, element)
    suffix = "npz" if len(pattern.shape) == 2 else "tns"
    file = folder / f"A.{suffix}"
    write_sparse(file, pattern, values, element)
    wrong = store(folder, file, formats, element)
    for number, format in enumerate(formats):
        totals.compared += 1
        change = wrong or find_change(folder, number, format, pattern, values, element)
        if change:
            name = f"{pattern.name} {element} {format.spell()}"
            totals.failures.append(f"{name}: {change}")


def held(pattern: Pattern) -> list[Format]:
    """The formats that can hold a tensor, of less than 1 GiB."""
    return [
        format
        for format in FORMATS[len(pattern.shape)]
        if not format.refuse(pattern)
        and count_bytes(format, pattern, 8, 4) < MOST_BYTES
    ]


def compare_awkward(folder: Path, totals: Totals) -> None:
    """All of them, each of some type of elements."""
    for rank in FORMATS:
        elements = [e for e in ELEMENTS if rank == 2 or not e.startswith("c")]
        turns = itertools.cycle(elements)
        for pattern in awkward(rank):
            formats = held(pattern) + composites.FORMATS.get(rank, [])
            for element in (next(turns), next(turns)):
                compare(folder, pattern, formats, element, totals)


def compare_file(folder: Path, file: DataFile, turn: int, totals: Totals) -> None:
    """A file through one or two formats."""
    pattern = file.load()
    formats = held(pattern)[turn % TURNS :: TURNS]
    if formats:
        compare(folder, pattern, formats, "f64", totals)


def main() -> int:
    totals = Totals()
    with tempfile.TemporaryDirectory() as folder:
        compare_awkward(Path(folder), totals)
        if data := os.environ.get("SPINDLE_DATA"):
            for turn, file in enumerate(data_files(Path(data))):
                if file.path.stat().st_size <= MOST_FILE_BYTES:
                    compare_file(Path(folder), file, turn, totals)
    return totals.finish()


if __name__ == "__main__":
    sys.exit(main())
