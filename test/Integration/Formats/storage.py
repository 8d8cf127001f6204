"""What of a tensor lies in the storage of a format."""

from dataclasses import dataclass

import numpy as np
from formats import Format
from tensors import Pattern, Places


@dataclass(frozen=True)
class Elements:
    """The elements of a tensor: their coordinates in row-major order, and values."""

    shape: tuple[int, ...]
    places: Places
    values: np.ndarray
    # How many elements a sum may have beside those that are here, all of them 0.
    others: int = 0


def ravel(places: Places, shape: tuple[int, ...]) -> np.ndarray:
    """The number of each cell, in row-major order."""
    number = np.zeros(places.shape[1], np.int64)
    for coordinates, extent in zip(places, shape, strict=True):
        number = number * extent + coordinates
    return number


def unravel(numbers: np.ndarray, shape: tuple[int, ...]) -> Places:
    """The coordinates of numbered cells."""
    places = np.empty((len(shape), len(numbers)), np.int64)
    for dim in reversed(range(len(shape))):
        numbers, places[dim] = np.divmod(numbers, max(1, shape[dim]))
    return places


def stored_tiles(format: Format, pattern: Pattern) -> np.ndarray:
    """The numbers of the tiles that are stored, in a grid of tiles."""
    tiles = format.tiles(pattern.shape)
    grid = tuple(-(-n // t) for n, t in zip(pattern.shape, tiles, strict=True))
    if format.is_dense:
        return np.arange(int(np.prod(grid)))
    places = pattern.distinct()
    return np.unique(ravel(places // np.array(tiles)[:, None], grid))


def count_cells(format: Format, pattern: Pattern) -> int:
    """How many values the storage has."""
    if format.values is not None:
        return format.values(pattern)
    tiles = format.tiles(pattern.shape)
    if format.fixed is None and max(tiles) == 1:
        return pattern.distinct().shape[1]
    if format.fixed is None:
        return len(stored_tiles(format, pattern)) * int(np.prod(tiles))
    dim, width = format.fixed
    if dim == 1 and len(pattern.shape) == 3:
        fibres = ravel(pattern.distinct()[:2], pattern.shape[:2])
        _, lengths = np.unique(fibres, return_counts=True)
        return len(lengths) * (width or int(lengths.max(initial=1)))
    longest = int(pattern.lengths(dim).max(initial=1))
    return pattern.shape[dim] * (width or longest)


def count_bytes(format: Format, pattern: Pattern, value: int, index: int) -> int:
    """About how many bytes the storage has, at most, where a value and an index have
    so many."""
    per_cell = value + (0 if format.is_full or set(format.tile) == {1} else 1)
    if format.is_dense:
        return int(np.prod(pattern.shape, dtype=float)) * per_cell
    entries = pattern.distinct().shape[1]
    positions = format.positions(pattern.shape) + 2 * entries
    if format.fixed is not None:
        per_cell += index + 1
    structure = (positions + len(pattern.shape) * entries) * index
    return count_cells(format, pattern) * per_cell + structure


def padded_rows(pattern: Pattern) -> Places:
    """The elements of a matrix, and the first cell of each row that is not the longest,
    in row-major order."""
    lengths = pattern.lengths(0)
    short = np.flatnonzero(lengths < max(1, lengths.max(initial=0)))
    first = np.array([short, np.zeros_like(short)])
    numbers = ravel(np.hstack([pattern.distinct(), first]), pattern.shape)
    return unravel(np.unique(numbers), pattern.shape)


def stored_cells(format: Format, pattern: Pattern) -> Places:
    """The cells of all tiles that are stored, in row-major order."""
    if format.cells is not None:
        return format.cells(pattern)
    if format.pads_with_zeros:
        return padded_rows(pattern)
    tiles = format.tiles(pattern.shape)
    if max(tiles) == 1:
        return pattern.distinct()
    grid = tuple(-(-n // t) for n, t in zip(pattern.shape, tiles, strict=True))
    corners = unravel(stored_tiles(format, pattern), grid) * np.array(tiles)[:, None]
    inside = np.indices(tiles).reshape(len(tiles), -1)
    cells = (corners[:, :, None] + inside[:, None, :]).reshape(len(tiles), -1)
    exists = (cells < np.array(pattern.shape)[:, None]).all(axis=0)
    return unravel(np.sort(ravel(cells[:, exists], pattern.shape)), pattern.shape)


def find_elements(
    format: Format,
    pattern: Pattern,
    values: np.ndarray,
    element: str,
    most_cells: int | None = None,
) -> Elements:
    """The elements of the tensor in `format`: where there would be more than
    `most_cells` in a dense one, those of the pattern."""
    places = pattern.distinct()
    sums = pattern.sum_duplicates(values, element)
    if not format.is_full:
        return Elements(pattern.shape, places, sums)
    if most_cells is not None and count_cells(format, pattern) > most_cells:
        return Elements(pattern.shape, places, sums, max(pattern.shape))
    cells = stored_cells(format, pattern)
    full = np.zeros(cells.shape[1], sums.dtype)
    numbers = ravel(cells, pattern.shape)
    full[np.searchsorted(numbers, ravel(places, pattern.shape))] = sums
    return Elements(pattern.shape, cells, full)
