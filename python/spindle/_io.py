"""Sparse arrays in files."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import numpy.typing as npt

from spindle import _spindle
from spindle._array import Array, _make_bar
from spindle._interop import to_array
from spindle._make import from_coo
from spindle._types import from_buffer, to_dtype, to_mlir

__all__ = ["read", "save"]

Path = str | os.PathLike[str]


def read(path: Path, format: str | None = None, dtype: npt.DTypeLike | str | None = None) -> Array:
    """The sparse array in a file.

    Parameters
    ----------
    path : path
        ``.mtx`` (Matrix Market), ``.smtx``, ``.tns`` (FROSTT), each of which may end in
        ``.gz``; ``.npz`` as SciPy writes it; ``.npy``, a dense array, whose elements are the
        cells other than 0.
    format : str, optional
        The format; csr for a matrix and coo for others if left out.
    dtype : optional
        The type of the elements. If left out, float64 of files of text, and their own of
        files of NumPy.

    Returns
    -------
    Array

    Raises
    ------
    SpindleValueError
        No such file, a name that is none of these, or contents that are wrong.

    Examples
    --------
    >>> import spindle, tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "A.mtx")
    >>> spindle.save(spindle.from_coo(([0, 1], [1, 0]), [5.0, 7.0]), path)
    >>> spindle.read(path, format="ell")
    Array(shape=(2, 2), dtype=float64, format=ell(?), nnz=2)
    """
    name = os.fspath(path)
    wanted = to_dtype(np.float64 if dtype is None else dtype)
    told = _spindle.read(name, to_mlir(wanted), _make_bar(f"reading {os.path.basename(name)}"))
    if len(told) == 2:
        made = to_array(from_buffer(*told), None if format == "auto" else format)
    else:
        shape, lists, values, kind = told
        made = from_coo(lists, from_buffer(values, kind), shape, format)
    if dtype is not None:
        made = made.astype(wanted)
    return made.to("auto") if format == "auto" else made


def save(obj: Any, path: Path) -> None:
    """Writes a sparse array to a file, which is there whole or not at all.

    Parameters
    ----------
    obj : array
        One that :func:`spindle.array` takes.
    path : path
        ``.mtx`` (Matrix Market), ``.tns`` (FROSTT), or ``.npz`` as SciPy has it, for csr,
        csc, coo, bsr and dia.

    Raises
    ------
    SpindleValueError
        Another name, a format that the kind of file cannot hold, or no place to write.

    Examples
    --------
    >>> import spindle, tempfile, os
    >>> folder = tempfile.mkdtemp()
    >>> spindle.save(spindle.random_array((3, 3), 0.5, rng=1), os.path.join(folder, "A.npz"))
    >>> os.listdir(folder)
    ['A.npz']
    """
    name = os.fspath(path)
    bar = _make_bar(f"writing {os.path.basename(name)}")
    to_array(obj)._tensor.write(name, bar)
