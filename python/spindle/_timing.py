"""Times of a program, beside SciPy's where it has the same product."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from spindle._array import Array
from spindle._errors import SpindleTypeError
from spindle._job import Job
from spindle._progress import bar

__all__ = ["Timing", "measure"]

# Untimed runs go on for so long, in seconds.
_WARM_UP = 0.2


@dataclass(frozen=True)
class Timing:
    """How long runs took.

    Attributes
    ----------
    name : str
        Whose runs.
    seconds : tuple of float
        Of each run.
    operations : int
        A multiplication and an addition for each element of the sparse operand and each
        cell of the dimensions that it has not; 0 where no operand is sparse.
    """

    name: str
    seconds: tuple[float, ...]
    operations: int

    @property
    def median(self) -> float:
        """Of the runs, in seconds."""
        return statistics.median(self.seconds)

    @property
    def rate(self) -> float:
        """In 10^9 operations a second."""
        return self.operations / self.median / 1e9


def measure(job: Job, runs: int) -> list[Timing]:
    """Times ``runs`` runs of ``job``, each followed by one of SciPy where it has the product.

    That is where it gives the same result.
    """
    contestants: dict[str, Callable[[], Any]] = {}
    call = job.bind()
    contestants["spindle"] = call
    product = _find_product(job, call())
    if product is not None:
        contestants["scipy"] = product
    seconds: dict[str, list[float]] = {name: [] for name in contestants}
    progress = bar("timing")
    _warm_up(list(contestants.values()))
    for number in range(runs):
        if progress is not None:
            progress("timing", "runs", number, runs)
        for name, run in contestants.items():
            begin = time.perf_counter()
            run()
            seconds[name].append(time.perf_counter() - begin)
    operations = _count_operations(job)
    return [Timing(name, tuple(times), operations) for name, times in seconds.items()]


def _warm_up(contestants: list[Callable[[], Any]]) -> None:
    end = time.perf_counter() + _WARM_UP
    while time.perf_counter() < end:
        for run in contestants:
            run()


def _count_operations(job: Job) -> int:
    for operand in job.operands:
        value = job.values.get(operand.name)
        if operand.access == "read" and isinstance(value, Array):
            dims = {dim for other in job.operands for dim in other.dims}
            others = dims - set(operand.dims)
            return 2 * value.nnz * math.prod(job.sizes.get(dim, 1) for dim in others)
    return 0


def _find_product(job: Job, ours: Any) -> Callable[[], Any] | None:
    """SciPy's product of the operands, where it is ``ours``."""
    read = [operand for operand in job.operands if operand.access == "read"]
    written = [operand for operand in job.operands if operand.access != "read"]
    kinds = [operand.kind for operand in read]
    if kinds != ["sparse", "dense"] or len(written) != 1 or written[0].kind != "dense":
        return None
    (rows, *inner), (shared, *columns) = read[0].dims, read[1].dims or ("",)
    if inner != [shared] or written[0].dims != (rows, *columns):
        return None
    left, right = (job.values[operand.name] for operand in read)
    try:
        matrix = left.to_scipy("csr")
    except (ImportError, SpindleTypeError):
        return None
    tolerance = 1e-3 if ours.dtype.name in ("float32", "complex64") else 1e-9
    is_same = np.allclose(ours, matrix @ right, rtol=tolerance, atol=tolerance)
    return (lambda: matrix @ right) if is_same else None
