#!/usr/bin/env python3
"""Times C = A B and y = A x of Spindle against SciPy, both on one thread.

For each matrix the two run in turn, `--rounds` times, and the medians of the
rounds' medians are compared; a ratio above 1 means that Spindle is faster.
Reading, conversion and compilation are not counted; Spindle's figure counts
the filling of C, SciPy's the allocation and filling of its result. A, B and x
are f32 with i32 indices in both.

usage: benchmarks/spmm_vs_scipy.py [--columns K] [--rounds N] MATRIX.mtx[.gz]...
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import scipy.io

ROOT = Path(__file__).resolve().parent.parent


def time_spindle(program, matrix, operand, columns, runs):
    """The median seconds of one call, as sparse-run measures it."""
    name, dense = ("spmm", "B") if columns else ("spmv", "x")
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        command = [program, name, "--bind", f"A={matrix}"]
        command += ["--bind", f"{dense}={operand}", f"--bench={runs}"]
        command += ["--json", report.name]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return json.loads(Path(report.name).read_text())["seconds_median"]


def time_scipy(matrix, operand, runs):
    """The median seconds of one product, after as many to warm up."""
    seconds = []
    for _ in range(2 * runs):
        begin = time.perf_counter()
        matrix @ operand
        seconds.append(time.perf_counter() - begin)
    return statistics.median(seconds[runs:])


def compare(program, path, columns, rounds, runs, scratch):
    """The medians of both over the rounds, taken in turn, and nnz."""
    matrix = scipy.io.mmread(path).tocsr().astype(np.float32)
    shape = (matrix.shape[1], columns) if columns else matrix.shape[1]
    operand = np.random.default_rng(1).random(shape, dtype=np.float32)
    file = Path(scratch) / "operand.npy"
    np.save(file, operand)
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(time_spindle(program, path, file, columns, runs))
        theirs.append(time_scipy(matrix, operand, runs))
    return statistics.median(ours), statistics.median(theirs), matrix.nnz


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--program", default=ROOT / "build/release/bin/sparse-run")
    parser.add_argument("--columns", type=int, default=32, help="0 times spmv")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("matrices", nargs="+", metavar="MATRIX")
    options = parser.parse_args()
    print("| matrix | nnz | Spindle ms | GF/s | SciPy ms | ratio |")
    print("|--|--|--|--|--|--|")
    ratios = []
    with tempfile.TemporaryDirectory() as scratch:
        for path in options.matrices:
            ours, theirs, nnz = compare(
                options.program,
                path,
                options.columns,
                options.rounds,
                options.runs,
                scratch,
            )
            flops = 2 * nnz * max(options.columns, 1)
            ratios.append(theirs / ours)
            name = Path(path).name.split(".mtx")[0]
            print(
                f"| {name} | {nnz} | {ours * 1e3:.4f} | {flops / ours / 1e9:.1f} "
                f"| {theirs * 1e3:.4f} | {theirs / ours:.2f} |",
                flush=True,
            )
    mean = statistics.geometric_mean(ratios)
    print(f"| geometric mean | | | | | {mean:.2f} |")


if __name__ == "__main__":
    sys.exit(main())
