#!/usr/bin/env python3
"""Times what the Python package costs beside its kernels.

- Calls: SpMM of an 8 x 8 matrix with 8 columns, f32, one thread, so that a call is
  nearly all there is. Beside each the same as its user writes it with SciPy, and the
  kernel alone: a loop in C++, as sparse-run times it. With --torch, operands that are
  tensors too.
- Importing NumPy, and then spindle, in a process for each round.
- A kernel that a file of an earlier process has: from the program to the kernel.
- `_repr_html_` of a matrix with 10 million elements: time and bytes.

Contestants run in turn, `--rounds` times. Of each the least, the low quartile and the
median of the rounds are printed; on a machine that does other things the least is
nearest to what it costs.

usage: benchmarks/python_costs.py [--rounds N] [--torch] [--build FOLDER]
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import scipy.io
import scipy.sparse as sp

ROOT = Path(__file__).resolve().parent.parent
SIZE, ELEMENTS, CALLS = 8, 20, 500
LARGE_ROWS, LARGE_ELEMENTS = 1_000_000, 10_000_000

IMPORT = """
import time
begin = time.perf_counter()
import numpy
middle = time.perf_counter()
import spindle
print(middle - begin, time.perf_counter() - middle)
"""
#: A process that has opened all else; the file is of the process before.
FROM_DISK = """
import time
import numpy as np, scipy.sparse as sp, spindle
A = spindle.array(sp.eye_array(1000, format="csr", dtype=np.float32))
x = np.ones(1000, np.float32)
seconds = []
for expression in ("y[i] += A[i,j] * x[j]", "y[i] += A[i,j] * x[j] * x[i]"):
    begin = time.perf_counter()
    spindle.compile(expression, A=A, x=x)
    seconds.append(time.perf_counter() - begin)
print(*seconds)
"""


def say(what: str, seconds: list[float], unit: str = "us") -> None:
    """Prints a line of figures."""
    ordered = sorted(one * {"us": 1e6, "ms": 1e3}[unit] for one in seconds)
    least, low, middle = (ordered[len(ordered) * n // 4] for n in (0, 1, 2))
    print(f"{what:34} {least:8.2f} {low:8.2f} {middle:8.2f} {unit}", flush=True)


def take_turns(calls: dict[str, Callable[[], object]], rounds: int) -> None:
    """Seconds of one call of each."""
    seconds: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            call()
            begin = time.perf_counter()
            for _ in range(CALLS):
                call()
            seconds[name].append((time.perf_counter() - begin) / CALLS)
    for name, held in seconds.items():
        say(name, held)


def time_calls(options: argparse.Namespace) -> None:
    """Calls on the small matrix."""
    import spindle

    rng = np.random.default_rng(0)
    places = rng.choice(SIZE * SIZE, ELEMENTS, replace=False)
    dense = np.zeros(SIZE * SIZE, np.float32)
    dense[places] = 1 + rng.random(ELEMENTS, dtype=np.float32)
    matrix = sp.csr_array(dense.reshape(SIZE, SIZE))
    b = rng.random((SIZE, SIZE), dtype=np.float32)
    c = np.empty((SIZE, SIZE), np.float32)
    a = spindle.array(matrix)
    kernel = spindle.compile("spmm", A=a, B=b)
    calls = {
        "SciPy: A @ B": lambda: matrix @ b,
        "A @ B": lambda: a @ b,
        "einsum('ij,jk->ik', A, B)": lambda: spindle.einsum("ij,jk->ik", a, b),
        "kernel(A, B)": lambda: kernel(a, b),
        "kernel(A, B, out=C)": lambda: kernel(a, b, out=c),
        "bound kernel": kernel.bind(a, b, out=c),
    }
    if options.torch:
        import torch

        tensors = torch.from_numpy(b), torch.from_numpy(c)
        calls["torch: kernel(A, B, out=C)"] = lambda: kernel(
            a, tensors[0], out=tensors[1]
        )
        calls["torch: bound kernel"] = kernel.bind(a, tensors[0], out=tensors[1])
    take_turns(calls, options.rounds)
    time_kernel(options, matrix)


def time_kernel(options: argparse.Namespace, matrix: sp.csr_array) -> None:
    """The same kernel, called by a loop in C++."""
    seconds = []
    with tempfile.TemporaryDirectory() as folder:
        scipy.io.mmwrite(f"{folder}/A.mtx", matrix)
        command = [options.build / "bin" / "sparse-run", "spmm", "--bench=999"]
        command += ["--bind", f"A={folder}/A.mtx", "--bind", "B=ones"]
        command += ["--size", f"K={SIZE}", "--json", f"{folder}/report.json"]
        for _ in range(options.rounds):
            subprocess.run(command, check=True, capture_output=True)
            told = json.loads(Path(folder, "report.json").read_text())
            seconds.append(told["seconds_median"])
    say("the kernel alone", seconds)


def run(program: str, **variables: str) -> list[float]:
    """The numbers that a process of Python prints."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, **variables},
    )
    return [float(word) for word in done.stdout.split()]


def time_processes(options: argparse.Namespace) -> None:
    """Imports, and kernels of files."""
    python = str(options.build / "python")
    imports: list[list[float]] = []
    disk: list[list[float]] = []
    with tempfile.TemporaryDirectory() as folder:
        known = {"PYTHONPATH": python, "SPINDLE_CACHE_DIR": folder}
        run(FROM_DISK, **known)
        for _ in range(options.rounds):
            imports.append(run(IMPORT, **known))
            disk.append(run(FROM_DISK, **known))
    say("import numpy", [one[0] for one in imports], "ms")
    say("import spindle after it", [one[1] for one in imports], "ms")
    say("kernel of a file, the first", [one[0] for one in disk], "ms")
    say("kernel of a file, the second", [one[1] for one in disk], "ms")


def time_html(options: argparse.Namespace) -> None:
    """What a notebook shows of a large matrix."""
    import spindle

    rng = np.random.default_rng(0)
    shape = (LARGE_ROWS, LARGE_ROWS)
    places = [rng.integers(0, LARGE_ROWS, LARGE_ELEMENTS) for _ in shape]
    values = np.ones(LARGE_ELEMENTS, np.float32)
    a = spindle.array(sp.coo_array((values, tuple(places)), shape=shape).tocsr())
    seconds = []
    for _ in range(options.rounds):
        begin = time.perf_counter()
        text = a._repr_html_()
        seconds.append(time.perf_counter() - begin)
    say(f"_repr_html_, {len(text.encode())} bytes", seconds, "ms")


def main() -> None:
    parser = argparse.ArgumentParser(description="Times what Python costs.")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--torch", action="store_true")
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "release")
    options = parser.parse_args()
    # Before the package is imported, which asks at each call.
    os.environ["SPINDLE_NUM_THREADS"] = "1"
    sys.path.insert(0, str(options.build / "python"))
    print(f"{'':34} {'least':>8} {'quarter':>8} {'median':>8}")
    time_calls(options)
    time_processes(options)
    time_html(options)


if __name__ == "__main__":
    main()
