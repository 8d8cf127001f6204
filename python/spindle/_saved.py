"""Kernels in shared objects: several written together, and called again."""

from __future__ import annotations

import ctypes
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from spindle import _spindle
from spindle._elf import list_symbols
from spindle._errors import SpindleTypeError, SpindleValueError
from spindle._kernel import Kernel
from spindle._saved_call import SavedOperand, call, group
from spindle._suggest import suggest
from spindle._threads import count_threads

__all__ = ["SavedKernel", "SavedKernels", "load_kernels", "save_kernels"]


def save_kernels(
    path: str | os.PathLike[str], kernels: Sequence[Kernel] | Mapping[str, Kernel]
) -> None:
    """Writes one shared object for C with several kernels, and one header beside it.

    Parameters
    ----------
    path : path
        The shared object, as in ``net.so``; the header is ``net.h``.
    kernels : list, or dict by name
        What is written. Functions are called as in their programs, or by the names that a
        dict has.

    Raises
    ------
    SpindleError
        Two kernels of one name, and what :meth:`Kernel.save` refuses.

    Examples
    --------
    >>> import os, tempfile, numpy as np, spindle
    >>> A, x = spindle.array(np.eye(3)), np.arange(3.0)
    >>> multiply = spindle.compile("spmv", A=A, x=x)
    >>> largest = spindle.compile("row_max", A=A)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "two.so")
    ...     spindle.save_kernels(path, {"multiply": multiply, "largest": largest})
    ...     list(spindle.load_kernels(path))
    ['largest', 'multiply']
    """
    named = kernels if isinstance(kernels, Mapping) else [("", kernel) for kernel in kernels]
    target = os.fspath(path)
    pairs = named.items() if isinstance(named, Mapping) else named
    functions = [
        kernel._program._program.compile_to_save(target, name, kernel._program.progress)
        for name, kernel in pairs
    ]
    if not functions:
        text = "kernels: expected at least one kernel but got none"
        raise SpindleValueError(text, "kernels", "at least one kernel", "none")
    _spindle.write_saved(target, functions)


def load_kernels(path: str | os.PathLike[str]) -> SavedKernels:
    """The kernels of the shared object at ``path``, which is code that is run.

    Raises
    ------
    SpindleValueError
        No such file, no shared object, or one without kernels of Spindle's for a processor.

    Examples
    --------
    >>> import os, tempfile, numpy as np, spindle
    >>> A, x = spindle.array(np.eye(3)), np.arange(3.0)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "spmv.so")
    ...     spindle.compile("spmv", A=A, x=x).save(path)
    ...     kernels = spindle.load_kernels(path)
    >>> kernels["spmv"](A, x)
    array([0., 1., 2.])
    """
    return SavedKernels(path)


