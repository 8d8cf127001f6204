"""Sparse operands as the arrays that kernels take."""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import scipy.sparse

from bench import arrays


@dataclass
class Sparse:
    """A matrix in CSR or in blocks by rows (`bsr`), or a tensor in CSF.

    The arrays are named as Spindle's C entries name them: `positions1`,
    `coordinates1`, `values`, of CSF also `coordinates0`, `positions2` and
    `coordinates2`. Positions and coordinates are 32-bit integers.
    """

    format: str
    shape: tuple[int, ...]
    arrays: dict[str, np.ndarray]
    #: Rows and columns of a block.
    block: int = 1
    #: The matrix in SciPy's form, as f64; made when it is asked for.
    _exact: object = field(default=None, repr=False)

    @property
    def values(self) -> np.ndarray:
        return self.arrays["values"]

    @property
    def stored(self) -> int:
        return self.values.size

    @property
    def bytes(self) -> int:
        return sum(array.nbytes for array in self.arrays.values())

    def typed(self, dtype: str) -> "Sparse":
        """An aligned copy with values of one of the types of `arrays.STORED`."""
        copies = {
            name: arrays.stored(array, dtype)
            if name == "values"
            else arrays.aligned(array)
            for name, array in self.arrays.items()
        }
        return Sparse(self.format, self.shape, copies, self.block)

    def in_scipy(self) -> scipy.sparse.sparray:
        """SciPy's matrix on the same arrays."""
        parts = (
            self.values,
            self.arrays["coordinates1"],
            self.arrays["positions1"],
        )
        if self.format == "csr":
            return scipy.sparse.csr_array(parts, shape=self.shape)
        shape = (self.block, self.block)
        blocks = (self.values.reshape(-1, *shape), *parts[1:])
        return scipy.sparse.bsr_array(blocks, shape=self.shape)

    def csr(self) -> "Sparse":
        """The same matrix in CSR."""
        if self.format == "csr":
            return self
        return of_scipy(self.in_scipy().tocsr()).aligned()

    def aligned(self) -> "Sparse":
        copies = {name: arrays.aligned(array) for name, array in self.arrays.items()}
        return Sparse(self.format, self.shape, copies, self.block)

    def exact(self) -> scipy.sparse.csr_array:
        """The matrix in CSR, as f64."""
        if self._exact is None:
            matrix = self.in_scipy()
            exact = type(matrix)(
                (arrays.numbers(matrix.data), matrix.indices, matrix.indptr),
                shape=self.shape,
            )
            self._exact = exact.tocsr()
        return self._exact

    def rows(self) -> np.ndarray:
        """The row of each stored element of a matrix in CSR."""
        lengths = np.diff(self.arrays["positions1"])
        return np.repeat(np.arange(self.shape[0], dtype=np.int32), lengths)

    def save(self, path: Path) -> None:
        """Writes the arrays to an .npz file, whole or not at all."""
        part = path.with_suffix(".part.npz")
        np.savez(
            part,
            format=self.format,
            shape=self.shape,
            block=self.block,
            **self.arrays,
        )
        part.rename(path)


def load(path: Path) -> Sparse:
    """What `save` wrote."""
    with np.load(path) as file:
        held = dict(file)
    form, block = str(held.pop("format")), int(held.pop("block"))
    shape = tuple(int(size) for size in held.pop("shape"))
    return Sparse(form, shape, held, block)


def shape_of(path: Path) -> tuple[int, ...]:
    """The sizes of what `save` wrote; its arrays are not read."""
    with np.load(path) as file:
        return tuple(int(size) for size in file["shape"])


def of_scipy(matrix: scipy.sparse.sparray) -> Sparse:
    """A matrix of SciPy, sorted, in CSR or in blocks."""
    block = 1
    if matrix.format == "bsr":
        block = matrix.blocksize[0]
    else:
        matrix = scipy.sparse.csr_array(matrix)
        matrix.sum_duplicates()
    held = {
        "positions1": matrix.indptr.astype(np.int32),
        "coordinates1": matrix.indices.astype(np.int32),
        "values": matrix.data.reshape(-1),
    }
    return Sparse("bsr" if block > 1 else "csr", matrix.shape, held, block)


def of_coordinates(
    coordinates: np.ndarray, values: np.ndarray, shape: tuple[int, ...]
) -> Sparse:
    """A tensor of order 3 in CSF; elements of one cell are added up."""
    linear = np.ravel_multi_index(tuple(coordinates), shape)
    linear, inverse = np.unique(linear, return_inverse=True)
    i, j, k = (axis.astype(np.int32) for axis in np.unravel_index(linear, shape))
    new_slice = np.diff(i, prepend=-1) != 0
    new_fibre = new_slice | (np.diff(j, prepend=-1) != 0)
    fibres = np.flatnonzero(new_fibre)
    slices = np.flatnonzero(new_slice[fibres])
    held = {
        "coordinates0": i[fibres[slices]],
        "positions1": np.append(slices, len(fibres)).astype(np.int32),
        "coordinates1": j[fibres],
        "positions2": np.append(fibres, len(k)).astype(np.int32),
        "coordinates2": k,
        "values": np.bincount(inverse, values, len(linear)),
    }
    return Sparse("csf", shape, held)
