"""Matrices for tests with hypothesis: small, and awkward as often as not."""

import numpy as np
from hypothesis import strategies as st

DTYPES = (
    "bool",
    "int8",
    "int16",
    "int32",
    "int64",
    "float16",
    "float32",
    "float64",
    "complex64",
    "complex128",
)

# Each holds any matrix.
FORMATS = (
    "csr",
    "csc",
    "coo",
    "dcsr",
    "bsr(2, 3)",
    "dbsr(2, 2)",
    "dia",
    "ldia(2)",
    "ell",
    "ell(?, bitmap)",
    "sell(2, 4)",
    "rowlen(2)",
    "panel(2, 4)",
    "sr_bcrs(2, 2)",
    "dense(bitmap)",
    "hyb(2, 2)",
    "csr_coo(2)",
    "ell_coo(2)",
    "csr(pos = i64, crd = i64)",
    "(i, j) -> (i - j : compressed, j : dense)",
)

KINDS = ("empty", "sparse", "dense", "dense row", "empty rows", "one element")


def fill(shape, kind, dtype, seed):
    """A dense matrix of small whole numbers, which every type holds, and sums of them too."""
    rng = np.random.default_rng(seed)
    chosen = rng.random(shape) < {"empty": 0, "dense": 1, "one element": 0}.get(kind, 0.3)
    if kind == "dense row" and shape[0]:
        chosen[rng.integers(shape[0])] = True
    if kind == "empty rows":
        chosen[::2] = False
    if kind == "one element" and chosen.size:
        chosen.flat[rng.integers(chosen.size)] = True
    values = rng.integers(-3, 4, shape)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * rng.integers(-3, 4, shape)
    return np.where(chosen, values, 0).astype(dtype)


@st.composite
def dense_matrices(draw, dtypes=DTYPES):
    """Matrices of up to 7 rows of 9, without rows or columns too."""
    shape = (draw(st.integers(0, 7)), draw(st.integers(0, 9)))
    kind, dtype = draw(st.sampled_from(KINDS)), draw(st.sampled_from(dtypes))
    return fill(shape, kind, dtype, draw(st.integers(0, 2**32)))


formats = st.sampled_from(FORMATS)
