# RUN: %python %s
"""Programs whose nests are reordered, fused or for one size give the same numbers.

Each program, in each format, is compiled as it is and after a schedule of coordinate
space, and run on the same files; a result is the same to the last bit.
"""

import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import batch
import numpy as np
import scipy.io
import scipy.sparse
from totals import Totals

COLUMNS = 5
MATRICES = {
    "no rows": scipy.sparse.coo_array((0, 4)),
    "no columns": scipy.sparse.coo_array((5, 0)),
    "no element": scipy.sparse.coo_array((4, 6)),
    "a dense row": scipy.sparse.coo_array(np.eye(9, 50) + (np.arange(9) == 3)[:, None]),
    "random": scipy.sparse.random_array((29, 23), density=0.2, rng=3),
}
FORMATS = ("csr", "csc", "coo", "ell", "bsr(4,4)")


@dataclass(frozen=True)
class Program:
    """A program that ships: the dense operands that it reads, and what it writes."""

    name: str
    reads: dict[str, str]
    writes: str


PROGRAMS = (
    Program("spmm", {"B": "JK"}, "C"),
    Program("spmm_t", {"B": "IK"}, "C"),
    Program("sddmm", {"X": "IK", "Y": "JK"}, "C"),
)
SCHEDULES = {
    "reductions last": "transform.sparse.reorder %nests reductions_last : !transform.any_op",
    "columns outermost": 'transform.sparse.reorder %nests order ["K", {dims}] '
    "{{where_legal}} : !transform.any_op",
    "fused": 'transform.sparse.fuse %nests dims ["I", "J"] {{where_legal}} '
    ": !transform.any_op",
    "one size": "%size = transform.param.constant {size} -> !transform.param<i64>\n"
    'transform.sparse.specialize %root dim "K" size(%size) '
    ": !transform.any_op, !transform.param<i64>",
}


def run(folder: Path, *command: str) -> str:
    if command[0] == "sparse-run":
        return batch.run(command, folder, check=True).stdout
    return subprocess.run(
        command, cwd=folder, check=True, capture_output=True, text=True
    ).stdout


def scheduled(folder: Path, text: str, steps: str) -> str:
    """The program `text` after the steps of a schedule."""
    (folder / "program.mlir").write_text(text)
    (folder / "schedule.mlir").write_text(f"""
module attributes {{transform.with_named_sequence}} {{
  transform.named_sequence @__transform_main(%root: !transform.any_op) {{
    %nests = transform.sparse.match.nests in %root
      : (!transform.any_op) -> !transform.any_op
    {steps}
    transform.yield
  }}
}}""")
    passes = (
        "builtin.module(transform-preload-library"
        "{transform-library-paths=schedule.mlir},transform-interpreter)"
    )
    return run(folder, "sparse-opt", f"--pass-pipeline={passes}", "program.mlir")


def result(folder: Path, program: Program, text: str) -> bytes:
    """What the program writes to memory, on the matrix and the operands there."""
    (folder / "run.mlir").write_text(text)
    binds = [f"--bind={name}={name}.npy" for name in program.reads]
    command = ["sparse-run", "run.mlir", "--schedule=none", "--bind=A=A.mtx", *binds]
    run(folder, *command, f"--out={program.writes}=out.mtx")
    return (folder / "out.mtx").read_bytes()


def nests_of(folder: Path, program: Program, form: str) -> str:
    """The program with nests in place of what is said of tensors."""
    command = ("sparse-run", program.name, f"--format=A={form}", "--emit=tensors")
    (folder / "generic.mlir").write_text(run(folder, *command))
    passes = "builtin.module(func.func(convert-generic-to-iter))"
    return run(folder, "sparse-opt", f"--pass-pipeline={passes}", "generic.mlir")


def levels_of(form: str) -> str:
    """The dimensions that the levels of a format have, for an order of them."""
    if "bsr" in form:
        return '"Io", "Jo", "Ii", "Ji", "occupancy"'
    return '"J", "I"' if form == "csc" else '"I", "J"'


def compare(folder: Path, program: Program, form: str, totals: Totals) -> None:
    """Runs the program as it is and by each schedule, on each matrix."""
    text = nests_of(folder, program, form)
    after = {
        name: scheduled(
            folder,
            text,
            steps.format(dims=levels_of(form), size=COLUMNS),
        )
        for name, steps in SCHEDULES.items()
    }
    rng = np.random.default_rng(5)
    for matrix, a in MATRICES.items():
        sizes = {"I": a.shape[0], "J": a.shape[1], "K": COLUMNS}
        scipy.io.mmwrite(folder / "A.mtx", a)
        for name, dims in program.reads.items():
            shape = [sizes[dim] for dim in dims]
            np.save(folder / f"{name}.npy", rng.standard_normal(shape, np.float32))
        expected = result(folder, program, text)
        for schedule, changed in after.items():
            if changed == text:
                continue
            totals.compared += 1
            if expected != result(folder, program, changed):
                totals.failures.append(
                    f"{program.name}, {form}, {matrix}: {schedule} gives other numbers"
                )


def main() -> int:
    totals = Totals()
    with tempfile.TemporaryDirectory() as folder:
        for program in PROGRAMS:
            for form in FORMATS:
                compare(Path(folder), program, form, totals)
    return totals.finish()


sys.exit(main())
