# RUN: %python %s | FileCheck %s
# CHECK: {{^[1-9][0-9]*}} runs compared, 0 wrong
"""Products of dense operands have NumPy's numbers, whatever tiles leave over.

Operands lie by rows or by columns, in batches or not, and have any sizes, none and one
among them: small integers are exact, and sums of floats have the same bits on any number of
threads, for workers that divide rows, columns, or either by their number. Sizes that are
compiled in, and other knobs, are compared with the interpreter by --check.
"""

import ctypes
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path

import batch
import numpy as np
from totals import Totals

EXPRESSIONS = (
    "C[i,j] = A[i,k] * B[k,j]",
    "C[i,j] = A[i,k] * B[j,k]",
    "C[i,j] = A[k,i] * B[k,j]",
    "C[i,j] = A[k,i] * B[j,k]",
    "C[j,i] = A[i,k] * B[k,j]",
    "C[h,i,j] = A[h,i,k] * B[h,k,j]",
    "C[h,i,j] = A[h,i,k] * B[h,j,k]",
    "C[h,i,j] = A[i,h,k] * B[j,h,k]",
    "C[h,i,j] = A[h,i,k] * B[k,j]",
)
TYPES = {"f32": np.float32, "f64": np.float64, "i32": np.int32}
#: What workers divide, rows, columns or what there is more of, and the numbers of threads.
DIVISIONS = (
    ("by_columns=0,worker_rows=0", (1, 2, 3, 5)),
    ("by_columns=1", (2, 7)),
    ("by_columns=0,worker_rows=16", (1, 2, 3, 5)),
    ("by_columns=0,row_block=64", (1, 2, 3, 5)),
)
SIZES = (0, 1, 2, 5, 6, 7, 13, 15, 16, 17, 31, 33, 47, 64, 100, 129)
BATCHES = (0, 1, 2, 5)
TRIALS = 25
#: What is compiled for sizes of its own.
KNOBS = (
    "panel=0",
    "panel=4",
    "panel=64",
    "rows=1",
    "rows=4",
    "rows=12",
    "vectors=1",
    "vectors=4",
    "by_columns=1",
    "worker_rows=16",
    "row_panel=64",
    "row_block=64",
)


class Call(ctypes.Structure):
    """`spindle_call` of the headers."""

    _fields_ = (
        ("size", ctypes.c_uint32),
        ("threads", ctypes.c_int32),
        ("memory", ctypes.c_void_p * 2),
        ("bytes", ctypes.c_uint64),
        ("error", ctypes.c_void_p),
        ("error_bytes", ctypes.c_uint64),
    )


def load(folder: Path, expression: str, dtype: str, division: str) -> Callable:
    """The kernel as a function of A, B, C and the number of threads."""
    path = folder / f"{abs(hash((expression, dtype, division)))}.so"
    words = ["sparse-run", "--expr", expression, "--dtype", dtype, "--threads=2"]
    knobs = [f"--knob={knob}" for knob in division.split(",")]
    words += ["--schedule=auto", *knobs, "--save", path]
    done = batch.run(words, folder)
    if done.returncode != 0:
        sys.exit(f"{expression} {dtype}: {done.stderr}")
    function = ctypes.CDLL(str(path)).expression
    function.restype = ctypes.c_int32

    def run(a: np.ndarray, b: np.ndarray, c: np.ndarray, threads: int) -> int:
        call = Call(ctypes.sizeof(Call), threads)
        arguments = []
        for array in (a, b, c):
            sizes = (ctypes.c_int64 * array.ndim)(*array.shape)
            arguments += [ctypes.c_void_p(array.ctypes.data), sizes, None]
        return function(*arguments, ctypes.byref(call))

    return run


def spell(expression: str) -> list[str]:
    """The dimensions of C, A and B."""
    return [part.split("[")[1].rstrip("] ").replace(",", "")
            for part in expression.replace("=", "*").split("*")]  # fmt: skip


def draw(rng: np.random.Generator, dims: str) -> dict[str, int]:
    """A size for each dimension."""
    sizes = {dim: int(rng.choice(SIZES)) for dim in dims}
    return sizes | ({"h": int(rng.choice(BATCHES))} if "h" in sizes else {})


def compare(
    total: Totals, expression: str, dtype: str, kernels: list[Callable]
) -> None:
    """Runs kernels on operands of all kinds of sizes."""
    rng = np.random.default_rng(len(expression))
    kind = TYPES[dtype]
    c, a, b = spell(expression)
    for _ in range(TRIALS):
        sizes = draw(rng, "".join(sorted(set(a + b + c))))
        shapes = [[sizes[dim] for dim in dims] for dims in (a, b, c)]
        small = [rng.integers(-4, 5, shape).astype(kind) for shape in shapes[:2]]
        real = [(64 * rng.standard_normal(shape)).astype(kind) for shape in shapes[:2]]
        exact = np.einsum(f"{a},{b}->{c}", *small)
        near = np.einsum(f"{a},{b}->{c}", *(one.astype(np.float64) for one in real))
        first = None
        for kernel, (_, threads) in zip(kernels, DIVISIONS, strict=True):
            for number in threads:
                result = np.full(shapes[2], 77, kind)
                status = kernel(*small, result, number)
                right = status == 0 and np.array_equal(result, exact)
                kernel(*real, result, number)
                first = result.tobytes() if first is None else first
                right &= np.allclose(result, near, rtol=1e-3, atol=1e-2 * 64)
                right &= result.tobytes() == first
                total.compared += 1
                if not right:
                    total.failures.append(f"{expression} {dtype} {sizes} {number}")


def checks() -> Iterator[list[str]]:
    """Runs of sizes that are compiled in, with the knobs one by one."""
    knobs = cycle(KNOBS)
    for expression in EXPRESSIONS:
        for dtype in ("f32", "bf16", "f64"):
            for i, j, k in ((100, 129, 47), (32, 64, 32), (5, 33, 1)):
                words = ["--expr", expression, "--dtype", dtype, "--threads=2"]
                words += ["--bind=A=random", "--bind=B=random", "--check"]
                words += [f"--size=I={i}", f"--size=J={j}", f"--size=K={k}"]
                words += ["--size=H=3"] if "h" in expression else []
                yield [*words, f"--knob={next(knobs)}", "--schedule=auto"]


def main() -> int:
    total = Totals()
    with tempfile.TemporaryDirectory() as folder:
        others = cycle(("f64", "i32"))
        for expression in EXPRESSIONS:
            for dtype in ("f32", next(others)):
                kernels = [
                    load(Path(folder), expression, dtype, division)
                    for division, _ in DIVISIONS
                ]
                compare(total, expression, dtype, kernels)
        for words in checks():
            done = batch.run(("sparse-run", *words), Path(folder))
            right = done.returncode == 0 and done.stdout.rstrip().endswith("right")
            total.compared += 1
            if not right:
                total.failures.append(f"{words}\n{done.stdout[-300:]}{done.stderr}")
    return total.finish()


sys.exit(main())
