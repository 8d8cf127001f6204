# RUN: env OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=3 %python %s
"""Saved parallel programs: the numbers of the serial ones, bit for bit, on as many
threads as the call says, which stays what it was for others; from several threads at
once, too."""

import ctypes
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import scipy.sparse
from kernels import Kernel, dense, structure
from totals import Totals


def count_threads() -> int:
    """The threads that this process has."""
    return len(list(Path("/proc/self/task").iterdir()))


def draw_matrix(rng: np.random.Generator, rows: int) -> scipy.sparse.csr_array:
    """Rows of all lengths, one of them full."""
    cells = rng.random((rows, 150)) < rng.random((rows, 1)) ** 4
    cells[rows // 2] = True
    values = rng.standard_normal((rows, 150)).astype(np.float32)
    made = scipy.sparse.csr_array(np.where(cells, values, 0))
    made.indptr, made.indices = made.indptr.astype("i4"), made.indices.astype("i4")
    return made


def product(kernel: Kernel, a: scipy.sparse.csr_array, threads: int) -> np.ndarray:
    """A B for one B, written to a part of a larger array; all NaN where it fails."""
    b = np.random.default_rng(3).standard_normal((a.shape[1], 20)).astype(np.float32)
    room = np.zeros((a.shape[0], 32), np.float32)
    given = structure("A", a) | dense("B", b) | dense("C", room[:, 5:25])
    status, _ = kernel(threads=threads, **given)
    outside = np.delete(room, range(5, 25), axis=1).any()
    return np.full(1, np.nan) if status or outside else room[:, 5:25]


def main() -> int:
    totals = Totals()

    def check(right: bool, what: str) -> None:
        totals.compared += 1
        if not right:
            totals.failures.append(what)

    with tempfile.TemporaryDirectory() as path:
        serial = Kernel(Path(path), "spmm")
        before = count_threads()
        parallel = Kernel(Path(path), "spmm", "--threads", "2", symbol="spmm_parallel")
        openmp = ctypes.CDLL("libomp.so.5")
        rng = np.random.default_rng(2)
        matrices = [draw_matrix(rng, rows) for rows in (1, 2, 3, 50, 2000)]
        for a in matrices:
            expected = product(serial, a, 0)
            for threads in (0, 1, 2, 5, 8):
                found = product(parallel, a, threads)
                check(np.array_equal(expected, found), f"{a.shape}, {threads} threads")
        check(count_threads() >= before + 7, "expected 8 threads to be used")
        check(openmp.omp_get_max_threads() == 3, "expected the number of threads back")
        with ThreadPoolExecutor(4) as pool:
            jobs = [(a, threads) for a in matrices for threads in (1, 2, 3, 4)]
            for (a, threads), found in zip(
                jobs, pool.map(lambda job: product(parallel, *job), jobs)
            ):
                right = np.array_equal(product(serial, a, 0), found)
                check(right, f"{a.shape}, {threads} threads, beside others")
    return totals.finish()


if __name__ == "__main__":
    sys.exit(main())
