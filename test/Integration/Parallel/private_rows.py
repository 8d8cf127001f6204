# RUN: rm -rf %t && mkdir -p %t
# RUN: %python %s sparse-run %t | FileCheck %s
# CHECK-COUNT-5: right
"""Has workers keep what the nests of FusedMM store for one another, for tiles of rows.

usage: private_rows.py SPARSE_RUN FOLDER

In each format, for each number of threads and rows of a tile, it has the bits of the
program that keeps it for all rows, and allocates no more than tiles need.
"""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np

FORMATS = ["csr", "dcsr", "ell(200)", "sell(4,8)", "bsr(4,4)"]


def run(sparse_run: str, options: list[str]) -> str:
    command = [sparse_run, "fusedmm", "--bind", "A=random:5", "--bind", "Q=random"]
    command += ["--bind", "K=random", "--bind", "V=random"]
    command += [f"--size={name}={size}" for name, size in SIZES.items()]
    done = subprocess.run(
        command + options, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command + options)}\n{done.stdout}{done.stderr}")
    return done.stdout


SIZES = {"I": 203, "J": 190, "D": 9, "E": 11}


def compare(sparse_run: str, folder: Path, form: str) -> None:
    def compute(threads: int, rows: int) -> bytes:
        out = folder / "O.npy"
        run(
            sparse_run,
            [
                f"--format=A={form}",
                f"--threads={threads}",
                f"--knob=private={rows}",
                f"--out=O={out}",
            ],
        )
        return np.load(out).tobytes()

    expected = compute(1, 0)
    for threads in (1, 2, 3, 5):
        for rows in (1, 64):
            if compute(threads, rows) != expected:
                raise SystemExit(f"{form}: {threads} threads, {rows} rows: other bits")
    text = run(
        sparse_run,
        [
            f"--format=A={form}",
            "--threads=2",
            "--schedule=auto",
            "--knob=private=1",
            "--emit=loops",
        ],
    )
    # Two for scores and exponentials, by a worker.
    before, workers = text.split("scf.forall", 1)
    allocations = re.compile(r"memref\.alloc\b")
    counts = len(allocations.findall(before)), len(allocations.findall(workers))
    if counts != (0, 2):
        raise SystemExit(f"{form}: expected allocations by workers but got {counts}")
    print(f"{form}: right")


if __name__ == "__main__":
    for form in FORMATS:
        compare(sys.argv[1], Path(sys.argv[2]), form)
