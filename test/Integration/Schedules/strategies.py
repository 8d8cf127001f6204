# RUN: %python %s
"""The strategies that ship give the interpreter's numbers, whatever they are applied to.

Each program runs in each format that it takes by the strategy for all programs, and by
those that are meant for it, on some of a list of situations, which all come up for each
program. Sums of floats are made in other orders, so that --check tells right numbers.
"""

import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

import batch
import numpy as np
import scipy.io
import scipy.sparse
from totals import Totals

BLOCKS = ["bsr(4,4)", "bsr(8,8)", "bsr(3,5,full)", "bsr(16,9)", "dbsr(4,4)"]
DIAGONALS = ["dia", "ldia(8)", "ldia(16,full)"]
MATRICES = [
    "csr",
    "csc",
    "coo",
    "dcsr",
    *BLOCKS,
    *DIAGONALS,
    "ell",
    "ell(64,bitmap)",
    "dense",
]
TENSORS = ["csf", "coo", "dense"]
FLOATS = ("f32", "f64", "bf16")


@dataclass(frozen=True)
class Program:
    """A program that ships: the dense operands that it reads, the sizes of dimensions
    that A has not, and the strategies that are meant for it."""

    reads: str = ""
    sizes: str = ""
    formats: tuple[str, ...] = tuple(MATRICES)
    strategies: tuple[str, ...] = ()
    types: tuple[str, ...] = (*FLOATS, "i32")


PROGRAMS = {
    "spmv": Program("x", strategies=("fibres", "block_rows", "block_sums")),
    "spmm": Program("B", "K", strategies=("dense_columns", "blocks")),
    "spmm_t": Program("B", "K", strategies=("scattered_columns",)),
    "sddmm": Program("XY", "K", strategies=("dense_reductions", "blocks")),
    "row_max": Program(strategies=("fibres", "block_rows", "block_sums")),
    "argmin": Program(),
    "softmax": Program(types=FLOATS, strategies=("fibres",)),
    "fusedmm": Program("QKV", "DE", types=FLOATS),
    "segment_reduce": Program(formats=("ragged", *MATRICES)),
    "mttkrp": Program("BC", "R", tuple(TENSORS), ("dense_columns",)),
    "ttv": Program("v", formats=tuple(TENSORS), strategies=("fibres",)),
    "ttm": Program("U", "R", tuple(TENSORS), ("dense_columns",)),
}
#: Values of knobs that are not the default ones.
KNOBS = {
    "cpu": {
        "partial_sums": 2,
        "vectors": 2,
        "together": 8,
        "gathered_lanes": 8,
        "prefetch": 12,
    },
    "block_rows": {},
    "block_sums": {"lanes": 4},
    "blocks": {"vectors": 3, "prefetch": 2},
    "dense_columns": {
        "panel": 16,
        "partial_sums": 4,
        "prefetch": 4,
        "stream": 1,
        "vectors": 16,
    },
    "dense_reductions": {"together": 1, "vectors": 2},
    "fibres": {"gathered_lanes": 8},
    "scattered_columns": {"vectors": 1},
}


@dataclass(frozen=True)
class Situation:
    """What a program runs on, and how."""

    operand: str
    columns: int
    dtype: str = "f32"
    threads: int = 1
    specialize: bool = True
    knobs: bool = False
    cpu: str = "native"


SITUATIONS = (
    Situation("random", 33, specialize=False, cpu="haswell"),
    Situation("random", 100, "bf16", threads=2, cpu="x86-64"),
    Situation("no element", 7),
    Situation("random", 7, "f64", knobs=True, cpu="haswell"),
    Situation("wide rows", 128, "i32", threads=2, knobs=True),
    Situation("one element", 33, "bf16", specialize=False, cpu="haswell"),
    Situation("wide rows", 33, "f64", threads=2, specialize=False),
    Situation("no rows", 100, threads=2),
    Situation("wide rows", 1, "bf16", specialize=False, knobs=True),
    Situation("wide rows", 100, cpu="x86-64"),
    Situation("random", 100, "i32", cpu="x86-64"),
    Situation("no columns", 33, specialize=False, knobs=True),
)


