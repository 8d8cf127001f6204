"""Kernels that get no memory for what they make on the way: nothing is written."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sp

import spindle

INPUTS = Path(__file__).parent / "Inputs"
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
RNG = np.random.default_rng(8)


def matrix(rows, columns=None, density=0.1):
    made = sp.random_array((rows, columns or rows), density=density, rng=RNG, format="csr")
    made.data = np.round(made.data * 8).astype(np.float32)
    return made.astype(np.float32)


def dense(*shape):
    return RNG.integers(-4, 5, shape).astype(np.float32)


#: A square matrix whose rows are long enough for two workers, and one with a long row.
A = matrix(300)
SKEWED = sp.vstack([matrix(20, 40000, 0.5), matrix(400, 40000, 0.001)], format="csr")
GCN = {
    "A": A,
    "X": dense(300, 40),
    "W0": dense(40, 24),
    "b0": dense(24),
    "W1": dense(24, 7),
    "b1": dense(7),
}
FEATURES = {"A": A, "X": dense(300, 40), "W": dense(40, 24)}

#: A program, its operands, and what it is compiled with.
CASES = {
    "hops": (EXAMPLES / "hops.mlir", {"A": A, "X": dense(300, 40)}, {"entry": "hops"}),
    "hops-serial": (
        EXAMPLES / "hops.mlir",
        {"A": A, "X": dense(300, 40)},
        {"entry": "hops", "threads": 1},
    ),
    "gcn": (EXAMPLES / "gcn.mlir", GCN, {}),
    "tiles": (EXAMPLES / "features.mlir", FEATURES, {"schedule": "row_tiles"}),
    "private-tiles": (
        EXAMPLES / "features.mlir",
        FEATURES,
        {"schedule": "row_tiles", "knobs": {"private": 1, "tile": 64}},
    ),
    "long-rows": (
        "spmm",
        {"A": SKEWED, "B": dense(40000, 4)},
        {"schedule": "dense_columns", "knobs": {"sections": 1024}},
    ),
}


def write_case(folder, program, operands, options):
    """Saves a kernel, its operands, and what it makes of them."""
    options = {"threads": 2} | options
    kernel = spindle.compile(program, **options, **operands)
    folder.mkdir()
    kernel.save(folder / "kernel.so")
    outputs = [operand.name for operand in kernel.operands if operand.is_output]
    results = kernel(**operands)
    results = results if isinstance(results, tuple) else (results,)
    arrays = {f"out_{name}": result for name, result in zip(outputs, results, strict=True)}
    for name, operand in operands.items():
        if sp.issparse(operand):
            for part in ("data", "indices", "indptr", "shape"):
                arrays[f"{name}.{part}"] = np.asarray(getattr(operand, part))
        else:
            arrays[name] = operand
    np.savez(folder / "operands.npz", **arrays)


def test_each_allocation_may_fail(tmp_path):
    """Each one in turn: the status tells it, results are as before, all is freed."""
    for name, case in CASES.items():
        write_case(tmp_path / name, *case)
    library = tmp_path / "failing.so"
    source = INPUTS / "failing_malloc.c"
    subprocess.run(["clang-22", "-O1", "-shared", "-fPIC", "-o", library, source], check=True)
    command = [sys.executable, INPUTS / "run_without_memory.py"]
    done = subprocess.run(
        [*command, *(tmp_path / name for name in CASES)],
        env=os.environ | {"LD_PRELOAD": str(library)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(done.stdout.splitlines()) == len(CASES)


LIMITED = """
import os, resource, numpy as np, scipy.sparse as sp, spindle
n, columns = 100_000, {columns}
places = np.arange(n + 1, dtype=np.int32)
A = sp.csr_array((np.ones(n, np.float32), places[:n], places), shape=(n, n))
X, Y = np.ones((n, columns), np.float32), np.full((n, columns), 7, np.float32)
kernel = spindle.compile({program!r}, entry="hops", A=A, X=X, specialize=False, threads=1)
bound = kernel.bind(A, X, out=Y)
pages = int(open("/proc/self/statm").read().split()[0])
limit = pages * os.sysconf("SC_PAGE_SIZE") + (64 << 20)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
for call in (lambda: kernel(A, X, out=Y), bound):
    try:
        call()
    except MemoryError as error:
        assert isinstance(error, spindle.SpindleMemoryError) and (Y == 7).all()
        print(error)
    else:
        assert (Y == 1).all()
        print("done")
"""


@pytest.mark.parametrize(
    ("columns", "text"),
    [
        (4, "done"),
        (200, "expected 80000000 bytes of memory for what the kernel makes on the way"),
    ],
)
def test_kernels_in_process_raise(columns, text):
    program = str(EXAMPLES / "hops.mlir")
    code = LIMITED.format(columns=columns, program=program)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.count(text) == 2, done.stdout + done.stderr
