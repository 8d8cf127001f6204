"""A product on a matrix: its operands, its program, and what runs it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
import scipy.sparse
import spindle

from bench import data, files, meshes
from bench.tiles import programs
from bench.tiles.programs import Product

NUMBERS = {"f32": np.float32, "f64": np.float64}


def read(name: str) -> scipy.sparse.csr_array:
    """The pattern of one of `bench.data.mesh_matrices`, of a band of N rows, `band-N`,
    of a diagonal with a full row in the middle, `long-row-N`, or of a file; `FILE*N` is that again and again along the diagonal, for N elements."""
    known = {matrix.name: matrix for matrix in data.mesh_matrices()}
    if name in known:
        made = known[name].make()
    elif name.startswith("long-row-"):
        return make_long_row(int(name.removeprefix("long-row-")))
    elif name.startswith("band-"):
        made = meshes.band(int(name.removeprefix("band-")))
    else:
        path, _, stored = name.partition("*")
        one = data.of_file(Path(path))
        made = (data.repeated(one, int(stored)) if stored else one).make().csr()
    return scipy.sparse.csr_array(made.in_scipy())


def make_long_row(rows: int) -> scipy.sparse.csr_array:
    before, behind = np.split(np.arange(rows), [rows // 2])
    columns = np.concatenate([before, np.arange(rows), behind[1:]]).astype(np.int32)
    lengths = np.ones(rows, dtype=np.int32)
    lengths[rows // 2] = rows
    positions = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    values = np.ones(columns.size, dtype=np.float32)
    return scipy.sparse.csr_array((values, columns, positions), shape=(rows, rows))


@dataclass
class Problem:
    """Operands, always the same for one matrix."""

    name: str
    product: Product
    dtype: str
    columns: int
    pattern: scipy.sparse.csr_array

    @property
    def label(self) -> str:
        """What tables call the matrix."""
        path, is_repeated, _ = self.name.partition("*")
        stem = files.stem(Path(path)) if "/" in path else path
        return f"{stem}, repeated" if is_repeated else stem

    def shape(self, name: str) -> tuple[int, ...]:
        """The sizes of a dense operand, or of what a step makes."""
        rows, inner = self.pattern.shape
        sizes = {"M": rows, "N": inner}
        return tuple(sizes.get(dim, self.columns) for dim in self.product.dims[name])

    @property
    def fits(self) -> bool:
        """Whether A is square, where the product needs it to be."""
        rows, inner = self.pattern.shape
        return rows == inner or len(set(self.product.of_sparse)) == 2

    @cached_property
    def fused_share(self) -> float:
        """The share of A's elements in rows that tiles fuse."""
        return spindle.fused_share(spindle.array(self.matrix))

    @cached_property
    def matrix(self) -> scipy.sparse.csr_array:
        matrix = scipy.sparse.csr_array(self.pattern, dtype=NUMBERS[self.dtype])
        rng = np.random.default_rng(matrix.nnz)
        matrix.data = rng.standard_normal(matrix.nnz, dtype=NUMBERS[self.dtype])
        return matrix

    @cached_property
    def dense(self) -> dict[str, np.ndarray]:
        rng = np.random.default_rng(1)
        return {
            name: rng.standard_normal(self.shape(name), dtype=NUMBERS[self.dtype])
            for name in self.product.operands
        }

    @property
    def program(self) -> str:
        return programs.write(self.product, self.dtype)


@dataclass(frozen=True)
class Setting:
    """How tiles are found, and on how many threads products run."""

    tile: int
    cache: int
    threads: int
    #: Further knobs of `row_tiles`.
    knobs: dict[str, int] = field(default_factory=dict)


@dataclass
class Ready:
    """A contestant that has its operands."""

    run: Callable[[], np.ndarray]
    #: What was found for it, and how many seconds that took.
    found: dict[str, np.ndarray] | None = None
    finding: float = 0.0
    #: The schedule that was chosen, of one that nobody named.
    schedule: str = ""
