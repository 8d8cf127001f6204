# RUN: %python %s | FileCheck %s
# CHECK: {{^[1-9][0-9]*}} commands compared, 0 wrong
"""Sums of rounded numbers have the same bits on one thread, two, three and five.

Programs that make sums run in many formats, by the schedule that the strategy chooses,
and by some others, on a matrix of which five workers have something to do. Values are
such that each order of a sum makes another number.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import batch
import numpy as np
import scipy.io
import scipy.sparse

THREADS = (1, 2, 3, 5)
#: The rows of several workers, and more columns than a row has elements.
ROWS, COLUMNS = 3000, 700
SCHEDULES = Path(__file__).parents[3] / "schedules"

LEVELS = [
    "csr",
    "csc",
    "coo",
    "dcsr",
    "bsr(4,4)",
    "bsr(2,3)",
    "ell",
    "sell(8,32)",
    "dia",
]
COMPOSITES = [
    "hyb(2,3)",
    "ell-coo(3)",
    "csr-coo(3)",
    "bsr-csr(2,2,2)",
    "dense-rows(2)",
    "columns(3)",
]


@dataclass(frozen=True)
class Program:
    """What a program writes that is a sum, its dense operands and other sizes."""

    output: str
    dense: tuple[str, ...] = ()
    sizes: tuple[str, ...] = ()
    formats: tuple[str, ...] = (*LEVELS, *COMPOSITES)


PROGRAMS = {
    "spmv": Program("y", ("x",)),
    "spmm": Program("C", ("B",), ("K=20",)),
    "spmm_t": Program("C", ("B",), ("K=5",), ("csr", "csc", "csr-coo(3)")),
    "sddmm": Program("C", ("X", "Y"), ("K=9",)),
    "softmax": Program("s", formats=("csr", "coo", "bsr(4,4)", "sell(8,32)")),
    "fusedmm": Program("O", ("Q", "K", "V"), ("D=9", "E=7"), ("csr", "coo", "dcsr")),
}
#: What was wrong once, and knobs that have loops vectorised in other ways.
OTHERS = """\
sddmm --bind A=random:7 --size I=2000 --size J=2000 --format A=coo --bind X=random:1 --bind Y=random:2 --size K=9 --out C
spmv --bind A=random:1 --size I=1000 --size J=1000 --format A=bsr-csr(2,2,2) --bind x=random:3 --out y
sddmm --bind A=FILE --format A=ell-coo(3) --bind X=random --bind Y=random --size K=33 --schedule dense_reductions --knob together=8 --knob vectors=2 --out C
sddmm --bind A=FILE --bind X=random --bind Y=random --size K=9 --schedule FUSED --out C
spmv --bind A=FILE --format A=hyb(2,3) --bind x=random --schedule cpu --knob gathered_lanes=8 --out y
spmm --bind A=FILE --format A=bsr-csr(2,2,2) --bind B=random --size K=20 --schedule dense_columns --knob partial_sums=4 --out C
mttkrp --bind A=random:2 --size I=300 --size J=40 --size K=50 --bind B=random:3 --bind C=random:4 --size R=9 --format A=csf --out M
ttv --bind A=random:2 --size I=300 --size J=40 --size K=50 --bind v=random:3 --format A=csf --out Y
"""


def write_matrix(file: Path) -> None:
    """Writes a matrix of short rows and long ones, some elements side by side."""
    rng = np.random.default_rng(20)
    lengths = np.where(
        rng.random(ROWS) < 0.2, rng.integers(20, 60, ROWS), rng.integers(0, 7, ROWS)
    )
    starts = rng.integers(0, COLUMNS - 120, ROWS)
    columns = [
        start + rng.choice(120, length, replace=False)
        for start, length in zip(starts, lengths, strict=True)
    ]
    places = (np.repeat(np.arange(ROWS), lengths), np.concatenate(columns))
    values = rng.standard_normal(lengths.sum())
    a = scipy.sparse.coo_array((values, places), shape=(ROWS, COLUMNS))
    scipy.io.mmwrite(file, a, precision=9)


def write_fused_schedule(file: Path) -> None:
    """Writes a schedule for sums beside one another, of all elements in one loop."""
    handle = "(!transform.any_op) -> !transform.any_op"
    text = (SCHEDULES / "dense_reductions.mlir").read_text()
    begin = "%positions = transform.sparse.lower_to_positions %root"
    fused = (
        f"%coordinates = transform.sparse.lower_to_coordinates %root : {handle}\n"
        f"%nests = transform.sparse.match.nests in %coordinates : {handle}\n"
        'transform.sparse.fuse %nests dims ["I", "J"] : !transform.any_op\n'
        "%positions = transform.sparse.lower_to_positions %coordinates"
    )
    file.write_text(text.replace(begin, fused))


def list_commands(folder: Path) -> Iterator[list[str]]:
    """The arguments of all runs; the last one is what is written."""
    for name, program in PROGRAMS.items():
        for form in program.formats:
            command = [name, "--bind", "A=FILE", "--format", f"A={form}"]
            for operand in program.dense:
                command += ["--bind", f"{operand}=random"]
            for size in program.sizes:
                command += ["--size", size]
            yield [*command, "--out", program.output]
    for command in OTHERS.splitlines():
        yield command.split()


def run(command: list[str], threads: int, folder: Path, out: Path) -> str:
    """Runs a command; gives what went wrong."""
    files = {"A=FILE": f"A={folder / 'a.mtx'}", "FUSED": str(folder / "fused.mlir")}
    full = ["sparse-run", *(files.get(word, word) for word in command[:-1])]
    full += [f"{command[-1]}={out}", f"--threads={threads}"]
    done = batch.run(full)
    return f"exit status {done.returncode}: {done.stderr}" if done.returncode else ""


def compare(number: int, command: list[str], folder: Path) -> str:
    """Says what differs between the numbers of threads, if anything does."""
    out = folder / f"{number}.npy"
    expected = b""
    for threads in THREADS:
        if wrong := run(command, threads, folder, out):
            return wrong
        found = out.read_bytes()
        expected = expected or found
        if found != expected:
            return f"expected the bytes of one thread but got others on {threads}"
    return ""


def main(folder: Path) -> int:
    write_matrix(folder / "a.mtx")
    write_fused_schedule(folder / "fused.mlir")
    commands = list(list_commands(folder))
    with ThreadPoolExecutor(min(os.cpu_count() or 1, 4)) as pool:
        results = pool.map(
            lambda numbered: compare(*numbered, folder), enumerate(commands)
        )
        wrong = 0
        for command, result in zip(commands, results, strict=True):
            wrong += bool(result)
            if result:
                print(f"{' '.join(command)}: {result}")
    print(f"{len(commands)} commands compared, {wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        sys.exit(main(Path(name)))
