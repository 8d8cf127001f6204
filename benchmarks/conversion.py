#!/usr/bin/env python3
"""Times conversions of a matrix in CSR against SciPy's, and in runs of a product.

For each matrix and format the contestants run in turn, `--rounds` times, and the
medians are compared: the conversion with SciPy's `tocsc`, or with its `tobsr` where the
format is of blocks of the same size; and with C = A B for B of 32 columns, A in CSR. A
ratio above 1 means that Spindle is faster. SciPy converts on one thread; conversions
here take as many as there are processors, and the product as many as `--threads` says.
Values are f32 and indices i32 in both; reading and compilation are not counted.

usage: benchmarks/conversion.py [--formats FORMAT...] [--rounds N] MATRIX.mtx[.gz]...
"""

import argparse
import json
import os
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
FORMATS = (
    "csc",
    "sell<16, 64>",
    "hyb<1, 5>",
    "hyb<4, 5>",
    "bsr<4, 4>",
    "columns<16>",
)
PROGRAM = """\
func.func @convert(%A: !sparse.tensor<?x?xf32, #sparse.csr> {{sparse.name = "A"}})
    -> !sparse.tensor<?x?xf32, #sparse.{0}> {{
  %B = sparse.convert %A : !sparse.tensor<?x?xf32, #sparse.csr>
    -> !sparse.tensor<?x?xf32, #sparse.{0}>
  return %B : !sparse.tensor<?x?xf32, #sparse.{0}>
}}
"""


def run_spindle(options, arguments):
    """The median seconds of a program."""
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        command = [str(options.program), *arguments, f"--bench={options.runs}"]
        command += ["--json", report.name]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return json.loads(Path(report.name).read_text())["seconds_median"]


def time_call(function, runs):
    """The median seconds of a call, after one to warm up."""
    seconds = []
    for _ in range(runs + 1):
        begin = time.perf_counter()
        function()
        seconds.append(time.perf_counter() - begin)
    return statistics.median(seconds[1:])


def get_peer(matrix, form):
    """SciPy's conversion to compare with, and its name."""
    if not form.startswith("bsr<"):
        return "tocsc", matrix.tocsc
    block = tuple(int(size) for size in form[4:-1].split(","))
    rows, columns = (-size % by for size, by in zip(matrix.shape, block))
    shape = (matrix.shape[0] + rows, matrix.shape[1] + columns)
    entries = matrix.tocoo()
    padded = scipy.sparse.coo_array((entries.data, entries.coords), shape=shape)
    held = padded.tocsr()
    return "tobsr", lambda: held.tobsr(block)


def compare(options, path, matrix, form, scratch):
    """Prints a line of the table."""
    program = Path(scratch) / "convert.mlir"
    program.write_text(PROGRAM.format(form))
    name, peer = get_peer(matrix, form)
    product = ["spmm", "--bind", f"A={path}", "--bind", "B=random", "--size", "K=32"]
    product += ["--threads", str(options.threads)]
    ours, theirs, runs = [], [], []
    for _ in range(options.rounds):
        ours.append(run_spindle(options, [str(program), "--bind", f"A={path}"]))
        theirs.append(time_call(peer, options.runs))
        runs.append(run_spindle(options, product))
    here, there, run = (
        statistics.median(list_) * 1e3 for list_ in (ours, theirs, runs)
    )
    print(
        f"| {Path(path).name.split('.mtx')[0]} | {form} | {here:.2f} "
        f"| {name} {there:.2f} | {there / here:.2f} | {here / run:.1f} |",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--program", default=ROOT / "build/release/bin/sparse-run")
    parser.add_argument("--formats", nargs="+", default=FORMATS, metavar="FORMAT")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("matrices", nargs="+", metavar="MATRIX")
    options = parser.parse_args()
    processors = len(os.sched_getaffinity(0))
    print(f"conversions on {processors} threads, SciPy on 1\n")
    print("| matrix | format | ms | SciPy ms | ratio | runs of spmm, 32 columns |")
    print("|--|--|--|--|--|--|")
    with tempfile.TemporaryDirectory() as scratch:
        for path in options.matrices:
            read = scipy.io.mmread(path).astype(np.float32)
            coords = tuple(axis.astype(np.int32) for axis in read.coords)
            entries = scipy.sparse.coo_array((read.data, coords), shape=read.shape)
            matrix = entries.tocsr()
            matrix.sort_indices()
            for form in options.formats:
                compare(options, path, matrix, form, scratch)


if __name__ == "__main__":
    sys.exit(main())
