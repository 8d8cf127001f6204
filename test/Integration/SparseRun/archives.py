# RUN: %python %s
"""Archives as SciPy saves them, and patterns of the Deep Learning Matrix Collection."""

import gzip
import itertools
import math
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import scipy.sparse
from comparison import DTYPES, Bench, Variant, random_dense, run_in_folder

FORMATS = ("csr", "csc", "coo", "bsr", "dia")


def matrices(rng: np.random.Generator) -> Iterator[tuple[str, scipy.sparse.coo_array]]:
    """Matrices of every awkward kind; all but the first are small."""
    yield "random", scipy.sparse.random_array((90, 70), density=0.1, rng=rng)
    yield "no rows", scipy.sparse.coo_array((0, 7))
    yield "no columns", scipy.sparse.coo_array((7, 0))
    yield "no entries", scipy.sparse.coo_array((6, 5))
    yield "one element", scipy.sparse.coo_array(([2.5], ([0], [0])), shape=(1, 1))
    row, col = rng.integers(0, 4, 40), rng.integers(0, 5, 40)
    data = rng.standard_normal(40)
    yield "duplicates", scipy.sparse.coo_array((data, (row, col)), shape=(6, 5))


def unsorted(rng: np.random.Generator, kind: str) -> scipy.sparse.sparray:
    """A compressed matrix whose indices come in any order, some of them twice."""
    offsets = np.array([0, 0, 9, 9, 20, 24])
    indices, data = rng.integers(0, 5, 24), rng.standard_normal(24)
    make = scipy.sparse.csr_array if kind == "csr" else scipy.sparse.csc_array
    return make((data, indices, offsets), shape=(5, 5))


def with_index_type(a: scipy.sparse.sparray, dtype: type) -> scipy.sparse.sparray:
    """A copy with other indices; SciPy's constructors choose their own."""
    a = a.copy()
    if a.format == "coo":
        a.coords = tuple(axis.astype(dtype) for axis in a.coords)
    elif a.format == "dia":
        a.offsets = a.offsets.astype(dtype)
    else:
        a.indices, a.indptr = a.indices.astype(dtype), a.indptr.astype(dtype)
    return a


def with_format(a: scipy.sparse.coo_array, kind: str) -> scipy.sparse.sparray:
    """A in another format; blocks are as large as 5x7 where that divides A."""
    if kind == "bsr":
        return a.tobsr(blocksize=(math.gcd(a.shape[0], 5), math.gcd(a.shape[1], 7)))
    return a if kind == "coo" else a.asformat(kind)


def check_saved_types(path: Path, index: type, element: type) -> None:
    """The file must be what the test is about."""
    with np.load(path) as saved:
        name = next(n for n in ("row", "offsets", "indices") if n in saved)
        found = saved[name].dtype, saved["data"].dtype
    if found != (index, element):
        sys.exit(f"{path}: expected {index}, {element} but got {found}")


def compare_archive(
    bench: Bench, name: str, a: scipy.sparse.sparray, rng: np.random.Generator
) -> None:
    """Saves A in every way and compares the products."""
    path = bench.folder / "A.npz"
    ways = itertools.product(("f32", "f64"), (np.int32, np.int64), (False, True))
    for element, index, compressed in ways:
        typed = with_index_type(a.astype(DTYPES[element]), index)
        scipy.sparse.save_npz(path, typed, compressed=compressed)
        check_saved_types(path, index, DTYPES[element])
        label = f"{name} {a.format} {index.__name__} compressed={compressed}"
        b = random_dense(rng, (a.shape[1], 3), element)
        bench.compare(label, path, typed.tocoo(), b, Variant(element))


def compare_others(bench: Bench, rng: np.random.Generator) -> None:
    """Integers, matrices rather than arrays, a vector, and a sampled product."""
    path = bench.folder / "A.npz"
    a = scipy.sparse.random_array((20, 30), density=0.2, rng=rng, format="csr")
    whole = (a * 10).astype(np.int64)
    scipy.sparse.save_npz(path, whole)
    b = random_dense(rng, (30, 4), "i64")
    bench.compare("integers", path, whole.tocoo(), b, Variant("i64", "i64"))
    single = a.astype(np.float32)
    scipy.sparse.save_npz(path, scipy.sparse.csr_matrix(single))
    bench.compare("csr_matrix", path, single.tocoo(), random_dense(rng, (30,), "f32"))
    bench.compare_sampled("csr_matrix", path, single.tocoo(), 5)


def write_smtx(path: Path, a: scipy.sparse.csr_array) -> None:
    lines = [", ".join(str(n) for n in (*a.shape, a.nnz))]
    lines += [" ".join(str(n) for n in numbers) for numbers in (a.indptr, a.indices)]
    text = ("\n".join(lines) + "\n").encode()
    path.write_bytes(gzip.compress(text) if path.suffix == ".gz" else text)


def compare_patterns(bench: Bench, rng: np.random.Generator) -> None:
    """The collection's files, whose elements count as ones."""
    patterns = [(name, a.tocsr()) for name, a in matrices(rng)]
    patterns.append(("unsorted", unsorted(rng, "csr")))
    large = scipy.sparse.random_array((512, 4096), density=0.15, rng=rng)
    patterns.append(("longer than a block", large.tocsr()))
    for (name, a), suffix in itertools.product(patterns, ("smtx", "smtx.gz")):
        a.data[:] = 1.0
        path = bench.folder / f"A.{suffix}"
        write_smtx(path, a)
        b = random_dense(rng, (a.shape[1], 3), "f32")
        bench.compare(f"{name} {suffix}", path, a.tocoo(), b)


def main(bench: Bench) -> None:
    rng = np.random.default_rng(11)
    for (name, a), kind in itertools.product(list(matrices(rng)), FORMATS):
        compare_archive(bench, name, with_format(a, kind), rng)
    for kind in ("csr", "csc"):
        compare_archive(bench, "unsorted", unsorted(rng, kind), rng)
    compare_others(bench, rng)
    compare_patterns(bench, rng)


sys.exit(run_in_folder(main))
