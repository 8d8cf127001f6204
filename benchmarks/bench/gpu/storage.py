"""A matrix in the formats that the hand-written CUDA kernels take."""

from dataclasses import dataclass

import numpy as np

from bench.sparse import Sparse

#: Rows of a slice of SELL, and of the stretch in which they are sorted by length.
SLICE, STRETCH = 32, 1024
#: A matrix in ELL has at most so many times as many cells as elements.
MOST_CELLS = 20


@dataclass
class Ell:
    """Cells by rows; what is beyond a row's length has coordinate 0 and value 0."""

    width: int
    lengths: np.ndarray
    coordinates: np.ndarray
    values: np.ndarray


@dataclass
class Sell:
    """Slices of `SLICE` rows, in each the cells by columns; padded as in `Ell`."""

    #: Columns of cells before each slice.
    positions: np.ndarray
    #: The row of the matrix for each stored row.
    rows: np.ndarray
    coordinates: np.ndarray
    values: np.ndarray


def lengths(a: Sparse) -> np.ndarray:
    return np.diff(a.arrays["positions1"])


def cells_of_rows(a: Sparse) -> np.ndarray:
    """The number of each element in its row."""
    first = np.repeat(a.arrays["positions1"][:-1], lengths(a))
    return np.arange(a.stored) - first


def ell(a: Sparse) -> Ell | None:
    """None where padding would be most of it."""
    width = max(int(lengths(a).max(initial=0)), 1)
    cells = a.shape[0] * width
    if cells > MOST_CELLS * max(a.stored, 1):
        return None
    at = a.rows().astype(np.int64) * width + cells_of_rows(a)
    coordinates = np.zeros(cells, np.int32)
    values = np.zeros(cells, a.values.dtype)
    coordinates[at], values[at] = a.arrays["coordinates1"], a.values
    return Ell(width, lengths(a).astype(np.int32), coordinates, values)


def sell(a: Sparse) -> Sell:
    """Rows are sorted by length, longest first, in each stretch."""
    count, each = a.shape[0], lengths(a)
    stretch = np.arange(count) // STRETCH
    order = np.lexsort((np.arange(count), -each, stretch)).astype(np.int32)
    padded = np.zeros(-(-count // SLICE) * SLICE, np.int64)
    padded[:count] = each[order]
    widths = padded.reshape(-1, SLICE).max(axis=1, initial=0)
    positions = np.concatenate([[0], np.cumsum(widths)])
    place = np.empty(count, np.int64)
    place[order] = np.arange(count)
    stored = place[a.rows()]
    at = (positions[stored // SLICE] + cells_of_rows(a)) * SLICE + stored % SLICE
    coordinates = np.zeros(int(positions[-1]) * SLICE, np.int32)
    values = np.zeros(len(coordinates), a.values.dtype)
    coordinates[at], values[at] = a.arrays["coordinates1"], a.values
    return Sell(positions.astype(np.int32), order, coordinates, values)
