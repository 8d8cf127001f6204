"""Products C = A B of a matrix that is stored in blocks or panels."""

from collections.abc import Iterator

import formats
import numpy as np
from harness import Case, Change, Results
from inputs import matrices, with_values
from products import pairs, product


def bsrmm() -> Iterator[Case]:
    for size in (4, 1):
        for given, b in pairs(unsorted=False, duplicates=False, with_graph=size > 1):
            form = formats.blocks(given.a, size)
            operands = {"pos": form.pos, "crd": form.crd, "a": form.values}
            yield product(given, b, {"size": size, **operands}, {})


def dbsrmm() -> Iterator[Case]:
    for given, b in pairs(unsorted=False, duplicates=False):
        form = formats.blocks(given.a, 4)
        lengths = np.diff(form.pos)
        kept = np.flatnonzero(lengths)
        operands = {"size": 4, "count": len(kept), "row": kept, "crd": form.crd}
        operands |= {"pos": formats.offsets(lengths[kept]), "a": form.values}
        yield product(given, b, operands, {})


def srbcrsmm() -> Iterator[Case]:
    for given, b in pairs(unsorted=False, duplicates=False):
        form = formats.panels(given.a, 4, 3)
        operands = {"t": 4, "g": 3, "pos": form.pos, "lengths": form.lengths}
        operands |= {"crd": form.crd, "bits": form.bits, "a": form.values}
        yield product(given, b, operands, {})


def attention_bsrmm() -> Iterator[Case]:
    """Each head has the values of the one before, times its number."""
    for place, given in enumerate(matrices(unsorted=False, duplicates=False)):
        a, heads = given.a, (3, 1, 0)[place % 3]
        form = formats.blocks(a, 4)
        numbers = np.arange(heads) + 1.0
        b = given.draw.values(heads, a.shape[1], 3)

        def results(change: Change, a=a, b=b, numbers=numbers) -> Results:
            changed = (with_values(a, change(n * a.data)) for n in numbers)
            products = [h @ change(x) for h, x in zip(changed, b, strict=True)]
            return {"c": np.reshape(products, (len(b), a.shape[0], 3))}

        operands = {"heads": heads, "m": a.shape[0], "n": a.shape[1], "k": 3}
        operands |= {"pos": form.pos, "crd": form.crd, "b": b}
        operands["a"] = numbers[:, None, None, None] * form.values
        yield Case(given.name, operands, results)


def attention_bsr_sddmm() -> Iterator[Case]:
    """Cells beyond the matrix stay as they are."""
    for place, given in enumerate(matrices(unsorted=False, duplicates=False)):
        a, heads = given.a, (2, 1, 0)[place % 3]
        form = formats.blocks(a, 4)
        q, k = (given.draw.values(heads, size, 3) for size in a.shape)

        def results(change: Change, q=q, k=k, form=form) -> Results:
            rows = change(q).take(form.i, axis=1, mode="clip")
            columns = change(k).take(form.j, axis=1, mode="clip")
            return {"s": np.where(form.inside, (rows * columns).sum(axis=-1), np.nan)}

        operands = {"heads": heads, "m": a.shape[0], "n": a.shape[1], "d": 3}
        operands |= {"pos": form.pos, "crd": form.crd, "q": q, "k": k}
        before = np.where(form.inside, 7.0, np.nan)
        operands["s"] = np.broadcast_to(before, (heads, *before.shape))
        yield Case(given.name, operands, results)
