"""The formats of the tests, and what each of them can hold.

A format is modelled by what a program can tell: which cells of the tensor are
elements, which others lie in its storage, and which pattern it refuses.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from tensors import Pattern

# A tile that is as long as the dimension.
ALL = 0


@dataclass(frozen=True)
class Format:
    """A format of tensors of one rank."""

    # As on a command line; {} is where the types of indices go, {pos} and {crd} the
    # one that the format has.
    text: str
    # The cells that are stored together.
    tile: tuple[int, ...]
    # Whether all cells of a tile are elements, and not only those of the pattern.
    is_full: bool = False
    # Whether the tiles are everywhere.
    is_dense: bool = False
    # The dimension whose fibres all have one number of cells, and that number; ALL:
    # that of the longest.
    fixed: tuple[int, int] | None = None
    # All cells that the storage has inside the tensor, and how many values it has, of
    # a format that is none of tiles.
    cells: Callable[[Pattern], np.ndarray] | None = None
    values: Callable[[Pattern], int] | None = None
    # Whether elements of a row or a column come in an order of their own, in which sums
    # have other bits.
    is_permuted: bool = False
    # Whether cells that are padding have coordinates, which are 0.
    pads_with_zeros: bool = False
    # The first of the groups that the format cannot hold, as messages name it.
    refuse: Callable[[Pattern], str | None] = lambda pattern: None
    # How many positions it stores beside those of its elements.
    positions: Callable[[tuple[int, ...]], int] = lambda shape: shape[0]

    @property
    def rank(self) -> int:
        return len(self.tile)

    def spell(self, pos: str = "i32", crd: str = "i32") -> str:
        """The format as on a command line."""
        both = f"pos={pos},crd={crd}"
        text = self.text.replace("{pos}", f"pos={pos}").replace("{crd}", f"crd={crd}")
        return text.replace("{}", both)

    def attribute(self) -> str:
        """The format as in IR."""
        text = self.spell()
        if text.startswith("("):
            return f"#sparse.format<{text}>"
        if text.startswith("composite<"):
            return f"#sparse.{text}"
        name, _, rest = text.replace("-", "_").partition("(")
        if name == "ell" and not rest[:1].isdigit():
            rest = f"?, {rest}"
        return f"#sparse.{name}<{rest[:-1]}>" if rest else f"#sparse.{name}"

    def tiles(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        """The extents of a tile in a tensor of `shape`."""
        return tuple(t or max(1, n) for t, n in zip(self.tile, shape, strict=True))


def first_row(is_refused: np.ndarray) -> str | None:
    """The first of the rows that are refused, if any is."""
    found = np.flatnonzero(is_refused)
    return f"row {found[0]}:" if len(found) else None


def too_long(width: int) -> Callable[[Pattern], str | None]:
    """Refuses rows of more elements than `width`."""
    return lambda pattern: first_row(pattern.lengths(0) > width)


def uneven(pattern: Pattern) -> str | None:
    """Refuses rows that are shorter than the longest."""
    lengths = pattern.lengths(0)
    return first_row(lengths < lengths.max(initial=0))


def not_single(pattern: Pattern) -> str | None:
    """Refuses rows of another number of elements than one."""
    return first_row(pattern.lengths(0) != 1)


def gaps(pattern: Pattern) -> str | None:
    """Refuses rows whose columns are not 0, 1, and so on."""
    row, column = pattern.distinct()
    found = row[column != slots(pattern)]
    return f"row {found[0]}:" if len(found) else None


def first_fibre(pattern: Pattern, is_refused: np.ndarray) -> str | None:
    """The fibre, along the last dimension of order 3, of the first of the elements that
    are refused, if any is."""
    found = np.flatnonzero(is_refused)
    if not len(found):
        return None
    i, j, _ = pattern.distinct()[:, found[0]]
    return f"fibre (i = {i}, j = {j}):"


def slots(pattern: Pattern) -> np.ndarray:
    """How many elements come before each in its fibre along the last dimension."""
    fibres = pattern.distinct()[:-1]
    is_new = np.ones(fibres.shape[1], bool)
    is_new[1:] = (np.diff(fibres, axis=1) != 0).any(axis=0)
    place = np.arange(len(is_new))
    return place - np.maximum.accumulate(np.where(is_new, place, 0))


def deep(pattern: Pattern) -> str | None:
    """Refuses fibres of more than four elements."""
    return first_fibre(pattern, slots(pattern) >= 4)


def holes(pattern: Pattern) -> str | None:
    """Refuses fibres whose last coordinates are not 0, 1, and so on."""
    return first_fibre(pattern, pattern.distinct()[-1] != slots(pattern))


def crowded_relation(rows: int, width: int) -> Callable[[Pattern], str | None]:
    """Refuses fibres of more elements than `width`, of which `rows` stand together."""

    def refuse(pattern: Pattern) -> str | None:
        found = np.flatnonzero(slots(pattern) >= width)
        if not len(found):
            return None
        places = pattern.distinct()
        i, j, _ = places[:, found[0]]
        before = np.unique(places[1, (places[0] == i) & (places[1] < j)])
        return f"fibre (i = {i}, r floordiv {rows} = {len(before) // rows}, j = {j}):"

    return refuse


def blocks(rows: int, columns: int) -> Callable[[tuple[int, ...]], int]:
    """A position for each row of each block of all of the matrix."""
    return lambda shape: (shape[0] + rows) * (shape[1] // columns + 1)


def diagonals(rows: int) -> dict[str, Callable]:
    """What is stored by diagonals of blocks of so many rows, ALL: of all rows."""

    def stored(pattern: Pattern) -> np.ndarray:
        """The block and the number of each stored diagonal."""
        i, j = pattern.distinct()
        block = i // rows if rows else np.zeros_like(i)
        return np.unique(np.array([block, j - i]), axis=1)

    def cells(pattern: Pattern) -> np.ndarray:
        length = rows or pattern.shape[0]
        block, number = stored(pattern)
        i = (block[:, None] * length + np.arange(length)).ravel()
        j = i + np.repeat(number, length)
        m, n = pattern.shape
        inside = (i < m) & (j >= 0) & (j < n)
        places = np.array([i[inside], j[inside]])
        return places[:, np.lexsort(places[::-1])]

    def count(pattern: Pattern) -> int:
        return stored(pattern).shape[1] * (rows or pattern.shape[0])

    return {"cells": cells, "values": count}


def groups(kept: int, size: int) -> dict[str, Callable]:
    """What is stored where `kept` of each `size` columns are."""

    def cells(pattern: Pattern) -> np.ndarray:
        m, n = pattern.shape
        is_stored = np.zeros((m, n), bool)
        is_stored[tuple(pattern.distinct())] = True
        for start in range(0, n, size):
            part = is_stored[:, start : start + size]
            for place in range(part.shape[1]):
                part[:, place] |= part.sum(axis=1) < kept
        return np.array(np.nonzero(is_stored))

    def count(pattern: Pattern) -> int:
        return pattern.shape[0] * -(-pattern.shape[1] // size) * kept

    def refuse(pattern: Pattern) -> str | None:
        """Refuses groups of more elements."""
        i, j = pattern.distinct()
        found, counts = np.unique(np.array([i, j // size]), axis=1, return_counts=True)
        too_many = np.flatnonzero(counts > kept)
        if not len(too_many):
            return None
        row, group = found[:, too_many[0]]
        return f"fibre (i = {row}, j floordiv {size} = {group}):"

    return {"cells": cells, "values": count, "refuse": refuse}


# Formats of matrices.
MATRICES = (
    Format("csr({})", (1, 1)),
    Format("csc({})", (1, 1), positions=lambda shape: shape[1]),
    Format("coo({})", (1, 1)),
    Format("dcsr({})", (1, 1)),
    Format("csf(1,0,{})", (1, 1)),
    Format("dense", (ALL, ALL), is_full=True, is_dense=True),
    Format("dense(bitmap)", (ALL, ALL), is_dense=True),
    Format("bsr(2,2,{})", (2, 2)),
    Format("bsr(4,4,{})", (4, 4)),
    Format("bsr(3,5,{})", (3, 5)),
    Format("bsr(4,4,{},full)", (4, 4), is_full=True),
    Format("dbsr(2,3,{})", (2, 3)),
    Format("dbsr(4,4,{},full)", (4, 4), is_full=True),
    Format("ell({crd})", (1, 1), fixed=(0, ALL)),
    Format("ell(8,{crd})", (1, 1), fixed=(0, 8), refuse=too_long(8)),
    Format("ell({crd},bitmap)", (1, 1), fixed=(0, ALL), pads_with_zeros=True),
    Format("ell({crd},lengths and bitmap)", (1, 1), fixed=(0, ALL)),
    Format("ell({crd},full)", (1, 1), fixed=(0, ALL), refuse=uneven),
    Format("ragged({pos})", (1, 1), refuse=gaps),
    Format("panel(4,8,{})", (1, 1), positions=blocks(4, 8)),
    *(
        Format(
            f"sell({text},{{}})",
            (1, 1),
            fixed=(0, ALL),
            is_permuted=True,
            pads_with_zeros=True,
        )
        for text in ("4,16", "3,1000")
    ),
    Format(
        "rowlen(8,{})",
        (1, 1),
        is_permuted=True,
        positions=lambda shape: 4 * shape[0] + 8,
    ),
    Format("sr-bcrs(4,2,{})", (4, ALL)),
    Format(
        "(i, j) where p = order(i by length) -> (p : dense, i : singleton(unique), "
        "j : compressed({}) of p)",
        (1, 1),
        is_permuted=True,
        positions=lambda shape: 2 * shape[0],
    ),
    Format(
        "(i, j) -> (jo = j floordiv 2 : dense, io = i floordiv 3 : compressed({}), "
        "i mod 3 : dense of io, j mod 2 : dense of jo)",
        (3, 2),
        positions=lambda shape: shape[1],
    ),
    Format(
        "(i, j) -> (io = i floordiv 3 : dense, jo = j floordiv 4 : dense, "
        "i mod 3 : dense of io, j mod 4 : dense of jo)",
        (ALL, ALL),
        is_full=True,
        is_dense=True,
    ),
    Format("(i, j) -> (i : compressed({}), j : dense)", (1, ALL)),
    Format("(i, j) -> (j : dense, i : fixed(?))", (1, 1), fixed=(1, ALL)),
    Format("(i, j) -> (i : compressed({}), j : fixed(?))", (1, 1), fixed=(0, ALL)),
    Format(
        "(i, j) -> (i : dense, j floordiv 4 : compressed({}), j mod 4 : dense)", (1, 4)
    ),
    Format(
        "(i, j) -> (i : dense, j floordiv 4 : compressed({}), j mod 4 : dense) full",
        (1, 4),
        is_full=True,
    ),
    Format(
        "(i, j) -> (i : dense, j floordiv 4 : compressed({}), j mod 4 : compressed)",
        (1, 1),
    ),
    Format(
        "(i, j) -> (i : dense, j floordiv 4 : compressed({}), j mod 4 : fixed(4))",
        (1, 1),
        fixed=(0, 4),
    ),
    Format(
        "(i, j) -> (j : compressed(nonunique, {}), i : singleton)",
        (1, 1),
        positions=lambda shape: shape[1],
    ),
    Format("(i, j) -> (i : dense, j : compressed(unordered, {}))", (1, 1)),
    Format(
        "(i, j) -> (i : dense, j : singleton)",
        (1, 1),
        pads_with_zeros=True,
        refuse=too_long(1),
    ),
    Format("(i, j) -> (i : dense, j : singleton) full", (1, 1), refuse=not_single),
    Format("dia({})", (ALL, 1), is_permuted=True, **diagonals(ALL)),
    Format("dia({},full)", (ALL, 1), is_full=True, **diagonals(ALL)),
    Format("ldia(4,{})", (4, 1), is_permuted=True, **diagonals(4)),
    Format("ldia(3,{},full)", (3, 1), is_full=True, **diagonals(3)),
    # The columns that a row's elements are off the diagonal.
    Format("(i, j) -> (i : dense, j - i : compressed({}))", (1, 1)),
    # By columns, as SciPy stores diagonals.
    Format(
        "(i, j) -> (i - j : compressed({}), j : compressed)",
        (1, 1),
        is_permuted=True,
    ),
    Format("nm(2,4,{crd})", (1, 4), **groups(2, 4)),
    Format("nm(3,3,{crd})", (1, 3), **groups(3, 3)),
)
# Formats of tensors of order 3.
TENSORS = (
    Format("csf({})", (1, 1, 1)),
    Format(
        "ell3d(4,5,{})",
        (1, 1, 1),
        fixed=(1, ALL),
        refuse=crowded_relation(4, 5),
        positions=lambda shape: 16 * shape[0] * shape[1] + shape[0],
    ),
    Format("csf(2,0,1,{})", (1, 1, 1)),
    Format("csf(1,2,0,{})", (1, 1, 1)),
    Format("coo({})", (1, 1, 1)),
    Format("dense", (ALL, ALL, ALL), is_full=True, is_dense=True),
    Format("dense(bitmap)", (ALL, ALL, ALL), is_dense=True),
    Format("(i, j, k) -> (i : dense, j : compressed({}), k : compressed)", (1, 1, 1)),
    Format("(i, j, k) -> (i : dense, j : compressed({}), k : dense)", (1, 1, ALL)),
    Format(
        "(i, j, k) -> (i : dense, j : compressed({}), k : dense) full",
        (1, 1, ALL),
        is_full=True,
    ),
    Format(
        "(i, j, k) -> (i : dense, j : dense, k : compressed({}))",
        (1, 1, 1),
        positions=lambda shape: shape[0] * shape[1],
    ),
    Format(
        "(i, j, k) -> (i : dense, j : variable, k : compressed({}))",
        (1, 1, 1),
    ),
    Format(
        "(i, j, k) -> (i : dense, j : compressed({}), k : fixed(?))",
        (1, 1, 1),
        fixed=(1, ALL),
    ),
    Format(
        "(i, j, k) -> (i : dense, j : compressed({}), k : fixed(4))",
        (1, 1, 1),
        fixed=(1, 4),
        refuse=deep,
    ),
    Format(
        "(i, j, k) -> (i : dense, j : compressed({}), k : variable)",
        (1, 1, 1),
        refuse=holes,
    ),
    Format(
        "(i, j, k) -> (i : compressed({}), j : compressed(nonunique), k : singleton)",
        (1, 1, 1),
    ),
    Format(
        "(i, j, k) -> (io = i floordiv 2 : compressed({}), jo = j floordiv 3 : "
        "compressed, ko = k floordiv 2 : compressed, i mod 2 : dense of io, "
        "j mod 3 : dense of jo, k mod 2 : dense of ko)",
        (2, 3, 2),
    ),
)
# Formats of tensors of order 4, which no program has, but every tensor goes through.
ORDER_4 = (
    Format("csf({})", (1, 1, 1, 1)),
    Format("csf(3,1,0,2,{})", (1, 1, 1, 1)),
    Format("coo({})", (1, 1, 1, 1)),
    Format("dense", (ALL,) * 4, is_full=True, is_dense=True),
    Format("dense(bitmap)", (ALL,) * 4, is_dense=True),
    Format(
        "(i, j, k, l) -> (i : dense, j : compressed({}), k : compressed, "
        "l : compressed)",
        (1, 1, 1, 1),
    ),
    Format(
        "(i, j, k, l) -> (i : compressed({}), ko = k floordiv 2 : compressed, "
        "lo = l floordiv 2 : compressed, j : compressed, k mod 2 : dense of ko, "
        "l mod 2 : dense of lo)",
        (1, 1, 2, 2),
    ),
)
FORMATS = {2: MATRICES, 3: TENSORS, 4: ORDER_4}
