"""Arrays of SciPy to Spindle's and back, in the same memory where a format allows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from spindle import _spindle
from spindle._copying import CopyRule, check_dtype, fit, fit_index
from spindle._errors import SpindleTypeError, SpindleValueError
from spindle._types import from_buffer, to_buffer

__all__ = [
    "adopt",
    "adopt_blocks",
    "adopt_list",
    "adopt_rows",
    "from_scipy",
    "has_whole_blocks",
    "match_widths",
    "to_scipy",
]

Buffer = npt.NDArray[Any]

# SciPy's diagonals: a row of cells for each, by columns. The coordinate of the level is
# the offset's negative.
_DIAGONALS = "(i, j) -> (i - j : compressed{}, j : dense) full"


def adopt(
    format: str,
    shape: Sequence[int],
    positions: Sequence[Buffer | None],
    coordinates: Sequence[Buffer | None],
    values: Buffer,
) -> _spindle.Tensor:
    """The tensor on these arrays, one for each level of ``format``."""
    buffer = to_buffer(values)
    return _spindle.adopt(format, list(shape), positions, coordinates, [], None, buffer)


def write_widths(**arrays: Buffer) -> str:
    """``pos`` and ``crd`` of a format, as these arrays of indices have them."""
    return ", ".join(f"{word} = i{8 * array.itemsize}" for word, array in arrays.items())


def store_sorted(
    format: str, shape: Sequence[int], coordinates: Sequence[Buffer], values: Buffer, rule: CopyRule
) -> _spindle.Tensor:
    """A copy in ``format`` of elements in any order, those of one cell added up."""
    rule.need("elements in ascending order, each once", "others")
    lists = [np.ascontiguousarray(list, dtype=np.int64) for list in coordinates]
    return _spindle.store(format, list(shape), lists, to_buffer(values))


def adopt_rows(
    shape: tuple[int, int],
    positions: Buffer,
    indices: Buffer,
    values: Buffer,
    rule: CopyRule,
    by_columns: bool = False,
) -> _spindle.Tensor:
    """The matrix whose rows, or columns, start at ``positions``."""
    positions, indices = fit_index(positions, rule), fit_index(indices, rule)
    values = fit(values, check_dtype(values.dtype, rule.name), rule)
    # SciPy's arrays may be longer than what is in use.
    used = int(positions[-1]) if len(positions) else 0
    indices, values = indices[:used], values[:used]
    widths = write_widths(pos=positions, crd=indices)
    format = f"{'csc' if by_columns else 'csr'}({widths})"
    try:
        return adopt(format, shape, [None, positions], [None, indices], values)
    except SpindleValueError:
        if not _is_unsorted(positions, indices):
            raise
    lists = _list_rows(positions, indices)
    return store_sorted(format, shape, lists[::-1] if by_columns else lists, values, rule)


def _list_rows(positions: Buffer, indices: Buffer) -> list[Buffer]:
    """The row and the column of each element."""
    return [np.repeat(np.arange(len(positions) - 1), np.diff(positions)), indices]


def _is_unsorted(positions: Buffer, indices: Buffer) -> bool:
    """Whether elements out of order, or twice in a cell, may be all that is wrong."""
    if positions[0] != 0 or np.any(np.diff(positions) < 0) or positions[-1] != len(indices):
        return False
    rows, columns = _list_rows(positions, indices)
    return bool(np.any((np.diff(columns) <= 0) & (np.diff(rows) == 0)))


def adopt_list(
    shape: tuple[int, ...], coordinates: Sequence[Buffer], values: Buffer, rule: CopyRule
) -> _spindle.Tensor:
    """The tensor of a list of elements with an array of coordinates for each dimension."""
    if not shape:
        raise rule.fail("at least 1 dimension", "0", SpindleValueError)
    lists = [fit_index(list, rule) for list in coordinates]
    if len({list.dtype for list in lists}) > 1:
        lists = [fit(list, np.dtype(np.int64), rule) for list in lists]
    values = fit(values, check_dtype(values.dtype, rule.name), rule)
    # A list of one dimension has nothing below its coordinates.
    format = f"{'coo' if len(shape) > 1 else 'csf'}({write_widths(crd=lists[0])})"
    try:
        return adopt(format, shape, [], lists, values)
    except SpindleValueError:
        if _is_ascending(lists):
            raise
    return store_sorted(format, shape, lists, values, rule)


def _is_ascending(lists: Sequence[Buffer]) -> bool:
    """Whether each element comes after the one before it, in row-major order."""
    is_after = np.zeros(max(len(lists[0]) - 1, 0), dtype=bool)
    for list in reversed(lists):
        before, after = list[:-1], list[1:]
        is_after = (before < after) | ((before == after) & is_after)
    return bool(np.all(is_after))


def adopt_blocks(
    shape: tuple[int, int], positions: Buffer, indices: Buffer, values: Buffer, rule: CopyRule
) -> _spindle.Tensor:
    """The matrix of blocks ``values[n]``, all cells of which are elements."""
    positions, indices = fit_index(positions, rule), fit_index(indices, rule)
    values = fit(values, check_dtype(values.dtype, rule.name), rule)
    used = int(positions[-1])
    indices, values = indices[:used], values[:used]
    rows, columns = values.shape[1:]
    widths = write_widths(pos=positions, crd=indices)
    format = f"bsr({rows}, {columns}, {widths}, full)"
    try:
        none = [None, None]
        return adopt(format, shape, [None, positions, *none], [None, indices, *none], values)
    except SpindleValueError:
        if not _is_unsorted(positions, indices):
            raise
    # One coordinate for each cell of each block.
    of_rows, of_columns = _list_rows(positions, indices)
    cells = np.broadcast_arrays(
        of_rows[:, None, None] * rows + np.arange(rows)[:, None],
        of_columns[:, None, None].astype(np.int64) * columns + np.arange(columns),
    )
    return store_sorted(format, shape, [list.ravel() for list in cells], values.ravel(), rule)


def _adopt_diagonals(
    shape: tuple[int, int], offsets: Buffer, values: Buffer, rule: CopyRule
) -> _spindle.Tensor:
    """The matrix whose diagonal number d has cell j of column j in ``values[d, j]``."""
    rows, columns = shape
    values = fit(values, check_dtype(values.dtype, rule.name), rule)
    is_inside = (offsets > -rows) & (offsets < columns)
    has_others = not np.all(is_inside)
    if has_others:
        offsets, values = offsets[is_inside], values[is_inside]
    # What lies outside of the matrix is no cell, and has to be 0.
    column = np.arange(values.shape[1])
    row = column - offsets[:, None].astype(np.int64)
    outside = (row < 0) | (row >= rows) | (column >= columns)
    if not len(is_inside):
        values = values.reshape(0, columns)
    elif has_others or values.shape[1] != columns or np.any(values[outside]):
        rule.need("its diagonals alone, as long as a row, and 0 outside of the matrix", "others")
        whole = np.zeros((len(offsets), columns), dtype=values.dtype)
        shared = min(columns, values.shape[1])
        whole[:, :shared] = np.where(outside, values.dtype.type(0), values)[:, :shared]
        values = whole
    starts = fit_index(-offsets, CopyRule(True))
    ascends = bool(np.all(np.diff(starts) > 0))
    marks = ([] if ascends else ["unordered"]) + [write_widths(crd=starts)]
    format = _DIAGONALS.format(f"({', '.join(marks)})")
    return adopt(format, shape, [], [starts, None], values)


def from_scipy(obj: Any, rule: CopyRule) -> _spindle.Tensor:
    """The sparse array or matrix ``obj`` of SciPy, in its own format and memory."""
    kind, shape = obj.format, obj.shape
    if kind in ("csr", "csc") and len(shape) == 2:
        by_columns = kind == "csc"
        return adopt_rows(shape, obj.indptr, obj.indices, obj.data, rule, by_columns)
    if kind == "csr":
        return adopt_list(shape, [obj.indices], obj.data, rule)
    if kind == "coo":
        return adopt_list(shape, obj.coords, obj.data, rule)
    if kind == "bsr":
        return adopt_blocks(shape, obj.indptr, obj.indices, obj.data, rule)
    if kind == "dia":
        return _adopt_diagonals(shape, obj.offsets, obj.data, rule)
    rule.need("csr, csc, coo, bsr or dia", kind)
    return from_scipy(obj.tocoo(), rule)


def _get_levels(tensor: _spindle.Tensor) -> tuple[str, dict[str, Any]]:
    """The name of the format without its numbers, and its arrays."""
    arrays = tensor.arrays()
    values = from_buffer(arrays["values"], tensor.dtype)
    values.flags.writeable = False
    arrays["values"] = values
    return tensor.format.split("<")[0], arrays


def _is_diagonals(format: str) -> bool:
    return format.startswith(_DIAGONALS.partition("{")[0]) and format.endswith(", j : dense) full")


def to_scipy(tensor: _spindle.Tensor) -> Any:
    """The array of SciPy on the arrays of ``tensor``, which has a format of SciPy's.

    Raises
    ------
    SpindleTypeError
        SciPy has no such format, or no such type of elements.
    """
    import scipy.sparse as scipy_sparse

    # Its classes are of no use to a checker of types.
    sp: Any = scipy_sparse
    name, arrays = _get_levels(tensor)
    values, coordinates = arrays["values"], arrays["coordinates"]
    if values.dtype.name in ("float16", "bfloat16"):
        raise SpindleTypeError(
            f"expected elements of a type that SciPy has but got {values.dtype}",
            expected="elements of a type that SciPy has",
            got=values.dtype.name,
        )
    rows = {"csr": sp.csr_array, "csc": sp.csc_array}
    if has_whole_blocks(tensor, values.shape):
        rows["bsr"] = sp.bsr_array
    if name in rows:
        parts = match_widths(coordinates[1], arrays["positions"][1])
        made = rows[name]((values, *parts), shape=tensor.shape, copy=False)
        return _share(made, data=values, indices=parts[0], indptr=parts[1])
    if name == "coo" or (name == "csf" and len(tensor.shape) == 1):
        lists = tuple(coordinates)
        made = sp.coo_array((values, lists), shape=tensor.shape, copy=False)
        made.has_canonical_format = True
        return _share(made, data=values, coords=lists)
    if _is_diagonals(tensor.format):
        return sp.dia_array((values, -coordinates[0]), shape=tensor.shape)
    return None


def has_whole_blocks(tensor: _spindle.Tensor, shape: tuple[int, ...]) -> bool:
    """Whether values of ``shape`` are blocks as other packages have them.

    All their cells are elements, and none ends beyond the matrix.
    """
    is_full = tensor.format.startswith("bsr<") and tensor.format.endswith("full>")
    return is_full and all(n % size == 0 for n, size in zip(tensor.shape, shape[1:], strict=True))


def match_widths(indices: Buffer, positions: Buffer) -> tuple[Buffer, Buffer]:
    """Both in one type, the wider one, as other packages want them."""
    wide = np.promote_types(indices.dtype, positions.dtype)
    return indices.astype(wide, copy=False), positions.astype(wide, copy=False)


def _share(made: Any, **arrays: Any) -> Any:
    """Has ``made`` be on these arrays: SciPy narrows those of indices that would fit."""
    for name, array in arrays.items():
        if getattr(made, name) is not array:
            setattr(made, name, array)
    return made
