# RUN: %python %s | FileCheck %s
# CHECK: {{^[1-9][0-9]*}} runs compared, 0 wrong
"""Panels that are copied change no bit, whatever is left over, on one thread to eight.

Columns are fewer than a panel, as many, and some more; other knobs are set beside. The
result with no panel, on one thread, is compared with the interpreter by --check, and all
others are the same to the byte, with partial sums too.
"""

import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

import batch
import numpy as np
import scipy.io
import scipy.sparse
from totals import Totals

COLUMNS = (1, 7, 63, 64, 65, 130, 513)
#: The panel, and on how many threads.
PANELS = ((64, 1), (64, 2), (16, 3), (32, 8), (128, 5))
KNOBS: tuple[dict[str, int], ...] = (
    {},
    {"prefetch": 8, "partial_sums": 2},
    {"stream": 1, "vectors": 2},
    {"sections": 1024},
    {"reassociate": 0, "prefetch": 4},
)
#: Programs, their dense operands, the size that is not A's, and the result.
PROGRAMS = {
    "spmm": (("B",), "K", "C", ("csr", "dcsr", "ell", "csc", "bsr(4,4)")),
    "mttkrp": (("B", "C"), "R", "M", ("csf",)),
    "ttm": (("U",), "R", "Y", ("csf",)),
}
TYPES = ("f32", "f64", "bf16", "i32")


@dataclass(frozen=True)
class Case:
    """What is run with several panels."""

    program: str
    form: str
    columns: int
    dtype: str
    specialize: bool
    knobs: tuple[tuple[str, int], ...]

    def command(self, folder: Path, panel: int, threads: int, out: Path) -> list[str]:
        dense, size, result, _ = PROGRAMS[self.program]
        operand = "a.mtx" if self.program == "spmm" else "a.tns"
        words = ["sparse-run", self.program, "--schedule=dense_columns"]
        words += [f"--bind=A={folder / operand}", f"--format=A={self.form}"]
        words += [f"--bind={name}=random" for name in dense]
        words += [f"--size={size}={self.columns}", f"--dtype={self.dtype}"]
        words += [f"--threads={threads}", f"--out={result}={out}"]
        words += [f"--knob={knob}={n}" for knob, n in self.knobs]
        if not self.specialize:
            words.append("--specialize=none")
        return [*words, f"--knob=panel={panel}"]


def write_operands(folder: Path) -> None:
    rng = np.random.default_rng(11)
    a = scipy.sparse.random_array((300, 211), density=0.15, rng=rng)
    a.data = rng.integers(1, 9, a.nnz)
    scipy.io.mmwrite(folder / "a.mtx", a, field="integer")
    cells = sorted({tuple(rng.integers((40, 30, 90)) + 1) for _ in range(4000)})
    lines = [f"{i} {j} {k} {v}" for (i, j, k), v in zip(cells, cycle((1, -2, 3)))]
    (folder / "a.tns").write_text("\n".join(lines) + "\n")


def cases() -> Iterator[Case]:
    types, knobs, specialize = cycle(TYPES), cycle(KNOBS), cycle((True, True, False))
    for program, (_, _, _, formats) in PROGRAMS.items():
        for form in formats:
            for columns in COLUMNS:
                dtype = next(types)
                others = tuple(next(knobs).items())
                yield Case(program, form, columns, dtype, next(specialize), others)


def failures_of(case: Case, folder: Path, number: int) -> list[str]:
    def run(panel: int, threads: int, *more: str) -> tuple[list[str], bytes | None]:
        out = folder / f"{number}-{panel}-{threads}.npy"
        words = [*case.command(folder, panel, threads, out), *more]
        done = batch.run(words)
        if done.returncode != 0:
            return [*words, done.stdout[-200:], done.stderr], None
        return words, out.read_bytes()

    words, expected = run(0, 1, "--check")
    failed = [" ".join(words)] if expected is None else []
    for panel, threads in PANELS:
        words, got = run(panel, threads)
        if got != expected:
            failed.append(" ".join(words))
    return failed


def main() -> int:
    totals = Totals()
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(2) as pool:
        folder = Path(name)
        write_operands(folder)
        all_cases = list(cases())
        numbers = range(len(all_cases))
        folders = [folder] * len(all_cases)
        for failures in pool.map(failures_of, all_cases, folders, numbers):
            totals.compared += 1 + len(PANELS)
            totals.failures += failures
    return totals.finish()


sys.exit(main())
