"""Spindle's command line: a process of `sparse-run --bench` for each turn."""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import scipy.sparse

from bench import places
from bench.errors import Missing
from bench.kernels import Problem
from bench.peers.peer import Prepared, Timed, no_kernel
from bench.peers.sparse_run import SparseRun


class Command(SparseRun):
    """It compiles the program for the operands, and times it in its own process. A turn is
    as many runs as one of the others, after its own to warm up."""

    name = "command"

    def prepare(self, problem: Problem, variant: str) -> Prepared:
        if variant or problem.a.format != "csr" or problem.dtype == "bf16":
            raise no_kernel(self, problem, variant)
        folder = Path(tempfile.mkdtemp(dir=places.folder("command")))
        command = [str(self.program), problem.kernel, *write(problem, folder)]
        command += ["--dtype", problem.dtype, "--cache"]
        command += ["--threads", os.environ.get("OMP_NUM_THREADS", "1")]
        (result,) = problem.results
        made = folder / "result.npy"
        call([*command, "--out", f"{result.partition('_')[0]}={made}"], folder)

        def time(runs: int) -> list[float]:
            report = folder / "report.json"
            call([*command, f"--bench={runs}", "--json", str(report)], folder)
            return [json.loads(report.read_text())["seconds_median"]]

        return Prepared(
            Timed(time),
            lambda: {result: np.load(made)},
            lambda: shutil.rmtree(folder, ignore_errors=True),
        )


def write(problem: Problem, folder: Path) -> list[str]:
    """Writes the operands to files; the options that name them."""
    matrix = folder / "A.npz"
    scipy.sparse.save_npz(matrix, problem.a.in_scipy(), compressed=False)
    options = ["--bind", f"A={matrix}"]
    for name, array in problem.dense.items():
        np.save(folder / f"{name}.npy", array)
        options += ["--bind", f"{name}={folder / name}.npy"]
    return options


def call(command: list[str], folder: Path) -> None:
    environment = {**os.environ, "SPINDLE_CACHE_DIR": str(folder / "cache")}
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, env=environment
    )
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise Missing(f"sparse-run fails: {said[0] if said else done.returncode}")
