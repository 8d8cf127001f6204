"""Sums, extremes and the like of sparse arrays, in which cells without an element are 0."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from spindle._arguments import list_axes
from spindle._errors import SpindleTypeError, SpindleValueError
from spindle._types import to_dtype

__all__ = ["Reductions"]

Dense = npt.NDArray[Any]
Axis = int | tuple[int, ...] | None


def _reduce(
    array: Any, ufunc: np.ufunc, axis: Axis, dtype: Any = None, keepdims: bool = False
) -> Any:
    """``ufunc`` of all cells along ``axis``, as NumPy's reduction of all cells is.

    Returns
    -------
    number or array of NumPy
        In the shape of the axes that are left.

    Raises
    ------
    SpindleValueError
        An axis that there is not, or no cells for a function without an identity.
    """
    axes = list_axes(axis, array.ndim)
    cells = _count_cells(array, axes)
    if cells == 0 and ufunc.identity is None:
        raise SpindleValueError(
            f"expected at least one cell for {ufunc.__name__} but got none",
            expected="at least one cell",
            got="none",
        )
    shape = [size for dim, size in enumerate(array.shape) if dim not in axes]
    wanted = _find_type(ufunc, array.dtype, dtype)
    if not shape and len(axes) == array.ndim:
        made = _reduce_whole(ufunc, array._gather(), cells, wanted)
    else:
        groups = int(np.prod(shape, dtype=object))
        numbers, values = _number_groups(array, axes)
        made = _accumulate(ufunc, numbers, values, groups, cells, wanted).reshape(shape)
    if keepdims:
        made = made.reshape([1 if dim in axes else n for dim, n in enumerate(array.shape)])
    return made[()]


def _find_type(ufunc: np.ufunc, own: np.dtype[Any], dtype: Any) -> np.dtype[Any]:
    """The type of what ``ufunc`` makes of elements of ``own``, as NumPy's own rule has it."""
    wanted = None if dtype is None else to_dtype(dtype)
    try:
        found: np.dtype[Any] = ufunc.reduce(np.ones(1, own), dtype=wanted).dtype
        return found
    except TypeError as error:
        expected = f"a type that {ufunc.__name__} makes of {own}"
        text = f"dtype: expected {expected} but got {wanted}"
        raise SpindleTypeError(text, "dtype", expected, str(wanted)) from error


def _count_cells(array: Any, axes: tuple[int, ...]) -> int:
    """The number of cells that come together in one."""
    return int(np.prod([array.shape[axis] for axis in axes], dtype=object))


def _reduce_whole(ufunc: np.ufunc, values: Dense, cells: int, dtype: np.dtype[Any]) -> Dense:
    """All ``values``, and the zeros beside them, as one."""
    zero = dtype.type(0)
    is_full = len(values) == cells
    if not len(values):
        return np.asarray(ufunc.identity if is_full else zero, dtype)
    if ufunc is np.multiply and not is_full:
        # A zero that comes last may come too late: the product of the others overflows.
        values = values * zero
    with np.errstate(invalid="ignore"):
        reduced = ufunc.reduce(values, dtype=dtype)
        return np.asarray(reduced if is_full else ufunc(reduced, zero), dtype)


def _number_groups(array: Any, axes: tuple[int, ...]) -> tuple[Dense, Dense]:
    """For each element the number of the cell of the result that it goes to, and its value."""
    name = array._tensor.format.split("<")[0]
    if name in ("csr", "csc") and len(axes) == 1:
        arrays = array._tensor.arrays()
        # The lists need not be made where one of them is there.
        if axes == ((0,) if name == "csr" else (1,)):
            return arrays["coordinates"][1], array._get_values()[0]
        lengths = np.diff(arrays["positions"][1])
        return np.repeat(np.arange(len(lengths)), lengths), array._get_values()[0]
    lists, values = array._read_elements()
    numbers = np.zeros(len(values), np.int64)
    for dim, size in enumerate(array.shape):
        if dim not in axes:
            numbers = numbers * size + lists[dim]
    return numbers, values


def _accumulate(
    ufunc: np.ufunc, numbers: Dense, values: Dense, groups: int, cells: int, dtype: np.dtype[Any]
) -> Dense:
    """``values`` by the group that each is in, with the zeros beside them; any order."""
    if ufunc is np.add and dtype.kind not in "biu":
        return _add_up(numbers, values, groups, dtype)
    if ufunc in (np.logical_or, np.logical_and):
        counts = np.bincount(numbers[values != 0], minlength=groups)
        return counts == cells if ufunc is np.logical_and else counts > 0
    made = np.full(groups, 0 if ufunc.identity is None else ufunc.identity, dtype)
    values = values.astype(dtype, copy=False)
    is_short = np.bincount(numbers, minlength=groups) < cells
    if ufunc is np.multiply:
        # A zero that comes last may come too late: the product of the others overflows.
        values = np.where(is_short[numbers], values * dtype.type(0), values)
    if ufunc.identity is None:
        # Any of the values is a start for the largest of them.
        made[numbers] = values
    ufunc.at(made, numbers, values)
    with np.errstate(invalid="ignore"):
        return np.where(is_short, ufunc(made, dtype.type(0)), made)


