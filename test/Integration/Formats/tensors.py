"""The tensors of the tests: coordinates of entries in a shape, and values for them."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from elements import ELEMENTS, round_to

Places = np.ndarray  # One row for each dimension, one column for each entry.


@dataclass(frozen=True, eq=False)
class Pattern:
    """Where the entries of a tensor are, in the order of its file."""

    name: str
    shape: tuple[int, ...]
    places: Places
    # The file that has them, if any.
    file: str = ""
    # Whether the second half of the entries has the values of the first, negated.
    cancels: bool = False
    # Whether all entries are zeros.
    is_zero: bool = False

    @cached_property
    def _order(self) -> tuple[np.ndarray, np.ndarray]:
        """The entries sorted by cell, in order; which of these are of a new cell."""
        order = np.lexsort(self.places[::-1])
        ordered = self.places[:, order]
        is_new = np.ones(len(order), bool)
        is_new[1:] = (np.diff(ordered, axis=1) != 0).any(axis=0)
        return order, is_new

    def distinct(self) -> Places:
        """The cells in row-major order, each once."""
        return self._distinct

    @cached_property
    def _distinct(self) -> Places:
        order, is_new = self._order
        return self.places[:, order[is_new]]

    @cached_property
    def has_duplicates(self) -> bool:
        return not self._order[1].all()

    @property
    def fits_array(self) -> bool:
        """Whether a file of an array says the same, in which zeros are no entries."""
        return not self.has_duplicates and not self.is_zero

    def lengths(self, dim: int) -> np.ndarray:
        """How many elements each coordinate of a dimension has."""
        return np.bincount(self.distinct()[dim], minlength=self.shape[dim])

    def sum_duplicates(self, values: np.ndarray, element: str) -> np.ndarray:
        """The values of the distinct cells: sums in the order of the file, each
        rounded to the type."""
        order, is_new = self._order
        values, place = values[order], np.cumsum(is_new) - 1
        turn = np.arange(len(order)) - np.flatnonzero(is_new)[place]
        sums = values[is_new]
        with np.errstate(over="ignore"):
            for number in range(1, turn.max(initial=0) + 1):
                now = turn == number
                more = sums[place[now]] + values[now]
                sums[place[now]] = round_to(more, element)
        return sums

    def draw(
        self, rng: np.random.Generator, element: str, may_be_zero: bool = True
    ) -> np.ndarray:
        """A value for each entry; one in eight is 0 where that may be."""
        count = self.places.shape[1]
        if self.is_zero:
            return np.zeros(count, ELEMENTS[element][0])
        if self.cancels:
            half = draw(rng, (count // 2,), element)
            return np.concatenate([half, half if element == "i1" else -half])
        values = draw(rng, (count,), element)
        values[rng.random(count) < 0.125] = 0
        if not may_be_zero:
            values[values == 0] = 1
        return values


def draw(rng: np.random.Generator, shape: tuple[int, ...], element: str) -> np.ndarray:
    """Reals of [-1, 1), integers of the whole range, and truth values."""
    dtype = ELEMENTS[element][0]
    if dtype is np.bool_:
        return rng.integers(0, 2, shape).astype(np.bool_)
    if np.issubdtype(dtype, np.integer):
        limits = np.iinfo(dtype)
        return rng.integers(limits.min, limits.max, shape, dtype, endpoint=True)
    values = rng.uniform(-1, 1, shape)
    if np.issubdtype(dtype, np.complexfloating):
        return (values + 1j * rng.uniform(-1, 1, shape)).astype(dtype)
    return round_to(values, element)


def make(name: str, shape: tuple[int, ...], places: list, **more) -> Pattern:
    """A pattern of listed cells."""
    array = np.array(places, np.int64).reshape(-1, len(shape)).T
    return Pattern(name, shape, np.ascontiguousarray(array), **more)


def scatter(
    rng: np.random.Generator, name: str, shape: tuple[int, ...], entries: int
) -> Pattern:
    """Entries at random cells, in any order, some of them twice."""
    return make(name, shape, rng.integers(0, shape, (entries, len(shape))).tolist())


def spread(
    rng: np.random.Generator, name: str, shape: tuple[int, ...], entries: int
) -> Pattern:
    """Entries at different random cells, in row-major order."""
    cells = np.sort(rng.choice(np.prod(shape), entries, replace=False))
    return Pattern(name, shape, np.array(np.unravel_index(cells, shape)))


def awkward_matrices(rng: np.random.Generator) -> list[Pattern]:
    row = [(3, j) for j in range(50)]
    column = [(i, 4) for i in range(50)]
    whole = [(i, j) for i in range(6) for j in range(7)]
    half = [(17, j) for j in range(30)] + [
        (i, i * 7 % 37) for i in range(31) if i != 17
    ]
    return [
        make("0 x 0", (0, 0), []),
        make("0 x 5", (0, 5), []),
        make("5 x 0", (5, 0), []),
        make("no element", (4, 6), []),
        make("1 x 1", (1, 1), [(0, 0)]),
        make("one element, the last", (7, 9), [(6, 8)]),
        make("empty first and last rows", (6, 4), [(2, 1), (3, 3)]),
        make("empty columns", (3, 8), [(0, 2), (1, 5), (2, 2)]),
        make("a dense row", (9, 50), [*row, (8, 0)]),
        make("a dense column", (50, 9), column),
        make("unsorted", (3, 4), [(2, 3), (0, 2), (2, 0), (0, 0)]),
        make("duplicates", (2, 3), [(1, 1), (0, 0), (1, 1)]),
        make("duplicates that cancel", (2, 2), [(0, 1), (0, 1)], cancels=True),
        scatter(rng, "tall", (1000, 3), 700),
        scatter(rng, "wide", (3, 1000), 700),
        scatter(rng, "many duplicates", (5, 5), 400),
        spread(rng, "random", (97, 89), 1234),
        make("half of all in one row", (31, 37), half),
        make("all cells", (6, 7), whole),
        make("all zeros", (6, 7), whole[::2], is_zero=True),
        make(
            "rows without gaps",
            (9, 6),
            [(i, j) for i in range(9) for j in range(i % 4)],
        ),
        make(
            "rows of three",
            (11, 13),
            [(i, (2 * i + j * j) % 13) for i in range(11) for j in range(3)],
        ),
        make("one in each row", (10, 8), [(i, i * 5 % 8) for i in range(10)]),
    ]


def awkward_tensors(rng: np.random.Generator) -> list[Pattern]:
    """Of order 3."""
    fibre = [(1, 2, k) for k in range(20)]
    whole = [(i, j, k) for i in range(3) for j in range(4) for k in range(5)]
    steps = [(i, j, k) for i in range(5) for j in range(i % 3) for k in (i, j + 6)]
    return [
        make("0 x 4 x 5", (0, 4, 5), []),
        make("4 x 0 x 5", (4, 0, 5), []),
        make("4 x 5 x 0", (4, 5, 0), []),
        make("no element", (2, 3, 4), []),
        make("1 x 1 x 1", (1, 1, 1), [(0, 0, 0)]),
        make("one element, the last", (3, 5, 7), [(2, 4, 6)]),
        make("a dense fibre", (3, 4, 20), [*fibre, (2, 0, 0)]),
        make("empty slices", (6, 6, 6), [(1, 2, 3), (1, 2, 5), (4, 2, 3)]),
        make("unsorted", (2, 3, 4), [(1, 2, 3), (0, 1, 2), (1, 0, 0), (0, 1, 0)]),
        make("duplicates", (2, 2, 2), [(1, 0, 1), (0, 0, 0), (1, 0, 1)]),
        make("duplicates that cancel", (2, 2, 2), [(1, 0, 1)] * 2, cancels=True),
        scatter(rng, "many duplicates", (3, 3, 3), 200),
        scatter(rng, "long", (300, 2, 3), 400),
        spread(rng, "random", (13, 11, 17), 300),
        make("all cells", (3, 4, 5), whole),
        make("all zeros", (3, 4, 5), whole[::3], is_zero=True),
        make("fibres without gaps", (5, 3, 8), steps),
    ]


def awkward_tensors_4(rng: np.random.Generator) -> list[Pattern]:
    """Of order 4."""
    return [
        make("no element", (2, 3, 4, 2), []),
        make("one element, the last", (3, 5, 7, 2), [(2, 4, 6, 1)]),
        make("duplicates", (2, 2, 2, 2), [(1, 0, 1, 1), (0, 0, 0, 0), (1, 0, 1, 1)]),
        scatter(rng, "unsorted", (3, 5, 4, 7), 60),
        spread(rng, "random", (7, 5, 9, 4), 200),
    ]


def awkward(rank: int) -> list[Pattern]:
    """The tensors of `rank` that break kernels."""
    make_all = {2: awkward_matrices, 3: awkward_tensors, 4: awkward_tensors_4}
    return make_all[rank](np.random.default_rng(rank))
