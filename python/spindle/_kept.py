"""Memory that is kept for kernels."""

from __future__ import annotations

from spindle import _spindle


def release_memory() -> int:
    """Gives memory that is kept for kernels back to the system.

    Kernels take memory for what they make on the way, as the scores of edges in graph
    attention. At the end of a call it is kept for the next one, for 10 seconds as long as
    kernels run, and at most an eighth of the machine's memory.

    Returns
    -------
    int
        The bytes that were kept.

    Examples
    --------
    >>> import spindle
    >>> spindle.release_memory() >= 0
    True
    >>> spindle.release_memory()
    0
    """
    return _spindle.release_memory()
