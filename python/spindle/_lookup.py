"""Single elements of sparse arrays."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np

from spindle._errors import SpindleTypeError, SpindleValueError

if TYPE_CHECKING:
    from spindle._array import Array

__all__ = ["look_up"]


class _SpindleIndexError(SpindleValueError, IndexError):
    """An index outside of the array."""


def look_up(array: Array, index: Any) -> Any:
    """The cell ``array[index]``, 0 where it has no element.

    Raises
    ------
    SpindleTypeError
        Anything but an integer for each dimension.
    SpindleValueError
        An integer outside of the array; an IndexError too.
    """
    given = index if isinstance(index, tuple) else (index,)
    try:
        cell = [operator.index(each) for each in given]
    except TypeError:
        cell = []
    if len(cell) != array.ndim:
        raise SpindleTypeError(
            f"expected an integer for each of {array.ndim} dimensions but got {index!r}; "
            "to_scipy() has slices",
            expected="an integer for each dimension",
            got=repr(index),
        )
    for dim, (number, size) in enumerate(zip(cell, array.shape, strict=True)):
        if not -size <= number < size:
            raise _SpindleIndexError(
                f"expected index {dim} in [-{size}, {size}) but got {number}",
                expected=f"index {dim} in [-{size}, {size})",
                got=str(number),
            )
        cell[dim] = number % size
    return _find(array, cell)


def _find(array: Array, cell: list[int]) -> Any:
    zero = array.dtype.type(0)
    name = array._tensor.format.split("<")[0]
    if name in ("csr", "csc"):
        outer, inner = cell if name == "csr" else cell[::-1]
        arrays = array._tensor.arrays()
        begin, end = arrays["positions"][1][outer : outer + 2]
        columns = arrays["coordinates"][1][begin:end]
        at = int(np.searchsorted(columns, inner))
        found = at < len(columns) and columns[at] == inner
        return array._get_values()[0][begin + at] if found else zero
    lists, values = array._read_elements()
    is_there = np.logical_and.reduce([each == at for each, at in zip(lists, cell, strict=True)])
    matches = np.flatnonzero(is_there)
    return values[matches[0]] if len(matches) else zero
