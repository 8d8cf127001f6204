"""Types of elements: NumPy's, and what Spindle calls them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from spindle._errors import SpindleFutureWarning, SpindleTypeError, warn

_MLIR_NAMES = {
    "bool": "i1",
    "int8": "i8",
    "int16": "i16",
    "int32": "i32",
    "int64": "i64",
    "float16": "f16",
    "bfloat16": "bf16",
    "float32": "f32",
    "float64": "f64",
    "complex64": "complex<f32>",
    "complex128": "complex<f64>",
}
_EXPECTED = f"a type of elements that Spindle has ({', '.join(_MLIR_NAMES)})"
_NUMPY_NAMES = {mlir: numpy for numpy, mlir in _MLIR_NAMES.items()}


def bfloat16() -> np.dtype[Any]:
    """NumPy's bfloat16, which is ml_dtypes'.

    Raises
    ------
    SpindleTypeError
        ml_dtypes is not installed.
    """
    try:
        import ml_dtypes
    except ImportError as error:
        raise SpindleTypeError(
            "expected the package ml_dtypes, for bfloat16, but got none"
        ) from error
    found: np.dtype[Any] = np.dtype(ml_dtypes.bfloat16)
    return found


#: Names that NumPy and MLIR give to different types, and what Spindle took them for before.
_CHANGED = {"i1": "bool", "i8": "int8"}


def to_dtype(dtype: npt.DTypeLike | str) -> np.dtype[Any]:
    """NumPy's type for ``dtype``: one of NumPy's, or its name; ``"i8"`` is int64.

    What NumPy has no name like may be one of MLIR: ``"f32"``, ``"bf16"``, ``"f16"``.

    Raises
    ------
    SpindleTypeError
        A type that Spindle has not (unsigned integers, strings, objects).

    Warns
    -----
    SpindleFutureWarning
        A name that had another meaning in the release before.
    """
    if isinstance(dtype, str):
        if dtype in _CHANGED:
            meant = np.dtype(dtype).name
            warn(
                f"dtype '{dtype}' is {meant}, as in NumPy; it was {_CHANGED[dtype]} until now. "
                f"'{meant}' and '{_CHANGED[dtype]}' say which is meant",
                SpindleFutureWarning,
            )
            return np.dtype(dtype)
        return from_mlir(dtype)
    try:
        found = np.dtype(dtype)
    except (TypeError, ValueError, SyntaxError):
        found = None
    return _check(found, dtype)


@lru_cache(maxsize=64)
def from_mlir(name: str) -> np.dtype[Any]:
    """NumPy's type for what MLIR, or the command line, calls ``name``: ``"i8"`` has 8 bits.

    Raises
    ------
    SpindleTypeError
        A type that Spindle has not.
    """
    known = _NUMPY_NAMES.get(name, name)
    if known == "bfloat16":
        return bfloat16()
    try:
        found = np.dtype(known)
    except (TypeError, ValueError, SyntaxError):
        found = None
    return _check(found, name)


def _check(found: np.dtype[Any] | None, dtype: Any) -> np.dtype[Any]:
    """``found``, which is NumPy's type for ``dtype``, in the order of bytes of this machine."""
    if found is None or get_name(found) not in _MLIR_NAMES:
        raise SpindleTypeError(
            f"expected {_EXPECTED} but got {dtype}",
            expected=_EXPECTED,
            got=str(dtype),
        )
    native: np.dtype[Any] = found if found.isnative else found.newbyteorder("=")
    return native


@lru_cache(maxsize=64)
def get_name(dtype: np.dtype[Any]) -> str:
    """The name of ``dtype``, which NumPy makes anew each time."""
    return dtype.name


def to_mlir(dtype: np.dtype[Any]) -> str:
    """What MLIR calls ``dtype``, which :func:`to_dtype` gave."""
    return _MLIR_NAMES[get_name(dtype)]


def to_buffer(array: npt.NDArray[Any]) -> Any:
    """``array`` as the extension module takes it: NumPy exports no buffer of bfloat16."""
    if array.dtype.isbuiltin == 1 or get_name(array.dtype) != "bfloat16":
        return array
    return array.view(np.int16), "bf16"


def from_buffer(array: npt.NDArray[Any], name: str) -> npt.NDArray[Any]:
    """``array`` of the extension module as the elements of the type called ``name``."""
    return array.view(bfloat16()) if name in ("bfloat16", "bf16") else array
