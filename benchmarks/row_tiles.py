#!/usr/bin/env python3
"""Times two products in tiles of rows, which are found once, against the same unfused.

A (B C) with B and C dense, A (A B), A (A (A B)) and two layers of a graph network, relu of A
(relu of A (X W1)) W2, on matrices whose columns lie near their rows: a
band, meshes in three orders. `default` is what `auto` chooses, one product after the other;
`control` the same tiles, orders and kernels as `fused`, of which all of the first product
come before those of the second. `private` is `fused` with tiles that keep the rows that
they make, and copy those that escape, which is their share of all. `again` is `fused` once more: how far it is from that is
noise. All are bound, with what was found, and run in turn, `--rounds` times; times are
medians. `finding` is how long it takes to find tiles, `pays` after how many runs that has
paid against the control.

usage: benchmarks/row_tiles.py [--columns K,..] [--types T,..] [--tiles N,..] [--threads N]
       [--rounds N] [--cache BYTES] [--kinds dense,sparse,chain,layers] [MATRIX...]

A MATRIX is the name of one of `bench.data.mesh_matrices`, `band-N` with N rows, `long-row-N`, a
diagonal of which the row in the middle has all N columns, or a file.
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


#: What the products of each kind are, as the table has it.
KINDS = {
    "dense": "A (B C)",
    "sparse": "A (A B)",
    "chain": "A (A (A B))",
    "layers": "two layers",
}
#: One more product of A: of T, which was Y, with D columns of W1 in between or none.
PRODUCT = """
  sparse.fill %OUTv, %zero : !sparse.buffer<?x?xf32>
  sparse.generic "NAME" DRIVER
      ins(%LEFT, %RIGHT : !sparse.tensor<?x?xf32, FORMAT>, !sparse.tensor<?x?xf32, #sparse.dense>)
      outs(%OUT : !sparse.tensor<?x?xf32, #sparse.dense>)
      maps [affine_map<(i, j, h) -> (i, j)>, affine_map<(i, j, h) -> (j, h)>, affine_map<(i, j, h) -> (i, h)>]
      kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%a: f32, %t: f32):
    %p = arith.mulf %a, %t : f32
    sparse.yield %p : f32
  }
"""
LARGER = """
  sparse.generic "larger"
      ins(%OUT : !sparse.tensor<?x?xf32, #sparse.dense>) outs(%OUT : !sparse.tensor<?x?xf32, #sparse.dense>)
      maps [affine_map<(i, h) -> (i, h)>, affine_map<(i, h) -> (i, h)>] kinds [spatial, spatial] {
  ^bb0(%y: f32):
    %r = arith.maximumf %y, %zero : f32
    sparse.yield %r : f32
  }
"""
MEMORY = """
  %OUTv = sparse.alloc on (%N, %H) : (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
  %OUT = sparse.pack %OUTv : !sparse.buffer<?x?xf32> -> !sparse.tensor<?x?xf32, #sparse.dense>
"""
CHAIN = """
func.func @chain(
    %A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.dims = ["N", "N"], sparse.access = "read"},
    OPERANDS
    %Y: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "Y", sparse.dims = ["N", "H"], sparse.access = "write"}) {
  %zero = arith.constant 0.0 : f32
  %N, %H, %Yv = sparse.unpack %Y : !sparse.tensor<?x?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
"""
OPERAND = '%NAME: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "NAME", sparse.dims = ["ROWS", "H"], sparse.access = "read"},'


def write_product(left, right, out):
    text = "" if out == "Y" else MEMORY
    is_sparse = left == "A"
    text += PRODUCT.replace("FORMAT", "#sparse.csr" if is_sparse else "#sparse.dense")
    text = text.replace("DRIVER", "driver(%A)" if is_sparse else "")
    text = text.replace("NAME", f"{left}_{right}")
    text = text.replace("LEFT", left).replace("RIGHT", right)
    return text.replace("OUT", out)


def write_chain(kind, dtype):
    """Three products of A, or two layers with as many columns as H throughout."""
    if kind == "chain":
        operands = [("W", "N")]
        products = [("A", "W", "T1"), ("A", "T1", "T2"), ("A", "T2", "Y")]
    else:
        operands = [("X", "N"), ("W1", "H"), ("W2", "H")]
        products = [("X", "W1", "T1"), ("A", "T1", "T2"), ("T2", "W2", "T3")]
        products.append(("A", "T3", "Y"))
    text = CHAIN.replace(
        "OPERANDS",
        "\n    ".join(
            OPERAND.replace("NAME", name).replace("ROWS", rows)
            for name, rows in operands
        ),
    )
    for left, right, out in products:
        text += write_product(left, right, out)
        if kind == "layers" and left == "A":
            text += LARGER.replace("OUT", out)
    return (text + "  return\n}\n").replace("f32", dtype)


def write_program(kind, dtype):
    """The program of one of `KINDS`; A (B C) with the larger of each element and 0."""
    if kind in ("chain", "layers"):
        return write_chain(kind, dtype)
    text = FEATURES
    if kind == "sparse":
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


def make_long_row(rows):
    """A diagonal with a full row in the middle."""
    before, behind = np.split(np.arange(rows), [rows // 2])
    columns = np.concatenate([before, np.arange(rows), behind[1:]])
    lengths = np.ones(rows, dtype=np.int64)
    lengths[rows // 2] = rows
    positions = np.concatenate([[0], np.cumsum(lengths)])
    values = np.ones(columns.size, dtype="float32")
    arrays = (values, columns.astype("int32"), positions.astype("int32"))
    return sp.csr_array(arrays, shape=(rows, rows))


def read(name):
    """The pattern of a matrix."""
    known = {matrix.name: matrix for matrix in data.mesh_matrices()}
    if name in known:
        made = known[name].make()
    elif name.startswith("long-row-"):
        return make_long_row(int(name.removeprefix("long-row-")))
    elif name.startswith("band-"):
        made = meshes.band(int(name.removeprefix("band-")))
    else:
        return sp.csr_array(spindle.read(name).to_scipy())
    return sp.csr_array(made.in_scipy())


def compile_one(program, operands, schedule, knobs, threads):
    return spindle.compile(
        str(program), **operands, schedule=schedule, knobs=knobs, threads=threads
    )


def compare(name, pattern, kind, dtype, columns, options, folder):
    """Prints a row for each size of a tile."""
    rng = np.random.default_rng(1)
    number = np.dtype({"f32": "float32", "f64": "float64"}[dtype])
    size = pattern.shape[0]
    matrix = sp.csr_array(pattern, dtype=number)
    matrix.data[:] = rng.standard_normal(matrix.nnz)
    operands = {"A": spindle.array(matrix)}
    draw = lambda rows: rng.standard_normal((rows, columns)).astype(number)
    if kind in ("dense", "layers"):
        operands["X"] = draw(size)
    if kind == "layers":
        operands |= {"W1": draw(columns), "W2": draw(columns)}
    else:
        operands["W"] = draw(columns if kind == "dense" else size)
    program = folder / "pair.mlir"
    program.write_text(write_program(kind, dtype))
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
        fused = [counts[3], *counts[5::2]]
        print(
            f"| {name} | {KINDS[kind]} | {dtype} | {columns} | {tile} "
            f"| {', '.join(f'{count / max(1, matrix.nnz):.2f}' for count in fused)} "
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
                            kind,
                            dtype,
                            columns,
                            options,
                            Path(folder),
                        )


if __name__ == "__main__":
    main()
