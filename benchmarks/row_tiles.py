#!/usr/bin/env python3
"""Times two products in tiles of rows, which are found once, against the same unfused.

A (B C) with B and C dense, and A (A B), on matrices whose columns lie near their rows: a
band, meshes in three orders. `default` is what `auto` chooses, one product after the other;
`control` the same tiles, orders and kernels as `fused`, of which all of the first product
come before those of the second. `private` is `fused` with tiles that keep the rows that
they make, and copy those that escape, which is their share of all. `again` is `fused` once more: how far it is from that is
noise. All are bound, with what was found, and run in turn, `--rounds` times; times are
medians. `finding` is how long it takes to find tiles, `pays` after how many runs that has
paid against the control.

usage: benchmarks/row_tiles.py [--columns K,..] [--types T,..] [--tiles N,..] [--threads N]
       [--rounds N] [--cache BYTES] [MATRIX...]

A MATRIX is the name of one of `bench.data.mesh_matrices`, `band-N` with N rows, or a file.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import scipy.sparse as sp

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "build/release/python"))

import spindle
from bench import data, meshes

FEATURES = (ROOT / "docs/examples/features.mlir").read_text()
#: Both operands of the first product, for A (A B).
DENSE = """    %X: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "X", sparse.dims = ["N", "F"], sparse.access = "read"},
    %W: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "W", sparse.dims = ["F", "H"], sparse.access = "read"},"""
ONE = """    %W: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "W", sparse.dims = ["N", "H"], sparse.access = "read"},"""


def write_program(is_sparse, dtype):
    """A (B C) with the larger of each element and 0, or A (A B)."""
    text = FEATURES
    if is_sparse:
        text = text.replace(DENSE, ONE)
        text = text.replace('["M", "N"]', '["N", "N"]').replace(
            '["M", "H"]', '["N", "H"]'
        )
        text = text.replace(
            "%N, %F, %Xv = sparse.unpack %X : !sparse.tensor<?x?xf32, #sparse.dense>",
            "%N, %F, %Xv = sparse.unpack %W : !sparse.tensor<?x?xf32, #sparse.dense>",
        )
        text = text.replace(
            'sparse.generic "features"\n      ins(%X, %W : !sparse.tensor<?x?xf32, #sparse.dense>,',
            'sparse.generic "features" driver(%A)\n      ins(%A, %W : !sparse.tensor<?x?xf32, #sparse.csr>,',
        )
    return text.replace("f32", dtype)


def read(name):
    """The pattern of a matrix."""
    known = {matrix.name: matrix for matrix in data.mesh_matrices()}
    if name in known:
        made = known[name].make()
    elif name.startswith("band-"):
        made = meshes.band(int(name.removeprefix("band-")))
    else:
        return sp.csr_array(spindle.read(name).to_scipy())
    return sp.csr_array(made.in_scipy())


def compile_one(program, operands, schedule, knobs, threads):
    return spindle.compile(
        str(program), **operands, schedule=schedule, knobs=knobs, threads=threads
    )


def compare(name, pattern, is_sparse, dtype, columns, options, folder):
    """Prints a row for each size of a tile."""
    rng = np.random.default_rng(1)
    number = np.dtype({"f32": "float32", "f64": "float64"}[dtype])
    size = pattern.shape[0]
    matrix = sp.csr_array(pattern, dtype=number)
    matrix.data[:] = rng.standard_normal(matrix.nnz)
    operands = {"A": spindle.array(matrix)}
    if not is_sparse:
        operands["X"] = rng.standard_normal((size, columns)).astype(number)
    shape = (size if is_sparse else columns, columns)
    operands["W"] = rng.standard_normal(shape).astype(number)
    program = folder / "pair.mlir"
    program.write_text(write_program(is_sparse, dtype))
    runs = {
        "default": compile_one(program, operands, "auto", {}, options.threads).bind(
            **operands
        )
    }
    for tile in options.tiles:
        knobs = {"tile": tile, "cache": options.cache, **options.knobs}
        found = None
        for label, fuse, private in (
            ("control", 0, 0),
            ("fused", 1, 0),
            ("private", 1, 1),
            ("again", 1, 0),
        ):
            kernel = compile_one(
                program,
                operands,
                "row_tiles",
                {**knobs, "fuse": fuse, "private": private},
                options.threads,
            )
            begin = time.perf_counter()
            found = kernel.inspect(**operands)
            finding = time.perf_counter() - begin
            runs[label] = kernel.bind(**operands, inspection=found)
            if private:
                ends = np.asarray(found["tile_fusion_escape_starts"])
                escaping = int(ends[int(found["tile_fusion_counts"][0])])
        results = {label: np.copy(run()) for label, run in runs.items()}
        for label in ("fused", "private"):
            if not np.array_equal(results["control"], results[label]):
                sys.exit(f"{name}: expected the same bits {label} and unfused")
        times = {label: [] for label in runs}
        for _ in range(options.rounds):
            for label, run in runs.items():
                begin = time.perf_counter()
                run()
                times[label].append(time.perf_counter() - begin)
        median = {label: 1e3 * float(np.median(each)) for label, each in times.items()}
        counts = [int(count) for count in found["tile_fusion_counts"]]
        gained = median["control"] - median["fused"]
        pays = f"{1e3 * finding / gained:.0f}" if gained > 0 else "never"
        kind = "A (A B)" if is_sparse else "A (B C)"
        print(
            f"| {name} | {kind} | {dtype} | {columns} | {tile} | {counts[3] / max(1, matrix.nnz):.2f} "
            f"| {escaping / max(1, size):.2f} | {median['default']:.1f} "
            f"| {median['control']:.1f} | {median['fused']:.1f} | {median['private']:.1f} "
            f"| {median['control'] / median['fused']:.2f} | {median['default'] / median['fused']:.2f} "
            f"| {median['control'] / median['private']:.2f} "
            f"| {median['again'] / median['fused']:.2f} | {1e3 * finding:.0f} | {pays} |",
            flush=True,
        )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words = lambda text: text.split(",")
    numbers = lambda text: [int(word) for word in text.split(",")]
    parser.add_argument("--columns", type=numbers, default=[32])
    parser.add_argument("--types", type=words, default=["f32"])
    parser.add_argument("--tiles", type=numbers, default=[2048])
    parser.add_argument("--kinds", type=words, default=["dense", "sparse"])
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--cache", type=int, default=0)
    setting = lambda text: {
        word.split("=")[0]: int(word.split("=")[1]) for word in words(text)
    }
    parser.add_argument("--knobs", type=setting, default={"stream": 67108864})
    parser.add_argument("matrices", nargs="*", default=["band-600000"])
    options = parser.parse_args()
    print(
        "| matrix | product | type | columns | tile | fused elements | escaping rows | default "
        "| control | fused | private | control / fused | default / fused | control / private "
        "| again / fused | finding | pays |"
    )
    print("|" + "---|" * 17)
    with tempfile.TemporaryDirectory() as folder:
        for name in options.matrices:
            pattern = read(name)
            for kind in options.kinds:
                for dtype in options.types:
                    for columns in options.columns:
                        compare(
                            name,
                            pattern,
                            kind == "sparse",
                            dtype,
                            columns,
                            options,
                            Path(folder),
                        )


if __name__ == "__main__":
    main()
