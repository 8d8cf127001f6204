"""What einsum takes: sparse operands, dense ones and numbers."""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from spindle._array import Array
from spindle._casting import check_cast, fit_number, promote
from spindle._copying import CopyRule
from spindle._interop import is_sparse_like, to_array, to_dense
from spindle._types import get_name, to_dtype

__all__ = ["Value", "describe", "find_dtype", "fit_value", "to_truth", "to_value"]

Value = Any


def to_value(obj: Any, name: str, copy: bool | None) -> Value:
    """``obj`` as an :class:`Array`, as an array of NumPy in its own type, or as a number."""
    kind = type(obj)
    if kind is Array or (kind is np.ndarray and obj.ndim):
        return obj
    if isinstance(obj, (numbers.Number, np.bool_)):
        return obj
    if is_sparse_like(obj):
        return to_array(obj, copy=copy, name=name)
    array = to_dense(obj, name=name, copy=copy)
    return array if array.ndim else array[()]


def describe(value: Value) -> Any:
    """What a kernel for ``value`` depends on, besides the structure of sparse operands."""
    kind = type(value)
    if kind is np.ndarray:
        return value.dtype, value.shape
    return value._tensor.dtype if kind is Array else kind


def find_dtype(
    values: Sequence[Value], dtype: npt.DTypeLike | None, names: Sequence[str]
) -> np.dtype[Any]:
    """The type to compute in: ``dtype``, or else what NumPy promotes ``values`` to.

    Raises
    ------
    SpindleTypeError
        A type that Spindle has not, or types that NumPy promotes to none.
    """
    if dtype is not None:
        return to_dtype(dtype)
    # Numbers of Python follow the arrays, as everywhere in NumPy.
    return promote([getattr(value, "dtype", value) for value in values], names)


#: NPY_ARRAY_C_CONTIGUOUS and NPY_ARRAY_ALIGNED.
_FITS = 0x001 | 0x100


def fit_value(
    value: Value, dtype: np.dtype[Any], name: str, copy: bool | None, is_asked: bool
) -> Value:
    """``value`` with elements of ``dtype``, dense ones row-major: itself where that is so.

    Nobody is warned of a copy in a type that ``is_asked`` for.

    Raises
    ------
    SpindleTypeError
        Elements that ``dtype`` cannot hold, or may not have without being asked for.
    """
    kind = type(value)
    if kind is np.ndarray:
        # Row-major and aligned, by NumPy's flags: their objects are slower.
        if value.dtype == dtype:
            if value.flags.num & _FITS == _FITS:
                return value
        else:
            check_cast(value.dtype, dtype, name, [value], is_asked=is_asked)
            if is_asked and copy is None:
                value = value.astype(dtype, order="C")
        return to_dense(value, dtype, name=name, copy=copy)
    if kind is Array:
        given = value._tensor.dtype
        if given == get_name(dtype):
            return value
        check_cast(value.dtype, dtype, name, value._get_values(), is_asked=is_asked)
        if not is_asked:
            CopyRule(copy, name).need(f"elements of {dtype}", f"elements of {given}")
        return to_array(value, dtype=dtype, name=name, copy=copy)
    return fit_number(value, dtype, name)


def to_truth(value: Value) -> Value:
    """Whether each element of ``value``, or the number, is other than 0."""
    if isinstance(value, Array):
        return value.astype(np.bool_)
    return np.asarray(value, np.bool_) if isinstance(value, np.ndarray) else bool(value)
