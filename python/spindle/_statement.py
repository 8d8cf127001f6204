"""One statement in index notation, compiled for operands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from spindle._array import Array
from spindle._errors import SpindleValueError
from spindle._operands import Value
from spindle._program import Operand, Program
from spindle._result import allocate, allocate_like
from spindle._types import to_buffer, to_dtype, to_mlir

__all__ = ["Statement", "find_shape", "find_sizes", "find_target"]


def find_target(text: str) -> tuple[str, bool]:
    """The name that the statement ``text`` assigns to, and whether it reads that, as ``+=``."""
    before = text.partition("=")[0].rstrip()
    return before.partition("[")[0].strip(), not before.endswith("]")


def find_sizes(operands: Sequence[Operand], values: Sequence[Value]) -> dict[str, int]:
    """The size of each dimension that ``operands`` name, as ``values`` have it."""
    sizes: dict[str, int] = {}
    for operand, value in zip(operands, values, strict=False):
        if operand.kind != "scalar":
            sizes.update(zip(operand.dims, value.shape, strict=True))
    return sizes


def find_shape(result: Operand, sizes: Mapping[str, int]) -> tuple[int, ...]:
    """The shape of what a statement computes, where operands have ``sizes``.

    Raises
    ------
    SpindleValueError
        A dimension that operands have in sums of indices alone.
    """
    for dim in result.dims:
        if dim not in sizes:
            raise SpindleValueError(
                f"{result.name}: expected an operand that gives the size of {dim}, as one with "
                "that index alone, but got sums of it; spindle.compile takes the result too",
                operand=result.name,
                expected=f"the size of {dim}",
                got="none",
            )
    return tuple(sizes[dim] for dim in result.dims)


class Statement:
    """A kernel for one statement. Several threads may call it at once.

    Parameters
    ----------
    expression : str
        The statement.
    values : sequence
        Its operands, in the order of the right side, in the type ``dtype``: what the
        schedule is chosen by.
    dtype : numpy.dtype
        The type of elements.
    threads : int
        How many threads it runs on.
    dense : bool
        The result is dense, whatever indices it has.
    update : bool
        It takes on from what the result holds.
    """

    def __init__(
        self,
        expression: str,
        names: Sequence[str],
        values: Sequence[Value],
        dtype: np.dtype[Any],
        threads: int,
        *,
        dense: bool = False,
        update: bool = False,
    ) -> None:
        target, _ = find_target(expression)
        formats = {
            name: value._tensor.format if isinstance(value, Array) else "dense"
            for name, value in zip(names, values, strict=True)
            if isinstance(value, (Array, np.ndarray))
        }
        if dense:
            formats[target] = "dense"
        # Numbers are given with each call, and choose nothing.
        bound = {name: "1" for name in names if name not in formats}
        if update:
            bound[target] = "zeros"
        program = Program(
            {"expression": expression, "dtype": to_mlir(dtype)},
            formats,
            numbers=bound,
            threads=threads,
        )
        self.threads = threads
        self.result = program.operands[-1]
        self.dtype = to_dtype(self.result.dtype)
        #: Which operand the result has the pattern of; -1 for a dense result.
        self.pattern = names.index(self.result.structure_of) if self.result.structure_of else -1
        sizes = find_sizes(program.operands, values)
        self.shape = find_shape(self.result, sizes)
        lent = list(values)
        if self.pattern < 0:
            lent.append(self.allocate(values))
        for operand, value in zip(program.operands, lent, strict=False):
            if operand.kind != "scalar":
                program.lend(operand.name, value)
        self.kernel = program.compile()
        self.is_wrapped = dtype.name == "bfloat16"

    def allocate(self, values: Sequence[Value]) -> Value:
        """What the result can be written to."""
        if self.pattern < 0:
            return allocate(self.shape, self.dtype)
        return allocate_like(values[self.pattern], self.dtype)

    def __call__(self, values: Sequence[Value], out: npt.NDArray[Any] | None = None) -> Value:
        """Runs it on operands of the types, formats and sizes that it was made for."""
        made = self.allocate(values) if out is None else out
        operands = [value._tensor if type(value) is Array else value for value in (*values, made)]
        if self.is_wrapped:
            operands = [
                to_buffer(value) if isinstance(value, np.ndarray) else value for value in operands
            ]
        self.kernel.call(operands, self.threads)
        return made
