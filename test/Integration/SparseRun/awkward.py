# RUN: %python %s
"""Products with the matrices that break kernels, in every type."""

import sys

import numpy as np
import scipy.sparse
from comparison import (
    DTYPES,
    Bench,
    Variant,
    random_dense,
    run_in_folder,
    write_entries,
)


def matrix(
    shape: tuple[int, int], entries: list[tuple[int, int, float]]
) -> scipy.sparse.coo_array:
    """A matrix of entries in just this order."""
    row, col, data = zip(*entries, strict=True) if entries else ((), (), ())
    places = (np.array(row, np.int64), np.array(col, np.int64))
    return scipy.sparse.coo_array((np.array(data, np.float64), places), shape=shape)


def random_matrix(
    rng: np.random.Generator, shape: tuple[int, int], entries: int
) -> scipy.sparse.coo_array:
    """A matrix of entries at random cells, unsorted, some of them duplicates."""
    places = (rng.integers(0, shape[0], entries), rng.integers(0, shape[1], entries))
    data = rng.integers(-9, 10, entries).astype(np.float64)
    return scipy.sparse.coo_array((data, places), shape=shape)


def awkward_matrices(rng: np.random.Generator) -> dict[str, scipy.sparse.coo_array]:
    dense_row = [(3, j, j % 7 - 3.0) for j in range(50)]
    return {
        "0 x 0": matrix((0, 0), []),
        "0 x 5": matrix((0, 5), []),
        "5 x 0": matrix((5, 0), []),
        "no element": matrix((4, 6), []),
        "1 x 1": matrix((1, 1), [(0, 0, 3.0)]),
        "one element, the first": matrix((7, 9), [(0, 0, -2.0)]),
        "one element, the last": matrix((7, 9), [(6, 8, 5.0)]),
        "an explicit zero": matrix((2, 2), [(0, 1, 0.0), (1, 1, 4.0)]),
        "empty first and last rows": matrix((6, 4), [(2, 1, 1.0), (3, 3, 2.0)]),
        "empty columns": matrix((3, 8), [(0, 2, 1.0), (1, 5, 2.0), (2, 2, 3.0)]),
        "a dense row": matrix((9, 50), dense_row + [(8, 0, 1.0)]),
        "a dense column": matrix((50, 9), [(i, 4, i % 5 - 2.0) for i in range(50)]),
        "unsorted": matrix(
            (3, 4), [(2, 3, 1.0), (0, 2, 2.0), (2, 0, 3.0), (0, 0, 4.0)]
        ),
        "duplicates": matrix((2, 3), [(1, 1, 2.0), (0, 0, 1.0), (1, 1, 5.0)]),
        "duplicates that cancel": matrix((2, 2), [(0, 1, 7.0), (0, 1, -7.0)]),
        "tall": random_matrix(rng, (1000, 3), 700),
        "wide": random_matrix(rng, (3, 1000), 700),
        "many duplicates": random_matrix(rng, (5, 5), 400),
        "random": random_matrix(rng, (97, 89), 1234),
    }


def compare_all(bench: Bench) -> None:
    rng = np.random.default_rng(1)
    variants = [Variant(e, i) for e in DTYPES for i in ("i32", "i64")]
    for place, (name, a) in enumerate(awkward_matrices(rng).items()):
        for element in DTYPES:
            # Each type meets each matrix, and both types of indices by turns.
            chosen = [v for v in variants if v.element == element][place % 2]
            file = bench.folder / "A.mtx"
            integral = np.issubdtype(DTYPES[element], np.integer)
            typed = a.astype(np.int64) if integral else a
            write_entries(file, typed)
            for k in (None, (1, 3, 8, 17, 0)[place % 5]):
                shape = (a.shape[1],) if k is None else (a.shape[1], k)
                b = random_dense(rng, shape, element)
                bench.compare(f"{name}, K = {k}", file, typed, b, chosen)
            bench.compare_sampled(
                name, file, typed, (1, 3, 8, 17, 0)[place % 5], chosen
            )


def compare_columns(bench: Bench) -> None:
    """Numbers of columns that no width of a vector divides."""
    rng = np.random.default_rng(2)
    a = random_matrix(rng, (40, 60), 300)
    write_entries(bench.folder / "A.mtx", a)
    for element in ("f32", "f64"):
        for k in (0, 1, 2, 7, 15, 16, 31, 33, 64, 100, 127, 129):
            b = random_dense(rng, (60, k), element)
            variant = Variant(element)
            bench.compare(f"K = {k}", bench.folder / "A.mtx", a, b, variant)


def compare_special_numbers(bench: Bench) -> None:
    """What is not finite reaches the elements of its own row alone."""
    rng = np.random.default_rng(3)
    a = random_matrix(rng, (30, 20), 80)
    write_entries(bench.folder / "A.mtx", a)
    for special in (np.inf, -np.inf, np.nan, 1e-45, 1e36, -0.0):
        b = random_dense(rng, (20, 5), "f32")
        b[rng.integers(0, 20, 4), rng.integers(0, 5, 4)] = special
        bench.compare(f"with {special}", bench.folder / "A.mtx", a, b)
        bench.compare(f"with {special}", bench.folder / "A.mtx", a, b[:, 0].copy())


def compare_wrapping(bench: Bench) -> None:
    """Integers are in two's complement."""
    a = matrix((1, 2), [(0, 0, 2.0**30), (0, 1, 3.0)]).astype(np.int64)
    write_entries(bench.folder / "A.mtx", a)
    b = np.array([[5, -7], [2**30, 2**31 - 1]], np.int32)
    bench.compare("wrapping", bench.folder / "A.mtx", a, b, Variant("i32"))


def main(bench: Bench) -> None:
    compare_all(bench)
    compare_columns(bench)
    compare_special_numbers(bench)
    compare_wrapping(bench)


sys.exit(run_in_folder(main))
