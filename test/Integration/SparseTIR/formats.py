"""Matrices in other formats than CSR, as the programs take their arrays.

Memory that no program may read, where blocks and slices jut out of the matrix,
holds NaN, coordinate 0 and set bits.
"""

from dataclasses import dataclass

import numpy as np
import scipy.sparse
from inputs import row_of_each


@dataclass
class Blocks:
    """A matrix in blocks: BSR, with a bit for each cell."""

    pos: np.ndarray
    crd: np.ndarray
    values: np.ndarray
    bits: np.ndarray
    #: The row and the column of each cell, and whether they are of the matrix.
    i: np.ndarray
    j: np.ndarray
    inside: np.ndarray


def blocks(a: scipy.sparse.csr_array, size: int) -> Blocks:
    """The blocks of `a` with an element; no element of `a` comes twice."""
    rows, columns = row_of_each(a), a.indices
    mb, nb = -(-a.shape[0] // size), -(-a.shape[1] // size)
    ids = (rows // size) * nb + columns // size
    kept = np.unique(ids)
    io, jo = kept // max(nb, 1), kept % max(nb, 1)
    pos = np.concatenate([[0], np.cumsum(np.bincount(io, minlength=mb))])
    at = np.searchsorted(kept, ids)
    i = io[:, None, None] * size + np.arange(size)[:, None]
    j = jo[:, None, None] * size + np.arange(size)
    inside = (i < a.shape[0]) & (j < a.shape[1])
    values = np.where(inside, 0.0, np.nan)
    bits = np.where(inside, 0, 1)
    values[at, rows % size, columns % size] = a.data
    bits[at, rows % size, columns % size] = 1
    return Blocks(pos, jo, values, bits, i, j, inside)


@dataclass
class Ell:
    """A matrix whose rows keep one number of cells each."""

    width: int
    lengths: np.ndarray
    crd: np.ndarray
    values: np.ndarray


def ell(a: scipy.sparse.csr_array, width: int | None = None) -> Ell:
    """The rows of `a` in `width` cells each, one more than the longest row needs."""
    lengths = np.diff(a.indptr)
    if width is None:
        width = int(lengths.max(initial=0)) + 1
    crd = np.zeros((a.shape[0], width), np.int64)
    values = np.zeros(crd.shape)
    rows, slots = row_of_each(a), slots_of(a)
    crd[rows, slots] = a.indices
    values[rows, slots] = a.data
    return Ell(width, lengths, crd, values)


def pieces(a: scipy.sparse.csr_array, width: int) -> tuple[np.ndarray, Ell]:
    """The rows of `a` in pieces of at most `width` elements, and the row of each."""
    counts = -(-np.diff(a.indptr) // width)
    row = np.repeat(np.arange(a.shape[0]), counts)
    starts = a.indptr[row] + width * (np.arange(len(row)) - offsets(counts)[row])
    lengths = np.minimum(a.indptr[row + 1] - starts, width)
    cut = scipy.sparse.csr_array(
        (a.data, a.indices, offsets(lengths)), shape=(len(row), a.shape[1])
    )
    return row, ell(cut, width)


def slots_of(a: scipy.sparse.csr_array) -> np.ndarray:
    """How many elements of its row come before each stored element."""
    return np.arange(a.nnz) - a.indptr[row_of_each(a)]


@dataclass
class Sell:
    """A matrix in slices of rows: SELL, with a bit for each cell."""

    pos: np.ndarray
    row: np.ndarray
    crd: np.ndarray
    bits: np.ndarray
    values: np.ndarray


def sell(a: scipy.sparse.csr_array, height: int) -> Sell:
    """The rows of `a` in slices of `height`, of each two slices the longest first."""
    m, lengths = a.shape[0], np.diff(a.indptr)
    order = np.lexsort((-lengths, np.arange(m) // (2 * height)))
    slices = -(-m // height)
    row = np.full(slices * height, -1)
    row[:m] = order
    row = row.reshape(slices, height)
    widths = np.where(row < 0, 0, np.append(lengths, 0)[row]).max(axis=1, initial=0)
    pos = np.concatenate([[0], np.cumsum(widths)]).astype(np.int64)
    outside = np.repeat(row < 0, widths, axis=0)
    crd, bits = np.zeros(outside.shape, np.int64), np.where(outside, 1, 0)
    values = np.where(outside, np.nan, 0.0)
    place = np.empty(m, np.int64)
    place[order] = np.arange(m)
    element = place[row_of_each(a)]
    at = pos[element // height] + slots_of(a), element % height
    crd[at], bits[at], values[at] = a.indices, 1, a.data
    return Sell(pos, np.maximum(row, 0), crd, bits, values)


@dataclass
class Panels:
    """A matrix in panels of rows with packed columns: SR-BCRS."""

    pos: np.ndarray
    lengths: np.ndarray
    crd: np.ndarray
    bits: np.ndarray
    values: np.ndarray


def panels(a: scipy.sparse.csr_array, t: int, g: int) -> Panels:
    """The columns of each panel of `t` rows of `a`, in groups of `g`."""
    count = -(-a.shape[0] // t)
    panel = row_of_each(a) // t
    columns = [np.unique(a.indices[panel == p]) for p in range(count)]
    pos = offsets([-(-len(found) // g) for found in columns])
    io = np.repeat(np.arange(count), np.diff(pos))
    first = g * (np.arange(len(io)) - pos[io])
    sizes = np.array([len(found) for found in columns], np.int64)
    lengths = np.minimum(sizes[io] - first, g)
    crd = np.zeros((len(io), g), np.int64)
    outside = io[:, None, None] * t + np.arange(t)[:, None] >= a.shape[0]
    outside = np.broadcast_to(outside, (len(io), t, g))
    bits, values = np.where(outside, 1, 0), np.where(outside, np.nan, 0.0)
    for i, j, x in zip(row_of_each(a), a.indices, a.data, strict=True):
        rank = int(np.searchsorted(columns[i // t], j))
        at = pos[i // t] + rank // g, i % t, rank % g
        crd[at[0], at[2]], bits[at], values[at] = j, 1, x
    return Panels(pos, lengths, crd, bits, values)


def diagonals(a: scipy.sparse.csr_array) -> tuple[np.ndarray, np.ndarray]:
    """The diagonals of `a` with an element, and a cell for each row of theirs."""
    number = a.indices - row_of_each(a)
    crd, at = np.unique(number, return_inverse=True)
    j = np.arange(a.shape[0]) + crd[:, None]
    values = np.where((j >= 0) & (j < a.shape[1]), 0.0, np.nan)
    values[at, row_of_each(a)] = a.data
    return crd, values


@dataclass
class Csf:
    """Slices of matrices: two compressed levels under a dense one."""

    row_pos: np.ndarray
    row_crd: np.ndarray
    pos: np.ndarray
    crd: np.ndarray
    values: np.ndarray


def csf(slices: list[scipy.sparse.csr_array], rows: list[np.ndarray]) -> Csf:
    """The matrices `slices`, of which slice s keeps the rows `rows[s]` in order."""
    kept = [a[keep] for a, keep in zip(slices, rows, strict=True)]
    lengths = [len(keep) for keep in rows]
    fibres = [np.diff(a.indptr) for a in kept]
    return Csf(
        offsets(lengths),
        np.concatenate([np.zeros(0, np.int64), *rows]),
        offsets(np.concatenate([np.zeros(0, np.int64), *fibres])),
        np.concatenate([np.zeros(0, np.int64), *(a.indices for a in kept)]),
        np.concatenate([np.zeros(0), *(a.data for a in kept)]),
    )


def offsets(lengths: np.ndarray | list[int]) -> np.ndarray:
    """Where each of the fibres starts, and where the last ends."""
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)


def ell3d(
    relations: list[scipy.sparse.csr_array], rows: int, width: int
) -> dict[str, object]:
    """The pieces of the rows of each relation, in groups of `rows`: ELL3D."""
    parts = [pieces(a, width) for a in relations]
    counts = [-(-len(row) // rows) for row, _ in parts]

    def grouped(arrays: list[np.ndarray]) -> np.ndarray:
        """The arrays of all relations, each filled up to whole groups."""
        filled = [
            np.concatenate([x, np.zeros((rows * c - len(x), *x.shape[1:]), x.dtype)])
            for x, c in zip(arrays, counts, strict=True)
        ]
        joined = np.concatenate(filled)
        return joined.reshape(sum(counts), rows, *joined.shape[1:])

    ones = grouped([np.ones(len(row), np.int64) for row, _ in parts])
    return {
        "groups": max(counts),
        "rows": rows,
        "width": width,
        "pos": offsets(counts),
        "i_lengths": ones.sum(axis=1),
        "i_crd": grouped([row for row, _ in parts]),
        # Under cells that are no rows, lengths are as good as any.
        "j_lengths": np.where(
            ones, grouped([part.lengths for _, part in parts]), width
        ),
        "j_crd": grouped([part.crd for _, part in parts]),
        "a": grouped([part.values for _, part in parts]),
    }
