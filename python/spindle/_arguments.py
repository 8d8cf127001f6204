"""What users give beside operands: texts, numbers, dimensions and their sizes."""

from __future__ import annotations

import operator
import os
from typing import Any

from spindle._errors import SpindleTypeError, SpindleValueError

__all__ = [
    "list_axes",
    "list_items",
    "order_axes",
    "take_path",
    "take_shape",
    "take_size",
    "take_text",
]

#: The largest size of a dimension, as indices of i64 have it.
_LARGEST = 2**63 - 1


def _refuse(name: str, expected: str, got: Any) -> SpindleTypeError:
    """The error for an argument of another type, to be raised."""
    text = f"{name}: expected {expected} but got {got!r}"
    return SpindleTypeError(text, name, expected, repr(got))


def take_text(text: Any, name: str) -> str:
    """The str ``text``.

    Raises
    ------
    SpindleTypeError
        Anything else.
    """
    if isinstance(text, str):
        return text
    raise _refuse(name, "a str", text)


def take_path(path: Any, name: str) -> str:
    """The path ``path``, a str, bytes or a path of Python's.

    Raises
    ------
    SpindleTypeError
        Anything else.
    """
    try:
        return os.fsdecode(path)
    except TypeError:
        raise _refuse(name, "a str or a path", path) from None


def list_items(given: Any, name: str, expected: str) -> tuple[Any, ...]:
    """The items of ``given``, a sequence but no text.

    Raises
    ------
    SpindleTypeError
        Anything else.
    """
    if isinstance(given, (str, bytes)):
        raise _refuse(name, expected, given)
    try:
        return tuple(given)
    except TypeError:
        raise _refuse(name, expected, given) from None


def take_size(size: Any, name: str, expected: str = "an integer") -> int:
    """The integer ``size``, of Python or NumPy.

    Raises
    ------
    SpindleTypeError
        Anything else, as 1.0 or "1".
    """
    try:
        return operator.index(size)
    except TypeError:
        raise _refuse(name, expected, size) from None


def list_axes(axis: Any, ndim: int, name: str = "axis") -> tuple[int, ...]:
    """The dimensions that ``axis`` names, in its order; all for None, none for ().

    Raises
    ------
    SpindleTypeError
        Neither an integer nor a tuple of integers.
    SpindleValueError
        A dimension that there is not, or one twice.
    """
    if axis is None:
        return tuple(range(ndim))
    expected = "an integer or a tuple of integers"
    given = axis if isinstance(axis, tuple) else (axis,)
    axes = tuple(take_size(each, name, expected) for each in given)
    axes = tuple(each + ndim if -ndim <= each < 0 else each for each in axes)
    if len(set(axes)) != len(axes) or not all(0 <= each < ndim for each in axes):
        expected = f"each once, from {-ndim} to {ndim - 1},"
        text = f"{name}: expected {expected} but got {axis}"
        raise SpindleValueError(text, name, expected, str(axis))
    return axes


def order_axes(axes: Any, ndim: int) -> tuple[int, ...]:
    """All dimensions in the order of ``axes``, a sequence; reversed for None.

    Raises
    ------
    SpindleTypeError
        No sequence of integers.
    SpindleValueError
        Not each dimension once.
    """
    if axes is None:
        return tuple(range(ndim))[::-1]
    found = list_axes(list_items(axes, "axes", "a sequence of integers"), ndim, "axes")
    if len(found) != ndim:
        expected = f"each of {ndim} once"
        text = f"axes: expected {expected} but got {axes}"
        raise SpindleValueError(text, "axes", expected, str(axes))
    return found


def take_shape(shape: Any) -> tuple[int, ...]:
    """The sizes of dimensions that ``shape`` is a sequence of.

    Raises
    ------
    SpindleTypeError
        No sequence of integers.
    SpindleValueError
        No size, one below 0, or one that indices of 64 bits do not reach.
    """
    expected = "a sequence of integers"
    given = list_items(shape, "shape", expected)
    sizes = tuple(take_size(each, "shape", expected) for each in given)
    if not sizes or not all(0 <= size <= _LARGEST for size in sizes):
        expected = "at least one size, each from 0 to 2^63 - 1,"
        text = f"shape: expected {expected} but got {sizes}"
        raise SpindleValueError(text, "shape", expected, str(sizes))
    return sizes
