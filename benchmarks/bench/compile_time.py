"""How long the compiler takes, from a program to a function that can be called."""

import json
import statistics
import subprocess
import tempfile
from pathlib import Path

from bench import places

#: The row of the table, which no contestant but Spindle is in.
ROW = "compile"
RUNS = 11
REACH, STRETCH = 0.060, 0.025


#: What is compiled, by options of `sparse-run`.
KINDS = {"128 columns": "K=128", "any number of columns": "none"}


def measure(program: str) -> dict[str, dict]:
    """The figures of each kind."""
    return {
        name: measure_one(program, ["--specialize", size])
        for name, size in KINDS.items()
    }


def measure_one(program: str, options: list[str], runs: int = RUNS) -> dict:
    """Seconds of the first compilation of a process, passes and code generation, by
    `sparse-run`'s own clock; start and dialects' registration are not counted."""
    graph = places.ROOT / "data" / "cora.mtx.gz"
    seconds = []
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [program, "spmm", "--bind", f"A={graph}", "--bind", "B=ones"]
        command += ["--size", "K=128", "--json", str(report), *options]
        for _ in range(runs):
            subprocess.run(command, check=True, capture_output=True)
            seconds.append(json.loads(report.read_text())["compile_seconds"])
    quartiles = statistics.quantiles(seconds, n=4)
    return {
        "seconds": statistics.median(seconds),
        "quartiles": [quartiles[0], quartiles[2]],
        "rounds": runs,
    }
