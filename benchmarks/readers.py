#!/usr/bin/env python3
"""Times the readers of text files against SciPy's mmread, both on one core.

Files of about `--megabytes` of text are generated, or those on the command line
are taken. The two run in turn, `--rounds` times, and medians are compared; a
ratio above 1 means that Spindle is faster. Spindle's figure is the reading alone
(`read_seconds` of `sparse-run --json`), with values of f64; SciPy's is that of
mmread. MB/s are of the text, also where the file is compressed. SciPy has no
reader of .smtx.

usage: benchmarks/readers.py [--megabytes M] [--rounds N] [FILE.mtx[.gz]...]
"""

import argparse
import gzip
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import scipy.io

ROOT = Path(__file__).resolve().parent.parent


def write_coordinates(path: Path, field: str, values: list[str] | None, n: int) -> None:
    """A matrix of 10^6 rows and columns with `n` entries anywhere."""
    rng = np.random.default_rng(1)
    row = rng.integers(1, 10**6 + 1, n).tolist()
    col = rng.integers(1, 10**6 + 1, n).tolist()
    columns = (row, col, values) if values else (row, col)
    with path.open("w") as file:
        file.write(f"%%MatrixMarket matrix coordinate {field} general\n")
        file.write(f"1000000 1000000 {n}\n")
        file.writelines(" ".join(map(str, line)) + "\n" for line in zip(*columns))


def write_smtx(path: Path, n: int) -> None:
    """A matrix of 10^5 rows with `n` entries in all."""
    rng = np.random.default_rng(1)
    offsets = np.linspace(0, n, 10**5 + 1).astype(np.int64)
    with path.open("w") as file:
        file.write(f"100000, 1000000, {n}\n")
        for numbers in (offsets, rng.integers(0, 10**6, n)):
            file.write(" ".join(map(str, numbers.tolist())) + "\n")


def generate(folder: Path, megabytes: int) -> list[Path]:
    """A file of every kind."""
    rng = np.random.default_rng(2)
    kinds = {
        "real-17-digits": ("real", lambda n: map(repr, rng.normal(size=n).tolist())),
        "real-4-decimals": ("real", lambda n: (f"{x:.4f}" for x in rng.normal(size=n))),
        "integer": ("integer", lambda n: map(str, rng.integers(-(10**6), 10**6, n))),
        "pattern": ("pattern", None),
    }
    bytes_per_line = {"real-17-digits": 33, "pattern": 14}
    paths = []
    for name, (field, draw) in kinds.items():
        n = megabytes * 10**6 // bytes_per_line.get(name, 21)
        paths.append(folder / f"{name}.mtx")
        write_coordinates(paths[-1], field, list(draw(n)) if draw else None, n)
    packed = folder / "real-17-digits.mtx.gz"
    packed.write_bytes(gzip.compress(paths[0].read_bytes(), 6))
    paths += [packed, folder / "indices.smtx"]
    write_smtx(paths[-1], megabytes * 10**6 // 7)
    return paths


def text_bytes(path: Path) -> int:
    """The size of the text in a file."""
    if path.suffix != ".gz":
        return path.stat().st_size
    with gzip.open(path) as file:
        return sum(len(block) for block in iter(lambda: file.read(1 << 20), b""))


def time_spindle(program: str, path: Path) -> float:
    """The seconds that reading takes in sparse-run."""
    command = [program, "spmv", "--dtype", "f64", "--bind", f"A={path}"]
    command += ["--bind", "x=ones"]
    output = subprocess.run([*command, "--json", "-"], check=True, capture_output=True)
    return json.loads(output.stdout)["read_seconds"]


def time_scipy(path: Path) -> float | None:
    """The seconds of one reading; None where SciPy cannot."""
    if ".smtx" in path.suffixes:
        return None
    begin = time.perf_counter()
    scipy.io.mmread(path)
    return time.perf_counter() - begin


def compare(program: str, path: Path, rounds: int) -> str:
    """A row of the table."""
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(time_spindle(program, path))
        theirs.append(time_scipy(path))
    megabytes = text_bytes(path) / 1e6
    rate = megabytes / statistics.median(ours)
    row = f"| {path.name} | {megabytes:.0f} | {rate:.0f} |"
    if None in theirs:
        return row + " | |"
    other = megabytes / statistics.median(theirs)
    return row + f" {other:.0f} | {rate / other:.2f} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--program", default=ROOT / "build/release/bin/sparse-run")
    parser.add_argument("--megabytes", type=int, default=128)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("files", nargs="*", metavar="FILE", type=Path)
    options = parser.parse_args()
    # SciPy reads with as many threads as there are cores.
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print("| file | MB of text | Spindle MB/s | SciPy MB/s | ratio |")
    print("|--|--|--|--|--|")
    with tempfile.TemporaryDirectory() as scratch:
        files = options.files or generate(Path(scratch), options.megabytes)
        for path in files:
            row = compare(options.program, path, options.rounds)
            print(row, flush=True)


if __name__ == "__main__":
    sys.exit(main())
