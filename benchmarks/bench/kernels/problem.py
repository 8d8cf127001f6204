"""A kernel on one matrix: its operands, its results, what they must be."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from bench import arrays
from bench.errors import Wrong
from bench.sparse import Sparse


@dataclass(frozen=True)
class Expected:
    """A result, and the bound on the error of each of its elements."""

    values: np.ndarray
    bound: np.ndarray
    #: The rows that these are; all unless said.
    rows: np.ndarray | None = None

    def share(self, name: str, got: np.ndarray) -> float:
        """The largest share of its bound that an error takes. Fails past 1."""
        if self.rows is not None:
            # Of the others only what no kernel has written is seen.
            if np.isnan(np.min(got)):
                raise Wrong(f"expected all of {name} to be numbers")
            got = got[self.rows]
        result = arrays.numbers(got).reshape(self.values.shape)
        error = abs(result - self.values)
        # Written so that a NaN is outside.
        outside = ~(error <= self.bound)
        if outside.any():
            place = tuple(int(axis[0]) for axis in np.nonzero(outside))
            raise Wrong(
                f"expected {name}[{', '.join(map(str, self.place(place)))}] to be "
                f"{self.values[place]:.6g} but got {result[place]:.6g}; "
                f"{outside.mean():.1%} of {name} is wrong"
            )
        tiny = np.finfo(np.float64).tiny
        return float((error / np.maximum(self.bound, tiny)).max(initial=0))

    def place(self, at: tuple[int, ...]) -> tuple[int, ...]:
        """The index in the result of one in `values`."""
        return at if self.rows is None else (int(self.rows[at[0]]), *at[1:])


@dataclass
class Problem:
    """Operands and results, by the names that Spindle's programs give them."""

    kernel: str
    dtype: str
    sizes: dict[str, int]
    a: Sparse
    dense: dict[str, np.ndarray]
    results: dict[str, np.ndarray]
    #: What was made on disk for the contestant that is readied, by kind.
    files: dict[str, str] = field(default_factory=dict)

    @property
    def bytes(self) -> int:
        """Every array once."""
        held = [*self.dense.values(), *self.results.values()]
        return self.a.bytes + sum(array.nbytes for array in held)

    def operand(self, name: str) -> np.ndarray:
        """A dense operand as f64."""
        return arrays.numbers(self.dense[name])


@dataclass(frozen=True)
class Counts:
    """The work of a call, by which its rate and its share of the roofline go."""

    #: Floating point operations: a multiplication and an addition are two.
    flops: int
    #: Each operand read once, each result written once.
    bytes: int
    #: Bytes that are read by coordinates, as often as they are, and the bytes of the
    #: operands that they are in.
    gathered: int
    gathered_from: int


class Kernel(ABC):
    """A program of Spindle, with its reference."""

    #: What Spindle calls it.
    name: str

    @abstractmethod
    def problem(self, a: Sparse, sizes: Mapping[str, int], dtype: str) -> Problem:
        """The operands, always the same for one matrix."""

    @abstractmethod
    def reference(self, problem: Problem) -> dict[str, Expected]:
        """What the results must be, by name; those left out are not compared."""

    @abstractmethod
    def counts(self, problem: Problem) -> Counts:
        """The work of a call."""

    def check(
        self, expected: Mapping[str, Expected], got: Mapping[str, np.ndarray]
    ) -> float:
        """The largest share of its bound that an error takes. Fails past 1."""
        shares = [
            one.share(name, np.asarray(got[name])) for name, one in expected.items()
        ]
        return max(shares, default=0.0)


def rng_of(a: Sparse) -> np.random.Generator:
    return np.random.default_rng(a.stored + a.shape[0])


def gamma(terms: int | np.ndarray, dtype: str) -> float | np.ndarray:
    """The bound on the relative error of a sum of so many terms."""
    unit = arrays.UNITS["f32" if dtype == "bf16" else dtype]
    return terms * unit / (1 - terms * unit)


def lengths(a: Sparse) -> np.ndarray:
    """The stored elements of each row of a matrix in CSR."""
    return np.diff(a.arrays["positions1"])


def longest(a: Sparse) -> int:
    return int(np.diff(a.exact().indptr).max(initial=0))
