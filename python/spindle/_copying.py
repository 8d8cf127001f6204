"""When memory is copied: the one rule for all operands."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from spindle._errors import (
    CopyError,
    CopyWarning,
    SpindleError,
    SpindleTypeError,
    name_operand,
    warn,
)
from spindle._types import to_dtype

__all__ = ["CopyRule", "fit", "fit_index", "check_dtype"]


class CopyRule:
    """What happens where an operand cannot be taken as it lies in memory.

    Parameters
    ----------
    copy : bool or None
        False refuses a copy, None warns of it, True asks for one.
    name : str
        What the user calls the operand; empty for none.
    """

    __slots__ = ("copy", "name")

    def __init__(self, copy: bool | None = None, name: str = "") -> None:
        self.copy = copy
        self.name = name

    def need(self, expected: str, got: str) -> None:
        """Says that a copy is needed, because of ``got`` where ``expected`` was.

        Raises
        ------
        CopyError
            Copies are refused.
        """
        if self.copy is False:
            raise self.fail(f"{expected}, for copy=False,", got, CopyError)
        if self.copy is None:
            where = f"{self.name}: " if self.name else ""
            warn(f"{where}copied: expected {expected} but got {got}", CopyWarning)

    def allow(self, expected: str, got: str) -> None:
        """Says that a copy is made that the user asks for, which needs no warning.

        Raises
        ------
        CopyError
            Copies are refused.
        """
        if self.copy is False:
            self.need(expected, got)

    def fail(
        self,
        expected: str,
        got: str,
        kind: type[SpindleError] = SpindleTypeError,
        note: str = "",
    ) -> SpindleError:
        """The error of the operand, of class ``kind``, to be raised."""
        where = f"{self.name}: " if self.name else ""
        tail = f": {note}" if note else ""
        return kind(f"{where}expected {expected} but got {got}{tail}", self.name, expected, got)


def check_dtype(dtype: Any, name: str = "") -> np.dtype[Any]:
    """The type of Spindle's that ``dtype`` is, in the order of bytes of this machine.

    Raises
    ------
    SpindleTypeError
        Spindle has no such type; with the operand's name.
    """
    try:
        return to_dtype(dtype)
    except SpindleTypeError as error:
        raise name_operand(error, name) from None


def fit(array: npt.NDArray[Any], dtype: np.dtype[Any], rule: CopyRule) -> npt.NDArray[Any]:
    """``array`` row-major without gaps, aligned, of ``dtype``: itself, or a copy by ``rule``."""
    flags = array.flags
    # The name tells bfloat16 from the types that NumPy knows.
    if array.dtype == dtype and flags.c_contiguous and flags.aligned:
        return array
    if array.dtype != dtype:
        expected, got = f"elements of {dtype}", f"elements of {_describe(array.dtype)}"
    elif not flags.aligned:
        expected, got = "aligned elements", "others"
    elif flags.f_contiguous:
        expected, got = "elements in row-major order", "elements in column-major order"
    else:
        expected, got = "elements without gaps", f"strides of {array.strides} bytes"
    rule.need(expected, got)
    return array.astype(dtype, order="C", copy=True)


def _describe(dtype: np.dtype[Any]) -> str:
    """``float32``, with the order of bytes where it is another than this machine's."""
    return dtype.name if dtype.isnative else f"{dtype.name} in another order of bytes"


def fit_index(array: npt.NDArray[Any], rule: CopyRule) -> npt.NDArray[Any]:
    """An array of positions or coordinates as i32 or i64; what is neither is widened."""
    if array.dtype.kind not in "iu":
        raise rule.fail("indices of integers", str(array.dtype))
    wide = np.dtype(np.int32 if array.dtype.newbyteorder("=") == np.int32 else np.int64)
    return fit(array, wide, rule)
