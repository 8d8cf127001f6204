"""The sizes of dimensions, which operands have in common."""

from __future__ import annotations

from collections.abc import Sequence

from spindle._errors import SpindleValueError

__all__ = ["Sizes"]


class Sizes:
    """The size of each dimension by its name, and the operand that it was learnt of.

    Parameters
    ----------
    noun : str
        What errors call a dimension before its name, with a space: ``"dimension "``.
    """

    def __init__(self, noun: str = "") -> None:
        self.sizes: dict[str, int] = {}
        self._owners: dict[str, str] = {}
        self._noun = noun

    def add(self, owner: str, dims: Sequence[str], shape: tuple[int, ...]) -> None:
        """Learns of the operand ``owner``, whose dimensions are called ``dims``.

        Raises
        ------
        SpindleValueError
            Another number of dimensions, or another size than an operand before it has.
        """
        if len(shape) != len(dims):
            expected = f"{len(dims)} dimensions"
            if isinstance(dims, str):
                expected += f", for '{dims}',"
            text = f"{owner}: expected {expected} but got {len(shape)}"
            raise SpindleValueError(text, owner, f"{len(dims)} dimensions", str(len(shape)))
        for dim, size in zip(dims, shape, strict=True):
            known = self.sizes.setdefault(dim, size)
            first = self._owners.setdefault(dim, owner)
            if known != size:
                expected = f"size {known} of {self._noun}{dim}"
                text = f"{owner}: expected {expected}, as that of {first}, but got {size}"
                raise SpindleValueError(text, owner, expected, str(size))
