"""Stores tensors in every format, and takes them out again, by sparse-run.

The program does nothing with its operands, one for each format, so that what is written
is what was stored.
"""

from pathlib import Path

import numpy as np
import scipy.io
from elements import ELEMENTS, load_array, round_to
from formats import Format
from runs import run_tool
from storage import find_elements
from tensors import Pattern, Places


def program(formats: list[Format], element: str, rank: int) -> str:
    """A function of an operand A0, A1, .. for each format, all of one shape."""
    dims = ", ".join(f'"D{dim}"' for dim in range(rank))
    sizes = "?x" * rank
    arguments = [
        f"%A{number}: !sparse.tensor<{sizes}{element}, {format.attribute()}> "
        f'{{sparse.name = "A{number}", sparse.dims = [{dims}], '
        'sparse.access = "update"}'
        for number, format in enumerate(formats)
    ]
    return f"func.func @keep({', '.join(arguments)}) {{\n  return\n}}\n"


def output(folder: Path, number: int, format: Format) -> Path:
    """Where operand `number` goes."""
    suffix = "mtx" if format.rank == 2 else "tns"
    return folder / f"A{number}.{'npy' if format.text == 'dense' else suffix}"


def store(folder: Path, file: Path, formats: list[Format], element: str) -> str:
    """Stores what `file` holds in all `formats` and writes it to `output`. Says what
    went wrong, if anything."""
    rank = formats[0].rank
    path = folder / "keep.mlir"
    path.write_text(program(formats, element, rank))
    command = ["sparse-run", str(path)]
    for number, format in enumerate(formats):
        command += ["--bind", f"A{number}={file}"]
        command += ["--out", f"A{number}={output(folder, number, format)}"]
    status, error = run_tool(command)
    return f"exit status {status}: {error}" if status else ""


def read_entries(path: Path, rank: int, element: str) -> tuple[Places, np.ndarray]:
    """The coordinates and values of a file that was written."""
    kind = np.int64 if element.startswith("i") else np.float64
    if path.suffix == ".tns":
        lines = [x for x in path.read_text().splitlines() if not x.startswith("#")]
        table = np.loadtxt(lines or ["1 " * (rank + 1)], kind, ndmin=2)[: len(lines)]
        return table[:, :-1].T.astype(np.int64) - 1, table[:, -1]
    with path.open(encoding="ascii") as file:
        sizes = next(line for line in file if not line.startswith("%")).split()
    if "0" in sizes[:2]:
        # SciPy divides by 0 where there are no rows.
        return np.zeros((2, 0), np.int64), np.zeros(0)
    made = scipy.io.mmread(path)
    return np.array(made.coords, np.int64), made.data


def same_bits(found: np.ndarray, expected: np.ndarray, element: str) -> bool:
    """Whether the numbers are the same, signs of zeros too."""
    found = round_to(found, element) if found.size else expected[:0]
    return np.array_equal(
        np.ascontiguousarray(found.astype(expected.dtype)).view(np.uint8),
        np.ascontiguousarray(expected).view(np.uint8),
    )


def find_change(
    folder: Path,
    number: int,
    format: Format,
    pattern: Pattern,
    values: np.ndarray,
    element: str,
) -> str:
    """Says how operand `number` differs from what was stored, if it does."""
    elements = find_elements(format, pattern, values, element)
    places, expected = elements.places, elements.values
    path = output(folder, number, format)
    if path.suffix == ".npy":
        found_places, found = places, load_array(path, element).reshape(-1)
    else:
        found_places, found = read_entries(path, format.rank, element)
    if format.is_dense and format.is_full and path.suffix != ".npy":
        places, expected = places[:, expected != 0], expected[expected != 0]
    if not np.array_equal(found_places, places):
        return "expected the elements that were stored but got others"
    if not same_bits(found, expected.astype(ELEMENTS[element][0]), element):
        return "expected the values that were stored but got others"
    return ""
