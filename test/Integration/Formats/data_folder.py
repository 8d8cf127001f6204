"""The tensors of the data folder, which SPINDLE_DATA names."""

import gzip
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import scipy.io
from tensors import Pattern


@dataclass(frozen=True)
class DataFile:
    """A file with a tensor."""

    path: Path
    rank: int
    # Its coordinates, as integers from 0, and its shape.
    read: Callable[[Path], tuple[np.ndarray, tuple[int, ...]]]

    def load(self) -> Pattern:
        places, shape = self.read(self.path)
        return Pattern(self.path.name, shape, places.astype(np.int64))


def read_matrix(path: Path) -> tuple[np.ndarray, tuple[int, ...]]:
    a = scipy.io.mmread(path)
    return np.array(a.coords), a.shape


def read_lines(path: Path, columns: int) -> np.ndarray:
    """The first columns of the lines that are no comments, a row for each."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        table = np.loadtxt(file, np.int64, usecols=range(columns), ndmin=2)
    return table.T


def read_tensor(path: Path) -> tuple[np.ndarray, tuple[int, ...]]:
    """The shape is in the second line: "order N dims D1 .. DN"."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        words = [next(file).split() for _ in range(2)][1]
    order = int(words[2])
    return read_lines(path, order) - 1, tuple(int(n) for n in words[4 : 4 + order])


def read_relations(path: Path) -> tuple[np.ndarray, tuple[int, ...]]:
    """Lines of a relation, a source and a destination, which share their numbers."""
    places = read_lines(path, 3)
    nodes = int(places[1:].max()) + 1
    return places, (int(places[0].max()) + 1, nodes, nodes)


def read_voxels(path: Path) -> tuple[np.ndarray, tuple[int, ...]]:
    """Lines of a batch and three coordinates."""
    places = read_lines(path, 4)
    return places, tuple(int(n) + 1 for n in places.max(axis=1))


def rank_of_tensor(path: Path) -> int:
    """The order of a tensor, from its second line."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return int([next(file).split() for _ in range(2)][1][2])


def data_files(data: Path) -> list[DataFile]:
    """All tensors of a data folder, the smallest file first."""
    files = []
    for folder in ("graphs", "matrices", "weights"):
        files += [DataFile(p, 2, read_matrix) for p in (data / folder).glob("*.mtx.gz")]
    for path in (data / "tensors").glob("*.tns.gz"):
        files.append(DataFile(path, rank_of_tensor(path), read_tensor))
    for path in (data / "hetero").glob("*.txt.gz"):
        files.append(DataFile(path, 3, read_relations))
    for path in (data / "pointclouds").glob("*.txt.gz"):
        files.append(DataFile(path, 4, read_voxels))
    return sorted(files, key=lambda file: (file.path.stat().st_size, file.path.name))
