#!/usr/bin/env python3
"""Times triangular solves and sweeps of Gauss and Seidel in wavefronts, found once.

For each matrix: its lower triangle solves for one right side (`trsv`), its upper one for
`--columns` of them (`trsm`), and `gauss-seidel` makes ten sweeps with both. Elements are
-1 / (the longest row) and 1 on the diagonal. Serial code, code in wavefronts on one thread
and on `--threads` run in turn, `--rounds` times; what is compared are the fastest runs. All
are bound, with what was found. The last column is how many calls it takes until finding
wavefronts has paid.

usage: benchmarks/wavefronts.py [--columns K] [--threads N] [--rounds N] FILE...

A FILE is a square matrix, or its pattern, in any file that Spindle reads; `grid:N` stands for
the five points of N x N cells, `colours:N` for the same, red cells first.
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np
import scipy.sparse as sp

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "build/release/python"))

import spindle

EXAMPLES = ROOT / "docs/examples"


def make_grid(side, in_colours):
    """The pattern of the five points of a grid."""
    line = sp.diags_array([1.0, 1.0], offsets=[-1, 1], shape=(side, side))
    one = sp.eye_array(side)
    grid = sp.csr_array(sp.kron(line, one) + sp.kron(one, line))
    if in_colours:
        cell = np.arange(side * side)
        order = np.argsort((cell // side + cell % side) % 2, kind="stable")
        grid = grid[order][:, order]
    return sp.csr_array(grid)


def read(name):
    """The matrix that is solved with: dominated by its diagonal, of a symmetric pattern."""
    kind, _, side = name.partition(":")
    if kind in ("grid", "colours"):
        pattern = make_grid(int(side), kind == "colours")
    else:
        pattern = sp.csr_array(spindle.read(name).to_scipy())
    pattern = sp.csr_array(pattern, dtype=np.float64)
    if pattern.shape[0] != pattern.shape[1]:
        sys.exit(f"{name}: expected a square matrix but got {pattern.shape}")
    pattern = sp.csr_array(pattern + pattern.T)
    pattern.setdiag(0)
    pattern.eliminate_zeros()
    pattern.data[:] = -1 / max(1, np.diff(pattern.indptr).max())
    return sp.csr_array(pattern + sp.eye_array(pattern.shape[0]))


def make_problems(matrix, columns):
    """The operands of each program."""
    rng, size = np.random.default_rng(1), matrix.shape[0]
    right = rng.standard_normal(size)
    lower, upper = (
        spindle.array(sp.csr_array(half(matrix))) for half in (sp.tril, sp.triu)
    )
    many = rng.standard_normal((size, columns))
    whole = spindle.array(matrix)
    start = {"b": right, "x": np.zeros(size), "sweeps": 10}
    return {
        "trsv": {"L": lower, "b": right},
        "trsm": {"U": upper, "B": many},
        "gauss-seidel": {"A": whole, **start},
    }


def time_runs(run, runs):
    """The fastest of some runs, in seconds."""
    fastest = float("inf")
    for _ in range(runs):
        begin = time.perf_counter()
        run()
        fastest = min(fastest, time.perf_counter() - begin)
    return fastest


def bind(program, operands, threads, is_serial):
    """A kernel with operands, which has found what it needs; and the seconds that took."""
    kernel = spindle.compile(
        str(EXAMPLES / f"{program}.mlir"),
        **operands,
        schedule="wavefronts",
        knobs={"wavefronts": 0 if is_serial else 1},
        threads=threads,
    )
    tensors = {name: a for name, a in operands.items() if isinstance(a, spindle.Array)}
    # What a program updates is its own here, so that all compute the same.
    own = {name: a.copy() if name == "x" else a for name, a in operands.items()}
    if is_serial:
        return kernel.bind(**own), None, 0, 0
    find = lambda: kernel.inspect(**tensors)
    found = find()
    run = kernel.bind(**own, inspection=found)
    return run, find, time_runs(find, 3), int(found["wavefronts_counts"][0])


def compare(name, options):
    """Prints a row for each program."""
    matrix = read(name)
    for program, operands in make_problems(matrix, options.columns).items():
        bound = {
            "serial": bind(program, operands, 1, True),
            "one": bind(program, operands, 1, False),
            "several": bind(program, operands, options.threads, False),
        }
        results = [np.copy(each[0]()) for each in bound.values()]
        if not all(np.array_equal(results[0], other) for other in results[1:]):
            sys.exit(
                f"{name}: {program}: expected the bits of serial code but got others"
            )
        best = dict.fromkeys(bound, float("inf"))
        once = max(best["serial"], 1e-9)
        for _ in range(options.rounds):
            for key, (run, *_) in bound.items():
                once = time_runs(run, 1)
                runs = int(min(50, max(2, 0.05 / max(once, 1e-6))))
                best[key] = min(best[key], time_runs(run, runs))
        _, find, inspection, count = bound["several"]
        inspection = min(inspection, time_runs(find, 3))
        gain = best["serial"] - min(best["one"], best["several"])
        pays = (
            f"{int(np.ceil(inspection / gain))}"
            if gain > 0.02 * best["serial"]
            else "never"
        )
        cells = [
            Path(name).name.removesuffix(".mtx.gz"),
            program,
            matrix.shape[0],
            matrix.nnz,
        ]
        cells += [count]
        cells += [f"{1e3 * t:.3f}" for t in (inspection, *best.values())]
        cells += [f"{best['serial'] / min(best['one'], best['several']):.2f}", pays]
        print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--columns", type=int, default=32)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    head = ["matrix", "program", "rows", "elements", "wavefronts", "to find them, ms"]
    head += [
        "serial",
        "in wavefronts",
        f"{options.threads} threads",
        "times as fast",
        "pays from",
    ]
    print("| " + " | ".join(head) + " |\n" + "|--" * len(head) + "|")
    for name in options.files:
        compare(name, options)


if __name__ == "__main__":
    sys.exit(main())
