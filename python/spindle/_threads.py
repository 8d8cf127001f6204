"""How many threads a call runs on."""

from __future__ import annotations

from spindle import _spindle
from spindle._arguments import take_size
from spindle._errors import SpindleValueError


def count_threads(threads: int | None = None) -> int:
    """The number of threads for ``threads=``.

    Where that is None: the environment's SPINDLE_NUM_THREADS, else OMP_NUM_THREADS, else
    the processors that the process may use. It is asked with every call.

    Raises
    ------
    SpindleValueError
        A number below 1 or above 1024, here or in SPINDLE_NUM_THREADS.
    SpindleTypeError
        No integer.
    """
    if threads is None:
        return _spindle.find_threads()
    count = take_size(threads, "threads")
    if 1 <= count <= _MOST:
        return count
    raise SpindleValueError(
        f"threads: expected 1 to {_MOST} threads but got {threads}",
        "threads",
        f"1 to {_MOST} threads",
        str(threads),
    )


_MOST = 1024
