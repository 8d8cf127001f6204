"""Sums, maxima and the like, over fibres of each kind."""

from collections.abc import Iterator

import formats
import numpy as np
from harness import Case, Change, Results
from inputs import Draw, Input, csr, matrices, row_of_each, scattered, with_values
from products import compressed


def sums(values: np.ndarray, groups: np.ndarray, count: int) -> np.ndarray:
    """The sum of the values of each of `count` groups."""
    total = np.zeros(count)
    np.add.at(total, groups, values)
    return total


def csr_reduce() -> Iterator[Case]:
    for given in matrices():
        yield row_sums(given, compressed(given.a), {"compressed": given.claims})


def segment_reduce() -> Iterator[Case]:
    """The lengths of a matrix's rows are those of the segments."""
    for given in matrices(unsorted=False, duplicates=False):
        operands = {"pos": given.a.indptr, "a": given.a.data}
        yield row_sums(given, operands, {})


def row_sums(given: Input, operands: dict, claims: dict[str, str]) -> Case:
    a = given.a

    def results(change: Change) -> Results:
        return {"y": sums(change(a.data), row_of_each(a), a.shape[0])}

    operands = {"m": a.shape[0], "n": a.shape[1], **operands}
    return Case(given.name, operands, results, claims)


def square_sum() -> Iterator[Case]:
    """Slices: a matrix, none of its elements, every other row of it; or no slice."""
    for given in matrices():
        rows = [np.flatnonzero(np.diff(given.a.indptr)), np.zeros(0, np.int64)]
        rows.append(np.arange(0, given.a.shape[0], 2))
        for count in (0, 3):
            form = formats.csf([given.a] * count, rows[:count])
            yield squares(f"{given.name}, {count} slices", given, form, count)


def squares(name: str, given: Input, form: formats.Csf, slices: int) -> Case:
    of_row = np.repeat(np.arange(slices), np.diff(form.row_pos))
    of_element = np.repeat(of_row, np.diff(form.pos))

    def results(change: Change) -> Results:
        return {"y": sums(change(form.values) ** 2, of_element, slices)}

    operands = {"l": slices, "m": given.a.shape[0], "n": given.a.shape[1]}
    operands |= {"j_pos": form.row_pos, "j_crd": form.row_crd}
    operands |= {"k_pos": form.pos, "k_crd": form.crd, "a": form.values}
    return Case(name, operands, results, {"compressed": given.claims})


def square_sum_two_K() -> Iterator[Case]:
    """B has the rows of A and other columns; of two slices, they swap in one."""
    for given in matrices(duplicates=False):
        a, draw = given.a, given.draw
        other = csr(a.shape, scattered(draw, *a.shape, 6), draw)
        rows = [np.flatnonzero(np.diff(a.indptr) + np.diff(other.indptr))] * 2
        first = formats.csf([a, other], rows)
        second = formats.csf([other, a], rows)

        def results(change: Change, a=a, b=other) -> Results:
            u, v = (with_values(x, change(x.data)) for x in (a, b))
            return {"y": np.full(2, u.multiply(v).sum())}

        operands = {"l": 2, "m": a.shape[0], "n": a.shape[1]}
        operands |= {"j_pos": first.row_pos, "j_crd": first.row_crd}
        operands |= {"ka_pos": first.pos, "ka_crd": first.crd, "a": first.values}
        operands |= {"kb_pos": second.pos, "kb_crd": second.crd, "b": second.values}
        yield Case(given.name, operands, results, {"compressed": given.claims})


def ragged_tensors() -> Iterator[tuple[str, Draw, list[np.ndarray]]]:
    """Names, draws, and the lengths of the fibres of three ragged levels."""
    whole, real = Draw(5, integral=True), Draw(6, integral=False)
    for name, size, most in (
        ("nothing", 0, (0, 0, 0)),
        ("no fibre", 5, (0, 3, 3)),
        ("no element", 5, (4, 3, 0)),
        ("one element", 1, (1, 1, 1)),
        ("small", 5, (4, 3, 5)),
        ("long", 2, (3, 2, 70)),
        ("large", 31, (6, 7, 8)),
    ):
        for draw in (whole, real):
            lengths, count = [], size
            for top in most:
                drawn = draw.rng.integers(0, top + 1, count)
                lengths.append(np.full(count, top) if size == 1 else drawn)
                count = int(lengths[-1].sum())
            yield name, draw, lengths


def ragged_reduction(levels: int) -> Iterator[Case]:
    """Sums over the fibres below the first `levels` ragged levels."""
    for name, draw, lengths in ragged_tensors():
        a = draw.values(int(lengths[-1].sum()))
        count = int(lengths[levels - 1].sum())
        groups = np.arange(count)
        for below in lengths[levels:]:
            groups = np.repeat(groups, below)

        def results(change: Change, a=a, groups=groups, count=count) -> Results:
            return {"y": sums(change(a), groups, count)}

        operands = {"a": a, "i_size": len(lengths[0])}
        for axis, drawn in zip("jkl", lengths, strict=True):
            operands[f"{axis}_size"] = int(drawn.max(initial=0))
            operands[f"{axis}_pos"] = formats.offsets(drawn)
        yield Case(name, operands, results)


def fused_reduction_4d_2d() -> Iterator[Case]:
    return ragged_reduction(1)


def fused_reduction_4d_3d() -> Iterator[Case]:
    return ragged_reduction(2)


def bsr_row_max() -> Iterator[Case]:
    for given in matrices(unsorted=False, duplicates=False):
        given.a.data = -np.abs(given.a.data)  # Padding of 0 would be larger.
        a, form = given.a, formats.blocks(given.a, 4)
        largest = np.full(a.shape[0], -np.inf)
        np.maximum.at(largest, row_of_each(a), a.data)
        operands = {"m": a.shape[0], "n": a.shape[1], "pos": form.pos}
        operands |= {"crd": form.crd, "bits": form.bits, "a": form.values}
        yield exact(given, operands, {"y": largest}, {})


def exact(given: Input, operands: dict, results: Results, claims: dict) -> Case:
    return Case(given.name, operands, lambda _: results, claims, is_exact=True)


def row_argmin() -> Iterator[Case]:
    for given in specials():
        a = given.a
        least, at = np.full(a.shape[0], np.inf), np.full(a.shape[0], a.shape[1])
        # The order of NumPy: a NaN comes first, then the smaller value and column.
        best = {i: (True, np.inf, a.shape[1]) for i in range(a.shape[0])}
        for i, j, x in zip(row_of_each(a), a.indices, a.data, strict=True):
            key = (not np.isnan(x), 0.0 if np.isnan(x) else x, j)
            if key < best[i]:
                best[i], least[i], at[i] = key, x, j
        operands = {"m": a.shape[0], "n": a.shape[1], **compressed(a)}
        claims = {"compressed": given.claims}
        yield exact(given, operands, {"y": least, "at": at}, claims)


def specials() -> Iterator[Input]:
    """All matrices, and some with numbers that are not finite."""
    yield from matrices()
    draw = Draw(7, integral=True)
    for name, numbers in (("NaN", [np.nan]), ("infinity", [np.inf, -np.inf])):
        a = csr((23, 19), scattered(draw, 23, 19, 4), draw)
        a.data = np.where(draw.rng.random(a.nnz) < 0.4, numbers[0], a.data)
        a.data = np.where(draw.rng.random(a.nnz) < 0.3, numbers[-1], a.data)
        yield Input(name, a, draw)
