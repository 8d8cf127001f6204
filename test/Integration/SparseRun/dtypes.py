# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""Every type of elements that --help lists: what is read, stored, computed, written."""

import subprocess
import sys
from pathlib import Path

import batch
import numpy as np

#: What --dtype takes, the type of a sum in the report, and both in NumPy's files.
TYPES = {
    "f16": ("f16", "float16", "float16"),
    "bf16": ("bf16", None, None),
    "f32": ("f32", "float32", "float32"),
    "f64": ("f64", "float64", "float64"),
    "i1": ("i1", "bool", "bool"),
    "i8": ("i32", "int8", "int32"),
    "i16": ("i32", "int16", "int32"),
    "i32": ("i32", "int32", "int32"),
    "i64": ("i64", "int64", "int64"),
    "complex<f32>": ("complex<f32>", "complex64", "complex64"),
    "complex<f64>": ("complex<f64>", "complex128", "complex128"),
}
MATRIX = """\
%%MatrixMarket matrix coordinate pattern general
2 3 3
1 1
1 3
2 2
"""


def run(dtype: str, x: str) -> str:
    """The report of a run that is right."""
    command = ["sparse-run", "spmv", "--dtype", dtype, "--bind", "A=A.mtx"]
    command += ["--bind", f"x={x}", "--check", "--out", "y=y.npy"]
    done = batch.run(command)
    if done.returncode != 0 or not done.stdout.endswith("\nright\n"):
        raise AssertionError(f"{dtype}: {done.stdout}{done.stderr}")
    return done.stdout


def check(dtype: str, total: str, read: str | None, written: str | None) -> None:
    """Sums of ones, then of the numbers of a file."""
    report = run(dtype, "ones")
    assert f"\n  A    csr     2x3, 3 stored, {dtype}, from A.mtx\n" in report, report
    assert f"\n  x    dense   3, {dtype}, from ones\n" in report, report
    assert f"\n  y    dense   2, {total}, to y.npy\n" in report, report
    y = np.load("y.npy")
    if read is None:
        # NumPy has no bf16: its upper halves of f32 are bytes without a meaning.
        bits = y.view(np.uint16).astype(np.uint32) << 16
        assert y.dtype == "V2" and bits.view(np.float32).tolist() == [2, 1], y
        return
    assert y.dtype == written, y.dtype
    assert y.tolist() == [True if read == "bool" else 2, 1], (dtype, y)
    x = np.array([0, 0, 1] if read == "bool" else [100, 0, 100], read)
    if np.iscomplexobj(x):
        x[0] += 1j
    np.save("x.npy", x)
    run(dtype, "x.npy")
    expected = x.astype(written)
    y = np.load("y.npy")
    assert y.tolist() == [expected[0] + expected[2], expected[1]], (dtype, y)


if __name__ == "__main__":
    Path("A.mtx").write_text(MATRIX)
    for dtype, row in TYPES.items():
        check(dtype, *row)
    usage = subprocess.run(["sparse-run", "--help"], capture_output=True, text=True)
    assert f"\nT        {', '.join(TYPES)}\n" in usage.stdout, usage.stdout
    print(f"{len(TYPES)} types")
    sys.exit(0)
