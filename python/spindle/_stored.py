"""What an array stores: shape, type, format, and the memory of its parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from spindle import _spindle
from spindle._arguments import take_text
from spindle._errors import SpindleTypeError
from spindle._types import from_buffer, to_buffer, to_dtype

__all__ = ["StoredArray", "have_same_levels", "shorten_format", "spell_format"]

Dense = npt.NDArray[Any]


def spell_format(format: str, ndim: int, is_wide: bool = False) -> str:
    """``format`` in full, for arrays of ``ndim`` dimensions.

    Where ``is_wide``, the indices of a name that does not say which it has are of i64.
    """
    format = take_text(format, "format")
    # A list of coordinates of one dimension has nothing below them.
    if ndim == 1 and format.startswith("coo"):
        format = "csf" + format.removeprefix("coo")
    # Levels that are written out say all that they mean.
    says = "pos" in format or "crd" in format or "->" in format
    spelled: str = _spindle.spell_format(format, ndim, is_wide and not says)
    return spelled


def shorten_format(text: str) -> str:
    """What users call the format that is ``text`` in full: a name, or its levels."""
    name, opens, rest = text.partition("<")
    if not opens or text.startswith("("):
        return text
    words = rest.removesuffix(">").split(", ")
    # A name that any number of dimensions has needs not tell it.
    if name in ("coo", "dense", "csf") and not (len(words) > 1 and words[1].isdigit()):
        words = words[1:]
    return f"{name}({', '.join(words)})" if words else name


def have_same_levels(left: str, right: str, ndim: int) -> bool:
    """Whether formats, spelled in full, differ in the types of indices at most."""
    if left == right:
        return True
    wide: list[str] = [_spindle.spell_format(each, ndim, True) for each in (left, right)]
    return wide[0] == wide[1]


class StoredArray:
    """What :class:`spindle.Array` tells of its memory."""

    __slots__ = ("_tensor",)

    _tensor: _spindle.Tensor

    def __init__(self, tensor: _spindle.Tensor) -> None:
        self._tensor = tensor

    @property
    def format(self) -> str:
        """The format: a name such as ``csr`` or ``hyb(2, 5)``, or its levels.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> A = spindle.array(np.eye(4))
        >>> A.format, A.to("bsr(2, 2)").format
        ('csr', 'bsr(2, 2)')
        """
        return shorten_format(self._tensor.format)

    @property
    def shape(self) -> tuple[int, ...]:
        """The size of each dimension.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> spindle.array(np.eye(4, 3)).shape
        (4, 3)
        """
        return self._tensor.shape

    @property
    def ndim(self) -> int:
        """The number of dimensions.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> spindle.array(np.eye(4, 3)).ndim
        2
        """
        return len(self.shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the elements.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> spindle.array(np.eye(4, dtype=np.float32)).dtype
        dtype('float32')
        """
        return to_dtype(self._tensor.dtype)

    @property
    def nbytes(self) -> int:
        """The bytes of all arrays, structure and values.

        Examples
        --------
        >>> import numpy as np, spindle

        Five positions and four coordinates of 4 bytes, four values of 8:

        >>> spindle.array(np.eye(4)).nbytes
        68
        """
        return self._tensor.structure_bytes + self._tensor.value_bytes

    @property
    def nnz(self) -> int:
        """The number of elements, explicit zeros among them.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> spindle.array(np.eye(4)).nnz
        4
        """
        return self._tensor.count()

    @property
    def size(self) -> int:
        """The number of cells, the product of the shape; :attr:`nnz` counts elements.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> spindle.array(np.eye(4, 3)).size
        12
        """
        return int(np.prod(self.shape, dtype=object))

    @property
    def density(self) -> float:
        """The share of the cells that are elements, from 0 to 1; 0 without cells.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> spindle.array(np.eye(4)).density
        0.25
        """
        return self.nnz / self.size if self.size else 0.0

    def stats(self) -> dict[str, Any]:
        """What the rows of a matrix look like: lengths, empty ones, runs, spans.

        Returns
        -------
        dict
            ``rows``, ``columns``, ``elements``, ``empty_rows``; ``mean_length``,
            ``length_deviation`` and ``largest_length`` of rows, in elements; ``long_share``,
            the share of elements in rows far longer than the mean; ``mean_span``, the columns
            from a row's first element to its last; ``mean_run``, how many elements in a row
            have columns one after the other. Empty for what is no matrix.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> stats = spindle.array(np.tri(4)).stats()
        >>> stats["mean_length"], stats["largest_length"]
        (2.5, 4)
        """
        return self._tensor.stats()

    def find_format(self, format: str) -> str:
        """``format`` in full, with indices of i64 where this array has them.

        Parameters
        ----------
        format : str
            As :meth:`Array.to` takes it.

        Raises
        ------
        SpindleValueError
            No format.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> spindle.array(np.eye(4)).find_format("ell")
        'ell<?>'
        """
        return spell_format(format, self.ndim, "i64" in self._tensor.format)

    def _get_values(self) -> list[Dense]:
        """The values of each part, in the shape of its storage, padding among them."""
        parts = range(len(self._tensor.part_formats))
        return [
            from_buffer(self._tensor.arrays(part)["values"], self._tensor.dtype) for part in parts
        ]

    def _gather(self) -> Dense:
        """The values of all elements, in the order of their storage."""
        lists = []
        for part, values in enumerate(self._get_values()):
            marks = self._tensor.marks(part)
            lists.append(values.ravel() if marks is None else values[marks])
        return lists[0] if len(lists) == 1 else np.concatenate(lists)

    def _read_elements(self) -> tuple[list[Dense], Dense]:
        """Coordinates, a list for each dimension, and values, in the order of the storage."""
        lists, values = self._tensor.entries()
        return lists, from_buffer(values, self._tensor.dtype)

    def _with_values(self, values: Sequence[Dense]) -> Self:
        """The array of the same structure with other values, as of :meth:`_get_values`."""
        lists = [to_buffer(np.ascontiguousarray(each)) for each in values]
        return type(self)(self._tensor.with_values(lists))

    def _map(self, function: Callable[[Dense], Dense]) -> Self:
        """The array of the same structure with ``function`` of its values."""
        return self._with_values([function(values) for values in self._get_values()])

    def coords(self) -> tuple[tuple[Dense, ...], Dense]:
        """The coordinates of the elements, an array for each dimension, and their values.

        Returns
        -------
        coordinates : tuple of arrays of int64
        values : array
            In ascending order of coordinates, the last dimension fastest.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> (rows, columns), values = spindle.array(np.eye(3, 4)).coords()
        >>> rows.tolist(), columns.tolist(), values
        ([0, 1, 2], [0, 1, 2], array([1., 1., 1.]))
        """
        lists, values = self._tensor.entries(sorted=True)
        return tuple(lists), from_buffer(values, self._tensor.dtype)

    def equals(self, other: StoredArray) -> bool:
        """Whether both have one shape, type, pattern, and equal values; NaN equals NaN.

        The formats may differ.

        Parameters
        ----------
        other : Array
            Of any format.

        Raises
        ------
        SpindleTypeError
            What is no :class:`Array`.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> A = spindle.array(np.eye(3))
        >>> A.equals(A.to("ell")), A.equals(2 * A)
        (True, False)
        """
        if not isinstance(other, StoredArray):
            expected, got = "an Array, as spindle.array() makes it,", type(other).__name__
            text = f"other: expected {expected} but got {got}"
            raise SpindleTypeError(text, "other", expected, got)
        if self.shape != other.shape or self.dtype != other.dtype:
            return False
        (ours, our_values), (theirs, their_values) = self.coords(), other.coords()
        if not all(np.array_equal(a, b) for a, b in zip(ours, theirs, strict=True)):
            return False
        is_equal = (our_values == their_values) | (
            (our_values != our_values) & (their_values != their_values)
        )
        return bool(np.all(is_equal))
