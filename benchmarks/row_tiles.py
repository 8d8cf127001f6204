#!/usr/bin/env python3
"""Times products that follow one another, in tiles of rows, against the same unfused.

Products are those of `bench/tiles/products.py`, contestants those of `contestants.py`
there. All are bound, with tiles that were found before, and run in turn, `--rounds`
times; times are medians, in milliseconds. `finding` is how long it takes to find tiles,
`pays` after how many runs that has paid against the control.

A MATRIX is the name of one of `bench.data.mesh_matrices`, `band-N` with N rows, or a
file; `FILE*N` is that again and again along the diagonal, for N elements or more.
"""

import argparse
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "build/release/python"))

from bench.errors import Misuse, Wrong, known
from bench.tiles import mkl, tables
from bench.tiles.cells import Bench
from bench.tiles.contestants import CONTESTANTS
from bench.tiles.problem import Problem, Setting, read
from bench.tiles.products import PRODUCTS

#: Those that run unless `--contestants` says otherwise.
USUAL = ["default", "control", "fused", "again"]


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words = lambda text: text.split(",")
    numbers = lambda text: [int(word) for word in words(text)]
    setting = lambda text: {
        word.split("=")[0]: int(word.split("=")[1]) for word in words(text)
    }
    add = parser.add_argument
    add("--products", type=words, default=["dense", "sparse"])
    add("--contestants", type=words, default=USUAL)
    add("--columns", type=numbers, default=[32])
    add("--types", type=words, default=["f32"])
    add("--tiles", type=numbers, default=[2048])
    add("--threads", type=int, default=2)
    add("--rounds", type=int, default=9)
    add("--cache", type=int, default=0)
    add("--knobs", type=setting, default={"stream": 67108864})
    add("matrices", nargs="*", default=["band-600000"])
    options = parser.parse_args()
    for name in options.products:
        known("product", name, PRODUCTS)
    for name in options.contestants:
        known("contestant", name, CONTESTANTS)
    return options


def make_problems(options: argparse.Namespace):
    """All problems that the options ask for."""
    for name in options.matrices:
        pattern = read(name)
        for product in options.products:
            for dtype in options.types:
                for columns in options.columns:
                    yield Problem(name, PRODUCTS[product], dtype, columns, pattern)


def run(options: argparse.Namespace, folder: Path) -> None:
    columns = tables.contest(options.contestants)
    print(tables.head(columns))
    for problem in make_problems(options):
        bench = Bench(problem, folder)
        for tile in options.tiles:
            setting = Setting(tile, options.cache, options.threads, options.knobs)
            cell = bench.measure(options.contestants, setting, options.rounds)
            print(tables.row(columns, cell), flush=True)


def main() -> int:
    try:
        options = parse()
        if "mkl" in options.contestants:
            mkl.set_environment(options.threads)
        with tempfile.TemporaryDirectory() as folder:
            run(options, Path(folder))
    except (Misuse, Wrong) as error:
        print(f"row_tiles: {error}", file=sys.stderr)
        return 2 if isinstance(error, Misuse) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
