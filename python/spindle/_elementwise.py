"""Functions of NumPy on sparse arrays: element by element, where zeros stay zeros."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from spindle._array import Array
from spindle._errors import SpindleTypeError, SpindleValueError
from spindle._stored import have_same_levels
from spindle._structure import have_same_structure
from spindle._types import to_dtype

__all__ = ["apply"]

Dense = npt.NDArray[Any]


def apply(ufunc: np.ufunc, method: str, inputs: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """What ``ufunc`` makes of ``inputs``, at least one of which is an :class:`Array`.

    Raises
    ------
    SpindleTypeError
        A function that is not of elements, or an operand that is neither an array of the
        same structure nor a number.
    SpindleValueError
        A function that makes something else of zeros, so that no cell could be left out.
    """
    if ufunc is np.matmul and method == "__call__" and not kwargs:
        from spindle._matmul import multiply

        return multiply(*inputs)
    name = ufunc.__name__
    if method != "__call__" or kwargs or ufunc.nout != 1 or ufunc.signature is not None:
        what = f"{name}.{method}" if method != "__call__" else name
        got = f"{what} with {', '.join(kwargs)}" if kwargs else what
        raise SpindleTypeError(
            f"expected a function of elements that returns a new array but got {got}; "
            "todense() has all of NumPy's",
            expected="a function of elements",
            got=got,
        )
    first = _find_first(name, inputs)
    inputs = [_match(name, first, each) for each in inputs]
    zero = _find_zero(ufunc, inputs)
    to_dtype(zero.dtype)
    return _compute(ufunc, inputs, first, zero)


def _find_first(name: str, inputs: Sequence[Any]) -> Array:
    """The first array of ``inputs``, beside which are arrays and numbers alone."""
    for each in inputs:
        if not isinstance(each, Array) and not _is_single(each):
            got = f"an array of shape {each.shape}" if hasattr(each, "shape") else repr(each)
            raise SpindleTypeError(
                f"{name}: expected a number or an array of the same structure but got {got}; "
                "einsum multiplies sparse by dense, as in einsum('ij,j->ij', A, x)",
                expected="a number or an array of the same structure",
                got=got,
            )
    return next(each for each in inputs if isinstance(each, Array))


def _is_single(obj: Any) -> bool:
    """Whether NumPy takes ``obj`` for one cell."""
    try:
        return np.ndim(obj) == 0
    except ValueError:
        return False


def _match(name: str, first: Array, each: Any) -> Any:
    """``each``, an array in the structure of ``first`` or a number, with indices like its."""
    if not isinstance(each, Array):
        return each
    made = each
    own, wanted = each._tensor.format, first._tensor.format
    if own != wanted and first.shape == each.shape and have_same_levels(own, wanted, first.ndim):
        # Indices of another type that are equal are in the range of both.
        made = each._store(wanted)
    if have_same_structure(first._tensor, made._tensor):
        return made
    raise SpindleValueError(
        f"{name}: expected arrays with elements at the same coordinates, in one format, "
        f"but got {_tell_apart(first, each)}; to_scipy() has sums of other patterns",
        expected="arrays of one structure",
        got=repr(each),
    )


def _tell_apart(first: Array, second: Array) -> str:
    """In what two arrays differ."""
    if first.shape != second.shape:
        return f"shapes {first.shape} and {second.shape}"
    if not have_same_levels(first._tensor.format, second._tensor.format, first.ndim):
        return f"formats {first.format} and {second.format}"
    return "other coordinates"


def _find_zero(ufunc: np.ufunc, inputs: Sequence[Any]) -> Dense:
    """What ``ufunc`` makes of a cell without an element, which has to be 0."""
    cells = [np.zeros(1, each.dtype) if isinstance(each, Array) else each for each in inputs]
    try:
        with np.errstate(all="ignore"):
            zero: Dense = ufunc(*cells)
    except TypeError as error:
        expected = "operands of types that NumPy has it for"
        got = " and ".join(str(getattr(each, "dtype", repr(each))) for each in cells)
        text = f"{ufunc.__name__}: expected {expected} but got {got}"
        raise SpindleTypeError(text, "", expected, got) from error
    if not zero[0] == 0:
        raise SpindleValueError(
            f"{ufunc.__name__}: expected what keeps zeros 0 but got {zero[0]}, which would fill "
            "the pattern; todense() has all cells",
            expected="what keeps zeros 0",
            got=str(zero[0]),
        )
    return zero


def _compute(ufunc: np.ufunc, inputs: Sequence[Any], first: Array, zero: Dense) -> Array:
    """``ufunc`` of all values; padding stays 0."""
    lists = [each._get_values() if isinstance(each, Array) else each for each in inputs]
    is_negative = bool(_has_sign(zero))
    made = []
    for part in range(len(first._tensor.part_formats)):
        values = ufunc(*(each[part] if isinstance(each, list) else each for each in lists))
        if is_negative:
            # Padding is the 0 without a sign.
            marks = first._tensor.marks(part)
            values = values if marks is None else np.where(marks, values, zero.dtype.type(0))
        made.append(values)
    return first._with_values(made)


def _has_sign(zero: Dense) -> bool:
    """Whether a number that equals 0 is -0.0, in a part of it."""
    if zero.dtype.kind not in "fcV":
        return False
    return bool(np.any(np.signbit(zero.real)) or np.any(np.signbit(zero.imag)))
