# RUN: %python %s
"""Products in every element type, on archives of every layout, against NumPy.

Small whole numbers are exact in every type, so that results must be equal. Reals may
be off by the bound of a sum in any order, n u times the sum of the products' absolute
values (twice that for complex products), u the unit of rounding.
"""

import itertools
import json
import sys
import tempfile
import warnings
from pathlib import Path

import batch
import numpy as np
import scipy.sparse
from elements import ELEMENTS, array_file, decode, encode, save_matrix
from totals import Totals

LAYOUTS = ("csr", "csc", "coo", "bsr", "dia")


def draw(rng: np.random.Generator, count: int, element: str, whole: bool) -> np.ndarray:
    """Numbers of the type, random reals or small whole ones."""
    dtype = ELEMENTS[element][0]
    if dtype is np.bool_:
        return rng.integers(0, 2, count).astype(np.bool_)
    parts = rng.integers(-2, 3, (2, count)) if whole else rng.uniform(-1, 1, (2, count))
    is_complex = np.issubdtype(dtype, np.complexfloating)
    values = parts[0] + 1j * parts[1] if is_complex else parts[0]
    return decode(encode(values.astype(dtype), element), element)


def lay_out(a: scipy.sparse.coo_array, layout: str) -> scipy.sparse.sparray:
    """A in another layout; as dia it has many diagonals, which SciPy warns of."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", scipy.sparse.SparseEfficiencyWarning)
        return a.tobsr(blocksize=(2, 3)) if layout == "bsr" else a.asformat(layout)


def wrong_numbers(
    a: scipy.sparse.sparray, x: np.ndarray, y: np.ndarray, element: str, whole: bool
) -> str:
    """Says how Y differs from A X, if it does."""
    dtype, unit = ELEMENTS[element]
    wide = np.complex128 if unit else np.int64
    a = a.astype(wide).tocsr()
    expected = a @ x.astype(wide)
    if dtype is np.bool_:
        expected = expected != 0
    elif not unit:
        expected = expected.astype(dtype)
    bound = np.zeros(len(expected))
    if unit and not whole:
        n = np.diff(a.indptr).max() + 3
        bound = 2 * n * unit * (abs(a) @ abs(x.astype(wide)))
    if y.shape != expected.shape:
        return f"expected shape {expected.shape} but got {y.shape}"
    close = abs(y.astype(wide) - expected) <= bound
    if close.all():
        return ""
    place = int(np.argmin(close))
    return f"expected {expected[place]} at {place} but got {y[place]}"


def run(folder: Path, element: str) -> str:
    """Runs the program on the files in `folder`. Says what went wrong."""
    report = folder / "report.json"
    command = ["sparse-run", "spmv", "--dtype", element, "--check=force"]
    command += ["--bind", f"A={folder / 'A.npz'}", "--bind", f"x={folder / 'x.npy'}"]
    command += ["--out", f"y={folder / 'y.npy'}", "--json", str(report)]
    done = batch.run(command)
    if done.returncode != 0:
        return f"exit status {done.returncode}: {done.stderr.strip()}"
    found = json.loads(report.read_text())["dtype"]
    return "" if found == element else f"expected {element} but got {found}"


def compare(
    folder: Path, element: str, layout: str, whole: bool, rng: np.random.Generator
) -> str:
    """Runs the program on random operands. Says what went wrong."""
    a = scipy.sparse.random_array((60, 48), density=0.2, rng=rng, format="coo")
    data = draw(rng, a.nnz, element, whole)
    a = lay_out(scipy.sparse.coo_array((data, a.coords), shape=a.shape), layout)
    x = draw(rng, 48, element, whole)
    save_matrix(folder / "A.npz", a, element)
    (folder / "x.npy").write_bytes(array_file(encode(x, element)))
    if wrong := run(folder, element):
        return wrong
    y = decode(np.load(folder / "y.npy"), element)
    return wrong_numbers(a, x, y, element, whole)


def main(folder: Path) -> int:
    rng = np.random.default_rng(5)
    totals = Totals()
    for element in ELEMENTS:
        for layout, whole in itertools.product(LAYOUTS, (False, True)):
            totals.compared += 1
            if wrong := compare(folder, element, layout, whole, rng):
                totals.failures.append(f"{element} {layout} whole={whole}: {wrong}")
    return totals.finish()


with tempfile.TemporaryDirectory() as name:
    sys.exit(main(Path(name)))
