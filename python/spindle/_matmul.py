"""Products of a sparse array with dense ones, as NumPy's ``@`` has them, and at a pattern."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from spindle._array import Array
from spindle._casting import promote
from spindle._errors import SpindleTypeError, SpindleValueError
from spindle._interop import is_sparse_like
from spindle._operands import to_value
from spindle._threads import count_threads

__all__ = ["compute_at", "multiply"]

# Letters of the dimensions that only the dense operand has.
_BATCH = "abcdefgh"


def multiply(left: Any, right: Any) -> Any:
    """``left @ right``, one of which is an :class:`Array` of one or two dimensions.

    Raises
    ------
    SpindleTypeError
        Two sparse arrays, or a number.
    SpindleValueError
        Sizes that differ, or too many dimensions.
    """
    from spindle._einsum import einsum
    from spindle._memory import find_memo, make_key, remember

    left, right = (
        to_value(each, f"operand {number}", None) if type(each) in (list, tuple) else each
        for number, each in enumerate((left, right), 1)
    )
    if is_sparse_like(left) and is_sparse_like(right):
        raise SpindleTypeError(
            "expected one sparse operand of @ but got two; to_scipy() has their product",
            expected="one sparse operand",
            got="two",
        )
    subscripts = _write(_describe(left), _describe(right))
    _check_sizes(left, right)
    made = einsum(subscripts, left, right)
    if type(left) is Array and type(right) is np.ndarray:
        # The operator looks there first.
        count, memo = count_threads(), find_memo([left])
        call = memo.get(make_key(subscripts, (left, right), count))
        remember(memo, (count, left._tensor.dtype, right.dtype, right.shape), call)
    return made


def _describe(operand: Any) -> tuple[int, bool]:
    """The number of dimensions, and whether it is the sparse operand."""
    is_sparse = isinstance(operand, Array)
    return operand.ndim if is_sparse else np.ndim(operand), is_sparse


@functools.lru_cache(maxsize=64)
def _write(left: tuple[int, bool], right: tuple[int, bool]) -> str:
    """The subscripts of a product of operands that :func:`_describe` tells of."""
    batch, names = "", []
    for (ndim, is_sparse), kept in ((left, "i"), (right, "j")):
        if ndim == 0:
            raise SpindleTypeError("expected an array for @ but got a number; * takes numbers")
        most = 2 if is_sparse else 2 + len(_BATCH)
        if ndim > most:
            raise SpindleValueError(
                f"expected at most {most} dimensions for @ but got {ndim}; einsum takes more"
            )
        kept = kept if ndim > 1 else ""
        own = _BATCH[: max(ndim - 2, 0)]
        batch = batch or own
        names.append((own + (kept + "k" if kept == "i" else "k" + kept), kept))
    (first, rows), (second, columns) = names
    return f"{first},{second}->{batch}{rows}{columns}"


def _check_sizes(left: Any, right: Any) -> None:
    inner, outer = left.shape[-1], right.shape[-2] if len(right.shape) > 1 else right.shape[0]
    if inner != outer:
        raise SpindleValueError(
            f"@: expected {inner} rows on the right, as on the left are columns, but got {outer}",
            expected=f"{inner} rows on the right",
            got=str(outer),
        )


def compute_at(array: Array, operands: tuple[Any, ...], times: bool, threads: int | None) -> Array:
    """The values of a product of dense ``operands`` at the elements of ``array``."""
    from spindle._einsum import einsum

    if not operands or not isinstance(operands[0], str):
        if array.ndim != 2 or len(operands) != 2:
            raise SpindleTypeError(
                f"expected two matrices, or subscripts, but got {len(operands)} operands for an "
                f"array of {array.ndim} dimensions"
            )
        operands = ("ik,kj->ij", *operands)
    inputs, arrow, out = operands[0].replace(" ", "").partition("->")
    if not arrow or len(out) != array.ndim:
        raise SpindleValueError(
            f"subscripts: expected a result of {array.ndim} dimensions but got '{operands[0]}'",
            "subscripts",
            f"a result of {array.ndim} dimensions",
            operands[0],
        )
    mask = array
    if not times:
        names = [f"operand {number + 2}" for number in range(len(operands) - 1)]
        dtype = promote([np.asarray(each).dtype for each in operands[1:]], names)
        mask = _fill_with_ones(array, dtype)
    made: Array = einsum(f"{out},{inputs}->{out}", mask, *operands[1:], threads=threads)
    return made


def _fill_with_ones(array: Array, dtype: np.dtype[Any]) -> Array:
    """The structure of ``array`` with value 1 of each element."""
    values = []
    for part, own in enumerate(array._get_values()):
        marks = array._tensor.marks(part)
        values.append(np.ones(own.shape, dtype) if marks is None else marks.astype(dtype))
    return array._with_values(values)
