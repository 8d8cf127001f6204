# REQUIRES: python-package
# RUN: env PYTHONPATH=%spindle_package %python %s 1 40 | FileCheck %s
# CHECK: 40 networks, {{[1-9][0-9]*}} ran, {{[1-9][0-9]*}} of them smaller, with {{[0-9]+}} of {{[0-9]+}} elements of arguments left, 0 wrong
"""Random networks give what they gave, once what is pruned everywhere is removed.

The networks are those of Propagation/networks.py: convolutions, pooling, products, norms,
softmax, attention, biases, what moves elements; NumPy computes them as they are written.
A plan makes them smaller, and stores some weights in formats; the planned network is
compiled and run on what is left of the same arguments.

usage: networks.py SEED NETWORKS
"""

import re
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import spindle
from spindle import _spindle

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Propagation"))
from graphs import Graph
from layers import build
from scrambling import agree

FORMATS = [
    "csr",
    "csc",
    "bsr(2, 2)",
    "composite<(i, j) -> (i below 2 : csr, rest : csc)>",
]


def spell(graph: Graph, name: str) -> str:
    """The text, with names for arguments; masks that prune nothing are left out."""
    return re.sub(
        r"%(v\d+): (\S+) \{", r'%\1: \2 {sparse.name = "\1", ', graph.text(name)
    )


def plan(text: str, arrays: dict, formats: list) -> tuple[str, dict] | None:
    try:
        planned, _, kept, _ = _spindle.read_model("g.mlir", text).plan(
            [*arrays], formats, True, 1, 0, [], False
        )
        return planned, kept
    except spindle.SpindleError:
        return None


class Totals:
    def __init__(self) -> None:
        self.ran = self.smaller = self.before = self.after = self.wrong = 0


def check(number: int, totals: Totals) -> None:
    graph = Graph(np.random.default_rng(number))
    build(graph)
    env = graph.run(lambda _, numbers: numbers, number)
    if not all(np.isfinite(numbers).all() for numbers in env.values()):
        return
    values = [value for value in graph.values if value.pruned is not None]
    arrays = {value.name[1:]: env[value.name] for value in values}
    text = spell(graph, f"g{number}")
    random = np.random.default_rng(number)
    matrices = [
        name for name, array in arrays.items() if array.ndim == 2 and array.size
    ]
    formats = [
        (name, str(random.choice(FORMATS)))
        for name in matrices
        if random.random() < 0.5
    ]
    found = plan(text, arrays, formats)
    if found is None:
        formats = []
        found = plan(text, arrays, formats)
    if found is None:
        return
    planned, kept = found
    left = {
        name: np.ascontiguousarray(
            array[np.ix_(*kept[name])] if name in kept else array
        )
        for name, array in arrays.items()
    }
    for name, form in formats:
        left[name] = spindle.array(left[name], format=form)
    try:
        result = np.asarray(
            spindle.compile(planned, schedule="none", threads=1, **left)(**left)
        )
    except spindle.SpindleError:
        # No counterpart among Spindle's operations, or nothing to compute.
        return
    totals.ran += 1
    totals.smaller += bool(kept)
    totals.before += sum(arrays[name].size for name in kept)
    totals.after += sum(
        left[name].size
        if isinstance(left[name], np.ndarray)
        else int(np.prod(left[name].shape))
        for name in kept
    )
    if not agree(result, env[graph.result.name]):
        totals.wrong += 1
        print(f"network {number} differs", file=sys.stderr)


def check_all(check: Callable, totals: object) -> int:
    """Checks the networks that the command line names; gives how many these are."""
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    np.seterr(over="ignore", invalid="ignore")
    for number in range(seed, seed + count):
        check(number, totals)
    return count


def main() -> None:
    totals = Totals()
    count = check_all(check, totals)
    print(
        f"{count} networks, {totals.ran} ran, {totals.smaller} of them smaller, with "
        f"{totals.after} of {totals.before} elements of arguments left, {totals.wrong} wrong"
    )


if __name__ == "__main__":
    main()
