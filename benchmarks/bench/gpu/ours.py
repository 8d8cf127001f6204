"""Spindle's kernels: `sparse-run --target cuda` counts them in the emulator, and
`--save` leaves their machine code."""

import json
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bench import places
from bench.errors import Missing, Wrong
from bench.gpu import counters, cubin, static
from bench.gpu.loops import unit
from bench.gpu.rows import Row
from bench.kernels import KERNELS, Problem
from bench.peers.command import write

#: Seconds after which a call is given up.
PATIENCE = 900.0
#: Threads of a block where figures do not say.
THREADS = 128


def parameter(result: str) -> str:
    """The operand of a result of a problem."""
    return result.partition("_")[0]


def call(command: list[str]) -> None:
    """Runs sparse-run; `Missing` with its first line where it fails."""
    try:
        done = subprocess.run(
            command, check=False, capture_output=True, text=True, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired:
        raise Missing(f"sparse-run takes more than {PATIENCE:.0f} s") from None
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise Missing(f"sparse-run fails: {said[0] if said else done.returncode}")


@dataclass
class Ours:
    """The compiler, with the options that every call has."""

    program: str
    chip: str
    options: tuple[str, ...] = ()

    def compiling(self, row: Row) -> list[str]:
        """What is compiled, for which GPU."""
        held = [self.program, row.kernel, "--dtype", row.dtype]
        held += ["--format", f"A={row.form}", "--target", "cuda"]
        return [*held, *self.options]

    def save(self, row: Row, bound: list[str], saved: Path, *more: str) -> None:
        """Writes an object. Where the schedule is no matter of the data, sparse-run
        refuses operands, `bound`, and does without."""
        command = [*self.compiling(row), "--save", str(saved), *more]
        try:
            call([*command, *bound])
        except Missing as error:
            if "without --bind" not in str(error):
                raise
            call(command)

    def count(self, row: Row, problem: Problem, expected: dict) -> dict:
        """What a call takes, where its results are right, and the static figures."""
        folder = Path(tempfile.mkdtemp(dir=places.folder("gpu")))
        try:
            return self.count_in(row, problem, expected, folder)
        except Missing as error:
            return {"status": "missing", "reason": str(error)}
        except Wrong as error:
            return {"status": "wrong", "reason": str(error)}
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def count_in(
        self, row: Row, problem: Problem, expected: dict, folder: Path
    ) -> dict:
        bound, report = write(problem, folder), folder / "report.json"
        outs = {name: folder / f"result-{name}.npy" for name in expected}
        written = [f"--out={parameter(name)}={path}" for name, path in outs.items()]
        emulated = ["--device", "emulator", "--chip", self.chip, *written]
        call([*self.compiling(row), *bound, *emulated, "--json", str(report)])
        told = json.loads(report.read_text())["counters"]
        got = {name: np.load(path) for name, path in outs.items()}
        share = KERNELS[problem.kernel].check(expected, got)
        if said := counters.faults(told):
            raise Wrong(said[0])
        figures = {
            "status": "ready",
            "error": share,
            "counters": counters.total(told),
        }
        made = folder / "kernel.so"
        try:
            self.save(row, bound, made)
        except Missing as error:
            return figures | {"not saved": str(error)}
        static = self.static_figures(row, made, set(counters.kernels_of(told)))
        held = made.read_bytes()
        image = sum(map(len, [*cubin.embedded(held), *cubin.ptx(held)]))
        return figures | {"image": image, "static": static}

    def static_figures(
        self, row: Row, saved: Path, launched: set[str]
    ) -> dict[str, dict]:
        """Those of the kernels that were launched, of the cubin for the chip. In an
        object `_gpu` is after the name of the function that launches them."""
        told: dict[str, dict] = {}
        for made in static.cubins(saved, self.chip):
            if made.chip == self.chip:
                held, _ = static.read(made, THREADS, unit(row.unit))
                shown = {name: name.replace("_gpu", "", 1) for name in sorted(held)}
                names = [name for name in shown if shown[name] in launched]
                told |= {shown[name]: held[name].told() for name in names or shown}
        return told
