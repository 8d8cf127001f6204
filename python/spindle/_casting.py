"""Which types of elements keep the values of which: the one rule of conversions.

A type is converted to another

1. whenever it is needed, if that has every value of it;
2. where ``dtype=`` asks for it, if that has the nearest value: floats, from no complex ones;
3. else by ``astype`` alone: high bits, fractions or imaginary parts would be lost.

Of the second kind, NumPy itself promotes int64 to float64 and complex128. There
values are looked at: integers from -2^53 to 2^53 are kept.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from spindle._errors import SpindleTypeError
from spindle._types import get_name, to_dtype

__all__ = ["check_cast", "fit_number", "keeps_values", "promote", "rounds_values"]

DType = np.dtype[Any]

#: The bits of the significand and the largest exponent, of the parts of complex ones.
_FLOATS = {
    "float16": (11, 16),
    "bfloat16": (8, 128),
    "float32": (24, 128),
    "float64": (53, 1024),
    "complex64": (24, 128),
    "complex128": (53, 1024),
}

#: Up to this, float64 has every integer.
_WHOLE = 2**53


def keeps_values(given: DType, wanted: DType) -> bool:
    """Whether ``wanted`` has every value of ``given``.

    Examples
    --------
    >>> keeps_values(np.dtype("int32"), np.dtype("float64"))
    True
    >>> keeps_values(np.dtype("int32"), np.dtype("float32"))
    False
    """
    if given.kind == "b" or get_name(given) == get_name(wanted):
        return True
    if wanted.kind == "b" or (given.kind == "c" and wanted.kind != "c"):
        return False
    if wanted.kind in "iu":
        has_sign = wanted.kind == "i"
        return _count_bits(given) <= _count_bits(wanted) and (given.kind == "u" or has_sign)
    significand, exponent = _FLOATS[get_name(wanted)]
    if given.kind in "iu":
        return _count_bits(given) <= significand
    own_significand, own_exponent = _FLOATS[get_name(given)]
    return own_significand <= significand and own_exponent <= exponent


def _count_bits(dtype: DType) -> float:
    """The bits of an integer's magnitude; more than any have where there are fractions."""
    if dtype.kind not in "iu":
        return math.inf
    return 8 * dtype.itemsize - (dtype.kind == "i")


def rounds_values(given: DType, wanted: DType) -> bool:
    """Whether ``wanted`` has the nearest value at least of each of ``given``.

    Examples
    --------
    >>> rounds_values(np.dtype("float64"), np.dtype("float32"))
    True
    >>> rounds_values(np.dtype("float64"), np.dtype("int64"))
    False
    """
    has_fractions = get_name(wanted) in _FLOATS
    return has_fractions and (given.kind != "c" or wanted.kind == "c")


def check_cast(
    given: DType,
    wanted: DType,
    name: str,
    values: Iterable[npt.NDArray[Any]] = (),
    *,
    is_asked: bool = False,
) -> None:
    """Checks that elements of ``given`` may become those of ``wanted``.

    Parameters
    ----------
    given, wanted : numpy.dtype
        The type that an operand has, and the one that it is needed in.
    name : str
        What the user calls the operand.
    values : iterable of arrays
        Its elements, for pairs of types where it depends on these.
    is_asked : bool
        The user names the type, so that values may be rounded.

    Raises
    ------
    SpindleTypeError
        With the operand, both types and the way out.
    """
    if keeps_values(given, wanted) or (is_asked and rounds_values(given, wanted)):
        return
    is_promoted = given.kind in "iu" and _FLOATS.get(get_name(wanted), (0,))[0] == 53
    large = next(_find_large(values), None) if is_promoted else None
    if is_promoted and large is None:
        return
    expected = f"elements that {wanted} can hold"
    got = f"{given}" if large is None else f"{given}, with {large}"
    is_cut = given.kind == "c" and wanted.kind != "c"
    way = ".real has real parts" if is_cut else f".astype('{get_name(wanted)}') converts them"
    where = f"{name}: " if name else ""
    raise SpindleTypeError(f"{where}expected {expected} but got {got}; {way}", name, expected, got)


def _find_large(values: Iterable[npt.NDArray[Any]]) -> Iterator[int]:
    """The integers that float64 may not have."""
    for array in values:
        if array.size:
            for each in (array.max(), array.min()):
                if not -_WHOLE <= int(each) <= _WHOLE:
                    yield int(each)


def promote(given: Sequence[Any], names: Sequence[str]) -> DType:
    """The type that NumPy promotes these types, arrays and numbers to.

    Raises
    ------
    SpindleTypeError
        A type that Spindle has not, or types that NumPy has none for.
    """
    try:
        return to_dtype(np.result_type(*given))
    except (np.exceptions.DTypePromotionError, OverflowError) as error:
        types = [str(getattr(each, "dtype", each)) for each in given]
        told = ", ".join(f"{n} of {t}" for n, t in zip(names, types, strict=True))
        expected = "operands of types that NumPy has one for, as astype() makes them,"
        raise SpindleTypeError(f"expected {expected} but got {told}", "", expected, told) from error


def fit_number(value: Any, dtype: DType, name: str) -> bool | int | float | complex:
    """The number ``value`` as one of Python that an operand of ``dtype`` takes.

    Numbers follow arrays: 0.1 beside elements of float32 is the nearest one of these.

    Raises
    ------
    SpindleTypeError
        No number, one with a part that the type has not, or one outside of its range.
    """
    is_scalar = getattr(value, "ndim", None) == 0 and hasattr(value, "item")
    number = value.item() if is_scalar else value
    own = next((rank for rank, kind in enumerate(_RANKS) if isinstance(number, kind)), len(_RANKS))
    rank = _RANK_OF_KIND.get(dtype.kind, 2)
    if own <= rank and _is_in_range(number, dtype):
        made: bool | int | float | complex = _MAKERS[rank](number)
        return made
    expected = f"a number of {dtype}"
    text = f"{name}: expected {expected} but got {value!r}"
    raise SpindleTypeError(text, name, expected, repr(value))


#: The kinds of numbers, each of which is one of the next, and what makes one.
_RANKS: tuple[Any, ...] = (bool, numbers.Integral, numbers.Real, numbers.Complex)
_MAKERS: tuple[Any, ...] = (bool, int, float, complex)
_RANK_OF_KIND = {"b": 0, "i": 1, "u": 1, "c": 3}


def _is_in_range(number: Any, dtype: DType) -> bool:
    """Whether ``dtype`` has a number near ``number``, which is of its kind."""
    if dtype.kind in "iu":
        bounds = np.iinfo(dtype)
        return bool(bounds.min <= int(number) <= bounds.max)
    try:
        exact = complex(number)
    except OverflowError:
        return False
    with np.errstate(over="ignore"):
        nearest = np.asarray(exact if dtype.kind == "c" else exact.real).astype(dtype)
    return not np.any(np.isinf(nearest)) or not np.all(np.isfinite(exact))
