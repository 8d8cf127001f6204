#!/usr/bin/env python3
"""Times products by small matrices whose structure is in the code, against loops.

    benchmarks/dismantled.py [--build build/release] [--rounds 3] [--elements 100 424 ..]

Prints a row of a table for each number of elements and of columns: what `auto` takes, and
what `transform.sparse.dismantle` makes of the same loops takes of that, with the values in
the code and without; and what compiling takes for an element. Matrices are square, and a
tenth of them is stored; one column is a vector; rounds alternate, and the least median of a contestant counts.
"""

import argparse
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCHEDULE = ROOT / "docs" / "examples" / "dismantled.mlir"
IN_CODE = ["--schedule", f"{SCHEDULE}:dismantled", "--knob", "dismantle=4000"]
CONTESTANTS = {
    "auto": [],
    "all": ["--constant", "A", *IN_CODE],
    "structure": ["--constant", "A=structure", *IN_CODE],
}


def write_matrix(path: Path, elements: int, seed: int = 1) -> int:
    """Writes a matrix of so many elements, and gives its size."""
    import numpy as np

    size = math.ceil(math.sqrt(10 * elements))
    random = np.random.default_rng(seed)
    places = np.sort(random.choice(size * size, elements, replace=False))
    lines = [
        f"{p // size + 1} {p % size + 1} {random.standard_normal():.6f}" for p in places
    ]
    head = "%%MatrixMarket matrix coordinate real general"
    path.write_text("\n".join([head, f"{size} {size} {elements}", *lines]) + "\n")
    return size


def run(
    build: Path, matrix: Path, columns: int, words: list[str]
) -> tuple[float, float]:
    """The median of a run, and what compiling took, in seconds."""
    program = (
        ["spmv", "--bind", "x=random"]
        if columns == 1
        else ["spmm", "--bind", "B=random"]
    )
    sizes = [] if columns == 1 else ["--size", f"K={columns}"]
    command = [build / "bin" / "sparse-run", *program, *sizes, "--bind", f"A={matrix}"]
    told = matrix.with_suffix(".json")
    command += ["--bench=301", "--json", told]
    subprocess.run([*command, *words], capture_output=True, check=True)
    report = json.loads(told.read_text())
    return report["seconds_median"], report["compile_seconds"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "release")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--elements", type=int, nargs="+", default=[100, 424, 1000, 2000, 3000]
    )
    parser.add_argument("--columns", type=int, nargs="+", default=[1, 8, 16, 32, 64])
    given = parser.parse_args()
    print(
        "| elements | columns | auto | in the code, values too | structure alone | ms each |"
    )
    print("|--|--|--|--|--|--|")
    with tempfile.TemporaryDirectory() as folder:
        for elements in given.elements:
            matrix = Path(folder, "a.mtx")
            write_matrix(matrix, elements)
            for columns in given.columns:
                measure(given, matrix, elements, columns)


def measure(
    given: argparse.Namespace, matrix: Path, elements: int, columns: int
) -> None:
    """Prints the row of ``columns``."""
    times = {name: [] for name in CONTESTANTS}
    compiled = 0.0
    for _ in range(given.rounds):
        for name, words in CONTESTANTS.items():
            taken, seconds = run(given.build, matrix, columns, words)
            times[name].append(taken)
            compiled = seconds if name == "all" else compiled
    least = {name: min(taken) for name, taken in times.items()}
    shares = [f"{least[name] / least['auto']:.2f}" for name in ("all", "structure")]
    each = f"{1e3 * compiled / elements:.1f}"
    row = [str(elements), str(columns), f"{1e6 * least['auto']:.2f} us", *shares, each]
    print("| " + " | ".join(row) + " |")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
