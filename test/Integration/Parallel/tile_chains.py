# RUN: %python %s %spindle_src_root/docs/examples | FileCheck %s
# CHECK: {{^[1-9][0-9]*}} chains compared, 0 wrong
"""Chains of loops in tiles of rows are NumPy's, and to the byte those without tiles.

A (A (A X)), one of four products, two layers of a graph network, products of sampled
elements that read rows at both of their ends, also with a product of those, a product that also reads the row of its own
number, a layer's gradient through the transpose of A and through A by columns, and elements of
bf16 whose sums are of f32. On 1, 2, 3 and 5 threads, fused and not, on patterns that leave
rows in each rest, with a row that has half of all elements among them.
"""

import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import batch
import elements
import numpy as np
import scipy.sparse

#: Threads, rows of a tile, bytes of a cache, and whether nests are fused.
RUNS = ((1, 64, 0, 1), (2, 64, 65536, 0), (3, 0, 65536, 1), (5, 64, 0, 1))
#: Patterns of more elements are not interpreted.
MOST_CHECKED = 1500

PRODUCT = """
  sparse.fill %OUTv, %zero : !sparse.buffer<?x?xf32>
  sparse.generic "NAME" driver(%A)
      ins(%A, %IN : !matrix, !dense) outs(%OUT : !dense)
      maps [affine_map<(i, j, h) -> (AT)>, affine_map<(i, j, h) -> (j, h)>, affine_map<(i, j, h) -> (i, h)>]
      kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%a: TYPE, %t: f32):
    WIDEN
    %p = arith.mulf VALUE, %t : f32
    sparse.yield %p : f32
  }
"""
ALLOCATE = """
  %OUTv = sparse.alloc on (%N, %H) : (!axis, !axis) -> !sparse.buffer<?x?xf32>
  %OUT = sparse.pack %OUTv : !sparse.buffer<?x?xf32> -> !dense
"""
HEAD = """
!matrix = !sparse.tensor<?x?xTYPE, FORMAT>
!dense = !sparse.tensor<?x?xf32, #sparse.dense>
!axis = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
func.func @chain(
    %A: !matrix {sparse.name = "A", sparse.dims = ["N", "N"], sparse.access = "read"},
    %X: !sparse.tensor<?x?xTYPE, #sparse.dense> {sparse.name = "X", sparse.dims = ["N", "H"], sparse.access = "read"},
    RESULT
  %zero = arith.constant 0.0 : f32
  %N, %H, %Xv = sparse.unpack %X : !sparse.tensor<?x?xTYPE, #sparse.dense> -> !axis, !axis, !sparse.buffer<?x?xTYPE>
"""
DENSE_OUT = '%Y: !dense {sparse.name = "Y", sparse.dims = ["N", "H"], sparse.access = "write"}) {'
SCORES_OUT = '%Y: !matrix {sparse.name = "Y", sparse.dims = ["N", "N"], sparse.access = "write", sparse.structure_of = "A"}) {'
UNPACK = """
  %NY, %HY, %Yv = sparse.unpack %Y : !dense -> !axis, !axis, !sparse.buffer<?x?xf32>
"""
#: Row i of the product, and row i of what it reads.
OWN = """
  sparse.generic "own" ins(%T1 : !dense) outs(%Y : !dense)
      maps [affine_map<(i, h) -> (i, h)>, affine_map<(i, h) -> (i, h)>]
      kinds [spatial, spatial] combine [add] {
  ^bb0(%t: f32):
    sparse.yield %t : f32
  }
"""
SCORES = """
  sparse.fill %Yv, %zero : !sparse.buffer<?xf32>
  sparse.generic "scores" driver(%Y)
      ins(%A, %T1, %T1 : !matrix, !dense, !dense) outs(%Y : !matrix)
      maps [affine_map<(i, j, h) -> (i, j)>, affine_map<(i, j, h) -> (i, h)>, affine_map<(i, j, h) -> (j, h)>, affine_map<(i, j, h) -> (i, j)>]
      kinds [spatial, spatial, reduction] combine [add] {
  ^bb0(%a: f32, %s: f32, %t: f32):
    %p = arith.mulf %s, %t : f32
    %q = arith.mulf %a, %p : f32
    sparse.yield %q : f32
  }
"""
#: S T, where S are the scores: what FusedMM makes of both.
WEIGHTED = """
  %I, %J, %Av = sparse.unpack %A : !matrix -> !axis, !columns, !sparse.buffer<?xf32>
  %Sv = sparse.unpack %S on (%I, %J) : !matrix on (!axis, !columns) -> !sparse.buffer<?xf32>
SCORES
  sparse.fill %Yv, %zero : !sparse.buffer<?x?xf32>
  sparse.generic "weighted" driver(%S)
      ins(%S, %T1 : !matrix, !dense) outs(%Y : !dense)
      maps [affine_map<(i, j, h) -> (i, j)>, affine_map<(i, j, h) -> (j, h)>, affine_map<(i, j, h) -> (i, h)>]
      kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%a: f32, %t: f32):
    %p = arith.mulf %a, %t : f32
    sparse.yield %p : f32
  }
"""
UNPACK_SCORES = """
  %I, %J, %Av = sparse.unpack %A : !matrix -> !axis, !columns, !sparse.buffer<?xf32>
  %Yv = sparse.unpack %Y on (%I, %J) : !matrix on (!axis, !columns) -> !sparse.buffer<?xf32>
"""
#: T0 is X in f32.
WIDE = """
  sparse.generic "widen" ins(%X : !sparse.tensor<?x?xbf16, #sparse.dense>) outs(%T0 : !dense)
      maps [affine_map<(i, h) -> (i, h)>, affine_map<(i, h) -> (i, h)>]
      kinds [spatial, spatial] {
  ^bb0(%x: bf16):
    %w = arith.extf %x : bf16 to f32
    sparse.yield %w : f32
  }
"""


