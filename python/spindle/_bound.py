"""Kernels with their operands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from spindle import _spindle
from spindle._device_call import DeviceCall, check_options
from spindle._threads import count_threads

if TYPE_CHECKING:
    from spindle._kernel import Kernel

__all__ = ["BoundKernel"]


class BoundKernel:
    """A kernel with its operands, as :meth:`Kernel.bind` gives it: call it without arguments.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> A, x, y = spindle.array(np.eye(3), format="csr"), np.arange(3.0), np.zeros(3)
    >>> run = spindle.compile("spmv", A=A, x=x).bind(A=A, x=x, y=y)
    >>> run()
    array([0., 1., 2.])
    """

    def __init__(
        self, kernel: Kernel, call: _spindle.Call | DeviceCall, taken: list[Any], given: list[Any]
    ) -> None:
        self._kernel = kernel
        self._run: Callable[[Any], Any] = call.run
        self._taken = taken
        self._given = given
        # None where every call asks.
        self._count = None if kernel._threads is None else count_threads(kernel._threads)
        # None where each run makes new tensors, or a device has them.
        makes_results = kernel._device is not None or kernel._program.operands[-1].is_result
        self._result = None if makes_results else kernel._give(taken, given, None)

    def __call__(self, threads: int | None = None, stream: Any = None) -> Any:
        """Runs it, on ``threads`` threads, or on a GPU; what it writes is returned.

        Parameters
        ----------
        threads : int, optional
            The threads of this call; by default those of the kernel.
        stream : optional
            Of a kernel for a GPU the stream; by default the one that it was bound with.

        Raises
        ------
        SpindleValueError
            A number of threads below 1 or above 1024; on a GPU what went wrong.
        SpindleTypeError
            Threads of a kernel for a GPU, a stream of one for the processor.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> A, x = spindle.array(np.eye(3)), np.arange(3.0)
        >>> run = spindle.compile("spmv", A=A, x=x).bind(A=A, x=x)
        >>> run(threads=1)
        array([0., 1., 2.])
        """
        is_for_gpu = self._kernel._device is not None
        if is_for_gpu or stream is not None:
            check_options(is_for_gpu, threads, None, stream, None)
            return self._run(stream)
        count = self._count if threads is None else None
        made = self._run(count or count_threads(threads))
        return self._result if made is None else self._kernel._give(self._taken, self._given, made)