def _add_up(numbers: Dense, values: Dense, groups: int, dtype: np.dtype[Any]) -> Dense:
    """Sums of numbers with fractions, in float64."""
    if dtype.kind != "c":
        return np.bincount(numbers, values.astype(np.float64), groups).astype(dtype)
    made = np.empty(groups, dtype)
    made.real = np.bincount(numbers, values.real, groups)
    made.imag = np.bincount(numbers, values.imag, groups)
    return made


def _reduce_to_mean(array: Any, axis: Axis, dtype: Any = None, keepdims: bool = False) -> Any:
    """The mean of all cells along ``axis``; in float64 of integers, as NumPy has it."""
    own = np.dtype(np.float64) if array.dtype.kind in "bi" else array.dtype
    wanted = own if dtype is None else to_dtype(dtype)
    if wanted.kind not in "fcV":
        raise SpindleTypeError(f"dtype: expected one with fractions but got {wanted}", "dtype")
    total = _reduce(array, np.add, axis, np.float32 if wanted.itemsize == 2 else wanted, keepdims)
    cells = _count_cells(array, list_axes(axis, array.ndim))
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.asarray(total) / np.asarray(total).dtype.type(cells)
    return mean.astype(wanted)[()]


class Reductions:
    """What :class:`spindle.Array` has of reductions.

    Reductions take ``axis``, a dimension, a tuple of some, or None for all; ``keepdims`` to
    leave dimensions of size 1; some ``dtype``, the type to compute in; ``out``, as NumPy's
    functions pass it, has to be None. They return a number or a dense array of NumPy; of no
    dimension, ``axis=()``, an array of all cells. Cells without an element count as 0, as in
    SciPy. An axis that there is not is a SpindleValueError, one that is no integer a
    SpindleTypeError.
    """

    __slots__ = ()

    def sum(
        self, axis: Axis = None, dtype: Any = None, out: None = None, *, keepdims: bool = False
    ) -> Any:
        """The sum along ``axis``; of bool and integers in int64 unless ``dtype`` is given.

        Examples
        --------
        >>> import spindle
        >>> A = spindle.from_coo(([0, 1], [1, 1]), [5.0, 7.0], (2, 2))
        >>> A.sum(axis=0)
        array([ 0., 12.])
        """
        return _reduce(_check_out(self, out), np.add, axis, dtype, keepdims)

    def prod(
        self, axis: Axis = None, dtype: Any = None, out: None = None, *, keepdims: bool = False
    ) -> Any:
        """The product along ``axis``: 0 where a cell has no element.

        Examples
        --------
        >>> import spindle
        >>> spindle.from_coo(([0, 1], [1, 1]), [5.0, 7.0], (2, 2)).prod(axis=0)
        array([ 0., 35.])
        """
        return _reduce(_check_out(self, out), np.multiply, axis, dtype, keepdims)

    def mean(
        self, axis: Axis = None, dtype: Any = None, out: None = None, *, keepdims: bool = False
    ) -> Any:
        """The mean of all cells along ``axis``; of integers in float64.

        Examples
        --------
        >>> import spindle
        >>> spindle.from_coo(([0, 1], [1, 1]), [5.0, 7.0], (2, 2)).mean()
        np.float64(3.0)
        """
        return _reduce_to_mean(_check_out(self, out), axis, dtype, keepdims)

    def max(self, axis: Axis = None, out: None = None, *, keepdims: bool = False) -> Any:
        """The largest cell along ``axis``, at least 0 where one has no element.

        Examples
        --------
        >>> import spindle
        >>> spindle.from_coo(([0, 1], [1, 1]), [-5.0, -7.0], (2, 2)).max(axis=0)
        array([ 0., -5.])
        """
        return _reduce(_check_out(self, out), np.maximum, axis, None, keepdims)

    def min(self, axis: Axis = None, out: None = None, *, keepdims: bool = False) -> Any:
        """The smallest cell along ``axis``, at most 0 where one has no element.

        Examples
        --------
        >>> import spindle
        >>> spindle.from_coo(([0, 1], [1, 1]), [5.0, 7.0], (2, 2)).min(axis=0)
        array([0., 5.])
        """
        return _reduce(_check_out(self, out), np.minimum, axis, None, keepdims)

    def any(self, axis: Axis = None, out: None = None, *, keepdims: bool = False) -> Any:
        """Whether a cell along ``axis`` is other than 0.

        Examples
        --------
        >>> import spindle
        >>> spindle.from_coo(([0, 1], [1, 1]), [5.0, 7.0], (2, 2)).any(axis=0)
        array([False,  True])
        """
        return _reduce(_check_out(self, out), np.logical_or, axis, None, keepdims)

    def all(self, axis: Axis = None, out: None = None, *, keepdims: bool = False) -> Any:
        """Whether all cells along ``axis`` are other than 0.

        Examples
        --------
        >>> import spindle
        >>> spindle.from_coo(([0, 1], [1, 1]), [5.0, 7.0], (2, 2)).all(axis=0)
        array([False,  True])
        """
        return _reduce(_check_out(self, out), np.logical_and, axis, None, keepdims)


def _check_out(array: Any, out: None) -> Any:
    """``array``; no reduction writes into another one, though NumPy's functions pass ``out``."""
    if out is None:
        return array
    raise SpindleTypeError("out: expected none but got an array", "out", "none", "an array")