def write_product(name: str, given: str, made: str, dtype: str, at: str) -> str:
    text = PRODUCT
    for old, new in (
        ("NAME", name),
        ("%OUT", f"%{made}"),
        ("%IN", f"%{given}"),
        ("WIDEN", "%w = arith.extf %a : bf16 to f32" if dtype == "bf16" else ""),
        ("VALUE", "%w" if dtype == "bf16" else "%a"),
        ("AT", at),
    ):
        text = text.replace(old, new)
    return text


def write_program(kind: str) -> str:
    """The program of a chain; `kind` has words, of which the first says how many loops
    there are."""
    words = kind.split()
    dtype = "bf16" if "bf16" in words else "f32"
    at = "j, i" if "columns" in words else "i, j"
    result = SCORES_OUT if "scores" in words else DENSE_OUT
    if "fusedmm" in words:
        result = SCORES_OUT.replace("Y", "S").replace(") {", ",") + DENSE_OUT
    text = HEAD.replace("RESULT", result)
    given = "X"
    if dtype == "bf16":
        text += ALLOCATE.replace("OUT", "T0") + WIDE
        given = "T0"
    loops = int(words[0])
    makes_scores = "scores" in words
    for loop in range(1, loops + 1):
        is_last = loop == loops
        if is_last and makes_scores:
            text += UNPACK_SCORES + SCORES.replace("%T1", f"%{given}")
            break
        if is_last and "fusedmm" in words:
            scores = SCORES.replace("%Y", "%S")
            text += UNPACK + WEIGHTED.replace("SCORES", scores).replace(
                "%T1", f"%{given}"
            )
            break
        made = "Y" if is_last else f"T{loop}"
        text += UNPACK if is_last else ALLOCATE.replace("OUT", made)
        text += write_product(f"loop{loop}", given, made, dtype, at)
        if is_last and "own" in words:
            text += OWN.replace("%T1", f"%{given}")
        given = made
    text += "  return\n}\n"
    layout = "csc" if "columns" in words else "csr"
    return text.replace("FORMAT", f"#sparse.{layout}").replace("TYPE", dtype)


