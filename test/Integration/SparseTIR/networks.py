"""Programs of graph neural networks."""

from collections.abc import Iterator

import formats
import numpy as np
from edges import softmax
from harness import Case, Change, Results
from inputs import matrices, row_of_each, with_values


def hypergraph() -> Iterator[Case]:
    """The columns of a matrix are the edges of its rows."""
    for given in matrices():
        edges_of, nodes_of = given.a, given.a.T.tocsr()
        x = given.draw.values(given.a.shape[0], 3)

        def results(change: Change, to=edges_of, back=nodes_of, x=x) -> Results:
            ones = (
                with_values(to, np.ones(to.nnz)),
                with_values(back, np.ones(back.nnz)),
            )
            return {"y": ones[0] @ (ones[1] @ change(x))}

        operands = {"nodes": given.a.shape[0], "edges": given.a.shape[1], "k": 3}
        operands |= {"edge_pos": edges_of.indptr, "edge_crd": edges_of.indices}
        operands |= {"node_pos": nodes_of.indptr, "node_crd": nodes_of.indices, "x": x}
        claims = {"compressed": given.claims if given.is_sorted else ""}
        yield Case(given.name, operands, results, claims)


def rgcn_homogeneous() -> Iterator[Case]:
    for given in matrices():
        a, draw = given.a, given.draw
        relation = draw.rng.integers(0, 3, a.nnz)
        w, x = draw.values(3, 2, 4), draw.values(a.shape[1], 4)

        def results(change: Change, a=a, e=relation, w=w, x=x) -> Results:
            y = np.zeros((a.shape[0], 2))
            messages = np.einsum("poc,pc->po", change(w)[e], change(x)[a.indices])
            np.add.at(y, row_of_each(a), messages)
            return {"y": y}

        operands = {"m": a.shape[0], "n": a.shape[1], "relations": 3}
        operands |= {"outs": 2, "ins": 4, "pos": a.indptr, "crd": a.indices}
        operands |= {"e": relation, "w": w, "x": x}
        yield Case(given.name, operands, results, {"compressed": given.claims})


def graphsage_mean() -> Iterator[Case]:
    """A quotient is among the roundings of each product."""
    for given in matrices():
        a, x = given.a, given.draw.values(given.a.shape[1], 3)
        weights = (1 / np.maximum(np.diff(a.indptr), 1))[row_of_each(a)]

        def results(change: Change, a=a, x=x, weights=weights) -> Results:
            means = with_values(a, weights) @ change(x)
            # Not the weights but their terms are counted.
            count = with_values(a, np.ones(a.nnz)) @ np.ones_like(x)
            return {"y": count if change is np.ones_like else means}

        operands = {"m": a.shape[0], "n": a.shape[1], "k": 3}
        operands |= {"pos": a.indptr, "crd": a.indices, "x": x}
        claims = {"compressed": given.claims}
        yield Case(given.name, operands, results, claims, divides=True)


def graph_attention() -> Iterator[Case]:
    """A score is a sum of four products, whose magnitudes have the sum s: it is off by
    at most 5 s units. So are, relative to themselves, the powers by 12 s and the shares
    by 24 s, and by some more for their own roundings."""
    for given in matrices():
        a, draw, rows = given.a, given.draw, row_of_each(given.a)
        q, k, v = (draw.values(size, 4) / 4 for size in (*a.shape, a.shape[1]))
        v = np.abs(v)  # So that sums do not cancel.
        scores = (q[rows] * k[a.indices]).sum(axis=1)
        magnitude = np.abs(q[rows] * k[a.indices]).sum(axis=1).max(initial=0)
        o = with_values(a, softmax(a, scores)) @ v
        units = 64 + 24 * magnitude + 2 * np.diff(a.indptr).max(initial=0)
        operands = {"m": a.shape[0], "n": a.shape[1], "d": 4, "pos": a.indptr}
        operands |= {"crd": a.indices, "q": q, "k": k, "v": v}
        claims = {"compressed": given.claims}
        yield Case(given.name, operands, lambda _, o=o: {"o": o}, claims, units)


def rgcn_heterogeneous() -> Iterator[Case]:
    """Three relations: the matrix, none of its elements, and every other row of it."""
    for given in matrices():
        a, draw = given.a, given.draw
        rows = [np.flatnonzero(np.diff(a.indptr)), np.zeros(0, np.int64)]
        rows.append(np.arange(0, a.shape[0], 2))
        form = formats.csf([a] * 3, rows)
        w, x = draw.values(3, 2, 4), draw.values(a.shape[1], 4)

        def results(change: Change, a=a, rows=rows, w=w, x=x) -> Results:
            changed, y = with_values(a, change(a.data)), np.zeros((a.shape[0], 2))
            for kept, weights in zip(rows, change(w), strict=True):
                y[kept] += (changed @ change(x) @ weights.T)[kept]
            return {"y": y}

        operands = {"m": a.shape[0], "n": a.shape[1], "relations": 3}
        operands |= {"outs": 2, "ins": 4, "w": w, "x": x, "a": form.values}
        operands |= {"i_pos": form.row_pos, "i_crd": form.row_crd}
        operands |= {"j_pos": form.pos, "j_crd": form.crd}
        yield Case(given.name, operands, results, {"compressed": given.claims})


rgcn_two_steps = rgcn_heterogeneous


def sparse_convolution() -> Iterator[Case]:
    """Two offsets: the pairs of a matrix's elements, in two orders."""
    for given in matrices():
        a, draw = given.a, given.draw
        order = draw.rng.permutation(a.nnz)
        i, j = row_of_each(a), a.indices
        w, x = draw.values(2, 2, 4), draw.values(a.shape[1], 4)

        def results(change: Change, a=a, i=i, j=j, w=w, x=x) -> Results:
            y = np.zeros((a.shape[0], 2))
            np.add.at(y, i, change(x)[j] @ (change(w)[0] + change(w)[1]).T)
            return {"y": y}

        operands = {"offsets": 2, "m": a.shape[0], "n": a.shape[1]}
        operands |= {"outs": 2, "ins": 4, "pos": [0, a.nnz, 2 * a.nnz], "w": w, "x": x}
        operands |= {"output": np.append(i, i[order]), "input": np.append(j, j[order])}
        yield Case(given.name, operands, results)


def rgcn_ell3d() -> Iterator[Case]:
    """Two relations: the matrix, and its first rows; pieces of rows in groups of 3."""
    for given in matrices():
        a, draw = given.a, given.draw
        relations = [a, a[: a.shape[0] // 2]]
        w, x = draw.values(2, 2, 4), draw.values(a.shape[1], 4)
        x[:1] = np.inf  # Padding has coordinate 0, and is not computed.

        def results(change: Change, a=a, relations=relations, w=w, x=x) -> Results:
            y = np.zeros((a.shape[0], 2))
            for part, weights in zip(relations, change(w), strict=True):
                changed = with_values(part, change(part.data))
                y[: part.shape[0]] += changed @ change(x) @ weights.T
            return {"y": y}

        operands = {"relations": 2, "m": a.shape[0], "n": a.shape[1]}
        operands |= {"outs": 2, "ins": 4, "w": w, "x": x}
        yield Case(given.name, operands | formats.ell3d(relations, 3, 4), results)
