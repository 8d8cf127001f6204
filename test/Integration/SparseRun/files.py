# RUN: %python %s
"""Every kind of Matrix Market file, as SciPy writes it and reads it again."""

import gzip
import sys
from pathlib import Path

import numpy as np
import scipy.io
import scipy.sparse
from comparison import Bench, Variant, random_dense, run_in_folder


def square(rng: np.random.Generator, symmetry: str) -> scipy.sparse.coo_array:
    """A matrix of that symmetry, with elements on the diagonal where it may."""
    a = scipy.sparse.random_array((25, 25), density=0.1, rng=rng, format="csr")
    if symmetry == "general":
        return a.tocoo()
    return (a + a.T if symmetry == "symmetric" else a - a.T).tocoo()


def write(path: Path, a: scipy.sparse.coo_array, kind: str, symmetry: str) -> None:
    if kind == "integer":
        a = (a * 100).astype(np.int64)
    scipy.io.mmwrite(path, a, field=kind, symmetry=symmetry)


def compare_coordinate_files(bench: Bench) -> None:
    rng = np.random.default_rng(4)
    path = bench.folder / "A.mtx"
    for symmetry in ("general", "symmetric", "skew-symmetric"):
        for kind in ("real", "integer", "pattern"):
            if (kind, symmetry) == ("pattern", "skew-symmetric"):
                continue
            write(path, square(rng, symmetry), kind, symmetry)
            a = scipy.sparse.coo_array(scipy.io.mmread(path))
            for shape in ((25, 6), (25,)):
                b = random_dense(rng, shape, "f64")
                name = f"{kind} {symmetry}"
                bench.compare(name, path, a, b, Variant("f64"))
                bench.compare(name, path, a, b.astype(np.float32))


def compare_array_files(bench: Bench) -> None:
    """A sparse operand keeps what is not zero of a file that lists all."""
    rng = np.random.default_rng(5)
    path = bench.folder / "A.mtx"
    for symmetry in ("general", "symmetric", "skew-symmetric"):
        scipy.io.mmwrite(path, square(rng, symmetry).toarray(), symmetry=symmetry)
        a = scipy.sparse.coo_array(scipy.io.mmread(path))
        b = random_dense(rng, (25, 3), "f64")
        bench.compare(f"array {symmetry}", path, a, b, Variant("f64"))


def compare_compressed_files(bench: Bench) -> None:
    rng = np.random.default_rng(6)
    plain, packed = bench.folder / "A.mtx", bench.folder / "A.mtx.gz"
    scipy.io.mmwrite(plain, square(rng, "general"))
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    a = scipy.sparse.coo_array(scipy.io.mmread(plain))
    bench.compare("compressed", packed, a, random_dense(rng, (25, 4), "f32"))
    np.save(bench.folder / "A.npy", a.toarray())
    b = random_dense(rng, (25, 4), "f64")
    bench.compare("A.npy", bench.folder / "A.npy", a, b, Variant("f64"))


def main(bench: Bench) -> None:
    compare_coordinate_files(bench)
    compare_array_files(bench)
    compare_compressed_files(bench)


sys.exit(run_in_folder(main))