def make_patterns() -> dict[str, scipy.sparse.csr_matrix]:
    rng = np.random.default_rng(27)
    band = scipy.sparse.diags_array(
        [1.0, 2.0, 3.0, 2.0], offsets=[-3, -1, 0, 2], shape=(700, 700)
    )
    dense_row = scipy.sparse.lil_array((300, 300))
    dense_row.setdiag(2.0)
    dense_row[7, :] = 1.0
    holes = scipy.sparse.lil_array(band)[:260, :260]
    holes[40:60] = 0
    patterns = {
        "none": scipy.sparse.csr_array((0, 0)),
        "one": scipy.sparse.csr_array(np.ones((1, 1))),
        "empty": scipy.sparse.csr_array((30, 30)),
        "band": band,
        "blocks": scipy.sparse.block_diag([np.ones((8, 8))] * 20),
        "dense row": dense_row,
        "holes": holes,
        "random": scipy.sparse.random_array((200, 200), density=0.01, rng=rng),
    }
    return {name: scipy.sparse.csr_matrix(made) for name, made in patterns.items()}


def compute(kind: str, matrix: scipy.sparse.csr_matrix, x: np.ndarray) -> np.ndarray:
    """What NumPy has for it."""
    words, made = kind.split(), x.astype("f8")
    loops = int(words[0])
    wide = matrix.astype("f8")
    if "columns" in words:
        wide = wide.T.tocsr()
    for loop in range(1, loops + 1):
        given = made
        if loop == loops and ("scores" in words or "fusedmm" in words):
            scores = matrix.astype("f8").tocoo()
            scores.data *= np.einsum("eh,eh->e", given[scores.row], given[scores.col])
            scores = scores.tocsr()
            return scores @ given if "fusedmm" in words else scores.toarray()
        made = wide @ given
    return made + given if "own" in words else made


def run_all(command: list, out: Path, may_check: bool) -> tuple[str, bytes]:
    """What is wrong with runs in tiles, if anything, and the bytes without them."""
    wrong, plain = batch.run_for([*command, "--schedule", "none"], out)
    if wrong:
        return wrong, b""
    for threads, tile, cache, fuse in RUNS:
        more = ["--schedule", "row_tiles", f"--threads={threads}"]
        more += ["--knob", f"tile={tile}", "--knob", f"cache={cache}"]
        more += ["--knob", f"fuse={fuse}"]
        if threads == 1 and may_check:
            more.append("--check")
        wrong, tiled = batch.run_for(command + more, out)
        if wrong or tiled != plain:
            wrong = wrong or "expected the bytes without tiles but got others"
            return f"{wrong} on {threads}", b""
    return "", plain


def compare(kind: str, pattern: scipy.sparse.csr_matrix, folder: Path) -> str:
    """Says what is wrong, if anything is."""
    rng = np.random.default_rng(pattern.shape[0])
    pattern = pattern.astype("f4")
    pattern.data[:] = rng.standard_normal(pattern.nnz)
    x = rng.standard_normal((pattern.shape[0], 19)).astype("f4")
    dtype = "bf16" if "bf16" in kind else "f32"
    pattern.data[:] = elements.round_to(pattern.data, dtype)
    x = elements.round_to(x, dtype)
    stored = pattern.tocsc() if "columns" in kind else pattern
    elements.save_matrix(folder / "A.npz", stored, dtype)
    elements.save_array(folder / "X.npy", x, dtype)
    program = folder / "chain.mlir"
    program.write_text(write_program(kind))
    is_sparse = "scores" in kind
    out = folder / ("Y.npz" if is_sparse else "Y.npy")
    command = ["sparse-run", program, "--bind", f"A={folder / 'A.npz'}"]
    command += ["--bind", f"X={folder / 'X.npy'}", "--out", f"Y={out}"]
    if "fusedmm" in kind:
        command += ["--out", f"S={folder / 'S.npz'}"]
    wrong, _ = run_all(command, out, pattern.nnz < MOST_CHECKED)
    if wrong:
        return wrong
    made = scipy.sparse.load_npz(out).toarray() if is_sparse else np.load(out)
    expected = compute(kind, pattern, x)
    if not np.allclose(
        made, expected, rtol=1e-3, atol=1e-3 * (1 + np.abs(expected).max(initial=0))
    ):
        return "expected what NumPy computes but got something else"
    return ""


