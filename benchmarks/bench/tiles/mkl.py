"""Products by MKL, one after the other: `cblas_?gemm`, and `mkl_sparse_?_mm` of a handle
that was optimized for it."""

import os
import sys

import numpy as np

from bench import kernels, native, sparse
from bench.errors import Missing
from bench.native import Call
from bench.peers.mkl import LETTERS, MKL
from bench.tiles.problem import NUMBERS, Problem, Ready
from bench.tiles.programs import Step

BY_ROWS, PLAIN, TRANSPOSED = 101, 111, 112
#: Milliseconds for which its threads look for work after a product, as Spindle's do.
SPIN = 1


def set_environment(threads: int) -> None:
    """Runs this process again where MKL would not find the one OpenMP runtime."""
    folder = str(native.runtime_folder())
    if os.environ.get("LD_LIBRARY_PATH") == folder:
        return
    os.environ |= {
        "LD_LIBRARY_PATH": folder,
        "OMP_NUM_THREADS": str(threads),
        "KMP_BLOCKTIME": str(SPIN),
    }
    os.execv(sys.executable, [sys.executable, *sys.argv])


def missing() -> str:
    return MKL().missing()


def ready(problem: Problem, threads: int) -> Ready:
    """All steps, each with memory of its own for what it makes."""
    if any(step.larger for step in problem.product.steps):
        raise Missing("MKL has products alone")
    peer = MKL()
    peer.library.MKL_Set_Num_Threads(threads)
    held = dict(problem.dense)
    calls = []
    for step in problem.product.steps:
        number = NUMBERS[problem.dtype]
        held[step.result] = np.zeros(problem.shape(step.result), number)
        arrays = (held[step.right], held[step.result])
        if step.is_sparse:
            calls.append(multiply_sparse(peer, problem, *arrays))
        else:
            arrays = (held[step.left], *arrays)
            calls.append(multiply_dense(peer, problem.dtype, step, *arrays))

    timer = native.timer()

    def run() -> np.ndarray:
        for call in calls:
            timer.run(call)
        return held[problem.product.result]

    return Ready(run)


def multiply_sparse(
    peer: MKL, problem: Problem, right: np.ndarray, result: np.ndarray
) -> Call:
    a = sparse.of_scipy(problem.matrix)
    operands = ({"B": right}, {"C": result})
    one = kernels.Problem("spmm", problem.dtype, {}, a, *operands)
    return peer.prepare(one, "optimized").run


def multiply_dense(
    peer: MKL,
    dtype: str,
    step: Step,
    left: np.ndarray,
    right: np.ndarray,
    result: np.ndarray,
) -> Call:
    function = getattr(peer.library, f"cblas_{LETTERS[dtype]}gemm")
    number, (rows, inner) = NUMBERS[dtype], left.shape
    columns = result.shape[1]
    return native.call(
        function,
        *(BY_ROWS, PLAIN, TRANSPOSED if step.transposed else PLAIN),
        *(rows, columns, inner, number(1)),
        *(left, inner, right, right.shape[1], number(0), result, columns),
    )