def random_values(rng: np.random.Generator, count: int) -> np.ndarray:
    """Numbers that every type has, none of them zero."""
    return rng.integers(1, 9, count) * rng.choice([-1, 1], count)


def write_matrices(folder: Path, rng: np.random.Generator) -> None:
    kinds = {
        "random": scipy.sparse.random_array((37, 29), density=0.25, rng=rng),
        "wide rows": scipy.sparse.random_array((5, 60), density=0.5, rng=rng),
        "no element": scipy.sparse.coo_array((7, 5)),
        "one element": scipy.sparse.coo_array(([1.0], ([0], [0])), shape=(1, 1)),
        "no rows": scipy.sparse.coo_array((0, 5)),
        "no columns": scipy.sparse.coo_array((6, 0)),
        "ragged": scipy.sparse.coo_array(
            np.tri(9, 40, 30) * (np.arange(9) != 4)[:, None]
        ),
    }
    for name, a in kinds.items():
        a.data = random_values(rng, a.nnz)
        scipy.io.mmwrite(folder / f"{name}.mtx", a, field="integer")


def write_tensors(folder: Path, rng: np.random.Generator) -> None:
    kinds = {"random": 150, "wide rows": 400, "one element": 1}
    for name, count in kinds.items():
        shape = (1, 1, 1) if count == 1 else (3, 4, 60) if count == 400 else (9, 11, 37)
        cells = sorted({tuple(rng.integers(shape) + 1) for _ in range(count)})
        values = random_values(rng, len(cells))
        rows = zip(cells, values, strict=True)
        lines = [" ".join(map(str, (*cell, value))) for cell, value in rows]
        (folder / f"{name}.tns").write_text("\n".join(lines) + "\n")


def fits(program: Program, form: str, situation: Situation, folder: Path) -> bool:
    """Whether the program and the format take what the situation has."""
    if situation.dtype not in program.types:
        return False
    if form == "ragged" or (form[:3] == "ell" and situation.operand == "no columns"):
        return False
    return source(program, situation, folder).exists()


def source(program: Program, situation: Situation, folder: Path) -> Path:
    suffix = "tns" if program.formats == tuple(TENSORS) else "mtx"
    return folder / f"{situation.operand}.{suffix}"


def command(
    name: str, form: str, strategy: str, situation: Situation, folder: Path
) -> list[str]:
    program = PROGRAMS[name]
    words = ["sparse-run", name, f"--format=A={form}", f"--schedule={strategy}"]
    words += [f"--bind=A={source(program, situation, folder)}"]
    words += [f"--bind={operand}=random" for operand in program.reads]
    words += [f"--size={size}={situation.columns}" for size in program.sizes]
    words += [f"--dtype={situation.dtype}", f"--threads={situation.threads}"]
    words.append(f"--cpu={situation.cpu}")
    if not situation.specialize:
        words.append("--specialize=none")
    if situation.knobs:
        words += [f"--knob={knob}={n}" for knob, n in KNOBS[strategy].items()]
    return [*words, "--check"]


def commands(folder: Path) -> Iterator[list[str]]:
    """Some situations for each program, format and strategy, the next ones for the
    next."""
    ragged = Situation("ragged", 1)
    for name, program in PROGRAMS.items():
        situations = cycle(SITUATIONS)
        for form in program.formats:
            for strategy, count in ("cpu", 3), *((s, 1) for s in program.strategies):
                if form == "ragged":
                    yield command(name, form, strategy, ragged, folder)
                for situation in islice(situations, count):
                    if fits(program, form, situation, folder):
                        yield command(name, form, strategy, situation, folder)


def failure_of(words: list[str]) -> str:
    done = batch.run(words)
    told = done.stdout.splitlines()[-1:] + done.stderr.splitlines()
    return "" if done.returncode == 0 else "\n  ".join([" ".join(words), *told])


def main() -> int:
    totals = Totals()
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(2) as pool:
        folder, rng = Path(name), np.random.default_rng(7)
        write_matrices(folder, rng)
        write_tensors(folder, rng)
        for failure in pool.map(failure_of, commands(folder)):
            totals.compared += 1
            if failure:
                totals.failures.append(failure)
    return totals.finish()


sys.exit(main())
