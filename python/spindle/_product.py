"""Products in letters, compiled for operands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from spindle._array import Array
from spindle._errors import SpindleTypeError, SpindleValueError
from spindle._operands import Value, find_dtype, fit_value, to_truth
from spindle._order import Contraction, find_order, lay_out
from spindle._result import check_out, narrow
from spindle._scratch import Scratch
from spindle._semirings import Semiring
from spindle._sizes import Sizes
from spindle._statement import Statement
from spindle._subscripts import Subscripts

__all__ = ["Product"]

#: What indices are called in the statements that letters become, and operands.
_INDICES = "ijklmnopqrstuvwxyz"
_NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Product:
    """A product for operands of certain types and sizes, one of them of one structure.

    Parameters
    ----------
    subscripts : Subscripts
        What letters the dimensions have.
    values : sequence
        The operands.
    semiring : Semiring
        What sum and product are.
    dtype
        The type to compute in; None for that which NumPy promotes the operands to.
    threads : int
        How many threads it runs on.
    optimize : bool
        It may be taken in several steps.
    is_dense : bool
        The result is dense, whatever letters it has.
    """

    def __init__(
        self,
        subscripts: Subscripts,
        values: Sequence[Value],
        semiring: Semiring,
        dtype: npt.DTypeLike | None,
        *,
        threads: int,
        optimize: bool,
        is_dense: bool,
    ) -> None:
        self.sizes = sizes = _measure(subscripts, values)
        sparse = _find_sparse(values)
        self.semiring = semiring
        self.names = [f"operand {number + 1}" for number in range(len(values))]
        self.dtype = _find_dtype(semiring, values, dtype, self.names)
        self.is_asked = dtype is not None
        self.shape = tuple(sizes[letter] for letter in subscripts.output)
        self.threads = threads
        self.is_dense = is_dense
        # NumPy has no sums of bfloat16, and the steps of other semirings are not those of
        # a product of matrices.
        self.is_for_numpy = semiring.name == "plus_times" and self.dtype.name != "bfloat16"
        self.steps: tuple[Contraction, ...] = (
            Contraction(tuple(range(len(values))), subscripts.inputs, subscripts.output, sparse),
        )
        nnz = values[sparse].nnz if optimize and sparse >= 0 else 0
        if optimize and self.is_for_numpy:
            self.steps = find_order(subscripts.inputs, subscripts.output, sizes, sparse, nnz)
        if optimize:
            self.steps = lay_out(self.steps, len(values), sizes, nnz)
        #: The kernel of each step, made by the first call; None where NumPy takes it.
        self.kernels: list[Statement | None] = []
        #: The only one, where its result is returned as it is.
        self.whole: Statement | None = None

    def __call__(
        self, values: Sequence[Value], out: npt.NDArray[Any] | None, copy: bool | None
    ) -> Value:
        """The product of operands of the same types and sizes; in ``out``, if given."""
        if self.semiring.is_of_truth:
            values = [to_truth(value) for value in values]
        known = [
            fit_value(value, self.dtype, name, copy, self.is_asked)
            for value, name in zip(values, self.names, strict=True)
        ]
        if out is not None:
            check_out(out, self.shape, self.dtype, dict(zip(self.names, known, strict=True)))
        elif self.whole is not None:
            return self.whole(known)
        last = len(self.steps) - 1
        with Scratch() as scratch:
            for number, step in enumerate(self.steps):
                used = [known[place] for place in step.numbers]
                if number == len(self.kernels):
                    self.kernels.append(self._compile(step, used, number == last))
                to = out
                if number < last:
                    shape = tuple(self.sizes[letter] for letter in step.output)
                    to = scratch.take(shape, self.dtype)
                known.append(self._take(step, self.kernels[number], used, to))
        if last == 0 and self.shape and self.kernels[0] and self.kernels[0].dtype == self.dtype:
            self.whole = self.kernels[0]
        made = known[-1]
        return made[()] if out is None and not self.shape else made

    def _compile(self, step: Contraction, used: Sequence[Value], is_last: bool) -> Statement | None:
        """The kernel for ``step``; None where NumPy takes it."""
        if step.is_transposition or (step.sparse < 0 and self.is_for_numpy):
            return None
        names, text = _write(step, self.semiring, used)
        is_dense = self.is_dense or not is_last
        return Statement(text, names, used, self.dtype, self.threads, dense=is_dense)

    def _take(
        self,
        step: Contraction,
        kernel: Statement | None,
        used: Sequence[Value],
        out: npt.NDArray[Any] | None,
    ) -> Value:
        """What ``step`` makes, in ``out`` if there is one."""
        if kernel is None:
            return self._take_dense(step, used, out)
        if out is None or kernel.dtype == self.dtype:
            return narrow(kernel(used, out), self.dtype)
        # Sums of narrow integers are wide in the kernel.
        np.copyto(out, kernel(used), casting="unsafe")
        return out

    def _take_dense(
        self, step: Contraction, used: Sequence[Value], out: npt.NDArray[Any] | None
    ) -> Value:
        text = f"{','.join(step.inputs)}->{step.output}"
        arrays = [np.asarray(value, self.dtype) for value in used]
        if step.is_transposition:
            made = arrays[0].transpose([step.inputs[0].index(letter) for letter in step.output])
        else:
            made = np.einsum(text, *arrays, out=out, optimize=True)
        if out is not None:
            if made is not out:
                np.copyto(out, made)
            return out
        # One operand alone is a view, of which a result is none.
        return np.array(made, self.dtype, order="C", copy=len(arrays) == 1 or None)


def _measure(subscripts: Subscripts, values: Sequence[Value]) -> dict[str, int]:
    """The size of each letter's dimension.

    Raises
    ------
    SpindleValueError
        Operands whose number, ranks or sizes are not those of the subscripts.
    """
    wanted = len(subscripts.inputs)
    if len(values) != wanted:
        raise SpindleValueError(
            f"expected {wanted} operands, for '{','.join(subscripts.inputs)}', "
            f"but got {len(values)}",
            expected=f"{wanted} operands",
            got=str(len(values)),
        )
    sizes = Sizes()
    for number, (letters, value) in enumerate(zip(subscripts.inputs, values, strict=True), 1):
        sizes.add(f"operand {number}", letters, getattr(value, "shape", ()))
    return sizes.sizes


def _find_sparse(values: Sequence[Value]) -> int:
    """Which one is sparse; -1 for none.

    Raises
    ------
    SpindleValueError
        Several are.
    """
    found = [number for number, value in enumerate(values) if isinstance(value, Array)]
    if len(found) <= 1:
        return found[0] if found else -1
    names = " and ".join(f"operand {number + 1} ({values[number].format})" for number in found)
    raise SpindleValueError(
        f"expected one sparse operand but got {len(found)}: {names}; todense() makes one dense",
        operand=f"operand {found[1] + 1}",
        expected="one sparse operand",
        got=str(len(found)),
    )


def _find_dtype(
    semiring: Semiring, values: Sequence[Value], dtype: npt.DTypeLike | None, names: Sequence[str]
) -> np.dtype[Any]:
    """The type to compute in.

    Raises
    ------
    SpindleTypeError
        A type that Spindle or the semiring has not.
    """
    found = np.dtype(np.bool_) if semiring.is_of_truth else find_dtype(values, dtype, names)
    if semiring.is_ordered and found.kind == "c":
        raise SpindleTypeError(
            f"semiring {semiring.name}: expected elements that have an order but got {found}",
            operand="semiring",
            expected="elements that have an order",
            got=str(found),
        )
    return found


def _write(step: Contraction, semiring: Semiring, values: Sequence[Value]) -> tuple[list[str], str]:
    """What the operands of ``step`` are called in index notation, and the statement."""
    letters = dict.fromkeys("".join(step.inputs))
    indices = {
        letter: _INDICES[number] if number < len(_INDICES) else f"i{number}"
        for number, letter in enumerate(letters)
    }
    names = [
        _NAMES[number] if number < len(_NAMES) else f"A{number}" for number in range(len(values))
    ]

    def access(name: str, term: str) -> str:
        return f"{name}[{','.join(indices[letter] for letter in term)}]"

    factors = [
        access(name, term) if isinstance(value, (Array, np.ndarray)) else name
        for name, term, value in zip(names, step.inputs, values, strict=True)
    ]
    target = access("out", step.output)
    return names, f"{target} {semiring.assignment} {semiring.product(factors)}"
