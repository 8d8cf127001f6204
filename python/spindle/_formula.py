"""Statements in index notation, compiled for operands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from spindle._array import Array
from spindle._errors import SpindleTypeError, SpindleValueError
from spindle._operands import Value, find_dtype, fit_value
from spindle._program import Operand, Program
from spindle._result import check_out, narrow
from spindle._sizes import Sizes
from spindle._statement import Statement, find_shape, find_target
from spindle._suggest import suggest

__all__ = ["Formula", "order_operands", "read_formula"]


@lru_cache(maxsize=256)
def read_formula(text: str) -> tuple[Operand, ...]:
    """The operands of the statement ``text``, by their first appearance on its right side.

    The one that it computes is the last.

    Raises
    ------
    ProgramError
        What is no statement in index notation.
    """
    return Program({"expression": text, "dtype": "f32"}, {}).operands


def order_operands(
    text: str, given: Sequence[Any], named: Mapping[str, Any]
) -> tuple[list[str], tuple[Any, ...]]:
    """The operands of the right side of ``text`` and their names, in its order.

    Raises
    ------
    SpindleValueError
        One that is missing, given twice, or not in the statement.
    """
    names = [operand.name for operand in read_formula(text)[:-1]]
    if len(given) > len(names):
        raise SpindleValueError(
            f"expected {len(names)} operands ({', '.join(names)}) but got {len(given)}",
            expected=f"{len(names)} operands",
            got=str(len(given)),
        )
    found = dict(zip(names, given, strict=False))
    for name, operand in named.items():
        if name not in names:
            raise SpindleValueError(
                f"expected operands of '{text}' ({', '.join(names)}) but got '{name}'"
                + suggest(name, names),
                operand=name,
                expected=", ".join(names),
                got=name,
            )
        if name in found:
            raise SpindleValueError(
                f"{name}: expected one operand but got one by position and one by name",
                operand=name,
                expected="one operand",
                got="two",
            )
        found[name] = operand
    for name in names:
        if name not in found:
            raise SpindleValueError(
                f"{name}: expected an operand of '{text}' but got none",
                operand=name,
                expected="an operand",
                got="none",
            )
    return names, tuple(found[name] for name in names)


class Formula:
    """A statement for operands of certain types and sizes, one of them of one structure.

    Parameters
    ----------
    text : str
        The statement.
    names : sequence of str
        What it calls the operands of its right side.
    values : sequence
        Those operands.
    dtype
        The type to compute in; None for that which NumPy promotes the operands to.
    threads : int
        How many threads it runs on.
    has_out : bool
        The result is dense memory that a user gives, which ``+=``, ``max=`` and ``min=``
        take it on from.
    """

    def __init__(
        self,
        text: str,
        names: Sequence[str],
        values: Sequence[Value],
        dtype: npt.DTypeLike | None,
        *,
        threads: int,
        has_out: bool,
    ) -> None:
        operands = read_formula(text)
        self.names = names
        self.dtype = find_dtype(values, dtype, names)
        self.is_asked = dtype is not None
        sizes = _measure(operands[:-1], values)
        self.shape = find_shape(operands[-1], sizes)
        #: Operands of no dimension are arrays nevertheless where they have brackets.
        self.is_number = [operand.kind == "scalar" for operand in operands[:-1]]
        self.text = text
        self.threads = threads
        self.has_out = has_out
        #: Made by the first call.
        self.kernel: Statement | None = None

    def _fit(self, values: Sequence[Value], copy: bool | None) -> list[Value]:
        fitted = [
            fit_value(value, self.dtype, name, copy, self.is_asked)
            for value, name in zip(values, self.names, strict=True)
        ]
        return [
            value
            if is_number or isinstance(value, (Array, np.ndarray))
            else np.array(value, self.dtype)
            for value, is_number in zip(fitted, self.is_number, strict=True)
        ]

    def __call__(
        self, values: Sequence[Value], out: npt.NDArray[Any] | None, copy: bool | None
    ) -> Value:
        """The result for operands of the same types and sizes; in ``out``, if given."""
        known = self._fit(values, copy)
        if self.kernel is None:
            self.kernel = Statement(
                self.text,
                self.names,
                known,
                self.dtype,
                self.threads,
                dense=self.has_out,
                update=self.has_out and find_target(self.text)[1],
            )
        if out is not None:
            # What is added to is in the type that sums are made in.
            wanted = self.kernel.dtype
            check_out(out, self.shape, wanted, dict(zip(self.names, known, strict=True)))
            return self.kernel(known, out)
        made = narrow(self.kernel(known), self.dtype)
        return made if self.shape else made[()]


def _measure(operands: Sequence[Operand], values: Sequence[Value]) -> dict[str, int]:
    """The size of each dimension.

    Raises
    ------
    SpindleTypeError
        An array for a number.
    SpindleValueError
        Another rank or another size than the statement says.
    """
    sizes = Sizes("dimension ")
    for operand, value in zip(operands, values, strict=True):
        shape: tuple[int, ...] = getattr(value, "shape", ())
        if operand.kind == "scalar" and shape:
            raise SpindleTypeError(
                f"{operand.name}: expected a number, as it has no indices, but got shape {shape}",
                operand=operand.name,
                expected="a number",
                got=f"shape {shape}",
            )
        sizes.add(operand.name, operand.dims, shape)
    return sizes.sizes
