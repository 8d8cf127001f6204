"""Sparse arrays in files."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import numpy.typing as npt

from spindle import _spindle
from spindle._array import Array, _make_bar
from spindle._errors import SpindleTypeError, SpindleValueError
from spindle._interop import to_array
from spindle._make import from_coo
from spindle._types import from_buffer, to_buffer, to_dtype, to_mlir

__all__ = ["read", "read_dense", "read_type", "save", "save_dense"]

Path = str | bytes | os.PathLike[str] | os.PathLike[bytes]


def read(path: Path, format: str | None = None, dtype: npt.DTypeLike | str | None = None) -> Array:
    """The sparse array in a file.

    Parameters
    ----------
    path : path
        ``.mtx`` (Matrix Market), ``.smtx``, ``.tns`` (FROSTT), each of which may end in
        ``.gz``; ``.npz`` as SciPy and pydata/sparse write it; ``.npy``, a dense array, whose
        elements are the cells other than 0.
    format : str, optional
        The format; csr for a matrix and coo for others if left out.
    dtype : optional
        The type of the elements, to which numbers with fractions are rounded. If left out,
        it is the type of what :func:`save` wrote and of files of NumPy, where unsigned
        integers become signed ones of twice their size, and uint64 int64. Of other text it is
        float64 for real numbers, int64 for integers, complex128 for complex ones, and
        float64 for a pattern, which is read as ones.

    Returns
    -------
    Array

    Raises
    ------
    SpindleValueError
        A name that is none of these, contents that are wrong, or an element that ``dtype``
        does not hold, a fraction for an integer among them.
    FileNotFoundError, IsADirectoryError, PermissionError, MemoryError
        As Python has them. They are SpindleValueErrors, too.
    SpindleTypeError
        No path, or a type that Spindle has not.

    Examples
    --------
    >>> import spindle, tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "A.mtx")
    >>> spindle.save(spindle.from_coo(([0, 1], [1, 0]), [5.0, 7.0]), path)
    >>> spindle.read(path, format="ell")
    Array(shape=(2, 2), dtype=float64, format=ell(?), nnz=2)
    """
    name = _encode(path)
    wanted = "" if dtype is None else to_mlir(to_dtype(dtype))
    found = _spindle.read(name, wanted, _make_bar(f"reading {_get_base(name)}"))
    if len(found) == 2:
        cells = from_buffer(*found)
        if cells.ndim == 0:
            file = os.fsdecode(name)
            expected, got = "an array of at least 1 dimension", "a number"
            text = f"{file}: expected {expected} but got {got}"
            raise SpindleValueError(text, expected=expected, got=got)
        made = to_array(cells, None if format == "auto" else format)
    else:
        shape, lists, values, kind = found
        made = from_coo(lists, from_buffer(values, kind), shape, format)
    return made.to("auto") if format == "auto" else made


def read_dense(path: Path, dtype: npt.DTypeLike | str) -> npt.NDArray[Any]:
    """The dense array in an ``.npy`` file, as elements of ``dtype``.

    Raises
    ------
    SpindleValueError
        As of :func:`read`.
    """
    name = _encode(path)
    bar = _make_bar(f"reading {_get_base(name)}")
    return from_buffer(*_spindle.read(name, to_mlir(to_dtype(dtype)), bar))


def read_type(path: Path) -> str:
    """The type of elements that a file names, as MLIR calls it: those of NumPy do, and text
    that :func:`save` wrote. Empty for none.
    """
    return _spindle.read_type(_encode(path))


def _encode(path: Path) -> bytes:
    """The bytes of ``path``.

    Raises
    ------
    SpindleTypeError, SpindleValueError
        No path, or one with a zero byte.
    """
    expected = "a path (str, bytes, os.PathLike)"
    try:
        name = os.fsencode(path)
    except TypeError:
        got = type(path).__name__
        text = f"path: expected {expected} but got {got}"
        raise SpindleTypeError(text, "path", expected, got) from None
    if b"\0" in name:
        expected = "a path without a zero byte"
        text = f"path: expected {expected} but got {name!r}"
        raise SpindleValueError(text, "path", expected, repr(name))
    return name


def _get_base(name: bytes) -> str:
    """The last part of a path, for a bar of progress."""
    return os.fsdecode(os.path.basename(name)).encode(errors="replace").decode()


def save(obj: Any, path: Path) -> None:
    """Writes a sparse array to a file, which is there whole or not at all.

    :func:`read` gives back the same shape, type, pattern and values, or ``save`` refuses.

    Parameters
    ----------
    obj : array
        One that :func:`spindle.array` takes.
    path : path
        ``.npz`` as SciPy has it, for any number of dimensions; ``.mtx`` (Matrix Market), a
        matrix; ``.tns`` (FROSTT), no complex numbers; ``.smtx``, a matrix of ones in
        float64; each but the first may end in ``.gz``. ``.npy``, all cells of an array
        without explicit zeros.

    Raises
    ------
    SpindleValueError
        Another name, or what the kind of file cannot hold.
    FileNotFoundError, IsADirectoryError, PermissionError, MemoryError
        As Python has them. They are SpindleValueErrors, too.
    SpindleTypeError
        No path, or no array that Spindle takes.

    Examples
    --------
    >>> import spindle, tempfile, os
    >>> folder = tempfile.mkdtemp()
    >>> spindle.save(spindle.random_array((3, 3), 0.5, rng=1), os.path.join(folder, "A.npz"))
    >>> os.listdir(folder)
    ['A.npz']
    """
    name = _encode(path)
    bar = _make_bar(f"writing {_get_base(name)}")
    to_array(obj)._tensor.write(name, bar)


def save_dense(array: npt.ArrayLike, path: Path) -> None:
    """Writes a dense array to a ``.npy`` file, or a matrix or a vector to an ``.mtx`` file.

    Raises
    ------
    SpindleValueError
        As of :func:`save`.
    """
    _spindle.write_array(to_buffer(np.asarray(array, order="C")), _encode(path))
