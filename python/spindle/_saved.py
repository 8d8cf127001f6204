"""Kernels in shared objects: several written together, and called again."""

from __future__ import annotations

import ctypes
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from spindle import _spindle
from spindle._arguments import list_items, take_path
from spindle._elf import list_symbols
from spindle._errors import SpindleTypeError, SpindleValueError
from spindle._inspection import Inspection, take_inspection
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
    target = take_path(path, "path")
    expected = "kernels, as compile() makes them,"
    if isinstance(kernels, Mapping):
        pairs = list(kernels.items())
    else:
        pairs = [("", kernel) for kernel in list_items(kernels, "kernels", expected)]
    for _, kernel in pairs:
        if not isinstance(kernel, Kernel):
            text = f"kernels: expected {expected} but got {kernel!r}"
            raise SpindleTypeError(text, "kernels", expected, repr(kernel))
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

    Where another object was saved there since, it is that one. Kernels that were loaded
    before go on working.

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


#: The files that each path named when it was loaded, by device and number, the first one first.
_LOADED: dict[str, list[tuple[int, int]]] = {}


def _find_alias(path: str) -> str:
    """A name of the file at ``path`` that no other file has had in this process.

    The system's loader knows objects by their names: for one that it has loaded it gives what
    it loaded then, even if another file is there now.
    """
    status = os.stat(path)
    files = _LOADED.setdefault(path, [])
    file = (status.st_dev, status.st_ino)
    if file not in files:
        files.append(file)
    folder, name = os.path.split(path)
    # Slashes and dots that lead nowhere tell files apart, as the digits of a binary number.
    digits = f"{files.index(file) + 1:b}"
    return folder + "/" + "".join("./" if digit == "1" else "/" for digit in digits) + name


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
        self._inspection = signature.get("inspection", {})
        self._found = self._inspection.get("found", [])
        self._operands = group(signature)
        self.operands: tuple[SavedOperand, ...] = tuple(
            operand for operand in self._operands if operand.name not in self._found
        )
        self._function = library[name]
        self._function.restype = ctypes.c_int32
        self._helpers: dict[str, SavedKernel] = {}

    def __repr__(self) -> str:
        names = ", ".join(operand.name for operand in self.operands)
        return f"<spindle.SavedKernel {self.name}({names})>"

    def __call__(
        self,
        /,
        *operands: Any,
        threads: int | None = None,
        inspection: Mapping[str, Any] | None = None,
        **named: Any,
    ) -> Any:
        """Runs the kernel.

        Parameters
        ----------
        *operands
            What it reads, in order. Sparse arrays are converted to its formats; elements
            are of its types, or such that none of them changes.
        threads : int
            The threads that it runs on; by default as :func:`compile` has it.
        inspection : Inspection
            What :meth:`inspect`, or that of a :class:`Kernel`, found in operands of these
            structures; by default it is found in each call.
        **named
            Operands by the names that the program has for them, ``**{"layer.0.weight": W}``.
            What it only writes may be left out.

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
        found = take_inspection(inspection, self._found)
        if self._found and found is None:
            found = list(self._inspect(given).values())
        given.update(zip(self._found, found or (), strict=True))
        return call(self._function, self._operands, self.signature, given, count_threads(threads))

    def inspect(self, /, *operands: Any, **named: Any) -> Inspection:
        """Finds what it needs to know of the structures of operands: :meth:`Kernel.inspect`.

        Parameters
        ----------
        *operands, **named
            The sparse operands that it reads. Others may be left out.

        Raises
        ------
        SpindleTypeError, SpindleValueError
            Operands that are missing or do not fit, a structure that cannot be inspected.

        Examples
        --------
        >>> import os, tempfile, numpy as np, spindle
        >>> A, x = spindle.array(np.eye(3)), np.arange(3.0)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = os.path.join(folder, "spmv.so")
        ...     spindle.compile("spmv", A=A, x=x).save(path)
        ...     kernel = spindle.load_kernels(path).spmv
        >>> kernel(A, x, inspection=kernel.inspect(A=A))
        array([0., 1., 2.])
        """
        return self._inspect(self._collect(operands, named, allow_missing=True))

    def check_inspection(self, inspection: Mapping[str, Any], *operands: Any, **named: Any) -> None:
        """Checks what was found: :meth:`Kernel.check_inspection`.

        Parameters
        ----------
        inspection : Inspection
            What was found.
        *operands, **named
            As of :meth:`inspect`.

        Raises
        ------
        SpindleValueError
            Another structure: the wavefront, the row and the column.

        Examples
        --------
        >>> import os, tempfile, numpy as np, spindle
        >>> A, x = spindle.array(np.eye(3)), np.arange(3.0)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = os.path.join(folder, "spmv.so")
        ...     spindle.compile("spmv", A=A, x=x).save(path)
        ...     kernel = spindle.load_kernels(path).spmv
        >>> kernel.check_inspection(kernel.inspect(A=A), A=A)
        """
        given = self._collect(operands, named, allow_missing=True)
        found = take_inspection(inspection, self._found) or []
        given.update(zip(self._found, found, strict=True))
        if self._found:
            self._help("check", given)

    def _help(self, role: str, given: Mapping[str, Any]) -> Any:
        """Calls the function of ``role`` in an inspection with what it takes of ``given``."""
        kernel = self._helpers[self._inspection[role]]
        own = {o.name: given[o.name] for o in kernel._operands if o.name in given}
        for operand in kernel._operands:
            if operand.name not in own and operand.access != "write":
                text = f"{operand.name}: expected an operand but got none"
                raise SpindleTypeError(text, operand.name, "an operand", "none")
        return call(kernel._function, kernel._operands, kernel.signature, own, 1)

    def _inspect(self, given: Mapping[str, Any]) -> Inspection:
        """What is found in what is given."""
        if not self._found:
            return Inspection({})
        entries = self._help("sizes", given)
        types = {operand.name: operand.dtype for operand in self._operands}
        arrays = {
            name: np.empty(int(count), types[name])
            for name, count in zip(self._found, entries, strict=True)
        }
        self._help("inspect", {**given, **arrays})
        for array in arrays.values():
            array.flags.writeable = False
        return Inspection(arrays)

    def _collect(
        self, operands: tuple[Any, ...], named: Mapping[str, Any], allow_missing: bool = False
    ) -> dict[str, Any]:
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
            if name not in given and not allow_missing:
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
        place = take_path(path, "path")
        try:
            symbols = list_symbols(place)
            library = ctypes.CDLL(_find_alias(os.path.abspath(place)))
        except (OSError, ValueError) as error:
            text = f"{place}: {getattr(error, 'strerror', None) or error}"
            raise SpindleValueError(text) from error
        self._kernels: dict[str, SavedKernel] = {}
        helpers: dict[str, SavedKernel] = {}
        for name in sorted(symbols):
            if f"{name}_signature" not in symbols:
                continue
            start = ctypes.addressof(ctypes.c_char.in_dll(library, f"{name}_signature"))
            signature = json.loads(ctypes.string_at(start))
            if not signature["chips"]:
                kinds = helpers if "inspects_for" in signature else self._kernels
                kinds[name] = SavedKernel(library, name, signature)
        for kernel in self._kernels.values():
            kernel._helpers = helpers
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