class SavedKernel:
    """A kernel of a shared object. :func:`load_kernels` makes them.

    Examples
    --------
    >>> import os, tempfile, numpy as np, spindle
    >>> A, x = spindle.array(np.eye(3)), np.arange(3.0)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "spmv.so")
    ...     spindle.compile("spmv", A=A, x=x).save(path)
    ...     kernel = spindle.load_kernels(path).spmv
    >>> kernel
    <spindle.SavedKernel spmv(A, x, y)>
    """

    def __init__(self, library: ctypes.CDLL, name: str, signature: Mapping[str, Any]) -> None:
        self.name = name
        self.signature = signature
        self.operands: tuple[SavedOperand, ...] = group(signature)
        self._function = library[name]
        self._function.restype = ctypes.c_int32

    def __repr__(self) -> str:
        names = ", ".join(operand.name for operand in self.operands)
        return f"<spindle.SavedKernel {self.name}({names})>"

    def __call__(self, *operands: Any, threads: int | None = None, **named: Any) -> Any:
        """Runs the kernel.

        Parameters
        ----------
        *operands
            What it reads, in order. Sparse arrays are converted to its formats; elements
            are of its types, or such that none of them changes.
        threads : int
            The threads that it runs on; by default as :func:`compile` has it.
        **named
            Operands by name. What it only writes may be left out.

        Returns
        -------
        What it has written: an array, or a tuple of several.

        Raises
        ------
        SpindleTypeError, SpindleValueError
            Operands that are missing or do not fit.

        Examples
        --------
        >>> import os, tempfile, numpy as np, spindle
        >>> A, x = spindle.array(np.eye(3)), np.arange(3.0)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = os.path.join(folder, "spmv.so")
        ...     spindle.compile("spmv", A=A, x=x).save(path)
        ...     kernel = spindle.load_kernels(path).spmv
        >>> kernel(A=A, x=x, threads=1)
        array([0., 1., 2.])
        """
        given = self._collect(operands, named)
        return call(self._function, self.operands, self.signature, given, count_threads(threads))

    def _collect(self, operands: tuple[Any, ...], named: Mapping[str, Any]) -> dict[str, Any]:
        """What is given of each operand, by names."""
        known = [operand.name for operand in self.operands]
        inputs = [operand.name for operand in self.operands if operand.access != "write"]
        if len(operands) > len(inputs):
            text = f"expected at most {len(inputs)} operands but got {len(operands)}"
            raise SpindleTypeError(text)
        given = dict(zip(inputs, operands, strict=False))
        for name, operand in named.items():
            if name not in known:
                expected = f"an operand ({', '.join(known)})"
                text = f"expected {expected} but got '{name}'{suggest(name, known)}"
                raise SpindleTypeError(text, name, expected, name)
            if name in given:
                text = f"{name}: expected one operand but got it twice"
                raise SpindleTypeError(text, name)
            given[name] = operand
        for name in inputs:
            if name not in given:
                text = f"{name}: expected an operand but got none"
                raise SpindleTypeError(text, name, "an operand", "none")
        return given


class SavedKernels(Mapping[str, SavedKernel]):
    """The kernels of a shared object, by name: ``kernels["spmv"]``, or ``kernels.spmv``.

    Examples
    --------
    >>> import os, tempfile, numpy as np, spindle
    >>> A, x = spindle.array(np.eye(3)), np.arange(3.0)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "spmv.so")
    ...     spindle.compile("spmv", A=A, x=x).save(path)
    ...     kernels = spindle.load_kernels(path)
    >>> kernels
    <spindle.SavedKernels spmv>
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        place = os.fspath(path)
        try:
            symbols = list_symbols(place)
            library = ctypes.CDLL(os.path.abspath(place))
        except (OSError, ValueError) as error:
            text = f"{place}: {getattr(error, 'strerror', None) or error}"
            raise SpindleValueError(text) from error
        self._kernels: dict[str, SavedKernel] = {}
        for name in sorted(symbols):
            if f"{name}_signature" not in symbols:
                continue
            start = ctypes.addressof(ctypes.c_char.in_dll(library, f"{name}_signature"))
            signature = json.loads(ctypes.string_at(start))
            if not signature["chips"]:
                self._kernels[name] = SavedKernel(library, name, signature)
        if not self._kernels:
            expected = "a shared object with kernels for a processor"
            text = f"{place}: expected {expected} but got one without"
            raise SpindleValueError(text, expected=expected, got="one without")

    def __getitem__(self, name: str) -> SavedKernel:
        if name in self._kernels:
            return self._kernels[name]
        known = list(self._kernels)
        expected = f"a kernel ({', '.join(known)})"
        text = f"expected {expected} but got '{name}'{suggest(name, known)}"
        raise SpindleValueError(text, name, expected, name)

    def __getattr__(self, name: str) -> SavedKernel:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except SpindleValueError as error:
            raise AttributeError(str(error)) from None

    def __contains__(self, name: object) -> bool:
        return name in self._kernels

    def __iter__(self) -> Iterator[str]:
        return iter(self._kernels)

    def __len__(self) -> int:
        return len(self._kernels)

    def __repr__(self) -> str:
        return f"<spindle.SavedKernels {', '.join(self._kernels)}>"
