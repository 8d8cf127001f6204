"""Programs that give a value for each element of a matrix."""

from collections.abc import Iterator

import formats
import numpy as np
import scipy.sparse
from harness import Case, Change, Results
from inputs import Input, matrices, row_of_each
from products import COLUMNS, compressed


def csr_element_wise() -> Iterator[Case]:
    for given in matrices():
        a = given.a

        def results(change: Change, a=a) -> Results:
            return {"b": 2.5 * change(a.data)}

        operands = {"m": a.shape[0], "n": a.shape[1], **compressed(a)}
        yield Case(given.name, operands, results, {"compressed": given.claims})


def sampled(given: Input, columns: int) -> tuple[Case, np.ndarray, np.ndarray]:
    """The case of X Y^T at the elements of a matrix, and X and Y."""
    a, draw = given.a, given.draw
    x, y = draw.values(a.shape[0], columns), draw.values(a.shape[1], columns)

    def results(change: Change) -> Results:
        u, v = change(x)[row_of_each(a)], change(y)[a.indices]
        return {"c": np.einsum("pk,pk->p", u, v)}

    operands = {"m": a.shape[0], "n": a.shape[1], "k": columns}
    operands |= {"pos": a.indptr, "crd": a.indices, "x": x, "y": y}
    case = Case(given.name, operands, results, {"compressed": given.claims})
    return case, x, y


def sddmm() -> Iterator[Case]:
    for place, given in enumerate(matrices()):
        yield sampled(given, COLUMNS[place % len(COLUMNS)])[0]


fused_sddmm = sddmm


def generic_sddmm() -> Iterator[Case]:
    for place, given in enumerate(matrices(unsorted=False, duplicates=False)):
        case, x, y = sampled(given, COLUMNS[place % len(COLUMNS)])

        def results(change: Change, data=given.a.data, of_c=case.results) -> Results:
            return {"S": change(data) * of_c(change)["c"]}

        operands = {"A": given.a, "X": x, "Y": y}
        yield Case(given.name, operands, results)


def softmax(a: scipy.sparse.csr_array, values: np.ndarray) -> np.ndarray:
    """The softmax of `values`, of the elements of `a`, in each row."""
    rows = row_of_each(a)
    largest, total = np.full(a.shape[0], -np.inf), np.zeros(a.shape[0])
    np.maximum.at(largest, rows, values)
    power = np.exp(values - largest[rows])
    np.add.at(total, rows, power)
    return power / total[rows]


def sparse_softmax() -> Iterator[Case]:
    """Powers of differences d are off by at most about (d + 2) units, |d| <= 18."""
    for given in matrices():
        a, b = given.a, softmax(given.a, given.a.data)
        units = 64 + np.diff(a.indptr).max(initial=0)
        operands = {"m": a.shape[0], "n": a.shape[1], **compressed(a)}
        claims = {"compressed": given.claims}
        yield Case(given.name, operands, lambda _, b=b: {"b": b}, claims, units)


def csr2bsr() -> Iterator[Case]:
    """Cells without an element become 0; those beyond the matrix stay as they are."""
    for given in matrices(duplicates=False):
        a, size = given.a, 4
        form = formats.blocks(a, size)
        before = np.where(form.inside, 7.0, np.nan)
        operands = {"m": a.shape[0], "n": a.shape[1], "size": size, **compressed(a)}
        operands |= {"block_pos": form.pos, "block_crd": form.crd, "b": before}
        claims = {"compressed": given.claims}
        results = {"b": form.values}
        yield Case(given.name, operands, lambda _, r=results: r, claims, is_exact=True)
