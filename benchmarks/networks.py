#!/usr/bin/env python3
"""Times networks that are one function beside calls one by one, and prints a table.

Usage: PYTHONPATH=build/release/python benchmarks/networks.py [--threads N] GRAPH...

The networks are those of docs/Networks.md, the graphs are files. Each is compiled once.
What goes one by one are the same products by kernels of their own, bound to memory that
is there, and what is between them by NumPy, in place, or for softmax by a kernel. Both
are run in turns, on the same threads; a time is the median of 15 turns, each the mean of
as many runs as take 20 ms. Results are compared before they are timed.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import scipy.sparse as sp
import spindle

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"
FEATURES, HIDDEN, CLASSES = 64, 64, 16
TURNS, TURN_SECONDS = 15, 0.02

Run = Callable[[], np.ndarray]


class Calls:
    """Kernels that are called one by one, on one number of threads."""

    def __init__(self, threads: int):
        self.threads = threads

    def bind(self, program: str, out: np.ndarray, **operands: object) -> Run:
        """A kernel bound to its operands and to the memory of its result."""
        kernel = spindle.compile(program, threads=self.threads, **operands)
        return kernel.bind(**operands, out=out)

    def dense(self, x: np.ndarray, w: np.ndarray) -> tuple[Run, np.ndarray]:
        """The product of two dense matrices."""
        out = np.empty((len(x), w.shape[1]), np.float32)
        return self.bind("C[i,j] = A[i,k] * B[k,j]", out, A=x, B=w), out

    def spmm(self, a: spindle.Array, b: np.ndarray) -> tuple[Run, np.ndarray]:
        """The product of a sparse and a dense matrix."""
        out = np.empty((a.shape[0], b.shape[1]), np.float32)
        return self.bind("spmm", out, A=a, B=b), out


def draw(*shape: int) -> np.ndarray:
    return np.random.default_rng(len(shape)).standard_normal(shape, np.float32) / 8


def make_gcn(graph: spindle.Array, calls: Calls) -> tuple[Run, Run]:
    """Two layers of a graph convolutional network."""
    nodes = graph.shape[0]
    x, w0, w1 = draw(nodes, FEATURES), draw(FEATURES, HIDDEN), draw(HIDDEN, CLASSES)
    b0, b1 = draw(HIDDEN), draw(CLASSES)
    features, t = calls.dense(x, w0)
    neighbours, y = calls.spmm(graph, t)
    classes, u = calls.dense(y, w1)
    again, z = calls.spmm(graph, u)

    def one_by_one() -> np.ndarray:
        features()
        neighbours()
        np.add(y, b0, out=y)
        np.maximum(y, 0, out=y)
        classes()
        again()
        return np.add(z, b1, out=z)

    operands = {"A": graph, "X": x, "W0": w0, "b0": b0, "W1": w1, "b1": b1}
    return calls.bind(
        str(EXAMPLES / "gcn.mlir"), np.empty_like(z), **operands
    ), one_by_one


def make_gat(graph: spindle.Array, calls: Calls) -> tuple[Run, Run]:
    """A layer of a graph attention network."""
    nodes = graph.shape[0]
    x, w, u, v = (
        draw(nodes, FEATURES),
        draw(FEATURES, HIDDEN),
        draw(HIDDEN),
        draw(HIDDEN),
    )
    features, t = calls.dense(x, w)
    pattern = graph.to_scipy("csr")
    values = np.zeros(pattern.nnz, np.float32)
    scores = spindle.array(
        sp.csr_array((values, pattern.indices, pattern.indptr), pattern.shape)
    )
    rows, columns = (
        np.repeat(np.arange(nodes), np.diff(pattern.indptr)),
        pattern.indices,
    )
    softmax = spindle.compile("softmax", threads=calls.threads, A=scores).bind(A=scores)
    shares = softmax()[-1]
    neighbours, z = calls.spmm(shares, t)

    def one_by_one() -> np.ndarray:
        features()
        np.take(t @ u, rows, out=values)
        values[:] += (t @ v)[columns]
        np.maximum(values, np.float32(0.2) * values, out=values)
        softmax()
        neighbours()
        return z

    operands = {"A": graph, "X": x, "W": w, "u": u, "v": v}
    return calls.bind(
        str(EXAMPLES / "gat.mlir"), np.empty_like(z), **operands
    ), one_by_one


def make_attention(graph: spindle.Array, calls: Calls) -> tuple[Run, Run]:
    """A block of attention."""
    nodes = graph.shape[0]
    x = draw(nodes, FEATURES)
    weights = {name: draw(FEATURES, FEATURES) for name in ("WQ", "WK", "WV", "WO")}
    queries, q = calls.dense(x, weights["WQ"])
    keys, k = calls.dense(x, weights["WK"])
    values, v = calls.dense(x, weights["WV"])
    kernel = spindle.compile("fusedmm", threads=calls.threads, A=graph, Q=q, K=k, V=v)
    most, total, mixed = (
        np.empty(s, np.float32) for s in (nodes, nodes, (nodes, FEATURES))
    )
    mix = kernel.bind(A=graph, Q=q, K=k, V=v, out={"m": most, "s": total, "O": mixed})
    outwards, z = calls.dense(mixed, weights["WO"])

    def one_by_one() -> np.ndarray:
        for call in (queries, keys, values, mix, outwards):
            call()
        return np.add(z, x, out=z)

    operands = {"A": graph, "X": x, **weights}
    program = str(EXAMPLES / "attention.mlir")
    return calls.bind(program, np.empty_like(z), **operands), one_by_one


NETWORKS = {"gcn": make_gcn, "gat": make_gat, "attention": make_attention}


def time_turn(run: Run, runs: int) -> float:
    """The mean time of a turn's runs, in seconds."""
    start = time.perf_counter()
    for _ in range(runs):
        run()
    return (time.perf_counter() - start) / runs


def compare(together: Run, apart: Run) -> tuple[float, float, float]:
    """The medians of both, in seconds, and of `together` against itself."""
    wanted = apart()
    if not np.allclose(together(), wanted, rtol=1e-3, atol=1e-3):
        raise AssertionError("expected the same numbers together and apart")
    runs = max(1, int(TURN_SECONDS / time_turn(together, 3)))
    times: list[list[float]] = [[], [], []]
    for _ in range(TURNS):
        for place, run in enumerate((together, apart, together)):
            times[place].append(time_turn(run, runs))
    medians = [statistics.median(each) for each in times]
    return medians[0], medians[1], medians[2]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("graphs", nargs="+", type=Path, metavar="GRAPH")
    options = parser.parse_args()
    calls = Calls(options.threads)
    print(
        "| graph | network | together, ms | one by one, ms | times as fast | itself |"
    )
    print("|---|---|---|---|---|---|")
    ratios = []
    for path in options.graphs:
        graph = spindle.array(spindle.read(path), dtype="f32")
        for name, make in NETWORKS.items():
            together, apart, again = compare(*make(graph, calls))
            ratios.append(apart / together)
            print(
                f"| {path.name.split('.')[0]} | {name} | {together * 1e3:.3f} | "
                f"{apart * 1e3:.3f} | {ratios[-1]:.2f} | {again / together:.2f} |",
                flush=True,
            )
    print(
        f"\nGeometric mean: {statistics.geometric_mean(ratios):.2f}, worst {min(ratios):.2f}."
    )


if __name__ == "__main__":
    main()
