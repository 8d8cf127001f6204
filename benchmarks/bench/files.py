"""Readers of the files of a data folder."""

import gzip
import io
from pathlib import Path

import numpy as np
import scipy.io
import scipy.sparse

from bench import sparse

#: The endings of files that hold matrices, and tensors.
MATRICES = (".mtx", ".mtx.gz", ".smtx", ".smtx.gz", ".npz")
TENSORS = (".tns", ".tns.gz")


def ending(path: Path) -> str:
    """The ending of a name, that of what is compressed included."""
    return "".join(path.suffixes[-2:]) if path.suffix == ".gz" else path.suffix


def stem(path: Path) -> str:
    """The name without its ending."""
    return path.name.removesuffix(ending(path))


def open_bytes(path: Path) -> io.BufferedIOBase:
    return gzip.open(path) if path.suffix == ".gz" else path.open("rb")


def read_smtx(path: Path) -> scipy.sparse.csr_array:
    """A pattern by rows: sizes, then offsets, then columns, a line each."""
    with open_bytes(path) as file:
        rows, columns, _ = map(int, file.readline().split(b","))
        offsets = np.array(file.readline().split(), np.int64)
        places = np.array(file.readline().split(), np.int64)
    ones = np.ones(len(places))
    return scipy.sparse.csr_array((ones, places, offsets), shape=(rows, columns))


def has_pattern_alone(path: Path) -> bool:
    """Says whether a file gives no values."""
    if ending(path).startswith(".smtx"):
        return True
    if path.suffix == ".npz":
        return False
    with open_bytes(path) as file:
        return b"pattern" in file.readline().lower()


def read_matrix(path: Path) -> sparse.Sparse:
    """A matrix; where the file has no values they are random, always the same."""
    if ending(path).startswith(".smtx"):
        matrix = read_smtx(path)
    elif path.suffix == ".npz":
        matrix = scipy.sparse.load_npz(path)
    else:
        matrix = scipy.io.mmread(path)
    made = sparse.of_scipy(scipy.sparse.csr_array(matrix))
    if has_pattern_alone(path):
        rng = np.random.default_rng(1)
        made.arrays["values"] = rng.random(made.stored, dtype=np.float32) * 2 - 1
    return made


def read_tensor(path: Path, order: tuple[int, ...]) -> sparse.Sparse:
    """A tensor of order 3, its dimensions in this order; of one of order 4 the
    first three, its elements added up over the last."""
    with open_bytes(path) as file:
        numbers = np.loadtxt(file, comments="#", ndmin=2)
    axes = [numbers[:, axis].astype(np.int64) - 1 for axis in order]
    shape = tuple(int(axis.max(initial=0)) + 1 for axis in axes)
    return sparse.of_coordinates(np.array(axes), numbers[:, -1], shape)
