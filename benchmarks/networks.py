#!/usr/bin/env python3
"""Times networks that are one function beside calls one by one, and prints a table.

Usage: PYTHONPATH=build/release/python benchmarks/networks.py [--threads N] [--torch]
           [--weights FILE FILE [--tokens N]] GRAPH...

The networks are those of docs/Networks.md, the graphs are files; the perceptron's two
pruned weights are, too. Each is compiled once. What goes one by one are the same products
by kernels of their own, bound to memory that is there, and what is between them by NumPy,
in place, or for softmax by a kernel. With --torch PyTorch computes the same from sparse
CSR tensors, whose making is told apart. All are run in turns, on the same threads; a time
is the median of 15 turns, each the mean of as many runs as take 20 ms. Results are
compared before they are timed.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import scipy.sparse as sp
import spindle

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"
FEATURES, HIDDEN, CLASSES = 64, 64, 16
TURNS, TURN_SECONDS = 15, 0.02

Run = Callable[[], np.ndarray]
Operands = dict[str, spindle.Array | np.ndarray]


@dataclass
class Contest:
    """A network as one function and in calls one by one."""

    name: str
    operands: Operands
    together: Run
    apart: Run


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

    def contest(
        self, name: str, operands: Operands, out: np.ndarray, apart: Run
    ) -> Contest:
        """The example `name` beside `apart`."""
        together = self.bind(str(EXAMPLES / f"{name}.mlir"), out, **operands)
        return Contest(name, operands, together, apart)


def draw(*shape: int) -> np.ndarray:
    return np.random.default_rng(len(shape)).standard_normal(shape, np.float32) / 8


def make_gcn(graph: spindle.Array, calls: Calls) -> Contest:
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
    return calls.contest("gcn", operands, np.empty_like(z), one_by_one)


def make_gat(graph: spindle.Array, calls: Calls) -> Contest:
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
    return calls.contest("gat", operands, np.empty_like(z), one_by_one)


def make_attention(graph: spindle.Array, calls: Calls) -> Contest:
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
    return calls.contest("attention", operands, np.empty_like(z), one_by_one)


def make_mlp(
    w0: spindle.Array, w1: spindle.Array, tokens: int, calls: Calls
) -> Contest:
    """A perceptron of two layers with pruned weights."""
    hidden, features = w0.shape
    x, b0, b1 = draw(features, tokens), draw(hidden), draw(features)
    inwards, y = calls.spmm(w0, x)
    outwards, z = calls.spmm(w1, y)

    def one_by_one() -> np.ndarray:
        inwards()
        np.add(y, b0[:, None], out=y)
        np.maximum(y, 0, out=y)
        outwards()
        return np.add(z, b1[:, None], out=z)

    operands = {"W0": w0, "b0": b0, "W1": w1, "b1": b1, "X": x}
    return calls.contest("mlp", operands, np.empty_like(z), one_by_one)


NETWORKS = (make_gcn, make_gat, make_attention)


def time_turn(run: Run, runs: int) -> float:
    """The mean time of a turn's runs, in seconds."""
    start = time.perf_counter()
    for _ in range(runs):
        run()
    return (time.perf_counter() - start) / runs


def compare(contest: Contest, others: list[Run]) -> list[float]:
    """The medians of the network, of itself again, of calls one by one and of `others`."""
    runners = [contest.together, contest.together, contest.apart, *others]
    wanted = contest.apart()
    for run in runners:
        if not np.allclose(run(), wanted, rtol=1e-3, atol=1e-3):
            raise AssertionError("expected the same numbers of all")
    counts = [max(1, int(TURN_SECONDS / time_turn(run, 3))) for run in runners]
    times: list[list[float]] = [[] for _ in runners]
    for _ in range(TURNS):
        for run, runs, place in zip(runners, counts, times, strict=True):
            place.append(time_turn(run, runs))
    return [statistics.median(each) for each in times]


def read(path: Path) -> spindle.Array:
    return spindle.array(spindle.read(path), dtype="f32")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--torch", action="store_true", help="time PyTorch, too")
    parser.add_argument("--weights", nargs=2, type=Path, help="of the perceptron")
    parser.add_argument("--tokens", type=int, default=128, help="of the perceptron")
    parser.add_argument("graphs", nargs="*", type=Path, metavar="GRAPH")
    options = parser.parse_args()
    calls = Calls(options.threads)
    columns = [
        "data",
        "network",
        "together, ms",
        "one by one",
        "times as fast",
        "itself",
    ]
    if options.torch:
        import networks_torch  # PyTorch is large, and seldom there.

        networks_torch.set_threads(options.threads)
        columns += ["PyTorch, ms", "times as fast", "its tensors, ms"]
    print(f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}")
    ratios: list[float] = []
    beside: list[float] = []

    def tell(data: str, contest: Contest) -> None:
        others, made = [], 0.0
        if options.torch:
            run, made = networks_torch.make(contest.name, contest.operands)
            others.append(run)
        together, again, apart, *rest = compare(contest, others)
        ratios.append(apart / together)
        texts = [data, contest.name, f"{together * 1e3:.3f}", f"{apart * 1e3:.3f}"]
        texts += [f"{apart / together:.2f}", f"{again / together:.2f}"]
        for time_of_other in rest:
            beside.append(time_of_other / together)
            texts += [
                f"{time_of_other * 1e3:.3f}",
                f"{beside[-1]:.2f}",
                f"{made * 1e3:.1f}",
            ]
        print(f"| {' | '.join(texts)} |", flush=True)

    for path in options.graphs:
        graph = read(path)
        for make in NETWORKS:
            tell(path.name.split(".")[0], make(graph, calls))
    if options.weights:
        w0, w1 = map(read, options.weights)
        tell(f"{options.tokens} tokens", make_mlp(w0, w1, options.tokens, calls))
    mean = statistics.geometric_mean
    print(f"\nGeometric mean: {mean(ratios):.2f}, worst {min(ratios):.2f}.")
    if beside:
        print(f"PyTorch: {mean(beside):.2f}, worst {min(beside):.2f}.")


if __name__ == "__main__":
    main()
