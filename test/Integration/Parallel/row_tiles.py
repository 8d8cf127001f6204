# RUN: %python %s %spindle_src_root/docs/examples | FileCheck %s
# CHECK: {{^[1-9][0-9]*}} pairs of products compared, 0 wrong
"""Pairs of products in tiles of rows are NumPy's, and to the byte those without tiles.

Dense times dense and sparse times dense as the first, with a bias and the larger of a
number and 0, and C transposed; sparse times dense and products of sampled elements as the
second. On 1, 2, 3 and 5 threads, with indices of 32 and 64 bits, columns in any order, empty
rows, a dense row, fewer rows than workers, one row and none.
"""

import sys
import tempfile
from pathlib import Path

import batch
import numpy as np
import scipy.sparse

#: Threads, rows of a tile, bytes of a cache, whether nests are fused, and whether tiles keep
#: their rows.
RUNS = (
    (1, 64, 0, 1, 0),
    (2, 64, 65536, 0, 1),
    (3, 0, 65536, 1, 0),
    (5, 64, 0, 1, 0),
    (1, 64, 0, 1, 1),
    (2, 64, 65536, 1, 1),
    (3, 0, 0, 1, 1),
    (5, 64, 0, 1, 1),
)
#: Patterns of more elements are not interpreted.
MOST_CHECKED = 3000

HEAD = """
func.func @pair(
    %A: !sparse.tensor<?x?xTYPE, FORMAT> {sparse.name = "A", sparse.dims = ["M", "N"], sparse.access = "read"},
    FIRST
    %D: !sparse.tensor<?x?xTYPE, #sparse.dense> {sparse.name = "D", sparse.dims = ["M", "H"], sparse.access = "write"}) {
  %zero = arith.constant 0.0 : TYPE
  %N, %F, %Bv = sparse.unpack %B : !sparse.tensor<?x?xTYPE, FIRST_FORMAT> -> !axis.axis<dense_fixed>, AXIS, !sparse.buffer<VALUES>
  %M, %H, %Dv = sparse.unpack %D : !sparse.tensor<?x?xTYPE, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xTYPE>
  %Tv = sparse.alloc on (%N, %H) : (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xTYPE>
  %T = sparse.pack %Tv : !sparse.buffer<?x?xTYPE> -> !sparse.tensor<?x?xTYPE, #sparse.dense>
  sparse.fill %Tv, %zero : !sparse.buffer<?x?xTYPE>
  sparse.generic "first" DRIVER
      ins(%B, %C : !sparse.tensor<?x?xTYPE, FIRST_FORMAT>, !sparse.tensor<?x?xTYPE, #sparse.dense>)
      outs(%T : !sparse.tensor<?x?xTYPE, #sparse.dense>)
      maps [affine_map<(n, f, h) -> (n, f)>, affine_map<(n, f, h) -> (C_MAP)>, affine_map<(n, f, h) -> (n, h)>]
      kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%x: TYPE, %w: TYPE):
    %p = arith.mulf %x, %w : TYPE
    sparse.yield %p : TYPE
  }
"""
BIAS = """
  sparse.generic "bias"
      ins(%T, %b : !sparse.tensor<?x?xTYPE, #sparse.dense>, !sparse.tensor<?xTYPE, #sparse.dense>)
      outs(%T : !sparse.tensor<?x?xTYPE, #sparse.dense>)
      maps [affine_map<(n, h) -> (n, h)>, affine_map<(n, h) -> (h)>, affine_map<(n, h) -> (n, h)>]
      kinds [spatial, spatial] {
  ^bb0(%t: TYPE, %v: TYPE):
    %s = arith.addf %t, %v : TYPE
    %r = arith.maximumf %s, %zero : TYPE
    sparse.yield %r : TYPE
  }
"""
SECOND = """
  sparse.fill %Dv, %zero : !sparse.buffer<?x?xTYPE>
  sparse.generic "second" driver(%A)
      ins(%A, %T : !sparse.tensor<?x?xTYPE, FORMAT>, !sparse.tensor<?x?xTYPE, #sparse.dense>)
      outs(%D : !sparse.tensor<?x?xTYPE, #sparse.dense>)
      maps [affine_map<(i, j, h) -> (i, j)>, affine_map<(i, j, h) -> (j, h)>, affine_map<(i, j, h) -> (i, h)>]
      kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%a: TYPE, %t: TYPE):
    %p = arith.mulf %a, %t : TYPE
    sparse.yield %p : TYPE
  }
  return
}
"""
DENSE = '%B: !sparse.tensor<?x?xTYPE, #sparse.dense> {sparse.name = "B", sparse.dims = ["N", "F"], sparse.access = "read"},'
SPARSE = '%B: !sparse.tensor<?x?xTYPE, FORMAT> {sparse.name = "B", sparse.dims = ["N", "F"], sparse.access = "read"},'
RIGHT = '%C: !sparse.tensor<?x?xTYPE, #sparse.dense> {sparse.name = "C", sparse.dims = [C_DIMS], sparse.access = "read"},'
VECTOR = '%b: !sparse.tensor<?xTYPE, #sparse.dense> {sparse.name = "b", sparse.dims = ["H"], sparse.access = "read"},'


