# REQUIRES: python-package
# RUN: env PYTHONPATH=%spindle_package %python %s 1 60 | FileCheck %s
# CHECK: 60 networks, {{[1-9][0-9]*}} with weights in parts, {{[1-9][0-9]*}} of them in two, 0 wrong
"""Random networks give what they gave, with weights in parts of 8 bits and their own type.

The networks are those of Propagation/networks.py. Weights of products are integers, which 8
bits hold, in some elements, and any numbers in the others; inputs are kept, so that results
are what they were but for the order of sums. A plan stores what it divided, dense or in
formats; what NumPy makes of the network is what is expected. What is removed before has
shrunk_widths.py.

usage: networks_widths.py SEED NETWORKS
"""

import sys

import numpy as np
import spindle
from networks import FORMATS, agree, check_all, spell
from spindle import _spindle

from graphs import Graph
from layers import build


class Totals:
    def __init__(self) -> None:
        self.ran = self.two = self.wrong = 0


def divide(model, arrays: dict, widths: list, formats: list) -> tuple | None:
    try:
        return model.plan([*arrays], formats, False, 1, 0, widths, True)
    except spindle.SpindleError:
        # It is no weight of products alone.
        return None


def check(number: int, totals: Totals) -> None:
    random = np.random.default_rng(number)
    graph = Graph(np.random.default_rng(number))
    build(graph)
    chosen: dict[str, np.ndarray] = {}
    given = {value.name for value in graph.values if value.pruned is not None}

    def draw(name: str, numbers: np.ndarray) -> np.ndarray:
        is_matrix = name in given and numbers.ndim == 2 and numbers.size
        if not is_matrix or random.random() < 0.3:
            return numbers
        narrow = random.random(numbers.shape) < random.choice([0.5, 1])
        chosen[name.lstrip("%")] = np.where(narrow, 8, 32).astype(np.int8)
        rounded = np.rint(numbers * 5).clip(-128, 127).astype(numbers.dtype)
        return np.where(narrow, rounded, numbers)

    env = graph.run(draw, number)
    if not all(np.isfinite(numbers).all() for numbers in env.values()):
        return
    arrays = {v.name[1:]: env[v.name] for v in graph.values if v.pruned is not None}
    model = _spindle.read_model("g.mlir", spell(graph, f"g{number}"))
    widths = []
    for name, bits in chosen.items():
        if name in arrays and divide(model, arrays, [(name, bits)], []) is not None:
            widths.append((name, bits))
    if not widths:
        return
    parts = divide(model, arrays, widths, [])
    formats = [
        (part, str(random.choice(FORMATS)))
        for name, bits in widths
        for part in (f"{name}_i8",)
        if random.random() < 0.5
    ]
    found = (formats and divide(model, arrays, widths, formats)) or parts
    formats = formats if found is not parts else []
    if found is None:
        return
    planned, _, kept, division = found
    left = {}
    for name, array in arrays.items():
        if name in division.wholes:
            left |= division.divide(name, np.ascontiguousarray(array))
        else:
            own = array[np.ix_(*kept[name])] if name in kept else array
            left[name] = np.ascontiguousarray(own)
    for name, form in formats:
        left[name] = spindle.array(left[name], format=form)
    try:
        kernel = spindle.compile(planned, schedule="none", threads=1, **left)
        result = np.asarray(kernel(**left))
    except spindle.SpindleError:
        # No counterpart among Spindle's operations, or nothing to compute.
        return
    totals.ran += bool(division.wholes)
    totals.two += any(bits.min() < bits.max() for _, bits in widths)
    if not agree(result, env[graph.result.name]):
        totals.wrong += 1
        print(f"network {number} differs", file=sys.stderr)


def main() -> None:
    totals = Totals()
    count = check_all(check, totals)
    print(
        f"{count} networks, {totals.ran} with weights in parts, {totals.two} of them in "
        f"two, {totals.wrong} wrong"
    )


if __name__ == "__main__":
    main()
