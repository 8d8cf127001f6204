"""The matrices of meshes have the neighbours that they are said to have, in any order
of points, and the band and the repeated matrix keep to their shapes."""

# RUN: env PYTHONPATH=%spindle_src_root/benchmarks %python %s

import sys

import numpy as np
import scipy.sparse
from bench import data, generated, meshes
from bench.sparse import Sparse


def expect(condition: bool, what: str) -> None:
    if not condition:
        sys.exit(f"expected {what}")


def width(matrix: Sparse) -> int:
    """The greatest distance of an element from the diagonal."""
    held = matrix.in_scipy().tocoo()
    return int(np.abs(held.row - held.col).max())


def lengths(matrix: Sparse) -> np.ndarray:
    return np.diff(matrix.arrays["positions1"])


def pattern(matrix: Sparse) -> np.ndarray:
    return matrix.in_scipy().toarray() != 0


band = meshes.band(1000)
expect(width(band) <= 200, "a band of columns inside of the window")
expect((lengths(band) == 12).all(), "12 elements in a row of the band")
inner = band.in_scipy().tocoo()
middle = (inner.row >= 100) & (inner.row < 900)
expect(np.abs(inner.row - inner.col)[middle].max() <= 100, "a reach of 100")
distinct = np.diff(band.arrays["coordinates1"].reshape(1000, 12), axis=1)
expect((distinct > 0).all(), "columns that ascend")

for sides, corners, most, natural in [
    ((9, 7), False, 5, 7),
    ((9, 7), True, 9, 8),
    ((5, 4, 6), False, 7, 24),
    ((5, 4, 6), True, 27, 31),
]:
    held = {o: meshes.mesh(sides, corners, order=o) for o in ("natural", "rcm")}
    held["blocks-3"] = meshes.mesh(sides, corners, order="blocks-3")
    expect(width(held["natural"]) == natural, f"{sides} in natural order")
    for order, one in held.items():
        same = np.sort(lengths(one)), np.sort(lengths(held["natural"]))
        expect((same[0] == same[1]).all(), f"the rows of {sides} in order {order}")
        expect(same[0].max() == most, f"{most} neighbours at most")
        expect((pattern(one) == pattern(one).T).all(), f"{order} both ways")
        expect(pattern(one).diagonal().all(), "a full diagonal")
    patterns = [pattern(one) for one in held.values()]
    expect((patterns[0] != patterns[1]).any(), "another order for rcm")
    expect((patterns[0] != patterns[2]).any(), "another order in blocks")
    blocks = meshes.in_blocks(sides, 3)
    expect(sorted(blocks) == list(range(np.prod(sides))), "a permutation")
    first = np.stack(np.unravel_index(blocks[: 3 ** len(sides)], sides))
    expect(first.max() < 3, "the first block's points first")

line = meshes.mesh((3, 40), corners=False, order="rcm")
expect(width(line) <= 4, "a narrow band of the longer side")

solid = meshes.mesh((3, 3, 3), corners=True, unknowns=3, order="rcm")
points = meshes.mesh((3, 3, 3), corners=True, order="rcm")
full = np.kron(pattern(points), np.ones((3, 3), bool))
expect((pattern(solid) == full).all(), "unknowns of a point together")
expect(lengths(solid).max() == 81, "81 elements in a row of a solid")

small = generated.banded(300)
copies = meshes.repeated(small, 1000)
expect(copies.stored == 4 * small.stored, "four copies")
block = scipy.sparse.block_diag([small.in_scipy()] * 4).toarray()
expect((copies.in_scipy().toarray() == block).all(), "copies on the diagonal")

names = [matrix.name for matrix in data.mesh_matrices()]
expect(len(names) == len(set(names)) == 13, "13 matrices of distinct names")
