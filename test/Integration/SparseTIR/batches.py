"""Programs on batches of matrices of different sizes."""

from collections.abc import Iterator

import formats
import numpy as np
from harness import Case, Change, Results
from inputs import Draw


def batches() -> Iterator[tuple[str, Draw, np.ndarray]]:
    """Names, draws and, for each batch, the sizes of i, j and k."""
    whole, real = Draw(11, integral=True), Draw(12, integral=False)
    yield "no batch", whole, np.zeros((0, 3), int)
    yield "empty batches", whole, np.array([[0, 0, 0], [0, 2, 3], [3, 0, 2], [2, 3, 0]])
    yield "one element", whole, np.array([[1, 1, 1]])
    yield "one row", whole, np.array([[1, 5, 4], [2, 1, 3], [3, 4, 1]])
    for draw in (whole, real):
        for count, most in ((3, 5), (9, 12)):
            yield f"{count} batches", draw, draw.rng.integers(0, most, (count, 3))


def ragged_bmm() -> Iterator[Case]:
    for name, draw, sizes in batches():
        x = [draw.values(i, j) for i, j, _ in sizes]
        y = [draw.values(j, k) for _, j, k in sizes]

        def results(change: Change, x=x, y=y) -> Results:
            products = (change(a) @ change(b) for a, b in zip(x, y, strict=True))
            return {"z": flat(products)}

        i, j, k = sizes.T
        operands = {"batches": len(sizes), "x": flat(x), "y": flat(y)}
        for axis, size in (("i", i), ("j", j), ("k", k)):
            operands[f"{axis}_pos"] = formats.offsets(size)
        for axis, size in (("m", i), ("n", j), ("k", k)):
            operands[axis] = int(size.max(initial=0))
        for axes, count in (("ij", i * j), ("jk", j * k), ("ik", i * k)):
            operands[f"{axes}_pos"] = formats.offsets(count)
        yield Case(name, operands, results)


def ragged_attention() -> Iterator[Case]:
    for name, draw, sizes in batches():
        lengths, d = sizes[:, 0], 3
        q, k = ([draw.values(size, d) for size in lengths] for _ in range(2))

        def results(change: Change, q=q, k=k) -> Results:
            scores = (change(a) @ change(b).T for a, b in zip(q, k, strict=True))
            return {"s": flat(scores)}

        operands = {"batches": len(sizes), "d": d, "pos": formats.offsets(lengths)}
        operands |= {"length": int(lengths.max(initial=0))}
        operands |= {"pair_pos": formats.offsets(lengths**2)}
        operands |= {"q": flat(q).reshape(-1, d), "k": flat(k).reshape(-1, d)}
        yield Case(name, operands, results)


def flat(matrices) -> np.ndarray:
    """All elements of all matrices, row by row."""
    return np.concatenate([np.zeros(0), *(m.ravel() for m in matrices)])
