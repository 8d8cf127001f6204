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
from bench.gpu import counters, static
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

    def command(self, row: Row, problem: Problem, folder: Path) -> list[str]:
        held = [self.program, row.kernel, *write(problem, folder)]
        held += ["--dtype", row.dtype, "--format", f"A={row.form}"]
        held += ["--target", "cuda", "--chip", self.chip, *self.options]
        return held

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
        command, report = self.command(row, problem, folder), folder / "report.json"
        outs = {name: folder / f"result-{name}.npy" for name in expected}
        written = [f"--out={parameter(name)}={path}" for name, path in outs.items()]
        call([*command, "--device", "emulator", "--json", str(report), *written])
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
        try:
            return figures | self.saved(row, command, folder, told)
        except Missing as error:
            return figures | {"not saved": str(error)}

    def saved(self, row: Row, command: list[str], folder: Path, told: dict) -> dict:
        """The size of the object, and the static figures of what was launched."""
        made = folder / "kernel.so"
        call([*command, "--save", str(made)])
        launched = set(counters.kernels_of(told))
        static = self.static_figures(row, made, launched)
        return {"image": made.stat().st_size, "static": static}

    def static_figures(
        self, row: Row, saved: Path, launched: set[str]
    ) -> dict[str, dict]:
        """Those of the kernels that were launched, of the cubin for the chip."""
        told: dict[str, dict] = {}
        for made in static.cubins(saved, self.chip):
            held, _ = static.read(made, THREADS, unit(row.unit))
            for name, one in held.items():
                if made.chip == self.chip and (name in launched or not launched):
                    told[name] = one.told()
        return told
