"""What is found in the structures of operands, once for many calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from spindle._errors import SpindleTypeError
from spindle._taking import measure, take
from spindle._types import to_dtype

if TYPE_CHECKING:
    from spindle._kernel import Kernel

__all__ = ["Inspection", "count_elements", "find_structures", "take_inspection", "take_structures"]


class Inspection(Mapping[str, npt.NDArray[Any]]):
    """What a kernel's inspectors found, as :meth:`Kernel.inspect` gives it: arrays by name.

    Calls with operands of the same structures take it, of this kernel, of one that was
    saved, and of the same program compiled for another number of threads; several at once,
    too. Nothing changes it.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> A, x = spindle.array(np.eye(3)), np.arange(3.0)
    >>> kernel = spindle.compile("spmv", A=A, x=x)
    >>> dict(kernel.inspect(A=A))
    {}
    """

    def __init__(self, arrays: Mapping[str, npt.NDArray[Any]], elements: int | None = None) -> None:
        """Of ``arrays``, found in one structure of so many ``elements``, or in several."""
        self._arrays = dict(arrays)
        self._elements = elements

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        return self._arrays[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)

    def __repr__(self) -> str:
        return f"<spindle.Inspection({', '.join(self._arrays)})>"

    @property
    def nbytes(self) -> int:
        """The memory that it takes.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> spindle.Inspection({"counts": np.zeros(1, np.int64)}).nbytes
        8
        """
        return sum(array.nbytes for array in self._arrays.values())

    @property
    def fused_share(self) -> float | None:
        """The share of a matrix's elements in rows that tiles fuse; None without tiles.

        It is None, too, where a kernel takes several structures. :func:`fused_share` tells it
        of any matrix.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> spindle.Inspection({"counts": np.zeros(1, np.int64)}).fused_share
        """
        counts = [
            self[name]
            for name in self
            if name.startswith("tile_fusion") and name.endswith("counts")
        ]
        if not counts or self._elements is None:
            return None
        return min(int(each[3]) for each in counts) / max(self._elements, 1)


def find_structures(kernel: Kernel) -> list[int]:
    """The operands that bring a structure of their own."""
    return [
        number
        for number, spec in enumerate(kernel._arguments)
        if spec.kind == "sparse" and not spec.structure_of
    ]


def count_elements(kernel: Kernel, taken: Sequence[Any]) -> int | None:
    """The elements of the only structure in what is taken; None where there are several."""
    own = find_structures(kernel)
    return int(taken[own[0]].count()) if len(own) == 1 else None


def take_inspection(inspection: Any, names: Sequence[str]) -> list[npt.NDArray[Any]] | None:
    """The arrays called ``names`` of what a user gives; None for none.

    Raises
    ------
    SpindleTypeError
        No inspection, or that of another program.
    """
    if inspection is None:
        return None
    if not isinstance(inspection, Mapping):
        expected = "what inspect() has found"
        got = type(inspection).__name__
        text = f"inspection: expected {expected} but got {got}"
        raise SpindleTypeError(text, "inspection", expected, got)
    if list(inspection) != list(names):
        expected = f"what was found for this program ({', '.join(names) or 'nothing'})"
        got = f"{', '.join(inspection) or 'nothing'}"
        text = f"inspection: expected {expected} but got {got}"
        raise SpindleTypeError(text, "inspection", expected, got)
    return [np.asarray(inspection[name]) for name in names]


def take_structures(
    kernel: Kernel, operands: tuple[Any, ...], named: Mapping[str, Any]
) -> tuple[list[Any], list[Any]]:
    """What is taken, and given, for a call that looks at structures alone.

    Memory that nothing looks at stands for what is left out.
    """
    if kernel._device is not None:
        text = "expected a kernel for the processor but got one for a GPU"
        raise SpindleTypeError(text)
    given = kernel._collect(operands, None, named, allow_missing=True)
    taken = kernel._take_given(given)
    # Those that the kernel is compiled for, then those of what is given.
    sizes: dict[str, int] = dict(kernel._kernel.sizes)
    for spec, operand in zip(kernel._arguments, taken, strict=True):
        if operand is not None and spec.dims:
            sizes.update(measure(spec, operand))
    for number, spec in enumerate(kernel._arguments):
        if given[number] is not None:
            continue
        if spec.kind == "sparse" and not spec.structure_of:
            text = f"{spec.name}: expected an operand but got none"
            raise SpindleTypeError(text, spec.name, "an operand", "none")
        if spec.kind == "scalar":
            given[number] = taken[number] = 0
            continue
        if number in kernel._sharing:
            given[number] = kernel._allocate(number, taken)
        else:
            known = zip(spec.shape, spec.dims, strict=True)
            shape = [size or sizes.get(dim, 0) for size, dim in known]
            given[number] = np.empty(shape, to_dtype(spec.dtype))
        taken[number] = take(spec, given[number])
    return taken, given
