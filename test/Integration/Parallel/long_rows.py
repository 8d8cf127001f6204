# RUN: %python %s | FileCheck %s
# CHECK: {{^[1-9][0-9]*}} runs compared, 0 wrong
"""Rows that workers share: what strategies make of long rows is right, and the same to
the byte on one thread as on two, three or eight, in turn.

Matrices have rows of thousands of elements, alone, first and last, side by side, and as
the hubs of stars. Without `reassociate`, all sums have the bits of the program's own.
"""

import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

import batch
import numpy as np
import scipy.io
import scipy.sparse

#: Rows of twice as many elements are cut, and sections have so many.
SECTION = 1024
THREADS = (2, 3, 8)


@dataclass(frozen=True)
class Case:
    """A program, the schedule, how A is stored, and what is written."""

    program: str
    schedule: str
    output: str
    options: tuple[str, ...] = ()


CASES = [
    Case("spmv", "fibres", "y", ("--bind", "x=random")),
    Case("spmv", "cpu", "y", ("--bind", "x=random", "--dtype", "f64")),
    Case("spmv", "fibres", "y", ("--bind", "x=random", "--dtype", "i32")),
    Case("spmv", "fibres", "y", ("--bind", "x=random", "--format", "A=csr(pos=i64)")),
    Case("spmm", "dense_columns", "C", ("--bind", "B=random", "--size", "K=20")),
    Case(
        "spmm", "cpu", "C", ("--bind", "B=random", "--size", "K=32", "--dtype", "bf16")
    ),
    Case("row_max", "cpu", "y"),
    # Rows with coordinates, whose sums go on from what is filled in before.
    Case("spmv", "fibres", "y", ("--bind", "x=random", "--format", "A=dcsr")),
    Case(
        "spmm",
        "dense_columns",
        "C",
        ("--bind", "B=random", "--size", "K=20", "--format", "A=dcsr"),
    ),
    Case("row_max", "cpu", "y", ("--format", "A=dcsr(crd=i64)")),
]


def random_row(rng: np.random.Generator, columns: int, length: int) -> np.ndarray:
    return np.sort(rng.choice(columns, length, replace=False))


def make_matrices() -> dict[str, scipy.sparse.coo_array]:
    """Matrices by the lengths of their rows."""
    rng = np.random.default_rng(8)
    few = list(rng.integers(0, 9, 3000))
    lengths = {
        "star": ([30000] + [1] * 29999, 30000),
        "one": ([20000], 20000),
        "ends": ([9000, *few, 2048, 2047, 9001], 9100),
        "beside": ([3000, 2048, 5000, 4096, 0, 0], 6000),
        "exact": ([2047, 2048, 2049, 3071, 3072, 3073] * 3, 4000),
        "short": (few, 500),
        "none": ([0] * 5, 7),
    }
    made = {}
    for name, (counts, columns) in lengths.items():
        rows = np.repeat(np.arange(len(counts)), counts)
        places = [random_row(rng, columns, count) for count in counts]
        values = rng.integers(-4, 5, len(rows)) + 0.37 * (rng.random(len(rows)) < 0.9)
        shape = (len(counts), columns)
        made[name] = scipy.sparse.coo_array(
            (values, (rows, np.concatenate(places))), shape=shape
        )
    return made


def run(case: Case, file: Path, out: Path, *options: str) -> str:
    """Runs a case; gives what went wrong."""
    command = ["sparse-run", case.program, "--bind", f"A={file}", *case.options]
    command += ["--out", f"{case.output}={out}", *options]
    done = batch.run(command)
    return done.stderr.strip() + done.stdout if done.returncode else ""


def compare_threads(case: Case, file: Path, out: Path, many: int) -> Iterator[str]:
    """What goes wrong on one thread and on many; the empty string where nothing does."""
    knobs = ["--schedule", case.schedule, "--knob", f"sections={SECTION}"]
    expected = b""
    for threads in (1, many):
        wrong = run(case, file, out, *knobs, f"--threads={threads}", "--check")
        found = out.read_bytes() if not wrong else b""
        expected = expected or found
        if not wrong and found != expected:
            wrong = f"expected the bytes of one thread but got others on {threads}"
        yield wrong


def compare_orders(case: Case, file: Path, out: Path, many: int) -> Iterator[str]:
    """What differs from the program's own bits where no order may be changed."""
    wrong = run(case, file, out, "--schedule", "none")
    expected = out.read_bytes() if not wrong else b""
    yield wrong
    knobs = ["--knob", "reassociate=0", "--knob", f"sections={SECTION}"]
    knobs += [f"--threads={many}"]
    wrong = run(case, file, out, "--schedule", case.schedule, *knobs)
    if not wrong and out.read_bytes() != expected:
        wrong = "expected the bits of no schedule but got others without reassociate"
    yield wrong


def main() -> int:
    compared, wrong = 0, 0
    # 10 cases and 3 numbers: each matrix begins with the next number.
    numbers = cycle(THREADS)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        out = folder / "out.npy"
        for matrix, a in make_matrices().items():
            file = folder / f"{matrix}.mtx"
            scipy.io.mmwrite(folder / "whole.mtx", a.astype(np.int64))
            scipy.io.mmwrite(file, a)
            for case, many in zip(CASES, numbers):
                used = folder / "whole.mtx" if "i32" in case.options else file
                for results in (compare_threads, compare_orders):
                    for result in results(case, used, out, many):
                        compared += 1
                        wrong += bool(result)
                        if result:
                            print(f"{case} on {matrix}: {result}")
    print(f"{compared} runs compared, {wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
