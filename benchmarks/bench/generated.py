"""Matrices and tensors that are made, always the same for one name."""

import numpy as np
import scipy.sparse

from bench import sparse


def uniform(count: int, rng: np.random.Generator) -> np.ndarray:
    return rng.random(count, dtype=np.float32) * 2 - 1


def of_rows(columns: np.ndarray, width: int, rng: np.random.Generator) -> sparse.Sparse:
    """A matrix that has these columns, an equal number in each row."""
    columns.sort(axis=1)
    rows, length = columns.shape
    held = {
        "positions1": np.arange(0, rows * length + 1, length, dtype=np.int32),
        "coordinates1": columns.reshape(-1),
        "values": uniform(rows * length, rng),
    }
    return sparse.Sparse("csr", (rows, width), held)


def banded(stored: int, length: int = 10) -> sparse.Sparse:
    """A square matrix with elements next to the diagonal, `length` in a row."""
    rng = np.random.default_rng(stored)
    rows = max(stored // length, length)
    first = np.clip(np.arange(rows) - length // 2, 0, rows - length)
    columns = first.astype(np.int32)[:, None] + np.arange(length, dtype=np.int32)
    return of_rows(columns, rows, rng)


def scattered(stored: int, length: int = 10) -> sparse.Sparse:
    """A square matrix with `length` elements in a row, anywhere.

    Each is drawn from a share of its own of the columns, so that no two are equal.
    """
    rng = np.random.default_rng(stored)
    rows = max(stored // length, length)
    share = rows // length
    columns = rng.integers(0, share, (rows, length), dtype=np.int32)
    columns += np.arange(length, dtype=np.int32) * np.int32(share)
    return of_rows(columns, rows, rng)


def power_law(rows: int, stored: int) -> sparse.Sparse:
    """A square matrix, few of whose rows and columns have most of the elements."""
    rng = np.random.default_rng(rows + stored)
    drawn = rng.pareto(1.3, (2, stored)) * rows / 50
    row, column = np.minimum(drawn.astype(np.int64), rows - 1)
    linear = np.unique(rng.permutation(rows)[row] * rows + column)
    places = (linear // rows, linear % rows)
    matrix = scipy.sparse.coo_array((uniform(len(linear), rng), places), (rows, rows))
    return sparse.of_scipy(matrix)


def hubs(stored: int, length: int = 10) -> sparse.Sparse:
    """A square matrix as of a large graph, about `length` elements in a row.

    Lengths of rows fall with the power -2/3 of their rank, columns are drawn by a cubic
    law, and rows and columns of one number have one rank. Elements that are drawn twice
    come once.
    """
    rng = np.random.default_rng(stored)
    rows = max(stored // length, length)
    rank = rng.permutation(rows)
    lengths = length / 3 * (rank + 1.0) ** (-2 / 3) * rows ** (2 / 3)
    row = np.repeat(np.arange(rows), np.minimum(lengths, rows).astype(np.int64))
    drawn = (rng.random(len(row), dtype=np.float32) ** 3 * rows).astype(np.int64)
    place = np.empty(rows, np.int64)
    place[rank] = np.arange(rows)
    # Sorted here: np.unique hashes, and takes minutes for ten million.
    linear = np.sort(row * rows + place[np.minimum(drawn, rows - 1)])
    linear = linear[np.diff(linear, prepend=-1) != 0]
    places = (linear // rows, linear % rows)
    values = uniform(len(linear), rng)
    return sparse.of_scipy(scipy.sparse.coo_array((values, places), (rows, rows)))


def few_columns(rows: int, width: int, length: int) -> sparse.Sparse:
    """A tall matrix with `length` elements in a row, anywhere.

    Each is drawn from a share of its own of the columns, so that no two are equal.
    """
    rng = np.random.default_rng(rows + width)
    share = width // length
    columns = rng.integers(0, share, (rows, length), dtype=np.int32)
    columns += np.arange(length, dtype=np.int32) * np.int32(share)
    return of_rows(columns, width, rng)


def short_and_hubs(rows: int, hubs: int, longest: int) -> sparse.Sparse:
    """A square matrix with two elements in a row, but in a few `longest`."""
    rng = np.random.default_rng(rows)
    lengths = np.full(rows, 2)
    lengths[rng.choice(rows, hubs, replace=False)] = longest
    held = [np.sort(rng.choice(rows, length, replace=False)) for length in lengths]
    places = (np.repeat(np.arange(rows), lengths), np.concatenate(held))
    values = uniform(len(places[0]), rng)
    return sparse.of_scipy(scipy.sparse.coo_array((values, places), (rows, rows)))


def grid(side: int) -> sparse.Sparse:
    """The neighbours of each point of a square grid, numbered at random in strips.

    Points that are near have numbers that are near, but no stencil is left.
    """
    rng = np.random.default_rng(side)
    number = np.arange(side * side).reshape(side, side)
    for strip in np.array_split(number, max(side // 8, 1)):
        strip[:] = rng.permutation(strip.reshape(-1)).reshape(strip.shape)
    pairs = np.concatenate(
        [
            np.stack([number[:-1].ravel(), number[1:].ravel()]),
            np.stack([number[:, :-1].ravel(), number[:, 1:].ravel()]),
        ],
        axis=1,
    )
    places = np.concatenate([pairs, pairs[::-1]], axis=1)
    values = uniform(places.shape[1], rng)
    shape = (side * side, side * side)
    return sparse.of_scipy(scipy.sparse.coo_array((values, tuple(places)), shape))


def pruned(rows: int, columns: int, density: float) -> sparse.Sparse:
    """A matrix each of whose elements is there with the same probability."""
    rng = np.random.default_rng(rows + columns)
    row, column = np.nonzero(rng.random((rows, columns)) < density)
    places = (row, column)
    values = uniform(len(row), rng)
    return sparse.of_scipy(scipy.sparse.coo_array((values, places), (rows, columns)))


def blocks(rows: int, columns: int, size: int, density: float) -> sparse.Sparse:
    """A matrix in full blocks of `size` x `size`, of which a share is there."""
    grid = pruned(rows // size, columns // size, density)
    rng = np.random.default_rng(size)
    held = grid.arrays | {"values": uniform(grid.stored * size * size, rng)}
    return sparse.Sparse("bsr", (rows, columns), held, size)


def tensor(shape: tuple[int, int, int], stored: int) -> sparse.Sparse:
    """A tensor of order 3 with elements anywhere."""
    rng = np.random.default_rng(stored)
    places = np.array([rng.integers(0, size, stored) for size in shape])
    return sparse.of_coordinates(places, uniform(stored, rng), shape)
