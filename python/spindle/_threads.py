"""How many threads a call runs on."""

from __future__ import annotations

from spindle import _spindle
from spindle._errors import SpindleValueError


def count_threads(threads: int | None = None) -> int:
    """The number of threads for ``threads=``.

    Where that is None: the environment's SPINDLE_NUM_THREADS, else OMP_NUM_THREADS, else
    the processors that the process may use. It is asked with every call.

    Raises
    ------
    SpindleValueError
        A number below 1 or above 1024, here or in SPINDLE_NUM_THREADS.
    """
    if threads is None:
        return _spindle.find_threads()
    if 1 <= threads <= _MOST:
        return threads
    raise SpindleValueError(
        f"threads: expected 1 to {_MOST} threads but got {threads}",
        "threads",
        f"1 to {_MOST} threads",
        str(threads),
    )


_MOST = 1024