def write_program(kind: str, dtype: str, wide: bool) -> str:
    """The program of one pair; `kind` has words."""
    is_sparse, is_transposed = "sparse" in kind, "transposed" in kind
    first = (SPARSE if is_sparse else DENSE) + RIGHT
    text = HEAD + (BIAS if "bias" in kind else "") + SECOND
    axis = (
        "!axis.axis<sparse_variable, WIDEsorted, unique>"
        if is_sparse
        else "!axis.axis<dense_fixed>"
    )
    for name, value in (
        ("FIRST_FORMAT", "FORMAT" if is_sparse else "#sparse.dense"),
        ("FIRST", first + (VECTOR if "bias" in kind else "")),
        ("AXIS", axis),
        ("VALUES", "?xTYPE" if is_sparse else "?x?xTYPE"),
        ("DRIVER", "driver(%B)" if is_sparse else ""),
        ("C_MAP", "h, f" if is_transposed else "f, h"),
        ("C_DIMS", '"H", "F"' if is_transposed else '"F", "H"'),
        ("FORMAT", "#sparse.csr<pos = i64, crd = i64>" if wide else "#sparse.csr"),
        ("WIDE", "pos = i64, crd = i64, " if wide else ""),
        ("TYPE", dtype),
    ):
        text = text.replace(name, value)
    return text


def make_patterns() -> dict[str, scipy.sparse.csr_matrix]:
    """Patterns of second products."""
    rng = np.random.default_rng(27)
    band = scipy.sparse.diags_array(
        [1.0, 2.0, 3.0, 2.0], offsets=[-3, -1, 0, 2], shape=(700, 700)
    )
    blocks = scipy.sparse.block_diag([np.ones((8, 8))] * 12)
    dense_row = scipy.sparse.lil_array((150, 150))
    dense_row[7, :] = 1.0
    dense_row.setdiag(2.0)
    patterns = {
        "none": scipy.sparse.csr_array((0, 0)),
        "one": scipy.sparse.csr_array(np.ones((1, 1))),
        "empty": scipy.sparse.csr_array((30, 20)),
        "band": band,
        "blocks": blocks,
        "dense row": dense_row,
        "more rows": scipy.sparse.random_array((200, 60), density=0.03, rng=rng),
        "more columns": scipy.sparse.random_array((60, 200), density=0.03, rng=rng),
    }
    return {name: scipy.sparse.csr_matrix(made) for name, made in patterns.items()}


