"""Operands as the extension module takes them, in the memory of the host."""

from __future__ import annotations

from typing import Any

import numpy as np

from spindle import _interop
from spindle._array import Array
from spindle._casting import fit_number
from spindle._errors import SpindleTypeError, SpindleValueError
from spindle._program import Operand
from spindle._types import to_buffer, to_dtype

__all__ = ["adapt", "check_written", "measure", "take"]


def take(spec: Operand, operand: Any) -> Any:
    """``operand`` as the extension module takes it, where nothing is to be copied."""
    if isinstance(operand, np.ndarray):
        return to_buffer(operand)
    if isinstance(operand, Array):
        return operand._tensor
    if operand is None:
        return operand
    if spec.kind == "scalar":
        return fit_number(operand, to_dtype(spec.dtype), spec.name)
    # A copy of what is written would be lost.
    copy = None if spec.access == "read" else False
    if _interop.is_sparse_like(operand):
        return _interop.to_array(operand, name=spec.name, copy=copy)._tensor
    if copy is False and not hasattr(operand, "__dlpack__"):
        got = type(operand).__name__
        text = f"{spec.name}: expected an array, to write to, but got {got}"
        raise SpindleTypeError(text, spec.name, "an array", got)
    return to_buffer(_interop.to_dense(operand, name=spec.name, copy=copy))


def measure(spec: Operand, operand: Any) -> dict[str, int]:
    """The sizes of the dimensions of ``operand``, as the extension module takes it."""
    shape = (operand[0] if isinstance(operand, tuple) else operand).shape
    if len(shape) == len(spec.dims):
        return dict(zip(spec.dims, shape, strict=True))
    expected = "shape " + "x".join("?" if size is None else str(size) for size in spec.shape)
    got = "x".join(map(str, shape)) or "scalar"
    text = f"{spec.name}: expected {expected} but got {got}"
    raise SpindleValueError(text, spec.name, expected, got)


def check_written(spec: Operand, taken: Any) -> None:
    """Checks that what is taken, to be written, has the program's own type of elements.

    Raises
    ------
    SpindleTypeError
        Another one, which is never converted.
    """
    got = "bfloat16" if isinstance(taken, tuple) else str(taken.dtype)
    if got != spec.dtype:
        expected = f"elements of {spec.dtype}, to write to,"
        text = f"{spec.name}: expected {expected} but got {got}"
        raise SpindleTypeError(text, spec.name, expected, got)


def adapt(spec: Operand, operand: Any, copy: bool | None) -> Any:
    """``operand`` as the program takes it, a copy where need be."""
    said: dict[str, Any] = {"dtype": to_dtype(spec.dtype), "name": spec.name, "copy": copy}
    if spec.kind == "sparse":
        return _interop.to_array(operand, spec.format, **said, is_needed=True)._tensor
    return to_buffer(_interop.to_dense(operand, **said, is_needed=True))
