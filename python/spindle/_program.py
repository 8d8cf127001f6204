"""Programs on their way to kernels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from spindle import _spindle
from spindle._array import Array
from spindle._types import to_buffer

Progress = Callable[[str, str, int, int], None]


@dataclass(frozen=True)
class Operand:
    """What a program says of one operand.

    Attributes
    ----------
    name : str
        As the program calls it.
    kind : str
        ``dense``, ``sparse``, ``memory`` (a plain array) or ``scalar``.
    dtype : str
        The type of the elements, as NumPy calls it.
    format : str
        How it is stored.
    shape : tuple
        The size of each dimension; None where any will do.
    dims : tuple of str
        A name for each dimension: those of one name have one size.
    access : str
        ``read``, ``write`` or ``update``.
    structure_of : str
        The operand whose structure it has; empty for its own.
    is_result : bool
        The program returns it.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> A = spindle.array(np.eye(3), format="csr")
    >>> [one.name for one in spindle.compile("spmv", A=A, x=np.ones(3)).operands]
    ['A', 'x', 'y']
    """

    name: str
    kind: str
    dtype: str
    format: str
    shape: tuple[int | None, ...]
    dims: tuple[str, ...]
    access: str
    structure_of: str
    is_result: bool

    @property
    def is_output(self) -> bool:
        """The program writes it, and need not be given it.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> A, x = spindle.array(np.eye(3)), np.arange(3.0)
        >>> kernel = spindle.compile("spmv", A=A, x=x)
        >>> [operand.is_output for operand in kernel.operands]
        [False, False, True]
        """
        return self.access == "write"

    @staticmethod
    def of(told: Mapping[str, Any]) -> Operand:
        """The operand that the extension module tells of."""
        fields = dict(told)
        fields["shape"] = tuple(fields["shape"])
        fields["dims"] = tuple(fields["dims"])
        return Operand(**fields)


class Program:
    """A program that is open: its operands are known, and it can be compiled for some.

    This is what :func:`compile` and :func:`spindle.einsum` share; it takes operands that
    are right: an :class:`Array` in the format it says, NumPy's arrays, numbers.
    """

    def __init__(
        self,
        texts: Mapping[str, str],
        formats: Mapping[str, str],
        *,
        knobs: Mapping[str, Any] | None = None,
        specialize: Mapping[str, Any] | None = None,
        numbers: Mapping[str, Any] | None = None,
        threads: int = 1,
        strict: bool = False,
        check: bool = False,
        progress: Progress | None = None,
    ) -> None:
        self.progress = progress
        self._program = _spindle.make_program(
            dict(texts),
            dict(formats),
            {name: str(value) for name, value in (knobs or {}).items()},
            {name: str(value) for name, value in (specialize or {}).items()},
            {name: str(value) for name, value in (numbers or {}).items()},
            threads,
            strict,
            check,
        )
        self.operands = tuple(Operand.of(told) for told in self._program.open(progress))

    def lend(self, name: str, operand: Any) -> None:
        """Has the operand called ``name`` be ``operand``, to choose a schedule by."""
        if isinstance(operand, Array):
            self._program.lend(name, operand._tensor)
        else:
            self._program.lend(name, to_buffer(operand))

    def compile(self) -> _spindle.Kernel:
        """Compiles it for what was lent."""
        return self._program.compile(self.progress)