def compare(
    pattern: scipy.sparse.csr_matrix, kind: str, wide: bool, folder: Path
) -> str:
    """Says what is wrong, if anything is."""
    rng = np.random.default_rng(pattern.shape[0])
    dtype = "f64" if "f64" in kind else "f32"
    number = np.dtype(dtype.replace("f", "float"))
    rows, inner, columns = pattern.shape[1], 5, 19
    pattern = pattern.astype(number)
    pattern.data[:] = rng.standard_normal(pattern.nnz)
    first = rng.standard_normal((rows, inner))
    if "sparse" in kind:
        first[rng.random(first.shape) < 0.6] = 0
    first, right = (
        first.astype(number),
        rng.standard_normal((inner, columns)).astype(number),
    )
    bias = rng.standard_normal(columns).astype(number)
    expected = first.astype("f8") @ right
    if "bias" in kind:
        expected = np.maximum(expected + bias, 0)
    expected = pattern @ expected
    scipy.sparse.save_npz(folder / "A.npz", pattern)
    np.save(folder / "b.npy", bias)
    np.save(
        folder / "C.npy",
        np.ascontiguousarray(right.T) if "transposed" in kind else right,
    )
    name = folder / "B.npy"
    if "sparse" in kind:
        name = folder / "B.npz"
        scipy.sparse.save_npz(name, scipy.sparse.csr_matrix(first))
    else:
        np.save(name, first)
    program, out = folder / "pair.mlir", folder / "D.npy"
    program.write_text(write_program(kind, dtype, wide))
    command = [
        "sparse-run",
        program,
        "--bind",
        f"A={folder / 'A.npz'}",
        "--bind",
        f"B={name}",
    ]
    command += ["--bind", f"C={folder / 'C.npy'}", "--out", f"D={out}"]
    if "bias" in kind:
        command += ["--bind", f"b={folder / 'b.npy'}"]
    wrong, plain = batch.run_for([*command, "--schedule", "none"], out)
    if wrong:
        return wrong
    close = 1e-9 if dtype == "f64" else 1e-3
    if not np.allclose(np.load(out), expected, rtol=close, atol=close):
        return "expected what NumPy computes but got something else"
    for threads, tile, cache, fuse, private in RUNS:
        more = ["--schedule", "row_tiles", f"--threads={threads}"]
        more += ["--knob", f"tile={tile}", "--knob", f"cache={cache}"]
        more += ["--knob", f"fuse={fuse}", "--knob", f"private={private}"]
        if threads == 1 and pattern.nnz < MOST_CHECKED:
            more.append("--check")
        wrong, tiled = batch.run_for(command + more, out)
        if wrong or tiled != plain:
            return (
                wrong or f"expected the bytes without tiles but got others on {threads}"
            )
    return ""


def check_tiles(kind: str, folder: Path) -> str:
    """Says whether the schedule leaves a program of this kind without tiles."""
    program = folder / "pair.mlir"
    program.write_text(write_program(kind, "f32", False))
    emitted = batch.emit(program, "row_tiles", "coordinates")
    is_tiled = emitted.count("axis.tile_fusion") == 1 and "sparse.fill" not in emitted
    return "" if is_tiled else f"expected tiles but got {emitted.strip()}"


def compare_network(
    pattern: scipy.sparse.csr_matrix, examples: Path, folder: Path
) -> str:
    """Says what is wrong with a network of two layers, each of a dense and a sparse product,
    of which the first layer's and the second's dense one run in tiles, if anything is."""
    rng, size = np.random.default_rng(3), pattern.shape[0]
    scipy.sparse.save_npz(folder / "A.npz", pattern.astype("float32"))
    shapes = {"X": (size, 7), "W0": (7, 12), "b0": (12,), "W1": (12, 5), "b1": (5,)}
    command = ["sparse-run", examples / "gcn.mlir", "--bind", f"A={folder / 'A.npz'}"]
    for name, shape in shapes.items():
        np.save(folder / f"{name}.npy", rng.standard_normal(shape).astype("float32"))
        command += ["--bind", f"{name}={folder / name}.npy"]
    out = folder / "Z.npy"
    command += ["--out", f"Z={out}"]
    wrong, plain = batch.run_for([*command, "--schedule", "none"], out)
    if wrong:
        return wrong
    for threads in (1, 2, 3, 5):
        more = ["--schedule", "row_tiles", "--knob", "tile=64", f"--threads={threads}"]
        wrong, tiled = batch.run_for(command + more, out)
        if wrong or tiled != plain:
            return (
                wrong or f"expected the bytes without tiles but got others on {threads}"
            )
    return ""


def main() -> int:
    compared, failed = 0, 0
    examples = Path(sys.argv[1])
    kinds = (
        "dense f32",
        "dense f64 bias",
        "dense transposed f32",
        "sparse f64",
        "sparse f32 bias",
    )
    with tempfile.TemporaryDirectory() as name:
        for kind in kinds:
            if text := check_tiles(kind, Path(name)):
                failed += 1
                print(f"{kind}: {text}")
        for index, (called, pattern) in enumerate(make_patterns().items()):
            for kind in kinds:
                compared += 1
                if text := compare(pattern, kind, index % 2 == 1, Path(name)):
                    failed += 1
                    print(f"{called}, {kind}: {text}")
            if pattern.shape[0] != pattern.shape[1]:
                continue
            compared += 1
            if text := compare_network(pattern, examples, Path(name)):
                failed += 1
                print(f"{called}, network: {text}")
    print(f"{compared} pairs of products compared, {failed} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
