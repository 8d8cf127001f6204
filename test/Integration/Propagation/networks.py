# RUN: %python %s 1 60 | FileCheck %s
# CHECK: 60 graphs, {{[1-9][0-9]*}} zeros and {{[1-9][0-9]*}} dead elements found, 0 wrong, {{[0-9]+}} zeros missed: {{99[.][0-9]|100[.]0}} % found
"""Facts about random networks are right, and the zeros that numbers show are found.

The oracle is that of scrambling.py, over convolutions, pooling, norms, softmax,
attention, and integers: graphs are computed in NumPy, in f64, i32 and i8. What is
missed is 0 by rounding, or since a constant row has a mean, which it is less.

usage: networks.py SEED GRAPHS
"""

import sys
import time

import numpy as np
from graphs import Graph
from layers import build
from scrambling import Totals, check, find_facts

#: Graphs that one run of sparse-opt reads.
BATCH = 500


def run(first: int, count: int, totals: Totals) -> None:
    graphs = {}
    for number in range(first, first + count):
        graph = Graph(np.random.default_rng(number))
        build(graph)
        graphs[f"g{number}"] = graph
    facts = find_facts("".join(graph.text(name) for name, graph in graphs.items()))
    for name, graph in graphs.items():
        check(graph, name, facts, totals)


def main() -> int:
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    totals, begin = Totals(), time.monotonic()
    np.seterr(over="ignore", invalid="ignore")
    for first in range(seed, seed + count, BATCH):
        run(first, min(BATCH, seed + count - first), totals)
    print(
        f"{count} graphs, {totals.zeros} zeros and {totals.dead} dead elements found, "
        f"{totals.wrong} wrong, {totals.missed} zeros missed: "
        f"{100 * totals.zeros / (totals.zeros + totals.missed):.1f} % found"
    )
    seconds = time.monotonic() - begin
    print(f"{totals.skipped} overflowed, {seconds:.0f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
