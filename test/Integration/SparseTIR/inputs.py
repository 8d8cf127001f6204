"""The matrices that every program meets: awkward ones, a random one and a graph."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import scipy.io
import scipy.sparse

ROOT = Path(__file__).resolve().parents[3]


class Draw:
    """Random values: integers of [-9, 9], or reals of [-1, 1) that f32 holds."""

    def __init__(self, seed: int, integral: bool):
        self.rng = np.random.default_rng(seed)
        self.integral = integral

    def values(self, *shape: int) -> np.ndarray:
        if self.integral:
            return self.rng.integers(-9, 10, shape).astype(np.float64)
        return self.rng.uniform(-1, 1, shape).astype(np.float32).astype(np.float64)


@dataclass
class Input:
    """A matrix in CSR as it is stored, and what draws the operands beside it."""

    name: str
    a: scipy.sparse.csr_array
    draw: Draw
    is_sorted: bool = True
    is_unique: bool = True

    @property
    def claims(self) -> str:
        """What an axis may claim of the columns of each row."""
        words = ["sorted"] * self.is_sorted + ["unique"] * self.is_unique
        return ", ".join(words)


def csr(
    shape: tuple[int, int], rows: list[list[int]], draw: Draw
) -> scipy.sparse.csr_array:
    """The matrix with just these columns in each row, in this order."""
    lengths = [len(row) for row in rows]
    pos = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    crd = np.array([j for row in rows for j in row], np.int64)
    return scipy.sparse.csr_array((draw.values(len(crd)), crd, pos), shape=shape)


def scattered(draw: Draw, m: int, n: int, per_row: int) -> list[list[int]]:
    """Rows of about `per_row` different columns in order, some without any."""
    lengths = np.minimum(draw.rng.poisson(per_row, m), n)
    lengths[draw.rng.random(m) < 0.2] = 0
    choose = draw.rng.choice
    return [sorted(choose(n, size, replace=False).tolist()) for size in lengths]


def awkward() -> Iterator[tuple[str, tuple[int, int], list[list[int]]]]:
    """Names, shapes and rows of the matrices that break kernels."""
    yield "0 x 0", (0, 0), []
    yield "0 x 5", (0, 5), []
    yield "5 x 0", (5, 0), [[]] * 5
    yield "no element", (4, 6), [[]] * 4
    yield "one element", (1, 1), [[0]]
    yield "one element, the last", (7, 9), [[]] * 6 + [[8]]
    yield "empty rows and columns", (6, 9), [[], [], [3], [1, 4, 7], [], []]
    yield "a dense row", (9, 33), [[]] * 3 + [list(range(33))] + [[]] * 4 + [[0]]
    yield "a dense column", (19, 5), [[3]] * 19


def shuffled(draw: Draw, rows: list[list[int]]) -> list[list[int]]:
    return [draw.rng.permutation(row).astype(int).tolist() for row in rows]


def graph(draw: Draw) -> tuple[str, scipy.sparse.csr_array]:
    """A citation graph: of the folder that SPINDLE_DATA names, else the shipped one."""
    data = os.environ.get("SPINDLE_DATA")
    file = (
        Path(data) / "graphs" / "citeseer.mtx.gz" if data else ROOT / "data/cora.mtx.gz"
    )
    a = scipy.sparse.csr_array(scipy.io.mmread(file)).astype(np.float64)
    a.sort_indices()
    a.data = draw.values(a.nnz)
    return file.name, a


def matrices(
    unsorted: bool = True, duplicates: bool = True, with_graph: bool = True
) -> Iterator[Input]:
    """All inputs; those whose columns are not in order, or come twice, on request."""
    whole, real = Draw(1, integral=True), Draw(2, integral=False)
    for name, shape, rows in awkward():
        yield Input(name, csr(shape, rows, whole), whole)
    for draw, kind in ((whole, "integers"), (real, "reals")):
        rows = scattered(draw, 23, 19, 4)
        yield Input(f"random {kind}", csr((23, 19), rows, draw), draw)
        if unsorted:
            mixed = csr((23, 19), shuffled(draw, rows), draw)
            yield Input(f"unsorted {kind}", mixed, draw, is_sorted=False)
        if duplicates:
            twice = [sorted(row + row[:2]) for row in rows]
            both = csr((23, 19), twice, draw)
            yield Input(f"duplicate {kind}", both, draw, is_unique=False)
    for draw in (whole, real):
        rows = scattered(draw, 97, 89, 8)
        yield Input("97 x 89", csr((97, 89), rows, draw), draw)
    if with_graph:
        name, a = graph(real)
        yield Input(name, a, real)


def with_values(
    a: scipy.sparse.csr_array, values: np.ndarray
) -> scipy.sparse.csr_array:
    """A matrix with the structure of `a`, as it is stored."""
    return scipy.sparse.csr_array((values, a.indices, a.indptr), shape=a.shape)


def row_of_each(a: scipy.sparse.csr_array) -> np.ndarray:
    """The row of each stored element."""
    return np.repeat(np.arange(a.shape[0]), np.diff(a.indptr))


def padded(array: np.ndarray, widths: tuple[int, int]) -> np.ndarray:
    """A matrix with rows and columns of zeros added at the end."""
    grown = [(0, w - s) for s, w in zip(array.shape, widths, strict=True)]
    return np.pad(array, grown)
