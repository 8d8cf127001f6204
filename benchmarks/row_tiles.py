#!/usr/bin/env python3
"""Times products that follow one another, in tiles of rows, against the same unfused.

Products are those of `bench/tiles/products.py`, contestants those of `contestants.py`
there. All are bound, with tiles that were found before, and run in turn, `--rounds`
times; times are medians, in milliseconds. `finding` is how long it takes to find tiles,
`pays` after how many runs that has paid against the control.

    benchmarks/row_tiles.py --table pairs --write       a table of the page, as it is there
    benchmarks/row_tiles.py --types f64 --tiles 512,1024 band-100000

Tables are those of `pages.py`; options change what they are of:

    pairs     the usual contestants and MKL, in f32 and f64, with 32 to 128 columns
    transposed  the same with C stored by columns, A (B C)
    chains    three products of A, and two layers of a graph network
    long-row  a matrix of which one row has half of all elements
    sweep     tiles of 256 to 8192 rows
    meshes    matrices of meshes, in several orders, and small ones repeated
    elsewhere  what `auto` chooses where structures stay, on matrices of which tiles
              fuse little: meshes, and the data folder's graphs and matrices
    ablation  tiles that are not halved, and halved to fit into caches of several sizes
    shares    how many elements are fused, by the rows of a tile; nothing runs
    busy      how long threads are at work in a run, the least, the most, and the most by
              the mean; saved kernels, by OpenMP's interface for tools
    misses    misses of a cache of 512 kB, counted by Valgrind, those that fusing saves, and
              how many it should by the lines that fused rows read

A MATRIX is the name of one of `bench.data.mesh_matrices`, `band-N` with N rows,
`long-row-N`, a diagonal with a full row in the middle, or a file; `FILE*N` is that again and again along the diagonal, for N elements or more. MKL is
installed by `utils/bench --install --peers mkl`.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "build/release/python"))

from bench.errors import Missing, Misuse, Wrong, known
from bench.tiles import mkl, pages, tables
from bench.tiles.contestants import CONTESTANTS
from bench.tiles.pages import Page
from bench.tiles.problem import Problem, read
from bench.tiles.products import PRODUCTS

DOCUMENT = ROOT / "docs/Benchmarks/row-tiles.md"


def parse() -> tuple[Page, argparse.Namespace]:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words = lambda text: tuple(text.split(","))
    numbers = lambda text: tuple(int(word) for word in words(text))
    setting = lambda text: {
        word.split("=")[0]: int(word.split("=")[1]) for word in words(text)
    }
    add = parser.add_argument
    add("--table", default="")
    add("--write", action="store_true", help="put the table into the page")
    add("--products", type=words)
    add("--contestants", type=words)
    add("--columns", type=numbers)
    add("--types", type=words)
    add("--tiles", type=numbers)
    add("--threads", type=int)
    add("--rounds", type=int)
    add("--caches", type=numbers)
    add("--knobs", type=setting)
    add("matrices", nargs="*")
    options = parser.parse_args()
    known_pages = pages.make_pages()
    if options.table:
        known("table", options.table, known_pages)
    elif options.write:
        raise Misuse("expected --table with --write")
    chosen = {
        name: value
        for name, value in vars(options).items()
        if name not in ("table", "write") and value
    }
    page = replace(known_pages.get(options.table, Page()), **chosen)
    for name in page.products:
        known("product", name, PRODUCTS)
    for name in page.contestants:
        known("contestant", name, CONTESTANTS)
    return page, options


def make_problems(page: Page) -> Iterator[Problem]:
    """All problems that a table is of."""
    for name in page.matrices:
        pattern = read(name)
        for product in page.products:
            for dtype in page.types:
                for columns in page.columns:
                    yield Problem(name, PRODUCTS[product], dtype, columns, pattern)


def run(page: Page, options: argparse.Namespace, folder: Path) -> None:
    lines = []
    for line in pages.write(page, make_problems(page), folder):
        print(line, flush=True)
        lines.append(line)
    if options.write:
        text = "\n" + "\n".join(lines) + "\n\n"
        tables.write(DOCUMENT, options.table, text)


def main() -> int:
    try:
        page, options = parse()
        if "mkl" in page.contestants:
            mkl.set_environment(page.threads)
        with tempfile.TemporaryDirectory() as folder:
            run(page, options, Path(folder))
    except (Missing, Misuse, Wrong) as error:
        print(f"row_tiles: {error}", file=sys.stderr)
        return 2 if isinstance(error, Misuse) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
