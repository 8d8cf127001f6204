# RUN: %python %s %cc
"""Programs with memory of their own, and with loops that one thread runs.

Their kernels run on the host, a thread after the other in random order. Memory that
a program makes is a workspace that is handed over, of as many bytes as it asks for,
full of numbers that nothing may depend on. Results are compared with NumPy's.
"""

import ctypes
import sys
import tempfile
from pathlib import Path

import numpy as np
import scipy.sparse
from kernels import Build, Program, describe
from totals import Totals

ROWS, COLUMNS, WIDTH = 37, 29, 5
#: A byte that is no part of a small number.
POISON = 0x7B


def round_up(size: int) -> int:
    """Where the next part of a workspace may begin."""
    return -(-size // 256) * 256


def find_bytes(program: Program, name: str, arguments: list) -> int:
    """How large a workspace the program needs; it may read no memory for that."""
    function = getattr(program.library, f"_mlir_ciface_{name}.workspace_bytes")
    function.restype = ctypes.c_int64
    return function(
        *(
            ctypes.byref(describe(a, 0))
            if isinstance(a, np.ndarray)
            else ctypes.c_int64(a)
            for a in arguments
        )
    )


def run_program(folder: Path, cc: str, options: list[str], arguments: list) -> int:
    """Runs a program; gives the bytes of its workspace, 0 for none."""
    name, *choices = options
    build = Build(name, folder, cc, arguments=tuple(choices))
    program = Program(build, None)
    if not hasattr(program.library, f"_mlir_ciface_{name}.workspace_bytes"):
        program.call(name, *arguments)
        return 0
    size = find_bytes(program, name, arguments)
    program.call(name, *arguments, np.full(size, POISON, np.int8))
    return size


def check_sampled(folder: Path, cc: str, a: scipy.sparse.csr_array, rng) -> str:
    """Sampled products of f16, whose sums are in f32 on the structure of A."""
    values = rng.integers(-3, 4, a.nnz).astype(np.float16)
    x, y = (rng.integers(-3, 4, (n, WIDTH)).astype(np.float16) for n in (ROWS, COLUMNS))
    result = np.zeros(a.nnz, np.float16)
    arguments = [ROWS, COLUMNS, a.indptr, a.indices, values, x, y, result]
    size = run_program(folder, cc, ["sddmm", "--dtype=f16"], arguments)
    rows = np.repeat(np.arange(ROWS), np.diff(a.indptr))
    expected = values * (x[rows] * y[a.indices]).sum(1)
    if size != round_up(4 * a.nnz):
        return f"expected a workspace for A in f32 but got {size} bytes"
    return "" if (result == expected).all() else "wrong numbers"


def check_half(folder: Path, cc: str, a: scipy.sparse.csr_array, rng) -> str:
    """Sums of f16, which are made in f32."""
    values = rng.integers(-3, 4, a.nnz).astype(np.float16)
    b = rng.integers(-3, 4, (COLUMNS, WIDTH)).astype(np.float16)
    result = np.zeros((ROWS, WIDTH), np.float16)
    arguments = [ROWS, COLUMNS, a.indptr, a.indices, values, b, result]
    size = run_program(folder, cc, ["spmm", "--dtype=f16"], arguments)
    whole = scipy.sparse.csr_array(
        (values.astype(np.float64), a.indices, a.indptr), a.shape
    )
    if size != round_up(4 * ROWS * WIDTH):
        return f"expected a workspace for C in f32 but got {size} bytes"
    return "" if (result == whole @ b.astype(np.float64)).all() else "wrong numbers"


def check_columns(folder: Path, cc: str, a: scipy.sparse.csr_array, rng) -> str:
    """Sums over rows, whose loop is serial."""
    columns = a.tocsc()
    values = rng.integers(-3, 4, a.nnz).astype(np.float32)
    x = rng.integers(-3, 4, COLUMNS).astype(np.float32)
    result = np.full(ROWS, 9, np.float32)
    arguments = [ROWS, COLUMNS, columns.indptr, columns.indices, values, x, result]
    run_program(folder, cc, ["spmv", "--format=A=csc"], arguments)
    whole = scipy.sparse.csc_array((values, columns.indices, columns.indptr), a.shape)
    return "" if (result == whole @ x).all() else "wrong numbers"


def main() -> int:
    """Runs all; the argument names a C compiler."""
    rng = np.random.default_rng(11)
    dense = rng.uniform(1, 2, (ROWS, COLUMNS)) * (
        rng.uniform(0, 1, (ROWS, COLUMNS)) < 0.2
    )
    dense[:, 0] = 1
    a = scipy.sparse.csr_array(dense.astype(np.float32))
    totals = Totals()
    for check in (check_sampled, check_half, check_columns):
        with tempfile.TemporaryDirectory() as folder:
            fault = check(Path(folder), sys.argv[1], a, rng)
        totals.compared += 1
        if fault:
            totals.failures.append(f"{check.__name__}: {fault}")
    return totals.finish()


if __name__ == "__main__":
    sys.exit(main())
