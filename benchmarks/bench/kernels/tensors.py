"""Products of sparse tensors of order 3."""

from collections.abc import Mapping

import numpy as np
import scipy.sparse

from bench import arrays
from bench.kernels.problem import Counts, Expected, Kernel, Problem, gamma, rng_of
from bench.sparse import Sparse


def coordinates(a: Sparse) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Those of each stored element of a tensor in CSF."""
    held = a.arrays
    fibres = np.diff(held["positions2"])
    j = np.repeat(held["coordinates1"], fibres)
    i = np.repeat(held["coordinates0"], np.diff(held["positions1"]))
    return np.repeat(i, fibres), j, held["coordinates2"]


def by_rows(a: Sparse, values: np.ndarray) -> scipy.sparse.csr_array:
    """The matrix that adds up what stored elements come to, in rows of M."""
    i, _, _ = coordinates(a)
    ends = np.searchsorted(i, np.arange(a.shape[0] + 1))
    columns = np.arange(a.stored)
    shape = (a.shape[0], a.stored)
    return scipy.sparse.csr_array((values, columns, ends), shape=shape)


class MTTKRP(Kernel):
    """M[i, r] = the sum of A[i, j, k] B[j, r] C[k, r]."""

    name = "mttkrp"

    def problem(self, a: Sparse, sizes: Mapping[str, int], dtype: str) -> Problem:
        rng, rank = rng_of(a), sizes["R"]
        dense = {
            "B": arrays.random(rng, (a.shape[1], rank), dtype),
            "C": arrays.random(rng, (a.shape[2], rank), dtype),
        }
        m = arrays.empty((a.shape[0], rank), arrays.STORED[dtype])
        return Problem(self.name, dtype, dict(sizes), a.typed(dtype), dense, {"M": m})

    def reference(self, problem: Problem) -> dict[str, Expected]:
        a = problem.a
        i, j, k = coordinates(a)
        terms = problem.operand("B")[j] * problem.operand("C")[k]
        matrix = by_rows(a, arrays.numbers(a.values))
        most = int(np.bincount(i, minlength=1).max()) + 3
        bound = gamma(most, problem.dtype) * (abs(matrix) @ abs(terms))
        return {"M": Expected(matrix @ terms, bound)}

    def counts(self, problem: Problem) -> Counts:
        stored, b, c = problem.a.stored, problem.dense["B"], problem.dense["C"]
        fibres = len(problem.a.arrays["coordinates1"])
        gathered = (fibres + stored) * b.shape[1] * b.itemsize
        from_both = b.nbytes + c.nbytes
        return Counts(3 * stored * b.shape[1], problem.bytes, gathered, from_both)
