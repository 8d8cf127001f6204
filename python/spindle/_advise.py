"""Which format suits a matrix, and matrices in parts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from spindle._arguments import take_size, take_text
from spindle._errors import SpindleValueError
from spindle._html import format_bytes, make_table
from spindle._interop import to_array
from spindle._threads import count_threads
from spindle._types import to_buffer, to_dtype, to_mlir

if TYPE_CHECKING:
    from spindle._array import Array

__all__ = ["Advice", "Estimate", "Part", "advise", "decompose", "list_parts"]

_HEAD = ["format", "time", "bytes", "padding", "to make", "why"]
# The most that the widest bucket of rows has, as a power of 2, where it is chosen.
_MOST_BUCKETS = 10
# Of the dense operand.
_MOST_COLUMNS = 2**31 - 1


@dataclass(frozen=True)
class Estimate:
    """What a format is estimated to do for products with a matrix.

    Attributes
    ----------
    format : str
        As :func:`spindle.array` takes it.
    relative : float
        The time of a product as a share of that in ``csr``.
    uncertainty : float
        By what factor ``relative`` may be off.
    seconds : float
        The time of a product, in seconds.
    bytes : int
        Of all arrays.
    padding : float
        The share of the stored values that are no elements.
    conversion : float
        The time to convert from ``csr``, in products in the format.
    reason : str
        What decides, with figures.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> estimates = spindle.advise(spindle.array(np.eye(100, dtype=np.float32))).estimates
    >>> [row.relative for row in estimates if row.format == "csr"]
    [1.0]
    """

    format: str
    relative: float
    uncertainty: float
    seconds: float
    bytes: int
    padding: float
    conversion: float
    reason: str


@dataclass(frozen=True)
class Advice(Sequence[Estimate]):
    """The formats that a matrix may have, the fastest first.

    Attributes
    ----------
    estimates : tuple of Estimate
        A row for each format; ``csr`` is always among them.
    best : Estimate
        The one that is advised: another than ``csr`` only where it is faster even if the
        estimate is off by its uncertainty.
    reason : str
        Why that one.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> advice = spindle.advise(spindle.array(np.eye(100, dtype=np.float32)))
    >>> advice.best in advice
    True
    """

    estimates: tuple[Estimate, ...]
    best: Estimate
    reason: str

    def __len__(self) -> int:
        return len(self.estimates)

    def __getitem__(self, index: Any) -> Any:
        return self.estimates[index]

    def __str__(self) -> str:
        rows = [_HEAD, *self._list()]
        widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD) - 1)]
        lines = [f"{self.best.format}: {self.reason}"]
        for row in rows:
            cells = [f"{row[0]:<{widths[0]}}"]
            cells += [f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=False)]
            lines.append("  ".join([*cells, row[-1]]).rstrip())
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from html import escape

        said = f"<p><b>{escape(self.best.format)}</b>: {escape(self.reason)}</p>"
        return said + make_table(_HEAD, self._list())

    def _list(self) -> list[list[str]]:
        return [
            [
                row.format,
                f"{row.relative:.2f}",
                format_bytes(row.bytes),
                f"{100 * row.padding:.0f} %",
                f"{row.conversion:.0f}",
                row.reason,
            ]
            for row in self.estimates
        ]


@dataclass(frozen=True)
class Part:
    """What a part of an array holds.

    Attributes
    ----------
    format : str
        Of the part.
    elements : int
        In it, explicit zeros among them.
    nbytes : int
        Of all its arrays.
    padding : int
        Stored values that are no elements.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> spindle.array(np.eye(8), format="bsr(2, 2)").parts()[0].padding
    8
    """

    format: str
    elements: int
    nbytes: int
    padding: int


def advise(
    array: Array,
    columns: int = 1,
    dtype: npt.DTypeLike | None = None,
    threads: int | None = None,
) -> Advice:
    """Ranks formats of a matrix by how long its products are estimated to take.

    Nothing is timed and nothing is converted but to ``csr``.

    Parameters
    ----------
    array : Array
        A matrix in a format of which there is a way to ``csr``.
    columns : int
        The columns of the dense matrix that it is multiplied with; 1 for a vector.
    dtype : dtype, optional
        Of the elements; those of the array unless given. Times are known of float32 and
        float64.
    threads : int, optional
        To convert with: see :func:`spindle.compile`. Estimates are for all processors of
        the machine.

    Returns
    -------
    Advice

    Raises
    ------
    SpindleValueError
        No matrix, or less than one column.
    SpindleTypeError
        A type that Spindle has not.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> advice = spindle.advise(spindle.array(np.eye(100, dtype=np.float32)))
    >>> "csr" in [row.format for row in advice]
    True
    """
    array = to_array(array)
    from spindle._program import Program

    _check_matrix(array)
    columns = take_size(columns, "columns")
    if not 1 <= columns <= _MOST_COLUMNS:
        raise SpindleValueError(
            f"columns: expected 1 to {_MOST_COLUMNS} but got {columns}",
            operand="columns",
            expected=f"1 to {_MOST_COLUMNS}",
            got=str(columns),
        )
    elements = array.dtype if dtype is None else to_dtype(dtype)
    matrix = _store_as_csr(array, elements)
    program = Program(
        {"program": "spmv" if columns == 1 else "spmm", "dtype": to_mlir(elements)},
        {"A": matrix.format},
        threads=count_threads(threads),
    )
    program.lend("A", matrix)
    # Only its shape is looked at: the memory is never touched.
    if columns > 1:
        program.lend("B", np.empty((array.shape[1], columns), elements))
    rows, choice, reason, refusal = program._program.advise("A", program.progress)
    estimates = tuple(_make_estimate(row) for row in rows)
    return Advice(estimates, estimates[choice], refusal or reason)


def decompose(array: Array, format: str = "auto", *, threads: int | None = None) -> Array:
    """Stores a matrix in parts, each of which holds what suits it.

    Parameters
    ----------
    array : Array
        A matrix.
    format : str
        A format of parts: ``hyb(c, k)``, sections of columns with buckets of rows by their
        length; ``ell_coo(w)`` and ``csr_coo(w)``, the first elements of each row and the
        rest; ``bsr_csr(b, c, n)``, full blocks and the rest; ``dia_csr(n)``, diagonals near
        the main one; ``dense_rows(n)``, the longest rows; ``columns(c)``, sections; or
        conditions and formats, ``composite((i, j) -> (..))``. ``auto`` is ``hyb(1, k)``
        whose widest bucket is as wide as the mean row, rounded up to a power of 2.
    threads : int, optional
        To convert with: see :func:`spindle.compile`.

    Returns
    -------
    Array
        In that format; its ``parts()`` tell what is where, and ``draw("parts")`` shows it.

    Raises
    ------
    SpindleValueError
        No matrix, a format that has no parts or cannot hold the matrix.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> A = spindle.array(np.eye(8))
    >>> [part.elements for part in spindle.decompose(A, "ell_coo(1)").parts()]
    [8, 0]
    """
    from spindle._progress import bar

    array = to_array(array)
    _check_matrix(array)
    wanted = _choose_parts(array) if take_text(format, "format") == "auto" else format
    tensor = array._tensor.convert(wanted, count_threads(threads), bar("converting"))
    if tensor.format == tensor.part_formats[0]:
        raise SpindleValueError(
            f"format: expected a format of parts, such as hyb(2, 5), but got '{wanted}'",
            operand="format",
            expected="a format of parts",
            got=wanted,
        )
    return type(array)(tensor)


def list_parts(array: Array) -> list[Part]:
    """What each part of an array holds; one row of an array in a format of levels.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> spindle.array(np.eye(8), format="csr").parts()
    [Part(format='csr', elements=8, nbytes=132, padding=0)]
    """
    tensor = array._tensor
    parts = []
    for number, format in enumerate(tensor.part_formats):
        arrays = tensor.arrays(number)
        values = arrays["values"]
        marks = tensor.marks(number)
        elements = values.size if marks is None else int(np.count_nonzero(marks))
        lists = (arrays["positions"], arrays["coordinates"], arrays["lengths"])
        others = [each for level in lists for each in level] + [arrays["bitmap"], values]
        nbytes = sum(each.nbytes for each in others if each is not None)
        parts.append(Part(format, elements, nbytes, values.size - elements))
    return parts


def _check_matrix(array: Array) -> None:
    if array.ndim != 2:
        raise SpindleValueError(
            f"expected a matrix but got an array of {array.ndim} dimensions",
            expected="a matrix",
            got=f"an array of {array.ndim} dimensions",
        )


def _store_as_csr(array: Array, dtype: np.dtype[Any]) -> Array:
    """The matrix in csr, with elements of a type; of which values does not matter."""
    tensor = array._tensor
    if not tensor.format.startswith("csr") or len(tensor.part_formats) > 1:
        tensor = tensor.convert("csr", count_threads())
    if array.dtype != dtype:
        values = tensor.arrays()["values"]
        tensor = tensor.with_values([to_buffer(np.zeros(values.shape, dtype))])
    return type(array)(tensor)


def _make_estimate(row: dict[str, Any]) -> Estimate:
    return Estimate(
        format=row["format"].replace("<", "(").replace(">", ")"),
        relative=row["relative"],
        uncertainty=row["uncertainty"],
        seconds=row["seconds"],
        bytes=round(row["bytes"]),
        padding=row["padding"],
        conversion=row["conversion"],
        reason=row["reason"],
    )


def _choose_parts(array: Array) -> str:
    """Buckets of rows up to the mean length: Z. Ye et al., SparseTIR, ASPLOS 2023, 4.2."""
    mean = array.nnz / max(array.shape[0], 1)
    widest = min(math.ceil(math.log2(max(mean, 1))), _MOST_BUCKETS)
    return f"hyb(1, {widest})"
