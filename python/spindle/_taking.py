"""Operands as the extension module takes them, in the memory of the host."""

from __future__ import annotations

from typing import Any

import numpy as np

from spindle import _interop
from spindle._array import Array
from spindle._errors import SpindleTypeError, SpindleValueError
from spindle._program import Operand
from spindle._types import to_buffer, to_dtype

__all__ = ["adapt", "measure", "take"]


def take(spec: Operand, operand: Any) -> Any:
    """``operand`` as the extension module takes it, where nothing is to be copied."""
    if isinstance(operand, np.ndarray):
        return to_buffer(operand)
    if isinstance(operand, Array):
        return operand._tensor
    if operand is None or spec.kind == "scalar":
        return operand
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


def adapt(spec: Operand, operand: Any, copy: bool | None) -> Any:
    """``operand`` as the program takes it, a copy where need be."""
    dtype = to_dtype(spec.dtype)
    if spec.kind == "sparse" and not spec.structure_of:
        array = _interop.to_array(operand, spec.format, dtype=dtype, copy=copy, name=spec.name)
        return array._tensor
    if spec.kind == "sparse":
        return take(spec, operand)
    return to_buffer(_interop.to_dense(operand, dtype, name=spec.name, copy=copy))
