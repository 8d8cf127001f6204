"""Orders of rows in which the columns of a matrix lie near its rows."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from spindle import _interop, _spindle
from spindle._array import Array
from spindle._copying import CopyRule
from spindle._errors import SpindleTypeError, SpindleValueError

__all__ = ["fused_share", "permute", "reorder", "row_order"]

Order = npt.NDArray[np.integer[Any]]


def row_order(matrix: Any) -> Order:
    """An order of rows and columns in which elements lie near the diagonal.

    That of Cuthill and McKee, reversed. Rows of neighbouring numbers then read columns of
    neighbouring numbers, so that tiles of rows fuse more of them. It depends on
    the pattern alone, and takes O(elements + rows).

    Parameters
    ----------
    matrix : Array, or what :func:`array` takes
        A square matrix, in any format; other formats than csr are converted.

    Returns
    -------
    numpy.ndarray
        Which row comes first, second, ..: integers of the type that its indices have.

    Raises
    ------
    SpindleTypeError, SpindleValueError
        No sparse array, one that is no square matrix.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> A = spindle.from_coo(([0, 3, 1], [3, 1, 2], ), [1.0, 1.0, 1.0], shape=(4, 4))
    >>> order = spindle.row_order(A)
    >>> order
    array([2, 1, 3, 0], dtype=int32)
    >>> X, Y = np.arange(4.0)[:, None], np.empty((4, 1))
    >>> Y[order] = spindle.reorder(A, order) @ X[order]
    >>> bool((Y == A @ X).all())
    True
    """
    rows = _take_rows(_take_square(matrix))
    order, _ = _spindle.find_row_order(rows["positions"][1], rows["coordinates"][1])
    return np.asarray(order)


def reorder(matrix: Any, order: npt.ArrayLike) -> Array:
    """A square matrix with rows and columns in another order.

    Row i of the result is row ``order[i]``, and its column j column ``order[j]``. To multiply
    by it, take the other operand's rows in that order, and put the result's rows back:
    ``Y[order] = reorder(A, order) @ X[order]``. That reads and writes X and Y once more. To
    reorder the matrix takes as long as storing it.

    Parameters
    ----------
    matrix : Array, or what :func:`array` takes
    order : array of int
        Each row once, as :func:`row_order` gives it.

    Returns
    -------
    Array
        In the format that it had; elements that are zeros stay.

    Raises
    ------
    SpindleTypeError, SpindleValueError
        No square matrix, an order that lacks a row.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> A = spindle.array(np.array([[1.0, 2.0], [0.0, 3.0]]))
    >>> spindle.reorder(A, [1, 0]).todense()
    array([[3., 0.],
           [2., 1.]])
    """
    array = _take_square(matrix)
    taken = _take_order(order, array.shape[0])
    return permute(array, {0: taken, 1: taken})


def fused_share(matrix: Any, tile: int = 2048) -> float:
    """The share of a matrix's elements in rows that tiles of rows fuse.

    Of a product A (B C), those are rows of A whose columns are all among ``tile`` rows of
    B C that follow one another, so that both products may be made in one tile: what
    :meth:`Inspection.fused_share` tells of tiles that were found. It takes O(elements + rows).

    Parameters
    ----------
    matrix : Array, or what :func:`array` takes
        Any matrix; other formats than csr are converted.
    tile : int
        The rows of the first product in a tile.

    Raises
    ------
    SpindleTypeError, SpindleValueError
        No sparse matrix, a tile without rows.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> A = spindle.array(np.eye(6) + np.eye(6, k=1))
    >>> spindle.fused_share(A, tile=3)
    0.8181818181818182
    """
    array = _take_matrix(matrix)
    try:
        tile = operator.index(tile)
    except TypeError as error:
        got = type(tile).__name__
        text = f"tile: expected an integer but got {got}"
        raise SpindleTypeError(text, "tile", "an integer", got) from error
    if tile < 1:
        text = f"tile: expected at least 1 row but got {tile}"
        raise SpindleValueError(text, "tile", "at least 1 row", str(tile))
    rows = _take_rows(array)
    fused = _spindle.count_fused_elements(
        rows["positions"][1], rows["coordinates"][1], array.shape[1], tile
    )
    return float(fused / max(array.nnz, 1))


def permute(array: Array, orders: Mapping[int, Order]) -> Array:
    """``array`` with each dimension that ``orders`` names in that order, in its format."""
    coordinates, values = array._tensor.entries()
    placed = list(coordinates)
    for dim, order in orders.items():
        places = np.empty(len(order), np.int64)
        places[order] = np.arange(len(order))
        placed[dim] = places[placed[dim]]
    stored = _spindle.store(array.format, array.shape, placed, values)
    return Array(stored)


def _take_matrix(matrix: Any) -> Array:
    array = _interop.to_array(matrix, name="matrix")
    if len(array.shape) != 2:
        expected, got = "a matrix", f"a tensor of {len(array.shape)} dimensions"
        raise SpindleTypeError(
            f"matrix: expected {expected} but got {got}", "matrix", expected, got
        )
    return array


def _take_square(matrix: Any) -> Array:
    array = _take_matrix(matrix)
    if array.shape[0] != array.shape[1]:
        expected, got = "as many rows as columns", f"{array.shape[0]} rows and {array.shape[1]}"
        text = f"matrix: expected {expected} but got {got}"
        raise SpindleValueError(text, "matrix", expected, got)
    return array


def _take_rows(array: Array) -> Any:
    """The arrays of a matrix in csr, with the integers that it has."""
    kept = ("csr", _spindle.spell_format("csr", 2, True))
    return (array if array.format in kept else array.to("csr"))._tensor.arrays(0)


def _take_order(order: npt.ArrayLike, rows: int) -> Order:
    taken = _interop.view_dense(order, CopyRule(True, "order"))
    if taken.size == 0:
        taken = taken.astype(np.int64)
    if taken.dtype.kind not in "iu":
        expected = "integers"
        text = f"order: expected {expected} but got {taken.dtype.name}"
        raise SpindleTypeError(text, "order", expected, taken.dtype.name)
    if taken.shape != (rows,):
        expected, got = f"{rows} rows", f"an array of shape {taken.shape}"
        text = f"order: expected {expected} but got {got}"
        raise SpindleValueError(text, "order", expected, got)
    inside = rows == 0 or (taken.min() >= 0 and taken.max() < rows)
    counts = np.bincount(taken, minlength=rows) if inside and rows else None
    if not inside or (counts is not None and (counts != 1).any()):
        expected = f"each row from 0 to {rows - 1} once"
        wrong = "one outside" if counts is None else f"row {int(np.argmax(counts != 1))} otherwise"
        text = f"order: expected {expected} but got {wrong}"
        raise SpindleValueError(text, "order", expected, wrong)
    return taken
