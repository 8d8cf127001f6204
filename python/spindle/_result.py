"""The results of products: memory that the user gives, and types of elements."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from spindle import _spindle
from spindle._array import Array
from spindle._errors import SpindleError, SpindleTypeError, SpindleValueError
from spindle._operands import Value
from spindle._types import from_buffer, get_name, to_buffer

__all__ = ["allocate", "allocate_like", "check_out", "narrow"]


#: The bytes from which a result begins at a multiple of `_ALIGNMENT`.
_LARGE = 1 << 15
_ALIGNMENT = 64


def allocate(shape: tuple[int, ...], dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    """Memory for a dense result of ``dtype``.

    Results become operands, and kernels take up to 1.4 times as long with one whose rows
    begin anywhere but at a multiple of 64 bytes. NumPy's memory is at one of 16.
    """
    size = prod(shape) * dtype.itemsize
    if size < _LARGE:
        return np.empty(shape, dtype)
    memory = np.empty(size + _ALIGNMENT, np.int8)
    start = -_spindle.get_address(memory) % _ALIGNMENT
    return np.ndarray(shape, dtype, memory, start)


def allocate_like(array: Array, dtype: np.dtype[Any]) -> Array:
    """Zeros of ``dtype`` for the elements that ``array`` has.

    What a format pads with stays zero: no kernel writes it.
    """
    return Array(array._tensor.zeros(get_name(dtype)))


def narrow(value: Value, dtype: np.dtype[Any]) -> Value:
    """``value`` in ``dtype``, as NumPy's astype makes it."""
    if value.dtype == dtype:
        return value
    if isinstance(value, np.ndarray):
        return value.astype(dtype)
    tensor = value._tensor
    parts = [tensor.arrays(part)["values"] for part in range(len(tensor.part_formats))]
    own = [from_buffer(part, tensor.dtype).astype(dtype) for part in parts]
    return Array(tensor.with_values([to_buffer(part) for part in own]))


def check_out(
    out: Any, shape: tuple[int, ...], dtype: np.dtype[Any], operands: Mapping[str, Value]
) -> None:
    """Checks that a result of ``shape`` and ``dtype`` can be written to ``out``.

    Raises
    ------
    SpindleTypeError
        Another object than an array of NumPy, or elements of another type.
    SpindleValueError
        Another shape, gaps between the elements, memory that is read only or that of one
        of ``operands``.
    """
    if not isinstance(out, np.ndarray):
        raise _refuse("an array of NumPy", type(out).__name__, SpindleTypeError)
    if out.shape != shape:
        raise _refuse(f"shape {shape}", f"{out.shape}")
    if out.dtype != dtype:
        raise _refuse(f"elements of {dtype}", f"{out.dtype}", SpindleTypeError)
    if not (out.flags.c_contiguous and out.flags.aligned):
        raise _refuse("a row-major array without gaps", f"strides {out.strides}")
    if not out.flags.writeable:
        raise _refuse("memory that may be written", "a read-only array")
    for name, value in operands.items():
        arrays = [value] if isinstance(value, np.ndarray) else _get_values(value)
        if any(np.may_share_memory(out, array) for array in arrays):
            raise _refuse("memory of its own", f"that of {name}")


def _get_values(value: Value) -> list[Any]:
    if not isinstance(value, Array):
        return []
    tensor = value._tensor
    return [tensor.arrays(part)["values"] for part in range(len(tensor.part_formats))]


def _refuse(expected: str, got: str, kind: type[SpindleError] = SpindleValueError) -> SpindleError:
    return kind(f"out: expected {expected} but got {got}", "out", expected, got)