@dataclass
class Example:
    """A program of docs/examples, with a square matrix A."""

    shapes: dict[str, tuple]
    result: str
    nests: int
    by_columns: bool = False


def compare_example(
    name: str,
    example: Example,
    pattern: scipy.sparse.csr_matrix,
    folder: Path,
    examples: Path,
) -> str:
    """Says what is wrong with an example in tiles, if anything is."""
    rng, size = np.random.default_rng(3), pattern.shape[0]
    stored = pattern.tocsc() if example.by_columns else pattern
    scipy.sparse.save_npz(folder / "A.npz", stored.astype("float32"))
    command = [
        "sparse-run",
        examples / f"{name}.mlir",
        "--bind",
        f"A={folder / 'A.npz'}",
    ]
    for tensor, shape in example.shapes.items():
        shape = [size if dim == "N" else dim for dim in shape]
        np.save(folder / f"{tensor}.npy", rng.standard_normal(shape).astype("float32"))
        command += ["--bind", f"{tensor}={folder / tensor}.npy"]
    out = folder / "Z.npy"
    command += ["--out", f"{example.result}={out}"]
    return run_all(command, out, pattern.nnz < MOST_CHECKED)[0]


#: Chains, and how many nests over tiles they are fused into; widening to f32 is a loop, too.
KINDS = {
    "3": 3,
    "4": 4,
    "2 own": 2,
    "3 own": 3,
    "2 scores": 2,
    "3 scores": 3,
    "2 fusedmm": 2,
    "3 fusedmm": 3,
    "3 bf16": 4,
    "3 columns": 3,
}
#: Those that are tried on hardly any elements.
FEW = ("3", "3 own", "2 scores", "2 fusedmm")
EXAMPLES = {
    "gcn": Example(
        {"X": ("N", 7), "W0": (7, 12), "b0": (12,), "W1": (12, 5), "b1": (5,)}, "Z", 3
    ),
    "features-gradient": Example(
        {"Y": ("N", 9), "dY": ("N", 9), "W": (7, 9)}, "dX", 2, by_columns=True
    ),
}


def count_nests(program: Path) -> int:
    """How many nests over tiles the schedule makes of a program, which has one chain."""
    emitted = batch.emit(program, "row_tiles", "coordinates")
    if emitted.count("axis.tile_fusion") != 1:
        return 0
    return sum(emitted.count(f'{end}" (') for end in (".tiles", ".rest"))


def main() -> int:
    compared, failed = 0, 0
    examples = Path(sys.argv[1])

    def tell(text: str) -> None:
        nonlocal failed
        failed += 1
        print(text)

    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for kind, nests in KINDS.items():
            program = folder / "chain.mlir"
            program.write_text(write_program(kind))
            if (got := count_nests(program)) != nests:
                tell(f"{kind}: expected {nests} nests over tiles but got {got}")
        for called, example in EXAMPLES.items():
            if (got := count_nests(examples / f"{called}.mlir")) != example.nests:
                tell(
                    f"{called}: expected {example.nests} nests over tiles but got {got}"
                )
        for called, pattern in make_patterns().items():
            for kind in KINDS if pattern.nnz > 1 else FEW:
                compared += 1
                if text := compare(kind, pattern, folder):
                    tell(f"{called}, {kind}: {text}")
            for name, example in EXAMPLES.items():
                compared += 1
                if text := compare_example(name, example, pattern, folder, examples):
                    tell(f"{called}, {name}: {text}")
    print(f"{compared} chains compared, {failed} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
