"""Softmax over the rows of a sparse matrix, alone and between two products."""

from collections.abc import Mapping

import numpy as np
import scipy.sparse

from bench import arrays
from bench.kernels.problem import (
    Counts,
    Expected,
    Kernel,
    Problem,
    gamma,
    lengths,
    longest,
    rng_of,
)
from bench.kernels.sampled import sampled_sums
from bench.sparse import Sparse

#: Roundings of an exponential, a few units in its last place.
OF_EXPONENTIAL = 16


def softmax(a: Sparse, scores: np.ndarray) -> np.ndarray:
    """The softmax over the rows of a matrix that has these values."""
    rows = a.rows()
    largest = np.full(a.shape[0], -np.inf)
    np.maximum.at(largest, rows, scores)
    powers = np.exp(scores - largest[rows])
    return powers / np.bincount(rows, powers, a.shape[0])[rows]


def row_results(a: Sparse, dtype: str) -> dict[str, np.ndarray]:
    """The maximum of each row, and its sum."""
    held = arrays.STORED[dtype]
    return {name: arrays.empty((a.shape[0],), held) for name in ("m", "s")}


class Softmax(Kernel):
    """P = the softmax over the rows of A, at its stored elements."""

    name = "softmax"

    def problem(self, a: Sparse, sizes: Mapping[str, int], dtype: str) -> Problem:
        p = arrays.empty((a.stored,), arrays.STORED[dtype])
        results = row_results(a, dtype) | {"P_values": p}
        # Values of any size would make most exponentials zeros.
        values = arrays.random(rng_of(a), (a.stored,), dtype)
        held = Sparse("csr", a.shape, a.arrays | {"values": values})
        typed = held.typed(dtype)
        return Problem(self.name, dtype, dict(sizes), typed, {}, results)

    def reference(self, problem: Problem) -> dict[str, Expected]:
        expected = softmax(problem.a, arrays.numbers(problem.a.values))
        terms = longest(problem.a) + OF_EXPONENTIAL
        bound = gamma(terms, problem.dtype) * expected
        return {"P_values": Expected(expected, bound)}

    def counts(self, problem: Problem) -> Counts:
        # A comparison, a difference, an exponential, an addition and a division.
        return Counts(5 * problem.a.stored, problem.bytes, 0, 0)


class FusedMM(Kernel):
    """O = P V, P the softmax over the rows of A * (Q K^T)."""

    name = "fusedmm"

    def problem(self, a: Sparse, sizes: Mapping[str, int], dtype: str) -> Problem:
        rng, depth = rng_of(a), sizes["D"]
        dense = {
            "Q": arrays.random(rng, (a.shape[0], depth), dtype),
            "K": arrays.random(rng, (a.shape[1], depth), dtype),
            "V": arrays.random(rng, (a.shape[1], sizes["E"]), dtype),
        }
        o = arrays.empty((a.shape[0], sizes["E"]), arrays.STORED[dtype])
        results = row_results(a, dtype) | {"O": o}
        values = arrays.random(rng, (a.stored,), dtype)
        held = Sparse("csr", a.shape, a.arrays | {"values": values})
        typed = held.typed(dtype)
        return Problem(self.name, dtype, dict(sizes), typed, dense, results)

    def reference(self, problem: Problem) -> dict[str, Expected]:
        a, dtype = problem.a, problem.dtype
        sums, sizes = sampled_sums(a, problem.operand("Q"), problem.operand("K"))
        values = arrays.numbers(a.values)
        chances = softmax(a, values * sums)
        # An error of a score is a relative one of its exponential; all of a row
        # may have the largest.
        error = gamma(problem.sizes["D"] + 3, dtype) * abs(values) * sizes
        worst = np.zeros(a.shape[0])
        np.maximum.at(worst, a.rows(), error)
        terms = 2 * lengths(a) + OF_EXPONENTIAL
        relative = np.expm1(2 * worst) + gamma(terms, dtype)
        v = problem.operand("V")
        parts = (chances, a.arrays["coordinates1"], a.arrays["positions1"])
        p = scipy.sparse.csr_array(parts, shape=a.shape)
        return {"O": Expected(p @ v, relative[:, None] * (p @ abs(v)))}

    def counts(self, problem: Problem) -> Counts:
        stored, k, v = problem.a.stored, problem.dense["K"], problem.dense["V"]
        flops = stored * (2 * k.shape[1] + 6 + 2 * v.shape[1])
        gathered = stored * (k.shape[1] + v.shape[1]) * k.itemsize
        return Counts(flops, problem.bytes, gathered, k.nbytes + v.nbytes)
