"""Matrices as kernels take them, in formats that SciPy has and in others."""

import numpy as np
import scipy.sparse
from kernels import structure

# What the formats are called here, and on a command line.
FORMATS = {
    "csr": "csr",
    "csc": "csc",
    "coo": "coo",
    "bsr": "bsr(2,3,full)",
    "i64": "csr(pos=i64,crd=i64)",
    "coo64": "coo(crd=i64)",
    "dcsr": "dcsr",
    "ell": "ell",
    "blocks": "bsr(2,3)",
    "parts": "ell-coo(2)",
}


def lay_out(name: str, a: np.ndarray) -> dict:
    """What a kernel takes of an operand A in one of these formats."""
    if name == "dcsr":
        return compressed_rows(a)
    if name == "ell":
        return padded_rows(a)
    if name == "parts":
        return split_rows(a, 2)
    if name in ("bsr", "blocks"):
        return blocks(a, name == "blocks")
    index = np.int64 if name.endswith("64") else np.int32
    made = scipy.sparse.coo_array(a)
    if name in ("csr", "csc", "i64"):
        made = made.asformat("csc" if name == "csc" else "csr")
        made.indptr, made.indices = (
            made.indptr.astype(index),
            made.indices.astype(index),
        )
    else:
        made.coords = tuple(c.astype(index) for c in made.coords)
    return structure("A", made)


def blocks(a: np.ndarray, has_bitmap: bool) -> dict:
    """A in blocks of 2 x 3, those at the border filled up with zeros."""
    shape = [-(-size // block) * block for size, block in zip(a.shape, (2, 3))]
    padded = np.zeros(shape, a.dtype)
    padded[: a.shape[0], : a.shape[1]] = a
    made = scipy.sparse.bsr_array(padded, blocksize=(2, 3))
    made.indptr, made.indices = made.indptr.astype("i4"), made.indices.astype("i4")
    given = structure("A", made) | {"A_size0": a.shape[0], "A_size1": a.shape[1]}
    return given | ({"A_bitmap": made.data != 0} if has_bitmap else {})


def compressed_rows(a: np.ndarray) -> dict:
    """The rows that have elements, and their elements."""
    rows = scipy.sparse.csr_array(a)
    full = np.flatnonzero(np.diff(rows.indptr))
    return structure("A", rows) | {
        "A_coordinates0": full.astype(np.int32),
        "A_positions1": rows.indptr[np.append(0, full + 1)].astype(np.int32),
        "A_coordinates1": rows.indices.astype(np.int32),
    }


def split_rows(a: np.ndarray, width: int) -> dict:
    """The first elements of each row in rows of one width, and a list of the others."""
    is_first = (np.cumsum(a != 0, axis=1) <= width) & (a != 0)
    first = padded_rows(np.where(is_first, a, 0), width)
    del first["A_width1"]
    others = scipy.sparse.coo_array(np.where(is_first, 0, a))
    others.coords = tuple(c.astype(np.int32) for c in others.coords)
    rest = structure("A", others)
    return {
        name.replace("A", f"A_part{part}", 1): piece
        for part, pieces in enumerate((first, rest))
        for name, piece in pieces.items()
    }


def padded_rows(a: np.ndarray, width: int | None = None) -> dict:
    """Rows of one width, that of the longest unless given, padded with zeros."""
    lengths = np.count_nonzero(a, axis=1)
    width = int(lengths.max(initial=0)) if width is None else width
    columns = np.zeros((len(a), width), np.int32)
    values = np.zeros((len(a), width), a.dtype)
    for row, length in enumerate(lengths):
        columns[row, :length] = np.flatnonzero(a[row])
        values[row, :length] = a[row, columns[row, :length]]
    return {
        "A_size0": a.shape[0],
        "A_size1": a.shape[1],
        "A_width1": width,
        "A_coordinates1": columns,
        "A_lengths1": lengths.astype(np.int32),
        "A_values": values,
    }
