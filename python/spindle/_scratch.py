"""Memory for values between the steps of a product."""

from __future__ import annotations

import threading
from math import prod
from types import TracebackType
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["Scratch"]

#: The most bytes that a thread keeps; larger values have memory of their own.
_MOST = 1 << 26
_ALIGNMENT = 64


class _Kept(threading.local):
    """What a thread keeps: memory that was used before costs no page faults."""

    memory: npt.NDArray[np.uint8] | None = None


_kept = _Kept()


class Scratch:
    """Arrays that live until the end of a ``with`` statement.

    Examples
    --------
    >>> import numpy as np
    >>> with Scratch() as scratch:
    ...     scratch.take((2, 3), np.dtype("f4")).shape
    (2, 3)
    """

    def __enter__(self) -> Scratch:
        # Taken away, so that no other product of this thread can use it meanwhile.
        self._memory, _kept.memory = _kept.memory, None
        self._wanted = 0
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        size = 0 if self._memory is None else self._memory.size
        if size < self._wanted <= _MOST:
            self._memory = np.empty(self._wanted, np.uint8)
        _kept.memory = self._memory

    def take(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> npt.NDArray[Any]:
        """An array that holds anything."""
        size, start = prod(shape) * dtype.itemsize, self._wanted
        self._wanted += -(-size // _ALIGNMENT) * _ALIGNMENT
        if self._memory is None or self._wanted > self._memory.size:
            return np.empty(shape, dtype)
        return self._memory[start : start + size].view(dtype).reshape(shape)
