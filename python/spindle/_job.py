"""A program with operands from files, for the command line."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from spindle import _io
from spindle._array import Array
from spindle._bound import BoundKernel
from spindle._compile import compile
from spindle._errors import SpindleValueError
from spindle._make import random_array
from spindle._program import Operand, Program
from spindle._progress import bar
from spindle._row_order import permute, row_order
from spindle._threads import count_threads
from spindle._types import from_mlir, to_dtype

__all__ = ["Job", "write"]

_MADE = ("random", "ones", "zeros")
# The elements of a row of a sparse operand that is drawn.
_ROW_LENGTH = 8


class Job:
    """A program, its operands in memory, and the kernel for them.

    Parameters
    ----------
    program : str
        The name of a program that ships, an ``.mlir`` file, or index notation.
    sources : mapping of str to str
        For each operand a file, ``random``, ``ones``, ``zeros``, or a number. Operands
        that are only written need none.
    formats : mapping of str to str
        The formats of sparse operands; of an expression csr and csf by default of what
        comes from files of coordinates, and ``dense`` of what is dense all the same.
    sizes : mapping of str to int
        Dimensions that no file tells.
    dtype, schedule : str
        As ``sparse-run`` takes them; empty for its choice.
    threads : int, optional
        To store and run on.
    seed : int
        That random values are drawn from.
    reorder : str
        A square sparse operand, whose dimensions all operands have in its
        :func:`spindle.row_order` while the program runs. Results are in the order of the
        files. Empty for none.
    fixed_structures : bool
        As :func:`spindle.compile` takes it.
    """

    def __init__(
        self,
        program: str,
        sources: Mapping[str, str],
        formats: Mapping[str, str] = {},
        sizes: Mapping[str, int] = {},
        dtype: str = "",
        schedule: str = "",
        threads: int | None = None,
        seed: int = 0,
        reorder: str = "",
        fixed_structures: bool = False,
    ) -> None:
        self.threads = count_threads(threads)
        self.sizes = dict(sizes)
        self.values: dict[str, Any] = {}
        self._random = np.random.default_rng(seed)
        kind = "expression" if "=" in program else "program"
        if kind == "expression":
            formats = {**_find_formats(sources), **formats}
        # A program in a file has types of its own.
        if not dtype and not os.path.exists(program):
            dtype = _find_dtype(sources)
        self.operands = Program({kind: program, "dtype": dtype}, formats).operands
        self._take(sources)
        # The orders of dimensions, by their names.
        self._orders = self._find_orders(reorder) if reorder else {}
        for operand in self.operands:
            if operand.name in self.values:
                value = self._place(operand, self.values[operand.name], self._orders)
                self.values[operand.name] = value
        progress = bar("compiling")
        self.kernel = compile(
            program,
            schedule=schedule or "auto",
            dtype=from_mlir(dtype) if dtype else None,
            threads=self.threads,
            fixed_structures=fixed_structures,
            progress=progress,
            **self.values,
        )
        if progress is not None:
            progress.close()

    def run(self) -> dict[str, Any]:
        """Runs the kernel once. What it wrote or returned, by the names of operands."""
        made = self.kernel(**self.values)
        results = [operand for operand in self.operands if operand.is_result]
        results = results or [operand for operand in self.operands if operand.access != "read"]
        back = {dim: np.argsort(order) for dim, order in self._orders.items()}
        return {
            operand.name: self._place(operand, value, back)
            for operand, value in zip(results, made if len(results) > 1 else (made,), strict=True)
        }

    def bind(self) -> BoundKernel:
        """A call with nothing left to check."""
        return self.kernel.bind(**self.values)

    def _find_orders(self, name: str) -> dict[str, npt.NDArray[Any]]:
        """The order of the dimensions of the operand ``name``."""
        sparse = [each for each in self.operands if each.kind == "sparse" and not each.is_result]
        found = [each for each in sparse if each.name == name and name in self.values]
        if not found:
            names = ", ".join(each.name for each in sparse)
            raise _fail(f"--reorder of a sparse operand that is read ({names})", f"'{name}'")
        order = row_order(self.values[name])
        return dict.fromkeys(found[0].dims, order)

    @staticmethod
    def _place(operand: Operand, value: Any, orders: Mapping[str, npt.NDArray[Any]]) -> Any:
        """``value`` with its dimensions in the orders that there are for their names."""
        own = {n: orders[dim] for n, dim in enumerate(operand.dims) if dim in orders}
        if isinstance(value, Array):
            return permute(value, own) if own else value
        for dim, order in own.items():
            value = np.take(value, order, axis=dim)
        return value

    def _take(self, sources: Mapping[str, str]) -> None:
        """Loads files first, which tell sizes, then makes what is left."""
        known = {operand.name for operand in self.operands}
        for name in sources:
            if name not in known:
                raise _fail(f"an operand ({', '.join(sorted(known))})", f"'{name}'")
        self._check_sizes()
        later = []
        for operand in self.operands:
            source = sources.get(operand.name, "")
            if operand.is_output and not source:
                continue
            if not source or source in _MADE:
                later.append((operand, source))
                continue
            value = self._load(operand, source)
            self.values[operand.name] = value
            self._learn(operand, getattr(value, "shape", ()))
        for operand, source in later:
            self.values[operand.name] = self._make(operand, source)

    def _check_sizes(self) -> None:
        dims = {dim for operand in self.operands for dim in operand.dims}
        for dim in self.sizes:
            if dim not in dims:
                raise _fail(f"--size of a dimension ({', '.join(sorted(dims))})", f"'{dim}'")

    def _load(self, operand: Operand, source: str) -> Any:
        if operand.kind == "scalar":
            return _parse_number(operand, source)
        if operand.kind == "sparse":
            return _io.read(source, operand.format, operand.dtype)
        return _read_dense(source, to_dtype(operand.dtype))

    def _learn(self, operand: Operand, shape: tuple[int, ...]) -> None:
        """Takes the sizes of dimensions from an operand."""
        for dim, size in zip(operand.dims, shape, strict=False):
            known = self.sizes.setdefault(dim, size)
            if known != size:
                raise _fail(f"{known} in dimension {dim}", str(size), operand.name)

    def _make(self, operand: Operand, source: str) -> Any:
        """An operand that no file has: of one value, or drawn."""
        if not source:
            made = f"{operand.name}=FILE, {', '.join(_MADE)}"
            raise _fail(made, "none", operand.name)
        shape = self._find_shape(operand)
        if operand.kind != "sparse":
            return self._draw(operand, shape, source)
        if source != "random":
            raise _fail("a file or random", source, operand.name)
        density = min(_ROW_LENGTH / max(shape[-1], 1), 1)
        return random_array(shape, density, operand.format, operand.dtype, self._random)

    def _find_shape(self, operand: Operand) -> tuple[int, ...]:
        shape = []
        for dim, size in zip(operand.dims, operand.shape, strict=True):
            found = size if size is not None else self.sizes.get(dim)
            if found is None:
                raise _fail(f"--size {dim}=N", "none", operand.name)
            shape.append(found)
        return tuple(shape)

    def _draw(self, operand: Operand, shape: tuple[int, ...], source: str) -> npt.NDArray[Any]:
        dtype = to_dtype(operand.dtype)
        if source == "random":
            drawn = self._random.random(shape)
            return (drawn if dtype.kind in "fcV" else np.floor(drawn * 8)).astype(dtype)
        return np.full(shape, source == "ones", dtype)


def write(value: Any, path: str) -> None:
    """Writes an array or a tensor to a file, of a kind that its name tells.

    Raises
    ------
    SpindleValueError
        As of :func:`spindle.save`, and a dense array to another file than .npy and .mtx.
    """
    if isinstance(value, Array):
        _io.save(value, path)
    else:
        _io.save_dense(value, path)


def _read_dense(path: str, dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    """All cells of what a file holds."""
    if not path.endswith(".npy"):
        return _io.read(path, None, dtype).todense()
    return _io.read_dense(path, dtype)


def _find_formats(sources: Mapping[str, str]) -> dict[str, str]:
    """Formats of what comes from files of elements with their coordinates."""
    formats = {}
    for name, path in sources.items():
        suffix = Path(path.removesuffix(".gz")).suffix
        if suffix in (".mtx", ".smtx", ".npz", ".tns"):
            formats[name] = "csf" if suffix == ".tns" else "csr"
    return formats


def _find_dtype(sources: Mapping[str, str]) -> str:
    """The type that the first file of NumPy names, or else the first text that names one."""
    files = [path for path in sources.values() if os.path.exists(path)]
    for suffixes in ((".npy", ".npz"), (".mtx", ".mtx.gz", ".tns", ".tns.gz")):
        for path in files:
            if path.endswith(suffixes) and (named := _io.read_type(path)):
                return named
    return ""


def _parse_number(operand: Operand, text: str) -> int | float | complex:
    for kind in (int, float, complex):
        try:
            return kind(text)
        except ValueError:
            pass
    raise _fail("a number", f"'{text}'", operand.name)


def _fail(expected: str, got: str, operand: str = "") -> SpindleValueError:
    text = f"expected {expected} but got {got}"
    return SpindleValueError(f"{operand}: {text}" if operand else text, operand, expected, got)
