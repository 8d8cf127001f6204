#!/usr/bin/env python3
"""Times C = A B with A in each format against SciPy on one thread.

For each matrix and format the two run in turn, `--rounds` times. A ratio above 1
means that Spindle is faster. SciPy's A is in the same format where it has it (CSR,
CSC, COO, BSR), else in CSR. Reading, conversion and compilation are not counted; A
and B are f32 with i32 indices in both.

usage: benchmarks/formats_vs_scipy.py [--columns K] [--rounds N] MATRIX.mtx[.gz]...
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
import scipy.sparse

ROOT = Path(__file__).resolve().parent.parent
FORMATS = ("csr", "csc", "coo", "dcsr", "bsr(4,4)", "dbsr(4,4)", "ell")


def convert(entries, form):
    """The entries in SciPy's format of that name, else in its CSR."""
    if form in ("csc", "coo"):
        return entries.asformat(form)
    if form == "bsr(4,4)":
        rows, cols = (-size % 4 for size in entries.shape)
        padded = (entries.shape[0] + rows, entries.shape[1] + cols)
        wide = scipy.sparse.coo_array((entries.data, entries.coords), shape=padded)
        return wide.tobsr((4, 4))
    return entries.tocsr()


def time_call(function, runs):
    """The median seconds of a call, after one to warm up."""
    seconds = []
    for _ in range(runs + 1):
        begin = time.perf_counter()
        function()
        seconds.append(time.perf_counter() - begin)
    return statistics.median(seconds[1:])


def run_spindle(options, path, form, operand):
    """Its seconds of a product."""
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        command = [str(options.program), "spmm", "--format", f"A={form}"]
        command += ["--bind", f"A={path}", "--bind", f"B={operand}"]
        command += [f"--bench={options.runs}", "--json", report.name]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        figures = json.loads(Path(report.name).read_text())
    return figures["seconds_median"]


def run_scipy(options, entries, form, operand):
    """Its seconds of a product."""
    matrix = convert(entries, form)
    dense = np.zeros((matrix.shape[1], operand.shape[1]), np.float32)
    dense[: len(operand)] = operand
    return time_call(lambda: matrix @ dense, options.runs)


def compare(options, path, entries, form, scratch):
    """Prints a line of the table."""
    rng = np.random.default_rng(1)
    operand = rng.random((entries.shape[1], options.columns), dtype=np.float32)
    file = Path(scratch) / "operand.npy"
    np.save(file, operand)
    ours, theirs = [], []
    for _ in range(options.rounds):
        ours.append(run_spindle(options, path, form, file))
        theirs.append(run_scipy(options, entries, form, operand))
    product, peer = statistics.median(ours) * 1e3, statistics.median(theirs) * 1e3
    print(
        f"| {Path(path).name.split('.mtx')[0]} | {form} "
        f"| {product:.3f} | {peer:.3f} | {peer / product:.2f} |",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--program", default=ROOT / "build/release/bin/sparse-run")
    parser.add_argument("--columns", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--formats", nargs="+", default=FORMATS, metavar="FORMAT")
    parser.add_argument("matrices", nargs="+", metavar="MATRIX")
    options = parser.parse_args()
    print("| matrix | format | Spindle ms | SciPy ms | ratio |")
    print("|--|--|--|--|--|")
    with tempfile.TemporaryDirectory() as scratch:
        for path in options.matrices:
            read = scipy.io.mmread(path).astype(np.float32)
            coords = tuple(axis.astype(np.int32) for axis in read.coords)
            entries = scipy.sparse.coo_array((read.data, coords), shape=read.shape)
            for form in options.formats:
                compare(options, path, entries, form, scratch)


if __name__ == "__main__":
    sys.exit(main())
