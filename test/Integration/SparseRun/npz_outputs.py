# RUN: %python %s
"""Sparse results as archives, which SciPy and sparse-run read as the same matrix."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import batch
import numpy as np
import scipy.sparse
from elements import ELEMENTS, save_matrix

PROGRAM = """\
func.func @convert(%A: !sparse.tensor<?x?x{element}, #sparse.{source}>
    {{sparse.name = "A"}}) -> !sparse.tensor<?x?x{element}, #sparse.{target}> {{
  %B = sparse.convert %A : !sparse.tensor<?x?x{element}, #sparse.{source}>
    -> !sparse.tensor<?x?x{element}, #sparse.{target}>
  return %B : !sparse.tensor<?x?x{element}, #sparse.{target}>
}}
"""

# Formats, the format of their archive, and the type of its indices.
FORMATS = {
    "csr": ("csr", np.int32),
    "csc": ("csc", np.int32),
    "coo": ("coo", np.int32),
    "bsr<1, 1>": ("bsr", np.int32),
    "csr<pos = i64, crd = i64>": ("csr", np.int64),
    "csc<pos = i64, crd = i64>": ("csc", np.int64),
    "coo<pos = i64, crd = i64>": ("coo", np.int64),
    "dcsr<pos = i64, crd = i64>": ("coo", np.int32),
    "ell<?>": ("coo", np.int32),
    "dbsr<2, 3>": ("coo", np.int32),
    "hyb<1, 2>": ("coo", np.int32),
    "dense<bitmap>": ("coo", np.int32),
}


def matrices() -> Iterator[tuple[str, scipy.sparse.coo_array]]:
    """Matrices of every awkward kind, of small whole numbers."""
    rng = np.random.default_rng(23)
    drawn = scipy.sparse.random_array((18, 20), density=0.2, rng=rng)
    drawn.data[:] = rng.integers(1, 100, drawn.nnz)
    yield "random", drawn
    yield "no rows", scipy.sparse.coo_array((0, 7))
    yield "no columns", scipy.sparse.coo_array((7, 0))
    yield "no elements", scipy.sparse.coo_array((6, 5))
    yield "one element", scipy.sparse.coo_array(([2.0], ([0], [0])), shape=(1, 1))


def convert(source: str, target: str, element: str, where: str, to: str) -> str:
    """Stores the matrix of a file in another format and writes it; what
    sparse-run says."""
    text = PROGRAM.format(source=source, target=target, element=element)
    Path("convert.mlir").write_text(text)
    command = ["sparse-run", "convert.mlir", "--bind", f"A={where}"]
    done = batch.run([*command, "--out", f"result={to}"])
    return done.stderr if done.returncode else ""


def check_archive(path: str, form: str, index: type, a: scipy.sparse.sparray) -> str:
    """What is wrong with the archive of A, if anything."""
    with np.load(path) as saved:
        name = "row" if "row" in saved else "indices"
        found = saved["format"].item().decode(), saved[name].dtype
        data = saved["data"].dtype
    if found != (form, index):
        return f"expected {form} with {index} but got {found}"
    if data != a.dtype:
        return f"expected {a.dtype} but got {data}"
    # SciPy has no matrices of float16.
    if data == np.float16:
        return ""
    got = scipy.sparse.load_npz(path)
    if got.format != form or got.shape != a.shape:
        return f"expected {form} {a.shape} but got {got.format} {got.shape}"
    # With the zeros that are stored, blocks' padding aside.
    if form != "bsr" and got.nnz != a.nnz:
        return f"expected {a.nnz} elements but got {got.nnz}"
    got.tocsr().check_format(full_check=True)
    same = np.array_equal(got.toarray(), a.toarray())
    return "" if same else "expected the same matrix but got another"


def check_case(
    a: scipy.sparse.coo_array, target: str, form: str, index: type, element: str
) -> str:
    """Writes A in a format, reads that with both, and says what is wrong."""
    save_matrix(Path("A.npz"), a.tocsr(), element)
    if said := convert("csr", target, element, "A.npz", "B.npz"):
        return said
    stored = np.float16 if element == "f16" else a.dtype
    typed = a.copy()
    typed.data = typed.data.astype(stored)
    if wrong := check_archive("B.npz", form, index, typed):
        return wrong
    if said := convert("csr", "csr", element, "B.npz", "C.npz"):
        return said
    with np.load("A.npz") as first, np.load("C.npz") as last:
        if form == "bsr":
            return ""
        for name in ("data", "indices", "indptr", "shape"):
            if not np.array_equal(first[name], last[name]):
                return f"expected {name} {first[name]} back but got {last[name]}"
    return ""


def check_blocks() -> str:
    """Blocks that divide the shape are blocks of SciPy's; others are elements."""
    a = next(matrices())[1].astype(np.float32)
    save_matrix(Path("A.npz"), a.tocsr(), "f32")
    for target, form in (
        ("bsr<2, 5>", "bsr"),
        ("bsr<3, 4, full>", "bsr"),
        ("bsr<4, 5>", "coo"),
        ("bsr<2, 3>", "coo"),
    ):
        if said := convert("csr", target, "f32", "A.npz", "B.npz"):
            return said
        if wrong := check_archive("B.npz", form, np.int32, a):
            return f"{target}: {wrong}"
        if form == "bsr":
            blocks = scipy.sparse.load_npz("B.npz").blocksize
            if f"<{blocks[0]}, {blocks[1]}" not in target:
                return f"{target}: got blocks of {blocks}"
    return ""


def main() -> str:
    for name, a in matrices():
        for target, (form, index) in FORMATS.items():
            if wrong := check_case(a.astype(np.float32), target, form, index, "f32"):
                return f"{name}, {target}: {wrong}"
    a = next(matrices())[1]
    for element in set(ELEMENTS) - {"bf16"}:
        typed = a.astype(ELEMENTS[element][0])
        if wrong := check_case(typed, "csc", "csc", np.int32, element):
            return f"{element}: {wrong}"
    return check_blocks()


with tempfile.TemporaryDirectory() as folder:
    import os

    os.chdir(folder)
    fault = main()
    os.chdir("/")
    sys.exit(fault or 0)
