# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s %spindle_src_root
"""The advisor's costs are found again from times that follow from costs."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np

ROOT = Path(sys.argv[1])
#: Nanoseconds of what is counted, in rows and in slices.
COSTS = {"csr": [2, 1, 0, 5, 0, 0, 1, 0], "sell": [4, 8, 0, 0, 0, 0, 1, 0]}
#: With fast gathers, and without.
CPUS = ("sapphirerapids", "znver4")


def write_matrices() -> list[str]:
    rng = np.random.default_rng(8)
    names = []
    for number in range(7):
        rows, columns = 300 + 150 * number, 900 - 100 * number
        places = np.argwhere(rng.random((rows, columns)) < 0.003 * (number + 2))
        lines = ["%%MatrixMarket matrix coordinate pattern general"]
        lines.append(f"{rows} {columns} {len(places)}")
        lines += [f"{row + 1} {column + 1}" for row, column in places]
        names.append(f"drawn-{number}")
        Path("data", f"{names[-1]}.mtx").write_text("\n".join(lines) + "\n")
    return names


def advise(name: str, cpu: str) -> list[dict]:
    command = ["sparse-run", "spmv", "--bind", f"A=data/{name}.mtx", "--advise", "A"]
    command += ["--cpu", cpu]
    done = subprocess.run(
        [*command, "--json", "-"], check=True, capture_output=True, text=True
    )
    return json.loads(done.stdout)["estimates"]


def make_times(names: list[str], cpu: str) -> dict[str, dict[str, float]]:
    """The times of all formats that have costs here."""
    times = {}
    for name in names:
        for estimate in advise(name, cpu):
            costs = COSTS.get(estimate["format"].partition("(")[0])
            if costs:
                seconds = 1e-9 * np.dot(costs, estimate["counts"])
                key = f"spmv {name} {estimate['format']}"
                times[key] = {"seconds": seconds, "convert": 2 * seconds}
    return times


def run(task: str, cpu: str) -> str:
    script = ROOT / "benchmarks/fit_advisor.py"
    command = [sys.executable, str(script), task, "times.json", "--data", "data"]
    command += ["--kernels", "spmv", "--matrices", "drawn", "--program", "sparse-run"]
    command += ["--cpu", cpu]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    Path("data").mkdir()
    names = write_matrices()
    for cpu in CPUS:
        Path("times.json").write_text(json.dumps(make_times(names, cpu)))
        found = run("fit", cpu)
        # Two of the matrices have rows for a large window.
        assert "csr False: 7 samples, error 0.00" in found, found
        assert "sell False: 16 samples, error 0.00" in found, found
        assert "of 7 within a tenth of the best" in run("check", cpu)
