"""The sampled product of two dense matrices."""

from collections.abc import Mapping

import numpy as np

from bench import arrays
from bench.kernels.problem import Counts, Expected, Kernel, Problem, gamma, rng_of
from bench.sparse import Sparse

#: Numbers of f64 that the reference holds at a time, for each operand.
AT_ONCE = 1 << 22


def sampled_sums(
    a: Sparse, x: np.ndarray, y: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The sums of x[i, k] y[j, k] at the elements of A, and of their magnitudes."""
    rows, columns = a.rows(), a.arrays["coordinates1"]
    sums, sizes = np.empty(len(rows)), np.empty(len(rows))
    step = max(AT_ONCE // max(x.shape[1], 1), 1)
    for first in range(0, len(rows), step):
        part = slice(first, first + step)
        terms = x[rows[part]] * y[columns[part]]
        sums[part], sizes[part] = terms.sum(axis=1), abs(terms).sum(axis=1)
    return sums, sizes


class SDDMM(Kernel):
    """C = A * (X Y^T) at the stored elements of A."""

    name = "sddmm"

    def problem(self, a: Sparse, sizes: Mapping[str, int], dtype: str) -> Problem:
        rng, k = rng_of(a), sizes["K"]
        dense = {
            "X": arrays.random(rng, (a.shape[0], k), dtype),
            "Y": arrays.random(rng, (a.shape[1], k), dtype),
        }
        c = arrays.empty((a.stored,), arrays.STORED[dtype])
        return Problem(
            self.name, dtype, dict(sizes), a.typed(dtype), dense, {"C_values": c}
        )

    def reference(self, problem: Problem) -> dict[str, Expected]:
        x, y = problem.operand("X"), problem.operand("Y")
        sums, sizes = sampled_sums(problem.a, x, y)
        values = arrays.numbers(problem.a.values)
        bound = gamma(x.shape[1] + 3, problem.dtype) * abs(values) * sizes
        return {"C_values": Expected(values * sums, bound)}

    def counts(self, problem: Problem) -> Counts:
        stored, y = problem.a.stored, problem.dense["Y"]
        flops = 2 * stored * y.shape[1] + stored
        gathered = stored * y.shape[1] * y.itemsize
        return Counts(flops, problem.bytes, gathered, y.nbytes)
