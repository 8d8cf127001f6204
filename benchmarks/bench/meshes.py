"""Large matrices whose elements are near the diagonal, or can be brought there.

They are those of meshes, by the order of their points, bands, and small matrices that
are repeated. What is fused by rows depends on that order.
"""

from math import prod

import numpy as np
import scipy.sparse
from scipy.sparse.csgraph import reverse_cuthill_mckee

from bench import generated, sparse


def band(rows: int, reach: int = 100, length: int = 12) -> sparse.Sparse:
    """A square matrix with `length` elements in a row, up to `reach` off the diagonal.

    Each is drawn from a share of its own of the columns, so that no two are equal.
    """
    rng = np.random.default_rng(rows)
    width = 2 * reach + 1
    first = np.clip(np.arange(rows) - reach, 0, rows - width).astype(np.int32)
    cuts = np.linspace(0, width, length + 1).astype(np.int32)
    drawn = rng.integers(cuts[:-1], cuts[1:], (rows, length), dtype=np.int32)
    return generated.of_rows(first[:, None] + drawn, rows, rng)


def neighbours(sides: tuple[int, ...], corners: bool) -> scipy.sparse.csr_array:
    """Which points of a grid are neighbours, themselves among them: along one of its
    axes, 5 or 7 of them, or across corners as well, 9 or 27."""
    near = [
        scipy.sparse.diags_array([1.0] * 3, offsets=[-1, 0, 1], shape=(side, side))
        for side in sides
    ]
    alone = [scipy.sparse.eye_array(side) for side in sides]
    if corners:
        return kron(near)
    count = len(sides)
    along = [kron([*alone[:a], near[a], *alone[a + 1 :]]) for a in range(count)]
    return scipy.sparse.csr_array(sum(along[1:], along[0]))


def kron(factors: list[scipy.sparse.sparray]) -> scipy.sparse.csr_array:
    product = factors[0]
    for factor in factors[1:]:
        # Without a format, what is dense would come with its zeros.
        product = scipy.sparse.kron(product, factor, format="coo")
    return scipy.sparse.csr_array(product)


def in_blocks(sides: tuple[int, ...], edge: int) -> np.ndarray:
    """The points of a grid, those of each block of `edge` points a side together."""
    places = np.unravel_index(np.arange(prod(sides)), sides)
    counts = tuple(-(-side // edge) for side in sides)
    block = np.ravel_multi_index(tuple(place // edge for place in places), counts)
    return np.argsort(block, kind="stable")


def order_of(
    points: scipy.sparse.csr_array, sides: tuple[int, ...], order: str
) -> np.ndarray:
    """The points of a grid in the order of this name: `natural`, `rcm`, that of Cuthill
    and McKee, reversed, or `blocks-12`, blocks of 12 points a side."""
    if order == "natural":
        return np.arange(prod(sides))
    if order == "rcm":
        held = scipy.sparse.csr_matrix(points)
        return reverse_cuthill_mckee(held, symmetric_mode=True)
    return in_blocks(sides, int(order.removeprefix("blocks-")))


def mesh(
    sides: tuple[int, ...], corners: bool, unknowns: int = 1, order: str = "natural"
) -> sparse.Sparse:
    """The matrix of a grid, as of finite differences or, with corners and several
    unknowns for each point, of finite elements. Unknowns of a point stay together."""
    points = neighbours(sides, corners)
    chosen = order_of(points, sides, order)
    points = scipy.sparse.csr_array(points[chosen][:, chosen])
    if unknowns > 1:
        full = np.ones((unknowns, unknowns), np.float32)
        points = scipy.sparse.kron(points, full, format="bsr").tocsr()
    points.sort_indices()
    rng = np.random.default_rng(points.nnz)
    points.data = generated.uniform(points.nnz, rng)
    return sparse.of_scipy(points)


def repeated(matrix: sparse.Sparse, stored: int) -> sparse.Sparse:
    """A matrix again and again along the diagonal, for `stored` elements or more."""
    held = matrix.csr().in_scipy()
    times = max(-(-stored // max(held.nnz, 1)), 1)
    copies = scipy.sparse.block_diag([held] * times, format="csr")
    return sparse.of_scipy(scipy.sparse.csr_array(copies))
