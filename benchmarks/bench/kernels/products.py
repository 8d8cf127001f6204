"""Products of a sparse matrix with a dense one or a vector."""

from collections.abc import Mapping

import numpy as np

from bench import arrays
from bench.kernels.problem import (
    Counts,
    Expected,
    Kernel,
    Problem,
    gamma,
    longest,
    rng_of,
)
from bench.sparse import Sparse

#: The type of results: sums of bf16 are f32.
SUMS = {"f32": "f32", "f64": "f64", "bf16": "f32"}


#: Elements of a result past which some of its rows are compared, and how many.
MOST_COMPARED, SAMPLED_ROWS = 1 << 26, 200000


def sample(problem: Problem) -> Expected:
    """What some rows of A B must be."""
    rng, count = np.random.default_rng(1), problem.a.shape[0]
    rows = np.sort(rng.choice(count, min(SAMPLED_ROWS, count), replace=False))
    a = problem.a.in_scipy()[rows]
    columns, indices = np.unique(a.indices, return_inverse=True)
    parts = arrays.numbers(a.data), indices, a.indptr
    a = type(a)(parts, shape=(len(rows), len(columns)))
    b = arrays.numbers(problem.dense["B"][columns])
    terms = int(np.diff(a.indptr).max(initial=0)) + 1
    return Expected(a @ b, gamma(terms, problem.dtype) * (abs(a) @ abs(b)), rows)


class SpMM(Kernel):
    """C = A B."""

    name = "spmm"

    def problem(self, a: Sparse, sizes: Mapping[str, int], dtype: str) -> Problem:
        k = sizes["K"]
        b = arrays.random(rng_of(a), (a.shape[1], k), dtype)
        c = arrays.empty((a.shape[0], k), arrays.STORED[SUMS[dtype]])
        typed = a.typed(dtype)
        return Problem(self.name, dtype, dict(sizes), typed, {"B": b}, {"C": c})

    def reference(self, problem: Problem) -> dict[str, Expected]:
        if problem.results["C"].size > MOST_COMPARED:
            return {"C": sample(problem)}
        a, b = problem.a.exact(), problem.operand("B")
        bound = gamma(longest(problem.a) + 1, problem.dtype) * (abs(a) @ abs(b))
        return {"C": Expected(a @ b, bound)}

    def counts(self, problem: Problem) -> Counts:
        stored, b = problem.a.stored, problem.dense["B"]
        # The elements of a block row share the rows of B.
        rows_read = stored // problem.a.block
        return Counts(
            flops=2 * stored * b.shape[1],
            bytes=problem.bytes,
            gathered=rows_read * b.shape[1] * b.itemsize,
            gathered_from=b.nbytes,
        )


class Layer(SpMM):
    """C = A H, where H is the larger of A B and 0; A is square."""

    name = "layer"

    def reference(self, problem: Problem) -> dict[str, Expected]:
        a, b = problem.a.exact(), problem.operand("B")
        relative = gamma(longest(problem.a) + 1, problem.dtype)
        inside, off = np.maximum(a @ b, 0), relative * (abs(a) @ abs(b))
        bound = relative * (abs(a) @ (inside + off)) + abs(a) @ off
        return {"C": Expected(a @ inside, bound)}

    def counts(self, problem: Problem) -> Counts:
        once = super().counts(problem)
        return Counts(
            flops=2 * once.flops,
            bytes=once.bytes,
            gathered=2 * once.gathered,
            gathered_from=once.gathered_from,
        )


class SpMV(Kernel):
    """y = A x."""

    name = "spmv"

    def problem(self, a: Sparse, sizes: Mapping[str, int], dtype: str) -> Problem:
        x = arrays.random(rng_of(a), (a.shape[1],), dtype)
        y = arrays.empty((a.shape[0],), arrays.STORED[SUMS[dtype]])
        typed = a.typed(dtype)
        return Problem(self.name, dtype, dict(sizes), typed, {"x": x}, {"y": y})

    def reference(self, problem: Problem) -> dict[str, Expected]:
        a, x = problem.a.exact(), problem.operand("x")
        bound = gamma(longest(problem.a) + 1, problem.dtype) * (abs(a) @ abs(x))
        return {"y": Expected(a @ x, bound)}

    def counts(self, problem: Problem) -> Counts:
        x = problem.dense["x"]
        gathered = problem.a.stored * x.itemsize
        return Counts(2 * problem.a.stored, problem.bytes, gathered, x.nbytes)


class SpMMTransposed(Kernel):
    """C = A^T B, A by rows."""

    name = "spmm_t"

    def problem(self, a: Sparse, sizes: Mapping[str, int], dtype: str) -> Problem:
        k = sizes["K"]
        b = arrays.random(rng_of(a), (a.shape[0], k), dtype)
        c = arrays.empty((a.shape[1], k), arrays.STORED[SUMS[dtype]])
        typed = a.typed(dtype)
        return Problem(self.name, dtype, dict(sizes), typed, {"B": b}, {"C": c})

    def reference(self, problem: Problem) -> dict[str, Expected]:
        a, b = problem.a.exact().T.tocsr(), problem.operand("B")
        terms = int(np.diff(a.indptr).max(initial=0)) + 1
        bound = gamma(terms, problem.dtype) * (abs(a) @ abs(b))
        return {"C": Expected(a @ b, bound)}

    def counts(self, problem: Problem) -> Counts:
        stored, c = problem.a.stored, problem.results["C"]
        # Rows of C are read and written by coordinates.
        gathered = 2 * stored * c.shape[1] * c.itemsize
        return Counts(2 * stored * c.shape[1], problem.bytes, gathered, c.nbytes)
