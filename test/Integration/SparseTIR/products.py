"""Products C = A B of a sparse and a dense matrix, in each format."""

from collections.abc import Iterator

import formats
import numpy as np
import scipy.sparse
from harness import Case, Change, Results
from inputs import Input, matrices, row_of_each, with_values

#: Columns of the dense operands, by turns.
COLUMNS = (3, 1, 8, 0, 5)


def product(
    given: Input, b: np.ndarray, operands: dict[str, object], claims: dict[str, str]
) -> Case:
    """The case of A B with these operands besides b, and the sizes of both."""
    a = given.a

    def results(change: Change) -> Results:
        return {"c": with_values(a, change(a.data)) @ change(b)}

    sizes = {"m": a.shape[0], "n": a.shape[1], "k": b.shape[1]}
    return Case(given.name, {**sizes, "b": b, **operands}, results, claims)


def pairs(**kinds: bool) -> Iterator[tuple[Input, np.ndarray]]:
    """Matrices, and dense ones to multiply them with."""
    for place, given in enumerate(matrices(**kinds)):
        columns = COLUMNS[place % len(COLUMNS)]
        yield given, given.draw.values(given.a.shape[1], columns)


def compressed(a: scipy.sparse.csr_array) -> dict[str, object]:
    """The arrays of a matrix in CSR."""
    return {"pos": a.indptr, "crd": a.indices, "a": a.data}


def csrmm() -> Iterator[Case]:
    for given, b in pairs():
        yield product(given, b, compressed(given.a), {"compressed": given.claims})


def csrmm_dense_iter() -> Iterator[Case]:
    for given, b in pairs(duplicates=False, with_graph=False):
        yield product(given, b, compressed(given.a), {"compressed": given.claims})


def generic_spmm() -> Iterator[Case]:
    for given, b in pairs(unsorted=False, duplicates=False):
        case = product(given, b, {}, {})
        results = case.results
        case.operands = {"A": given.a, "B": b}
        case.results = lambda change, results=results: {"C": results(change)["c"]}
        yield case


def ellmm() -> Iterator[Case]:
    for given, b in pairs():
        b[:1] = np.inf  # Padding has coordinate 0, and is not computed.
        form = formats.ell(given.a)
        operands = {"width": form.width, "lengths": form.lengths}
        operands |= {"crd": form.crd, "a": form.values}
        yield product(given, b, operands, {"ell": given.claims})


def coomm() -> Iterator[Case]:
    for given, b in pairs():
        order = np.arange(given.a.nnz)
        claims = {"rows": "sorted"}
        if not given.is_sorted:
            order, claims = given.draw.rng.permutation(order), {}
        a = given.a
        operands = {"nnz": a.nnz, "row": row_of_each(a)[order]}
        operands |= {"col": a.indices[order], "a": a.data[order]}
        yield product(given, b, operands, claims)


def dcsrmm() -> Iterator[Case]:
    for given, b in pairs():
        lengths = np.diff(given.a.indptr)
        kept = np.flatnonzero(lengths)
        operands = {"count": len(kept), "row": kept}
        operands |= {"pos": formats.offsets(lengths[kept]), "crd": given.a.indices}
        claims = {"compressed": given.claims}
        yield product(given, b, {**operands, "a": given.a.data}, claims)


def sellmm() -> Iterator[Case]:
    for given, b in pairs(duplicates=False):
        form = formats.sell(given.a, 4)
        operands = {"height": 4, "pos": form.pos, "row": form.row, "crd": form.crd}
        yield product(given, b, {**operands, "bits": form.bits, "a": form.values}, {})


def hyb_part_mm() -> Iterator[Case]:
    for given, b in pairs():
        b[:1] = np.inf
        row, form = formats.pieces(given.a, 4)
        operands = {"count": len(row), "width": 4, "row": row, "crd": form.crd}
        operands |= {"lengths": form.lengths, "a": form.values}
        claims = {"pieces": "sorted", "ell": given.claims}
        yield product(given, b, operands, claims)


def diamm() -> Iterator[Case]:
    for given, b in pairs(duplicates=False, with_graph=False):
        crd, values = formats.diagonals(given.a)
        if not given.is_sorted:
            crd, values = crd[::-1], values[::-1]
        claims = {"diagonals": given.claims}
        operands = {"count": len(crd), "crd": crd, "a": values}
        yield product(given, b, operands, claims)
