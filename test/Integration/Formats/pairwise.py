"""Few combinations of values of factors, in which each two values come together."""

import itertools
from collections.abc import Callable

import numpy as np

# A value of a factor: the numbers of both.
Choice = tuple[int, int]
# Whether two choices of different factors may come together.
Allowed = Callable[[Choice, Choice], bool]
# How many rows are made up for each one that is taken.
TRIES = 4


class Cover:
    """The pairs that are still to come."""

    def __init__(self, sizes: list[int], allowed: Allowed, apart: set[int]):
        self.sizes = sizes
        self.allowed = {}
        for f, g in itertools.combinations(range(len(sizes)), 2):
            table = np.array(
                [
                    [allowed((f, a), (g, b)) for b in range(sizes[g])]
                    for a in range(sizes[f])
                ]
            )
            self.allowed[f, g], self.allowed[g, f] = table, table.T
        self.open = {
            pair: table & (set(pair) != apart) for pair, table in self.allowed.items()
        }

    def is_done(self) -> bool:
        return not any(table.any() for table in self.open.values())

    def count_new(self, row: dict[int, int], factor: int) -> np.ndarray:
        """How many open pairs each value of `factor` would make with `row`; -1 where it
        is not allowed."""
        new = np.zeros(self.sizes[factor], int)
        for other, value in row.items():
            new += self.open[other, factor][value]
        for other, value in row.items():
            new[~self.allowed[other, factor][value]] = -1
        return new

    def take(self, row: dict[int, int]) -> None:
        for f, g in itertools.permutations(row, 2):
            self.open[f, g][row[f], row[g]] = False

    def first_open(self) -> tuple[int, int, int, int]:
        """An open pair of the two factors that have the most."""
        f, g = max(self.open, key=lambda pair: (int(self.open[pair].sum()), pair))
        a, b = np.argwhere(self.open[f, g])[0]
        return f, int(a), g, int(b)


def fill(cover: Cover, rng: np.random.Generator) -> tuple[int, dict[int, int]]:
    """A row with an open pair, and how many open pairs it has."""
    f, a, g, b = cover.first_open()
    row, gain = {f: a, g: b}, 1
    rest = [factor for factor in range(len(cover.sizes)) if factor not in row]
    for factor in rng.permutation(rest):
        new = cover.count_new(row, int(factor))
        if new.max() < 0:
            return -1, {}
        best = np.flatnonzero(new == new.max())
        row[int(factor)] = int(rng.choice(best))
        gain += int(new.max())
    return gain, row


def cover_pairs(
    sizes: list[int], allowed: Allowed, seed: int, apart: set[int] = frozenset()
) -> list[list[int]]:
    """Rows of a value for each factor, `sizes` of them, so that each two values of two
    factors that may come together do so in a row, but for those of the two factors
    `apart`. What may come together has to be completed to a row by any choice that is
    allowed."""
    cover, rng, rows = Cover(sizes, allowed, apart), np.random.default_rng(seed), []
    while not cover.is_done():
        gain, row = max(
            (fill(cover, rng) for _ in range(TRIES)), key=lambda made: made[0]
        )
        if gain < 0:
            raise ValueError("expected each allowed pair in some row")
        cover.take(row)
        rows.append([row[factor] for factor in range(len(sizes))])
    return rows
