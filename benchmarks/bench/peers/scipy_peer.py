"""SciPy, and NumPy where it has no such kernel: one thread, called from Python."""

from collections.abc import Callable

import numpy as np
import scipy

from bench.kernels import Problem
from bench.kernels.attention import softmax
from bench.kernels.tensors import by_rows, coordinates
from bench.peers.peer import Peer, Prepared, no_kernel, returned
from bench.sparse import Sparse


def sampled(a: Sparse, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The sums of x[i, k] y[j, k] at the elements of A, times these."""
    rows, columns = a.rows(), a.arrays["coordinates1"]
    return np.einsum("pk,pk->p", x[rows], y[columns]) * a.values


def fused(a: Sparse, q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
    p = Sparse("csr", a.shape, a.arrays | {"values": softmax(a, sampled(a, q, k))})
    return p.in_scipy() @ v


def mttkrp(a: Sparse, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    _, j, k = coordinates(a)
    return by_rows(a, a.values) @ (b[j] * c[k])


class SciPy(Peer):
    """Its own sparse matrices; results are allocated at every call, as it does."""

    name = "scipy"

    def version(self) -> str:
        return f"SciPy {scipy.__version__}, NumPy {np.__version__}"

    def prepare(self, problem: Problem, variant: str) -> Prepared:
        if variant or problem.dtype == "bf16":
            raise no_kernel(self, problem, variant)
        name = next(reversed(problem.results))
        return returned(self.function(problem), name, np.asarray)

    def function(self, problem: Problem) -> Callable[[], object]:
        """What is called for a kernel; it returns the result."""
        a, dense = problem.a, problem.dense
        match problem.kernel:
            case "spmm" | "spmv":
                matrix, (operand,) = a.in_scipy(), dense.values()
                return lambda: matrix @ operand
            case "spmm_t":
                transposed, b = a.in_scipy().T, dense["B"]
                return lambda: transposed @ b
            case "sddmm":
                return lambda: sampled(a, dense["X"], dense["Y"])
            case "softmax":
                return lambda: softmax(a, a.values)
            case "fusedmm":
                return lambda: fused(a, *dense.values())
            case "mttkrp":
                return lambda: mttkrp(a, *dense.values())
        raise no_kernel(self, problem)
